"""The choice of a screen."""

from pathlib import Path

import pytest

from vecx import VecxError
from vecx.cli import run_command
from vecx.console.analog import load
from vecx.display import opening
from vecx.display.opening import Kind, NoScreen, ScreenOptions, open_screen

GAME = Path(__file__).parents[3] / "games" / "examples" / "text.asm"
OPTIONS = ScreenOptions("a game", load("ideal"))


@pytest.fixture
def kinds(monkeypatch):
    """Return a table with two screens that can be opened."""
    faults = {"one": None, "two": None}
    monkeypatch.setattr(opening, "SCREENS", {
        name: Kind(lambda name=name: faults[name], lambda options, name=name: (name, options))
        for name in faults})
    return faults


def test_the_first_that_there_is(kinds):
    """The first available screen is used, with the given options."""
    assert open_screen(OPTIONS) == ("one", OPTIONS)
    kinds["one"] = "no display"
    assert open_screen(OPTIONS) == ("two", OPTIONS)


def test_the_one_that_is_asked_for(kinds):
    """A screen can be chosen by its name."""
    assert open_screen(OPTIONS, "two") == ("two", OPTIONS)


def test_none_at_all(kinds):
    """If no screen is available, the message is that of the first one."""
    kinds.update(one="DISPLAY is not set", two="no terminal")
    with pytest.raises(NoScreen, match="DISPLAY is not set") as caught:
        open_screen(OPTIONS)
    assert caught.value.why == "DISPLAY is not set" and isinstance(caught.value, VecxError)


def test_a_screen_of_an_unknown_name_is_refused(capsys):
    """An unknown name is refused with the known names, status 2."""
    assert run_command(["run", "--screen", "tv", "--frames", "1"]) == 2
    said = capsys.readouterr().err
    assert "--screen tv: unknown screen; use one of window, terminal, blocks" in said


def test_the_one_that_is_asked_for_is_not_available(kinds):
    """A screen that was chosen and cannot be opened is an error with the reason."""
    kinds["two"] = "no terminal"
    with pytest.raises(VecxError, match="the two cannot be opened: no terminal"):
        open_screen(OPTIONS, "two")


def test_without_a_screen_watch_is_refused(kinds, capsys):
    """--watch needs a screen; the message names the command for browsers."""
    kinds.update(one="no display", two="no terminal")
    assert run_command(["run", str(GAME), "--watch", "--frames", "1"]) == 1
    assert "--watch needs a screen (no display); `vecx serve` shows" in capsys.readouterr().err
