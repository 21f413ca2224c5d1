"""All steps of docs/writing-a-cartridge.md work."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tutorials import BLOCKS, patched, steps_of_the_ship
from vecx.cli import run_command

TESTS = {1: 6, 2: 10, 3: 15, 4: 16, 5: 16}        # that pass after each step


def pytest_run(folder: Path, *more: str) -> str:
    """Run the project's tests; return pytest's output."""
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "vecx.testing.plugin", "-p",
                           "no:cacheprovider", *more], cwd=folder, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_every_step_of_the_tutorial_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                          capsys: pytest.CaptureFixture[str]) -> None:
    """Each change can be applied, and all tests pass after it."""
    monkeypatch.chdir(tmp_path)
    assert run_command(["new", "mygame"]) == 0
    folder = tmp_path / "mygame"
    source, tests = folder / "mygame.asm", folder / "tests" / "test_mygame.py"
    steps = steps_of_the_ship()
    assert [int(number) for number, _ in steps] == sorted(TESTS)
    for number, text in steps:
        for kind, block in BLOCKS.findall(text):
            if kind == "diff":
                source.write_text(patched(source.read_text("utf-8"), block), "utf-8")
            elif kind == "python":
                tests.write_text(tests.read_text("utf-8") + "\n\n" + block, "utf-8")
        said = pytest_run(folder, *(["--update-golden"] if number == "4" else []),
                          *(["--asm-cov", "--asm-cov-report=html"] if number == "5" else []))
        assert f"{TESTS[int(number)]} passed" in said
    assert (folder / "htmlcov" / "index.html").exists()
    monkeypatch.chdir(folder)
    assert run_command(["profile", "mygame.asm", "--frames", "20", "--flame", "flame.svg"]) == 0
    assert "ship_move" in (folder / "flame.svg").read_text("utf-8")
    assert run_command(["budget", "mygame.asm", "--frames", "100", "--max", "cycles=28000"]) == 0
    assert run_command(["mutate", "mygame.asm", "--count", "1", "--jobs", "1"]) == 0
    assert "1 of 1 changes noticed" in capsys.readouterr().out
