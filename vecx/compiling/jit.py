"""The decorators of all functions that run as machine code.

A decorated function is ordinary Python.  Three implementations run it, equal to the last bit; one
is chosen when this module is imported (implementation.py):

    native   the libraries in vecx/data/native, made by `python -m building`
    numba    compiled on this computer at the first call, and cached: for work on these functions
    plain    CPython: slow

`jit` marks functions that Python calls.  They declare the types of their arguments, because a
library has one compiled form of each.  `inner`, `force_inline` and `no_inline` mark functions that
only compiled functions call; they become part of their callers.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np

from .implementation import choose

F = TypeVar("F", bound=Callable[..., Any])


class Array:
    """The type of an argument: a contiguous array, by its NumPy dtype and number of axes."""

    def __init__(self, dtype: Any, axes: int = 1) -> None:
        self.dtype, self.axes = np.dtype(dtype), axes


class Function(NamedTuple):
    """A function that Python calls; `building` compiles it into the native libraries.

    written  the Python function
    kinds    the type of each argument: an Array, int or float
    returns  int, float or None
    """

    written: Callable[..., Any]
    kinds: tuple[Any, ...]
    returns: type | None

    @property
    def name(self) -> str:
        return self.written.__name__


CHOSEN = choose()
# True where compiled code runs over NumPy records; False where plain Python runs over objects.
JIT = CHOSEN.name != "plain"
FUNCTIONS: dict[str, Function] = {}


def jit(*kinds: Any, returns: type | None = None) -> Callable[[F], F]:
    """Mark a function that Python calls.

    Args:   kinds    the type of each argument: an Array, int or float
            returns  int, float, or None for no result
    Errors: TypeError if two functions have the same name, which a library could not distinguish
    """

    def mark(function: F) -> F:
        marked = Function(function, kinds, returns)
        known = FUNCTIONS.setdefault(marked.name, marked)
        if known.written.__module__ != function.__module__:
            raise TypeError(f"{function.__module__} and {known.written.__module__} both define "
                            f"a compiled function {marked.name}: rename one of them")
        return cast(F, _waiting(marked))

    return mark


def _waiting(marked: Function) -> Callable[..., Any]:
    """Return a function that, at its first call, compiles the marked function or looks up the
    machine code."""
    compiled: Any = None

    @functools.wraps(marked.written)
    def call(*arguments: Any) -> Any:
        nonlocal compiled
        if compiled is None:
            compiled = CHOSEN.compiled(marked)
        return compiled(*arguments)

    return call


def inner(function: F) -> F:
    """Mark a function that only compiled functions call; the compiler may inline it."""
    return cast(F, CHOSEN.inner(function))


def force_inline(function: F) -> F:
    """Mark a function that only compiled functions call, and that is always inlined."""
    return cast(F, CHOSEN.inner(function, forceinline=True))


def no_inline(function: F) -> F:
    """Mark a function that only compiled functions call, and that is never inlined.

    It is long, or seldom called.  So its callers stay short, and can be inlined themselves.
    """
    return cast(F, CHOSEN.inner(function, no_inline=True))


def integers(*values: int) -> tuple[int, ...]:
    """Return constants that compiled functions pass to each other.

    numba compiles a copy of a function for each literal argument, but not for NumPy integers.
    """
    if CHOSEN.name != "numba":
        return values
    return tuple(np.int64(value) for value in values)  # type: ignore[misc]


def table(values: Sequence[int]) -> Any:
    """Return numbers that compiled functions look up by an index.

    numba would compile a tuple to a switch.
    """
    return np.array(values, np.int64) if CHOSEN.name == "numba" else list(values)
