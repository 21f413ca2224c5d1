"""The interface to a machine's controllers.  It imports only the standard library."""

from typing import Protocol

PEN_REACH = 255.0       # largest distance of a light pen from the centre, screen units


class Controls(Protocol):
    """A machine's controllers, or anything with these methods."""

    def press(self, button: int, player: int = 1) -> None:
        """Hold down a button."""

    def release(self, button: int, player: int = 1) -> None:
        """Let go of a button."""

    def stick(self, x: float, y: float, player: int = 1) -> None:
        """Hold the joystick."""

    def pen(self, x: float, y: float) -> None:
        """Hold the light pen on the glass."""

    def pen_away(self) -> None:
        """Take the light pen from the glass."""
