"""`vecx bench`: what it prints, and how it runs another program beside ours."""

import json
import shlex
import sys

import pytest

from vecx import Machine
from vecx.cli import many, run_command, scenes, start
from vecx.compiling.jit import JIT

OTHER = "import sys, pathlib\n" \
        "cart, bios, seconds = sys.argv[1:]\n" \
        "assert pathlib.Path(cart).read_bytes()[:5] == b'g GCE'\n" \
        "assert len(pathlib.Path(bios).read_bytes()) == 8192 and seconds == '0.5'\n" \
        "sum(range(10**6))\n"


def against(program: str, *words: str) -> int:
    """Run ours against a Python program that is given cartridge, ROM and seconds."""
    command = shlex.join([sys.executable, "-S", "-c", program])
    return run_command(["bench", "--against", command.replace("{", "{{").replace("}", "}}")
                        + " {cart} {bios} {seconds}", "--seconds", "0.5", *words])


def test_two_programs_run_by_turns(capsys):
    """Minima, medians and their ratio, as a text and as JSON."""
    assert against(OTHER, "--runs", "2", "--json") == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["runs"] == 2 and figures["emulated_seconds"] == 0.5
    assert 0 < figures["other_minimum"] <= figures["other_median"]
    assert figures["vecx_minimum"] <= figures["vecx_median"]
    ratio = figures["other_minimum"] / max(1e-6, figures["vecx_minimum"])
    assert figures["times_as_fast"] == pytest.approx(ratio, abs=0.01 + ratio / 2)
    assert against(OTHER, "--runs", "1", "--headless", "connect4") == 0
    out = capsys.readouterr().out
    assert "connect4: 0.5 emulated seconds" in out and "times as fast" in out


@pytest.mark.parametrize("command, status, words", [
    ("no-such-emulator", 1, "no-such-emulator: no such file"),
    ("", 2, "the command is empty"),
    ("'unbalanced", 2, "--against: cannot be read"),
    ("echo {rom}", 2, "{cart}, {bios} and {seconds} can stand in it"),
])
def test_a_command_that_cannot_be_run_is_said(capsys, command, status, words):
    """One message; nothing is measured."""
    assert run_command(["bench", "--against", command, "--seconds", "0.5"]) == status
    err = capsys.readouterr().err
    assert words in err and err.count("\n") == 1


def test_a_program_that_fails_is_quoted(capsys):
    """Its status and its last words are in the message."""
    assert against("raise SystemExit('no ROM for it')") == 1
    assert "ended with status 1: no ROM for it" in capsys.readouterr().err


@pytest.mark.slow       # a thousand frames of each scene
def test_scenes_are_counted_and_timed(capsys):
    """Each scene has counts and a time, each unit its cost; more text is more pieces."""
    assert run_command(["bench", "--scenes", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures["units_ns"]) == {"instruction", "access", "edge", "piece"}
    scenes = figures["scenes"]
    assert set(scenes) == {"idle", "title", "dense", "text"}
    assert scenes["idle"]["piece"] == 0 < scenes["dense"]["piece"] < scenes["text"]["piece"]
    assert all(scene["us_a_frame"] > 0 for scene in scenes.values())


def test_turns_that_the_machine_skips_are_not_counted():
    """Of 49 polls in an idle frame few really run."""
    machine = Machine(scenes.scene_cart("idle"))
    machine.run_frames(scenes.WARM)
    count = scenes.counted(machine)
    assert 50 < count["instruction"] < 250 and 20 < count["access"] < 60
    assert count["piece"] == 0 and not machine.observer


@pytest.mark.skipif(not JIT, reason="a plain machine is slow, and nothing is compiled")
def test_many_machines_are_weighed_and_timed(capsys, monkeypatch):
    """Memory, keeping, threads and processes, as a text and as JSON."""
    monkeypatch.setattr(many, "MACHINES", 3)
    monkeypatch.setattr(many, "KEPT", 10)
    monkeypatch.setattr(many, "FRAMES", 200)
    assert run_command(["bench", "--many", "--runs", "2", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["machines"] == 3 and 50 < figures["peak_mib"] < 2000
    assert 1000 < figures["record_bytes"] <= 4096
    assert all(figures[name] > 0 for name in ("keep_us", "restore_us", "threads", "processes"))
    assert "3 machines: " in many.table(figures)


def test_starts_are_timed(capsys, monkeypatch, tmp_path):
    """Each command runs as often as asked, with a cache of its own; one that fails is said."""
    monkeypatch.setattr(start, "COMMANDS", {"asm --help": ("asm", "--help")})
    assert run_command(["bench", "--start", "--runs", "2", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)["asm --help"]
    assert 0 < figures["minimum"] <= figures["median"] <= figures["maximum"] < 30
    assert figures["peak_mib"] > 3      # a process that this one starts begins with its memory
    assert run_command(["bench", "--start", "--runs", "1"]) == 0
    assert "asm --help     user CPU minimum 0." in capsys.readouterr().out
    monkeypatch.setattr(start, "COMMANDS", {"run": ("run", str(tmp_path / "none.bin"))})
    assert run_command(["bench", "--start"]) == 1
    assert "none.bin ended with status 1" in capsys.readouterr().err
