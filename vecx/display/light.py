"""Light on a grid of pixels: the compiled passes below the phosphor.

A picture is mostly dark: work is done in tiles of TILE pixels where light is.  Light has two
parts, one that goes fast and one that goes slowly, as planes 0 and 1 of each array.
"""

import math
from functools import lru_cache

import numpy as np

from ..chips.maths import log
from ..chips.minmax import maximum, minimum
from ..compiling.jit import inner, jit

TILE = 32               # pixels
FAINT = 8e-5            # light below this is not seen: less than half a step of a colour
GONE = FAINT / 8        # a tile without a pixel above this is dark
# What is less is none: numbers near a float's least take a CPU a hundred times as long, and fade no
# more.
NOTHING, NONE = np.float32(1e-20), np.float32(0)
STEP, STEP_SHARE = np.float32(FAINT / 2), np.float32(0.01)      # of a halo: a change below is none
SHIFT8, SHIFT16, BYTE = np.uint32(8), np.uint32(16), np.uint32(255)
PALETTE_MOST = 6.0      # light that the last colour of a palette stands for
PALETTE_ROOT = math.sqrt(PALETTE_MOST)
REACH_MIN, REACH_MAX = 3.0, 6.0         # standard deviations that a spot reaches
FINE = 256              # entries of the table for a standard deviation
BELL = np.exp(-0.5 * (np.arange(REACH_MAX * FINE + 2) / FINE) ** 2).astype(np.float32)
# The share of a spot's light on this side of a place; from -REACH_MAX on.
SIDE = np.array([0.5 * (1 + math.erf(i / FINE / math.sqrt(2)))
                 for i in range(-int(REACH_MAX * FINE), int(REACH_MAX * FINE) + 2)], np.float32)
SHORT = 0.5             # standard deviations: a shorter stroke is a dot
ROOT_2_PI = math.sqrt(2 * math.pi)


@inner
def passed(side: np.ndarray, way: float) -> float:
    """Return the share of a spot's light that lies before a place so many entries ahead of it."""
    at = maximum(0.0, way + REACH_MAX * FINE)
    i = int(at)
    return side[i] + (side[i + 1] - side[i]) * (at - i)


