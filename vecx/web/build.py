"""Make the web machine: the functions that numba compiles, as a WebAssembly module.

Run as ``python -m vecx.web.build``; needs the package ziglang, a C compiler as a wheel.  It writes
into vecx/data/web

    machine.wasm    the machine and its sound
    sound.wasm      the sound alone, for films
    light.wasm      the phosphor, for browsers whose WebGL is none or slow
    machine.json    where the fields of record and board are, the numbers that the page needs of the
                    tables here, and the digest of all that these files are made from

numba gives each function as LLVM's text, with all that it calls inside and nothing done for the
processor at hand: that is left to clang.  What serves Python alone is taken out; a few lines of C,
written from the table ENTRIES, give JavaScript plain numbers in place of numba's arrays.
"""

import hashlib
import importlib
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from ..compiling.jit import sources
from ..errors import VecxError

DATA = Path(__file__).parents[1] / "data" / "web"
WASM, SOUND, LIGHT, LAYOUT = (
    DATA / name for name in ("machine.wasm", "sound.wasm", "light.wasm", "machine.json"))
OF_SOUND = "render", "add_steps", "integrate"
OF_LIGHT = "deposit", "scatter", "glow", "blur", "settle", "develop"
MEMORY_PAGES = 384          # of 64 KiB: two banks of decoded words, the board, room for the page
SMALL_PAGES = 16
STACK_BYTES = 65536
# So that the text is the same on every computer: no optimiser, no features of this processor, and
# none of the short cuts of `compiling`.
PLAIN = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "",
         "VECX_JIT": "plain"}
CHILD = "VECX_WEB_BUILD"    # set in the process that has this environment
FLAGS = ("-target", "wasm32-freestanding", "-O2", "-fno-sanitize=all", "-Wno-override-module")
WIDE = ("-O3", "-msimd128")     # of the light, which is many pixels
# Lines of numba's that no other target knows, and what stands in their place.
FOREIGN = (
    (re.compile(r"^target (?:datalayout|triple) = .*$", re.MULTILINE), ""),
    (re.compile(r"^source_filename = .*$", re.MULTILINE), ""),
    (re.compile(r"= common global"), "= internal global"),
    # Addresses of Python's objects, which only code refers to that is never run here.
    (re.compile(r"linkonce global ptr inttoptr \(i64 \d+ to ptr\)"), "internal global ptr null"),
)
ADDRESSED = re.compile(r"(numba\.dynamic\.globals\.)[0-9a-f]+")
COUNTED = re.compile(r"^define linkonce_odr (\w+) (@(?:NRT|nrt)_\w+)\(([^)]*)\)[^{]*\{.*?^\}$",
                     re.MULTILINE | re.DOTALL)


class Entry(NamedTuple):
    """A function that the page calls.

    name       as the page has it
    function   what Python has in its place
    arguments  an array each, as an example of it, or a number's type
    gives      C type of what it returns
    """

    name: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    gives: str


def entries() -> list[Entry]:
    """Return what the page calls."""
    from ..chips import cpu, psg
    from ..chips.state import BOARD, DECODED, RECORD
    from ..chips.state_record import zeros
    from ..display import light
    from ..sound import mixer

    record, board, words = (zeros(kind) for kind in (RECORD, BOARD, DECODED))
    pairs, line, writes = np.zeros((1, 1)), np.zeros(1), np.zeros((1, 1), np.int64)
    planes, tiles, row = (np.zeros((1,) * count, np.float32) for count in (3, 2, 1))
    places, colours = np.zeros((1, 1), np.int32), np.zeros((1, 1), np.uint32)
    seen = np.zeros((1, 1, 1), np.uint8)
    return [Entry("advance", cpu.advance, (record, board, words, int), "long long"),
            Entry("reset", reset, (record, board), "void"),
            Entry("render", psg.psg_render, (record, writes, int, int, pairs), "long long"),
            Entry("add_steps", mixer.add_steps, (line, pairs, float, float, pairs), "void"),
            Entry("integrate", mixer.integrate, (line, float, float, line), "double"),
            Entry("deposit", light.deposit, (planes, pairs, float, float, tiles, places, row, row),
                  "void"),
            Entry("scatter", light.scatter, (planes, pairs, float, float), "void"),
            Entry("glow", light.glow, (planes, tiles, tiles), "void"),
            Entry("blur", light.blur, (tiles, row, tiles, tiles), "void"),
            Entry("settle", light.settle, (tiles, tiles, tiles, seen, seen[0], float), "void"),
            Entry("develop", light.develop,
                  (planes, tiles, tiles, places[0], row, colours[0], colours, colours, colours,
                   tiles, seen, tiles, colours[0], float), "void")]


