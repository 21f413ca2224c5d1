"""Undefined values: place, history and witness of the findings."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.vecx.strict.headed import cartridge
from vecx.machine import Machine
from vecx.strict.finding import Finding

DOT = "                jsr     Intensity_5F\n                ldd     #$2020\n" \
      "                jsr     Dot_d\n"


def findings(folder: Path, body: str, **options: str) -> list[Finding]:
    """Run a minimal cartridge until after the title."""
    machine = Machine(cartridge(folder, body), strict=True, **options)
    machine.run_frames(260)
    return machine.findings


def test_the_history_says_where_it_decides(tmp_path: Path) -> None:
    """The place is the read, the branch is in the history, the witness names a frame."""
    body = "main            jsr     Wait_Recal\n                lda     $C8A0\n" \
           "                sta     $C8A1\n                ldb     $C8A1\n" \
           "                lsrb\n                bcc     main\n" + DOT + \
           "                bra     main\n"
    (one,) = findings(tmp_path, body)
    assert (one.rule.name, one.where.line) == ("ram-unset", 10)
    assert [(what, at.line) for what, at in one.steps] == [("takes effect", 14)]
    assert one.witness.startswith("with $") and "shows a different picture" in one.witness
    assert "history: takes effect at " in str(one) and "witness: with $" in str(one)


def test_a_variable_under_a_push(tmp_path: Path) -> None:
    """The history names the store, the push, and the later use."""
    body = "                lda     #1\n                sta     $CBD0\n" \
           "main            jsr     Wait_Recal\n                ldx     #3\n" \
           "                bsr     deep\n                lda     $CBD0\n" \
           "                cmpa    #1\n                beq     main\n" + DOT + \
           "                bra     main\n" \
           "deep            pshs    x,y,u\n                leas    -16,s\n" \
           "                pshs    x,y,u\n                leas    22,s\n" \
           "                puls    x,y,u,pc\n"
    (one,) = (f for f in findings(tmp_path, body) if f.rule.name == "stack-data")
    assert [what for what, _ in one.steps][:2] == ["stored", "used again"]
    assert one.where.line == 23


def test_a_machine_that_was_poked_is_not_tried(tmp_path: Path) -> None:
    """If memory was changed from outside, a finding has no witness."""
    machine = Machine(cartridge(tmp_path, "main            jsr     Wait_Recal\n"
                                "                lda     $C8A0\n                beq     main\n"
                                "                bra     main\n"), strict=True)
    machine.run_frames(100)
    machine.write(0xC900, 1)
    machine.run_frames(160)
    assert [(f.rule.name, f.witness) for f in machine.findings] == [("ram-unset", "")]


def test_registers_set_from_outside_have_a_meaning(program: Callable[..., Machine]) -> None:
    """Registers set from outside are defined."""
    machine = program(" lds #$CB80\n nop\nhere tsta\n beq here\nstay bra stay", strict=True)
    assert machine.strict is not None
    machine.run_to("here")
    machine.strict.shadow.reg_u[8] = 0xFF
    machine.strict.shadow.any_u = 1
    machine.set_registers(a=1)
    machine.run_cycles(100)
    assert machine.strict.noted == 0


@pytest.mark.parametrize("option", ["preset", "ram"])
def test_presets_and_fills_change_nothing(tmp_path: Path, option: str) -> None:
    """RAM that is filled with zeros is as undefined as any other."""
    body = "main            jsr     Wait_Recal\n                lda     $C8A0\n" \
           "                beq     main\n" + DOT + "                bra     main\n"
    value = {"preset": "ideal", "ram": "zero"}[option]
    assert [f.rule.name for f in findings(tmp_path, body, **{option: value})] == ["ram-unset"]
