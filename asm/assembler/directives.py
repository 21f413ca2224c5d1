"""Directives: what each puts into the list of items, and the table of their names.

A handler is called while the source is read, with the draft of the program and the line.  It checks
the shape of the operand and appends items, or returns the form of the one item that every line of
this text makes; the items do the work in every pass.  What reads other
lines or files than its own is in reader.py.
"""

from __future__ import annotations

from collections.abc import Callable

from asm.assembler.draft import Draft
from asm.assembler.encode import Form
from asm.assembler.items import (
    Align,
    Assertion,
    Assign,
    Bank,
    Data,
    Fill,
    Option,
    Org,
    Reserve,
    Segment,
    SetDirectPage,
    ZeroOffset,
    mapped,
    mapped_data,
)
from asm.assembler.pass_state import BANK_COUNT_MAX, CODE, SEGMENTS
from asm.syntax import parser, symbols
from asm.syntax.diagnostics import Fault
from asm.syntax.expr import Binary, Expr, Number
from asm.syntax.lexer import Line

BYTES_WORDS = frozenset(("fcb", "db", "fob", ".byte", ".db", "byte", "dc.b"))
WORDS_WORDS = frozenset(("fdb", "dw", "fcw", ".word", ".dw", "word", "dc.w"))


def bytes_directive(draft: Draft, line: Line) -> Form:
    """FCB, DB: bytes and strings; usual.py serves lists of names and plain numbers."""
    return mapped_data, (parser.parse_data(line.scan),), True


def words_directive(draft: Draft, line: Line) -> Form:
    """FDB, DW: 16-bit numbers, high byte first."""
    pairs = draft.run.dialect.pair_in_words
    return Data, (parser.parse_data(line.scan, pairs=pairs), 2), False


def longs_directive(draft: Draft, line: Line) -> None:
    """FQB: 32-bit numbers."""
    draft.append(Data(line.place, parser.parse_data(line.scan), 4))


def text_directive(draft: Draft, line: Line) -> Form:
    """FCC: strings between any delimiter, and bytes."""
    return mapped_data, (parser.parse_data(line.scan, literal=True),), True


def text_zero_directive(draft: Draft, line: Line) -> None:
    """FCN: as FCC, a zero after it."""
    values = mapped(draft.run, parser.parse_data(line.scan, literal=True))
    draft.append(Data(line.place, [*values, b"\0"], 1))


def text_high_directive(draft: Draft, line: Line) -> None:
    """FCS: as FCC, bit 7 of the last character set."""
    values = mapped(draft.run, parser.parse_data(line.scan, literal=True))
    last = values[-1]
    if not isinstance(last, bytes) or not last:
        raise line.fault("E030", "FCS must end with a string: it sets bit 7 of the last character")
    values[-1] = last[:-1] + bytes((last[-1] | 0x80,))
    draft.append(Data(line.place, values, 1))


def reserve_directive(draft: Draft, line: Line) -> None:
    """RMB, DS: bytes without a value, or with the value after the comma."""
    values = parser.parse_expressions(line.scan, 1, 2)
    if len(values) == 2:
        draft.append(Fill(line.place, values[0], values[1]))
    else:
        draft.append(Reserve(line.place, values[0]))


def reserve_words_directive(draft: Draft, line: Line) -> None:
    """RMD: 16-bit words without a value."""
    draft.append(Reserve(line.place, parser.parse_expressions(line.scan, 1, 1)[0], 2))


def reserve_longs_directive(draft: Draft, line: Line) -> None:
    """RMQ: four times as many bytes without a value."""
    draft.append(Reserve(line.place, parser.parse_expressions(line.scan, 1, 1)[0], 4))


def zero_directive(draft: Draft, line: Line, unit: int = 1) -> None:
    """ZMB, BSZ: zero bytes."""
    count = parser.parse_expressions(line.scan, 1, 1)[0]
    zero = Number(0, count.start, count.end)
    if unit > 1:
        count = Binary("*", count, Number(unit, count.start, count.end))
    draft.append(Fill(line.place, count, zero))


def zero_words_directive(draft: Draft, line: Line) -> None:
    """ZMD: zero words."""
    zero_directive(draft, line, 2)


def zero_longs_directive(draft: Draft, line: Line) -> None:
    """ZMQ: four times as many zero bytes."""
    zero_directive(draft, line, 4)


def fill_directive(draft: Draft, line: Line) -> None:
    """FILL value, count."""
    filler, count = parser.parse_expressions(line.scan, 2, 2)
    draft.append(Fill(line.place, count, filler))


def align_directive(draft: Draft, line: Line) -> None:
    """ALIGN step, or ALIGN step, value."""
    values = parser.parse_expressions(line.scan, 1, 2)
    draft.append(Align(line.place, values[0], values[1] if len(values) == 2 else None))


def even_directive(draft: Draft, line: Line) -> None:
    """EVEN: to the next even address."""
    draft.append(Align(line.place, Number(2, line.start, line.start + 4), None))


def org_directive(draft: Draft, line: Line) -> None:
    """ORG address."""
    draft.append(Org(line.place, parser.parse_expressions(line.scan, 1, 1)[0]))


def direct_page_directive(draft: Draft, line: Line) -> None:
    """SETDP page, DIRECT page."""
    draft.append(SetDirectPage(line.place, parser.parse_expressions(line.scan, 1, 1)[0]))


def segment_directive(draft: Draft, line: Line) -> None:
    """CODE, DATA, BSS."""
    draft.append(Segment(line.place, line.operation.lower().lstrip(".")))


