"""The 6522's control lines, and its shift register with an external clock.

No trace of a real chip shows them; the expected behaviour is from the data sheet [R6522 PCR, SR].
"""

import pytest

from tests.conftest import import_plain

via = import_plain("chips.via")
shift = import_plain("chips.shift")
new_state = import_plain("chips.state_record").new_state

A, B = 0, 1
NEGATIVE, INDEPENDENT_NEGATIVE, POSITIVE, INDEPENDENT_POSITIVE = range(4)
HANDSHAKE, PULSE, LOW, HIGH = range(4, 8)
OTHER_PORT_BITS = (0xF1, 0x1F)      # in PCR, outside the C2 mode of port A, of port B


@pytest.fixture
def m():
    """Return the record of a 6522 after /RES."""
    state = new_state()
    via.via_reset(state)
    return state


def set_mode(m, port: int, mode: int, others: int = 0) -> None:
    """Set the mode of a port's C2, with the other bits of PCR as given."""
    place = 5 if port else 1
    via.via_write(m, via.PCR, mode << place | others & OTHER_PORT_BITS[port], 0)


def level(m, port: int) -> int:
    """Return the level of a port's C2 pin."""
    return int(via.cb2_level(m) if port else via.ca2_level(m))


@pytest.mark.parametrize("port", [A, B])
@pytest.mark.parametrize("others", [0x00, 0xFF])
@pytest.mark.parametrize("mode", range(8))
def test_c2_pin_is_an_input_or_what_its_mode_drives(m, port, others, mode):
    """In modes 0 to 3, the pin has the external level, whatever the rest of PCR is."""
    set_mode(m, port, mode, others)
    for outside in (0, 1):
        via.via_set_c2(m, port, outside)
        want = outside if mode < HANDSHAKE else 0 if mode == LOW else 1
        assert level(m, port) == want


@pytest.mark.parametrize("port", [A, B])
@pytest.mark.parametrize("mode", range(8))
@pytest.mark.parametrize("others", [0x00, 0xFF])
@pytest.mark.parametrize("writes", [False, True])
def test_port_access_pulls_c2_in_two_modes_only(m, port, mode, others, writes):
    """Handshake and pulse modes pull C2 low; a pulse ends two cycles after the access.

    On port A, reads and writes do so; on port B, only writes.
    """
    set_mode(m, port, mode, others)
    before = level(m, port)
    register = via.ORB if port else via.ORA
    if writes:
        via.via_write(m, register, 0, 10)
    else:
        via.via_read(m, register, 10)
    pulls = mode in (HANDSHAKE, PULSE) and (writes or port == A)
    assert level(m, port) == (0 if pulls else before)
    assert m.via_due == (12 if pulls and mode == PULSE else via.NEVER)
    while m.via_due <= 12:
        via.via_event(m)
    assert level(m, port) == (0 if pulls and mode == HANDSHAKE else before)


@pytest.mark.parametrize("port", [A, B])
@pytest.mark.parametrize("others", [0x00, 0xFF])
def test_c1_ends_the_handshake(m, port, others):
    """Only C1's active edge releases C2."""
    set_mode(m, port, HANDSHAKE, others & ~(0x10 if port else 0x01))    # falling edges are active
    via.via_write(m, via.ORB if port else via.ORA, 0, 10)
    assert level(m, port) == 0
    via.via_set_c1(m, port, 0, 20)
    assert level(m, port) == 1
    via.via_write(m, via.ORB if port else via.ORA, 0, 30)
    via.via_set_c1(m, port, 1, 40)
    assert level(m, port) == 0


@pytest.mark.parametrize("port", [A, B])
@pytest.mark.parametrize("others", [0x00, 0xFF])
@pytest.mark.parametrize("mode", range(8))
def test_c2_edges_set_a_flag_in_input_modes(m, port, others, mode):
    """Only the selected edge in an input mode sets C2's flag."""
    flag = via.IFR_CB2 if port else via.IFR_CA2
    set_mode(m, port, mode, others)
    via.via_set_c2(m, port, 1)      # as before
    assert m.ifr == 0
    via.via_set_c2(m, port, 0)
    assert m.ifr == (flag if mode in (NEGATIVE, INDEPENDENT_NEGATIVE) else 0)
    via.via_write(m, via.IFR, 0x7F, 5)
    via.via_set_c2(m, port, 1)
    assert m.ifr == (flag if mode in (POSITIVE, INDEPENDENT_POSITIVE) else 0)


