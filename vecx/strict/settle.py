"""Propagate undefined bits through an instruction, from its operands to its results.

`settle` repeats an instruction that has run, as chips/cpu.py does it, on masks (undefined.py).
Addresses, loads and stores are here, results and flags in arithmetic.py, the stack in stacking.py.
Loading, copying, saving and comparing undefined bits is not reported.

Undocumented opcodes are not followed: their results are undefined if an operand is.
Source: [MC6809E]; the method of the memcheck tool, see undefined.py.
"""

from ..chips import decode
from ..chips.alu import C, N, V, Z
from ..chips.decode import CC, DP, PC, A, B, D, S
from ..compiling.jit import inner, no_inline
from . import values
from .arithmetic import compute, flags
from .facts import ALL_FLAGS, F_FLAGS_READ, F_FLAGS_WRITTEN, F_READS, F_WRITES
from .instructions import value_at, value_of, word_at
from .shadow import NEVER
from .stacking import ALL, come_back, save_state, stack, transfer
from .undefined import NOTHING, ZERO, is_open, nz_bits, sum_bits

SKIPPED_MOST = 8        # bytes

@inner
def settle(sh):
    """Propagate undefined bits through the instruction at sh.pc, which has run.

    If no operand can be undefined, there is nothing to do: rows of writes define what it wrote.
    """
    if sh.pc < 0 or sh.settled:
        return
    sh.settled = 1
    if sh.left_flags:
        if sh.facts >> F_FLAGS_READ & sh.left_flags:
            use_left_flags(sh)
        sh.left_flags &= ~(sh.facts >> F_FLAGS_WRITTEN & ALL_FLAGS)
    if sh.left_registers:
        if sh.facts >> F_READS & sh.left_registers:
            use_left_registers(sh)
        sh.left_registers &= ~(sh.facts >> F_WRITES)
    if sh.any_u or sh.read_u_any:
        if not sh.lost:
            work(sh)
        sh.any_u = 0
        for register in range(12):
            if sh.reg_u[register]:
                sh.any_u = 1
    sh.reads = 0
    sh.read_u_any = 0


@no_inline
def use_left_flags(sh):
    """If an instruction reads flags that a routine of the ROM left undefined, mark them.

    They are not marked until then, because most calls leave some, and few programs read them.
    """
    read = sh.facts >> F_FLAGS_READ & sh.left_flags
    if sh.pc < sh.rom:
        by = sh.reg_by[CC] if sh.reg_u[CC] else sh.left_by
        values.set_bits(sh, CC, sh.reg_u[CC] | read, by)
    sh.left_flags &= ~read


@no_inline
def use_left_registers(sh):
    """If an instruction reads registers that the ROM left undefined at the start, mark them."""
    read = sh.facts >> F_READS & sh.left_registers
    for bit in range(5):
        if read >> bit & 1:
            by = values.origin_of(values.ORIGIN_LEFT + bit, 0, 0, sh.begins)
            values.set_bits(sh, values.REGISTERS[bit],
                            values.BYTE if bit < 2 else values.TWO_BYTES, by)
    sh.left_registers &= ~read


@inner
def work(sh):
    """Propagate undefined bits through an instruction that may have used an undefined value."""
    word = word_at(sh, sh.pc)
    mode = word >> decode.MODE & 15
    address = 0
    if mode == decode.DIRECT:
        values.register_matters(sh, DP)
        address = value_of(sh, DP) << 8 | word & 0xFF
    elif mode == decode.EXTENDED:
        address = word & 0xFFFF
    elif mode == decode.INDEXED:
        address = indexed(sh, word)
        if address < 0:
            return
    operate(sh, word, address)


@no_inline
def only_changes_registers(sh, word):
    """Return whether a branch of the ROM skips only a few instructions, which change nothing but A
    or B.

    It matters as little as its flags then: `join` makes those registers undefined at its target.
    So a routine may work on a register whose result the program does not use.
    """
    at, target = sh.pc + (word >> decode.LENGTH & decode.LENGTH_MAX), word & 0xFFFF
    changed = 0
    if not at < target <= at + SKIPPED_MOST:
        return False
    while at < target:
        word = word_at(sh, at)
        mode, action = word >> decode.MODE & 15, word >> decode.ACTION & 63
        result = word >> decode.RESULT & 31
        at += max(1, word >> decode.LENGTH & decode.LENGTH_MAX)
        if action == decode.BRANCH:
            if not at < (word & 0xFFFF) <= target:
                return False
        elif mode != decode.INHERENT or word >> decode.ACCESS & 3 != decode.READ_REGISTER \
                or (result != A and result != B):
            return False
        else:
            changed |= 1 if result == A else 2
    if at != target:
        return False
    sh.join_pc, sh.join_by, sh.joins = target, sh.reg_by[CC], changed
    sh.watched = 1
    return True


@inner
def join(sh, pc):
    """Where the paths of an undefined branch meet, mark what one path changed as undefined."""
    if pc == sh.join_pc:
        sh.join_pc = NEVER
        if sh.joins & 1:
            values.set_bits(sh, A, values.BYTE, sh.join_by)
        if sh.joins & 2:
            values.set_bits(sh, B, values.BYTE, sh.join_by)
        values.set_bits(sh, CC, N | Z | V | C, sh.join_by)


