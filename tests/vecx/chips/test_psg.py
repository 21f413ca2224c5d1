"""The AY-3-8912: noise, envelopes and tones against reference figures."""

import json

import numpy as np
import pytest

from vecx.chips import psg


@pytest.fixture(scope="module")
def facts(reference):
    """Give the reference figures."""
    return json.loads((reference / "ay" / "ay_reference.json").read_text())


def new_sound() -> np.ndarray:
    """Return the renderer's state at power-on."""
    state = np.zeros(psg.SOUND_STATE, np.int64)
    state[psg.R_NOISE] = 1
    return state


def render(writes: list[tuple[int, int, int]], until: int) -> np.ndarray:
    """Return the edges that a list of (cycle, register, value) makes."""
    log = np.array(writes, np.int64).reshape(-1, 3)
    edges = np.empty((until + 4 * len(log) + 100, 2))
    return edges[:psg.psg_render(new_sound(), log, len(log), until, edges)]


def levels_at(edges: np.ndarray, cycles: list[int]) -> list[float]:
    """Return the sum of the levels at given cycles."""
    return [float(edges[edges[:, 0] <= c, 1].sum()) for c in cycles]


def test_noise_is_the_17_bit_register(plain, facts):
    """The first 64 outputs are the reference's, the period is 131,071."""
    chip = plain("chips.psg")
    state = [0] * psg.SOUND_STATE
    state[psg.R_NOISE] = 1
    bits = []
    for _ in range(64):
        bits.append(str(state[psg.R_NOISE] & 1))
        for _ in range(2):
            chip.tick(state)
    assert "".join(bits) == facts["lfsr_first64"]
    register, steps = 1, 0
    while steps == 0 or register != 1:
        register = register >> 1 | ((register ^ register >> 3) & 1) << 16
        steps += 1
    assert steps == facts["lfsr_period"]


@pytest.mark.parametrize("shape", range(16))
def test_envelope_has_its_sixteen_steps(plain, facts, shape):
    """The level after each step of each shape is the reference's."""
    chip = plain("chips.psg")
    state = [0] * psg.SOUND_STATE
    state[11], state[7], state[8] = 1, 0x3F, 0x10
    chip.set_register(state, psg.SHAPE, shape)
    got = []
    for _ in range(48):
        got.append(f"{chip.channel_level(state, 0):x}")
        chip.envelope_step(state)
    assert "".join(got) == facts["env"][str(shape)]


@pytest.mark.parametrize("period", [1, 2, 3, 100, 4095])
def test_tone_is_clock_over_16_periods(period):
    """A tone's edges are 8 x TP cycles apart: f = 93,750 / TP."""
    edges = render([(0, 7, 0x3E), (0, 8, 15), (0, 0, period & 255), (0, 1, period >> 8)],
                   8 * period * 12)
    gaps = np.diff(edges[:, 0])
    assert len(gaps) > 5
    assert set(gaps[1:].tolist()) == {8.0 * period}


def test_period_zero_is_one():
    """TP 0 and NP 0 act as 1."""
    zero = render([(0, 7, 0x3E), (0, 8, 15)], 400)
    one = render([(0, 7, 0x3E), (0, 8, 15), (0, 0, 1)], 400)
    assert np.array_equal(zero, one)


def test_both_sources_off_make_a_dac():
    """With tone and noise off the volume register is the output, at the write's own cycle."""
    edges = render([(0, 7, 0x3F), (101, 8, 15), (203, 8, 9), (999, 8, 0)], 2000)
    assert edges[:, 0].tolist() == [101, 203, 999]
    assert levels_at(edges, [100, 101, 203, 999]) == pytest.approx([0, 1, 0.2163, 0])


def test_rendering_in_pieces_is_rendering_at_once():
    """Where a render stops makes no difference to the edges."""
    writes = [(0, 7, 0x30), (5, 8, 16), (5, 11, 3), (9, 13, 14), (40, 6, 2), (1234, 9, 12),
              (2000, 2, 17), (5000, 13, 9)]
    whole = render(writes, 20_000)
    state, parts, begin = new_sound(), [], 0
    for end in (7, 777, 1235, 1236, 6000, 20_000):
        log = np.array([w for w in writes if begin <= w[0] < end], np.int64).reshape(-1, 3)
        edges = np.empty((40_000, 2))
        parts.append(edges[:psg.psg_render(state, log, len(log), end, edges)].copy())
        begin = end
    assert np.array_equal(np.concatenate(parts), whole)


def test_reads_are_masked_and_port_a_is_the_buttons(plain, facts):
    """Read-back masks are the reference's; register 14 is the buttons; no latch reads FF."""
    chip = plain("chips.psg")
    m = plain("chips.state").new_state()
    m.psg = [0xFF] * 16
    m.buttons = 0x5A
    for register in range(16):
        m.psg_latch = register
        want = 0x5A if register == psg.PORT_A else facts["masks"][register]
        assert chip.psg_value(m) == want
    m.psg_latch = psg.NO_LATCH
    assert chip.psg_value(m) == 0xFF
    assert list(chip.READ_MASK) == facts["masks"]
    assert list(chip.LEVEL) == pytest.approx(facts["dac"]["westcott_2001"])
