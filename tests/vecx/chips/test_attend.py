"""Events between instructions: ends of runs, marks, inputs, waits."""

from itertools import pairwise

import pytest

from vecx import Machine, UsageError, VecxError
from vecx.chips import log

START = " lds #$CBEA\n lda #$D0\n tfr a,dp\n"
LOOP = START + " ldx #0\nloop leax 1,x\n stx >$C880\n bra loop\n"
FRAMES = START + (" ldd #$3075\nframe std <$08\nafter ldx #200\nwait leax -1,x\n bne wait\n"
                  " bra frame\n")


def test_a_frame_ends_at_the_instruction_after_its_write(program):
    """run_frames stops at the first instruction after the write of T2's high byte."""
    m = program(FRAMES)
    for _ in range(5):
        frame = m.run_frames(1)[0]
        assert m.registers.pc == m.symbols["after"]
        assert m.cycles == frame.start_cycle + frame.cycles + 1


def test_run_to_frame_ends_there_too(program):
    """run_to_frame stops at the end of a frame, or at its limit."""
    m = program(FRAMES)
    m.run_to_frame()
    assert m.registers.pc == m.symbols["after"]
    assert m.run_to_frame(50) == []


def test_callbacks_stand_where_they_should(program):
    """on_pc is called before its instruction, on_read and on_write after theirs."""
    m = program(START + " ldx #0\nloop leax 1,x\nput stx >$C880\nget ldd >$C880\n bra loop\n")
    seen = []
    m.on_pc("put", lambda machine: seen.append(("pc", machine.registers.pc)))
    for kind, listen in (("w", m.on_write), ("r", m.on_read)):
        listen(0xC881, lambda machine, value, cycle, kind=kind: seen.append(
            (kind, value, machine.cycles - cycle)))
    m.run_cycles(60)
    put = ("pc", m.symbols["put"])
    assert seen[:6] == [put, ("w", 1, 1), ("r", 1, 1), put, ("w", 2, 1), ("r", 2, 1)]


def test_a_removed_callback_is_not_called(program):
    """remove, once or twice, removes one callback and leaves the others."""
    m = program(LOOP)
    one, two = [], []
    handle = m.on_pc("loop", lambda machine: one.append(1))
    m.on_pc("loop", lambda machine: two.append(1))
    m.run_cycles(60)
    count = len(one)
    handle.remove()
    handle.remove()
    m.run_cycles(140)
    assert len(one) == count > 0 and len(two) > count


def test_step_honours_callbacks(program):
    """Each instruction's callback is called once, whether stepping or running."""
    m = program(LOOP)
    met = []
    m.on_pc("loop", lambda machine: met.append(machine.registers.x))
    for _ in range(10):
        m.step()
    m.run_cycles(100)
    assert met == list(range(len(met))) and len(met) > 8


def test_what_a_callback_may_do(program):
    """A callback may read, write, press, make a snapshot, and raise."""
    m = program(LOOP)
    kept = []

    def look(machine):
        x = machine.registers.x
        machine.press(1)
        machine.write(0xC8F0, x & 0xFF)
        assert machine.read(0xC8F0)[0] == x & 0xFF
        if x == 5:
            kept.append(machine.snapshot())
        if x == 12:
            raise RuntimeError("twelve")

    handle = m.on_pc("loop", look)
    with pytest.raises(RuntimeError, match="twelve"):
        m.run_cycles(5_000)
    assert m.registers.x == 12 and m.registers.pc == m.symbols["loop"] and len(kept) == 1
    m.run_cycles(28)
    assert m.registers.x == 14
    handle.remove()
    m.restore(kept[0])
    assert m.registers.x == 5 and m.registers.pc == m.symbols["loop"]


def test_a_callback_sees_the_code_it_calls(program):
    """Routines called from a callback trigger callbacks, also at their first instruction."""
    m = program(LOOP + "twice aslb\n rola\n rts\n")
    m.run_cycles(30)
    met = []
    m.on_pc("twice", lambda machine: met.append(machine.registers.b))
    assert m.call("twice", d=0x0102).registers.d == 0x0204
    assert met == [2]


def test_an_interrupt_comes_before_the_mark(program):
    """A callback on an interrupted instruction is called once, when it runs."""
    m = program(LOOP)
    m.run_cycles(60)
    m.on_pc("loop", lambda machine: None)
    heads = []
    m.watch("loop", runs=True)
    for _ in range(30):
        m.step()
    events = m.take_log()
    heads = events[events["kind"] == log.EXEC]["cycle"].tolist()
    assert {b - a for a, b in pairwise(heads)} == {14}


# --- inputs ---------------------------------------------------------------------------------------

BUTTONS = START + """ ldd #$9FFF
 std <2
again lda #14
 sta <1
 lda #$19
 sta <0
 lda #1
 sta <0
 clr <3
 lda #$09
 sta <0
 ldb <1
 lda #1
 sta <0
 lda #$FF
 sta <3
 stb >$C880
 bra again
"""


def test_inputs_come_at_their_cycle(program):
    """An input takes effect from the first instruction at or after its cycle."""
    m = program(BUTTONS)
    m.run_cycles(100)
    at = m.cycles + 5_000
    m.press(3, at=at)
    m.release(3, at=at + 2_000)
    changes = []
    m.on_write(0xC880, lambda _, value, cycle: changes.append((cycle, value)))
    m.run_cycles(10_000)
    levels = [value for _, value in changes]
    down = [cycle for cycle, value in changes if value == 0xFB]
    assert set(levels) == {0xFF, 0xFB}
    assert at < down[0] < at + 100 and at + 1_900 < down[-1] < at + 2_100


