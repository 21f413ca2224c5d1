"""The imager's wheel compared with its differential equation, and its hole on CA1 and IO7."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import import_plain
from vecx import Machine, VecxError
from vecx.chips import imager
from vecx.chips.state import CYCLES_PER_SECOND, IMAGER, NEVER

SOUND = """
put sta <$D001
 lda #$99
 sta <$D000
 lda #$81
 sta <$D000
 stb <$D001
 lda #$91
 sta <$D000
 lda #$81
 sta <$D000
 rts
"""
DRIVE = (" lds #$CBEA\n lda #$D0\n tfr a,dp\n ldd #$FF9F\n sta <$D003\n stb <$D002\n"
         " ldd #$077F\n bsr put\n ldd #$0EBF\n bsr put\n")
COUNT = """
count lda #2
wait bita <$D00D
 beq wait
 sta <$D00D
 ldx >$C880
 leax 1,x
 stx >$C880
 bra count
"""


def wheel(speed, place, drive):
    """Return the un-jitted imager, and the record of a machine whose wheel has this speed.

    Args: speed  revolutions per second
    """
    plain = import_plain("chips.imager")
    m = import_plain("chips.state_record").new_state()
    m.device = IMAGER
    m.wheel_speed, m.wheel_at, m.wheel_drive = speed / CYCLES_PER_SECOND, place, drive
    if drive:
        m.psg[7] = 0x40
    return plain, m


@given(st.floats(0, 40), st.floats(0, 0.999), st.integers(0, 1), st.integers(0, 1))
@settings(max_examples=400)
def test_the_hole_comes_in_its_first_cycle(speed, place, drive, hidden):
    """The computed cycle is the first one in which the hole has appeared or disappeared."""
    plain, m = wheel(speed, place if hidden else place / 361, drive)
    m.io7 = hidden
    left = (1.0 if hidden else plain.HOLE) - m.wheel_at
    due = plain.hole_due(m, 0)
    to, tau = plain.motor(m)
    if due == NEVER:
        assert not drive and m.wheel_speed * tau <= left
        return
    assert plain.wheel_way(m.wheel_speed, to, tau, float(due)) >= left - 1e-9
    if due > 1:
        assert plain.wheel_way(m.wheel_speed, to, tau, float(due - 1)) < left + 1e-9


def test_the_wheel_is_that_of_its_equation():
    """Over seconds of pulses, the holes come as in the stepped equation."""
    plain, m = wheel(0.0, 0.0, 1)
    pulses = [(2_000_000, 1), (900_000, 0), (3_000_000, 1), (5_000_000, 0), (4_000_000, 1)]
    now, ends = 0, []
    holes, model = [], []
    for length, drive in pulses:
        m.psg[7] = 0x40 * drive
        plain.imager_look(m, now)
        ends.append((now, now + length, drive))
        now += length
        while m.ca1_due < now:
            before = m.io7
            plain.imager_look(m, m.ca1_due)
            if before and not m.io7:
                holes.append(m.wheel_t)
    speed = place = 0.0
    step = 500
    for begin, end, drive in ends:
        to = 28.6 / CYCLES_PER_SECOND if drive else 0.0
        tau = (2.9 if drive else 25.0) * CYCLES_PER_SECOND
        for at in range(begin, end, step):
            half = speed + (to - speed) / tau * step / 2
            place += half * step
            speed += (to - half) / tau * step
            if place >= 1:
                place -= 1
                model.append(at + step - place / speed)
    assert len(holes) == len(model) > 60
    assert max(abs(a - b) for a, b in zip(holes, model, strict=True)) < 40


def test_a_wheel_that_nobody_drives_stands():
    """A wheel without power has no edges, and neither has a machine without an imager."""
    plain, m = wheel(0.0, 0.0, 0)
    assert plain.hole_due(m, 5) == NEVER
    assert Machine().chips.state.ca1_due == NEVER and not Machine().imager


def test_a_program_counts_the_holes(program):
    """IO6 low as an output drives the motor; CA1 falls once per revolution."""
    m = program(DRIVE + COUNT + SOUND, device="imager")
    m.run_cycles(6 * CYCLES_PER_SECOND)
    turned = int.from_bytes(m.read(0xC880, 2), "big")
    way = imager.DRIVEN_SPEED * 6 * CYCLES_PER_SECOND \
        - imager.DRIVEN_SPEED * imager.DRIVEN_TAU * (1 - math.exp(-6 / 2.9))
    assert turned == int(way) > 50
    edges = []
    while len(edges) < 3:
        before = m.chips.state.c1[0]
        m.step()
        if m.chips.state.c1[0] != before:
            edges.append(m.cycles)
    if m.chips.state.c1[0]:
        edges = edges[1:]
    degree = 1 / 360 / m.chips.state.wheel_speed
    assert abs(abs(edges[1] - edges[0]) - degree) < 12 \
        or abs(edges[-1] - edges[-2] - degree) < 12
    assert 0 <= m.imager_turned(m.cycles) < 1


@pytest.mark.parametrize("mixer, port", [(0x3F, 0xBF), (0x7F, 0xFF), (0x7F, 0x40)])
def test_what_does_not_drive(program, mixer, port):
    """Port A as an input, or IO6 high, does not drive the motor."""
    m = program(DRIVE.replace("$077F", f"${0x0700 | mixer:04X}").replace(
        "$0EBF", f"${0x0E00 | port:04X}") + COUNT + SOUND, device="imager")
    m.run_cycles(CYCLES_PER_SECOND)
    assert m.chips.state.wheel_drive == 0 and m.chips.state.wheel_speed < 0.01 / CYCLES_PER_SECOND


def test_reset_lets_the_wheel_run_on(program):
    """/RESET clears the sound registers, and so switches the motor off."""
    m = program(DRIVE + COUNT + SOUND, device="imager")
    m.run_cycles(4 * CYCLES_PER_SECOND)
    speed = m.chips.state.wheel_speed
    m.write(0xE000, b"\x20\xFE")        # BRA *
    assert m.chips.state.wheel_drive == 1
    m.reset()
    m.run_cycles(20)
    assert m.chips.state.wheel_drive == 0
    m.run_cycles(2 * CYCLES_PER_SECOND)
    assert 0.5 * speed < m.chips.state.wheel_speed < speed * 1.1


def test_slices_snapshots_and_compilation_change_nothing(program, plain):
    """The wheel does not depend on snapshots, slices or compilation."""
    m = program(DRIVE + COUNT + SOUND, device="imager")
    m.run_cycles(3 * CYCLES_PER_SECOND)
    kept, end = m.snapshot(), m.cycles + 60_000
    results = []
    for cycles, kind in ((80_000, Machine), (777, Machine), (777, plain("machine").Machine)):
        other = program(DRIVE + COUNT + SOUND, machine=kind)
        other.restore(kept)
        while other.cycles < end:
            other.run_cycles(min(cycles, end - other.cycles))
        chips = other.chips.state
        results.append((chips.wheel_at, chips.wheel_speed, chips.ca1_due, chips.c1[0], other.ram))
    assert results[0] == results[1] == results[2]
    with pytest.raises(VecxError, match="damaged"):
        m.chips.state.wheel_at = 5.0
        m.restore(m.snapshot())
