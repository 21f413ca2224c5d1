"""Machine code of our functions is kept in a folder of ours, and only that; damage heals."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")

from vecx.compiling import jit, kept, lean

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.skipif(not jit.JIT, reason="nothing is compiled here")

GROW = """
import sys
from vecx.compiling import jit

@jit.inner
def twice(x):
    return x + x

@jit.jit
def grow(values, n):
    total = n
    for value in values[:n]:
        total += twice(value)
    return total

import gc
import numpy
print(grow(numpy.arange(5), 3), "numba.cpython.unicode" in sys.modules,
      gc.get_freeze_count() > 10_000, gc.isenabled())
"""
COMPILED, LOADED = "9 True True True\n", "9 False False True\n"


@pytest.fixture
def start(tmp_path):
    """Give what runs a program in a process of its own, with a cache below tmp_path."""
    def run(source: str, **more: str) -> subprocess.CompletedProcess[str]:
        program = tmp_path / "program.py"
        if not program.exists() or program.read_text() != source:
            program.write_text(source)
        done = subprocess.run(
            [sys.executable, str(program)], text=True, capture_output=True, check=False,
            cwd=tmp_path, env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"),
                               "VECX_JIT": "1", "PYTHONPATH": str(ROOT), **more})
        if lean.why_not():      # said where numba is another one than the tested
            done.stderr = done.stderr.replace(f"vecx: {lean.why_not()}\n", "")
        return done

    return run


def test_kept_code_is_loaded_without_the_declarations_of_numba(start):
    """The second process finds the first one's machine code, and gives the same.  Only what the
    first one made is looked through for garbage no more."""
    if not lean.is_wanted():
        pytest.skip("numba compiles by itself here, and declares all it has")
    assert [start(GROW).stdout for _ in range(2)] == [COMPILED, LOADED]


def zeroed(data: bytes) -> bytes:
    """As long, all zero: what a file system leaves that lost the contents."""
    return bytes(len(data))


def emptied(data: bytes) -> bytes:
    """Nothing."""
    return b""


def truncated(data: bytes) -> bytes:
    """The first half."""
    return data[:len(data) // 2]


def garbage(data: bytes) -> bytes:
    """Other bytes."""
    return bytes((17 * i + 3) % 251 for i in range(len(data)))


def one_bit(data: bytes) -> bytes:
    """As it was but for one bit in the middle, within the machine code."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 4]) + data[middle + 1:]


@pytest.mark.parametrize("kind, damage", [
    *(("nbi", damage) for damage in (zeroed, emptied, truncated, garbage)),
    *(("nbc", damage) for damage in (zeroed, emptied, truncated, garbage, one_bit))],
    ids=lambda value: getattr(value, "__name__", value))
def test_damaged_code_is_compiled_again(start, tmp_path, kind, damage):
    """It is said in one line, by name; the next start finds it whole."""
    assert start(GROW).stdout.startswith("9 ")
    (path,) = tmp_path.glob(f"cache/**/*.{kind}")
    path.write_bytes(damage(path.read_bytes()))
    done = start(GROW)
    assert (done.returncode, done.stdout.split()[0]) == (0, "9")
    assert done.stderr.startswith("vecx: the machine code of grow was damaged (")
    assert done.stderr.endswith("); compiling it again\n")
    assert done.stderr.count("\n") == 1
    done = start(GROW)
    assert done.stderr == ""
    if lean.is_wanted():
        assert done.stdout == LOADED


def test_a_wrong_check_sum_is_damage(tmp_path):
    """Whatever the contents say: no machine code is made of them."""
    cache = kept.KeptCode(garbage, tmp_path, print)
    with pytest.raises(ValueError, match="check sum"):
        cache._impl.rebuild(None, (bytes(32), b"machine code"))


def test_a_missing_file_is_written_again(start, tmp_path):
    """Where one of the two is gone, nothing is said: nothing is damaged."""
    for kind in "nbi", "nbc":
        assert start(GROW).stdout.startswith("9 ")
        (path,) = tmp_path.glob(f"cache/**/*.{kind}")
        path.unlink()
        done = start(GROW)
        assert (done.stdout.split()[0], done.stderr) == ("9", "")
        assert path.exists()


