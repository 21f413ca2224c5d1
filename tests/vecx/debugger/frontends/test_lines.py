"""The line mode of the debugger, driven through a pipe."""

import base64
import io
import json
import re
import subprocess
import sys
import zlib
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.vecx.debugger.programs import HEADER
from vecx import Machine
from vecx.debugger.frontends.lines import Lines
from vecx.debugger.inspector import changed_sources
from vecx.debugger.session import Session
from vecx.errors import VecxError

SOURCE = """ include "vectrex.inc"
""" + HEADER + """\
main jsr Wait_Recal
 jsr Intensity_5F
 ldd #0
 jsr Moveto_d_7F
 ldx #shape
 jsr Draw_VLc
 inc count
 bra main
shape fcb 2
 fcb 10,20
 fcb -30,40
 fcb 50,-60
count equ $C880
"""


@pytest.fixture
def plain(tmp_path: Path) -> Lines:
    """Return a debugger at the beginning of a program that draws three strokes."""
    (tmp_path / "draw.asm").write_text(SOURCE)
    machine = Machine(tmp_path / "draw.asm", preset="ideal")
    plain = Lines(Session(machine), io.StringIO(),
                  restart=lambda: Session(Machine(tmp_path / "draw.asm", preset="ideal")),
                  changed=lambda session: changed_sources(session.machine))
    printed(plain, "until main")
    return plain


def printed(plain: Lines, *commands: str) -> str:
    """Return the debugger's output for some commands."""
    plain.output.seek(0)
    plain.output.truncate()
    for command in commands:
        plain.serve(command)
    return plain.output.getvalue()


def test_a_stop_says_where_why_and_the_line(plain):
    """A stop shows reason, frame, cycle, place, instruction, registers and source line."""
    text = printed(plain, "break Draw_VLc", "continue")
    assert "breakpoint 1: Draw_VLc  [frame" in text
    assert "\n$" in text and "  A " in text
    assert " 12  " in printed(plain, "out", "backover")
    assert "jsr Draw_VLc" in printed(plain, "list 1")
    assert "draw.asm:12" in printed(plain, "stack")
    count = plain.session.machine.read(0xC880)[0]
    assert printed(plain, "print [$C880] + 1") == f"{count + 1} ${count + 1:X}\n"


@pytest.mark.slow
def test_a_stroke_leads_to_the_list_it_was_read_from(plain):
    """Each stroke names its pair of bytes, and the line leads to the strokes."""
    printed(plain, "until frame 260")
    frame = plain.session.timeline.frames[-1]
    ways = abs(frame.segments[:, 2:4] - frame.segments[:, :2]).max(axis=1)
    drawn = (ways > 127).nonzero()[0].tolist()          # shorter ones are pauses at corners
    assert len(drawn) == 3
    for number, (y, x) in enumerate(((10, 20), (-30, 40), (50, -60))):
        text = printed(plain, f"stroke {drawn[number]}")
        assert f"y = {y} was written" in text and f"x = {x} was written" in text, text
        assert f"draw.asm:{16 + number} by" in text
    here = plain.session.machine.cycles
    *strokes, points = printed(plain, "drew draw.asm:12").splitlines()
    assert [int(line.split()[0]) for line in strokes] == drawn
    assert points == f"and {len(ways) - 3} points"
    assert all(line.endswith("draw.asm:12") for line in strokes)       # not the ROM's line
    assert "drew nothing" in printed(plain, "drew draw.asm:8")
    assert plain.session.machine.cycles == here
    x, y = (frame.segments[drawn[1], :2] + frame.segments[drawn[1], 2:4]) / 2 / 127
    assert printed(plain, f"stroke {x},{y}").startswith(f"stroke {drawn[1]} ")
    assert f"has no stroke 99: it has {len(ways)}" in printed(plain, "stroke 99")


def test_the_picture_marks_the_beam(plain):
    """Strokes are braille, and the position of the beam is a cross."""
    printed(plain, "until frame 260", "break draw.asm:14", "continue")
    lines = printed(plain, "picture").splitlines()
    assert sum(line.count("+") for line in lines[:-1]) == 1
    assert any(0x2800 < ord(letter) < 0x2900 for line in lines for letter in line)
    assert printed(plain, "strokes").count("draw.asm:12\n") == 3


@pytest.mark.slow
def test_changes_and_keys_begin_a_new_future(plain):
    """A change in the past discards the recorded future, with a message."""
    assert "new future" not in printed(plain, "set $C880 = 7, 8")
    assert plain.session.machine.read(0xC880, 2) == b"\x07\x08"
    printed(plain, "until frame 300", "until frame 250")
    assert "was discarded" in printed(plain, "press 4")
    assert "new future" not in printed(plain, "release 4", "set a = $12")
    assert plain.session.machine.registers.a == 0x12


