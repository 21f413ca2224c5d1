"""What a machine can be told from outside, as its users see it; imports nothing heavy."""

from typing import Protocol

PEN_REACH = 255.0       # screen units in which a light pen can stand, either way from the centre


class Controls(Protocol):
    """What works the controllers: the machine, or anything with its calls."""

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
