"""The earlier and the later, the smaller and the larger of two numbers.

numba compiles `min` and `max` anew, with all its passes, for each kind of arguments.
"""

from ..compiling.jit import inner


@inner
def sooner(number, other):
    """Return the smaller of two numbers."""
    return number if number < other else other


@inner
def later(number, other):
    """Return the larger of two numbers."""
    return number if number > other else other
