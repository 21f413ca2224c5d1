"""The reader: from the lines of the source to the statements of a `Draft`.

It takes each line apart, follows INCLUDE, macros and conditions, and hands instructions to
operations.py and directives to directives.py; they add statements to the draft.  What reads other
lines or files than its own (INCLUDE, MACRO, REPT, STRUCT, END, ...) is done here.
"""

from __future__ import annotations

import itertools
import os
import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import overload

from asm.assembler import conditions
from asm.assembler.conditions import Conditions
from asm.assembler.conversion import Asset, Conversions, read_options
from asm.assembler.directives import DIRECTIVES, is_delimited
from asm.assembler.draft import Draft
from asm.assembler.encode import Bytes
from asm.assembler.items import Org, Scope
from asm.assembler.mnemonics import STRUCTURE, Structural, UnknownWords, is_operation
from asm.assembler.operations import OPERATIONS, read_operation
from asm.assembler.structs import END as STRUCT_END
from asm.assembler.structs import define_struct
from asm.assembler.undefined import ROM_FILE
from asm.assembler.usual import Known, known_of, read_usual
from asm.syntax import lexer, parser
from asm.syntax.diagnostics import INCLUDED, Fault, Note, Place
from asm.syntax.expr import Number, UndefinedError
from asm.syntax.lexer import LINE, Line, Scanner, pattern
from asm.syntax.macros import Macro, expand, repeat, split_arguments
from asm.syntax.source import Files, decode, lines_of, not_text, read_file, read_records

SOURCE_DEPTH_MAX = 100
REPEAT_COUNT_MAX = 65536
CALL_LENGTH_MAX = 4096      # a macro that calls itself may double its arguments each time
LINE_COUNT_MAX = 200_000    # ten times the longest public program
BINARY_BYTES_MAX = 0x10000
ALL_BINARY_BYTES_MAX = 1 << 24
KEPT_LENGTH_MAX = 200       # characters of a line whose form is cached; number of cached forms
KEPT_COUNT_MAX = 32_768
ADDED_MAX = 3_000_000       # characters of included lines, and EXPANDED_WEIGHT times those of the
EXPANDED_WEIGHT = 4         # lines that macros and repetitions make
ADDED_LINE_MIN = 10         # the least that a line counts

_NAME_END = pattern(r"[ \t]*[ \t,][ \t]*")
_COLON = pattern(r"[ \t]*([^\s;]+)?[ \t]*")
_CALL = pattern(r"(?:([^\s;:=]++):?)?[ \t]++(\w++)(?![^ \t;])[ \t]*+")     # of most macros
_MACRO_START = pattern(r"(?:[^\s;:*][^\s;:]*:?)?[ \t]+\.?macro\b", re.IGNORECASE)
_EQU = pattern(r"^([A-Za-z_]\w*):?[ \t]+equ\b", re.IGNORECASE | re.MULTILINE)
_MACRO_END = pattern(r"[ \t]*(?:\.?endm|endmacro|end[ \t]+macro)\b", re.IGNORECASE)
_REPEAT_START = pattern(r"(?:[^\s;:*][^\s;:]*:?)?[ \t]+(?:\.?rept|repeat)\b", re.IGNORECASE)
_REPEAT_END = pattern(r"[ \t]*(?:\.?endr|\.endm|endrept|end[ \t]+rept)\b", re.IGNORECASE)


# By dialect, the parsed form of each line, None if it must be parsed each time.  The form depends
# on the text alone, so it is reused within an assembly and by later ones.
_KEPT: dict[str, dict[str, Known | None]] = {}
_CONDITIONAL = {*conditions.ALL, "end", "else"}     # as macros they are not called everywhere
_UNREAD: Known = (None, "", "", None, (), False)


Row = tuple[Place, int]


