"""The stops that a session reports, as data from which front ends make messages."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Generic, TypeVar

from asm.output.debuginfo import Where

from ..strict.finding import Finding
from .breakpoints import Breakpoint

T = TypeVar("T")


class Reason(Enum):
    """Why the program has stopped.

    GOTO        the user has set the PC
    UNFINISHED  the run was interrupted, or its cycles are used up
    """

    ENTRY = auto()
    STEP = auto()
    STEP_OUT = auto()
    STEP_BACK = auto()
    ARRIVED = auto()
    CYCLE = auto()
    FRAME = auto()
    FRAME_LIMIT = auto()
    WRITE = auto()
    GOTO = auto()
    BREAKPOINT = auto()
    BEGINNING = auto()
    PAUSE = auto()
    HALTED = auto()
    UNFINISHED = auto()


@dataclass(frozen=True)
class Stop:
    """Where and why the program has stopped.

    place       of the next instruction
    breakpoint  that stopped it
    values      for an event: overrun (frame, cycles of work), vectors (frame, vectors), rect
                (frame, stroke); for WRITE (pc, address, value); for FRAME_LIMIT (frames)
    finding     of the strict machine
    fault       why the breakpoint's condition could not be evaluated
    """

    reason: Reason
    cycle: int
    place: Where
    breakpoint: Breakpoint | None = None
    values: tuple[int, ...] = ()
    finding: Finding | None = None
    fault: str = ""

    @property
    def pc(self) -> int:
        return self.place.address


class Signal(Generic[T]):
    """An event to which functions can subscribe.

    >>> heard = []
    >>> signal = Signal()
    >>> leave = signal.subscribe(heard.append)
    >>> signal.send(1); leave(); signal.send(2); heard
    [1]
    """

    def __init__(self) -> None:
        self._callbacks: list[Callable[[T], object]] = []

    def subscribe(self, callback: Callable[[T], object]) -> Callable[[], None]:
        """Call a function with each value from now on; return a function that unsubscribes."""
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    def send(self, value: T) -> None:
        for callback in tuple(self._callbacks):
            callback(value)
