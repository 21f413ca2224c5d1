"""What an instruction does with undefined bits: from what it worked on to where its results are.

`settle` follows an instruction that has run, as chips/cpu.py does it, in masks (undefined.py).
Addresses, loads and stores are here; arithmetic.py has results and flags, stacking.py what goes
over the stack.  Loading, copying, saving and comparing are silent.

Not followed: what undocumented opcodes leave (their results are all undefined where an operand is).
Source: [MC6809E]; the ways of the memcheck tool, see undefined.py.
"""

from ..chips import decode
from ..chips.alu import N, V, Z
from ..chips.decode import CC, DP, PC, A, B, D, S
from ..compiling.jit import inner
from .arithmetic import compute, flags
from .instructions import value_at, value_of, word_at
from .stacking import ALL, come_back, save_state, stack, transfer
from .undefined import NOTHING, ZERO, is_open, nz_bits, sum_bits
from .values import (
    BYTE,
    TWO_BYTES,
    bits_at,
    bits_of,
    matters,
    register_matters,
    set_bits,
    set_memory,
    set_word,
    source_at,
    source_of,
    used,
)


@inner
def settle(sh):
    """The instruction at sh.pc has run: carry its undefined bits to where its results are.

    Where nothing that it can have used is undefined, nothing is to be done: what it has written is
    defined by the row of the write.
    """
    if sh.pc < 0 or sh.settled:
        return
    sh.settled = 1
    if sh.any_u or sh.read_u_any:
        if not sh.lost:
            work(sh)
        sh.any_u = 0
        for register in range(12):
            if sh.reg_u[register]:
                sh.any_u = 1
    sh.reads = 0
    sh.read_u_any = 0


@inner
def work(sh):
    """Do what `settle` says for an instruction that may have used an undefined value."""
    word = word_at(sh, sh.pc)
    mode = word >> decode.MODE & 15
    address = 0
    if mode == decode.DIRECT:
        register_matters(sh, DP)
        address = value_of(sh, DP) << 8 | word & 0xFF
    elif mode == decode.EXTENDED:
        address = word & 0xFFFF
    elif mode == decode.INDEXED:
        address = indexed(sh, word)
        if address < 0:
            return
    operate(sh, word, address)


@inner
def indexed(sh, word):
    """Return the address of an indexed operand; -1 where LEA has taken it as a value."""
    how = decode.POSTBYTES[word >> decode.POSTBYTE & 0xFF]
    kind = how >> decode.PB_KIND & 15
    register = how >> decode.PB_BASE & 15
    action = word >> decode.ACTION & 63
    base, ubase, by = 0, 0, NOTHING
    if register == PC:
        base = sh.pc + (word >> decode.LENGTH & decode.LENGTH_MAX)
    elif register != decode.NO_REGISTER and kind != decode.OFFSET_XA:
        base, ubase, by = value_of(sh, register), bits_of(sh, register), source_of(sh, register)
    offset, uoffset, oby = word & 0xFFFF, 0, NOTHING
    step = 0
    if kind == decode.POST:
        offset = 0
        step = how >> decode.PB_STEP & 3
    elif kind == decode.PRE:
        step = -(how >> decode.PB_STEP & 3)
        offset = step
    elif kind == decode.OFFSET_A or kind == decode.OFFSET_B:
        source = A if kind == decode.OFFSET_A else B
        offset = (value_of(sh, source) ^ 0x80) - 0x80
        uoffset, oby = bits_of(sh, source), source_of(sh, source)
        if uoffset & 0x80:
            uoffset |= 0xFF00
    elif kind == decode.OFFSET_D:
        offset, uoffset, oby = value_of(sh, D), bits_of(sh, D), source_of(sh, D)
    elif kind == decode.OFFSET_XA or kind == decode.OFFSET_XE:
        return 0
    offset &= 0xFFFF
    u = sum_bits(base, ubase, offset, uoffset, ZERO, NOTHING, TWO_BYTES) & 0xFFFF \
        if ubase | uoffset else NOTHING
    by = used(sh, by if ubase else oby)
    address = base + offset & 0xFFFF
    indirect = how >> decode.PB_INDIRECT & 1
    lea = action == decode.LEA or action == decode.LEAZ
    if u and (indirect or not lea):
        matters(sh, by)
        if ubase:
            set_bits(sh, register, NOTHING, NOTHING)
        elif kind == decode.OFFSET_D:
            set_bits(sh, D, NOTHING, NOTHING)
        else:
            set_bits(sh, A if kind == decode.OFFSET_A else B, NOTHING, NOTHING)
        u = 0
    elif step and ubase:
        u_after = sum_bits(base, ubase, step & 0xFFFF, NOTHING, ZERO, NOTHING, TWO_BYTES)
        set_bits(sh, register, u_after & 0xFFFF, by)
    if indirect:
        u = bits_at(sh, address) << 8 | bits_at(sh, address + 1)
        by = source_at(sh, address) if u >> 8 else source_at(sh, address + 1)
        address = value_at(sh, address) << 8 | value_at(sh, address + 1)
        if u and not lea:
            matters(sh, by)
            u = 0
    if lea:
        result = word >> decode.RESULT & 31
        set_bits(sh, result, u, by)
        if action == decode.LEAZ:
            flags(sh, Z, nz_bits(address, u, TWO_BYTES) & Z, by)
        return -1
    return address


