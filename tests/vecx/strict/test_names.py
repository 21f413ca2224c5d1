"""Addresses in messages are followed by their names."""

from pathlib import Path

import pytest

from vecx import Machine, VecxError

SOURCE = """
 include "vectrex.inc"
 fcb "g GCE 1982",$80
 fdb $fd0d
 fcb $f8,$50,$20,-$56,"TEST",$80,0
main jsr Intensity_5F
 lda v_sent
 beq dark
 jsr Dot_here
dark equ *
 sta v_list+2
 ldb list+3
 sta >list+1
hang bra hang
list fcb 1,2,3,4
 org $c892
v_sent rmb 1
v_list rmb 4
"""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """Return a machine whose program reads unwritten RAM, and writes to ROM."""
    (tmp_path / "a.asm").write_text(SOURCE)
    return Machine(tmp_path / "a.asm", strict=True)


def test_a_finding_names_the_cell(machine: Machine) -> None:
    """A finding names the variable, or the offset in a table."""
    machine.run_cycles(12_000_000)
    said = {finding.rule.name: finding.what for finding in machine.findings}
    assert said["ram-unset"] == "reads $C892 (v_sent), which nothing has written"
    assert said["rom-write"].endswith("(list+1)")


def test_a_call_that_does_not_return_names_the_place(machine: Machine) -> None:
    """The error of a call names file and line of the PC."""
    with pytest.raises(VecxError, match=r"PC is \$[0-9A-F]{4} \w+(\+\d+)? .*a\.asm:14"):
        machine.call("hang", max_cycles=1000)


def test_cells_of_the_rom(machine: Machine) -> None:
    """The ROM's cells have their community names; numbers below RAM have none."""
    assert machine.debug.cell(0xC894) == "v_list+1"
    assert machine.debug.cell(0xC81B) == "Vec_Joy_1_X"
    assert machine.debug.cell(0x0001) == ""
