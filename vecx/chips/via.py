"""MC6522 / R6522 versatile interface adapter.

            +--\\/--+
      VSS  -|      |- CA1        registers, A3-A0
      PA0  -|      |- CA2        0 ORB/IRB   4 T1C-L   8 T2C-L   C PCR
       :   -|      |- RS0-RS3    1 ORA/IRA   5 T1C-H   9 T2C-H   D IFR
      PA7  -|      |- /RES       2 DDRB      6 T1L-L   A SR      E IER
      PB0  -|      |- D0-D7      3 DDRA      7 T1L-H   B ACR     F ORA, no handshake
       :   -|      |- phi2
      PB7  -|      |- CS1 /CS2
      CB1  -|      |- R/W
      CB2  -|      |- /IRQ
            +------+

Time: the chip is brought up to the present in closed form.  "Cycle c" is the E cycle of an access;
a read in cycle c sees every event whose cycle is c or earlier, a write in cycle c is seen by
reads from c + 1 on.  `via_due` is the cycle of the earliest event that changes a flag, PB7 or CB2;
before an access the bus serves the events up to it with `via_event`, in order.  `via_edge_time` is
the exact moment of the event's edge, where an access in cycle c lasts from c to c + 1: timer edges
are half a cycle in (the data sheet's N + 1.5), shift register edges at the start of the cycle.

Modelled: both ports with input latching, T1 one-shot and free-running with PB7, T2 timed and pulse
counting, the shift register in all eight modes with its interrupt, CA1 CA2 CB1 CB2 in all modes,
IFR and IER, /RES against power-on.
Not modelled: the analog behaviour of pins; the stall of a shift register that is written 14 to 17
cycles after the last time (chips differ).

Sources: [R6522] data sheet; [VIA] tests/reference/via: register traces of real chips.  docs/via.md
states the choices where both are silent.
"""

from ..compiling.jit import force_inline, inner, integers, jit, table
from .maths import minimum
from .shift import (
    SR_FREE_T2,
    SR_IN_CB1,
    SR_IN_T2,
    SR_OFF,
    SR_OUT_CB1,
    SR_OUT_T2,
    shift,
    shift_mode,
    shift_on_cb1,
    shift_settle,
    shift_start,
    shifts_out,
)
from .state import NEVER, PORT_A, PORT_B, STATES

ORB, ORA, DDRB, DDRA, T1CL, T1CH, T1LL, T1LH = range(8)
T2CL, T2CH, SR, ACR, PCR, IFR, IER, ORA_NO_HANDSHAKE = range(8, 16)

IFR_CA2, IFR_CA1, IFR_CB2, IFR_CB1, IFR_T2, IFR_T1, IFR_IRQ = \
    integers(0x01, 0x02, 0x08, 0x10, 0x20, 0x40, 0x80)      # IFR_SR is in shift.py
IFR_C1, IFR_C2 = table((0x02, 0x10)), table((0x01, 0x08))      # of each port

ACR_T1_PB7 = 0x80
ACR_T1_FREE_RUN = 0x40
ACR_T2_PULSES = 0x20
ACR_PB_LATCH = 0x02
ACR_PA_LATCH = 0x01
ACR_LATCH = table((ACR_PA_LATCH, ACR_PB_LATCH))

C2_INPUT_NEGATIVE, C2_INDEPENDENT_NEGATIVE, C2_INPUT_POSITIVE, C2_INDEPENDENT_POSITIVE = range(4)
C2_HANDSHAKE, C2_PULSE, C2_LOW, C2_HIGH = range(4, 8)

T2_TIMED, T2_PULSES, T2_SHIFT_CLOCK = range(3)


def via_reset(m):
    """Assert /RES: clear every register but the counters, the latches and SR [R6522 p.3]."""
    m.ora = m.orb = m.ddra = m.ddrb = 0
    m.acr = m.pcr = m.ifr = m.ier = 0
    m.pb7 = 1
    m.c2_out[PORT_A] = m.c2_out[PORT_B] = 1
    m.t1_armed = m.t2_armed = 0
    m.t2_mode = T2_TIMED
    m.sr_left = 0
    m.sr_due = m.c2_due[PORT_A] = m.c2_due[PORT_B] = NEVER
    m.via_due = m.ca1_due
    m.sr_clock = 1