@jit
def deposit(light: np.ndarray, lines: np.ndarray, sigma: float, slow: float,
            lit: np.ndarray, touched: np.ndarray, bell: np.ndarray, side: np.ndarray) -> None:
    """Add the light of a Gaussian spot that goes along lines at an even speed.

    Args:    light  float32[2, height, width], changed in place
             lines  float32[n, 5]: x0 y0 x1 y1 in pixels, pixel 0 lies from 0 to 1; the light of the
                    whole line
             sigma  of the spot, pixels
             slow   share of the light that goes slowly
             lit    float32[tiles down, tiles across]: no pixel of it has more light; changed in
                    place
             touched  int32[tiles down, tiles across], all -1: to work in
             bell, side  BELL and SIDE
    """
    height, width = light.shape[1], light.shape[2]
    fine = FINE / sigma
    quick = 1.0 - slow
    for n in range(len(lines)):
        x0, y0 = lines[n, 0] - 0.5, lines[n, 1] - 0.5
        dx, dy, energy = lines[n, 2] - 0.5 - x0, lines[n, 3] - 0.5 - y0, lines[n, 4]
        length = math.sqrt(dx * dx + dy * dy)
        dot = length < SHORT * sigma
        if dot:
            x0, y0, length = x0 + dx / 2, y0 + dy / 2, 0.0
            tx, ty = 1.0, 0.0
            peak = energy / (2 * math.pi * sigma * sigma)
        else:
            tx, ty = dx / length, dy / length
            peak = energy / (length * sigma * ROOT_2_PI)
        reach = sigma * REACH_MIN
        if peak > FAINT:
            seen = math.sqrt(-2 * log(FAINT / peak))
            reach = sigma * minimum(REACH_MAX, maximum(REACH_MIN, seen))
        top = maximum(0.0, y0 + minimum(0.0, length * ty) - reach)
        bottom = minimum(height - 1.0, y0 + maximum(0.0, length * ty) + reach)
        for y in range(math.ceil(top), math.floor(bottom) + 1 if bottom >= top else 0):
            # Of this row what lies near the line, and neither before nor behind it.
            first, last = 0.0, width - 1.0
            if abs(ty) > 1e-6:
                centre, half = x0 + (y - y0) * tx / ty, reach / abs(ty)
                first, last = maximum(first, centre - half), minimum(last, centre + half)
            if abs(tx) > 1e-6:
                a = x0 + (-reach - (y - y0) * ty) / tx
                b = x0 + (length + reach - (y - y0) * ty) / tx
                first, last = maximum(first, minimum(a, b)), minimum(last, maximum(a, b))
            if last < first:
                continue
            begin, end = math.ceil(first), math.floor(last) + 1
            for i in range(begin // TILE, (end - 1) // TILE + 1 if end > begin else 0):
                if touched[y // TILE, i] != n:
                    touched[y // TILE, i] = n
                    lit[y // TILE, i] += peak
            for x in range(begin, end):
                off = abs((x - x0) * ty - (y - y0) * tx) * fine
                along = (x - x0) * tx + (y - y0) * ty
                value = peak * bell[int(off)]
                if dot:
                    value *= bell[int(abs(along) * fine)]
                else:
                    share = 1.0
                    if along < reach:
                        share = passed(side, along * fine)
                    if length - along < reach:
                        share += passed(side, (length - along) * fine) - 1
                    value *= share
                light[0, y, x] += quick * value
                light[1, y, x] += slow * value


@jit
def scatter(cells: np.ndarray, lines: np.ndarray, size: float, slow: float) -> None:
    """Add the light of lines to coarse cells, each as what a pixel of it would have at the mean.

    Args:    cells  float32[2, rows, columns], changed in place; the middle of cell 0 lies at 0
             lines  as `deposit`
             size   of a cell, pixels
             slow   as `deposit`
    """
    rows, columns = cells.shape[1], cells.shape[2]
    for n in range(len(lines)):
        x0, y0 = lines[n, 0] / size, lines[n, 1] / size
        dx, dy = lines[n, 2] / size - x0, lines[n, 3] / size - y0
        # Of a line only what lies near the screen: far ones would take forever.
        from_, to = 0.0, 1.0
        for begin, way, most in ((x0, dx, columns), (y0, dy, rows)):
            if way != 0:
                a, b = (-1 - begin) / way, (most + 1 - begin) / way
                from_, to = maximum(from_, minimum(a, b)), minimum(to, maximum(a, b))
            elif not -1 <= begin <= most + 1:
                to = -1.0
        if to < from_:
            continue
        x0, y0, dx, dy = x0 + from_ * dx, y0 + from_ * dy, (to - from_) * dx, (to - from_) * dy
        count = 1 + int(2 * maximum(abs(dx), abs(dy)))
        share = lines[n, 4] * (to - from_) / (count * size * size) if to > from_ else \
            lines[n, 4] / (size * size)
        for k in range(count):
            x, y = x0 + (k + 0.5) / count * dx, y0 + (k + 0.5) / count * dy
            i, j = math.floor(y), math.floor(x)
            if not (0 <= i < rows - 1 and 0 <= j < columns - 1):
                continue
            below, right = y - i, x - j
            for plane in range(2):
                part = share * (slow if plane else 1.0 - slow)
                cells[plane, i, j] += part * (1 - below) * (1 - right)
                cells[plane, i, j + 1] += part * (1 - below) * right
                cells[plane, i + 1, j] += part * below * (1 - right)
                cells[plane, i + 1, j + 1] += part * below * right


def blur(cells: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    """Return cells spread along both ways; what goes over an edge is lost.

    Sums are of whole rows, one after the other: a product of matrices would round otherwise from
    one time to the next.

    Args: cells   float32[rows, columns]
          kernel  float32[n]: of the middle and of so many neighbours on either side
    """
    for _ in "yx":
        cells = np.ascontiguousarray(cells)
        spread, part = cells * kernel[0], np.empty_like(cells)
        for k in range(1, min(len(kernel), len(cells))):
            np.multiply(cells, kernel[k], out=part)
            spread[k:] += part[:-k]
            spread[:-k] += part[k:]
        cells = spread.T
    return cells


def gather(cells: np.ndarray, times: int) -> np.ndarray:
    """Return the sums of so many cells along both ways; as many rows and columns as go into it."""
    for _ in "yx":
        cells = np.add.reduce([cells[i::times] for i in range(times)]).T
    return cells


def magnify(coarse: np.ndarray, times: int) -> np.ndarray:
    """Return so many times as many cells along both ways, even between the middles of coarse ones:
    float32[rows, columns]."""
    for _ in "yx":
        before, after, share = between(len(coarse), times)
        coarse = (coarse[before] * (1 - share) + coarse[after] * share).T
    return coarse


@lru_cache(maxsize=8)
def between(count: int, times: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return for so many times as many cells as there are which ones lie before and after each, and
    how far it is from the one to the other: float32[n, 1]."""
    last = count - 1
    at = np.clip((np.arange(count * times, dtype=np.float32) + 0.5) / times - 0.5, 0, last)
    before = at.astype(np.intp)
    return before, np.minimum(before + 1, last), (at - before)[:, None]


def in_tiles(cells: np.ndarray, shape: tuple[int, ...], size: float) -> np.ndarray:
    """Return in which tiles, a shape of them, the picture depends on any of the cells that are so:
    bool[tiles down, tiles across].

    Args: cells  bool[rows, columns]
          size   of a cell, pixels
    """
    for tiles in shape:
        places = (np.arange(tiles + 1) * TILE / size).astype(np.intp)
        counts = np.zeros((len(cells) + 1, cells.shape[1]), np.min_scalar_type(len(cells)))
        np.add.accumulate(cells.view(np.uint8), 0, counts.dtype, counts[1:])
        past = np.minimum(places[1:] + 2, len(cells))
        cells = np.ascontiguousarray((counts[past] != counts[places[:-1]]).T)
    return cells


@inner
def filter_through(row: np.ndarray, overlay: np.ndarray, dark: np.ndarray) -> None:
    """Let colours, uint32[n], pass an overlay, and add what is seen of it where it is dark."""
    for k in range(len(row)):
        c, f = row[k], overlay[k]
        red = (c >> SHIFT16 & BYTE) * (f >> SHIFT16 & BYTE) >> SHIFT8
        green = (c >> SHIFT8 & BYTE) * (f >> SHIFT8 & BYTE) >> SHIFT8
        blue = (c & BYTE) * (f & BYTE) >> SHIFT8
        row[k] = dark[k] + (red << SHIFT16 | green << SHIFT8 | blue)


@jit
def develop(light: np.ndarray, shares: np.ndarray, halo: np.ndarray, cells: np.ndarray,
            weights: np.ndarray, palette: np.ndarray, picture: np.ndarray, cover: np.ndarray,
            ground: np.ndarray, lit: np.ndarray, tiles: np.ndarray, rows: np.ndarray,
            size: float) -> None:
    """Turn light into colours where there is any, and let it fade.

    Args:    light    float32[2, height, width], faded
             shares   float32[2, 2]: of each plane what it shows now, and what is left of it then
             halo     float32[rows, columns]: light of cells, laid over
             cells    int32[width]: the cell before each pixel's middle; weights: float32[width],
                      how far it is to the next
             palette  uint32[n]: colours for light in steps of its root, 0 to 1 of PALETTE_MOST
             picture  uint32[height, width] to fill: 0x00RRGGBB
             cover    uint32[height, width]: red, green, blue that pass, of 255; or empty
             ground   the same: what a dark screen shows; as empty as the cover
             lit      float32[tiles down, tiles across]: as `deposit`; fades, and is 0 where no
                      light is left
             tiles    uint8[2, tiles down, tiles across]: where something is seen, has changed
             rows     float32[3, width] to work in: two rows of the halo, and all light of one
             size     of a cell, pixels
    """
    height, width = picture.shape
    last, steps = np.float32(len(palette) - 1), np.float32((len(palette) - 1) / PALETTE_ROOT)
    show0, keep0, show1, keep1 = shares[0, 0], shares[0, 1], shares[1, 0], shares[1, 1]
    covered, sums = len(cover) > 0, rows[2]
    spread = -1             # the last row of cells that is in `rows`
    for y in range(height):
        ti, at = y // TILE, (y + 0.5) / size
        i = minimum(int(at), len(halo) - 2)
        below = np.float32(at - i)
        while spread < i + 1:
            spread += 1
            for x in range(width if spread >= i else 0):
                j = cells[x]
                rows[spread & 1, x] = \
                    halo[spread, j] + weights[x] * (halo[spread, j + 1] - halo[spread, j])
        for tj in range(tiles.shape[2]):
            if not tiles[1, ti, tj]:
                continue
            begin, end = tj * TILE, minimum(width, tj * TILE + TILE)
            if not tiles[0, ti, tj]:
                for x in range(begin, end):
                    picture[y, x] = ground[y, x] if covered else np.uint32(0)
                continue
            upper, lower = rows[i & 1, begin:end], rows[~i & 1, begin:end]
            for k in range(end - begin):
                sums[k] = upper[k] + below * (lower[k] - upper[k])
            if lit[ti, tj] > 0:
                quick, slow = light[0, y, begin:end], light[1, y, begin:end]
                for k in range(end - begin):
                    sums[k] += quick[k] * show0 + slow[k] * show1
                    left = quick[k] * keep0
                    quick[k] = left if left > NOTHING else NONE
                    left = slow[k] * keep1
                    slow[k] = left if left > NOTHING else NONE
            row = picture[y, begin:end]
            for k in range(end - begin):
                row[k] = np.uint32(minimum(np.sqrt(sums[k]) * steps, last))
            for k in range(end - begin):
                row[k] = palette[row[k]]
            if covered:
                filter_through(row, cover[y, begin:end], ground[y, begin:end])
    for ti in range(lit.shape[0]):
        for tj in range(lit.shape[1]):
            lit[ti, tj] *= keep1
            if 0 < lit[ti, tj] < GONE:
                lit[ti, tj] = 0
                for y in range(ti * TILE, minimum(height, ti * TILE + TILE)):
                    for x in range(tj * TILE, minimum(width, tj * TILE + TILE)):
                        light[0, y, x] = light[1, y, x] = 0
