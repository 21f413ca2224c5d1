"""Who follows a machine as it runs: the strict machine, a profile, coverage, a debugger.

The machine knows this class alone.  A watcher marks what it wants logged with the machine's
`observer`, is attached by `Machine.attach`, and is told of what happens in the order in which it
happens.  It must change nothing of the machine: a watched machine does what any other does.
"""

import numpy as np


class Watcher:
    """What a follower is told; each method does nothing until a follower has one of its own.

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
        """Go on with new rows of the log.

        Args: events  EVENT[n] of chips/state.py; they stand on the board until the machine runs on
        """

    def reset(self) -> None:
        """/RESET was asserted, and the program begins anew."""

    def entered(self, cycle: int, what: int, value: int) -> None:
        """Something enters in a cycle: a button, a stick, /RESET, as input_what and input_value."""

    def wrote(self, first: int, count: int) -> None:
        """Bytes of memory have been set from outside."""

    def registers_set(self) -> None:
        """Registers have been set from outside."""

    def restored(self) -> None:
        """The machine is another one now: a snapshot has taken its place."""
