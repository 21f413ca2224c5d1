"""The assembly itself: reading the source into items, finding the sizes, making the bytes.

1. `Assembler.expand` reads the lines, follows INCLUDE, macros and conditions, and makes a flat list
   of items.  Each item is laid out at once, so that conditions see the addresses known so far.
2. `Assembler.settle` lays the list out again and again.  Instructions only grow, so this ends; when
   nothing moves any more, all values are final.
3. `Assembler.emit` asks every item for its bytes, and collects all faults.

If a condition turns out to rest on an address that has moved since, everything starts anew with the
addresses found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from asm import conditions, lexer, parser, symbols
from asm.checks import Limit, check_program
from asm.diagnostics import INCLUDED, Fault, Note, Place, Report
from asm.dialects import Dialect
from asm.directives import DIRECTIVES, Line
from asm.encode import Item
from asm.expr import Expr, UndefinedError, local_name, numeric_name
from asm.items import Label, NumericLabel
from asm.lexer import LINE, Scanner
from asm.macros import Macro, expand, repeat, split_arguments
from asm.missing import Missing, is_operation
from asm.operations import OPERATIONS, assemble_operation
from asm.run import Run
from asm.source import Files, decode, lines_of, not_text
from asm.structs import struct_directive
from asm.symbols import Symbol

PASS_COUNT_MAX = 200
EXPANSION_COUNT_MAX = 8
SOURCE_DEPTH_MAX = 100
REPEAT_COUNT_MAX = 65536
CALL_LENGTH_MAX = 4096      # a macro that calls itself may double its arguments each time
LINE_COUNT_MAX = 200_000    # macros expanded; the longest public program has a tenth of it

_NAME_END = re.compile(r"[ \t]*[ \t,][ \t]*")
_COLON = re.compile(r"[ \t]*([^\s;]+)?[ \t]*")
_MACRO_START = re.compile(r"(?:[^\s;:*][^\s;:]*:?)?[ \t]+macro\b", re.IGNORECASE)
_MACRO_END = re.compile(r"[ \t]*(?:endm|endmacro|end[ \t]+macro)\b", re.IGNORECASE)
_REPEAT_END = re.compile(r"[ \t]*(?:endr|endrept|end[ \t]+rept)\b", re.IGNORECASE)


def too_deep(place: Place) -> Fault:
    """Make the fault for an expression that is nested beyond all measure."""
    return Fault("E035", "the expression is too long or too deeply nested", 0, len(place.text))


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


class Assembler:
    """One assembly of one source."""

    def __init__(self, text: str, name: str, files: Files, defines: dict[str, int],
                 dialect: Dialect, warnings: Iterable[str], relax: bool) -> None:
        self.text = text
        self.name = name
        self.files = files
        self.defines = defines
        self.dialect = dialect
        self.warning_switches = list(warnings)
        self.relax = relax
        self.known: dict[str, int] = {}
        self.chunks: list[tuple[int, bytes, Item]] = []
        self.limits: list[Limit] = []
        self._restart()

    def _restart(self) -> None:
        self.run = Run(self.dialect, Report(self.warning_switches), self.relax)
        self.items: list[Item] = []
        self.rows: list[tuple[Place, int]] = []
        self.sources: list[Source] = []
        self.blocks: list[conditions.Block] = []
        self.skipping = False
        self.macros: dict[str, Macro] = {}
        self.expansion_count = 0
        self.character_map = bytes(range(256))
        self.missing = Missing(self.run)
        self.overflowed = False
        start = Place("<command line>", 1, "")
        for name, value in self.defines.items():
            symbol = Symbol(name, symbols.DEFINE, start, 0, value)
            self.run.symbols[name] = symbol

    def assemble(self) -> None:
        """Do everything; the outcome is in `chunks`, `items`, `rows`, `limits` and `run`."""
        for _ in range(EXPANSION_COUNT_MAX):
            self._restart()
            self.expand()
            self.settle()
            changed = self.run.changed_decision
            if changed is None:
                break
            self.known = {name: symbol.value for name, symbol in self.run.symbols.items()
                          if symbol.value is not None}
        else:
            assert changed is not None
            self.run.report.error(changed.place, Fault(
                "E026", "this condition changes the addresses it depends on", 0,
                hints=["make it depend on constants only"]))
        self.emit()
        check_program(self)

    # Reading ------------------------------------------------------------------------------------

    def expand(self) -> None:
        """Read all lines and make the list of items."""
        self._push(lines_of(self.text, self.name), "file", self.name)
        report = self.run.report
        sources, rows, items = self.sources, self.rows, self.items
        while sources:
            place = next(sources[-1].lines, None)
            if place is None:
                self._leave()
                continue
            rows.append((place, len(items)))
            if len(rows) > LINE_COUNT_MAX:
                report.error(place, Fault("E035", f"more than {LINE_COUNT_MAX} lines, those of "
                                          "macros and repetitions counted"))
                items.clear()       # what they make is of no interest
                break
            text = place.text
            if not text or text[0] in ";*":
                continue
            try:
                self.statement(place, text)
            except Fault as fault:
                report.error(place, fault)
            except UndefinedError as undefined:
                self.missing.symbol(place, undefined, self.items)
            except RecursionError:
                report.error(place, too_deep(place))

    def statement(self, place: Place, text: str) -> None:
        """Assemble one line."""
        match = LINE.match(text)
        assert match is not None
        label, operation = match.groups()
        end = match.end()
        start = match.start(2)
        if self.skipping:
            word = conditions.word_of(operation, text, end) if operation is not None else ""
            if word:
                assert operation is not None
                conditions.handle(self, Line(place, "", operation, start, Scanner(text, end)), word)
            return
        if label is None and (text[0] == ":" or (operation and not operation.strip(":"))):
            raise Fault("E005", "a label needs a name before its colon", text.find(":"))
        if operation is not None and operation[-1] == ":" and label is None:
            label, operation, start, end = self._indented_label(text, operation, start, end)
        if operation is None:
            if label is not None:
                if is_operation(label, text):
                    self.run.report.warn(place, "label-mnemonic", f"`{label}` in column 1 is taken "
                                         "for a label", 0, len(label),
                                         hints=["put a blank before an instruction"])
                self.label(label, place)
            return
        word = operation.lower()
        found = OPERATIONS.get(word)
        if found is not None and word not in self.macros:
            if label is not None:
                self.label(label, place)
            scan = Scanner(text, end)
            self.append(assemble_operation(self.run, place, found, scan))
            if scan.remark >= 0:
                self._warn_remark(place, scan)
            return
        if word[0] == "*":
            if label is not None:
                self.label(label, place)
            return
        self._directive(Line(place, label or "", operation, start, Scanner(text, end)), word)

    def _directive(self, line: Line, word: str) -> None:
        """Assemble a line that is not an instruction."""
        word = conditions.word_of(word, line.scan.text, line.scan.pos) or word
        if word in conditions.ALL:
            if line.label:
                self.label(line.label, line.place)
            conditions.handle(self, line, word)
            return
        macro = self.macros.get(word)
        if macro is not None:
            if line.label:
                self.label(line.label, line.place)
            self._call(macro, line)
            return
        structural = _STRUCTURAL.get(word)
        if structural is not None:
            structural(self, line)
            return
        entry = DIRECTIVES.get(word)
        if entry is None:
            self.missing.operation(line, word, self.macros)
            if line.label:
                self.label(line.label, line.place)
            return
        handler, own_label = entry
        if line.label and not own_label:
            self.label(line.label, line.place)
        handler(self, line)
        if line.scan.remark >= 0:
            self._warn_remark(line.place, line.scan)

    def _indented_label(self, text: str, operation: str, start: int,
                        end: int) -> tuple[str, str | None, int, int]:
        """Read `name:` that does not stand in column 1, and the operation after it."""
        match = _COLON.match(text, end)
        assert match is not None
        return operation.rstrip(":"), match.group(1), match.start(1), match.end()

    def _warn_remark(self, place: Place, scan: Scanner) -> None:
        self.run.report.warn(place, "comment-operand", "this is taken for a comment", scan.remark,
                             len(scan.text.rstrip()), hints=["put a `;` before a comment"])

    def append(self, item: Item) -> None:
        """Add an item at the end and lay it out."""
        run = self.run
        item.address = run.here = run.pc
        if run.dialect.here_at_end:
            run.here += item.size
        if item.moves:
            item.layout(run)
        run.pc += item.size
        self.items.append(item)

    # Symbols ------------------------------------------------------------------------------------

    def full_name(self, name: str) -> str:
        """The name under which the table knows a symbol that the source writes so."""
        if lexer.is_local(name):
            return local_name(self.run.scope, name)
        return name

    def define(self, name: str, kind: str, place: Place, start: int = 0) -> Symbol | None:
        """Enter a symbol.

        Returns: the symbol; None where it exists and the dialect only warns of that
        Errors:  Fault E005, E022
        """
        if not lexer.LABEL.match(name) or name.isdecimal():
            raise Fault("E005", f"`{name}` cannot be a symbol", start, start + len(name),
                        hints=["a symbol is a letter or _, then letters, digits, _ . $"])
        full = self.full_name(name)
        try:
            return symbols.define(self.run.symbols, full, kind, place, start, start + len(name))
        except Fault as fault:
            if not self.dialect.duplicate_is_warning:
                raise
            self.run.report.warn(place, "duplicate-label", fault.text, fault.start, fault.end,
                                 notes=fault.notes)
            return None

    def label(self, name: str, place: Place) -> None:
        """Define a label at the location counter."""
        start = place.text.find(name)
        if name.isdecimal() or name == lexer.BANG:
            run = self.run
            full = numeric_name(name, run.numeric.get(name, 0) + 1)
            number = symbols.define(run.symbols, full, symbols.LABEL, place, start, start)
            self.append(NumericLabel(place, number, name))
            return
        local = lexer.is_local(name)
        symbol: Symbol | None = None
        try:
            symbol = self.define(name, symbols.LABEL, place, start)
        except Fault as fault:
            self.run.report.error(place, fault)
        if symbol is not None:
            self.append(Label(place, symbol, "" if local else name))
            self.recall(symbol)
        elif not local:
            self.run.scope = name

    def recall(self, symbol: Symbol) -> None:
        """Give a symbol the value found when the source was read before, if it was."""
        known = self.known.get(symbol.name)
        if known is not None:
            symbol.value = known

    def constant(self, expr: Expr) -> int:
        """The value of an expression that must be known while reading.  Errors: Fault E020."""
        try:
            return expr.value(self.run)
        except UndefinedError as undefined:
            raise Fault("E020", f"`{undefined.name}` must be defined above this line",
                        undefined.start, undefined.end) from None

    def mapped(self, values: list[Expr | bytes]) -> list[Expr | bytes]:
        """Translate the strings in a list as CMAP says."""
        return [value.translate(self.character_map) if isinstance(value, bytes) else value
                for value in values]

    # Files, macros, repetition ------------------------------------------------------------------

    def _push(self, lines: Iterator[Place], kind: str, name: str, line: Line | None = None,
              renames: dict[str, str] | None = None) -> None:
        if len(self.sources) >= SOURCE_DEPTH_MAX:
            assert line is not None
            names = [source.name for source in self.sources if source.name]
            again = names.count(names[-1]) > 1
            del self.blocks[self.sources[1].depth:]     # else the levels above would go on calling
            del self.sources[1:]
            raise line.fault("E035", f"`{names[-1]}` is inside itself without end" if again else
                             f"more than {SOURCE_DEPTH_MAX} files and macros inside one another",
                             "put what repeats itself between IF and ENDIF" if again else "")
        self.sources.append(Source(lines, kind, name, len(self.blocks),
                                   renames if renames is not None else {}))

    def _leave(self) -> None:
        """Finish the innermost source: every IF opened in it must be closed."""
        source = self.sources.pop()
        conditions.check_closed(self, source.depth)

    def include(self, line: Line, name: str, start: int, end: int) -> None:
        """Read the lines of another file next."""
        try:
            path = self._find(line, name, start, end)
            data = self._read(path, name, start, end)
            reason = not_text(data)
            if reason:
                raise Fault("E033", f"`{name}` {reason}", start, end)
        except Fault as fault:
            self.missing.lost(line.place, fault)
            return
        self._push(lines_of(decode(data), path, line.place, INCLUDED), "file", path, line)

    def read_binary(self, line: Line, name: str, start: int, end: int) -> bytes:
        """Return the bytes of the file a source names."""
        return self._read(self._find(line, name, start, end), name, start, end)

    def _find(self, line: Line, name: str, start: int, end: int) -> str:
        path, exact = self.files.find(name, line.place.file, start, end)
        if not exact:
            self.run.report.warn(line.place, "include-name", f"`{name}` is taken for `{path}`",
                                 start, end, hints=["spell it as the file is, with `/`, and other "
                                                    "systems find it too"])
        return path

    def _read(self, path: str, name: str, start: int, end: int) -> bytes:
        try:
            return self.files.read(path)
        except OSError as error:
            raise Fault("E033", f"`{name}` cannot be read: {error.strerror}", start, end) from None

    def end_file(self) -> None:
        """Stop reading the innermost file, and the macros called in it."""
        while self.sources:
            source = self.sources[-1]
            self._leave_early(source)
            if source.kind == "file":
                return

    def _leave_early(self, source: Source) -> None:
        """Leave a source in the middle; the IFs opened in it are closed without complaint."""
        del self.blocks[source.depth:]
        self.skipping = False
        self.sources.pop()

    def collect(self, line: Line, end: re.Pattern[str], complaint: str,
                start: re.Pattern[str] | None = None) -> list[Place] | None:
        """Take the lines up to the one that matches `end`, nested ones counted.

        Returns: the lines, or None where the source ends first, which is reported
        """
        body: list[Place] = []
        depth = 1
        for place in self.sources[-1].lines:
            self.rows.append((place, len(self.items)))
            if end.match(place.text):
                depth -= 1
                if depth == 0:
                    return body
            elif start is not None and start.match(place.text):
                depth += 1
            body.append(place)
        self.missing.lost(line.place, line.fault("E032", complaint))
        return None

    def define_macro(self, line: Line) -> None:
        """MACRO: keep the lines up to ENDM."""
        name, rest = line.label, line.scan.rest()
        if not name:
            name, *parameters = _NAME_END.split(rest, maxsplit=1)
            rest = "".join(parameters)
        body = self.collect(line, _MACRO_END, "MACRO without ENDM", _MACRO_START)
        if body is None:
            return
        if not lexer.LABEL.match(name):
            raise line.fault("E032", "a macro needs a name", "write `name macro`")
        old = self.macros.get(name.lower())
        if old is not None:
            raise Fault("E022", f"the macro `{name}` is defined twice", line.start,
                        line.start + len(line.operation),
                        notes=[Note("here first", old.place, 0, len(old.name))])
        parameters = [word.lstrip("\\") for word in split_arguments(rest)]
        self.macros[name.lower()] = Macro(name, parameters, body, line.place)

    def _call(self, macro: Macro, line: Line) -> None:
        if len(line.place.text) > CALL_LENGTH_MAX:
            raise line.fault("E035", f"a call of a macro has at most {CALL_LENGTH_MAX} characters")
        self.expansion_count += 1
        renames: dict[str, str] = {}
        arguments = split_arguments(line.scan.text[line.scan.pos:])
        lines = expand(macro, arguments, self.expansion_count, renames, line.place)
        self._push(lines, "macro", macro.name, line, renames)

    def local_names(self, line: Line) -> None:
        """LOCAL: names that are new in every expansion of the macro."""
        source = next((source for source in reversed(self.sources) if source.kind == "macro"), None)
        if source is None:
            raise line.fault("E032", "LOCAL outside a macro")
        for name in split_arguments(line.scan.text[line.scan.pos:]):
            source.renames[name] = f"{name}__{self.expansion_count}"

    def exit_macro(self, line: Line) -> None:
        """EXITM: leave the macro."""
        if not any(source.kind == "macro" for source in self.sources):
            raise line.fault("E032", "EXITM outside a macro")
        while self.sources[-1].kind != "macro":
            self._leave_early(self.sources[-1])
        self._leave_early(self.sources[-1])

    def repeat(self, line: Line) -> None:
        """REPT: the lines up to ENDR, so often."""
        if line.label:
            self.label(line.label, line.place)
        body = self.collect(line, _REPEAT_END, "REPT without ENDR", _REPEAT_START)
        if body is None:
            return
        expr = parser.parse_expressions(line.scan, 1, 1)[0]
        count = self.constant(expr)
        if not 0 <= count <= REPEAT_COUNT_MAX:
            raise Fault("E035", f"{count} repetitions are not between 0 and {REPEAT_COUNT_MAX}",
                        expr.start, expr.end)
        self._push(repeat(body, count, line.place), "repeat", "", line)

    def stray(self, line: Line) -> None:
        """ENDM, ENDR and ENDS that end nothing."""
        raise line.fault("E032", f"`{line.operation}` without its beginning")

    # Passes -------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Lay the items out until no size and no symbol changes."""
        run = self.run
        sizes = [item.size for item in self.items if item.moves]
        values = {name: symbol.value for name, symbol in run.symbols.items()}
        previous = values
        for _ in range(PASS_COUNT_MAX):
            run.start_pass()
            run.changed_decision = None
            new_sizes = self._lay_out()
            new_values = {name: symbol.value for name, symbol in run.symbols.items()}
            if new_sizes == sizes and new_values == values:
                return
            previous, sizes, values = values, new_sizes, new_values
        self._unsettled(previous, values)

    def _lay_out(self) -> list[int]:
        """Lay every item out once; return the sizes of those that may change."""
        run = self.run
        at_end = run.dialect.here_at_end
        sizes = []
        pc = 0
        for item in self.items:
            item.address = pc
            if item.moves:
                run.pc = pc
                run.here = pc + item.size if at_end else pc
                item.layout(run)
                pc = run.pc + item.size
                sizes.append(item.size)
            else:
                pc += item.size
        return sizes

    def _unsettled(self, before: dict[str, int | None], after: dict[str, int | None]) -> None:
        moving = [(name, before.get(name), value) for name, value in after.items()
                  if before.get(name) != value]
        symbol = self.run.symbols[moving[0][0]] if moving else None
        place = symbol.place if symbol else self.items[0].place
        named = ", ".join(f"{name} ({old} and {new})" for name, old, new in moving[:3])
        self.run.report.error(place, Fault(
            "E026", f"the addresses do not settle: {named}", symbol.start if symbol else 0,
            hints=["a size or an ORG depends on an address that it moves itself"]))

    def emit(self) -> None:
        """Make the bytes of all items; record what is still wrong."""
        run = self.run
        run.start_pass()
        report = run.report
        at_end = run.dialect.here_at_end
        chunks = self.chunks = []
        for item in self.items:
            item.address = run.pc
            run.here = run.pc + item.size if at_end else run.pc
            if item.moves:
                item.layout(run)
            try:
                data = item.encode(run)
            except Fault as fault:
                report.error(item.place, fault)
            except UndefinedError as undefined:
                self.missing.symbol(item.place, undefined, self.items)
            except RecursionError:
                report.error(item.place, too_deep(item.place))
            else:
                if data:
                    self._emit(item, data, chunks)
            run.pc += item.size
        self.missing.finish()
        if self.overflowed:     # that labels are beyond $FFFF, too, is no news
            report.drop("value-truncated")

    def _emit(self, item: Item, data: bytes, chunks: list[tuple[int, bytes, Item]]) -> None:
        run = self.run
        if run.segment != "code":
            run.report.warn(item.place, "data-segment", f"only the code segment is written; these "
                            f"{len(data)} bytes in `{run.segment}` are dropped")
            return
        if item.address + len(data) > 0x10000:
            if not self.overflowed:
                run.report.error(item.place, Fault("E037", "from here on, the program lies beyond "
                                                   "$FFFF", 0, len(item.place.text)))
            self.overflowed = True
            return
        chunks.append((item.address, data, item))


_REPEAT_START = re.compile(r"(?:[^\s;:*][^\s;:]*:?)?[ \t]+(?:rept|repeat)\b", re.IGNORECASE)

_STRUCTURAL = {
    "macro": Assembler.define_macro,
    "rept": Assembler.repeat,
    "repeat": Assembler.repeat,
    "local": Assembler.local_names,
    "exitm": Assembler.exit_macro,
    "struct": struct_directive,
    "endm": Assembler.stray,
    "endmacro": Assembler.stray,
    "endr": Assembler.stray,
    "ends": Assembler.stray,
    "endstruct": Assembler.stray,
}
