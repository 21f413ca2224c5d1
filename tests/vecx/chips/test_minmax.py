"""The smaller and the larger of two numbers, of cycles and of moments."""

import pytest

from vecx.chips.minmax import maximum, minimum
from vecx.compiling.jit import jit


@jit
def both(number, other):
    """Call them as compiled functions do."""
    return minimum(number, other), maximum(number, other)


@pytest.mark.parametrize(("small", "large"), [(3, 4), (-4, -3), (7, 7), (0.25, 0.5), (-1.5, 0.0),
                                              (2**62, 2**62 + 1)])
def test_of_two_numbers(small, large):
    """In both orders; large integers are not rounded."""
    assert both(small, large) == both(large, small) == (small, large)
