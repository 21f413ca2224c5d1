"""Checks of a finished program: cycle limits in comments, and requirements of the Vectrex."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING

from asm import vectrex
from asm.assembler.directives import DELIMITED, DIRECTIVES
from asm.assembler.encode import (
    Bytes,
    Direct,
    FixedSize,
    ForcedDirect,
    Instruction,
    Item,
    Relative,
    Word,
    signed16,
)
from asm.assembler.items import Data, Label, Org, Reserve, Segment, SetDirectPage
from asm.assembler.pass_state import CODE
from asm.cpu import isa
from asm.output.contracts import Limit
from asm.output.program import Program
from asm.syntax.diagnostics import Fault, Note, Place, Report, did_you_mean
from asm.syntax.expr import Name, Number
from asm.syntax.lexer import LINE, pattern
from asm.syntax.symbols import EQU

if TYPE_CHECKING:
    from asm.output.cycles import WorstCases

CARTRIDGE_HEADER = b"g GCE "
TEXT_END = 0x80
TEXT_END_BYTE = bytes((TEXT_END,))
BANK_AT_RESET = 1           # of two, the one that the ROM sees when it checks the header
HASH_VALUE_END = 0x100      # lower addresses are the cartridge's header, not constants to read

_LOWER = re.compile(rb"[a-z]{2,}")
_LIMIT = pattern(r"[ \t]*;@cycles[ \t]*(<=|=)[ \t]*([0-9]+)([ \t]+at run time)?[ \t]*$")
_LIMIT_START = pattern(r"[ \t]*;@")
_LIMIT_LIKE = pattern(r"[ \t]*;@[ \t]*([A-Za-z]+)(?:[ \t]*[<=>]=?[ \t]*([0-9]))?")

# The statements that `check_cartridge` looks at: space, and instructions with an address.
_RELEVANT = frozenset((FixedSize, Instruction, Reserve, Segment, SetDirectPage))
_TEXT = frozenset((Bytes, Data))
_JUMPS = frozenset(name for name, effect in isa.EFFECTS.items()
                   if effect.then in (isa.CALL, isa.JUMP))
_STORES = frozenset(name for name, effect in isa.EFFECTS.items()
                    if "M" in effect.writes and isa.EXTENDED in isa.BY_MNEMONIC.get(name, ()))

# Entries that show that a program uses the ROM.
_ROM = vectrex.NEED_D0 | vectrex.NEED_C8 | {0xF192, 0xF1AA, 0xF1AF}


def check_program(program: Program, report: Report) -> list[Limit]:
    """Report broken cycle limits, and warn about code that would not work on a Vectrex.

    Returns: the limits of routines
    """
    limits = check_cycles(program, report)
    check_branches(program, report)
    check_hashes(program, report)
    if program.origin == 0 and program.chunks:
        check_cartridge(program, report)
    elif program.chunks:
        check_header_place(program, report)
    return limits


def check_header_place(program: Program, report: Report) -> None:
    """Report a program that begins with the header of a cartridge, but not at address 0."""
    address, data, item = min(program.chunks, key=itemgetter(0))
    if data.startswith(CARTRIDGE_HEADER):
        report.error(item.place, Fault("E041", f"the cartridge header is at ${address:04X}: add "
                                       "`org 0` before it", 0, len(item.place.text)))


def check_cycles(program: Program, report: Report) -> list[Limit]:
    """Check each `;@cycles` comment against the routine below the comment, or against the
    instructions above.

    Returns: the limits of routines
    """
    limits: list[Limit] = []
    marked = [row for row, place in enumerate(program.rows.places) if ";@" in place.text]
    if not marked:
        return limits
    from asm.output.cycles import WorstCases, instructions  # few sources have limits
    from asm.output.listing import cycles_of

    @cache
    def cases() -> WorstCases:      # decodes the whole program
        return WorstCases(instructions(program.chunks))

    @cache
    def data_of() -> dict[int, bytes]:
        return {id(item): data for _, data, item in program.chunks}

    begin = 0                       # the first statement since the last limit
    for index in marked:
        place, first = program.rows[index]
        if not _LIMIT_START.match(place.text):
            continue
        limit = _LIMIT.match(place.text)
        if limit is None:
            if _is_like_a_limit(place.text):
                report.warn(place, "limit-misspelt", "this comment is not read as a cycle limit", 0,
                            len(place.text), hints=["write ;@cycles <= n or ;@cycles = n"])
            continue
        routine = _routine_below(program, index)
        if routine is not None:
            limits.append(_check_routine(cases, report, place, limit, routine))
            continue
        total = sum(cycles_of(item, data_of().get(id(item), b""))[0]
                    for item in _since_label(program.items[begin:first]))
        bound = int(limit.group(2))
        if total > bound or (limit.group(1) == "=" and total != bound):
            report.error(place, Fault("E040", f"{total} cycles, not {limit.group(1)} {bound}",
                                      limit.start(1), limit.end(2)))
        begin = first
    return limits


def _since_label(items: Sequence[Item]) -> Iterator[Item]:
    """Yield statements backwards up to the last global label, or up to the first statement."""
    for item in reversed(items):
        yield item
        if isinstance(item, Label) and item.scope:
            return


def _is_like_a_limit(text: str) -> bool:
    """Return whether a comment that begins with `;@` was meant to be a limit."""
    match = _LIMIT_LIKE.match(text)
    if match is None:
        return False
    word = match.group(1).lower()
    return bool(match.group(2) or word == "cycles" or did_you_mean(word, ["cycles"]))


def _routine_below(program: Program, row: int) -> Label | None:
    """Return the global label below a row if only comments and empty lines are in between."""
    for below in range(row + 1, len(program.rows)):
        items, text = program.items_of(below), program.rows.places[below].text.lstrip()
        if items:
            first = items[0]
            return first if isinstance(first, Label) and first.scope else None
        if text and text[0] not in ";*":
            return None
    return None


def _check_routine(cases: Callable[[], WorstCases], report: Report, place: Place,
                   limit: re.Match[str], routine: Label) -> Limit:
    """Compute the worst case of a routine and compare it with its limit."""
    from asm.output.cycles import Unbounded

    name, bound, exactly = routine.symbol.name, int(limit.group(2)), limit.group(1) == "="
    if limit.group(3) or routine.symbol.value is None:
        return Limit(name, bound, exactly, False, place.file, place.line)
    try:
        most = cases().of(routine.symbol.value)
    except Unbounded as unbounded:
        reason = unbounded.item
        notes = [Note("here", reason.place, 0, len(reason.place.text))] if reason else []
        report.warn(place, "cycles-unknown", f"the worst case of `{name}` cannot be "
                    f"computed: {unbounded.reason}", limit.start(1), limit.end(2),
                    notes=notes, hints=["write `at run time` after the limit, and check "
                                        "it with a test that calls the routine"])
        return Limit(name, bound, exactly, False, place.file, place.line)
    found = Limit(name, bound, exactly, True, place.file, place.line)
    if not found.holds(most):
        report.error(place, Fault("E040", f"`{name}` takes up to {most} cycles, not "
                                  f"{limit.group(1)} {bound}", limit.start(1), limit.end(2)))
    return found


def check_branches(program: Program, report: Report) -> None:
    """Warn of long branches and JSRs that a shorter instruction can replace."""
    if not (report.is_on("branch-fits") or report.is_on("jsr-fits")):
        return
    for item in program.items:
        if not isinstance(item, Instruction) or item.place.via is not None or item.value is None:
            continue
        candidate = item.candidates[item.level]
        near = -120 <= signed16(item.value - item.address) <= 120
        if near and isinstance(candidate, Relative) and candidate.bits == 16 \
                and item.name[0] == "L" and isa.RELATIVE16 in isa.BY_MNEMONIC[item.name]:
            report.warn(item.place, "branch-fits", f"the shorter {item.name[1:]} would reach the "
                                                   "target",
                        item.expr.start, item.expr.end)
        elif near and item.name == "JSR" and candidate.size == 3 \
                and not isinstance(candidate, Relative) and candidate.head == b"\xbd":
            report.warn(item.place, "jsr-fits", "the shorter BSR would reach the "
                                                "target", item.expr.start,
                        item.expr.end)


def check_hashes(program: Program, report: Report) -> None:
    """Warn of small numbers used as addresses where an immediate was probably meant."""
    if not report.is_on("missing-hash"):
        return
    suspects = [item for item in program.items if type(item) is Instruction and item.level
                and type(item.candidates[0]) is Direct and item.page != 0 and item.value is not None
                and -128 <= item.value < HASH_VALUE_END and _takes_immediate(item)
                and _is_constant(item, program)]
    if not suspects:
        return
    addresses = {item.value for item in program.items if isinstance(item, Instruction)
                 and type(item.candidates[0]) in (Direct, ForcedDirect, Word)
                 and item.candidates[-1].head != _immediate_head(item)
                 and not (_takes_immediate(item) and _is_constant(item, program)
                          and len(item.candidates) > 1)}
    for item in suspects:
        if item.value not in addresses:
            text = item.place.text[item.expr.start:item.expr.end].strip()
            report.warn(item.place, "missing-hash", f"{item.name} {text} uses the contents of "
                        f"${(item.value or 0) & 0xFFFF:04X}", item.expr.start, item.expr.end,
                        hints=[f"write `#{text}` for the number itself, `>{text}` for the "
                               "address"])


def _takes_immediate(item: Instruction) -> bool:
    modes = isa.BY_MNEMONIC[item.name]
    return isa.IMMEDIATE8 in modes or isa.IMMEDIATE16 in modes


def _immediate_head(item: Instruction) -> bytes:
    op = isa.BY_MNEMONIC[item.name].get(isa.IMMEDIATE16)
    return b"" if op is None else op.opcode_bytes


def _is_constant(item: Instruction, program: Program) -> bool:
    """Return whether an operand is a number, or the name of an EQU."""
    expr = item.expr
    if type(expr) is Name:
        symbol = program.symbols.get(expr.name)
        return symbol is not None and symbol.kind == EQU
    return type(expr) is Number


def check_cartridge(program: Program, report: Report) -> None:
    """Warn about an image at address 0 that would not run as a Vectrex cartridge."""
    assert program.image is not None
    head = program.image[:11]
    if not head.startswith(b"g GCE") and not _calls_rom(program):
        return
    start = next(item.place for address, _, item in program.chunks if address == 0)
    seen_first = len(program.banks) == 1 or program.bank == BANK_AT_RESET
    if seen_first and (not head.startswith(CARTRIDGE_HEADER) or head[10:11] != b"\x80"):
        report.warn(start, "cartridge-header", "the executive ROM expects `g GCE `, four more "
                    "characters and $80 here", 0, len(start.text))
    end = len(program.image)
    if end > vectrex.CARTRIDGE_END:
        address, item = next((address, item) for address, data, item in program.chunks
                             if address + len(data) > vectrex.CARTRIDGE_END)
        report.warn(item.place, "cartridge-size", f"${address:04X} is beyond the cartridge, "
                    "which ends at $7FFF", 0, len(item.place.text))
        end = max(address + len(data) for address, data, _ in program.chunks
                  if address < vectrex.CARTRIDGE_END)
    relevant = [item for item in program.items if type(item) in _RELEVANT]      # few, for speed
    spaces = [item for item in relevant if isinstance(item, Reserve)]
    if any(end <= item.address < vectrex.CARTRIDGE_END for item in spaces):
        _check_variables(program, report, end)
    own = {address for item in spaces if item.address >= end
           for address in range(item.address, item.address + item.size)}
    if Segment in map(type, relevant):
        own |= _check_segment(program, report)
    _check_text(program, report)
    page_chosen = False
    for item in relevant:
        if isinstance(item, SetDirectPage):
            page_chosen = True
        elif isinstance(item, Reserve) and item.size:
            _check_ram(report, item)
        elif isinstance(item, Instruction) and item.value is not None:
            if item.name in _STORES:
                _check_store(report, item, item.value, own)
            elif page_chosen and item.name in _JUMPS:
                _check_page(report, item, item.value)


def _check_variables(program: Program, report: Report, end: int) -> None:
    """Warn of variables that follow the code without an ORG, because their addresses are in the
    ROM.

    With an ORG they are taken for RAM on the cartridge.
    Args: end  the address after the last byte of the cartridge
    """
    label: Label | None = None
    chosen = True
    for item in program.items:
        if isinstance(item, (Org, Segment)):
            chosen = True
        elif isinstance(item, Label):
            label = item
            continue
        elif isinstance(item, Reserve):
            if not chosen and label is not None and label.place is item.place \
                    and end <= item.address < vectrex.CARTRIDGE_END:
                report.warn(item.place, "ram-outside", f"`{label.symbol.name}` is reserved at "
                            f"${item.address:04X}, after the code, in ROM", 0,
                            len(item.place.text),
                            hints=["put variables after `org $C880`; RAM on the cartridge needs "
                                   "its own ORG"])
                return
        elif item.size:
            chosen = False
        label = None


def _check_segment(program: Program, report: Report) -> set[int]:
    """Warn of variables in the bss segment before its first ORG, because their addresses begin at
    $0000.

    Returns: their addresses; stores there are a consequence
    """
    taken = set[int]()
    label: Label | None = None
    segment, placed = CODE, {CODE}
    for item in program.items:
        if isinstance(item, Segment):
            segment = item.name
        elif isinstance(item, Org):
            placed.add(segment)
        elif isinstance(item, Label):
            label = item
        elif isinstance(item, Reserve) and item.size and segment not in placed:
            if not taken:
                name = label.symbol.name if label and label.place is item.place else "the space"
                report.warn(item.place, "ram-outside", f"`{name}` is reserved at "
                            f"${item.address:04X}: no ORG has placed the segment {segment}", 0,
                            len(item.place.text),
                            hints=[f"write `{segment}`, `org $C880` and `code` above this line, "
                                   "and above the INCLUDE if it is in another file"])
            taken.update(range(item.address, item.address + item.size))
    return taken


def _check_text(program: Program, report: Report) -> None:
    """Warn of lower-case letters in text for the ROM, which prints other symbols in their place.

    Text is a string with $80 after it.  A single letter may be meant as a symbol, like the `g` of
    the header's copyright line.
    """
    strings = list[tuple[int, Item, bytes]]()       # and other bytes
    ends = set[int]()
    for address, data, item in program.chunks:
        if type(item) not in _TEXT:     # most statements
            continue
        if isinstance(item, Bytes):
            if data[:1] == TEXT_END_BYTE and not _has_string(item.place):
                ends.add(address)
            else:
                strings.append((address, item, data))
        elif isinstance(item, Data) and item.width == 1:
            for value in item.values:
                size = len(value) if isinstance(value, bytes) else 1
                if isinstance(value, bytes):
                    strings.append((address, item, data[:size]))
                elif data[0] == TEXT_END:
                    ends.add(address)
                address, data = address + size, data[size:]
    for address, item, text in reversed(strings):       # a text may continue in the next string
        place = item.place
        if address + len(text) not in ends or (type(item) is Bytes and not _has_string(place)):
            continue
        ends.add(address)
        lower = _LOWER.search(text)
        if lower is not None:
            shown = lower.group().decode()
            start = max(0, place.text.find(shown))
            report.warn(place, "lower-case", f"the ROM prints symbols for the letters `{shown}`",
                        start, start + len(shown), hints=["write text in capital letters"])


def _has_string(place: Place) -> bool:
    """Return whether a line whose bytes are constant contains a string."""
    match = LINE.match(place.text)
    known = DIRECTIVES.get((match.group(2) or "").lower()) if match else None
    return known is not None and bool(known.strings) and (
        known.strings == DELIMITED or '"' in place.text or "'" in place.text)


def _calls_rom(program: Program) -> bool:
    """Return whether a program without a header calls the executive ROM."""
    return any(item.value in _ROM for item in program.items
               if isinstance(item, Instruction) and item.name == "JSR")


def _check_ram(report: Report, item: Reserve) -> None:
    address, last = item.address, item.address + item.size - 1
    if vectrex.RAM_FIRST <= address <= vectrex.RAM_LAST and not (
            address >= vectrex.GAME_RAM_FIRST and last <= vectrex.GAME_RAM_LAST):
        report.warn(item.place, "ram-outside", f"${address:04X}-${last:04X} is not entirely "
                    "within $C880-$CBE9, the RAM that a cartridge may use", 0, len(item.place.text))


def _check_store(report: Report, item: Instruction, target: int, own: set[int]) -> None:
    """Warn of a store into ROM.  Args: own  addresses of RAM on the cartridge."""
    if item.candidates[item.level].head != isa.BY_MNEMONIC[item.name][isa.EXTENDED].opcode_bytes:
        return
    target &= 0xFFFF
    if (target < vectrex.CARTRIDGE_END and target not in own) or target >= vectrex.ROM_FIRST:
        report.warn(item.place, "rom-store", f"{item.name} writes to ${target:04X}, which "
                    "is ROM", item.expr.start, item.expr.end)


def _check_page(report: Report, item: Instruction, target: int) -> None:
    page = item.page
    if page is None:
        return
    needed = 0xD0 if target in vectrex.NEED_D0 else 0xC8 if target in vectrex.NEED_C8 else page
    if needed != page:
        text = item.place.text[item.expr.start:item.expr.end]
        report.warn(item.place, "bios-page", f"{text} expects DP ${needed:02X}, but SETDP "
                    f"says ${page:02X}", item.expr.start, item.expr.end)
