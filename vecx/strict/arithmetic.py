"""Undefined bits of results and flags: sums, differences, shifts, logic, and MUL, SEX, ABX, DAA.

`compute` takes an operand with its undefined bits from settle.py and puts those of the result where
the instruction puts it.  Source: [MC6809E]; undefined.py has the masks.
"""

from ..chips.alu import C, H, N, V, Z
from ..chips.decode import (
    ABX,
    ACTION,
    ADC,
    ADD8,
    ADD16,
    AND,
    ASL,
    ASR,
    BIT8,
    CC,
    CLR,
    CMP8,
    CMP16,
    COM,
    DAA,
    DEC,
    EOR,
    INC,
    LSR,
    MUL,
    NEG,
    OR,
    REG,
    RESULT,
    ROL,
    ROR,
    SBC,
    SEX,
    SUB8,
    SUB16,
    TO_MEMORY8,
    A,
    B,
    D,
    X,
)
from ..compiling.jit import inner
from .instructions import value_of
from .shadow import NO, YES
from .undefined import (
    NOTHING,
    and_bits,
    difference_bits,
    half_carry,
    nz_bits,
    or_bits,
    overflow_of_difference,
    overflow_of_sum,
    product_bits,
    sum_bits,
)
from .values import BYTE, TWO_BYTES, bits_of, set_bits, set_memory, source_of, used


@inner
def flags(sh, changed, u, by):
    """Set the undefined bits of those flags that an instruction changes."""
    now = sh.reg_u[CC] & ~changed | u & changed
    if u & changed:
        sh.reg_by[CC] = by
    sh.reg_u[CC] = now


@inner
def compute(sh, word, address, v, u, by):
    """Carry undefined bits through arithmetic and logic: from a register and v to the result."""
    action = word >> ACTION & 63
    register = word >> REG & 15
    wide = action == ADD16 or action == SUB16 or action == CMP16
    ones = TWO_BYTES if wide else BYTE
    a, ua = NO, NOTHING
    if ADD8 <= action <= CMP16:
        a, ua = value_of(sh, register), bits_of(sh, register)
        if ua:
            by = used(sh, source_of(sh, register))
    if not ua | u:
        by = sh.reg_by[CC]          # a carry, where one is used
    if action == MUL or action == SEX or action == ABX or action == DAA:
        implied(sh, action)
        return
    if action == ADD8 or action == ADC or action == ADD16:
        r, ur, changed, uflags = added(sh, action, a, ua, v, u, ones)
    elif action == SUB8 or action == SBC or action == CMP8 or action == SUB16 or action == CMP16 \
            or action == NEG or action == INC or action == DEC:
        r, ur, changed, uflags = subtracted(sh, action, a, ua, v, u, ones)
    elif action == ASL or action == ROL or action == LSR or action == ASR or action == ROR:
        r, ur, changed, uflags = shifted(sh, action, v, u)
    else:
        r, ur, changed, uflags = combined(sh, action, a, ua, v, u)
    flags(sh, changed, uflags | nz_bits(r, ur, ones), by)
    result = word >> RESULT & 31
    if result == TO_MEMORY8:
        set_memory(sh, address, ur, by)
    else:
        set_bits(sh, result, ur, by)


@inner
def added(sh, action, a, ua, v, u, ones):
    """Return a sum, its undefined bits, the flags that it changes, and which of V, C and H are
    undefined."""
    carry, ucarry = NO, NO
    if action == ADC:
        carry, ucarry = value_of(sh, CC) & C, sh.reg_u[CC] & C
    ur = sum_bits(a, ua, v, u, carry, ucarry, ones)
    uflags = overflow_of_sum(a, ua, v, u, ur, ones) | (C if ur > ones else NO)
    changed = N | Z | V | C
    if action != ADD16:
        changed |= H
        uflags |= half_carry(a, ua, v, u, carry, ucarry)
    return a + v + carry & ones, ur & ones, changed, uflags