@inner
def indexed(sh, word):
    """Return the address of an indexed operand, or -1 if the instruction was LEA."""
    how = decode.POSTBYTES[word >> decode.POSTBYTE & 0xFF]
    kind = how >> decode.PB_KIND & 15
    register = how >> decode.PB_BASE & 15
    action = word >> decode.ACTION & 63
    base, ubase, by = 0, 0, NOTHING
    if register == PC:
        base = sh.pc + (word >> decode.LENGTH & decode.LENGTH_MAX)
    elif register != decode.NO_REGISTER and kind != decode.OFFSET_XA:
        base = value_of(sh, register)
        ubase, by = values.bits_of(sh, register), values.source_of(sh, register)
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
        uoffset, oby = values.bits_of(sh, source), values.source_of(sh, source)
        if uoffset & 0x80:
            uoffset |= 0xFF00
    elif kind == decode.OFFSET_D:
        offset, uoffset, oby = value_of(sh, D), values.bits_of(sh, D), values.source_of(sh, D)
    elif kind == decode.OFFSET_XA or kind == decode.OFFSET_XE:
        return 0
    offset &= 0xFFFF
    u = sum_bits(base, ubase, offset, uoffset, ZERO, NOTHING, values.TWO_BYTES) & 0xFFFF \
        if ubase | uoffset else NOTHING
    by = values.used(sh, by if ubase else oby)
    address = base + offset & 0xFFFF
    indirect = how >> decode.PB_INDIRECT & 1
    lea = action == decode.LEA or action == decode.LEAZ
    if u and (indirect or not lea):
        values.matters(sh, by)
        if ubase:
            values.set_bits(sh, register, NOTHING, NOTHING)
        elif kind == decode.OFFSET_D:
            values.set_bits(sh, D, NOTHING, NOTHING)
        else:
            values.set_bits(sh, A if kind == decode.OFFSET_A else B, NOTHING, NOTHING)
        u = 0
    elif step and ubase:
        u_after = sum_bits(base, ubase, step & 0xFFFF, NOTHING, ZERO, NOTHING, values.TWO_BYTES)
        values.set_bits(sh, register, u_after & 0xFFFF, by)
    if indirect:
        u = values.bits_at(sh, address) << 8 | values.bits_at(sh, address + 1)
        by = values.source_at(sh, address) if u >> 8 else values.source_at(sh, address + 1)
        address = value_at(sh, address) << 8 | value_at(sh, address + 1)
        if u and not lea:
            values.matters(sh, by)
            u = 0
    if lea:
        result = word >> decode.RESULT & 31
        values.set_bits(sh, result, u, by)
        if action == decode.LEAZ:
            flags(sh, Z, nz_bits(address, u, values.TWO_BYTES) & Z, by)
        return -1
    return address


@inner
def operate(sh, word, address):
    action = word >> decode.ACTION & 63
    register = word >> decode.REG & 15
    access = word >> decode.ACCESS & 3
    mode = word >> decode.MODE & 15
    v, u, by = word & 0xFFFF, NOTHING, NOTHING
    if access == decode.READ8:
        v, u, by = value_at(sh, address), values.bits_at(sh, address), values.source_at(sh, address)
    elif access == decode.READ16:
        v = value_at(sh, address) << 8 | value_at(sh, address + 1)
        u = values.bits_at(sh, address) << 8 | values.bits_at(sh, address + 1)
        by = values.source_at(sh, address) if u >> 8 else values.source_at(sh, address + 1)
    elif access == decode.READ_REGISTER:
        v, u = value_of(sh, register), values.bits_of(sh, register)
        by = values.used(sh, values.source_of(sh, register))
    elif mode != decode.IMMEDIATE8 and mode != decode.IMMEDIATE16:
        v = address

    if action == decode.BRANCH or action == decode.LBRANCH:
        if is_open(register, value_of(sh, CC), sh.reg_u[CC]):
            if sh.pc < sh.rom or not only_changes_registers(sh, word):
                values.matters(sh, sh.reg_by[CC])
            sh.reg_u[CC] = NOTHING
    elif action == decode.LD8:
        values.set_bits(sh, register, u, by)
        flags(sh, N | Z | V, nz_bits(v, u, values.BYTE), by)
    elif action == decode.LD16:
        values.set_bits(sh, register, u, by)
        flags(sh, N | Z | V, nz_bits(v, u, values.TWO_BYTES), by)
    elif action == decode.ST8:
        u, by = values.bits_of(sh, register), values.source_of(sh, register)
        values.set_memory(sh, address, u, by)
        flags(sh, N | Z | V, nz_bits(value_of(sh, register), u, values.BYTE), by)
    elif action == decode.ST16:
        u, by = values.bits_of(sh, register), values.source_of(sh, register)
        values.set_word(sh, address, u, by)
        flags(sh, N | Z | V, nz_bits(value_of(sh, register), u, values.TWO_BYTES), by)
    elif action == decode.TST:
        flags(sh, N | Z | V, nz_bits(v, u, values.BYTE), by)
    elif action == decode.PSH or action == decode.PUL:
        stack(sh, action == decode.PSH, register, v & 0xFF)
    elif action == decode.TFR or action == decode.EXG:
        transfer(sh, action == decode.EXG, v >> 4 & 15, v & 15)
    elif action == decode.RTI:
        values.register_matters(sh, S)
        come_back(sh)
    elif action == decode.ENTER or action == decode.CWAI:
        values.register_matters(sh, S)
        if action == decode.CWAI:
            flags(sh, ~v & 0xFF, NOTHING, NOTHING)
        save_state(sh, value_of(sh, S), ALL)
    elif action == decode.ANDCC:
        flags(sh, ~v & 0xFF, NOTHING, NOTHING)
    elif action == decode.ORCC:
        flags(sh, v & 0xFF, NOTHING, NOTHING)
    elif action == decode.JSR or action == decode.RTS:
        values.register_matters(sh, S)
    elif action != decode.JMP and action != decode.NOP and action != decode.SYNC:
        compute(sh, word, address, v, u, by)
