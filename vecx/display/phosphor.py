"""Phosphor: segments become light, light fades, light becomes colour.

Every frame deposits energy along its lines: the beam's intensity, (Z / 127) to the power GAMMA,
times the cycles it stayed on each stretch: a fast line is dim, a dot that stands is bright.
The screen keeps a share of its light from frame to frame (the P4 phosphor's afterglow), glows
around bright places, and saturates softly into the blue-white of the tube.

Most of a picture is dark: tiles of TILE pixels without light or glow are passed over.

Modelled: energy by dwell, afterglow, glow, saturation, the compression of the deflection at the
edges (sat_*), mains wobble.  Not modelled: focus that changes over the screen, burn-in, reflections
of the overlay.
Sources: [ANALOG] for the edges and the wobble; GAMMA, EXPOSURE, AFTERGLOW, BEAM_RADIUS, GLOW_SHARE
and the palette are our own choice.
"""

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from ..analog import Analog
from ..chips.jit import jit
from ..frame import CYCLES_PER_SECOND, Frame

GAMMA = 1.3
EXPOSURE = 0.0145       # light from one p of beam path per cycle, at full intensity
AFTERGLOW = 0.42        # share of the light that is left after a fiftieth of a second
BEAM_RADIUS = 0.0026    # of the picture's height
GLOW_SHARE = 0.30
GLOW_SHRINK = 4
CALM = 1e-3             # light below this is darkness
NOTHING = 1e-6          # a tile without a pixel above this is left alone
TILE = 32               # pixels: most of a picture is dark, and work is done where it is not
CELLS = TILE // GLOW_SHRINK     # a halo reaches 4 of them and the next, less than a tile
STRAIGHT = 0.95         # cosine of an angle at which two strokes are still one line


