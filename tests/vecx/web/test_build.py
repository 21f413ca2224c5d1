"""What lies in vecx/data/web is what the sources give."""

import importlib.util
import json

import numpy as np
import pytest

from vecx.chips.state import BOARD, RECORD
from vecx.errors import VecxError
from vecx.web import build, layout


def test_the_digest_is_that_of_the_sources():
    """Anything that the web machine is made from was edited: run python -m vecx.web.build."""
    assert json.loads(build.LAYOUT.read_text())["digest"] == build.digest()


def test_the_digest_knows_every_source(monkeypatch, tmp_path):
    """One more source is another digest."""
    before = build.digest()
    extra = tmp_path / "another.py"
    extra.write_text("x = 1\n")
    known = build.sources()
    monkeypatch.setattr(build, "sources", lambda: [*known, extra])
    assert build.digest() != before


@pytest.mark.skipif(importlib.util.find_spec("ziglang") is None,
                    reason="the compiler is not installed")
def test_made_anew_it_is_the_same():
    """Byte by byte: the text that numba gives depends on no processor, and on no start."""
    for name, contents in build.make().items():
        assert (build.DATA / name).read_bytes() == contents, name


def test_fields_are_where_numpy_has_them():
    """The page finds each field by the layout's offset, type and length."""
    found = layout.layout()
    record = np.zeros(1, RECORD)
    for name, (at, kind, length) in found["record"].items():
        part = record[name]
        assert part.__array_interface__["data"][0] - record.__array_interface__["data"][0] == at
        assert part.dtype == np.dtype(kind) and part.size == max(1, length)
    assert found["boardBytes"] == BOARD.itemsize and set(found["board"]) == set(BOARD.names)


def test_without_the_compiler_it_says_so(monkeypatch):
    """The message names the extra."""
    monkeypatch.setattr(build.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(VecxError, match="pip install"):
        build.modules()
