"""The picture in the player's hand: brightness, glow, glass, turn, the overlay."""

from pathlib import Path

import numpy as np

from ..errors import VecxError
from . import overlay
from .screen import Screen
from .timing import Teller


class View:
    """How a screen shows its picture.

    Args: shown  whether an overlay is laid over it, where there is one
    """

    def __init__(self, screen: Screen, teller: Teller, shown: bool = True) -> None:
        self._screen, self._teller, self._shown = screen, teller, shown
        self._overlay: np.ndarray | None = None

    def load(self, path: Path | None) -> None:
        """Take an overlay from a file, or none; what is wrong with it is told."""
        self._overlay = None
        if path:
            try:
                self._overlay = overlay.load(path)
            except VecxError as fault:
                self._teller.say(str(fault))
        self._cover()

    def lay(self, path: Path) -> None:
        """Lay the overlay in a file over the picture, as asked for; a broken one changes nothing.
        """
        try:
            self._overlay, self._shown = overlay.load(path), True
        except VecxError as fault:
            self._teller.say(str(fault))
            return
        self._cover()
        self._teller.say(f"overlay {path.name}")

    def _cover(self) -> None:
        self._screen.cover(self._overlay if self._shown else None)

    def toggle_overlay(self) -> None:
        """Lay the overlay over the picture, or take it away."""
        if self._overlay is None:
            self._teller.say("there is no overlay for this cartridge")
            return
        self._shown = not self._shown
        self._cover()
        self._teller.say("overlay" if self._shown else "no overlay")

    def brighter(self, steps: int) -> None:
        """Make the picture brighter, or darker."""
        self._screen.change(self._screen.look.brighter(steps))
        self._teller.say(f"brightness {100 * self._screen.look.brightness:.0f} %")

    def more_glow(self, steps: int) -> None:
        """Let bright places glow more, or less."""
        self._screen.change(self._screen.look.more_glow(steps))
        self._teller.say(f"glow {100 * self._screen.look.glow:.0f} %")

    def toggle_glass(self) -> None:
        """Put the tube behind its glass, or take it away."""
        self._screen.change(self._screen.look.glazed())
        self._teller.say("glass" if self._screen.look.glass else "no glass")

    def turn(self) -> None:
        """Turn the picture by a quarter."""
        self._screen.change(self._screen.look.turned())
        self._teller.say(f"turned by {self._screen.look.turn} degrees")
