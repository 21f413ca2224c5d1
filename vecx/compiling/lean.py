"""Whether parts of numba are replaced while it compiles, and what happens where that fails.

`linking`, `passes` and `shortcuts` reach into what numba does not promise to keep.  They are used
with the versions that the tests have seen, and only as long as nothing raises an error; otherwise
numba compiles by itself, which takes three and a half times as long and gives the same.
`VECX_JIT=plain` in the environment asks for that.
"""

import contextlib
import os
from collections.abc import Callable, Iterable
from typing import Any

# The only place that says which versions of numba are tested: from the first to the last of
# these, with all corrections of the last.
TESTED = (0, 66), (0, 68)

_fault = ""     # what went wrong, where something did


def is_tested(version: str) -> bool:
    """Say whether a version of numba is in the range, as in 0.68.1."""
    parts = version.split(".")
    try:
        return TESTED[0] <= (int(parts[0]), int(parts[1])) <= TESTED[1]
    except (ValueError, IndexError):
        return False


def is_asked() -> bool:
    """Say whether the environment leaves parts of numba to be replaced."""
    return os.environ.get("VECX_JIT", "1") != "plain"


def is_wanted() -> bool:
    """Say whether parts of numba are replaced at the next function."""
    return is_asked() and is_tested(_version()) and not _fault


def why_not() -> str:
    """Return a line for the user where numba compiles by itself and nobody asked for that."""
    if not is_asked():
        return ""
    if not is_tested(_version()):
        first, last = (".".join(map(str, version)) for version in TESTED)
        return (f"numba {_version()} compiles by itself, slowly: only {first} to {last} are "
                "tested with what makes it faster")
    return f"numba {_version()} compiles by itself, slowly: {_fault}" if _fault else ""


def settings() -> dict[str, Any]:
    """Return the settings of `njit` that make a function's passes few while that is wanted."""
    global _fault
    if is_wanted():
        try:
            from .passes import lean_compiler

            return {"pipeline_class": lean_compiler(is_wanted)}
        except Exception as fault:
            _fault = in_words(fault)
    return {}


def compile_lean(compile_: Callable[[], Any], functions: Iterable[Any],
                 inner: Iterable[str], no_inline: Iterable[str]) -> Any:
    """Compile with parts of numba replaced; where that fails, once more without.

    Args:    compile_   compiles a function, with all that it calls
             functions  dispatchers, which forget what they have compiled where that failed
             inner, no_inline  names, as for `linking.together`
    Returns: what compile_ returns
    Errors:  those of compile_ without replacements; then they are wanted still
    """
    global _fault
    if not is_wanted():
        return compile_()
    try:
        from . import linking, shortcuts

        with shortcuts.taken(), linking.together(inner, no_inline):
            return compile_()
    except Exception as fault:
        said = in_words(fault)
    _fault = said
    for each in functions:
        _forget(each)
    try:
        return compile_()
    except Exception:
        _fault = ""         # the function is at fault, not what was replaced
        raise


def _forget(function: Any) -> None:
    """Let a dispatcher forget what it has compiled, and what it could not."""
    function._make_finalizer()()
    function._reset_overloads()
    with contextlib.suppress(AttributeError):
        function._compiler._failed_cache.clear()


def in_words(fault: Exception) -> str:
    """Return an error as a part of a line."""
    words = str(fault).strip().splitlines()
    return f"{type(fault).__name__}: {words[0]}" if words else type(fault).__name__


def _version() -> str:
    import numba

    return str(numba.__version__)
