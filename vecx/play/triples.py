"""Rows of three whole numbers, as movies are made of: in 24 bytes each, where a tuple takes 170."""

from array import array
from collections.abc import Callable, Iterator

Triple = tuple[int, int, int]


class Triples:
    """A list of rows to append to; numbers of 64 bits.

    >>> from vecx.play.triples import Triples
    >>> rows = Triples()
    >>> rows.append((1, 2, 3))
    >>> rows[-1], len(rows), list(rows)
    ((1, 2, 3), 1, [(1, 2, 3)])
    """

    def __init__(self) -> None:
        self._numbers = array("q")

    def __len__(self) -> int:
        return len(self._numbers) // 3

    def __getitem__(self, index: int) -> Triple:
        at = range(len(self))[index] * 3
        first, second, third = self._numbers[at:at + 3]
        return first, second, third

    def __setitem__(self, index: int, row: Triple) -> None:
        at = range(len(self))[index] * 3
        self._numbers[at:at + 3] = array("q", row)

    def __iter__(self) -> Iterator[Triple]:
        numbers = iter(self._numbers)
        return zip(numbers, numbers, numbers, strict=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Triples) and self._numbers == other._numbers

    __hash__ = None     # type: ignore[assignment]

    def append(self, row: Triple) -> None:
        """Add a row.  Errors: OverflowError for a number of more than 64 bits."""
        self._numbers.extend(row)

    def sort(self, key: Callable[[Triple], int]) -> None:
        """Put the rows in order."""
        self._numbers = array("q", (number for row in sorted(self, key=key) for number in row))

    def drop_from(self, column: int, least: int) -> None:
        """Drop the rows, at the end, that have `least` or more in a column, which ascends."""
        while self._numbers and self._numbers[column - 3] >= least:
            del self._numbers[-3:]
