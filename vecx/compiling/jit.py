"""The only decorator: numba where it is there and wanted, plain CPython otherwise.

`VECX_JIT=0` in the environment leaves every function as it is written, so that the very same
sources run under a debugger, a coverage tool or a Python without numba.  The machine code is kept
in the user's cache directory under a name made of every source that compiled code reads, so that
an edit of any of them, or a new numba, never meets stale code.  Importing this makes and
removes nothing, prints nothing and leaves numba's settings alone: all that waits for the first call
of a compiled function.
"""

import contextlib
import functools
import gc
import hashlib
import importlib
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

# Where compiled code is, below the package.
COMPILED = ("compiling/*.py", "chips/*.py", "strict/*.py", "budget/tally.py", "conform/via.py",
            "display/light.py", "sound/mixer.py")
CACHE_GENERATIONS_KEPT = 3
OBJECTS_COMPILED = 10_000       # that many new ones are there where a function has been compiled


def _usable() -> bool:
    """Say whether numba is wanted and can be imported; `_fault` holds why it cannot."""
    global _fault
    if os.environ.get("VECX_JIT", "1") == "0":
        return False
    try:
        _numba()
    except Exception as fault:
        _fault = f"numba is not usable ({fault}); running as plain Python, much slower"
        return False
    return True


def _numba() -> Any:
    return importlib.import_module("numba")


def sources() -> list[Path]:
    """Return the files that compiled code is in, or is made from."""
    package = Path(__file__).parents[1]
    return [*(path for part in COMPILED for path in sorted(package.glob(part))),
            package.parent / "asm" / "cpu" / "isa.py"]


@functools.cache
def cache_folder() -> Path:
    """Return where machine code of these very sources and this compiler is kept; makes nothing."""
    import numpy
    import platformdirs

    versions = f"{_numba().__version__} {numpy.__version__} {sys.version}"
    digest = hashlib.sha256(versions.encode())
    for path in sources():
        digest.update(path.read_bytes())
    home = Path(platformdirs.user_cache_dir("vecx", appauthor=False))
    return home / "jit" / digest.hexdigest()[:16]


@functools.cache
def is_code_kept() -> bool:
    """Point numba at the cache folder, at the first compile; False where nothing can be written."""
    own = cache_folder()
    try:
        own.mkdir(parents=True, exist_ok=True)
        probe = own / f".{os.getpid()}"
        probe.touch()
        probe.unlink()
        own.touch()
        older = sorted((p for p in own.parent.iterdir() if p != own),
                       key=lambda p: p.stat().st_mtime)
        for stale in older[: 1 - CACHE_GENERATIONS_KEPT]:
            shutil.rmtree(stale, ignore_errors=True)
    except OSError as fault:
        print(f"vecx: no cache for compiled code ({fault}); compiling at every start",
              file=sys.stderr)
        return False
    os.environ["NUMBA_CACHE_DIR"] = str(own)
    _numba().config.CACHE_DIR = str(own)
    return True


_fault = ""
_one_at_a_time = threading.RLock()      # who compiles replaces parts of numba meanwhile
JIT = _usable()
_inner_names: set[str] = set()
_apart_names: set[str] = set()


def compiles() -> bool:
    """Say whether functions are compiled at all."""
    return JIT


def is_compiled_before(module: str = "") -> bool:
    """Say whether a start finds its machine code, or needs none (False: it compiles first).

    Args: module  whose code is meant, by its last name; empty: any
    """
    return not JIT or any(cache_folder().rglob(f"{module}*.nbi"))


@functools.cache
def _say_fault() -> None:
    """Say once why nothing is compiled, where it should be."""
    if _fault:
        print(f"vecx: {_fault}", file=sys.stderr)


def jit(function: F) -> F:
    """Compile a function that Python calls, when it is first called."""
    compiled: Any = None

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        nonlocal compiled
        if compiled is not None:
            return compiled(*arguments)
        _say_fault()
        compiled = function if not JIT else \
            _numba().njit(cache=is_code_kept(), nogil=True, no_cfunc_wrapper=True,
                          error_model="numpy", **_lean())(function)
        if not JIT:
            return compiled(*arguments)
        from . import shortcuts
        from .linking import together

        with _one_at_a_time, _no_collection(), shortcuts.taken(), \
                together(_inner_names, _apart_names):
            return compiled(*arguments)

    return cast(F, call)


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """Look for no garbage meanwhile, nor later in what there is then: compiling makes millions of
    objects that stay in use."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            if gc.get_count()[0] > OBJECTS_COMPILED:
                gc.freeze()
            gc.enable()


@functools.cache
def _lean() -> dict[str, Any]:
    """Return what makes numba run only the passes that our functions need."""
    from .passes import lean_compiler

    own = lean_compiler()
    return {"pipeline_class": own} if own else {}


def inner(function: F) -> F:
    """Compile a function that only compiled functions call, as a part of those that Python calls.

    One copy serves all calls of it, and the compiler puts the small ones into their callers.
    """
    return _compile_inside(function)


def within(function: F) -> F:
    """Compile as `inner` does, and copy into every caller: what is gone through at each step."""
    return _compile_inside(function, forceinline=True)


def apart(function: F) -> F:
    """Compile as `inner` does, and copy into no caller: what is long, or seldom called.

    So its callers stay short, and are themselves copied into theirs.
    """
    _apart_names.add(function.__qualname__)
    return _compile_inside(function)


def _compile_inside(function: F, **settings: Any) -> F:
    if not JIT:
        return function
    _inner_names.add(function.__qualname__)
    compiled: F = _numba().njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True,
                                error_model="numpy", **settings, **_lean())(function)
    return compiled


def integers(*values: int) -> tuple[int, ...]:
    """Return constants that compiled functions pass to each other.

    A literal argument compiles one more copy of the callee for each value it meets; a NumPy
    integer does not.  Plain Python gets plain numbers.
    """
    if not JIT:
        return values
    import numpy

    return tuple(numpy.int64(value) for value in values)  # type: ignore[misc]


def table(values: Sequence[int]) -> Any:
    """Return numbers that compiled functions look up by an index; a tuple would be a switch."""
    if not JIT:
        return list(values)
    import numpy

    return numpy.array(values, numpy.int64)
