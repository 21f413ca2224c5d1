"""No command overwrites a file that it reads, or a source with another format."""

import os
import shutil
from pathlib import Path

import pytest

from vecx import Machine
from vecx.cli import run_command
from vecx.recording.difference import differences

GAME = """ org 0
 fcc "g GCE 2026"
 fcb $80
 fdb $FD0D
 fcb $F8,$50,$20,-$40
 fcc "GAME"
 fcb $80,0
 include "part.i"
main jsr Wait_Recal
 bra main
data includebin "tables.dat"
Wait_Recal equ $F192
"""
FRAMES = "--frames", "5"
HEADLESS = "--headless", *FRAMES


@pytest.fixture
def room(tmp_path, monkeypatch) -> Path:
    """Return a folder with one input of each kind."""
    monkeypatch.chdir(tmp_path)
    Path("g.asm").write_text(GAME)
    Path("part.i").write_text("; nothing\n")
    Path("tables.dat").write_bytes(bytes(8))
    machine = Machine("connect4", preset="ideal")
    Path("g.bin").write_bytes(machine.cartridge.image)
    Path("rom.bin").write_bytes(machine.bios)
    Path("p.toml").write_text('base = "ideal"\n')
    os.link("g.asm", "hard")
    os.symlink("g.asm", "soft")
    assert run_command(["asm", "g.asm", "-o", "own.bin", "--symbols", "sym.json"]) == 0
    assert run_command(["run", "g.bin", *HEADLESS, "-o", "ok.jsonl", "-o", "ov.png"]) == 0
    return tmp_path


COMMANDS = [
    ["trace", "g.asm", "-o", "g.asm"], ["trace", "g.asm", "--vcd", "g.asm"],
    ["trace", "g.asm", "--html", "g.asm"], ["profile", "g.asm", "--json", "g.asm"],
    ["profile", "g.asm", "--flame", "g.asm"], ["budget", "g.asm", "--html", "g.asm"],
    ["run", "g.asm", *HEADLESS, "--strict", "--write-baseline", "g.asm"],
    ["asm", "g.asm", "-o", "hard"], ["asm", "g.asm", "-o", "soft"],
    ["asm", "g.asm", "-o", "part.i"],
    ["asm", "g.asm", "-o", "tables.dat"], ["asm", "g.asm", "-o", "own.bin", "--list", "tables.dat"],
    ["run", "g.asm", *HEADLESS, "--coverage", "tables.dat"],
    ["run", "g.bin", *HEADLESS, "--coverage", "g.bin"],
    ["run", "g.bin", *HEADLESS, "--bios", "rom.bin", "--coverage", "rom.bin"],
    ["run", "g.bin", *HEADLESS, "--overlay", "ov.png", "-o", "ov.png"],
    ["run", "g.bin", *HEADLESS, "--preset", "p.toml", "--coverage", "p.toml"],
    ["diff", "ok.jsonl", "ok.jsonl", "--svg", "ok.jsonl"],
    ["dis", "own.bin", "--symbols", "sym.json", "-o", "sym.json"],
    ["dis", "own.bin", "-o", "own.bin"], ["export", "g.asm", "-o", "g.asm"],
    # Sources that the command does not read.
    ["asm", "part.i", "-o", "g.asm"], ["run", "g.bin", *HEADLESS, "--coverage", "part.i"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_an_input_stays_as_it_was(room, capsys, words):
    """The command ends with status 2, names the file, and changes no file."""
    before = {path.name: path.read_bytes() for path in room.iterdir()}
    capsys.readouterr()
    assert run_command(words) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert words[-1] in said or "part.i" in said or "tables.dat" in said
    assert {path.name: path.read_bytes() for path in room.iterdir()} == before


def test_outputs_of_their_own_are_written(room):
    """Outputs of an earlier run are overwritten, and a source by a source."""
    for _ in range(2):
        assert run_command(["run", "g.asm", *HEADLESS, "-o", "out.jsonl"]) == 0
        assert run_command(["dis", "own.bin", "-o", "again.asm"]) == 0
        assert run_command(["asm", "g.asm", "--format-source"]) == 0
    assert list(differences(Path("out.jsonl"), Path("out.jsonl"), 0.1))
    shutil.copy("g.asm", "copy.asm")
    assert run_command(["run", "copy.asm", *HEADLESS, "-o", "copy.png"]) == 0