def test_only_the_damaged_function_is_compiled_again(start, tmp_path):
    """The others' code is as it was."""
    source = GROW + """
@jit.jit
def shrink(n):
    return n - 1

print(shrink(3))
"""
    start(source)
    files = {path: path.stat().st_mtime_ns for path in tmp_path.glob("cache/**/*.nb?")}
    assert len(files) == 4
    for path in files:
        if ".shrink-" in path.name:
            path.write_bytes(b"")
    assert "machine code of shrink" in start(source).stderr
    for path, time in files.items():
        assert (path.stat().st_mtime_ns == time) == (".grow-" in path.name), path.name


HOST = """
import os
import numba
before = dict(vars(numba.config)), dict(os.environ)

@numba.njit(cache=True)
def own_first(x):
    return x + 1

own_first(1)
from vecx.compiling import jit

@jit.jit
def ours(x):
    return x + 2

ours(1)

@numba.njit(cache=True)
def own_second(x):
    return x + 3

own_second(1)
assert own_second.stats.cache_path == own_first.stats.cache_path
now = dict(vars(numba.config)), dict(os.environ)
assert now == before, [name for old, new in zip(before, now) for name in new
                       if new[name] != old.get(name)]
"""


@pytest.mark.parametrize("locators", ["", "InTreeCacheLocator"])
def test_the_program_around_keeps_its_own_cache(start, tmp_path, locators):
    """Its machine code lies where numba puts it, before and after ours was made, ours in our
    folder; the environment and numba's settings are as they were."""
    done = start(HOST, **{"NUMBA_CACHE_LOCATOR_CLASSES": locators} if locators else {})
    assert (done.returncode, done.stderr) == (0, "")
    files = {path.relative_to(tmp_path).parts[0]: [] for path in tmp_path.rglob("*.nbi")}
    for path in tmp_path.rglob("*.nbi"):
        files[path.relative_to(tmp_path).parts[0]].append(path.name.partition("-")[0])
    assert {folder: sorted(names) for folder, names in files.items()} == {
        "__pycache__": ["program.own_first", "program.own_second"], "cache": ["program.ours"]}


def test_a_folder_of_the_programs_own_is_not_ours(start, tmp_path):
    """Where the environment names one, numba uses it for others, and we do not."""
    done = start(HOST, NUMBA_CACHE_DIR=str(tmp_path / "theirs"))
    assert (done.returncode, done.stderr) == (0, "")
    names = {top: sorted(path.name.partition("-")[0] for path in (tmp_path / top).rglob("*.nbi"))
             for top in ("theirs", "cache")}
    assert names == {"theirs": ["program.own_first", "program.own_second"],
                     "cache": ["program.ours"]}


THREADS = """
import threading
from vecx.compiling import jit

@jit.jit
def first(x):
    return x + 1

@jit.jit
def second(x):
    return x + 2

def work():
    ready.wait()
    said.append((first(1), second(1)))

said, ready = [], threading.Barrier(8)
threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert said == [(2, 3)] * 8, said
"""


def test_threads_that_start_with_an_empty_cache(start, tmp_path):
    """All of them get what they ask for, nothing is said, and each function is kept once."""
    done = start(THREADS)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(list(tmp_path.glob("cache/**/*.nbc"))) == 2


def test_where_nothing_can_be_written(start, tmp_path):
    """It is said once; every start compiles."""
    (tmp_path / "cache").write_text("a file")
    for _ in range(2):
        done = start(GROW)
        assert (done.returncode, done.stdout.split()[0]) == (0, "9")
        assert done.stderr.startswith("vecx: no cache for compiled code (")
        assert done.stderr.count("\n") == 1


def test_code_that_cannot_be_written_is_said(monkeypatch, tmp_path):
    """The disk may be full: the function works."""
    said = []
    cache = kept.KeptCode(garbage, tmp_path, said.append)
    monkeypatch.setattr(cache, "_save_overload", lambda *form: (tmp_path / "no" / "x").touch())
    cache.save_overload((), None)
    assert len(said) == 1
    assert said[0].startswith("the machine code of garbage is not kept (FileNotFoundError: ")
