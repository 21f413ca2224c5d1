"""Some files of each form by `python -m tests.hostile.formats`, and regressions that it found."""

import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from vecx import Machine, VecxError
from vecx.display.keycodes import read_keys
from vecx.play import movie, save_states

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("files", [pytest.param(20, marks=pytest.mark.slow),
                                   pytest.param(3000, marks=pytest.mark.nightly)])
def test_files_of_every_form(files: int, tmp_path: Path) -> None:
    """Of each format, some files are accepted and some are refused."""
    done = subprocess.run([sys.executable, "-m", "tests.hostile.formats", "--files", str(files),
                           "--seconds", "3000"], cwd=ROOT, capture_output=True, text=True,
                          check=False,
                          env={**os.environ, "TMPDIR": str(tmp_path)})
    assert done.returncode == 0, done.stderr[-3000:]
    rows = [line.replace(",", "").split() for line in done.stdout.splitlines() if " taken " in line]
    assert len(rows) == 36
    for name, taken, _, refused, _ in rows:
        assert int(taken) > 0, name
        assert int(refused) > 0 or name in ("keys", "recent", "source", "structs"), name


def test_a_terminal_that_sends_thousands_of_digits() -> None:
    """An overlong key sequence of a terminal is not stored."""
    for text in ("\x1b[" + "9" * 5000 + "u", "\x1b[97;" + "1" * 5000 + "u"):
        read_keys(text)
    _, rest = read_keys("\x1b[" + "9" * 100_000)
    assert len(rest) < 50


@pytest.mark.parametrize("key", ["seed", "name", "preset", "analog", "table", "device"])
def test_a_movie_with_a_long_head(key: str, tmp_path: Path) -> None:
    """A movie with a long head is refused as damaged, with a short message."""
    m = Machine("connect4", preset="ideal")
    recorder = movie.Recorder(m)
    recorder.frame(m.run_frames(1)[0].index)
    made = recorder.stop()
    made.head[key] = "9" * 70_000
    made.save(tmp_path / "a.movie")
    with pytest.raises(VecxError, match="the movie is damaged") as fault:
        movie.load(tmp_path / "a.movie")
    assert len(str(fault.value)) < 300


def test_a_state_with_a_long_format(tmp_path: Path) -> None:
    """The message quotes only the beginning of a long format name."""
    machine = Machine("connect4", preset="ideal")
    data = machine.snapshot().replace(b"vecx-snapshot/3", b"v" * 70_000, 1)
    with pytest.raises(VecxError, match="has format") as fault:
        machine.restore(data)
    assert len(str(fault.value)) < 300
    save_states.save(tmp_path / "a", machine, b"")
    (tmp_path / "a").write_bytes((tmp_path / "a").read_bytes().replace(
        save_states.FORMAT.encode(), b"v" * 70_000, 1))
    with pytest.raises(VecxError, match="has format") as fault:
        save_states.load(tmp_path / "a", machine)
    assert len(str(fault.value)) < 300


def test_an_archive_whose_names_are_long(tmp_path: Path) -> None:
    """The message is short even if the archive's names are long."""
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w") as archive:
        archive.writestr("n" * 60_000 + ".bin", b"image")
    data = room.getvalue()
    (tmp_path / "a.zip").write_bytes(data.replace(b"nnn", b"mmm", 1))
    with pytest.raises(VecxError, match="a damaged archive") as fault:
        Machine(tmp_path / "a.zip")
    assert len(str(fault.value)) < 500
