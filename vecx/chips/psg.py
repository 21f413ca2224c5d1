"""AY-3-8912 programmable sound generator.

    registers  0 1  tone A period, 12 bits     7     mixer, 0 = on: tone A-C, noise A-C; port A
               2 3  tone B                     8-10  level A B C, bit 4 = envelope
               4 5  tone C                     11 12 envelope period
               6    noise period, 5 bits       13    envelope shape
                                               14    port A: the eight buttons, active low

Two halves.  `psg_access` is the bus side: latch, read, write; a write is logged with its cycle.
`psg_render` is the sound side: it turns the log into level changes, each at its exact cycle; the
mixer makes samples of them.  Both use the same register file rules, and the log is all that passes.

Modelled: three tones, noise (17 bits, taps 0 and 3, its rate halved by a flip-flop of its own),
envelope with 16 steps, both sources off as a 4-bit DAC, counters that compare >=, read-back masks,
port A as input.
Not modelled: port A as output (its pins read back; imager.py looks at bit 6), the load's effect on
the level table.

Sources: [AY] tests/reference/ay: MAME's measurements, Westcott's level table (2001).
"""

from ..compiling.jit import inner, integers, jit
from .minmax import maximum, minimum
from .state import A_PSG_WRITES

READ_MASK = (0xFF, 0x0F, 0xFF, 0x0F, 0xFF, 0x0F, 0x1F, 0xFF, 0x1F, 0x1F, 0x1F, 0xFF, 0xFF, 0x0F,
             0xFF, 0xFF)
PORT_A = 14
SHAPE = 13
(DAC_SOUND,) = integers(16)      # "register" number in the log for the DAC's sound channel
NONE, ONE = integers(0, 1)
NO_LATCH = 16

LEVEL = (0.0, 0.0105, 0.0154, 0.0216, 0.0314, 0.0461, 0.0635, 0.1061, 0.1319, 0.2163, 0.2973,
         0.3908, 0.5129, 0.6371, 0.8186, 1.0)

BC1, BDIR = 1, 2        # bits of w_psg; both: latch an address
TICK = 8                # E cycles per step of the counters
TICKS_MAX = 1 << 40


@inner
def psg_access(m, board, lines, value, cycle):
    """BDIR and BC1 changed to `lines` with `value` on the bus."""
    if lines == BDIR | BC1:
        m.psg_latch = value if value < 16 else NO_LATCH
    elif lines == BDIR and m.psg_latch != NO_LATCH:
        m.psg[m.psg_latch] = value
        m.account[A_PSG_WRITES] += 1
        psg_log(m, board, m.psg_latch, value, cycle)


@inner
def psg_log(m, board, register, value, cycle):
    """Append a write to the log that `psg_render` reads."""
    row = board.psg_rows
    board.psg_rows += 1
    board.psg[row, 0] = cycle
    board.psg[row, 1] = register
    board.psg[row, 2] = value


def psg_reset(m, board):
    """Assert /RESET: every register is cleared [AY-3-8910 data sheet, RESET].  Plain Python."""
    m.psg_latch = NO_LATCH
    for register in range(16):
        if m.psg[register] and register < PORT_A:
            board.psg[board.psg_rows] = m.clock, register, 0
            board.psg_rows += 1
        m.psg[register] = 0


@inner
def psg_value(m):
    """Return what the chip drives onto the bus when it is read; FF with no register latched."""
    if m.psg_latch == NO_LATCH:
        return 0xFF
    if m.psg_latch == PORT_A:
        return m.buttons & (0x7F | m.io7 << 7)
    return m.psg[m.psg_latch] & READ_MASK[m.psg_latch]


# Columns of the renderer's state, an int64 array of SOUND_STATE numbers.
(R_REGISTERS, R_TONE_COUNT, R_TONE_OUT, R_NOISE_COUNT, R_NOISE, R_ENV_COUNT, R_ENV_STEP, R_ENV_HOLD,
 R_ENV_XOR, R_TICK, R_DAC, R_LAST, R_NOISE_HALF) = \
    (0, 16, 19, 22, 23, 24, 25, 26, 27, 28, 29, 30, 34)
SOUND_STATE = 35        # the record's field `sound`


@inner
def periods(state, index):
    """Return tone period `index` in ticks."""
    return maximum(ONE, (state[2 * index + 1] & 0x0F) << 8 | state[2 * index])


@inner
def envelope_restart(state):
    """Begin the shape anew, as every write of R13 does."""
    state[R_ENV_COUNT] = 0
    state[R_ENV_STEP] = 15
    state[R_ENV_HOLD] = 0
    state[R_ENV_XOR] = 15 if state[SHAPE] & 4 else 0


@inner
def envelope_step(state):
    """Advance the envelope by one of its sixteen steps."""
    if state[R_ENV_HOLD]:
        return
    state[R_ENV_STEP] -= 1
    if state[R_ENV_STEP] >= 0:
        return
    shape = state[SHAPE] & 0x0F
    goes_on = shape & 8 != 0
    hold = shape & 1 if goes_on else 1
    alternate = shape & 2 != 0 if goes_on else shape & 4 != 0
    state[R_ENV_STEP] = 0 if hold else 15
    state[R_ENV_HOLD] = hold
    if alternate:
        state[R_ENV_XOR] ^= 15


