"""What a session reports when the program stops: data, from which front ends make text."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Generic, TypeVar

from asm.output.debuginfo import Where

from ..strict.finding import Finding
from .breakpoints import Breakpoint

T = TypeVar("T")


class Reason(Enum):
    """Why the program stands.

    UNFINISHED  nothing stopped it: it was interrupted, or the cycles it was given are used up
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
    BREAKPOINT = auto()
    BEGINNING = auto()
    PAUSE = auto()
    HALTED = auto()
    UNFINISHED = auto()


@dataclass(frozen=True)
class Stop:
    """Where and why the program stands.

    place       of the next instruction
    breakpoint  what stopped it
    values      for an event: overrun (frame, cycles of work), vectors (frame, vectors), rect
                (frame, stroke); for WRITE (pc, address, value); for FRAME_LIMIT (frames)
    finding     of the strict machine
    fault       why the condition of the breakpoint has no value
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
        """The address of the next instruction."""
        return self.place.address


class Signal(Generic[T]):
    """An event that others subscribe to.

    >>> heard = []
    >>> signal = Signal()
    >>> leave = signal.subscribe(heard.append)
    >>> signal.send(1); leave(); signal.send(2); heard
    [1]
    """

    def __init__(self) -> None:
        self._callbacks: list[Callable[[T], object]] = []

    def subscribe(self, callback: Callable[[T], object]) -> Callable[[], None]:
        """Call a function with each value from now on; return what ends that."""
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    def send(self, value: T) -> None:
        """Call all subscribers."""
        for callback in tuple(self._callbacks):
            callback(value)
