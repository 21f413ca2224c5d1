"""Converts the state of a program to its reassembled version, if the symbols allow that.

RAM cells are carried over by name.  The program counter and the return addresses on the stack move
with the preceding label, if the instructions from there on have the same lengths.  Pointers to
labels, in the registers and in cells of two bytes, move as well.  If code that is yet to return has
changed, the program cannot continue.

This module needs no machine: the workshop runs it in the browser.
"""

from bisect import bisect_right
from dataclasses import dataclass, replace

from asm.output.debuginfo import LABEL, DebugInfo
from asm.vectrex import GAME_RAM_FIRST, GAME_RAM_LAST, RAM_FIRST, ROM_FIRST

RAM_BYTES = 0x400
STACK_TOP = GAME_RAM_LAST + 1       # where the stack begins [BIOS]
POINTER = 2             # bytes
CELL_MAX = 64           # bytes of a cell whose size is unknown
# Opcodes of calls, and their distance before the return address in bytes.
CALLS = {(0xBD, 3), (0x17, 3), (0x8D, 2), (0x9D, 2), (0xAD, 2), (0xAD, 3), (0xAD, 4)}

Cells = dict[str, tuple[int, int]]      # address and size by name


@dataclass(frozen=True)
class State:
    """The part of a machine's state that moves: registers, the console's RAM and the
    cartridge's."""

    pc: int
    s: int
    x: int
    y: int
    u: int
    ram: bytes
    cart_ram: bytes = b""


class Program:
    """The old or the new program: its labels in the cartridge, its cells in RAM, and its bytes.

    Args:   stack     the stack pointer of the old program
            cart_ram  first address of RAM in the cartridge, and the address after its end
    """

    def __init__(self, debug: DebugInfo, image: bytes, stack: int,
                 cart_ram: tuple[int, int] = (0, 0)) -> None:
        self.debug = debug
        self.image = image
        self.cart_ram = cart_ram
        symbols = self.debug.symbols
        inside = {name: symbol.value for name, symbol in symbols.items()
                  if symbol.kind == LABEL and symbol.value < len(self.image)}
        self.labels = inside
        self.by_place = sorted((value, name) for name, value in inside.items())
        self.cells = self._cells(GAME_RAM_FIRST, min(STACK_TOP, stack))
        self.cart_cells = self._cells(*cart_ram)

    def _cells(self, first: int, end: int) -> Cells:
        cells = {name: symbol for name, symbol in self.debug.symbols.items()
                 if first <= symbol.value < end}
        ends = [*sorted({symbol.value for symbol in cells.values()}), end]
        return {name: (cell.value, min(ends[bisect_right(ends, cell.value)] - cell.value,
                                       cell.size or CELL_MAX))
                for name, cell in cells.items()}

    def lengths(self, label: int, place: int) -> list[int] | None:
        """Return the lengths of the instructions from a label to a place.  None if no instruction
        begins at the place.
        """
        found, at = [], label
        while at < place:
            row = self.debug.row_at(at)
            if row is None or row.address != at:
                return None
            found.append(row.size)
            at += row.size
        return found if at == place else None

    def moved(self, place: int, to: "Program") -> int | None:
        """Return the address that a place in the code has in the other program; None if that
        program lacks the place."""
        end = bisect_right(self.by_place, (place, "\uffff"))
        for start, name in reversed(self.by_place[:end]):
            if name in to.labels:
                way = self.lengths(start, place)
                there = to.labels[name] + place - start
                return there if way is not None and way == to.lengths(to.labels[name], there) \
                    else None
        return None

    def pointer(self, value: int, to: "Program") -> int:
        """Convert a pointer for use in the other program if it points to a label; other values are
        unchanged."""
        at = bisect_right(self.by_place, (value, "\uffff")) - 1
        if at >= 0 and self.by_place[at][0] == value:
            return to.labels.get(self.by_place[at][1], value)
        return value


def converted(state: State, before: Program, after: Program) -> State | tuple[int, str]:
    """Return a state of a program converted for its new version.

    Returns: the state, or the address of code that has changed, and its part in the program
    """
    pc = state.pc
    if pc < ROM_FIRST:
        moved = before.moved(pc, after)
        if moved is None:
            return pc, "code"
        pc = moved
    ram, cart_ram = bytearray(state.ram), bytearray(state.cart_ram)
    _carry_cells(ram, RAM_FIRST, before, after, before.cells, after.cells)
    _carry_cells(cart_ram, before.cart_ram[0], before, after, before.cart_cells,
                 after.cart_cells)
    place = _carry_stack(ram, state.s, before, after)
    if place is not None:
        return place, "calling code"
    return replace(state, pc=pc, x=before.pointer(state.x, after), y=before.pointer(state.y, after),
                   u=before.pointer(state.u, after), ram=bytes(ram), cart_ram=bytes(cart_ram))


def _carry_cells(ram: bytearray, base: int, before: Program, after: Program, had_cells: Cells,
                 cells: Cells) -> None:
    """Move each cell of the RAM that begins at `base` to its new place; new cells are 0."""
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


def _carry_stack(ram: bytearray, s: int, before: Program, after: Program) -> int | None:
    """Convert the return addresses on the stack; return an address that cannot be converted, or
    None."""
    base = RAM_FIRST
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


def _is_return(program: Program, value: int) -> bool:
    """Return whether an address directly follows a call, and therefore can be a return address."""
    for opcode, length in CALLS:
        row = program.debug.row_at(value - length)
        if value - length >= 0 and value <= len(program.image) and row is not None \
                and (row.address, row.size) == (value - length, length) \
                and program.image[value - length] == opcode:
            return True
    return False
