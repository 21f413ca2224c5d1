"""The native libraries: one for each platform, with every function that Python calls.

Each consists of the functions' LLVM text, and a few lines of C that convert plain numbers and
addresses to the arguments of numba's functions.  On Linux and Windows a library depends on no other
one, so it works with any C library.  The bytes do not depend on the computer that builds it.
"""

import base64
import hashlib
import json
import re
import tempfile
import zlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from vecx.compiling import native
from vecx.compiling.jit import Array, Function

from . import ir

PROFILE = Path(__file__).with_name("branches.profdata")


class Target(NamedTuple):
    """A platform.

    library  the name of its file
    triple   clang's name of it
    cpu      the oldest processor that runs the code, in clang's words
    link     further flags for the linker
    """

    library: str
    triple: str
    cpu: str
    link: tuple[str, ...] = ()


TARGETS = (
    Target("linux-x86_64.so", "x86_64-linux-gnu.2.17", "x86_64_v2", ("-nostdlib",)),
    Target("linux-aarch64.so", "aarch64-linux-gnu.2.17", "generic", ("-nostdlib",)),
    Target("macos-x86_64.dylib", "x86_64-macos.11.0", "x86_64_v2"),
    Target("macos-arm64.dylib", "aarch64-macos.11.0", "apple_m1"),
    Target("windows-x86_64.dll", "x86_64-windows-gnu", "x86_64_v2", ("-nostdlib",)),
)
FLAGS = ("-O3", "-fPIC", "-fno-sanitize=all", "-ffp-contract=off", "-Wno-override-module",
         # No jump tables: processors predict a tree of comparisons better (docs/performance.md).
         "-mllvm", "-min-jump-table-entries=1000")
C_TYPES: dict[Any, str] = {int: "long long", float: "double", None: "void"}
# The processor's own answer: SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2 and POPCNT are x86-64-v2.
FITS = """
#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
int _fltused = 0;
int __stdcall DllMainCRTStartup(void *module, unsigned reason, void *reserved) { return 1; }
void *memset(void *to, int value, unsigned long long size) {
    for (char *at = to; size--; ) *at++ = value;
    return to;
}
#else
#define EXPORT __attribute__((visibility("default")))
#endif
#if defined(__x86_64__)
EXPORT int vecx_fits(void) {
    unsigned a = 1, b, c = 0, d, needed = 1 | 1 << 9 | 1 << 13 | 1 << 19 | 1 << 20 | 1 << 23;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return (c & needed) == needed;
}
#else
EXPORT int vecx_fits(void) { return 1; }
#endif
"""
# The program of the check at load: draws and moves with all values, with pauses at changing places.
CHECK = """
        org     $E000
        setdp   $D0
start   lds     #$CBEA
        lda     #$D0
        tfr     a,dp
        ldd     #$9FFF          ; DDR A and B
        std     <$02
        ldd     #$98CE          ; ACR, PCR
        std     <$0B
        lda     #$20
        sta     <$04            ; T1 latch
        ldx     #$C800
loop    inca
        mul
        adda    ,x
        sta     ,x+
        cmpx    #$CB00
        blo     on
        ldx     #$C800
on      sta     <$01            ; ORA
        clr     <$00
        inc     <$00
        eora    #$55
        sta     <$01
        lda     #$FF
        sta     <$0A            ; SR
        clr     <$05            ; T1 begins
        ldb     #$40
wait    bitb    <$0D
        beq     wait
        clr     <$0A
        ldd     #$00CC
        stb     <$0C            ; zero the integrators
        ldd     #$03CE
        stb     <$0C
        lda     ,x
        bra     loop
        org     $FFFE
        fdb     start
"""
CHECK_CYCLES = 6000


def glue(functions: Sequence[Function], whole: str = "long long", length: str = "long long",
         head: str = FITS) -> str:
    """Return C functions that pass arguments from Python, or JavaScript, to numba's functions.

    Args: whole, length  the C types of whole numbers and of an array's lengths
          head           C that defines EXPORT, and other functions of the library

    numba's functions take an array as seven words or more: two for reference counting, its number
    of items, their size, its address, its lengths and its strides.
    """
    lines = [head]
    c_types = {**C_TYPES, int: whole}
    for function, kinds, returns in ((each.name, each.kinds, each.returns) for each in functions):
        takes: list[str] = []
        gives: list[str] = []
        declared = ["void *", "void **"]
        for number, kind in enumerate(kinds):
            if not isinstance(kind, Array):
                takes.append(f"{c_types[kind]} a{number}")
                gives.append(f"a{number}")
                declared.append(C_TYPES[kind])
                continue
            lengths = [f"n{number}_{axis}" for axis in range(kind.axes)]
            takes += [f"void *a{number}", *(f"{length} {name}" for name in lengths)]
            strides = [" * ".join([f"{kind.dtype.itemsize}LL", *lengths[axis + 1:]])
                       for axis in range(kind.axes)]
            gives += ["0", "0", " * ".join(["1LL", *lengths]), str(kind.dtype.itemsize),
                      f"a{number}", *lengths, *strides]
            declared += ["void *", "void *", "long long", "long long", "void *",
                         *["long long"] * 2 * kind.axes]
        result = C_TYPES[returns] if returns else "void *"
        lines += [f"int vecx_{function}({', '.join(declared)});",
                  f"EXPORT {c_types[returns]} {function}({', '.join(takes)}) {{",
                  f"    {result} result = 0; void *fault;",
                  f"    if (vecx_{function}(&result, &fault, {', '.join(gives)}))",
                  "        __builtin_trap();",
                  *(["    return result;"] if returns else []), "}"]
    return "\n".join([*lines, ""])


