"""Light on a grid of pixels: the compiled passes below the phosphor.

A picture is mostly dark, so only lit tiles of TILE pixels are processed.  Light has a part that
fades fast and one that fades slowly: planes 0 and 1 of each array.
"""

import math
from functools import lru_cache

import numpy as np

from ..chips.maths import cos_of_turn, exp, log, maximum, minimum
from ..compiling.jit import Array, inner, jit

TILE = 32               # pixels
FAINT = 8e-5            # light below this is not seen: less than half a step of a colour
CHANGED = 2             # flag of a tile while it is painted: a pixel has changed
GONE = FAINT / 8        # a tile without a pixel above this is dark
# Values below NOTHING are flushed to zero: a CPU is a hundred times slower with denormals, and they
# fade no more.
NOTHING, NONE = np.float32(1e-20), np.float32(0)
STEP, STEP_SHARE = np.float32(FAINT / 2), np.float32(0.01)    # of a halo: ignore smaller changes
SHIFT8, SHIFT16, BYTE = np.uint32(8), np.uint32(16), np.uint32(255)
PALETTE_MOST = 6.0      # light that the last colour of a palette stands for
PALETTE_ROOT = math.sqrt(PALETTE_MOST)
REACH_MIN, REACH_MAX = 3.0, 6.0         # standard deviations that a spot reaches
FINE = 256              # table entries per standard deviation
BELL = np.exp(-0.5 * (np.arange(REACH_MAX * FINE + 2) / FINE) ** 2).astype(np.float32)
# The share of a spot's light on one side of a place, from -REACH_MAX on.
SIDE = np.array([0.5 * (1 + math.erf(i / FINE / math.sqrt(2)))
                 for i in range(-int(REACH_MAX * FINE), int(REACH_MAX * FINE) + 2)], np.float32)
GAMMA = 1.3             # light goes with Z to this power
# The numbers of a tube, for `strokes`: pixels a p; pixels; quarter turns clockwise; p; fractions of
# half a screen; p, turns a cycle, cycles; light of a cycle at full current.
TUBE = ("scale", "width", "height", "turns", "half_w", "half_h", "sat_x", "sat_y", "sat_k",
        "mains_amp", "mains_turn", "mains_y_phase", "power")
(SCALE, WIDTH, HEIGHT, TURNS, HALF_W, HALF_H, SAT_X, SAT_Y, SAT_K, MAINS_AMP, MAINS_TURN,
 MAINS_Y_PHASE, POWER) = range(len(TUBE))
SHORT = 0.5             # standard deviations: a shorter stroke is drawn as a dot
ROOT_2_PI = math.sqrt(2 * math.pi)
# Argument types: light, lines, one number for each cell or tile, one for each pixel of a row.
PLANES, LINES, CELLS, ROW = Array("f4", 3), Array("f8", 2), Array("f4", 2), Array("f4")
PLACES, COLOURS = Array("i4", 2), Array("u4", 2)


@inner
def compress(u: float, limit: float, slope: float) -> float:
    """Reduce the part of a deflection beyond `limit` to the fraction `slope`; 0 is no limit."""
    over = abs(u) - limit
    if limit == 0 or over <= 0:
        return u
    return u - over * (1 - slope) if u > 0 else u + over * (1 - slope)


@inner
def hum(tube: np.ndarray, t: float) -> float:
    """Return the deflection by the mains, p, at an absolute cycle."""
    turns = tube[MAINS_TURN] * t - 0.25
    return tube[MAINS_AMP] * cos_of_turn(turns - math.floor(turns))


