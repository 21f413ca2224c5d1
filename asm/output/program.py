"""What an assembly made: a value that checks, listing and outputs read, and that none changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from asm.assembler.encode import Item
from asm.assembler.image import Chunk, on_top
from asm.output.debuginfo import Limit
from asm.output.listing import make_listing
from asm.syntax.diagnostics import ERROR, Diagnostic, Place, render_all
from asm.syntax.symbols import Symbol


@dataclass(frozen=True)
class Program:
    """What an assembly made.

    image        the bytes from the lowest to the highest address written; None if there are errors
    origin       the address of the first of them
    symbols      by name; a local label is called `global.local`
    diagnostics  errors and warnings in the order of the source
    limits       what `;@cycles` comments allow their routines
    inputs       path -> SHA-256 of every file read
    items, rows  what the listing is made from: the statements, and for every line read its place
                 and the number of the first statement it made
    chunks       address, bytes and statement of everything written, in the order of the source
    """

    image: bytes | None
    origin: int
    symbols: Mapping[str, Symbol]
    found: tuple[Diagnostic, ...]
    allowed: tuple[Limit, ...] = ()
    inputs: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    items: tuple[Item, ...] = ()
    rows: tuple[tuple[Place, int], ...] = ()
    chunks: tuple[Chunk, ...] = ()

    def __repr__(self) -> str:
        size = "no image" if self.image is None else f"{len(self.image)} bytes"
        return f"Program({size} at ${self.origin:04X}, {len(self.symbols)} symbols, " \
               f"{len(self.errors)} errors)"

    @property
    def ok(self) -> bool:
        """True if there are no errors."""
        return self.image is not None

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All diagnostics."""
        return list(self.found)

    @property
    def errors(self) -> list[Diagnostic]:
        """The diagnostics that are errors."""
        return [found for found in self.found if found.severity == ERROR]

    @property
    def warnings(self) -> list[Diagnostic]:
        """The diagnostics that are not errors."""
        return [found for found in self.found if found.severity != ERROR]

    @property
    def limits(self) -> list[Limit]:
        """What `;@cycles` comments allow their routines."""
        return list(self.allowed)

    def items_of(self, row: int) -> tuple[Item, ...]:
        """The statements that a line made, given its number in `rows`."""
        rows = self.rows
        last = rows[row + 1][1] if row + 1 < len(rows) else len(self.items)
        return self.items[rows[row][1]:last]

    @cached_property
    def source_map(self) -> list[tuple[int, int, str, int]]:
        """Where the bytes come from: (address, length, file, line), by address.

        Every byte written is covered by exactly one row, that of the line whose byte the image
        holds; neighbours from one line share a row.
        """
        rows: list[tuple[int, int, str, int]] = []
        for address, data, item in on_top(self.chunks):
            place = item.place
            if rows:
                last = rows[-1]
                if last[0] + last[1] == address and last[2:] == (place.file, place.line):
                    rows[-1] = (last[0], last[1] + len(data), *last[2:])
                    continue
            rows.append((address, len(data), place.file, place.line))
        return rows

    @cached_property
    def listing(self) -> str:
        """The source with addresses, bytes and cycles; macros as called, not expanded."""
        return make_listing(self)

    def messages(self) -> str:
        """All diagnostics as text, with carets, notes and hints."""
        return render_all(self.found)
