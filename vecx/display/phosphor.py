"""The phosphor: converts the beam's current to light, lets light fade, and converts light to
colour.

A Gaussian spot moves along each segment at constant speed.  The light of a stroke is the beam's
current, Z to the power GAMMA, times its duration in cycles: a slow stroke is brighter, and a beam
that stands burns a dot.  All lengths are fractions of the screen, so a picture is the same at every
size; a pixel shows the mean of its area.

docs/phosphor.md describes the model, gives each value's source or names it a choice, and lists
what is not modelled.  Sources: [ANALOG] for the edges and the wobble.
"""

import math
from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from ..chips.beam import SCREEN_UNIT
from ..chips.state import FRAME_CYCLES
from ..console.analog import Analog
from ..console.frame import CYCLES_PER_SECOND, Frame
from . import light
from .light import PALETTE_MOST, ROOT_2_PI, TILE, TUBE
from .look import COLOURS, Colour, Look

LINE_SPEED = 90.0       # p per cycle, at which a line of full current has light 1 in its middle
MARGIN = 1.05           # of the screen's half that is seen
SPOT = 0.0021           # of the screen's half height: standard deviation of the spot
HALO, HALO_SHARE = 0.026, 0.10      # standard deviation and share of the light around the spot
VEIL, VEIL_SHARE = 0.16, 0.06       # the same for the light that the glass spreads
SECONDS = 0.010, 0.055  # time constants of the parts that fade fast and slowly
SLOW_SHARE = 0.25       # of the light fades slowly
CELLS = 160             # of the halo, from top to bottom
COARSE = 4              # cells of the halo, a cell of the veil
SIGMA_MIN = 0.6         # pixels, however small the screen is
EXPOSURE = 1.5          # light 1 is 1 - exp(-1.5) of the brightest colour that the phosphor has
FACE = 0.005, 0.006, 0.008   # of the dark tube in a room, behind its glass; linear
CORNER = 0.35           # the face is darker by this in its corners


def sizes_within(width: int, height: int, analog: Analog, turn: int = 0) -> tuple[int, int]:
    """Return width and height in pixels of the largest picture that fits a window."""
    across, down = analog.half_w, analog.half_h
    if turn in (90, 270):
        across, down = down, across
    scale = min(width / across, height / down)
    return max(1, min(width, round(across * scale))), max(1, min(height, round(down * scale)))


@cache
def make_palette(colour: Colour = COLOURS["bluish"], size: int = 4096) -> np.ndarray:
    """Return a table of a phosphor's colours, 0x00RRGGBB, for light from 0 to PALETTE_MOST, not to
    be changed.  Its entries are spaced in equal steps of the square root of the light."""
    shown = np.linspace(0, math.sqrt(PALETTE_MOST), size)[:, None] ** 2
    linear = 1 - np.exp(-EXPOSURE * shown * np.array(colour))
    return joined(coded(linear))


def coded(linear: np.ndarray) -> np.ndarray:
    """Convert linear light, 0 to 1, to sRGB, 0 to 255."""
    curve = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.clip(curve * 255 + 0.5, 0, 255).astype(np.uint8)


def joined(colours: np.ndarray) -> np.ndarray:
    """Pack red, green and blue, uint8[..., 3], into 0x00RRGGBB."""
    red, green, blue = (colours[..., i].astype(np.uint32) for i in range(3))
    return red << 16 | green << 8 | blue


def bell_kernel(sigma: float) -> np.ndarray:
    """Return the middle and one side of a Gaussian kernel whose weights, with both sides, sum to
    1."""
    weights = np.exp(-0.5 * (np.arange(max(1, math.ceil(3 * sigma)) + 1) / sigma) ** 2)
    return (weights / (2 * weights.sum() - weights[0])).astype(np.float32)