def reset(states: Any, boards: Any) -> None:
    """Assert /RESET."""
    from ..chips.cpu import reset

    reset(states[0], boards[0])


def compiler() -> Callable[[Any], Any]:
    """Return what compiles a function that nothing of Python's calls."""
    numba: Any = importlib.import_module("numba")
    made: Callable[[Any], Any] = numba.njit(nogil=True, no_cpython_wrapper=True,
                                            no_cfunc_wrapper=True, error_model="numpy")
    return made


def compiled_plain(function: Any) -> Any:
    """Return what numba makes of plain Python that calls plain Python of the same kind."""
    names = dict(function.__globals__)
    for name in function.__code__.co_names:
        if isinstance(names.get(name), FunctionType):
            names[name] = compiled_plain(names[name])
    return compiler()(FunctionType(function.__code__, names, function.__name__))


def dispatcher_of(entry: Entry) -> Any:
    """Return what compiles an entry: anew, for what Python calls has what Python needs inside."""
    if entry.function is not reset:
        return compiler()(getattr(entry.function, "__wrapped__"))    # noqa: B009
    from ..chips import cpu

    inside = compiled_plain(cpu.reset)
    return compiler()(lambda states, boards: inside(states[0], boards[0]))


def text_of(entry: Entry) -> str:
    """Return an entry as LLVM's text, in which it has its own short name."""
    import numba

    kinds = {int: numba.int64, float: numba.float64}
    dispatcher = dispatcher_of(entry)
    dispatcher.compile(tuple(kinds.get(argument) if isinstance(argument, type)
                             else numba.typeof(argument) for argument in entry.arguments))
    text: str = next(iter(dispatcher.inspect_llvm().values()))
    for pattern, instead in FOREIGN:
        text = pattern.sub(instead, text)
    text = numbered(ADDRESSED, text)
    text = COUNTED.sub(lambda found: f"declare {found[1]} {found[2]}({found[3]})", text)
    own = re.search(r"^define i32 @(\S+?)\(", text, re.MULTILINE)
    if own is None:
        raise VecxError(f"numba gives no function for {entry.name}")
    return text.replace(own[1], f"vecx_{entry.name}")


def numbered(pattern: re.Pattern[str], text: str) -> str:
    """Replace the addresses in names by the order in which they come."""
    known: dict[str, str] = {}
    return pattern.sub(lambda found: known.setdefault(found[0], f"{found[1]}{len(known)}."), text)


def glue(all_entries: Sequence[Entry]) -> str:
    """Return the C between JavaScript's numbers and numba's arguments.

    An array is its address and its lengths; whole numbers are doubles, which hold all cycles of a
    machine's life.
    """
    lines = ["void NRT_incref(char *p) {} void NRT_decref(char *p) {}",
             "long long nrt_atomic_add(char *p) { return 1; }",
             "long long nrt_atomic_sub(char *p) { return 1; }"]
    for entry in all_entries:
        takes, gives, declared = [], [], ["void *", "void **"]
        for number, argument in enumerate(entry.arguments):
            name = f"a{number}"
            if isinstance(argument, type):
                takes.append(f"double {name}")
                declared.append("long long" if argument is int else "double")
                gives.append(f"(long long) {name}" if argument is int else name)
                continue
            lengths = [f"n{number}{axis}" for axis in "xyz"[:argument.ndim]]
            takes += [f"void *{name}", *(f"int {length}" for length in lengths)]
            declared += ["void *", "void *", "long long", "long long", "void *",
                         *["long long"] * 2 * argument.ndim]
            strides = [" * ".join(["(long long) " + str(argument.itemsize), *lengths[axis + 1:]])
                       for axis in range(argument.ndim)]
            gives += ["0", "0", "(long long) " + " * ".join(lengths), str(argument.itemsize), name,
                      *lengths, *strides]
        lines.append(f"int vecx_{entry.name}({', '.join(declared)});")
        returns = "void" if entry.gives == "void" else "double"
        body = f"{entry.gives if entry.gives != 'void' else 'void *'} result; void *fault; " \
            f"if (vecx_{entry.name}(&result, &fault, {', '.join(gives)})) __builtin_trap();"
        if returns == "double":
            body += " return (double) result;"
        lines.append(f"{returns} {entry.name}({', '.join(takes)}) {{ {body} }}")
    return "\n".join([*lines, ""])


