"""The folders for files that are written while playing."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Folders:
    """Folders for files.  None means the working folder, or the user's data folder for states.

    pictures  screenshots; films: movies, videos and sounds; states: save states
    """

    pictures: Path | None = None
    films: Path | None = None
    states: Path | None = None

    def picture(self, name: str) -> Path:
        return (self.pictures or Path()) / name

    def film(self, name: str) -> Path:
        return (self.films or Path()) / name
