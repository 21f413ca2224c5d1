"""The files in vecx/data/native, vecx/data/web and vecx/data/libretro are up to date."""

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest

from building import ir, layout
from building.native import TARGETS, renewed
from vecx import libretro
from vecx.chips.state import BOARD, RECORD
from vecx.compiling import native
from vecx.web import export

ROOT = Path(__file__).parents[2]
MADE = json.loads(native.MANIFEST.read_text())
CORES = json.loads(libretro.MANIFEST.read_text())
needs_tools = pytest.mark.skipif(
    importlib.util.find_spec("ziglang") is None or importlib.util.find_spec("numba") is None,
    reason='needs pip install -e ".[build]"')
STALE = "run `python -m building`, and commit what it makes"


@pytest.mark.slow
@needs_tools
def test_reworded_texts_only_renew_the_digests(monkeypatch):
    """If the code is that of the libraries, a build writes only native.json; otherwise all."""
    assert renewed() == {native.MANIFEST.name: native.MANIFEST.read_bytes()}
    monkeypatch.setattr(native, "digest", lambda paths=None: "of other words")
    monkeypatch.setattr(ir, "digest", lambda: MADE["built_from"])
    (data,) = renewed().values()
    assert json.loads(data) == {**MADE, "sources": "of other words"}
    monkeypatch.setattr(ir, "digest", lambda: "of other code")
    assert renewed() is None


def test_every_platform_has_its_library():
    """Each platform has a library, and each library a platform."""
    assert set(native.LIBRARIES.values()) == {target.library for target in TARGETS} \
        == set(MADE["libraries"])
    assert sum((native.FOLDER / name).stat().st_size for name in MADE["libraries"]) < 2_000_000


def test_every_platform_has_its_core():
    """Each platform has a core, which is the one of the manifest; packed they are small."""
    assert {platform.core for platform in libretro.PLATFORMS.values()} == set(CORES["cores"])
    cores = {name: (libretro.FOLDER / name).read_bytes() for name in CORES["cores"]}
    assert {name: hashlib.sha256(data).hexdigest() for name, data in cores.items()} \
        == CORES["cores"]
    assert sum(len(zlib.compress(data, 9)) for data in cores.values()) < 1_200_000


def test_cores_need_no_library():
    """The core for Linux refers to no symbol of another library, and exports only the interface."""
    if shutil.which("nm") is None:
        pytest.skip("nm is not installed")
    for name in "linux-x86_64.so", "linux-aarch64.so":
        done = subprocess.run(["nm", "-D", str(libretro.FOLDER / name)], check=True, text=True,
                              capture_output=True)
        symbols = [line.split()[-2:] for line in done.stdout.splitlines()]
        assert symbols and {kind for kind, _ in symbols} == {"T"}, symbols
        assert all(symbol.startswith("retro_") for _, symbol in symbols)


def test_fields_are_where_numpy_has_them():
    """The layout has NumPy's offset, type and length for each field."""
    found = layout.layout()
    record = np.zeros(1, RECORD)
    for name, (at, kind, length) in found["record"].items():
        part = record[name]
        assert part.__array_interface__["data"][0] - record.__array_interface__["data"][0] == at
        assert part.dtype == np.dtype(kind) and part.size == max(1, length)
    assert found["boardBytes"] == BOARD.itemsize and set(found["board"]) == set(BOARD.names)


def building(*words, **environment):
    """Run `python -m building` with these arguments."""
    return subprocess.run([sys.executable, "-m", "building", *words], cwd=ROOT, text=True,
                          capture_output=True, check=False, env={**os.environ, **environment})


# One process, because compiling the functions takes most of the time.
ALL_AGAIN = """
import hashlib, json
from building import core, ir, native, web
made = native.make() | web.make()
made["core"] = core.core(native.TARGETS[0], ir.texts(), core.header())
print(json.dumps({name: hashlib.sha256(data).hexdigest() for name, data in made.items()}))
"""


@pytest.mark.nightly
@needs_tools
def test_built_again_they_are_the_same():
    """With the same tools, a new build gives the same bytes: all libraries and the web machine, and
    the core of one platform."""
    if ir.tools() != MADE["tools"]:
        pytest.skip(f"built with {MADE['tools']}; here is {ir.tools()}")
    done = subprocess.run([sys.executable, "-c", ALL_AGAIN], cwd=ROOT, text=True, check=False,
                          capture_output=True, env={**os.environ, **ir.ENVIRONMENT})
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    kept = {path.name: hashlib.sha256(path.read_bytes()).hexdigest()
            for folder in (native.FOLDER, export.DATA) for path in folder.iterdir()
            if path.suffix not in (".js", ".css", ".txt") and path.name != "scripts.json"}
    assert made.pop("core") == CORES["cores"][TARGETS[0].library], STALE
    assert made == kept, STALE


def test_an_unknown_part_is_refused():
    """An unknown part is refused with a list of the parts."""
    done = building("wasm")
    assert done.returncode == 2 and "choose from" in done.stderr


def test_names_are_readable_and_stable():
    """Function names do not depend on what numba compiled before."""
    text = ("define internal i32 @_ZN4vecx5chips3bus9bus_wiresB3v18B70cExx() {\n"
            "call i32 @_ZN4vecx5chips3bus9bus_wiresB3v19B70cEdd()\n"
            "call i32 @_ZN4vecx5chips3bus9bus_wiresB3v18B70cExx()\n")
    assert ir._readable(text).split("@")[1:] == [
        "vecx.chips.bus.bus_wires() {\ncall i32 ", "vecx.chips.bus.bus_wires.1()\ncall i32 ",
        "vecx.chips.bus.bus_wires()\n"]
