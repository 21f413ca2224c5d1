"""The beam: DAC, sample/holds, integrators, blanking; and the account of a frame.

    PA0-PA7 --> DAC -+-----------------------> X integrator -->  deflection
                     |  mux  +-- 0 Y hold ---> Y integrator -->
    PB0 enable ------+-------+-- 1 zero reference of both
    PB1 PB2 select --'       +-- 2 Z hold ---> brightness
                             '-- 3 sound
    PB7 /RAMP   integrate while low      CA2 /ZERO  discharge while low
    CB2 /BLANK  dark while low

The bus reports each change of a wire with its moment.  Nothing is stepped: each edge is delayed by
its wire's constant, in a short queue ordered by time, and between two edges every position has a
closed form, with v the DAC or hold voltage, r the zero reference, d the drift:

    ramping     p + (v - r + f d) t + lag tau_y (1 - exp(-t / tau_y))
    holding     p + (d - r) t              (r only if the zero reference always acts)
    zeroing     q + (p - q) exp(-t / tau_z), q = tau_z (v - r) while ramping, plus the residue

A lit piece of constant velocity and brightness becomes one row of `Buffers.segments`; a standing
lit beam becomes a row whose ends coincide, a dot.

Modelled: the delays, zeroing and its residue, the Y hold's acquisition, also if it is closed too
soon, drift, the zero reference with gain, DAC tolerance, noise, fading of an old
brightness; parameters come from the record (p_*, dac), see analog.py.  The zero reference's
acquisition is modelled as a delay of its time constant, which gives the same final position.
Not modelled here: the edge of the screen and mains wobble (display), the rails of the amplifiers.

Counts are taken from the wires before the delays, so they are equal for every preset: `draws` RAMP
pulses that were lit, `moves` dark ones, `dots` lit intervals with no RAMP pulse within 16 cycles.

Sources: [ANALOG] docs/beam.md.
"""

import math

from ..compiling.jit import force_inline, inner, integers, no_inline
from .account import BEAM_COLUMNS, FRAME_COLUMNS
from .log import DRIFT, EDGE, SHORT_ZERO, Y_WAIT, log_row, next_row
from .maths import CHANCES, cos_of_turn, exp, log, next_chance
from .state import DECAYS, F_SEGMENTS, LENGTH, NEVER, ROWS, columns

MUX_Y, MUX_ZREF, MUX_Z, MUX_SOUND, MUX_OFF = range(5)
(EDGE_RAMP, EDGE_LIT, EDGE_ZERO, EDGE_X, EDGE_Y, EDGE_ZREF, EDGE_Z, EDGE_HOLD) = \
    integers(*range(8))
(A_DRAWS, A_MOVES, A_DOTS, A_STROKES, A_RASTER_CELLS, A_ZERO_PULSES, A_ZREF) = columns(
    "draws", "moves", "dots", "strokes", "raster_cells", "zero_pulses", "zref_refreshes")
(A_BEAM_ON, A_TRAVEL_LIT, A_TRAVEL_DARK) = columns("beam_on_cycles", "travel_lit", "travel_dark")
(A_CYCLES_SINCE_ZERO, A_DRAWS_SINCE_ZERO, A_DRIFT_ERR, A_RAMP_ERR) = columns(
    "max_cycles_since_zero", "max_draws_since_zero", "max_drift_err", "max_ramp_err")
(A_SHORT_ZERO, A_Y_WAIT) = columns("short_zero", "y_wait_violations")
EDGES_MAX = LENGTH["edge_t"]    # changes that a program can make within the longest delays

LAST_BIT = 3            # w_lit: lit by the last bit of a pattern, until that bit ends
BIT_CYCLES = 2.0        # per bit shifted under phi2
DOT_CYCLES = 16         # with a RAMP pulse nearer than this a lit interval is part of a line (ours)
Y_WAIT_CYCLES = 4       # that the Y hold needs the multiplexer [PiTrex menu default]
SCREEN_UNIT = 127.0     # p in one screen unit: one DAC unit at T1 latch $7F
ZERO_MISS_P = 8.0       # a discharge that stops farther out than this was too short (our choice)
DROOP_START = 100_000   # cycles a brightness holds before it fades [VIDE]
ROUNDED = 1 - 1e-12     # allows for rounding where squares are compared instead of roots
SETTLED = 30.0          # time constants after which a lag within the DAC's range is gone
(NOTHING,) = integers(0)


