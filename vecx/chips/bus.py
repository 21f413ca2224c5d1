"""Address decode and wiring of the Vectrex: what one bus access does, and when.

    0000-BFFF   cartridge            D000-D7FF   VIA, sixteen registers mirrored
    C000-C7FF   nothing              D800-DFFF   RAM and VIA both
    C800-CFFF   1 KiB RAM, twice     E000-FFFF   executive ROM

    VIA    PA0-PA7  DAC, and the data bus of the AY-3-8912
           PB0      sample/hold multiplexer on (low)        PB1 PB2  its channel, and the pot's
           PB3 PB4  BC1 and BDIR of the AY-3-8912           PB5      comparator: pot above DAC
           PB6      cartridge: its bank (cartridge_slot.py) PB7      /RAMP
           CA1      controller 2, button 4 (line.py)        CA2      /ZERO
           CB2      /BLANK                                  /IRQ     CPU

The CPU accesses RAM and ROM itself (`page` says which); other accesses are served here, in cycle
`m.clock`.  Only this module orders the VIA's events against accesses.  It passes the edges on to
the beam, and logs writes of the sound chip.

Not modelled: floating bus values; the clash of RAM and VIA when D800-DFFF is read (the VIA wins).
Sources: service manual memory map; architecture in docs/architecture.md.
"""

from ..compiling.jit import inner, integers, no_inline, table
from . import log, state, via
from .account import ACCOUNT, BEAM_COLUMNS, FRAME_COLUMNS
from .beam import MUX_OFF, MUX_SOUND, beam_dac, beam_frame, beam_lit, beam_ramp, beam_zero
from .device import device_follow_psg, device_follows_beam, device_look, device_put
from .line import line_follow, port_a_inputs
from .maths import CHANCES, minimum, next_chance
from .psg import DAC_SOUND, psg_access, psg_log
from .shift import (
    IFR_SR,
    shift_end,
    shift_follow,
    shift_mode,
    shift_settle,
    shift_unseen,
    shifts_out,
)

# Kinds of page: the CPU reads memory itself up to READABLE, and also writes WRITABLE.
WRITABLE, READABLE, RAM_MIRROR, VIA, RAM_AND_VIA, NOTHING = range(6)
# All accesses to a watched page are served here: kind + WATCHED.
WATCHED = 8

HOLE, RAM, RAM_END = integers(0xC000, 0xC800, 0xCC00)   # nothing answers from the hole to RAM
(RAM_BYTES,) = integers(1024)
VIA_BASE, ROM = integers(0xD000, 0xE000)
(HALF,) = integers(0x8000)      # of a cartridge of two banks
# The kind of each KiB.
MEMORY_MAP = (*[READABLE] * 48, *[NOTHING] * 2, WRITABLE, RAM_MIRROR, *[VIA] * 2,
              *[RAM_AND_VIA] * 2, *[READABLE] * 8)

# Kinds of inputs: the console's RESET line, buttons, pots IN_POT + 0..3, the pen's x and y.
IN_RESET, IN_BUTTONS, IN_POT, IN_PEN = integers(0, 1, 2, 6)
INPUT_KINDS = 8

# w_lit: lit by the shift register; by the last bit of a pattern, only for that bit's time.
LIT_SHIFTED, LIT_LAST = 2, 3
POLL_GAP = 16           # cycles between two IFR reads of one polling run, at most
BITA_DIRECT, BITB_DIRECT, BITA_EXTENDED, BITB_EXTENDED = 0x95, 0xD5, 0xB5, 0xF5
BNE, BEQ, BRANCH_CYCLES = 0x26, 0x27, 3
FRAME_CYCLES_MAX = 120_000
IN_TIME, CUT = integers(0, 1)   # how a frame ended: by T2, or because it was too long
(UNUSED,) = integers(0)         # an unused column of a log row
(A_SR_STALL, A_DAC_SAMPLES, A_ROM_WRITES) = \
    state.columns("sr_stall_risk", "dac_samples", "rom_writes")
ACCOUNT_COLUMNS = len(ACCOUNT)
# Whether a write can change PB7, CA2 or CB2 at once, for registers other than the ports and SR.
MOVES_WIRES = table([register in (via.DDRB, via.T1CH, via.ACR, via.PCR) for register in range(16)])


@inner
def signed(byte):
    return byte - ((byte & 0x80) << 1)


# --- time ---------------------------------------------------------------------------------------


@inner
def bus_advance(m, board, cycle):
    """Serve every VIA event up to and including `cycle`, and the edges that these events cause."""
    while m.via_due <= cycle:
        due = m.via_due
        if due != m.ca1_due:
            via.via_event(m)
            bus_wires(m, board, m.via_edge_time, due)
        elif device_follows_beam(m):
            bus_advance_with_light(m, board, cycle)
        else:
            device_look(m, board, due)


