"""`vecx new`: names and folders that it refuses."""

import errno
from pathlib import Path

import pytest

from asm import assemble_file
from asm.formatter import format_source
from vecx import files
from vecx.cli import run_command
from vecx.console.includes import CONVERTERS
from vecx.console.roms import include_dirs
from vecx.machine import Machine


@pytest.mark.parametrize("name", ["a", "my_game", "a_name_that_is_rather_long_for_it"[:31]])
def test_any_name_makes_a_cartridge_that_starts(tmp_path: Path, name: str,
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    """The new cartridge assembles without a warning, and the ROM starts it."""
    monkeypatch.chdir(tmp_path)
    assert run_command(["new", name]) == 0
    source = tmp_path / name / f"{name}.asm"
    assert format_source(source.read_text()) == source.read_text()
    program = assemble_file(source, include_dirs=include_dirs(), converters=CONVERTERS)
    assert program.messages() == ""
    m = Machine(source, preset="hardware")
    assert m.run_to("main", max_cycles=30_000_000)
    title = Machine(source, preset="ideal").run_frames(100)[-1]
    assert abs(title.segments[:, [0, 2]]).max() < 17_000
    text = "".join(path.read_text() for path in (tmp_path / name).rglob("*") if path.is_file())
    for word in ("@v4", "@v5", "@pytest", "@bell"):
        text = text.replace(word, "")
    assert "@" not in text


@pytest.mark.parametrize("name", ["", "My", "1up", "a-b", "../x", "a" * 40])
def test_other_names_are_refused(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch,
                                 capsys: pytest.CaptureFixture[str]) -> None:
    """Invalid names are wrong usage, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    assert run_command(["new", name]) == 2
    assert "is not a name for a cartridge" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder that is not empty is refused and stays unchanged."""
    (tmp_path / "notes").write_text("mine")
    assert run_command(["new", "game", "--folder", str(tmp_path)]) == 1
    assert "not empty" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["notes"]


@pytest.mark.parametrize("name", ["con", "nul", "com1", "class", "import", "pytest", "vecx"])
def test_names_with_another_meaning_are_refused(tmp_path: Path, name: str,
                                                monkeypatch: pytest.MonkeyPatch,
                                                capsys: pytest.CaptureFixture[str]) -> None:
    """Windows devices, Python keywords and imported packages are refused as names."""
    monkeypatch.chdir(tmp_path)
    assert run_command(["new", name]) == 2
    assert "cannot be the name of a cartridge" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("existed", [False, True])
def test_a_full_disk_leaves_no_half_of_a_project(tmp_path: Path, existed: bool,
                                                 monkeypatch: pytest.MonkeyPatch,
                                                 capsys: pytest.CaptureFixture[str]) -> None:
    """If writing any file fails, no file remains."""
    monkeypatch.chdir(tmp_path)
    if existed:
        (tmp_path / "game").mkdir()
    write, written = files.write, []

    def full(path: Path, text: str, *, source: bool = False) -> None:
        if len(written) == 3:
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        written.append(path)
        write(path, text, source=source)

    monkeypatch.setattr(files, "write", full)
    assert run_command(["new", "game"]) == 1
    assert "No space left on device" in capsys.readouterr().err
    assert list((tmp_path / "game").iterdir() if existed else tmp_path.iterdir()) == []
