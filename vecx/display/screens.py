"""Which screens there are, and opening one: the command line knows them by their names alone.

A new screen is a module with what screen.py asks for, and a row of SCREENS.  Modules are imported
when a screen of theirs is wanted: the window brings pygame.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from ..console.analog import Analog
from ..errors import UsageError, VecxError
from .look import Look
from .screen import Screen


@dataclass(frozen=True)
class ScreenOptions:
    """What a screen can be asked for; each takes what concerns it.

    title    what plays
    analog   the machine's analog parameters, which say how large its screen is
    look     how the picture is shown
    scale    size, 1 = 600 x 750 pixels; usual: where nothing is asked for; None = as suits it
    style    dots or blocks of a terminal; empty: its usual one
    pointer  whether the mouse works anything
    pen      it is the light pen
    """

    title: str
    analog: Analog
    look: Look = field(default_factory=Look)
    scale: float | None = None
    usual_scale: float | None = None
    style: str = ""
    pointer: bool = False
    pen: bool = False


class Kind(NamedTuple):
    """A kind of screen: why there can be none here (empty where there can), and how to open it."""

    fault: Callable[[], str | None]
    open: Callable[[ScreenOptions], Screen]


def _window_fault() -> str | None:
    from .desktop import fault_of_display

    return fault_of_display()


def _window(options: ScreenOptions) -> Screen:
    from .window import Window

    return Window(options.title, options.analog, options.scale, wanted=options.usual_scale,
                  pointer=options.pointer, look=options.look)


def _terminal_fault() -> str | None:
    from .tty import fault_of_terminal

    return fault_of_terminal()


def _terminal(options: ScreenOptions) -> Screen:
    from .tty import Terminal

    if options.pen:
        raise UsageError("--pen needs a window: a terminal does not tell of the mouse")
    return Terminal(options.analog, options.style or "braille", look=options.look)


# In the order in which they are tried where none is asked for.
SCREENS = {"window": Kind(_window_fault, _window), "terminal": Kind(_terminal_fault, _terminal)}


class NoScreen(VecxError):
    """There is no place for a picture here; `why` says why there is no window."""

    def __init__(self, why: str) -> None:
        super().__init__(f"no display ({why})")
        self.why = why


def open_screen(options: ScreenOptions, name: str | None = None) -> Screen:
    """Open a screen of a name, or the first that there can be.

    Errors: NoScreen where there can be none of them; VecxError where the one that is asked for
            cannot be opened, or cannot do what is asked of it
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