@no_inline
def bus_advance_with_light(m, board, cycle):
    """Serve VIA events up to and including `cycle`, and let the device see the light until then."""
    m.ca1_due = state.NEVER
    via.via_schedule(m)
    while m.via_due <= cycle:
        due = m.via_due
        device_look(m, board, due)
        via.via_event(m)
        bus_wires(m, board, m.via_edge_time, due)
    device_look(m, board, cycle + 1)
    m.ca1_due = cycle + 1
    via.via_schedule(m)


@inner
def bus_irq(m):
    return m.irq != 0 or via.via_irq(m)


@inner
def bus_interrupt_due(m):
    """Return a cycle before which the VIA raises no interrupt by itself."""
    return m.via_due if m.ier else state.NEVER


# --- wires --------------------------------------------------------------------------------------


@inner
def bus_wires(m, board, time, cycle):
    """Compare the levels of the wires from the VIA with the previous levels; pass changes to the
    beam."""
    if board.no_picture:
        return
    ramp = 1 - via.pb7_level(m)
    zero = 1 - via.ca2_level(m)
    lit = via.cb2_level(m)
    lit_changes = (lit != 0) != (m.w_lit != 0)
    if m.p_ninth == 0 and lit and m.w_lit >= LIT_SHIFTED:
        stays = (m.sr_left > 0 and (m.sr_left < 8 or m.sr >= 0x80)) or m.sr == 0xFF \
            or not shifts_out(m.acr)
        lit_changes = (m.w_lit == LIT_SHIFTED) != stays
    if ramp == m.w_ramp and zero == m.w_zero and not lit_changes:
        return
    if ramp != m.w_ramp:
        beam_ramp(m, board, time, cycle, ramp)
    if lit_changes:
        shifting = lit and shifts_out(m.acr) and shift_mode(m.acr)
        ended = shifting and m.sr_left == 0 and m.p_ninth == 0 and m.sr != 0xFF
        by = LIT_LAST if ended else LIT_SHIFTED if shifting and m.sr_left > 0 else lit
        if by != m.w_lit:
            beam_lit(m, board, time, cycle, by)
    if zero != m.w_zero:
        beam_zero(m, board, time, cycle, zero)
    log_wires(m, board, cycle)


@inner
def log_wires(m, board, cycle):
    if board.observed & log.OBSERVE_WIRES:
        levels = m.w_ramp * log.W_RAMP | (m.w_lit != 0) * log.W_LIT | m.w_zero * log.W_ZERO
        log.log_row(m, board, cycle, m.cause_pc, log.WIRES,
                levels | m.w_mux << log.W_MUX_SHIFT | (m.w_dac & 0xFF) << log.W_DAC_SHIFT, UNUSED)


@inner
def bus_ports(m, board, time, cycle):
    """Apply a write to port A or B to the sound chip, the DAC and its multiplexer."""
    port_b = via.port_b_pins(m)
    lines = port_b >> 3 & 3
    if lines != m.w_psg:
        m.pa_in = port_a_inputs(m)
        m.w_psg = lines
        psg_access(m, board, lines, via.port_a_pins(m), cycle)
        line_follow(m, cycle)
        device_follow_psg(m, cycle)
    m.pa_in = port_a_inputs(m)
    if board.banked and port_b >> 6 & 1 != m.bank:
        bus_bank(m, board, port_b >> 6 & 1)
    pins = signed(via.port_a_pins(m))
    mux = MUX_OFF if port_b & 1 else port_b >> 1 & 3
    if pins == m.w_dac and mux == m.w_mux:
        return
    if mux == MUX_SOUND:
        m.account[A_DAC_SAMPLES] += 1
        psg_log(m, board, DAC_SOUND, pins, cycle)
    if pins != m.w_dac:
        m.dac_old = m.w_dac
        m.dac_at = cycle
    if board.no_picture:
        m.w_dac = pins
        m.w_mux = mux
        return
    beam_dac(m, board, time, cycle, pins, mux)
    log_wires(m, board, cycle)


@no_inline
def bus_bank(m, board, bank):
    """Switch to the other half of a large cartridge (PB6), from the next cycle on."""
    m.bank = bank
    for at in range(HALF):
        board.mem[at] = board.banks[bank << 15 | at]
    m.stop = state.AT_ONCE


# --- what enters ----------------------------------------------------------------------------------


@inner
def bus_inputs(m, board):
    """Serve the inputs that are due, in order of their cycles."""
    count = m.inputs
    served = 0
    while served < count and m.input_at[served] <= m.clock:
        input_apply(m, board, m.input_what[served], m.input_value[served])
        served += 1
    for i in range(served, count):
        m.input_at[i - served] = m.input_at[i]
        m.input_what[i - served] = m.input_what[i]
        m.input_value[i - served] = m.input_value[i]
    for i in range(count - served, count):
        m.input_at[i] = m.input_what[i] = m.input_value[i] = 0
    m.inputs = count - served
    m.input_due = m.input_at[0] if served < count else state.NEVER