@jit
def deposit(light: np.ndarray, lines: np.ndarray, radius: float, lit: np.ndarray) -> None:
    """Add the light of lines to the screen.

    Args:    light   float32[height, width], changed in place
             lines   float32[n, 7]: x0 y0 x1 y1 in pixels, energy of the whole line, and for
                     either end 1 where it is round, 0 where the line goes straight on
             radius  float: of the beam, pixels
             lit     uint8[tiles down, tiles across]: 1 where light falls, changed in place
    """
    height, width = light.shape
    area = 16.0 / 15.0 * radius
    for n in range(len(lines)):
        x0, y0, x1, y1, energy, round0, round1 = lines[n]
        dx, dy = x1 - x0, y1 - y0
        length = math.sqrt(dx * dx + dy * dy)
        inverse = 1.0 / (length * length) if length > 0 else 0.0
        scale = energy / (area * (length + radius * (round0 + round1) / 2))
        left = max(0, math.floor(min(x0, x1) - radius))
        right = min(width - 1, math.ceil(max(x0, x1) + radius))
        top = max(0, math.floor(min(y0, y1) - radius))
        bottom = min(height - 1, math.ceil(max(y0, y1) + radius))
        reach = radius * length / abs(dy) + 1 if abs(dy) > abs(dx) * 0.02 else width
        for y in range(top, bottom + 1):
            first, last = left, right
            if reach < width:
                centre = x0 + (y - y0) * dx / dy
                first = max(left, int(centre - reach - abs(dx / dy)))
                last = min(right, int(centre + reach + abs(dx / dy)) + 1)
            for i in range(first // TILE, last // TILE + 1 if last >= first else 0):
                lit[y // TILE, i] = 1
            for x in range(first, last + 1):
                along = ((x - x0) * dx + (y - y0) * dy) * inverse
                if (along < 0 and round0 == 0) or (along >= 1 and round1 == 0):
                    continue
                along = min(1.0, max(0.0, along))
                off_x, off_y = x - x0 - along * dx, y - y0 - along * dy
                near = 1.0 - (off_x * off_x + off_y * off_y) / (radius * radius)
                if near > 0:
                    light[y, x] += scale * near * near


@jit
def glow_around(light: np.ndarray, glow: np.ndarray, lit: np.ndarray,
                active: np.ndarray) -> None:
    """Gather the light of the lit tiles in coarse cells, and spread it over the active ones.

    Args: as `develop`, which wants the result, in glow[:, :, 0]
    """
    height, width = light.shape
    rows, columns = glow.shape[0], glow.shape[1]
    glow[:] = 0
    for i in range(lit.shape[0]):
        for j in range(lit.shape[1]):
            if not lit[i, j]:
                continue
            for y in range(i * TILE, min(height, i * TILE + TILE)):
                for x in range(j * TILE, min(width, j * TILE + TILE)):
                    if light[y, x] > CALM:
                        share = min(light[y, x], 2.0) / GLOW_SHRINK**2
                        glow[y // GLOW_SHRINK, x // GLOW_SHRINK, 0] += share
    for turn in range(4):
        down, source = turn & 1, turn & 1
        for i in range(lit.shape[0]):
            for j in range(lit.shape[1]):
                if not active[i, j]:
                    continue
                for y in range(i * CELLS, min(rows, i * CELLS + CELLS)):
                    for x in range(j * CELLS, min(columns, j * CELLS + CELLS)):
                        total = np.float32(0)
                        if down:
                            for k in range(max(0, y - 2), min(rows, y + 3)):
                                total += glow[k, x, source]
                        else:
                            for k in range(max(0, x - 2), min(columns, x + 3)):
                                total += glow[y, k, source]
                        glow[y, x, 1 - source] = total * np.float32(0.2)


@jit
def spread(lit: np.ndarray, active: np.ndarray) -> None:
    """Mark the lit tiles and their neighbours: farther than one tile no glow reaches."""
    down, across = lit.shape
    active[:] = 0
    for i in range(down):
        for j in range(across):
            if lit[i, j]:
                active[max(0, i - 1):i + 2, max(0, j - 1):j + 2] = 1


@jit
def develop(light: np.ndarray, glow: np.ndarray, palette: np.ndarray, picture: np.ndarray,
            keep: float, lit: np.ndarray, active: np.ndarray, changed: np.ndarray) -> None:
    """Turn light into colours where there is any, and let it fade.

    Args:    light    float32[height, width], multiplied by `keep`
             glow     float32[height // GLOW_SHRINK + 1, width // GLOW_SHRINK + 1, 2], as
                      `glow_around` made it
             palette  uint32[n]: colour for light 0..1 in equal steps
             picture  uint32[height, width] to fill: 0x00RRGGBB; dark where no tile was active
             lit      uint8[tiles down, tiles across]: where there may be light, cleared where
                      none is left
             active   the same: where the picture is not dark now
             changed  the same: where it was not dark before; to be where it may have changed
    """
    height, width = light.shape
    rows, columns = glow.shape[0], glow.shape[1]
    last = len(palette) - 1
    steps, fade = np.float32(last * 0.25), np.float32(keep)
    share, quarter = np.float32(GLOW_SHARE), np.float32(1 / GLOW_SHRINK)
    for ti in range(lit.shape[0]):
        for tj in range(lit.shape[1]):
            bottom, end = min(height, ti * TILE + TILE), min(width, tj * TILE + TILE)
            if not active[ti, tj]:
                if changed[ti, tj]:
                    picture[ti * TILE:bottom, tj * TILE:end] = 0
                continue
            changed[ti, tj] = 1
            most = np.float32(0)
            for y in range(ti * TILE, bottom):
                below = np.float32(y % GLOW_SHRINK) * quarter
                i = y // GLOW_SHRINK
                i1 = min(i + 1, rows - 1)
                here = glow[i, tj * CELLS, 0] + below * (glow[i1, tj * CELLS, 0]
                                                         - glow[i, tj * CELLS, 0])
                for first in range(tj * TILE, end, GLOW_SHRINK):
                    j1 = min(first // GLOW_SHRINK + 1, columns - 1)
                    there = glow[i, j1, 0] + below * (glow[i1, j1, 0] - glow[i, j1, 0])
                    slope = (there - here) * quarter * share
                    halo = here * share
                    here = there
                    for x in range(first, min(end, first + GLOW_SHRINK)):
                        amount = light[y, x] + halo
                        halo += slope
                        picture[y, x] = palette[min(last, int(amount * steps))]
                        light[y, x] *= fade
                        most = max(most, light[y, x])
            if most < NOTHING:
                lit[ti, tj] = 0
                light[ti * TILE:bottom, tj * TILE:end] = 0


def make_palette(size: int = 2048) -> np.ndarray:
    """Return colours for light 0..4: dark, blue, blue-white, white."""
    light = np.linspace(0, 4, size)
    strength = 1 - np.exp(-1.7 * light)
    red = strength ** 1.55
    green = strength ** 1.12
    blue = strength ** 0.78
    rgb = np.clip(np.stack([red, green, blue], 1) * 255 + 0.5, 0, 255).astype(np.uint32)
    return (rgb[:, 0] << 16 | rgb[:, 1] << 8 | rgb[:, 2]).astype(np.uint32)


class Phosphor:
    """A screen of so many pixels.

    Args:    width, height  pixels; the picture keeps the tube's proportions inside
             analog         half_w, half_h, sat_*, mains_*: where a position appears
             radius_min     of the beam, pixels, however small the screen is
    """

    def __init__(self, width: int, height: int, analog: Analog, radius_min: float = 1.5) -> None:
        self.analog = analog
        self.scale = min(width / (2.1 * analog.half_w), height / (2.1 * analog.half_h))
        self.size = (width, height)
        self.light = np.zeros((height, width), np.float32)
        self.picture = np.zeros((height, width), np.uint32)
        tiles = height // GLOW_SHRINK // CELLS + 1, width // GLOW_SHRINK // CELLS + 1
        self.lit, self.changed, self._active = (np.zeros(tiles, np.uint8) for _ in range(3))
        self._glow = np.zeros((height // GLOW_SHRINK + 1, width // GLOW_SHRINK + 1, 2), np.float32)
        self._palette = make_palette()
        self._radius = max(radius_min, BEAM_RADIUS * height)

    def place(self, x: Any, y: Any, t: Any) -> tuple[Any, Any]:
        """Return pixel coordinates of positions in p at absolute cycles t."""
        a = self.analog
        if a.mains_amp:
            turn = 2 * math.pi * a.mains_hz / CYCLES_PER_SECOND
            x = x + a.mains_amp * np.sin(turn * t)
            y = y + a.mains_amp * np.sin(turn * (t + a.mains_y_phase))
        x, y = x / a.half_w, y / a.half_h
        if a.sat_x:
            x = compress(x, a.sat_x, a.sat_k)
        if a.sat_y:
            y = compress(y, a.sat_y, a.sat_k)
        width, height = self.size
        return (width / 2 + x * a.half_w * self.scale, height / 2 - y * a.half_h * self.scale)

    def draw(self, frames: Iterable[Frame]) -> None:
        """Deposit the light of frames."""
        for frame in frames:
            s = frame.segments.astype(np.float64)
            if not len(s):
                continue
            lines = np.empty((len(s), 7), np.float32)
            lines[:, 0], lines[:, 1] = self.place(s[:, 0], s[:, 1], s[:, 5] + frame.start_cycle)
            lines[:, 2], lines[:, 3] = self.place(s[:, 2], s[:, 3], s[:, 6] + frame.start_cycle)
            reach = 127 * self.scale * self._radius
            lines[:, 4] = s[:, 4] ** GAMMA * (s[:, 6] - s[:, 5]) * EXPOSURE * 127 * reach
            lines[:, 5:] = round_ends(lines, s[:, 5:7])
            deposit(self.light, lines, self._radius, self.lit)

    def image(self, keep: float = AFTERGLOW) -> np.ndarray:
        """Return the picture now, uint32[height, width] as 0x00RRGGBB, and let the light fade.

        `changed` says then in which tiles of TILE pixels it may differ from the one before.
        """
        self.changed[:] = self._active
        spread(self.lit, self._active)
        glow_around(self.light, self._glow, self.lit, self._active)
        develop(self.light, self._glow, self._palette, self.picture, keep, self.lit, self._active,
                self.changed)
        return self.picture


def round_ends(lines: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Find the ends of lines at which the beam does not go straight on into the next one.

    Args:    lines  float32[n, >= 4]: x0 y0 x1 y1 in pixels; times float64[n, 2]: from, to
    Returns: float32[n, 2], 1 for a round end, 0 for a joint: the strokes of one line have no ends
             between them
    """
    way = lines[:, 2:4] - lines[:, 0:2]
    length = np.hypot(way[:, 0], way[:, 1])
    turn = (way[1:] * way[:-1]).sum(axis=1)
    joined = (times[1:, 0] == times[:-1, 1]) & (lines[1:, 0:2] == lines[:-1, 2:4]).all(axis=1) \
        & (turn > STRAIGHT * length[1:] * length[:-1]) & (length[1:] > 0) & (length[:-1] > 0)
    ends = np.ones((len(lines), 2), np.float32)
    ends[1:, 0][joined] = 0
    ends[:-1, 1][joined] = 0
    return ends


def compress(u: Any, limit: float, slope: float) -> Any:
    """Beyond `limit` the deflection follows at a fraction `slope` only."""
    over = np.maximum(np.abs(u) - limit, 0)
    return u - np.sign(u) * over * (1 - slope)
