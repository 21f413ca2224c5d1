"""The benchmarks print plausible figures."""

import json

import pytest

from asm import assemble
from tests.bench import keystrokes, learning, many, output, scenes, start
from tests.bench.__main__ import main
from tests.servers import ROOT
from vecx import Machine
from vecx.compiling.jit import JIT
from vecx.console.roms import include_dirs


@pytest.mark.nightly        # a thousand frames of each scene
def test_scenes_are_counted_and_timed(capsys):
    """Each scene has counts and a time, and each unit a cost; more text means more pieces."""
    assert main(["scenes", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures["units_ns"]) == {"instruction", "access", "edge", "piece"}
    scenes = figures["scenes"]
    assert set(scenes) == {"idle", "title", "dense", "text"}
    assert scenes["idle"]["piece"] == 0 < scenes["dense"]["piece"] < scenes["text"]["piece"]
    assert all(scene["us_a_frame"] > 0 for scene in scenes.values())


@pytest.mark.slow
def test_turns_that_the_machine_skips_are_not_counted():
    """Of the 49 polls in an idle frame, only a few are counted."""
    machine = Machine(scenes.scene_cart("idle"))
    machine.run_frames(scenes.WARM)
    count = scenes.counted(machine)
    assert 50 < count["instruction"] < 250 and 20 < count["access"] < 60
    assert count["piece"] == 0 and not machine.hooks


@pytest.mark.nightly
@pytest.mark.skipif(not JIT, reason="a plain machine is slow, and nothing is compiled")
def test_many_machines_are_weighed_and_timed(capsys, monkeypatch):
    """Memory, keeping, threads and processes are reported as text and as JSON."""
    monkeypatch.setattr(many, "MACHINES", 3)
    monkeypatch.setattr(many, "KEPT", 10)
    monkeypatch.setattr(many, "FRAMES", 200)
    assert main(["many", "--runs", "2", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["machines"] == 3 and 50 < figures["peak_mib"] < 2000
    assert 1000 < figures["record_bytes"] <= 4096
    assert all(figures[name] > 0 for name in ("keep_us", "restore_us", "threads", "processes"))
    assert "3 machines: " in many.table(figures)


def test_gain_of_machines_without_output(capsys, monkeypatch):
    """For each game, the times with and without output are compared."""
    monkeypatch.setattr(output, "BATCH", 30 if JIT else 1)
    monkeypatch.setattr(output, "BATCHES", 1)
    monkeypatch.setattr(output, "WARM", 250 if JIT else 1)
    monkeypatch.setattr(output, "BEST_OF", 3 if JIT else 1)
    monkeypatch.setattr(scenes, "SCENES", {})
    assert main(["output", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures) == {"connect4", "reversi"}
    assert all(row["times"] > 0 for row in figures.values())
    assert "reversi" in output.table(figures)


def test_starts_are_timed(capsys, monkeypatch, tmp_path):
    """Each command runs as often as requested, with its own cache; a failure is reported."""
    monkeypatch.setattr(start, "COMMANDS", {"asm --help": ("asm", "--help")})
    assert main(["start", "--runs", "2", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)["asm --help"]
    assert 0 < figures["minimum"] <= figures["median"] <= figures["maximum"] < 30
    assert figures["peak_mib"] > 3      # a new process begins with the memory of this one
    assert main(["start", "--runs", "1"]) == 0
    assert "asm --help     user CPU minimum 0." in capsys.readouterr().out
    monkeypatch.setattr(start, "COMMANDS", {"run": ("run", str(tmp_path / "none.bin"))})
    assert main(["start"]) == 1
    assert "none.bin ended with status 1" in capsys.readouterr().err


@pytest.mark.slow
def test_keystrokes_are_timed(capsys, monkeypatch):
    """The source is clean and has the promised lines; the programs have plausible figures."""
    source = keystrokes.many_lines()
    assert source.count("\n") == 15_000
    program = assemble(source, include_dirs=include_dirs())
    assert not program.diagnostics and 16_000 < len(program.image) < 32_768
    assert all(path.exists() for pair in keystrokes.SOURCES.values() for path in pair)
    monkeypatch.setattr(keystrokes, "LINES", 1_000)
    examples = ROOT / "games" / "examples"
    monkeypatch.setattr(keystrokes, "SOURCES",
                        {"again": (examples / "sound.asm", examples / "frame.asm")})
    monkeypatch.setattr(keystrokes, "TYPED", " x")
    assert main(["keystrokes", "--runs", "1", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures) == {"1,000 lines", "again"}
    for each in figures.values():
        assert 1 < each["median_ms"] <= each["p90_ms"] <= each["maximum_ms"]
        assert 30 < each["peak_mib"] < 150
    assert "median 1.0 ms" in keystrokes.table({"x": dict.fromkeys(each, 1.0)})


@pytest.mark.skipif(not JIT, reason="a plain machine is slow, and nothing is compiled")
def test_steps_of_environments_are_counted(capsys, monkeypatch):
    """Each observation has a number of steps per second."""
    pytest.importorskip("gymnasium")
    monkeypatch.setattr(learning, "STEPS", 20)
    monkeypatch.setattr(learning, "_atari", lambda: None)
    assert main(["learning", "--runs", "1", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures) == {"ram", "strokes", "picture"} and min(figures.values()) > 0
