"""The picture that an editor shows, and the start at the program's first instruction."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.vecx.debugger.frontends.dap.client import Client, connected
from tests.vecx.debugger.programs import HEADER
from vecx.debugger.frontends.dap.picture import COLUMNS

SOURCE = ' include "vectrex.inc"\n setdp $D0\n' + HEADER + """\
main jsr Wait_Recal
 jsr Intensity_5F
 lda #$40
 sta <VIA_t1_cnt_lo
 ldd #0
 jsr Moveto_d
 ldd #$4000
 jsr Draw_Line_d
 jsr Read_Btns
 sta $C880
 ldd #$0040
 jsr Draw_Line_d
 bra main
"""
LINE = {text.strip(): number for number, text in enumerate(SOURCE.splitlines(), 1)}
FIRST = SOURCE.splitlines().index(" jsr Draw_Line_d") + 1


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """Return a client that has initialised an adapter, in a folder with a program."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.asm").write_text(SOURCE)
    with connected() as made:
        made.ask("initialize", adapterID="vecx")
        yield made


def launch(client: Client, tmp_path: Path, **more: object) -> None:
    assert client.ask("launch", program=str(tmp_path / "game.asm"), preset="ideal", **more) == {}
    client.event("initialized")


def lines(frame: dict) -> list[list[int]]:
    """Return the strokes of a frame, without dots."""
    flat = frame["strokes"]
    rows = [flat[at:at + COLUMNS] for at in range(0, len(flat), COLUMNS)]
    return [row for row in rows if row[:2] != row[2:4]]


def test_it_starts_at_the_first_instruction_of_the_program(client: Client, tmp_path: Path) -> None:
    """`program` passes the ROM's title; `restart` does it again."""
    launch(client, tmp_path, stopOnEntry="program")
    client.ask("configurationDone")
    assert client.event("stopped")["reason"] == "entry"
    top = client.ask("stackTrace", threadId=1)["stackFrames"][0]
    assert (top["name"], top["line"]) == ("main", LINE["main jsr Wait_Recal"])
    client.go("next")
    again = client.go("restart")
    assert again["reason"] == "entry" and again["frame"]["line"] == top["line"]


def test_a_breakpoint_in_the_rom_comes_first(client: Client, tmp_path: Path) -> None:
    """A breakpoint on the way to the program stops there."""
    launch(client, tmp_path, stopOnEntry="program")
    client.ask("setFunctionBreakpoints", breakpoints=[{"name": "Print_Str"}])
    client.ask("configurationDone")
    assert client.event("stopped")["reason"] == "breakpoint"


def test_a_program_that_begins_later_stops_at_once(client: Client, tmp_path: Path) -> None:
    """Frame 300 is after the first instruction."""
    launch(client, tmp_path, stopOnEntry="program", frame=300)
    client.ask("configurationDone")
    assert client.event("stopped")["reason"] == "entry"
    assert client.ask("evaluate", expression="frame")["result"].startswith("300 ")


def test_without_debugging_nothing_stops_the_program(client: Client, tmp_path: Path) -> None:
    """Breakpoints are not verified, and there is no stop at the beginning."""
    launch(client, tmp_path, stopOnEntry="program", noDebug=True, picture=True)
    answer = client.ask("setBreakpoints", source={"path": str(tmp_path / "game.asm")},
                        breakpoints=[{"line": LINE["bra main"]}])["breakpoints"]
    assert answer == [{"verified": False, "message": "the program runs without debugging"}]
    client.ask("configurationDone")
    for number in range(3):
        shown = client.event("vecxPicture")
        assert shown["running"] and shown["frames"][0]["frame"] == number


