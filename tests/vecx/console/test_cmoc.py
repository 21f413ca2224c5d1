"""Programs in C, compiled by a stand-in for CMOC that copies files of the real one."""

import shutil
import sys
import time
from pathlib import Path

import pytest

from vecx import files
from vecx.console import cmoc
from vecx.errors import AssemblyError, UsageError, VecxError
from vecx.machine import Machine
from vecx.testing.cartridges import ready

C = Path(__file__).parents[2] / "reference" / "c"
STAND_IN = """\
#!{python}
import pathlib, shutil, sys, time
words = sys.argv[1:]
assert words[:2] == ["--vectrex", "-i"], words
out = pathlib.Path(words[words.index("-o") + 1])
assert words[2] == f"--intdir={{out.parent}}"
(pathlib.Path({log!r})).write_text("\\n".join(words))
{body}
for path in pathlib.Path({files!r}).iterdir():
    target = out if path.suffix == ".bin" else out.parent / path.name
    if path.suffix in (".bin", ".map", ".lst"):
        shutil.copy(path, target)
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Return a function that copies a program's sources, and makes a stand-in for CMOC that runs
    `body` and then writes the program's files."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def make(folder: str = "drift", body: str = "") -> Path:
        for path in (C / folder).glob("*.[ch]"):
            shutil.copy(path, tmp_path)
        program = tmp_path / "cmoc"
        program.write_text(STAND_IN.format(python=sys.executable, files=str(C / folder),
                                           log=str(tmp_path / "words"), body=body))
        program.chmod(0o755)
        monkeypatch.setenv("CMOC", str(program))
        return tmp_path

    return make


def test_a_source_in_c_is_a_cartridge(project):
    """CMOC compiles the source; lines, inputs and warnings are known; no file is left."""
    folder = project(body="print(\"drift.c:94: warning: a warning\")")
    machine = Machine("drift.c", preset="ideal", include_dirs=["inc"], defines={"SPEED": 2})
    assert str(machine.where(0x05A6)) == "$05A6 update+26 drift.c:115"
    assert list(machine.debug.inputs) == ["drift.c"]
    assert machine.messages.splitlines()[:2] == ["drift.c:94:1: warning: a warning",
                                                 "    int16_t y = ship_y;"]
    assert "drift.c:25: warning: lives" in machine.messages
    words = (folder / "words").read_text().splitlines()
    assert words[5:] == ["-Iinc", "-DSPEED=2", "drift.c"]
    assert not list((folder / "cache").rglob("*.map"))
    assert ready("drift.c").cartridge.image == machine.cartridge.image


def test_several_sources_and_their_includes(project):
    """All sources are compiled, and the files that they include are followed."""
    folder = project("two")
    machine = Machine("a.c", preset="ideal", more_sources=["b.c"])
    assert list(machine.debug.inputs) == ["a.c", "b.c", "b.h"]
    assert str(machine.where(0x033B)) == "$033B helper+1 b.c:2"
    assert (folder / "words").read_text().splitlines()[-2:] == ["a.c", "b.c"]
    with pytest.raises(UsageError, match=r"connect4 is not a program in C: .* remove b\.c"):
        Machine("connect4", more_sources=["b.c"])
    with pytest.raises(UsageError, match=r"a\.c is a program in C; dialect"):
        Machine("a.c", dialect="as09")


def test_errors_of_the_compiler_have_their_lines(project):
    """Errors name file and line, and show the source; one of the linker names the function."""
    project(body="print(\"drift.c:43: error: undeclared identifier `y'\\n"
                 "lwlink: error: External symbol _foo not found in drift.o:code\")\n"
                 "raise SystemExit(1)")
    with pytest.raises(AssemblyError) as fault:
        Machine("drift.c")
    assert fault.value.summary == "drift.c: not compiled"
    assert fault.value.messages.splitlines() == [
        "drift.c:43:1: error: undeclared identifier `y'", "    asm {",
        "error: foo, which drift.c uses, is not defined in any of the sources"]


def test_a_compiler_that_fails_otherwise(project, monkeypatch):
    """A compiler that hangs, ends without a message or without files is one message each."""
    project(body="raise SystemExit(3)")
    with pytest.raises(AssemblyError, match="cmoc ended with status 3"):
        Machine("drift.c")
    project(body="raise SystemExit(0)")
    with pytest.raises(VecxError, match=r"cmoc: wrote no image for drift\.c"):
        Machine("drift.c")
    project(body="import subprocess\nsubprocess.run(['sleep', '60'])")
    monkeypatch.setattr(cmoc, "SECONDS_MAX", 0.5)
    begin = time.monotonic()
    with pytest.raises(VecxError, match=r"has not ended after 0\.5 seconds"):
        Machine("drift.c")
    assert time.monotonic() - begin < 20


def test_without_the_compiler(project, monkeypatch):
    """The message says what to install, or which variable to correct."""
    folder = project()
    monkeypatch.setenv("CMOC", str(folder / "nothing"))
    with pytest.raises(VecxError, match=r"\$CMOC is .*nothing, which is not a program"):
        Machine("drift.c")
    monkeypatch.delenv("CMOC")
    monkeypatch.setenv("PATH", str(folder / "cache"))
    with pytest.raises(VecxError, match=r"drift\.c: a program in C needs the compiler CMOC"):
        Machine("drift.c")
    with pytest.raises(VecxError, match=r"gone\.c: no such file"):
        Machine("gone.c")
    (folder / "game.cpp").write_text("int main() { return 0; }\n")
    with pytest.raises(VecxError, match=r"game\.cpp: vecx compiles only programs in C \(\.c\); "
                                        "give the image"):
        Machine("game.cpp")


def test_output_of_the_compiler_is_not_assembled(tmp_path):
    """A source that CMOC generated is refused with the name of the file to run."""
    source = tmp_path / "drift.s"
    source.write_text("* 6809 assembly program generated by cmoc 0.1.86\n\tSECTION start\n")
    with pytest.raises(VecxError, match=r"generated by CMOC, .*: run drift\.c instead"):
        Machine(source)


def test_a_changed_include_is_noticed(project):
    """The stamps of the sources contain those of the includes."""
    from vecx.play.reload import stamps

    folder = project("two")
    machine = Machine("a.c", preset="ideal", more_sources=["b.c"])
    before = stamps(machine.debug.inputs)
    (folder / "b.h").write_text("/* changed */")
    assert stamps(machine.debug.inputs) != before


def test_sources_in_c_are_not_replaced(tmp_path):
    """No output of a command replaces a source in C or a header."""
    for name in ("game.c", "game.h"):
        (tmp_path / name).write_text("int x;\n")
        with pytest.raises(UsageError, match="this output would replace a source file"):
            files.check_writable(tmp_path / name)