@inner
def input_apply(m, board, what, value):
    """Apply one input; for buttons, the value is a mask in the high byte and levels in the low
    byte."""
    if what == IN_RESET:
        m.reset_due = 1
        log.end_run(m, board, log.RESET_DUE)
    elif what == IN_BUTTONS:
        m.buttons = m.buttons & ~(value >> 8) | value & value >> 8
    elif what < IN_PEN:
        m.stick[what - IN_POT] = value
    else:
        device_put(m, what - IN_PEN, value)


@inner
def comparator(m, cycle):
    """Return PB5: 1 if the selected pot is above the DAC.

    The DAC's bits settle one after another; the pot's level is noisy.
    """
    value = m.w_dac
    if m.p_cmp > 0 and cycle - m.dac_at < 8 * m.p_cmp:
        settled = int((cycle - m.dac_at) / m.p_cmp)
        mask = 0xFF00 >> settled & 0xFF
        value = signed(m.w_dac & mask | m.dac_old & ~mask & 0xFF)
    pot = m.stick[via.port_b_pins(m) >> 1 & 3]
    if m.p_cmp_noise > 0:
        m.cmp_noise = next_chance(m.cmp_noise)
        pot += m.p_cmp_noise * (m.cmp_noise / CHANCES - 0.5)
    return 1 if pot > value + 128 else 0


# --- accesses to the VIA --------------------------------------------------------------------------


@inner
def via_access_read(m, board, register):
    """Read a VIA register in cycle m.clock."""
    cycle = m.clock
    if m.via_due <= cycle:
        bus_advance(m, board, cycle)
    if register == via.ORB:
        m.pb_in = 0xDF | comparator(m, cycle) << 5
    elif register == via.ORA or register == via.ORA_NO_HANDSHAKE:
        m.pa_in = port_a_inputs(m)
    elif register == via.IFR:
        poll(m, cycle)
        cycle = poll_skip(m, board, cycle)
    value = via.via_read(m, register, cycle)
    if (register == via.ORA or register == via.SR) and not board.no_picture \
            and moves_wires(m, register):
        bus_wires(m, board, cycle + 1.0, cycle)
    return value


@inner
def via_access_write(m, board, register, value):
    """Write a VIA register in cycle m.clock; its wires change at the end of the cycle."""
    cycle = m.clock
    if m.via_due <= cycle:
        bus_advance(m, board, cycle)
    if register == via.T2CH:
        bus_frame(m, board, cycle, IN_TIME)
    elif register != via.T2CL:
        m.poll_at = -1
    m.cause_pc = m.op_pc
    m.cause_at = cycle
    if register == via.SR:
        if 14 <= cycle - m.sr_wrote_at <= 17:
            m.account[A_SR_STALL] += 1
            log.log_row(m, board, cycle, m.op_pc, log.SR_STALL, cycle - m.sr_wrote_at, UNUSED)
        m.sr_wrote_at = cycle
    via.via_write(m, register, value, cycle)
    if register <= via.DDRA or register == via.ORA_NO_HANDSHAKE:
        bus_ports(m, board, cycle + 1.0, cycle)
    if board.no_picture:
        m.wires_due = 0
        if register == via.SR:
            shift_unseen(m)
            via.via_schedule(m)
    elif m.wires_due or moves_wires(m, register):
        m.wires_due = 0
        bus_wires(m, board, cycle + 1.0, cycle)
    if m.ier:
        m.stop = state.AT_ONCE


@no_inline
def bus_settle(m, board):
    """Bring the VIA to the state that it would have now in a machine with a picture."""
    if board.no_picture:
        shift_follow(m, m.clock - 1)
        via.via_schedule(m)


@inner
def moves_wires(m, register):
    """Return whether an access to the register can change PB7, CA2 or CB2 at once."""
    if register == via.ORA:
        return via.falls_by_access(m, via.PORT_A)
    if register == via.ORB:
        return not m.acr & via.ACR_T1_PB7 or via.falls_by_access(m, via.PORT_B)
    if register == via.SR:
        return not m.p_ninth
    return MOVES_WIRES[register & 15]


# --- frames -------------------------------------------------------------------------------------


@inner
def poll(m, cycle):
    """Record a read of IFR.  A wait of the program begins with the first of several reads in a
    row."""
    if m.poll_at < 0 or cycle - m.poll_last > POLL_GAP:
        m.poll_at = cycle
        m.poll_late = 1 if m.ifr & via.IFR_T2 else 0
    m.poll_last = cycle


