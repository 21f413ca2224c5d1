"""The way back: what a machine was before each of its last frames.

A kept state is some 9 KB, so that a minute of them is 27 MB.  Of pictures nothing is kept: a frame
is run again from the state before it.
"""

from collections import deque

from ..console.snapshot import Kept
from ..machine import Machine

BYTES_MAX = 64 << 20
EACH_BYTES = 512        # of a state besides its parts, counted generously


def size_of(kept: Kept) -> int:
    """Return how many bytes a state takes."""
    return len(kept.record) + len(kept.ram) + kept.segments.nbytes + kept.causes.nbytes \
        + kept.frames.nbytes + EACH_BYTES


class History:
    """The states of one machine before each frame, the oldest forgotten.

    Args: bytes_max  of all states together
    """

    def __init__(self, bytes_max: int = BYTES_MAX) -> None:
        self._bytes_max = bytes_max
        self._states: deque[Kept] = deque()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._states)

    def note(self, machine: Machine) -> None:
        """A frame is about to run."""
        kept = machine.keep()
        self._states.append(kept)
        self.bytes += size_of(kept)
        while self.bytes > self._bytes_max and len(self._states) > 1:
            self.bytes -= size_of(self._states.popleft())

    def back(self, machine: Machine) -> bool:
        """Go back to before the last frame; return False where nothing older is known.

        The frame before it may be run again then: `back` and a frame show what was one earlier.
        """
        if len(self._states) < 2:
            return False
        self.bytes -= size_of(self._states.pop())
        machine.restore(self._states[-1])
        return True

    @property
    def last(self) -> Kept | None:
        """The state before the frame that ran last; None where none is known."""
        return self._states[-1] if self._states else None

    def forget(self) -> None:
        """The machine is another one now."""
        self._states.clear()
        self.bytes = 0
