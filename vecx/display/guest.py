"""What the play loop asks of a debugger that may come into it while a game runs."""

from typing import Protocol

from ..console.frame import Frame
from ..machine import Machine


class Guest(Protocol):
    """A debugger from outside.

    attached  it has the machine: only `run` lets that go on
    standing  it lets the machine stand
    deaf      what runs is known already; the hands work nothing
    """

    @property
    def attached(self) -> bool: ...
    @property
    def standing(self) -> bool: ...
    @property
    def deaf(self) -> bool: ...

    def look(self, machine: Machine, busy: str = "") -> str:
        """Serve what has come; return what the user is to be told, or nothing.

        Args: busy  why nobody may attach now, or empty
        """

    def run(self, cycles: int) -> list[Frame]:
        """Run for some cycles, or to where the debugger stops it; return the frames that ended."""

    def told(self) -> list[str]:
        """Return what stands over the picture."""

    def lose(self, why: str) -> None:
        """The machine is taken away from it."""

    def close(self) -> None:
        """Leave nothing open."""


class Nobody:
    """No debugger."""

    attached = standing = deaf = False

    def look(self, machine: Machine, busy: str = "") -> str:
        """Nothing."""
        return ""

    def run(self, cycles: int) -> list[Frame]:
        """Nothing."""
        return []

    def told(self) -> list[str]:
        """Nothing."""
        return []

    def lose(self, why: str) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""
