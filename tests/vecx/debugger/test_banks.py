"""Cartridges of two banks: every address carries its bank."""

import io
from copy import copy

import pytest

from tests.vecx.debugger.programs import TWO_BANKS as SOURCE
from vecx import Machine
from vecx.debugger.frontends.lines import Lines
from vecx.debugger.session import Session
from vecx.debugger.stops import Reason


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """Give the machine at the first instruction of bank 1; the program then calls bank 0."""
    path = tmp_path_factory.mktemp("banks") / "two.asm"
    path.write_text(SOURCE)
    machine = Machine(path, preset="ideal")
    assert machine.run_to("first", max_cycles=10_000_000)
    return machine


@pytest.fixture
def session(begun) -> Session:
    return Session(copy(begun))


def line_of(text: str) -> int:
    return SOURCE.splitlines().index(text) + 1


def answers(session: Session, *commands: str) -> str:
    output = io.StringIO()
    lines = Lines(session, output)
    for command in commands:
        assert lines.serve(command), output.getvalue()
    return output.getvalue()


def test_places_of_both_banks_are_told_apart(session):
    """Symbols, lines and banked addresses have a bank; the next instruction has that in sight."""
    machine = session.machine
    assert str(machine.where("zero")).startswith("0:000E zero ")
    assert str(machine.where("first")).startswith("1:000E first ")
    assert machine.where(0x0E).routine == "first"
    assert str(machine.where("Vec_Btn_State" if "Vec_Btn_State" in machine.symbols
                             else 0xC811)).startswith("$C811")
    inspector = session.inspector
    assert inspector.place("0:000E")[1:] == (0x0E, 0) == inspector.place("zero")[1:]
    assert inspector.place("1:$F")[1:] == (0x0F, 1)
    assert inspector.place(f"two.asm:{line_of(' bsr other')}")[2] == 1
    assert inspector.place("$C880")[1:] == (0xC880, -1)


def test_breakpoints_stop_in_their_bank_only_also_backwards(session):
    """The address of `zero` is that of `first` in bank 1, which does not stop there."""
    point = session.breakpoints.add("zero")
    assert (point.first, point.bank) == (0x0E, 0)
    other = session.breakpoints.add_line("two.asm", line_of("other ldb #$44"))
    stop = session.run()
    assert stop.breakpoint == point
    assert (stop.place.bank, stop.place.line) == (0, line_of("zero lda #$11"))
    assert session.run().breakpoint == other
    assert session.machine.where(session.machine.registers.pc).bank == 1
    assert session.run_back().breakpoint == point
    assert session.run_back().reason is Reason.BEGINNING


def test_listing_disassembly_and_memory_are_of_the_bank(session):
    """The visible bank by default, and the one that is named."""
    text = answers(session, "list 0", "disassemble 3", "disassemble 0:000E 2", "memory 0:000E 2",
                   "print inner as bytes 2", "print other as bytes 2")
    assert f">{line_of('first ldx #code'):5}  first ldx #code" in text
    assert "zero:\n 0:000E  8611        lda     #$11\n 0:0010  8D06        bsr     inner" in text
    assert "0:000E  86 11 " in text
    assert text.splitlines()[-2:] == ["C6 22", "C6 44"]
    assert "breakpoint 1: run 0:0010 at 0:0010" in answers(session, "break 0:0010")
    assert ">1:000E  8E" in answers(session, "disassemble $000E 1")


def test_until_reaches_the_bank(session):
    """`until 0:0010` passes by 1:0010, and steps over calls within a bank."""
    session.run_to("0:0010")
    assert session.machine.where(session.machine.registers.pc).bank == 0
    session.over()
    assert str(session.machine.where(session.machine.registers.pc)).startswith("0:0012 ")
