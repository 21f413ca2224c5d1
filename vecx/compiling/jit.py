"""The only decorator: numba where it is there and wanted, plain CPython otherwise.

`VECX_JIT=0` in the environment leaves every function as it is written, so that the very same
sources run under a debugger, a coverage tool or a Python without numba; `VECX_JIT=plain` leaves
compiling to numba alone (`lean`).  The machine code is kept (`kept`) in the user's cache directory
under a name made of every source that compiled code reads, so that an edit of any of them, or a new
numba, never meets stale code.  Importing this makes and removes nothing and prints nothing: that
waits for the first call of a compiled function.  numba's settings are left alone.
"""

import contextlib
import functools
import gc
import hashlib
import importlib
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

from . import lean
from .interrupt import ended_by_interrupt

F = TypeVar("F", bound=Callable[..., Any])

# Where compiled code is, below the package.
COMPILED = ("compiling/*.py", "chips/*.py", "strict/*.py", "budget/tally.py", "conform/via.py",
            "display/light.py", "sound/mixer.py", "debugger/now.py")
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

    versions = f"{_numba().__version__} {numpy.__version__} {sys.version} {lean.is_asked()}"
    digest = hashlib.sha256(versions.encode())
    for path in sources():
        digest.update(path.read_bytes())
    home = Path(platformdirs.user_cache_dir("vecx", appauthor=False))
    return home / "jit" / digest.hexdigest()[:16]


@functools.cache
def is_code_kept() -> bool:
    """Make the cache folder, at the first compile; False where nothing can be written."""
    own = cache_folder()
    try:
        own.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=own).close()
        own.touch()
    except OSError as fault:
        _say(f"no cache for compiled code ({fault}); compiling at every start")
        return False
    # Another process may remove them at the same time.
    with contextlib.suppress(OSError):
        older = sorted((p for p in own.parent.iterdir() if p != own),
                       key=lambda p: p.stat().st_mtime)
        for stale in older[: 1 - CACHE_GENERATIONS_KEPT]:
            shutil.rmtree(stale, ignore_errors=True)
    return True


def _say(line: str) -> None:
    print(f"vecx: {line}", file=sys.stderr)


@functools.cache
def _say_once(line: str) -> None:
    _say(line)


_fault = ""
_one_at_a_time = threading.RLock()
JIT = _usable()
# Full names of functions: those that Python calls; those that compiled functions call, with what
# numba makes of each; those of them that are copied into no caller.
_outer_names: set[str] = set()
_inner: dict[str, Any] = {}
_no_inline_names: set[str] = set()


def compiles() -> bool:
    """Say whether functions are compiled at all."""
    return JIT


def is_compiled_before(module: str = "") -> bool:
    """Say whether a start finds its machine code, or needs none (False: it compiles first).

    Args: module  whose code is meant, by its last name; empty: any
    """
    return not JIT or any(cache_folder().rglob(f"{module}*.nbi"))


def jit(function: F) -> F:
    """Compile a function that Python calls, when it is first called.

    Errors: TypeError where a function that compiled functions call has its name: numba could
            not tell their machine code apart
    """
    if JIT:
        _outer_names.add(_name_of(function, _inner))
    compiled: Any = None

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        nonlocal compiled
        if compiled is None:
            with _one_at_a_time:
                if compiled is None:
                    compiled = _prepared(function)
        return compiled(*arguments)

    return cast(F, call)


def _name_of(function: Any, others: Iterable[str] = ()) -> str:
    """Return the full name of a function; TypeError where one of the others has it."""
    name = f"{function.__module__}.{function.__qualname__}"
    if name in others:
        raise TypeError(f"{name} is compiled twice, for Python and for compiled functions: "
                        "give one of the two another name")
    return name


def _prepared(function: Any) -> Any:
    """Return what Python calls: what compiles the function when it is first called."""
    if _fault:
        _say_once(_fault)
    if not JIT:
        return function
    dispatcher = _numba().njit(nogil=True, no_cfunc_wrapper=True, error_model="numpy",
                               **lean.settings())(function)
    if is_code_kept() and Path(function.__code__.co_filename).exists():
        try:
            from .kept import KeptCode

            dispatcher._cache = KeptCode(function, cache_folder(), _say)
        except Exception as fault:      # another numba
            _say_once(f"no cache for compiled code ({lean.in_words(fault)}); compiling at every "
                      "start")
    dispatcher.compile = functools.partial(_compile, dispatcher, dispatcher.compile)
    return dispatcher


def _compile(dispatcher: Any, compile_: Callable[[Any], Any], signature: Any) -> Any:
    """Compile a function for arguments of these types, or load what is kept of that."""
    from numba.core.compiler_lock import global_compiler_lock

    with global_compiler_lock, _no_collection(), ended_by_interrupt():
        code = lean.compile_lean(functools.partial(compile_, signature),
                                 [dispatcher, *_inner.values()], _inner, _no_inline_names)
        if lean.why_not() and not dispatcher.stats.cache_hits[signature]:
            _say_once(lean.why_not())
    return code


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """Look for no garbage meanwhile, nor later in what there is then: compiling makes millions of
    objects that stay in use.

    Saves: 0.8 s, as in `shortcuts`
    """
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            if gc.get_count()[0] > OBJECTS_COMPILED:
                gc.freeze()
            gc.enable()


def inner(function: F) -> F:
    """Compile a function that only compiled functions call, as a part of those that Python calls.

    One copy serves all calls of it, and the compiler puts the small ones into their callers.
    """
    return _compile_inside(function)


def force_inline(function: F) -> F:
    """Compile as `inner` does, and copy into every caller: what is gone through at each step."""
    return _compile_inside(function, forceinline=True)


def no_inline(function: F) -> F:
    """Compile as `inner` does, and copy into no caller: what is long, or seldom called.

    So its callers stay short, and are themselves copied into theirs.
    """
    _no_inline_names.add(_name_of(function))
    return _compile_inside(function)


def _compile_inside(function: F, **settings: Any) -> F:
    if not JIT:
        return function
    name = _name_of(function, _outer_names)
    compiled: F = _numba().njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True,
                                error_model="numpy", **settings, **lean.settings())(function)
    _inner[name] = compiled
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
