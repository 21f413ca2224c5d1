"""Lanes on an axis of cycles: writes of the program, and their effects."""

import itertools
from pathlib import Path

import pytest

from vecx import Machine
from vecx.measure.wires.lanes import NOTHING, Lane, lanes_of
from vecx.measure.wires.waves import Recorder, Stretch, joined

BROKEN = Path(__file__).parents[3] / "cases" / "broken" / "too_much.asm"
SOURCE = """
 lds #$CBEA
 lda #$D0
 tfr a,dp
 ldd #$FFFF
 std <$02
 lda #$98
 sta <$0B
 ldd #$40CC
 sta <$04
 stb <$0C
 ldd #$3075
 std <$08
frame lda #$20
 sta <$01
 clr <$00       ; the multiplexer leads to Y
 inc <$00
 lda #$E0
 sta <$01       ; X
 lda #$04
 sta <$00       ; the multiplexer leads to Z
 inc <$00
 bsr pulse
 lda #$AA
 sta <$0A
 bra rest
pulse clr <$05
 lda #$40
loop bita <$0D
 beq loop
 rts
rest ldd #$3075
 std <$08
 nop
wait lda <$0D
 anda #$20
 beq wait
 bra frame
"""


@pytest.fixture
def machine(program) -> Machine:
    """Return a machine at the beginning of its third frame."""
    machine = program(SOURCE)
    machine.run_frames(2)
    return machine


def lanes_by_name(machine: Machine, frames: int = 2) -> tuple[dict[str, Lane], Stretch]:
    """Return the lanes of some frames, and their range."""
    stretches = []
    with Recorder(machine) as recorder:
        for _ in range(frames):
            machine.run_frames(1)
            stretches.append(recorder.take())
    stretch = joined(stretches)
    found = lanes_of(stretch, lambda pc: machine.where(pc).routine or f"{pc:04X}",
                     machine.findings)
    return {lane.name: lane for lane in found}, stretch


def test_t1_counts_while_ramp_is_low(machine):
    """T1's span and /RAMP's begin with the same write and end within a cycle."""
    lanes, _ = lanes_by_name(machine)
    counts = [(begin, end, value) for (begin, value), (end, _)
              in itertools.pairwise(lanes["T1"].edges) if value != NOTHING]
    lows = [(begin, end) for (begin, value), (end, _) in itertools.pairwise(lanes["/RAMP"].edges)
            if not value]
    assert len(counts) == len(lows) == 2
    for (begin, end, value), (falls, rises) in zip(counts, lows, strict=True):
        assert value == 0x40 and begin == falls and abs(end - rises) <= 1


def test_t2_counts_from_before_the_stretch_until_it_is_out(machine):
    """T2's span may begin before the recording."""
    lanes, stretch = lanes_by_name(machine)
    edges = lanes["T2"].edges
    assert edges[0] == (stretch.begin, 0x7530)
    spans = [after[0] - before[0] for before, after in itertools.pairwise(edges)
             if before[1] == 0x7530 and before[0] > stretch.begin]
    assert spans and set(spans) == {0x7530 + 1}
    assert [value for _, value in edges[:4]] == [0x7530, NOTHING, 0x7530, NOTHING]


def test_the_holds_take_what_the_multiplexer_lets_through(machine):
    """Values go to X, Y or Z according to the multiplexer."""
    lanes, _ = lanes_by_name(machine)
    assert {value for _, value in lanes["Y hold"].edges} == {0x20}
    assert {value for _, value in lanes["Z hold"].edges} == {0xE0 - 256}
    assert {value for _, value in lanes["DAC"].edges} == {0x20, 0xE0 - 256}
    assert {"Y hold", "Z hold", "off"} <= set(lanes["multiplexer"].words)


@pytest.mark.slow
def test_writes_sound_and_shifts_are_marks_with_words(machine):
    """Writes of SR and of the sound chip are marks with their values."""
    lanes, _ = lanes_by_name(machine)
    assert {value for _, value in lanes["SR"].edges[1:]} == {0xAA}
    assert {"SR=$AA", "T1C-H=$00", "ORB=$04"} <= set(lanes["VIA writes"].words)
    game = Machine("connect4", preset="ideal")
    game.run_frames(60)
    assert any(word.startswith("R7=$") for word in lanes_by_name(game, 60)[0]["sound"].words)


@pytest.mark.slow
def test_routines_and_findings_have_their_lanes():
    """The routine lane names routines; a finding is at its cycle."""
    machine = Machine(BROKEN, strict=True)
    machine.run_frames(245)             # the title
    lanes, stretch = lanes_by_name(machine, 20)
    assert {"star", "Wait_Recal"} <= set(lanes["routine"].words)
    findings = lanes["findings"]
    assert findings.edges[0][0] == min(one.cycle for one in machine.findings) < stretch.end
    assert "too_much.asm" in findings.words[0]
