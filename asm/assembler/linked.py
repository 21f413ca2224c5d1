"""Directives of as6809 only.

Its conditions are in conditions.py, its lines and macros in syntax/linked.py.
"""

from __future__ import annotations

from asm.assembler import expansion, items
from asm.assembler.directives import directive, statement
from asm.assembler.draft import Draft
from asm.assembler.encode import Statement
from asm.assembler.line import FullLine
from asm.assembler.sources import FILE, REPEAT, Sources
from asm.syntax import lexer, linked, parser, symbols
from asm.syntax.diagnostics import Place
from asm.syntax.dialects import changed
from asm.syntax.expr import Binary, Expr, Here, Number, Unary, area_of
from asm.syntax.lexer import Scanner, pattern

_RADIX = {"": 10, "b": 2, "o": 8, "q": 8, "d": 10, "h": 16, "x": 16}
_AREA = pattern(rf"({linked.NAME})[ \t]*(?:\(([^()]*)\))?[ \t]*\Z")
_ATTRIBUTES = frozenset(("", "rel", "con", "abs", "ovr", "nopag"))


@statement("asxxxx: .area")
def area_directive(line: FullLine, scan: Scanner) -> Statement:
    """.AREA name (attributes): each area has its own location counter."""
    match = _AREA.match(scan.rest())
    if match is None:
        raise line.fault("E002", ".AREA needs a name, and may have attributes in parentheses")
    name, attributes = match.groups()
    words = [word.strip().lower() for word in (attributes or "").split(",")]
    for word in words:
        if word not in _ATTRIBUTES:
            raise line.fault("E030", f"the attribute `{word}` of an area is not supported",
                             "place the area with .org")
    return items.Area(name, absolute="abs" in words)


@directive("asxxxx: .bank")
def bank_directive(draft: Draft, line: FullLine, place: Place) -> None:
    """.BANK name: no effect; its attributes would place areas."""
    if "(" in line.rest():
        raise line.fault("E030", "the attributes of a bank are not supported",
                         "place its areas with .org")


@statement("asxxxx: .setdp")
def direct_page_directive(line: FullLine, scan: Scanner) -> Statement:
    """.SETDP page, area: the direct page; 0 if nothing is given."""
    expr: Expr = Number(0, scan.pos, scan.pos)
    if scan.peek() not in ("", ","):
        expr = parser.parse_expression(scan)
    if scan.comma():
        linked.argument(scan)
    scan.finish()
    return items.SetDirectPage(expr)


@statement("asxxxx: .odd")
def odd_directive(line: FullLine, scan: Scanner) -> Statement:
    """.ODD: move the location counter to an odd address."""
    one, two = Number(1, line.start, line.start), Number(2, line.start, line.start)
    next_one = Binary("+", Here(line.start, line.start), one)
    return items.Reserve(Binary("%", next_one, two))


@statement("asxxxx: .assume .error")
def assume_directive(line: FullLine, scan: Scanner) -> Statement:
    """.ASSUME, .ERROR: an error if the expression is not 0."""
    expr = parser.parse_expressions(scan, 1, 1)[0]
    return items.Assertion(Unary("!", expr, expr.start), f"{line.operation}: the value is not 0")


def _assignment(line: FullLine, scan: Scanner) -> tuple[str, Expr]:
    name = linked.argument(scan)
    scan.comma()
    return name, parser.parse_expressions(scan, 1, 1)[0]


@directive("asxxxx: .equ .gblequ .lclequ", _assignment)
def equ_directive(draft: Draft, line: FullLine, place: Place) -> None:
    """.EQU name, value: a symbol that may get another value later, as with `=`."""
    name, expr = line.operands
    draft.assign(name, symbols.SET, expr, expr.globals_only(), place)


