"""Faults as movies and tests."""

import subprocess
import sys

import pytest

from tests.vecx.fuzzing.conftest import taps
from vecx.fuzzing import finds
from vecx.fuzzing.corpus import Find
from vecx.fuzzing.finds import recorded, shown_by
from vecx.play import movie


def test_a_movie_replays_the_fault(recipe, target, faulty, tmp_path):
    """The movie plays to its end with the same states, and shows the fault and no other."""
    made = recorded(recipe, target.title_frames, taps(4, 4, 2))
    made.save(tmp_path / "crash.movie")
    machine = made.machine(faulty)
    assert len(list(movie.replay(made, machine))) == target.title_frames + 18 + 5
    assert machine.astray[0] == 0x9000
    assert "to $9000" in shown_by(tmp_path / "crash.movie", faulty, "crash")[0]
    assert shown_by(tmp_path / "crash.movie", faulty, "overrun") == []


@pytest.mark.slow
def test_the_written_test_fails_until_the_fault_is_gone(recipe, target, faulty, tmp_path):
    """The test runs on the changed program, from the folder of the find."""
    source = tmp_path / "faulty.asm"
    source.write_text(faulty.read_text())
    own = finds.Recipe({**recipe.arguments, "cart": recipe.arguments["cart"]}, recipe.start)
    _, test = finds.write(Find(target.run(taps(3)).faults[0], taps(3), "overrun-1", 1, 1.0),
                          tmp_path, own, target.title_frames)
    text = test.read_text()
    relative = text[text.index("FOLDER / '"):].partition("'")[2].partition("'")[0]
    test.write_text(text.replace(relative, "faulty.asm"))

    def status():
        return subprocess.run([sys.executable, "-c",
                               f"import runpy; runpy.run_path({str(test)!r})['test_overrun_1']()"],
                              capture_output=True).returncode

    assert status() == 1
    source.write_text(faulty.read_text().replace("#5000", "#50"))
    assert status() == 0
