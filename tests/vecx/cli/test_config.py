"""`vecx config` and `vecx run --config`."""

import tomllib
from pathlib import Path

import pytest

from tests import processes
from tests.vecx.cli.environments import environment
from vecx.cli import run_command
from vecx.cli import settings as config
from vecx.cli.settings import tables


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the settings file, in a separate folder."""
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_, **__: str(tmp_path / "vecx"))
    return tmp_path / "vecx" / "config.toml"


def test_it_is_written_once_then_checked(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The path is printed; an existing file is not changed, and its errors are reported."""
    assert run_command(["config"]) == 0
    assert capsys.readouterr().out == f"{home}\n"
    assert home.read_text() == config.default_text()
    home.write_text("[sound]\nvolume = -3\n")
    assert run_command(["config"]) == 0
    assert capsys.readouterr().out.startswith(f"{home}: no errors")
    home.write_text("[sound]\nvolume = 3\n")
    assert run_command(["config"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"vecx: {home}:2: volume must be a whole number of dB")
    assert home.read_text() == "[sound]\nvolume = 3\n"


def test_check_writes_nothing(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--check reports all errors, or a missing file, and writes nothing."""
    assert run_command(["config", "--check"]) == 1
    assert "no such file" in capsys.readouterr().err and not home.exists()
    home.parent.mkdir()
    home.write_text("[sound]\nvolume = 3\n[window]\nscale = 0\n")
    assert run_command(["config", "--check"]) == 1
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith(f"vecx: {home}:2: volume must be ") and first.endswith(", not 3")
    assert second.startswith(f"{home}:4: scale must be ") and second.endswith(", not 0")
    home.write_text("")
    assert run_command(["config", "--check"]) == 0


def test_print_writes_nothing(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--print prints a valid file and writes nothing."""
    assert run_command(["config", "--print"]) == 0
    assert tomllib.loads(capsys.readouterr().out).keys() == tables.SETTINGS.keys()
    assert not home.parent.exists()


def test_a_folder_that_cannot_be(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file in place of the folder gives one message."""
    home.parent.write_text("")
    assert run_command(["config"]) == 1
    assert capsys.readouterr().err.startswith(f"vecx: {home.parent}: ")


def test_a_wrong_file_ends_a_game_before_it_begins(home: Path, tmp_path: Path, monkeypatch,
                                                   capsys: pytest.CaptureFixture[str]) -> None:
    """Invalid settings end the command before the game begins."""
    monkeypatch.chdir(tmp_path)
    home.parent.mkdir()
    home.write_text("[controller1]\nup = 'a'\n")
    (tmp_path / "mine.toml").write_text("[mouse]\nleft = 9\n")
    assert run_command(["run", "connect4"]) == 1
    assert f"{home}:2: the key 'a' is used for up" in capsys.readouterr().err
    headless = ["run", "connect4", "--headless", "--frames", "1"]
    assert run_command(headless) == 0
    capsys.readouterr()
    assert run_command([*headless, "--config", "mine.toml"]) == 1
    assert capsys.readouterr().err.startswith("vecx: mine.toml:2: left must be a button's number")
    assert run_command([*headless, "--config", "none.toml"]) == 1
    assert capsys.readouterr().err.startswith("vecx: none.toml: no such file; ")


def test_the_window_is_as_large_as_the_settings_say(tmp_path: Path) -> None:
    """The settings determine the size of the window; --scale overrides them."""
    (tmp_path / "c.toml").write_text("[window]\nscale = 0.5\n")
    program = """
import pygame
from vecx.cli import run_command
sizes, desktop = [], []
real = pygame.Window
def remember(title, size, **more):
    sizes.append(size)
    desktop.append(pygame.display.get_desktop_sizes()[0])
    return real(title, size, **more)
pygame.Window = remember
run = ["run", "connect4", "--mute", "--frames", "1", "--config", "c.toml"]
assert run_command(run) == 0 and run_command([*run, "--scale", "0.4"]) == 0
open("c.toml", "w").write("[window]\\nscale = 9\\n[mouse]\\ncontroller = 1\\n")
assert run_command(run) == 0
assert sizes[:2] == [(300, 375), (240, 300)], sizes
scale = min(desktop[2][0] / 600, desktop[2][1] / 750)
assert sizes[2] == (round(600 * scale), round(750 * scale)), (sizes, desktop)
"""
    done = processes.run(program, tmp_path, {**environment(), "SDL_VIDEODRIVER": "dummy",
                                             "SDL_AUDIODRIVER": "dummy"})
    assert done.returncode == 0, done.stderr
