"""Arithmetic with the same bits on every system: exp, log, cosine, pseudo-random numbers.

C libraries round exp, log and cos differently in the last bit, so a movie's states would differ on
another system or in a browser.  Here they use only additions, multiplications and divisions, which
round alike wherever numbers are IEEE doubles.  `exp` is for compiled functions, `decay` is the same
for Python that fills tables.

Sources: ln 2 in two parts, the first with 21 bits to spare, so that multiples of it up to 2^20 are
exact [fdlibm, e_exp.c]; the series of Taylor and of the inverse hyperbolic tangent.  Within two
units in the last place, see tests/vecx/chips/test_maths.py.  Lehmer's generator [Park & Miller
1988]: its states are 1 to 2147483646, and it never overflows 64 bits.
"""

from math import floor

from ..compiling.jit import inner

LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
PER_LN2 = 1.4426950408889634
GONE = -745.2           # below it the exponential is 0
ROOT_HALF = 0.7071067811865476
TURN = 6.283185307179586
CHANCES = 2147483647


@inner
def next_chance(state):
    """Return the generator's next state; state / CHANCES is above 0 and below 1."""
    return state * 48271 % CHANCES


# Not `min` and `max`: numba would compile those again, with all its passes, for each kind of
# arguments.
@inner
def minimum(number, other):
    return number if number < other else other


@inner
def maximum(number, other):
    return number if number > other else other


@inner
def exp(x):
    """Return e to the power x, for x below 700."""
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


# The uncompiled function, for Python.
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
    """Return the cosine of an angle, which is a fraction of a turn, 0 to 1."""
    # An eighth of a turn is computed; the rest follows by symmetry.
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
