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

RAM and ROM the CPU reads and writes itself (`page` says which); all else comes here, with
`m.clock` the cycle of the access.  This module alone orders the VIA's events against accesses, and
tells the beam of the edges; those for the sound chip it logs.

Not modelled: floating bus values; the clash of RAM and VIA when D800-DFFF is read (the VIA wins).
Sources: service manual memory map; architecture in docs/architecture.md.
"""

from ..compiling.jit import inner, integers, no_inline, table
from .account import ACCOUNT, BEAM_COLUMNS, FRAME_COLUMNS
from .beam import MUX_OFF, MUX_SOUND, beam_dac, beam_frame, beam_lit, beam_ramp, beam_zero
from .chance import CHANCES, next_chance
from .device import device_follows_beam, device_look, device_put, device_told
from .line import port_a_inputs
from .log import (
    FRAME,
    FRAME_END,
    OBSERVE_ACCESSES,
    OBSERVE_WIRES,
    OVERRUN,
    READ,
    RESET_DUE,
    ROM_WRITE,
    SR_STALL,
    W_DAC_SHIFT,
    W_LIT,
    W_MUX_SHIFT,
    W_RAMP,
    W_ZERO,
    WIRES,
    WRITE,
    end_run,
    log_access,
    log_row,
    next_row,
)
from .minmax import minimum
from .psg import DAC_SOUND, psg_access, psg_log
from .shift import IFR_SR, shift_end, shift_mode, shift_settle, shifts_out
from .state import (
    AT_ONCE,
    F_CUT,
    F_END,
    F_OVERRUN,
    F_START,
    F_WORK,
    FRAME_ROWS,
    NEVER,
    columns,
)
from .via import (
    ACR,
    ACR_T1_PB7,
    DDRA,
    DDRB,
    IFR,
    IFR_IRQ,
    IFR_T2,
    ORA,
    ORA_NO_HANDSHAKE,
    ORB,
    PCR,
    PORT_A,
    PORT_B,
    SR,
    T1CH,
    T2CH,
    T2CL,
    ca2_level,
    cb2_level,
    falls_by_access,
    pb7_level,
    port_a_pins,
    port_b_pins,
    via_event,
    via_irq,
    via_read,
    via_schedule,
    via_write,
)

# Kinds of page: up to READABLE the CPU reads memory itself, WRITABLE it also writes itself.
WRITABLE, READABLE, RAM_MIRROR, VIA, RAM_AND_VIA, NOTHING = range(6)
# A watched page is served here whatever it is: kind + WATCHED.
WATCHED = 8

HOLE, RAM, RAM_END = integers(0xC000, 0xC800, 0xCC00)   # nothing answers from the hole to RAM
(RAM_BYTES,) = integers(1024)
VIA_BASE, ROM = integers(0xD000, 0xE000)
(HALF,) = integers(0x8000)      # of a cartridge of two banks
# The kind of each KiB.
MEMORY_MAP = (*[READABLE] * 48, *[NOTHING] * 2, WRITABLE, RAM_MIRROR, *[VIA] * 2,
              *[RAM_AND_VIA] * 2, *[READABLE] * 8)

# What an input sets: the console's RESET line, buttons, the pot IN_POT + 0..3, the pen's x and y.
IN_RESET, IN_BUTTONS, IN_POT, IN_PEN = integers(0, 1, 2, 6)
INPUT_KINDS = 8

# What lights the beam: the shift register; the last bit of a pattern, for its own time alone.
LIT_SHIFTED, LIT_LAST = 2, 3
POLL_GAP = 16           # cycles between two IFR reads of one polling run, at most
BITA_DIRECT, BITB_DIRECT, BITA_EXTENDED, BITB_EXTENDED = 0x95, 0xD5, 0xB5, 0xF5
BNE, BEQ, BRANCH_CYCLES = 0x26, 0x27, 3
FRAME_CYCLES_MAX = 120_000
FRAME_CUT_NEXT = 30_000
IN_TIME, CUT = integers(0, 1)   # how a frame ended: by T2, or because it was too long
(UNUSED,) = integers(0)         # a column of the log that a kind of row does not have
(A_SR_STALL, A_DAC_SAMPLES, A_ROM_WRITES) = columns("sr_stall_risk", "dac_samples", "rom_writes")
ACCOUNT_COLUMNS = len(ACCOUNT)
# Whether a write of a register can change PB7, CA2 or CB2 at once, the ports and SR aside.
MOVES_WIRES = table([register in (DDRB, T1CH, ACR, PCR) for register in range(16)])


@inner
def signed(byte):
    """Return a byte as -128..127."""
    return byte - ((byte & 0x80) << 1)


# --- time ---------------------------------------------------------------------------------------


@inner
def bus_advance(m, board, cycle):
    """Serve every VIA event up to and including `cycle`, and its edges."""
    while m.via_due <= cycle:
        due = m.via_due
        if due != m.ca1_due:
            via_event(m)
            bus_wires(m, board, m.via_edge_time, due)
        elif device_follows_beam(m):
            bus_advance_with_light(m, board, cycle)
        else:
            device_look(m, board, due)


@no_inline
def bus_advance_with_light(m, board, cycle):
    """Serve every VIA event up to and including `cycle`, and look at the light up to its end."""
    m.ca1_due = NEVER
    via_schedule(m)
    while m.via_due <= cycle:
        due = m.via_due
        device_look(m, board, due)
        via_event(m)
        bus_wires(m, board, m.via_edge_time, due)
    device_look(m, board, cycle + 1)
    m.ca1_due = cycle + 1
    via_schedule(m)


@inner
def bus_irq(m):
    """True while the CPU's IRQ input is asserted."""
    return m.irq != 0 or via_irq(m)


