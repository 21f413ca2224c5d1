"""The 6522, compared with register traces of real chips and with the data sheet."""

import pytest

from tests.conftest import import_plain
from vecx.conform import via as traces

via = import_plain("chips.via")
shift = import_plain("chips.shift")
new_state = import_plain("chips.state_record").new_state


class Bench:
    """An un-jitted 6522 that can be read and written at given cycles."""

    def __init__(self) -> None:
        self.m = new_state()
        via.via_reset(self.m)

    def advance(self, cycle: int) -> None:
        """Process the events up to a cycle."""
        while self.m.via_due <= cycle:
            via.via_event(self.m)

    def write(self, cycle: int, register: int, value: int) -> None:
        """Write a register."""
        self.advance(cycle)
        via.via_write(self.m, register, value, cycle)

    def read(self, cycle: int, register: int) -> int:
        """Read a register."""
        self.advance(cycle)
        return int(via.via_read(self.m, register, cycle))


@pytest.fixture
def chip() -> Bench:
    """Return a 6522 after /RES."""
    return Bench()


def test_agrees_with_every_trace_of_real_chips(reference):
    """All 263 cases, 55,930 checked reads, are reproduced."""
    passed, failures = traces.replay(reference / "via")
    assert failures == []
    assert passed == 263


@pytest.mark.parametrize("latch", [0, 1, 2, 40, 255, 256, 65535])
def test_t1_flag_is_seen_n_plus_2_after_the_write(chip, latch):
    """T1's flag is visible to a read at t + N + 2, and not one cycle earlier [VIA 2]."""
    chip.write(10, via.T1CL, latch & 0xFF)
    chip.write(20, via.T1CH, latch >> 8)
    assert chip.read(20 + latch + 1, via.IFR) & via.IFR_T1 == 0
    assert chip.read(20 + latch + 2, via.IFR) & via.IFR_T1


def test_t1_one_shot_holds_pb7_low_until_the_time_out(chip):
    """PB7 falls at the write of T1C-H and rises N + 1.5 cycles after it."""
    chip.write(0, via.ACR, via.ACR_T1_PB7)
    chip.write(1, via.T1CL, 10)
    chip.write(5, via.T1CH, 0)
    assert chip.read(6, via.ORB) & 0x80 == 0
    assert chip.read(16, via.ORB) & 0x80 == 0
    assert chip.read(17, via.ORB) & 0x80
    assert chip.m.via_edge_time == 5 + 1 + 10 + 1.5


def test_t1_free_run_toggles_pb7_every_n_plus_2(chip):
    """In free-running mode the square wave's half period is N + 2 [VIA 1, 10]."""
    chip.write(0, via.ACR, via.ACR_T1_PB7 | via.ACR_T1_FREE_RUN)
    chip.write(1, via.T1CL, 8)
    chip.write(2, via.T1CH, 0)
    levels = [chip.read(c, via.ORB) >> 7 for c in range(3, 43)]
    assert levels == ([0] * 9 + [1] * 10 + [0] * 10 + [1] * 10 + [0])


def test_shift_register_under_phi2_sends_a_bit_every_two_cycles(chip):
    """In mode 6, bit k is on CB2 from 2k cycles after the write, MSB first."""
    chip.write(0, via.ACR, shift.SR_OUT_PHI2 << 2)
    chip.write(10, via.SR, 0xA5)
    seen = []
    for cycle in range(12, 40):
        chip.advance(cycle)
        seen.append(int(chip.m.cb2_sr))
    assert seen[:16:2] == [1, 0, 1, 0, 0, 1, 0, 1]
    assert seen[1:16:2] == seen[:16:2]
    assert set(seen[16:]) == {1}
    assert chip.read(40, via.IFR) & shift.IFR_SR


def test_interrupt_flags_and_enables(chip):
    """IER sets and clears by bit 7; IFR bit 7 follows enabled flags; IER reads with bit 7 set."""
    chip.write(0, via.IER, 0x80 | via.IFR_T1)
    chip.write(1, via.T1CL, 1)
    chip.write(2, via.T1CH, 0)
    assert chip.read(8, via.IFR) == 0x80 | via.IFR_T1
    assert chip.read(9, via.IER) == 0x80 | via.IFR_T1
    chip.write(10, via.IER, via.IFR_T1)
    assert chip.read(11, via.IFR) == via.IFR_T1
    chip.write(12, via.IFR, via.IFR_T1)
    assert chip.read(13, via.IFR) == 0


