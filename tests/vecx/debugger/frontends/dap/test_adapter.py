"""The debug adapter, driven by a minimal client."""

import base64
import io
import json
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.vecx.debugger.frontends.dap.client import WAIT, Client, connected
from tests.vecx.debugger.programs import HEADER, TWO_BANKS
from vecx import Machine
from vecx.debugger.frontends.dap import requests
from vecx.debugger.frontends.dap.adapter import Adapter
from vecx.debugger.frontends.dap.protocol import Connection
from vecx.play import save_states
from vecx.play.movie import Recorder

SOURCE = """ include "vectrex.inc"
 org $C880
count rmb 1
place rmb 2
table rmb 5
""" + HEADER + """\
main jsr Wait_Recal
 jsr tick
 bra main
; a comment
tick inc count
 ldx #$1234
 stx place
 rts
"""
LINE = {name: number for number, text in enumerate(SOURCE.splitlines(), 1)
        for name in [text.strip()]}


@pytest.fixture
def adapter(tmp_path: Path):
    """Return the process of an adapter, with a small program."""
    (tmp_path / "game.asm").write_text(SOURCE)
    process = subprocess.Popen([sys.executable, "-m", "vecx", "debug", "--dap"], cwd=tmp_path,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    yield process
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        stream.close()


def client_of(adapter) -> Client:
    """Return an initialised client of a process."""
    client = Client(adapter.stdout, adapter.stdin)
    assert client.ask("initialize", adapterID="vecx")["supportsStepBack"]
    return client


@pytest.fixture
def client(tmp_path, monkeypatch) -> Client:
    """Return an initialised client of an adapter in a thread, with a small program."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.asm").write_text(SOURCE)
    with connected() as client:
        assert client.ask("initialize", adapterID="vecx")["supportsStepBack"]
        yield client


@pytest.fixture
def stopped(client, tmp_path) -> Client:
    """Return a client whose program is at its first breakpoint, the call of tick."""
    return stop(client, tmp_path)


def stop(client, tmp_path) -> Client:
    """Start the program, and wait for the call of tick; return the client."""
    assert client.ask("launch", program=str(tmp_path / "game.asm"), preset="ideal") == {}
    client.event("initialized")
    answer = client.ask("setBreakpoints", source={"path": str(tmp_path / "game.asm")},
                        breakpoints=[{"line": LINE["jsr tick"]}])["breakpoints"]
    assert answer[0]["verified"] and answer[0]["line"] == LINE["jsr tick"]
    client.ask("configurationDone")
    assert client.event("stopped")["reason"] == "breakpoint"
    return client


def test_steps_in_every_direction_follow_lines(stopped):
    """Step in, next, step back and step out go to the correct lines."""
    game = {"path": str(Path(stopped.ask("stackTrace", threadId=1)["stackFrames"][0]["source"]
                             ["path"]))}
    assert game["path"].endswith("game.asm")
    assert stopped.go("stepIn")["frame"]["line"] == LINE["tick inc count"]
    assert stopped.go("next")["frame"]["line"] == LINE["ldx #$1234"]
    stack = stopped.ask("stackTrace", threadId=1)["stackFrames"]
    assert [frame["line"] for frame in stack] == [LINE["ldx #$1234"], LINE["jsr tick"]]
    assert stack[0]["name"] == "tick"
    back = stopped.go("stepBack")
    assert back["reason"] == "step" and back["frame"]["line"] == LINE["tick inc count"]
    assert stopped.go("stepOut")["frame"]["line"] == LINE["bra main"]
    over = stopped.go("stepBack", granularity="instruction")
    assert over["frame"]["line"] == LINE["rts"]
    first = stopped.go("reverseContinue")
    assert first["reason"] == "breakpoint" and first["frame"]["line"] == LINE["jsr tick"]
    assert stopped.go("reverseContinue")["reason"] == "entry"


def test_breakpoints_of_every_kind(stopped, tmp_path):
    """Lines without code are moved; conditions, counts, logs, functions and data work."""
    source = {"path": str(tmp_path / "game.asm")}
    moved = stopped.ask("setBreakpoints", source=source, breakpoints=[
        {"line": LINE["; a comment"], "condition": "[count] == 9"}, {"line": 999}])["breakpoints"]
    assert moved[0]["line"] == LINE["tick inc count"] and "moved" in moved[0]["message"]
    assert not moved[1]["verified"] and "no code at or after line 999" in moved[1]["message"]
    stopped.go("continue")
    assert stopped.ask("evaluate", expression="[count]")["result"] == "9 $9"
    stopped.ask("setBreakpoints", source=source, breakpoints=[
        {"line": LINE["rts"], "logMessage": "count is {[count]}"},
        {"line": LINE["rts"], "hitCondition": "3"}])
    stopped.go("continue")
    assert stopped.ask("evaluate", expression="[count]")["result"] == "12 $C"
    assert "count is 11\ncount is 12\n" in stopped.output
    stopped.ask("setBreakpoints", source=source, breakpoints=[])
    names = stopped.ask("setFunctionBreakpoints", breakpoints=[{"name": "Wait_Recal"},
                                                               {"name": "nowhere"}])["breakpoints"]
    assert [row["verified"] for row in names] == [True, False]
    assert stopped.go("continue")["frame"]["name"] == "Wait_Recal"
    stopped.ask("setFunctionBreakpoints", breakpoints=[])
    info = stopped.ask("dataBreakpointInfo", name="place")
    assert stopped.ask("dataBreakpointInfo", name="nowhere")["dataId"] is None
    stopped.ask("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"],
                                                    "accessType": "readWrite"}])
    hit = stopped.go("continue")
    assert hit["reason"] == "data breakpoint" and hit["frame"]["line"] == LINE["rts"]
    stopped.ask("setDataBreakpoints", breakpoints=[])
    pc = stopped.ask("stackTrace", threadId=1)["stackFrames"][1]["instructionPointerReference"]
    stopped.ask("setInstructionBreakpoints", breakpoints=[{"instructionReference": pc}])
    assert stopped.go("continue")["frame"]["instructionPointerReference"] == pc


def test_variables_memory_and_instructions(stopped):
    """Scopes contain registers and variables; both can be set."""
    scopes = stopped.ask("scopes", frameId=0)["scopes"]
    shown = {scope["name"]: {row["name"]: row for row in stopped.ask(
        "variables", variablesReference=scope["variablesReference"])["variables"]}
        for scope in scopes}
    assert set(shown["Program"]) == {"count", "place", "table"}
    assert len(shown["Program"]["place"]["value"].split()[0]) == 5
    assert "beam_x" in shown["Machine"] and "t1" in shown["VIA"]
    assert stopped.ask("setVariable", variablesReference=2, name="place",
                       value="$ABCD")["value"] == "$ABCD 43981"
    assert stopped.ask("setVariable", variablesReference=1, name="a", value="5")["value"] == "$05 5"
    fault = stopped.ask("setVariable", variablesReference=1, name="a", value="256")["fault"]
    assert "A must be 0 to 255, not 256" in fault
    data = stopped.ask("readMemory", memoryReference="0xC881", count=2)["data"]
    assert base64.b64decode(data) == b"\xab\xcd"
    stopped.ask("writeMemory", memoryReference="0xC883", data=base64.b64encode(b"12345").decode())
    assert base64.b64decode(stopped.ask("readMemory", memoryReference="0xC883", count=5)["data"]) \
        == b"12345"
    for data in ("MTIz*", "M", "12 3"):
        assert "malformed" in stopped.ask("writeMemory", memoryReference="0xC883",
                                          data=data)["fault"]
    frame = stopped.ask("stackTrace", threadId=1)["stackFrames"][0]
    rows = stopped.ask("disassemble", memoryReference=frame["instructionPointerReference"],
                       instructionOffset=-1, instructionCount=3)["instructions"]
    assert [row["line"] for row in rows] == [LINE["main jsr Wait_Recal"], LINE["jsr tick"],
                                             LINE["bra main"]]
    assert "error" in stopped.ask("evaluate", expression="break nowhere", context="repl")["result"]
    assert "frame" in stopped.ask("evaluate", expression="strokes", context="repl")["result"] \
        or stopped.ask("evaluate", expression="strokes", context="repl")["result"]


def test_requests_while_it_runs_and_pause(stopped, tmp_path):
    """A breakpoint can be set while the program runs; a pause stops it."""
    source = {"path": str(tmp_path / "game.asm")}
    stopped.ask("setBreakpoints", source=source, breakpoints=[])
    stopped.ask("continue", threadId=1)
    assert stopped.ask("threads")["threads"][0]["id"] == 1
    stopped.ask("setBreakpoints", source=source, breakpoints=[{"line": LINE["rts"]}])
    assert stopped.event("stopped")["reason"] == "breakpoint"
    stopped.ask("setBreakpoints", source=source, breakpoints=[])
    stopped.ask("continue", threadId=1)
    stopped.order.clear()
    assert stopped.ask("pause", threadId=1) == {}
    assert stopped.event("stopped")["reason"] == "pause"
    assert stopped.order == ["pause", "stopped"]


def test_a_program_that_changes_is_told_and_restart_takes_it(stopped, tmp_path):
    """A restart runs the changed source with the same breakpoints."""
    (tmp_path / "game.asm").write_text(SOURCE.replace("inc count", "dec count"))
    stopped.go("next")
    assert "changed since" in stopped.output
    assert stopped.ask("restart") == {}
    assert stopped.event("stopped")["reason"] == "breakpoint"
    stopped.go("next")
    assert stopped.ask("evaluate", expression="[count]")["result"] == "255 $FF"


def test_strict_findings_stop_as_exceptions(client, tmp_path):
    """With the filter, a finding stops the program, with its text."""
    (tmp_path / "bad.asm").write_text(SOURCE.replace(" ldx #$1234", " sta main"))
    client.ask("launch", program=str(tmp_path / "bad.asm"), preset="ideal", strict=True)
    client.event("initialized")
    client.ask("setExceptionBreakpoints", filters=["strict"])
    client.ask("configurationDone")
    stop = client.event("stopped")
    assert stop["reason"] == "exception" and "to ROM at " in stop["text"]
    info = client.ask("exceptionInfo", threadId=1)
    assert (info["exceptionId"], info["description"]) == ("strict", stop["text"])
    assert info["details"]["typeName"] == "strict" and info["breakMode"] == "always"
    client.go("stepIn")
    assert "not stopped at an exception" in client.ask("exceptionInfo", threadId=1)["fault"]


def test_what_is_out_of_order_or_wrong_is_answered(client, tmp_path):
    """Invalid or premature requests get an error response.
    """
    for command in ("continue", "stackTrace", "restart", "scopes"):
        assert "`launch` first" in client.ask(command)["fault"]
    assert "does not support the request" in client.ask("nothing")["fault"]
    assert "launch" in client.ask("attach")["fault"]
    assert '"program"' in client.ask("launch")["fault"]
    assert "no such file" in client.ask("launch", program="nothing.asm")["fault"]
    (tmp_path / "wrong.asm").write_text(" ldq #1\n")
    assert "wrong.asm:1:" in client.ask("launch", program=str(tmp_path / "wrong.asm"))["fault"]
    assert "ldq" in client.output
    client.ask("launch", program="connect4", stopOnEntry=True)
    client.event("initialized")
    assert "already running" in client.ask("launch", program="connect4")["fault"]
    assert "malformed arguments" in client.ask("setBreakpoints")["fault"]
    client.ask("configurationDone")
    assert client.event("stopped")["reason"] == "entry"


def test_an_editor_that_goes_ends_it(adapter, tmp_path):
    """The adapter ends if the connection drops while the program runs."""
    stopped = stop(client_of(adapter), tmp_path)
    stopped.ask("setBreakpoints", source={"path": "game.asm"}, breakpoints=[])
    adapter.stdin.close()
    assert adapter.wait(timeout=WAIT) == 0


def test_a_disconnect_ends_it(adapter, tmp_path):
    """A disconnect ends the adapter, with nothing on standard error."""
    stopped = stop(client_of(adapter), tmp_path)
    assert stopped.ask("disconnect") == {}
    assert adapter.wait(timeout=WAIT) == 0
    assert not adapter.stderr.read()


def test_what_is_no_protocol_says_so(adapter):
    """Input that is not the protocol gives a one-line message."""
    adapter.stdin.write(b"break main\n")
    adapter.stdin.flush()
    assert adapter.wait(timeout=WAIT) == 1
    assert b"from an editor" in adapter.stderr.read()


def test_a_port_serves_one_editor(tmp_path):
    """A free port is printed; a second client is refused."""
    process = subprocess.Popen([sys.executable, "-m", "vecx", "debug", "--dap", "--port", "0"],
                               stderr=subprocess.PIPE, cwd=tmp_path)
    try:
        port = int(process.stderr.readline().rpartition(b":")[2])
        with socket.create_connection(("127.0.0.1", port)) as one:
            client = Client(one.makefile("rb"), one.makefile("wb"))
            assert client.ask("initialize")["supportsStepBack"]
            with pytest.raises(OSError), socket.create_connection(("127.0.0.1", port)):
                pass
            client.ask("disconnect")
        assert process.wait(timeout=WAIT) == 0
    finally:
        process.kill()
        process.stderr.close()
        process.wait()


def test_an_array_opens_into_its_bytes(stopped):
    """An array expands into its bytes, which can be set; watches accept kinds."""
    rows = stopped.ask("variables", variablesReference=2)["variables"]
    table = next(row for row in rows if row["name"] == "table")
    assert table["indexedVariables"] == 5
    number = table["variablesReference"]
    assert stopped.ask("setVariable", variablesReference=number, name="[2]",
                       value="0-3")["value"] == "$FD 253 -3"
    elements = stopped.ask("variables", variablesReference=number)["variables"]
    assert [row["name"] for row in elements] == [f"[{index}]" for index in range(5)]
    assert elements[2]["value"] == "$FD 253 -3"
    shown = stopped.ask("evaluate", expression="table+2 as signed", context="watch")
    assert shown["result"] == "-3"
    for name, value, words in (("[5]", "1", "use [0] to [4]"),
                               ("[0]", "300", "must be -128 to 255")):
        assert words in stopped.ask("setVariable", variablesReference=number,
                                                   name=name, value=value)["fault"]


def test_a_moved_breakpoint_in_a_folder_with_a_space_fails_no_request(client, tmp_path):
    """A breakpoint is moved to a line with code for any characters in the path."""
    folder = tmp_path / "my games"
    folder.mkdir()
    program = folder / "the game.asm"
    program.write_text(SOURCE)
    client.ask("launch", program=str(program), preset="ideal")
    answer = client.ask("setBreakpoints", source={"path": str(program)}, breakpoints=[
        {"line": LINE["; a comment"]}, {"line": LINE["jsr tick"]}])
    assert "fault" not in answer
    assert [row["line"] for row in answer["breakpoints"]] == [LINE["tick inc count"],
                                                              LINE["jsr tick"]]
    assert "moved from line" in answer["breakpoints"][0]["message"]


def test_steps_sent_together_stop_as_often(stopped):
    """Fifty steps sent together give fifty stops."""
    for _ in range(50):
        stopped.post("stepIn", threadId=1, granularity="instruction")
    for _ in range(50):
        assert stopped.event("stopped")["reason"] == "step"


def test_a_command_of_the_console_that_moves_the_program_tells_the_editor(stopped):
    """A console command that moves the program sends events to the editor."""
    answer = stopped.ask("evaluate", expression="step 2", context="repl")["result"]
    assert answer.startswith("step  [frame")
    assert [stopped.event(name) for name in ("continued", "stopped", "invalidated")][1]["reason"] \
        == "step"
    assert stopped.go("stepIn")["reason"] == "step"


@pytest.mark.sample(3)
@pytest.mark.parametrize("condition, counts", [
    ("3", [3, 4]), (">= 3", [3, 4]), ("> 3", [4, 5]), ("== 3", [3]), ("% 2", [2, 4]),
    ("<3", [1, 2])])
def test_hit_conditions_compare_as_they_say(stopped, tmp_path, condition, counts):
    """Hit conditions stop at the correct hits."""
    before = int(stopped.ask("evaluate", expression="[count]")["result"].split()[0])
    path = str(tmp_path / "game.asm")
    stopped.ask("setBreakpoints", source={"path": path}, breakpoints=[
        {"line": LINE["ldx #$1234"], "hitCondition": condition}])
    for number in counts:
        stopped.go("continue")
        now = int(stopped.ask("evaluate", expression="[count]")["result"].split()[0])
        assert now - before == number


def test_one_wrong_breakpoint_does_not_fail_the_others(stopped, tmp_path):
    """Each breakpoint is answered separately."""
    rows = stopped.ask("setBreakpoints", source={"path": str(tmp_path / "game.asm")}, breakpoints=[
        {"line": "x"}, {}, {"line": LINE["rts"], "hitCondition": "often"},
        {"line": LINE["rts"]}])["breakpoints"]
    assert [row["verified"] for row in rows] == [False, False, False, True]
    assert "every third hit" in rows[2]["message"]


@pytest.mark.parametrize("data, words", [
    (b"Content-Length: -5\r\n\r\n{}", "not a number of bytes"),
    (b"Accept: all\r\n\r\n{}", "has no Content-Length"),
    (b"Content-Length: 200000\r\n\r\n" + b"[" * 200_000, "not JSON"),
    (b"Content-Length: 3\r\n\r\n{x}", "not JSON")], ids=["size", "header", "nested", "braces"])
def test_a_broken_message_ends_the_session_and_says_so(adapter, data, words):
    """After a broken message, the editor receives `terminated`, and the status is 1."""
    client = client_of(adapter)
    client.raw(data)
    client.event("terminated")
    assert adapter.wait(WAIT) == 1
    assert words in adapter.stderr.read().decode()


def test_lines_count_from_0_for_an_editor_that_says_so(adapter, tmp_path):
    """Lines and columns count from 0 if the client requests it."""
    client = Client(adapter.stdout, adapter.stdin)
    client.ask("initialize", adapterID="vecx", linesStartAt1=False, columnsStartAt1=False)
    path = str(tmp_path / "game.asm")
    client.ask("launch", program=path, preset="ideal")
    client.event("initialized")
    rows = client.ask("setBreakpoints", source={"path": path}, breakpoints=[
        {"line": LINE["jsr tick"] - 1}])["breakpoints"]
    assert rows[0]["line"] == LINE["jsr tick"] - 1
    client.ask("configurationDone")
    client.event("stopped")
    frame = client.ask("stackTrace", threadId=1)["stackFrames"][0]
    assert (frame["line"], frame["column"]) == (LINE["jsr tick"] - 1, 0)


def test_what_comes_after_the_end_is_refused(stopped):
    """After `exited`, only `disconnect` is accepted."""
    stopped.post("terminate")
    assert stopped.event("exited") == {"exitCode": 0}
    stopped.event("terminated")
    assert stopped._answers.get(timeout=WAIT)["success"]
    assert "terminated" in stopped.ask("next", threadId=1)["fault"]
    assert stopped.ask("disconnect") == {}


def test_instructions_below_address_0_are_padding(stopped):
    """The requested number of rows is returned, in the order of addresses."""
    rows = stopped.ask("disassemble", memoryReference="0x0002", instructionOffset=-8,
                       instructionCount=10)["instructions"]
    assert len(rows) == 10
    addresses = [int(row["address"], 16) for row in rows]
    assert addresses == sorted(addresses)
    hints = [row.get("presentationHint") for row in rows]
    assert hints[0] == "invalid" and hints[-1] is None


def test_an_element_of_an_array_is_watched_and_a_part_is_shown(stopped):
    """An element can be watched; start and count select a part of the array."""
    table = next(row for row in stopped.ask("variables", variablesReference=2)["variables"]
                 if row["name"] == "table")
    array = table["variablesReference"]
    part = stopped.ask("variables", variablesReference=array, start=1, count=2)["variables"]
    assert [row["name"] for row in part] == ["[1]", "[2]"]
    address = int(table["memoryReference"], 16)
    info = stopped.ask("dataBreakpointInfo", variablesReference=array, name="[2]")
    assert info["dataId"] == f"{address + 2:04X} 1"
    assert stopped.ask("dataBreakpointInfo", variablesReference=array, name="[999]")["dataId"] \
        is None
    assert stopped.ask("dataBreakpointInfo", variablesReference=3, name="cycle")["dataId"] is None


def test_a_register_is_watched(stopped):
    """A register can have a data breakpoint, except PC."""
    assert stopped.ask("dataBreakpointInfo", variablesReference=1, name="pc")["dataId"] is None
    info = stopped.ask("dataBreakpointInfo", variablesReference=1, name="x")
    made = stopped.ask("setDataBreakpoints", breakpoints=[
        {"dataId": info["dataId"], "condition": "x == $1234"}])["breakpoints"]
    assert made[0]["verified"]
    stop = stopped.go("continue")
    assert stop["reason"] == "data breakpoint" and stop["text"] == "X is now $1234"
    assert stop["frame"]["line"] == LINE["stx place"]


def test_an_editor_debugs_both_banks(client, tmp_path):
    """Breakpoints, stack and disassembly show the correct bank."""
    path, lines = tmp_path / "two.asm", TWO_BANKS.splitlines()
    path.write_text(TWO_BANKS)
    first, zero, other = (lines.index(text) + 1 for text in (
        "first ldx #code", "zero lda #$11", "other ldb #$44"))
    client.ask("launch", program=str(path), preset="ideal")
    client.event("initialized")
    made = client.ask("setBreakpoints", source={"path": str(path)}, breakpoints=[
        {"line": line} for line in (first, zero, other)])["breakpoints"]
    assert [point["line"] for point in made] == [first, zero, other]
    assert [point["instructionReference"] for point in made[:2]] == ["0x1000E", "0x000E"]
    client.ask("configurationDone")
    for line in (first, zero, other):
        assert client.event("stopped")["reason"] == "breakpoint"
        frame = client.ask("stackTrace", threadId=1)["stackFrames"][0]
        assert frame["line"] == line
        code = client.ask("disassemble", instructionCount=1,
                          memoryReference=frame["instructionPointerReference"])["instructions"][0]
        assert code["line"] == line and code["address"] == frame["instructionPointerReference"]
        client.ask("continue", threadId=1)
    client.ask("pause", threadId=1)
    memory = client.ask("readMemory", memoryReference="0x10", count=2)
    assert base64.b64decode(memory["data"]) == b"\x8d\x06"
    client.ask("setBreakpoints", source={"path": str(path)}, breakpoints=[])
    point = client.ask("setInstructionBreakpoints",
                       breakpoints=[{"instructionReference": "0x10035"}])["breakpoints"][0]
    assert point["instructionReference"] == "0x10035" and point["line"] > other - 5


def test_sources_of_the_rom_come_from_the_package(stopped):
    """Without the repository, an editor shows the ROM's sources and sets breakpoints there."""
    stopped.ask("setFunctionBreakpoints", breakpoints=[{"name": "Wait_Recal"}])
    stopped.ask("continue", threadId=1)
    assert stopped.event("stopped")["reason"] == "breakpoint"
    frame = stopped.ask("stackTrace", threadId=1)["stackFrames"][0]
    source = frame["source"]
    assert source["name"] == "roms/frame.asm" and "path" not in source
    text = stopped.ask("source", source=source, sourceReference=source["sourceReference"])
    assert text["content"].splitlines()[frame["line"] - 1].startswith("Wait_Recal")
    point = stopped.ask("setBreakpoints", source=source,
                        breakpoints=[{"line": frame["line"] + 1}])["breakpoints"][0]
    assert point["verified"] and point["source"] == source
    names = [one["name"] for one in stopped.ask("loadedSources")["sources"]]
    assert {"game.asm", "roms/exec.asm", "roms/frame.asm"} <= set(names)


def test_completions_and_lines_with_code(stopped, tmp_path):
    """Commands are completed first, then names; comments cannot have a breakpoint."""
    labels = [[row["label"] for row in stopped.ask("completions", text=text, column=len(text) + 1)
               ["targets"]] for text in ("conti", "break Wait_Re", "print [cou")]
    assert labels == [["continue", "continueback"], ["Wait_Recal"], ["count"]]
    lines = stopped.ask("breakpointLocations", source={"path": str(tmp_path / "game.asm")},
                        line=LINE["bra main"], endLine=LINE["tick inc count"])["breakpoints"]
    assert [row["line"] for row in lines] == [LINE["bra main"], LINE["tick inc count"]]


def test_a_watched_element_stops_the_program(stopped):
    """A data breakpoint of an element stops only at writes to this element."""
    number = next(row for row in stopped.ask("variables", variablesReference=2)["variables"]
                  if row["name"] == "table")["variablesReference"]
    info = stopped.ask("dataBreakpointInfo", variablesReference=number, name="[2]")
    made = stopped.ask("setDataBreakpoints", breakpoints=[
        {"dataId": "rubbish"}, {"dataId": info["dataId"], "accessType": "write"}])["breakpoints"]
    assert [row["verified"] for row in made] == [False, True]
    stopped.ask("writeMemory", memoryReference="0xC900",        # inc ,x+; inc ,x+; bra to itself
                data=base64.b64encode(b"\x6c\x80\x6c\x80\x20\xfe").decode())
    stopped.ask("setExpression", expression="x", value="table+1")
    stopped.ask("setExpression", expression="pc", value="$C900")
    assert stopped.go("continue")["reason"] == "data breakpoint"
    assert stopped.ask("evaluate", expression="pc - $C900")["result"].startswith("4 ")


def test_expressions_are_set(stopped):
    """Registers, variables, cells and `WHERE as KIND` can be set, and nothing else."""
    for expression, value, shown in (
            ("d", "$1234", "4660 $1234"), ("[place]", "0-2", "65534 $FFFE"),
            ("{table+1}", "$ABCD", "43981 $ABCD"), ("[table+2]", "7", "7 $7"),
            ("table+3 as signed", "0-5", "-5"), ("count", "9", "9 $9 at $C880")):
        answer = stopped.ask("setExpression", expression=expression, value=value)
        assert answer["value"].endswith(shown)
    data = stopped.ask("readMemory", memoryReference="0xC880", count=8)["data"]
    assert base64.b64decode(data)[:7] == b"\x09\xff\xfe" + base64.b64decode(data)[3:4] \
        + b"\xab\x07\xfb"
    for expression, value, fault in (
            ("[count]", "256", "[count] must be -128 to 255"), ("a", "256", "A must be 0 to 255"),
            ("table", "1", "table has 5 bytes"), ("table as bytes", "1", "cannot be set"),
            ("count as nothing", "1", "unknown kind"), ("1 +", "1", "expression"),
            ("frame", "1", "frame")):
        assert fault in stopped.ask("setExpression", expression=expression, value=value)["fault"]


def test_set_writes_as_many_bytes_as_print_reads(stopped):
    """A variable of two bytes takes a word; a list, and a place without a name, take bytes."""
    def console(text):
        return stopped.ask("evaluate", expression=text, context="repl")["result"]

    console("set place = 300")
    assert console("print place") == "300 $12C at $C881"
    assert "place must be 0 to 65535" in console("set place = 65536")
    console("set place = 1, 2")
    assert console("print [place]") == "258 $102"
    assert "a byte must be 0 to 255" in console("set $C881 = 300")


def test_the_program_goes_on_at_another_line(stopped, tmp_path):
    """A goto target is the next line with code, and the program stops there."""
    source = {"path": str(tmp_path / "game.asm")}
    target = stopped.ask("gotoTargets", source=source, line=LINE["; a comment"])["targets"][0]
    assert target["line"] == LINE["tick inc count"] and "tick" in target["label"]
    targets = stopped.ask("gotoTargets", source=source, line=999)
    assert "no code at or after line" in targets["fault"]
    assert stopped.ask("goto", threadId=1, targetId=target["id"]) == {}
    assert stopped.event("stopped")["reason"] == "goto"
    frame = stopped.ask("stackTrace", threadId=1)["stackFrames"][0]
    assert frame["line"] == LINE["tick inc count"]
    assert stopped.go("next")["frame"]["line"] == LINE["ldx #$1234"]


def test_a_request_that_waits_is_cancelled(stopped, tmp_path):
    """A cancelled request is answered as cancelled; a running command stops."""
    stopped.ask("setBreakpoints", source={"path": str(tmp_path / "game.asm")}, breakpoints=[
        {"line": LINE["rts"], "logMessage": "it runs"}])
    stopped.post("evaluate", expression="continue", context="repl")
    running, end = stopped._seq, time.monotonic() + WAIT
    while "it runs" not in stopped.output:
        assert time.monotonic() < end
        time.sleep(0.01)
    stopped.post("evaluate", expression="registers", context="repl")
    stopped.post("cancel", requestId=stopped._seq)
    stopped.post("cancel", requestId=running)
    answers = [stopped._answers.get(timeout=WAIT) for _ in range(4)]
    assert answers[0]["body"]["result"].startswith("pause  [frame")
    assert not answers[1]["success"] and answers[1]["message"] == "cancelled"
    assert [answer["success"] for answer in answers[2:]] == [True, True]
    for name in ("continued", "stopped", "invalidated"):
        stopped.event(name)


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, 280])
def test_inputs_a_movie_or_a_state_begin_a_session(client, tmp_path, first):
    """Inputs take effect at their frames, also after the starting frame."""
    machine = Machine("connect4", preset="worn", seed=3)
    recorder = Recorder(machine)
    for number in range(300):
        if number == 290:
            machine.press(4)
        recorder.frame(machine.run_frames(1)[0].index)
        if number == 269:
            save_states.save(tmp_path / "game.state", machine, b"")
    recorder.stop().save(tmp_path / "game.movie")
    (tmp_path / "game.txt").write_text("press 290-310:4\n")
    configured = {"inputs": str(tmp_path / "game.txt"), "preset": "worn", "seed": 3,
                  "state": str(tmp_path / "game.state")} if first else \
        {"movie": str(tmp_path / "game.movie")}
    both = client.ask("launch", program="connect4", movie="x.movie", inputs="x.txt")
    assert "remove one" in both["fault"]
    assert "no such file" in client.ask("launch", program="connect4", movie="x.movie")["fault"]
    assert client.ask("launch", program="connect4", frame=first, stopOnEntry=True,
                      **configured) == {}
    client.event("initialized")
    client.ask("configurationDone")
    client.event("stopped")
    result = client.ask("evaluate", expression="frame")["result"]
    assert result.split()[0] == str(first or 0)
    client.ask("evaluate", expression="until frame 300", context="repl")
    cycle = client.ask("evaluate", expression="cycle")["result"].split()[0]
    ram = base64.b64decode(client.ask("readMemory", memoryReference="0xC800",
                                      count=1024)["data"])
    assert (int(cycle), ram) == (machine.cycles, machine.ram)


