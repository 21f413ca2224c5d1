"""The machine that plays."""

import pytest

from tests.vecx.fuzzing.conftest import taps
from vecx import Machine, UsageError, VecxError
from vecx.fuzzing.target import Target, faults_of, recipe_of


def test_faults_of_each_kind(target):
    """A hang, a crash and a long frame are found, and nothing in other plays."""
    assert [fault.kind for fault in target.run(taps(1, 4, 1)).faults] == ["hang"]
    assert [fault.kind for fault in target.run(taps(4, 4, 2)).faults] == ["crash"]
    assert [fault.kind for fault in target.run(taps(3)).faults] == ["overrun"]
    assert target.run(taps(4, 1, 1, 2)).faults == []
    assert faults_of(target, taps(3), "overrun")[0].text == "a frame took longer than 20 ms"


def test_continuing_from_a_snapshot_changes_nothing(recipe, target):
    """Continuing from a snapshot gives the same results with fewer frames."""
    fresh = Target(recipe)
    target.run(taps(4, 4), keep=True)
    one, other = target.run(taps(4, 4, 2)), fresh.run(taps(4, 4, 2))
    assert (one.code == other.code).all() and one.path == other.path
    assert one.faults == other.faults and one.frames < other.frames
    assert (one.states == other.states).all()


def test_a_snapshot_keeps_the_faults_before_it(recipe, target):
    """Faults of the part that is not played again are reported too."""
    target.run(taps(3, 4), keep=True)
    one, other = target.run(taps(3, 4, 2)), Target(recipe).run(taps(3, 4, 2))
    assert one.frames < other.frames
    assert one.faults == other.faults and other.faults[0].kind == "overrun"


def test_a_saved_state_as_the_start(faulty):
    """Plays can begin with a saved state."""
    machine = Machine(faulty)
    machine.run_frames(300)
    machine["sum"] = 2
    target = Target(recipe_of(machine, machine.snapshot(), strict=False))
    assert target.title_frames == 0
    assert [fault.kind for fault in target.run(taps(2)).faults] == ["crash"]


def test_bad_expressions_are_refused(faulty):
    """Unknown names, addresses as conditions and a missing cartridge are refused."""
    with pytest.raises(VecxError, match="no symbol 'sun' in this cartridge; did you mean sum"):
        recipe_of(Machine(faulty), conditions=["[sun] == 1"])
    with pytest.raises(UsageError, match=r"write \[sum\]"):
        recipe_of(Machine(faulty), lasting=[(5, "sum > 9")])
    with pytest.raises(UsageError, match="there is no cartridge to play: give CART"):
        recipe_of(Machine())