@inner
def t2_mode_of(acr):
    """Return what clocks T2 with this ACR: phi2, pulses on PB6, or phi2 with low-byte reloads."""
    if acr & ACR_T2_PULSES:
        return T2_PULSES
    mode = shift_mode(acr)
    if mode == SR_IN_T2 or mode == SR_FREE_T2 or mode == SR_OUT_T2:
        return T2_SHIFT_CLOCK
    return T2_TIMED


@inner
def via_irq(m):
    return m.ifr & m.ier & 0x7F != 0


@inner
def port_a_pins(m):
    """Return the levels on PA: outputs from ORA, inputs from outside."""
    return (m.ora & m.ddra) | (m.pa_in & ~m.ddra & 0xFF)


@inner
def port_b_pins(m):
    """Return the levels on PB from DDRB, ORB and outside; for PB7 use `pb7_level`."""
    return (m.orb & m.ddrb) | (m.pb_in & ~m.ddrb & 0xFF)


@inner
def pb6_level(m):
    """Return the level of the PB6 pin, whose falling edges T2 counts."""
    return port_b_pins(m) >> 6 & 1


@inner
def pb7_level(m):
    """Return the level of the PB7 pin: T1's output with ACR bit 7, whatever DDRB is [VIA 9]."""
    if m.acr & ACR_T1_PB7:
        return m.pb7
    return port_b_pins(m) >> 7


@inner
def c2_mode(m, port):
    """Return the mode of CA2 (port 0) or CB2 (port 1) in PCR: C2_INPUT_NEGATIVE .. C2_HIGH."""
    return m.pcr >> 4 * port + 1 & 7


@inner
def ca2_level(m):
    return m.c2[PORT_A] if c2_mode(m, PORT_A) < C2_HANDSHAKE else m.c2_out[PORT_A]


@inner
def cb2_level(m):
    """Return the level of the CB2 pin: the shift register's while it shifts out, else PCR's."""
    if shifts_out(m.acr):
        return m.cb2_sr
    if shift_mode(m.acr) != SR_OFF:
        return m.c2[PORT_B]
    return m.c2[PORT_B] if c2_mode(m, PORT_B) < C2_HANDSHAKE else m.c2_out[PORT_B]


# --- timers -------------------------------------------------------------------------------------


@inner
def t1_catch_up(m, cycle):
    """Apply the reloads up to `cycle` that set no flag; one-shot mode reloads too [VIA 1]."""
    end = m.t1_at + m.t1_n + 2
    if cycle >= end:
        m.t1_at = end + (cycle - end) // (m.t1l + 2) * (m.t1l + 2)
        m.t1_n = m.t1l


@inner
def t1_value(m, cycle):
    """Return the counter: N in the cycle after the load, 0 at N + 1, FFFF at N + 2 [VIA 1]."""
    t1_catch_up(m, cycle)
    if cycle == m.t1_at:
        return 0xFFFF
    return m.t1_n - (cycle - m.t1_at - 1) & 0xFFFF


@inner
def t2_value(m, cycle):
    """Return the 16 bits of T2 as read in `cycle`."""
    if m.t2_mode == T2_PULSES:
        return m.t2_n
    if m.t2_mode == T2_TIMED:
        return m.t2_n - (cycle - m.t2_at - 1) & 0xFFFF
    low = 0xFF if cycle == m.t2_at else m.t2_n - (cycle - m.t2_at - 1) & 0xFF
    return m.t2_high << 8 | low


@inner
def t2_load(m, value, cycle):
    """Load T2 in `cycle`: a read in the next cycle returns `value`, and T2 counts down from it."""
    m.t2_at = cycle
    m.t2_high = value >> 8
    m.t2_n = value & 0xFF if m.t2_mode == T2_SHIFT_CLOCK else value


@inner
def t2_pulse(m):
    m.t2_n = m.t2_n - 1 & 0xFFFF
    if m.t2_n == 0xFFFF and m.t2_armed:
        m.t2_armed = 0
        m.ifr |= IFR_T2