@inner
def operate(sh, word, address):
    """Carry undefined bits through the operation."""
    action = word >> decode.ACTION & 63
    register = word >> decode.REG & 15
    access = word >> decode.ACCESS & 3
    mode = word >> decode.MODE & 15
    v, u, by = word & 0xFFFF, NOTHING, NOTHING
    if access == decode.READ8:
        v, u, by = value_at(sh, address), bits_at(sh, address), source_at(sh, address)
    elif access == decode.READ16:
        v = value_at(sh, address) << 8 | value_at(sh, address + 1)
        u = bits_at(sh, address) << 8 | bits_at(sh, address + 1)
        by = source_at(sh, address) if u >> 8 else source_at(sh, address + 1)
    elif access == decode.READ_REGISTER:
        v, u, by = value_of(sh, register), bits_of(sh, register), used(sh, source_of(sh, register))
    elif mode != decode.IMMEDIATE8 and mode != decode.IMMEDIATE16:
        v = address

    if action == decode.BRANCH or action == decode.LBRANCH:
        if is_open(register, value_of(sh, CC), sh.reg_u[CC]):
            matters(sh, sh.reg_by[CC])
            sh.reg_u[CC] = NOTHING
    elif action == decode.LD8:
        set_bits(sh, register, u, by)
        flags(sh, N | Z | V, nz_bits(v, u, BYTE), by)
    elif action == decode.LD16:
        set_bits(sh, register, u, by)
        flags(sh, N | Z | V, nz_bits(v, u, TWO_BYTES), by)
    elif action == decode.ST8:
        u, by = bits_of(sh, register), source_of(sh, register)
        set_memory(sh, address, u, by)
        flags(sh, N | Z | V, nz_bits(value_of(sh, register), u, BYTE), by)
    elif action == decode.ST16:
        u, by = bits_of(sh, register), source_of(sh, register)
        set_word(sh, address, u, by)
        flags(sh, N | Z | V, nz_bits(value_of(sh, register), u, TWO_BYTES), by)
    elif action == decode.TST:
        flags(sh, N | Z | V, nz_bits(v, u, BYTE), by)
    elif action == decode.PSH or action == decode.PUL:
        stack(sh, action == decode.PSH, register, v & 0xFF)
    elif action == decode.TFR or action == decode.EXG:
        transfer(sh, action == decode.EXG, v >> 4 & 15, v & 15)
    elif action == decode.RTI:
        register_matters(sh, S)
        come_back(sh)
    elif action == decode.ENTER or action == decode.CWAI:
        register_matters(sh, S)
        if action == decode.CWAI:
            flags(sh, ~v & 0xFF, NOTHING, NOTHING)
        save_state(sh, value_of(sh, S), ALL)
    elif action == decode.ANDCC:
        flags(sh, ~v & 0xFF, NOTHING, NOTHING)
    elif action == decode.ORCC:
        flags(sh, v & 0xFF, NOTHING, NOTHING)
    elif action == decode.JSR or action == decode.RTS:
        register_matters(sh, S)
    elif action != decode.JMP and action != decode.NOP and action != decode.SYNC:
        compute(sh, word, address, v, u, by)
