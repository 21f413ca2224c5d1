"""Whether the 3D imager's wheel is locked to the program's frames: before that an eye sees flicker.
"""

from ..console.frame import CYCLES_PER_SECOND, Frame
from ..machine import Machine

NEAR = 0.02             # revolutions: tolerance of a frame's whole turns
LOCKED_FRAMES = 25      # frames in a row


class Lock:
    """Monitors the wheel of one machine; call `look` whenever it has run."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._steady = 0

    def look(self, frames: list[Frame]) -> None:
        """Update the lock with the frames that have just ended."""
        m = self._machine.chips.state
        for frame in frames:
            turned = float(m.wheel_speed) * frame.cycles
            near = turned > NEAR and abs(turned - round(turned)) < NEAR
            self._steady = self._steady + 1 if near else 0

    @property
    def locked(self) -> bool:
        """True if each of the last frames took a whole number of revolutions."""
        return self._steady >= LOCKED_FRAMES

    def status_lines(self) -> list[str]:
        """Return the wheel's speed while it locks; empty when it has locked."""
        if self.locked:
            return []
        seconds = float(self._machine.chips.state.wheel_speed) * CYCLES_PER_SECOND
        return [f"IMAGER locking, {seconds:.0f} turns a second"]
