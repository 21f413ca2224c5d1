"""Crafted states are refused or do no harm; states of real machines are accepted.
"""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hostile.states import Base
from tests.vecx.chance_code import image_of
from vecx import Machine, VecxError
from vecx.chips.state import FIELDS, RECORD
from vecx.chips.state_range import misfit

ROOT = Path(__file__).parents[2]
FOREVER = 1 << 40
TIMES = [f.name for f in FIELDS if f.kind in "tm" and f.holds == "past"]


@pytest.fixture(scope="module")
def base() -> Base:
    """Return a state in the middle of the game's title."""
    machine = Machine("connect4", preset="worn", seed=4)
    machine.run_frames(250)
    machine.run_cycles(11_111)
    return Base(machine)


@pytest.mark.parametrize("clock", [1 << 31, 1 << 60, 5])
def test_a_clock_that_no_other_time_belongs_to_is_refused(base: Base, clock: int) -> None:
    """A state is refused if only the clock and some times are changed.

    The times of the frame, and of the sound as well, are moved with the clock; those of the timers
    and of the beam are not.
    """
    changes = {"clock": (0, clock), "frame_at": (0, clock), "frame_cut": (0, clock + 5000)}
    for more in ({}, {"ay_tick": (0, clock // 8)}):
        with pytest.raises(VecxError, match="damaged"):
            base.machine.restore(base.crafted({**changes, **more}))


def test_a_sound_that_is_far_behind_is_refused(base: Base) -> None:
    """A state whose sound is far behind the clock is refused."""
    for tick in (0, FOREVER, base.clock // 8 - 100, base.clock // 8 + 1):
        with pytest.raises(VecxError, match="damaged"):
            base.machine.restore(base.crafted({"ay_tick": (0, tick)}))


@pytest.mark.parametrize("name", TIMES)
def test_a_time_that_has_been_is_not_to_come(base: Base, name: str) -> None:
    """A state with a future event before the clock is refused."""
    with pytest.raises(VecxError, match="damaged"):
        base.machine.restore(base.crafted({name: (0, base.clock + 2)}))


def test_a_timer_that_missed_a_million_events_is_refused(base: Base) -> None:
    """A state with a timer far behind is refused, whatever its next event says."""
    free_running = {"t1_at": (0, 10), "t1_armed": (0, 1), "t1_n": (0, 2), "acr": (0, 0xC0)}
    with pytest.raises(VecxError, match="damaged"):
        base.machine.restore(base.crafted(free_running))


def test_a_log_that_runs_over_says_so_and_harms_nothing() -> None:
    """With a record changed by hand, nothing is written beyond the end of a log."""
    machine = Machine("connect4", preset="ideal")
    machine.run_frames(250)
    machine.chips.state.clock += FOREVER
    with pytest.raises(VecxError, match="logs is full"):
        machine.run_frames(5)

    machine = Machine("connect4", preset="ideal")
    machine.run_frames(250)
    m = machine.chips.state
    m.acr, m.t1l, m.t1_n, m.t1_armed, m.w_lit, m.lit, m.z = 0xC0, 0, 0, 1, 1, 1, 50.0
    m.t1_at = m.clock - 1_000_000
    m.via_due = m.t1_at + 2
    m.c2_out[:] = 1, 1
    m.beam_t = m.piece_t = float(m.t1_at)
    m.edge_count = 0
    with pytest.raises(VecxError, match="logs is full"):
        machine.run_cycles(100)


def test_the_wheel_and_the_pen_are_not_followed_from_the_beginning_of_time() -> None:
    """Extremely old times of wheel and pen in a state cannot hang the machine.

    Only the last of the missed turns of the wheel counts, and only the pen's light of two slices.
    """
    machine = Machine("connect4", device="imager")
    machine.chips.state.wheel_speed, machine.chips.state.wheel_t = 1e-5, -FOREVER
    machine.chips.state.ca1_due = machine.chips.state.clock
    machine.run_frames(3)
    assert 0 <= machine.chips.state.wheel_at < 2
    machine = Machine("connect4")
    machine.pen(0, 0)
    machine.run_frames(3)
    machine.chips.state.pen_t = machine.chips.state.beam_t = -FOREVER
    machine.chips.state.lit, machine.chips.state.z = 1, 50.0
    machine.run_frames(3)


@pytest.mark.slow
@settings(max_examples=25)
@given(st.integers(0, 2**32), st.sampled_from(["ideal", "hardware", "worn"]),
       st.sampled_from([None, "imager", "pen"]), st.lists(st.integers(1, 150_000), max_size=6))
def test_no_state_that_chance_code_comes_to_is_refused(seed, preset, device, runs) -> None:
    """States of random code are accepted in any cycle."""
    machine = Machine(None, image_of(seed), preset=preset, seed=seed,
                      device="imager" if device == "imager" else None)
    for cycles in runs:
        if device == "pen":
            machine.pen(cycles % 100 - 50, 0.0, at=machine.cycles + cycles // 2)
        machine.run_cycles(cycles)
        machine.stick(1, -1, at=machine.cycles + 7)
        kept = machine.keep()
        assert not misfit(np.frombuffer(kept.record, RECORD)[0])
        machine.restore(machine.snapshot())
    machine.reset()
    assert not misfit(np.frombuffer(machine.keep().record, RECORD)[0])


@pytest.mark.nightly
def test_every_field_at_its_extremes(tmp_path: Path) -> None:
    """A part of `python -m tests.hostile.states` runs with every index checked."""
    command = [sys.executable, "-m", "tests.hostile.states", "--seed", "3", "--pairs", "600",
               "--frames", "60", "--every", "6"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False,
                          timeout=540, env={**os.environ, "NUMBA_BOUNDSCHECK": "1",
                                            "XDG_CACHE_HOME": str(tmp_path)})
    assert done.returncode == 0, done.stderr[-2000:]
    assert "stopped=0" in done.stdout