@inner
def via_schedule(m):
    """Update `via_due`, the cycle of the next event."""
    due = m.sr_due
    if m.t1_armed:
        due = minimum(due, m.t1_at + m.t1_n + 2)
    if m.t2_mode == T2_SHIFT_CLOCK or (m.t2_mode == T2_TIMED and m.t2_armed):
        due = minimum(due, m.t2_at + m.t2_n + 2)
    m.via_due = minimum(minimum(due, m.ca1_due), minimum(m.c2_due[PORT_A], m.c2_due[PORT_B]))


@jit(STATES, returns=int)
def via_find_due(states):
    """Return the cycle of the next event, or the record's `via_due` if that is earlier."""
    m = states[0]
    noted = m.via_due
    via_schedule(m)
    return minimum(noted, m.via_due)


@force_inline
def via_event(m):
    """Serve the event due at `via_due`, and find the next event."""
    cycle = m.via_due
    m.via_edge_time = cycle + 0.5
    if cycle == m.sr_due:
        m.via_edge_time = float(cycle)
        shift(m, cycle)
    elif m.t1_armed and cycle == m.t1_at + m.t1_n + 2:
        t1_time_out(m, cycle)
    elif cycle == m.c2_due[PORT_A]:
        m.c2_out[PORT_A] = 1
        m.c2_due[PORT_A] = NEVER
    elif cycle == m.c2_due[PORT_B]:
        m.c2_out[PORT_B] = 1
        m.c2_due[PORT_B] = NEVER
    elif m.t2_mode == T2_SHIFT_CLOCK:
        t2_low_underflow(m, cycle)
    else:
        t2_time_out(m, cycle)
    via_schedule(m)


@inner
def t2_time_out(m, cycle):
    """Set T2's flag, once for each write of T2C-H [VIA 12]."""
    m.ifr |= IFR_T2
    m.t2_flag_at = cycle
    m.t2_armed = 0


@inner
def t1_time_out(m, cycle):
    """Set the flag, toggle PB7 and reload; in one-shot mode, disarm T1 [VIA 2, 4, 10]."""
    m.ifr |= IFR_T1
    m.t1_flag_at = cycle
    m.t1_at = cycle
    m.t1_n = m.t1l
    if m.acr & ACR_T1_PB7:
        m.pb7 ^= 1
    if not m.acr & ACR_T1_FREE_RUN:
        m.t1_armed = 0


@inner
def t2_low_underflow(m, cycle):
    """Reload T2's low byte, borrow from its high byte, and clock the shift register [VIA 15,
    16]."""
    if m.t2_high == 0 and m.t2_armed:
        t2_time_out(m, cycle)
    m.t2_high = m.t2_high - 1 & 0xFF
    m.t2_n = m.t2l
    m.t2_at = cycle
    mode = shift_mode(m.acr)
    if mode == SR_FREE_T2 or m.sr_left > 0 or m.sr_clock == 0:
        m.sr_clock ^= 1
        if m.sr_clock == (1 if mode == SR_IN_T2 else 0):
            m.sr_due = cycle + 2
        elif m.sr_left == 0:
            m.sr_done_at = cycle


# --- control lines ------------------------------------------------------------------------------


@inner
def via_set_c1(m, port, level, cycle):
    """Drive CA1 (port 0) or CB1 (port 1) from outside in `cycle`."""
    if level == m.c1[port]:
        return
    m.c1[port] = level
    flag = IFR_C1[port]
    if level == (m.pcr >> 4 * port) & 1:
        if m.acr & ACR_LATCH[port] and not m.ifr & flag:
            m.latched[port] = m.pb_in if port else port_a_pins(m)
        m.ifr |= flag
        if c2_mode(m, port) == C2_HANDSHAKE:
            m.c2_out[port] = 1
    if port and (shift_mode(m.acr) == SR_IN_CB1 or shift_mode(m.acr) == SR_OUT_CB1):
        shift_on_cb1(m, level, cycle)
    via_schedule(m)