@no_inline
def beam_catch_up(m, board):
    """Bring the beam up to the clock: serve the edges due by now.

    Args: m      the record
          board  segments, causes and the beam's columns of frames are written
    """
    beam_run(m, board, float(m.clock))
    edges_close_up(m, board)
    for i in range(m.edge_count, EDGES_MAX):      # served edges must not be part of the state
        m.edge_t[i] = m.edge_value[i] = 0.0
        m.edge_kind[i] = m.edge_pc[i] = m.edge_at[i] = 0


# --- wires, before the delays -------------------------------------------------------------------


@inner
def beam_ramp(m, board, time, cycle, ramp):
    """Handle a change of PB7, which asserts or releases /RAMP."""
    beam_run(m, board, time)
    m.w_ramp = ramp
    dots_settle(m, cycle)
    if ramp:
        m.dots_due = NEVER
        m.dots_wait = 0
        m.lone_lit = 0
        m.pulse_lit = m.w_lit != 0
        edge(m, board, time, EDGE_RAMP, 1.0, m.p_ramp_on)
        return
    m.ramp_end = cycle
    if m.pulse_lit:
        m.account[A_DRAWS] += 1
        m.zero_draws += 1
        m.zero_ramp += 2 * length(board.dac[m.w_dac & 0xFF], m.vy)
        peak(m, A_CYCLES_SINCE_ZERO, cycle - m.zero_free)
        peak(m, A_DRAWS_SINCE_ZERO, m.zero_draws)
        peak(m, A_RAMP_ERR, m.zero_ramp)
    else:
        m.account[A_MOVES] += 1
    edge(m, board, time, EDGE_RAMP, 0.0, m.p_ramp_off)


@inner
def beam_lit(m, board, time, cycle, lit):
    """Handle a change of CB2: beam on (1; 2 by the shift register; 3 for its last bit) or blanked
    (0)."""
    beam_run(m, board, time)
    goes_on = m.w_lit and lit
    m.w_lit = lit
    dots_settle(m, cycle)
    if lit:
        if not goes_on:
            m.lone_lit = m.w_ramp == 0 and cycle - m.ramp_end > DOT_CYCLES
        if m.w_ramp:
            m.pulse_lit = 1
        edge(m, board, time, EDGE_LIT, float(lit), m.p_blank_off)
        if lit == LAST_BIT:
            edge(m, board, time, EDGE_LIT, 0.0, BIT_CYCLES + m.p_blank_on)
        return
    if m.lone_lit:
        m.dots_wait += 1
        m.dots_due = cycle + DOT_CYCLES
        m.lone_lit = 0
    edge(m, board, time, EDGE_LIT, 0.0, m.p_blank_on)


@inner
def dots_settle(m, cycle):
    """Count the lit intervals that were not followed by a RAMP pulse in time."""
    if cycle > m.dots_due:
        m.account[A_DOTS] += m.dots_wait
        m.dots_wait = 0
        m.dots_due = NEVER


@inner
def beam_zero(m, board, time, cycle, zero):
    """Handle a change of CA2, which asserts or releases /ZERO."""
    beam_run(m, board, time)
    m.w_zero = zero
    if zero:
        m.account[A_ZERO_PULSES] += 1
    else:
        m.zero_free = cycle
        m.zero_draws = 0
        m.zero_ramp = 0.0
    edge(m, board, time, EDGE_ZERO, float(zero), m.p_zero)


