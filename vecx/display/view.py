"""Controls of the picture: brightness, glow, glass, rotation and the overlay."""

from pathlib import Path

import numpy as np

from ..errors import VecxError
from . import overlay
from .messages import Messages
from .screen import Screen


class View:
    """Changes how a screen shows its picture, and reports each change.

    Args: shown  whether the overlay, if there is one, is shown at first
    """

    def __init__(self, screen: Screen, messages: Messages, shown: bool = True) -> None:
        self._screen, self._messages, self._shown = screen, messages, shown
        self._overlay: np.ndarray | None = None

    def load(self, path: Path | None) -> None:
        """Use the overlay in a file, or none; an error is reported."""
        self._overlay = None
        if path:
            try:
                self._overlay = overlay.load(path)
            except VecxError as fault:
                self._messages.say(str(fault))
        self._cover()

    def lay(self, path: Path) -> None:
        """Show the overlay in a file that the user dropped; if it cannot be read, nothing
        changes."""
        try:
            self._overlay, self._shown = overlay.load(path), True
        except VecxError as fault:
            self._messages.say(str(fault))
            return
        self._cover()
        self._messages.say(f"overlay {path.name}")

    def _cover(self) -> None:
        self._screen.cover(self._overlay if self._shown else None)

    def toggle_overlay(self) -> None:
        if self._overlay is None:
            self._messages.say("there is no overlay for this cartridge")
            return
        self._shown = not self._shown
        self._cover()
        self._messages.say("overlay" if self._shown else "no overlay")

    def brighter(self, steps: int) -> None:
        self._screen.change(self._screen.look.brighter(steps))
        self._messages.say(f"brightness {100 * self._screen.look.brightness:.0f} %")

    def more_glow(self, steps: int) -> None:
        self._screen.change(self._screen.look.more_glow(steps))
        self._messages.say(f"glow {100 * self._screen.look.glow:.0f} %")

    def toggle_glass(self) -> None:
        self._screen.change(self._screen.look.glazed())
        self._messages.say("glass" if self._screen.look.glass else "no glass")

    def turn(self) -> None:
        self._screen.change(self._screen.look.turned())
        self._messages.say(f"turned by {self._screen.look.turn} degrees")
