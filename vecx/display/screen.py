"""Screens: the interface between the play loop and a window or terminal.

A screen shows a phosphor with lines of text over it, and reports keys, gamepads and mouse as
events.  opening.py opens one.
"""

from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np

from ..console.frame import Frame
from .look import Look

Line = str | tuple[str, ...]        # of text; a tuple is a row of a table, of 2 or 4 parts


def side_by_side(groups: Sequence[tuple[str, Sequence[tuple[str, str]]]]) -> list[Line]:
    """Arrange groups of rows in two columns of a table, each group under its title.

    >>> side_by_side([("One", [("a", "first"), ("b", "second")]), ("Two", [("c", "third")])])
    [('One', '', 'Two', ''), ('a', 'first', 'c', 'third'), ('b', 'second')]
    """
    columns: tuple[list[tuple[str, str]], list[tuple[str, str]]] = [], []
    half = sum(len(rows) + 2 for _, rows in groups) / 2
    for title, rows in groups:
        column = columns[len(columns[0]) + len(rows) / 2 >= half]
        column += [("", "")] * bool(column) + [(title, ""), *rows]
    left, right = columns
    return [(*first, *second) if any(second) else first
            for first, second in zip_longest(left, right, fillvalue=("", ""))]


class Words(NamedTuple):
    """The text over a picture; lines that are too long are wrapped.

    head   lines along the upper edge
    lines  in the middle, in a frame; a tuple is a row of a table
    foot   lines along the lower edge
    mark   a line of the picture to highlight, x0 y0 x1 y1 in p, if the screen can
    """

    head: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    foot: tuple[str, ...] = ()
    mark: tuple[float, float, float, float] | None = None


class Event(NamedTuple):
    """An action of the user.

    kind   down, up: a key or button; move: a stick or the mouse; blur: another window has the
           focus; drop: a file; quit
    name   of the key in lower case as pygame names it ("a", "left", "f1"); of the file
    value  of a move, -1..1; of the mouse as a pen, in screen units
    """

    kind: str
    name: str = ""
    value: float = 0.0


class Screen(Protocol):
    """The interface of a window or terminal that the play loop uses.

    words  to show over the picture
    shown  number of pictures so far
    inset  PNG of a small picture to show over the large one, if the screen can; or empty
    look   settings of the picture; `change` sets them
    """

    look: Look
    words: Words
    shown: int
    inset: bytes

    def events(self) -> list[Event]: ...

    def draw(self, frames: list[Frame], cycles: int) -> None:
        """Put the light of frames on the phosphor; `cycles` is the time they took."""

    def skip(self) -> None:
        """Let the light fade without showing it."""

    def show(self) -> None:
        """Show the light as a picture, with the text over it."""

    def refresh(self) -> None:
        """Show the last picture again, with the current words."""

    def change(self, look: Look) -> None:
        """Use other settings for the picture."""

    def cover(self, overlay: np.ndarray | None) -> None:
        """Lay an overlay, uint8[height, width, 4], over the picture; None removes the present
        one."""

    def entitle(self, title: str) -> None:
        """Show the title of the running program."""

    def fullscreen(self) -> None:
        """Toggle full screen."""

    def point(self, shown: bool) -> None:
        """Show the mouse pointer, or restore its usual state."""

    def picture(self) -> np.ndarray | None:
        """Return the last picture without words: uint32[height, width], 0x00RRGGBB.

        The next picture overwrites it.  None if this screen's picture is not recorded.
        """

    def save(self, path: Path) -> None:
        """Write the picture without words.  Errors: VecxError if the file cannot be written."""

    def tell(self, text: str) -> None:
        """Print a message to standard error."""

    def close(self) -> None:
        """Release the screen and restore the user's terminal."""