@inner
def subtracted(sh, action, a, ua, v, u, ones):
    """Return a difference, INC and DEC among them, as `added` does a sum."""
    if action == INC or action == DEC:
        edge = 0x7F if action == INC else 0x80
        uflags = V if u and not (v ^ edge) & ~u & 0xFF else NO
        if action == INC:
            return v + 1 & 0xFF, sum_bits(v, u, YES, NO, NO, NO, BYTE) & BYTE, N | Z | V, uflags
        return v - 1 & 0xFF, difference_bits(v, u, YES, NO, NO, NO, BYTE) & BYTE, N | Z | V, uflags
    borrow, uborrow = NO, NO
    if action == SBC:
        borrow, uborrow = value_of(sh, CC) & C, sh.reg_u[CC] & C
    ur = difference_bits(a, ua, v, u, borrow, uborrow, ones)
    uflags = overflow_of_difference(a, ua, v, u, ur, ones) | (C if ur > ones else NO)
    return a - v - borrow & ones, ur & ones, N | Z | V | C, uflags


@inner
def shifted(sh, action, v, u):
    """Return what a shift or rotation makes of a byte, as `added`."""
    carry, ucarry = value_of(sh, CC) & C, sh.reg_u[CC] & C
    if action == ASL or action == ROL:
        into, uinto = (carry, ucarry) if action == ROL else (NO, NO)
        uflags = (C if u & 0x80 else NO) | (V if u & 0xC0 else NO)
        return v << 1 & 0xFF | into, u << 1 & 0xFF | uinto, N | Z | V | C, uflags
    into, uinto = NO, NO
    if action == ASR:
        into, uinto = v & 0x80, u & 0x80
    elif action == ROR:
        into, uinto = carry << 7, ucarry << 7
    return v >> 1 | into, u >> 1 | uinto, N | Z | C, u & C


@inner
def combined(sh, action, a, ua, v, u):
    """Return what logic makes of two bytes; undocumented opcodes leave all of it undefined."""
    if action == AND or action == BIT8:
        return a & v, and_bits(a, ua, v, u), N | Z | V, NOTHING
    if action == OR:
        return a | v, or_bits(a, ua, v, u), N | Z | V, NOTHING
    if action == EOR:
        return a ^ v, ua | u, N | Z | V, NOTHING
    if action == COM:
        return v ^ 0xFF, u, N | Z | V | C, NOTHING
    if action == CLR:
        return NO, NOTHING, N | Z | V | C, NOTHING
    every = N | Z | V | C if ua | u else NO
    return v, BYTE if every else NOTHING, N | Z | V | C, every


@inner
def implied(sh, action):
    """Do those whose operands are no matter of the instruction's: MUL, SEX, ABX, DAA."""
    a, ua, b, ub = value_of(sh, A), sh.reg_u[A], value_of(sh, B), sh.reg_u[B]
    if action == MUL:
        by = used(sh, sh.reg_by[A] if ua else sh.reg_by[B])
        u = product_bits(a, ua, b, ub)
        set_bits(sh, D, u, by)
        flags(sh, Z | C, u >> 7 & C | nz_bits(a * b, u, TWO_BYTES) & Z, by)
    elif action == SEX:
        u, by = ub | (0xFF00 if ub & 0x80 else NO), used(sh, sh.reg_by[B])
        set_bits(sh, D, u, by)
        flags(sh, N | Z, nz_bits(b | (0xFF00 if b & 0x80 else NO), u, TWO_BYTES), by)
    elif action == ABX:
        by = used(sh, sh.reg_by[X] if sh.reg_u[X] else sh.reg_by[B])
        u = sum_bits(value_of(sh, X), sh.reg_u[X], b, ub, NO, NO, TWO_BYTES) & TWO_BYTES
        set_bits(sh, X, u, by)
    else:
        open_ = ua | sh.reg_u[CC] & (H | C)
        by = used(sh, sh.reg_by[A] if ua else sh.reg_by[CC])
        set_bits(sh, A, 0xFE | ua & 1 if open_ else NOTHING, by)     # it adds even numbers
        flags(sh, N | Z | V | C, N | Z | V | C if open_ else NO, by)
