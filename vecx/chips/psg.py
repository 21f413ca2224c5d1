"""AY-3-8912 programmable sound generator.

    registers  0 1  tone A period, 12 bits     7     mixer, 0 = on: tone A-C, noise A-C; port A
               2 3  tone B                     8-10  level A B C, bit 4 = envelope
               4 5  tone C                     11 12 envelope period
               6    noise period, 5 bits       13    envelope shape
                                               14    port A: the eight buttons, active low

There are two halves, connected only by a log.  `psg_access` is the bus side: latch, read, write; a
write is logged with its cycle.  `psg_render` is the sound side: it converts the log to level
changes, each at its exact cycle, of which the mixer makes samples.

Modelled: three tones, noise (17 bits, taps 0 and 3, its rate halved by a flip-flop of its own),
envelope with 16 steps, both sources off as a 4-bit DAC, counters that compare >=, read-back masks,
port A as input and as output.  A line of port A is low if the chip or anything else pulls it.
Not modelled: the load's effect on the level table.

Sources: [AY] tests/reference/ay: MAME's measurements, Westcott's level table (2001).
"""

from ..compiling.jit import Array, inner, integers, jit
from .log import next_row
from .maths import maximum, minimum
from .state import PSG_ROWS, STATES, columns

READ_MASK = (0xFF, 0x0F, 0xFF, 0x0F, 0xFF, 0x0F, 0x1F, 0xFF, 0x1F, 0x1F, 0x1F, 0xFF, 0xFF, 0x0F,
             0xFF, 0xFF)
PORT_A = 14
MIXER = 7
PORT_A_OUT = 0x40       # of the mixer's register
SHAPE = 13
(DAC_SOUND,) = integers(16)      # "register" number in the log for the DAC's sound channel
NONE, ONE = integers(0, 1)
(NO_EDGES,) = integers(-1)
NO_LATCH = 16
(A_PSG_WRITES,) = columns("psg_writes")

LEVEL = (0.0, 0.0105, 0.0154, 0.0216, 0.0314, 0.0461, 0.0635, 0.1061, 0.1319, 0.2163, 0.2973,
         0.3908, 0.5129, 0.6371, 0.8186, 1.0)

BC1, BDIR = 1, 2        # bits of w_psg; both: latch an address
TICK = 8                # E cycles per step of the counters
TICKS_MAX = 1 << 40


@inner
def psg_access(m, board, lines, value, cycle):
    """Follow a change of BDIR and BC1 to `lines`, with `value` on the bus."""
    if lines == BDIR | BC1:
        m.psg_latch = value if value < 16 else NO_LATCH
    elif lines == BDIR and m.psg_latch != NO_LATCH:
        m.psg[m.psg_latch] = value
        m.account[A_PSG_WRITES] += 1
        psg_log(m, board, m.psg_latch, value, cycle)


@inner
def psg_log(m, board, register, value, cycle):
    if board.no_sound:
        return
    row = next_row(m, board, board.psg_rows, PSG_ROWS)
    board.psg_rows = row + 1
    board.psg[row, 0] = cycle
    board.psg[row, 1] = register
    board.psg[row, 2] = value


def psg_reset(m, board):
    """Assert /RESET: every register is cleared [AY-3-8910 data sheet, RESET].  Plain Python."""
    m.psg_latch = NO_LATCH
    for register in range(16):
        if m.psg[register] and register < PORT_A and not board.no_sound:
            board.psg[board.psg_rows] = m.clock, register, 0
            board.psg_rows += 1
        m.psg[register] = 0


@inner
def port_a_driven(m):
    """Return the levels that the chip gives port A: R14's as an output, else FF."""
    return m.psg[PORT_A] if m.psg[MIXER] & PORT_A_OUT else 0xFF


@inner
def psg_value(m):
    """Return the value that the chip drives onto the bus when read; FF with no register latched."""
    if m.psg_latch == NO_LATCH:
        return 0xFF
    if m.psg_latch == PORT_A:
        return m.buttons & (0x7F | m.io7 << 7) & port_a_driven(m)
    return m.psg[m.psg_latch] & READ_MASK[m.psg_latch]


@inner
def periods(m, index):
    """Return tone period `index` in ticks."""
    return maximum(ONE, (m.ay_reg[2 * index + 1] & 0x0F) << 8 | m.ay_reg[2 * index])


@inner
def envelope_restart(m):
    """Restart the shape, as every write of R13 does."""
    m.ay_env_count = 0
    m.ay_env_step = 15
    m.ay_env_hold = 0
    m.ay_env_xor = 15 if m.ay_reg[SHAPE] & 4 else 0


@inner
def envelope_step(m):
    if m.ay_env_hold:
        return
    m.ay_env_step -= 1
    if m.ay_env_step >= 0:
        return
    shape = m.ay_reg[SHAPE] & 0x0F
    goes_on = shape & 8 != 0
    hold = shape & 1 if goes_on else 1
    alternate = shape & 2 != 0 if goes_on else shape & 4 != 0
    m.ay_env_step = 0 if hold else 15
    m.ay_env_hold = hold
    if alternate:
        m.ay_env_xor ^= 15