LWASM = """\
{0:04X}                  (       ported.s):00002         main
{0:04X} BDF192           (       ported.s):00002 [8]         \tjsr $F192
{1:04X} 7CC880           (       ported.s):00003 [7]         \tinc $C880
{2:04X} 20F8             (       ported.s):00004 [3]         \tbra main
"""
ASXXXX = """\
   {0:04X}                       2 main:
   {0:04X} BD F1 92      [ 8]    2 \tjsr $F192
   {1:04X} 7C C8 80      [ 7]    3 \tinc $C880
   {2:04X} 20 F8         [ 3]    4 \tbra main
"""


@pytest.mark.parametrize("listing, name", [(LWASM, "ported.lst"), (ASXXXX, "ported.rst")])
def test_programs_of_other_tools_are_debugged_in_both_directions(client, tmp_path, listing, name):
    """With an image and a listing, breakpoints and steps follow the source lines."""
    (tmp_path / "own.asm").write_text(HEADER.replace("Music_1", "$FD0D")
                                      + "main jsr $F192\n inc $C880\n bra main\n")
    own = Machine(tmp_path / "own.asm", preset="ideal")
    main = own.address("main")
    (tmp_path / "ported.bin").write_bytes(own.cartridge.image)
    (tmp_path / name).write_text(listing.format(main, main + 3, main + 6))
    source = tmp_path / ("ported.s" if listing is LWASM else "ported.asm")
    source.write_text("; its source\nmain:\tjsr $F192\n\tinc $C880\n\tbra main\n")
    client.ask("launch", program=str(tmp_path / "ported.bin"), symbols=str(tmp_path / name),
               preset="ideal")
    client.event("initialized")
    made = client.ask("setBreakpoints", source={"path": str(source)},
                      breakpoints=[{"line": 3}])["breakpoints"]
    assert made[0]["verified"] and made[0]["line"] == 3
    client.ask("configurationDone")
    client.event("stopped")
    for command, line in (("next", 4), ("stepBack", 3), ("stepBack", 2), ("continue", 3),
                          ("continue", 3), ("reverseContinue", 3)):
        frame = client.go(command)["frame"]
        assert (frame["line"], frame["name"]) == (line, "main")
        assert frame["source"]["path"] == str(source)