@inner
def bus_interrupt_due(m):
    """Return a cycle before which no interrupt can come from the VIA by itself."""
    return m.via_due if m.ier else NEVER


# --- wires --------------------------------------------------------------------------------------


@inner
def bus_wires(m, board, time, cycle):
    """Compare the wires that leave the VIA with what they last carried; the beam follows."""
    ramp = 1 - pb7_level(m)
    zero = 1 - ca2_level(m)
    lit = cb2_level(m)
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
    wires_told(m, board, cycle)


@inner
def wires_told(m, board, cycle):
    """Log the wires where somebody looks on."""
    if board.observed & OBSERVE_WIRES:
        levels = m.w_ramp * W_RAMP | (m.w_lit != 0) * W_LIT | m.w_zero * W_ZERO
        log_row(m, board, cycle, m.cause_pc, WIRES,
                levels | m.w_mux << W_MUX_SHIFT | (m.w_dac & 0xFF) << W_DAC_SHIFT, UNUSED)


@inner
def bus_ports(m, board, time, cycle):
    """Port A or B was written: the sound chip's lines, the DAC and its multiplexer."""
    port_b = port_b_pins(m)
    lines = port_b >> 3 & 3
    if lines != m.w_psg:
        m.pa_in = port_a_inputs(m)
        m.w_psg = lines
        psg_access(m, board, lines, port_a_pins(m), cycle)
        device_told(m, cycle)
    m.pa_in = port_a_inputs(m)
    if board.banked and port_b >> 6 & 1 != m.bank:
        bus_bank(m, board, port_b >> 6 & 1)
    pins = signed(port_a_pins(m))
    mux = MUX_OFF if port_b & 1 else port_b >> 1 & 3
    if pins == m.w_dac and mux == m.w_mux:
        return
    if mux == MUX_SOUND:
        m.account[A_DAC_SAMPLES] += 1
        psg_log(m, board, DAC_SOUND, pins, cycle)
    if pins != m.w_dac:
        m.dac_old = m.w_dac
        m.dac_at = cycle
    beam_dac(m, board, time, cycle, pins, mux)
    wires_told(m, board, cycle)


@no_inline
def bus_bank(m, board, bank):
    """PB6 brings the other half of a large cartridge into sight, from the next cycle on."""
    m.bank = bank
    for at in range(HALF):
        board.mem[at] = board.banks[bank << 15 | at]
    m.stop = AT_ONCE


# --- what enters ----------------------------------------------------------------------------------


@inner
def bus_inputs(m, board):
    """Serve the inputs that are due: the earliest first, those of one cycle as they came."""
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
    m.input_due = m.input_at[0] if served < count else NEVER


@inner
def input_apply(m, board, what, value):
    """Let one input take effect; a value for the buttons is their mask and the levels under it."""
    if what == IN_RESET:
        m.reset_due = 1
        end_run(m, board, RESET_DUE)
    elif what == IN_BUTTONS:
        m.buttons = m.buttons & ~(value >> 8) | value & value >> 8
    elif what < IN_PEN:
        m.stick[what - IN_POT] = value
    else:
        device_put(m, what - IN_PEN, value)


@inner
def comparator(m, cycle):
    """Return PB5: 1 where the selected pot is above the DAC.

    The DAC's bits settle one after another; the pot's level is noisy.
    """
    value = m.w_dac
    if m.p_cmp > 0 and cycle - m.dac_at < 8 * m.p_cmp:
        settled = int((cycle - m.dac_at) / m.p_cmp)
        mask = 0xFF00 >> settled & 0xFF
        value = signed(m.w_dac & mask | m.dac_old & ~mask & 0xFF)
    pot = m.stick[port_b_pins(m) >> 1 & 3]
    if m.p_cmp_noise > 0:
        m.cmp_noise = next_chance(m.cmp_noise)
        pot += m.p_cmp_noise * (m.cmp_noise / CHANCES - 0.5)
    return 1 if pot > value + 128 else 0


# --- registers of the VIA as the CPU meets them ---------------------------------------------------


