"""A cartridge of two banks is followed, and a finding names the bank."""

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
    """Return rule and bank of what is found."""
    machine = Machine(path, strict=True)
    machine.run_frames(260)
    return [(one.rule.name, one.bank) for one in machine.findings]


def test_the_bank_that_runs_is_named(tmp_path: Path) -> None:
    """The mistake is in the half that is seen while PB6 is low; the other's is never run."""
    mistake = "sta >$0100"
    assert findings(image(tmp_path, mistake, HARMLESS)) == [("rom-write", 0)]
    assert findings(image(tmp_path, HARMLESS, mistake)) == []
    assert findings(image(tmp_path, HARMLESS, HARMLESS)) == []
