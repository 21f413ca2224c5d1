"""The stroke at a position, and the frame that is run again to find its origin."""

import numpy as np

from vecx import Machine
from vecx.chips import log
from vecx.play import pointing


def test_running_again_leaves_the_machine_as_it_was() -> None:
    """Running a frame again does not change machine, inputs, listeners and log."""
    machine = Machine("connect4", preset="worn")
    machine.run_frames(100)
    entered = []
    machine.inputs.listeners.append(lambda *what: entered.append(what))
    watched = machine.watch("Vec_Loop_Count", writes=True)
    before, end = machine.keep(), machine.run_frames(1)[0]
    machine.run_cycles(12_345)
    machine.press(4, at=machine.cycles + 1000)
    now, printed = machine.keep(), list(entered)
    rows = pointing.logged(machine, before, end.start_cycle + end.cycles)
    assert (rows["kind"] == log.EXEC).sum() > 1000
    assert rows["cycle"].max() < machine.cycles - 10_000
    after = machine.keep()
    assert (after.record, after.ram) == (now.record, now.ram) and entered == printed
    future = machine.run_frames(3)
    kinds = set(machine.take_log()["kind"].tolist())
    assert int(log.WRITE) in kinds and int(log.EXEC) not in kinds
    watched.remove()
    machine.restore(now)
    assert machine.run_frames(3) == future


def test_the_nearest_stroke_is_found_with_its_distance() -> None:
    """The nearest stroke or dot is found, with its distance."""
    frame = Machine("connect4", preset="ideal").run_frames(300)[-1]
    lines = frame.segments[:, :4].astype(float) / 127
    for number in (0, len(lines) // 2, len(lines) - 1):
        found, off = pointing.nearest(frame, *((lines[number, :2] + lines[number, 2:]) / 2))
        assert off < 1e-3 and np.allclose(lines[found], lines[number], atol=30)
    assert pointing.nearest(frame, 500.0, 0.0)[1] > 300


def test_a_routine_that_jumps_into_the_rom_asked_for_its_strokes(tmp_path) -> None:
    """For `jmp Draw_Line_d`, the line of the jump is shown."""
    (tmp_path / "a.asm").write_text("""\
 include "vectrex.inc"
 fcb "g GCE 1982",$80
 fdb $fd0d
 fcb $f8,$50,$20,-$56,"TEST",$80,0
main jsr Wait_Recal
 jsr Intensity_5F
 bsr draw
 bra main
draw lda #40
 ldb #40
last jmp Draw_Line_d
""")
    machine = Machine(tmp_path / "a.asm", preset="ideal")
    machine.run_frames(300)
    before, frame = machine.keep(), machine.run_frames(1)[0]
    rows = pointing.logged(machine, before, frame.start_cycle + frame.cycles)
    _, cycle = frame.causes[-1].tolist()
    assert pointing.caller(rows, cycle) == machine.address("last")
    assert pointing.caller(rows[:0], cycle) is None
