"""Movies as tests: a file `test_*.movie` is played, and its states are compared."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ..errors import VecxError


class MovieFile(pytest.File):
    """A movie file, which is one test."""

    def collect(self) -> Iterator[pytest.Item]:
        yield MovieTest.from_parent(self, name=self.path.stem)


class MovieTest(pytest.Item):
    """Plays a movie on the cartridge under test, or on a bundled one if the movie names it."""

    def runtest(self) -> None:
        """Play the movie.  Errors: VecxError; Diverged names the first frame that differs"""
        play(self.path, self.config.stash[CART](self.path.parent))

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        if isinstance(excinfo.value, VecxError):
            return f"{self.path}: {excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"movie {self.name}"


# Returns the cartridge for the movies of a folder.
CART: "pytest.StashKey[Any]" = pytest.StashKey()


def play(path: Path, cart: Any) -> int:
    """Play a movie on a cartridge, and return the number of frames.

    The cartridge may differ from the recorded one if every state is the same.
    Errors: VecxError as movie.replay
    """
    from ..console.roms import bundled
    from ..play import movie

    found = movie.load(path)
    if found.head["name"] in bundled() or found.head["name"] == "none":
        cart = None
    machine = found.machine(cart)
    return sum(1 for _ in movie.replay(found, machine))