def section_directive(draft: Draft, line: Line) -> None:
    """SECTION name, with one of the three segments."""
    name = line.scan.rest().lower().strip('"').lstrip(".")
    name = {"text": "code"}.get(name, name)
    if name not in SEGMENTS and draft.run.dialect.any_section:
        name = CODE
    if name not in SEGMENTS:
        raise line.fault("E030", f"there is no segment `{name}`",
                         "the segments are code, data and bss")
    draft.append(Segment(line.place, name))


def option_directive(draft: Draft, line: Line) -> None:
    """OPT, NOOPT; OPT BRANCH lengthens short branches that do not reach."""
    word = line.scan.rest().lower()
    if word == "branch":
        draft.run.relax = True
    elif not word:
        draft.append(Option(line.place, line.operation.lower() == "opt"))


def pragma_directive(draft: Draft, line: Line) -> None:
    """PRAGMA: of lwasm's those that change branches and `0,R`; no effect elsewhere.

    Errors: Fault E030 for those that would change other bytes
    """
    if not draft.run.dialect.any_section:
        return
    for word in line.scan.rest().lower().replace(",", " ").split():
        on = not word.startswith("no")
        name = word if on else word[2:]
        if name == "autobranchlength":
            draft.run.any_length = on
        elif name == "index0tonone":
            draft.append(ZeroOffset(line.place, not on))
        elif name in ("cescapes", "pcaspcr") and on:
            raise line.fault("E030", f"the pragma `{name}` is not followed",
                             {"cescapes": "write the codes of such characters as numbers",
                              "pcaspcr": "write `,pcr` before distances"}[name])


def assert_directive(draft: Draft, line: Line) -> None:
    """ASSERT condition, or ASSERT condition, "message"."""
    expr = parser.parse_expression(line.scan)
    message = ""
    if line.scan.comma():
        message = quoted(line)
    line.scan.finish()
    draft.append(Assertion(line.place, expr, message))


def error_directive(draft: Draft, line: Line) -> None:
    """ERROR "message"."""
    raise line.fault("E034", quoted(line, optional=True) or "ERROR directive")


def warning_directive(draft: Draft, line: Line) -> None:
    """WARNING "message"."""
    draft.run.report.warn(line.place, "user", quoted(line, optional=True) or "WARNING directive",
                        line.start, line.start + len(line.operation))


def equ_directive(draft: Draft, line: Line) -> None:
    """EQU: a symbol with one value."""
    assign(draft, line, symbols.EQU)


def set_directive(draft: Draft, line: Line) -> None:
    """SET, `=`: a symbol that may get another value later."""
    assign(draft, line, symbols.SET)


def assign(draft: Draft, line: Line, kind: str) -> None:
    """Define the symbol of EQU, SET or `=`."""
    if not line.label:
        raise line.fault("E030", f"`{line.operation}` needs a symbol before it",
                         "a symbol begins in column 1")
    expr = parser.parse_expressions(line.scan, 1, 1)[0]
    symbol = draft.define(line.label, kind, line.place)
    if symbol is None:
        return
    draft.append(Assign(line.place, symbol, expr))
    if kind == symbols.EQU:
        draft.recall(symbol)


def character_map_directive(draft: Draft, line: Line) -> None:
    """CMAP: characters stand for themselves again; CMAP "ABC", 1 maps a run of characters.

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


def bank_directive(draft: Draft, line: Line) -> None:
    """BANK n: what follows is for one of the banks of the cartridge; VERSION is not known."""
    expr = parser.parse_expressions(line.scan, 1, 1)[0]
    number = draft.constant(expr)
    if line.operation.lower() == "version":
        raise line.fault("E030", "versions are not known", "assemble each version with -D")
    if not 0 <= number < BANK_COUNT_MAX:
        raise Fault("E030", f"there is no bank {number}", expr.start, expr.end,
                    hints=["a cartridge has the banks 0 and 1"])
    draft.run.banks.add(number)
    draft.append(Bank(line.place, number))


def no_effect_directive(draft: Draft, line: Line) -> None:
    """TITLE, PAGE, LIST and others that only concern a printed listing."""


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


Handler = Callable[[Draft, Line], Form | None]

# name -> (handler, whether the label on the line is the handler's own affair)
DIRECTIVES: dict[str, tuple[Handler, bool]] = {}


def _register(handler: Handler, names: str, own_label: bool = False) -> None:
    for name in names.split():
        DIRECTIVES[name] = (handler, own_label)


_register(bytes_directive, " ".join(BYTES_WORDS))
_register(words_directive, " ".join(WORDS_WORDS))
_register(longs_directive, "fqb dd .long .quad dc.l")
_register(text_directive, "fcc .ascii .str")
_register(text_zero_directive, "fcn fcz .asciz .strz")
_register(text_high_directive, "fcs .ascis .strs")
_register(reserve_directive, "rmb ds .rmb .ds ds.b .blkb blkb")
_register(reserve_words_directive, "rmd .rmd ds.w")
_register(reserve_longs_directive, "rmq")
_register(zero_directive, "zmb bsz rzb .bs")
_register(zero_words_directive, "zmd")
_register(zero_longs_directive, "zmq")
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
_register(equ_directive, "equ .equ", True)
_register(set_directive, "set = .set", True)
_register(character_map_directive, "cmap")
_register(bank_directive, "bank version")
_register(pragma_directive, "pragma")
_register(no_effect_directive, "title subtitle page pag list nolist lst ttl nam name spc "
          "endsection eject newpage expand noexpand export")
