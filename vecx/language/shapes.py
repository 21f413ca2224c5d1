"""Vector lists of a source as pictures, with their cycles measured on a machine.

A list is recognised where its label is loaded into X shortly before a routine that draws lists of
one kind (asm/vectrex.py, LISTS).  Lists whose address is computed are not found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from asm import Program, vectrex
from asm.assembler.encode import Fixed, Instruction
from asm.assembler.words import Kind, operation_of, words_of

from ..machine import Machine
from .index import CALLS, FileIndex
from .workspace import Assembled, absolute

CALL_DISTANCE = 8       # lines between the load of X and the call
READY_FRAMES = 3        # the executive ROM has set up the VIA by then
STACK = 0xCBEA
VIA_PAGE = 0xD0
MARGIN = 8
DRAWN, MOVED, CHOSEN = "#3c9", "#789", "#f63"
STROKES_MOST = 128
MEASURED_MOST = 64      # lists whose cycles are kept


@dataclass
class Stroke:
    """A stroke of a vector list: its ends in units of the list, whether it is lit, and its source
    line."""

    x0: int
    y0: int
    x1: int
    y1: int
    lit: bool
    line: int


@dataclass
class Shape:
    """A vector list: its label, the label's line (counted from 0), its address, its drawing routine
    and its strokes.

    image  the cartridge that contains it, or None if there is none
    """

    name: str
    line: int
    address: int
    entry: int
    routine: str
    strokes: list[Stroke]
    image: bytes | None

    @property
    def vectors(self) -> int:
        """The number of lit strokes."""
        return sum(stroke.lit for stroke in self.strokes)

    def svg(self, chosen: int = -1) -> str:
        """Return the list as a drawing; strokes of the source line `chosen` stand out."""
        xs = [0] + [x for stroke in self.strokes for x in (stroke.x0, stroke.x1)]
        ys = [0] + [y for stroke in self.strokes for y in (stroke.y0, stroke.y1)]
        left, top = min(xs) - MARGIN, -max(ys) - MARGIN
        width, height = max(xs) - min(xs) + 2 * MARGIN, max(ys) - min(ys) + 2 * MARGIN
        rows = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" '
                'width="320" height="240"><rect '
                f'x="{left}" y="{top}" width="{width}" height="{height}" fill="#111"/>']
        for stroke in self.strokes:
            colour = CHOSEN if stroke.line == chosen else DRAWN if stroke.lit else MOVED
            dashes = "" if stroke.lit else ' stroke-dasharray="2 3"'
            rows.append(f'<line x1="{stroke.x0}" y1="{-stroke.y0}" x2="{stroke.x1}" '
                        f'y2="{-stroke.y1}" stroke="{colour}" stroke-linecap="round" '
                        f'vector-effect="non-scaling-stroke" stroke-width="2"{dashes}/>')
        return "".join([*rows, "</svg>"])

    def cycles(self) -> int | None:
        """Return the cycles of the call that draws the list, at the scale that the title screen has
        set."""
        return None if self.image is None else _cycles(self.image, self.entry, self.address)


@lru_cache(MEASURED_MOST)
def _cycles(image: bytes, entry: int, address: int) -> int:
    machine = Machine(image)
    machine.run_frames(READY_FRAMES)
    return machine.call(entry, x=address, dp=VIA_PAGE, s=STACK).cycles


def shapes_of(made: Assembled, path: str, index: FileIndex) -> list[Shape]:
    """Return the vector lists of a file."""
    return made.derived(("shapes", path), lambda: [
        shape for bank in made.banks for shape in _shapes(bank, _image(made, bank), path, index)])


def _image(made: Assembled, bank: Program) -> bytes | None:
    """Return a bank as a cartridge of its own; None if the program is not a cartridge."""
    image = made.program.image
    if image is None or made.program.origin:
        return None
    start = bank.bank * vectrex.CARTRIDGE_END
    return image if len(made.banks) == 1 else image[start:start + vectrex.CARTRIDGE_END]


def _shapes(bank: Program, image: bytes | None, path: str, index: FileIndex) -> Iterator[Shape]:
    symbols, routines = bank.symbols, _routines(bank)
    for line, name in index.labels:
        symbol = symbols.get(name)
        if name in routines and symbol is not None and symbol.value is not None \
                and absolute(symbol.file) == path:
            form, routine = vectrex.LISTS[routines[name]]
            data = _bytes_of(bank, symbol.value)
            strokes = list(_strokes(data, form, moves_first=routine.startswith("Mov_")))
            if strokes:
                yield Shape(name, line, symbol.value, routines[name], routine, strokes, image)


def _routines(bank: Program) -> dict[str, int]:
    """Return, for each label that is passed to a drawing routine in X, the address of the
    routine."""
    found: dict[str, int] = {}
    pending, age = "", 0
    for place in bank.rows.places:
        operation, age = operation_of(place.text), age + 1
        if operation != "ldx" and operation not in CALLS:
            continue
        name = next((word.text for word in words_of(place.text) if word.kind is Kind.NAME), "")
        if operation == "ldx":
            pending, age = name if "#" in place.text else "", 0
        elif pending and age <= CALL_DISTANCE:
            target = bank.symbols.get(name)
            if target is not None and target.value in vectrex.LISTS:
                found.setdefault(pending, target.value)
                pending = ""
    return found


def _bytes_of(bank: Program, address: int) -> list[tuple[int, int]]:
    """Return the data from an address on: each byte with its source line, counted from 0."""
    found: list[tuple[int, int]] = []
    blocks = {start: (data, item) for start, data, item in bank.chunks
              if not isinstance(item.statement, (Fixed, Instruction))}
    while address in blocks and len(found) < 3 * STROKES_MOST:
        data, item = blocks[address]
        if not data:
            break
        found += [(byte, item.place.line - 1) for byte in data]
        address += len(data)
    return found


def _strokes(data: list[tuple[int, int]], form: str, *, moves_first: bool) -> Iterator[Stroke]:
    """Yield the strokes of a list up to its end, or to the end of the data if that comes first."""
    counted = form in (vectrex.COUNTED, vectrex.COUNTED_SCALED)
    scaled = form in (vectrex.COUNTED_SCALED, vectrex.SCALED_PACKETS)
    at = int(counted) + int(scaled)
    if at > len(data):
        return
    count = data[0][0] + 1 if counted else STROKES_MOST
    y = x = 0
    for number in range(min(count, STROKES_MOST)):
        lit = not (moves_first and number == 0)
        if not counted:
            if at >= len(data) or 0 < data[at][0] < 0x80:
                return
            lit, at = data[at][0] != 0, at + 1
        if at + 2 > len(data):
            return
        line = data[at][1]
        to_y, to_x = y + _signed(data[at][0]), x + _signed(data[at + 1][0])
        yield Stroke(x, y, to_x, to_y, lit, line)
        y, x, at = to_y, to_x, at + 2


def _signed(byte: int) -> int:
    return (byte ^ 0x80) - 0x80
