"""All steps of docs/title-screen.md work."""

import re
from pathlib import Path

import numpy as np
import pytest

from tests.tutorials import write_comet
from vecx import Machine
from vecx.cli import run_command
from vecx.sound.mixer import Mixer

PAGE = Path(__file__).parents[3] / "docs" / "title-screen.md"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the files of the page."""
    monkeypatch.chdir(tmp_path)
    folder = write_comet(tmp_path)
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.slow
def test_every_command_of_the_page_works(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All commands without a window work, and write report and preview."""
    commands = re.findall(r"^vecx (?!run comet.asm --watch)(?!new)(.*)$",
                          PAGE.read_text("utf-8"), re.M)
    assert len(commands) == 5
    for command in commands:
        assert run_command(command.split()) == 0, command
    said = capsys.readouterr().out
    assert "title_comet" in said and "lib/music.asm" in said
    assert (project / "report.svg").exists() and (project / "theme.wav").exists()
    assert (project / "comet.bin").exists()


def test_the_title_screen_moves_and_sounds(project: Path) -> None:
    """The title screen shows three pictures in turn and plays a tune, within the budget."""
    machine = Machine(project / "comet.asm", preset="hardware", strict=True)
    machine.run_to("main", max_cycles=40_000_000)
    machine.take_sound()
    mixer = Mixer()
    frames = machine.run_frames(60)
    assert max(frame.budget.work_cycles for frame in frames[2:]) < 29_000
    pictures = {tuple(np.rint(frame.segments[:, :4].ravel() / 500).astype(int))
                for frame in frames[3::6]}
    assert len(pictures) == 3
    assert np.std(mixer.samples(machine.take_sound(), machine.cycles)) > 1e-2
    assert machine.findings == []
