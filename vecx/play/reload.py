"""A program that was assembled anew goes on where the old one was, as far as symbols tell.

RAM cells are carried over by name.  The program counter and the return addresses on the stack
move with the label they lie behind, where the instructions from there on are as long as they were;
so do pointers into the cartridge, in the registers and in cells of two bytes, that point at a
label.  Where code that is yet to return has changed, nothing can go on: the program begins anew.
"""

from bisect import bisect_right
from dataclasses import replace

from asm.output.debuginfo import LABEL, DebugInfo

from ..chips.bus import RAM, RAM_BYTES, ROM
from ..console.cartridge_slot import ram_of
from ..machine import Machine

PROGRAM_RAM, STACK_TOP = 0xC880, 0xCBEA     # a program's own RAM, and where its stack begins [BIOS]
POINTER = 2             # bytes
CELL_MAX = 64           # bytes of a cell whose name does not say how many
# Opcodes of calls, and how many bytes before the return address they stand.
CALLS = {(0xBD, 3), (0x17, 3), (0x8D, 2), (0x9D, 2), (0xAD, 2), (0xAD, 3), (0xAD, 4)}

Cells = dict[str, tuple[int, int]]      # address and size by name


class _Program:
    """One of the two programs: its labels in the cartridge, its cells in RAM, its bytes."""

    def __init__(self, machine: Machine, stack: int) -> None:
        self.debug: DebugInfo = machine.debug
        self.image = machine.cartridge.image if machine.cartridge else b""
        symbols = self.debug.symbols
        inside = {name: symbol.value for name, symbol in symbols.items()
                  if symbol.kind == LABEL and symbol.value < len(self.image)}
        self.labels = inside
        self.by_place = sorted((value, name) for name, value in inside.items())
        self.cells = self._cells(PROGRAM_RAM, min(STACK_TOP, stack))
        self.cart_cells = self._cells(*cart_ram_of(machine))

    def _cells(self, first: int, end: int) -> Cells:
        """Return the cells of a range of RAM: their addresses and sizes by name."""
        cells = {name: symbol for name, symbol in self.debug.symbols.items()
                 if first <= symbol.value < end}
        ends = [*sorted({symbol.value for symbol in cells.values()}), end]
        return {name: (cell.value, min(ends[bisect_right(ends, cell.value)] - cell.value,
                                       cell.size or CELL_MAX))
                for name, cell in cells.items()}

    def lengths(self, label: int, place: int) -> list[int] | None:
        """Return how long the pieces of code from a label to a place are; None where the place is
        not between two of them."""
        found, at = [], label
        while at < place:
            row = self.debug.row_at(at)
            if row is None or row.address != at:
                return None
            found.append(row.size)
            at += row.size
        return found if at == place else None

    def moved(self, place: int, to: "_Program") -> int | None:
        """Return where a place of the code is in another program; None where it is not there."""
        end = bisect_right(self.by_place, (place, "\uffff"))
        for start, name in reversed(self.by_place[:end]):
            if name in to.labels:
                way = self.lengths(start, place)
                there = to.labels[name] + place - start
                return there if way is not None and way == to.lengths(to.labels[name], there) \
                    else None
        return None

    def pointer(self, value: int, to: "_Program") -> int:
        """Return a pointer at a label as the other program has it; anything else as it is."""
        at = bisect_right(self.by_place, (value, "\uffff")) - 1
        if at >= 0 and self.by_place[at][0] == value:
            return to.labels.get(self.by_place[at][1], value)
        return value


def carry(old: Machine, new: Machine) -> str | None:
    """Let a machine with the program assembled anew go on where the old one is.

    Returns: None, or why the program cannot go on; the new machine is at power-on then
    """
    before, after = _Program(old, old.registers.s), _Program(new, old.registers.s)
    if not before.labels or not after.labels:
        return "the program has no symbols"
    pc = old.registers.pc
    if pc < ROM:
        moved = before.moved(pc, after)
        if moved is None:
            return f"the code at {old.where(pc)} has changed"
        pc = moved
    ram, cart_ram = bytearray(old.ram), bytearray(old.all_ram[len(old.ram):])
    _carry_cells(ram, int(RAM), before, after, before.cells, after.cells)
    _carry_cells(cart_ram, cart_ram_of(old)[0], before, after, before.cart_cells,
                 after.cart_cells)
    place = _carry_stack(ram, old.registers.s, before, after)
    if place is not None:
        return f"the code that called from {old.where(place)} has changed"
    new.restore(replace(old.keep(), identity=new.console.identity, ram=bytes(ram + cart_ram),
                        poked={}))
    registers = old.registers
    new.set_registers(pc=pc, x=before.pointer(registers.x, after),
                      y=before.pointer(registers.y, after), u=before.pointer(registers.u, after))
    return None


def lost(old: Machine, new: Machine) -> list[str]:
    """Return the cells of RAM that the old program has and the new one has not, in order."""
    before, after = (_Program(machine, machine.registers.s) for machine in (old, new))
    return [*(name for name in before.cells if name not in after.cells),
            *(name for name in before.cart_cells if name not in after.cart_cells)]


def cart_ram_of(machine: Machine) -> tuple[int, int]:
    """Return where the RAM in the cartridge begins and ends."""
    first, last = ram_of(machine.cart_ram) or (0, -1)
    return first, last + 1


def _carry_cells(ram: bytearray, base: int, before: _Program, after: _Program, had_cells: Cells,
                 cells: Cells) -> None:
    """Put each cell of RAM at `base` where the new program has it; a cell that is new is 0."""
    old = bytes(ram)
    for at, size in cells.values():
        ram[at - base:at - base + size] = bytes(size)
    for name, (at, size) in cells.items():
        if name in had_cells:
            was, had = had_cells[name]
            content = old[was - base:was - base + min(size, had)]
            if len(content) == size == POINTER:
                value = before.pointer(int.from_bytes(content, "big"), after)
                content = value.to_bytes(POINTER, "big")
            ram[at - base:at - base + len(content)] = content


def _carry_stack(ram: bytearray, s: int, before: _Program, after: _Program) -> int | None:
    """Move the return addresses on the stack; return one that cannot be, or None."""
    base = int(RAM)
    at = s
    while base <= at < STACK_TOP - 1 and at - base + 1 < RAM_BYTES:
        value = int.from_bytes(ram[at - base:at - base + 2], "big")
        if _is_return(before, value):
            moved = before.moved(value, after)
            if moved is None:
                return value
            ram[at - base:at - base + 2] = moved.to_bytes(2, "big")
            at += 1
        at += 1
    return None


def _is_return(program: _Program, value: int) -> bool:
    """Say whether an address can be one that a call left: a call stands before it."""
    for opcode, length in CALLS:
        row = program.debug.row_at(value - length)
        if value - length >= 0 and value <= len(program.image) and row is not None \
                and (row.address, row.size) == (value - length, length) \
                and program.image[value - length] == opcode:
            return True
    return False
