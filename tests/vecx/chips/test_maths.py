"""maths.py: accurate to two units in the last place, and equal when compiled."""

import math
import random
from types import SimpleNamespace

import pytest

from tests.vecx.compiled import compiled
from vecx.chips import maths

UNITS = 2.0


@pytest.fixture(scope="module")
def compiled_maths():
    """Return the functions of maths.py compiled by numba."""
    return SimpleNamespace(exp=compiled(maths.exp), log=compiled(maths.log),
                           cos_of_turn=compiled(maths.cos_of_turn))


def off(value, true):
    """Return the error of a value in units in its last place."""
    return abs(value - true) / math.ulp(true)


def chances(count, least, most):
    chance = random.Random(7)
    return [chance.uniform(least, most) for _ in range(count)]


@pytest.mark.parametrize(("least", "most"), [(-1, 0), (-40, 0), (-700, 0), (-1e-6, 0), (0, 30)])
def test_exponentials(least, most):
    """Exponentials are accurate over the whole range."""
    assert max(off(maths.decay(x), math.exp(x)) for x in chances(20_000, least, most)) < UNITS


def test_ends_of_the_exponential():
    """The exponential is 1 at 0, and 0 far below."""
    assert maths.decay(0.0) == 1.0
    assert maths.decay(-1e9) == 0.0
    assert 0 < maths.decay(-745.0) < 1e-322


@pytest.mark.parametrize(("least", "most"), [(1e-9, 1), (0.7, 1), (1e-10, 1e-8)])
def test_logarithms(compiled_maths, least, most):
    """Logarithms are accurate near 1, near 0, and between."""
    log = compiled_maths.log
    assert max(off(log(x), math.log(x)) for x in chances(20_000, least, most)) < UNITS


def test_cosines_of_a_turn(compiled_maths):
    """Cosines are accurate to the rounding of a number near 1."""
    # Near a quarter turn the argument has too few digits for a relative error: compare with 1.
    for share in chances(20_000, 0, 1):
        off_by = compiled_maths.cos_of_turn(share) - math.cos(2 * math.pi * share)
        assert abs(off_by) < 4e-16 * math.pi


def test_the_turn_at_its_corners(compiled_maths):
    """Cosines are exact at multiples of a quarter turn."""
    cosines = [compiled_maths.cos_of_turn(share) for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
    assert cosines == [1, 0, -1, 0, 1]


def test_compiled_and_plain_round_alike(compiled_maths):
    """Compiled and plain functions give identical bits."""
    for x in chances(5_000, -50, 1):
        assert compiled_maths.exp(x) == maths.decay(x)