def test_a_changed_source_is_told_once_and_restart_takes_it(plain, tmp_path):
    """The old program runs until `restart`, which keeps the breakpoints."""
    printed(plain, "break Draw_VLc", "break draw.asm:13")
    source = tmp_path / "draw.asm"
    source.write_text(SOURCE.replace(" inc count", "\n dec count"))
    text = printed(plain, "step", "step")
    assert text.count("changed since") == 1
    printed(plain, "restart")
    assert plain.session.machine.fresh
    assert list(plain.session.breakpoints)[1].first == plain.session.machine.debug.addresses_of(
        "draw.asm", 14)[0]
    assert "changed since" not in printed(plain, "step")


@pytest.mark.parametrize("command, words", [
    ("nothing", "unknown command 'nothing'"), ("break", "a place is missing"),
    ("break nowhere", "no symbol 'nowhere'"), ("break main after x", "not a whole number"),
    ("break on luck", "is not an event"), ("break draw.asm:99", "has no code at or after line 99"),
    ("watch write nowhere", "no symbol"), ("print 1 / 0", "division by zero"),
    ("print (", "in the expression"), ("set q = 1", "no symbol 'q'"),
    ("set a = 256", "A must be 0 to 255, not 256"),
    ("set $C880 = 256", "a byte must be 0 to 255"), ("delete 5", "there is no breakpoint 5"),
    ("until frame -1", "not a whole number"), ("until cycle 1", "before the first cycle"),
    ("lastwrite $C8F7", "has not been written"), ("stroke 0 999", "frame is not available"),
    ("stroke", "the number of a stroke is missing"), ("press 9", "use button 1 to 4"),
    ("memory", "a place is missing"), ("out", "no return address"), ("break main if", "missing"),
])
def test_bad_commands_say_one_line(plain, command, words):
    """An invalid command gives one line and changes nothing."""
    before = plain.session.machine.cycles
    text = printed(plain, command)
    assert text.startswith("error: ") and words in text and text.count("\n") == 1, text
    assert plain.session.machine.cycles == before


def test_help_names_every_command(plain):
    """The help has one line per command, and the words of expressions."""
    lines = printed(plain, "help").splitlines()
    names = [name.removeprefix("do_") for name in vars(Lines) if name.startswith("do_")]
    assert [line.split(":")[0].split()[0] for line in lines] == names
    assert "frame_cycle" in printed(plain, "help words")


def test_a_pipe_drives_it(tmp_path):
    """Commands are read to the end; a failed one makes the status 1."""
    def run(text: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "vecx", "debug", "connect4", "--preset",
                               "ideal"], input=text, capture_output=True, text=True, check=False)

    good = run("break Wait_Recal\ncontinue\nback\n# a comment\nquit\nnever read\n")
    assert good.returncode == 0, good.stderr
    assert "breakpoint 1: Wait_Recal" in good.stdout and "step back" in good.stdout
    bad = run("nothing\n")
    assert bad.returncode == 1 and "unknown command 'nothing'" in bad.stdout


def test_a_listing_of_another_tool_gives_lines(tmp_path):
    """With a listing of lwasm, breakpoints and stops have source lines."""
    (tmp_path / "draw.asm").write_text(SOURCE)
    made = Machine(tmp_path / "draw.asm", preset="ideal")
    at = made.address("main")
    (tmp_path / "game.bin").write_bytes(made.cartridge.image)
    (tmp_path / "game.lst").write_text(
        f"{at:04X} BDF192            (        game.c):00007 main:\n"
        f"{at + 3:04X} BDF2A5            (        game.c):00008\n")
    machine = Machine(tmp_path / "game.bin", preset="ideal", symbols=tmp_path / "game.lst")
    plain = Lines(Session(machine), io.StringIO())
    text = printed(plain, "break game.c:8", "continue")
    assert f"${at + 3:04X} main+3 game.c:8" in text
    (tmp_path / "wrong.lst").write_text("nothing\n")
    with pytest.raises(VecxError, match=r"wrong\.lst: not a symbol file"):
        Machine(tmp_path / "game.bin", symbols=tmp_path / "wrong.lst")


