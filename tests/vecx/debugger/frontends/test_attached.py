"""A terminal attached to a running window."""

import io
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.vecx.debugger.frontends.dap.playing import LINE, WAIT, Window, until
from vecx.debugger.frontends.attached import Attached
from vecx.errors import VecxError


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    """Return a window that plays."""
    window = Window(tmp_path)
    yield window
    window.player.open = False
    window.thread.join(WAIT)


@pytest.fixture
def attached(window) -> Iterator[Attached]:
    """Return a terminal that is attached to the window."""
    attached = Attached(window.port.number, io.StringIO())
    yield attached
    attached.close()


def answer(attached: Attached, line: str, *, good: bool = True) -> str:
    attached.output = io.StringIO()
    assert attached.serve(line) is good, attached.output.getvalue()
    return attached.output.getvalue()


def test_lines_drive_the_window(window, attached):
    """Commands work as without a window, in both directions; displays stay."""
    assert window.player.standing
    assert "breakpoint 1: run tick at $" in answer(attached, "break tick")
    answer(attached, "display [count]")
    text = answer(attached, "continue")
    assert text.startswith("breakpoint 1: tick\n") and f"{LINE['tick inc count']}  tick inc" in text
    assert "  [count] = " in text
    before = answer(attached, "print cycle")
    assert answer(attached, "step").startswith("step  [frame")
    assert answer(attached, "").startswith("step  [frame")
    answer(attached, "back 2")
    assert answer(attached, "print cycle") == before
    assert "A " in answer(attached, "x/4 $C880") + answer(attached, "info registers")
    assert "error: " in answer(attached, "delete 9", good=False)
    assert "error: " in answer(attached, "nonsense", good=False)
    assert {"tick", "Wait_Recal"} <= set(attached.words("break "))
    assert "continue" in attached.words("")


def test_log_points_are_printed_once(attached):
    """Log points are printed while the window plays, each once."""
    answer(attached, "break tick log at {[count]}")
    answer(attached, "break tick after 3")
    lines = [line for line in answer(attached, "continue").splitlines() if line.startswith("at ")]
    assert len(lines) == 3 and len(set(lines)) == 3


@pytest.mark.slow
def test_ctrl_c_stops_the_game(window, attached):
    """Ctrl-C stops the game while it plays, and during a command."""
    for command in ("continue", "until $1234"):
        timer = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
        timer.start()
        assert "pause" in answer(attached, command)
        timer.join()
        assert window.player.standing


def test_the_game_goes_on_when_the_terminal_leaves(window):
    """`quit` or closing the window ends the session."""
    attached = Attached(window.port.number, io.StringIO())
    assert attached.run(io.StringIO("registers\n# nothing\nquit\n")) == 0
    attached.close()
    until(lambda: not window.player.standing)
    frames = window.machine.frames
    until(lambda: window.machine.frames > frames)
    attached = Attached(window.port.number, io.StringIO())
    with pytest.raises(VecxError, match="another editor is attached"):
        Attached(window.port.number, io.StringIO())
    window.player.open = False
    window.thread.join(WAIT)
    assert attached.run(io.StringIO("registers\nregisters\n")) == 1
    assert "the window has closed the connection" in attached.output.getvalue()
    attached.close()


def test_without_a_window_it_says_so():
    """A port without a listener is named, with a remedy."""
    with pytest.raises(VecxError, match=r"no window answers on port 1 .*--debug-port N"):
        Attached(1, io.StringIO())
