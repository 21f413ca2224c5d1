"""The native library is used if it is intact, fresh and right; otherwise one line says why not."""

import ctypes
import gc
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from vecx.compiling import native
from vecx.compiling.implementation import Unusable
from vecx.compiling.jit import Array

NAME = native.LIBRARIES.get(native.platform_key())
pytestmark = pytest.mark.skipif(NAME is None, reason="this platform has no native library")
START = ("from vecx.compiling import jit; print(jit.CHOSEN.name)\n"
         "from vecx.machine import Machine; Machine().run_frames(1)")


@pytest.fixture
def copy(tmp_path, monkeypatch) -> Path:
    """A copy of the libraries, which may be damaged."""
    folder = tmp_path / "native"
    shutil.copytree(native.FOLDER, folder)
    monkeypatch.setattr(native, "FOLDER", folder)
    monkeypatch.setattr(native, "MANIFEST", folder / "native.json")
    return folder


def change_manifest(folder: Path, **fields: object) -> None:
    """Write other fields into the manifest."""
    path = folder / "native.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **fields}))


def test_the_library_that_is_shipped_is_used():
    """Fresh, intact, for this processor, with the right result of its check."""
    assert native.load().fits()


def test_a_modified_library_is_refused(copy):
    """One bit is enough."""
    data = bytearray((copy / NAME).read_bytes())
    data[len(data) // 2] ^= 1
    (copy / NAME).write_bytes(data)
    with pytest.raises(Unusable, match="was modified; install vecx again"):
        native.load()


def test_a_library_that_the_system_refuses(copy):
    """Its reason is part of the message."""
    data = b"of another kind of computer"
    (copy / NAME).write_bytes(data)
    digests = {**json.loads(native.MANIFEST.read_text())["libraries"],
               NAME: hashlib.sha256(data).hexdigest()}
    change_manifest(copy, libraries=digests)
    with pytest.raises(Unusable, match="cannot be loaded"):
        native.load()


@pytest.mark.parametrize("contents", ["", "{}", "[]", '{"sources": 1}', "\0\0"])
def test_a_damaged_manifest_is_refused(copy, contents):
    """One message, whatever is wrong with it."""
    (copy / "native.json").write_text(contents)
    with pytest.raises(Unusable, match=r"missing or damaged .*; install vecx again"):
        native.load()


@pytest.mark.parametrize("name", ["native.json", NAME])
def test_a_missing_file_is_named(copy, name):
    """The manifest, or the library itself."""
    (copy / str(name)).unlink()
    with pytest.raises(Unusable, match=r"missing or damaged .FileNotFoundError"):
        native.load()


def test_a_library_of_other_sources_is_refused(copy):
    """After `git pull` in an editable install: the message names the command that builds it."""
    change_manifest(copy, sources="0" * 64)
    with pytest.raises(Unusable, match="older or newer than the sources; run `python -m building`"):
        native.load()


def test_a_wrong_result_is_noticed(copy):
    """The check runs a program, and compares what it leaves."""
    check = json.loads(native.MANIFEST.read_text())["check"]
    change_manifest(copy, check={**check, "until": check["until"] - 500})
    with pytest.raises(Unusable, match="computes wrong results"):
        native.load()


def test_an_old_processor_is_told(copy, monkeypatch):
    """Before any of the instructions that it lacks runs."""
    monkeypatch.setattr(native.Library, "fits", lambda self: False)
    monkeypatch.setattr(native, "run_check", lambda *_: pytest.fail("it ran"))
    with pytest.raises(Unusable, match="lacks instructions"):
        native.load()


@pytest.mark.parametrize("system, machine", [("linux", "riscv64"), ("freebsd14", "amd64"),
                                             ("linux", "32-bit x86_64")])
def test_a_platform_without_a_library_is_named(monkeypatch, system, machine):
    """With what can be done."""
    monkeypatch.setattr(native, "platform_key", lambda: (system, machine))
    with pytest.raises(Unusable, match=f"for {system} on {machine}; numba may work: pip install"):
        native.load()


def test_line_ends_do_not_change_the_digest(tmp_path):
    """A checkout on Windows has others; any other letter counts."""
    found = set()
    for text in b"a\nb\n", b"a\r\nb\r\n", b"a\nb \n":
        (tmp_path / "a.py").write_bytes(text)
        found.add(native.digest([tmp_path / "a.py"]))
    assert len(found) == 2


def scaled():
    """Return a function of the library that takes arrays and numbers."""
    return native.load().function("integrate", (Array("f8"), float, float, Array("f8")), float)


def test_a_function_takes_arrays_and_numbers():
    """Sums that leak: 1, 1.5 + 0, ... as display of how arguments are passed."""
    out = np.zeros(3)
    assert scaled()(np.array([1.0, 1, 0]), 0.5, 0, out) == out[2]
    assert out.tolist() == [1.0, 1.5, 0.75]


@pytest.mark.parametrize("wrong, words", [
    (np.zeros(3, np.float32), "C-contiguous array .dtype <f8, ndim 1., not dtype <f4, ndim 1"),
    (np.zeros((3, 3)), "not dtype <f8, ndim 2"), (np.zeros(6)[::2], "strides .16,."),
    ([0.0, 0.0], "integrate takes an array, not list")])
def test_other_arrays_are_refused(wrong, words):
    """No address of them is passed on."""
    with pytest.raises(TypeError, match=words):
        scaled()(wrong, 0.5, 0.0, np.zeros(3))
    with pytest.raises(ValueError, match="argument 2 is longer"):
        scaled()(np.zeros(3), 0.5)


def test_addresses_live_as_long_as_their_arrays():
    """Another array at the same place is looked at again."""
    call = scaled()
    gc.collect()
    before = len(native._passed)
    for size in range(1, 40):
        assert call(np.ones(size), 1.0, 0.0, np.zeros(size)) == size
    gc.collect()
    assert len(native._passed) == before


def started(tmp_path: Path, mode: str, change: str = "", **environment: str):
    """Start Python in another process, after a change of the module that loads libraries."""
    code = f"from vecx.compiling import implementation, native\n{change}\n{START}"
    own = {**os.environ, **environment, "VECX_JIT": mode, "XDG_CACHE_HOME": str(tmp_path)}
    return subprocess.run([sys.executable, "-c", code], env=own, text=True, capture_output=True,
                          check=False)


STALE = "native.digest = lambda paths=None: 'another'"
NO_NUMBA = "import sys; sys.modules['numba'] = None; implementation.importlib.util.find_spec = " \
    "lambda name: None"


def test_without_numba_plain_python_says_so_in_one_line(tmp_path):
    """The last choice runs, and says what is wrong and what to do."""
    done = started(tmp_path, "", f"{STALE}\n{NO_NUMBA}")
    assert (done.returncode, done.stdout) == (0, "plain\n")
    assert len(done.stderr.splitlines()) == 1
    assert "older or newer than the sources; run `python -m building`" in done.stderr
    assert "running as plain Python" in done.stderr


@pytest.mark.slow       # numba compiles
def test_numba_is_the_second_choice(tmp_path):
    """It says so in one line, and in another that it compiles."""
    pytest.importorskip("numba")
    done = started(tmp_path, "", STALE)
    assert (done.returncode, done.stdout) == (0, "numba\n")
    lines = done.stderr.splitlines()
    assert len(lines) == 2 and "running on numba" in lines[0] and "compiling" in lines[1]


def test_what_is_asked_for_and_cannot_be_is_an_error(tmp_path):
    """It does not fall through to another implementation."""
    done = started(tmp_path, "native", STALE)
    assert done.returncode == 1 and "VECX_JIT=native: the native library is" in done.stderr
    done = started(tmp_path, "numba", NO_NUMBA)
    assert done.returncode == 1 and "VECX_JIT=numba: numba cannot be used" in done.stderr
    done = started(tmp_path, "fast")
    assert done.returncode == 1 and "set it to native, numba or 0" in done.stderr


def test_no_command_imports_numba(tmp_path):
    """Frames, strict findings, a budget and sound: none needs it where the library works."""
    code = ("import sys\nfrom vecx.__main__ import main\n"
            "main(['budget', 'connect4', '--frames', '5', '--strict', '--by-routine'])\n"
            "main(['run', 'connect4', '--headless', '--frames', '3', '--png', 'a.png', "
            "'--record', 'a.wav'])\n"
            "assert not {'numba', 'llvmlite'} & set(sys.modules)")
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True,
                          cwd=tmp_path, check=False,
                          env={**os.environ, "PYTHONPATH": str(native.PACKAGE.parent),
                               "VECX_JIT": "native"})
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "cache").exists()


def test_two_installations_are_two_libraries(copy):
    """A copy that was built from other sources runs beside ours, each with functions of its own."""
    data = (copy / NAME).read_bytes()
    (copy / "other").mkdir()
    (copy / "other" / NAME).write_bytes(data + b"of another version")
    both = [native.Library(copy / NAME), native.Library(copy / "other" / NAME)]
    addresses = {ctypes.cast(each._library.advance, ctypes.c_void_p).value for each in both}
    assert len(addresses) == 2
    check = json.loads(native.MANIFEST.read_text())["check"]
    assert [native.run_check(each, check) for each in both] == [check["digest"]] * 2


def test_the_library_needs_no_other():
    """It loads beside any C library."""
    if sys.platform != "linux":
        pytest.skip("other systems link what they always have")
    assert ctypes.sizeof(ctypes.c_void_p) == 8
    for name in ("linux-x86_64.so", "linux-aarch64.so"):
        assert b"libc.so" not in (native.FOLDER / name).read_bytes()
