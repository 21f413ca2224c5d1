"""The state of a pass: what is known at the point the assembler has reached."""

from __future__ import annotations

from asm.syntax.diagnostics import Place, Report
from asm.syntax.dialects import FIRST, LAST, Dialect
from asm.syntax.symbols import Symbol

ADDRESS_SPACE = 0x10000     # bytes
CODE, DATA, BSS = SEGMENTS = ("code", "data", "bss")


class Run:
    """What a pass knows at the point it has reached; items read and change it.

    pc, here   the location counter, and what `*` is worth
    dp         what the source says DP holds, or None
    scope      the last global label
    numeric    how often each numeric label has been passed
    reserved   address and size of what was reserved without a value
    optimise   branches may be rewritten as the dialect does
    writes     the segment is in the image
    repeated   the symbols that are defined more than once
    changed    where a condition has another outcome than when the source was read, or None
    """

    def __init__(self, dialect: Dialect, report: Report, relax: bool,
                 optimise: bool = True) -> None:
        self.dialect = dialect
        self.report = report
        self.symbols: dict[str, Symbol] = {}
        self.relax_from_start = relax
        self.optimise_from_start = optimise
        self.repeated: list[Symbol] = []
        self.start_pass()

    def start_pass(self) -> None:
        """Put everything that changes along the way back to its beginning."""
        self.changed: Place | None = None
        self.pc = 0
        self.here = 0
        self.dp = self.dialect.page
        self.scope = ""
        self.numeric: dict[str, int] = {}
        self.relax = self.relax_from_start
        self.segment = CODE
        self.writes = True
        self._counters = dict.fromkeys(SEGMENTS, 0)
        self.reserved: list[tuple[int, int]] = []
        self.set_optimise(self.optimise_from_start)
        above = self.dialect.set_above
        for symbol in self.repeated:
            if above != LAST:
                symbol.value = symbol.first if above == FIRST else None

    def set_optimise(self, on: bool) -> None:
        """Switch the dialect's rewriting of branches."""
        literal = not on and self.dialect.noopt_literal
        self.optimise = on
        self.direct_allowed = not literal
        self.keep_zero_offset = literal or self.dialect.zero_offset_kept

    def switch_segment(self, name: str) -> None:
        """Go on at the location counter of another segment."""
        self._counters[self.segment] = self.pc
        self.pc = self._counters[name]
        self.segment = name
        self.writes = name == CODE or (name == DATA and self.dialect.data_written)
