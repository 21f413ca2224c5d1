"""Fitting of curves by lines: within the tolerance, few, and exact where split."""

import math
import random

import pytest
import svgelements
from hypothesis import given, settings
from hypothesis import strategies as st

from asm.assembler.conversion import ConversionError
from vecx.assets import curves
from vecx.assets.curves import DAC_MAX, POINTS_MAX, bezier, dashed, deviation, fit, outline, split

STEP = st.integers(-300, 300)


def count(dx: int, dy: int) -> float:
    return max(1, -(-max(abs(dx), abs(dy)) // DAC_MAX))


def test_a_path_of_many_curves_is_counted_once() -> None:
    """Hundreds of curves need far fewer points than the limit."""
    path = svgelements.Path("M0,0" + "".join(f"Q{10 * at + 5},90 {10 * at + 10},0"
                                             for at in range(600)))
    points, = outline(path, lambda x, y: (x, y), 0.1)
    assert 5_000 < len(points) < POINTS_MAX
    with pytest.raises(ConversionError, match=r"more than 20,000 points"):
        outline(path, lambda x, y: (x, y), 0.001)


@pytest.mark.parametrize("away", [0.5, 3.5, 30.0, 300.0])
def test_the_nearest_line_is_found_among_all(away: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search by cells measures the same deviation as one that compares all lines."""
    chance = random.Random(5)
    lines = [[(chance.uniform(-90, 90), chance.uniform(-90, 90)) for _ in range(3)]
             for _ in range(40)]
    moved = [[(x + chance.uniform(-away, away), y + away) for x, y in line] for line in lines[1:]]
    exact = deviation(moved, lines), deviation(lines, moved), deviation(moved, lines, math.inf)
    monkeypatch.setattr(curves, "DIRECT_MAX", 50)
    assert (deviation(moved, lines), deviation(lines, moved), deviation(moved, lines, math.inf)) \
        == pytest.approx(exact)


def test_dashes_have_their_lengths() -> None:
    """Dashes go around corners; the beginning is within them."""
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]
    assert dashed(square, (8, 4), 0) == [[(0, 0), (8, 0)], [(10, 2), (10, 10)]]
    assert dashed(square, (8, 4), 9) == [[(3, 0), (10, 0), (10, 1)], [(10, 5), (10, 10)]]
    assert dashed(square, (8, 4), -1) == [[(1, 0), (9, 0)], [(10, 3), (10, 10)]]
    with pytest.raises(ConversionError, match="the dashes need more than"):
        dashed([(0.0, 0.0), (1000.0, 0.0)], (0.01, 0.01), 0)


def test_a_circle() -> None:
    """A circle closes and stays within the tolerance; a larger tolerance needs fewer lines."""
    path = svgelements.Path("M100,0A100,100 0 0 1 -100,0A100,100 0 0 1 100,0Z")
    points = outline(path, lambda x, y: (x, y), 0.1)[0]
    assert points[0] == points[-1]
    assert max(abs(math.hypot(x, y) - 100) for x, y in points) < 0.2
    counts = []
    for tolerance in (1.0, 2.0, 5.0):
        vertices = fit(points, tolerance, count)
        assert vertices[0] == vertices[-1]
        assert deviation([points], [vertices]) <= tolerance + 0.05
        counts.append(len(vertices) - 1)
    # A polygon of n sides deviates by r (1 - cos(pi / n)) inside, half of that if it is centred.
    assert counts[0] <= 24 and counts == sorted(counts, reverse=True) and counts[2] <= 11


def test_points_of_a_curve_are_close_to_it() -> None:
    """With Wang's number of pieces, the middle of each chord is near the curve."""
    control = [(0.0, 0.0), (0.0, 200.0), (200.0, 200.0), (150.0, -50.0)]
    fine = bezier(control, 1e-3)
    assert deviation([fine], [[control[0], *bezier(control, 0.5)]]) <= 0.5


@given(STEP, STEP)
def test_split_lines_add_up(dx: int, dy: int) -> None:
    """Split vectors are within the DAC's range, and add up to the original."""
    parts = split(dx, dy)
    assert sum(x for x, _ in parts) == dx and sum(y for _, y in parts) == dy
    assert all(max(abs(x), abs(y)) <= DAC_MAX for x, y in parts)
    assert split(-dx, -dy) == [(-x, -y) for x, y in reversed(parts)]
    assert len(parts) == max(1, math.ceil(max(abs(dx), abs(dy)) / DAC_MAX))


@settings(max_examples=60)
@given(st.lists(st.tuples(st.floats(-200, 200), st.floats(-200, 200)), min_size=2, max_size=12),
       st.floats(0.75, 4))
def test_fitted_lines_are_within_the_tolerance(points: list[tuple[float, float]],
                                               tolerance: float) -> None:
    """The fitted lines are within the tolerance of every point."""
    vertices = fit(points, tolerance, count)
    if len(vertices) > 1:
        near = deviation([[point, point] for point in points], [vertices])
        assert near <= max(tolerance, math.sqrt(0.5)) + 1e-6
