"""`vecx export`: the contents of a page, and refusals."""

import base64
import hashlib
import html
import re

import pytest

from vecx import pages
from vecx.cli import run_command
from vecx.errors import VecxError
from vecx.machine import Machine
from vecx.play import movie
from vecx.play.commands import COMMANDS
from vecx.web import export, film


def test_the_policy_is_of_this_script_and_style():
    """The policy contains the hashes of script and style, and allows nothing else."""
    text = export.page(Machine("connect4", preset="ideal"))
    policy = html.unescape(re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1])
    for tag, directive in (("script", "script-src"), ("style", "style-src")):
        inside = re.search(rf"<{tag}[^>]*>(.*?)</{tag}>", text, re.DOTALL)[1]
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'") and "unsafe-inline" not in policy
    assert "data:" not in re.search("script-src[^;]*", policy)[0]


def test_every_command_is_in_the_page_or_left_out():
    """The page has the window's commands and keys, or omits them explicitly."""
    script = pages.read("player.js")
    for command in COMMANDS:
        named = re.search(rf'^\s*"?{command.action}"?:|[ ,]"?{command.action}"?: ', script, re.M)
        assert bool(named) != (command.action in export.LEFT_OUT), command.action


def test_a_name_ends_no_script(tmp_path):
    """A title is escaped, whatever it contains."""
    source = tmp_path / "x.asm"
    source.write_text(' org 0\n fcc "g GCE 2026"\n fcb $80\n fdb $FD0D\n fcb $F8,$50,$20,-$40\n'
                      ' fcc "</SCRIPT>"\n fcb $80,0\nloop bra loop\n')
    text = export.page(Machine(source))
    assert text.lower().count("</script>") == 1 and "&lt;/SCRIPT&gt;" in text


def test_the_command(tmp_path, capsys, monkeypatch):
    """The page is written next to the cartridge, and never over it."""
    monkeypatch.chdir(tmp_path)
    assert run_command(["export", "connect4"]) == 0
    assert (tmp_path / "connect4.html").stat().st_size < 300_000
    assert "connect4.html: " in capsys.readouterr().out
    assert run_command(["new", "rocket"]) == run_command(["export", "rocket/rocket.asm"]) == 0
    assert (tmp_path / "rocket/rocket.html").stat().st_size < 200_000      # README
    capsys.readouterr()
    assert run_command(["export", "connect4", "-o", "nowhere/game.html"]) == 1
    assert "nowhere" in capsys.readouterr().err
    (tmp_path / "game.bin").write_bytes(b"\x12" * 4096)
    assert run_command(["export", "game.bin", "-o", "game.bin"]) == 2
    assert (tmp_path / "game.bin").read_bytes() == b"\x12" * 4096
    assert run_command(["export", "connect4", "--imager"]) == 1
    assert "do not support it" in capsys.readouterr().err


def made_movie(frames):
    machine = Machine("connect4", preset="ideal")
    recorder = movie.Recorder(machine)
    for _ in range(frames):
        recorder.frame(machine.run_frames(1)[0].index)
    return recorder.stop()


def test_films_that_cannot_be():
    """Impossible films are refused in one sentence."""
    made = made_movie(20)
    with pytest.raises(VecxError, match="20 frames, but the film would begin with frame 50"):
        film.page(made, made.machine(), first=50)
    with pytest.raises(VecxError, match="was recorded with"):
        film.page(made, Machine("connect4", preset="worn"))


def test_a_minute_is_some_hundred_kilobytes():
    """A minute of film of the busiest game takes some hundred kilobytes."""
    machine = Machine("reversi")
    recorder = movie.Recorder(machine)
    for number in range(600):
        if number > 250:
            machine.stick((number // 20) % 3 - 1, (number // 7) % 3 - 1)
        recorder.frame(machine.run_frames(1)[0].index)
    made = recorder.stop()
    size = len(film.page(made, made.machine())) - len(film.page(made, made.machine(), first=590))
    assert size < 120_000           # twelve seconds of it
