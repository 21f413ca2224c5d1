"""What programs of the MC6809 do seldom: all actions that the loop of cpu.py does not do itself.

They work on the record alone, which costs them time and keeps them out of the loop's way: stacks,
transfers, interrupts, decimal and multiplication, what silicon does with undocumented opcodes.

Sources: [MC6809E]; [CPU] tests/reference/cpu; docs/cpu.md.
"""

from ..compiling.jit import inner, integers, no_inline
from .access import accumulator, pull, push, read8, read16, write8
from .alu import (
    ZERO,
    C,
    E,
    N,
    V,
    Z,
    add8,
    add16,
    decimal_adjust,
    is_taken,
    nz8,
    nz16,
    shift_left,
    shift_right,
    sub8,
)
from .attend import HALTED, WAIT_CWAI, WAIT_SYNC
from .decode import (
    ABX,
    ACTION,
    ADC,
    ANDCC,
    ASR,
    CC,
    COM,
    CWAI,
    DAA,
    ENTER,
    ENTRY_FIRQ,
    EXG,
    HALT,
    LBRANCH,
    MASKS,
    MUL,
    NEG,
    ORCC,
    PSH,
    PUL,
    REG,
    ROL,
    ROR,
    RTI,
    SBC,
    SETS_E,
    SEX,
    SYNC,
    TFR,
    VECTOR,
    WAKE,
    X18,
    XADD,
    XCLR,
    XDEC,
    XDROP,
    XNC,
    XSTORE,
    S,
    U,
)
from .registers import exchange, get, put, transfer_source
from .state import AT_ONCE

ALL, ALL_BUT_CC, PC_AND_CC, PC_ALONE, CC_ALONE, NONE = integers(0xFF, 0xFE, 0x81, 0x80, 1, 0)


@no_inline
def rare_op(m, board, word, address, v):
    """Do one of the actions that programs run seldom, on the record alone; return its result.

    Args: address  of the operand;  v  its value, or what else the action works on
    """
    action = word >> ACTION & 63
    register = word >> REG & 15
    cc = m.cc
    r = v
    if action == PUL:
        pull(m, board, register, v)
        m.clock += 1
        cc = m.cc
    elif action == PSH:
        push(m, board, register, v)
    elif action == TFR:
        put(m, v & 15, transfer_source(m, v >> 4, v & 15))
        cc = m.cc
    elif action == EXG:
        exchange(m, v >> 4, v & 15)
        cc = m.cc
    elif action == ADC:
        r, cc = add8(cc, accumulator(m, register), v, cc & C)
    elif action == SBC:
        r, cc = sub8(cc, accumulator(m, register), v, cc & C)
    elif action == ROL:
        r, cc = shift_left(cc, v, cc & C)
    elif action == ASR:
        r, cc = shift_right(cc, v, v & 0x80)
    elif action == ROR:
        r, cc = shift_right(cc, v, (cc & C) << 7)
    elif action == NEG or (action == XNC and not cc & C):
        r, cc = sub8(cc, ZERO, v, ZERO)
    elif action == COM or action == XNC:
        r = v ^ 0xFF
        cc = nz8(cc & ~V, r) | C
    elif action == LBRANCH:
        if is_taken(register, cc):
            m.pc = address
            m.clock += 1
    elif action == ABX:
        r = m.x + m.b & 0xFFFF
    elif action == MUL:
        r = m.a * m.b
        cc = cc & ~(Z | C) | (r == 0) << 2 | r >> 7 & C
    elif action == SEX:
        r = m.b | 0xFF00 * (m.b >> 7)
        cc = nz16(cc, r)
    elif action == DAA:
        r, cc = decimal_adjust(cc, m.a)
    elif action == ANDCC or action == ORCC:
        put(m, CC, cc & v if action == ANDCC else cc | v)
        cc = m.cc
    elif action == RTI:
        pull(m, board, S, CC_ALONE)
        pull(m, board, S, ALL_BUT_CC if m.cc & E else PC_ALONE)
        m.clock += 1
        cc = m.cc
    elif action == ENTER or action == WAKE:
        mask = PC_AND_CC if register == ENTRY_FIRQ else ALL
        enter(m, board, register, NONE if action == WAKE else mask)
        cc = m.cc
    elif action == CWAI:
        m.cc = cc & v | E
        push(m, board, S, ALL)
        cc = m.cc
        m.wait = WAIT_CWAI
        m.stop = AT_ONCE
    elif action == SYNC:
        m.wait = WAIT_SYNC
        m.stop = AT_ONCE
    elif action == XDEC:
        r = v - 1 & 0xFF
        cc = nz8(cc & ~(V | C), r) | (v == 0x80) << 1 | (v != 0)
    elif action == XCLR:
        r = 0
        cc = cc & ~(N | V) | Z
    elif action == X18:
        v, m.clock = read8(m, board, m.pc, m.clock)
        m.clock += 1
        put(m, CC, (cc & v) << 1 & 0xFF | (cc & v & Z) >> 1)
        cc = m.cc
    elif action == XDROP:
        cc = cc & ~(Z | V) | N
    elif action == XSTORE:
        m.clock = write8(m, board, m.pc - 1 & 0xFFFF, get(m, register) & 0xFF, m.clock - 1)
        cc = cc & ~(Z | V) | N
    elif action == XADD:
        r, cc = add16(cc, get(m, register) | (0xFF00 if register == U else 0), v)
    elif action == HALT:
        m.wait = HALTED
        m.stop = AT_ONCE
    m.cc = cc
    return r


@inner
def enter(m, board, entry, mask):
    """Enter an interrupt or a software interrupt: stack `mask`, set the masks, fetch the vector.

    A whole state goes with E set; XRES leaves E as it was; FIRQ stacks PC and CC with E clear.
    """
    if mask == PC_AND_CC:
        m.cc &= ~E
    elif mask == ALL:
        m.cc |= SETS_E[entry]
    push(m, board, S, mask)
    m.cc |= MASKS[entry]
    m.clock += 1
    m.pc, m.clock = read16(m, board, VECTOR[entry], m.clock)
    m.clock += 1
    m.stop = AT_ONCE
