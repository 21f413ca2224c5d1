"""Screens: the interface between the play loop and a window or terminal, and a function that opens
one.

A screen shows a phosphor with lines of text over it, and reports keys, gamepads and mouse as
events.  A new screen is a module with a class like `Screen`, and a row of SCREENS.  The module is
imported when its screen is opened: the window brings pygame.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np

from ..console.analog import Analog
from ..console.frame import Frame
from ..errors import UsageError, VecxError
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


@dataclass(frozen=True)
class ScreenOptions:
    """Options for opening a screen; a screen ignores those that do not apply to it.

    title          of the running program
    analog         the machine's analog parameters, which define the size of its screen
    look           settings of the picture
    scale          size, 1 = 600 x 750 pixels; None = default_scale
    default_scale  None = the screen chooses
    style          braille or blocks of a terminal; empty: its default
    pointer        the mouse is used
    pen            the mouse is the light pen
    """

    title: str
    analog: Analog
    look: Look = field(default_factory=Look)
    scale: float | None = None
    default_scale: float | None = None
    style: str = ""
    pointer: bool = False
    pen: bool = False


class Kind(NamedTuple):
    """A kind of screen: why it is unavailable (None if it is available), and its constructor."""

    fault: Callable[[], str | None]
    open: Callable[[ScreenOptions], Screen]


def _window_fault() -> str | None:
    from .desktop import fault_of_display

    return fault_of_display()


def _window(options: ScreenOptions) -> Screen:
    from .window import Window

    return Window(options.title, options.analog, options.scale,
                  default_scale=options.default_scale, pointer=options.pointer,
                  look=options.look)


def _terminal_fault() -> str | None:
    from .tty import fault_of_terminal

    return fault_of_terminal()


def _terminal(options: ScreenOptions) -> Screen:
    from .tty import Terminal

    if options.pen:
        raise UsageError("--pen needs a window: a terminal does not report the mouse")
    return Terminal(options.analog, options.style or "braille", look=options.look)


# In the order in which they are tried without a request.
SCREENS = {"window": Kind(_window_fault, _window), "terminal": Kind(_terminal_fault, _terminal)}


class NoScreen(VecxError):
    """No screen is available; `why` says why there is no window."""

    def __init__(self, why: str) -> None:
        super().__init__(f"no display ({why})")
        self.why = why


def open_screen(options: ScreenOptions, name: str | None = None) -> Screen:
    """Open a screen by name, or the first one available.

    Errors: NoScreen if none is available; VecxError if the requested screen cannot be opened, or
            does not support an option
    """
    if name is not None:
        return SCREENS[name].open(options)
    faults = []
    for kind in SCREENS.values():
        fault = kind.fault()
        if not fault:
            return kind.open(options)
        faults.append(fault)
    raise NoScreen(faults[0])
