"""Join lines to strokes, and order the strokes by what the beam needs for them.

All lines of one brightness form a graph: equal lines are drawn once, and the graph is divided into
as few strokes as possible (one for each pair of points with an odd number of lines).  The order is
that of the nearest neighbour, improved by 2-opt (reverse a run of strokes), Or-opt (move a run) and
by starting closed strokes at another vertex, until nothing is cheaper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import NamedTuple

Vertex = tuple[int, int]
Move = Callable[[Vertex, Vertex], float]    # cycles of going from one point to another, dark

WORK_MAX = 150_000          # strokes in all orders that are tried
STARTS_MAX = 6


class Line(NamedTuple):
    """A straight line, and where it comes from.

    light  1 to 127
    name, source  of its element, and the line of that in the file
    """

    start: Vertex
    end: Vertex
    light: int
    name: str
    source: int


class Stroke(NamedTuple):
    """Lines that follow each other without a move."""

    lines: tuple[Line, ...]

    @property
    def start(self) -> Vertex:
        return self.lines[0].start

    @property
    def end(self) -> Vertex:
        return self.lines[-1].end

    def reverse(self) -> Stroke:
        return Stroke(tuple(line._replace(start=line.end, end=line.start)
                            for line in reversed(self.lines)))

    def rotate(self, first: int) -> Stroke:
        """Return a closed stroke that begins with another of its lines."""
        return Stroke(self.lines[first:] + self.lines[:first])


def join(lines: Iterable[Line]) -> list[Stroke]:
    """Return as few strokes as possible that draw each different line once.

    >>> square = [(0, 0), (9, 0), (9, 9), (0, 9), (0, 0)]
    >>> lines = [Line(a, b, 95, "", 1) for a, b in zip(square, square[1:])]
    >>> len(join(lines + [Line((0, 0), (9, 9), 95, "", 1), lines[0]]))
    1
    """
    unique: dict[frozenset[Vertex], Line] = {}
    for line in lines:
        if line.start != line.end:
            key = frozenset((line.start, line.end))
            known = unique.get(key)
            if known is None or line.light > known.light:
                unique[key] = line
    strokes: list[Stroke] = []
    for light in dict.fromkeys(line.light for line in unique.values()):
        strokes += _trails([line for line in unique.values() if line.light == light])
    return strokes


def _trails(lines: list[Line]) -> list[Stroke]:
    """Divide lines into trails: an Euler circuit of each component, cut at added lines."""
    ends: dict[Vertex, list[int]] = {}
    for number, line in enumerate(lines):
        ends.setdefault(line.start, []).append(number)
        ends.setdefault(line.end, []).append(number)
    found: list[Stroke] = []
    seen: set[Vertex] = set()
    for first in ends:
        if first in seen:
            continue
        component, waiting = [], [first]
        seen.add(first)
        while waiting:
            vertex = waiting.pop()
            component.append(vertex)
            for number in ends[vertex]:
                other = lines[number].end if lines[number].start == vertex else lines[number].start
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
        found += _circuit(component, lines, ends)
    return found


def _circuit(component: list[Vertex], lines: list[Line], ends: dict[Vertex, list[int]]
             ) -> list[Stroke]:
    """Return the trails of a connected component.

    Its odd vertices are joined in pairs, near ones first, by added lines (negative numbers).
    """
    around = {vertex: list(ends[vertex]) for vertex in component}
    odd = [vertex for vertex in component if len(around[vertex]) % 2]
    added: list[tuple[Vertex, Vertex]] = []
    pairs = sorted((max(abs(a[0] - b[0]), abs(a[1] - b[1])), a, b)
                   for at, a in enumerate(odd) for b in odd[at + 1:]) if len(odd) <= 400 else \
        [(0, a, b) for a, b in zip(odd[::2], odd[1::2], strict=True)]
    unpaired = set(odd)
    for _, a, b in pairs:
        if a in unpaired and b in unpaired:
            unpaired -= {a, b}
            added.append((a, b))
            around[a].append(-len(added))
            around[b].append(-len(added))
    used: set[int] = set()
    start = odd[0] if odd else component[0]
    stack: list[tuple[Vertex, int | None]] = [(start, None)]
    circuit: list[tuple[Vertex, int | None]] = []
    while stack:        # Hierholzer
        vertex = stack[-1][0]
        choices = around[vertex]
        while choices and choices[-1] in used:
            choices.pop()
        if not choices:
            circuit.append(stack.pop())
            continue
        number = choices.pop()
        used.add(number)
        pair = added[-number - 1] if number < 0 else (lines[number].start, lines[number].end)
        stack.append((pair[1] if pair[0] == vertex else pair[0], number))
    return _cut(circuit, lines)


def _cut(circuit: list[tuple[Vertex, int | None]], lines: list[Line]) -> list[Stroke]:
    """Cut a circuit at its added lines; the part over its start stays in one piece."""
    steps = [(vertex, following[0], number) for (vertex, number), following
             in pairwise(circuit)]
    gaps = [at for at, step in enumerate(steps) if step[2] is not None and step[2] < 0]
    if gaps:
        steps = steps[gaps[0] + 1:] + steps[:gaps[0] + 1]
    found: list[list[Line]] = [[]]
    for a, b, number in steps:
        if number is None or number < 0:
            found.append([])
        else:
            found[-1].append(lines[number]._replace(start=a, end=b))
    return [Stroke(tuple(part)) for part in found if part]


def cost_of(strokes: list[Stroke], move: Move, light: float) -> float:
    """Return the cycles of the moves before and between strokes, from the origin on.

    Args: light  cycles of setting another brightness
    """
    at, bright, total = (0, 0), 0, 0.0
    for stroke in strokes:
        total += move(at, stroke.start) + light * (stroke.lines[0].light != bright)
        at, bright = stroke.end, stroke.lines[0].light
    return total


def order(strokes: list[Stroke], move: Move, light: float = 40.0) -> list[Stroke]:
    """Return the strokes in a cheap order and direction, the best of several starts."""
    work = [WORK_MAX]
    found = [_improved(_nearest(strokes, first, move, light), move, light, work)
             for first in (-1, *range(min(len(strokes), STARTS_MAX)))]
    return min(found, key=lambda each: cost_of(each, move, light))


def _nearest(strokes: list[Stroke], first: int, move: Move, light: float) -> list[Stroke]:
    """Return the order of the nearest neighbour, from the origin or with a given first stroke."""
    left, found = list(strokes), list[Stroke]()
    at, bright = (0, 0), 0
    if first >= 0:
        found.append(left.pop(first))
        at, bright = found[0].end, found[0].lines[0].light
    while left:
        best = min(((move(at, way.start) + light * (way.lines[0].light != bright), number, way)
                    for number, stroke in enumerate(left) for way in _ways(stroke, at)),
                   key=lambda item: item[:2])
        found.append(best[2])
        at, bright = best[2].end, best[2].lines[0].light
        del left[best[1]]
    return found


def _improved(found: list[Stroke], move: Move, light: float, work: list[int]) -> list[Stroke]:
    """Return the order after all improvements that there is time for."""
    total = cost_of(found, move, light)
    while work[0] > 0:
        better = _improve(found, total, move, light, work)
        if better is None:
            return found
        found, total = better
    return found


def _ways(stroke: Stroke, at: Vertex) -> list[Stroke]:
    """Return the ways to draw a stroke that are worth trying from a point."""
    if stroke.start != stroke.end:
        return [stroke, stroke.reverse()]
    near = min(range(len(stroke.lines)), key=lambda number: max(
        abs(stroke.lines[number].start[0] - at[0]), abs(stroke.lines[number].start[1] - at[1])))
    return [stroke.rotate(near)]


def _improve(now: list[Stroke], total: float, move: Move, light: float, work: list[int]
             ) -> tuple[list[Stroke], float] | None:
    """Return the first cheaper order among the neighbours of this one, or None."""
    count = len(now)

    def tried(changed: list[Stroke]) -> tuple[list[Stroke], float] | None:
        work[0] -= count
        cost = cost_of(changed, move, light)
        return (changed, cost) if cost < total - 1e-6 else None

    for i in range(count):
        for j in range(i + 1, count + 1):       # 2-opt
            run = [stroke.reverse() for stroke in reversed(now[i:j])]
            if (found := tried(now[:i] + run + now[j:])) is not None:
                return found
            if work[0] <= 0:
                return None
    for length in (1, 2, 3):                    # Or-opt
        for i in range(count - length + 1):
            run, rest = now[i:i + length], now[:i] + now[i + length:]
            back = [stroke.reverse() for stroke in reversed(run)]
            for at in range(len(rest) + 1):
                for piece in (run, back):
                    if (found := tried(rest[:at] + piece + rest[at:])) is not None:
                        return found
                if work[0] <= 0:
                    return None
    for i, stroke in enumerate(now):            # another vertex of a closed stroke
        if stroke.start == stroke.end:
            for first in range(1, len(stroke.lines)):
                changed = [*now[:i], stroke.rotate(first), *now[i + 1:]]
                if (found := tried(changed)) is not None:
                    return found
                if work[0] <= 0:
                    return None
    return None