@pytest.mark.parametrize("port", [0, 1])
@pytest.mark.parametrize("edge", [0, 1])
def test_c1_edges_set_their_own_flag_only(chip, port, edge):
    """CA1 and CB1 flag the edge that PCR selects, each its own [R6522 PCR]."""
    flag = via.IFR_CB1 if port else via.IFR_CA1
    chip.write(0, via.PCR, edge << 4 * port)
    via.via_set_c1(chip.m, port, 0, 5)
    assert chip.read(6, via.IFR) == (0 if edge else flag)
    chip.write(7, via.IFR, 0x7F)
    via.via_set_c1(chip.m, port, 1, 8)
    assert chip.read(9, via.IFR) == (flag if edge else 0)
    chip.read(10, via.ORB if port else via.ORA)
    assert chip.read(11, via.IFR) == 0


def test_c2_manual_outputs_follow_pcr(chip):
    """PCR modes 110 and 111 hold CA2 and CB2 low and high."""
    for pcr, ca2, cb2 in ((0xCC, 0, 0), (0xEE, 1, 1), (0xCE, 1, 0), (0xEC, 0, 1)):
        chip.write(0, via.PCR, pcr)
        assert (chip.m.c2_out[0], chip.m.c2_out[1]) == (ca2, cb2)


def test_ca2_pulse_lasts_one_cycle(chip):
    """In pulse mode CA2 is low in the cycle after an access to ORA [R6522 PCR]."""
    chip.write(0, via.PCR, via.C2_PULSE << 1)
    chip.write(10, via.ORA, 0)
    assert chip.m.c2_out[0] == 0
    chip.advance(11)
    assert chip.m.c2_out[0] == 0
    chip.advance(12)
    assert chip.m.c2_out[0] == 1


def test_reset_keeps_timers_and_shift_register(chip):
    """/RES clears the registers but leaves T1, T2 and SR as they are [R6522 p.3]."""
    chip.write(0, via.T1CL, 0x34)
    chip.write(1, via.T1CH, 0x12)
    chip.write(2, via.SR, 0x5A)
    chip.write(3, via.DDRB, 0xFF)
    via.via_reset(chip.m)
    assert (chip.m.t1l, chip.m.sr, chip.m.ddrb) == (0x1234, 0x5A, 0)


@pytest.mark.parametrize("pins", [0x00, 0xFF, 0xA5, 0x5A, *(1 << bit for bit in range(8))])
def test_latched_ports_hold_every_bit(chip, pins):
    """With latching, each pin is held from C1's edge until the port is read."""
    chip.write(0, via.ACR, via.ACR_PA_LATCH | via.ACR_PB_LATCH)
    chip.m.pa_in = chip.m.pb_in = pins
    via.via_set_c1(chip.m, 0, 0, 1)
    via.via_set_c1(chip.m, 1, 0, 1)
    chip.m.pa_in = chip.m.pb_in = pins ^ 0xFF
    assert (chip.read(2, via.ORA), chip.read(3, via.ORB)) == (pins, pins)
    assert (chip.read(4, via.ORA), chip.read(5, via.ORB)) == (pins ^ 0xFF, pins ^ 0xFF)


def test_without_latching_ports_show_their_pins(chip):
    """Without latching, C1's edge holds nothing."""
    chip.m.pa_in = chip.m.pb_in = 0x12
    via.via_set_c1(chip.m, 0, 0, 1)
    via.via_set_c1(chip.m, 1, 0, 1)
    chip.m.pa_in = chip.m.pb_in = 0x34
    assert (chip.read(2, via.ORA_NO_HANDSHAKE), chip.read(3, via.ORB)) == (0x34, 0x34)


@pytest.mark.parametrize(("ddrb", "orb", "pins", "level"), [
    (0x80, 0x80, 0x00, 1), (0x80, 0x00, 0xFF, 0), (0x00, 0x80, 0x00, 0), (0x00, 0x00, 0x80, 1)])
def test_pb7_without_t1_is_the_port(chip, ddrb, orb, pins, level):
    """With ACR bit 7 clear, PB7 is ORB's bit as an output, the pin as an input."""
    chip.write(0, via.DDRB, ddrb)
    chip.write(1, via.ORB, orb)
    chip.m.pb_in = pins
    assert via.pb7_level(chip.m) == level