@inner
def via_access_read(m, board, register):
    """Read a VIA register in the cycle m.clock."""
    cycle = m.clock
    if m.via_due <= cycle:
        bus_advance(m, board, cycle)
    if register == ORB:
        m.pb_in = 0xDF | comparator(m, cycle) << 5
    elif register == ORA or register == ORA_NO_HANDSHAKE:
        m.pa_in = port_a_inputs(m)
    elif register == IFR:
        poll(m, cycle)
        cycle = poll_skip(m, board, cycle)
    value = via_read(m, register, cycle)
    if (register == ORA or register == SR) and moves_wires(m, register):
        bus_wires(m, board, cycle + 1.0, cycle)
    return value


@inner
def via_access_write(m, board, register, value):
    """Write a VIA register in the cycle m.clock; its wires change at the end of the cycle."""
    cycle = m.clock
    if m.via_due <= cycle:
        bus_advance(m, board, cycle)
    if register == T2CH:
        bus_frame(m, board, cycle, IN_TIME)
    elif register != T2CL:
        m.poll_at = -1
    m.cause_pc = m.op_pc
    m.cause_at = cycle
    if register == SR:
        if 14 <= cycle - m.sr_wrote_at <= 17:
            m.account[A_SR_STALL] += 1
            log_row(m, board, cycle, m.op_pc, SR_STALL, cycle - m.sr_wrote_at, UNUSED)
        m.sr_wrote_at = cycle
    via_write(m, register, value, cycle)
    if register <= DDRA or register == ORA_NO_HANDSHAKE:
        bus_ports(m, board, cycle + 1.0, cycle)
    if m.wires_due or moves_wires(m, register):
        m.wires_due = 0
        bus_wires(m, board, cycle + 1.0, cycle)
    if m.ier:
        m.stop = AT_ONCE


@inner
def moves_wires(m, register):
    """True where an access to the register can change PB7, CA2 or CB2 at once."""
    if register == ORA:
        return falls_by_access(m, PORT_A)
    if register == ORB:
        return not m.acr & ACR_T1_PB7 or falls_by_access(m, PORT_B)
    if register == SR:
        return not m.p_ninth
    return MOVES_WIRES[register & 15]


# --- frames -------------------------------------------------------------------------------------


@inner
def poll(m, cycle):
    """Follow a run of IFR reads; the first of the frame's last run is where its work ends."""
    if m.poll_at < 0 or cycle - m.poll_last > POLL_GAP:
        m.poll_at = cycle
        m.poll_late = 1 if m.ifr & IFR_T2 else 0
    m.poll_last = cycle


@inner
def poll_skip(m, board, cycle):
    """Skip the turns of the loop `BITA IFR; BEQ *` that are alike; return the cycle of the next.

    A turn reads the flags and branches back: it changes no register but the flags it sets again.
    The next is the first that can find the VIA another one, or the last before the CPU looks
    outside.
    """
    if board.observed & OBSERVE_ACCESSES:
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
    flags = m.ifr & 0x7F | (IFR_IRQ if via_irq(m) else 0)
    if (flags & mask == 0) != (branch == BEQ):
        return cycle
    m.clock += turns * period
    m.poll_last = m.clock
    bus_advance(m, board, m.clock)
    return m.clock


@inner
def bus_frame(m, board, cycle, cut):
    """End the frame in `cycle` and begin the next: T2's high byte is written, or it is cut."""
    polled = m.poll_at >= 0 and not cut
    row = next_row(m, board, board.frame_rows, FRAME_ROWS)
    board.frame_rows = row + 1
    m.frames += 1
    rows = board.frames
    rows[row, F_START] = m.frame_at
    rows[row, F_END] = cycle
    rows[row, F_WORK] = (m.poll_at if polled else cycle) - m.frame_at
    rows[row, F_OVERRUN] = m.poll_late if polled else 0
    rows[row, F_CUT] = cut
    for column in range(BEAM_COLUMNS, ACCOUNT_COLUMNS):
        rows[row, FRAME_COLUMNS + column] = m.account[column]
        m.account[column] = 0.0
    beam_frame(m, board, cycle, row)
    if polled and m.poll_late:
        log_row(m, board, cycle, m.op_pc, OVERRUN, m.t2_flag_at, UNUSED)
    if board.observed & OBSERVE_WIRES:
        log_row(m, board, cycle, m.op_pc, FRAME_END, m.frames, cut)
    m.frame_at = cycle
    m.poll_at = -1
    m.frame_cut = cycle + (FRAME_CUT_NEXT if cut else FRAME_CYCLES_MAX)
    if board.ask & FRAME and m.frames >= board.until_frame:
        end_run(m, board, FRAME)


# --- accesses that memory alone does not answer ---------------------------------------------------


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
        log_access(m, board, place, READ, value)
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
            log_access(m, board, VIA_BASE + (addr & 15), WRITE, value)
        via_access_write(m, board, addr & 15, value)
    if kind == VIA:
        return
    place = RAM | addr & 0x3FF if kind == RAM_MIRROR or kind == RAM_AND_VIA else addr
    if watched & WATCHED:
        log_access(m, board, place, WRITE, value)
    if kind == READABLE:
        m.account[A_ROM_WRITES] += 1
        log_row(m, board, m.clock, m.op_pc, ROM_WRITE, addr, value)
    elif kind != NOTHING:
        board.mem[place] = value
