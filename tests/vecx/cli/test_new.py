"""`vecx new`: names and folders that it refuses."""

import errno
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from asm import assemble_file
from asm.formatter import format_source
from vecx import files
from vecx.cli import run_command
from vecx.cli.new import create
from vecx.console.includes import CONVERTERS, include_folders
from vecx.console.roms import include_dirs
from vecx.machine import Machine

C = Path(__file__).parents[2] / "reference" / "c"
STAND_IN = """\
#!{python}
import pathlib, shutil, sys
out = pathlib.Path(sys.argv[sys.argv.index("-o") + 1])
for path in pathlib.Path({files!r}).iterdir():
    if path.suffix in (".bin", ".map", ".lst"):
        shutil.copyfile(path, out if path.suffix == ".bin" else out.parent / path.name)
"""
# The functions of CMOC's header that the template calls, and a program that calls the template's.
BIOS = """\
#include <stdint.h>
#define TRUE 1
void wait_retrace(void), reset_beam(void), intensity(uint8_t), set_scale(uint8_t);
void move(uint8_t y, uint8_t x), lines(uint8_t count, int8_t *list);
uint8_t read_joystick(uint8_t number);
"""
TRY = """\
#define main game
#include "rocket/main.c"
#undef main
#undef STICK_X
#undef STICK_Y
int main(void)
{
    for (int v = -400; v < 400; v++)
        if (clamp(v, -100, 100) != (v < -100 ? -100 : v > 100 ? 100 : v))
            return 1;
    return ship_shape[0] + ship_shape[2] + ship_shape[4] != 0
        || ship_shape[1] + ship_shape[3] + ship_shape[5] != 0;
}
void wait_retrace(void) {}
void reset_beam(void) {}
void intensity(uint8_t level) {}
void set_scale(uint8_t scale) {}
void move(uint8_t y, uint8_t x) {}
void lines(uint8_t count, int8_t *list) {}
uint8_t read_joystick(uint8_t number) { return 0; }
"""


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


@pytest.mark.slow
def test_a_project_in_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                        capsys: pytest.CaptureFixture[str]) -> None:
    """Its settings and its workflow can be read, and its tests pass with a program that has the
    same functions: the game drift, as a stand-in for the compiler writes it."""
    monkeypatch.chdir(tmp_path)
    assert run_command(["new", "--c", "my_rocket"]) == 0
    assert "vecx run main.c" in capsys.readouterr().out
    project = tmp_path / "my_rocket"
    text = {str(path.relative_to(project)): path.read_text() for path in project.rglob("*")
            if path.is_file()}
    assert set(text) == {
        "main.c", "tests/test_main.py", "pyproject.toml", ".github/workflows/test.yml",
        ".gitignore", "README.md", *(f".vscode/{name}.json" for name in (
            "launch", "tasks", "extensions", "settings"))}
    assert '#pragma vx_title "MY ROCKET"\n#pragma vx_title_pos 0,-63\n' in text["main.c"]
    assert {row["program"] for row in json.loads(text[".vscode/launch.json"])["configurations"]} \
        == {"${workspaceFolder}/main.c"}
    pattern = json.loads(text[".vscode/tasks.json"])["tasks"][0]["problemMatcher"]["pattern"]
    assert re.match(pattern["regexp"], "main.c:4: error: undeclared identifier `y'")
    for line in ("make -C", "./configure", "cmoc --vectrex -o my_rocket.bin main.c",
                 "python -m pytest", "vecx budget main.c"):
        assert line in text[".github/workflows/test.yml"]
    compiler = tmp_path / "cmoc"
    compiler.write_text(STAND_IN.format(python=sys.executable, files=str(C / "drift")))
    compiler.chmod(0o755)
    monkeypatch.setenv("CMOC", str(compiler))
    monkeypatch.chdir(project)
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-n0"], capture_output=True,
                          text=True, timeout=300)
    assert done.returncode == 0 and "9 passed" in done.stdout, done.stdout + done.stderr


@pytest.mark.skipif(not shutil.which("gcc"), reason="gcc is not installed")
def test_the_source_in_c_is_correct(tmp_path: Path) -> None:
    """A compiler for the computer accepts main.c, and the functions and the ship are right."""
    create("rocket", tmp_path / "rocket", in_c=True)
    (tmp_path / "vectrex").mkdir()
    (tmp_path / "vectrex" / "bios.h").write_text(BIOS)
    (tmp_path / "try.c").write_text(TRY)
    subprocess.run(["gcc", "-std=c99", "-Wall", "-Werror", "-Wno-unknown-pragmas", f"-I{tmp_path}",
                    "-o", str(tmp_path / "try"), str(tmp_path / "try.c")], check=True)
    assert subprocess.run([tmp_path / "try"], check=False).returncode == 0


def test_mutations_are_those_of_the_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                            capsys: pytest.CaptureFixture[str]) -> None:
    """The library that comes with vecx is changed only on demand."""
    create("game", tmp_path / "game")
    monkeypatch.chdir(tmp_path / "game")
    with Path("game.asm").open("a") as source:
        source.write('theme           asset   "title.mml", form=player\n')
    assert run_command(["mutate", "game.asm", "--list"]) == 0
    said = capsys.readouterr()
    assert "game.asm:" in said.out and "lib/" not in said.out.replace("\\", "/")
    assert "changes of the library that comes with vecx are left out" in said.err
    library = next(path for folder in include_folders()
                   if (path := Path(folder) / "lib" / "music.asm").is_file())
    assert run_command(["mutate", "game.asm", "--list", "--only", str(library)]) == 0
    assert "music.asm:" in capsys.readouterr().out


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
