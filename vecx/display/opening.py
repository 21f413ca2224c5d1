"""Opens a screen: the window or the terminal.

A new screen is a module with a class like `Screen` (screen.py), and a row of SCREENS.  The module
is imported when its screen is opened: the window brings pygame.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from ..console.analog import Analog
from ..errors import UsageError, VecxError
from .look import Look
from .screen import Screen


@dataclass(frozen=True)
class ScreenOptions:
    """Options for opening a screen; a screen ignores those that do not apply to it.

    title          of the running program
    analog         the machine's analog parameters, which define the size of its screen
    look           settings of the picture
    scale          size, 1 = 600 x 750 pixels; None = default_scale
    default_scale  None = the screen chooses
    pointer        the mouse is used
    pen            the mouse is the light pen
    """

    title: str
    analog: Analog
    look: Look = field(default_factory=Look)
    scale: float | None = None
    default_scale: float | None = None
    pointer: bool = False
    pen: bool = False


class Kind(NamedTuple):
    """A kind of screen: why it is unavailable (None if it is available), its constructor, and
    whether it reports the mouse."""

    fault: Callable[[], str | None]
    open: Callable[[ScreenOptions], Screen]
    has_mouse: bool = True


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


def _terminal(style: str, options: ScreenOptions) -> Screen:
    from .tty import Terminal

    return Terminal(options.analog, style, look=options.look)


# In the order in which they are tried without a request.
SCREENS = {"window": Kind(_window_fault, _window),
           "terminal": Kind(_terminal_fault, partial(_terminal, "braille"), has_mouse=False),
           "blocks": Kind(_terminal_fault, partial(_terminal, "blocks"), has_mouse=False)}


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
        kind = SCREENS[name]
        if options.pen and not kind.has_mouse:
            raise UsageError("--pen needs a window: a terminal does not report the mouse")
        if fault := kind.fault():
            what = name if kind.has_mouse else "terminal"
            raise VecxError(f"the {what} cannot be opened: {fault}")
        return kind.open(options)
    faults = []
    for kind in SCREENS.values():
        fault = kind.fault()
        if not fault:
            return kind.open(options)
        faults.append(fault)
    raise NoScreen(faults[0])
