"""The shift register of the 6522.

              +-----------------+
    CB2 <-----| 7 6 5 4 3 2 1 0 |<--+       ACR bits 4-2   0 off          4 out, free by T2
              +-----------------+   |                      1 in by T2     5 out by T2
                  rotates, or takes CB2                    2 in by phi2   6 out by phi2
                                                           3 in by CB1    7 out by CB1

Mode 6 (out under phi2) is computed in closed form: an event is due only when CB2 changes, or at the
last bit if that matters, for the interrupt or for a beam that ends with it.  Code that reads SR or
its flag calls `shift_settle` first.  The other modes shift bit by bit, clocked by T2 or CB1.
via.py calls all of this, and defines time and events.

Not modelled: the stall of a register that is written 14 to 17 cycles after the last time.
Sources: [R6522] data sheet; [VIA] tests/reference/via, where the numbers are explained.
"""

from ..compiling.jit import inner, integers, table
from .state import NEVER, PORT_B

(IFR_SR,) = integers(0x04)
SR_OFF, SR_IN_T2, SR_IN_PHI2, SR_IN_CB1, SR_FREE_T2, SR_OUT_T2, SR_OUT_PHI2, SR_OUT_CB1 = range(8)

LEADING_ZEROS = table([8 - value.bit_length() for value in range(256)])


@inner
def shift_mode(acr):
    return acr >> 2 & 7


@inner
def shifts_out(acr):
    return acr & 0x10 != 0


@inner
def shift_bit(m):
    """Shift by one bit: bit 7 out to CB2 and back into bit 0, or CB2 into bit 0."""
    if shifts_out(m.acr):
        m.cb2_sr = m.sr >> 7 & 1
        m.sr = (m.sr << 1 | m.sr >> 7) & 0xFF
    else:
        m.sr = (m.sr << 1 | m.c2[PORT_B]) & 0xFF


@inner
def shift(m, cycle):
    """Serve the event of the shift register: one bit, or under phi2 all bits that are due."""
    mode = shift_mode(m.acr)
    m.sr_due = NEVER
    if mode == SR_OUT_PHI2:
        shift_catch_up(m, cycle)
        return
    shift_bit(m)
    if mode == SR_FREE_T2 or m.sr_left == 0:
        return
    m.sr_left -= 1
    if m.sr_left == 0:
        m.ifr |= IFR_SR
        m.sr_done_at = cycle
    elif mode == SR_IN_PHI2:
        m.sr_due = cycle + 2


@inner
def shift_catch_up(m, cycle):
    """Mode 6: make the shifts up to `cycle`, and find the next visible shift."""
    m.sr_due = NEVER
    left = m.sr_left
    if left == 0:
        return
    if m.sr_next <= cycle:
        due = (cycle - m.sr_next >> 1) + 1
        count = due if due < left else left
        m.sr = (m.sr << count | m.sr >> 8 - count) & 0xFF
        m.cb2_sr = m.sr & 1
        m.sr_next += 2 * count
        left -= count
        m.sr_left = left
        if left == 0:
            m.ifr |= IFR_SR
            m.sr_done_at = m.sr_next - 2
            return
    same = LEADING_ZEROS[(m.sr ^ 0xFF if m.cb2_sr else m.sr) & 0xFF]
    if same < left:
        m.sr_due = m.sr_next + 2 * same
    elif m.ier & IFR_SR or not m.p_ninth:
        m.sr_due = shift_end(m)


@inner
def shift_end(m):
    """Return the cycle of the last shift under phi2, or NEVER."""
    if m.sr_left == 0 or shift_mode(m.acr) != SR_OUT_PHI2:
        return NEVER
    return m.sr_next + 2 * (m.sr_left - 1)


@inner
def shift_settle(m, cycle):
    """Make the shifts that had no event; call it before reading the register or its flag."""
    if shift_mode(m.acr) == SR_OUT_PHI2:
        shift_catch_up(m, cycle)


@inner
def shift_unseen(m):
    """Mode 6, while CB2 has no effect: leave out the events that only change its level."""
    if shift_end(m) != NEVER and not m.ier & IFR_SR:
        m.sr_due = NEVER


@inner
def shift_follow(m, cycle):
    """Make the shifts up to `cycle` that `shift_unseen` left out, and find the next event."""
    if shift_end(m) == NEVER or m.sr_due != NEVER:
        return
    shift_catch_up(m, m.sr_next - 1)
    while m.sr_due <= cycle:
        shift_catch_up(m, m.sr_due)


@inner
def shift_start(m, cycle):
    """Start eight shifts after an access to SR, unless the last eight are unfinished [VIA 17-19].

    Call `shift_settle` afterwards, to find its next event.
    """
    mode = shift_mode(m.acr)
    m.ifr &= ~IFR_SR
    if mode == SR_OFF or mode == SR_FREE_T2 or m.sr_left > 0 or m.sr_clock == 0 \
            or cycle <= m.sr_done_at:
        return
    m.sr_left = 8
    if mode == SR_OUT_PHI2:
        m.sr_next = cycle + 2
    elif mode == SR_IN_PHI2:
        m.sr_due = cycle + 3


@inner
def shift_on_cb1(m, level, cycle):
    """Modes 3 and 7: shift by CB1 from outside; the flag is set at every eighth pulse."""
    out = shifts_out(m.acr)
    if level == (0 if out else 1):
        shift_bit(m)
        m.sr_left = 8 if m.sr_left == 0 else m.sr_left
        m.sr_left -= 1
        if m.sr_left == 0:
            m.ifr |= IFR_SR