class Phosphor:
    """The light on a screen of width x height pixels.

    Args:    width, height  pixels; the picture keeps the tube's proportions inside
             analog         half_w, half_h, sat_*, mains_*: maps positions to places
             look           brightness, glow, glass, turn, colour
    """

    def __init__(self, width: int, height: int, analog: Analog, look: Look | None = None) -> None:
        self.analog, self.look = analog, look or Look()
        halves = (analog.half_w, analog.half_h) if self.look.turn in (0, 180) else \
            (analog.half_h, analog.half_w)
        self.scale = min(width / halves[0], height / halves[1]) / (2 * MARGIN)    # pixels a p
        self.size = (width, height)
        self.light = np.zeros((2, height, width), np.float32)
        self.picture = np.zeros((height, width), np.uint32)
        self._tiles = np.zeros((2, -(-height // TILE), -(-width // TILE)), np.uint8)
        self.changed = self._tiles[1]
        self.lit = np.zeros(self.changed.shape, np.float32)
        self._rows = np.zeros((3, width), np.float32)
        self._colours = np.zeros(width, np.uint32)
        self.spot = SPOT * analog.half_h * self.scale
        # The mean over a pixel widens the spot by a pixel's own variance.
        self.sigma = max(SIGMA_MIN, math.sqrt(self.spot ** 2 + 1 / 12))
        self.tube = np.array([{
            **vars(analog), "scale": self.scale, "width": width, "height": height,
            "turns": self.look.turn // 90, "mains_turn": analog.mains_hz / CYCLES_PER_SECOND,
            "power": LINE_SPEED * self.scale * self.spot * ROOT_2_PI}[name] for name in TUBE])
        self.cell = 2 * MARGIN * analog.half_h * self.scale / CELLS
        rows, columns = (COARSE * math.ceil((pixels / self.cell + 2) / COARSE)
                         for pixels in (height, width))
        self._cells = np.zeros((2, rows, columns), np.float32)
        self.halo = np.zeros((rows, columns), np.float32)
        self._seen = np.zeros((rows, columns), np.uint8)
        across = (np.arange(width) + 0.5) / self.cell
        self._before, self._way = across.astype(np.int32), (across % 1).astype(np.float32)
        in_cells = analog.half_h * self.scale / self.cell
        self.bell = bell_kernel(HALO * in_cells)
        self.wide_bell = bell_kernel(VEIL * in_cells / COARSE)
        self.palette = make_palette(self.look.colour)
        self.cover(None)

    def cover(self, overlay: np.ndarray | None) -> None:
        """Put an overlay on the screen, or remove the present one; also show the glass if `look`
        enables it.

        Args: overlay  uint8[height, width, 4], red, green, blue, opacity; or None
        """
        from .overlay import covering

        width, height = self.size
        if overlay is None and not self.look.glass:
            self._cover = self._ground = np.zeros((0, 0), np.uint32)
        else:
            face = np.zeros((height, width, 3), np.uint8)
            if self.look.glass:
                y, x = np.ogrid[-1:1:height * 1j, -1:1:width * 1j]
                bright = (1 - CORNER * (x * x + y * y)).astype(np.float32)
                face = coded(bright[:, :, None] * np.array(FACE, np.float32))
            passes, ground = covering(overlay, face)
            self._cover, self._ground = joined(passes), joined(ground)
        self.halo[:] = -1      # an impossible value: all tiles are painted again

    def lines(self, segments: Any, start: float = 0.0) -> np.ndarray:
        """Return the lines on the screen that segments draw: float64[n, 5], x0 y0 x1 y1 in pixels,
        pixel 0 extends from 0 to 1; light.

        Args: segments  [n, 7]: as Frame.segments
              start     cycle from which their times count
        """
        s = np.ascontiguousarray(segments, np.float32)
        lines = np.empty((len(s), 5))
        light.strokes(s, start, self.tube, lines)
        return lines

    def unit_at(self, right: float, down: float) -> tuple[float, float]:
        """Return a pixel's place in screen units, ignoring saturation and mains hum."""
        right, down = right - self.size[0] / 2, down - self.size[1] / 2
        for _ in range(self.look.turn // 90):
            right, down = down, -right
        return right / self.scale / SCREEN_UNIT, -down / self.scale / SCREEN_UNIT

    def draw(self, frames: Iterable[Frame]) -> None:
        for frame in frames:
            if not len(frame.segments):
                continue
            lines = self.lines(frame.segments, frame.start_cycle)
            light.deposit(self.light, lines, self.sigma, SLOW_SHARE, self.lit,
                          np.full(self.lit.shape, -1, np.int32), light.BELL, light.SIDE)
            light.scatter(self._cells, lines, self.cell, SLOW_SHARE)

    def show_past(self, past: Iterable[tuple[Frame, int]]) -> None:
        """Show the afterglow of past frames, as if the first of them had been shown for a long
        time."""
        for i, (frame, cycles) in enumerate(past):
            self.draw([frame])
            if i == 0:
                self.settle()
            self.image(cycles)

    def settle(self) -> None:
        """Raise the light to the level that it has when the same frame is shown 50 times a
        second."""
        for plane, (_, left) in enumerate(self.shares(FRAME_CYCLES)):
            self.light[plane] /= 1 - left
            self._cells[plane] /= 1 - left

    def image(self, cycles: int = FRAME_CYCLES) -> np.ndarray:
        """Return the picture seen in a period, uint32[height, width] as 0x00RRGGBB, and fade the
        light.

        A pixel shows its mean light over the period.  Then `changed` marks the tiles of TILE pixels
        where the picture may differ from the previous one.
        """
        self.scatter_light(cycles)
        return self.develop(cycles)

    def scatter_light(self, cycles: int = FRAME_CYCLES) -> None:
        """Update the halo for a period, find the visible tiles, and fade the light of the halo."""
        seen = np.empty_like(self.halo)
        light.glow(self._cells, self._shown(cycles), seen)
        now = spread(seen, self.bell)
        now *= np.float32(HALO_SHARE * self.look.glow)
        if self.look.glass:
            now += self._veil(seen)
        light.settle(now, self.halo, self.lit, self._tiles, self._seen, self.cell)

    def develop(self, cycles: int = FRAME_CYCLES) -> np.ndarray:
        """Return the picture seen in a period, with the current halo, and fade the light."""
        light.develop(self.light, self._shown(cycles), self.halo, self._before, self._way,
                      self.palette, self.picture, self._cover, self._ground, self.lit,
                      self._tiles, self._rows, self._colours, self.cell)
        return self.picture

    def _veil(self, seen: np.ndarray) -> np.ndarray:
        wide = spread(light.gather(seen, COARSE), self.wide_bell)
        return light.magnify(wide * np.float32(VEIL_SHARE * self.look.glow / COARSE ** 2), COARSE)

    def seen(self, cycles: int = FRAME_CYCLES) -> np.ndarray:
        """Return the light that the pixels emit in a period: float32[height, width]."""
        quick, slow = self.shares(cycles)[:, 0] * np.float32(self.look.brightness)
        return np.asarray(quick * self.light[0] + slow * self.light[1])

    def fade(self, cycles: int = FRAME_CYCLES) -> None:
        """Let the light fade for a period without making a picture."""
        left = self.shares(cycles)[:, 1, None, None]
        self.light *= left
        self._cells *= left

    def _shown(self, cycles: int) -> np.ndarray:
        """Return `shares` with the visible part scaled by the brightness."""
        shown = self.shares(cycles)
        shown[:, 0] *= self.look.brightness
        return shown

    def shares(self, cycles: int) -> np.ndarray:
        """Return two factors for each of the two parts of the light: float32[2, 2].  The first
        converts the light to the brightness seen in a period, where a frame of 1/50 s is the unit.
        The second is the fraction of the light that is left after the period.
        """
        left = np.exp(-max(1, cycles) / CYCLES_PER_SECOND / np.array(SECONDS))
        return np.stack([(1 - left) * FRAME_CYCLES / max(1, cycles), left], 1).astype(np.float32)


def spread(cells: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    cells = np.ascontiguousarray(cells)
    blurred = np.empty_like(cells)
    light.blur(cells, kernel, np.empty_like(cells), blurred)
    return blurred
