"""The compiled functions as LLVM IR in text form, the same on every computer.

numba compiles each function that Python calls together with its callees, not optimised and for no
particular processor.  Here names are made readable and stable, and code that serves only Python is
removed:

- functions that others call are private to the text, so that they can be merged into their callers;
- the counting of references, which plain records do not need, becomes functions without effect *in
  the text*: the compiler has to assume that a call whose code it cannot see changes every field.
"""

import functools
import hashlib
import importlib
import importlib.metadata
import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FunctionType
from typing import Any

from vecx.compiling import native
from vecx.compiling.jit import FUNCTIONS, Array, Function
from vecx.errors import VecxError

# numba optimises nothing and knows no processor: that is left to clang.  It stores names in sets.
ENVIRONMENT = {"VECX_JIT": "numba", "NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic",
               "NUMBA_CPU_FEATURES": "", "PYTHONHASHSEED": "0"}
# The files of this folder on which compiled code depends.
BUILDERS = "ir.py", "layout.py", "native.py", "profile.py", "web.py"
MANGLED = re.compile(r"@(_ZN[\w.$]+)")
PART = re.compile(r"0?(\d+)")
ADDRESSED = re.compile(r"(numba\.dynamic\.globals\.)[0-9a-f]+")
COUNTING = re.compile(
    r"^define linkonce_odr (\w+) (@(?:NRT_incref|NRT_decref|nrt_atomic_add|nrt_atomic_sub))\("
    r"[^)]*\)[^{]*\{.*?^\}$", re.MULTILINE | re.DOTALL)
NOTHING = {"void": "ret void", "i64": "ret i64 1"}
# Text that is specific to this target or process, and its replacement.
REPLACED = (
    (re.compile(r"^target (?:datalayout|triple) = .*\n", re.MULTILINE), ""),
    (re.compile(r"^source_filename = .*\n", re.MULTILINE), ""),
    (re.compile(r"= common global"), "= internal global"),
    # Addresses of Python's objects, used only by code that never runs here.
    (re.compile(r"linkonce global ptr inttoptr \(i64 \d+ to ptr\)"), "internal global ptr null"),
    (re.compile(r"define linkonce_odr"), "define internal"),
    # Instructions of every processor that is built for, not calls of a C library.
    (re.compile(r"@(sqrt|floor|ceil)\("), r"@llvm.\1.f64("),
    (re.compile(r"@sqrtf\("), "@llvm.sqrt.f32("),
)


def functions() -> dict[str, Function]:
    """Return the functions that Python calls, by name, in an order that no import changes."""
    for path in native.sources():
        parts = path.resolve().relative_to(native.PACKAGE.parent).with_suffix("").parts
        importlib.import_module(".".join(parts))
    return dict(sorted(FUNCTIONS.items()))


def text_of(name: str, dispatcher: Any, kinds: Iterable[Any]) -> str:
    """Return a function as LLVM IR, in which it is called `vecx_NAME`.

    Args: dispatcher  numba's, for these kinds of arguments, see jit.Function
    """
    import numba

    numbers = {int: numba.int64, float: numba.float64}
    dispatcher.compile(tuple(
        numba.types.Array(numba.from_dtype(kind.dtype), kind.axes, "C")
        if isinstance(kind, Array) else numbers[kind] for kind in kinds))
    text: str = next(iter(dispatcher.inspect_llvm().values()))
    own = re.search(r"^define i32 @(\S+?)\(", text, re.MULTILINE)
    if own is None:
        raise VecxError(f"numba gives no function for {name}")
    text = text.replace(f"define i32 @{own[1]}(", f"define hidden i32 @{own[1]}(")
    text = text.replace(f"@{own[1]}(", f"@vecx_{name}(")
    text = COUNTING.sub(lambda found: f"define internal {found[1]} {found[2]}(ptr %p) alwaysinline "
                                      f"{{ {NOTHING[found[1]]} }}", text)
    for pattern, instead in REPLACED:
        text = pattern.sub(instead, text)
    text = _numbered(ADDRESSED, text)
    return f'source_filename = "{name}"\n' + _without_inlining(_readable(text))


