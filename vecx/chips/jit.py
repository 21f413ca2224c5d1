"""The only decorator: numba where it is there and wanted, plain CPython otherwise.

`VECX_JIT=0` in the environment leaves every function as it is written, so that the very same
sources run under a debugger, a coverage tool or a Python without numba.  The machine code is kept
in the user's cache directory under a name made of every source that compiled code reads, so that
an edit anywhere below `chips/`, or a new numba, never meets stale code.
"""

import hashlib
import importlib
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

CACHE_GENERATIONS_KEPT = 3


def _wanted() -> bool:
    if os.environ.get("VECX_JIT", "1") == "0":
        return False
    try:
        _numba()
    except Exception as fault:
        print(f"vecx: numba is not usable ({fault}); running as plain Python, much slower",
              file=sys.stderr)
        return False
    return True


def _numba() -> Any:
    return importlib.import_module("numba")


def _fingerprint() -> str:
    """Name the sources and the compiler that the machine code depends on."""
    import numpy

    versions = f"{_numba().__version__} {numpy.__version__} {sys.version}"
    digest = hashlib.sha256(versions.encode())
    chips = Path(__file__).parent
    for path in [*sorted(chips.glob("*.py")), chips.parent.parent / "asm" / "isa.py"]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _open_cache() -> bool:
    """Point numba at this version's cache directory; False where nothing can be written."""
    import platformdirs

    home = Path(platformdirs.user_cache_dir("vecx", appauthor=False)) / "jit"
    own = home / _fingerprint()
    try:
        own.mkdir(parents=True, exist_ok=True)
        probe = own / f".{os.getpid()}"
        probe.touch()
        probe.unlink()
        own.touch()
        older = sorted((p for p in home.iterdir() if p != own), key=lambda p: p.stat().st_mtime)
        for stale in older[: 1 - CACHE_GENERATIONS_KEPT]:
            shutil.rmtree(stale, ignore_errors=True)
    except OSError as fault:
        print(f"vecx: no cache for compiled code ({fault}); compiling at every start",
              file=sys.stderr)
        return False
    os.environ["NUMBA_CACHE_DIR"] = str(own)
    _numba().config.CACHE_DIR = str(own)
    return True


JIT = _wanted()
CACHE = JIT and _open_cache()


def is_compiled_before() -> bool:
    """Say whether a start finds its machine code in the cache (False: it will compile first)."""
    return bool(CACHE) and any(Path(os.environ["NUMBA_CACHE_DIR"]).rglob("*.nbi"))


def jit(function: F) -> F:
    """Compile a function that Python calls."""
    if not JIT:
        return function
    compiled: F = _numba().njit(cache=CACHE, nogil=True, error_model="numpy")(function)
    return compiled


def inner(function: F) -> F:
    """Compile a function that only compiled functions call; its code is kept in theirs."""
    if not JIT:
        return function
    compiled: F = _numba().njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True,
                                error_model="numpy")(function)
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


def merged(function: F) -> F:
    """Compile a function into its callers: for those of a line or two, and those called once.

    Each function that is compiled on its own is optimised again in every caller of its callers; but
    a large merged function is copied again for each one merged into it.
    """
    if not JIT:
        return function
    compiled: F = _numba().njit(inline="always")(function)
    return compiled
