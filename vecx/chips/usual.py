"""The usual instructions of the MC6809: twelve forms, each executed in one step.

A form is an operation together with an addressing mode.  Four of five instructions that the games,
the service program and rows of text execute have one of the forms below.  Except for the short
branches, the stages in cpu.py can execute them too, with the same result, but not as fast.

Sources: as cpu.py.
"""

from ..compiling.jit import inner
from . import alu, decode
from .access import accumulator, effective_address, read8, read16, set_accumulator, write8
from .registers import get, put


@inner
def usual_op(m, board, word, form, pc, clock, cc):
    """Execute an instruction of a usual form.

    Args:    word   of the instruction, see decode.py
             form   its form, 1 or more
             pc     address of the next instruction
             clock  first cycle after the instruction has been fetched
             cc     condition codes
    Returns: PC, clock and condition codes after the instruction
    """
    operand = word & 0xFFFF
    register = word >> decode.REG & 15
    if form == decode.BRANCH_SHORT:
        if alu.is_taken(register, cc):
            # The store makes this a branch of the host too, which is predicted; without it, the
            # compiler selects one of two values and waits for cc.
            m.pc = pc = operand
    elif form == decode.LD8_IMMEDIATE:
        cc = load8(m, register, operand, cc)
    elif form == decode.LD16_IMMEDIATE:
        cc = load16(m, register, operand, cc)
    elif form == decode.LD8_EXTENDED:
        v, clock = read8(m, board, operand, clock)
        cc = load8(m, register, v, cc)
    elif form == decode.LD8_INDEXED:
        address, clock = effective_address(m, board, word, clock)
        v, clock = read8(m, board, address, clock)
        cc = load8(m, register, v, cc)
    elif form == decode.LD16_INDEXED:
        address, clock = effective_address(m, board, word, clock)
        v, clock = read16(m, board, address, clock)
        cc = load16(m, register, v, cc)
    elif form == decode.ST8_DIRECT:
        cc, clock = store8(m, board, register, m.dp << 8 | operand, cc, clock)
    elif form == decode.ST16_DIRECT:
        cc, clock = store16(m, board, register, m.dp << 8 | operand, cc, clock)
    elif form == decode.BIT8_DIRECT:
        v, clock = read8(m, board, m.dp << 8 | operand, clock)
        cc = alu.nz8(cc & ~alu.V, accumulator(m, register) & v)
    elif form == decode.CLR_DIRECT:
        _, clock = read8(m, board, m.dp << 8 | operand, clock)
        clock = write8(m, board, m.dp << 8 | operand, alu.ZERO, clock + 1)
        cc = alu.clear(cc)
    elif form == decode.DEC_INHERENT:
        r, cc = alu.decrement(cc, accumulator(m, register))
        set_accumulator(m, register, r)
    return pc, clock, cc        # NOP_INHERENT: unchanged


@inner
def load8(m, register, v, cc):
    """Load an accumulator; return the condition codes."""
    set_accumulator(m, register, v)
    return alu.nz8(cc & ~alu.V, v)


@inner
def load16(m, register, v, cc):
    """Load a 16-bit register; return the condition codes."""
    put(m, register, v)
    return alu.nz16(cc & ~alu.V, v)


@inner
def store8(m, board, register, address, cc, clock):
    """Store an accumulator; return the condition codes and the next cycle."""
    v = accumulator(m, register)
    cc = alu.nz8(cc & ~alu.V, v)
    return cc, write8(m, board, address, v, clock)


@inner
def store16(m, board, register, address, cc, clock):
    """Store a 16-bit register, high byte first; return the condition codes and the next cycle."""
    v = get(m, register)
    cc = alu.nz16(cc & ~alu.V, v)
    clock = write8(m, board, address, v >> 8, clock)
    return cc, write8(m, board, address + 1 & 0xFFFF, v & 0xFF, clock)
