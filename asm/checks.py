"""Checks of a finished program: cycle limits written in comments, and what a Vectrex asks for.

They look at what was assembled and never change it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from asm import isa
from asm.cycles import Unbounded, instructions, worst_case
from asm.diagnostics import Fault, Note, Place
from asm.disasm import decode
from asm.encode import Fixed, Instruction, Item, Relative, signed16
from asm.expr import UndefinedError
from asm.items import Label, Org, Reserve

if TYPE_CHECKING:
    from asm.passes import Assembler

CARTRIDGE_HEADER = b"g GCE "
CARTRIDGE_END = 0x8000
ROM_FIRST = 0xE000
RAM_FIRST, RAM_LAST = 0xC800, 0xCFFF
GAME_RAM_FIRST, GAME_RAM_LAST = 0xC880, 0xCBE9

_WRITERS = frozenset(
    "STA STB STD STX STY STU STS NEG COM LSR ROR ASR ASL LSL ROL DEC INC CLR".split())

_LIMIT = re.compile(r"[ \t]*;@cycles[ \t]*(<=|=)[ \t]*([0-9]+)([ \t]+at run time)?[ \t]*$")
_LIMIT_START = re.compile(r"[ \t]*;@")

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


@dataclass(frozen=True, slots=True)
class Limit:
    """What a `;@cycles` comment before a routine allows it, its return included.

    exactly     the routine must take so many cycles, not at most so many
    computed    the assembler has found the worst case and compared it; else a test has to call the
                routine and ask `holds`
    file, line  where the comment stands
    """

    routine: str
    cycles: int
    exactly: bool
    computed: bool
    file: str
    line: int

    def holds(self, cycles: int) -> bool:
        """Say whether the routine may have taken so many cycles."""
        return cycles == self.cycles if self.exactly else cycles <= self.cycles


def check_program(asm: Assembler) -> None:
    """Report broken cycle limits, and warn about what would not work on a Vectrex."""
    check_cycles(asm)
    check_branches(asm)
    if min((address for address, _, _ in asm.chunks), default=-1) == 0:
        check_cartridge(asm)


def cycles_of(item: Item, data: bytes | None) -> int:
    """The least cycles of an instruction; 0 for anything else."""
    if data is None or not isinstance(item, (Fixed, Instruction)):
        return 0
    decoded = decode(data, 0, item.address)
    return decoded.cycles if decoded is not None and decoded.size == len(data) else 0


def check_cycles(asm: Assembler) -> None:
    """Compare each `;@cycles` comment with the routine it stands before, or else with the
    instructions above it.
    """
    if not any(";@" in place.text for place, _ in asm.rows):
        return
    data_of = {id(item): data for _, data, item in asm.chunks}
    report = asm.run.report
    total = 0
    for index, (place, first) in enumerate(asm.rows):
        last = asm.rows[index + 1][1] if index + 1 < len(asm.rows) else len(asm.items)
        for item in asm.items[first:last]:
            if isinstance(item, Label) and item.scope:
                total = 0
            total += cycles_of(item, data_of.get(id(item)))
        if ";@" not in place.text or not _LIMIT_START.match(place.text):
            continue
        limit = _LIMIT.match(place.text)
        if limit is None:
            report.error(place, Fault("E001", "this is not a limit", 0, len(place.text),
                                      hints=["write ;@cycles <= n or ;@cycles = n"]))
            continue
        routine = _routine_below(asm, index)
        if routine is not None:
            _check_routine(asm, place, limit, routine)
            continue
        bound = int(limit.group(2))
        if total > bound or (limit.group(1) == "=" and total != bound):
            report.error(place, Fault("E040", f"{total} cycles, not {limit.group(1)} {bound}",
                                      limit.start(1), limit.end(2)))
        total = 0


def _routine_below(asm: Assembler, index: int) -> Label | None:
    """The global label that follows a row, nothing but comments and empty lines in between."""
    for following in range(index + 1, len(asm.rows)):
        place, first = asm.rows[following]
        last = asm.rows[following + 1][1] if following + 1 < len(asm.rows) else len(asm.items)
        for item in asm.items[first:last]:
            return item if isinstance(item, Label) and item.scope else None
        if place.text.strip() and place.text.lstrip()[0] not in ";*":
            return None
    return None


def _check_routine(asm: Assembler, place: Place, limit: re.Match[str], routine: Label) -> None:
    """Compute the worst case of a routine and compare it with its limit."""
    name, bound, exactly = routine.symbol.name, int(limit.group(2)), limit.group(1) == "="

    def keep(*, computed: bool) -> Limit:
        found = Limit(name, bound, exactly, computed, place.file, place.line)
        asm.limits.append(found)
        return found

    if limit.group(3) or routine.symbol.value is None:
        keep(computed=False)
        return
    try:
        most = worst_case(instructions(asm.chunks), routine.symbol.value)
    except Unbounded as unbounded:
        keep(computed=False)
        reason = unbounded.item
        notes = [Note("here", reason.place, 0, len(reason.place.text))] if reason else []
        asm.run.report.warn(place, "cycles-unknown", f"the worst case of `{name}` cannot be "
                            f"computed: {unbounded.reason}", limit.start(1), limit.end(2),
                            notes=notes, hints=["write `at run time` after the limit, and check "
                                                "it with a test that calls the routine"])
        return
    if not keep(computed=True).holds(most):
        asm.run.report.error(place, Fault("E040", f"`{name}` takes up to {most} cycles, not "
                                          f"{limit.group(1)} {bound}", limit.start(1),
                                          limit.end(2)))


def check_branches(asm: Assembler) -> None:
    """Point out long branches and JSRs that a shorter instruction would serve."""
    report = asm.run.report
    if not (report.wants("branch-fits") or report.wants("jsr-fits")):
        return
    run = asm.run
    for item in asm.items:
        if not isinstance(item, Instruction) or item.place.via is not None:
            continue
        rung = item.rungs[item.level]
        target = known_value(item, asm)
        if target is None:
            continue
        near = -120 <= signed16(target - item.address) <= 120
        if near and isinstance(rung, Relative) and rung.bits == 16 and item.name[0] == "L" \
                and isa.RELATIVE16 in isa.BY_MNEMONIC[item.name]:
            run.report.warn(item.place, "branch-fits", f"{item.name[1:]} would reach",
                            item.expr.start, item.expr.end)
        elif near and item.name == "JSR" and rung.size == 3 and not isinstance(rung, Relative) \
                and rung.head == b"\xbd":
            run.report.warn(item.place, "jsr-fits", "BSR would reach", item.expr.start,
                            item.expr.end)


def known_value(item: Instruction, asm: Assembler) -> int | None:
    """The value of an operand that names global symbols only."""
    names = item.expr.names("")
    if any(name.startswith(".") for name in names):
        return None
    try:
        return item.expr.value(asm.run)
    except (UndefinedError, Fault, RecursionError):
        return None


def check_cartridge(asm: Assembler) -> None:
    """Warn about an image at address 0 that would not run as a Vectrex cartridge."""
    run, report = asm.run, asm.run.report
    start = next(item.place for address, _, item in asm.chunks if address == 0)
    head = b"".join(data for _, data, _ in sorted(asm.chunks, key=lambda chunk: chunk[0]))[:11]
    if not head.startswith(b"g GCE") and not _calls_rom(asm):
        return
    if not head.startswith(CARTRIDGE_HEADER) or head[10:11] != b"\x80":
        report.warn(start, "cartridge-header", "the executive ROM wants `g GCE `, four more "
                    "characters and $80 here", 0, len(start.text))
    for address, data, item in asm.chunks:
        if address + len(data) > CARTRIDGE_END:
            report.warn(item.place, "cartridge-size", f"${address:04X} is beyond the cartridge, "
                        "which ends at $7FFF", 0, len(item.place.text))
            break
    run.start_pass()
    for item in asm.items:
        item.address = run.here = run.pc
        if item.moves:
            item.layout(run)
        if isinstance(item, Reserve) and item.size:
            _check_ram(asm, item.place, item.address, item.size)
        elif isinstance(item, Instruction) and item.name in ("JSR", "JMP", "LBSR", "LBRA"):
            _check_page(asm, item)
        elif isinstance(item, Instruction) and item.name in _WRITERS:
            _check_store(asm, item)
        elif isinstance(item, Org):
            run.here = run.pc
        run.pc += item.size


def _calls_rom(asm: Assembler) -> bool:
    """Say whether a program without a header calls the executive ROM all the same."""
    return any(known_value(item, asm) in _ROM for item in asm.items
               if isinstance(item, Instruction) and item.name == "JSR")


def _check_ram(asm: Assembler, place: Place, address: int, size: int) -> None:
    last = address + size - 1
    if RAM_FIRST <= address <= RAM_LAST and not (
            address >= GAME_RAM_FIRST and last <= GAME_RAM_LAST):
        asm.run.report.warn(place, "ram-outside", f"${address:04X}-${last:04X} is not all within "
                            "$C880-$CBE9, which a cartridge may use", 0, len(place.text))


def _check_store(asm: Assembler, item: Instruction) -> None:
    target = known_value(item, asm)
    extended = isa.BY_MNEMONIC[item.name][isa.EXTENDED].opcode_bytes
    if target is None or item.rungs[item.level].head != extended:
        return
    target &= 0xFFFF
    if target < CARTRIDGE_END or target >= ROM_FIRST:
        asm.run.report.warn(item.place, "rom-store", f"{item.name} writes to ${target:04X}, which "
                            "is ROM", item.expr.start, item.expr.end)


def _check_page(asm: Assembler, item: Instruction) -> None:
    run = asm.run
    target = known_value(item, asm)
    if run.dp is None or target is None:
        return
    wanted = 0xD0 if target in WANT_D0 else 0xC8 if target in WANT_C8 else run.dp
    if wanted != run.dp:
        text = item.place.text[item.expr.start:item.expr.end]
        run.report.warn(item.place, "bios-page", f"{text} wants DP ${wanted:02X}, and it is said "
                        f"to be ${run.dp:02X}", item.expr.start, item.expr.end)
