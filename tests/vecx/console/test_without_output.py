"""Machines without picture or sound: the same program state, and clear refusals."""

import copy
import pickle
import random

import numpy as np
import pytest

from vecx import Machine, SnapshotMismatch, UsageError
from vecx.chips.account import BEAM_COLUMNS
from vecx.chips.state import FIELDS
from vecx.compiling.jit import JIT
from vecx.play import movie

# Fields that only picture or sound depend on: wires after the VIA, the beam, its statistics.
NAMES = [f.name for f in FIELDS]
UNSEEN = {"via_edge_time", "w_ramp", "w_lit", "w_zero", "account", "y_held_at",
          *NAMES[NAMES.index("bx"):NAMES.index("drawn_from") + 1],
          *NAMES[NAMES.index("pulse_lit"):NAMES.index("zero_dy") + 1],
          *(name for name in NAMES if name.startswith("ay_"))}
# Shifts patterns out, reads SR and its flag at various times, with its interrupt on and off.
SHIFTS = """
 lds #$CBEA
 lda #$D0
 tfr a,dp
 ldd #$98CE
 std <$0B
main ldb #$04
 inc $C880
 lda $C880
 bita #8
 beq off
 orb #$80
off stb <$0E
 sta <$0A
 bita #1
 beq early
 mul
early lda <$0A
 sta $C881
 lda <$0D
 sta $C882
 sta <$0A
 lda #$7F
 sta <$0A
 bra main
"""


def state(machine):
    """Return everything that must not depend on the output: by name, and RAM."""
    m = machine.chips.state
    fields = {name: np.array(getattr(m, name)).tolist() for name in NAMES if name not in UNSEEN}
    return fields | {"RAM": machine.all_ram}


def play(machines, seed, steps):
    """Play machines with the same random inputs and slices, and compare them after each."""
    draw = random.Random(seed)
    for _ in range(steps):
        button, player, x, y = draw.randint(1, 4), draw.randint(1, 2), draw.randint(-1, 1), \
            draw.randint(-1, 1)
        down, cycles = draw.random() < 0.5, draw.choice((17, 1234, 30_000, 200_000))
        for machine in machines:
            (machine.press if down else machine.release)(button, player)
            machine.stick(x, y, player)
            machine.run_cycles(cycles if JIT else 300)
        expected = state(machines[0])
        for machine in machines[1:]:
            assert state(machine) == expected


@pytest.mark.parametrize("game", ["connect4", "reversi"])
@pytest.mark.parametrize("preset", ["ideal", "hardware", "worn"])
def test_state_is_that_of_the_full_machine(game, preset):
    """RAM, registers, cycles and the VIA's state are the same, at any cycle of the run."""
    machines = [Machine(game, preset=preset, seed=3, **without) for without in
                ({}, {"picture": False}, {"sound": False}, {"picture": False, "sound": False})]
    for machine in machines:
        machine.run_frames(230 if JIT else 0)
    play(machines, f"{game} {preset}", 25)
    assert state(machines[0]) == state(machines[-1])


def test_shift_register_without_picture(program):
    """Without picture, the shift register is correct whenever it is used."""
    machines = [program(SHIFTS, picture=picture) for picture in (True, False)]
    draw = random.Random(1)
    for _ in range(300 if JIT else 5):
        cycles = draw.randint(1, 120)
        for machine in machines:
            machine.run_cycles(cycles)
        assert state(machines[0]) == state(machines[1])


def test_frames_have_no_segments_and_no_figures_of_the_beam():
    """Frames keep their cycles and work; the beam's figures are 0."""
    full, bare = Machine("connect4", seed=1), Machine("connect4", seed=1, picture=False)
    for one, other in zip(full.run_frames(12), bare.run_frames(12), strict=True):
        assert (one.index, one.start_cycle, one.cycles, one.budget.work_cycles) == \
            (other.index, other.start_cycle, other.cycles, other.budget.work_cycles)
        assert len(other.segments) == len(other.causes) == other.budget.vectors == 0
        assert one.budget.psg_writes == other.budget.psg_writes
    assert not any(bare.chips.state.account[:BEAM_COLUMNS])


def test_what_is_refused():
    """Features that need output are refused, with the argument to remove."""
    bare = Machine("connect4", picture=False, sound=False)
    with pytest.raises(UsageError, match="no sound: remove sound=False"):
        bare.take_sound()
    for use in (lambda: bare.pen(0, 0), bare.hooks.follow_wires,
                lambda: Machine("connect4", picture=False, strict=True)):
        with pytest.raises(UsageError, match=r"needs? the machine's picture.*picture=False"):
            use()
    with pytest.raises(UsageError, match="a movie needs the machine's picture and sound"):
        movie.Recorder(bare)


def test_snapshots_of_machines_without_output_are_valid():
    """The form for files passes its checks, at various times."""
    bare = Machine("connect4", seed=1, picture=False, sound=False)
    for cycles in (0, 100_003, 1_500_000):
        bare.run_cycles(cycles if JIT else cycles // 1000)
        expected = state(bare)
        bare.restore(bare.snapshot())
        assert state(bare) == expected


def test_snapshots_between_machines():
    """A machine without output continues from a full one; the reverse is refused."""
    full, bare = Machine("connect4", seed=1), Machine("connect4", seed=1, picture=False)
    full.run_cycles(400_011)
    for data in (full.keep(), full.snapshot()):
        bare.restore(data)
        assert not bare.chips.state.edge_count
        bare.run_cycles(100_000)
    full.run_cycles(100_000)
    assert state(full) == state(bare)
    for data in (bare.keep(), bare.snapshot()):
        with pytest.raises(SnapshotMismatch, match="without picture, but this machine has picture"):
            full.restore(data)
        bare.restore(data)
    for copied in (copy.copy(bare), pickle.loads(pickle.dumps(bare))):
        assert copied.console.setup.without == {"picture"}
        assert state(copied) == state(bare)
    full.pen(0, 0)
    for data in (full.keep(), full.snapshot()):
        with pytest.raises(SnapshotMismatch, match="has a light pen"):
            bare.restore(data)
