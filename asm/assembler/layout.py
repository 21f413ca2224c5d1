"""The statements of a program, their addresses, and their bytes.

The reader adds each statement as it reads it (`append` lays that one out), so that conditions see
the addresses known so far; `converge` lays out the statements that move until nothing changes.
Instructions only grow, so this ends unless a statement depends on an address that it moves itself.
`emit` goes through all statements once more and collects their addresses and bytes.  The statements
themselves are not changed: what the passes find out is in the lists of the `Run`.
"""

from __future__ import annotations

from collections.abc import Mapping

from asm.assembler.encode import Statement
from asm.assembler.items import UNKNOWN, Assign
from asm.assembler.pass_state import ADDRESS_SPACE, Run
from asm.assembler.settling import Point
from asm.assembler.undefined import Missing
from asm.syntax.diagnostics import Fault, Note, Place
from asm.syntax.expr import UndefinedError, area_of
from asm.syntax.symbols import Symbol

PASS_COUNT_MAX = 200
STEP_COUNT_MAX = 1_500_000      # statements laid out, all passes together: about a second
PASS_COUNT_MIN = 12             # for any number of statements
WRITTEN_MAX = 16 * ADDRESS_SPACE    # bytes, including those written over one another
SMALL_MAX = 255                     # bytes of a statement that does not count for that
CHANGE_COUNT_MAX = 8                # symbols, and statements, that a message names


class Equates:
    """The EQUs that are used before they are defined, in the order of their dependencies.

    A pass over the statements would resolve only one link of a chain of such EQUs.
    """

    def __init__(self, run: Run, statements: list[Statement]) -> None:
        self.run = run
        waiting: dict[str, tuple[int, Assign]] = {}
        for index in run.reasons:
            statement = statements[index]
            assert isinstance(statement, Assign)
            if run.symbols[statement.name].definitions == 1:
                waiting[statement.name] = index, statement
        self._order = _ordered(run, waiting)

    def compute(self) -> None:
        """Compute the value of each EQU from the present values of the labels."""
        if not self._order:
            return
        run, env = self.run, Point(self.run.symbols)
        for index, item in self._order:
            env.scope, env.here = run.spots[index]
            try:
                value = run.values[index] = item.expr.value(env)
            except UNKNOWN:
                run.symbols[item.name].value = None
                run.values.pop(index, None)
            else:
                symbol = run.symbols[item.name]
                symbol.value = value
                if run.dialect.label_offset_long:
                    symbol.area = area_of(item.expr, env)


