"""`vecx libretro` writes the core, its description and the games."""

from pathlib import Path

import pytest

from vecx import libretro
from vecx.cli import run_command
from vecx.console import roms


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    """An empty home folder on Linux."""
    monkeypatch.setattr(libretro.sys, "platform", "linux")
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return tmp_path / "home"


@pytest.mark.parametrize("platform, suffix", [
    ("linux-x86_64", "so"), ("linux-aarch64", "so"), ("macos-x86_64", "dylib"),
    ("macos-arm64", "dylib"), ("windows-x86_64", "dll")])
def test_each_platform(tmp_path, capsys, platform, suffix):
    """The files of any platform are written; the core is called as front ends expect it."""
    folder = tmp_path / "new" / "cores"
    assert run_command(["libretro", "-o", str(folder), "--platform", platform]) == 0
    assert {path.name for path in folder.iterdir()} == {
        f"vecx_exact_libretro.{suffix}", "vecx_exact_libretro.info", "connect4.bin", "reversi.bin",
        "connect4.overlay.png", "reversi.overlay.png"}
    core = (folder / f"vecx_exact_libretro.{suffix}").read_bytes()
    assert core == (libretro.FOLDER / f"{platform}.{suffix}").read_bytes()
    assert (folder / "connect4.bin").read_bytes() == (roms.DATA / "connect4.bin").read_bytes()
    assert len(capsys.readouterr().out.splitlines()) == 6


def test_it_is_installed_into_retroarch(home, capsys):
    """--install writes into the folders of RetroArch, and says how to start."""
    folder = home / ".config" / "retroarch"
    folder.mkdir(parents=True)
    assert run_command(["libretro", "--install"]) == 0
    assert (folder / "info" / "vecx_exact_libretro.info").read_text() == libretro.INFO
    assert {path.stem for path in (folder / "cores").iterdir()} == {"vecx_exact_libretro"}
    assert (folder / "downloads" / "reversi.bin").is_file()
    assert "Load Core" in capsys.readouterr().out


def test_without_retroarch(home, capsys):
    """If RetroArch is not found, the message says what to do."""
    assert run_command(["libretro", "--install"]) == 1
    assert "start RetroArch once, or use -o DIR" in capsys.readouterr().err


@pytest.mark.parametrize("words, message", [
    ([], "use either -o DIR or --install"),
    (["-o", "a", "--install"], "use either -o DIR or --install"),
    (["--install", "--platform", "linux-x86_64"], "--platform cannot be combined"),
    (["-o", "a", "--platform", "amiga"], "'amiga' is not a platform; use linux-x86_64, ")])
def test_wrong_usage(words, message, capsys, tmp_path, monkeypatch):
    """Wrong words are refused with status 2, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        run_command(["libretro", *words])
    assert ended.value.code == 2 and message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_file_in_place_of_the_folder(tmp_path, capsys):
    """A folder that cannot be made gives one message."""
    (tmp_path / "file").write_text("")
    assert run_command(["libretro", "-o", str(tmp_path / "file")]) == 1
    assert "a file, not a folder" in capsys.readouterr().err


def test_a_missing_core(monkeypatch, tmp_path, capsys):
    """A missing core is named, with what to do."""
    monkeypatch.setattr(libretro, "FOLDER", tmp_path)
    assert run_command(["libretro", "-o", str(tmp_path / "new")]) == 1
    assert "install vecx again" in capsys.readouterr().err


def test_a_platform_without_a_core(monkeypatch, tmp_path, capsys):
    """On a platform without a core, --platform is named."""
    monkeypatch.setattr(libretro.native, "platform_key", lambda: ("linux", "riscv64"))
    assert run_command(["libretro", "-o", str(tmp_path / "new")]) == 1
    assert "there is no core for linux on riscv64; use --platform" in capsys.readouterr().err


def test_the_page_names_what_there_is():
    """docs/retroarch.md has every platform, suffix and choice of an option."""
    page = (Path(__file__).parents[3] / "docs" / "retroarch.md").read_text(encoding="utf-8")
    sizes = [f"{width} x {height}" for width, height in libretro.SIZES]
    suffixes = [f".{suffix}" for suffix in libretro.SUFFIXES]
    for name in (*libretro.PLATFORMS, *libretro.PRESETS, *sizes, *suffixes):
        assert f"`{name}`" in page, name
    assert f"`{libretro.NAME}.info`" in page
