"""A screen without output that delivers scripted events."""

from pathlib import Path

from vecx.display.look import Look
from vecx.display.screen import Event, Words


class Blind:
    """A screen without output; it returns the events of a script, one list per call."""

    def __init__(self, *script: list[Event]) -> None:
        self.script, self.printed = list(script), list[str]()
        self.words, self.inset, self.shown, self.closed = Words(), b"", 0, 0
        self.look, self.overlay = Look(), None

    def events(self) -> list[Event]:
        """Return the next events of the script."""
        return self.script.pop(0) if self.script else []

    def draw(self, frames: object, cycles: int) -> None:
        """Do nothing."""

    def skip(self) -> None:
        """Do nothing."""

    def show(self) -> None:
        """Count the call."""
        self.shown += 1

    refresh = fullscreen = skip

    def point(self, shown: bool) -> None:
        """Store the argument."""
        self.points = shown

    def change(self, look: Look) -> None:
        """Store the argument."""
        self.look = look

    def entitle(self, title: str) -> None:
        """Store the argument."""
        self.title = title

    def cover(self, overlay: object) -> None:
        """Store the argument."""
        self.overlay = overlay

    def picture(self) -> None:
        """Return None."""

    def save(self, path: Path) -> None:
        """Do nothing."""

    def tell(self, text: str) -> None:
        """Store the argument."""
        self.printed.append(text)

    def close(self) -> None:
        """Count the call."""
        self.closed += 1