def test_locals_of_a_program_in_c_are_a_scope(client):
    """Each frame has the locals of its function, with types; they can be set."""
    folder = Path(__file__).parents[4] / "reference" / "c" / "drift"
    client.ask("launch", program=str(folder / "drift.bin"), symbols=[str(folder / "drift.map")],
               preset="ideal")
    client.event("initialized")
    client.ask("setBreakpoints", source={"path": str(folder / "drift.c")},
               breakpoints=[{"line": 77}])
    client.ask("configurationDone")
    client.event("stopped")
    frames = client.ask("stackTrace", threadId=1)["stackFrames"]
    assert [(frame["name"], frame["line"]) for frame in frames[:3]] == [
        ("near_by", 77), ("update", 125), ("main", 177)]
    scopes = [client.ask("scopes", frameId=frame["id"])["scopes"] for frame in frames]
    assert [next(scope["name"] for scope in rows) for rows in scopes] == [
        "Locals", "Locals", "Locals", "Registers"]

    def shown(number: int) -> dict[str, tuple[str, str]]:
        rows = client.ask("variables", variablesReference=scopes[number][0]["variablesReference"])
        return {row["name"]: (row["type"], row["value"]) for row in rows["variables"]}

    assert shown(0)["dy"] == ("int", "-99") and list(shown(1)) == ["i", "r"]
    assert shown(1)["r"] == ("struct Rock *", "$C890")
    reference = scopes[0][0]["variablesReference"]
    assert client.ask("setVariable", variablesReference=reference, name="dy",
                      value="5")["value"] == "5"
    assert client.ask("evaluate", expression="dy", frameId=0)["result"].startswith("5")
    assert "no local variable z" in client.ask("setVariable", variablesReference=reference,
                                               name="z", value="5")["fault"]


