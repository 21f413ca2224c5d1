"""The reader: from the lines of the source to the statements of a `Draft`.

It takes each line apart, follows INCLUDE, macros and conditions, and hands instructions to
operations.py and directives to directives.py; they add statements to the draft.  What reads other
lines or files than its own (INCLUDE, MACRO, REPT, STRUCT, END, ...) is done here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator

from asm.assembler import conditions
from asm.assembler.conditions import Conditions
from asm.assembler.directives import DIRECTIVES
from asm.assembler.draft import Draft
from asm.assembler.encode import Bytes
from asm.assembler.items import Org, Scope
from asm.assembler.mnemonics import STRUCTURE, UnknownWords, is_operation
from asm.assembler.operations import OPERATIONS, read_operation
from asm.assembler.rows import Rows
from asm.assembler.structs import END as STRUCT_END
from asm.assembler.structs import define_struct
from asm.assembler.undefined import ROM_FILE
from asm.assembler.usual import Known, known_of, read_usual
from asm.syntax import lexer, parser
from asm.syntax.diagnostics import INCLUDED, Fault, Note, Place
from asm.syntax.expr import Number, UndefinedError
from asm.syntax.lexer import LINE, Line, Scanner
from asm.syntax.macros import Macro, expand, repeat, split_arguments
from asm.syntax.patterns import pattern
from asm.syntax.source import Files, decode, lines_of, not_text, read_file, read_records

SOURCE_DEPTH_MAX = 100
REPEAT_COUNT_MAX = 65536
CALL_LENGTH_MAX = 4096      # a macro that calls itself may double its arguments each time
LINE_COUNT_MAX = 200_000    # the longest public program has a tenth of it
BINARY_BYTES_MAX = 0x10000
ALL_BINARY_BYTES_MAX = 1 << 24
KEPT_LENGTH_MAX = 200       # of the lines whose forms are kept, characters and number
KEPT_COUNT_MAX = 32_768
ADDED_MAX = 3_000_000       # characters of included lines, and four times those of the lines that
ADDED_LINE_MIN = 10         # macros and repetitions make; a line counts as at least so many

_NAME_END = pattern(r"[ \t]*[ \t,][ \t]*")
_COLON = pattern(r"[ \t]*([^\s;]+)?[ \t]*")
_CALL = pattern(r"(?:([^\s;:=]++):?)?[ \t]++(\w++)(?![^ \t;])[ \t]*+")     # of most macros
_MACRO_START = pattern(r"(?:[^\s;:*][^\s;:]*:?)?[ \t]+macro\b", re.IGNORECASE)
_EQU = pattern(r"^([A-Za-z_]\w*):?[ \t]+equ\b", re.IGNORECASE | re.MULTILINE)
_MACRO_END = pattern(r"[ \t]*(?:endm|endmacro|end[ \t]+macro)\b", re.IGNORECASE)
_REPEAT_START = pattern(r"(?:[^\s;:*][^\s;:]*:?)?[ \t]+(?:rept|repeat)\b", re.IGNORECASE)
_REPEAT_END = pattern(r"[ \t]*(?:endr|endrept|end[ \t]+rept)\b", re.IGNORECASE)


# By dialect, what lines were read as, None where they are read anew each time.  That depends on
# their text alone, so whoever reads a text again, in this assembly or another, need not take it
# apart.
_KEPT: dict[str, dict[str, Known | None]] = {}
_CONDITIONAL = {*conditions.ALL, "end", "else"}     # a macro of such a name is none in each line
_UNREAD: Known = (None, "", "", None, (), False)


class Source:
    """Lines being read: a file, a macro, a repetition.

    name     the path of the file, the name of the macro
    depth    how many IFs were open when it began
    renames  the names LOCAL has made its own
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
    redefined  some macro was defined more than once
    words      every operation, as it is written
    """

    def __init__(self, draft: Draft, files: Files) -> None:
        self.draft = draft
        self.files = files
        self.rows = Rows()
        self.redefined = False
        self.words: set[str] = set()
        self._report = draft.run.report
        self._dialect = draft.run.dialect
        self._cuts_operand = self._dialect.blank_ends_operand
        self._conditions = Conditions(draft)
        self._forms = _KEPT.setdefault(self._dialect.name, {})
        self._sources: list[Source] = []
        self._unknown = UnknownWords(self._report, draft.missing.word)
        draft.missing.rom_names = self._rom_names
        self._expansion_count = 0
        self._binary_bytes = 0
        self._macro_places: dict[str, Place] = {}

    def read(self, text: str, name: str) -> None:
        """Read all lines of a text, and of what it includes."""
        self._push(lines_of(text, name), "file", name)
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
            weight = 1 if source.kind == "file" else 4
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
                        # What has a label or is data seldom comes again in a file.
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
        self._unknown.finish()
        ifs.warn_of_later()

    def _give_up(self, place: Place) -> None:
        """Report that the source is too long; read no more of it."""
        self._report.error(place.via or place, Fault(
            "E035", f"the source is too long: more than {LINE_COUNT_MAX:,} lines, or too many "
            "characters from INCLUDE, macros and repetitions"))
        self.draft.layout.clear()        # what they make is of no interest
        self._sources.clear()

    def _calls(self, text: str, place: Place) -> bool:
        """Read a line at one go that calls a macro; False for other lines."""
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
        """Read one line."""
        match = LINE.match(text)
        assert match is not None
        label, operation = match.groups()
        end = match.end()
        start = match.start(2)
        if operation is not None:
            self.words.add(operation)
        if self._conditions.skipping:
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
            label, operation, start, end = self._indented_label(text, operation, start, end)
        draft = self.draft
        if operation is None:
            if label is not None:
                self._lone_label(place, label)
            return
        if self._cuts_operand:
            text = lexer.operand_cut(text, operation, end)
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
        """Read a line that has nothing but a label."""
        if is_operation(label, place.text):
            self._report.warn(place, "label-mnemonic", f"`{label}` in column 1 is read "
                              "as a label", 0, len(label),
                              hints=["put a blank before an instruction"])
        else:
            self._keep(place.text, known_of(label, "", None))
        self.draft.label(label, place)

    def _keep(self, text: str, known: Known | None) -> None:
        """Remember what a text was read as; None for what is to be read the longer way."""
        if len(text) <= KEPT_LENGTH_MAX:
            if len(self._forms) >= KEPT_COUNT_MAX:
                self._forms.clear()
            self._forms[text] = known

    def _directive(self, line: Line, word: str) -> None:
        """Read a line that is not an instruction."""
        draft = self.draft
        entry = DIRECTIVES.get(word)
        if entry is not None and word not in draft.macros:
            handler, own_label = entry
            if line.label and not own_label:
                draft.label(line.label, line.place)
            form = handler(draft, line)
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
        structural = _STRUCTURAL.get(word)
        if structural is not None:
            handle, own_label = structural
            if line.label and not own_label:
                draft.label(line.label, line.place)
            handle(self, line)
        else:
            self._unknown.add(line, word, draft.macros)
            self._own_label(line)
            return
        if line.scan.remark >= 0 or line.scan.slips:
            self._warn_slips(line.place, line.scan)

    def _own_label(self, line: Line) -> None:
        if line.label:
            self.draft.label(line.label, line.place)

    def _indented_label(self, text: str, operation: str, start: int,
                        end: int) -> tuple[str, str | None, int, int]:
        """Read `name:` that does not stand in column 1, and the operation after it."""
        match = _COLON.match(text, end)
        assert match is not None
        return operation.rstrip(":"), match.group(1), match.start(1), match.end()

    def _warn_slips(self, place: Place, scan: Scanner) -> None:
        """Warn of what was passed over, and of a comment that looks like an operand."""
        for name, text, start, end in scan.slips:
            self._report.warn(place, name, text, start, end)
        if scan.remark < 0:
            return
        rest = lexer.LONE_REGISTER.match(scan.text, scan.remark)
        hint = "put a `;` before a comment" if rest is None else \
            f"an index register follows a comma: `,{rest.group().strip(' ;')}`"
        self._report.warn(place, "comment-operand", "this is read as a comment", scan.remark,
                          len(scan.text.rstrip()), hints=[hint])

    def _in_macro(self) -> bool:
        return any(source.kind == "macro" for source in self._sources)

    # Sources ------------------------------------------------------------------------------------

    def _push(self, lines: Iterator[Place], kind: str, name: str, line: Line | None = None,
              renames: dict[str, str] | None = None) -> None:
        sources = self._sources
        if len(sources) >= SOURCE_DEPTH_MAX:
            assert line is not None
            fault = self._too_deep(line)
            self._conditions.cut(sources[1].depth)  # else the levels above would go on calling
            del sources[1:]
            raise fault
        sources.append(Source(lines, kind, name, self._conditions.depth,
                              renames if renames is not None else {}))

    def _too_deep(self, line: Line) -> Fault:
        """Make the fault for too many open sources, which mostly are one that opens itself."""
        named = [source for source in self._sources if source.name]
        innermost = named[-1]
        if sum(source.name == innermost.name for source in named) > 1:
            what = "macro" if innermost.kind == "macro" else "include of"
            return line.fault("E035", f"recursive {what} `{innermost.name}`",
                              "end the recursion with IF and ENDIF")
        return line.fault("E035", f"files and macros are nested more than {SOURCE_DEPTH_MAX} deep")

    def _leave_early(self, source: Source) -> None:
        """Leave a source in the middle; the IFs opened in it are closed without complaint."""
        self._conditions.leave(source.depth)
        self._sources.pop()

    def _collect(self, line: Line, end: re.Pattern[str], complaint: str,
                 start: re.Pattern[str] | None = None) -> list[Place] | None:
        """Take the lines up to the one that matches `end`, nested ones counted.

        Returns: the lines, or None where the source, or what may be read, ends first
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

    def include(self, line: Line) -> None:
        """INCLUDE "file": read the lines of another file next."""
        name, start, end = lexer.file_name(line)
        try:
            path = self._find(line, name, start, end)
            data = self._read_file(path, name, start, end)
            if self._dialect.data_included and self._include_data(line, data):
                return
            reason = not_text(data)
            if reason:
                raise Fault("E033", f"`{name}` {reason}", start, end)
        except Fault as fault:
            self.draft.missing.lost(line.place, fault)
            return
        self._push(lines_of(decode(data), path, line.place, INCLUDED), "file", path, line)

    def _include_data(self, line: Line, data: bytes) -> bool:
        """Put down the bytes of an image, or of records where these say; False for a source."""
        draft = self.draft
        if not_text(data):
            if len(data) > BINARY_BYTES_MAX:
                raise line.fault("E030", f"{len(data):,} bytes do not fit into an image of "
                                 f"{BINARY_BYTES_MAX:,}", "use INCLUDEBIN for a part of it")
            draft.append(Bytes(line.place, data))
            return True
        records = read_records(data)
        if records is None:
            return False
        for address, part in records:
            draft.append(Org(line.place, Number(address, 0, 0)))
            draft.append(Bytes(line.place, part))
        return True

    def include_binary(self, line: Line) -> None:
        """INCLUDEBIN "file", or with offset and length: the bytes of another file."""
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
                raise line.fault("E030", f"`{name}` has {size} bytes: the part asked for is not "
                                 "in it")
            if length > BINARY_BYTES_MAX:
                raise line.fault("E030", f"`{name}`: {length:,} bytes do not fit into an image of "
                                 f"{BINARY_BYTES_MAX:,}", "give an offset and a length")
            self._binary_bytes += length
            if self._binary_bytes > ALL_BINARY_BYTES_MAX:
                raise line.fault("E035", f"more than {ALL_BINARY_BYTES_MAX:,} bytes of INCLUDEBIN")
            data = self.files.part(path, offset, length)
        except OSError as error:
            raise Fault("E033", f"`{name}` cannot be read: {error.strerror}", start, end) from None
        self.draft.append(Bytes(line.place, data))

    def _find(self, line: Line, name: str, start: int, end: int) -> str:
        path, exact = self.files.find(name, line.place.file, start, end)
        if not exact:
            self._report.warn(line.place, "include-name", f"`{name}` was found as `{path}`",
                              start, end, hints=["spell the name exactly, with `/`, so that other "
                                                 "systems find the file"])
        return path

    def _rom_names(self) -> list[str]:
        """The names that the include file of the ROM defines, none if there is no such file."""
        for folder in self.files.include_dirs:
            try:
                text = decode(read_file(os.path.join(folder, ROM_FILE)))
            except OSError:
                continue
            return [match.group(1) for match in _EQU.finditer(text)]
        return []

    def _read_file(self, path: str, name: str, start: int, end: int) -> bytes:
        try:
            return self.files.read(path)
        except OSError as error:
            raise Fault("E033", f"`{name}` cannot be read: {error.strerror}", start, end) from None

    def end(self, line: Line) -> None:
        """END: the rest of the innermost file is not read, nor of the macros called in it.

        Where END does not count in the dialect, it has no effect.
        """
        if line.scan.rest().lower().split()[:1] == ["struct"]:
            raise line.fault("E032", "END STRUCT without STRUCT")
        while self._sources and self._dialect.end_counts:
            source = self._sources[-1]
            self._leave_early(source)
            if source.kind == "file":
                return

    # Macros, repetition, structures ---------------------------------------------------------------

    def define_macro(self, line: Line) -> None:
        """MACRO: keep the lines up to ENDM."""
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
            raise line.fault("E035", f"a macro call has at most {CALL_LENGTH_MAX} characters")
        self._expand(macro, line.place, line.start, line.scan.pos, line)

    def _expand(self, macro: Macro, place: Place, start: int, end: int,
                line: Line | None = None) -> None:
        """Read the lines that a call of a macro makes next.

        Args: start, end  the columns of its name, and where its operand begins
              line        if there may be too many sources already
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

    def local_names(self, line: Line) -> None:
        """LOCAL: names that are new in every expansion of the macro."""
        source = next((source for source in reversed(self._sources) if source.kind == "macro"),
                      None)
        if source is None:
            raise line.fault("E032", "LOCAL outside a macro")
        for name in split_arguments(line.scan.text[line.scan.pos:]):
            source.renames[name] = f"{name}__{self._expansion_count}"

    def exit_macro(self, line: Line) -> None:
        """EXITM: leave the macro."""
        if not self._in_macro():
            raise line.fault("E032", "EXITM outside a macro")
        while self._sources[-1].kind != "macro":
            self._leave_early(self._sources[-1])
        self._leave_early(self._sources[-1])

    def repeat(self, line: Line) -> None:
        """REPT: the lines up to ENDR, so often."""
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

    def struct(self, line: Line) -> None:
        """STRUCT: the lines up to END STRUCT are the fields."""
        body = self._collect(line, STRUCT_END, "STRUCT without END STRUCT")
        if body is not None:
            define_struct(self.draft, line, body)

    def stray(self, line: Line) -> None:
        """ENDM, ENDR and ENDS that end nothing."""
        begin = {"m": "MACRO", "r": "REPT", "s": "STRUCT"}[line.operation[3].lower()]
        raise line.fault("E032", f"`{line.operation}` without {begin}")


# word -> (handler, whether the label on the line is the handler's own affair)
_STRUCTURAL: dict[str, tuple[Callable[[Reader, Line], None], bool]] = {
    **dict.fromkeys(("macro",), (Reader.define_macro, True)),
    **dict.fromkeys(("rept", "repeat"), (Reader.repeat, True)),
    **dict.fromkeys(("local",), (Reader.local_names, True)),
    **dict.fromkeys(("exitm",), (Reader.exit_macro, True)),
    **dict.fromkeys(("struct",), (Reader.struct, True)),
    **dict.fromkeys(("endm", "endmacro", "endr", "endrept", "ends", "endstruct"),
                    (Reader.stray, True)),
    **dict.fromkeys(("include", "use", ".include"), (Reader.include, False)),
    **dict.fromkeys(("includebin", "incbin", ".incbin", "binclude"),
                    (Reader.include_binary, False)),
    **dict.fromkeys(("end", ".end"), (Reader.end, False)),
}
assert set(_STRUCTURAL) == STRUCTURE
