"""The web machine: the functions that a page calls, as WebAssembly.

    machine.wasm    the machine and its sound, and the check of a state from a file
    sound.wasm      the sound alone, for films
    light.wasm      the phosphor, for browsers without a fast WebGL
    machine.json    the layout of record and board, numbers that the page needs, and the digest of
                    the sources of these files

The LLVM text is that of the native libraries (ir.py); the C around it takes JavaScript's numbers.
"""

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

from vecx.compiling.jit import Function
from vecx.web.export import LAYOUT, LIGHT, SOUND, WASM

from . import ir, layout
from .native import glue

OF_SOUND = "psg_render", "add_steps", "integrate"
OF_LIGHT = "strokes", "deposit", "scatter", "glow", "blur", "settle", "develop"
OF_MACHINE = "advance", "reset", "via_find_due", *OF_SOUND
MEMORY_PAGES = 384          # of 64 KiB: two banks of decoded words, the board, room for the page
SMALL_PAGES = 16
STACK_BYTES = 65536
FLAGS = ("-target", "wasm32-freestanding", "-O2", "-fno-sanitize=all", "-ffp-contract=off",
         "-Wno-override-module")
WIDE = ("-O3", "-msimd128")     # for the light, which processes many pixels


def modules() -> dict[str, bytes]:
    """Return the modules, keyed by the names of their files.

    Errors: VecxError if the compiler is not installed, or fails
    """
    texts, functions = ir.texts(), {**ir.functions(), "reset": ir.reset_function()}
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        for name in {*OF_MACHINE, *OF_LIGHT}:
            (room / f"{name}.ll").write_text(texts[name], encoding="utf-8")
            ir.clang(room, "cc", *FLAGS, *(WIDE if name in OF_LIGHT else ()),
                     "-c", f"{name}.ll", "-o", f"{name}.o")
        return {path.name: _linked(room, [functions[name] for name in names], pages)
                for path, names, pages in ((WASM, OF_MACHINE, MEMORY_PAGES),
                                           (SOUND, OF_SOUND, SMALL_PAGES),
                                           (LIGHT, OF_LIGHT, SMALL_PAGES))}


def _linked(room: Path, some: Sequence[Function], pages: int) -> bytes:
    """Link a module of some functions from the object files in a folder.

    Whole numbers are JavaScript's doubles, which are exact up to 2^53 cycles.
    """
    (room / "glue.c").write_text(glue(some, "double", "int", "#define EXPORT"), encoding="utf-8")
    ir.clang(room, "cc", *FLAGS, "-c", "glue.c", "-o", "glue.o")
    names = [function.name for function in some]
    ir.clang(room, "wasm-ld", "--no-entry", "--gc-sections", "--strip-all", "--export=__heap_base",
             *(f"--export={name}" for name in names), "-z", f"stack-size={STACK_BYTES}",
             f"--initial-memory={pages * 65536}", *(f"{name}.o" for name in names), "glue.o",
             "-o", "made.wasm")
    return (room / "made.wasm").read_bytes()


def make() -> dict[str, bytes]:
    """Return the contents of all files of vecx/data/web.

    Errors: VecxError as `modules`
    """
    text = json.dumps({"digest": ir.digest(), **layout.layout()}, separators=(",", ":"))
    return {**modules(), LAYOUT.name: text.encode() + b"\n"}
