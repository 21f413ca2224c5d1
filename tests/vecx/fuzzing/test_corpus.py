"""The corpus on disk."""

import json

import numpy as np
import pytest

from tests.vecx.fuzzing.conftest import taps
from vecx import VecxError
from vecx.fuzzing import corpus as stored
from vecx.fuzzing.corpus import FILE, Corpus, Find
from vecx.fuzzing.faults import Fault
from vecx.fuzzing.search import Entry
from vecx.fuzzing.target import STATES


@pytest.fixture
def corpus(target):
    code = np.zeros(target.code_bytes, bool)
    code[5:9] = True
    return Corpus([Entry(taps(1, 4), 7, 3, True, 2, True)], code, np.zeros(STATES, bool), {7: 2},
                  {}, [Find(Fault("hang", "at 1", "hangs"), taps(1), "hang-1", 99, 1.5)],
                  3, 10, 999, 5, 12.5)


def test_reading_what_was_written(corpus, recipe, target, tmp_path):
    """A corpus that is written can be read; a folder without a file is a new corpus."""
    stored.save(corpus, tmp_path, recipe)
    again = stored.load(tmp_path, recipe, target)
    assert (again.code == corpus.code).all() and (again.states == corpus.states).all()
    for name in ("entries", "paths", "finds", "rounds", "plays", "frames", "seconds", "known"):
        assert getattr(again, name) == getattr(corpus, name)
    assert stored.plays_in(tmp_path) == [taps(1, 4)]
    assert stored.load(tmp_path / "none", recipe, target).entries == []


@pytest.mark.parametrize(("change", "message"), [
    ({"format": "vecx-corpus/9"}, "has format 'vecx-corpus/9'; this vecx reads vecx-corpus/1"),
    ({"cart": "0"}, "made with another cartridge; use a different folder with --corpus"),
    ({"entries": [[[3], 0, 0, 0, 0, 0]]}, "damaged .a play with an invalid step.; use a different"),
    ({"entries": [[[3, 70000], 0, 0, 0, 0, 0]]}, "the corpus is damaged"),
    ({"code": "AAAA"}, "the corpus is damaged"), ({"paths": None}, "the corpus is damaged"),
    ({"swarm": []}, "the corpus is damaged"), ({"frames": "x"}, "the corpus is damaged")])
def test_what_is_refused(change, message, corpus, recipe, target, tmp_path):
    """Other versions, other cartridges and damage are reported with a remedy."""
    stored.save(corpus, tmp_path, recipe)
    data = json.loads((tmp_path / FILE).read_text())
    (tmp_path / FILE).write_text(json.dumps(data | change))
    with pytest.raises(VecxError, match=message):
        stored.load(tmp_path, recipe, target)


def test_a_file_that_is_no_corpus(recipe, target, tmp_path):
    """Other JSON is refused, for the corpus and for plays."""
    (tmp_path / FILE).write_text("[1]")
    with pytest.raises(VecxError, match="not a corpus of vecx, or damaged"):
        stored.load(tmp_path, recipe, target)
    with pytest.raises(VecxError, match="not a corpus of vecx, or damaged"):
        stored.plays_in(tmp_path)


def test_a_failed_write_leaves_the_old_file(corpus, recipe, target, tmp_path, monkeypatch):
    """On a full disk, the old corpus stays."""
    stored.save(corpus, tmp_path, recipe)
    before = (tmp_path / FILE).read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("vecx.files.os.replace", full)
    with pytest.raises(VecxError, match="No space left on device"):
        stored.save(corpus, tmp_path, recipe)
    assert (tmp_path / FILE).read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
