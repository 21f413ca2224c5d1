"""Joining lines to strokes, and their order."""

from itertools import pairwise, permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from vecx.assets.order import Line, Stroke, Vertex, cost_of, join, order

POINT = st.tuples(st.integers(-6, 6), st.integers(-6, 6))


def lines_of(*polylines: list[Vertex]) -> list[Line]:
    return [Line(a, b, 95, "", 1) for points in polylines for a, b in pairwise(points)]


def far(a: Vertex, b: Vertex) -> float:
    return float(max(abs(a[0] - b[0]), abs(a[1] - b[1])))


def edges(strokes: list[Stroke]) -> set[frozenset[Vertex]]:
    return {frozenset((line.start, line.end)) for stroke in strokes for line in stroke.lines}


@settings(max_examples=80)
@given(st.lists(st.tuples(POINT, POINT), min_size=1, max_size=14))
def test_strokes_draw_every_line_once(pairs: list[tuple[Vertex, Vertex]]) -> None:
    """Strokes are connected, and as few as possible."""
    lines = [Line(a, b, 95, "", 1) for a, b in pairs]
    strokes = join(lines)
    expected = {frozenset(pair) for pair in pairs if pair[0] != pair[1]}
    assert edges(strokes) == expected
    assert sum(len(stroke.lines) for stroke in strokes) == len(expected)
    for stroke in strokes:
        assert all(a.end == b.start for a, b in pairwise(stroke.lines))
    around: dict[Vertex, set[Vertex]] = {}
    for pair in expected:
        a, b = pair
        around.setdefault(a, set()).add(b)
        around.setdefault(b, set()).add(a)
    least, seen = 0, set[Vertex]()
    for first in around:
        if first not in seen:
            part, waiting = {first}, [first]
            while waiting:
                fresh = around[waiting.pop()] - part
                part |= fresh
                waiting += fresh
            seen |= part
            least += max(1, sum(len(around[vertex]) % 2 for vertex in part) // 2)
    assert len(strokes) == least


def test_brightness_separates_strokes_and_the_brighter_line_wins() -> None:
    """A line drawn twice is drawn once, with the higher brightness."""
    strokes = join([Line((0, 0), (9, 0), 60, "", 1), Line((9, 0), (0, 0), 95, "", 2),
                    Line((9, 0), (9, 9), 60, "", 3)])
    assert sorted((stroke.lines[0].light, len(stroke.lines)) for stroke in strokes) == [
        (60, 1), (95, 1)]


def test_a_house_is_one_stroke() -> None:
    """A house is one stroke between its two odd points."""
    house = lines_of([(0, 0), (9, 0), (9, 9), (0, 9), (0, 0), (9, 9)],
                     [(0, 9), (4, 14), (9, 9)], [(9, 0), (0, 9)])
    strokes = join(house)
    assert len(strokes) == 1
    assert {strokes[0].start, strokes[0].end} == {(0, 0), (9, 0)}


@settings(max_examples=25)
@given(st.lists(st.tuples(POINT, POINT), min_size=1, max_size=4, unique=True))
def test_the_order_is_nearly_the_best(pairs: list[tuple[Vertex, Vertex]]) -> None:
    """For a few strokes, the order costs at most a third more than the best one."""
    strokes = [Stroke((Line(a, b, 95, "", 1),)) for a, b in pairs if a != b]
    best = min((cost_of([stroke.reverse() if turn >> at & 1 else stroke
                         for at, stroke in enumerate(chosen)], far, 0)
                for chosen in permutations(strokes) for turn in range(1 << len(strokes))),
               default=0.0)
    found = order(strokes, far, 0)
    assert edges(found) == edges(strokes)
    assert cost_of(found, far, 0) <= best * 1.34 + 1e-9


def test_order_beats_the_order_of_the_file() -> None:
    """A grid of squares in a bad order needs less than half of its moves."""
    squares = [[(x, y), (x + 4, y), (x + 4, y + 4), (x, y + 4), (x, y)]
               for x, y in [(0, 0), (90, 90), (10, 0), (90, 80), (20, 0), (80, 90), (30, 0)]]
    strokes = join(lines_of(*squares))
    assert cost_of(order(strokes, far, 0), far, 0) < cost_of(strokes, far, 0) / 2
