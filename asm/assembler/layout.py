"""The statements of a program, where each lies, and the bytes they make.

`Layout.walk` is the only walk over the statements.  The reader adds each statement as it reads it
(`append` lays that one out), so that conditions see the addresses known so far; `settle` walks
again and again until nothing moves any more: instructions only grow, so this ends; `emit` walks
once more and asks every statement for its bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from asm.assembler.encode import Item
from asm.assembler.equates import Equates
from asm.assembler.image import Chunk
from asm.assembler.pass_state import ADDRESS_SPACE, Run
from asm.assembler.undefined import Missing
from asm.syntax.diagnostics import Fault
from asm.syntax.expr import UndefinedError

PASS_COUNT_MAX = 200
STEP_COUNT_MAX = 1_500_000      # statements laid out, all passes together: about a second
PASS_COUNT_MIN = 12             # however many statements there are
WRITTEN_MAX = 16 * ADDRESS_SPACE    # bytes, those counted that are written over one another
SMALL_MAX = 255                     # bytes of a statement that does not count for that


class Layout:
    """The statements in the order of the source.

    items   all of them
    chunks  after `emit`: address, bytes and statement of everything written
    """

    def __init__(self, run: Run, missing: Missing) -> None:
        self.run = run
        self.missing = missing
        self.items: list[Item] = []
        self.chunks: list[Chunk] = []
        self._moving: list[Item] = []
        self._overflowed = False
        self._room = WRITTEN_MAX
        self._lost: list[tuple[Item, UndefinedError]] = []

    def append(self, item: Item) -> None:
        """Add a statement at the end and lay it out."""
        self.items.append(item)
        run = self.run
        item.address = pc = run.pc
        if item.moves:
            self._moving.append(item)
            at_end = run.dialect.here_at_end and not item.here_at_start
            run.here = pc + item.size if at_end else pc
            item.layout(run)
        run.pc += item.size

    def walk(self, items: Iterable[Item], visit: Callable[[Item], None] | None = None) -> None:
        """Lay statements out from the present address on; let `visit` see each one in its place."""
        run = self.run
        at_end = run.dialect.here_at_end
        pc = run.pc
        for item in items:
            item.address = pc
            if visit is not None or item.moves:
                run.pc = pc
                run.here = pc + item.size if at_end and not item.here_at_start else pc
                if item.moves:
                    item.layout(run)
                    pc = run.pc
                if visit is not None:
                    visit(item)
            pc += item.size
        run.pc = pc

    def settle(self) -> bool:
        """Lay everything out until no size and no symbol changes; False where that never ends."""
        run = self.run
        equates = Equates(run, self._moving)
        equates.compute()
        sizes = [item.size for item in self._moving]
        values = {name: symbol.value for name, symbol in run.symbols.items()}
        previous = values
        steps = STEP_COUNT_MAX // (len(self.items) + 1)
        for _ in range(max(PASS_COUNT_MIN, min(PASS_COUNT_MAX, steps))):
            run.start_pass()
            self.walk(self.items)
            equates.compute()
            new_sizes = [item.size for item in self._moving]
            new_values = {name: symbol.value for name, symbol in run.symbols.items()}
            if new_sizes == sizes and new_values == values:
                return True
            previous, sizes, values = values, new_sizes, new_values
        self._unsettled(previous, values)
        return False

    def _unsettled(self, before: dict[str, int | None], after: dict[str, int | None]) -> None:
        moving = [(name, before.get(name), value) for name, value in after.items()
                  if before.get(name) != value]
        symbol = self.run.symbols[moving[0][0]] if moving else None
        place = symbol.place if symbol else self.items[0].place
        named = ", ".join(f"{name} ({old} and {new})" for name, old, new in moving[:3])
        self.run.report.error(place, Fault(
            "E026", f"the addresses do not settle: {named}", symbol.start if symbol else 0,
            hints=["a size or an ORG depends on an address that it moves itself"]))

    def emit(self) -> None:
        """Make the bytes of all statements; record what is still wrong."""
        self.run.start_pass()
        self.chunks = []
        self._room = WRITTEN_MAX
        self.walk(self.items, self._encode)
        self.missing.finish()
        if self._lost and not self.run.report.error_count:      # nothing is lost in silence
            item, undefined = self._lost[0]
            self.run.report.error(item.place, Fault(
                "E020", f"`{undefined.name}` has no value here", undefined.start, undefined.end))
        if self._overflowed:    # that labels are beyond $FFFF, too, is no news
            self.run.report.drop("value-truncated")

    def _encode(self, item: Item) -> None:
        run = self.run
        try:
            data = item.encode(run)
        except Fault as fault:
            run.report.error(item.place, fault)
        except UndefinedError as undefined:
            self._lost.append((item, undefined))
            self.missing.symbol(item.place, undefined, self.items)
        else:
            if data:
                size = len(data)
                if size > SMALL_MAX:
                    self._room -= size
                if run.writes and item.address + size <= ADDRESS_SPACE and self._room >= 0:
                    self.chunks.append((item.address, data, item))
                else:
                    self._drop(item, data)

    def _drop(self, item: Item, data: bytes) -> None:
        """Report bytes that cannot be written where they are."""
        report = self.run.report
        if not self.run.writes:
            report.warn(item.place, "data-segment", "only the code segment is written; these "
                        f"{len(data)} bytes in `{self.run.segment}` are dropped")
            return
        if not self._overflowed:
            text = "from here on, the program lies beyond $FFFF" if self._room >= 0 else \
                f"more than {WRITTEN_MAX:,} bytes are written, over one another"
            report.error(item.place, Fault("E037", text, 0, len(item.place.text)))
        self._overflowed = True
