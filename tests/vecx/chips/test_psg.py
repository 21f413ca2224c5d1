"""The AY-3-8912: noise, envelopes and tones, compared with reference figures."""

import itertools
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vecx.chips import psg
from vecx.chips.state_record import new_state


@pytest.fixture(scope="module")
def facts(reference):
    """Return the reference figures."""
    return json.loads((reference / "ay" / "ay_reference.json").read_text())


def new_sound() -> Any:
    """Return a record at power-on for the renderer."""
    return new_state().array


def render(writes: list[tuple[int, int, int]], until: int) -> np.ndarray:
    """Return the edges for a list of (cycle, register, value)."""
    log = np.array(writes, np.int64).reshape(-1, 3)
    edges = np.empty((until + 4 * len(log) + 100, 2))
    return edges[:psg.psg_render(new_sound(), log, len(log), until, edges)]


def levels_at(edges: np.ndarray, cycles: list[int]) -> list[float]:
    """Return the sums of the levels at these cycles."""
    return [float(edges[edges[:, 0] <= c, 1].sum()) for c in cycles]


def test_noise_is_the_17_bit_register(plain, facts):
    """The first 64 outputs equal the reference; the period is 131,071."""
    chip = plain("chips.psg")
    state = plain("chips.state_record").new_state()
    bits = []
    for _ in range(64):
        bits.append(str(state.ay_noise & 1))
        chip.count_ticks(state, 2)
    assert "".join(bits) == facts["lfsr_first64"]
    register, steps = 1, 0
    while steps == 0 or register != 1:
        register = register >> 1 | ((register ^ register >> 3) & 1) << 16
        steps += 1
    assert steps == facts["lfsr_period"]


@pytest.mark.parametrize("shape", range(16))
def test_envelope_has_its_sixteen_steps(plain, facts, shape):
    """The level after each step of each shape equals the reference."""
    chip = plain("chips.psg")
    state = plain("chips.state_record").new_state()
    state.ay_reg[11], state.ay_reg[7], state.ay_reg[8] = 1, 0x3F, 0x10
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
    """With tone and noise off, the volume register is the output from its write on."""
    edges = render([(0, 7, 0x3F), (101, 8, 15), (203, 8, 9), (999, 8, 0)], 2000)
    assert edges[:, 0].tolist() == [101, 203, 999]
    assert levels_at(edges, [100, 101, 203, 999]) == pytest.approx([0, 1, 0.2163, 0])


def test_rendering_in_pieces_is_rendering_at_once():
    """The edges do not depend on where rendering stops."""
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


def slow_levels(writes: list[tuple[int, int, int]], ticks: int) -> list[tuple[float, ...]]:
    """Step a simple model of the chip tick by tick; return the three levels at each tick."""
    r, out, count = [0] * 16, [0] * 3, [0] * 3
    noise, noise_count, noise_half, env_count, levels = 1, 0, 0, 0, []
    waiting = list(writes)

    def envelope(shape: int):
        rising = shape & 4 != 0
        while True:
            yield from range(16) if rising else range(15, -1, -1)
            if shape < 8:
                while True:
                    yield 0
            if shape & 1:
                top = rising != (shape & 2 != 0)
                while True:
                    yield 15 if top else 0
            rising = rising != (shape & 2 != 0)

    steps, level = itertools.repeat(0), 0    # silent until R13 is first written
    for tick in range(ticks):
        if tick:
            for i in range(3):
                count[i] += 1
                if count[i] >= max(1, (r[2 * i + 1] & 15) << 8 | r[2 * i]):
                    count[i], out[i] = 0, out[i] ^ 1
            noise_count += 1
            if noise_count >= max(1, r[6] & 31):    # the divider, then the flip-flop after it
                noise_count, noise_half = 0, noise_half ^ 1
                if not noise_half:
                    noise = noise >> 1 | ((noise ^ noise >> 3) & 1) << 16
            env_count += 1
            if env_count >= max(1, 2 * (r[12] << 8 | r[11])):
                env_count, level = 0, next(steps)
        while waiting and waiting[0][0] <= tick * 8:
            _, register, value = waiting.pop(0)
            r[register] = value
            if register == 13:
                steps, env_count = envelope(value & 15), 0
                level = next(steps)
        row = []
        for i in range(3):
            on = (out[i] | r[7] >> i & 1) & (noise & 1 | r[7] >> i + 3 & 1)
            row.append(psg.LEVEL[(level if r[8 + i] & 16 else r[8 + i] & 15) if on else 0])
        levels.append(tuple(row))
    return levels


WRITE = st.tuples(st.integers(1, 60), st.integers(0, 13), st.integers(0, 255))


@pytest.mark.slow
@settings(max_examples=150)
@given(st.lists(WRITE, max_size=40))
def test_edges_are_those_of_a_slow_model(steps):
    """For any writes, the levels equal those of a tick-by-tick model."""
    writes, cycle = [], 0
    for gap, register, value in steps:
        cycle += 8 * gap
        writes.append((cycle, register, value & psg.READ_MASK[register]))
    ticks = cycle // 8 + 400
    edges = render(writes, 8 * ticks)
    want = [sum(row) for row in slow_levels(writes, ticks)]
    level, at = 0.0, 0
    for tick in range(ticks):
        while at < len(edges) and edges[at, 0] <= 8 * tick:
            level += edges[at, 1]
            at += 1
        assert level == pytest.approx(want[tick], abs=1e-9), tick


def test_reads_are_masked_and_port_a_is_the_buttons(plain, facts):
    """Reads are masked as in the reference; register 14 is the buttons."""
    chip = plain("chips.psg")
    m = plain("chips.state_record").new_state()
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
