"""The native library is used if it is valid; otherwise one line gives the reason."""

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

from vecx.compiling import Unusable, native
from vecx.compiling.jit import Array

NAME = native.LIBRARIES.get(native.platform_key())
pytestmark = pytest.mark.skipif(NAME is None, reason="this platform has no native library")
START = "from vecx.compiling import jit; print(jit.CHOSEN.name)\n"
A_FRAME = "from vecx.machine import Machine; Machine().run_frames(1)"
# The smallest of the compiled functions, because numba takes half a minute for all of them.
A_CALL = """
import numpy as np
from vecx.chips import via
from vecx.chips.state import RECORD
via.via_find_due(np.zeros(1, RECORD))
"""


@pytest.fixture
def copy(tmp_path, monkeypatch) -> Path:
    """Return a copy of the libraries, which a test may damage."""
    folder = tmp_path / "native"
    shutil.copytree(native.FOLDER, folder)
    monkeypatch.setattr(native, "FOLDER", folder)
    monkeypatch.setattr(native, "MANIFEST", folder / "native.json")
    return folder


def change_manifest(folder: Path, **fields: object) -> None:
    """Change fields of the manifest."""
    path = folder / "native.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **fields}))


def test_the_library_that_is_shipped_is_used():
    """The shipped library is valid for this processor, and passes its check."""
    assert native.load().fits()


