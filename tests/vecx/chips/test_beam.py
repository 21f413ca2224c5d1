"""The beam: closed form compared with fine steps, and lines of known length."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

# Draws one line from X and Y DAC values, the T1 latch and the brightness at Z; then loops forever.
LINE = """
 lds   #$CBEA
 lda   #$D0
 tfr   a,dp
 lda   #$CE
 sta   <$0C              ; ZERO released
 lda   #$98
 sta   <$0B              ; T1 drives PB7, SR shifts out under phi2 and so blanks
 ldd   #$0100
 std   <$00              ; multiplexer off, DAC 0
 ldd   #$9FFF
 std   <$02              ; DDRB, DDRA
 ldd   #$047F
 sta   <$00              ; Z hold
 stb   <$01
 inc   <$00
 ldb   #{y}
 stb   <$01
 clr   <$00              ; Y hold
 nop
 nop
 nop
 inc   <$00
 ldb   #{x}
 stb   <$01
 lda   #{scale}
 sta   <$04
 lda   #$FF
 sta   <$0A
 clr   <$05              ; RAMP
 lda   #$40
wait
 bita  <$0D
 beq   wait
 brn   *
 brn   *
 brn   *
 brn   *
 clr   <$0A
 mul
 mul
 lda   #$30
 sta   <$09              ; ends the frame
stay
 bra   stay
"""


def ends(m) -> np.ndarray:
    """Return the last end point of frame 0."""
    segments = m.run_frames(1)[0].segments
    return segments


@pytest.mark.parametrize(("x", "y", "scale"), [(127, 0, 127), (-128, 64, 255), (1, -1, 1),
                                               (64, 32, 16), (-5, 100, 2)])
def test_ideal_line_is_dac_times_latch(program, x, y, scale):
    """In `ideal`, a line from the centre is exactly DAC x N long."""
    m = program(LINE.format(x=x & 255, y=y & 255, scale=scale))
    segments = ends(m)
    assert tuple(segments[0][:2]) == (0, 0)
    assert tuple(segments[-1][2:4]) == (x * scale, y * scale)


@pytest.mark.parametrize("scale", [5, 40, 127, 250])
def test_hardware_ramp_is_n_plus_2(program, scale):
    """In `hardware`, the effective ramp is N + 2 cycles within half a cycle."""
    m = program(LINE.format(x=100, y=0, scale=scale), preset="hardware")
    m.chips.state.p_drift_x = m.chips.state.p_drift_y = 0
    x = float(ends(m)[-1][2]) / float(m.chips.board.dac[100])
    assert x == pytest.approx(scale + 2, abs=0.5)


def test_counts_do_not_depend_on_the_preset(program):
    """Draws, moves and dots are the same in every preset."""
    source = LINE.format(x=50, y=50, scale=60)
    counts = set()
    for preset in ("ideal", "hardware", "worn"):
        budget = program(source, preset=preset).run_frames(1)[0].budget
        counts.add((budget.draws, budget.moves, budget.dots, budget.vectors))
    assert counts == {(1, 0, 0, 1)}


def test_lone_flash_is_a_dot(program):
    """A lit interval without a nearby RAMP pulse counts as a dot, and is one segment."""
    source = LINE.format(x=50, y=50, scale=60).replace(" clr   <$05              ; RAMP\n", "") \
        .replace(" beq   wait\n", "")
    frame = program(source).run_frames(1)[0]
    assert (frame.budget.draws, frame.budget.dots, frame.budget.vectors) == (0, 1, 1)
    assert len(frame.segments) == 1
    assert tuple(frame.segments[0][:4]) == (0, 0, 0, 0)


def test_segments_name_the_write_that_began_them(program):
    """The cause of a line is the write of SR, with its instruction and cycle."""
    m = program(LINE.format(x=50, y=0, scale=60))
    frame = m.run_frames(1)[0]
    moving = frame.segments[:, 2] > frame.segments[:, 0]
    pc = int(frame.causes[moving][0][0])
    assert m.read(pc, 2) == b"\x0f\x05"     # CLR <$05 started the ramp


def euler(p0, speed, lag, tau_y, drift, zero_tau, dt, steps=4000):
    """Integrate one axis in small steps: the reference for the closed form."""
    h, p = dt / steps, p0
    for i in range(steps):
        middle = (i + 0.5) * h
        rate = speed + lag * math.exp(-middle / tau_y)
        if zero_tau:
            rate -= (p + 0.5 * h * (rate - p / zero_tau)) / zero_tau
        else:
            rate += drift
        p += h * rate
    return p


@settings(max_examples=60)
@given(st.floats(-20000, 20000), st.integers(-128, 127), st.integers(-128, 127),
       st.integers(0, 1), st.sampled_from([0.0, 3.3, 4.4, 6.3]), st.floats(-1, 1),
       st.sampled_from([1.0, 1.6, 4.4]), st.sampled_from([1.0, 7.0, 18.5, 127.0]))
def test_closed_form_is_the_integral(plain, p0, v, v0, ramp, zero_tau, drift, tau_y, dt):
    """The closed form of ramping, holding and zeroing agrees with fine steps."""
    beam, m = plain("chips.beam"), plain("chips.state_record").new_state()
    m.by, m.vy, m.vy_lag, m.ramp = p0, float(v), float(v0 - v), ramp
    m.zero, m.p_tau_zero = int(zero_tau > 0), zero_tau
    m.p_drift_y, m.p_drift_f, m.p_tau_y = drift, 0.2, tau_y
    board = SimpleNamespace(**{name: [math.exp(-n / tau) if tau else 0.0 for n in range(64)]
                               for name, tau in (("y_left", tau_y), ("zero_left", zero_tau))})
    beam.move(m, board, dt)
    lag = float(v0 - v) * ramp
    want = euler(p0, v * ramp, lag, tau_y, drift * (0.2 if ramp else 1), zero_tau, dt)
    assert m.by == pytest.approx(want, abs=0.05)


def test_noise_is_drawn_from_the_record(plain):
    """Equal records give equal noise with a normal distribution."""
    beam, state = plain("chips.beam"), plain("chips.state_record")
    a, b = state.new_state(), state.new_state()
    a.noise = b.noise = 12345
    numbers = [beam.gauss(a) for _ in range(4000)]
    assert numbers == [beam.gauss(b) for _ in range(4000)]
    assert np.mean(numbers) == pytest.approx(0, abs=0.06)
    assert np.std(numbers) == pytest.approx(1, abs=0.05)


RAMPS_WITHOUT_END = """
 lda   #$D0
 tfr   a,dp
 ldd   #$CCC0            ; ZERO asserted, BLANK released; T1 runs free on PB7
 std   <$0B
 sta   <$0C
 stb   <$0B
 ldd   #$9FFF
 std   <$02
 ldd   #$047F
 sta   <$00              ; Z hold
 stb   <$01
 inc   <$00
 ldd   #$EE00
 sta   <$0C              ; ZERO released
 stb   <$04
 stb   <$05              ; a RAMP edge every two cycles from here on