def library(target: Target, texts: dict[str, str], functions: Sequence[Function],
            profile: Path | None = PROFILE) -> bytes:
    """Return the library of a platform.

    Args:   texts    of each function, see ir.texts
            profile  of the branches, for clang; or None
    Errors: VecxError if clang is not installed, or fails
    """
    of_target = "-target", target.triple, *FLAGS
    usual = (f"-fprofile-use={profile}", "-Wno-profile-instr-out-of-date",
             "-Wno-profile-instr-unprofiled", "-Wno-backend-plugin") if profile else ()
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        for name, text in texts.items():
            (room / f"{name}.ll").write_text(text, encoding="utf-8")
            ir.clang(room, "cc", *of_target, f"-mcpu={target.cpu}", *usual,
                     "-c", f"{name}.ll", "-o", f"{name}.o")
        (room / "glue.c").write_text(glue(functions), encoding="utf-8")
        ir.clang(room, "cc", *of_target, "-fno-builtin", "-c", "glue.c", "-o", "glue.o")
        ir.clang(room, "cc", "-target", target.triple, "-shared", "-s", *target.link,
                 *(f"{name}.o" for name in texts), "glue.o", "-o", target.library)
        return without_time((room / target.library).read_bytes())


def without_time(library: bytes) -> bytes:
    """Return a library without the time at which it was linked, which Windows libraries contain."""
    data = bytearray(library)
    if data[:2] == b"MZ":       # it is at 8 in the header at the address in $3C
        at = int.from_bytes(data[0x3C:0x40], "little") + 8
        data[at:at + 4] = bytes(4)
    return bytes(data)


def check() -> dict[str, Any]:
    """Return the test program that each library runs when it is loaded, without the expected
    result."""
    from asm import assemble
    from vecx.chips.state import BOARD, DECODED, RECORD
    from vecx.machine import Machine

    assembled = assemble(CHECK, name="check")
    assert assembled.image is not None, assembled.messages()
    machine = Machine(None, assembled.image.ljust(8192, b"\0"), "hardware", 1, ram="zero")
    arrays = {"record": machine.chips.state.array, "board": machine.chips.board.array}
    at, size = BOARD.fields["mem"][1], RECORD.itemsize  # type: ignore[index]
    start = {part: _pieces(array.view(np.uint8)) for part, array in arrays.items()}
    return {"bytes": {"record": size, "board": BOARD.itemsize, "decoded": DECODED.itemsize},
            "start": base64.b64encode(zlib.compress(json.dumps(start).encode(), 9)).decode(),
            "until": CHECK_CYCLES, "ram": [at + 0xC800, at + 0xCC00]}


def _pieces(data: np.ndarray) -> list[tuple[int, str]]:
    """Return the non-zero parts, as offsets and bytes in hexadecimal."""
    return [(found.start(), found[0].hex())
            for found in re.finditer(rb"[^\0](?:\0{0,3}[^\0])*", data.tobytes())]


def make() -> dict[str, bytes]:
    """Return the contents of all files of vecx/data/native.

    Errors: VecxError if the compiler is not installed, or fails
    """
    functions = list(ir.functions().values())
    texts = {function.name: ir.texts()[function.name] for function in functions}
    with ThreadPoolExecutor() as pool:
        made = list(pool.map(lambda target: library(target, texts, functions), TARGETS))
    contents = {target.library: data for target, data in zip(TARGETS, made, strict=True)}
    program = check()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / native.LIBRARIES["linux", "x86_64"]
        path.write_bytes(contents[path.name])
        program["digest"] = native.run_check(native.Library(path), program)
    return {**contents, **_manifest(
        program, {name: hashlib.sha256(data).hexdigest() for name, data in contents.items()})}


def renewed() -> dict[str, bytes] | None:
    """Return native.json for sources of which only comments and docstrings have changed since the
    libraries were built; None if they have to be built again."""
    manifest = json.loads(native.MANIFEST.read_text(encoding="utf-8"))
    if manifest.get("built_from") != ir.digest() or manifest["tools"] != ir.tools():
        return None
    return _manifest(manifest["check"], manifest["libraries"])


def _manifest(program: dict[str, Any], libraries: dict[str, str]) -> dict[str, bytes]:
    manifest = {"sources": native.digest(), "code": native.code_digest(),
                "built_from": ir.digest(), "tools": ir.tools(), "check": program,
                "libraries": libraries}
    return {native.MANIFEST.name: (json.dumps(manifest, separators=(",", ":")) + "\n").encode()}
