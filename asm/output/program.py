"""The result of an assembly; checks, listing and outputs read it, and nothing changes it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from asm.assembler.image import Chunks, Placed, on_top
from asm.assembler.sources import Rows
from asm.output.contracts import Limit
from asm.syntax.diagnostics import ERROR, WARNING, Diagnostic, render_all
from asm.syntax.symbols import Symbol


class _Made(NamedTuple):
    """The fields of a Program."""

    image: bytes | None
    origin: int
    symbols: Mapping[str, Symbol]
    rows: Rows
    chunks: Chunks
    inputs: Mapping[str, str]
    words: frozenset[str]
    banks: tuple[int, ...]
    bank: int
    found: tuple[Diagnostic, ...] = ()
    allowed: tuple[Limit, ...] = ()
    others: tuple[Program, ...] = ()


class Program(_Made):
    """The result of an assembly.

    image        the bytes from the lowest to the highest address written; None if there are errors
    origin       the address of the first of them
    symbols      by name; a local label is called `global.local`
    diagnostics  errors and warnings in the order of the source
    limits       what `;@cycles` comments allow their routines
    inputs       path -> SHA-256 of every file read
    items, rows  the data of the listing: the statements, and the lines read, each with the number
                 of the first statement that it made
    chunks       address, bytes and statement of everything written, in the order of the source
    banks, bank  the banks that the source uses, and the bank of these statements
    words        the operations that the source uses, as it writes them
    others       the programs of the other banks, if the image contains all banks

    >>> from asm import assemble
    >>> program = assemble(" org $100\\nstart nop\\n rts\\n")
    >>> program
    Program(2 bytes at $0100, 1 symbols, 0 errors)
    >>> program.image, hex(program.origin), program.symbols["start"].value
    (b'\\x129', '0x100', 256)
    """

    def __repr__(self) -> str:
        size = "no image" if self.image is None else f"{len(self.image)} bytes"
        return f"Program({size} at ${self.origin:04X}, {len(self.symbols)} symbols, " \
               f"{len(self.errors)} errors)"

    @property
    def ok(self) -> bool:
        """True if there are no errors.

        >>> from asm import assemble
        >>> assemble(" rts\\n").ok, assemble(" rst\\n").ok
        (True, False)
        """
        return self.image is not None

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All diagnostics.

        >>> from asm import assemble
        >>> [found.code for found in assemble(" lda #300\\n lda #none\\n").diagnostics]
        ['value-truncated', 'E020']
        """
        return list(self.found)

    @property
    def errors(self) -> list[Diagnostic]:
        """The diagnostics that are errors.

        >>> from asm import assemble
        >>> error = assemble(" lda #none\\n").errors[0]
        >>> error.code, error.line, error.column, error.text
        ('E020', 1, 7, '`none` is not defined')
        """
        return [found for found in self.found if found.severity == ERROR]

    @property
    def warnings(self) -> list[Diagnostic]:
        """The diagnostics that are warnings.

        >>> from asm import assemble
        >>> [warning.text for warning in assemble(" lda #300\\n").warnings]
        ['300 does not fit in 8 bits and becomes $2C']
        """
        return [found for found in self.found if found.severity == WARNING]

    @property
    def limits(self) -> list[Limit]:
        """The limits that `;@cycles` comments set for their routines.

        >>> from asm import assemble
        >>> limit = assemble(";@cycles <= 9\\nwait nop\\n rts\\n jsr wait\\n").limits[0]
        >>> limit.routine, limit.cycles, limit.computed
        ('wait', 9, True)
        """
        return list(self.allowed)

    @property
    def items(self) -> tuple[Placed, ...]:
        """The statements, with what the layout found out about them.

        >>> from asm import assemble
        >>> [(item.address, item.size) for item in assemble(" nop\\n lda #1\\n").items]
        [(0, 1), (1, 2)]
        """
        return self.chunks.placed

    def items_of(self, row: int) -> tuple[Placed, ...]:
        """Return the statements that a line produced, given the number of the line in `rows`.

        >>> from asm import assemble
        >>> program = assemble("start nop\\n")
        >>> [type(item.statement).__name__ for item in program.items_of(0)]
        ['Label', 'Fixed']
        """
        firsts = self.rows.firsts
        last = firsts[row + 1] if row + 1 < len(firsts) else len(self.chunks.layout.statements)
        return tuple(map(self.chunks.at, range(firsts[row], last)))

    @cached_property
    def source_map(self) -> list[tuple[int, int, str, int]]:
        """Where the bytes come from: (address, length, file, line), by address.

        Each byte belongs to exactly one row.  If several lines wrote it, this is the row of the
        line whose byte is in the image.  Adjacent bytes of one line share a row.

        >>> from asm import assemble
        >>> assemble(" nop\\n lda #1\\n", name="game.asm").source_map
        [(0, 1, 'game.asm', 1), (1, 2, 'game.asm', 2)]
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
        """The source with addresses, bytes and cycles; macro calls are shown, but not their
        expansions.

        >>> from asm import assemble
        >>> print(assemble(" lda #1\\n", name="game.asm").listing.splitlines()[2])
        0000  86 01                    2     2      1   lda #1
        """
        from asm.output.listing import make_listing

        return make_listing(self)

    def messages(self, *, each: bool = False) -> str:
        """All diagnostics as text, with carets, notes and hints.

        Only the first three warnings of a kind are shown, with the number of all; `each` shows all.

        >>> from asm import assemble
        >>> print(assemble(" lda #none\\n", name="game.asm").messages())
        game.asm:1:7: error[E020]: `none` is not defined
            1 |  lda #none
                      ^~~~
        1 error
        """
        return render_all(self.found, each=each)
