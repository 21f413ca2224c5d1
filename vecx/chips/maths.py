"""Exponential, logarithm and cosine, of additions, multiplications and divisions alone.

A C library rounds these three as it likes: another system, or a browser, would have another last
bit, and a movie's states would differ.  Here they round alike wherever numbers are IEEE doubles.
`exp` is for compiled functions, `decay` the same for Python that lays tables out.

Sources: ln 2 in two parts, the first with 21 bits to spare, so that multiples of it up to 2^20 are
exact [fdlibm, e_exp.c]; the series of Taylor and of the inverse hyperbolic tangent.  Within two
units in the last place of what is true, and in tests/vecx/chips/test_maths.py.
"""

from math import floor

from ..compiling.jit import inner

LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
PER_LN2 = 1.4426950408889634
GONE = -745.2           # the exponential of less is 0
ROOT_HALF = 0.7071067811865476
TURN = 6.283185307179586


@inner
def exp(x):
    """Return e to the power x, of an x below 700."""
    down = -abs(x)
    if down < GONE:
        return 0.0
    halvings = floor(0.5 - down * PER_LN2)
    r = (down + halvings * LN2_HIGH) + halvings * LN2_LOW
    # The series to the 13th power, from the last term on: |r| is at most half of ln 2.
    e = 1 + r / 13
    e = 1 + r * (1 / 12) * e
    e = 1 + r * (1 / 11) * e
    e = 1 + r * (1 / 10) * e
    e = 1 + r * (1 / 9) * e
    e = 1 + r * (1 / 8) * e
    e = 1 + r * (1 / 7) * e
    e = 1 + r * (1 / 6) * e
    e = 1 + r * (1 / 5) * e
    e = 1 + r * (1 / 4) * e
    e = 1 + r * (1 / 3) * e
    e = 1 + r * (1 / 2) * e
    e = 1 + r * e
    half = 0.5
    while halvings:
        if halvings & 1:
            e *= half
        half *= half
        halvings >>= 1
    return e if x <= 0 else 1 / e


# As it is written, for Python.
decay = getattr(exp, "py_func", exp)


@inner
def log(x):
    """Return the natural logarithm of a number above 0 and not above 1."""
    doublings = 0
    while x < ROOT_HALF:
        x *= 2
        doublings += 1
    s = (x - 1) / (x + 1)
    q = s * s
    series = 1 / 23
    series = 1 / 21 + q * series
    series = 1 / 19 + q * series
    series = 1 / 17 + q * series
    series = 1 / 15 + q * series
    series = 1 / 13 + q * series
    series = 1 / 11 + q * series
    series = 1 / 9 + q * series
    series = 1 / 7 + q * series
    series = 1 / 5 + q * series
    series = 1 / 3 + q * series
    return 2 * s + (2 * s * q * series - doublings * LN2_LOW) - doublings * LN2_HIGH


@inner
def cos_of_turn(share):
    """Return the cosine of a share of a full turn, 0 to 1."""
    # An eighth of a turn is enough: the others are its mirrors.
    sign = 1.0
    if share > 0.5:
        share = 1 - share
    if share > 0.25:
        share = 0.5 - share
        sign = -1.0
    if share > 0.125:
        x = TURN * (0.25 - share)
        q = x * x
        series = 1 - q * (1 / 272)
        series = 1 - q * (1 / 210) * series
        series = 1 - q * (1 / 156) * series
        series = 1 - q * (1 / 110) * series
        series = 1 - q * (1 / 72) * series
        series = 1 - q * (1 / 42) * series
        series = 1 - q * (1 / 20) * series
        series = 1 - q * (1 / 6) * series
        return sign * x * series
    x = TURN * share
    q = x * x
    series = 1 - q * (1 / 240)
    series = 1 - q * (1 / 182) * series
    series = 1 - q * (1 / 132) * series
    series = 1 - q * (1 / 90) * series
    series = 1 - q * (1 / 56) * series
    series = 1 - q * (1 / 30) * series
    series = 1 - q * (1 / 12) * series
    return sign * (1 - q * 0.5 * series)
