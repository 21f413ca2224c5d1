"""Who follows a machine as it runs: the strict machine, a profile, coverage, a debugger.

The machine knows this class alone.  A watcher marks what it wants logged with the machine's
`observer`, is attached by `Machine.attach`, and is told of what happens in the order in which it
happens.  It must change nothing of the machine: a watched machine does what any other does.
"""

import numpy as np


class Watcher:
    """What a follower is told; each method does nothing until a follower has one of its own."""

    def look(self, events: np.ndarray) -> None:
        """Go on with new rows of the log.

        Args: events  EVENT[n] of chips/state.py; they stand on the board until the machine runs on
        """

    def reset(self) -> None:
        """/RESET was asserted, and the program begins anew."""

    def wrote(self, first: int, count: int) -> None:
        """Bytes of memory have been set from outside."""

    def restored(self) -> None:
        """The machine is another one now: a snapshot has taken its place."""
