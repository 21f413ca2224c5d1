"""The state of a pass at the statement that the assembler has reached."""

from __future__ import annotations

from asm.syntax.diagnostics import Place, Report
from asm.syntax.dialects import FIRST, LAST, Dialect
from asm.syntax.symbols import Symbol

ADDRESS_SPACE = 0x10000     # bytes
CODE, DATA, BSS = SEGMENTS = ("code", "data", "bss")
BANK_COUNT_MAX = 2          # of a cartridge


class Run:
    """The state of a pass at the statement that it has reached; items read and change this state.

    pc, here   the location counter, and the value of `*`
    dp         DP according to SETDP, or None
    scope      the last global label
    numeric    how many times each numeric label has been defined so far
    reserved   address and size of reserved space
    any_length branches take the length they need, short or long
    optimise   branches may be rewritten as the dialect does
    bank       the bank of the current statements
    image_bank the bank that is written to the image
    banks      the banks that the source names
    writes     whether the current segment and bank are in the image
    character_map  the bytes that CMAP assigns to characters, while the source is read
    repeated   the symbols that are defined more than once, by name
    changed    a condition whose outcome has changed since the source was read, or None
    """

    def __init__(self, dialect: Dialect, report: Report, relax: bool,
                 optimise: bool = True, image_bank: int = 0) -> None:
        self.dialect = dialect
        self.report = report
        self.symbols: dict[str, Symbol] = {}
        self.relax_from_start = relax
        self.optimise_from_start = optimise
        self.image_bank = image_bank
        self.banks: set[int] = set()
        self.repeated: dict[str, Symbol] = {}
        self.character_map = bytes(range(256))
        self.start_pass()

    def start_pass(self) -> None:
        """Reset everything that changes during a pass."""
        self.changed: Place | None = None
        self.pc = 0
        self.here = 0
        self.dp = self.dialect.page
        self.scope = ""
        self.numeric: dict[str, int] = {}
        self.relax = self.relax_from_start
        self.any_length = False
        self.segment = CODE
        self.bank = 0
        self.writes = self.image_bank == 0
        self._counters: dict[tuple[str, int], int] = {}
        self.reserved: list[tuple[int, int]] = []
        self.set_optimise(self.optimise_from_start)
        above = self.dialect.set_above
        for symbol in self.repeated.values():
            if above != LAST:
                symbol.value = symbol.first if above == FIRST else None

    def set_optimise(self, on: bool) -> None:
        """Switch the dialect's rewriting of branches."""
        literal = not on and self.dialect.noopt_literal
        self.optimise = on
        self.direct_allowed = not literal
        self.keep_zero_offset = literal or self.dialect.zero_offset_kept

    def switch_segment(self, name: str) -> None:
        """Continue at the location counter of another segment."""
        self._go_on(name, self.bank)

    def switch_bank(self, number: int) -> None:
        """Continue at the location counter of a bank's code; all banks share one BSS."""
        self._go_on(CODE, number)

    def _go_on(self, segment: str, bank: int) -> None:
        self._counters[self.segment, 0 if self.segment == BSS else self.bank] = self.pc
        self.pc = self._counters.get((segment, 0 if segment == BSS else bank), 0)
        self.segment = segment
        self.bank = bank
        self.writes = bank == self.image_bank and (
            segment == CODE or (segment == DATA and self.dialect.data_written))
