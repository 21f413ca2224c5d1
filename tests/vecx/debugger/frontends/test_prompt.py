"""The debugger in a terminal: editing, history, completion, and Ctrl-C."""

import io
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from vecx import Machine
from vecx.debugger.frontends.lines import Lines
from vecx.debugger.frontends.prompt import ANSWER_SECONDS, Prompt
from vecx.debugger.session import Session

SECONDS_MAX = 180


class Terminal:
    """A `vecx debug` in its own terminal."""

    def __init__(self, home: Path) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "vecx", "debug", "connect4"], stdin=slave, stdout=slave,
            stderr=slave, start_new_session=True, cwd=home,
            env={**os.environ, "XDG_STATE_HOME": str(home), "TERM": "dumb"},
            preexec_fn=lambda: __import__("fcntl").ioctl(0, __import__("termios").TIOCSCTTY, 0))
        os.close(slave)
        self.text = ""

    def until(self, words: str, again: str = "") -> str:
        """Read until some words appear; return the text up to them.

        Args: again  typed every five seconds: a Ctrl-C is lost while the prompt is being printed
        """
        end = time.monotonic() + SECONDS_MAX
        typed = time.monotonic()
        while words not in self.text:
            assert time.monotonic() < end, self.text
            if again and time.monotonic() - typed > 5:
                self.type(again)
                typed = time.monotonic()
            if select.select([self.master], [], [], 1)[0]:
                self.text += os.read(self.master, 4096).decode()
        came, _, self.text = self.text.partition(words)
        return came

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())


@pytest.fixture
def terminal(tmp_path):
    terminal = Terminal(tmp_path)
    yield terminal
    terminal.process.kill()
    terminal.process.wait()
    os.close(terminal.master)


def test_ctrl_c_interrupts_a_run_and_explains_itself_at_the_prompt(terminal, tmp_path):
    """Ctrl-C stops `continue`, but not the debugger; Ctrl-D ends it."""
    terminal.until("(vecx) ")
    terminal.type("\x03")
    terminal.until("Ctrl-D ends the debugger", again="\x03")
    terminal.until("(vecx) ")
    terminal.type("break Wait_Recal if frame == 30 log it r{1}uns\n")
    terminal.until("(vecx) ")
    terminal.type("continue\n")
    terminal.until("it r1uns")
    terminal.type("\x03")
    terminal.until("pause", again="\x03")
    terminal.until("(vecx) ")
    terminal.type("break board_d\t\n")
    terminal.until("breakpoint 2: run board_draw at $")
    terminal.until("(vecx) ")
    terminal.type("\x04")
    assert terminal.process.wait(SECONDS_MAX) == 0
    history = next(tmp_path.rglob("debug-history")).read_text()
    assert "continue" in history and "break board_draw" in history


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="there are no such signals")
def test_a_ctrl_c_that_is_lost_is_repeated(tmp_path, monkeypatch):
    """If the first Ctrl-C is lost, the next one works."""
    came = []

    def handle(*_: object) -> None:
        came.append(time.monotonic())
        if len(came) > 1:
            raise KeyboardInterrupt

    def read(_: str) -> str:
        signal.raise_signal(signal.SIGINT)
        time.sleep(SECONDS_MAX)
        return "nothing"

    monkeypatch.setattr("builtins.input", read)
    prompt = Prompt(lambda _: [], tmp_path / "history")
    before = signal.signal(signal.SIGINT, handle)
    try:
        with prompt.editing():
            with pytest.raises(KeyboardInterrupt):
                prompt.read("")
            time.sleep(3 * ANSWER_SECONDS)
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(came) == 2


def test_ctrl_c_during_a_command_is_no_exception():
    """Ctrl-C during a short command has no effect on it or on the next run."""
    session = Session(Machine("connect4", preset="ideal"))
    lines = Lines(session, io.StringIO())
    lines.do_past = lambda _: signal.raise_signal(signal.SIGINT)
    assert lines.serve("past")
    lines.output = io.StringIO()
    assert lines.run(io.StringIO("until frame 2\n")) == 0
    assert "frame  [frame 2" in lines.output.getvalue()


@pytest.fixture(scope="module")
def lines() -> Lines:
    return Lines(Session(Machine("connect4", preset="ideal")), io.StringIO())


@pytest.mark.parametrize(("gdb", "own"), [
    ("where", "stack"), ("backtrace", "stack"), ("info registers", "registers"),
    ("info b", "breakpoints"), ("x/16 $C880", "memory $C880 16"), ("x $F000", "memory $F000 1"),
    ("x/4xh $C880", "memory $C880 8"), ("x/3i Wait_Recal", "disassemble Wait_Recal 3")])
def test_commands_of_gdb_are_understood(lines, gdb, own):
    """gdb's commands give the same output as the debugger's own."""
    answers = []
    for command in (gdb, own):
        lines.output.seek(0)
        lines.output.truncate()
        lines.serve(command)
        answers.append(lines.output.getvalue())
    assert answers[0] == answers[1] != "" and ("Wait_Recal" in gdb or "error" not in answers[0])


def test_an_expression_with_x_is_not_a_command_of_gdb(lines):
    """`x` is gdb's command only at the beginning of a line."""
    for command in ("break if x == $1111", "print x + 1", "watch x if x > 5"):
        assert lines.serve(command), lines.output.getvalue()
    assert [point.condition for point in lines.session.breakpoints] == ["x == $1111", "x > 5"]


def test_commands_and_names_are_completed(lines):
    """The first word is completed to commands, others to names of program and ROM."""
    assert {"break", "continue", "bt"} <= set(lines.words(""))
    assert {"board_draw", "Wait_Recal", "pc"} <= set(lines.words("break "))
    assert "words" in lines.words("help ")
