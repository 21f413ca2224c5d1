"""The window: a pygame-ce screen with a phosphor and text over it."""

import io
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np

from ..chips.state import FRAME_CYCLES
from ..console.analog import Analog
from ..console.frame import Frame
from .caption import Caption
from .desktop import icon, is_managed, scale_for
from .light import TILE
from .look import Look
from .overlay import fitted
from .phosphor import Phosphor, sizes_within
from .picture import HEIGHT, WIDTH, save_png
from .reader import Reader
from .screen import Event, Words

os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")     # the screen's own pixels

MARKED, MARK_PIXELS = (255, 190, 80), 3
FRAMES_KEPT = 20        # frames whose afterglow a picture still shows


def changed_areas(changed: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Return rectangles that cover the changed tiles of a picture: int[n, 4], x, y, width, height.

    Args: changed  uint8[tiles down, tiles across]; size: width and height of the picture
    """
    turns = np.diff(changed.astype(np.int8), axis=1, prepend=0, append=0)
    row, first = np.nonzero(turns > 0)
    end = np.nonzero(turns < 0)[1]
    x, y = first * TILE, row * TILE
    return np.stack([x, y, np.minimum(end * TILE, size[0]) - x, np.minimum(y + TILE, size[1]) - y],
                    axis=1)


class Window:
    """A screen in a window of the desktop.

    Args:    title    of the window
             analog   maps deflection to places on the screen
             scale    1 = 600 x 750 pixels, or None
             default_scale  without a scale, reduced to fit; None = to suit the desktop
             pointer  show the mouse pointer
             look     brightness and so on

    Errors:  UsageError for a scale too large for the desktop
    """

    def __init__(self, title: str, analog: Analog, scale: float | None = None, *,
                 default_scale: float | None = None, pointer: bool = False,
                 look: Look | None = None) -> None:
        import pygame

        pygame.display.init()
        scale = scale_for(scale, default_scale)
        self.analog, self.look = analog, look or Look()
        self.words, self.inset = Words(), b""
        self.shown = 0          # pictures
        self._overlay: np.ndarray | None = None
        self._recent: list[tuple[Frame, int]] = []
        self._cycles = FRAME_CYCLES
        self._full = False
        self._place = (0, 0), (0, 0)    # position and size to restore, without a window manager
        if pygame.display.get_driver() == "x11":
            # Use shared memory: OpenGL without a graphics card is ten times slower.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        size = (WIDTH, HEIGHT) if self.look.turn in (0, 180) else (HEIGHT, WIDTH)
        size = round(size[0] * scale), round(size[1] * scale)
        self.window: Any = pygame.Window(title, size, resizable=True, allow_high_dpi=True)
        self.window.set_icon(icon())
        pygame.mouse.set_visible(pointer)
        self._pointer = self._points = pointer
        self._reader = Reader()
        self._reader.unit_at = self._unit_at
        self.resized()

    def resized(self) -> None:
        """Create a phosphor of the window's size that shows the same picture as before."""
        self._whole = True      # the next picture replaces the whole surface
        self.surface: Any = self.window.get_surface()
        self._room = room = self.surface.get_size()     # pixels
        width, height = sizes_within(room[0], room[1], self.analog, self.look.turn)
        self._left, self._top = (room[0] - width) // 2, (room[1] - height) // 2
        self.phosphor = Phosphor(width, height, self.analog, self.look)
        if self._overlay is not None:
            self.phosphor.cover(fitted(self._overlay, width, height, self.look.turn))
        self.phosphor.show_past(self._recent)
        self._caption = Caption(width, height, self.look)
        self.refresh()

    def _unit_at(self, x: int, y: int) -> tuple[float, float]:
        """Convert a place in the window to screen units."""
        pixels = self._room[0] / self.window.size[0]
        return self.phosphor.unit_at((x + 0.5) * pixels - self._left,
                                     (y + 0.5) * pixels - self._top)

    def change(self, look: Look) -> None:
        """Use other settings; the window turns with the picture."""
        on_side = [some.turn in (90, 270) for some in (look, self.look)]
        self.look = look
        if on_side[0] != on_side[1] and not self._full:
            width, height = self.window.size
            self.window.size = height, width
        self.resized()

    def cover(self, overlay: np.ndarray | None) -> None:
        self._overlay = overlay
        self.resized()

    def point(self, shown: bool) -> None:
        import pygame

        if (shown or self._pointer) != self._points:
            self._points = shown or self._pointer
            pygame.mouse.set_visible(self._points)

    def entitle(self, title: str) -> None:
        self.window.title = title

    def fullscreen(self) -> None:
        import pygame

        self._full = not self._full
        if not is_managed():
            place = self._place
            self._place = self.window.position, self.window.size
            self.window.position, self.window.size = place if not self._full else \
                ((0, 0), pygame.display.get_desktop_sizes()[0])
        elif self._full:
            self.window.set_fullscreen(desktop=True)
        else:
            self.window.set_windowed()
        self.resized()

    def draw(self, frames: list[Frame], cycles: int) -> None:
        self.phosphor.draw(frames)
        self._recent = [*self._recent, *((frame, cycles) for frame in frames)][-FRAMES_KEPT:]
        self._cycles = cycles

    def skip(self) -> None:
        self.phosphor.fade(self._cycles)

    def show(self) -> None:
        self.shown += 1
        self.phosphor.image(self._cycles)
        words = any(self.words) or bool(self.inset)
        if words or self._whole:
            self.refresh()
        else:
            self._update()
        self._whole = words

    def refresh(self) -> None:
        import pygame

        width, height = self.phosphor.size
        picture = self.phosphor.picture
        if any(self.words):
            picture = self._caption.over(picture, self.words)
        self.surface.fill(0)
        pixels = pygame.surfarray.pixels2d(self.surface)
        np.copyto(pixels.T[self._top:self._top + height, self._left:self._left + width],
                  picture, casting="unsafe")
        del pixels
        if self.words.mark:
            x0, y0, x1, y1, _ = self.phosphor.lines([(*self.words.mark, 0, 0, 0)])[0]
            begin, end = ((self._left + x, self._top + y) for x, y in ((x0, y0), (x1, y1)))
            pygame.draw.line(self.surface, MARKED, begin, end, MARK_PIXELS)
            pygame.draw.circle(self.surface, MARKED, begin, MARK_PIXELS)
            pygame.draw.circle(self.surface, MARKED, end, MARK_PIXELS)
        if self.inset:
            small = pygame.image.load(io.BytesIO(self.inset), "inset.png")
            small = pygame.transform.scale_by(small, max(1, self._room[0] // self.window.size[0]))
            self.surface.blit(small, (self.surface.get_width() - small.get_width() - 8, 8))
        self.window.flip()

    def _update(self) -> None:
        """Copy the changed tiles of the picture to the screen."""
        import pygame

        left, top = self._left, self._top
        pixels = pygame.surfarray.pixels2d(self.surface)
        areas = changed_areas(self.phosphor.changed, self.phosphor.size)
        for x, y, width, height in areas.tolist():
            np.copyto(pixels.T[top + y:top + y + height, left + x:left + x + width],
                      self.phosphor.picture[y:y + height, x:x + width], casting="unsafe")
        del pixels
        self.window.flip()

    def picture(self) -> np.ndarray:
        return self.phosphor.picture

    def save(self, path: Path) -> None:
        save_png(self.phosphor.picture, path)

    def tell(self, text: str) -> None:
        print(text, file=sys.stderr)

    def close(self) -> None:
        import pygame

        self.window.destroy()
        pygame.quit()

    def events(self) -> list[Event]:
        self._reader.room, self._reader.turn = self.window.size, self.look.turn
        found = self._reader.events()
        if self.window.get_surface().get_size() != self._room:
            self.resized()
        self._whole |= self._reader.exposed
        self._reader.exposed = False
        return found
