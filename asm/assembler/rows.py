"""The lines that were read, each with the number of the first statement it made.

Places and numbers are kept apart: as many pairs would take more memory than all else of a line, and
memory costs time where it is first used.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import overload

from asm.syntax.diagnostics import Place

Row = tuple[Place, int]


class Rows(Sequence[Row]):
    """The lines in the order of reading; `places` and `firsts` take one entry for each."""

    __slots__ = ("firsts", "places")

    def __init__(self) -> None:
        self.places: list[Place] = []
        self.firsts = array("I")

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, index: int) -> Row: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...

    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        if isinstance(index, slice):
            return [*zip(self.places[index], self.firsts[index], strict=True)]
        return self.places[index], self.firsts[index]

    def __iter__(self) -> Iterator[Row]:
        return zip(self.places, self.firsts, strict=True)