class Rows(Sequence[Row]):
    """The lines in the order of reading, each with the number of the first statement that the line
    made.

    Places and numbers are in two lists: a pair per line would take more memory than all its other
    data.
    """

    __slots__ = ("firsts", "places")

    def __init__(self) -> None:
        self.places: list[Place] = []
        self.firsts = array("I")

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, index: int) -> Row: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...

    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        if isinstance(index, slice):
            return [*zip(self.places[index], self.firsts[index], strict=True)]
        return self.places[index], self.firsts[index]

    def __iter__(self) -> Iterator[Row]:
        return zip(self.places, self.firsts, strict=True)


Handler = Callable[["Reader", Line], None]


def structural(names: str, *, own_label: bool = False,
               strings: bool = False) -> Callable[[Handler], Handler]:
    """Register a method of Reader in STRUCTURE under each of the names."""
    def enter(handler: Handler) -> Handler:
        for name in names.split():
            STRUCTURE[name] = Structural(handler, own_label, strings)
        return handler

    return enter


class Source:
    """Lines being read: a file, a macro, a repetition.

    name     the path of the file, the name of the macro
    depth    number of open IFs at its start
    renames  names replaced by LOCAL
    """

    __slots__ = ("depth", "kind", "lines", "name", "renames")

    def __init__(self, lines: Iterator[Place], kind: str, name: str, depth: int,
                 renames: dict[str, str]) -> None:
        self.lines = lines
        self.kind = kind
        self.name = name
        self.depth = depth
        self.renames = renames