@directive("asxxxx: .radix")
def radix_directive(draft: Draft, line: FullLine, place: Place) -> None:
    """.RADIX: the base of numbers without a prefix, as a letter: b o q d h x."""
    letter = line.rest().lower()
    if letter not in _RADIX:
        raise line.fault("E030", f"`{letter}` is not a base", "write one of the letters b o q d x")
    draft.run.dialect = changed(draft.run.dialect, {"radix": _RADIX[letter]})


@directive("asxxxx: .define .undefine", structural=True)
def define_directive(sources: Sources, line: FullLine, place: Place) -> None:
    """.DEFINE name "text": replace the name with the text in the lines below."""
    scan = Scanner(line.code, line.end, sources.dialect)
    name = linked.argument(scan)
    sources.definitions.pop(name, None)
    if line.word == ".define":
        scan.comma()
        sources.definitions[name] = linked.quoted(scan) if scan.peek() else ""


@directive("asxxxx: .macro", own_label=True, structural=True)
def define_macro(sources: Sources, line: FullLine, place: Place) -> None:
    """.MACRO name parameters: store the lines up to .ENDM."""
    words = linked.arguments(line.code, line.end)
    if words:
        sources.own_label(line, place)
    elif line.label:
        words = [line.label]
    body = sources.collect(line, place, ".MACRO without .ENDM", _ENDS)
    if body is None:
        return
    if not words or not lexer.can_be_symbol(words[0], sources.dialect):
        raise line.fault("E032", "a macro needs a name", "write `.macro name`")
    expansion.enter_macro(sources, linked.TextMacro(words[0], words[1:], body, place), line)


@directive("asxxxx: .irp .irpc", own_label=True, structural=True)
def repeat_with(sources: Sources, line: FullLine, place: Place) -> None:
    """.IRP name, texts: read the lines up to .ENDM once for each text; .IRPC: for each
    character."""
    sources.own_label(line, place)
    words = linked.arguments(line.code, line.end)
    body = sources.collect(line, place, f"{line.operation} without .ENDM", _ENDS)
    if body is None:
        return
    if not words:
        raise line.fault("E032", f"{line.operation} needs a name and the texts for it")
    name, *texts = words
    if line.word == ".irpc":
        texts = [*"".join(texts[:1])]
    lines = (made for turn, text in enumerate(texts, 1) for made in linked.substituted(
        body, {name: text}, place, f"in iteration {turn} of the repetition that starts here"))
    sources.push(lines, REPEAT, "", place, line)


@directive("asxxxx: .mexit", own_label=True, structural=True)
def exit_block(sources: Sources, line: FullLine, place: Place) -> None:
    """.MEXIT: leave the macro or repetition."""
    if sources.stack[-1].kind == FILE:
        raise line.fault("E032", ".MEXIT outside a macro")
    sources.leave(sources.stack[-1])


@directive("asxxxx: .mdelete", structural=True)
def delete_macros(sources: Sources, line: FullLine, place: Place) -> None:
    """.MDELETE names: forget macros."""
    for name in linked.arguments(line.code, line.end):
        sources.draft.macros.pop(name.lower(), None)
        sources.macro_places.pop(name.lower(), None)


@directive("asxxxx: .nchr .nval .ntyp .narg", structural=True)
def measure(sources: Sources, line: FullLine, place: Place) -> None:
    """.NCHR, .NVAL, .NTYP name, argument: the length of a text, the value of an expression, 1 for
    an address; .NARG is replaced in macros."""
    if line.word == ".narg":
        raise line.fault("E032", ".NARG outside a macro")
    scan = Scanner(line.code, line.end, sources.draft.run.dialect)
    name = linked.argument(scan)
    scan.comma()
    if line.word == ".nchr":
        number = len(linked.argument(scan))
    else:
        expr = parser.parse_expressions(scan, 1, 1)[0]
        number = sources.draft.constant(expr)
        if line.word == ".ntyp":
            number = int(area_of(expr, sources.draft.run) != "")
    sources.draft.assign(name, symbols.SET, Number(number, line.end, line.end), (), place)


_ENDS = frozenset((".endm",))