@inner
def channel_level(state, index):
    """Return the level 0..15 of a channel now."""
    mixer = state[7]
    tone = state[R_TONE_OUT + index] | mixer >> index & 1
    noise = state[R_NOISE] & 1 | mixer >> (index + 3) & 1
    if not tone & noise:
        return 0
    volume = state[8 + index]
    return state[R_ENV_STEP] ^ state[R_ENV_XOR] if volume & 0x10 else volume & 0x0F


@inner
def noise_period(state):
    """Return the ticks between two clocks of the flip-flop that halves the noise's rate."""
    return maximum(ONE, state[6] & 0x1F)


@inner
def envelope_period(state):
    """Return the ticks between two steps of the envelope; period 0 is half of period 1."""
    return maximum(ONE, 2 * (state[12] << 8 | state[11]))


@inner
def noise_after(register, clocks):
    """Return the noise register so many clocks later: bits 0 and 3 make the bit that comes in."""
    while clocks >= 8:          # the eight bits that come in depend on none of each other
        register = register >> 8 | ((register ^ register >> 3) & 0xFF) << 9
        clocks -= 8
    left = (1 << clocks) - 1
    return register >> clocks | ((register ^ register >> 3) & left) << 17 - clocks


@inner
def count_ticks(state, ticks):
    """Let tones, noise and envelope count so many ticks.

    A counter counts up and begins anew when it reaches its period, or is found beyond it.
    """
    for i in range(3):
        period = periods(state, i)
        count = state[R_TONE_COUNT + i] + ticks
        if count >= period:
            count -= maximum(period, state[R_TONE_COUNT + i] + 1)
            state[R_TONE_OUT + i] ^= 1 + count // period & 1
            count %= period
        state[R_TONE_COUNT + i] = count
    period = noise_period(state)
    count = state[R_NOISE_COUNT] + ticks
    if count >= period:
        count -= maximum(period, state[R_NOISE_COUNT] + 1)
        halves = state[R_NOISE_HALF] + 1 + count // period
        state[R_NOISE_HALF] = halves & 1
        state[R_NOISE] = noise_after(state[R_NOISE], halves >> 1)
        count %= period
    state[R_NOISE_COUNT] = count
    period = envelope_period(state)
    count = state[R_ENV_COUNT] + ticks
    while count >= period and not state[R_ENV_HOLD]:
        count -= maximum(period, state[R_ENV_COUNT] + 1)
        state[R_ENV_COUNT] = 0
        envelope_step(state)
    state[R_ENV_COUNT] = minimum(count, period)


@inner
def silent_ticks(state):
    """Return how many ticks pass before a level can change: what is not heard is not waited for."""
    mixer = state[7]
    ticks = TICKS_MAX
    for i in range(3):
        volume = state[8 + i]
        if volume & 0x1F == 0:
            continue
        if not mixer >> i & 1:
            ticks = minimum(ticks, periods(state, i) - state[R_TONE_COUNT + i])
        if not mixer >> (i + 3) & 1:
            clocks = 1 if state[R_NOISE_HALF] else 2
            ticks = minimum(ticks, clocks * noise_period(state) - state[R_NOISE_COUNT])
        if volume & 0x10 and not state[R_ENV_HOLD]:
            ticks = minimum(ticks, envelope_period(state) - state[R_ENV_COUNT])
    return maximum(ONE, ticks)


@inner
def set_register(state, register, value):
    """Let one logged write take effect."""
    if register == DAC_SOUND:
        state[R_DAC] = value
        return
    state[R_REGISTERS + register] = value
    if register == SHAPE:
        envelope_restart(state)


@inner
def emit(state, edges, count, cycle):
    """Append a row for each of the four sources whose level is new; return the new count."""
    for i in range(4):
        old = state[R_LAST + i]
        level = channel_level(state, i) if i < 3 else state[R_DAC]
        if level != old:
            edges[count, 0] = cycle
            edges[count, 1] = LEVEL[level] - LEVEL[old] if i < 3 else (level - old) / 128.0
            state[R_LAST + i] = level
            count += 1
    return count


@jit
def psg_render(state, log, rows, until, edges):
    """Turn logged writes into level changes up to the tick that holds cycle `until`.

    Args:    state  int64[SOUND_STATE], carried from call to call
             log    int64[n, 3]: cycle, register (16 = the DAC's sound), value; `rows` are valid
             until  cycle; every row of the log is earlier
             edges  float64[n, 2] to fill: cycle, change of level (1.0 = one channel at full); room
                    for four rows a tick and four a log row
    Returns: number of edges filled
    Timing:  called by the mixer, some tens of times a second
    """
    count = row = NONE
    while True:
        now = state[R_TICK] * TICK
        count = emit(state, edges, count, now)
        while row < rows and log[row, 0] < now + TICK:
            set_register(state, log[row, 1], log[row, 2])
            count = emit(state, edges, count, log[row, 0])
            row += 1
        ticks = (until - now) // TICK
        if ticks <= 0:
            return count
        if row < rows:
            ticks = minimum(ticks, (log[row, 0] - now) // TICK)
        ticks = minimum(ticks, silent_ticks(state))
        count_ticks(state, ticks)
        state[R_TICK] += ticks
