"""Checks of a finished program: cycle limits written in comments, and what a Vectrex asks for.

They read what was assembled, and report.
"""

from __future__ import annotations

import re
from operator import itemgetter
from typing import TYPE_CHECKING

from asm.assembler.encode import (
    Direct,
    Fixed,
    ForcedDirect,
    Instruction,
    Item,
    Relative,
    Word,
    signed16,
)
from asm.assembler.items import Label, Org, Reserve, Segment
from asm.cpu import isa
from asm.output.limits import Limit
from asm.output.program import Program
from asm.syntax.diagnostics import Fault, Note, Place, Report, did_you_mean
from asm.syntax.expr import Name, Number
from asm.syntax.patterns import pattern
from asm.syntax.symbols import EQU

if TYPE_CHECKING:
    from asm.output.cycles import WorstCases

CARTRIDGE_HEADER = b"g GCE "
CARTRIDGE_END = 0x8000
BANK_AT_RESET = 1           # of two, the one in sight when the ROM looks for the header
HASH_VALUE_END = 0x100      # where a cartridge keeps its header, and no constant that is read
ROM_FIRST = 0xE000
RAM_FIRST, RAM_LAST = 0xC800, 0xCFFF
GAME_RAM_FIRST, GAME_RAM_LAST = 0xC880, 0xCBE9

_LIMIT = pattern(r"[ \t]*;@cycles[ \t]*(<=|=)[ \t]*([0-9]+)([ \t]+at run time)?[ \t]*$")
_LIMIT_START = pattern(r"[ \t]*;@")
_LIMIT_LIKE = pattern(r"[ \t]*;@[ \t]*([A-Za-z]+)(?:[ \t]*[<=>]=?[ \t]*([0-9]))?")

# ROM entries that want a page in DP, by address.  Source: bios/entries.csv, column dp_in
WANT_D0 = frozenset((
    0xF1A2, 0xF1B4, 0xF1BA, 0xF1F5, 0xF1F8, 0xF256, 0xF259, 0xF25B, 0xF272, 0xF27D, 0xF284, 0xF289,
    0xF28C, 0xF29D, 0xF2A1, 0xF2A5, 0xF2A9, 0xF2AB, 0xF2BE, 0xF2C1, 0xF2C3, 0xF2C5, 0xF2D5, 0xF2DE,
    0xF2E6, 0xF2F2, 0xF2FC, 0xF308, 0xF30C, 0xF30E, 0xF310, 0xF312, 0xF34F, 0xF354, 0xF35B, 0xF36B,
    0xF373, 0xF378, 0xF37A, 0xF385, 0xF38A, 0xF38C, 0xF391, 0xF393, 0xF495, 0xF498, 0xF3AD, 0xF3B1,
    0xF3B5, 0xF3B7, 0xF3B9, 0xF3BC, 0xF3BE, 0xF3CE, 0xF3D2, 0xF3D6, 0xF3D8, 0xF3DA, 0xF3DD, 0xF3DF,
    0xF404, 0xF408, 0xF40C, 0xF40E, 0xF410, 0xF434, 0xF437, 0xF439, 0xF46E, 0xFF9F, 0xF835,
))
WANT_C8 = frozenset((
    0xF593, 0xF5EF, 0xF5FF, 0xF601, 0xF603, 0xF62B, 0xF637, 0xF65B, 0xF65D, 0xF661, 0xF663, 0xF687,
    0xF68D, 0xF690, 0xF692, 0xF742, 0xF92E, 0xF9CA,
))

_ROM = WANT_D0 | WANT_C8 | {0xF192, 0xF1AA, 0xF1AF}


def check_program(program: Program, report: Report) -> list[Limit]:
    """Report broken cycle limits, and warn about what would not work on a Vectrex.

    Returns: the limits that stand before routines
    """
    limits = check_cycles(program, report)
    check_branches(program, report)
    check_hashes(program, report)
    if program.origin == 0 and program.chunks:
        check_cartridge(program, report)
    return limits


def cycles_of(item: Item, data: bytes | None) -> int:
    """The least cycles of an instruction; 0 for anything else."""
    from asm.cpu.decoding import decode

    if data is None or not isinstance(item, (Fixed, Instruction)):
        return 0
    decoded = decode(data, 0, item.address)
    return decoded.cycles if decoded is not None and decoded.size == len(data) else 0


