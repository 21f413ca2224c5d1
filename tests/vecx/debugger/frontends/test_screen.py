"""The full-screen debugger, driven by keys."""

import asyncio
import io
import subprocess
import sys

import pytest
from textual.widgets import Input, RichLog, Static

from vecx import Machine
from vecx.debugger.frontends.lines import Lines
from vecx.debugger.frontends.prompt import History
from vecx.debugger.frontends.screen import Screen
from vecx.debugger.session import Session


def shows(screen: Screen, pane: str) -> str:
    """Return the text of a pane."""
    if pane == "log":
        return "\n".join(strip.text for strip in screen.query_one("#log", RichLog).lines)
    return str(screen.query_one(f"#{pane}", Static).render())


@pytest.mark.sample(0, slow=1)
@pytest.mark.parametrize("size", [(80, 24), (120, 50)])
def test_keys_and_commands(size):
    """After a breakpoint, F5 and a step back, the panes show place, registers and picture."""
    async def drive() -> None:
        machine = Machine("connect4", preset="ideal")
        machine.run_frames(200)
        session = Session(machine)
        screen = Screen(Lines(session, io.StringIO()))
        async with screen.run_test(size=size) as pilot:
            async def settled() -> None:
                for _ in range(200):
                    await pilot.pause(0.02)
                    if not screen.busy:
                        break
                await pilot.pause()

            await pilot.press(*"break Wait_Recal", "enter")
            await settled()
            assert "breakpoint 1: run Wait_Recal" in shows(screen, "log")
            await pilot.press("f5")
            await settled()
            assert session.machine.registers.pc == session.machine.address("Wait_Recal")
            code = shows(screen, "code")
            assert f">${session.machine.registers.pc:04X}" in code and "Wait_Recal:" in code
            assert f"S {session.machine.registers.s:04X}" in shows(screen, "stack")
            here = session.machine.cycles
            await pilot.press("f7")
            await settled()
            assert session.machine.cycles < here
            picture = shows(screen, "picture")
            assert "+" in picture
            assert max(map(len, picture.splitlines())) <= size[0] // 2
            await pilot.press(*"nothing", "enter")
            await settled()
            assert "unknown command 'nothing'" in shows(screen, "log")

    asyncio.run(drive())


@pytest.mark.slow
def test_the_panes_follow_the_size_of_the_terminal():
    """The current line is visible at every size; a larger terminal shows more lines."""
    async def drive() -> None:
        machine = Machine("connect4", preset="ideal")
        machine.run_frames(250)
        assert machine.run_to("frame_wait", max_cycles=1_000_000)
        session = Session(machine)
        screen = Screen(Lines(session, io.StringIO()))
        rows = []
        async with screen.run_test() as pilot:
            for size in ((40, 15), (120, 40), (40, 15)):
                await pilot.resize_terminal(*size)
                await pilot.pause(0.2)
                for pane in ("source", "code"):
                    lines = shows(screen, pane).splitlines()
                    shown = screen.query_one(f"#{pane}", Static).size.height
                    assert [line for line in lines if line.startswith(">")], (size, pane, lines)
                    assert len(lines) <= max(1, shown)
                    rows.append(len(lines))
                session.step()
                await pilot.pause()
        assert rows[2] > 3 * rows[0] and rows[4:6] == rows[:2]

    asyncio.run(drive())


@pytest.mark.slow
def test_commands_are_recalled(tmp_path):
    """Up and Down recall commands of this and earlier sessions."""
    async def drive() -> None:
        path = tmp_path / "state" / "history"
        for typed, recalled in (("step 2", "step 2"), ("back", "back")):
            history = History(path)
            screen = Screen(Lines(Session(Machine("connect4", preset="ideal")), io.StringIO()),
                            history)
            async with screen.run_test() as pilot:
                await pilot.press(*typed, "enter", "up")
                line = screen.query_one("#command", Input)
                assert line.value == recalled
                await pilot.press("up")
                assert line.value == "step 2"
                await pilot.press("down", "down")
                assert line.value in ("", "back")
            history.save()
        assert path.read_text() == "step 2\nback\n"

    asyncio.run(drive())


@pytest.mark.slow
def test_a_running_program_is_paused(program):
    """Escape stops a running program."""
    async def drive() -> None:
        session = Session(program("loop bra loop"))
        screen = Screen(Lines(session, io.StringIO()))
        async with screen.run_test() as pilot:
            await pilot.press("f5")
            await pilot.pause(0.1)
            assert screen.busy
            await pilot.press("f8")
            assert "the program is running: Escape pauses it" in shows(screen, "log")
            await pilot.press("escape")
            for _ in range(200):
                await pilot.pause(0.02)
                if not screen.busy:
                    break
            assert "pause  [frame" in shows(screen, "log")

    asyncio.run(drive())


def test_a_movement_of_another_front_end_is_shown(program):
    """The panes follow movements of other front ends."""
    async def drive() -> None:
        session = Session(program("loop inca\n incb\n bra loop"))
        screen = Screen(Lines(session, io.StringIO()))
        async with screen.run_test() as pilot:
            await pilot.pause(0.1)
            session.step(2)
            await pilot.pause(0.1)
            assert f">${session.machine.registers.pc:04X}" in shows(screen, "code")

    asyncio.run(drive())


def test_without_a_terminal_it_says_so():
    """Without a terminal, `--screen` is refused with a message."""
    run = subprocess.run([sys.executable, "-m", "vecx", "debug", "connect4", "--screen"], input="",
                         capture_output=True, text=True, check=False)
    assert run.returncode == 1 and "omit --screen to enter commands as lines" in run.stderr
