"""The bundled files are found wherever vecx is installed."""

import tomllib
from pathlib import Path

import pytest

from vecx import Machine, UsageError
from vecx.cli import run_command
from vecx.console.roms import bundled, include_dirs, load_image


def test_what_is_bundled_is_there() -> None:
    """Each bundled name has an image, and INCLUDE finds vectrex.inc."""
    assert bundled() and all(load_image(name).image for name in bundled())
    assert any((folder / "vectrex.inc").is_file() for folder in include_dirs())


ROOT = Path(__file__).parents[3]
HEADER = ' org 0\n fcc "g GCE 2026"\n fcb $80\n fdb $FD0D\n fcb 0\n'


def test_the_library_is_found_and_packed() -> None:
    """Each file of games/lib is found as `lib/NAME`, also in the wheel."""
    names = sorted(path.name for path in (ROOT / "games" / "lib").glob("*.asm"))
    assert names
    for name in names:
        assert any((folder / "lib" / name).is_file() for folder in include_dirs()), name
    packed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"][
        "targets"]["wheel"]["force-include"]
    assert packed["roms/include"] == "vecx/data/include"
    assert packed["games/lib"] == "vecx/data/include/lib"


@pytest.mark.parametrize("command", [
    ["asm"], ["info"], ["run", "--headless", "--frames", "2"], ["budget", "--frames", "2"],
    ["trace", "--calls"]], ids=lambda words: words[0])
def test_folders_of_include_are_named(command: list[str], tmp_path: Path,
                                      capsys: pytest.CaptureFixture[str]) -> None:
    """-I DIR works for every command that assembles."""
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "loop.i").write_text("main bra main\n")
    source = tmp_path / "game.asm"
    source.write_text(HEADER + ' include "loop.i"\n')
    words = [command[0], str(source), *command[1:]]
    assert run_command(words) == 1
    assert "no such file `loop.i`" in capsys.readouterr().err
    assert run_command([*words, "-I", str(tmp_path / "parts")]) == 0
    machine = Machine(source, preset="ideal", include_dirs=[tmp_path / "parts"])
    assert machine.symbols["main"] == 14
    with pytest.raises(UsageError, match="include_dirs must be a list of folders, not 'parts'"):
        Machine(source, include_dirs="parts")  # type: ignore[arg-type]