@inner
def via_set_c2(m, port, level):
    """Drive CA2 (port 0) or CB2 (port 1) from outside."""
    if level == m.c2[port]:
        return
    m.c2[port] = level
    mode = c2_mode(m, port)
    if mode < C2_HANDSHAKE and level == mode >> 1:
        m.ifr |= IFR_C2[port]


@inner
def port_clear_flags(m, port):
    """Clear a port's C1 flag after an access, and its C2 flag unless C2 is an independent input."""
    mode = c2_mode(m, port)
    m.ifr &= ~IFR_C1[port]
    if mode != C2_INDEPENDENT_NEGATIVE and mode != C2_INDEPENDENT_POSITIVE:
        m.ifr &= ~IFR_C2[port]


@inner
def falls_by_access(m, port):
    """Return whether PCR makes C2 fall at an access of the port: handshake and pulse modes."""
    mode = c2_mode(m, port)
    return mode == C2_HANDSHAKE or mode == C2_PULSE


@inner
def port_handshake(m, port, cycle):
    """Clear the flags and, in the handshake and pulse modes, make C2 fall.

    Port A: on reads and writes of register 1; port B: on writes of register 0 only.
    """
    port_clear_flags(m, port)
    if not falls_by_access(m, port):
        return
    m.c2_out[port] = 0
    if c2_mode(m, port) == C2_PULSE:
        m.c2_due[port] = cycle + 2
    via_schedule(m)


# --- the sixteen registers ----------------------------------------------------------------------


@inner
def port_b_value(m):
    """Return the value read from ORB: outputs from ORB, inputs from the pins or their latch."""
    pins = m.latched[PORT_B] if m.acr & ACR_PB_LATCH and m.ifr & IFR_CB1 else m.pb_in
    value = (m.orb & m.ddrb) | (pins & ~m.ddrb & 0xFF)
    if m.acr & ACR_T1_PB7:
        value = value & 0x7F | m.pb7 << 7
    return value


@inner
def port_a_value(m):
    """Return the value read from ORA: the pins, or their latch."""
    if m.acr & ACR_PA_LATCH and m.ifr & IFR_CA1:
        return m.latched[PORT_A]
    return port_a_pins(m)


@inner
def via_read(m, register, cycle):
    """Read a register, with its side effects.

    Args:    register 0..15; cycle  of the access, every event up to it already served
    Returns: 0..255
    Timing:  pins are taken from pa_in and pb_in, which the caller keeps current
    Source:  [R6522] register tables; [VIA 6] for clearing T1's flag
    """
    if register == ORB:
        value = port_b_value(m)
        port_clear_flags(m, PORT_B)
    elif register == ORA:
        value = port_a_value(m)
        port_handshake(m, PORT_A, cycle)
    elif register == ORA_NO_HANDSHAKE:
        value = port_a_value(m)
    elif register == DDRB:
        value = m.ddrb
    elif register == DDRA:
        value = m.ddra
    elif register == T1CL:
        value = t1_value(m, cycle) & 0xFF
        m.ifr &= ~IFR_T1
    elif register == T1CH:
        value = t1_value(m, cycle) >> 8
    elif register == T1LL:
        value = m.t1l & 0xFF
    elif register == T1LH:
        value = m.t1l >> 8
    elif register == T2CL:
        value = t2_value(m, cycle) & 0xFF
        m.ifr &= ~IFR_T2
    elif register == T2CH:
        value = t2_value(m, cycle) >> 8
    elif register == SR:
        shift_settle(m, cycle)
        value = m.sr
        shift_start(m, cycle)
        shift_settle(m, cycle)
        via_schedule(m)
    elif register == ACR:
        value = m.acr
    elif register == PCR:
        value = m.pcr
    elif register == IFR:
        shift_settle(m, cycle)
        value = m.ifr & 0x7F
        if via_irq(m):
            value |= IFR_IRQ
    else:
        value = m.ier | 0x80
    return value


