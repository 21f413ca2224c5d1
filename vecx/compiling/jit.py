"""The decorators of all functions that run as machine code.

A decorated function is ordinary Python.  Three implementations run it, equal to the last bit; one
is chosen when this module is imported (implementation.py):

    native   the libraries in vecx/data/native, which `python -m building` makes
    numba    compiled on this computer at the first call, and cached: for work on these functions
    plain    CPython, as it is written: slow

`jit` marks the functions that Python calls.  They name the types of their arguments, because a
library has one compiled form of each.  `inner`, `force_inline` and `no_inline` mark the functions
that only compiled functions call; they become part of their callers.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np

from .implementation import choose

F = TypeVar("F", bound=Callable[..., Any])


class Array:
    """The type of an argument: a contiguous array of a NumPy type with a number of axes."""

    def __init__(self, dtype: Any, axes: int = 1) -> None:
        self.dtype, self.axes = np.dtype(dtype), axes


class Function(NamedTuple):
    """A function that Python calls, as `building` compiles it.

    written  the function as it is written
    kinds    of each argument: an Array, int or float
    returns  int, float or None
    """

    written: Callable[..., Any]
    kinds: tuple[Any, ...]
    returns: type | None

    @property
    def name(self) -> str:
        """Its name, also in the libraries."""
        return self.written.__name__


CHOSEN = choose()
# True where compiled code runs over NumPy records; False where plain Python runs over objects.
JIT = CHOSEN.name != "plain"
FUNCTIONS: dict[str, Function] = {}


def jit(*kinds: Any, returns: type | None = None) -> Callable[[F], F]:
    """Mark a function that Python calls.

    Args:   kinds    the type of each argument: an Array, int or float
            returns  int, float, or None where it returns nothing
    Errors: TypeError where two functions have the same name: a library has one name for both
    """

    def mark(function: F) -> F:
        marked = Function(function, kinds, returns)
        known = FUNCTIONS.setdefault(marked.name, marked)
        if known.written.__module__ != function.__module__:
            raise TypeError(f"{function.__module__} and {known.written.__module__} both have a "
                            f"function {marked.name} for Python: rename one of them")
        return cast(F, _waiting(marked))

    return mark


def _waiting(marked: Function) -> Callable[..., Any]:
    """Return what Python calls.  Its compiled form is looked up, or made, at the first call."""
    compiled: Any = None

    @functools.wraps(marked.written)
    def call(*arguments: Any) -> Any:
        nonlocal compiled
        if compiled is None:
            compiled = CHOSEN.compiled(marked)
        return compiled(*arguments)

    return call


def inner(function: F) -> F:
    """Mark a function that only compiled functions call.  The compiler may copy it into them."""
    return cast(F, CHOSEN.inner(function))


def force_inline(function: F) -> F:
    """Mark a function that only compiled functions call, and that is copied into each caller."""
    return cast(F, CHOSEN.inner(function, forceinline=True))


def no_inline(function: F) -> F:
    """Mark a function that only compiled functions call, and that is copied into none of them.

    It is long, or seldom called.  So its callers stay short, and can be copied into theirs.
    """
    return cast(F, CHOSEN.inner(function, no_inline=True))


def integers(*values: int) -> tuple[int, ...]:
    """Return constants that compiled functions pass to each other.

    numba compiles one more copy of a function for each literal argument that it is called with,
    but not for each NumPy integer.
    """
    if CHOSEN.name != "numba":
        return values
    return tuple(np.int64(value) for value in values)  # type: ignore[misc]


def table(values: Sequence[int]) -> Any:
    """Return numbers that compiled functions look up by an index.

    numba would compile a tuple to a switch.
    """
    return np.array(values, np.int64) if CHOSEN.name == "numba" else list(values)