@inner
def channel_level(m, index):
    """Return the present level 0..15 of a channel."""
    mixer = m.ay_reg[7]
    tone = m.ay_tone_out[index] | mixer >> index & 1
    noise = m.ay_noise & 1 | mixer >> (index + 3) & 1
    if not tone & noise:
        return 0
    volume = m.ay_reg[8 + index]
    return m.ay_env_step ^ m.ay_env_xor if volume & 0x10 else volume & 0x0F


@inner
def noise_period(m):
    """Return the ticks between clocks of the flip-flop that halves the noise's rate."""
    return maximum(ONE, m.ay_reg[6] & 0x1F)


@inner
def envelope_period(m):
    """Return the ticks between steps of the envelope; period 0 is half of period 1."""
    return maximum(ONE, 2 * (m.ay_reg[12] << 8 | m.ay_reg[11]))


@inner
def noise_after(register, clocks):
    """Return the noise register `clocks` clocks later: bits 0 and 3 make the new bit."""
    while clocks >= 8:          # the next eight bits do not depend on each other
        register = register >> 8 | ((register ^ register >> 3) & 0xFF) << 9
        clocks -= 8
    left = (1 << clocks) - 1
    return register >> clocks | ((register ^ register >> 3) & left) << 17 - clocks


@inner
def count_ticks(m, ticks):
    """Advance tones, noise and envelope by a number of ticks.

    A counter counts up and restarts when it reaches its period, or is found beyond it.
    """
    for i in range(3):
        period = periods(m, i)
        count = m.ay_tone_count[i] + ticks
        if count >= period:
            count -= maximum(period, m.ay_tone_count[i] + 1)
            m.ay_tone_out[i] ^= 1 + count // period & 1
            count %= period
        m.ay_tone_count[i] = count
    period = noise_period(m)
    count = m.ay_noise_count + ticks
    if count >= period:
        count -= maximum(period, m.ay_noise_count + 1)
        halves = m.ay_noise_half + 1 + count // period
        m.ay_noise_half = halves & 1
        m.ay_noise = noise_after(m.ay_noise, halves >> 1)
        count %= period
    m.ay_noise_count = count
    period = envelope_period(m)
    count = m.ay_env_count + ticks
    while count >= period and not m.ay_env_hold:
        count -= maximum(period, m.ay_env_count + 1)
        m.ay_env_count = 0
        envelope_step(m)
    m.ay_env_count = minimum(count, period)


@inner
def silent_ticks(m):
    """Return the ticks until a level can change; inaudible sources are ignored."""
    mixer = m.ay_reg[7]
    ticks = TICKS_MAX
    for i in range(3):
        volume = m.ay_reg[8 + i]
        if volume & 0x1F == 0:
            continue
        if not mixer >> i & 1:
            ticks = minimum(ticks, periods(m, i) - m.ay_tone_count[i])
        if not mixer >> (i + 3) & 1:
            clocks = 1 if m.ay_noise_half else 2
            ticks = minimum(ticks, clocks * noise_period(m) - m.ay_noise_count)
        if volume & 0x10 and not m.ay_env_hold:
            ticks = minimum(ticks, envelope_period(m) - m.ay_env_count)
    return maximum(ONE, ticks)


@inner
def set_register(m, register, value):
    if register == DAC_SOUND:
        m.ay_dac = value
        return
    m.ay_reg[register] = value
    if register == SHAPE:
        envelope_restart(m)


@inner
def emit(m, edges, count, cycle):
    """Append a row for each of the four sources whose level has changed; return the new count."""
    for i in range(3):
        old = m.ay_level[i]
        level = channel_level(m, i)
        if level != old:
            edges[count, 0] = cycle
            edges[count, 1] = LEVEL[level] - LEVEL[old]
            m.ay_level[i] = level
            count += 1
    if m.ay_dac != m.ay_dac_heard:
        edges[count, 0] = cycle
        edges[count, 1] = (m.ay_dac - m.ay_dac_heard) / 128.0
        m.ay_dac_heard = m.ay_dac
        count += 1
    return count


@jit(STATES, Array("i8", 2), int, int, Array("f8", 2), returns=int)
def psg_render(states, log, rows, until, edges):
    """Convert logged writes to level changes, up to the tick that contains cycle `until`.

    Args:    states  the record, whose fields ay_... are carried from call to call
             log     int64[n, 3]: cycle, register (16 = the DAC's sound), value; `rows` are valid
             until   cycle; every row of the log is earlier
             edges   float64[n, 2] to fill: cycle, change of level (1.0 = one channel at full); room
                     for four rows a tick and four a log row
    Returns: number of edges filled, or NO_EDGES where there was no room for all
    Timing:  called by the mixer, some tens of times a second
    """
    m = states[0]
    count = row = NONE
    while True:
        if count > len(edges) - 4 * (rows - row + 1):
            return NO_EDGES
        now = m.ay_tick * TICK
        count = emit(m, edges, count, now)
        while row < rows and log[row, 0] < now + TICK:
            set_register(m, log[row, 1], log[row, 2])
            count = emit(m, edges, count, log[row, 0])
            row += 1
        ticks = (until - now) // TICK
        if ticks <= 0:
            return count
        if row < rows:
            ticks = minimum(ticks, (log[row, 0] - now) // TICK)
        ticks = minimum(ticks, silent_ticks(m))
        count_ticks(m, ticks)
        m.ay_tick += ticks
