"""Compiled code is kept under a name that no other source has."""

import re
from pathlib import Path

from vecx.compiling import jit

PACKAGE = Path(jit.__file__).parents[1]
DECORATED = re.compile(r"^@(jit|inner|within|apart)\b", re.MULTILINE)


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
