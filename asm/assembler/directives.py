"""Directives: their names, how each operand is read, and what each directive does.

Most directives add one statement that depends only on the text of the line: a function with the
decorator `statement` reads the operand and returns the statement.  For all others `directive`
registers two functions: one reads the operand, which is remembered with the line, and the other
one, the handler, is called with the draft each time the line is read.  files.py, expansion.py and
structs.py add the directives that read other lines or files.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from asm.assembler import items
from asm.assembler.draft import Draft
from asm.assembler.encode import Statement
from asm.assembler.line import FullLine, Resolve
from asm.assembler.pass_state import BANK_COUNT_MAX, BSS, CODE, IDENTITY, SEGMENTS, Run
from asm.syntax import lexer, parser, symbols
from asm.syntax.diagnostics import Fault, Place
from asm.syntax.dialects import PRAGMAS, Dialect, changed
from asm.syntax.expr import Binary, Expr, Number
from asm.syntax.lexer import Scanner
from asm.syntax.linked import in_word

QUOTED = "quoted"           # strings are in quotes
DELIMITED = "delimited"     # any character may delimit a string

# Reads the operand of a line.
Read = Callable[[FullLine, Scanner], Any]
Handler = Callable[[Draft, FullLine, Place], None]


class Directive(NamedTuple):
    """One entry of DIRECTIVES.

    read        reads the operand; None if the handler reads it
    obey        what the directive does; None if `read` returns its statement
    own_label   the handler defines the label on the line
    strings     how its operand writes strings: QUOTED, DELIMITED, or "" if it has none
    width       bytes of each number, if usual.py may read plain lists of numbers
    structural  it reads other lines or files: the handler takes the reader in place of the draft
    purpose     the first line of its description
    """

    read: Read | None
    obey: Callable[[Any, FullLine, Place], None] | None
    own_label: bool = False
    strings: str = ""
    width: int = 0
    structural: bool = False
    purpose: str = ""


DIRECTIVES: dict[str, Directive] = {}
OWN_DIRECTIVES: dict[tuple[str, str], Directive] = {}   # by `Dialect.own_words` and the word


def _enter(names: str, entry: Directive, function: Callable[..., Any]) -> None:
    purpose = (function.__doc__ or "").strip().partition("\n")[0]
    owner, _, words = names.rpartition(": ")
    entry = entry._replace(purpose=purpose)
    if owner:
        OWN_DIRECTIVES.update({(owner, word): entry for word in words.split()})
    else:
        DIRECTIVES.update(dict.fromkeys(words.split(), entry))


def statement(names: str, *, strings: str = "", width: int = 0) -> Callable[[Read], Read]:
    """Register a function that reads a line and returns its statement."""
    def enter(read: Read) -> Read:
        _enter(names, Directive(read, None, False, strings, width), read)
        return read

    return enter


def directive(names: str, read: Read | None = None, *, own_label: bool = False, strings: str = "",
              structural: bool = False) -> Callable[[Any], Any]:
    """Register a handler.  Args: read  what reads its operand, whose result is `line.operands`."""
    def enter(obey: Any) -> Any:
        _enter(names, Directive(read, obey, own_label, strings, 0, structural), obey)
        return obey

    return enter


def directive_of(dialect: Dialect, word: str) -> Directive | None:
    """Return what a dialect reads for a word in lower case."""
    return OWN_DIRECTIVES.get((dialect.own_words, word)) or DIRECTIVES.get(word)


def is_delimited(operation: str) -> bool:
    """Return whether any character may delimit the strings of an operation.

    Args: operation  in lower case
    """
    return operation in DIRECTIVES and DIRECTIVES[operation].strings == DELIMITED


def values(least: int = 1, most: int = 1) -> Read:
    """Return a function that reads expressions separated by commas."""
    return lambda line, scan: parser.parse_expressions(scan, least, most)


def _texts(build: Callable[[Sequence[Expr | bytes]], Statement],
           read: Sequence[Expr | bytes]) -> Statement | Resolve:
    """Return the statement for bytes and strings; CMAP decides what the strings mean."""
    plain = build(read)
    if not any(isinstance(value, bytes) for value in read):
        return plain
    return lambda run: plain if run.character_map is IDENTITY else build(items.mapped(run, read))


@statement("asxxxx: .fcb")
@statement("fcb db fob .byte .db byte dc.b", strings=QUOTED, width=1)
def bytes_directive(line: FullLine, scan: Scanner) -> Statement | Resolve:
    """FCB, DB: bytes and strings. usual.py handles the frequent case of a list of names and plain
    numbers."""
    return _texts(items.text_data, parser.parse_data(scan))


@statement("asxxxx: .fdb")
@statement("fdb dw fcw .word .dw word dc.w", strings=QUOTED, width=2)
def words_directive(line: FullLine, scan: Scanner) -> Statement:
    """FDB, DW: 16-bit numbers, high byte first."""
    read = parser.parse_data(scan, pairs=scan.dialect.pair_in_words, width=2)
    if scan.dialect.radix:
        read = [in_word(value) for value in read if isinstance(value, Expr)]
    return items.Data(read, 2)


@statement("lwasm: fdbs")
def swapped_words_directive(line: FullLine, scan: Scanner) -> Statement:
    """FDBS: 16-bit numbers, low byte first."""
    return items.Data(parser.parse_data(scan), 2, "little")


@statement("fqb dd .4byte .long .quad dc.l", strings=QUOTED)
def longs_directive(line: FullLine, scan: Scanner) -> Statement:
    return items.Data(parser.parse_data(scan), 4)


@statement("fcc .fcc .ascii .str", strings=DELIMITED)
def text_directive(line: FullLine, scan: Scanner) -> Statement | Resolve:
    """FCC: strings in any delimiters, and bytes."""
    return _texts(items.text_data, parser.parse_data(scan, literal=True))


@statement("fcn fcz .asciz .strz", strings=DELIMITED)
def text_zero_directive(line: FullLine, scan: Scanner) -> Statement | Resolve:
    """FCN: strings and bytes as in FCC, then a zero."""
    return _texts(lambda read: items.Data([*read, b"\0"], 1),
                  parser.parse_data(scan, literal=True))


@statement("fcs .ascis .strs", strings=DELIMITED)
def text_high_directive(line: FullLine, scan: Scanner) -> Statement | Resolve:
    """FCS: strings and bytes as in FCC; sets bit 7 of the last character."""
    read = parser.parse_data(scan, literal=True)
    if not isinstance(read[-1], bytes) or not read[-1]:
        raise line.fault("E030", "FCS must end with a string: it sets bit 7 of the last character")

    def build(read: Sequence[Expr | bytes]) -> Statement:
        last = read[-1]
        assert isinstance(last, bytes)
        return items.Data([*read[:-1], last[:-1] + bytes((last[-1] | 0x80,))], 1)

    return _texts(build, read)


@statement("asm6809: fcs", strings=QUOTED)
def items_high_directive(line: FullLine, scan: Scanner) -> Statement:
    """FCS: sets bit 7 in the last byte of each item."""
    return items.Data([
        value[:-1] + bytes((value[-1] | 0x80,)) if isinstance(value, bytes) and value else
        Binary("|", value, Number(0x80, value.start, value.end)) if isinstance(value, Expr) else
        value for value in parser.parse_data(scan)], 1)


# The codes of ASCII characters for the display generator MC6847: as they are, and inverted.
_DISPLAY = {
    "fcv": bytes((*range(32), *range(96, 128), *range(64, 96), *range(32), *range(128, 256))),
    "fci": bytes((*range(64), *range(32), *range(96, 256)))}


@statement("asm6809: fcv fci", strings=QUOTED)
def display_directive(line: FullLine, scan: Scanner) -> Statement:
    """FCV, FCI: strings in the codes of the MC6847; FCI inverts them."""
    read = parser.parse_data(scan)
    texts = b"".join(value for value in read if isinstance(value, bytes))
    if line.word == "fci" and any(not 0x20 <= byte < 0x60 for byte in texts):
        raise line.fault("E030", "FCI is supported for capitals, digits and signs only",
                         "write numbers in place of the other characters")
    return items.Data([value.translate(_DISPLAY[line.word]) if isinstance(value, bytes) else value
                       for value in read], 1)


@statement("asm6809: zmb bsz rzb fzb")
def filled_directive(line: FullLine, scan: Scanner) -> Statement:
    """ZMB and its family: bytes of zero, or of the value after the comma."""
    count, *filler = parser.parse_expressions(scan, 1, 2)
    return items.Fill(count, *filler or [Number(0, count.start, count.end)])


@statement("asxxxx: .rs")
@statement("rmb ds .rmb .ds ds.b .blkb blkb")
def reserve_directive(line: FullLine, scan: Scanner) -> Statement:
    """RMB, DS: bytes without a value, or with the value after the comma."""
    count, *filler = parser.parse_expressions(scan, 1, 2)
    return items.Fill(count, *filler) if filler else items.Reserve(count)


def _reserve(line: FullLine, scan: Scanner, unit: int) -> Statement:
    """RMD, RMQ: words or longs without a value."""
    return items.Reserve(parser.parse_expressions(scan, 1, 1)[0], unit)


def _zeros(line: FullLine, scan: Scanner, unit: int) -> Statement:
    """ZMB, ZMD, ZMQ: zero bytes, words or longs."""
    count = parser.parse_expressions(scan, 1, 1)[0]
    zero = Number(0, count.start, count.end)
    if unit > 1:
        count = Binary("*", count, Number(unit, count.start, count.end))
    return items.Fill(count, zero)


for _names, _function, _unit in (
        ("rmd .rmd ds.w .blkw", _reserve, 2), ("rmq", _reserve, 4), ("lwasm: .rs", _reserve, 1),
        ("lwasm: rmw", _reserve, 2),
        ("zmb bsz rzb .bs", _zeros, 1), ("zmd", _zeros, 2), ("zmq", _zeros, 4),
        ("lwasm: fzb .zmb", _zeros, 1), ("lwasm: fzd", _zeros, 2), ("lwasm: fzq", _zeros, 4)):
    _enter(_names, Directive(partial(_function, unit=_unit), None), _function)


@statement("fill .fill")
def fill_directive(line: FullLine, scan: Scanner) -> Statement:
    filler, count = parser.parse_expressions(scan, 2, 2)
    return items.Fill(count, filler)


@statement("align .align .bndry")
def align_directive(line: FullLine, scan: Scanner) -> Statement:
    step, *filler = parser.parse_expressions(scan, 1, 2)
    return items.Align(step, filler[0] if filler else None)


@statement("even .even")
def even_directive(line: FullLine, scan: Scanner) -> Statement:
    return items.Align(Number(2, line.start, line.start + 4), None)


@statement("asxxxx: .=")
@statement("org .org")
def org_directive(line: FullLine, scan: Scanner) -> Statement:
    return items.Org(parser.parse_expressions(scan, 1, 1)[0])


@statement("lwasm: reorg")
def reorg_directive(line: FullLine, scan: Scanner) -> Statement:
    """REORG: go back to the address of the ORG before the last one."""
    return items.Change(Run.reorg)


@statement("setdp direct .setdp")
def direct_page_directive(line: FullLine, scan: Scanner) -> Statement:
    return items.SetDirectPage(parser.parse_expressions(scan, 1, 1)[0])


@statement("asm6809: put")
def put_directive(line: FullLine, scan: Scanner) -> Statement:
    """PUT: the address of the following bytes in the image; the location counter stays."""
    return items.Put(parser.parse_expressions(scan, 1, 1)[0])


@statement("asm6809: ram auto")
@statement("code data bss .code .data .bss")
def segment_directive(line: FullLine, scan: Scanner) -> Statement:
    word = line.word.lstrip(".")
    return items.Segment(word.upper() if scan.dialect.sections_follow else word)


@statement("section segment")
def section_directive(line: FullLine, scan: Scanner) -> Statement:
    """SECTION name, with one of the three segments, or any name."""
    if scan.dialect.sections_follow:
        return items.Segment(lexer.file_name(scan)[0])
    name = scan.rest().lower().strip('"').lstrip(".")
    name = {"text": "code"}.get(name, name)
    if name not in SEGMENTS and scan.dialect.any_section:
        name = CODE
    if name not in SEGMENTS:
        raise line.fault("E030", f"unknown segment `{name}`",
                         "use code, data or bss")
    return items.Segment(name)


@statement(".area")
def area_directive(line: FullLine, scan: Scanner) -> Statement:
    """.AREA name (attributes): the segment BSS if the name contains BSS or RAM, otherwise CODE."""
    name = scan.rest().partition("(")[0].strip().lower()
    if not name:
        raise line.fault("E002", ".AREA needs the name of an area")
    return items.Segment(BSS if "bss" in name or "ram" in name else CODE)


@directive("opt noopt")
def option_directive(draft: Draft, line: FullLine, place: Place) -> None:
    """OPT, NOOPT: set options. OPT BRANCH lengthens short branches that do not reach their
    target."""
    option = line.rest().lower()
    if option == "branch":
        draft.run.relax = True
    elif not option:
        on = line.word == "opt"
        draft.append(items.Change(lambda run: run.set_optimise(on)), place)


def _keep_zero_offset(run: Run, kept: bool) -> None:
    run.keep_zero_offset = kept


_INSTEAD_OF_PRAGMA = {"nosymbolcase": "spell each symbol as in its definition",
                      "newsource": "write operands without blanks",
                      "qrts": "write a label before an RTS in place of `?rts`"}


@directive("lwasm: opt *pragma")
@directive("pragma")
def pragma_directive(draft: Draft, line: FullLine, place: Place) -> None:
    """PRAGMA: lwasm's pragmas; no effect in other dialects.

    Errors: Fault E030 for pragmas that would change other bytes
    """
    run = draft.run
    if not run.dialect.any_section:
        return
    for word in line.rest().lower().replace(",", " ").split():
        word = {"dollarnotlocal": "nodollarlocal", "symbolnocase": "nosymbolcase"}.get(word, word)
        on = not word.startswith("no")
        name = word if on else word[2:]
        if name == "autobranchlength":
            run.any_length = on
        elif name == "index0tonone":
            draft.append(items.Change(partial(_keep_zero_offset, kept=not on)), place)
        elif name in PRAGMAS:
            run.dialect = changed(run.dialect, PRAGMAS[name][not on])
        elif word in _INSTEAD_OF_PRAGMA:
            raise line.fault("E030", f"the pragma `{word}` is not supported",
                             _INSTEAD_OF_PRAGMA[word])


@statement("assert .assert", strings=QUOTED)
def assert_directive(line: FullLine, scan: Scanner) -> Statement:
    expr = parser.parse_expression(scan)
    message = _quoted(scan) if scan.comma() else ""
    scan.finish()
    return items.Assertion(expr, message)


@directive("error .error fail", lambda line, scan: _quoted(scan, optional=True), strings=QUOTED)
def error_directive(draft: Draft, line: FullLine, place: Place) -> None:
    raise line.fault("E034", line.operands or "ERROR directive")


@directive("warning .warning", lambda line, scan: _quoted(scan, optional=True), strings=QUOTED)
def warning_directive(draft: Draft, line: FullLine, place: Place) -> None:
    draft.run.report.warn(place, "user", line.operands or "WARNING directive",
                          line.start, line.start + len(line.operation))


def _assignment(line: FullLine, scan: Scanner) -> tuple[Expr, tuple[str, ...] | None]:
    """Read the expression of EQU, SET or `=`; return it with the symbols that it needs."""
    if not line.label:
        raise line.fault("E030", f"`{line.operation}` needs a symbol before it",
                         "a symbol must begin in column 1")
    expr = parser.parse_expressions(scan, 1, 1)[0]
    return expr, expr.globals_only()


@directive("equ .equ", _assignment, own_label=True)
def equ_directive(draft: Draft, line: FullLine, place: Place) -> None:
    """EQU: a symbol with one value."""
    expr, needs = line.operands
    draft.assign(line.label, symbols.EQU, expr, needs, place)


@directive("asxxxx: =:", _assignment, own_label=True)
@directive("set = == .set", _assignment, own_label=True)
def set_directive(draft: Draft, line: FullLine, place: Place) -> None:
    """SET, `=`: a symbol that may get another value later."""
    expr, needs = line.operands
    draft.assign(line.label, symbols.SET, expr, needs, place)


def _mapping(line: FullLine, scan: Scanner) -> list[Expr | bytes]:
    return parser.parse_data(scan) if scan.peek() else []


@directive("cmap", _mapping, strings=QUOTED)
def character_map_directive(draft: Draft, line: FullLine, place: Place) -> None:
    """CMAP alone resets the character map; CMAP "ABC", 1 maps characters to consecutive codes.

    CMAP -1 is the same as CMAP alone; CMAP "0", 7, 9, 8 maps "0" and the characters after it.
    """
    read: list[Expr | bytes] = line.operands
    if not read or (len(read) == 1 and isinstance(read[0], Expr)
                    and draft.constant(read[0]) == -1):
        draft.run.character_map = IDENTITY
        return
    if len(read) > 2 and isinstance(read[0], bytes) and read[0] and not any(
            isinstance(value, bytes) for value in read[1:]):
        first = read[0][0]
        read = [part for offset, value in enumerate(read[1:])
                for part in (bytes((first + offset & 0xFF,)), value)]
    if len(read) % 2 or b"" in read:
        raise line.fault("E030", "CMAP takes pairs of a string and the code of its first character")
    table = bytearray(draft.run.character_map)
    for source, target in zip(read[::2], read[1::2], strict=False):
        first = draft.constant(target) if isinstance(target, Expr) else target[0]
        run = source if isinstance(source, bytes) else bytes((draft.constant(source) & 0xFF,))
        for offset, character in enumerate(run):
            table[character] = first + offset & 0xFF
    draft.run.character_map = bytes(table)


@directive("bank version", values())
def bank_directive(draft: Draft, line: FullLine, place: Place) -> None:
    """BANK n: select the bank for the following statements; VERSION is not supported."""
    expr = line.operands[0]
    number = draft.constant(expr)
    if line.word == "version":
        raise line.fault("E030", "the VERSION directive is not supported",
                         "use the option -D to assemble each version")
    if not 0 <= number < BANK_COUNT_MAX:
        raise Fault("E030", f"there is no bank {number}", expr.start, expr.end,
                    hints=["use bank 0 or bank 1"])
    draft.run.banks.add(number)
    draft.append(items.Bank(number), place)


@directive("asxxxx: .local .msg")
@directive("title subtitle page pag list nolist lst ttl "
           "nam name spc endsection eject newpage expand noexpand export "
           ".module .title .sbttl .page .list .nlist .globl .radix")
def no_effect_directive(draft: Draft, line: FullLine, place: Place) -> None:
    """TITLE, PAGE, LIST and others that only concern a printed listing."""


def _quoted(scan: Scanner, *, optional: bool = False) -> str:
    """Read a message in quotes; if it is optional, it may also be written without quotes."""
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
