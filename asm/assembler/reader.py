"""The reader: from the lines of the source to the statements of a `Draft`.

`parse` takes each line apart.  The reader decides which lines are read, and does what they say.
What it reads is in sources.py; conditions.py, files.py and expansion.py have the directives that
concern other lines.
"""

from __future__ import annotations

from asm.assembler import expansion
from asm.assembler.conversion import Conversions
from asm.assembler.draft import Draft
from asm.assembler.items import Scope
from asm.assembler.line import FullLine, Line
from asm.assembler.mnemonics import UnknownWords
from asm.assembler.parse import SHARED, Memory, read_any
from asm.assembler.sources import FILE, LINE_COUNT_MAX, Sources
from asm.assembler.structs import make_record
from asm.syntax.diagnostics import Fault, Place
from asm.syntax.expr import UndefinedError
from asm.syntax.linked import replaced
from asm.syntax.source import Files

ADDED_MAX = 3_000_000       # characters of included lines, and EXPANDED_WEIGHT times those of the
EXPANDED_WEIGHT = 4         # lines that macros and repetitions make
REST_COLUMN_MAX = 250       # of another label or statement on a line
ADDED_LINE_MIN = 10         # the least that a line counts


class Reader:
    """Reads one source into a draft.

    sources  what is being read, and what has been read
    """

    def __init__(self, draft: Draft, files: Files, conversions: Conversions | None = None,
                 memory: Memory | None = None) -> None:
        self.draft = draft
        self.sources = Sources(draft, files, conversions)
        self._report = draft.run.report
        self._dialect = draft.run.dialect
        self._memory = memory or SHARED
        self._unknown = UnknownWords(self._report, draft.missing.word)

    def read(self, text: str, name: str) -> None:
        """Read all lines of a text, and of the files it includes."""
        draft, sources, report = self.draft, self.sources, self._report
        run, macros, label, append = draft.run, draft.macros, draft.label, draft.append
        stack, conditions, dialect = sources.stack, sources.conditions, run.dialect
        lines = self._memory.lines(dialect.name)
        places, statements = sources.rows.places, draft.layout.statements
        add_place, add_first, add_word = places.append, sources.rows.firsts.append, \
            sources.words.add
        by_blank_line = self._dialect.scope_by_blank_line
        rewrites = self._dialect.unique_outside or self._dialect.colon_labels
        added = 0
        sources.push_file(text, name)
        while stack:
            source = stack[-1]
            weight = 1 if source.kind == FILE else EXPANDED_WEIGHT
            for place in source.lines:
                add_place(place)
                add_first(len(statements))
                text = place.text
                if place.via is not None:
                    size = len(text)
                    added += weight * (size if size > ADDED_LINE_MIN else ADDED_LINE_MIN)
                if len(places) > LINE_COUNT_MAX or added > ADDED_MAX:
                    self._give_up(place)
                    break
                if not text or text[0] in ";*":
                    if by_blank_line and not text:
                        append(Scope(f"scope{len(places)}"), place)
                    continue
                if rewrites:
                    place = self._rewritten(place)
                    text = place.text
                line = lines[text]
                try:
                    if line.plain and line.word not in macros and not conditions.skipping:
                        add_word(line.operation)
                        if line.label:
                            label(line.label, place)
                        if line.statement is not None:
                            append(line.statement, place)
                        elif line.resolve is not None:
                            append(line.resolve(run), place)
                        continue
                    self._obey(line, place)
                    if run.dialect is not dialect:      # a PRAGMA has changed it
                        dialect = run.dialect
                        lines = self._memory.lines(dialect.name)
                except Fault as fault:
                    report.error(place, fault)
                except UndefinedError as undefined:
                    draft.missing.symbol(place, undefined)
                if not stack or stack[-1] is not source:
                    break
            else:
                conditions.check_closed(sources.pop().depth)
        self._unknown.finish(sources.macro_places)
        conditions.warn_of_later()

    def _rewritten(self, place: Place) -> Place:
        """Return a line without `\\?` outside macros, or with the names of .DEFINE replaced."""
        text, sources = place.text, self.sources
        if sources.definitions:
            text = replaced(text, sources.definitions)
        elif self._dialect.unique_outside and "\\?" in text and not sources.in_macro():
            text = text.replace("\\?", "")
        if text == place.text:
            return place
        return Place(place.file, place.line, text, place.via, place.why)

    def _give_up(self, place: Place) -> None:
        """Report that the source is too long, and stop reading."""
        self._report.error(place.via or place, Fault(
            "E035", f"the source is too long: more than {LINE_COUNT_MAX:,} lines, or too many "
            "characters from INCLUDE, macros and repetitions"))
        self.draft.layout.clear()        # the statements so far are not needed
        self.sources.stack.clear()

    def _obey(self, line: Line, place: Place) -> None:
        """Do what a line says that is not plain, or that a macro or a condition concerns."""
        sources = self.sources
        sources.words.add(line.operation)
        macro = self.draft.macros.get(line.word)
        if isinstance(line, FullLine) and line.condition[:2] == "ii":
            if line.refused is None and sources.conditions.holds(line, place):
                self._obey_rest(line, place)
            elif line.refused is not None and not sources.conditions.skipping:
                raise line.refused
        elif isinstance(line, FullLine) and line.condition:
            if not sources.conditions.skipping:
                sources.own_label(line, place)
            sources.conditions.handle(line, place, sources.stack[-1].depth)
        elif sources.conditions.skipping:
            return
        elif macro is not None:
            sources.own_label(line, place)
            expansion.call(sources, macro, line if isinstance(line, FullLine) else
                           read_any(self._dialect, place.text), place)
        elif isinstance(line, FullLine):
            self._add(line, place)
            if line.then:
                self._obey_rest(line, place)

    def _obey_rest(self, line: FullLine, place: Place) -> None:
        """Do what the other label or statement on a line says, also in a false .IF (.IIFF)."""
        if line.then > REST_COLUMN_MAX:     # each part of the line is a level of Python's stack
            raise line.fault("E035", "there are too many labels or statements on this line")
        text = " " * line.then + place.text[line.then:]
        conditions = self.sources.conditions
        skipping, conditions.skipping = conditions.skipping, False
        try:
            self._obey(self._memory.lines(self.draft.run.dialect.name)[text],
                       Place(place.file, place.line, text, place.via, place.why))
        finally:
            conditions.skipping = skipping

    def _add(self, line: FullLine, place: Place) -> None:
        """Add the statement of a line to the draft, or do what its directive says."""
        draft, entry = self.draft, line.entry
        record = line.unknown and draft.run.dialect.dotted_fields
        if line.unknown and not record:
            self._unknown.add(line, place, draft.macros)
        if not line.labelled_after and (entry is None or not entry.own_label):
            self.sources.own_label(line, place)
        if line.refused is not None and not (entry and entry.structural and entry.own_label):
            self._report.error(place, line.refused)
            return
        if line.statement is not None:
            draft.append(line.statement, place)
            if line.labelled_after:
                self.sources.own_label(line, place)
        elif line.resolve is not None:
            draft.append(line.resolve(draft.run), place)
        elif entry is not None:
            entry.obey(self.sources if entry.structural else draft, line, place)
        elif record and not make_record(draft, line, place):
            self._unknown.add(line, place, draft.macros)
        for slip in line.slips:
            self._report.warn(place, slip.name, slip.text, slip.start, slip.end,
                              hints=[slip.hint] if slip.hint else [])
