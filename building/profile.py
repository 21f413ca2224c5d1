"""Measures which branches of the compiled functions are taken, for clang.

`python -m building profile` builds a library that counts, plays both games and the service program
on it, on the strict machine and the screen too, and writes building/branches.profdata.  With that
the machine is about an eighth faster.  clang ignores the profile of a function that has changed
since.  Measure again after large changes of the loop.  This needs the program llvm-profdata of LLVM
14 or later (Debian: llvm).
"""

import ctypes
import hashlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from vecx.compiling import jit
from vecx.compiling.implementation import Native
from vecx.compiling.native import Library
from vecx.errors import VecxError

from . import ir
from .native import FLAGS, PROFILE, TARGETS, glue

# Where clang's counters and its table of functions begin and end in the library.
RUNTIME = """
int __llvm_profile_runtime;
extern char __start___llvm_prf_cnts[], __stop___llvm_prf_cnts[];
extern char __start___llvm_prf_data[], __stop___llvm_prf_data[];
__attribute__((visibility("default"))) void vecx_profile(char **at) {
    at[0] = __start___llvm_prf_cnts; at[1] = __stop___llvm_prf_cnts;
    at[2] = __start___llvm_prf_data; at[3] = __stop___llvm_prf_data;
}
"""
# A row of that table: digest of the name, hash of the branches, distance to the counters, ...; the
# number of counters comes after six of these words.
ROW_BYTES = 64
DEFINED = re.compile(r"^define (internal )?(?:hidden )?\w+ @([\w.$]+)\(", re.MULTILINE)


def make() -> dict[str, bytes]:
    """Return the profile, keyed by the name of its file.

    Errors: VecxError if llvm-profdata or the compiler is not installed
    """
    if shutil.which("llvm-profdata") is None:
        raise VecxError("llvm-profdata is not installed (Debian: apt-get install llvm)")
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        names = _counting_library(room)
        done = subprocess.run([sys.executable, "-m", "building.profile", folder], check=False)
        if done.returncode:
            raise VecxError("the run with the counting library failed")
        (room / "profile.txt").write_text(_profile(room, names), encoding="utf-8")
        subprocess.run(["llvm-profdata", "merge", "profile.txt", "-o", PROFILE.name], cwd=room,
                       check=True)
        return {PROFILE.name: (room / PROFILE.name).read_bytes()}


def _counting_library(room: Path) -> dict[int, str]:
    """Build the counting library; return its functions' names, keyed by clang's digests."""
    target = TARGETS[0]
    names = {}
    texts = {name: ir.texts()[name] for name in ir.functions()}
    for name, text in texts.items():
        (room / f"{name}.ll").write_text(text, encoding="utf-8")
        ir.clang(room, "cc", "-target", target.triple, *FLAGS, f"-mcpu={target.cpu}",
                 "-fprofile-generate", "-mllvm", "-disable-vp", "-c", f"{name}.ll",
                 "-o", f"{name}.o")
        for internal, function in DEFINED.findall(text):
            full = f"{name};{function}" if internal else function
            names[int.from_bytes(hashlib.md5(full.encode()).digest()[:8], "little")] = full
    (room / "glue.c").write_text(glue([ir.functions()[name] for name in texts]) + RUNTIME,
                                 encoding="utf-8")
    ir.clang(room, "cc", "-target", target.triple, *FLAGS, "-c", "glue.c", "-o", "glue.o")
    ir.clang(room, "ld.lld", "-shared", *(f"{name}.o" for name in texts), "glue.o",
             "-o", "counting.so")
    return names


def _profile(room: Path, names: dict[int, str]) -> str:
    """Return the counters in the text format of llvm-profdata."""
    rows, counters = (room / "rows").read_bytes(), (room / "counters").read_bytes()
    rows_at, counters_at = struct.unpack("<QQ", (room / "places").read_bytes())
    lines = [":ir"]
    for at in range(0, len(rows), ROW_BYTES):
        name, branches, distance = struct.unpack_from("<QQq", rows, at)
        count, = struct.unpack_from("<I", rows, at + 48)
        begin = rows_at + at + distance - counters_at
        lines += [names[name], str(branches), str(count),
                  *map(str, struct.unpack_from(f"<{count}Q", counters, begin)), ""]
    return "\n".join(lines)


def _train(room: Path) -> None:
    """Run games with the counting library, and write its counters."""
    library = Library(room / "counting.so")
    jit.CHOSEN = Native(library)        # no function has been looked up yet
    from vecx.display.look import Look
    from vecx.display.phosphor import Phosphor
    from vecx.machine import Machine
    from vecx.sound.mixer import Mixer

    for cart in "connect4", "reversi", None:
        for preset in "hardware", "worn":
            machine, mixer = Machine(cart, preset=preset), Mixer()
            for wait in 450, 100, 300:
                machine.run_frames(wait)
                mixer.samples(machine.take_sound(), machine.cycles)
                machine.press(4)
                machine.run_frames(10)
                machine.release(4)
    for cart in "connect4", "reversi":
        machine = Machine(cart, picture=False, sound=False)
        machine.run_frames(450)
        machine.press(4)
        machine.run_frames(100)
        machine = Machine(cart, strict=True)
        machine.run_frames(450)
        machine.press(4)
        machine.run_frames(10)
        machine.release(4)
        frames = machine.run_frames(100)
        for glass in True, False:
            phosphor = Phosphor(480, 600, machine.analog, Look(glass=glass))
            for frame in frames[-50:]:
                phosphor.draw([frame])
                phosphor.image()
    places = (ctypes.c_void_p * 4)()
    library._library.vecx_profile(places)
    counters, counters_end, rows, rows_end = (int(place or 0) for place in places)
    (room / "counters").write_bytes(ctypes.string_at(counters, counters_end - counters))
    (room / "rows").write_bytes(ctypes.string_at(rows, rows_end - rows))
    (room / "places").write_bytes(struct.pack("<QQ", rows, counters))


if __name__ == "__main__":
    _train(Path(sys.argv[1]))
