"""The smaller and the larger of two numbers."""

import pytest

from tests.vecx.compiled import compiled
from vecx.chips.maths import maximum, minimum


@pytest.fixture(scope="module", params=["plain", "compiled"])
def both(request):
    """Return a function that returns the smaller and the larger number."""
    kinds = [getattr(each, "py_func", each) if request.param == "plain" else compiled(each)
             for each in (minimum, maximum)]
    return lambda number, other: tuple(kind(number, other) for kind in kinds)


@pytest.mark.parametrize(("small", "large"), [(3, 4), (-4, -3), (7, 7), (0.25, 0.5), (-1.5, 0.0),
                                              (2**62, 2**62 + 1)])
def test_of_two_numbers(both, small, large):
    """The result is correct in both orders; large integers are not rounded."""
    assert both(small, large) == both(large, small) == (small, large)
