"""Where playing writes its files."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Folders:
    """Folders; None is the one that vecx was called in, and for states the user's data folder.

    pictures  what is seen; films: movies, videos and sounds; states: save states
    """

    pictures: Path | None = None
    films: Path | None = None
    states: Path | None = None

    def picture(self, name: str) -> Path:
        """Return the path of a picture of this name."""
        return (self.pictures or Path()) / name

    def film(self, name: str) -> Path:
        """Return the path of a movie, a video or a sound of this name."""
        return (self.films or Path()) / name
