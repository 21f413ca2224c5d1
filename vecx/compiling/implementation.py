"""Chooses the implementation that runs the functions of jit.py: native libraries, numba or plain
Python.

The first that works is chosen: the native library, else numba if it is installed, else plain
Python.  If it is not the native one, one line on standard error says why, when the first function
is called.  The environment variable VECX_JIT selects one of them:

    VECX_JIT=native   the library, or an error
    VECX_JIT=numba    numba, or an error: for work on compiled functions
    VECX_JIT=0        plain Python, for a debugger or a coverage tool
"""

import importlib
import importlib.util
import os
import threading
from collections.abc import Callable
from typing import Any, Protocol

from ..errors import UsageError, VecxError
from . import Unusable, say_once
from .native import Library, load

MODES = "native", "numba", "0"
SLOW = "plain Python, about 300 times slower"


class Function(Protocol):
    """What an implementation needs to know of a function that Python calls: see jit.Function."""

    @property
    def name(self) -> str: ...
    @property
    def written(self) -> Callable[..., Any]: ...
    @property
    def kinds(self) -> tuple[Any, ...]: ...
    @property
    def returns(self) -> type | None: ...


class Plain:
    """The implementation that runs the functions as plain Python."""

    name = "plain"

    def __init__(self, why: str = "") -> None:
        """Args: why  reason for this choice, printed at the first call; "" if the user chose it."""
        self.why = why

    @property
    def label(self) -> str:
        return f"{SLOW} ({self.why or 'VECX_JIT=0'})"

    def compiled(self, function: Function) -> Callable[..., Any]:
        say_once(self.why)
        return function.written

    def inner(self, function: Callable[..., Any], **settings: bool) -> Any:
        return function


class Native(Plain):
    """The implementation that calls a library in vecx/data/native."""

    name = "native"

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library

    @property
    def label(self) -> str:
        return f"native library {self.library.path.name}"

    def compiled(self, function: Function) -> Callable[..., Any]:
        return self.library.function(function.name, function.kinds, function.returns)


class Numba(Plain):
    """The implementation that compiles the functions with numba on this computer."""

    name = "numba"

    def __init__(self, why: str = "") -> None:
        super().__init__(why)
        try:
            self._compiler = importlib.import_module(".with_numba", __package__)
        except Exception as fault:      # any failure of its import: a wrong NumPy, a broken LLVM
            raise Unusable(f"numba cannot be used ({type(fault).__name__}: {fault})") from None
        self._lock = threading.RLock()

    @property
    def label(self) -> str:
        return f"compiled here by numba ({self.why or 'VECX_JIT=numba'})"

    def compiled(self, function: Function) -> Callable[..., Any]:
        say_once(self.why)
        with self._lock:
            made: Callable[..., Any] = self._compiler.outer(function.written)
        return made

    def inner(self, function: Callable[..., Any], **settings: bool) -> Any:
        return self._compiler.inner(function, **settings)


def choose() -> Plain:
    """Return the implementation to run.

    Errors: UsageError for an unknown VECX_JIT, VecxError if the selected one cannot be used
    """
    asked = os.environ.get("VECX_JIT", "")
    if asked == "0":
        return Plain()
    if asked not in ("", "1", *MODES):
        raise UsageError(f"VECX_JIT is {asked!r}; set it to native, numba or 0, or unset it")
    try:
        if asked == "numba":
            return Numba()
        return Native(load())
    except Unusable as fault:
        if asked in MODES:
            raise VecxError(f"VECX_JIT={asked}: {fault}") from None
        why = str(fault)
    if importlib.util.find_spec("numba"):
        try:
            return Numba(f"{why}; running on numba")
        except Unusable as fault:
            why = f"{why}; {fault}"
    return Plain(f"{why}; running as {SLOW}")