def unfolded(client, rows, depth=4):
    """Return the rows of variables and their parts, to a depth."""
    found = []
    for row in rows:
        found.append(row)
        if row["variablesReference"] and depth:
            below = client.ask("variables", variablesReference=row["variablesReference"])
            found += unfolded(client, below["variables"], depth - 1)
    return found


def stop_in_c(client, folder, source, line, files):
    """Debug a program in C until a line; return the numbers of the first frame's scopes."""
    client.ask("launch", program=str(folder / "drift.bin"),
               symbols=[str(folder / name) for name in files], preset="ideal")
    client.event("initialized")
    client.ask("setBreakpoints", source={"path": str(folder / source)},
               breakpoints=[{"line": line}])
    client.ask("configurationDone")
    client.event("stopped")
    return scopes_of(client, 0)


def scopes_of(client, frame):
    return {scope["name"]: scope["variablesReference"]
            for scope in client.ask("scopes", frameId=frame)["scopes"]}


def test_variables_of_c_unfold(client):
    """Structs have members, arrays elements, and pointers what they point to; each can be set,
    watched, and evaluated in its frame."""
    folder = Path(__file__).parents[4] / "reference" / "c" / "drift"
    stop_in_c(client, folder, "drift.c", 77, ["drift.map"])

    def rows(number):
        return {row["name"]: row
                for row in client.ask("variables", variablesReference=number)["variables"]}

    program = rows(scopes_of(client, 0)["Program"])
    rocks = rows(program["rocks"]["variablesReference"])
    assert (list(rocks), program["rocks"]["indexedVariables"]) == (["[0]", "[1]", "[2]"], 3)
    assert (program["ship_y"]["value"], program["ship_y"]["type"]) == ("0", "char")
    rock = rows(rocks["[0]"]["variablesReference"])
    assert {name: row["type"] for name, row in rock.items()} == {
        "y": "char", "x": "char", "dy": "char", "dx": "char", "alive": "unsigned char"}
    caller = rows(scopes_of(client, 1)["Locals"])
    pointed = rows(caller["r"]["variablesReference"])
    assert {name: row["value"] for name, row in pointed.items()} == \
        {name: row["value"] for name, row in rock.items()}
    assert pointed["y"]["evaluateName"] == "update.r->y"
    shown = client.ask("evaluate", expression="*r", frameId=1)
    assert list(rows(shown["variablesReference"])) == ["y", "x", "dy", "dx", "alive"]
    assert "whose code does not run" in client.ask("evaluate", expression="*r", frameId=0)["fault"]
    assert client.ask("setVariable", variablesReference=caller["r"]["variablesReference"],
                      name="y", value="-7")["value"] == "-7"
    assert client.ask("evaluate", expression="rocks[0].y", frameId=0)["result"].startswith("-7 ")
    assert "must be -128 to 255" in client.ask(
        "setExpression", expression="r->y", value="300", frameId=1)["fault"]
    assert client.ask("setExpression", expression="r->y", value="9", frameId=1)["value"] == "9 $9"
    assert "5 bytes: set its parts" in client.ask(
        "setVariable", variablesReference=program["rocks"]["variablesReference"], name="[1]",
        value="1")["fault"]
    assert client.ask("dataBreakpointInfo", name="y", variablesReference=caller["r"][
        "variablesReference"])["dataId"] == "C890 1"
    for number in (1 << 29 | 5000, 1 << 29 | 1 << 28):
        assert "request the scopes" in client.ask("variables", variablesReference=number)["fault"]


