"""Whether the 3D imager's wheel turns with the program's frames: until then an eye sees flicker."""

from ..console.frame import CYCLES_PER_SECOND, Frame
from ..machine import Machine

NEAR = 0.02             # revolutions by which the wheel may have moved from a frame to the next
LOCKED_FRAMES = 25      # so many in a row


class Lock:
    """Follows the wheel of one machine; `look` is to be called whenever it has run."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._steady = 0

    def look(self, frames: list[Frame]) -> None:
        """Go on by the frames that have just ended."""
        m = self._machine.chips.state
        for frame in frames:
            turned = float(m.wheel_speed) * frame.cycles
            near = turned > NEAR and abs(turned - round(turned)) < NEAR
            self._steady = self._steady + 1 if near else 0

    @property
    def locked(self) -> bool:
        """True where each of the last frames was a whole number of revolutions."""
        return self._steady >= LOCKED_FRAMES

    def told(self) -> list[str]:
        """Return what the wheel does in words; nothing where it has locked."""
        if self.locked:
            return []
        seconds = float(self._machine.chips.state.wheel_speed) * CYCLES_PER_SECOND
        return [f"IMAGER locking, {seconds:.0f} turns a second"]