class Reader:
    """Reads one source into a draft.

    rows       every line read, and the number of the first statement it made
    redefined  whether a macro was defined more than once
    words      all operations, as spelled in the source
    added      characters of lines from includes, macros and repetitions, as ADDED_MAX counts them
    """

    def __init__(self, draft: Draft, files: Files,
                 conversions: Conversions | None = None) -> None:
        self.draft = draft
        self.files = files
        self._conversions = conversions or Conversions()
        self.rows = Rows()
        self.redefined = False
        self.words: set[str] = set()
        self.added = 0
        self._report = draft.run.report
        self._dialect = draft.run.dialect
        self._cuts_operand = self._dialect.blank_ends_operand
        self._conditions = Conditions(draft)
        self._forms = _KEPT.setdefault(self._dialect.name, {})
        self._sources: list[Source] = []
        self._unknown = UnknownWords(self._report, draft.missing.word)
        draft.missing.rom_names = partial(_rom_names, files)
        draft.missing.header_of = partial(_header_of, self.rows)
        self._expansion_count = 0
        self._binary_bytes = 0
        self._macro_places: dict[str, Place] = {}

    def read(self, text: str, name: str) -> None:
        """Read all lines of a text, and of the files it includes."""
        self._push(self._lines(text, name), "file", name)
        draft, report, forms, ifs = self.draft, self._report, self._forms, self._conditions
        run, macros, append = draft.run, draft.macros, draft.append
        sources, items = self._sources, draft.layout.items
        places, add_first = self.rows.places, self.rows.firsts.append
        dialect, unique_outside = self._dialect.name, self._dialect.unique_outside
        by_blank_line = self._dialect.scope_by_blank_line
        add_word = self.words.add
        added = 0
        while sources:
            source = sources[-1]
            weight = 1 if source.kind == "file" else EXPANDED_WEIGHT
            for place in source.lines:
                places.append(place)
                add_first(len(items))
                text = place.text
                if place.via is not None:
                    size = len(text)
                    added += weight * (size if size > ADDED_LINE_MIN else ADDED_LINE_MIN)
                if len(places) > LINE_COUNT_MAX or added > ADDED_MAX:
                    self._give_up(place)
                    break
                if unique_outside and "\\?" in text and not self._in_macro():
                    text = text.replace("\\?", "")
                    place = Place(place.file, place.line, text, place.via, place.why)
                if not text or text[0] in ";*":
                    if by_blank_line and not text:
                        append(Scope(place, f"scope{len(places)}"))
                    continue
                try:
                    known = forms.get(text, _UNREAD)
                    if known is _UNREAD:
                        if macros and not ifs.skipping and self._calls(text, place):
                            break
                        known = read_usual(dialect, text)
                        # Lines with a label and data are rarely repeated in a file.
                        if place.via is not None or (known is not None and known[0] is None
                                                     and known[3] is not Bytes):
                            self._keep(text, known)
                    if known is not None and known[1] not in macros and not ifs.skipping:
                        label, _, word, make, arguments, of_run = known
                        add_word(word)
                        if label is not None:
                            draft.label(label, place)
                        if make is not None:
                            item = make(run, place, *arguments) if of_run else \
                                make(place, *arguments)
                            if item.moves:
                                append(item)
                            else:       # as `append` does
                                items.append(item)
                                item.address = run.pc
                                run.pc += item.size
                        continue
                    self._statement(place, text)
                except Fault as fault:
                    report.error(place, fault)
                except UndefinedError as undefined:
                    draft.missing.symbol(place, undefined, items)
                if not sources or sources[-1] is not source:
                    break
            else:
                ifs.check_closed(sources.pop().depth)
        self.added = added
        self._unknown.finish(self._macro_places)
        ifs.warn_of_later()

    def _give_up(self, place: Place) -> None:
        """Report that the source is too long, and stop reading."""
        self._report.error(place.via or place, Fault(
            "E035", f"the source is too long: more than {LINE_COUNT_MAX:,} lines, or too many "
            "characters from INCLUDE, macros and repetitions"))
        self.draft.layout.clear()        # the statements so far are not needed
        self._sources.clear()

    def _calls(self, text: str, place: Place) -> bool:
        """Read a line that matches a macro call; return False for any other line."""
        match = _CALL.match(text)
        if match is None:
            return False
        label, operation = match.groups()
        word = operation.lower()
        macro = self.draft.macros.get(word)
        if macro is None or self._cuts_operand or word in _CONDITIONAL \
                or len(text) > CALL_LENGTH_MAX or len(self._sources) >= SOURCE_DEPTH_MAX:
            return False
        self.words.add(operation)
        if label is not None:
            self.draft.label(label, place)
        self._expand(macro, place, match.start(2), match.end())
        return True

    def _statement(self, place: Place, text: str) -> None:
        match = LINE.match(text)
        assert match is not None
        label, operation = match.groups()
        end = match.end()
        start = match.start(2)
        if self._conditions.skipping:
            self.words.add(operation or "")
            word = conditions.word_of(operation, text, end) if operation is not None else ""
            if word:
                assert operation is not None
                self._conditions.handle(Line(place, "", operation, start, Scanner(text, end)),
                                        word, self._sources[-1].depth)
            return
        if label is None and (text[0] == ":" or (
                operation is not None and operation[0] == ":" and not operation.strip(":"))):
            raise Fault("E005", "a label needs a name before its colon", text.find(":"))
        if operation is not None and operation[-1] == ":" and label is None:
            match = _COLON.match(text, end)
            assert match is not None
            label, operation = operation.rstrip(":"), match.group(1)
            start, end = match.start(1), match.end()
        self.words.add(operation or "")
        draft = self.draft
        if operation is None:
            if label is not None:
                self._lone_label(place, label)
            return
        if self._cuts_operand:
            text = lexer.operand_cut(text, end, delimited=is_delimited(operation.lower()))
        word = operation.lower()
        found = OPERATIONS.get(word)
        if found is not None and word not in draft.macros:
            if label is not None:
                draft.label(label, place)
            scan = Scanner(text, end, self._dialect)
            form = read_operation(found, scan)
            make, arguments, of_run = form
            draft.append(make(draft.run, place, *arguments) if of_run else make(place, *arguments))
            if scan.remark >= 0 or scan.slips:
                self._warn_slips(place, scan)
            else:
                self._keep(place.text, known_of(label, operation, form))
            return
        if word[0] == "*":
            if label is not None:
                draft.label(label, place)
            return
        line = Line(place, label or "", operation, start, Scanner(text, end, self._dialect))
        macro = draft.macros.get(word)
        if macro is not None and not conditions.word_of(word, text, end):
            self._own_label(line)
            self._call(macro, line)
        else:
            self._directive(line, word)

    def _lone_label(self, place: Place, label: str) -> None:
        if is_operation(label, place.text):
            self._report.warn(place, "label-mnemonic", f"`{label}` in column 1 is read "
                              "as a label", 0, len(label),
                              hints=["put a blank before an instruction"])
        else:
            self._keep(place.text, known_of(label, "", None))
        self.draft.label(label, place)

    def _keep(self, text: str, known: Known | None) -> None:
        """Cache the parsed form of a line; `known` is None if the line must be parsed each time."""
        if len(text) <= KEPT_LENGTH_MAX:
            if len(self._forms) >= KEPT_COUNT_MAX:
                self._forms.clear()
            self._forms[text] = known

    def _directive(self, line: Line, word: str) -> None:
        """Read a line that is not an instruction."""
        draft = self.draft
        entry = DIRECTIVES.get(word)
        if entry is not None and word not in draft.macros:
            if line.label and not entry.own_label:
                draft.label(line.label, line.place)
            form = entry.handler(draft, line)
            if form is not None:
                make, arguments, of_run = form
                draft.append(make(draft.run, line.place, *arguments) if of_run else
                             make(line.place, *arguments))
            if line.scan.remark >= 0 or line.scan.slips:
                self._warn_slips(line.place, line.scan)
            elif form is not None:
                self._keep(line.place.text, known_of(line.label or None, line.operation, form))
            return
        word = conditions.word_of(word, line.scan.text, line.scan.pos) or word
        if word in conditions.ALL:
            self._own_label(line)
            self._conditions.handle(line, word, self._sources[-1].depth)
            return
        structural = STRUCTURE.get(word)
        if structural is not None:
            if line.label and not structural.own_label:
                draft.label(line.label, line.place)
            structural.handler(self, line)
        else:
            self._unknown.add(line, word, draft.macros)
            self._own_label(line)
            return
        if line.scan.remark >= 0 or line.scan.slips:
            self._warn_slips(line.place, line.scan)

    def _own_label(self, line: Line) -> None:
        if line.label:
            self.draft.label(line.label, line.place)

    def _warn_slips(self, place: Place, scan: Scanner) -> None:
        """Warn of mistakes that the syntax permits, and of a comment that looks like an operand."""
        for name, text, start, end in scan.slips:
            self._report.warn(place, name, text, start, end)
        if scan.remark < 0:
            return
        rest = lexer.LONE_REGISTER.match(scan.text, scan.remark)
        hint = "put a `;` before a comment" if rest is None else \
            f'write a comma before an index register: `,{rest.group().strip(" ;")}`'
        self._report.warn(place, "comment-operand", "this is read as a comment", scan.remark,
                          len(scan.text.rstrip()), hints=[hint])

    def _in_macro(self) -> bool:
        return any(source.kind == "macro" for source in self._sources)

    # Sources ------------------------------------------------------------------------------------

    def _lines(self, text: str, name: str, via: Place | None = None) -> Iterator[Place]:
        """Return the lines of a file.  Args: via  the line that includes it, or None"""
        return lines_of(text, name, via, "" if via is None else INCLUDED)

    def _push(self, lines: Iterator[Place], kind: str, name: str, line: Line | None = None,
              renames: dict[str, str] | None = None) -> None:
        sources = self._sources
        if len(sources) >= SOURCE_DEPTH_MAX:
            assert line is not None
            try:
                raise self._too_deep(line)
            finally:
                self._conditions.cut(sources[1].depth)  # or the outer levels would call again
                del sources[1:]
        sources.append(Source(lines, kind, name, self._conditions.depth,
                              renames if renames is not None else {}))

    def _too_deep(self, line: Line) -> Fault:
        """Return the fault for nesting that is too deep; the usual cause is recursion."""
        named = [source for source in self._sources if source.name]
        innermost = named[-1]
        if sum(source.name == innermost.name for source in named) > 1:
            what = "macro" if innermost.kind == "macro" else "include of"
            return line.fault("E035", f"recursive {what} `{innermost.name}`",
                              "end the recursion with IF and ENDIF")
        return line.fault("E035", f"files and macros are nested more than {SOURCE_DEPTH_MAX} deep")

    def _leave_early(self, source: Source) -> None:
        """Leave a source early; the IFs opened in it are closed without a message."""
        self._conditions.leave(source.depth)
        self._sources.pop()

    def _collect(self, line: Line, end: re.Pattern[str], complaint: str,
                 start: re.Pattern[str] | None = None) -> list[Place] | None:
        """Take the lines up to the one that matches `end`, including nested blocks.

        Returns: the lines, or None if the source or the limit of lines ends first
        """
        body: list[Place] = []
        depth = 1
        count = len(self.draft.layout.items)
        for place in self._sources[-1].lines:
            self.rows.places.append(place)
            self.rows.firsts.append(count)
            self.words.add(LINE.match(place.text).group(2) or "")  # type: ignore[union-attr]
            if len(self.rows) > LINE_COUNT_MAX:     # `read` ends with the line after this one
                return None
            if end.match(place.text):
                depth -= 1
                if depth == 0:
                    return body
            elif start is not None and start.match(place.text):
                depth += 1
            body.append(place)
        self.draft.missing.lost(line.place, line.fault("E032", complaint))
        return None

    # Files --------------------------------------------------------------------------------------

    @structural("include use .include", strings=True)
    def include(self, line: Line) -> None:
        """INCLUDE "file": read the lines of another file next."""
        name, start, end = lexer.file_name(line)
        try:
            path = self._find(line, name, start, end)
            data = self.files.read(path)
            if self._dialect.data_included and self._include_data(line, data):
                return
            reason = not_text(data)
            if reason:
                raise Fault("E033", f"`{name}` {reason}", start, end)
        except (Fault, OSError) as error:
            self.draft.missing.lost(line.place, error if isinstance(error, Fault) else Fault(
                "E033", f"`{name}` cannot be read: {error.strerror}", start, end))
            return
        self._push(self._lines(decode(data), path, line.place), "file", path, line)

    def _include_data(self, line: Line, data: bytes) -> bool:
        """Add the bytes of an image or of hex records; return False if the data is a source."""
        draft = self.draft
        if not_text(data):
            if len(data) > BINARY_BYTES_MAX:
                raise line.fault("E030", f"{len(data):,} bytes do not fit into an image of "
                                 f"{BINARY_BYTES_MAX:,} bytes",
                                 "include only a part of the file with INCLUDEBIN")
            draft.append(Bytes(line.place, data))
            return True
        records = read_records(data)
        if records is None:
            return False
        for address, part in records:
            draft.append(Org(line.place, Number(address, 0, 0)))
            draft.append(Bytes(line.place, part))
        return True

    @structural("includebin incbin .incbin binclude", strings=True)
    def include_binary(self, line: Line) -> None:
        """INCLUDEBIN "file", offset, length: insert the bytes of a file, or a part of them."""
        name, start, end = lexer.file_name(line)
        bounds = parser.parse_expressions(line.scan, 1, 2) if line.scan.comma() else []
        line.scan.finish()
        path = self._find(line, name, start, end)
        numbers = [self.draft.constant(expr) for expr in bounds]
        offset = numbers[0] if numbers else 0
        try:
            size = os.path.getsize(path)
            length = numbers[1] if len(numbers) == 2 else size - offset
            if offset < 0 or length < 0 or offset + length > size:
                raise line.fault("E030", f"`{name}` has {size} bytes; the requested part is "
                                 "outside the file")
            if length > BINARY_BYTES_MAX:
                raise line.fault("E030", f"`{name}`: {length:,} bytes do not fit into an image of "
                                 f"{BINARY_BYTES_MAX:,} bytes", "give an offset and a length")
            self._binary_bytes += length
            if self._binary_bytes > ALL_BINARY_BYTES_MAX:
                raise line.fault("E035", "the program includes more than "
                                 f"{ALL_BINARY_BYTES_MAX:,} bytes with INCLUDEBIN")
            data = self.files.part(path, offset, length)
        except OSError as error:
            raise Fault("E033", f"`{name}` cannot be read: {error.strerror}", start, end) from None
        self.draft.append(Bytes(line.place, data))

    @structural("asset", own_label=True, strings=True)
    def convert(self, line: Line) -> None:
        """ASSET "file", name=value, ...: read the lines that a converter makes from a file."""
        try:
            name, start, end = lexer.file_name(line)
            options = read_options(self.draft, line)
            path = self._find(line, name, start, end)
            folder = os.path.dirname(path)
            try:
                done = self._conversions.convert(Asset(
                    path, self.files.read(path), line.label, options.values,
                    lambda other: self.files.read(os.path.join(folder, other)),
                    lexer.is_local(".a", self._dialect)), (start, end), options)
            except OSError as error:
                other = os.path.basename(error.filename or path)    # it may name further files
                raise Fault("E033", f"`{other}` cannot be read: {error.strerror}", start,
                            end) from None
        except (Fault, UndefinedError) as error:
            self._own_label(line)
            if isinstance(error, UndefinedError):
                raise
            self.draft.missing.lost(line.place, error)
            return
        for note in done.notes:
            self._report.note(line.place, "asset-note", note, start, end)
        self._push((Place(path, number, text, line.place, INCLUDED)
                    for number, text in done.lines), "file", path, line)

    def _find(self, line: Line, name: str, start: int, end: int) -> str:
        path, exact = self.files.find(name, line.place.file, start, end)
        if not exact:
            self._report.warn(line.place, "include-name", f"`{name}` was found as `{path}`",
                              start, end, hints=["spell the name exactly, with `/`, so that other "
                                                 "systems find the file"])
        return path

    @structural("end .end")
    def end(self, line: Line) -> None:
        """END: skip the rest of the innermost file, and of the macros called in it.

        In dialects where END does not count, it has no effect.
        """
        if line.scan.rest().lower().split()[:1] == ["struct"]:
            raise line.fault("E032", "END STRUCT without STRUCT")
        while self._sources and self._dialect.end_counts:
            source = self._sources[-1]
            self._leave_early(source)
            if source.kind == "file":
                return

    # Macros, repetition, structures ---------------------------------------------------------------

    @structural("macro .macro", own_label=True)
    def define_macro(self, line: Line) -> None:
        """MACRO: store the lines up to ENDM."""
        name, rest = line.label, line.scan.rest()
        if not name:
            name, *parameters = _NAME_END.split(rest, maxsplit=1)
            rest = "".join(parameters)
        body = self._collect(line, _MACRO_END, "MACRO without ENDM", _MACRO_START)
        if body is None:
            return
        if not lexer.LABEL.match(name):
            raise line.fault("E032", "a macro needs a name", "write `name macro`")
        key = name.lower()
        old = self._macro_places.setdefault(key, line.place)
        if (old.file, old.line) != (line.place.file, line.place.line):
            self.redefined = True
            which = "last" if self._dialect.last_macro else "new"
            self._report.warn(line.place, "macro-redefined", f"the macro `{name}` is defined "
                              f"again: the {which} definition is used", line.start,
                              line.start + len(line.operation),
                              notes=[Note("first defined here", old, 0, len(old.text))])
        parameters = [word.lstrip("\\") for word in split_arguments(rest)]
        macro = Macro(name, parameters, body, line.place)
        self.draft.macros[key] = self.draft.last_macros.get(key, macro)

    def _call(self, macro: Macro, line: Line) -> None:
        if len(line.place.text) > CALL_LENGTH_MAX:
            raise line.fault("E035", f"a macro call must have at most {CALL_LENGTH_MAX} characters")
        self._expand(macro, line.place, line.start, line.scan.pos, line)

    def _expand(self, macro: Macro, place: Place, start: int, end: int,
                line: Line | None = None) -> None:
        """Read the lines of a macro call next.

        Args: start, end  the columns of its name and of its operand
              line        for the message if the nesting is too deep
        """
        self._expansion_count += 1
        renames: dict[str, str] = {}
        text = place.text if line is None else line.scan.text
        arguments = split_arguments(text[end:])
        if macro.takes is not None and len(arguments) != macro.takes:
            self._report.warn(
                place, "macro-arguments", f"the macro `{macro.name}` takes {macro.takes} "
                f"argument{'s' * (macro.takes != 1)}, not {len(arguments)}", start,
                len(place.text.rstrip()),
                notes=[Note("it is defined here", macro.place, 0, len(macro.place.text))])
        lines = expand(macro, arguments, self._expansion_count, renames, place)
        self._push(lines, "macro", macro.name, line, renames)

    @structural("local", own_label=True)
    def local_names(self, line: Line) -> None:
        """LOCAL: names that are unique in every expansion of the macro."""
        source = next((source for source in reversed(self._sources) if source.kind == "macro"),
                      None)
        if source is None:
            raise line.fault("E032", "LOCAL outside a macro")
        for name in split_arguments(line.scan.text[line.scan.pos:]):
            source.renames[name] = f"{name}__{self._expansion_count}"

    @structural("exitm", own_label=True)
    def exit_macro(self, line: Line) -> None:
        """EXITM: leave the macro."""
        if not self._in_macro():
            raise line.fault("E032", "EXITM outside a macro")
        while self._sources[-1].kind != "macro":
            self._leave_early(self._sources[-1])
        self._leave_early(self._sources[-1])

    @structural("rept repeat .rept", own_label=True)
    def repeat(self, line: Line) -> None:
        """REPT: repeat the lines up to ENDR."""
        self._own_label(line)
        body = self._collect(line, _REPEAT_END, "REPT without ENDR", _REPEAT_START)
        if body is None:
            return
        expr = parser.parse_expressions(line.scan, 1, 1)[0]
        count = self.draft.constant(expr)
        if not 0 <= count <= REPEAT_COUNT_MAX:
            raise Fault("E035", f"the count must be 0 to {REPEAT_COUNT_MAX}, not {count}",
                        expr.start, expr.end)
        self._push(repeat(body, count, line.place), "repeat", "", line)

    @structural("struct", own_label=True)
    def struct(self, line: Line) -> None:
        """STRUCT: the lines up to END STRUCT are the fields."""
        body = self._collect(line, STRUCT_END, "STRUCT without END STRUCT")
        if body is not None:
            define_struct(self.draft, line, body)

    @structural("endm endmacro endr endrept ends endstruct .endm .endr", own_label=True)
    def stray(self, line: Line) -> None:
        """ENDM, ENDR or ENDS without a line that begins its block."""
        begin = {"m": "MACRO", "r": "REPT", "s": "STRUCT"}[line.operation.lstrip(".")[3].lower()]
        raise line.fault("E032", f"`{line.operation}` without {begin}")


def _header_of(rows: Rows, file: str) -> list[str]:
    """Return the comment at the beginning of an included file, without semicolons."""
    places = (place for place in rows.places if place.file == file)
    first = next(places, None)
    if first is None or first.via is None:
        return []
    lines = itertools.takewhile(lambda place: place.text[:1] == ";", [first, *places])
    return [place.text.strip("; \t") for place in lines]


def _rom_names(files: Files) -> list[str]:
    """Return the names that the include file of the ROM defines, if there is one."""
    for folder in files.include_dirs:
        try:
            text = decode(read_file(os.path.join(folder, ROM_FILE)))
        except OSError:
            continue
        return [match.group(1) for match in _EQU.finditer(text)]
    return []
