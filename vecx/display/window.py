"""The window: a screen of pygame-ce, with a phosphor, words over it, an icon."""

import io
import math
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np

from ..analog import Analog
from ..errors import UsageError
from ..frame import Frame
from .phosphor import AFTERGLOW, TILE, Phosphor
from .picture import HEIGHT, WIDTH, save_png
from .screen import FRAME_CYCLES, Event, Line

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

SCALE_MIN = 0.1
MOUSE_REACH = 0.75      # of the way from the middle to the nearer edge: the stick's whole way
MOUSE_BUTTONS = {1: "left", 2: "middle", 3: "right", 6: "side"}     # as pygame numbers them
FRAMES_KEPT = 4         # whose afterglow a picture still shows
ICON_SIZE = 64
GLOW, BRIGHT, SHADE = (70, 120, 220), (225, 240, 255), (0, 0, 0, 170)


def fault_of_display() -> str | None:
    """Return why no window can be opened, or None."""
    if sys.platform.startswith("linux") and not any(
            os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")):
        return "neither DISPLAY nor WAYLAND_DISPLAY is set: start it in a desktop's terminal"
    import pygame

    try:
        pygame.display.init()
    except pygame.error as fault:
        return f"{fault}: is the desktop that DISPLAY names running?"
    if pygame.display.get_driver() == "offscreen" and not os.environ.get("SDL_VIDEODRIVER"):
        return "no screen to draw on: is the desktop that DISPLAY names running?"
    return None


def scale_for(scale: float | None, wanted: float = 1.0) -> float:
    """Return the scale of the window; without one, the wanted or what the desktop has room for.

    Errors: UsageError for a window that is larger than the desktop, or too small to see
    """
    import pygame

    width, height = pygame.display.get_desktop_sizes()[0]
    largest = max(SCALE_MIN, min(width / WIDTH, height / HEIGHT))
    if scale is None:
        return min(wanted, largest)
    if not SCALE_MIN <= scale <= largest:
        raise UsageError(f"--scale {scale:g}: the desktop of {width} x {height} has room for "
                         f"{SCALE_MIN} to {math.floor(largest * 100) / 100:g}")
    return scale


def icon() -> Any:
    """Return the window's icon: the star of the executive ROM's first screen."""
    import pygame

    surface = pygame.Surface((ICON_SIZE, ICON_SIZE), pygame.SRCALPHA)
    surface.fill((6, 8, 14, 255))
    middle, radius = ICON_SIZE / 2, ICON_SIZE * 0.45
    points = [(middle + radius * math.sin(2 * math.pi * 3 * i / 8),
               middle - radius * math.cos(2 * math.pi * 3 * i / 8)) for i in range(8)]
    pygame.draw.lines(surface, GLOW, True, points, 4)
    pygame.draw.aalines(surface, BRIGHT, True, points)
    return surface


def changed_areas(changed: np.ndarray, size: tuple[int, int]) -> list[tuple[int, int, int, int]]:
    """Return x, y, width and height of areas that cover the changed tiles of a picture.

    Args: changed  uint8[tiles down, tiles across]; size: width and height of the picture
    """
    areas = []
    turns = np.flatnonzero(np.diff(changed.astype(np.int8), axis=1, prepend=0, append=0))
    ends = [divmod(turn, changed.shape[1] + 1) for turn in turns.tolist()]
    for (row, first), (_, end) in zip(ends[::2], ends[1::2], strict=True):
        x, y = first * TILE, row * TILE
        width, height = min(end * TILE, size[0]) - x, min(y + TILE, size[1]) - y
        if width > 0 and height > 0:
            areas.append((x, y, width, height))
    return areas


class Window:
    """A screen in a window of the desktop.

    Args:    title   in its bar
             analog  where positions appear
             scale   1 = 600 x 750 pixels; None = `wanted`, or less on a small desktop
             pointer show the mouse's pointer
    Errors:  UsageError for a scale that the desktop has no room for
    """

    def __init__(self, title: str, analog: Analog, scale: float | None = None, *,
                 wanted: float = 1.0, pointer: bool = False) -> None:
        import pygame

        pygame.display.init()
        pygame.font.init()
        pygame.joystick.init()
        scale = scale_for(scale, wanted)
        self.analog = analog
        self.words: list[Line] = []
        self.inset = b""
        self.gamepads: list[Any] = [None, None]     # of controller 1 and 2
        for i in range(pygame.joystick.get_count()):
            self._plugged(pygame.joystick.Joystick(i))
        self.shown = 0          # pictures
        self._recent: list[tuple[Frame, int]] = []
        self._fade = AFTERGLOW
        self._size_before: tuple[int, int] | None = None    # while it fills the desktop
        if pygame.display.get_driver() == "x11":
            # Shared memory: through OpenGL without a graphics card a picture takes ten times as
            # long.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        pygame.display.set_icon(icon())
        pygame.display.set_mode((round(WIDTH * scale), round(HEIGHT * scale)), pygame.RESIZABLE, 32)
        pygame.display.set_caption(title)
        pygame.mouse.set_visible(pointer)
        self._away = False      # the keyboard is somebody else's
        self.resized()

    def resized(self) -> None:
        """Begin with a phosphor of the window's size, that shows what the last one showed."""
        import pygame

        self._whole = True      # the next picture is brought to the screen whole
        self.surface: Any = pygame.display.get_surface()
        width, height = pygame.display.get_window_size()
        self.phosphor = Phosphor(width, height, self.analog)
        recent, self._recent = self._recent, []
        for frame, cycles in recent:
            self.draw([frame], cycles)
            self._develop()
        self.refresh()

    def fullscreen(self) -> None:
        """Fill the desktop, or be as large as before."""
        import pygame

        if self._size_before:
            pygame.display.set_mode(self._size_before, pygame.RESIZABLE, 32)
            self._size_before = None
        else:
            self._size_before = pygame.display.get_window_size()
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN, 32)
        self.resized()

    def draw(self, frames: list[Frame], cycles: int) -> None:
        """Put the light of frames on the phosphor; they took so many cycles."""
        self.phosphor.draw(frames)
        self._recent = [*self._recent, *((frame, cycles) for frame in frames)][-FRAMES_KEPT:]
        self._fade = AFTERGLOW ** (cycles / FRAME_CYCLES)

    def skip(self) -> None:
        """Let what was drawn fade without showing it."""
        self.phosphor.light *= np.float32(self._fade)

    def show(self) -> None:
        """Make the picture of what was drawn and show it with the words."""
        self.shown += 1
        self._develop()
        words = bool(self.words or self.inset)
        if words or self._whole:
            self.refresh()
        else:
            self._update()
        self._whole = words

    def _develop(self) -> None:
        self.phosphor.image(self._fade)

    def refresh(self) -> None:
        """Show the last picture again, with the words as they are now."""
        import pygame

        pixels = pygame.surfarray.pixels2d(self.surface)
        np.copyto(pixels.T, self.phosphor.picture, casting="unsafe")
        del pixels
        if self.inset:
            small = pygame.image.load(io.BytesIO(self.inset), "inset.png")
            self.surface.blit(small, (self.surface.get_width() - small.get_width() - 8, 8))
        if self.words:
            self._lay_words()
        pygame.display.flip()

    def _update(self) -> None:
        """Bring the tiles of the picture that have changed to the screen."""
        import pygame

        pixels = pygame.surfarray.pixels2d(self.surface)
        areas = changed_areas(self.phosphor.changed, self.surface.get_size())
        for x, y, width, height in areas:
            np.copyto(pixels.T[y:y + height, x:x + width],
                      self.phosphor.picture[y:y + height, x:x + width], casting="unsafe")
        del pixels
        pygame.display.update([pygame.Rect(area) for area in areas])

    def _lay_words(self) -> None:
        import pygame

        width, height = self.surface.get_size()
        font = pygame.font.Font(None, max(12, min(width // 22, height // 26)))
        rows = [line if isinstance(line, tuple) else (line,) for line in self.words]
        texts = [[font.render(part, True, BRIGHT) for part in row] for row in rows]
        gap = font.get_linesize()
        left = max((row[0].get_width() for row in texts if len(row) == 2), default=0)
        broad = max(row[0].get_width() if len(row) == 1 else left + gap + row[1].get_width()
                    for row in texts)
        panel = pygame.Surface((broad + 2 * gap, gap * (len(texts) + 1)), pygame.SRCALPHA)
        panel.fill(SHADE)
        for number, row in enumerate(texts):
            y = gap // 2 + number * gap
            if len(row) == 1:
                panel.blit(row[0], ((panel.get_width() - row[0].get_width()) // 2, y))
            else:
                panel.blit(row[0], (gap, y))
                panel.blit(row[1], (2 * gap + left, y))
        if panel.get_width() > width:
            panel = pygame.transform.smoothscale_by(panel, width / panel.get_width())
        self.surface.blit(panel, panel.get_rect(center=(width // 2, height // 2)))

    def save(self, path: Path) -> None:
        """Write the picture, without words.

        Errors: VecxError where the file cannot be written
        """
        save_png(self.phosphor.picture, path)

    def tell(self, text: str) -> None:
        """Bring a message to standard error."""
        print(text, file=sys.stderr)

    def close(self) -> None:
        """Close the window."""
        import pygame

        pygame.quit()

    # --- what the user does ----------------------------------------------------------------------

    def events(self) -> list[Event]:
        """Return what the user did since the last call."""
        import pygame

        found: list[Event] = []
        pointer: tuple[int, int] | None = None      # where it is now; the way there is nobody's
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                found.append(Event("quit"))
            elif event.type in (pygame.KEYDOWN, pygame.KEYUP):
                kind = "down" if event.type == pygame.KEYDOWN else "up"
                found.append(Event(kind, pygame.key.name(event.key)))
            elif event.type == pygame.WINDOWFOCUSLOST:
                found.append(Event("blur"))
                self._away, pointer = True, None
            elif event.type == pygame.WINDOWFOCUSGAINED:
                self._away = False
            elif event.type == pygame.MOUSEMOTION and not self._away:
                pointer = event.pos
            elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                found += self._mouse_button(event)
            elif event.type == pygame.VIDEORESIZE:
                self.resized()
            elif event.type == pygame.WINDOWEXPOSED:
                self._whole = True
            elif event.type in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP):
                found += self._gamepad_button(event)
            elif event.type == pygame.JOYAXISMOTION and event.axis < 2:
                found += self._gamepad_stick(event.instance_id)
            elif event.type == pygame.JOYDEVICEADDED:
                self._plugged(pygame.joystick.Joystick(event.device_index))
            elif event.type == pygame.JOYDEVICEREMOVED:
                found += self._unplugged(event.instance_id)
        return [*found, *self._mouse_stick(pointer)] if pointer else found

    def _mouse_button(self, event: Any) -> list[Event]:
        """A button of the mouse went down or came up."""
        import pygame

        if event.button not in MOUSE_BUTTONS or self._away:
            return []
        kind = "down" if event.type == pygame.MOUSEBUTTONDOWN else "up"
        return [Event(kind, f"mouse {MOUSE_BUTTONS[event.button]}")]

    def _mouse_stick(self, pointer: tuple[int, int]) -> list[Event]:
        """The mouse moved: its place in the window, from the middle, is the stick's."""
        width, height = self.surface.get_size()
        reach = MOUSE_REACH * min(width, height) / 2
        across, up = (pointer[0] - width / 2) / reach, (height / 2 - pointer[1]) / reach
        return [Event("move", f"mouse {axis}", max(-1.0, min(1.0, value)))
                for axis, value in (("x", across), ("y", up))]

    def _plugged(self, pad: Any) -> None:
        """A gamepad has come: it is the first controller that has none."""
        known = [known.get_instance_id() for known in self.gamepads if known]
        if None in self.gamepads and pad.get_instance_id() not in known:
            self.gamepads[self.gamepads.index(None)] = pad

    def _unplugged(self, instance: int) -> list[Event]:
        """A gamepad has gone: nothing of it is held any more."""
        for player, _ in self._pads(instance):
            self.gamepads[player - 1] = None
            return [*(Event("up", f"pad{player} {button}") for button in (1, 2, 3, 4)),
                    *(Event("move", f"pad{player} {axis}", 0.0) for axis in "xy")]
        return []

    def _pads(self, instance: int) -> list[tuple[int, Any]]:
        """Return the controller's number and the gamepad of an instance, if it is one of ours."""
        return [(player, pad) for player, pad in enumerate(self.gamepads, 1)
                if pad and pad.get_instance_id() == instance]

    def _gamepad_button(self, event: Any) -> list[Event]:
        """One of the first four buttons of a gamepad went down or came up."""
        import pygame

        kind = "down" if event.type == pygame.JOYBUTTONDOWN else "up"
        return [Event(kind, f"pad{player} {event.button + 1}")
                for player, _ in self._pads(event.instance_id) if event.button < 4]

    def _gamepad_stick(self, instance: int) -> list[Event]:
        """A gamepad's stick moved."""
        return [Event("move", f"pad{player} {axis}", sign * pad.get_axis(number))
                for player, pad in self._pads(instance)
                for number, axis, sign in ((0, "x", 1), (1, "y", -1))]
