"""Information about the desktop: whether there is one, its size, and the icon for the window."""

import ctypes
import math
import os
import sys
from typing import Any

from ..errors import UsageError
from .picture import HEIGHT, WIDTH

SCALE_MIN = 0.1
SHARE = 2 / 3           # of the desktop's height: the default size of the window
ICON_SIZE = 64
GLOW, BRIGHT = (70, 120, 220), (225, 240, 255)


def fault_of_display() -> str | None:
    """Return why no window can be opened, or None."""
    if sys.platform.startswith("linux") and not any(
            os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")):
        return "neither DISPLAY nor WAYLAND_DISPLAY is set; start vecx in a terminal of the desktop"
    import pygame

    try:
        pygame.display.init()
    except pygame.error as fault:
        return f"{fault}: is the desktop that DISPLAY names running?"
    if pygame.display.get_driver() == "offscreen" and not os.environ.get("SDL_VIDEODRIVER"):
        return "no screen to draw on: is the desktop that DISPLAY names running?"
    return None


def is_managed() -> bool:
    """Return whether a window manager serves requests to move and size windows.

    An X server alone, as in an arcade cabinet, has no window manager, so a request for a full
    screen has no effect.
    """
    import pygame

    if pygame.display.get_driver() != "x11":
        return True
    try:
        x11 = ctypes.CDLL("libX11.so.6")
    except OSError:
        return True
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = x11.XDefaultRootWindow.restype = ctypes.c_ulong
    display = x11.XOpenDisplay(None)
    if not display:
        return True
    server = ctypes.c_void_p(display)
    atom = ctypes.c_ulong(x11.XInternAtom(server, b"_NET_SUPPORTING_WM_CHECK", 0))
    root = ctypes.c_ulong(x11.XDefaultRootWindow(server))
    kind, count, left = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_ulong()
    form, data = ctypes.c_int(), ctypes.c_void_p()
    x11.XGetWindowProperty(server, root, atom, ctypes.c_long(0), ctypes.c_long(1), 0,
                           ctypes.c_ulong(0), ctypes.byref(kind), ctypes.byref(form),
                           ctypes.byref(count), ctypes.byref(left), ctypes.byref(data))
    if data:
        x11.XFree(data)
    x11.XCloseDisplay(server)
    return count.value > 0


def scale_for(scale: float | None, default: float | None = None) -> float:
    """Return the window's scale, 1 = 600 x 750 pixels.

    Args:   scale    as requested, or None
            default  used without a request, reduced to fit the desktop; None = 1, or SHARE of the
                     desktop's height if that is more

    Errors: UsageError for a window that is larger than the desktop, or too small to see
    """
    import pygame

    width, height = pygame.display.get_desktop_sizes()[0]
    largest = max(SCALE_MIN, min(width / WIDTH, height / HEIGHT))
    if scale is None:
        return min(default or max(1.0, SHARE * height / HEIGHT), largest)
    if not SCALE_MIN <= scale <= largest:
        raise UsageError(f"--scale {scale:g}: on this desktop of {width} x {height} pixels use "
                         f"{SCALE_MIN} to {math.floor(largest * 100) / 100:g}")
    return scale


def icon() -> Any:
    """The window's icon: the star of the executive ROM's first screen."""
    import pygame

    surface = pygame.Surface((ICON_SIZE, ICON_SIZE), pygame.SRCALPHA)
    surface.fill((6, 8, 14, 255))
    middle, radius = ICON_SIZE / 2, ICON_SIZE * 0.45
    points = [(middle + radius * math.sin(2 * math.pi * 3 * i / 8),
               middle - radius * math.cos(2 * math.pi * 3 * i / 8)) for i in range(8)]
    pygame.draw.lines(surface, GLOW, True, points, 4)
    pygame.draw.aalines(surface, BRIGHT, True, points)
    return surface