@inner
def via_write(m, register, value, cycle):
    """Write a register.

    Args:    register 0..15; value 0..255; cycle  of the access, every event up to it served
    Timing:  seen by reads from the next cycle on; wires change at cycle + 1
    Source:  [R6522] register tables; [VIA] for the timers
    """
    if register == ORB or register == DDRB:
        pb6 = pb6_level(m)
        if register == ORB:
            m.orb = value
            port_handshake(m, PORT_B, cycle)
        else:
            m.ddrb = value
        if m.t2_mode == T2_PULSES and pb6 == 1 and pb6_level(m) == 0:
            t2_pulse(m)
    elif register == ORA:
        m.ora = value
        port_handshake(m, PORT_A, cycle)
    elif register == ORA_NO_HANDSHAKE:
        m.ora = value
    elif register == DDRA:
        m.ddra = value
    elif register == T1CL or register == T1LL:
        t1_latch(m, m.t1l & 0xFF00 | value, cycle)
    elif register == T1LH:
        t1_latch(m, m.t1l & 0xFF | value << 8, cycle)
        m.ifr &= ~IFR_T1
    elif register == T1CH:
        m.t1l = m.t1l & 0xFF | value << 8
        m.t1_n = m.t1l
        m.t1_at = cycle
        m.t1_armed = 1
        m.ifr &= ~IFR_T1
        if m.acr & ACR_T1_PB7:
            m.pb7 = 0
    elif register == T2CL:
        m.t2l = value
        if m.t2_mode == T2_SHIFT_CLOCK and m.t2_at == cycle:
            m.t2_n = value
    elif register == T2CH:
        t2_load(m, value << 8 | m.t2l, cycle)
        m.t2_armed = 1
        m.ifr &= ~IFR_T2
    elif register == SR:
        shift_settle(m, cycle)
        m.sr = value
        shift_start(m, cycle)
        shift_settle(m, cycle)
    elif register == ACR:
        write_acr(m, value, cycle)
    elif register == PCR:
        m.pcr = value
        write_pcr(m)
    elif register == IFR:
        shift_settle(m, cycle)
        keep = IFR_T1 if m.t1_flag_at == cycle else 0
        keep |= IFR_T2 if m.t2_flag_at == cycle else 0
        m.ifr &= ~(value & ~keep)
    else:
        m.ier = m.ier | value & 0x7F if value & 0x80 else m.ier & ~value & 0x7F
        shift_settle(m, cycle)
    if register >= T1CL and register != ORA_NO_HANDSHAKE:
        via_schedule(m)


@inner
def t1_latch(m, latch, cycle):
    """Write the latch; in the cycle of a time-out the reload already uses it [VIA 3]."""
    t1_catch_up(m, cycle)
    m.t1l = latch
    if m.t1_at == cycle:
        m.t1_n = latch


@inner
def write_acr(m, value, cycle):
    """Change the modes: this may disarm T1 [VIA 5] and raise PB7 [VIA 10]; T2 changes late [VIA
    13]."""
    old_shift = shift_mode(m.acr)
    shift_settle(m, cycle)
    m.acr = value
    if not value & ACR_T1_FREE_RUN and m.t1_at == cycle:
        m.t1_armed = 0
    if not value & ACR_T1_PB7:
        m.pb7 = 1
    if shift_mode(value) != old_shift:
        m.sr_left = 0
        m.sr_due = NEVER
        m.sr_clock = 1
    mode = t2_mode_of(value)
    if mode != m.t2_mode:
        t2_last_count(m, cycle + 1)
        count = t2_value(m, cycle + 1)
        m.t2_mode = mode
        t2_load(m, count, cycle)


@inner
def t2_last_count(m, cycle):
    """Count once more in the old mode; serve a time-out caused by that [VIA 13]."""
    if m.t2_mode == T2_PULSES or m.t2_at + m.t2_n + 2 != cycle:
        return
    if m.t2_mode == T2_SHIFT_CLOCK:
        t2_low_underflow(m, cycle)
    elif m.t2_armed:
        t2_time_out(m, cycle)


@inner
def write_pcr(m):
    """Set the C2 lines after a write to PCR: low in the mode C2_LOW, high in all other modes."""
    m.c2_out[PORT_A] = 0 if c2_mode(m, PORT_A) == C2_LOW else 1
    m.c2_out[PORT_B] = 0 if c2_mode(m, PORT_B) == C2_LOW else 1
    m.c2_due[PORT_A] = m.c2_due[PORT_B] = NEVER
