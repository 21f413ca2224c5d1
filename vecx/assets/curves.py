"""Convert curves to straight lines on the grid of the DAC, within a tolerance.

`outline` turns a path into points close to it.  `fit` chooses the fewest of them, rounded to whole
steps, whose lines stay within the tolerance of all points.  Rounding is absolute, so errors never
add up and closed shapes close.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from asm.assembler.conversion import ConversionError

DAC_MAX = 127               # of one vector, in steps
FLATNESS = 1 / 6            # of the tolerance: how close the points are to the curve
PIECES_MAX = 64             # of one curve
WINDOW_MAX = 64             # points that one line may skip
CELLS = 4.0, 16.0, 64.0     # sizes of cells in which the nearest line is searched, in units
DIRECT_MAX = 1 << 20        # pairs of a point and a line that are compared without cells
SLOPE = 12                  # a line that slopes less was probably meant to be straight
SLOPE_COST = 0.01           # of such a line, in lines
SAMPLES_MAX = 100           # of a line, where deviations are measured
POINTS_MAX = 20_000         # of a drawing, after flattening

Point = tuple[float, float]       # x, y
Vertex = tuple[int, int]


def outline(path: Any, place: Callable[[float, float], Point], flat: float,
            name: str = "the path") -> list[list[Point]]:
    """Return the sub-paths of a path as lists of points; a closed sub-path ends with its first
    point.

    Args:   path   of svgelements
            place  from the path's coordinates to steps
            flat   largest distance between curve and points, in steps
            name   of the path, for messages
    Errors: ConversionError for too many points
    """
    found: list[list[Point]] = []
    count = 0
    for segment in path:
        kind = type(segment).__name__
        end = segment.end
        if kind == "Move" or not found:
            if end is not None:
                found.append([place(end.x, end.y)])
            if kind == "Move" or end is None:
                continue
        points = found[-1]
        if kind in ("Line", "Close"):
            if end is not None:
                points.append(place(end.x, end.y))
            if kind == "Close" and points[-1] != points[0]:
                points.append(points[0])
            continue
        before = len(points)
        for curve in segment.as_cubic_curves() if kind == "Arc" else [segment]:
            control = [place(point.x, point.y) for point in (
                (curve.start, curve.control, curve.end) if kind == "QuadraticBezier" else
                (curve.start, curve.control1, curve.control2, curve.end))]
            points += bezier(control, flat)
        count += len(points) - before
        if count > POINTS_MAX:
            raise too_many_points(name)
    return [points for points in found if len(points) > 1]


def too_many_points(name: str, most: str = "") -> ConversionError:
    """Return the error of a drawing; `most` names its largest part."""
    return ConversionError(f"{name} needs more than {POINTS_MAX:,} points{most}",
                           option="tolerance",
                           hints=("make the drawing smaller (size=), or increase the tolerance",))


def dashed(points: list[Point], dashes: Sequence[float], begin: float,
           name: str = "the path") -> list[list[Point]]:
    """Return the dashes of a line.

    Args:   dashes  lengths of dashes and gaps in turn, an even number
            begin   where in the dashes the line begins
            name    of the path, for messages
    Errors: ConversionError for too many dashes

    >>> dashed([(0, 0), (10, 0)], (4, 3), 0)
    [[(0, 0), (4.0, 0.0)], [(7.0, 0.0), (10, 0)]]
    """
    left, number = begin % sum(dashes), 0
    while left >= dashes[number]:
        left -= dashes[number]
        number = (number + 1) % len(dashes)
    left = dashes[number] - left            # of the present dash or gap
    found: list[list[Point]] = [[points[0]]]
    for (x0, y0), (x1, y1) in pairwise(points):
        length, at = math.hypot(x1 - x0, y1 - y0), 0.0
        while length - at > left:
            at += left
            point = x0 + (x1 - x0) * at / length, y0 + (y1 - y0) * at / length
            if number % 2 == 0:
                found[-1].append(point)
            else:
                found.append([point])
            number = (number + 1) % len(dashes)
            left = dashes[number]
            if len(found) > POINTS_MAX:
                raise ConversionError(f"{name}: the dashes need more than {POINTS_MAX:,} lines",
                                      hints=("make the dashes longer, or the line solid",))
        left -= length - at
        if number % 2 == 0:
            found[-1].append((x1, y1))
    return [line for line in found if len(line) > 1]


def bezier(control: list[Point], flat: float) -> list[Point]:
    """Return points on a curve, without its start.  The lines between these points are at most
    `flat` away from the curve.

    The number of points follows from the second differences of the control points (Wang).

    >>> bezier([(0, 0), (5, 5), (10, 10)], 0.1)
    [(10.0, 10.0)]
    """
    degree = len(control) - 1
    bend = max(math.hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1])
               for a, b, c in zip(control, control[1:], control[2:], strict=False))
    pieces = max(1, min(PIECES_MAX, math.ceil(math.sqrt(degree * (degree - 1) / 8 * bend / flat))))
    t = np.arange(1, pieces + 1)[:, None] / pieces
    points = sum(math.comb(degree, k) * t**k * (1 - t)**(degree - k) * np.array(point)
                 for k, point in enumerate(control))
    return [(float(x), float(y)) for x, y in np.asarray(points)]


def fit(points: list[Point], tolerance: float, cost: Callable[[int, int], float]) -> list[Vertex]:
    """Return the vertices of the cheapest sequence of lines that are within the tolerance of all
    points.

    Args: points     in steps; the first equals the last if they close
          tolerance  in steps, 0.75 or more: rounding alone takes up to 0.71
          cost       of a line with these differences in x and y

    >>> fit([(0, 0), (10, 0.2), (20, 0)], 1.0, lambda dx, dy: 1)
    [(0, 0), (20, 0)]
    """
    exact = np.array(points)
    grid = np.rint(exact).astype(int)
    ends = [0.0] + [math.inf] * (len(points) - 1)
    chosen = cheapest(exact, grid, tolerance, cost, ends, ends[::-1])
    vertices = [(int(grid[at][0]), int(grid[at][1])) for at in chosen]
    return [vertex for at, vertex in enumerate(vertices) if not at or vertex != vertices[at - 1]]


def cheapest(exact: np.ndarray, grid: np.ndarray, tolerance: float,
             cost: Callable[[int, int], float], first: list[float], last: list[float]
             ) -> list[int]:
    """Return the numbers of the points at the vertices of the cheapest sequence of lines that are
    within the tolerance of all points; empty if there is none.

    Among equally cheap ones, it has the fewest lines that slope a little, then the least deviation.

    Args: exact, grid   the points in steps, float[n, 2], and rounded, int[n, 2]
          first, last   cost of beginning and of ending at each point; infinity: not there
    """
    count = len(exact)
    best = list(first)
    before = [-1] * count
    for i in range(count - 1):
        if not math.isfinite(best[i]):
            continue
        gaps = _gaps(exact[i + 1:i + WINDOW_MAX], grid[i], grid[i + 1:i + WINDOW_MAX])
        for j, away in enumerate(gaps, i + 1):
            dx, dy = (int(part) for part in grid[j] - grid[i])
            if max(abs(dx), abs(dy)) > DAC_MAX and away > 0:
                away += 0.5         # the points where it is split are rounded
            if away > tolerance and j > i + 1:
                continue
            total = best[i] + cost(dx, dy) + away / 1000
            if 0 < SLOPE * min(abs(dx), abs(dy)) <= max(abs(dx), abs(dy)):
                total += SLOPE_COST
            if total < best[j]:
                best[j], before[j] = total, i
    at = min(range(count), key=lambda at: best[at] + last[at])
    chosen = [at] if math.isfinite(best[at] + last[at]) else []
    while chosen and before[chosen[-1]] >= 0:
        chosen.append(before[chosen[-1]])
    return chosen[::-1]


def gap(points: np.ndarray, start: np.ndarray, end: np.ndarray) -> float:
    """Return the largest distance of some points from the line between two points."""
    return _gaps(np.concatenate([points, end[None]]), start, np.repeat(
        end[None], len(points) + 1, axis=0))[-1] if len(points) else 0.0


def _gaps(points: np.ndarray, start: np.ndarray, ends: np.ndarray) -> list[float]:
    """Return, for the line from `start` to each of `ends`, the largest distance of a skipped point
    from that line."""
    if len(ends) == 1:
        return [0.0]
    lines = (ends - start).astype(float)
    squares = np.maximum((lines * lines).sum(axis=1), 1e-12)
    offsets = points - start
    along = np.clip(offsets @ lines.T / squares, 0, 1)      # of each point, on each line
    x = offsets[:, :1] - along * lines[:, 0]
    y = offsets[:, 1:] - along * lines[:, 1]
    skipped = np.triu(x * x + y * y, 1)                     # the points before the end
    return [float(value) for value in np.sqrt(skipped.max(axis=0))]


def split(dx: int, dy: int) -> list[Vertex]:
    """Split a line into vectors of at most DAC_MAX whose sum is exactly the line.

    >>> split(200, 3)
    [(100, 2), (100, 1)]
    """
    if max(abs(dx), abs(dy)) <= DAC_MAX:
        return [(dx, dy)]
    if (dx, dy) < (0, 0):       # the same points in both directions, although halves are rounded
        return [(-x, -y) for x, y in reversed(split(-dx, -dy))]
    pieces = -(-max(abs(dx), abs(dy)) // DAC_MAX)
    marks = [(round(dx * k / pieces), round(dy * k / pieces)) for k in range(pieces + 1)]
    return [(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(marks)]


def deviation(one: list[list[Point]], other: list[list[Point]], spacing: float = 1.0) -> float:
    """Return the largest distance of a point on the lines in `one` from the nearest line in
    `other`."""
    targets = [(np.array(line[:-1], float), np.array(line[1:], float)) for line in other
               if len(line) > 1]
    if not targets or not one:
        return 0.0
    starts = np.concatenate([start for start, _ in targets])
    lines = np.concatenate([end - start for start, end in targets])
    parts = []
    for line in one:
        for (x0, y0), (x1, y1) in pairwise(line):
            steps = max(1, min(SAMPLES_MAX, math.ceil(math.hypot(x1 - x0, y1 - y0) / spacing)))
            t = np.arange(steps + 1)[:, None] / steps
            parts.append(np.array((x0, y0)) + t * np.array((x1 - x0, y1 - y0)))
    points = np.concatenate(parts) if parts else np.zeros((0, 2))
    most = 0.0
    if len(points) * len(lines) > DIRECT_MAX:
        for size in CELLS:
            found, points = _near(points, starts, lines, size)
            most = max(most, found)
    for begin in range(0, len(points), step := max(1, DIRECT_MAX // len(lines))):
        most = max(most, float(_distances(points[begin:begin + step], starts, lines).max()))
    return most


def _distances(points: np.ndarray, starts: np.ndarray, lines: np.ndarray) -> np.ndarray:
    """Return the distance of each point from the nearest line."""
    squares = np.maximum((lines * lines).sum(axis=1), 1e-12)
    x = points[:, :1] - starts[:, 0]
    y = points[:, 1:] - starts[:, 1]
    along = np.clip((x * lines[:, 0] + y * lines[:, 1]) / squares, 0, 1)
    x -= along * lines[:, 0]
    y -= along * lines[:, 1]
    return np.asarray(np.sqrt((x * x + y * y).min(axis=1)))


def _near(points: np.ndarray, starts: np.ndarray, lines: np.ndarray, size: float
          ) -> tuple[float, np.ndarray]:
    """Return the largest distance of the points that have a line near by, and the other points.

    A line belongs to the cells of points on it, less than half a cell apart.  The lines of a
    point's cell and of those around it include the nearest one, if that is less than three
    quarters of a cell away.
    """
    counts = np.ceil(np.abs(lines).max(axis=1) / (size / 3)).astype(int) + 1
    numbers = np.repeat(np.arange(len(lines)), counts)
    places = np.arange(len(numbers)) - np.repeat(np.cumsum(counts) - counts, counts)
    share = places / np.repeat(np.maximum(counts - 1, 1), counts)
    cells: dict[tuple[int, int], set[int]] = {}
    marks = np.floor((starts[numbers] + share[:, None] * lines[numbers]) / size).astype(int)
    for number, (x, y) in zip(numbers.tolist(), marks.tolist(), strict=True):
        cells.setdefault((x, y), set()).add(number)
    groups: dict[tuple[int, int], list[int]] = {}
    for at, (x, y) in enumerate(np.floor(points / size).astype(int).tolist()):
        groups.setdefault((x, y), []).append(at)
    most, far = 0.0, list[int]()
    for (x, y), members in groups.items():
        known = sorted(set().union(*(cells.get((x + dx, y + dy), ())
                                     for dx in (-1, 0, 1) for dy in (-1, 0, 1))))
        if not known:
            far += members
            continue
        found = _distances(points[members], starts[known], lines[known])
        is_near = found < 0.75 * size
        most = max(most, float(found[is_near].max(initial=0.0)))
        far += [at for at, near in zip(members, is_near.tolist(), strict=True) if not near]
    return most, points[far]