@pytest.mark.parametrize("folder, line, files", [
    ("drift", 77, ["drift.map"]), ("gcc_O0", 30, ["crt0.rst", "drift.rst"])])
def test_each_part_is_found_by_its_expression(client, folder, line, files):
    """The evaluateName of each row has the value of the row, in each frame."""
    where = Path(__file__).parents[4] / "reference" / "c" / folder
    stop_in_c(client, where, "drift.c", line, files)
    compared = 0
    for frame in range(len(client.ask("stackTrace", threadId=1)["stackFrames"])):
        scopes = scopes_of(client, frame)
        for name in sorted({"Locals", "Program"} & set(scopes)):
            rows = client.ask("variables", variablesReference=scopes[name])["variables"]
            for row in unfolded(client, rows):
                if "type" in row and row["evaluateName"]:
                    again = client.ask("evaluate", expression=row["evaluateName"], frameId=frame)
                    result = again["result"].partition(" at ")[0]
                    if row["type"].endswith("*"):
                        assert result.endswith(f"${int(row['value'][1:], 16):X}")
                    else:
                        assert re.sub(r" -?\$[0-9A-F]+$", "", result) == row["value"], row
                    compared += 1
    assert compared > 50


def test_a_local_hides_a_register_only_where_it_lives(client):
    """`x` is the local of draw_shape, elsewhere the register; `X` is the register everywhere."""
    folder = Path(__file__).parents[4] / "reference" / "c" / "drift"
    stop_in_c(client, folder, "drift.c", 141, ["drift.map"])
    register = client.ask("variables", variablesReference=scopes_of(client, 0)["Registers"])
    x = next(row["value"] for row in register["variables"] if row["name"] == "x")

    def value(name, frame=0):
        return client.ask("evaluate", expression=name, frameId=frame)

    assert value("x")["type"] == "char"
    assert "type" not in value("X") and value("X")["result"].split()[-1].lstrip("$") \
        == x.split()[0].lstrip("$0")
    assert value("x", 1)["result"] == value("X")["result"] and "type" not in value("x", 1)
    assert value("frame", 0)["result"] != value("frame", 2)["result"]
    assert client.ask("setExpression", expression="x", value="5")["value"].startswith("5")
    assert value("X")["result"].split()[-1].lstrip("$") == x.split()[0].lstrip("$0")