@inner
def beam_dac(m, board, time, cycle, dac, mux):
    """Handle a change of port A or the multiplexer: the DAC drives X and the selected hold."""
    beam_run(m, board, time)
    new_channel = mux != m.w_mux
    leaves_y = new_channel and m.w_mux == MUX_Y
    if leaves_y and cycle - m.y_held_at < Y_WAIT_CYCLES:
        m.account[A_Y_WAIT] += 1
        log_row(m, board, m.cause_at, m.cause_pc, Y_WAIT, cycle - m.y_held_at, NOTHING)
    if new_channel and mux == MUX_Y:
        m.y_held_at = cycle
    volts = board.dac[dac & 0xFF]
    if dac != m.w_dac:
        edge(m, board, time, EDGE_X, volts, m.p_x)
    m.w_dac = dac
    m.w_mux = mux
    if mux == MUX_Y:
        edge(m, board, time, EDGE_Y, volts, m.p_y)
    elif leaves_y and m.p_tau_y > 0:
        edge(m, board, time, EDGE_HOLD, 0.0, m.p_y)
    if mux == MUX_ZREF:
        if new_channel:
            m.account[A_ZREF] += 1
        edge(m, board, time, EDGE_ZREF, volts * m.p_zref_gain, m.p_zref)
    elif mux == MUX_Z:
        edge(m, board, time, EDGE_Z, volts, m.p_z)


# --- the queue of delayed edges -----------------------------------------------------------------


@inner
def edge(m, board, time, kind, value, delay):
    """Queue an edge of a wire; without a delay it takes effect at once."""
    due = time + delay
    if delay == 0:
        beam_edge(m, board, kind, value, due, m.cause_pc, m.cause_at)
        return
    if m.edge_count == EDGES_MAX:
        if board.edge_first == 0:
            beam_run(m, board, m.edge_t[0])
        edges_close_up(m, board)
    at = m.edge_count
    while at > board.edge_first and m.edge_t[at - 1] > due:
        edge_copy(m, at, at - 1)
        at -= 1
    m.edge_t[at] = due
    m.edge_kind[at] = kind
    m.edge_value[at] = value
    m.edge_pc[at] = m.cause_pc
    m.edge_at[at] = m.cause_at
    m.edge_count += 1


@inner
def edge_copy(m, to, source):
    m.edge_t[to] = m.edge_t[source]
    m.edge_kind[to] = m.edge_kind[source]
    m.edge_value[to] = m.edge_value[source]
    m.edge_pc[to] = m.edge_pc[source]
    m.edge_at[to] = m.edge_at[source]


@inner
def edges_close_up(m, board):
    """Move the queue to the start of its array."""
    first = board.edge_first
    if first:
        for at in range(first, m.edge_count):
            edge_copy(m, at - first, at)
        m.edge_count -= first
        board.edge_first = 0


@inner
def beam_run(m, board, until):
    """Serve the queued edges up to and including `until`."""
    while board.edge_first < m.edge_count and m.edge_t[board.edge_first] <= until:
        at = board.edge_first
        board.edge_first += 1
        beam_edge(m, board, m.edge_kind[at], m.edge_value[at], m.edge_t[at], m.edge_pc[at],
                  m.edge_at[at])
    if board.edge_first == m.edge_count:
        board.edge_first = m.edge_count = 0


@inner
def beam_edge(m, board, kind, value, time, pc, at):
    """Apply one edge; an edge that does not change the picture does not divide the lit piece."""
    if (kind == EDGE_X and value == m.vx) or (kind == EDGE_Y and value == m.vy) \
            or (kind == EDGE_ZREF and value == m.zref):
        return
    if kind == EDGE_Z and value == m.z:
        m.z_t = time
        return
    if kind == EDGE_HOLD and m.vy_lag == 0:
        return
    driven = kind == EDGE_X or kind == EDGE_Y or kind == EDGE_HOLD
    cuts = m.ramp & (1 - m.zero) if driven else 1
    turn(m, board, time, cuts, pc, at)
    if kind == EDGE_X:
        m.vx = value
    elif kind == EDGE_Y:
        m.vy_lag = m.vy + m.vy_lag - value if m.p_tau_y > 0 else 0.0
        m.vy = value
    elif kind == EDGE_HOLD:
        m.vy += m.vy_lag
        m.vy_lag = 0.0
    elif kind == EDGE_RAMP:
        m.ramp = int(value)
    elif kind == EDGE_LIT:
        m.lit = int(value)
    elif kind == EDGE_ZERO:
        zero_edge(m, board, int(value), at, pc)
    elif kind == EDGE_ZREF:
        m.zref = value
    else:
        m.z = value
        m.z_t = time