def check_cycles(program: Program, report: Report) -> list[Limit]:
    """Compare each `;@cycles` comment with the routine it stands before, or else with the
    instructions above it.  Returns: the limits of routines
    """
    limits: list[Limit] = []
    if not any(";@" in place.text for place in program.rows.places):
        return limits
    from asm.output.cycles import WorstCases, instructions  # few sources have limits

    data_of = {id(item): data for _, data, item in program.chunks}
    below = _routines_below(program)
    cases = WorstCases(instructions(program.chunks))
    total = 0
    for index, (place, _) in enumerate(program.rows):
        for item in program.items_of(index):
            if isinstance(item, Label) and item.scope:
                total = 0
            total += cycles_of(item, data_of.get(id(item)))
        if ";@" not in place.text or not _LIMIT_START.match(place.text):
            continue
        limit = _LIMIT.match(place.text)
        if limit is None:
            if _is_like_a_limit(place.text):
                report.warn(place, "limit-misspelt", "this comment is not read as a cycle limit", 0,
                            len(place.text), hints=["write ;@cycles <= n or ;@cycles = n"])
            continue
        routine = below[index]
        if routine is not None:
            limits.append(_check_routine(cases, report, place, limit, routine))
            continue
        bound = int(limit.group(2))
        if total > bound or (limit.group(1) == "=" and total != bound):
            report.error(place, Fault("E040", f"{total} cycles, not {limit.group(1)} {bound}",
                                      limit.start(1), limit.end(2)))
        total = 0
    return limits


def _is_like_a_limit(text: str) -> bool:
    """Say whether a comment that begins with `;@` was meant to be a limit."""
    match = _LIMIT_LIKE.match(text)
    if match is None:
        return False
    word = match.group(1).lower()
    return bool(match.group(2) or word == "cycles" or did_you_mean(word, ["cycles"]))


def _routines_below(program: Program) -> list[Label | None]:
    """For each row the global label that follows it, only comments and empty lines in between."""
    found: list[Label | None] = []
    following: Label | None = None
    for row in range(len(program.rows) - 1, -1, -1):
        found.append(following)
        items, text = program.items_of(row), program.rows.places[row].text.lstrip()
        if items:
            first = items[0]
            following = first if isinstance(first, Label) and first.scope else None
        elif text and text[0] not in ";*":
            following = None
    found.reverse()
    return found


def _check_routine(cases: WorstCases, report: Report, place: Place, limit: re.Match[str],
                   routine: Label) -> Limit:
    """Compute the worst case of a routine and compare it with its limit."""
    from asm.output.cycles import Unbounded

    name, bound, exactly = routine.symbol.name, int(limit.group(2)), limit.group(1) == "="
    if limit.group(3) or routine.symbol.value is None:
        return Limit(name, bound, exactly, False, place.file, place.line)
    try:
        most = cases.of(routine.symbol.value)
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
    """Point out long branches and JSRs that a shorter instruction would serve."""
    if not (report.is_on("branch-fits") or report.is_on("jsr-fits")):
        return
    for item in program.items:
        if not isinstance(item, Instruction) or item.place.via is not None or item.value is None:
            continue
        rung = item.rungs[item.level]
        near = -120 <= signed16(item.value - item.address) <= 120
        if near and isinstance(rung, Relative) and rung.bits == 16 and item.name[0] == "L" \
                and isa.RELATIVE16 in isa.BY_MNEMONIC[item.name]:
            report.warn(item.place, "branch-fits", f"the shorter {item.name[1:]} would reach",
                        item.expr.start, item.expr.end)
        elif near and item.name == "JSR" and rung.size == 3 and not isinstance(rung, Relative) \
                and rung.head == b"\xbd":
            report.warn(item.place, "jsr-fits", "the shorter BSR would reach", item.expr.start,
                        item.expr.end)


