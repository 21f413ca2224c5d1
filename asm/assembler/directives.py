"""Directives: their names, and what each adds to the list of items.

A handler is called while the source is read, with the draft of the program and the line.  It checks
the shape of the operand and appends items.  If every line with the same text makes the same single
item, the handler returns the form of that item instead.  The items do the work in every pass.
Directives that read other lines or files are in reader.py.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from asm.assembler import items
from asm.assembler.draft import Draft
from asm.assembler.encode import Form
from asm.assembler.pass_state import BANK_COUNT_MAX, BSS, CODE, SEGMENTS, Run
from asm.syntax import parser, symbols
from asm.syntax.diagnostics import Fault
from asm.syntax.expr import Binary, Expr, Number
from asm.syntax.lexer import Line

Handler = Callable[[Draft, Line], Form | None]

QUOTED = "quoted"           # strings are in quotes
DELIMITED = "delimited"     # any character may delimit a string


class Directive(NamedTuple):
    """One entry of DIRECTIVES.

    own_label  the handler defines the label on the line
    strings    how its operand writes strings: QUOTED, DELIMITED, or "" if it has none
    width      bytes of each number, if plain lists of numbers need no handler (usual.py)
    """

    handler: Handler
    own_label: bool = False
    strings: str = ""
    width: int = 0


DIRECTIVES: dict[str, Directive] = {}


def directive(names: str, *, own_label: bool = False, strings: str = "",
              width: int = 0) -> Callable[[Handler], Handler]:
    """Register a handler in DIRECTIVES under each of the names."""
    def enter(handler: Handler) -> Handler:
        for name in names.split():
            DIRECTIVES[name] = Directive(handler, own_label, strings, width)
        return handler

    return enter


def is_delimited(operation: str) -> bool:
    """Return whether any character may delimit the strings of an operation.

    Args: operation  in lower case
    """
    return operation in DIRECTIVES and DIRECTIVES[operation].strings == DELIMITED


@directive("fcb db fob .byte .db byte dc.b", strings=QUOTED, width=1)
def bytes_directive(draft: Draft, line: Line) -> Form:
    """FCB, DB: bytes and strings. usual.py handles the frequent case of a list of names and plain
    numbers."""
    return items.mapped_data, (parser.parse_data(line.scan),), True


@directive("fdb dw fcw .word .dw word dc.w", strings=QUOTED, width=2)
def words_directive(draft: Draft, line: Line) -> Form:
    """FDB, DW: 16-bit numbers, high byte first."""
    pairs = draft.run.dialect.pair_in_words
    return items.Data, (parser.parse_data(line.scan, pairs=pairs), 2), False


@directive("fqb dd .long .quad dc.l", strings=QUOTED)
def longs_directive(draft: Draft, line: Line) -> None:
    draft.append(items.Data(line.place, parser.parse_data(line.scan), 4))


@directive("fcc .fcc .ascii .str", strings=DELIMITED)
def text_directive(draft: Draft, line: Line) -> Form:
    """FCC: strings in any delimiters, and bytes."""
    return items.mapped_data, (parser.parse_data(line.scan, literal=True),), True


@directive("fcn fcz .asciz .strz", strings=DELIMITED)
def text_zero_directive(draft: Draft, line: Line) -> None:
    """FCN: strings and bytes as in FCC, then a zero."""
    values = items.mapped(draft.run, parser.parse_data(line.scan, literal=True))
    draft.append(items.Data(line.place, [*values, b"\0"], 1))


@directive("fcs .ascis .strs", strings=DELIMITED)
def text_high_directive(draft: Draft, line: Line) -> None:
    """FCS: strings and bytes as in FCC; sets bit 7 of the last character."""
    values = items.mapped(draft.run, parser.parse_data(line.scan, literal=True))
    last = values[-1]
    if not isinstance(last, bytes) or not last:
        raise line.fault("E030", "FCS must end with a string: it sets bit 7 of the last character")
    values[-1] = last[:-1] + bytes((last[-1] | 0x80,))
    draft.append(items.Data(line.place, values, 1))


@directive("rmb ds .rmb .ds ds.b .blkb blkb")
def reserve_directive(draft: Draft, line: Line) -> None:
    """RMB, DS: bytes without a value, or with the value after the comma."""
    values = parser.parse_expressions(line.scan, 1, 2)
    if len(values) == 2:
        draft.append(items.Fill(line.place, values[0], values[1]))
    else:
        draft.append(items.Reserve(line.place, values[0]))


def _reserve(draft: Draft, line: Line, unit: int) -> None:
    """RMD, RMQ: words or longs without a value."""
    draft.append(items.Reserve(line.place, parser.parse_expressions(line.scan, 1, 1)[0], unit))


def _zeros(draft: Draft, line: Line, unit: int) -> None:
    """ZMB, ZMD, ZMQ: zero bytes, words or longs."""
    count = parser.parse_expressions(line.scan, 1, 1)[0]
    zero = Number(0, count.start, count.end)
    if unit > 1:
        count = Binary("*", count, Number(unit, count.start, count.end))
    draft.append(items.Fill(line.place, count, zero))


for _names, _handler, _unit in (
        ("rmd .rmd ds.w .blkw", _reserve, 2), ("rmq", _reserve, 4),
        ("zmb bsz rzb .bs", _zeros, 1), ("zmd", _zeros, 2), ("zmq", _zeros, 4)):
    directive(_names)(partial(_handler, unit=_unit))


@directive("fill .fill")
def fill_directive(draft: Draft, line: Line) -> None:
    filler, count = parser.parse_expressions(line.scan, 2, 2)
    draft.append(items.Fill(line.place, count, filler))


@directive("align .align .bndry")
def align_directive(draft: Draft, line: Line) -> None:
    values = parser.parse_expressions(line.scan, 1, 2)
    draft.append(items.Align(line.place, values[0], values[1] if len(values) == 2 else None))


@directive("even .even")
def even_directive(draft: Draft, line: Line) -> None:
    draft.append(items.Align(line.place, Number(2, line.start, line.start + 4), None))


@directive("org .org")
def org_directive(draft: Draft, line: Line) -> None:
    draft.append(items.Org(line.place, parser.parse_expressions(line.scan, 1, 1)[0]))


@directive("setdp direct .setdp")
def direct_page_directive(draft: Draft, line: Line) -> None:
    draft.append(items.SetDirectPage(line.place, parser.parse_expressions(line.scan, 1, 1)[0]))


@directive("code data bss .code .data .bss")
def segment_directive(draft: Draft, line: Line) -> None:
    draft.append(items.Segment(line.place, line.operation.lower().lstrip(".")))


@directive("section segment")
def section_directive(draft: Draft, line: Line) -> None:
    """SECTION name, with one of the three segments."""
    name = line.scan.rest().lower().strip('"').lstrip(".")
    name = {"text": "code"}.get(name, name)
    if name not in SEGMENTS and draft.run.dialect.any_section:
        name = CODE
    if name not in SEGMENTS:
        raise line.fault("E030", f"unknown segment `{name}`",
                         "use code, data or bss")
    draft.append(items.Segment(line.place, name))


@directive(".area")
def area_directive(draft: Draft, line: Line) -> None:
    """.AREA name (attributes): the segment BSS if the name contains BSS or RAM, otherwise CODE."""
    name = line.scan.rest().partition("(")[0].strip().lower()
    if not name:
        raise line.fault("E002", ".AREA needs the name of an area")
    draft.append(items.Segment(line.place, BSS if "bss" in name or "ram" in name else CODE))


@directive("opt noopt")
def option_directive(draft: Draft, line: Line) -> None:
    """OPT, NOOPT: set options. OPT BRANCH lengthens short branches that do not reach their
    target."""
    word = line.scan.rest().lower()
    if word == "branch":
        draft.run.relax = True
    elif not word:
        on = line.operation.lower() == "opt"
        draft.append(items.Change(line.place, lambda run: run.set_optimise(on)))


def _keep_zero_offset(run: Run, kept: bool) -> None:
    run.keep_zero_offset = kept


@directive("pragma")
def pragma_directive(draft: Draft, line: Line) -> None:
    """PRAGMA: lwasm's pragmas for branches and `0,R`; no effect in other dialects.

    Errors: Fault E030 for pragmas that would change other bytes
    """
    if not draft.run.dialect.any_section:
        return
    for word in line.scan.rest().lower().replace(",", " ").split():
        on = not word.startswith("no")
        name = word if on else word[2:]
        if name == "autobranchlength":
            draft.run.any_length = on
        elif name == "index0tonone":
            draft.append(items.Change(line.place, partial(_keep_zero_offset, kept=not on)))
        elif name in ("cescapes", "pcaspcr") and on:
            raise line.fault("E030", f"the pragma `{name}` is not supported",
                             {"cescapes": "write a number in place of each escape sequence",
                              "pcaspcr": "write `,pcr` before distances"}[name])


@directive("assert .assert", strings=QUOTED)
def assert_directive(draft: Draft, line: Line) -> None:
    expr = parser.parse_expression(line.scan)
    message = quoted(line) if line.scan.comma() else ""
    line.scan.finish()
    draft.append(items.Assertion(line.place, expr, message))


@directive("error .error fail", strings=QUOTED)
def error_directive(draft: Draft, line: Line) -> None:
    raise line.fault("E034", quoted(line, optional=True) or "ERROR directive")


@directive("warning .warning", strings=QUOTED)
def warning_directive(draft: Draft, line: Line) -> None:
    draft.run.report.warn(line.place, "user", quoted(line, optional=True) or "WARNING directive",
                        line.start, line.start + len(line.operation))


@directive("equ .equ", own_label=True)
def equ_directive(draft: Draft, line: Line) -> None:
    """EQU: a symbol with one value."""
    assign(draft, line, symbols.EQU)


@directive("set = == .set", own_label=True)
def set_directive(draft: Draft, line: Line) -> None:
    """SET, `=`: a symbol that may get another value later."""
    assign(draft, line, symbols.SET)


def assign(draft: Draft, line: Line, kind: str) -> None:
    """Define the symbol of EQU, SET or `=`."""
    if not line.label:
        raise line.fault("E030", f"`{line.operation}` needs a symbol before it",
                         "a symbol must begin in column 1")
    expr = parser.parse_expressions(line.scan, 1, 1)[0]
    symbol = draft.define(line.label, kind, line.place)
    if symbol is None:
        return
    draft.append(items.Assign(line.place, symbol, expr))
    if kind == symbols.EQU:
        draft.recall(symbol)


@directive("cmap", strings=QUOTED)
def character_map_directive(draft: Draft, line: Line) -> None:
    """CMAP alone resets the character map; CMAP "ABC", 1 maps characters to consecutive codes.

    CMAP -1 is the same as CMAP alone; CMAP "0", 7, 9, 8 maps "0" and the characters after it.
    """
    if not line.scan.peek():
        draft.run.character_map = bytes(range(256))
        return
    values = parser.parse_data(line.scan)
    if len(values) == 1 and isinstance(values[0], Expr) and draft.constant(values[0]) == -1:
        draft.run.character_map = bytes(range(256))
        return
    if len(values) > 2 and isinstance(values[0], bytes) and values[0] and not any(
            isinstance(value, bytes) for value in values[1:]):
        first = values[0][0]
        values = [part for offset, value in enumerate(values[1:])
                  for part in (bytes((first + offset & 0xFF,)), value)]
    if len(values) % 2 or b"" in values:
        raise line.fault("E030", "CMAP takes pairs of a string and the code of its first character")
    table = bytearray(draft.run.character_map)
    for source, target in zip(values[::2], values[1::2], strict=False):
        first = draft.constant(target) if isinstance(target, Expr) else target[0]
        run = source if isinstance(source, bytes) else bytes((draft.constant(source) & 0xFF,))
        for offset, character in enumerate(run):
            table[character] = first + offset & 0xFF
    draft.run.character_map = bytes(table)


@directive("bank version")
def bank_directive(draft: Draft, line: Line) -> None:
    """BANK n: select the bank for the following statements; VERSION is not supported."""
    expr = parser.parse_expressions(line.scan, 1, 1)[0]
    number = draft.constant(expr)
    if line.operation.lower() == "version":
        raise line.fault("E030", "the VERSION directive is not supported",
                         "use the option -D to assemble each version")
    if not 0 <= number < BANK_COUNT_MAX:
        raise Fault("E030", f"there is no bank {number}", expr.start, expr.end,
                    hints=["use bank 0 or bank 1"])
    draft.run.banks.add(number)
    draft.append(items.Bank(line.place, number))


@directive("title subtitle page pag list nolist lst ttl "
            "nam name spc endsection eject newpage expand noexpand export "
           ".module .title .sbttl .page .list .nlist .globl .radix")
def no_effect_directive(draft: Draft, line: Line) -> None:
    """TITLE, PAGE, LIST and others that only concern a printed listing."""


def quoted(line: Line, *, optional: bool = False) -> str:
    scan = line.scan
    quote = scan.peek()
    if quote and quote in "\"'":
        end = scan.text.find(quote, scan.pos + 1)
        if end >= 0:
            text = scan.text[scan.pos + 1:end]
            scan.pos = end + 1
            return text
        raise Fault("E004", "the string has no closing quote", scan.pos, len(scan.text))
    if optional:
        return scan.rest()
    raise Fault("E002", "a message in quotes is expected here", scan.pos)
