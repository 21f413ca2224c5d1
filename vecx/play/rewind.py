"""Rewinding: the state of a machine before each of its last frames.

A saved state has 5.6 KB, so a minute takes 17 MB.  Pictures are not saved: a frame is run again
from the state before it.
"""

from collections import deque

from ..console.snapshot import Kept
from ..machine import Machine

BYTES_MAX = 64 << 20
EACH_BYTES = 512        # overhead of a state, rounded up generously


def size_of(kept: Kept) -> int:
    return len(kept.record) + len(kept.ram) + kept.segments.nbytes + kept.causes.nbytes \
        + kept.frames.nbytes + EACH_BYTES


class History:
    """The states of one machine before each frame; the oldest states are dropped at the limit.

    Args: bytes_max  of all states together
    """

    def __init__(self, bytes_max: int = BYTES_MAX) -> None:
        self._bytes_max = bytes_max
        self._states: deque[Kept] = deque()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._states)

    def note(self, machine: Machine) -> None:
        """Save the state; call this method before each frame."""
        kept = machine.keep()
        self._states.append(kept)
        self.bytes += size_of(kept)
        while self.bytes > self._bytes_max and len(self._states) > 1:
            self.bytes -= size_of(self._states.popleft())

    def back(self, machine: Machine) -> bool:
        """Go back to the state before the last frame; return False if there is no older state.

        Then the frame before it may be run again: `back` and a frame show the previous frame.
        """
        if len(self._states) < 2:
            return False
        self.bytes -= size_of(self._states.pop())
        machine.restore(self._states[-1])
        return True

    @property
    def last(self) -> Kept | None:
        """The state before the last frame, or None."""
        return self._states[-1] if self._states else None

    def forget(self) -> None:
        """Clear the history, because the machine was replaced or something else ran it."""
        self._states.clear()
        self.bytes = 0
