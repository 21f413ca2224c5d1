"""An editor attached to a running window.
"""

import io
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.vecx.debugger.frontends.dap.playing import LINE, SOURCE, WAIT, Window, until
from vecx import Machine
from vecx.debugger.frontends.dap.protocol import Connection
from vecx.debugger.frontends.dap.requests import Attach, Nothing
from vecx.debugger.frontends.dap.window import SECOND, Port, adapter_of
from vecx.debugger.session import Session
from vecx.debugger.stops import Reason
from vecx.display.screen import Event
from vecx.errors import VecxError


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    """Return a window that plays."""
    window = Window(tmp_path)
    yield window
    window.player.open = False
    window.thread.join(WAIT)


def test_it_stops_steps_goes_back_and_lets_the_game_go_on(window):
    """The window pauses while the program is stopped, shows the place, and resumes."""
    with window.attached() as client:
        frame = client.ask("stackTrace", threadId=1)["stackFrames"][0]
        assert frame["line"] == LINE["tick inc count"] and frame["name"] == "tick"
        until(lambda: any("tick" in line for line in window.screen.words.head))
        cycles = window.machine.cycles
        stop = client.go("next")
        assert stop["frame"]["line"] == LINE["rts"] and window.machine.cycles > cycles
        assert client.go("stepBack")["frame"]["line"] == LINE["tick inc count"]
        assert window.machine.cycles == cycles
        before = client.ask("evaluate", expression="[count]")["result"]
        assert client.go("continue")["reason"] == "breakpoint"
        assert client.ask("evaluate", expression="[count]")["result"] != before
        window.screen.script = [[Event("down", "a")], [Event("up", "a")]]
        buttons = window.machine.chips.state.buttons
        until(lambda: not window.screen.script)
        assert window.machine.chips.state.buttons == buttons          # keys are ignored
        client.ask("disconnect")
    until(lambda: not window.player.debugger.attached)
    frames = window.machine.frames
    until(lambda: window.machine.frames > frames + 5)
    assert window.screen.printed[-1] == "vecx: the debugger has detached; the game continues"
    until(lambda: window.player.time._recorder is not None)     # a movie is recorded again
    assert window.machine.inputs.listeners == [window.player.time._recorder._note]


def test_pause_stops_a_game_that_plays(window):
    """`pause` stops the game, and `continue` resumes it."""
    with window.attached() as client:
        client.ask("setBreakpoints", source={"path": window.path}, breakpoints=[])
        client.ask("continue", threadId=1)
        frames = window.machine.frames
        until(lambda: window.machine.frames > frames + 3)
        assert client.go("pause")["reason"] == "pause"
        standing = window.machine.cycles
        time.sleep(0.05)
        assert window.machine.cycles == standing


def test_a_second_editor_is_told(window):
    """A second editor is refused with a message, until the first session ends."""
    with window.attached() as client:
        with window.connected() as second:
            assert second.ask("initialize") == {"fault": SECOND}
        assert client.go("continue")["reason"] == "breakpoint"
    until(lambda: not window.player.debugger.attached)
    with window.attached():
        pass


def test_a_connection_that_drops_leaves_the_game_running(window):
    """If the connection drops, breakpoints are removed, and the game continues."""
    with window.attached():
        pass
    until(lambda: not window.player.debugger.attached)
    frames = window.machine.frames
    until(lambda: window.machine.frames > frames + 5)
    assert window.screen.printed.count("vecx: the debugger has detached; the game continues") == 1


def test_what_is_no_request_ends_the_session_alone(window, capsys):
    """Invalid bytes end the session with one error, and the game continues."""
    with window.attached() as client:
        client.raw(b"GET / HTTP/1.1\r\n\r\n")
        until(lambda: not window.player.debugger.attached)
    frames = window.machine.frames
    until(lambda: window.machine.frames > frames + 5)
    assert "Debug Adapter Protocol" in capsys.readouterr().err


def test_another_program_in_the_window_ends_the_session(window):
    """Another program in the window ends the session with the reason."""
    with window.attached() as client:
        window.screen.script = [[Event("drop", window.path)]]
        client.event("terminated")
        assert "another program was loaded in the window" in client.output
    until(lambda: window.player.machine is not window.machine)


def test_launch_and_restart_are_none_of_a_windows(window):
    """`launch` and `restart` are refused with the alternatives."""
    with window.connected() as client:
        client.ask("initialize")
        assert "attach" in client.ask("launch", program="x")["fault"]
        assert "send `launch`" in client.ask("stackTrace")["fault"]
        client.ask("attach")
        client.event("initialized")
        assert "F5" in client.ask("restart")["fault"]
        assert "already attached" in client.ask("attach")["fault"]


def test_while_the_known_past_runs_the_hands_work_nothing():
    """Input is ignored while the program is stopped or the past is replayed."""
    port = Port(0)
    try:
        editor = port._adapter = adapter_of(Connection(io.BytesIO(), io.BytesIO()),
                                            Machine("connect4", preset="ideal"), "")
        assert not port.input_blocked
        editor.do_attach(Attach())
        assert port.input_blocked and port.standing
        timeline = editor.editor.session.timeline
        timeline.run(100_000)
        editor.do_continue(Nothing())
        assert not port.input_blocked and not port.standing
        timeline.go(50_000)
        assert port.input_blocked and not port.standing
        timeline.go(timeline.end)
        assert not port.input_blocked
    finally:
        port._adapter = None
        port.close()


def test_a_port_that_is_taken_is_said():
    """A port in use is reported with a remedy."""
    port = Port(0)
    try:
        with pytest.raises(VecxError, match="use another port, or 0"):
            Port(port.number)
    finally:
        port.close()


@pytest.mark.sample(0, slow=1)
@pytest.mark.parametrize("cycles", [7, 1, 30_000])
def test_run_in_pieces_stops_where_a_whole_run_does(tmp_path, cycles):
    """Breakpoints and log points work across the pieces of a run."""
    (tmp_path / "game.asm").write_text(SOURCE)

    def session(said: list[str]) -> Session:
        machine = Machine(tmp_path / "game.asm", preset="ideal")
        machine.run_frames(400)
        made = Session(machine)
        made.on_message.subscribe(said.append)
        made.breakpoints.add("main", message="main")
        made.breakpoints.add("tick", after=3)
        return made

    whole_said, said = list[str](), list[str]()
    whole, pieces = session(whole_said), session(said)
    for _ in range(3):
        whole.run()
        since = pieces.machine.cycles
        while pieces.run_for(cycles, since).reason is Reason.UNFINISHED:
            pass
        assert pieces.machine.cycles == whole.machine.cycles
    assert said == whole_said and len(said) == 4
