"""The closed form of the shift register under phi2, compared with shifting bit by bit."""

import pytest

from vecx.chips import state

CYCLES = 18             # two per bit, and two more


@pytest.fixture(scope="module")
def parts(plain):
    """Return the un-jitted shift register and a record for it."""
    return plain("chips.shift"), plain("chips.state_record").new_state(), plain("chips.via")


def shifting(parts, byte, level):
    """Return the record directly after a write in cycle 0, with CB2 at this level."""
    shift, m, via = parts
    m.acr = shift.SR_OUT_PHI2 << 2
    m.sr, m.cb2_sr, m.ifr, m.sr_left, m.sr_done_at = byte, level, 0, 0, -1
    shift.shift_start(m, 0)
    shift.shift_settle(m, 0)
    return shift, m, via


@pytest.mark.parametrize("level", [0, 1])
def test_every_byte_leaves_as_it_would_bit_by_bit(parts, level):
    """In each cycle, CB2, register and flag equal those of single shifts."""
    for byte in range(256):
        shift, m, _ = shifting(parts, byte, level)
        for cycle in range(CYCLES):
            done = min(8, cycle // 2)
            shift.shift_catch_up(m, cycle)
            assert m.cb2_sr == (byte >> 8 - done & 1 if done else level)
            assert m.sr == (byte << done | byte >> 8 - done) & 0xFF
            assert m.ifr == (shift.IFR_SR if done == 8 else 0)


@pytest.mark.parametrize("level", [0, 1])
@pytest.mark.parametrize("waits", ["nobody", "the interrupt", "the beam"])
def test_events_are_where_somebody_sees_them(parts, level, waits):
    """At each event CB2 changes; the last bit is an event if interrupt or beam need it."""
    shift, m, _ = parts
    for byte in range(256):
        m.ier, m.p_ninth = shift.IFR_SR * (waits == "the interrupt"), int(waits != "the beam")
        shifting(parts, byte, level)
        levels = [level, *(byte >> 7 - bit & 1 for bit in range(8))]
        want = [2 * bit for bit in range(1, 9)
                if levels[bit] != levels[bit - 1] or (bit == 8 and waits != "nobody")]
        found = []
        while m.sr_due < 1 << 40:
            found.append(m.sr_due)
            shift.shift(m, m.sr_due)
        assert found == want
        assert shift.shift_end(m) == (16 if m.sr_left else state.NEVER)
        shift.shift_settle(m, 16)
        assert m.ifr == shift.IFR_SR and m.sr_left == 0
    m.ier, m.p_ninth = 0, 1


def test_a_byte_written_while_eight_bits_leave_starts_no_new_eight(parts):
    """A write during a shift does not restart the count [VIA 17]."""
    shift, m, _ = shifting(parts, 0xFF, 0)
    shift.shift_catch_up(m, 6)
    m.sr = 0x0F
    shift.shift_start(m, 7)
    assert (m.sr_left, m.sr_next) == (5, 8)
