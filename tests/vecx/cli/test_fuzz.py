"""`vecx fuzz`: options, output, files, bad input."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from tests.vecx.fuzzing.conftest import SOURCE
from vecx import Machine
from vecx.cli import run_command
from vecx.fuzzing import session

PATIENCE = 240.0        # seconds; these tests do not measure speed
USUAL = "fuzz", "faulty.asm", "--players", "1", "--length", "300", "--no-strict"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(session, "ROUND_FRAMES", 1500)
    (tmp_path / "faulty.asm").write_text(SOURCE)
    return tmp_path


@pytest.mark.slow
def test_finds_are_printed_and_written(folder, capsys):
    """Status 1 with a find; its movie runs, and the next search continues."""
    assert run_command([*USUAL, "--find", "[sum] == 1", "--finds", "1"]) == 1
    out = capsys.readouterr().out
    assert "state: `[sum] == 1` is true\n    after " in out and "faulty.fuzz/state-1.movie" in out
    assert " faults in faulty.fuzz" in out
    assert run_command(["run", "faulty.asm", "--headless", "--movie",
                        "faulty.fuzz/state-1.movie"]) == 0
    before = json.loads((folder / "faulty.fuzz" / "corpus.json").read_text())
    assert run_command([*USUAL, "--frames", str(before["frames"] + 1)]) == 1
    after = json.loads((folder / "faulty.fuzz" / "corpus.json").read_text())
    assert after["rounds"] == before["rounds"] + 1


@pytest.mark.slow
def test_a_changed_program_and_a_saved_state(folder, capsys):
    """A changed program needs --fresh or --carry; a snapshot is a start."""
    short = "--frames", "1000"
    run_command([*USUAL, *short])
    (folder / "faulty.asm").write_text(SOURCE.replace("#5000", "#5001"))
    assert run_command([*USUAL, *short]) == 1
    assert "made with another cartridge" in capsys.readouterr().err
    assert run_command([*USUAL, *short, "--carry"]) in (0, 1)
    machine = Machine("faulty.asm")
    machine.run_frames(300)
    (folder / "here.snapshot").write_bytes(machine.snapshot())
    assert run_command([*USUAL, *short, "--fresh", "--state", "here.snapshot"]) in (0, 1)


@pytest.mark.parametrize(("options", "message"), [
    (["--find", "[sun] == 1"], "no symbol 'sun' in this cartridge; did you mean sum"),
    (["--lasts", "[sum]"], "'[sum]' is not FRAMES:EXPR"),
    (["--fresh", "--carry"], "--fresh and --carry cannot be given together"),
    (["--carry"], "faulty.fuzz/corpus.json: no such file; there are no plays to carry over"),
    (["--state", "none.state"], "none.state: no such file")])
def test_bad_input(options, message, capsys):
    """Bad input gives one message without a traceback."""
    assert run_command([*USUAL, "--frames", "10", *options]) in (1, 2)
    assert message in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_an_interrupt_leaves_a_valid_search(folder):
    """Ctrl-C ends the search with status 130; it can be continued."""
    process = subprocess.Popen([sys.executable, "-m", "vecx", "fuzz", "faulty.asm", "--no-strict",
                                "--players", "1"], stderr=subprocess.PIPE, text=True,
                               stdout=subprocess.DEVNULL)
    corpus = folder / "faulty.fuzz" / "corpus.json"
    with process:
        try:
            end = time.monotonic() + PATIENCE
            while not corpus.exists() and time.monotonic() < end:
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert process.returncode == 130
    assert err == "ended; the search is in faulty.fuzz\n"
    frames = json.loads(corpus.read_text())["frames"]
    assert run_command([*USUAL, "--frames", str(frames)]) in (0, 1)