@inner
def zero_edge(m, board, asserted, cycle, pc):
    """Begin or end a discharge of the integrators; the write that caused it was at `pc` in
    `cycle`."""
    m.zero = asserted
    if asserted:
        m.residue_x = m.p_residue * m.bx
        m.residue_y = m.p_residue * m.by
        if m.p_tau_zero == 0:
            m.bx = m.residue_x
            m.by = m.residue_y
    else:
        left = length(m.bx - m.residue_x, m.by - m.residue_y)
        if left > ZERO_MISS_P:
            m.account[A_SHORT_ZERO] += 1
            log_row(m, board, cycle, pc, SHORT_ZERO, int(left), NOTHING)
        board.drift_told = 0
    m.zero_dx = m.zero_dy = 0.0


# --- motion -------------------------------------------------------------------------------------


@inner
def turn(m, board, time, cuts, pc, at):
    """Move the beam to `time`; if `cuts` is set, end the lit piece there and start the next one."""
    move(m, board, time)
    if cuts:
        if m.lit and m.z > 0 and time > m.piece_t:
            segment(m, board, time)
        m.piece_x = m.bx
        m.piece_y = m.by
        m.piece_t = time
        m.piece_pc = pc
        m.piece_at = at


@inner
def move(m, board, time):
    """Compute the position at `time` from that at beam_t, in closed form."""
    dt = time - m.beam_t
    if dt <= 0:
        return
    noise_x = noise_y = 0.0
    if m.p_noise > 0 and not m.zero:
        scale = m.p_noise * math.sqrt(dt)
        noise_x = scale * gauss(m)
        noise_y = scale * gauss(m)
    x, y, lag = beam_ahead(m, board, dt, noise_x, noise_y)
    m.beam_t = time
    m.vy_lag = lag
    if not m.zero:
        share = m.p_drift_f if m.ramp else 1.0
        m.zero_dx += m.p_drift_x * share * dt
        m.zero_dy += m.p_drift_y * share * dt
        if m.lit and m.z > 0:
            drift_peak(m, board)
        if m.ramp and not m.lit:
            m.account[A_TRAVEL_DARK] += length(x - m.bx, y - m.by)
    m.bx = x
    m.by = y


@force_inline
def beam_ahead(m, board, dt, noise_x, noise_y):
    """Return the beam's position dt cycles after beam_t, and the lag of Y at that time."""
    lag = way = 0.0
    if m.vy_lag != 0:
        if dt <= SETTLED * m.p_tau_y:
            lag = m.vy_lag * left_of(board.y_left, dt, m.p_tau_y)
            if abs(lag) < 1e-6:
                lag = 0.0
        way = float(m.ramp) * (m.vy_lag - lag) * m.p_tau_y
    ramp = float(m.ramp)
    zref = m.zref if m.ramp or not m.p_zref_ramp else 0.0
    speed_x = m.vx * ramp - zref
    speed_y = m.vy * ramp - zref
    if m.zero:
        if m.p_tau_zero == 0:
            return m.bx, m.by, lag
        x, y = discharge(m, board, speed_x, speed_y, m.vy_lag * ramp, dt)
        return x, y, lag
    share = m.p_drift_f if m.ramp else 1.0
    x = m.bx + (speed_x * dt + (m.p_drift_x * share * dt + noise_x))
    y = m.by + (speed_y * dt + (m.p_drift_y * share * dt + noise_y))
    return x, y + way, lag


@no_inline
def beam_at(m, board, time):
    """Return the beam's position, without noise, at a moment before the next edge."""
    x, y, _ = beam_ahead(m, board, time - m.beam_t, 0.0, 0.0)
    return x, y


@inner
def left_of(table, dt, tau):
    """Return exp(-dt / tau), which the board tabulates for whole cycles."""
    whole = int(dt)
    if whole == dt and whole < DECAYS:
        return table[whole & DECAYS - 1]
    return exp(-dt / tau)