def test_the_picture_while_it_runs_and_at_a_stop(client: Client, tmp_path: Path) -> None:
    """Frames arrive while the program runs; a stop marks the strokes since the previous stop."""
    launch(client, tmp_path, stopOnEntry="program")
    client.ask("configurationDone")
    client.event("stopped")
    source = {"path": str(tmp_path / "game.asm")}
    client.ask("vecxPicture", on=True)
    at_once = client.event("vecxPicture")
    assert not at_once["running"] and at_once["figures"]["vectors"] > 4      # the title
    client.ask("setBreakpoints", source=source, breakpoints=[
        {"line": LINE["jsr Read_Btns"], "condition": "frame > 255"}])
    client.ask("continue", threadId=1)
    frames = []
    while True:
        message = client.events.get(timeout=60)
        if message["event"] == "stopped":
            break
        frames.append(message["body"])
    assert all(body["running"] and len(body["frames"]) == 1 for body in frames)
    numbers = [body["frames"][0]["frame"] for body in frames]
    assert numbers == sorted(set(numbers)) and len(numbers) > 3
    stop = client.event("vecxPicture")
    last, present = stop["frames"]
    assert len(lines(last)) == 2 and stop["figures"]["vectors"] == 2
    assert [row[5] for row in lines(present)] == [1]
    assert present["frame"] == last["frame"] + 1 and 0 < stop["figures"]["now"] < 30_000
    (x0, y0, x1, y1, light, _), = lines(present)
    assert abs(x1 - x0) < 200 and y1 - y0 > 3000 and light > 20
    client.ask("setBreakpoints", source=source, breakpoints=[{"line": LINE["bra main"]}])
    client.go("continue")
    assert [row[5] for row in lines(client.event("vecxPicture")["frames"][1])] == [0, 1]
    drawn = client.ask("vecxStroke", frame=present["frame"], stroke=0)
    assert drawn["line"] == FIRST and drawn["source"]["path"].endswith("game.asm")
    assert "no stroke 99" in client.ask("vecxStroke", frame=present["frame"], stroke=99)["fault"]
    assert "no longer in memory" in client.ask("vecxStroke", frame=1, stroke=0)["fault"]
    client.ask("vecxPicture", on=False)
    client.go("next")
    assert client.events.empty()


def test_a_key_reaches_the_program(client: Client, tmp_path: Path) -> None:
    """Keys are those of the window: A is button 1; other keys do nothing."""
    launch(client, tmp_path, stopOnEntry="program")
    client.ask("setBreakpoints", source={"path": str(tmp_path / "game.asm")},
               breakpoints=[{"line": LINE["bra main"]}])
    client.ask("configurationDone")
    client.event("stopped")
    for key in ("a", "nosuch"):
        assert client.ask("vecxKey", key=key, down=True) == {}
    client.go("continue")
    assert client.ask("evaluate", expression="[$C880]")["result"] == "1 $1"
    assert "malformed arguments" in client.ask("vecxKey", key="a")["fault"]


def test_the_sound_chip_and_the_calls_of_the_rom(client: Client, tmp_path: Path) -> None:
    """The registers have meanings; each routine that the program called has its calls and cycles,
    and the calls do not move the program."""
    launch(client, tmp_path)
    client.ask("setBreakpoints", source={"path": str(tmp_path / "game.asm")},
               breakpoints=[{"line": LINE["bra main"], "hitCondition": "5"}])
    client.ask("configurationDone")
    client.event("stopped")
    cycle = client.ask("evaluate", expression="cycle")
    scopes = client.ask("scopes", frameId=0)["scopes"]
    assert [scope["name"] for scope in scopes if scope["expensive"]] == [
        "ROM calls of the last frame"]
    shown = {scope["name"]: {row["name"]: row["value"] for row in client.ask(
        "variables", variablesReference=scope["variablesReference"])["variables"]}
        for scope in scopes}
    calls = shown["ROM calls of the last frame"]
    assert calls["Draw_Line_d"].endswith(" cycles, 2 calls") and "Intensity_5F" in calls
    assert next(iter(calls)) == "Wait_Recal" and "main" not in calls
    sound = shown["Sound chip"]
    assert sound["noise"] == "period 0" and sound["R7"] == "$3F 63"
    assert sound["tone is on"] == "no voice" and sound["volume A"] == "0 of 15"
    assert set(shown["Registers"]["cc"].split()[1]) <= set("EFHINZVC.")
    assert client.ask("evaluate", expression="cycle") == cycle
