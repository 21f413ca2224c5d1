"""Kinds of faults."""

import numpy as np

from tests.vecx.fuzzing.conftest import taps
from vecx import Machine
from vecx.fuzzing.faults import Judge, strict_faults
from vecx.fuzzing.target import Target, recipe_of


def test_expressions_that_last(faulty):
    """A lasting expression counts frames in a row, also across snapshots."""
    target = Target(recipe_of(Machine(faulty), lasting=[(40, "[sum] == 2")], strict=False))
    assert target.run((*taps(4, 4), (20, 0)), keep=True).faults == []
    assert [fault.text for fault in target.run((*taps(4, 4), (20, 0), (30, 0))).faults] == [
        "`[sum] == 2` has been true for 40 frames"]
    assert target.run((*taps(4, 4), (20, 0), *taps(4), (30, 0))).faults == []


def test_a_judge_begins_again():
    """After `begin`, earlier frames do not count."""
    machine = Machine("connect4")
    judge = Judge(machine, [], [(5, "frame > 0")])
    faults = []
    assert not judge.look(machine.run_frames(4), faults) and judge.lasted == (4,)
    judge.begin((0,))
    assert not judge.look(machine.run_frames(4), faults) and not faults


def test_findings_of_the_strict_machine(tmp_path):
    """Findings are faults by rule and place; advice and overruns are left out."""
    path = tmp_path / "rom.asm"
    path.write_text(" org 0\n fcc \"g GCE 2026\"\n fcb $80\n fdb $FD0D\n fcb 0\n"
                    "main sta $100\n jsr $F192\n bra main\n")
    target = Target(recipe_of(Machine(path)))
    faults, frames = target.check(((5, 0),))
    assert ("strict", f"rom-write {path}:6") in [fault[:2] for fault in faults]
    assert frames == target.title_frames + 5
    assert strict_faults(Machine("connect4", strict=True)) == []
    assert np.count_nonzero(target.run(((5, 0),)).code) == 3


def test_findings_that_nobody_sees_count_when_asked(tmp_path):
    """A variable that is read before it is set counts without a witness only with `unconfirmed`."""
    path = tmp_path / "unset.asm"
    path.write_text("value equ $C890\n org 0\n fcc \"g GCE 2026\"\n fcb $80\n fdb $FD0D\n"
                    " fcb 0\nmain jsr $F192\n lda value\n beq main\n bra main\n")
    machine = Machine(path)
    for unconfirmed in (False, True):
        target = Target(recipe_of(machine, unconfirmed=unconfirmed))
        rules = [fault.key.split()[0] for fault in target.check(((5, 0),))[0]]
        assert ("ram-unset" in rules) == unconfirmed
