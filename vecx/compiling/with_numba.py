"""Compiling with numba on this computer, for work on the functions of jit.py.

Machine code is cached in the user's cache folder, in a folder named after the digest of all sources
of compiled functions, so that it is never stale.  numba's settings, which apply to the whole
process, are not changed.
"""

import contextlib
import functools
import hashlib
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import caching
from numba.core.compiler_lock import global_compiler_lock

from . import native, say_once
from .interrupt import ended_by_interrupt

# The versions that `linking` was tested with.  With others it is not used: 9 s longer, slower code.
TESTED = (0, 66), (0, 68)
FOLDERS_KEPT = 3
# numba's inner functions by full name; the names that are never inlined; names for Python.
_inner: dict[str, Any] = {}
_no_inline: set[str] = set()
_outer: set[str] = set()


def inner(function: Any, *, forceinline: bool = False, no_inline: bool = False) -> Any:
    name = _full_name(function, _outer)
    if no_inline:
        _no_inline.add(name)
    _inner[name] = compiler(no_cpython_wrapper=True, forceinline=forceinline)(function)
    return _inner[name]


def compiler(**settings: bool) -> Callable[[Any], Any]:
    """Return numba's decorator with our settings."""
    njit: Any = numba.njit
    made: Callable[[Any], Any] = njit(nogil=True, no_cfunc_wrapper=True, error_model="numpy",
                                      **settings)
    return made


def outer(function: Any) -> Any:
    """Return the numba version of a function that Python calls; it compiles at the first call.

    Errors: TypeError if an inner function has its name, which numba could not distinguish
    """
    _outer.add(_full_name(function, set(_inner)))
    dispatcher = compiler()(function)
    if Path(function.__code__.co_filename).exists() and is_folder_usable():
        dispatcher._cache = Cache(function)
    dispatcher.compile = functools.partial(_compile, dispatcher.compile)
    return dispatcher


def no_inline_names() -> list[str]:
    return sorted(_no_inline)


def _full_name(function: Any, others: set[str]) -> str:
    name = f"{function.__module__}.{function.__qualname__}"
    if name in others:
        raise TypeError(f"{name} is compiled twice, for Python and for compiled functions: "
                        "rename one of the two")
    return name


def _compile(compile_: Callable[[Any], Any], signature: Any) -> Any:
    with global_compiler_lock, ended_by_interrupt(), contextlib.ExitStack() as stack:
        if is_tested(numba.__version__):
            from . import linking

            stack.enter_context(linking.together(_inner, _no_inline))
        else:
            say_once(f"numba {numba.__version__} compiles slowly: vecx was tested with "
                     f"{'.'.join(map(str, TESTED[0]))} to {'.'.join(map(str, TESTED[1]))}")
        return compile_(signature)


def is_tested(version: str) -> bool:
    """Return whether `linking` was tested with this version of numba, given as text."""
    try:
        major, minor = map(int, version.split(".")[:2])
    except ValueError:
        return False
    return TESTED[0] <= (major, minor) <= TESTED[1]


@functools.cache
def folder() -> Path:
    """Return the path of the cache for these sources and this version of numba; it may not
    exist."""
    import platformdirs

    made_by = f"{numba.__version__} {np.__version__} {sys.version} {__package__} {native.digest()}"
    home = Path(platformdirs.user_cache_dir("vecx", appauthor=False))
    return home / "jit" / hashlib.sha256(made_by.encode()).hexdigest()[:16]


@functools.cache
def is_folder_usable() -> bool:
    """Create the cache folder and remove old ones; return False if it is not writable."""
    own = folder()
    try:
        own.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=own).close()
        own.touch()
    except OSError as fault:
        say_once(f"compiled code is not cached ({fault}); vecx compiles at every start")
        return False
    with contextlib.suppress(OSError):      # another process may remove them at the same time
        older = sorted((path for path in own.parent.iterdir() if path != own),
                       key=lambda path: path.stat().st_mtime)
        for stale in older[: 1 - FOLDERS_KEPT]:
            shutil.rmtree(stale, ignore_errors=True)
    return True


class _Place(caching._SourceFileBackedLocatorMixin, caching._CacheLocator):
    """The place of a function's machine code in the cache."""

    def __init__(self, function: Any) -> None:
        self._py_file = function.__code__.co_filename
        self._lineno = function.__code__.co_firstlineno
        self._path = str(folder() / self.get_suitable_cache_subpath(self._py_file))

    def get_cache_path(self) -> str:
        return self._path


class _Contents(caching.CompileResultCacheImpl):
    """Stores machine code at a `_Place`; numba's own constructor would choose a different place."""

    def __init__(self, function: Any) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Place(function)
        source = Path(function.__code__.co_filename).stem
        self._filename_base = self.get_filename_base(f"{source}.{function.__qualname__}",
                                                     getattr(sys, "abiflags", ""))


class Cache(caching.FunctionCache):
    """The cached machine code of one function; damaged code is compiled again."""

    _impl_class = _Contents

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled function, or None if it must be compiled."""
        try:
            found = super().load_overload(sig, target_context)
        except Exception:       # a damaged file may raise anything
            found = None
            with contextlib.suppress(OSError):
                self.flush()
        if found is None:
            say_once("compiling with numba, once for these sources (about 15 seconds)")
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except OSError as fault:
            say_once(f"compiled code is not cached ({fault}); vecx compiles at every start")
