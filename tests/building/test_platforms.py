"""The libraries of other platforms, run here by emulators, draw exactly the same frames.

Each runs 2,000 frames of both games from a snapshot in a driver without Python (driver.c): Linux on
arm64 under qemu-user, Windows under wine, and Linux on x86-64 with the C library musl.  The
libretro cores are run in the same way (core_driver.c).  The macOS libraries cannot be run here;
they are inspected.
"""

import importlib.util
import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from vecx import libretro
from vecx.chips.state import BOARD, DECODED, RECORD
from vecx.compiling import native
from vecx.machine import Machine

DRIVER = Path(__file__).with_name("driver.c")
CORE_DRIVER = DRIVER.with_name("core_driver.c")
INTERFACE = Path(__file__).parents[2] / "building" / "core"     # libretro.h
ARM_LIBRARIES = "/usr/aarch64-linux-gnu"
SLICES, CYCLES = 4000, 15_000       # 2,000 frames of 30,000 cycles
# Parts of Windows that wine would look for and install in a new prefix, which takes minutes.
WITHOUT = "mscoree=d;mshtml=d;winemenubuilder.exe=d"
# clang's name of the platform, the library, the command that runs the driver, its requirements.
PLATFORMS = {
    "musl": ("x86_64-linux-musl", "linux-x86_64.so", ["/lib/ld-musl-x86_64.so.1"]),
    "linux-arm64": ("aarch64-linux-gnu", "linux-aarch64.so", ["qemu-aarch64", "-L", ARM_LIBRARIES]),
    "windows": ("x86_64-windows-gnu", "windows-x86_64.dll", ["wine"])}
# The first program for Windows takes zig a minute or more.
LEVELS = [pytest.param(name, marks=pytest.mark.nightly if name == "windows" else pytest.mark.slow)
          for name in PLATFORMS]


@pytest.fixture(scope="module")
def states(tmp_path_factory):
    """A snapshot of each game for the driver, with the digest of this platform's library."""
    if native.platform_key() != ("linux", "x86_64") or \
            importlib.util.find_spec("ziglang") is None:
        pytest.skip("needs Linux on x86-64 and the package ziglang")
    folder = tmp_path_factory.mktemp("states")
    record, board = RECORD.fields, BOARD.fields
    assert record is not None and board is not None
    rows = ("segments", "psg", "segment_rows", "frame_rows", "psg_rows", "log_rows")
    found = []
    for cart in "connect4", "reversi":
        machine = Machine(cart)
        machine.run_frames(450)
        machine.press(4)
        machine.run_frames(20)
        path = folder / cart
        numbers = (RECORD.itemsize, BOARD.itemsize, DECODED.itemsize, record["clock"][1],
                   *(board[name][1] for name in rows))
        chips = machine.chips
        path.write_bytes(struct.pack("<10q", *numbers) + chips.state.array.tobytes()
                         + chips.board.array.tobytes())
        driver = built(folder, "x86_64-linux-gnu.2.17")
        found.append((path, ran([str(driver)], "linux-x86_64.so", path, folder)))
    return found


def built(folder: Path, triple: str, driver: Path = DRIVER) -> Path:
    """Compile a driver for a platform."""
    path = folder / f"{driver.stem}-{triple}.exe"
    if not path.exists():
        subprocess.run([sys.executable, "-m", "ziglang", "cc", "-target", triple, "-O1",
                        *(["-dynamic"] if "musl" in triple else []),
                        f"-I{INTERFACE}", str(driver), "-o", str(path)], check=True,
                       capture_output=True)
    return path


def ran(command: list[str], library: str, state: Path, folder: Path) -> str:
    """Return the digest that the driver prints."""
    shutil.copy(native.FOLDER / library, folder)
    return output([*command, f"./{library}", state.name, str(SLICES), str(CYCLES)], folder)


