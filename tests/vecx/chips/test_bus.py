"""Address decoding, the wiring of the ports, and frames on the bus."""

import pytest

START = " lds #$CBEA\n lda #$D0\n tfr a,dp\n"


def test_ram_is_mirrored(program):
    """$CC00-$CFFF is a mirror of $C800-$CBFF."""
    m = program(START + " lda #$5A\n sta >$CC12\n ldb >$C812\n lda >$CC12\n swi")
    for _ in range(7):
        m.step()
    assert (m.registers.a, m.registers.b) == (0x5A, 0x5A)


def test_via_is_mirrored_through_d7ff(program):
    """An address in $D000-$D7FF selects the register of its low four bits."""
    m = program(START + " lda #$5A\n sta >$D7F3\n ldb >$D013\n swi")
    for _ in range(6):
        m.step()
    assert m.registers.b == 0x5A


def test_d800_writes_ram_and_via_both(program):
    """A write to $D800-$DFFF goes to RAM and to the VIA."""
    m = program(START + " lda #$5A\n sta >$D803\n ldb >$D003\n swi")
    for _ in range(6):
        m.step()
    assert m.registers.b == 0x5A
    assert m.read(0xC803) == b"\x5a"


def test_rom_is_not_written_and_counted(program):
    """A store to ROM has no effect and is counted."""
    m = program(START + " lda #$5A\n sta >$E000\n sta >$1000\n sta >$D009\nstay bra stay")
    before = m.read(0xE000, 4)
    frame = m.run_frames(1)[0]
    assert frame.budget.rom_writes == 2
    assert m.read(0xE000, 4) == before


READ_BUTTONS = START + """
 ldd #$9FFF
 std <2
 lda #14
 sta <1
 lda #$19
 sta <0
 lda #$01
 sta <0
 clr <3
 lda #$09
 sta <0
 ldb <1
 lda #$01
 sta <0
 swi
"""


@pytest.mark.parametrize(("button", "player"), [(b, p) for b in (1, 2, 3, 4) for p in (1, 2)])
def test_buttons_come_through_the_sound_chip(program, button, player):
    """Each button pulls its own bit of PSG register 14 low."""
    m = program(READ_BUTTONS)
    m.press(button, player)
    while m.read(int(m.registers.pc)) != b"\x3f":
        m.step()
    assert m.registers.b == 0xFF & ~(1 << button - 1 + 4 * (player - 1))


@pytest.mark.sample(10)
@pytest.mark.parametrize("axis", range(4))
@pytest.mark.parametrize("position", [-1.0, -0.5, 0.0, 0.5, 1.0])
def test_comparator_finds_the_pot(program, axis, position):
    """PB5 is 1 exactly while the selected pot is above the DAC."""
    m = program(START + f" ldd #$9FFF\n std <2\n lda #{axis * 2 + 1}\n sta <0\n"
                "loop inc <1\n nop\n nop\n nop\n nop\n nop\n ldb <0\n bra loop")
    x, y = (position, 0.0) if axis % 2 == 0 else (0.0, position)
    m.stick(x, y, player=axis // 2 + 1)
    pot = 128 + round(127 * position)
    seen = {}
    for _ in range(4000):
        m.step()
        if m.read(m.registers.pc) == b"\x20":
            dac = int(m.chips.state.w_dac)
            seen[dac] = m.registers.b >> 5 & 1
    assert len(seen) == 256
    assert all(bit == (pot > dac + 128) for dac, bit in seen.items())


FRAME = START + """
loop
 ldd #$3075
 std <8
{work}
 lda #$20
wait
 bita <$D
 beq wait
 bra loop
"""


def test_work_ends_at_the_first_poll(program):
    """An idle frame has little work and a long wait, and lasts slightly longer than T2."""
    frames = program(FRAME.format(work="")).run_frames(4)
    for frame in frames[1:]:
        assert 30_000 <= frame.cycles <= 30_025
        assert frame.budget.work_cycles < 20
        assert not frame.budget.overrun


def test_overrun_is_a_timer_that_was_already_out(program):
    """Work longer than T2's count is an overrun, and determines the frame's length."""
    delay = " ldx #5000\nspin leax -1,x\n bne spin\n"
    frames = program(FRAME.format(work=delay)).run_frames(3)
    assert all(f.budget.overrun for f in frames[1:])
    assert all(f.budget.work_cycles > 40_000 for f in frames[1:])


def test_endless_frame_is_cut(program):
    """Without a write of T2's high byte the frame is cut at 120,000 cycles, then every 30,000."""
    frames = program("stay bra stay").run_frames(3)
    assert [f.cut for f in frames] == [True] * 3
    assert [f.cycles for f in frames] == [120_000, 30_000, 30_000]


def test_irq_comes_from_the_via(program):
    """An enabled T1 time-out interrupts a CPU with I clear, at the vector FFF8."""
    m = program(START + " lda #$C0\n sta <14\n lda #50\n sta <4\n clr <5\n andcc #$EF\n"
                "loop bra loop\nhandler lda <4\n inc >$C880\n rti\n org $FFF8\n fdb handler",
                ram="zero")
    m.run_cycles(400)
    assert m.read(0xC880) == b"\x01"
    assert m.registers.cc & 0x10 == 0


@pytest.mark.sample(2)
@pytest.mark.parametrize("lead", ["", " nop\n", " brn *\n", " brn *\n nop\n"])
def test_a_cut_frame_holds_what_began_before_the_cut(program, lead):
    """A store to ROM counts in the frame in which its instruction begins."""
    m = program(START + lead + "store sta >$E000\n bra store")
    begun = []
    m.on_pc("store", lambda machine: begun.append(machine.cycles))
    frames = m.run_cycles(160_000)
    assert [frame.cut for frame in frames] == [True, True]
    for frame in frames:
        end = frame.start_cycle + frame.cycles
        assert frame.budget.rom_writes == sum(frame.start_cycle <= at < end for at in begun)


def test_wires_that_reset_moved_show_at_the_next_write(program):
    """After /RESET the ports float and RAMP ends; the next VIA write logs it."""
    m = program(" LDA $C900\n BNE again\n LDA #$80\n STA >$D002\n CLR >$D000\n"
                " INC $C900\nwait BRA wait\nagain STA >$D00E\n BRA wait\n", ram="zero")
    m.run_cycles(200)
    assert m.chips.state.w_ramp == 1
    m.reset()
    m.run_cycles(200)
    assert m.chips.state.w_ramp == 0