def modules() -> dict[str, bytes]:
    """Return the modules by the names of their files.

    Errors: VecxError where the compiler is not there, or does not take what numba gives
    """
    if importlib.util.find_spec("ziglang") is None:
        raise VecxError("the web machine is compiled by the package ziglang: "
                        "pip install 'vecx-toolchain[web]'")
    all_entries = entries()
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        for entry in all_entries:
            (room / f"{entry.name}.ll").write_text(text_of(entry), encoding="utf-8")
            flags = (*FLAGS, *(WIDE if entry.name in OF_LIGHT else ()))
            _zig(room, "cc", *flags, "-c", f"{entry.name}.ll", "-o", f"{entry.name}.o")
        def those(names: Sequence[str]) -> list[Entry]:
            return [entry for entry in all_entries if entry.name in names]

        machine = [entry for entry in all_entries if entry.name not in OF_LIGHT]
        return {WASM.name: linked(room, machine, MEMORY_PAGES),
                SOUND.name: linked(room, those(OF_SOUND), SMALL_PAGES),
                LIGHT.name: linked(room, those(OF_LIGHT), SMALL_PAGES)}


def linked(room: Path, some: Sequence[Entry], pages: int) -> bytes:
    """Return a module of some entries, whose parts lie in a folder."""
    (room / "glue.c").write_text(glue(some), encoding="utf-8")
    _zig(room, "cc", *FLAGS, "-c", "glue.c", "-o", "glue.o")
    _zig(room, "wasm-ld", "--no-entry", "--gc-sections", "--strip-all", "--export=__heap_base",
         *(f"--export={entry.name}" for entry in some), "-z", f"stack-size={STACK_BYTES}",
         f"--initial-memory={pages * 65536}", *(f"{entry.name}.o" for entry in some), "glue.o",
         "-o", "made.wasm")
    return (room / "made.wasm").read_bytes()


def _zig(room: Path, *words: str) -> None:
    done = subprocess.run([sys.executable, "-m", "ziglang", *words], cwd=room, text=True,
                          capture_output=True, check=False)
    if done.returncode:
        raise VecxError(f"ziglang {words[0]}: {done.stderr.strip()[-2000:]}")


def digest() -> str:
    """Return the digest of all sources that the web machine is made from."""
    package = Path(__file__).parents[1]
    parts = [*sources(), Path(__file__), Path(__file__).with_name("layout.py"),
             package / "console" / "analog.py"]
    own = hashlib.sha256()
    for path in sorted(set(parts)):
        own.update(path.name.encode() + b"\0" + path.read_bytes())
    return own.hexdigest()


def make() -> dict[str, bytes]:
    """Return the contents of all files, made in a process with an environment of its own.

    Errors: VecxError as `modules`
    """
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, **PLAIN, CHILD: folder, "XDG_CACHE_HOME": folder}
        done = subprocess.run([sys.executable, "-m", "vecx.web.build"], env=environment, text=True,
                              capture_output=True, check=False)
        if done.returncode:
            raise VecxError(done.stderr.strip() or "the web machine cannot be made")
        return {path.name: (Path(folder) / path.name).read_bytes()
                for path in (WASM, SOUND, LIGHT, LAYOUT)}


def main() -> None:
    """Make the web machine and write it into the package's data."""
    from .. import files
    from .layout import layout

    within = os.environ.get(CHILD)
    try:
        if within:
            text = json.dumps({"digest": digest(), **layout()}, separators=(",", ":"))
            made = {**modules(), LAYOUT.name: text.encode() + b"\n"}
        else:
            made = make()
            DATA.mkdir(parents=True, exist_ok=True)
        for name, contents in made.items():
            files.write(Path(within or DATA) / name, contents)
    except VecxError as fault:
        raise SystemExit(f"vecx: {fault}") from None
    print("\n".join(f"{name}: {len(contents):,} bytes" for name, contents in made.items()))


if __name__ == "__main__":
    main()
