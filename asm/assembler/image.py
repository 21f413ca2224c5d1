"""Joins the bytes of the statements into one image, and reports overlaps.

A chunk is the output of one statement: address, bytes, statement.  Chunks are in the order of the
source, so that the later of two at one address is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from asm.assembler.encode import EncodingCandidate, Instruction, Statement
from asm.assembler.layout import Layout
from asm.syntax.diagnostics import Fault, Note, Place, Report


class Placed(NamedTuple):
    """A statement of a finished program, with its line and everything that the layout found out.

    address, size  its first address, and its number of bytes
    data           the bytes that it wrote to the image
    value          the value of its operand, or of its symbol for EQU and SET; None if not known
    page           DP according to SETDP, or None
    level          the candidate that an instruction uses
    """

    statement: Statement
    place: Place
    address: int
    size: int
    data: bytes
    value: int | None
    page: int | None
    level: int

    @property
    def candidate(self) -> EncodingCandidate | None:
        """The encoding of an instruction with a number; None for other statements."""
        if isinstance(self.statement, Instruction):
            return self.statement.candidates[self.level]
        return None


Chunk = tuple[int, bytes, Placed]


class Chunks:
    """The statements that wrote bytes, each with its address in the image and its bytes."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def at(self, index: int) -> Placed:
        """Return the statement with a number."""
        run = self.layout.run
        return Placed(self.layout.statements[index], run.places[index], run.addresses[index],
                      run.sizes[index], self._data.get(index, b""), run.values.get(index),
                      run.page_at(index) if len(run.pages) > 1 else run.pages[0][1],
                      run.levels.get(index, 0))

    @cached_property
    def _data(self) -> dict[int, bytes]:
        return dict(zip(self.layout.written, self.layout.data, strict=True))

    @cached_property
    def placed(self) -> tuple[Placed, ...]:
        """All statements of the program."""
        return tuple(map(self.at, range(len(self.layout.statements))))

    def runs(self) -> list[tuple[int, bytes]]:
        """Return the address and the bytes of each run, that is, of chunks that follow each other
        without a gap."""
        layout = self.layout
        return [(start, b"".join(layout.data[begin:end])) for start, (begin, end) in zip(
            layout.starts, pairwise([*layout.seams, len(layout.written)]), strict=True)]

    def pieces(self) -> Iterator[tuple[int, bytes, Statement, int]]:
        """Yield the address, bytes, statement and its number for each chunk, at little cost."""
        layout = self.layout
        for index, data in zip(layout.written, layout.data, strict=True):
            address = layout.run.addresses[index]
            if layout.shifts:
                address += layout.shifts.get(index, 0)
            yield address, data, layout.statements[index], index

    def __len__(self) -> int:
        return len(self.layout.written)

    def __getitem__(self, index: int) -> Chunk:
        number = self.layout.written[index]
        item = self.at(number)
        return item.address + self.layout.shifts.get(number, 0), item.data, item

    def __iter__(self) -> Iterator[Chunk]:
        return map(self.__getitem__, range(len(self)))


def make_image(runs: list[tuple[int, bytes]], reserved: list[tuple[int, int]], fill: int) -> tuple[
        bytes, int]:
    """Join runs of bytes into one image, from the lowest to the highest address written.

    Args:    runs          in the order of the source; later bytes replace earlier ones
             reserved      address and size of reserved space
             fill          0..255 for the gaps; reserved space is zeros
    Returns: the block and its first address
    """
    if len(runs) == 1:
        return runs[0][1], runs[0][0]
    if not runs:
        return b"", 0
    origin = min(address for address, _ in runs)
    end = max(address + len(data) for address, data in runs)
    image = bytearray((fill,)) * (end - origin)
    if fill:
        for address, size in reserved:
            for position in range(max(address, origin), min(address + size, end)):
                image[position - origin] = 0
    for address, data in runs:
        image[address - origin:address - origin + len(data)] = data
    return bytes(image), origin


def on_top(chunks: Iterable[Chunk]) -> list[Chunk]:
    """Return the chunks sorted by address, without bytes that a later chunk overwrites."""
    ordered = sorted(chunks, key=itemgetter(0))
    if not _overlap([chunk[:2] for chunk in ordered]):
        return ordered
    owner = {address: chunk for chunk in chunks
             for address in range(chunk[0], chunk[0] + len(chunk[1]))}
    pieces: list[Chunk] = []
    last: Chunk | None = None
    for address in sorted(owner):
        chunk = owner[address]
        byte = chunk[1][address - chunk[0]:address - chunk[0] + 1]
        if chunk is last and pieces[-1][0] + len(pieces[-1][1]) == address:
            pieces[-1] = (pieces[-1][0], pieces[-1][1] + byte, chunk[2])
        else:
            pieces.append((address, byte, chunk[2]))
        last = chunk
    return pieces


def _overlap(ordered: list[tuple[int, bytes]]) -> bool:
    """Return whether any two stretches of bytes overlap.  Args: ordered  sorted by address"""
    return any(address + len(data) > following
               for (address, data), (following, _) in pairwise(ordered))


def report_overlaps(chunks: Chunks, runs: list[tuple[int, bytes]], report: Report, *,
                    allowed: bool) -> None:
    """Report bytes that are written twice, with one message for each range.

    Args: runs     those of the chunks
          allowed  warn only: in this dialect later bytes replace earlier ones
    """
    if not _overlap(sorted(runs)):
        return
    owner: dict[int, Placed] = {}
    stretches: list[tuple[int, int, Placed, Placed]] = []
    for address, data, item in chunks:
        taken = [place for place in range(address, address + len(data)) if place in owner]
        if taken and stretches and stretches[-1][1] == taken[0]:
            stretches[-1] = (stretches[-1][0], taken[-1] + 1, *stretches[-1][2:])
        elif taken:
            stretches.append((taken[0], taken[-1] + 1, item, owner[taken[0]]))
        owner.update((place, item) for place in range(address, address + len(data)))
    for start, end, item, before in stretches:
        one = end - start == 1
        where = f"${start:04X}" if one else f"${start:04X}-${end - 1:04X}"
        place = item.place
        note = Note("that statement" if one else "the first of those statements", before.place, 0,
                    len(before.place.text))
        if allowed:
            report.warn(place, "overlap", f"this overwrites earlier bytes at {where}", 0,
                        len(place.text), notes=[note])
        else:
            report.error(place, Fault(
                "E036", f"{where} already holds bytes of another statement" if one else
                f"{where} already hold bytes of other statements", 0, len(place.text),
                notes=[note]))
