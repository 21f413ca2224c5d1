"""Conditions for `Machine.run_until`: the value of a variable, an expression, or a function."""

from collections.abc import Callable
from dataclasses import dataclass

from ..chips import log
from ..errors import VecxError
from .console import Console
from .expression import Readable, condition
from .frame import Frame
from .memory import home
from .names import Memory, Names, Variable


@dataclass(frozen=True)
class Goal:
    """A condition that ends a run.

    holds  returns whether it is true now
    words  describes the present values, for messages
    cell   the variable whose writes trigger the test; None: the test comes after each frame
    """

    holds: Callable[[], object]
    words: Callable[[], str]
    cell: Variable | None = None


def value_of(place: Variable, value: int, machine: Memory) -> Goal:
    return Goal(lambda: place.get(machine) == value,
                lambda: f"{place.name} is {place.get(machine)!r}, not {value!r}", place)


def expression(text: str, machine: Readable) -> Goal:
    found = condition(text, machine)
    return Goal(found, lambda: f"`{text}` is {found()}")


def function(holds: Callable[[], object], name: str) -> Goal:
    return Goal(holds, lambda: f"{name} is false")


def run_for(goal: Goal, console: Console, names: Names, most: int) -> list[Frame]:
    """Run until a goal is reached, at most `most` frames; return the frames that have ended.

    Errors: VecxError with the present values if it is not reached, or the CPU has halted
    """
    def why(reason: str) -> VecxError:
        return VecxError(f"{reason}, {goal.words()}; PC is {names.where(console.chips.state.pc)}")

    if goal.cell is None:
        return console.run_until(lambda: bool(goal.holds()), most, why)
    handle = console.hooks.add(home(goal.cell.address), goal.cell.size,
                               int(log.MARK_WRITE | log.MARK_STOP), lambda *_: None)
    try:
        return console.run_until(lambda: bool(goal.holds()), most, why)
    finally:
        handle.remove()
