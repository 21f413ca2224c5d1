"""A single function of the chips, compiled by numba."""

from collections.abc import Callable
from types import FunctionType
from typing import Any

import pytest


def compiled(function: Any) -> Callable[..., Any]:
    """Return a compiled function with all that it calls; skip the test without numba."""
    numba = pytest.importorskip("numba")
    written = getattr(function, "py_func", function)
    names = dict(written.__globals__)
    for name in written.__code__.co_names:
        if isinstance(names.get(name), FunctionType):
            names[name] = compiled(names[name])
    made: Callable[..., Any] = numba.njit(error_model="numpy")(
        FunctionType(written.__code__, names, written.__name__))
    return made
