"""Use of the executive ROM: texts, sticks and headers in every form, and habits of a frame."""

from pathlib import Path

import pytest

from tests.vecx.strict.headed import HEADER, cartridge
from vecx.machine import Machine

LOOP = """\
main            jsr     Wait_Recal
                jsr     Intensity_5F
{body}
                ldd     #$1010
                jsr     Dot_d
                bra     main
"""


def run(path: Path, frames: int) -> Machine:
    """Run a program beyond the screens of the ROM, which take 130 frames."""
    machine = Machine(path, preset="worn", strict=True)
    machine.press(1)
    machine.run_frames(8)
    machine.release(1)
    machine.run_frames(124 + frames)
    return machine


def rules_of(path: Path, frames: int = 80) -> list[str]:
    """Return the rules of the findings of a program."""
    return [found.rule.name for found in run(path, frames).findings]


def looped(folder: Path, *lines: str, frames: int = 80) -> list[str]:
    """Return the rules of the findings of a loop that contains some lines."""
    body = "\n".join(line if line.startswith("@") else f"                {line}" for line in lines)
    return rules_of(cartridge(folder, LOOP.format(body=body.replace("@", ""))), frames)


@pytest.mark.sample(3)
@pytest.mark.parametrize(("count", "expected"), [
    (0, ["text-size"]), (1, ["text-size"]), (2, []), (16, []), (129, []), (130, ["text-size"]),
    (257, ["text-size"])])
def test_the_length_of_a_text(tmp_path: Path, count: int, expected: list[str]) -> None:
    """A text has 2 to 129 characters, whether it is in ROM or in RAM."""
    found = looped(
        tmp_path, "ldx #$C880", f"ldy #{count}", "@filled cmpy #0", "beq ended", "lda #'A'",
        "sta ,x+", "leay -1,y", "bra filled", "@ended lda #$80", "sta ,x", "ldd #$F810",
        "std Vec_Text_HW", "ldu #$C880", "ldd #$1080", "jsr Print_Str_d", "jsr Reset0Ref")
    assert [rule for rule in found if rule.startswith("text")] == expected


@pytest.mark.sample(4)
@pytest.mark.parametrize("resolution", [0, 1, 2, 3, 4, 8, 12, 16, 32, 64, 96, 127, 128, 255])
def test_every_resolution(tmp_path: Path, resolution: int) -> None:
    """Joy_Analog returns for 0 and for the powers of two up to $40 [BIOS]."""
    found = looped(tmp_path, f"lda #{resolution}", "sta Vec_Joy_Resltn", "jsr Joy_Analog",
                   frames=8)
    returns = resolution in (0, 1, 2, 4, 8, 16, 32, 64)
    assert ("joy-resolution" in found) != returns


def test_without_an_enabled_stick_every_resolution_returns(tmp_path: Path) -> None:
    """Nothing is measured, so no resolution matters."""
    found = looped(tmp_path, "ldd #0", "std Vec_Joy_Mux_1_X", "std Vec_Joy_Mux_2_X", "lda #3",
                   "sta Vec_Joy_Resltn", "jsr Joy_Analog")
    assert "joy-resolution" not in found and "joy-mux" not in found


@pytest.mark.sample(2)
@pytest.mark.parametrize(("old", "new"), [
    ("g GCE 2026", "g GCE2026"), ("g GCE 2026", "G GCE 2026"), ("g GCE 2026", "g GCE 26"),
    ("                fdb     $FD0D\n", ""), ("fdb     $FD0D", "fdb     $9000")])
def test_headers_that_the_rom_refuses(tmp_path: Path, old: str, new: str) -> None:
    """A cartridge that is never started is never called clean."""
    path = tmp_path / "case.asm"
    assert old in HEADER
    path.write_text(HEADER.replace(old, new) + LOOP.format(body=""))
    assert "not-started" in rules_of(path, 8)
    path.write_text(HEADER + LOOP.format(body=""))
    assert rules_of(path, 8) == []


@pytest.mark.sample(2)
@pytest.mark.parametrize("year", ["1982", "2026", "abcd"])
@pytest.mark.parametrize("tune", ["$FD0D", "$FEE6", "own"])
def test_headers_that_the_rom_accepts(tmp_path: Path, year: str, tune: str) -> None:
    """The year is free, and the tune may be the cartridge's own."""
    path = tmp_path / "case.asm"
    path.write_text(HEADER.replace("2026", year).replace("$FD0D", tune) + LOOP.format(body="")
                    + "own             fdb     $FEE8,$FEB6\n                fcb     0,$80\n")
    machine = run(path, 8)
    assert machine.strict and machine.strict.started and machine.findings == []


def test_a_wrapper_of_wait_recal_can_be_called_twice(tmp_path: Path) -> None:
    """The finding names the second call of the routine that calls Wait_Recal."""
    text = """\
main            jsr     frame
                jsr     frame
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Dot_d
                bra     main
frame           jsr     Wait_Recal
                rts
"""
    (found,) = run(cartridge(tmp_path, text), 80).findings
    assert found.rule.name == "frame-twice"
    assert found.where.line - HEADER.count("\n") in (1, 2)


@pytest.mark.parametrize(("lines", "expected"), [
    (("jsr Read_Btns",), []), (("jsr Read_Btns", "nop", "jsr Read_Btns"), ["buttons-twice"]),
    (("jsr Read_Btns", "clra", "jsr Read_Btns_Mask"), [])])
def test_buttons(tmp_path: Path, lines: tuple[str, ...], expected: list[str]) -> None:
    """A second call finds no presses, unless a mask asks for buttons that are held."""
    assert looped(tmp_path, *lines) == expected


def test_a_program_that_reads_the_sticks_by_itself(tmp_path: Path) -> None:
    """A cell that the program fills is not missed by a routine of the ROM."""
    assert looped(tmp_path, "lda #$40", "sta Vec_Joy_1_X", "lda Vec_Joy_1_X", "sta $C880") == []
    assert looped(tmp_path, "lda Vec_Joy_1_X", "sta $C880") == ["unpolled"]


@pytest.mark.parametrize(("lines", "rule"), [
    (("lda Vec_Joy_1_X", "sta $C890"), "unpolled"),
    (("lda #1", "sta >$C845"), "unsent")])
def test_what_a_frame_leaves_out_names_its_beginning(tmp_path: Path, lines: tuple[str, ...],
                                                     rule: str) -> None:
    """The history names the call that begins the frames without the missing call."""
    path = cartridge(tmp_path, LOOP.format(body="\n".join(f" {line}" for line in lines)))
    (found,) = run(path, 120).findings
    begins = path.read_text().splitlines().index("main            jsr     Wait_Recal") + 1
    assert found.rule.name == rule
    assert [(what, where.line) for what, where in found.steps] == [("frames begin", begins)]
