"""Compiled code is kept under a name that no other source has."""

import os
import re
import threading
import time
from pathlib import Path

import pytest

from vecx.compiling import jit, lean

PACKAGE = Path(jit.__file__).parents[1]
DECORATED = re.compile(r"^@(jit|inner|force_inline|no_inline)\b", re.MULTILINE)


def test_the_name_is_made_of_every_source_that_is_compiled():
    """None is left out: its machine code would be taken for the new one's, and compiled in play."""
    compiled = {path for path in PACKAGE.rglob("*.py") if DECORATED.search(path.read_text())}
    assert len(compiled) > 20
    assert compiled <= set(jit.sources())
    assert all(path.is_file() for path in jit.sources())
    assert PACKAGE.parent / "asm" / "cpu" / "isa.py" in jit.sources()


def test_another_source_has_another_folder(tmp_path, monkeypatch):
    """A letter is enough."""
    if not jit.JIT:
        return
    source = tmp_path / "light.py"
    source.write_text("pass\n")
    monkeypatch.setattr(jit, "sources", lambda: [source])
    folders = set()
    for words in "pass\n", "pass \n", "pass\n":
        source.write_text(words)
        folders.add(jit.cache_folder.__wrapped__())
    assert len(folders) == 2


def test_numba_alone_has_a_folder_of_its_own(monkeypatch):
    """What it compiles is not taken for what we compile."""
    if not jit.JIT:
        return
    folders = []
    for mode in "1", "plain":
        monkeypatch.setenv("VECX_JIT", mode)
        folders.append(jit.cache_folder.__wrapped__())
        assert jit._usable()
        assert lean.is_asked() == (mode == "1")
    assert folders[0] != folders[1]


@pytest.fixture
def folder(monkeypatch, tmp_path):
    """A cache folder that does not exist yet, in a new process's eyes."""
    own = tmp_path / "jit" / "own"
    monkeypatch.setattr(jit, "cache_folder", lambda: own)
    jit.is_code_kept.cache_clear()
    yield own
    jit.is_code_kept.cache_clear()


def test_the_folder_is_made_by_many_threads_at_once(folder, monkeypatch, capsys):
    """None of them takes another's trial file for a fault."""
    touch = Path.touch

    def slowly(*arguments, **settings):
        touch(*arguments, **settings)
        time.sleep(0.02)

    monkeypatch.setattr(Path, "touch", slowly)
    found = []
    threads = [threading.Thread(target=lambda: found.append(jit.is_code_kept())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 8
    assert capsys.readouterr().err == ""
    assert list(folder.iterdir()) == []


def test_the_oldest_generations_go(folder, monkeypatch):
    """Three stay, ours among them, whoever else removes them meanwhile."""
    for age, name in enumerate("abcd"):
        (folder.parent / name).mkdir(parents=True)
        os.utime(folder.parent / name, (1e9 - age, 1e9 - age))
    assert jit.is_code_kept()
    assert sorted(path.name for path in folder.parent.iterdir()) == ["a", "b", "own"]
    jit.is_code_kept.cache_clear()

    def gone(folder):
        raise FileNotFoundError(folder)

    monkeypatch.setattr(Path, "iterdir", gone)
    assert jit.is_code_kept()


def function_of(module: str, name: str):
    """Return a function that adds one."""
    names = {"__name__": module}
    exec(f"def {name}(x):\n    return x + 1\n", names)
    return names[name]


@pytest.mark.parametrize("first, second", [(first, second) for inside in
                                           (jit.inner, jit.force_inline, jit.no_inline)
                                           for first, second in ((jit.jit, inside),
                                                                 (inside, jit.jit))],
                         ids=lambda decorator: decorator.__name__)
def test_two_functions_of_one_full_name(monkeypatch, first, second):
    """One that Python calls and one that compiled functions call: refused at once, with both
    names' one remedy; two of a kind, and the same name in another module, are not."""
    if not jit.JIT:
        return
    for name, empty in ("_inner", {}), ("_no_inline_names", set()), ("_outer_names", set()):
        monkeypatch.setattr(jit, name, empty)
    first(function_of("vecx.trial", "note"))
    first(function_of("vecx.trial", "note"))
    second(function_of("vecx.other", "note"))
    with pytest.raises(TypeError, match=r"^vecx\.trial\.note is compiled twice.*another name$"):
        second(function_of("vecx.trial", "note"))


def add_one(x):
    """Return one more."""
    return x + 1


def test_where_numba_has_another_cache(monkeypatch, folder, capsys):
    """Nothing is kept, which is said once, and the functions work."""
    if not jit.JIT:
        return
    from vecx.compiling import kept

    monkeypatch.delattr(kept.caching.Cache, "__init__")
    monkeypatch.setattr(jit, "_outer_names", set())
    jit._say_once.cache_clear()
    assert jit.jit(add_one)(3) == jit.jit(add_one)(3) == 4
    said = [line for line in capsys.readouterr().err.splitlines()
            if line != f"vecx: {lean.why_not()}"]
    assert len(said) == 1
    assert said[0].startswith("vecx: no cache for compiled code (TypeError: ")


def test_a_function_without_a_file_is_compiled(monkeypatch):
    """It is compiled at every start: there is no source to tell whether it is still the same."""
    if not jit.JIT:
        return
    monkeypatch.setattr(jit, "_outer_names", set())
    assert jit.jit(function_of("vecx.trial", "note"))(3) == 4
