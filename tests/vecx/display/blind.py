"""A screen that shows nothing, and does what a script says."""

from pathlib import Path

from vecx.display.look import Look
from vecx.display.screen import Event, Words


class Blind:
    """A screen that nobody sees: it gives the events of a script, a list for each look."""

    def __init__(self, *script: list[Event]) -> None:
        self.script, self.told = list(script), list[str]()
        self.words, self.inset, self.shown, self.closed = Words(), b"", 0, 0
        self.look, self.overlay = Look(), None

    def events(self) -> list[Event]:
        """Give the next part of the script."""
        return self.script.pop(0) if self.script else []

    def draw(self, frames: object, cycles: int) -> None:
        """Nothing."""

    def skip(self) -> None:
        """Nothing."""

    def show(self) -> None:
        """Count."""
        self.shown += 1

    refresh = fullscreen = skip

    def point(self, shown: bool) -> None:
        """Remember."""
        self.points = shown

    def change(self, look: Look) -> None:
        """Remember."""
        self.look = look

    def entitle(self, title: str) -> None:
        """Remember."""
        self.title = title

    def cover(self, overlay: object) -> None:
        """Remember."""
        self.overlay = overlay

    def picture(self) -> None:
        """None."""

    def save(self, path: Path) -> None:
        """Nothing."""

    def tell(self, text: str) -> None:
        """Remember."""
        self.told.append(text)

    def close(self) -> None:
        """Count."""
        self.closed += 1