@pytest.mark.parametrize("port", [A, B])
@pytest.mark.parametrize("others", [0x00, 0xFF])
@pytest.mark.parametrize("mode", range(4))
@pytest.mark.parametrize("writes", [False, True])
def test_independent_inputs_keep_their_flag(m, port, mode, others, writes):
    """An access to the port clears its flags, except C2's in an independent mode."""
    c1, c2 = (via.IFR_CB1, via.IFR_CB2) if port else (via.IFR_CA1, via.IFR_CA2)
    set_mode(m, port, mode, others)
    m.ifr = 0x7F
    if writes:
        via.via_write(m, via.ORB if port else via.ORA, 0, 5)
    else:
        via.via_read(m, via.ORB if port else via.ORA, 5)
    kept = mode in (INDEPENDENT_NEGATIVE, INDEPENDENT_POSITIVE)
    assert m.ifr == 0x7F & ~c1 & (0xFF if kept else ~c2)


@pytest.mark.parametrize("bit", range(7))
def test_every_flag_is_read_enabled_and_cleared_by_its_bit(m, bit):
    """Each flag has one bit in IFR and IER; writing 1 clears it."""
    m.ifr = 1 << bit
    assert via.via_read(m, via.IFR, 5) == 1 << bit
    via.via_write(m, via.IER, 0x80 | 0x7F & ~(1 << bit), 6)
    assert via.via_read(m, via.IFR, 7) == 1 << bit
    via.via_write(m, via.IER, 0x80 | 1 << bit, 8)
    assert via.via_read(m, via.IFR, 9) == 0x80 | 1 << bit
    assert via.via_read(m, via.IER, 10) == 0xFF
    via.via_write(m, via.IER, 1 << bit, 11)
    assert via.via_read(m, via.IER, 12) == 0xFF & ~(1 << bit)
    m.ifr = 0x7F
    via.via_write(m, via.IFR, 1 << bit, 13)
    assert m.ifr == 0x7F & ~(1 << bit)


def clock(m, cb2: int, cycle: int) -> None:
    """Pulse CB1 once with this level on CB2."""
    via.via_set_c2(m, B, cb2)
    via.via_set_c1(m, B, 0, cycle)
    via.via_set_c1(m, B, 1, cycle + 1)


def test_mode_3_takes_a_bit_with_each_rise_of_cb1(m):
    """Eight pulses shift in a byte, high bit first, and set the flag; shifting continues."""
    via.via_write(m, via.ACR, shift.SR_IN_CB1 << 2, 0)
    for i in range(8):
        assert m.ifr & shift.IFR_SR == 0
        clock(m, 0xA6 >> 7 - i & 1, 10 + 4 * i)
        assert m.sr == 0xA6 >> 7 - i
    assert m.ifr & shift.IFR_SR
    assert via.via_read(m, via.SR, 100) == 0xA6
    assert m.ifr & shift.IFR_SR == 0
    for i in range(8):
        assert m.ifr & shift.IFR_SR == 0
        clock(m, 1, 110 + 4 * i)
    assert m.ifr & shift.IFR_SR
    assert m.sr == 0xFF


def test_mode_3_looks_at_cb2_when_cb1_rises(m):
    """The falling edge of CB1 shifts nothing."""
    via.via_write(m, via.ACR, shift.SR_IN_CB1 << 2, 0)
    via.via_set_c1(m, B, 0, 10)
    assert m.sr == 0
    via.via_set_c1(m, B, 1, 12)
    assert m.sr == 1


