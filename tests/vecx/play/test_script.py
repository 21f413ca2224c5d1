"""Inputs as text: parsing, refusals, frames."""

from pathlib import Path

import pytest

from vecx import Machine, UsageError, VecxError
from vecx.play import script
from vecx.play.script import Script, Step, load, press, stick


@pytest.mark.parametrize("text, steps", [
    ("300:4", [Step(300, 1, 4, True), Step(304, 1, 4)]),
    (" 0-2:1,2 ", [Step(0, 2, 1, True), Step(2, 2, 1)])])
def test_a_press(text: str, steps: list[Step]) -> None:
    """A press lasts four frames, or until the given frame."""
    assert press(text) == steps


def test_a_stick() -> None:
    """A stick is held from its frame on."""
    assert stick("310:1,-0.5") == [Step(310, 1, 0, x=1, y=-0.5)]
    assert stick("5:0,0,2") == [Step(5, 2, 0)]


@pytest.mark.parametrize("text", ["", "300", "300:5", "300:0", "x:4", "5-5:1", "9-3:1", "300:4,3",
                                  "-1:4", "1:4:5", "9" * 5000 + ":4", "²:4"])
def test_what_is_no_press(text: str) -> None:
    """An invalid press gives one message with an example."""
    with pytest.raises(UsageError, match=r"such as 300:4") as fault:
        press(text)
    assert len(str(fault.value)) < 300


@pytest.mark.parametrize("text", ["", "310:1", "310:2,0", "310:0,-1.1", "310:a,b", "310:.,.",
                                  "310:nan,0", "310:0,0,3", "310:1e0,0"])
def test_what_is_no_stick(text: str) -> None:
    """An invalid stick gives one message with an example."""
    with pytest.raises(UsageError, match=r"such as 310:1,0"):
        stick(text)


def test_a_file(tmp_path: Path) -> None:
    """Comments and empty lines are ignored; a mistake is reported with its line."""
    path = tmp_path / "a.inputs"
    path.write_text("# begin\n\npress 300:4   # start\nstick 310:1,0\n")
    assert load(path) == press("300:4") + stick("310:1,0")
    for text, words in (("press 300:9\n", "a.inputs:1: "), ("\njump 3\n", "a.inputs:2: 'jump'")):
        path.write_text(text)
        with pytest.raises(VecxError, match=words):
            load(path)
    with pytest.raises(VecxError, match="no such file"):
        load(tmp_path / "none")


def test_they_enter_as_their_frame_begins() -> None:
    """Inputs take effect at the start of their frames, in any order of the options."""
    m = Machine("connect4", preset="ideal")
    played = Script([*stick("4:1,0"), *press("2-4:3"), *press("1:1")])
    seen = []
    for _ in range(6):
        played.enter(m)
        m.run_frames(1)
        seen.append((m.chips.state.buttons, m.chips.state.stick[0]))
    assert seen == [(0xFF, 128), (0xFE, 128), (0xFA, 128), (0xFA, 128), (0xFE, 255), (0xFF, 255)]
    assert script.HELD_FRAMES == 4
