"""Watchers follow a console as it runs: the strict machine, a profile, coverage.

The console knows only this class.  A watcher chooses the rows to log with the machine's `hooks`, is
attached by `Machine.attach`, and its methods are called in the order of events.  It must not change
the machine: a watched machine does what any other does.
"""

import numpy as np


class Watcher:
    """The methods that are called as a machine runs.  Override those that you need.

    >>> class Counter(Watcher):
    ...     rows = resets = pokes = inputs = sets = 0
    ...     def registers_set(self):
    ...         self.sets += 1
    ...     def entered(self, cycle, what, value):
    ...         self.inputs += 1
    ...     def look(self, events):
    ...         self.rows += len(events)
    ...     def reset(self):
    ...         self.resets += 1
    ...     def wrote(self, first, count):
    ...         self.pokes += count
    ...     def restored(self):
    ...         self.rows = 0
    >>> m, counter = Machine("connect4", preset="ideal"), Counter()
    >>> handle = m.watch(0xD000, 16, writes=True)
    >>> m.attach(counter)
    >>> _ = m.run_frames(3)
    >>> m.write(0xC880, b"12")
    >>> m.press(4)
    >>> m.set_registers(a=5)
    >>> counter.rows > 100, counter.resets, counter.pokes, counter.inputs, counter.sets
    (True, 0, 2, 1, 1)
    """

    def look(self, events: np.ndarray) -> None:
        """Read new rows of the log.  An error raised here ends the run.

        Args: events  EVENT[n] of chips/state.py; valid until the machine runs on
        """

    def reset(self) -> None:
        """/RESET was asserted: the program starts again."""

    def entered(self, cycle: int, what: int, value: int) -> None:
        """An input enters in a cycle: a button, a stick, /RESET, as input_what and input_value."""

    def wrote(self, first: int, count: int) -> None:
        """Bytes of memory were set from Python."""

    def registers_set(self) -> None:
        """Registers were set from Python."""

    def restored(self) -> None:
        """The machine was restored from a snapshot."""
