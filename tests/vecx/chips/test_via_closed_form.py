"""The closed form of the VIA, compared with a 6522 that is stepped cycle by cycle.

Goal: registers, flags, PB7 and CB2 are equal in every cycle, for random programs of reads and
writes.  Method: both chips run side by side, and are compared after each cycle.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import import_plain
from tests.vecx.chips.slow_via import SlowVia

via = import_plain("chips.via")
state = import_plain("chips.state_record")
shift = import_plain("chips.shift")

SMALL = st.one_of(st.integers(0, 12), st.sampled_from([0, 1, 2, 255]), st.integers(0, 255))
ACR_VALUES = st.builds(lambda timer, shift, low: timer | shift << 2 | low & 0,
                       st.sampled_from([0x00, 0x40, 0x80, 0xC0, 0x20, 0xE0]),
                       st.integers(0, 7), st.just(0))
WRITES = st.one_of(
    st.tuples(st.just("w"), st.sampled_from([4, 5, 6, 7]), st.one_of(st.just(0), SMALL)),
    st.tuples(st.just("w"), st.sampled_from([8, 9]), st.one_of(st.just(0), SMALL)),
    st.tuples(st.just("w"), st.just(10), st.integers(0, 255)),
    st.tuples(st.just("w"), st.just(11), ACR_VALUES),
    st.tuples(st.just("w"), st.just(12), st.sampled_from([0x00, 0xC0, 0xE0, 0xCE, 0xEC])),
    st.tuples(st.just("w"), st.sampled_from([0, 2]), st.sampled_from([0, 0x40, 0xC0, 0xFF])),
    st.tuples(st.just("w"), st.sampled_from([1, 3, 13, 14, 15]), st.integers(0, 255)))
READS = st.tuples(st.just("r"), st.integers(0, 15), st.just(0))
GAPS = st.one_of(st.integers(1, 6), st.integers(1, 40), st.just(300))
PROGRAMS = st.lists(st.tuples(GAPS, st.one_of(WRITES, WRITES, READS)), max_size=60)


def check(program) -> int:
    """Run a program on both chips; return the number of cycles."""
    m = state.new_state()
    via.via_reset(m)
    m.t1l, m.t1_n, m.t1_at, m.t2_at = 0, 0, -1, -1
    slow = SlowVia()
    via.via_schedule(m)
    for gap, (kind, register, value) in program:
        for _ in range(gap):
            slow.tick()
            while m.via_due <= slow.cycle:
                assert m.via_due == slow.cycle, "an event was found too late"
                via.via_event(m)
            if m.acr & 0x80:
                assert m.pb7 == slow.pb7, slow.cycle
            assert via.cb2_level(m) == slow.cb2_level, slow.cycle
            unsettled = 0
            if via.shift_mode(m.acr) != shift.SR_OUT_PHI2 or not m.sr_left:
                assert m.sr == slow.sr, slow.cycle
            elif not m.ier & shift.IFR_SR:
                unsettled = shift.IFR_SR      # until it is read
            assert m.ifr & ~2 & ~unsettled == slow.ifr & ~2 & ~unsettled, slow.cycle
        if kind == "w":
            via.via_write(m, register, value, slow.cycle)
            slow.write(register, value)
        else:
            assert via.via_read(m, register, slow.cycle) == slow.read(register), \
                (slow.cycle, register)
    return slow.cycle


@pytest.mark.slow
@settings(max_examples=200)
@given(PROGRAMS)
def test_closed_form_is_the_stepped_chip(program):
    """Registers, flags and levels are equal at every cycle, for random accesses."""
    check(program)


def test_a_long_random_program():
    """Both chips agree in a run of twenty thousand accesses."""
    import random

    chance = random.Random(6522)
    program = []
    for _ in range(20_000):
        kind = chance.choice("wwr")
        register = chance.randrange(16)
        value = chance.choice([0, 0, 1, chance.randrange(12), chance.randrange(256)])
        if register == 11:
            value &= 0xFC
        if register == 12:
            value = chance.choice([0x00, 0xC0, 0xE0, 0xCE])
        program.append((chance.choice([1, 2, 3, chance.randrange(1, 40)]), (kind, register, value)))
    assert check(program) > 100_000


@pytest.mark.parametrize("modes", [0x00, 0x40, 0x80, 0xC0])
@pytest.mark.parametrize("count", [0, 1, 5])
def test_every_write_at_every_moment_of_t1(modes, count):
    """Writes to T1's registers agree in any cycle of its first three rounds."""
    for register in (4, 5, 6, 7, 11):
        for moment in range(1, 3 * (count + 2) + 3):
            for later in range(1, count + 4):
                check([(1, ("w", 11, modes)), (1, ("w", 6, count)), (1, ("w", 5, 0)),
                       (moment, ("w", register, 2)), (later, ("r", 4, 0)), (1, ("r", 5, 0)),
                       (later, ("r", 13, 0))])
