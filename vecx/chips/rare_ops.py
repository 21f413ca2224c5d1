"""The rare operations of the MC6809: all actions that the loop of cpu.py does not do itself.

They work on the record, which is slower, but keeps the loop's variables in registers: stacks,
transfers, interrupts, decimal and multiplication, undocumented opcodes.

Sources: [MC6809E]; [CPU] tests/reference/cpu; docs/cpu.md.
"""

from ..compiling.jit import inner, integers, no_inline
from . import alu, decode
from .access import accumulator, pull, push, read8, read16, write8
from .attend import HALTED, WAIT_CWAI, WAIT_SYNC
from .registers import exchange, get, put, transfer_source
from .state import AT_ONCE

ALL, ALL_BUT_CC, PC_AND_CC, PC_ALONE, CC_ALONE, NONE = integers(0xFF, 0xFE, 0x81, 0x80, 1, 0)


@no_inline
def rare_op(m, board, word, address, v):
    """Execute a rare action on the record; return its result.

    Args: address  of the operand;  v  its value, or another input of the action
    """
    action = word >> decode.ACTION & 63
    register = word >> decode.REG & 15
    cc = m.cc
    r = v
    if action == decode.PUL:
        pull(m, board, register, v)
        m.clock += 1
        cc = m.cc
    elif action == decode.PSH:
        push(m, board, register, v)
    elif action == decode.TFR:
        put(m, v & 15, transfer_source(m, v >> 4, v & 15))
        cc = m.cc
    elif action == decode.EXG:
        exchange(m, v >> 4, v & 15)
        cc = m.cc
    elif action == decode.ADC:
        r, cc = alu.add8(cc, accumulator(m, register), v, cc & alu.C)
    elif action == decode.SBC:
        r, cc = alu.sub8(cc, accumulator(m, register), v, cc & alu.C)
    elif action == decode.ROL:
        r, cc = alu.shift_left(cc, v, cc & alu.C)
    elif action == decode.ASR:
        r, cc = alu.shift_right(cc, v, v & 0x80)
    elif action == decode.ROR:
        r, cc = alu.shift_right(cc, v, (cc & alu.C) << 7)
    elif action == decode.NEG or (action == decode.XNC and not cc & alu.C):
        r, cc = alu.sub8(cc, alu.ZERO, v, alu.ZERO)
    elif action == decode.COM or action == decode.XNC:
        r = v ^ 0xFF
        cc = alu.nz8(cc & ~alu.V, r) | alu.C
    elif action == decode.LBRANCH:
        if alu.is_taken(register, cc):
            m.pc = address
            m.clock += 1
    elif action == decode.ABX:
        r = m.x + m.b & 0xFFFF
    elif action == decode.MUL:
        r = m.a * m.b
        cc = cc & ~(alu.Z | alu.C) | (r == 0) << 2 | r >> 7 & alu.C
    elif action == decode.SEX:
        r = m.b | 0xFF00 * (m.b >> 7)
        cc = alu.nz16(cc, r)
    elif action == decode.DAA:
        r, cc = alu.decimal_adjust(cc, m.a)
    elif action == decode.ANDCC or action == decode.ORCC:
        put(m, decode.CC, cc & v if action == decode.ANDCC else cc | v)
        cc = m.cc
    elif action == decode.RTI:
        pull(m, board, decode.S, CC_ALONE)
        pull(m, board, decode.S, ALL_BUT_CC if m.cc & alu.E else PC_ALONE)
        m.clock += 1
        cc = m.cc
    elif action == decode.ENTER or action == decode.WAKE:
        mask = PC_AND_CC if register == decode.ENTRY_FIRQ else ALL
        enter(m, board, register, NONE if action == decode.WAKE else mask)
        cc = m.cc
    elif action == decode.CWAI:
        m.cc = cc & v | alu.E
        push(m, board, decode.S, ALL)
        cc = m.cc
        m.wait = WAIT_CWAI
        m.stop = AT_ONCE
    elif action == decode.SYNC:
        m.wait = WAIT_SYNC
        m.stop = AT_ONCE
    elif action == decode.XDEC:
        r = v - 1 & 0xFF
        cc = alu.nz8(cc & ~(alu.V | alu.C), r) | (v == 0x80) << 1 | (v != 0)
    elif action == decode.XCLR:
        r = 0
        cc = cc & ~(alu.N | alu.V) | alu.Z
    elif action == decode.X18:
        v, m.clock = read8(m, board, m.pc, m.clock)
        m.clock += 1
        put(m, decode.CC, (cc & v) << 1 & 0xFF | (cc & v & alu.Z) >> 1)
        cc = m.cc
    elif action == decode.XDROP:
        cc = cc & ~(alu.Z | alu.V) | alu.N
    elif action == decode.XSTORE:
        m.clock = write8(m, board, m.pc - 1 & 0xFFFF, get(m, register) & 0xFF, m.clock - 1)
        cc = cc & ~(alu.Z | alu.V) | alu.N
    elif action == decode.XADD:
        r, cc = alu.add16(cc, get(m, register) | (0xFF00 if register == decode.U else 0), v)
    elif action == decode.HALT:
        m.wait = HALTED
        m.stop = AT_ONCE
    m.cc = cc
    return r


@inner
def enter(m, board, entry, mask):
    """Enter an interrupt or SWI: push the registers in `mask`, set mask bits, fetch the vector.

    A full stack frame has E set; XRES leaves E unchanged; FIRQ stacks PC and CC with E clear.
    """
    if mask == PC_AND_CC:
        m.cc &= ~alu.E
    elif mask == ALL:
        m.cc |= decode.SETS_E[entry]
    push(m, board, decode.S, mask)
    m.cc |= decode.MASKS[entry]
    m.clock += 1
    m.pc, m.clock = read16(m, board, decode.VECTOR[entry], m.clock)
    m.clock += 1
    m.stop = AT_ONCE