@inner
def poll_skip(m, board, cycle):
    """Skip identical iterations of the loop `BITA IFR; BEQ *`; return the cycle of the next
    iteration.

    An iteration reads the flags and branches back; it changes only flags, to the same values.  The
    next one is the first that may read other VIA flags, or the last before `m.stop`.
    """
    if board.observed & log.OBSERVE_ACCESSES:
        return cycle
    at = m.op_pc
    code = board.mem[at]
    if code == BITA_DIRECT or code == BITB_DIRECT:
        size = 2
    elif code == BITA_EXTENDED or code == BITB_EXTENDED:
        size = 3
    else:
        return cycle
    branch = board.mem[at + size & 0xFFFF]
    if (branch != BEQ and branch != BNE) or board.mem[at + size + 1 & 0xFFFF] != 0xFE - size:
        return cycle
    period = size + 2 + BRANCH_CYCLES
    mask = m.a if code == BITA_DIRECT or code == BITA_EXTENDED else m.b
    due = m.via_due
    if mask & IFR_SR:
        shift_settle(m, cycle)
        due = minimum(due, shift_end(m))
    turns = minimum(due - cycle + period - 1, m.stop - 1 - cycle) // period
    if turns <= 0:
        return cycle
    flags = m.ifr & 0x7F | (via.IFR_IRQ if via.via_irq(m) else 0)
    if (flags & mask == 0) != (branch == BEQ):
        return cycle
    m.clock += turns * period
    m.poll_last = m.clock
    bus_advance(m, board, m.clock)
    return m.clock


@inner
def bus_frame(m, board, cycle, cut):
    """End the frame in `cycle`: T2's high byte is written, or the frame is cut."""
    polled = m.poll_at >= 0 and not cut
    row = log.next_row(m, board, board.frame_rows, state.FRAME_ROWS)
    board.frame_rows = row + 1
    m.frames += 1
    rows = board.frames
    rows[row, state.F_START] = m.frame_at
    rows[row, state.F_END] = cycle
    rows[row, state.F_WORK] = (m.poll_at if polled else cycle) - m.frame_at
    rows[row, state.F_OVERRUN] = m.poll_late if polled else 0
    rows[row, state.F_CUT] = cut
    for column in range(BEAM_COLUMNS, ACCOUNT_COLUMNS):
        rows[row, FRAME_COLUMNS + column] = m.account[column]
        m.account[column] = 0.0
    beam_frame(m, board, cycle, row)
    if polled and m.poll_late:
        log.log_row(m, board, cycle, m.op_pc, log.OVERRUN, m.t2_flag_at, UNUSED)
    if board.observed & log.OBSERVE_WIRES:
        log.log_row(m, board, cycle, m.op_pc, log.FRAME_END, m.frames, cut)
    m.frame_at = cycle
    m.poll_at = -1
    m.frame_cut = cycle + (state.FRAME_CYCLES if cut else FRAME_CYCLES_MAX)
    if board.ask & log.FRAME and m.frames >= board.until_frame:
        log.end_run(m, board, log.FRAME)


# --- accesses to pages that are not plain memory --------------------------------------------------


@no_inline
def bus_read(m, board, addr):
    """Read an address whose page is not plain memory.

    Args:    addr 0..FFFF; m.clock is the cycle of the access
    Returns: 0..255
    """
    watched = board.page[addr >> 10]
    kind = watched & ~WATCHED
    place = addr
    if kind == VIA or kind == RAM_AND_VIA:
        value = via_access_read(m, board, addr & 15)
        place = VIA_BASE + (addr & 15)
    elif kind == RAM_MIRROR:
        place = RAM | addr & 0x3FF
        value = board.mem[place] & 0xFF
    elif kind == NOTHING:
        value = m.open_bus
    else:
        value = board.mem[addr] & 0xFF
    if watched & WATCHED:
        log.log_access(m, board, place, log.READ, value)
    return value


@no_inline
def bus_write(m, board, addr, value):
    """Write an address whose page is not plain RAM.

    Args:    addr 0..FFFF; value 0..255; m.clock is the cycle of the access
    """
    watched = board.page[addr >> 10]
    kind = watched & ~WATCHED
    if kind == VIA or kind == RAM_AND_VIA:
        if watched & WATCHED:
            log.log_access(m, board, VIA_BASE + (addr & 15), log.WRITE, value)
        via_access_write(m, board, addr & 15, value)
    if kind == VIA:
        return
    place = RAM | addr & 0x3FF if kind == RAM_MIRROR or kind == RAM_AND_VIA else addr
    if watched & WATCHED:
        log.log_access(m, board, place, log.WRITE, value)
    if kind == READABLE:
        m.account[A_ROM_WRITES] += 1
        log.log_row(m, board, m.clock, m.op_pc, log.ROM_WRITE, addr, value)
    elif kind != NOTHING:
        board.mem[place] = value
