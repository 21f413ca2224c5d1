"""The MC6809's registers by the numbers they have in the post-byte of TFR and EXG.

Sources: [MC6809E] TFR; [CPU 24] for what undocumented pairs of registers do.
"""

from ..compiling.jit import inner
from .decode import CC, DP, PC, A, B, D, S, U, X, Y
from .state import AT_ONCE


@inner
def get(m, register):
    """Return a register by its number in the TFR post-byte; for undefined numbers, all ones."""
    if register == A:
        return m.a
    if register == B:
        return m.b
    if register == D:
        return m.a << 8 | m.b
    if register == X:
        return m.x
    if register == Y:
        return m.y
    if register == U:
        return m.u
    if register == S:
        return m.s
    if register == CC:
        return m.cc
    if register == DP:
        return m.dp
    if register == PC:
        return m.pc
    return 0xFFFF if register < 8 else 0xFF


@inner
def put(m, register, value):
    """Set a register by its number in the TFR post-byte; 8-bit registers take the low byte."""
    if register == A:
        m.a = value & 0xFF
    elif register == B:
        m.b = value & 0xFF
    elif register == D:
        m.a = value >> 8
        m.b = value & 0xFF
    elif register == X:
        m.x = value
    elif register == Y:
        m.y = value
    elif register == U:
        m.u = value
    elif register == S:
        m.s = value
        if not m.nmi_armed:
            m.nmi_armed = 1
    elif register == CC:
        m.cc = value & 0xFF
        m.stop = AT_ONCE
    elif register == DP:
        m.dp = value & 0xFF
    elif register == PC:
        m.pc = value


@inner
def transfer_source(m, source, target):
    """Return the value that TFR moves: 8 bits extend to FFxx, CC and DP are doubled [CPU 24]."""
    value = get(m, source)
    if source >= 8 and target < 8:
        return value << 8 | value if source == CC or source == DP else 0xFF00 | value
    return value


@inner
def exchange(m, high, low):
    """EXG: exchange two registers, by the transfers that [CPU 24] describes."""
    first = transfer_source(m, high, low)
    second = get(m, low)
    if low >= 8 and high < 8:
        second |= 0xFF00
    put(m, low, first)
    put(m, high, second)
