"""Fitting of symmetric outlines: as symmetric as they are, within the tolerance, with few more
lines."""

import math
from itertools import pairwise

import pytest
import svgelements
from hypothesis import given
from hypothesis import strategies as st

from vecx.assets import curves
from vecx.assets.curves import DAC_MAX, Point, Vertex, deviation, fit, outline
from vecx.assets.symmetry import MORE_LINES, fit_symmetric

ELLIPSE = "M{r},0A{r},{s} 0 0 1 -{r},0A{r},{s} 0 0 1 {r},0Z"
EGG = "M30,-4Q26,34 0,34Q-26,34 -30,-4Q-30,-26 0,-26Q30,-26 30,-4Z"


def count(dx: int, dy: int) -> float:
    return max(1, -(-max(abs(dx), abs(dy)) // DAC_MAX))


def points_of(path: str, x: float = 0, y: float = 0) -> list[Point]:
    """Return the points of a path, moved."""
    found, = outline(svgelements.Path(path), lambda px, py: (px + x, py + y), 1 / 6)
    return found


def mirrored(vertices: list[Vertex], way: int) -> bool:
    """Return whether the vertices are their own mirror image."""
    twice = min(each[way] for each in vertices) + max(each[way] for each in vertices)
    images = {(twice - x, y) if way == 0 else (x, twice - y) for x, y in vertices}
    return images == set(vertices)


@pytest.mark.parametrize("size", [(9, 9), (21, 21), (40, 13), (77, 51), (300, 110)])
@pytest.mark.parametrize("middle", [(0, 0), (0.5, 11), (3.3, -7.8), (0.25, 0.75)])
def test_ellipses_have_both_axes(size: tuple[int, int], middle: tuple[float, float]) -> None:
    """An ellipse anywhere on the grid becomes a polygon with both axes and few more lines."""
    points = points_of(ELLIPSE.format(r=size[0], s=size[1]), *middle)
    plain, found = fit(points, 2.5, count), fit_symmetric(points, 2.5, count)
    assert mirrored(found, 0) and mirrored(found, 1)
    assert found[0] == found[-1] and deviation([points], [found]) <= 2.5
    assert len(found) - len(plain) <= max(1, MORE_LINES * (len(plain) - 1))


def test_a_shape_with_one_axis_keeps_it() -> None:
    """The left half is the mirror image of the right one; above and below differ."""
    points = points_of(EGG, 4.4, 0.1)
    assert not mirrored(fit(points, 2.5, count), 0)
    found = fit_symmetric(points, 2.5, count)
    assert mirrored(found, 0) and not mirrored(found, 1)
    turned = [(y, x) for x, y in points]
    found = fit_symmetric(turned, 2.5, count)
    assert mirrored(found, 1) and not mirrored(found, 0)


@pytest.mark.parametrize("path", [
    "M-30,-20Q-30,-26 -24,-26L24,-26Q30,-26 33,-14Q22,4 18,20Q0,30 -18,20Q-22,4 -30,-20Z",
    "M20,0A20,26 0 0 1 -20,0", "M-30,0L0,-30L30,2L2,30Z",
    "M0,-30C60,-50 60,50 0,30C-10,10 10,-10 0,-30C-60,-50 -60,50 0,30Q-9,7 0,-30Z"],
    ids=["nearly", "open", "corners", "through the middle"])
def test_other_outlines_are_fitted_as_before(path: str) -> None:
    """What is not symmetric, is not closed, consists of the author's corners, or crosses an axis
    more than twice stays as it is."""
    points = points_of(path)
    assert fit_symmetric(points, 2.5, count) == fit(points, 2.5, count)


@pytest.mark.slow
@given(st.lists(st.tuples(st.floats(1, 90), st.floats(-90, 90)), min_size=2, max_size=12),
       st.floats(0.8, 4), st.floats(-1, 1))
def test_any_mirrored_outline_stays_within_the_tolerance(
        half: list[Point], tolerance: float, middle: float) -> None:
    """Whatever the right half looks like, the result is as near as that of `fit`."""
    right = [(0.0, -95.0), *half, (0.0, 95.0)]
    points = [(x + middle, y) for x, y in [*right, *((-x, y) for x, y in right[-2::-1])]]
    found = fit_symmetric(points, tolerance, count)
    assert found[0] == found[-1] or math.dist(found[0], found[-1]) <= 1
    assert deviation([points], [found]) <= max(tolerance, deviation(
        [points], [fit(points, tolerance, count)])) + 1e-9


def test_lines_that_slope_by_a_step_are_avoided(monkeypatch: pytest.MonkeyPatch) -> None:
    """Among the shortest sequences, one with straight horizontals is chosen."""
    points = points_of("M-63,9Q-60,-13 -51,-9L34,-9Q60,-9 61,12L20,17Z", 0.3, 0.45)

    def sloping(vertices: list[Vertex]) -> int:
        return sum(0 < 12 * abs(y1 - y0) <= abs(x1 - x0)
                   for (x0, y0), (x1, y1) in pairwise(vertices))

    straight = fit(points, 2.5, count)
    monkeypatch.setattr(curves, "SLOPE_COST", 0.0)
    before = fit(points, 2.5, count)
    assert sloping(straight) < sloping(before) and len(straight) == len(before)
