"""Costs of routines and lines: they add up to the frames' costs and are attributed correctly."""

from pathlib import Path

import numpy as np
import pytest

from vecx.errors import UsageError
from vecx.machine import Machine
from vecx.measure.budget.limits import Limits
from vecx.measure.budget.profile import Profile
from vecx.measure.budget.tables import costs_table, lines_tables, most_expensive

SOURCE = """\
                include "vectrex.inc"
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FD0D
                fcb     $F8,$50,$20,-$50
                fcc     "WHO"
                fcb     $80,0
                setdp   $D0
main            jsr     Wait_Recal
                jsr     Intensity_5F
                bsr     dots
                bsr     twice
                bra     main

; twice: works, and lets work
twice           bsr     work
work            ldb     #250
work_on         decb
                bne     work_on
                rts

; dots: three of them
dots            lda     #3
                pshs    a
dots_on         jsr     Reset0Ref
                ldd     #$2020
                jsr     Dot_d
                dec     ,s
                bne     dots_on
                puls    a,pc
"""
LAST = 40


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Return a profile of the loop above, and its frames."""
    path = tmp_path_factory.mktemp("who") / "who.asm"
    path.write_text(SOURCE)
    machine = Machine(path, strict=True)
    machine.run_frames(260)
    profile = Profile(machine)
    return profile, machine.run_frames(LAST), machine


def test_what_routines_cost_adds_up(run):
    """The sums of cycles, vectors and strokes of routines are those of the frames."""
    profile, frames, _ = run
    costs = {cost.name: cost for cost in profile.routines(frames)}
    spent = sum(cost.own_cycles for cost in costs.values())
    assert abs(spent - sum(frame.cycles for frame in frames)) < 100
    assert sum(frame.budget.vectors for frame in frames) == 3 * LAST
    assert sum(cost.own_vectors for cost in costs.values()) in (3 * LAST, 3 * LAST - 1)
    assert sum(cost.own_strokes for cost in costs.values()) == sum(
        len(frame.segments) for frame in frames)
    assert all(cost.cycles >= cost.own_cycles for cost in costs.values())


def test_costs_are_whose_they_are(run):
    """A routine includes what it calls; recursion and tail jumps count once."""
    profile, frames, _ = run
    costs = {cost.name: cost for cost in profile.routines(frames)}
    assert costs["dots"].vectors in (3 * LAST, 3 * LAST - 1) and costs["dots"].own_vectors == 0
    loop = 2 + 250 * 5 + 5
    assert costs["work"].own_cycles / LAST == pytest.approx(2 * loop, abs=30)
    assert costs["Wait_Recal"].waits and not costs["dots"].waits
    assert costs["work"].where.line == 17 and costs["dots"].calls == LAST


def test_lines(run):
    """A call into the ROM counts for the calling line; the ROM's lines have their own rows."""
    profile, frames, _ = run
    lines = {Path(cost.name.rpartition(":")[0]).name + cost.name[cost.name.rindex(":"):]: cost
             for cost in profile.lines(frames)}
    dot = lines["who.asm:27"]
    assert dot.strokes == sum(len(frame.segments) for frame in frames) and dot.own_strokes == 0
    assert dot.cycles > 5 * dot.own_cycles
    rom = [cost for name, cost in lines.items() if name.startswith("beam.asm:")]
    assert sum(cost.own_strokes for cost in rom) == dot.strokes
    assert all(cost.cycles == 0 for cost in rom)


def test_waiting_is_counted_apart(run):
    """Cycles of lines plus waiting equal those of the frames."""
    profile, frames, _ = run
    spent = sum(cost.cycles for cost in profile.lines(frames)) + profile.waiting()
    assert abs(spent - sum(frame.cycles for frame in frames)) < 100
    text = lines_tables(profile, frames).splitlines()
    waiting = next(i for i, line in enumerate(text) if line.endswith("waiting for its end"))
    assert all("who.asm" in line for line in text[1:waiting])
    assert "executive ROM" in text[waiting + 1] and "beam.asm" in text[waiting + 2]


def test_drift_is_the_accounts(run):
    """The largest drift of a frame's strokes equals the figure in the account."""
    profile, frames, _ = run
    for frame in frames[1:5]:
        drift = profile.drift(frame.start_cycle + frame.segments[:, 6].astype(float)) / 127
        assert np.max(drift) == pytest.approx(frame.budget.max_drift_err, rel=0.02)


def test_the_dearest_are_named(run):
    """An exceeded limit names three routines, without the one that waits."""
    profile, frames, _ = run
    (line,) = most_expensive(profile, frames, Limits(max_cycles=100))
    assert line.startswith("most expensive by cycles per frame: work ")
    assert "Wait_Recal" not in line and line.count(",") >= 2
    assert most_expensive(profile, frames, Limits(max_cycles=29_000)) == []
    assert "dots" in costs_table(profile.routines(frames), len(frames), "by routine")


def test_a_machine_must_be_strict():
    """A profile needs a strict machine."""
    with pytest.raises(UsageError, match="strict=True"):
        Profile(Machine())


def test_a_routine_that_a_macro_makes_is_at_the_macros_call(tmp_path):
    """Several routines of one macro are distinguished by the lines that call it; labels that the
    macro makes unique are not routines."""
    (tmp_path / "made.asm").write_text("""\
 include "vectrex.inc"
 fcb "g GCE 1982",$80
 fdb $fd0d
 fcb $f8,$50,$20,-$56,"MADE",$80,0
wait macro name,count
name lda #count
again\\? deca
 bne again\\?
 rts
 endm
main jsr Wait_Recal
 jsr short
 jsr long
 bra main
 wait short,10
 wait long,20
""")
    machine = Machine(tmp_path / "made.asm", preset="ideal", strict=True)
    machine.run_frames(260)
    profile = Profile(machine)
    text = costs_table(profile.routines(machine.run_frames(5)), 5, "by routine")
    rows = [line.split()[-2:] for line in text.splitlines() if "made.asm" in line]
    assert sorted((name, place.rpartition(":")[2]) for name, place in rows) == [
        ("long", "16"), ("main", "11"), ("short", "15")]
