"""Numbers that look like noise and follow from a seed.

Source: Lehmer's generator [Park & Miller 1988].  Its states are 1 to 2147483646, and it never
overflows 64 bits, so that compiled and plain code give the same.
"""

from ..compiling.jit import inner

CHANCES = 2147483647


@inner
def next_chance(state):
    """Return the state of a generator after `state`; state / CHANCES lies above 0 and below 1."""
    return state * 48271 % CHANCES
