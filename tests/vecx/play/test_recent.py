"""The list of recent cartridges."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.vecx.play.sources import HEADER
from vecx import Machine
from vecx.cli import run_command
from vecx.play import movie, recent

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a temporary folder for the list."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "vecx" / "recent.json"


def test_the_last_one_is_the_first(tmp_path: Path) -> None:
    """Each cartridge is listed once, ten at most, without missing files."""
    carts = [tmp_path / f"{i}.bin" for i in range(13)]
    for cart in carts:
        cart.write_bytes(b"x")
        recent.note(cart)
    recent.note(carts[5])
    assert recent.paths() == [carts[i] for i in (5, 12, 11, 10, 9, 8, 7, 6, 4, 3)]
    carts[12].unlink()
    assert recent.paths()[1] == carts[11]


@pytest.mark.parametrize("content", [b"", b"{", b"[1, null, \"\\u0000\"]", b"{}", b"\xff\xfe",
                                     b"[" * 100_000, b"[1" + b"0" * 5000 + b"]", b" " * 70_000,
                                     b'["' + b"x" * 5000 + b'", "\\ud800"]'])
def test_a_damaged_list_is_empty(state: Path, content: bytes, tmp_path: Path) -> None:
    """A damaged list counts as empty and is replaced."""
    state.parent.mkdir(parents=True)
    state.write_bytes(content)
    assert recent.paths() == []
    cart = tmp_path / "a.bin"
    cart.write_bytes(b"x")
    recent.note(cart)
    assert recent.paths() == [cart]


def test_a_folder_that_cannot_be_written_is_let_be(tmp_path: Path) -> None:
    """Playing works even if the list cannot be written."""
    (tmp_path / "state").write_text("no folder")
    recent.note(tmp_path / "a.bin")
    assert recent.paths() == []


def vecx(tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command."""
    return subprocess.run([sys.executable, "-m", "vecx", *words], capture_output=True, text=True,
                          check=False, cwd=tmp_path,
                          env={"PYTHONPATH": str(ROOT), "PATH": "", "HOME": str(tmp_path),
                               "XDG_STATE_HOME": str(tmp_path / "state"),
                               "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"})


@pytest.mark.slow
def test_recent_ones_are_listed_and_played(tmp_path: Path) -> None:
    """A played file can be played by its number."""
    from vecx.console.roms import DATA

    cart = tmp_path / "mine.bin"
    cart.write_bytes((DATA / "reversi.bin").read_bytes())
    assert vecx(tmp_path, "run", "--recent", "list").stdout == "no cartridge has been played yet\n"
    printed = vecx(tmp_path, "run", "--recent")
    assert printed.returncode == 2 and "the list has 0 cartridges" in printed.stderr
    assert vecx(tmp_path, "run", "mine.bin", "--mute", "--frames", "3").returncode == 0
    assert vecx(tmp_path, "run", "--recent", "list").stdout == f" 1 {cart}\n"
    done = vecx(tmp_path, "run", "--recent", "1", "--mute", "--frames", "3", "-o", "a.png")
    assert done.returncode == 0 and (tmp_path / "a.png").exists(), done.stderr
    assert vecx(tmp_path, "run", "mine.bin", "--recent").returncode == 2
    for word in ("\u00b2", "0", "2", "9" * 5000):
        printed = vecx(tmp_path, "run", "--recent", word)
        assert printed.returncode == 2, printed.stderr
        assert "the list has 1 cartridge;" in printed.stderr
        assert len(printed.stderr) < 200
    assert vecx(tmp_path, "run", "mine.bin", "--watch").returncode == 2


def test_a_movie_finds_its_cartridge_there(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    """A movie finds its cartridge in the list by the image."""
    source = tmp_path / "ship.asm"
    source.write_text(HEADER + "main jsr $F192\n bra main\n", encoding="utf-8")
    machine = Machine(source)
    recorder = movie.Recorder(machine)
    for _ in range(5):
        recorder.frame(machine.run_frames(1)[0].index)
    film = tmp_path / "ship.movie"
    recorder.stop().save(film)
    command = ["run", "--headless", "--movie", str(film)]
    assert run_command(command) == 1
    assert capsys.readouterr().err == (
        f"vecx: {film}: the movie was recorded with the cartridge ship, which is not among the "
        "recent cartridges; give its file as CART\n")
    other, moved = tmp_path / "broken.asm", tmp_path / "moved.asm"
    other.write_text(" nonsense\n")
    source.rename(moved)
    recent.note(moved)
    recent.note(other)
    assert run_command(command) == 0
    assert f"using the recent cartridge {moved}" in capsys.readouterr().err
