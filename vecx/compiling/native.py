"""The native libraries: finding, checking and calling the one for this computer.

vecx/data/native has a library for each platform, and native.json, which says what they were made
from.  A library is used if it is intact, was made from the code of these sources, suits the
processor, and runs a short program with the known result.  `python -m building` makes them.
"""

import ast
import base64
import ctypes
import hashlib
import json
import os
import sys
import weakref
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import install
from . import Unusable

PACKAGE = Path(__file__).parents[1]
FOLDER = PACKAGE / "data" / "native"
MANIFEST = FOLDER / "native.json"
# By sys.platform and the machine's name.
LIBRARIES = {
    ("linux", "x86_64"): "linux-x86_64.so", ("linux", "aarch64"): "linux-aarch64.so",
    ("darwin", "arm64"): "macos-arm64.dylib", ("darwin", "x86_64"): "macos-x86_64.dylib",
    ("win32", "amd64"): "windows-x86_64.dll"}
# The sources of compiled functions.  A test reports missing ones.
SOURCES = (
    "compiling/jit.py", "chips/*.py", "strict/accesses.py", "strict/arithmetic.py",
    "strict/entries.py", "strict/facts.py", "strict/follow.py", "strict/instructions.py",
    "strict/numbers.py", "strict/records.py", "strict/settle.py", "strict/shadow.py",
    "strict/stacking.py", "strict/state.py", "strict/undefined.py", "strict/uses.py",
    "strict/values.py", "strict/wires.py",
    "measure/trace/tally.py", "conform/via.py", "debugger/probe.py", "display/light.py",
    "sound/mixer.py", "../asm/cpu/isa.py")
BUILD = "run `python -m building` in the source tree, or set VECX_JIT=numba"
REINSTALL = "install vecx again"
C_TYPES: dict[Any, Any] = {None: None, int: ctypes.c_longlong, float: ctypes.c_double}
# The arguments for an array, by its id: the array, its type, its address and lengths.
_passed: dict[int, tuple[Any, Any, tuple[int, ...]]] = {}


def sources() -> list[Path]:
    return [path for pattern in SOURCES for path in sorted(PACKAGE.glob(pattern))]


def digest(paths: Sequence[Path] | None = None) -> str:
    """Return the digest of source files, independent of line ends.

    Args: paths  default: `sources()`
    """
    whole = hashlib.sha256()
    for path in sources() if paths is None else paths:
        text = path.read_bytes().replace(b"\r\n", b"\n")
        whole.update(path.name.encode() + b"\0" + text + b"\0")
    return whole.hexdigest()


def code_digest(paths: Sequence[Path] | None = None) -> str:
    """Return the digest of the code in source files: comments, docstrings and layout do not count.

    It is the same for all versions of Python.

    Args:   paths  default: `sources()`
    Errors: SyntaxError if a file is not Python
    """
    whole = hashlib.sha256()
    for path in sources() if paths is None else paths:
        tree = ast.parse(path.read_bytes())
        whole.update(f"{path.name} {_code(tree)}\n".encode())
    return whole.hexdigest()


def _code(node: Any) -> str:
    """Return a syntax tree as text, without docstrings and without fields that are empty."""
    if isinstance(node, list):
        return f"[{' '.join(filter(None, map(_code, node)))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) \
            and isinstance(node.value.value, str):
        return ""
    fields = (f"{name}={_code(value)}" for name, value in ast.iter_fields(node)
              if value is not None and value != [])
    return f"({type(node).__name__} {' '.join(fields)})"


def platform_key() -> tuple[str, str]:
    """Return this platform's key in LIBRARIES; a 32-bit Python has no library."""
    machine = os.uname().machine if hasattr(os, "uname") else sys.version.rpartition("(")[2][:5]
    return sys.platform, machine.lower() if sys.maxsize > 1 << 32 else f"32-bit {machine}"