def _numbered(pattern: re.Pattern[str], text: str) -> str:
    """Replace addresses in names by their order of occurrence."""
    known: dict[str, str] = {}
    return pattern.sub(lambda found: known.setdefault(found[0], f"{found[1]}{len(known)}."), text)


def _readable(text: str) -> str:
    """Replace numba's names, which contain a count of compiled functions, by plain ones."""
    names: dict[str, str] = {}
    taken: set[str] = set()

    def plain(found: re.Match[str]) -> str:
        if found[1] not in names:
            parts, at = [], 3
            while length := PART.match(found[1], at):
                at = length.end() + int(length[1])
                parts.append(found[1][length.end():at])
            name = base = ".".join(parts)
            number = 0
            while name in taken:
                number += 1
                name = f"{base}.{number}"
            taken.add(name)
            names[found[1]] = name
        return "@" + names[found[1]]

    return MANGLED.sub(plain, text)


def _without_inlining(text: str) -> str:
    """Forbid inlining of functions that are marked `no_inline`."""
    from vecx.compiling.with_numba import no_inline_names

    for name in no_inline_names():
        text = re.sub(rf"^(define internal \w+ @{re.escape(name)}(?:\.\d+)?\(.*\)) \{{$",
                      r"\1 noinline {", text, flags=re.MULTILINE)
    return text


@functools.cache
def texts() -> dict[str, str]:
    """Return the text of every function that Python calls, and of /RESET, by name.

    The process has to run in ENVIRONMENT, as `python -m building` does.
    """
    assert all(os.environ.get(name) == value for name, value in ENVIRONMENT.items())
    return {marked.name: text_of(marked.name, _compiler()(marked.written), marked.kinds)
            for marked in (*functions().values(), reset_function())}


def clang(room: Path, *words: str) -> None:
    """Run a command of ziglang (a C compiler in a Python package) in a folder.

    Errors: VecxError if it is not installed, or fails
    """
    if importlib.util.find_spec("ziglang") is None:
        raise VecxError('the compiler is not installed: pip install -e ".[build]"')
    done = subprocess.run([sys.executable, "-m", "ziglang", *words], cwd=room, text=True,
                          capture_output=True, check=False)
    if done.returncode:
        raise VecxError(f"ziglang {' '.join(words[:3])}: {done.stderr.strip()[-2000:]}")


def tools() -> str:
    """Return the versions of all tools that affect the built bytes."""
    versions = (f"{name} {importlib.metadata.version(name)}"
                for name in ("numba", "llvmlite", "ziglang"))
    return f"Python {sys.version_info[0]}.{sys.version_info[1]}, {', '.join(versions)}"


def digest() -> str:
    """Return the digest of all inputs of compiled code, including the build scripts."""
    here = Path(__file__).parent
    code = [*native.sources(), *(here / name for name in BUILDERS),
            native.PACKAGE / "console" / "analog.py"]
    data = sorted(here.glob("*.profdata"))
    return hashlib.sha256((native.code_digest(code) + native.digest(data)).encode()).hexdigest()


def reset_function() -> Function:
    """Return /RESET, which is plain Python over the record, as a function that JavaScript calls."""
    from vecx.chips import cpu
    from vecx.chips.state import BOARDS, STATES

    def reset(states: Any, boards: Any) -> None:
        inside(states[0], boards[0])

    inside = _compiled_plain(cpu.reset)
    return Function(reset, (STATES, BOARDS), None)


def _compiled_plain(function: Any) -> Any:
    """Compile plain Python that calls plain Python."""
    names = dict(function.__globals__)
    for name in function.__code__.co_names:
        if isinstance(names.get(name), FunctionType):
            names[name] = _compiled_plain(names[name])
    return _compiler()(FunctionType(function.__code__, names, function.__name__))


def _compiler() -> Callable[[Any], Any]:
    """Return a compiler for functions without Python's calling convention."""
    from vecx.compiling.with_numba import compiler

    return compiler(no_cpython_wrapper=True)
