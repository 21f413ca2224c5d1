"""Messages about wrong input say what to do; one row for each that once did not."""

from pathlib import Path

import pytest

from vecx.cli import run_command

SOURCE = """ include "vectrex.inc"
 org 0
 fcc "g GCE 2026"
 fcb $80
 fdb Music_1
 fcb $F8,$50,$20,-$50
 fcc "A"
 fcb $80,0
main jsr Wait_Recal
 bra main
"""


@pytest.mark.parametrize(("line", "status", "remedy"), [
    ("dis a.asm", 2, "a.asm: a source, not an image; `vecx asm` makes an image of it"),
    ("fuzz a.asm --frames 1 --corpus a.bin", 1, "a.bin: a file, not a folder; give the name of a"),
    ("workshop -o a.bin --cdn https://a.example/", 1, "a.bin: a file, not a folder"),
    ("libretro -o a.bin", 1, "a.bin: a file, not a folder"),
    ("export a.asm -o a.exe", 2, "a.exe: the name must end with .html or .htm"),
    ("export a.asm -o a.html --itch", 2, "a.html: the name must end with .zip"),
    ("budget a.asm --max cycles", 2, "cycles has no limit; write cycles=N"),
    ("run a.asm --seed x", 2, "'x' is not a whole number"),
    ("run a.asm --headless --frames 1 --bios a.bin", 1, "an executive ROM has 8,192 bytes"),
    ("convert a.bin", 1, ".bin files cannot be converted; those that can are .svg .svgz .obj"),
    ("calibrate a.asm -o a.toml", 1, "`vecx help beam` shows such a file"),
    ("debug --attach 99999", 1, "start one with `vecx run GAME --debug-port N`")])
def test_the_message_has_a_remedy(line: str, status: int, remedy: str, tmp_path: Path,
                                  monkeypatch: pytest.MonkeyPatch,
                                  capsys: pytest.CaptureFixture[str]) -> None:
    """The command ends with the status, changes no file, and prints what to do."""
    monkeypatch.chdir(tmp_path)
    Path("a.asm").write_text(SOURCE)
    Path("a.bin").write_bytes(b"x")
    try:
        found = run_command(line.split())
    except SystemExit as ended:
        found = int(ended.code or 0)
    said = capsys.readouterr().err
    assert (found, remedy in said) == (status, True), said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.asm", "a.bin"]
