"""The inputs of one console: controllers, light pen, the RESET button, each at its cycle.

Inputs wait in the record, ordered by cycle, and take effect at the first instruction that begins at
or after their cycle.  Those that do not fit into the record wait here.  The same inputs from the
same snapshot give the same machine, however it is run.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..chips.bus import IN_BUTTONS, IN_PEN, IN_POT, IN_RESET
from ..chips.pen import PEN_AWAY, PEN_MIDDLE, PEN_STEPS
from ..chips.state import INPUTS_MAX, NEVER
from ..chips.state_record import State
from ..errors import UsageError, check_float, check_int
from .controls import PEN_REACH

Row = tuple[int, int, int]      # cycle, what, value: see input_what in chips/state.py


def button_input(button: int, player: int, down: bool) -> tuple[int, int]:
    """Return the pair of input_what and input_value for a button that goes down or up."""
    if button not in (1, 2, 3, 4) or player not in (1, 2):
        raise UsageError(f"the button must be 1 to 4 and the player 1 or 2, not button {button} "
                         f"of player {player}")
    mask = 1 << button - 1 + 4 * (player - 1)
    return int(IN_BUTTONS), mask << 8 | (0 if down else mask)


def stick_inputs(x: float, y: float, player: int) -> list[tuple[int, int]]:
    """Return the two inputs of a stick, one for each pot; values beyond 1 count as 1."""
    if player not in (1, 2):
        raise UsageError(f"player must be 1 or 2, not {player}")
    inputs = []
    for axis, (name, value) in enumerate((("x", x), ("y", y))):
        tilt = check_float(f"{name} of the stick", value, float("-inf"), float("inf"))
        pot = 128 + round(127 * max(-1.0, min(1.0, tilt)))
        inputs.append((int(IN_POT) + 2 * (player - 1) + axis, pot))
    return inputs


def pen_inputs(x: float, y: float) -> list[tuple[int, int]]:
    """Return the two inputs of a light pen, at x and y in screen units."""
    inputs = []
    for axis, (name, value) in enumerate((("x", x), ("y", y))):
        place = check_float(f"{name} of the pen", value, -PEN_REACH, PEN_REACH)
        inputs.append((int(IN_PEN) + axis, PEN_MIDDLE + round(PEN_STEPS * place)))
    return inputs


NO_INPUT = 0, 0, 0
RESET_INPUT = int(IN_RESET), 0
PEN_AWAY_INPUT = int(IN_PEN), PEN_AWAY


Listener = Callable[[int, int, int], object]


class Inputs:
    """The pending inputs of one console, and the listeners for new ones.

    later      inputs that do not fit into the record yet
    listeners  each is called with the cycle, what and value of every input

    >>> from vecx.chips.state_record import new_state
    >>> inputs, entered = Inputs(new_state()), []
    >>> inputs.listeners.append(lambda *row: entered.append(row))
    >>> inputs.enter([button_input(4, 1, down=True)], 1000)
    False
    >>> entered == [(1000, *button_input(4, 1, down=True))]
    True
    """

    def __init__(self, state: State) -> None:
        self._m = state
        self.later: deque[Row] = deque()
        self.listeners: list[Listener] = []

    def enter(self, inputs: list[tuple[int, int]], at: int | None) -> bool:
        """Queue inputs for a cycle (None: now), after earlier ones for the same cycle.

        Returns: True if they are due now
        Errors:  UsageError if the cycle has passed
        """
        now = self._m.clock
        cycle = now if at is None else check_int("the cycle of an input", at, now, NEVER - 1)
        rows = [(cycle, what, value) for what, value in inputs]
        if self.later and self.later[-1][0] <= cycle:
            self.later.extend(rows)
        else:
            rows = sorted([*self._queued(), *self.later, *rows], key=lambda row: row[0])
            self._queue(rows[:INPUTS_MAX])
            self.later = deque(rows[INPUTS_MAX:])
        for listen in tuple(self.listeners):
            for what, value in inputs:
                listen(cycle, what, value)
        return cycle == now

    @contextmanager
    def muted(self) -> Iterator[None]:
        """Call no listeners inside this context, for example while the past is replayed."""
        listeners, self.listeners = self.listeners, []
        try:
            yield
        finally:
            self.listeners = listeners

    def feed(self) -> int:
        """Move inputs to the record's queue; return the cycle up to which the queue is complete."""
        if not self.later:
            return NEVER
        rows = self._queued()
        while self.later and len(rows) < INPUTS_MAX:
            rows.append(self.later.popleft())
        self._queue(rows)
        return int(self._m.input_at[self._m.inputs - 1]) if self.later else NEVER

    def _queued(self) -> list[Row]:
        m = self._m
        return [(int(m.input_at[i]), int(m.input_what[i]), int(m.input_value[i]))
                for i in range(m.inputs)]

    def _queue(self, rows: list[Row]) -> None:
        m = self._m
        m.inputs = len(rows)
        m.input_due = rows[0][0] if rows else NEVER
        for i, (at, what, value) in enumerate([*rows, *[NO_INPUT] * (INPUTS_MAX - len(rows))]):
            m.input_at[i], m.input_what[i], m.input_value[i] = at, what, value

    def restore(self, later: tuple[Row, ...]) -> None:
        """Restore `later`; the other inputs are in the record, which has already been restored."""
        self.later = deque(later)