@jit(CELLS, float, Array("f8"), LINES)
def strokes(segments: np.ndarray, start: float, tube: np.ndarray, lines: np.ndarray) -> None:
    """Convert segments to lines on the screen.

    Args: segments  float32[n, 7]: as Frame.segments
          start     cycle from which their times count
          tube      float64[len(TUBE)]
          lines     float64[n, 5] to fill: as `deposit`
    """
    before, bright = 0.0, 0.0       # Z of a line, and its power GAMMA
    for n in range(len(segments)):
        for end in range(2):
            x, y = float(segments[n, 2 * end]), float(segments[n, 2 * end + 1])
            if tube[MAINS_AMP] != 0:
                t = start + float(segments[n, 5 + end])
                x, y = x + hum(tube, t), y + hum(tube, t + tube[MAINS_Y_PHASE])
            x = compress(x / tube[HALF_W], tube[SAT_X], tube[SAT_K])
            y = compress(y / tube[HALF_H], tube[SAT_Y], tube[SAT_K])
            right, down = x * tube[HALF_W] * tube[SCALE], -y * tube[HALF_H] * tube[SCALE]
            for _ in range(int(tube[TURNS])):
                right, down = -down, right
            lines[n, 2 * end] = tube[WIDTH] / 2 + right
            lines[n, 2 * end + 1] = tube[HEIGHT] / 2 + down
        z, time = float(segments[n, 4]), float(segments[n, 6]) - float(segments[n, 5])
        if z != before:         # most lines are as bright as the one before
            before, bright = z, exp(GAMMA * log(z)) if z > 0 else 0.0
        lines[n, 4] = bright * time * tube[POWER]


@inner
def passed(side: np.ndarray, way: float) -> float:
    """Return the fraction of a spot's light that falls before a point; `way` is how far the point
    is beyond the middle of the spot, in table entries."""
    at = maximum(0.0, way + REACH_MAX * FINE)
    i = np.uint32(at)
    return side[i] + (side[i + np.uint32(1)] - side[i]) * (at - i)