def test_the_same_inputs_give_the_same_machine():
    """Equal inputs after equal snapshots give equal snapshots, for any slicing."""
    first = Machine("connect4", seed=5)
    first.run_frames(30)
    start, begin = first.snapshot(), first.cycles
    script = [(begin + 7_001 * i, i % 4 + 1, i % 2 + 1) for i in range(80)]

    def play(m: Machine, slices: list[int]) -> bytes:
        m.restore(start)
        for at, button, player in script:
            m.press(button, player, at=at)
            m.release(button, player, at=at + 3_333)
            m.stick(button / 4, -button / 4, player, at=at + 1_111)
        m.reset(at=begin + 400_000)
        end = begin + 700_000
        while m.cycles < end:
            for cycles in slices:
                m.run_cycles(min(cycles, max(0, end - m.cycles)))
        return m.snapshot()

    results = {play(Machine("connect4", seed=99), slices)
               for slices in ([700_000], [17, 1_234], [29_999])}
    assert len(results) == 1


def test_inputs_of_the_past_are_refused(program):
    """An input in the past is refused, with the earliest possible cycle."""
    m = program(LOOP)
    m.run_cycles(1_000)
    with pytest.raises(UsageError, match="cycle of an input must be"):
        m.press(1, at=5)


def test_waiting_inputs_survive_a_snapshot(program):
    """A snapshot contains all waiting inputs, even more than the record can hold."""
    m = program(BUTTONS)
    m.run_cycles(100)
    for i in range(100):
        (m.press if i % 2 else m.release)(1, at=m.cycles + 500 * (i + 1))
    other = program(BUTTONS)
    other.restore(m.snapshot())
    for machine in (m, other):
        machine.run_cycles(60_000)
    assert m.snapshot() == other.snapshot()
    assert m.chips.state.inputs == 0


def test_reset_clears_the_sound_chip(program):
    """RESET clears CPU, VIA and sound registers, but not RAM."""
    m = Machine("connect4", preset="ideal")
    m.run_frames(60)
    ram = m.read(0xC800, 1024)
    assert any(int(value) for value in m.chips.state.psg[:14])
    m.take_sound()
    m.reset()
    assert not any(int(value) for value in m.chips.state.psg)
    assert (m.chips.state.acr, m.chips.state.ddra, m.registers.dp) == (0, 0, 0)
    assert m.read(0xC800, 1024) == ram
    assert m.registers.pc == int.from_bytes(m.read(0xFFFE, 2), "big")


# --- ends -----------------------------------------------------------------------------------------


def test_run_to_ends_before_the_instruction(program):
    """run_to stops before an instruction, or returns False if it is not reached."""
    m = program(LOOP)
    assert m.run_to("loop")
    assert m.registers.pc == m.symbols["loop"]
    x = m.registers.x
    assert m.run_to("loop") and m.registers.x == x + 1
    assert not m.run_to(0x1234, max_cycles=1_000)


def test_a_halted_cpu_ends_a_call(program):
    """A call of a routine that halts the CPU raises an error immediately."""
    m = program(LOOP + "bad fcb $14\n")
    m.run_cycles(30)
    with pytest.raises(VecxError, match="halted"):
        m.call("bad", max_cycles=100_000_000)
    assert m.cycles < 1_000


@pytest.mark.slow
def test_no_length_of_a_run_overruns_a_log(program):
    """Long runs are split, so that no log overflows."""
    m = program(START + "loop stb <$09\n bra loop")
    frames = m.run_cycles(1_500_000)
    assert [f.index for f in frames] == list(range(m.frames))
    assert len(frames) > 200_000


@pytest.mark.parametrize("call", [
    lambda m: m.run_frames(-1), lambda m: m.run_cycles(-1), lambda m: m.read(0xC800, -1),
    lambda m: m.stick(float("nan"), 0), lambda m: m.write(0, 256), lambda m: m.write(0, -1),
    lambda m: m.call(0xF354, dp=0xD000), lambda m: m.call(0xF354, a=300),
    lambda m: m.call(0xF354, a=-1), lambda m: m.call(0xF354, x=10**9), lambda m: m.run_frames(1.5),
    lambda m: m.address(0x10000), lambda m: m.set_registers(pc=-1), lambda m: m.set_registers(q=1),
    lambda m: m.watch(0xFFFF, 2), lambda m: m.press(1, at=NotImplemented),
    lambda m: m.write(0, "abc"), lambda m: m.write(0, [300]), lambda m: m.restore(5),
    lambda m: m.restore("x"), lambda m: m.stick(2**2000, 0), lambda m: m.run_cycles("a"),
    lambda m: m.call(None), lambda m: m.run_cycles(10**30), lambda m: m.call(0xF354, pushed="x"),
    lambda m: m.call(0xF354, max_cycles=0)])
def test_numbers_that_cannot_be_are_refused(call):
    """An invalid number gives one error with the range, and changes nothing."""
    m = Machine(preset="ideal")
    before = m.snapshot()
    with pytest.raises(UsageError, match=r"must be|unknown register"):
        call(m)
    assert m.snapshot() == before