def output(command: list[str], folder: Path) -> str:
    """Return what a driver prints."""
    done = subprocess.run(command, cwd=folder, check=False, text=True, capture_output=True,
                          timeout=500,
                          env={**os.environ, "WINEDEBUG": "-all", "WINEPREFIX": f"{folder}/wine",
                               "WINEDLLOVERRIDES": WITHOUT})
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def installed(platform: str):
    """Return the triple, the library and the command that runs programs of a platform; skip the
    test if it is not installed."""
    triple, library, runner = PLATFORMS[platform]
    if shutil.which(runner[0]) is None or (runner[1:] and not Path(ARM_LIBRARIES).exists()):
        pytest.skip(f"{runner[0]} is not installed")
    return triple, library, runner


@pytest.mark.parametrize("platform", LEVELS)
def test_other_platforms_compute_the_same(states, platform):
    """Segments, sound and record of 2,000 frames are equal for both games."""
    triple, library, runner = installed(platform)
    for state, digest in states:
        driver = built(state.parent, triple)
        assert ran([*runner, str(driver)], library, state, state.parent) == digest


@pytest.mark.nightly
@pytest.mark.parametrize("platform", PLATFORMS)
def test_cores_of_other_platforms_play_the_same(tmp_path, platform):
    """The state, all pictures, with overlay and glass, and all sound are equal, from the title to
    the menu of one game, and for the first second of the other."""
    triple, library, runner = installed(platform)
    if native.platform_key() != ("linux", "x86_64") or \
            importlib.util.find_spec("ziglang") is None:
        pytest.skip("needs Linux on x86-64 and the package ziglang")
    for core in {library, "linux-x86_64.so"}:
        shutil.copy(libretro.FOLDER / core, tmp_path)
    own = str(built(tmp_path, "x86_64-linux-gnu.2.17", CORE_DRIVER))
    other = str(built(tmp_path, triple, CORE_DRIVER))
    for name, data in libretro.games().items():
        (tmp_path / name).write_bytes(data)
    for name, frames in ("connect4.bin", "250"), ("reversi.bin", "50"):
        words = [name, frames, "vecx_size=330 x 410", "vecx_glass=on"]
        expected = output([own, "./linux-x86_64.so", *words], tmp_path).split()[0]
        assert output([*runner, other, f"./{library}", *words], tmp_path).split()[0] == expected


@pytest.mark.slow
def test_a_changed_bit_is_noticed(states):
    """The driver's digest depends on every bit of the snapshot."""
    state, digest = states[0]
    data = bytearray(state.read_bytes())
    clock = struct.unpack_from("<4q", data)[3]
    data[80 + clock] ^= 1
    other = state.with_name("other")
    other.write_bytes(data)
    driver = built(state.parent, "x86_64-linux-gnu.2.17")
    assert ran([str(driver)], "linux-x86_64.so", other, state.parent) != digest


@pytest.mark.skipif(shutil.which("llvm-objdump") is None, reason="llvm-objdump is not installed")
@pytest.mark.parametrize("library", ["macos-arm64.dylib", "macos-x86_64.dylib"])
def test_macos_libraries_have_what_the_loader_looks_for(library):
    """The macOS libraries have the needed exports and only the system's library as dependency."""
    path = native.FOLDER / library

    def dump(*words: str) -> str:
        return subprocess.run(["llvm-objdump", *words, str(path)], check=True, text=True,
                              capture_output=True).stdout

    commands = dump("--macho", "--private-headers")
    needed = [line.split()[1] for line in commands.splitlines() if ".dylib (offset" in line]
    assert set(needed) - {library} <= {"/usr/lib/libSystem.B.dylib"}, needed
    assert ("LC_CODE_SIGNATURE" in commands) >= ("arm64" in library)
    exported = dump("--macho", "--exports-trie")
    assert {f"_{name}" for name in ("advance", "vecx_fits", "follow", "develop", "psg_render")} <= {
        line.split()[-1] for line in exported.splitlines() if line.strip()}