@inner
def mark(lit: np.ndarray, touched: np.ndarray, y: int, begin: int, end: int, n: int,
         peak: float) -> None:
    """Add the peak of line `n` to each tile that the pixels begin..end - 1 of row y touch, but only
    once to each tile."""
    if end <= begin:
        return
    row = y // TILE
    for i in range(begin // TILE, (end - 1) // TILE + 1):
        if touched[row, i] != n:
            touched[row, i] = n
            lit[row, i] += peak


@inner
def spot(light: np.ndarray, x0: float, y0: float, peak: float, reach: float, above: int, below: int,
         sigma: float, slow: float, lit: np.ndarray, touched: np.ndarray, n: int,
         bell: np.ndarray) -> None:
    """Add the light of a dot at x0, y0 to rows above..below: the product of two bell curves."""
    fine = FINE / sigma
    begin = math.ceil(maximum(0.0, x0 - reach))
    end = math.floor(minimum(light.shape[2] - 1.0, x0 + reach)) + 1
    for y in range(above, below):
        mark(lit, touched, y, begin, end, n, peak)
        level = peak * bell[np.uint32(abs(y - y0) * fine)]
        fast, late = light[0, y], light[1, y]
        for x in range(begin, end):
            value = level * bell[np.uint32(abs(x - x0) * fine)]
            fast[x] += (1.0 - slow) * value
            late[x] += slow * value


@jit(PLANES, LINES, float, float, CELLS, PLACES, ROW, ROW)
def deposit(light: np.ndarray, lines: np.ndarray, sigma: float, slow: float,
            lit: np.ndarray, touched: np.ndarray, bell: np.ndarray, side: np.ndarray) -> None:
    """Add the light of a Gaussian spot that moves along lines at constant speed.

    Args:    light  float32[2, height, width], changed in place
             lines  float32[n, 5]: x0 y0 x1 y1 in pixels, pixel 0 lies from 0 to 1; the light of the
                    whole line
             sigma  of the spot, pixels
             slow   share of the light that fades slowly
             lit    float32[tiles down, tiles across]: an upper bound of the light of its pixels;
                    changed in place
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
            x0, y0, dx, dy, length = x0 + dx / 2, y0 + dy / 2, 0.0, 0.0, 0.0
            peak = energy / (2 * math.pi * sigma * sigma)
        else:
            peak = energy / (length * sigma * ROOT_2_PI)
        reach = sigma * REACH_MIN
        if peak > FAINT:
            seen = math.sqrt(-2 * log(FAINT / peak))
            reach = sigma * minimum(REACH_MAX, maximum(REACH_MIN, seen))
        top = maximum(0.0, y0 + minimum(0.0, dy) - reach)
        bottom = minimum(height - 1.0, y0 + maximum(0.0, dy) + reach)
        if bottom < top:
            continue
        above, below = math.ceil(top), math.floor(bottom) + 1
        if dot:
            spot(light, x0, y0, peak, reach, above, below, sigma, slow, lit, touched, n, bell)
            continue
        tx, ty = dx / length, dy / length
        for y in range(above, below):
            # The part of this row near the line, without what lies before or after it.
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
            mark(lit, touched, y, begin, end, n, peak)
            fast, late = light[0, y], light[1, y]
            for x in range(begin, end):
                off = abs((x - x0) * ty - (y - y0) * tx) * fine
                along = (x - x0) * tx + (y - y0) * ty
                value = peak * bell[np.uint32(off)]
                if along < reach or length - along < reach:
                    share = 1.0
                    if along < reach:
                        share = passed(side, along * fine)
                    if length - along < reach:
                        share += passed(side, (length - along) * fine) - 1
                    value *= share
                fast[x] += quick * value
                late[x] += slow * value


@inner
def within(x0: float, y0: float, dx: float, dy: float, columns: int,
           rows: int) -> tuple[float, float]:
    """Return the part of a line in the surroundings of a screen, 0 to 1 of its length; the first is
    greater than the second if there is none.  Far lines would take forever."""
    from_, to = 0.0, 1.0
    for begin, way, most in ((x0, dx, columns), (y0, dy, rows)):
        if way != 0:
            a, b = (-1 - begin) / way, (most + 1 - begin) / way
            from_, to = maximum(from_, minimum(a, b)), minimum(to, maximum(a, b))
        elif not -1 <= begin <= most + 1:
            to = -1.0
    return from_, to


@jit(PLANES, LINES, float, float)
def scatter(cells: np.ndarray, lines: np.ndarray, size: float, slow: float) -> None:
    """Add the light of lines to coarse cells; a cell holds the mean light of its pixels.

    Args:    cells  float32[2, rows, columns], changed in place; the middle of cell 0 lies at 0
             lines  as `deposit`
             size   of a cell, pixels
             slow   as `deposit`
    """
    rows, columns = cells.shape[1], cells.shape[2]
    for n in range(len(lines)):
        x0, y0 = lines[n, 0] / size, lines[n, 1] / size
        dx, dy = lines[n, 2] / size - x0, lines[n, 3] / size - y0
        from_, to = within(x0, y0, dx, dy, columns, rows)
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


@jit(CELLS, LINES)
def thin(pixels: np.ndarray, lines: np.ndarray) -> None:
    """Add the light of lines that are a pixel wide.

    Args: pixels  float32[height, width], changed in place; the middle of pixel 0 lies at 0.5, and
                  nothing is added to the last row and column
          lines   as `deposit`
    """
    rows, columns = pixels.shape
    for n in range(len(lines)):
        x0, y0 = lines[n, 0] - 0.5, lines[n, 1] - 0.5
        dx, dy = lines[n, 2] - 0.5 - x0, lines[n, 3] - 0.5 - y0
        from_, to = within(x0, y0, dx, dy, columns, rows)
        if to < from_:
            continue
        x0, y0, dx, dy = x0 + from_ * dx, y0 + from_ * dy, (to - from_) * dx, (to - from_) * dy
        count = 1 + int(maximum(abs(dx), abs(dy)))
        share = lines[n, 4] / count
        if to > from_:
            share *= to - from_
        dx, dy = dx / count, dy / count
        x0, y0 = x0 + dx / 2, y0 + dy / 2
        for k in range(count):
            x, y = x0 + k * dx, y0 + k * dy
            i, j = math.floor(y), math.floor(x)
            if 0 <= i < rows - 1 and 0 <= j < columns - 1:
                below, right = y - i, x - j
                lower, upper = share * below, share - share * below
                pixels[i, j] += upper - upper * right
                pixels[i, j + 1] += upper * right
                pixels[i + 1, j] += lower - lower * right
                pixels[i + 1, j + 1] += lower * right


@jit(PLANES, CELLS, CELLS)
def glow(cells: np.ndarray, shares: np.ndarray, seen: np.ndarray) -> None:
    """Sum the visible light of cells, and let the light of the cells fade.

    Args: cells   float32[2, rows, columns], faded
          shares  float32[2, 2]: as `develop`
          seen    float32[rows, columns] to fill
    """
    show0, keep0, show1, keep1 = shares[0, 0], shares[0, 1], shares[1, 0], shares[1, 1]
    for y in range(seen.shape[0]):
        quick, slow, here = cells[0, y], cells[1, y], seen[y]
        for x in range(len(here)):
            here[x] = show0 * quick[x] + show1 * slow[x]
            left = quick[x] * keep0
            quick[x] = left if left > NOTHING else NONE
            left = slow[x] * keep1
            slow[x] = left if left > NOTHING else NONE


@jit(CELLS, ROW, CELLS, CELLS)
def blur(cells: np.ndarray, kernel: np.ndarray, spread: np.ndarray, blurred: np.ndarray) -> None:
    """Spread the light of cells in both directions; light beyond an edge is lost.

    Args: cells    float32[rows, columns]
          kernel   float32[n]: weights of the middle and of n - 1 neighbours on either side
          spread   same shape: scratch
          blurred  same shape: to fill
    """
    rows, columns = cells.shape
    for y in range(rows):
        to = spread[y]
        here = cells[y]
        for x in range(columns):
            to[x] = here[x] * kernel[0]
        for k in range(1, len(kernel)):
            for other in (y - k, y + k):
                if 0 <= other < rows:
                    here = cells[other]
                    for x in range(columns):
                        to[x] += here[x] * kernel[k]
    for y in range(rows):
        here, to = spread[y], blurred[y]
        for x in range(columns):
            to[x] = here[x] * kernel[0]
        for k in range(1, minimum(len(kernel), columns)):
            ahead, behind = here[:columns - k], here[k:]
            for x in range(columns - k):
                to[x + k] += ahead[x] * kernel[k]
            for x in range(columns - k):
                to[x] += behind[x] * kernel[k]


def gather(cells: np.ndarray, times: int) -> np.ndarray:
    """Return the sums of blocks of `times` x `times` cells."""
    for _ in "yx":
        cells = np.sum([cells[i::times] for i in range(times)], axis=0).T
    return cells


def magnify(coarse: np.ndarray, times: int) -> np.ndarray:
    """Return `times` times as many rows and columns, interpolated between the middles of the
    coarse cells."""
    for _ in "yx":
        before, after, share = between(len(coarse), times)
        coarse = (coarse[before] * (1 - share) + coarse[after] * share).T
    return coarse


@lru_cache(maxsize=8)
def between(count: int, times: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the interpolation for `magnify`: for each fine cell, the coarse cells before and after
    it, and the fraction of the way between them, float32[n, 1].
    """
    last = count - 1
    at = np.clip((np.arange(count * times, dtype=np.float32) + 0.5) / times - 0.5, 0, last)
    before = at.astype(np.intp)
    return before, np.minimum(before + 1, last), (at - before)[:, None]


@jit(CELLS, CELLS, CELLS, Array("u1", 3), Array("u1", 2), float)
def settle(now: np.ndarray, halo: np.ndarray, lit: np.ndarray, tiles: np.ndarray,
           seen: np.ndarray, size: float) -> None:
    """Update the halo where it has changed, and find the tiles to be developed.

    Args: now    float32[rows, columns]: the halo's light of cells
          halo   same shape: what the picture shows, changed in place
          lit    as `deposit`
          tiles  uint8[2, tiles down, tiles across] to fill: visible, changed
          seen   uint8[rows, columns]: scratch
          size   of a cell, pixels
    """
    rows, columns = now.shape
    for y in range(rows):
        for x in range(columns):
            moved = abs(now[y, x] - halo[y, x]) > maximum(STEP, STEP_SHARE * now[y, x])
            if moved:
                halo[y, x] = now[y, x]
            seen[y, x] = (halo[y, x] > FAINT) | moved << 1
    # A pixel's halo lies between its cell and the next one.
    for ti in range(lit.shape[0]):
        above, below = int(ti * TILE / size), minimum(rows, int((ti + 1) * TILE / size) + 2)
        for tj in range(lit.shape[1]):
            either = 3 if lit[ti, tj] > 0 else 0
            left, right = int(tj * TILE / size), minimum(columns, int((tj + 1) * TILE / size) + 2)
            for y in range(above, below):
                for x in range(left, right):
                    either |= seen[y, x]
            tiles[0, ti, tj], tiles[1, ti, tj] = either & 1, either >> 1


@inner
def filter_through(row: np.ndarray, overlay: np.ndarray, dark: np.ndarray) -> None:
    """Filter colours, uint32[n], through an overlay, and add the overlay's own colour."""
    for k in range(len(row)):
        c, f = row[k], overlay[k]
        red = (c >> SHIFT16 & BYTE) * (f >> SHIFT16 & BYTE) >> SHIFT8
        green = (c >> SHIFT8 & BYTE) * (f >> SHIFT8 & BYTE) >> SHIFT8
        blue = (c & BYTE) * (f & BYTE) >> SHIFT8
        row[k] = dark[k] + (red << SHIFT16 | green << SHIFT8 | blue)


@inner
def replace(row: np.ndarray, colours: np.ndarray, tiles: np.ndarray, first: int, past: int) -> None:
    """Write the colours of some tiles of a row, and mark the tiles that changed."""
    for tj in range(first, past):
        old, new = row[tj * TILE:(tj + 1) * TILE], colours[tj * TILE:(tj + 1) * TILE]
        differs = np.uint32(0)
        for k in range(len(new)):
            differs |= old[k] ^ new[k]
        if differs:
            tiles[tj] |= CHANGED
            for k in range(len(new)):
                old[k] = new[k]


@inner
def lay(halo: np.ndarray, cells: np.ndarray, weights: np.ndarray, row: np.ndarray) -> None:
    """Interpolate a row of cells to the pixels of a row."""
    for x in range(len(row)):
        j = cells[x]
        row[x] = halo[j] + weights[x] * (halo[j + 1] - halo[j])


@inner
def alike(tiles: np.ndarray, lit: np.ndarray, row: int, first: int) -> int:
    """Return the next tile whose state (visible, changed, lit) differs from that of `first`."""
    i = first + 1
    while i < tiles.shape[2] and tiles[0, row, i] == tiles[0, row, first] \
            and (tiles[1, row, i] > 0) == (tiles[1, row, first] > 0) \
            and (lit[row, i] > 0) == (lit[row, first] > 0):
        i += 1
    return i


@inner
def put_out(lit: np.ndarray, light: np.ndarray, changed: np.ndarray, keep: float) -> None:
    """Let the tiles' upper limits of light fade, clear tiles without visible light, and shift the
    change marks by one bit.
    """
    for ti in range(lit.shape[0]):
        for tj in range(lit.shape[1]):
            changed[ti, tj] >>= 1
            lit[ti, tj] *= keep
            if 0 < lit[ti, tj] < GONE:
                lit[ti, tj] = 0
                light[:, ti * TILE:ti * TILE + TILE, tj * TILE:tj * TILE + TILE] = 0


@jit(PLANES, CELLS, CELLS, Array("i4"), ROW, Array("u4"), COLOURS, COLOURS,
     COLOURS, CELLS, Array("u1", 3), CELLS, Array("u4"), float)
def develop(light: np.ndarray, shares: np.ndarray, halo: np.ndarray, cells: np.ndarray,
            weights: np.ndarray, palette: np.ndarray, picture: np.ndarray, cover: np.ndarray,
            ground: np.ndarray, lit: np.ndarray, tiles: np.ndarray, rows: np.ndarray,
            colours: np.ndarray, size: float) -> None:
    """Convert light to colours in the tiles that need it, and let the light fade.

    Args:    light    float32[2, height, width], faded
             shares   float32[2, 2]: for each plane the share shown now, and the share left then
             halo     float32[rows, columns]: light of cells to add
             cells    int32[width]: the cell before each pixel's middle; weights: float32[width],
                      the fraction of the way to the next
             palette  uint32[n]: colours for light in steps of its root, 0 to 1 of PALETTE_MOST
             picture  uint32[height, width] to fill: 0x00RRGGBB
             cover    uint32[height, width]: red, green, blue that pass, of 255; or empty
             ground   the same: colours of a dark screen; empty if the cover is
             lit      float32[tiles down, tiles across]: as `deposit`; fades, 0 if no light is left
             tiles    uint8[2, tiles down, tiles across]: visible; to be painted, and afterwards
                      whether that changed a pixel
             rows     float32[3, width], scratch: two rows of the halo, and all light of one
             colours  uint32[width], scratch
             size     of a cell, pixels
    """
    height, width = picture.shape
    last, steps = np.float32(len(palette) - 1), np.float32((len(palette) - 1) / PALETTE_ROOT)
    show0, keep0, show1, keep1 = shares[0, 0], shares[0, 1], shares[1, 0], shares[1, 1]
    covered, sums, across = len(cover) > 0, rows[2], tiles.shape[2]
    spread = -1             # the last row of cells that is in `rows`
    for y in range(height):
        ti, at = y // TILE, (y + 0.5) / size
        if not tiles[1, ti].any():
            continue
        i = minimum(int(at), len(halo) - 2)
        below = np.float32(at - i)
        spread = maximum(spread, i - 1)
        while spread < i + 1:
            spread += 1
            lay(halo[spread], cells, weights, rows[spread & 1])
        past = 0
        while past < across:
            here, past = past, alike(tiles, lit, ti, past)
            if not tiles[1, ti, here]:
                continue
            begin, end = here * TILE, minimum(width, past * TILE)
            if not tiles[0, ti, here]:
                for tj in range(here, past):
                    tiles[1, ti, tj] |= CHANGED
                for x in range(begin, end):
                    picture[y, x] = ground[y, x] if covered else np.uint32(0)
                continue
            upper, lower = rows[i & 1, begin:end], rows[~i & 1, begin:end]
            for k in range(end - begin):
                sums[k] = upper[k] + below * (lower[k] - upper[k])
            if lit[ti, here] > 0:
                quick, slow = light[0, y, begin:end], light[1, y, begin:end]
                for k in range(end - begin):
                    sums[k] += quick[k] * show0 + slow[k] * show1
                    left = quick[k] * keep0
                    quick[k] = left if left > NOTHING else NONE
                    left = slow[k] * keep1
                    slow[k] = left if left > NOTHING else NONE
            row = colours[begin:end]
            for k in range(end - begin):
                row[k] = np.uint32(minimum(np.sqrt(sums[k]) * steps, last))
            for k in range(end - begin):
                row[k] = palette[row[k]]
            if covered:
                filter_through(row, cover[y, begin:end], ground[y, begin:end])
            replace(picture[y], colours, tiles[1, ti], here, past)
    put_out(lit, light, tiles[1], keep1)
