"""Plays: entering, joining and cutting steps."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from vecx import Machine
from vecx.fuzzing import plays

STEPS = st.lists(st.tuples(st.integers(0, 900), st.integers(0, plays.PADS_MAX - 1)), max_size=8)


def test_entering_pads():
    """Buttons are active low, axes are pots; only changes are entered."""
    machine, entered = Machine(ram="zero"), []
    machine.inputs.listeners.append(lambda *row: entered.append(row))
    plays.enter(machine, 8 | 1 << 8 | 2 << 14)
    assert machine.chips.state.buttons == 0xF7
    assert list(machine.chips.state.stick) == [1, 128, 128, 255]
    entered.clear()
    plays.enter(machine, 8 | 2 << 8 | 2 << 14, 8 | 1 << 8 | 2 << 14)
    assert [row[1:] for row in entered] == [(2, 255)]


@given(STEPS)
def test_joined_steps_mean_the_same(steps):
    """Joining keeps the inputs of every frame; no step is too long or empty."""
    def by_frame(steps):
        return [pads for frames, pads in steps for _ in range(min(frames, 512))]

    made = plays.joined(steps)
    assert by_frame(made) == by_frame(steps)
    assert all(0 < frames <= plays.STEP_FRAMES_MAX for frames, _ in made)
    assert by_frame(plays.cut(made, 100)) == by_frame(made)[:100]


def test_presses_and_text():
    """Each press of a button and each push of a stick counts."""
    play = ((3, 8), (2, 8 | 1), (4, 0), (3, 1 << 8), (3, 2 << 8))
    assert plays.presses_of(play) == 4 and plays.frames_of(play) == 15
    assert plays.shown(play) == "0: 4; 3: 1 4; 5: -; 9: left; 12: right"
    assert plays.pads_shown(1 << 7 | 2 << 14) == "2:4 2:up"


def test_random_steps_use_one_controller_if_told_so():
    """With one player, the second controller is not used."""
    pads = [pads for _, pads in plays.random_steps(Random(1), 1, 200)]
    assert any(pads) and not any(pad & 0xF0F0 for pad in pads)