def _ordered(run: Run, waiting: dict[str, tuple[int, Assign]]) -> list[tuple[int, Assign]]:
    """Sort the EQUs so that each one follows the EQUs that it depends on; leave out circular
    ones."""
    needs: dict[str, list[str]] = {}
    for name, (index, item) in waiting.items():
        if not item.expr.has_numeric():
            scope = run.spots[index][0]
            needs[name] = [other for other in item.expr.names(scope) if other in waiting]
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

    statements  all of them; their addresses and sizes are in the lists of the run
    written     after `emit`: the numbers of the statements that wrote bytes; data  their bytes
    seams       numbers of the entries in `written` that do not follow the previous one; starts
                their addresses in the image; shifts  by number: what PUT adds to an address
    """

    def __init__(self, run: Run, missing: Missing) -> None:
        self.run = run
        self.missing = missing
        self.statements: list[Statement] = []
        run.statements = missing.statements = self.statements
        self.written: list[int] = []
        self.data: list[bytes] = []
        self.seams: list[int] = []
        self.starts: list[int] = []
        self.shifts: dict[int, int] = {}
        self._moving: list[tuple[int, int]] = []    # numbers, each after the bytes before it
        self._end = 0                               # the address after the last of them
        self._overflowed = False
        self._converged = False
        self._room = WRITTEN_MAX
        self._lost: list[tuple[Place, UndefinedError]] = []

    def append(self, statement: Statement, place: Place) -> None:
        """Add a statement at the end and lay it out."""
        run, index = self.run, len(self.statements)
        self.statements.append(statement)
        run.places.append(place)
        run.sizes.append(statement.size)
        if statement.moves:
            self._moving.append((run.pc - self._end, index))
            run.index = index
            statement.layout(run)
            self._end = run.pc = run.pc + run.sizes[index]
        else:
            run.pc += statement.size

    def clear(self) -> None:
        """Forget all statements."""
        for entries in (self.statements, self._moving, self.run.places, self.run.sizes):
            entries.clear()

    def converge(self) -> bool:
        """Lay everything out until no size and no symbol changes.

        Returns: False if the limit of passes is reached, which is reported
        """
        run = self.run
        run.reading = run.settling = False
        run.unsettled.clear()
        run.sections_moved()
        tail = run.pc - self._end
        equates = Equates(run, self.statements)
        equates.compute()
        symbols = run.symbols.values()
        sizes, sizes_before = run.sizes, run.sizes[:]
        values_before = [symbol.value for symbol in symbols]
        firsts_before = [symbol.first for symbol in run.repeated.values()]
        steps = STEP_COUNT_MAX // (len(self.statements) + 1)
        count = max(PASS_COUNT_MIN, min(PASS_COUNT_MAX, steps))
        for turn in range(count):
            run.start_pass()
            for gap, index in self._moving:
                run.pc += gap
                run.index = index
                self.statements[index].layout(run)
                run.pc += sizes[index]
            run.pc += tail
            equates.compute()
            values = [symbol.value for symbol in symbols]
            firsts = [symbol.first for symbol in run.repeated.values()]
            if not run.sections_moved() and sizes == sizes_before and values == values_before \
                    and firsts == firsts_before:
                self._converged = True
                return True
            if turn < count - 1:
                sizes_before, values_before, firsts_before = sizes[:], values, firsts
        names = [*run.symbols]
        notes = changed_symbols(run.symbols, dict(zip(names, values_before, strict=True)),
                                dict(zip(names, values, strict=True)))
        names = [*run.repeated]
        notes += changed_symbols(run.symbols, dict(zip(names, firsts_before, strict=True)),
                                 dict(zip(names, firsts, strict=True)))
        notes += [Note(f"the size of this line is {old}, then {new}", place, 0, len(place.text))
                  for place, old, new in zip(run.places, sizes_before, sizes, strict=True)
                  if old != new][:CHANGE_COUNT_MAX]
        first = notes[0]
        assert first.place is not None
        run.report.error(first.place, Fault(
            "E026", f"the addresses did not converge in {count} passes", first.start, first.end,
            notes=notes, hints=["a size or an ORG depends on an address that it changes itself"]))
        return False

    def emit(self) -> None:
        """Collect the addresses and bytes of all statements; report the remaining errors."""
        run = self.run
        run.start_pass()
        addresses, sizes, converged = run.addresses, run.sizes, self._converged
        pc, end, shift = 0, -1, 0
        for index, statement in enumerate(self.statements):
            addresses.append(pc)
            data, after = statement.data, pc
            if data is None or statement.moves:
                run.index, run.pc = index, pc
                if statement.steers or (statement.moves and not converged):
                    statement.layout(run)
                    after, run.pc = run.pc, pc
                    shift = run.shift
                if data is None:
                    try:
                        data = statement.encode(run)
                    except (Fault, UndefinedError) as reason:
                        self._complain(run.places[index], reason)
            if data:
                size = len(data)
                if size > SMALL_MAX:
                    self._room -= size
                at = pc + shift
                if run.writes and at + size <= ADDRESS_SPACE and self._room >= 0:
                    if at != end:
                        self.seams.append(len(self.written))
                        self.starts.append(at)
                    if shift:
                        self.shifts[index] = shift
                    end = at + size
                    self.written.append(index)
                    self.data.append(data)
                else:
                    self._drop(data, run.places[index])
            pc = after + sizes[index]
        self.missing.finish()
        if self._lost and not self.run.report.error_count:      # report at least one error
            place, undefined = self._lost[0]
            self.run.report.error(place, Fault(
                "E020", f"`{undefined.name}` has no value here", undefined.start, undefined.end))
        if self._overflowed:    # labels beyond $FFFF are a consequence
            self.run.report.drop(lambda found: found.code == "value-truncated")

    def _complain(self, place: Place, reason: Fault | UndefinedError) -> None:
        """Report why a statement has no bytes."""
        if isinstance(reason, Fault):
            self.run.report.error(place, reason)
        else:
            self._lost.append((place, reason))
            self.missing.symbol(place, reason)

    def _drop(self, data: bytes, place: Place) -> None:
        """Report bytes that are not written to the image: outside the code segment, or beyond
        $FFFF."""
        run = self.run
        if run.bank != run.image_bank:
            return
        if not run.writes:
            run.report.warn(place, "data-segment", "only the code segment is written; these "
                            f"{len(data)} bytes in `{run.segment}` are dropped")
            return
        if not self._overflowed:
            text = "from here on, the program lies beyond $FFFF" if self._room >= 0 else \
                f"more than {WRITTEN_MAX:,} bytes are written, many to the same addresses"
            run.report.error(place, Fault("E037", text, 0, len(place.text)))
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
