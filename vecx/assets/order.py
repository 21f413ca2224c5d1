"""Join lines to strokes, and order the strokes so that the beam needs few cycles.

All lines of one brightness form a graph: equal lines are drawn once, and the graph is divided into
as few strokes as possible (one for each pair of points with an odd number of lines).  The order is
that of the nearest neighbour, improved by 2-opt (reverse a run of strokes), Or-opt (move a run) and
by starting closed strokes at another vertex, until nothing is cheaper.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import NamedTuple

Vertex = tuple[int, int]
Move = Callable[[Vertex, Vertex], float]    # cycles of going from one point to another, dark

WORK_MAX = 80_000           # changes of an order that are tried
GAIN_MIN = 1e-6             # cycles
STARTS_STROKES_MAX = 60     # of a drawing that is begun with several strokes
STARTS_MAX = 6
ROTATIONS_MAX = 16          # vertices at which a closed stroke may begin, which are tried


class Line(NamedTuple):
    """A straight line, and the element of the file that it comes from.

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
        """Return this closed stroke with line `first` as its first line."""
        return Stroke(self.lines[first:] + self.lines[:first])


def join(lines: Iterable[Line]) -> list[Stroke]:
    """Return as few strokes as possible that together draw each distinct line once.

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
    """Divide lines into trails.  Each component becomes an Euler circuit, which is cut at added
    lines."""
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
    """Cut a circuit at the lines that were added; the part with the circuit's start stays in one
    piece."""
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
    """Return the cycles of the moves from the origin to the first stroke, and between strokes.

    Args: light  cycles of setting another brightness
    """
    at, bright, total = (0, 0), 0, 0.0
    for stroke in strokes:
        total += move(at, stroke.start) + light * (stroke.lines[0].light != bright)
        at, bright = stroke.end, stroke.lines[0].light
    return total


class Way(NamedTuple):
    """A way to draw a stroke: in one direction, or for a closed stroke, from one of its vertices.

    number  of the stroke
    first   its first line, -1 if the stroke is reversed
    """

    start: Vertex
    end: Vertex
    light: int
    number: int
    first: int


NOWHERE = Way((0, 0), (0, 0), 0, -1, 0)     # where the beam is before the first stroke


def order(strokes: list[Stroke], move: Move, light: float = 40.0, *, quick: bool = False,
          work: int = WORK_MAX) -> list[Stroke]:
    """Return the strokes in an order and direction that need few cycles: the best of several tries.

    Args: quick  return the order of the nearest neighbour, without improving it
          work   changes that are tried
    """
    search = _Search(strokes, move, light, work)
    starts = min(len(strokes), STARTS_MAX if len(strokes) <= STARTS_STROKES_MAX else 1)
    found = [search.nearest(first) for first in range(-1, 0 if quick else starts)]
    if not quick:
        found = [search.improved(each) for each in found]
    best = min(found, key=search.cost)
    return [stroke.reverse() if way.first < 0 else stroke.rotate(way.first)
            for way in best for stroke in [strokes[way.number]]]


class _Near:
    """Finds the nearest of the remaining strokes: their ways by the square cell of the start.

    ways  of the remaining strokes, by number
    """

    def __init__(self, ways: list[list[Way]], step: Callable[[Way, Way], float], move: Move
                 ) -> None:
        self.ways = dict(enumerate(ways))
        self._step, self._move = step, move
        starts = [way.start for each in ways for way in each] or [(0, 0)]
        spans = [max(values) - min(values) for values in zip(*starts, strict=True)]
        self._size = max(1, math.ceil(max(spans) / math.sqrt(len(starts))))
        self._cells: dict[Vertex, dict[Way, int]] = {}
        for each in ways:
            for place, way in enumerate(each):
                self._cells.setdefault(self._cell(way.start), {})[way] = place

    def _cell(self, at: Vertex) -> Vertex:
        return at[0] // self._size, at[1] // self._size

    def remove(self, number: int) -> None:
        """Remove a stroke."""
        for way in self.ways.pop(number):
            cell = self._cell(way.start)
            self._cells[cell].pop(way, None)
            if not self._cells[cell]:
                del self._cells[cell]

    def best(self, at: Way) -> Way:
        """Return the way that costs least after another; of equal ones, that of the first stroke.

        Rings of cells are searched from the inside outwards, until all others must cost more.
        """
        best: tuple[float, int, int, Way] | None = None
        x, y = self._cell(at.end)
        ring = searched = 0
        while searched <= len(self.ways):
            cells = [(x + dx, y + dy) for dx in range(-ring, ring + 1)
                     for dy in (range(-ring, ring + 1) if abs(dx) == ring else (-ring, ring))]
            searched += len(cells)
            for cell in cells:
                for way, place in self._cells.get(cell, {}).items():
                    found = (self._step(at, way), way.number, place, way)
                    best = found if best is None or found[:3] < best[:3] else best
            if best and self._move((0, 0), (ring * self._size + 1, 0)) > best[0]:
                return best[3]
            ring += 1
        return min((self._step(at, way), number, place, way) for number, each in self.ways.items()
                   for place, way in enumerate(each))[3]


class _Search:
    """The search for an order.

    Only ends are compared: the moves inside a run cost the same when it is reversed.
    """

    def __init__(self, strokes: list[Stroke], move: Move, light: float, work: int) -> None:
        self._move, self._light, self._work = move, light, work
        self._ways = [self._ways_of(number, stroke) for number, stroke in enumerate(strokes)]

    def _ways_of(self, number: int, stroke: Stroke) -> list[Way]:
        bright = stroke.lines[0].light
        if stroke.start != stroke.end:
            return [Way(stroke.start, stroke.end, bright, number, 0),
                    Way(stroke.end, stroke.start, bright, number, -1)]
        return [Way(line.start, line.start, bright, number, first)
                for first, line in enumerate(stroke.lines[:ROTATIONS_MAX])]

    def _step(self, a: Way, b: Way) -> float:
        return self._move(a.end, b.start) + (self._light if a.light != b.light else 0.0)

    def cost(self, ways: list[Way]) -> float:
        """Return the cycles of the moves before the first stroke and between the strokes."""
        return sum(self._step(a, b) for a, b in pairwise([NOWHERE, *ways]))

    def _back(self, way: Way) -> Way:
        """Return the way that draws a stroke backwards; a closed stroke is returned unchanged."""
        if way.start == way.end:
            return way
        return self._ways[way.number][1 if way.first >= 0 else 0]

    def nearest(self, first: int) -> list[Way]:
        """Return an order in which each stroke is followed by the nearest remaining stroke.  The
        first is stroke `first`, or the stroke nearest to the origin if `first` is negative."""
        left = _Near(self._ways, self._step, self._move)
        found: list[Way] = []
        if first >= 0:
            left.remove(first)
            found.append(self._ways[first][0])
        while left.ways:
            way = left.best(found[-1] if found else NOWHERE)
            found.append(way)
            left.remove(way.number)
        return found

    def improved(self, ways: list[Way]) -> list[Way]:
        """Improve an order until its cost no longer falls, or the limit of work is reached."""
        ways = self._directed(ways)
        cost = self.cost(ways)
        while self._work > 0:
            while self._reverse_runs(ways) or self._move_runs(ways):
                pass
            ways = self._directed(ways)
            before, cost = cost, self.cost(ways)
            if cost > before - GAIN_MIN:
                break
        return ways

    def _directed(self, ways: list[Way]) -> list[Way]:
        """Return the best direction for each stroke in this order, and the best vertex for closed
        strokes."""
        steps: list[list[tuple[float, int]]] = []       # for each way the cost, and the one before
        last, costs = [NOWHERE], [0.0]
        for way in ways:
            options = self._ways[way.number]
            row = [min((costs[at] + self._step(other, option), at)
                       for at, other in enumerate(last)) for option in options]
            steps.append(row)
            last, costs = options, [cost for cost, _ in row]
        found: list[Way] = []
        at = costs.index(min(costs))
        for way, row in zip(reversed(ways), reversed(steps), strict=True):
            found.append(self._ways[way.number][at])
            at = row[at][1]
        return found[::-1]

    def _reverse_runs(self, ways: list[Way]) -> bool:
        """2-opt: reverse runs of strokes that are cheaper in reverse; return whether any were
        reversed."""
        count, changed = len(ways), False
        for i in range(count):
            before = ways[i - 1] if i else NOWHERE
            for j in range(i, count):
                after = ways[j + 1] if j + 1 < count else None
                old = self._step(before, ways[i]) + (self._step(ways[j], after) if after else 0.0)
                first, last = self._back(ways[j]), self._back(ways[i])
                new = self._step(before, first) + (self._step(last, after) if after else 0.0)
                if new < old - GAIN_MIN:
                    ways[i:j + 1] = [self._back(way) for way in reversed(ways[i:j + 1])]
                    changed = True
            self._work -= count - i
            if self._work <= 0:
                return False
        return changed

    def _move_runs(self, ways: list[Way]) -> bool:
        """Or-opt: move runs of up to three strokes to a cheaper place; return whether any were
        moved."""
        count, changed = len(ways), False
        for length in (1, 2, 3):
            for i in range(count - length + 1):
                run, rest = ways[i:i + length], ways[:i] + ways[i + length:]
                out = self._step(ways[i - 1] if i else NOWHERE, run[0])
                if i + length < count:
                    out += self._step(run[-1], ways[i + length])
                    out -= self._step(ways[i - 1] if i else NOWHERE, ways[i + length])
                turned = [self._back(way) for way in reversed(run)]
                best = (out - GAIN_MIN, 0, run)
                for at in range(len(rest) + 1):
                    before = rest[at - 1] if at else NOWHERE
                    after = rest[at] if at < len(rest) else None
                    gap = self._step(before, after) if after else 0.0
                    for piece in (run, turned):
                        new = self._step(before, piece[0]) - gap
                        new += self._step(piece[-1], after) if after else 0.0
                        if new < best[0]:
                            best = (new, at, piece)
                if best[0] < out - GAIN_MIN:
                    ways[:] = rest[:best[1]] + best[2] + rest[best[1]:]
                    changed = True
                self._work -= 2 * count
                if self._work <= 0:
                    return False
        return changed
