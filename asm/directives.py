"""Directives: what each puts into the list of items, and the table of their names.

A handler is called while the source is read, with the assembler and the line.  It checks the shape
of the operand and appends items; the items do the work in every pass.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from asm import parser, symbols
from asm.diagnostics import Fault, Place
from asm.encode import Bytes
from asm.expr import Expr, Number
from asm.items import (
    Align,
    Assertion,
    Assign,
    Data,
    Fill,
    Option,
    Org,
    Reserve,
    Segment,
    SetDirectPage,
)
from asm.lexer import Scanner

if TYPE_CHECKING:
    from asm.passes import Assembler

_BARE_NAME = re.compile(r"[^ \t;]+")
SEGMENTS = ("code", "data", "bss")


class Line:
    """A line taken apart: label, operation, and a scanner at the operand."""

    __slots__ = ("label", "operation", "place", "scan", "start")

    def __init__(self, place: Place, label: str, operation: str, start: int, scan: Scanner) -> None:
        self.place = place
        self.label = label
        self.operation = operation
        self.start = start
        self.scan = scan

    def fault(self, code: str, text: str, hint: str = "") -> Fault:
        """Make a fault that points at the operation."""
        return Fault(code, text, self.start, self.start + len(self.operation),
                     hints=[hint] if hint else [])



def bytes_directive(asm: Assembler, line: Line) -> None:
    """FCB, DB: bytes and strings."""
    plain = parser.parse_plain_bytes(line.scan)
    if plain is not None:
        asm.append(Bytes(line.place, plain))
        return
    asm.append(Data(line.place, asm.mapped(parser.parse_data(line.scan)), 1))


def words_directive(asm: Assembler, line: Line) -> None:
    """FDB, DW: 16-bit numbers, high byte first."""
    asm.append(Data(line.place, parser.parse_data(line.scan), 2))


def longs_directive(asm: Assembler, line: Line) -> None:
    """FQB: 32-bit numbers."""
    asm.append(Data(line.place, parser.parse_data(line.scan), 4))


def text_directive(asm: Assembler, line: Line) -> None:
    """FCC: strings between any delimiter, and bytes."""
    asm.append(Data(line.place, asm.mapped(parser.parse_data(line.scan, literal=True)), 1))


def text_zero_directive(asm: Assembler, line: Line) -> None:
    """FCN: as FCC, a zero after it."""
    values = asm.mapped(parser.parse_data(line.scan, literal=True))
    asm.append(Data(line.place, [*values, b"\0"], 1))


def text_high_directive(asm: Assembler, line: Line) -> None:
    """FCS: as FCC, bit 7 of the last character set."""
    values = asm.mapped(parser.parse_data(line.scan, literal=True))
    last = values[-1]
    if not isinstance(last, bytes) or not last:
        raise line.fault("E030", "the last item must be a string: its last character is marked")
    values[-1] = last[:-1] + bytes((last[-1] | 0x80,))
    asm.append(Data(line.place, values, 1))


def reserve_directive(asm: Assembler, line: Line) -> None:
    """RMB, DS: bytes without a value, or with the value after the comma."""
    values = parser.parse_expressions(line.scan, 1, 2)
    if len(values) == 2:
        asm.append(Fill(line.place, values[0], values[1]))
    else:
        asm.append(Reserve(line.place, values[0]))


def reserve_words_directive(asm: Assembler, line: Line) -> None:
    """RMD: 16-bit words without a value."""
    asm.append(Reserve(line.place, parser.parse_expressions(line.scan, 1, 1)[0], 2))


def zero_directive(asm: Assembler, line: Line) -> None:
    """ZMB, BSZ: zero bytes."""
    count = parser.parse_expressions(line.scan, 1, 1)[0]
    asm.append(Fill(line.place, count, Number(0, count.start, count.end)))


def fill_directive(asm: Assembler, line: Line) -> None:
    """FILL value, count."""
    filler, count = parser.parse_expressions(line.scan, 2, 2)
    asm.append(Fill(line.place, count, filler))


def align_directive(asm: Assembler, line: Line) -> None:
    """ALIGN step, or ALIGN step, value."""
    values = parser.parse_expressions(line.scan, 1, 2)
    asm.append(Align(line.place, values[0], values[1] if len(values) == 2 else None))


def even_directive(asm: Assembler, line: Line) -> None:
    """EVEN: to the next even address."""
    asm.append(Align(line.place, Number(2, line.start, line.start + 4), None))


def org_directive(asm: Assembler, line: Line) -> None:
    """ORG address."""
    asm.append(Org(line.place, parser.parse_expressions(line.scan, 1, 1)[0]))


def direct_page_directive(asm: Assembler, line: Line) -> None:
    """SETDP page, DIRECT page."""
    asm.append(SetDirectPage(line.place, parser.parse_expressions(line.scan, 1, 1)[0]))


def segment_directive(asm: Assembler, line: Line) -> None:
    """CODE, DATA, BSS."""
    asm.append(Segment(line.place, line.operation.lower().lstrip(".")))


def section_directive(asm: Assembler, line: Line) -> None:
    """SECTION name, with one of the three segments."""
    name = line.scan.rest().lower().lstrip(".")
    name = {"text": "code"}.get(name, name)
    if name not in SEGMENTS:
        raise line.fault("E030", f"there is no segment `{name}`", "they are code, data and bss")
    asm.append(Segment(line.place, name))


def option_directive(asm: Assembler, line: Line) -> None:
    """OPT, NOOPT; OPT BRANCH lengthens short branches that do not reach."""
    word = line.scan.rest().lower()
    if word == "branch":
        asm.run.relax = True
    elif not word:
        asm.append(Option(line.place, line.operation.lower() == "opt"))


def assert_directive(asm: Assembler, line: Line) -> None:
    """ASSERT condition, or ASSERT condition, "message"."""
    expr = parser.parse_expression(line.scan)
    message = ""
    if line.scan.comma():
        message = quoted(line)
    line.scan.finish()
    asm.append(Assertion(line.place, expr, message))


def error_directive(asm: Assembler, line: Line) -> None:
    """ERROR "message"."""
    raise line.fault("E034", quoted(line, optional=True) or "ERROR directive")


def warning_directive(asm: Assembler, line: Line) -> None:
    """WARNING "message"."""
    asm.run.report.warn(line.place, "user", quoted(line, optional=True) or "WARNING directive",
                        line.start, line.start + len(line.operation))


def include_directive(asm: Assembler, line: Line) -> None:
    """INCLUDE "file": the lines of another file."""
    asm.include(line, *file_name(line))


def include_binary_directive(asm: Assembler, line: Line) -> None:
    """INCLUDEBIN "file", or with offset and length: the bytes of another file."""
    name, start, end = file_name(line)
    bounds = parser.parse_expressions(line.scan, 1, 2) if line.scan.comma() else []
    line.scan.finish()
    data = asm.read_binary(line, name, start, end)
    numbers = [asm.constant(expr) for expr in bounds]
    offset = numbers[0] if numbers else 0
    length = numbers[1] if len(numbers) == 2 else len(data) - offset
    if offset < 0 or length < 0 or offset + length > len(data):
        raise line.fault("E030", f"`{name}` has {len(data)} bytes")
    asm.append(Bytes(line.place, data[offset:offset + length]))


def end_directive(asm: Assembler, line: Line) -> None:
    """END: the rest of the file is not read."""
    if line.scan.rest().lower().split()[:1] == ["struct"]:
        raise line.fault("E032", "END STRUCT without its beginning")
    asm.end_file()


def equ_directive(asm: Assembler, line: Line) -> None:
    """EQU: a symbol with one value."""
    assign(asm, line, symbols.EQU)


def set_directive(asm: Assembler, line: Line) -> None:
    """SET, `=`: a symbol that may get another value later."""
    assign(asm, line, symbols.SET)


def assign(asm: Assembler, line: Line, kind: str) -> None:
    """Define the symbol of EQU, SET or `=`."""
    if not line.label:
        raise line.fault("E030", f"`{line.operation}` needs a symbol before it",
                         "a symbol begins in column 1")
    expr = parser.parse_expressions(line.scan, 1, 1)[0]
    symbol = asm.define(line.label, kind, line.place)
    if symbol is None:
        return
    asm.append(Assign(line.place, symbol, expr))
    if kind == symbols.EQU:
        asm.recall(symbol)


def character_map_directive(asm: Assembler, line: Line) -> None:
    """CMAP: without operand, characters stand for themselves again; CMAP "ABC", 1 maps a run."""
    if not line.scan.peek():
        asm.character_map = bytes(range(256))
        return
    values = parser.parse_data(line.scan)
    if len(values) % 2 or b"" in values:
        raise line.fault("E030", "CMAP takes pairs: characters, and the code of the first of them")
    table = bytearray(asm.character_map)
    for source, target in zip(values[::2], values[1::2], strict=False):
        first = asm.constant(target) if isinstance(target, Expr) else target[0]
        run = source if isinstance(source, bytes) else bytes((asm.constant(source) & 0xFF,))
        for offset, character in enumerate(run):
            table[character] = first + offset & 0xFF
    asm.character_map = bytes(table)


def bank_directive(asm: Assembler, line: Line) -> None:
    """BANK n, VERSION n: only bank 0, since an image has one bank."""
    number = parser.parse_expressions(line.scan, 1, 1)[0]
    if asm.constant(number) != 0 or line.operation.lower() == "version":
        raise line.fault("E030", "images of several banks cannot be made",
                         "assemble each bank by itself, and join the images")


def no_effect_directive(asm: Assembler, line: Line) -> None:
    """TITLE, PAGE, LIST and others that only concern a printed listing."""


def file_name(line: Line) -> tuple[str, int, int]:
    """Read the name of a file, with or without quotes.  Errors: Fault E002, E004."""
    scan = line.scan
    quote = scan.peek()
    start = scan.pos
    if not quote:
        raise Fault("E002", "the name of a file is expected here", start)
    if quote in "\"'":
        end = scan.text.find(quote, start + 1)
        if end < 0:
            raise Fault("E004", "the name has no closing quote", start, len(scan.text))
        scan.pos = end + 1
        return scan.text[start + 1:end], start, end + 1
    match = _BARE_NAME.match(scan.text, start)
    assert match is not None
    scan.pos = match.end()
    return match.group(), start, scan.pos


def quoted(line: Line, *, optional: bool = False) -> str:
    """Read a message in quotes."""
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


Handler = Callable[["Assembler", Line], None]

# What reads other lines than its own, which asm.passes does itself.
STRUCTURE = frozenset((
    "macro", "endm", "endmacro", "rept", "repeat", "endr", "endrept", "local", "exitm", "struct",
    "ends", "endstruct"))

# name -> (handler, whether the label on the line is the handler's own affair)
DIRECTIVES: dict[str, tuple[Handler, bool]] = {}


def _register(handler: Handler, names: str, own_label: bool = False) -> None:
    for name in names.split():
        DIRECTIVES[name] = (handler, own_label)


_register(bytes_directive, "fcb db fob .byte .db byte dc.b")
_register(words_directive, "fdb dw fcw .word .dw word dc.w")
_register(longs_directive, "fqb .long .quad dc.l")
_register(text_directive, "fcc .ascii .str")
_register(text_zero_directive, "fcn fcz .asciz .strz")
_register(text_high_directive, "fcs .ascis .strs")
_register(reserve_directive, "rmb ds .rmb .ds ds.b .blkb blkb")
_register(reserve_words_directive, "rmd .rmd ds.w")
_register(zero_directive, "zmb bsz .bs")
_register(fill_directive, "fill .fill")
_register(align_directive, "align .align")
_register(even_directive, "even .even")
_register(org_directive, "org .org")
_register(direct_page_directive, "setdp direct .setdp")
_register(segment_directive, "code data bss .code .data .bss")
_register(section_directive, "section segment")
_register(option_directive, "opt noopt")
_register(assert_directive, "assert .assert")
_register(error_directive, "error .error fail")
_register(warning_directive, "warning .warning")
_register(include_directive, "include use .include")
_register(include_binary_directive, "includebin incbin .incbin binclude")
_register(end_directive, "end .end")
_register(equ_directive, "equ .equ", True)
_register(set_directive, "set = .set", True)
_register(character_map_directive, "cmap")
_register(bank_directive, "bank version")
_register(no_effect_directive, "title subtitle page pag list nolist lst ttl nam name spc pragma "
          "endsection eject newpage expand noexpand")