def test_a_modified_library_is_refused(copy):
    """A library with one changed bit is refused."""
    data = bytearray((copy / NAME).read_bytes())
    data[len(data) // 2] ^= 1
    (copy / NAME).write_bytes(data)
    with pytest.raises(Unusable, match="was modified; install vecx again"):
        native.load()


def test_a_library_that_the_system_refuses(copy):
    """The message contains the system's reason."""
    data = b"of another kind of computer"
    (copy / NAME).write_bytes(data)
    digests = {**json.loads(native.MANIFEST.read_text())["libraries"],
               NAME: hashlib.sha256(data).hexdigest()}
    change_manifest(copy, libraries=digests)
    with pytest.raises(Unusable, match="cannot be loaded"):
        native.load()


@pytest.mark.parametrize("contents", ["", "{}", "[]", '{"sources": 1}', "\0\0"])
def test_a_damaged_manifest_is_refused(copy, contents):
    """A damaged manifest gives one message."""
    (copy / "native.json").write_text(contents)
    with pytest.raises(Unusable, match=r"missing or damaged .*; install vecx again"):
        native.load()


@pytest.mark.parametrize("name", ["native.json", NAME])
def test_a_missing_file_is_named(copy, name):
    """A missing manifest or library is named."""
    (copy / str(name)).unlink()
    with pytest.raises(Unusable, match=r"missing or damaged .FileNotFoundError"):
        native.load()


def test_a_library_of_other_sources_is_refused(copy):
    """If the sources changed, the message names the command that builds the library."""
    change_manifest(copy, sources="0" * 64, code="0" * 64)
    with pytest.raises(Unusable, match="older or newer than the sources; run `python -m building`"):
        native.load()


def test_a_wrong_result_is_noticed(copy):
    """A library whose check gives a wrong result is refused."""
    check = json.loads(native.MANIFEST.read_text())["check"]
    change_manifest(copy, check={**check, "until": check["until"] - 500})
    with pytest.raises(Unusable, match="computes wrong results"):
        native.load()


def test_an_old_processor_is_told(copy, monkeypatch):
    """An unsupported processor is reported before the library runs."""
    monkeypatch.setattr(native.Library, "fits", lambda self: False)
    monkeypatch.setattr(native, "run_check", lambda *_: pytest.fail("it ran"))
    with pytest.raises(Unusable, match="lacks instructions"):
        native.load()


@pytest.mark.parametrize("system, machine", [("linux", "riscv64"), ("freebsd14", "amd64"),
                                             ("linux", "32-bit x86_64")])
def test_a_platform_without_a_library_is_named(monkeypatch, system, machine):
    """A platform without a library is named, with alternatives."""
    monkeypatch.setattr(native, "platform_key", lambda: (system, machine))
    with pytest.raises(Unusable, match=f"for {system} on {machine}; numba may work: run pip"):
        native.load()


def test_line_ends_do_not_change_the_digest(tmp_path):
    """The digest ignores line ends, but no other character."""
    found = set()
    for text in b"a\nb\n", b"a\r\nb\r\n", b"a\nb \n":
        (tmp_path / "a.py").write_bytes(text)
        found.add(native.digest([tmp_path / "a.py"]))
    assert len(found) == 2


CODE = 'def f(x):\n    """Doc."""\n    return x + 1\n'


@pytest.mark.parametrize("text, same", [
    (CODE.replace("Doc.", "Another text."), True),
    (CODE.replace("return", "# a comment\n\n    return"), True),
    (CODE.replace("x + 1", "(x +\n            1)"), True),
    (CODE.replace('    """Doc."""\n', ""), True),
    (CODE.replace("+ 1", "+ 2"), False),
    (CODE.replace("+", "-"), False),
    (CODE.replace("x + 1", "'Doc.'"), False),
    (CODE.replace("(x)", "(x: int)"), False),
    (CODE.replace("def f", "@jit\ndef f"), False)])
def test_only_code_counts(tmp_path, text, same):
    """Comments, docstrings and layout do not change the digest of code; anything else does."""
    digests = []
    for each in CODE, text:
        (tmp_path / "a.py").write_text(each)
        digests.append(native.code_digest([tmp_path / "a.py"]))
    assert (digests[0] == digests[1]) is same


def test_a_reworded_docstring_leaves_the_libraries_valid(copy, monkeypatch):
    """Libraries remain valid while only comments and docstrings change."""
    change_manifest(copy, sources="of other words")
    native.load()
    monkeypatch.setattr(native, "code_digest", lambda paths=None: "of other code")
    with pytest.raises(Unusable, match="older or newer"):
        native.load()


def test_the_texts_of_rules_are_not_compiled():
    """The messages of the strict machine are in no source of the libraries."""
    compiled = {path.name for path in native.sources() if path.parent.name == "strict"}
    assert "numbers.py" in compiled and not compiled & {"rules.py", "finding.py", "checker.py"}


def scaled():
    """Return a function of the library that takes arrays and numbers."""
    return native.load().function("integrate", (Array("f8"), float, float, Array("f8")), float)


def test_a_function_takes_arrays_and_numbers():
    """Arrays and numbers are passed correctly."""
    out = np.zeros(3)
    assert scaled()(np.array([1.0, 1, 0]), 0.5, 0, out) == out[2]
    assert out.tolist() == [1.0, 1.5, 0.75]


@pytest.mark.parametrize("wrong, words", [
    (np.zeros(3, np.float32), "C-contiguous array .dtype <f8, ndim 1., not dtype <f4, ndim 1"),
    (np.zeros((3, 3)), "not dtype <f8, ndim 2"), (np.zeros(6)[::2], "strides .16,."),
    ([0.0, 0.0], "integrate takes an array, not list")])
def test_other_arrays_are_refused(wrong, words):
    """Arrays of another type or layout are refused."""
    with pytest.raises(TypeError, match=words):
        scaled()(wrong, 0.5, 0.0, np.zeros(3))
    with pytest.raises(ValueError, match="argument 2 is longer"):
        scaled()(np.zeros(3), 0.5)


def test_addresses_live_as_long_as_their_arrays():
    """A new array at the address of an old one is checked again."""
    call = scaled()
    gc.collect()
    before = len(native._passed)
    for size in range(1, 40):
        assert call(np.ones(size), 1.0, 0.0, np.zeros(size)) == size
    gc.collect()
    assert len(native._passed) == before


def started(tmp_path: Path, mode: str, change: str = "", run: str = A_FRAME, **environment: str):
    """Start Python in another process, with a change of the module that loads libraries."""
    code = f"from vecx.compiling import implementation, native\n{change}\n{START}{run}"
    own = {**os.environ, **environment, "VECX_JIT": mode, "XDG_CACHE_HOME": str(tmp_path)}
    return subprocess.run([sys.executable, "-c", code], env=own, text=True, capture_output=True,
                          check=False)


STALE = "native.digest = native.code_digest = lambda paths=None: 'another'"
NO_NUMBA = "import sys; sys.modules['numba'] = None; implementation.importlib.util.find_spec = " \
    "lambda name: None"


def test_without_numba_plain_python_says_so_in_one_line(tmp_path):
    """Plain Python is the last choice, and one line gives reason and remedy."""
    done = started(tmp_path, "", f"{STALE}\n{NO_NUMBA}")
    assert (done.returncode, done.stdout) == (0, "plain\n")
    assert len(done.stderr.splitlines()) == 1
    assert "older or newer than the sources; run `python -m building`" in done.stderr
    assert "running as plain Python" in done.stderr


@pytest.mark.slow
def test_numba_is_the_second_choice(tmp_path):
    """numba is the second choice, and one line says so."""
    pytest.importorskip("numba")
    done = started(tmp_path, "", STALE, A_CALL)
    assert (done.returncode, done.stdout) == (0, "numba\n")
    lines = done.stderr.splitlines()
    assert len(lines) == 2 and "running on numba" in lines[0] and "compiling" in lines[1]


def test_what_is_asked_for_and_cannot_be_is_an_error(tmp_path):
    """A requested implementation that is unavailable is an error."""
    done = started(tmp_path, "native", STALE)
    assert done.returncode == 1 and "VECX_JIT=native: the native library is" in done.stderr
    done = started(tmp_path, "numba", NO_NUMBA)
    assert done.returncode == 1 and "VECX_JIT=numba: numba cannot be used" in done.stderr
    done = started(tmp_path, "fast")
    assert done.returncode == 1 and "set it to native, numba or 0" in done.stderr


@pytest.mark.slow
def test_no_command_imports_numba(tmp_path):
    """With a working library, no command imports numba."""
    code = ("import sys\nfrom vecx.__main__ import main\n"
            "main(['budget', 'connect4', '--frames', '5', '--strict', '--by-routine'])\n"
            "main(['run', 'connect4', '--headless', '--frames', '3', '-o', 'a.png', "
            "'-o', 'a.wav'])\n"
            "assert not {'numba', 'llvmlite'} & set(sys.modules)")
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True,
                          cwd=tmp_path, check=False,
                          env={**os.environ, "PYTHONPATH": str(native.PACKAGE.parent),
                               "VECX_JIT": "native"})
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "cache").exists()


def test_two_installations_are_two_libraries(copy):
    """Two installations use their own libraries in one process."""
    data = (copy / NAME).read_bytes()
    (copy / "other").mkdir()
    (copy / "other" / NAME).write_bytes(data + b"of another version")
    both = [native.Library(copy / NAME), native.Library(copy / "other" / NAME)]
    addresses = {ctypes.cast(each._library.advance, ctypes.c_void_p).value for each in both}
    assert len(addresses) == 2
    check = json.loads(native.MANIFEST.read_text())["check"]
    assert [native.run_check(each, check) for each in both] == [check["digest"]] * 2


def test_the_library_needs_no_other():
    """The library depends on no other library."""
    if sys.platform != "linux":
        pytest.skip("other systems link what they always have")
    assert ctypes.sizeof(ctypes.c_void_p) == 8
    for name in ("linux-x86_64.so", "linux-aarch64.so"):
        assert b"libc.so" not in (native.FOLDER / name).read_bytes()