def test_mode_7_sends_a_bit_with_each_fall_of_cb1(m):
    """Eight pulses send the byte on CB2, bit 7 first, and set the flag."""
    via.via_write(m, via.ACR, shift.SR_OUT_CB1 << 2, 0)
    via.via_write(m, via.SR, 0xA6, 5)
    sent = []
    for i in range(8):
        assert m.ifr & shift.IFR_SR == 0
        via.via_set_c1(m, B, 0, 10 + 4 * i)
        sent.append(level(m, B))
        via.via_set_c1(m, B, 1, 12 + 4 * i)
        assert level(m, B) == sent[-1]
    assert sent == [1, 0, 1, 0, 0, 1, 1, 0]
    assert m.ifr & shift.IFR_SR
    assert m.sr == 0xA6


@pytest.mark.parametrize("mode", [shift.SR_OFF, shift.SR_IN_T2, shift.SR_IN_PHI2, shift.SR_FREE_T2,
                                  shift.SR_OUT_T2, shift.SR_OUT_PHI2])
def test_cb1_does_not_clock_the_other_modes(m, mode):
    """In other modes than 3 and 7, CB1 shifts nothing."""
    via.via_write(m, via.SR, 0xA6, 0)
    via.via_write(m, via.ACR, mode << 2, 1)
    clock(m, 1, 2)
    assert m.sr == 0xA6


@pytest.mark.parametrize("byte", [0x00, 0xFF, 0x01, 0xFE, 0xA5])
def test_flag_comes_with_the_eighth_bit_whatever_the_byte(m, byte):
    """All eight bits are counted, even if CB2 does not change [VIA 17]."""
    via.via_write(m, via.ACR, shift.SR_OUT_PHI2 << 2, 0)
    via.via_write(m, via.SR, byte, 10)
    while m.via_due <= 25:
        via.via_event(m)
    assert via.via_read(m, via.IFR, 25) == 0
    while m.via_due <= 26:
        via.via_event(m)
    assert via.via_read(m, via.IFR, 26) == shift.IFR_SR


@pytest.mark.parametrize("low", range(32))
def test_bits_of_acr_do_not_disturb_t1(m, low):
    """ACR bits of the ports do not affect T1's flag in one-shot mode."""
    via.via_write(m, via.ACR, low, 0)
    via.via_write(m, via.T1CL, 8, 1)
    via.via_write(m, via.T1CH, 0, 10)
    for cycle, want in ((20, via.IFR_T1), (30, 0), (40, 0)):
        while m.via_due <= cycle:
            via.via_event(m)
        assert via.via_read(m, via.IFR, cycle) & via.IFR_T1 == want
        via.via_write(m, via.IFR, via.IFR_T1, cycle + 1)
    m.latched[0], m.pa_in = 0x12, 0x34
    m.ifr |= via.IFR_CA1
    assert via.via_read(m, via.ORA_NO_HANDSHAKE, 50) == (0x12 if low & 0x01 else 0x34)


def test_pb7_is_one_bit(m):
    """A read of ORB is a byte, also after T1's output was toggled [VIA 10]."""
    via.via_write(m, via.DDRB, 0xFF, 0)
    via.via_write(m, via.ACR, via.ACR_T1_PB7, 1)
    assert via.via_read(m, via.ORB, 2) == 0x80
    via.via_write(m, via.ACR, 0, 3)
    via.via_write(m, via.ACR, via.ACR_T1_PB7, 4)
    assert via.via_read(m, via.ORB, 5) == 0x80


def test_t2_latch_waits_while_it_clocks_shifts(m):
    """A write of T2C-L takes effect at the next reload [VIA 15]."""
    via.via_write(m, via.ACR, shift.SR_OUT_T2 << 2, 0)
    via.via_write(m, via.T2CL, 20, 1)
    via.via_write(m, via.T2CH, 0, 2)
    via.via_write(m, via.T2CL, 90, 6)
    assert via.via_read(m, via.T2CL, 10) == 20 - 7
    while m.via_due <= 25:
        via.via_event(m)
    assert via.via_read(m, via.T2CL, 25) == 90
