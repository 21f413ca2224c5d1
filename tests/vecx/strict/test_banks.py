"""Findings in a cartridge with two banks name the bank."""

from pathlib import Path

from asm import assemble
from vecx.machine import Machine

SOURCE = """
 org 0
 fcb "g GCE 2026",$80
 fdb $fd0d
 fcb $f8,$50,$20,-$50,"BANKS",$80,0
main jsr $F192
 lda #$DF               ; PB6 is driven low: bank 0
 sta $D002
 {}
 lda #$9F               ; it floats: bank 1
 sta $D002
 bra main
"""
HARMLESS = "nop\n nop\n nop"


def image(tmp_path: Path, zero: str, one: str) -> Path:
    """Write a cartridge whose banks differ in three bytes."""
    halves = []
    for body in (zero, one):
        made = assemble(SOURCE.format(body), name="banks.asm").image
        assert made is not None
        halves.append(made.ljust(0x8000, b"\xff"))
    path = tmp_path / "banks.bin"
    path.write_bytes(b"".join(halves))
    return path


def findings(path: Path) -> list[tuple[str, int]]:
    """Return rule and bank of the findings."""
    machine = Machine(path, strict=True)
    machine.run_frames(260)
    return [(one.rule.name, one.bank) for one in machine.findings]


def test_the_bank_that_runs_is_named(tmp_path: Path) -> None:
    """The mistake is reported in the bank that runs."""
    mistake = "sta >$0100"
    assert findings(image(tmp_path, mistake, HARMLESS)) == [("rom-write", 0)]
    assert findings(image(tmp_path, HARMLESS, mistake)) == []
    assert findings(image(tmp_path, HARMLESS, HARMLESS)) == []


TWO_BANKS = """
 include "vectrex.inc"
 org 0
 fcc "g GCE 2026"
 fcb $80
 fdb Music_1
 fcb 0
main jsr Wait_Recal
 {}
 lda #$9F               ; PB6 floats: bank 1
 sta VIA_DDR_b
 bra main
 bank 1
 org 0
 fcc "g GCE 2026"
 fcb $80
 fdb Music_1
 fcb 0
 org main
 jsr Wait_Recal
second {}
 lda #$DF               ; it is driven low: bank 0
 sta VIA_DDR_b
 bra main
"""


def printed(path: Path, source: str) -> list[tuple[str, str, str]]:
    """Return place, rule and routine of the findings in a source."""
    path.write_text(source)
    machine = Machine(path, strict=True)
    machine.run_frames(260)
    return [(one.place.rpartition("/")[2], one.rule.name, one.where.routine)
            for one in machine.findings]


def test_lines_of_both_banks_are_named(tmp_path: Path) -> None:
    """Findings in a source with two banks name lines of both."""
    found = printed(tmp_path / "two.asm", TWO_BANKS.format("clr >$0200", "sta >$0100"))
    assert ("two.asm:9 (bank 0)", "rom-write", "main") in found
    assert ("two.asm:21 (bank 1)", "rom-write", "second") in found
