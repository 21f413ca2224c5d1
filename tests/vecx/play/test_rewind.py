"""Rewind: frames in reverse, and bounded memory."""

from vecx import Machine
from vecx.play.rewind import BYTES_MAX, History, size_of


def test_frames_come_back_last_first() -> None:
    """Each step back shows the previous frame, from which the game can continue."""
    machine, history, frames = Machine("connect4", seed=4), History(), []
    for i in range(200):
        history.note(machine)
        if i % 9 == 0:
            machine.press(1 + i // 9 % 4)
        frames.append(machine.run_frames(1)[0])
    for i in range(198, 98, -1):
        assert history.back(machine)
        if i % 9 == 0:
            machine.press(1 + i // 9 % 4)
        assert machine.run_frames(1)[0] == frames[i]
    assert len(history) == 100


def test_at_the_beginning_nothing_changes() -> None:
    """At the oldest frame, a step back changes nothing."""
    machine, history = Machine("connect4"), History()
    history.note(machine)
    machine.run_frames(1)
    before = machine.cycles
    assert not history.back(machine)
    assert machine.cycles == before
    history.forget()
    assert len(history) == 0 and history.bytes == 0


def test_more_than_a_minute_fits_into_its_room() -> None:
    """60 seconds of states fit easily into the limit, which is never exceeded."""
    machine = Machine("reversi")
    machine.run_frames(300)
    assert 3000 * size_of(machine.keep()) < BYTES_MAX
    each = size_of(machine.keep())
    history = History(20 * each)
    for _ in range(50):
        history.note(machine)
        machine.run_frames(1)
        assert history.bytes <= 20 * each
    assert len(history) == 20