def test_arguments_of_another_type_are_named(stopped):
    """Malformed arguments give an error that names the field and its type."""
    for command, arguments, words in (
            ("variables", {}, "missing required field `variablesReference`"),
            ("variables", {"variablesReference": "2"}, "Expected `int`, got `str` - at "
                                                       "`$.variablesReference`"),
            ("evaluate", {"expression": 5}, "Expected `str`, got `int` - at `$.expression`"),
            ("setBreakpoints", {"source": "game.asm"}, "Expected `object`, got `str`"),
            ("setExceptionBreakpoints", {"filters": [1]}, "at `$.filters[0]`"),
            ("readMemory", {"memoryReference": "0xC880", "count": -1}, "`int` >= 0"),
            ("disassemble", {"memoryReference": "0xF000", "instructionCount": 1,
                             "instructionOffset": 10_000_000}, "`int` <= 65536"),
            ("goto", {"targetId": 1 << 40}, "`int` <= 65535")):
        fault = stopped.ask(command, **arguments)["fault"]
        assert fault.startswith(f"malformed arguments for {command}: ") and words in fault, fault
    for reference, offset in (("$C880", 0), ("0xG", 0), ("0xFFFF", 1), ("0x0000", -1),
                              ("0xC880", 1 << 40)):
        assert "address" in stopped.ask("readMemory", memoryReference=reference, count=1,
                                        offset=offset)["fault"]
    rows = stopped.ask("setDataBreakpoints", breakpoints=[
        {"dataId": "C880"}, {"dataId": "C880 1", "accessType": "execute"}, {"dataId": 5},
        {"dataId": "C880 1"}])["breakpoints"]
    assert [row["verified"] for row in rows] == [False, False, False, True]


def test_our_own_mistake_is_an_internal_error(capsys, monkeypatch):
    """An exception of vecx itself is reported as such, with a traceback in the log."""
    written = io.BytesIO()
    adapter = Adapter(Connection(io.BytesIO(), written))
    monkeypatch.setattr(type(adapter.editor), "session", property(lambda self: self.nothing))
    adapter._serve({"seq": 1, "type": "request", "command": "scopes"})
    answer = json.loads(written.getvalue().partition(b"\r\n\r\n")[2])
    assert not answer["success"]
    assert answer["message"] == ("internal error in scopes: AttributeError: 'Editor' object has no "
                                 "attribute 'nothing'; the traceback is in the adapter's log")
    assert "Traceback" in capsys.readouterr().err


def test_every_request_describes_its_arguments():
    """Each request that vecx serves has a class for its arguments."""
    adapter = Adapter(Connection(io.BytesIO(), io.BytesIO()))
    assert len(adapter._served) > 30
    for _, kind in adapter._served.values():
        assert kind.__module__ == requests.__name__
