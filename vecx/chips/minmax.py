"""The smaller and the larger of two numbers: cycles, moments, lengths.

numba compiles `min` and `max` anew, with all its passes, for each kind of arguments.
"""

from ..compiling.jit import inner


@inner
def minimum(number, other):
    """Return the smaller of two numbers."""
    return number if number < other else other


@inner
def maximum(number, other):
    """Return the larger of two numbers."""
    return number if number > other else other
