"""What the play loop asks of a screen, and what a screen tells it: no word of pygame here.

The window and the terminal are two of the kind.  A screen shows a phosphor, lays lines of text over
it, and says what the user did with keys, gamepads and mouse, each under a name of its own.
"""

from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np

from ..console.frame import CYCLES_PER_SECOND, Frame
from .look import Look

FRAME_CYCLES = CYCLES_PER_SECOND // 50
Line = str | tuple[str, str]        # of text; two parts are a row of a table


class Words(NamedTuple):
    """What stands over a picture.

    head   lines along its upper edge
    lines  over its middle, in a frame; two parts are a row of a table
    foot   lines along its lower edge
    mark   a line of the picture to be lit up, x0 y0 x1 y1 in p, where that can be done

    They are broken where they are too long.
    """

    head: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    foot: tuple[str, ...] = ()
    mark: tuple[float, float, float, float] | None = None


class Event(NamedTuple):
    """Something that the user did.

    kind   down, up: a key or button; move: a stick or the mouse; blur: the keyboard is somebody
           else's now; drop: a file; quit
    name   of the key in lower case as pygame names it ("a", "left", "f1"); of the file
    value  of a move, -1..1; of the mouse as a pen, in screen units
    """

    kind: str
    name: str = ""
    value: float = 0.0


class Screen(Protocol):
    """Where a machine is seen.

    words  to lay over the picture
    shown  pictures so far
    inset  a small picture to show over the large one where that can be done, as PNG; or nothing
    look   how the picture is shown; `change` sets it
    """

    look: Look
    words: Words
    shown: int
    inset: bytes

    def events(self) -> list[Event]:
        """Return what the user did since the last call."""

    def draw(self, frames: list[Frame], cycles: int) -> None:
        """Put the light of frames on the phosphor; they took so many cycles."""

    def skip(self) -> None:
        """Let what was drawn fade without showing it."""

    def show(self) -> None:
        """Make the picture of what was drawn and show it with the words."""

    def refresh(self) -> None:
        """Show the last picture again, with the words as they are now."""

    def change(self, look: Look) -> None:
        """Show the picture in another way."""

    def cover(self, overlay: np.ndarray | None) -> None:
        """Lay an overlay over the picture, uint8[height, width, 4], or none; nothing where that
        cannot be."""

    def entitle(self, title: str) -> None:
        """Show what plays now, where there is a place for it."""

    def fullscreen(self) -> None:
        """Fill the desktop, or no longer; nothing where that cannot be."""

    def point(self, shown: bool) -> None:
        """Show the mouse's pointer, or as usual; nothing where there is none."""

    def picture(self) -> np.ndarray | None:
        """Return the picture that was shown last, without words: uint32[height, width], 0x00RRGGBB,
        changed by the next; None where it is none to be kept."""

    def save(self, path: Path) -> None:
        """Write the picture, without words.  Errors: VecxError where that cannot be done."""

    def tell(self, text: str) -> None:
        """Bring a message to standard error."""

    def close(self) -> None:
        """Leave nothing open, and the user's terminal as it was."""