@pytest.mark.slow
def test_a_movie_is_debugged(tmp_path):
    """A movie can be debugged, with its strokes and inputs."""
    from vecx.play.movie import Recorder

    machine = Machine("connect4", preset="ideal")
    recorder = Recorder(machine)
    for number in range(300):
        if number == 250:
            machine.press(4)
        recorder.frame(machine.run_frames(1)[0].index)
    recorder.stop().save(tmp_path / "game.movie")
    run = subprocess.run([sys.executable, "-m", "vecx", "debug", "--movie",
                          str(tmp_path / "game.movie"), "--from", "290"],
                         input="until frame 280\nuntil frame 290\nstroke 5\nprint frame\n",
                         capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "stroke 5 of frame 289" in run.stdout and run.stdout.endswith("290 $122\n")


def test_the_wires_of_a_frame_are_a_page(plain, tmp_path, monkeypatch):
    """`wires` writes a page for a finished frame, or opens the current one in the browser.

    The session stays at its cycle.
    """
    printed(plain, "until main", "until Draw_VLc")
    now, frame = plain.session.machine.cycles, plain.session.machine.frames
    path = tmp_path / "wires.html"
    assert printed(plain, f"wires {frame - 1} {path}") == f"{path} written\n"
    ended = path.read_text()
    shown = []
    monkeypatch.setattr("webbrowser.open", shown.append)
    assert "opened in the browser" in printed(plain, "wires")
    present = Path(unquote(urlsplit(shown[0]).path)).read_text()
    for text, title in ((ended, f"frame {frame - 1}"), (present, f"frame {frame} so far")):
        packed = re.search(r'"packed": "([^"]+)"', text)[1]
        data = json.loads(zlib.decompress(base64.b64decode(packed)))
        assert data["title"] == title and len(data["steps"]["at"]) > 20
        assert any("draw.asm:" in place[2] for place in data["places"])
    assert plain.session.machine.cycles == now
    assert "frame is not available" in printed(plain, "wires 900")


def test_memory_is_shown_by_kind(plain):
    """Memory is shown by kind, once or at every stop; an unknown kind is reported."""
    session = plain.session
    session.set_memory(0xC890, b"\xff\x02HI THERE\x80\x01")
    assert printed(plain, "print $C890 as signed") == "-1\n"
    assert printed(plain, "print $C890 as signed 2") == "-1 2\n"
    assert printed(plain, "print $C890 as word") == "65282 $FF02\n"
    assert printed(plain, "print $C890 as sword") == "-254\n"
    assert printed(plain, "print $C892 as text") == '"HI THERE"\n'
    assert printed(plain, "print $C890 as bytes 4") == "FF 02 48 49\n"
    assert printed(plain, "print shape as signed 3").split() == ["2", "10", "20"]
    assert "  $C890 as sword = -254" in printed(plain, "display $C890 as sword", "step")
    assert "use one of byte, signed" in printed(plain, "print $C890 as float")
    assert "1 to 256" in printed(plain, "print $C890 as byte 999")


def test_a_value_is_followed_through_registers_and_cells_of_ram(tmp_path):
    """A value is traced from the list through registers and variables to the DAC."""
    (tmp_path / "copy.asm").write_text(
        ' include "vectrex.inc"\n org 0\n fcc "g GCE 2026"\n fcb $80\n fdb Music_1\n fcb 0\n'
        "main jsr Wait_Recal\n jsr Intensity_5F\n ldx list\n stx first\n ldu first\n tfr u,d\n"
        " pshs a\n puls a\n std second\n lda second\n ldb second+1\n jsr Draw_Line_d\n"
        " bra main\nlist fcb 37,-53\nfirst equ $C880\nsecond equ $C884\n")
    plain = Lines(Session(Machine(tmp_path / "copy.asm", preset="ideal")), io.StringIO())
    printed(plain, "until main", "until main", "until main")
    text = printed(plain, "stroke 0")
    frame = plain.session.timeline.frames[-1]
    values = plain.session.strokes.log(frame).origin(0).values
    machine = plain.session.machine
    at = machine.address("list")
    assert [(one.what, one.value, one.source) for one in values] == [("y", 37, at),
                                                                     ("x", -53, at + 1)]
    for value, cells in zip(values, ([0xC884, 0xC880], [0xC885, 0xC881]), strict=True):
        ram = [cell.address for cell in value.cells if cell.address < 0xC8A0]
        assert ram == cells
        assert len(value.cells) - len(ram) == (value.what == "y")       # A went through the stack
        assert "ldx" in plain.session.inspector.instruction(value.reader)[1]
    assert text.count("where it was stored by") >= 4 and "read from $C884" in text


@pytest.mark.slow
def test_presses_and_until_behind_the_starting_frame_count(tmp_path):
    """Later inputs take effect at their frames; --until selects the start."""
    source = tmp_path / "keys.asm"
    source.write_text(
        ' include "vectrex.inc"\n org 0\n fcc "g GCE 2026"\n fcb $80\n fdb Music_1\n fcb 0\n'
        "main jsr Wait_Recal\n jsr Read_Btns\n lda Vec_Btn_State\n sta seen\n bra main\n"
        "seen equ $C880\n")
    command = [sys.executable, "-m", "vecx", "debug", str(source), "--preset", "ideal"]

    def run(*options: str, text: str) -> str:
        made = subprocess.run([*command, *options], input=text, capture_output=True, text=True,
                              check=False)
        assert made.returncode == 0, made.stdout + made.stderr
        return made.stdout

    said = run("--from", "300", "--press", "310:4",
               text="print frame\nprint [seen]\nuntil frame 313\nprint [seen]\n")
    assert [line for line in said.splitlines() if " $" in line and line[0].isdigit()] == [
        "300 $12C", "0 $0", "8 $8"]
    assert run("--until", "frame >= 305", text="print frame\n").endswith("\n305 $131\n")


@pytest.mark.slow
def test_continue_without_a_breakpoint_ends_after_the_frames_that_were_given(tmp_path):
    """`continue` ends after --frames frames if no breakpoint is reached."""
    run = subprocess.run([sys.executable, "-m", "vecx", "debug", "connect4", "--preset", "ideal",
                          "--frames", "12"], input="until frame 5\ncontinue\nprint frame\n",
                         capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "no breakpoint hit in 12 frames" in run.stdout and run.stdout.endswith("17 $11\n")
