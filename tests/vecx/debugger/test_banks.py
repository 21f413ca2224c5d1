"""Cartridges of two banks: every address carries its bank."""

import base64
import io
import json
import zlib
from copy import copy

import pytest

from tests.vecx.debugger.programs import TWO_BANKS as SOURCE
from tests.vecx.debugger.programs import TWO_BANKS_DRAWING
from vecx import Machine
from vecx.debugger.frontends.lines import Lines
from vecx.debugger.session import Session
from vecx.debugger.stops import Reason
from vecx.measure.wires.lanes import lanes_of
from vecx.measure.wires.page import Pages


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """Return the machine at the first instruction of bank 1."""
    path = tmp_path_factory.mktemp("banks") / "two.asm"
    path.write_text(SOURCE)
    machine = Machine(path, preset="ideal")
    assert machine.run_to("first", max_cycles=10_000_000)
    return machine


@pytest.fixture
def session(begun) -> Session:
    return Session(copy(begun))


@pytest.fixture(scope="module")
def drawing(tmp_path_factory) -> Session:
    """Return a session whose last frames contain a line of each bank."""
    path = tmp_path_factory.mktemp("banks") / "draw.asm"
    path.write_text(TWO_BANKS_DRAWING)
    machine = Machine(path, preset="ideal")
    assert machine.run_to("start", max_cycles=10_000_000)
    machine.run_frames(3)
    session = Session(machine)
    session.run_to_frame(machine.frames + 3)
    return session


def line_of(text: str, source: str = SOURCE) -> int:
    return source.splitlines().index(text) + 1


def answers(session: Session, *commands: str) -> str:
    output = io.StringIO()
    lines = Lines(session, output)
    for command in commands:
        assert lines.serve(command), output.getvalue()
    return output.getvalue()


def test_places_of_both_banks_are_told_apart(session):
    """Symbols, lines and addresses have a bank; the PC has the visible one."""
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
    """A breakpoint does not stop at the same address of the other bank."""
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
    """`list`, `disassemble` and `memory` show the visible or the named bank."""
    text = answers(session, "list 0", "disassemble 3", "disassemble 0:000E 2", "memory 0:000E 2",
                   "print inner as bytes 2", "print other as bytes 2")
    assert f">{line_of('first ldx #code'):5}  first ldx #code" in text
    assert "zero:\n 0:000E  8611        lda     #$11\n 0:0010  8D06        bsr     inner" in text
    assert "0:000E  86 11 " in text
    assert text.splitlines()[-2:] == ["C6 22", "C6 44"]
    assert "breakpoint 1: run 0:0010 at 0:0010" in answers(session, "break 0:0010")
    assert ">1:000E  8E" in answers(session, "disassemble $000E 1")


def test_until_reaches_the_bank(session):
    """`until 0:0010` does not stop at 1:0010."""
    session.run_to("0:0010")
    assert session.machine.where(session.machine.registers.pc).bank == 0
    session.over()
    assert str(session.machine.where(session.machine.registers.pc)).startswith("0:0012 ")


def test_strokes_name_the_bank_that_drew_them(drawing):
    """Strokes are attributed to the correct bank at equal addresses."""
    lines = [[line_of(f"{routine} ldd {table}", TWO_BANKS_DRAWING),
              line_of(f" jsr $F3DF  ; {routine}", TWO_BANKS_DRAWING)]
             for routine, table in (("near", "size"), ("here", "extent"))]
    for bank, (load, call) in enumerate(lines):
        routine, table = (("near", "size"), ("here", "extent"))[bank]
        drawn = answers(drawing, f"drew draw.asm:{call}")
        assert len(drawn.splitlines()) == 2 and f"{bank}:0013 {routine}+3 " in drawn
        assert drawn.splitlines()[0] in answers(drawing, f"drew {routine}")
        number = int(drawn.split()[0])
        origin = answers(drawing, f"stroke {number}")
        assert f"called by\n  {bank}:0013 {routine}+3 " in origin
        assert f"read from {bank}:0017 {table} " in origin
        assert f"    {bank}:0010 {routine} " in origin and f"draw.asm:{load}  ldd" in origin
        assert "that place drew nothing" in answers(drawing, f"drew draw.asm:{load}")


def test_the_stack_finds_callers_in_the_other_bank(drawing):
    """The stack shows callers in the other bank and in RAM."""
    session = Session(copy(drawing.machine))
    session.breakpoints.add("near", once=True)
    session.run()
    places = [str(session.machine.where(*at)).split()[0] for at in session.inspector.stack()]
    loop = session.machine.address("loop")
    assert places == ["0:0010", "$C90A", f"1:{loop + 28:04X}"]
    session.out()
    stop = session.out()
    assert (stop.place.bank, stop.place.routine) == (1, "here")


def test_wires_name_routines_and_instructions_of_both_banks(drawing):
    """Equal addresses in two banks are two places on the page."""
    machine = drawing.machine
    frame = drawing.timeline.frames[-1]
    stretch = drawing.replay.wires(frame.start_cycle, frame.start_cycle + frame.cycles)
    routines = next(lane for lane in lanes_of(
        stretch, lambda place: machine.where(place & 0xFFFF, place >> 16).routine, [])
        if lane.name == "routine")
    assert {"near", "here"} <= set(routines.words)
    packed = Pages(machine).packed(stretch, "", frame.start_cycle,
                                   frame.start_cycle + frame.cycles)
    places = json.loads(zlib.decompress(base64.b64decode(packed)))["places"]
    assert {("0:0010", "near"), ("1:0010", "here")} <= {tuple(row[:2]) for row in places}


def test_bytes_of_the_hidden_bank_are_set_and_come_back(drawing):
    """A change in the hidden bank can be made, and is undone in the past."""
    session = Session(copy(drawing.machine))
    memory, before = session.machine.memory, session.machine.memory.read(0x17, 2, 0)
    hidden = 1 - session.machine.names.bank(0x17)
    session.step()
    answers(session, f"set {hidden}:0017 = 1, 2")
    assert memory.read(0x17, 2, hidden) == bytes([1, 2]) != memory.read(0x17, 2, 1 - hidden)
    session.back()
    assert memory.read(0x17, 2, 0) == before
    session.step()
    assert memory.read(0x17, 2, hidden) == bytes([1, 2])