class Library:
    """A loaded library."""

    def __init__(self, path: Path) -> None:
        """Load the library.  Errors: Unusable if that fails"""
        self.path = path
        try:
            self._library = ctypes.CDLL(str(path))
        except OSError as fault:
            raise Unusable(f"{path} cannot be loaded ({_one_line(fault)})") from None

    def fits(self) -> bool:
        """Return whether the processor has all instructions that the library uses."""
        return bool(self._library.vecx_fits())

    def function(self, name: str, kinds: Sequence[Any],
                 returns: type | None) -> Callable[..., Any]:
        """Return a function of the library.

        Args:   name, kinds, returns  as in jit.Function
        Errors: the function raises TypeError for arrays of other types
        """
        call = self._library[name]
        call.restype = C_TYPES[returns]
        types: list[Any] = [each for kind in kinds for each in (
            (C_TYPES[kind],) if isinstance(kind, type)
            else (ctypes.c_void_p, *[ctypes.c_longlong] * kind.axes))]
        call.argtypes = types

        def run(*arguments: Any) -> Any:
            flat: list[Any] = []
            for argument, kind in zip(arguments, kinds, strict=True):
                if isinstance(kind, type):
                    flat.append(kind(argument))
                    continue
                known = _passed.get(id(argument))
                if known is None or known[0]() is not argument or known[1] is not kind:
                    known = _checked(name, argument, kind)
                flat += known[2]
            return call(*flat)

        return run


def _checked(name: str, array: np.ndarray, kind: Any) -> tuple[Any, Any, tuple[int, ...]]:
    """Check the type of an array, and cache its address while the array exists."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} takes an array, not {type(array).__name__}")
    if array.dtype != kind.dtype or array.ndim != kind.axes or not array.flags.c_contiguous:
        raise TypeError(f"{name} takes a C-contiguous array (dtype {kind.dtype.str}, ndim "
                        f"{kind.axes}), not dtype {array.dtype.str}, ndim {array.ndim}, strides "
                        f"{array.strides}")
    key = id(array)
    known = (weakref.ref(array, lambda _: _passed.pop(key, None)), kind,
             (array.ctypes.data, *array.shape))
    _passed[key] = known
    return known


def load() -> Library:
    """Return the library for this computer.

    Errors: Unusable if there is none that works
    """
    system, machine = platform_key()
    name = LIBRARIES.get((system, machine))
    if name is None:
        raise Unusable(f"there is no native library for {system} on {machine}; numba may work: "
                       f"{install('numba')}")
    try:
        manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
        current = manifest["sources"] == digest() or manifest["code"] == code_digest()
        made = manifest["libraries"][name]
        check = manifest["check"]
        intact = hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() == made
    except (OSError, ValueError, KeyError, TypeError, SyntaxError) as fault:
        raise Unusable(f"the native library is missing or damaged ({_one_line(fault)}); "
                       f"{REINSTALL}") from None
    if not current:
        raise Unusable(f"the native library is older or newer than the sources; {BUILD}")
    if not intact:
        raise Unusable(f"{FOLDER / name} was modified; {REINSTALL}")
    library = Library(FOLDER / name)
    if not library.fits():
        raise Unusable("the processor lacks instructions that the native library needs: "
                       "x86-64-v2, which processors have had since 2009")
    if run_check(library, check) != check["digest"]:
        raise Unusable(f"{FOLDER / name} computes wrong results on this computer")
    return library


def run_check(library: Library, check: dict[str, Any]) -> str:
    """Run the short program of native.json; return the digest of the resulting record and RAM.

    Args: check  sizes of record, board and decoded ROM in bytes; the initial non-zero bytes as
                 JSON, deflated, in base64; the cycle to run to; the place of RAM on the board
    """
    room = {part: np.zeros(size, np.uint8) for part, size in check["bytes"].items()}
    start = json.loads(zlib.decompress(base64.b64decode(check["start"])))
    for part, pieces in start.items():
        for at, text in pieces:
            data = np.frombuffer(bytes.fromhex(text), np.uint8)
            room[part][at:at + len(data)] = data
    arguments: list[int] = []
    for part in room.values():
        arguments += (part.ctypes.data, 1)
    advance = library._library.advance
    advance.restype = ctypes.c_longlong
    types: list[Any] = [ctypes.c_void_p, ctypes.c_longlong] * 3 + [ctypes.c_longlong]
    advance.argtypes = types
    advance(*arguments, check["until"])
    begin, end = check["ram"]
    return hashlib.sha256(room["record"].tobytes() + room["board"][begin:end].tobytes()).hexdigest()


def _one_line(fault: Exception) -> str:
    return f"{type(fault).__name__}: {' '.join(str(fault).split())}"
