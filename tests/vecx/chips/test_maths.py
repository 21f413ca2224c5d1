"""maths.py: against Python's own, to two units in the last place; compiled against plain."""

import math
import random

import pytest

from vecx.chips import maths
from vecx.compiling.jit import jit

UNITS = 2.0


@jit
def compiled_exp(x):
    return maths.exp(x)


@jit
def compiled_log(x):
    return maths.log(x)


@jit
def compiled_cos(share):
    return maths.cos_of_turn(share)


def off(value, true):
    """Return how far a value is from the true one, in units in its last place."""
    return abs(value - true) / math.ulp(true)


def chances(count, least, most):
    chance = random.Random(7)
    return [chance.uniform(least, most) for _ in range(count)]


@pytest.mark.parametrize(("least", "most"), [(-1, 0), (-40, 0), (-700, 0), (-1e-6, 0), (0, 30)])
def test_exponentials(least, most):
    """Over the whole range."""
    assert max(off(maths.decay(x), math.exp(x)) for x in chances(20_000, least, most)) < UNITS


def test_ends_of_the_exponential():
    """1 at 0, and nothing but 0 far below it."""
    assert maths.decay(0.0) == 1.0
    assert maths.decay(-1e9) == 0.0
    assert 0 < maths.decay(-745.0) < 1e-322


@pytest.mark.parametrize(("least", "most"), [(1e-9, 1), (0.7, 1), (1e-10, 1e-8)])
def test_logarithms(least, most):
    """Near 1, near 0, and between."""
    assert max(off(compiled_log(x), math.log(x)) for x in chances(20_000, least, most)) < UNITS


def test_cosines_of_a_turn():
    """Within the rounding of a number near 1."""
    # Near a quarter of a turn the argument itself has no more digits: in units of 1 there.
    for share in chances(20_000, 0, 1):
        assert abs(compiled_cos(share) - math.cos(2 * math.pi * share)) < 4e-16 * math.pi


def test_the_turn_at_its_corners():
    """Exact where the true value is."""
    assert [compiled_cos(share) for share in (0.0, 0.25, 0.5, 0.75, 1.0)] == [1, 0, -1, 0, 1]


def test_compiled_and_plain_round_alike():
    """Not one bit is another."""
    for x in chances(5_000, -50, 1):
        assert compiled_exp(x) == maths.decay(x)
