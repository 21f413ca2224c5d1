"""The beam compared with a finely stepped circuit, for any wires and every preset."""

from dataclasses import asdict, replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .slow_beam import SlowBeam, Wires

PRESETS = ("ideal", "hardware", "worn")
NEAR = 1.5              # p, out of thousands; more if the zero reference has not settled
TAIL = 40.0             # cycles after the last change

STEPS = st.lists(st.tuples(
    st.integers(1, 45), st.sampled_from(("ramp", "lit", "zero", "dac", "mux", "both")),
    st.integers(-128, 127), st.integers(0, 4)), min_size=3, max_size=22)


def script_of(steps) -> list[Wires]:
    """Return the wires of a script of steps: cycles to wait, the wire, its value."""
    now, script = Wires(0.0, 0, 0, 0, 0, 4), []
    for gap, what, dac, mux in steps:
        if what in ("ramp", "lit", "zero"):
            now = now._replace(**{what: 1 - getattr(now, what)})
        if what in ("dac", "both"):
            now = now._replace(dac=dac)
        if what in ("mux", "both"):
            now = now._replace(mux=mux)
        now = now._replace(time=now.time + gap)
        script.append(now)
    return script


@cache
def board_of(make):
    """Return one board for all scripts, because its creation takes longer than drawing."""
    return make()


def drawn(plain, analog, script, end):
    """Return the record and the segments of the beam for a script."""
    made = plain("chips.state_record")
    m, board = made.new_state(), board_of(made.new_board)
    board.segment_rows = board.edge_first = board.log_rows = 0
    plain("console.analog").apply(m, board, analog, 0)
    board.dac[:] = [float(code - 256 if code & 128 else code) for code in range(256)]
    beam = plain("chips.beam")
    for row, to in enumerate(script):
        m.cause_pc, m.cause_at = row, int(to.time)
        if (to.dac, to.mux) != (m.w_dac, m.w_mux):
            beam.beam_dac(m, board, to.time, int(to.time), to.dac, to.mux)
        for name in ("ramp", "lit", "zero"):
            if getattr(to, name) != getattr(m, f"w_{name}"):
                getattr(beam, f"beam_{name}")(m, board, to.time, int(to.time), getattr(to, name))
    m.clock = int(end)
    beam.beam_catch_up(m, board)
    plain("chips.beam").move(m, board, float(int(end)))
    return m, board.segments[:board.segment_rows]


@pytest.mark.sample(1)
@pytest.mark.parametrize("preset", PRESETS)
@settings(max_examples=60)
@given(steps=STEPS)
def test_any_script(plain, preset, steps):
    """Position, holds and lit lines agree for any overlap of the delays."""
    analog = replace(plain("console.analog").preset(preset), noise_sigma=0.0, dac_inl=0.0,
                     tau_sh_zref=0.0)
    script = script_of(steps)
    end = float(int(script[-1].time + TAIL))
    slow = SlowBeam(analog)
    slow.run(script, end)
    m, segments = drawn(plain, analog, script, end)
    assert (m.bx, m.by) == pytest.approx((slow.x, slow.y), abs=NEAR)
    assert m.vy + m.vy_lag == pytest.approx(slow.y_hold, abs=0.05)
    assert (m.vx, m.z, m.zref) == (slow.dac, slow.z, slow.zref)
    assert (m.ramp, m.lit != 0, m.zero) == (slow.ramp, slow.lit != 0, slow.zero)
    path = [(x0, y0, begin) for x0, y0, _, _, begin, _ in slow.pieces] \
        + [(x1, y1, at) for _, _, x1, y1, _, at in slow.pieces]
    for x0, y0, x1, y1, _, begin, at in segments.tolist():
        for x, y, time in ((x0, y0, begin), (x1, y1, at)):
            near = [p for p in path if abs(p[2] - time) < 1e-3]
            assert any((px, py) == pytest.approx((x, y), abs=NEAR) for px, py, _ in near)
    lit = sum(piece[5] - piece[4] for piece in slow.pieces)
    assert sum(row[6] - row[5] for row in segments.tolist()) <= lit + 0.01


@pytest.mark.parametrize("dac", [-128, -77, -1, 1, 64, 127])
def test_a_hold_that_is_closed_too_soon_keeps_what_it_has(plain, dac):
    """A hold closed after one time constant keeps 63 % of the change."""
    analog = replace(plain("console.analog").preset("hardware"), tau_sh_y=4.0, dac_inl=0.0)
    m, _ = drawn(plain, analog, [Wires(1.0, 0, 0, 0, dac, 0), Wires(5.0, 0, 0, 0, dac, 4),
                                 Wires(6.0, 0, 0, 0, 0, 4)], 200.0)
    assert m.vy == pytest.approx(dac * (1 - 2.718281828 ** -1), rel=1e-6) and m.vy_lag == 0


def test_ideal_ramps_are_exact(plain):
    """In `ideal`, a ramp of T1 = N moves the beam by exactly DAC x N."""
    analog = plain("console.analog").preset("ideal")
    assert asdict(analog)["tau_sh_y"] == 0
    for n in range(2, 256):
        dac = (n * 37) % 255 - 127
        # PB7 falls at the end of the write's cycle and rises N + 1.5 later [via].
        m, _ = drawn(plain, analog, [Wires(1.0, 0, 0, 0, dac, 0), Wires(2.0, 0, 0, 0, dac, 4),
                                     Wires(20.0, 1, 0, 0, dac, 4),
                                     Wires(21.5 + n, 0, 0, 0, dac, 4)], 400.0)
        assert (m.bx, m.by) == (dac * n, dac * n)


def ramp_cycles(plain, preset, n):
    """Return the effective length in cycles of a ramp with T1 = n."""
    analog = replace(plain("console.analog").preset(preset), drift_x=0.0, drift_y=0.0,
                     noise_sigma=0.0)
    m, _ = drawn(plain, analog, [Wires(1.0, 0, 0, 0, 100, 4), Wires(30.0, 1, 0, 0, 100, 4),
                                 Wires(31.5 + n, 0, 0, 0, 100, 4)], 400.0)
    return m.bx / 100


def test_hardware_ramps_last_two_cycles_more(plain):
    """In `hardware`, a ramp of T1 = N lasts N + 2 cycles within half a cycle."""
    for n in range(2, 256):
        assert ramp_cycles(plain, "hardware", n) == pytest.approx(n + 2, abs=0.5)


def test_old_machines_lie_within_their_ranges(plain):
    """In 32 seeds of `worn`, each DAC code is within its tolerance, and no two are equal."""
    analog = plain("console.analog").preset("worn")
    seen = set()
    for seed in range(32):
        made = plain("chips.state_record")
        m, board = made.new_state(), board_of(made.new_board)
        plain("console.analog").apply(m, board, analog, seed)
        values = [code - 256 if code & 128 else code for code in range(256)]
        assert all(abs(board.dac[code] - value) <= 127 * analog.dac_inl + 1e-9
                   for code, value in enumerate(values))
        assert board.dac[0] == 0 and 1 <= m.noise < 1 << 31
        seen.add(tuple(board.dac))
    assert len(seen) == 32
    assert all(ramp_cycles(plain, "worn", n) == pytest.approx(n + 3.9, abs=0.1)
               for n in (2, 50, 255))
