"""The frames whose wires the budget page shows."""

import pytest

from vecx import Machine
from vecx.measure.budget.page import WIRES_KEPT, following, packed_wires


@pytest.mark.slow
def test_the_frames_of_most_work_and_the_last_are_kept() -> None:
    """The most expensive frames and the last one are kept, each once."""
    machine = Machine("connect4")
    kept = []
    frames = list(following(machine, (machine.run_frames(1)[0] for _ in range(130)), kept))
    busiest = sorted(frames[1:], key=lambda frame: (-frame.budget.work_cycles, frame.index))
    assert busiest[0].budget.work_cycles > busiest[WIRES_KEPT].budget.work_cycles
    assert [frame.index for frame, _ in kept] == \
        sorted({*(frame.index for frame in busiest[:WIRES_KEPT]), frames[-1].index})
    for frame, stretch in kept:
        assert stretch.begin - frame.start_cycle < 30 or frame.index == 0
        assert 0 <= stretch.end - frame.start_cycle - frame.cycles < 30
    assert list(packed_wires(machine, kept, {})) == [frame.index for frame, _ in kept]
    assert machine.take_log().size == 0 and not machine.hooks


def test_nothing_is_kept_of_no_frames() -> None:
    """Without frames nothing is kept, and the observer is removed."""
    machine, kept = Machine("connect4"), []
    assert list(following(machine, [], kept)) == kept == [] and not machine.hooks
