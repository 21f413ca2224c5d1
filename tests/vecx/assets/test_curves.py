"""Fitting of curves by lines: within the tolerance, few, and exact where split."""

import math

import svgelements
from hypothesis import given, settings
from hypothesis import strategies as st

from vecx.assets.curves import DAC_MAX, bezier, deviation, fit, outline, split

STEP = st.integers(-300, 300)


def count(dx: int, dy: int) -> float:
    return max(1, -(-max(abs(dx), abs(dy)) // DAC_MAX))


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