def check_hashes(program: Program, report: Report) -> None:
    """Point out small numbers that are used as addresses, and only where an immediate could be."""
    if not report.is_on("missing-hash"):
        return
    suspects = [item for item in program.items if type(item) is Instruction and item.level
                and type(item.rungs[0]) is Direct and item.page != 0 and item.value is not None
                and -128 <= item.value < HASH_VALUE_END and _takes_immediate(item)
                and _is_constant(item, program)]
    if not suspects:
        return
    addresses = {item.value for item in program.items if isinstance(item, Instruction)
                 and type(item.rungs[0]) in (Direct, ForcedDirect, Word)
                 and item.rungs[-1].head != _immediate_head(item)
                 and not (_takes_immediate(item) and _is_constant(item, program)
                          and len(item.rungs) > 1)}
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
    """Say whether an operand is a number, or the name of an EQU."""
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
    start = min(program.chunks, key=itemgetter(0))[2].place
    seen_first = len(program.banks) == 1 or program.bank == BANK_AT_RESET
    if seen_first and (not head.startswith(CARTRIDGE_HEADER) or head[10:11] != b"\x80"):
        report.warn(start, "cartridge-header", "the executive ROM expects `g GCE `, four more "
                    "characters and $80 here", 0, len(start.text))
    if len(program.image) > CARTRIDGE_END:
        address, item = next((address, item) for address, data, item in program.chunks
                             if address + len(data) > CARTRIDGE_END)
        report.warn(item.place, "cartridge-size", f"${address:04X} is beyond the cartridge, "
                    "which ends at $7FFF", 0, len(item.place.text))
    end = max(address + len(data) for address, data, _ in program.chunks if address < CARTRIDGE_END)
    _check_variables(program, report, end)
    own = {address for item in program.items if isinstance(item, Reserve) and item.address >= end
           for address in range(item.address, item.address + item.size)}
    for item in program.items:
        if isinstance(item, Reserve) and item.size:
            _check_ram(report, item)
        elif isinstance(item, Instruction) and item.value is not None:
            effect = isa.EFFECTS[item.name]
            if effect.then in (isa.CALL, isa.JUMP):
                _check_page(report, item, item.value)
            elif "M" in effect.writes and isa.EXTENDED in isa.BY_MNEMONIC[item.name]:
                _check_store(report, item, item.value, own)


def _check_variables(program: Program, report: Report, end: int) -> None:
    """Warn of variables that follow the code without an ORG: they lie in the ROM.

    What an ORG puts elsewhere is RMB of who has RAM in the cartridge.
    Args: end  the address after the last byte of the cartridge
    """
    if not any(type(item) is Reserve and end <= item.address < CARTRIDGE_END
               for item in program.items):
        return
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
                    and end <= item.address < CARTRIDGE_END:
                report.warn(item.place, "ram-outside", f"`{label.symbol.name}` is reserved at "
                            f"${item.address:04X}, behind the code, in ROM", 0,
                            len(item.place.text),
                            hints=["put variables after `org $C880`; RAM of the cartridge has an "
                                   "ORG of its own"])
                return
        elif item.size:
            chosen = False
        label = None


def _calls_rom(program: Program) -> bool:
    """Say whether a program without a header calls the executive ROM all the same."""
    return any(item.value in _ROM for item in program.items
               if isinstance(item, Instruction) and item.name == "JSR")


def _check_ram(report: Report, item: Reserve) -> None:
    address, last = item.address, item.address + item.size - 1
    if RAM_FIRST <= address <= RAM_LAST and not (
            address >= GAME_RAM_FIRST and last <= GAME_RAM_LAST):
        report.warn(item.place, "ram-outside", f"${address:04X}-${last:04X} is not entirely in "
                    "$C880-$CBE9, which a cartridge may use", 0, len(item.place.text))


def _check_store(report: Report, item: Instruction, target: int, own: set[int]) -> None:
    """Args: own  what is reserved behind the image: RAM in the cartridge."""
    if item.rungs[item.level].head != isa.BY_MNEMONIC[item.name][isa.EXTENDED].opcode_bytes:
        return
    target &= 0xFFFF
    if (target < CARTRIDGE_END and target not in own) or target >= ROM_FIRST:
        report.warn(item.place, "rom-store", f"{item.name} writes to ${target:04X}, which "
                    "is ROM", item.expr.start, item.expr.end)


def _check_page(report: Report, item: Instruction, target: int) -> None:
    page = item.page
    if page is None:
        return
    wanted = 0xD0 if target in WANT_D0 else 0xC8 if target in WANT_C8 else page
    if wanted != page:
        text = item.place.text[item.expr.start:item.expr.end]
        report.warn(item.place, "bios-page", f"{text} expects DP ${wanted:02X}, but SETDP "
                    f"says ${page:02X}", item.expr.start, item.expr.end)
