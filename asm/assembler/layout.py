"""The statements of a program, their addresses, and their bytes.

The reader adds each statement as it reads it (`append` lays that one out), so that conditions see
the addresses known so far; `converge` lays out the statements that move until nothing changes.
Instructions only grow, so this ends unless a statement depends on an address that it moves itself.
`emit` walks over all statements once more and collects their bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from asm.assembler.block import Block, lay_out
from asm.assembler.encode import Item
from asm.assembler.image import Chunks
from asm.assembler.items import UNKNOWN, Assign, Label
from asm.assembler.pass_state import ADDRESS_SPACE, Run
from asm.assembler.undefined import Missing
from asm.syntax.diagnostics import Fault, Note
from asm.syntax.expr import UndefinedError
from asm.syntax.symbols import Symbol

PASS_COUNT_MAX = 200
STEP_COUNT_MAX = 1_500_000      # statements laid out, all passes together: about a second
PASS_COUNT_MIN = 12             # for any number of statements
WRITTEN_MAX = 16 * ADDRESS_SPACE    # bytes, including those written over one another
SMALL_MAX = 255                     # bytes of a statement that does not count for that
CHANGE_COUNT_MAX = 8                # symbols, and statements, that a message names


class Point:
    """The environment in which the expression of an EQU is evaluated."""

    def __init__(self, symbols: dict[str, Symbol]) -> None:
        self.symbols = symbols
        self.scope = ""
        self.here = 0
        self.numeric: dict[str, int] = {}


class Equates:
    """The EQUs that are used before they are defined, in the order of their dependencies.

    A pass over the statements would resolve only one link of a chain of such EQUs.
    """

    def __init__(self, run: Run, items: Iterable[Item]) -> None:
        self.run = run
        waiting = {item.symbol.name: item for item in items
                   if isinstance(item, Assign) and item.value is None
                   and item.symbol.definitions == 1}
        self._order = _ordered(waiting)

    def compute(self) -> None:
        """Compute the value of each EQU from the present values of the labels."""
        if not self._order:
            return
        env = Point(self.run.symbols)
        for item in self._order:
            env.scope, env.here = item.scope, item.address
            try:
                item.symbol.value = item.value = item.expr.value(env)
            except UNKNOWN:
                item.symbol.value = item.value = None


def _ordered(waiting: dict[str, Assign]) -> list[Assign]:
    """Sort the EQUs so that each one follows the EQUs that it depends on; leave out circular
    ones."""
    needs: dict[str, list[str]] = {}
    for name, item in waiting.items():
        if not item.expr.has_numeric():
            needs[name] = [other for other in item.expr.names(item.scope) if other in waiting]
    users: dict[str, list[str]] = {}
    open_count = {}
    for name, others in needs.items():
        distinct = set(others)
        open_count[name] = len(distinct)
        for other in distinct:
            users.setdefault(other, []).append(name)
    ready = [name for name, count in open_count.items() if count == 0]
    order = []
    while ready:
        name = ready.pop()
        order.append(waiting[name])
        for user in users.get(name, ()):
            open_count[user] -= 1
            if open_count[user] == 0:
                ready.append(user)
    return order


class Layout:
    """The statements in the order of the source.

    items   all of them
    chunks  after `emit`: address, bytes and statement of everything written
    """

    def __init__(self, run: Run, missing: Missing) -> None:
        self.run = run
        self.missing = missing
        self.items: list[Item] = []
        self.chunks = Chunks()
        self._moving: list[Item] = []
        self._blocks: list[tuple[int, Block]] = []      # with the number of the first statement
        self._overflowed = False
        self._converged = False
        self._at_end = run.dialect.here_at_end
        self._room = WRITTEN_MAX
        self._lost: list[tuple[Item, UndefinedError]] = []

    def append(self, item: Item) -> None:
        """Add a statement at the end and lay it out."""
        self.items.append(item)
        run = self.run
        item.address = pc = run.pc
        if item.moves:
            self._moving.append(item)
            run.here = pc + item.size if self._at_end and not item.here_at_start else pc
            item.layout(run)
        run.pc += item.size

    def extend(self, block: Block) -> None:
        """Add the statements of a block at the end and lay them out."""
        self._blocks.append((len(self.items), block))
        self.items += block.items
        self._moving += block.movers
        block.lay_out(self.run, at_end=self._at_end)

    def clear(self) -> None:
        self.items.clear()
        self._moving.clear()
        self._blocks.clear()

    def converge(self) -> bool:
        """Lay everything out until no size and no symbol changes.

        Returns: False if the limit of passes is reached, which is reported
        """
        run = self.run
        equates = Equates(run, self._moving)
        equates.compute()
        parts = list(self._parts())
        symbols = run.symbols.values()
        sizes, values = self._sizes(), [symbol.value for symbol in symbols]
        firsts = [symbol.first for symbol in run.repeated.values()]
        steps = STEP_COUNT_MAX // (len(self.items) + 1)
        count = max(PASS_COUNT_MIN, min(PASS_COUNT_MAX, steps))
        for _ in range(count):
            run.start_pass()
            self._walk_moving(parts)
            equates.compute()
            sizes_before, values_before, firsts_before = sizes, values, firsts
            sizes, values = self._sizes(), [symbol.value for symbol in symbols]
            firsts = [symbol.first for symbol in run.repeated.values()]
            if sizes == sizes_before and values == values_before and firsts == firsts_before:
                self._converged = True
                return True
        names = [*run.symbols]
        notes = changed_symbols(run.symbols, dict(zip(names, values_before, strict=True)),
                                dict(zip(names, values, strict=True)))
        names = [*run.repeated]
        notes += changed_symbols(run.symbols, dict(zip(names, firsts_before, strict=True)),
                                 dict(zip(names, firsts, strict=True)))
        notes += [Note(f"the size of this line is {old}, then {new}", item.place, 0,
                       len(item.place.text))
                  for item, old, new in zip(self._moving, sizes_before, sizes, strict=True)
                  if old != new][:CHANGE_COUNT_MAX]
        first = notes[0]
        assert first.place is not None
        run.report.error(first.place, Fault(
            "E026", f"the addresses did not converge in {count} passes", first.start, first.end,
            notes=notes, hints=["a size or an ORG depends on an address that it changes itself"]))
        return False

    def _parts(self) -> Iterator[tuple[list[tuple[int, Item]], int, Block]]:
        """For each block, yield the layout-dependent statements above the block, and then the
        block.

        Returns: the statements, each after the number of bytes before it, which never changes; the
                 number of bytes between the last of them and the block; the block
        """
        done = 0
        for first, block in [*self._blocks, (len(self.items), Block([]))]:
            moving, gap = [], 0
            for item in self.items[done:first]:
                if item.moves:
                    moving.append((gap, item))
                    gap = 0
                else:
                    gap += item.size
            done = first + len(block.items)
            yield moving, gap, block

    def _walk_moving(self, parts: list[tuple[list[tuple[int, Item]], int, Block]]) -> None:
        """Lay out only the statements that depend on the layout; `emit` gives addresses to the
        rest."""
        run, at_end = self.run, self._at_end
        for moving, rest, block in parts:
            lay_out(run, moving, at_end=at_end)
            run.pc += rest
            block.lay_out_again(run, at_end=at_end)

    def _sizes(self) -> list[int]:
        return [item.size for item in self._moving]

    def emit(self) -> None:
        """Collect the bytes of all statements; report the remaining errors."""
        run = self.run
        run.start_pass()
        self.chunks = Chunks()
        self._room = WRITTEN_MAX
        pc = done = 0
        for first, block in self._blocks:
            pc = self._emit(self.items[done:first], pc)
            done = first + len(block.items)
            pc = self._emit_block(block, pc)
        pc = self._emit(self.items[done:] if done else self.items, pc)
        run.pc = pc
        self.missing.finish()
        if self._lost and not self.run.report.error_count:      # report at least one error
            item, undefined = self._lost[0]
            self.run.report.error(item.place, Fault(
                "E020", f"`{undefined.name}` has no value here", undefined.start, undefined.end))
        if self._overflowed:    # labels beyond $FFFF are a consequence
            self.run.report.drop("value-truncated")

    def _emit_block(self, block: Block, pc: int) -> int:
        """Collect the bytes of a block from the address `pc` on; return the address after the
        block."""
        run, written = self.run, self.chunks.items
        count, lost, scope = run.report.reported_count, len(self._lost), run.scope
        if self._converged and self._room >= 0 and block.emit(run, pc, at_end=self._at_end):
            written += block.written
            end = pc + block.size
        else:
            first, room = len(written), self._room
            end = self._emit(block.items, pc)
            block.forget()
            if self._converged and room == self._room and lost == len(self._lost):
                block.remember(run, pc, scope, written[first:])
        if count != run.report.reported_count:
            block.forget()
        return end

    def _emit(self, items: list[Item], pc: int) -> int:
        """Collect the bytes of statements from the address `pc` on; return the address after the
        last byte."""
        run = self.run
        at_end, write, seams = self._at_end, self.chunks.items.append, self.chunks.seams
        for item in items:
            if type(item) is Label:         # as below
                item.address = run.pc = pc
                item.layout(run)
                continue
            if item.settled and run.writes and item.size <= SMALL_MAX and self._room >= 0 \
                    and pc + item.size <= ADDRESS_SPACE:        # as below
                item.address = pc
                if item.size:
                    write(item)
                    pc += item.size
                continue
            item.address = pc
            run.here = pc + item.size if at_end and not item.here_at_start else pc
            if item.steers or (item.moves and not self._converged):
                run.pc = pc
                item.layout(run)
                pc = run.pc
                seams.append(len(self.chunks.items))
            try:
                data = item.encode(run)
            except (Fault, UndefinedError) as reason:
                self._complain(item, reason)
                seams.append(len(self.chunks.items))
            else:
                size = len(data)
                if data:
                    item.data = data
                    if size > SMALL_MAX:
                        self._room -= size
                    if run.writes and pc + size <= ADDRESS_SPACE and self._room >= 0:
                        write(item)
                    else:
                        self._drop(item, data)
                        size = 0
                if size != item.size:
                    seams.append(len(self.chunks.items))
            pc += item.size
        return pc

    def _complain(self, item: Item, reason: Fault | UndefinedError) -> None:
        """Report why a statement has no bytes."""
        if isinstance(reason, Fault):
            self.run.report.error(item.place, reason)
        else:
            self._lost.append((item, reason))
            self.missing.symbol(item.place, reason, self.items)

    def _drop(self, item: Item, data: bytes) -> None:
        """Report bytes that are not written to the image: outside the code segment, or beyond
        $FFFF."""
        report = self.run.report
        if self.run.bank != self.run.image_bank:
            return
        if not self.run.writes:
            report.warn(item.place, "data-segment", "only the code segment is written; these "
                        f"{len(data)} bytes in `{self.run.segment}` are dropped")
            return
        if not self._overflowed:
            text = "from here on, the program lies beyond $FFFF" if self._room >= 0 else \
                f"more than {WRITTEN_MAX:,} bytes are written, many to the same addresses"
            report.error(item.place, Fault("E037", text, 0, len(item.place.text)))
        self._overflowed = True


def values_of(symbols: dict[str, Symbol]) -> dict[str, int | None]:
    """Return the value of every symbol at this point."""
    return {name: symbol.value for name, symbol in symbols.items()}


def changed_symbols(symbols: dict[str, Symbol], before: Mapping[str, int | None],
                    after: Mapping[str, int | None]) -> list[Note]:
    """Return at most CHANGE_COUNT_MAX notes, each at the definition of a symbol whose two values
    differ.

    Args: before, after  the last two values by name; symbols in only one of them are left out
    """
    return [Note(f"`{name}` is {_shown(before[name])}, then {_shown(value)}", symbols[name].place,
                 symbols[name].start, symbols[name].start + 1)
            for name, value in after.items() if before.get(name, value) != value][:CHANGE_COUNT_MAX]


def _shown(value: int | None) -> str:
    if value is None:
        return "undefined"
    return f"${value:04X}" if 0 <= value < ADDRESS_SPACE else str(value)
