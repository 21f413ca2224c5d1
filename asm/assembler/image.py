"""Joins the bytes of the statements into one image, and reports overlaps.

A chunk is the output of one statement: address, bytes, statement.  Chunks are in the order of the
source, so that the later of two at one address is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from operator import attrgetter, itemgetter
from typing import overload

from asm.assembler.encode import Item
from asm.syntax.diagnostics import Fault, Note, Report

Chunk = tuple[int, bytes, Item]


class Chunks(Sequence[Chunk]):
    """The statements that wrote bytes, each with its address and bytes.

    seams  numbers of the chunks before which there may be a gap
    """

    __slots__ = ("items", "seams")

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.seams: list[int] = []

    def runs(self) -> list[tuple[int, bytes]]:
        """Return the address and the bytes of each run, that is, of chunks that follow each other
        without a gap."""
        items, found = self.items, list[tuple[int, bytes]]()
        begin = 0
        for seam in dict.fromkeys([*self.seams, len(items)]):
            before = items[seam - 1] if seam else None
            if before is None or (seam < len(items)
                                  and before.address + len(before.data) == items[seam].address):
                continue
            found.append((items[begin].address, b"".join([item.data for item in
                                                          items[begin:seam]])))
            begin = seam
        return found

    def __len__(self) -> int:
        return len(self.items)

    @overload
    def __getitem__(self, index: int) -> Chunk: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Chunk]: ...

    def __getitem__(self, index: int | slice) -> Chunk | Sequence[Chunk]:
        if isinstance(index, slice):
            return [(item.address, item.data, item) for item in self.items[index]]
        item = self.items[index]
        return item.address, item.data, item

    def __iter__(self) -> Iterator[Chunk]:
        return zip(map(attrgetter("address"), self.items), map(attrgetter("data"), self.items),
                   self.items, strict=True)


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
    owner: dict[int, Item] = {}
    stretches: list[tuple[int, int, Item, Item]] = []
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
