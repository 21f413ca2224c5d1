"""Fit closed outlines with as much symmetry as they have: an ellipse, a wheel, the letter O.

`fit` alone chooses the fewest lines, from where the outline happens to begin, so a circle becomes
an irregular polygon.  Here a piece between two axes is fitted, and its mirror images complete the
outline.  At an axis, the lines meet at a vertex or one line crosses it at a right angle.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from .curves import Point, Vertex, cheapest, deviation, fit, gap

LIKENESS = 0.15             # of the tolerance: how far a mirror image may be from the outline
MORE_LINES = 0.1            # how many more lines, or one, the symmetry may cost
CORNERS_MIN = 6             # fewer points are the author's corners


class Mirror(NamedTuple):
    """A vertical (0) or horizontal (1) axis; `twice` its x or y in half steps."""

    way: int
    twice: int

    def point(self, point: Point) -> Point:
        x, y = point
        return (self.twice - x, y) if self.way == 0 else (x, self.twice - y)

    def vertex(self, vertex: Vertex) -> Vertex:
        x, y = vertex
        return (self.twice - x, y) if self.way == 0 else (x, self.twice - y)

    def side(self, point: Point) -> float:
        """Return the distance from the axis, with its sign."""
        return point[self.way] - self.twice / 2


def fit_symmetric(points: list[Point], tolerance: float,
                  cost: Callable[[int, int], float]) -> list[Vertex]:
    """Return vertices as `fit`, with the symmetry of the outline if it has some.

    >>> circle = [(9.7 * math.cos(k / 20 * math.pi), 9.7 * math.sin(k / 20 * math.pi))
    ...           for k in range(40)]
    >>> found = fit_symmetric([*circle, circle[0]], 1.0, lambda dx, dy: 1)
    >>> {(-x, y) for x, y in found} == {(x, -y) for x, y in found} == set(found)
    True
    """
    plain = fit(points, tolerance, cost)
    if points[0] != points[-1] or len(points) - 1 < CORNERS_MIN:
        return plain
    low, high = np.min(points, axis=0), np.max(points, axis=0)
    mirrors = [Mirror(way, round(float(low[way] + high[way]))) for way in (0, 1)]
    move = [mirror.twice / 2 - float(low[way] + high[way]) / 2 for way, mirror in
            enumerate(mirrors)]
    moved = [(x + move[0], y + move[1]) for x, y in points]
    left = tolerance - math.hypot(*move)
    like = [mirror for mirror in mirrors
            if deviation([[mirror.point(point) for point in moved]], [moved])
            <= LIKENESS * tolerance]
    if all({mirror.vertex(vertex) for vertex in plain} == set(plain) for mirror in like):
        return plain
    for used in ([like, like[:1], like[1:]] if len(like) == 2 else [like]):
        found = _unfolded(moved, used, left, cost) if used else []
        if found and len(found) - len(plain) <= max(1, MORE_LINES * (len(plain) - 1)) \
                and deviation([points], [[*found]]) <= tolerance:
            return found
    return plain


def _unfolded(points: list[Point], mirrors: Sequence[Mirror], tolerance: float,
              cost: Callable[[int, int], float]) -> list[Vertex]:
    """Fit a piece of the outline, and complete it; empty if that is impossible."""
    first = mirrors[0]
    crossings = _crossings(points, first)
    if len(crossings) != 2:
        return []
    (begin, start), (end, stop) = crossings
    piece = [start, *points[begin + 1:end + 1], stop]
    last = mirrors[-1]
    if last is not first:
        middle = _crossings(piece, last)
        if len(middle) != 1:
            return []
        piece = [*piece[:middle[0][0] + 1], middle[0][1]]
    exact = np.array(piece)
    grid = np.rint(exact).astype(int)
    at_start = _at_axis(exact, grid, first, tolerance, cost)
    at_end = _at_axis(exact[::-1], grid[::-1], last, tolerance, cost)[::-1]
    chosen = cheapest(exact, grid, tolerance, cost, at_start, at_end)
    vertices = [(int(grid[at][0]), int(grid[at][1])) for at in chosen]
    for mirror in dict.fromkeys((last, first)):
        vertices += [mirror.vertex(vertex) for vertex in reversed(vertices)]
    closed = [*vertices, vertices[0]] if vertices else []
    return [vertex for at, vertex in enumerate(closed) if not at or vertex != closed[at - 1]]


def _crossings(points: list[Point], mirror: Mirror) -> list[tuple[int, Point]]:
    """Return where lines cross an axis: the number of the line, and the point."""
    found = []
    for number, (one, two) in enumerate(pairwise(points)):
        a, b = mirror.side(one), mirror.side(two)
        if (a < 0) != (b < 0):
            share = a / (a - b)
            found.append((number, (one[0] + share * (two[0] - one[0]),
                                   one[1] + share * (two[1] - one[1]))))
    return found


def _at_axis(exact: np.ndarray, grid: np.ndarray, mirror: Mirror, tolerance: float,
             cost: Callable[[int, int], float]) -> list[float]:
    """Return, for each point of a piece that begins at an axis, the cost of being its first vertex:
    half a line that crosses the axis, or nothing for a vertex on it; infinity if it cannot be."""
    found = []
    for at, (x, y) in enumerate(grid.tolist()):
        image = mirror.vertex((x, y))
        if image == (x, y):
            found.append(0.0 if at == 0 else math.inf)
            continue
        away = gap(exact[:at], np.array(image), grid[at])
        found.append(cost(x - image[0], y - image[1]) / 2 if at and away <= tolerance
                     else math.inf)
    return found
