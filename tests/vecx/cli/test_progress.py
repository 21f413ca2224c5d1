"""The progress line of long commands."""

import io

import pytest

from vecx.cli import progress
from vecx.cli.progress import Progress


class Terminal(io.StringIO):
    """A terminal that stores its output."""

    def isatty(self) -> bool:
        """Return True."""
        return True


def test_a_file_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """If standard error is not a terminal, nothing is written."""
    monkeypatch.setattr(progress, "QUIET_SECONDS", 0)
    stream = io.StringIO()
    with Progress("recording", "frames", 100, stream) as bar:
        for done in range(100):
            bar.to(done)
    assert stream.getvalue() == ""


def test_a_terminal_sees_it_and_a_clean_line_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line grows, and is erased at the end."""
    monkeypatch.setattr(progress, "QUIET_SECONDS", 0)
    monkeypatch.setattr(progress, "TURN_SECONDS", 0)
    stream = Terminal()
    with Progress("recording", "frames", 200, stream) as bar:
        for done in (0, 50, 200):
            bar.to(done)
    lines = stream.getvalue().split("\r")
    assert "0 of 200 frames, 0 %" in lines[1] and "left" not in lines[1]
    assert "[######------------------] 50 of 200 frames, 25 %" in lines[2]
    assert "[########################] 200 of 200 frames, 100 %, 0 s left" in lines[3]
    assert lines[4].strip() == "" and len(lines[4]) >= len(lines[3].rstrip()) and lines[5] == ""


def test_what_is_done_at_once_needs_no_line() -> None:
    """Within QUIET_SECONDS, nothing is written."""
    stream = Terminal()
    with Progress("recording", "frames", 2, stream) as bar:
        bar.to(1)
    assert stream.getvalue() == ""


def test_where_nobody_knows_how_many() -> None:
    """Without a total, the line shows the count and the time."""
    assert Progress("running", "frames").line(1234, 5.4) == "running: 1,234 frames, 5 s"
    assert Progress("running", "frames", 400).line(100, 6.0).endswith("25 %, 18 s left")


def test_seconds_are_shown_while_work_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line appears without the help of the work, and is erased; also after an exception."""
    monkeypatch.setattr(progress, "QUIET_SECONDS", 0)
    monkeypatch.setattr(progress, "TURN_SECONDS", 0.001)
    stream = Terminal()
    with pytest.raises(KeyboardInterrupt), \
            Progress("converting a.svg", progress.SECONDS, None, stream).ticking():
        while "s" not in stream.getvalue():
            pass
        raise KeyboardInterrupt
    lines = stream.getvalue().split("\r")
    assert lines[1] == "converting a.svg: 0 s" and lines[-2].strip() == lines[-1] == ""