@force_inline
def discharge(m, board, speed_x, speed_y, lag, dt):
    """Return the position while zeroing: it approaches the point where input
    and discharge balance."""
    tau = m.p_tau_zero
    decay = left_of(board.zero_left, dt, tau)
    to_x = m.residue_x + tau * speed_x
    to_y = m.residue_y + tau * speed_y
    x = to_x + (m.bx - to_x) * decay
    y = to_y + (m.by - to_y) * decay
    if lag != 0:
        rate, hold = 1 / tau, 1 / m.p_tau_y
        if abs(rate - hold) < 1e-9:
            y += lag * dt * decay
        else:
            y += lag / (rate - hold) * (exp(-hold * dt) - decay)
    return x, y


@inner
def uniform(m):
    """Return the next number of the noise generator, above 0 and below 1."""
    m.noise = next_chance(m.noise)
    return m.noise / CHANCES


@inner
def gauss(m):
    """Return the next number of a normal distribution [Box & Muller 1958]."""
    radius = math.sqrt(-2.0 * log(uniform(m)))
    return radius * cos_of_turn(uniform(m))


@inner
def length(x, y):
    """Return the length of a vector; math.hypot rounds differently with and without numba."""
    return math.sqrt(x * x + y * y)


@inner
def peak(m, column, value):
    """Raise a figure of the account to a value, if the value is larger."""
    if value > m.account[column]:
        m.account[column] = value


@inner
def drift_peak(m, board):
    """Record the drift if it is the largest so far; compare the squares first, to avoid most square
    roots."""
    least = m.account[A_DRIFT_ERR] * SCREEN_UNIT
    square = m.zero_dx * m.zero_dx + m.zero_dy * m.zero_dy
    if square >= least * least * ROUNDED:
        peak(m, A_DRIFT_ERR, math.sqrt(square) / SCREEN_UNIT)
    if board.drift_square > 0 and square > board.drift_square and board.drift_told == 0:
        board.drift_told = 1
        log_row(m, board, m.piece_at, m.piece_pc, DRIFT, int(math.sqrt(square)), NOTHING)


@inner
def segment(m, board, time):
    """Append the lit piece to the segments: the piece ends at the beam's present position."""
    z = m.z
    if m.p_droop > 0 and time - m.z_t > DROOP_START:
        left = 1 - (time - m.z_t - DROOP_START) / m.p_droop
        z = z * left if left > 0 else 0.0
    row = next_row(m, board, board.segment_rows, ROWS)
    board.segment_rows = row + 1
    m.segments += 1
    rows = board.segments
    rows[row, 0] = m.piece_x
    rows[row, 1] = m.piece_y
    rows[row, 2] = m.bx
    rows[row, 3] = m.by
    rows[row, 4] = z / 127.0 if z < 127 else 1.0
    rows[row, 5] = m.piece_t - m.drawn_from
    rows[row, 6] = time - m.drawn_from
    board.causes[row, 0] = m.piece_pc
    board.causes[row, 1] = m.piece_at
    m.account[A_STROKES] += 1
    if m.lit >= 2:
        m.account[A_RASTER_CELLS] += 1
    if board.edge_x > 0 and (abs(m.bx) > board.edge_x or abs(m.by) > board.edge_y):
        log_row(m, board, m.piece_at, m.piece_pc, EDGE, int(m.bx), int(m.by))
    m.account[A_BEAM_ON] += time - m.piece_t
    m.account[A_TRAVEL_LIT] += length(m.bx - m.piece_x, m.by - m.piece_y)


# --- frames -------------------------------------------------------------------------------------


@inner
def beam_frame(m, board, cycle, row):
    """Copy the beam's figures for the frame that has ended to a row of the table of frames."""
    beam_run(m, board, float(cycle))
    dots_settle(m, cycle)
    rows = board.frames
    rows[row, F_SEGMENTS] = m.segments
    m.drawn_from = float(cycle)
    for column in range(BEAM_COLUMNS):
        rows[row, FRAME_COLUMNS + column] = m.account[column]
        m.account[column] = 0.0