stay
 bra   stay              ; and no access to the VIA
"""


def test_edges_that_nobody_looks_at_fit_the_buffers(program):
    """With a RAMP edge every two cycles, each cut frame counts all edges."""
    frames = program(RAMPS_WITHOUT_END).run_frames(6)
    assert [frame.cycles for frame in frames[1:]] == [30_000] * 5
    assert [frame.budget.draws for frame in frames[1:]] == [7500] * 5
    assert [frame.budget.strokes for frame in frames[1:]] == [15_000] * 5


# CLR would read the shift register first, which shifts the pattern once more.
PATTERN = LINE.replace(" lda   #$FF\n sta   <$0A", " lda   #${pattern:02X}\n sta   <$0A") \
    .replace(" clr   <$0A", " ldb   #0\n stb   <$0A")


@pytest.mark.parametrize("pattern", [0x01, 0x0F, 0xAB, 0xFE, 0x80, 0xFF])
def test_the_ninth_bit(program, pattern):
    """With `sr_ninth_bit` the last bit of a pattern stays; without it, the pattern ends."""
    lit = {}
    for ninth in (0, 1):
        m = program(PATTERN.format(x=100, y=0, scale=120, pattern=pattern))
        m.chips.state.p_ninth = ninth
        lit[ninth] = float((lambda s: (s[:, 6] - s[:, 5]).sum())(m.run_frames(1)[0].segments))
    ones = 2 * pattern.bit_count()
    if pattern & 1 and pattern != 0xFF:
        assert lit[0] == ones and lit[1] > ones + 90
    else:
        assert lit[0] == lit[1] > 0


def test_the_ninth_bit_does_not_count(program):
    """Draws and dots are the same with and without the ninth bit."""
    counts = set()
    for ninth in (0, 1):
        m = program(PATTERN.format(x=100, y=0, scale=120, pattern=0xAB))
        m.chips.state.p_ninth = ninth
        budget = m.run_frames(1)[0].budget
        counts.add((budget.draws, budget.moves, budget.dots))
    assert len(counts) == 1


IDLE_DRIFT = LINE.replace(" mul\n mul\n lda   #$30",
                          " ldx   #3000\nidle\n leax  -1,x\n bne   idle\n lda   #$30")


@pytest.mark.parametrize("noise", [0.0, 5.0])
def test_drift_counts_where_it_displaces_light(program, noise):
    """Drift counts only while the beam is lit; noise does not count."""
    figures = []
    for source in (LINE, IDLE_DRIFT):
        m = program(source.format(x=100, y=0, scale=120), preset="worn")
        m.chips.state.p_noise = noise
        figures.append(m.run_frames(1)[0].budget.max_drift_err)
    assert figures[0] == figures[1] > 0
    m = program(LINE.format(x=100, y=0, scale=120), preset="worn")
    m.chips.state.p_noise = noise
    m.chips.state.p_drift_x = m.chips.state.p_drift_y = 0.0
    assert m.run_frames(1)[0].budget.max_drift_err == 0


def test_what_a_call_drew_is_in_its_result():
    """A dot drawn in a call is a segment of this call, and not of the next one."""
    from vecx import Machine

    m = Machine(preset="ideal", ram="zero")
    m.run_frames(3)
    m.call(0xF2AB, a=0x7F, dp=0xD0)
    first = m.call(0xF2C5, dp=0xD0)      # Dot_here
    assert len(first.segments) == 1
    assert 0 < first.segments[0, 5] < first.segments[0, 6] <= first.cycles
    assert len(m.call(0xF354, dp=0xD0).segments) == 0
    assert first.stack >= 0 and {register for _, register, _ in first.writes} >= {10}


@pytest.mark.parametrize("age, share", [(100_000, 1.0), (100_500, 0.5), (100_900, 0.1),
                                        (102_000, 0.0)])
def test_an_old_brightness_fades(plain, age, share):
    """More than 100,000 cycles after its last refresh, the brightness fades."""
    beam, record = plain("chips.beam"), plain("chips.state_record")
    m, board = record.new_state(), record.new_board()
    m.z, m.lit, m.p_droop, m.piece_t = 63.5, 1, 1000.0, age - 10.0
    beam.segment(m, board, float(age))
    assert board.segments[0, 4] == pytest.approx(0.5 * share)
