"""The state of a pass at the statement that the assembler has reached."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Protocol

from asm.syntax.diagnostics import Fault, Place, Report
from asm.syntax.dialects import FIRST, LAST, Dialect
from asm.syntax.expr import UndefinedError
from asm.syntax.symbols import Symbol

ADDRESS_SPACE = 0x10000     # bytes
CODE, DATA, BSS = SEGMENTS = ("code", "data", "bss")
LINKED_AREA = "_CODE"       # of lines above the first .AREA
BANK_COUNT_MAX = 2          # of a cartridge
NO_STATEMENT = -1
PAGE_BELOW = -1             # DP while the symbol that SETDP needs is not known yet
IDENTITY = bytes(range(256))     # the character map without CMAP


class Statement(Protocol):
    """What a run needs to know of a statement."""

    here_at_start: bool         # `*` is where it begins in every dialect


class _Counts(dict[str, int]):
    """How many times each numeric label has been defined in a section, counted from `first`."""

    def __init__(self, first: int) -> None:
        self.first = first

    def get(self, label: str, default: int | None = 0) -> int:  # type: ignore[override]
        return super().get(label, self.first)


class Run:
    """The state of a pass at the statement that it has reached; statements read and change it.

    index      the number of this statement in the lists of the layout, or NO_STATEMENT
    statements  those of the layout
    places     of each statement: its line; sizes  its number of bytes; addresses  the first one,
               set by the last pass
    levels     by number: the candidate that an instruction uses, if it is not the first
    values     by number: the value of an operand or of an EQU or SET, if it is known
    constants  by number: the value of an EQU or SET that no pass computes again
    reasons    by number: why an EQU or SET has no value; spots  its scope and address
    late       the names of EQUs and SETs that need symbols defined below them
    pages      numbers of the statements that change DP, each with the new DP
    reading    whether the source is being read, which is also the first pass; settling  the sizes
               of operands become final in it
    pc         the location counter; origins  the addresses of the last two ORGs
    dp         DP according to SETDP, or None
    scope      the last global label
    numeric    how many times each numeric label has been defined so far
    reserved   address and size of reserved space
    any_length branches take the length they need, short or long
    optimise   branches may be rewritten as the dialect does
    shift      added to an address gives the place of the bytes in the image (PUT)
    bank       the bank of the current statements
    image_bank the bank that is written to the image
    banks      the banks that the source names
    writes     whether the current segment and bank are in the image
    character_map  the bytes that CMAP assigns to characters, while the source is read
    repeated   the symbols that are defined more than once, by name
    unsettled  by name: the number of an EQU that needs a symbol not defined yet, while the source
               is read
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
        self.unsettled: dict[str, int] = {}
        self.character_map = IDENTITY
        self.reading = True
        self.settling = dialect.settled_when_read
        self.statements: Sequence[Statement] = ()
        self.places: list[Place] = []
        self.sizes: list[int] = []
        self.addresses: list[int] = []
        self.levels: dict[int, int] = {}
        self.values: dict[int, int] = {}
        self.constants: dict[int, int] = {}
        self.reasons: dict[int, UndefinedError | Fault] = {}
        self.spots: dict[int, tuple[str, int]] = {}
        self.late: set[str] = set()
        self._absolute = {LINKED_AREA: False}
        self._bases = {LINKED_AREA: 0}
        self._area_sizes: dict[str, int] = {}
        self.segment, self.pc = CODE, 0
        self._ends: dict[str, tuple[int, int]] = {}
        self.start_pass()

    def start_pass(self) -> None:
        """Reset everything that changes during a pass."""
        if self.segment not in SEGMENTS:
            self._counters[self.segment, 0] = self.pc
            self._area_sizes = {name: self._counters.get((name, 0), base) - base
                                for name, base in self._bases.items()}
        self.changed: Place | None = None
        self.index = NO_STATEMENT
        self.pc = 0
        self.origins = (0, 0)
        self.dp = self.dialect.page
        self.scope = ""
        self.numeric: dict[str, int] = {}
        self.relax = self.relax_from_start
        self.any_length = False
        self.segment = LINKED_AREA if self.dialect.colon_labels else \
            "" if self.dialect.sections_follow else CODE
        self.shift = 0
        self._sections: dict[str, tuple[int, int, int | None, dict[str, int]]] = {}
        self.bank = 0
        self.writes = self.image_bank == 0
        self._counters: dict[tuple[str, int], int] = {}
        self.reserved: list[tuple[int, int]] = []
        self.pages: list[tuple[int, int | None]] = [(0, self.dp)]
        self.set_optimise(self.optimise_from_start)
        above = self.dialect.set_above
        for symbol in self.repeated.values():
            if above != LAST:
                symbol.value = symbol.first if above == FIRST else None

    @property
    def here(self) -> int:
        """The value of `*`."""
        if self.dialect.here_at_end and self.index != NO_STATEMENT \
                and not self.statements[self.index].here_at_start:
            return self.pc + self.sizes[self.index]
        return self.pc

    @property
    def place(self) -> Place:
        """The line of the statement."""
        return self.places[self.index]

    def page_at(self, index: int) -> int | None:
        """Return DP at a statement, according to the last pass."""
        return self.pages[bisect_right(self.pages, index, key=itemgetter(0)) - 1][1]

    def are_constant(self, names: Iterable[str] | None) -> bool:
        """Return whether the symbols with these names have values that no pass changes."""
        if names is None:
            return False
        for name in names:
            symbol = self.symbols.get(name)
            if symbol is None or not symbol.constant:
                return False
        return True

    def set_optimise(self, on: bool) -> None:
        """Switch the dialect's rewriting of branches."""
        literal = not on and self.dialect.noopt_literal
        self.optimise = on
        self.direct_allowed = not literal
        self.keep_zero_offset = literal or self.dialect.zero_offset_kept

    def reorg(self) -> None:
        """Go back to the address of the ORG before the last one."""
        self.pc, last = self.origins
        self.origins = (last, self.pc)

    def switch_segment(self, name: str) -> None:
        """Continue at the location counter of another segment."""
        if self.dialect.sections_follow:
            self._switch_section(name)
        else:
            self._go_on(name, self.bank)

    def _switch_section(self, name: str) -> None:
        sections = self._sections
        sections[self.segment] = self.pc, self.shift, self.dp, self.numeric
        end = self._ends.get(self.segment, (self.pc, self.shift))
        new = *end, self.dialect.page, _Counts(len(sections) << 16)
        self.pc, self.shift, self.dp, self.numeric = sections.get(name, new)
        self.segment = name
        self.pages.append((self.index, self.dp))

    def sections_moved(self) -> bool:
        """Return whether the end of a section has changed in this pass."""
        if not self._sections:
            return False
        self._sections[self.segment] = self.pc, self.shift, self.dp, self.numeric
        before = self._ends
        self._ends = {name: state[:2] for name, state in self._sections.items()}
        return self._ends != before

    def switch_area(self, name: str, *, absolute: bool) -> None:
        """Continue at the location counter of an area of as6809.

        Relocatable areas follow each other in the order in which they are first named, with the
        sizes of the last pass; absolute ones begin at 0.
        """
        self._counters[self.segment, 0] = self.pc
        self._absolute[name] = absolute or self._absolute.get(name, False)
        if (name, 0) not in self._counters:
            above = list(self._absolute).index(name)
            self._counters[name, 0] = self._bases[name] = 0 if self._absolute[name] else sum(
                self._area_sizes.get(other, 0) for other in list(self._absolute)[:above]
                if not self._absolute[other])
        self.pc = self._counters[name, 0]
        self.segment = name

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
