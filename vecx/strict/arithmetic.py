"""Undefined bits of results and flags: sums, differences, shifts, logic, and the instructions MUL,
SEX, ABX and DAA.

`compute` takes an operand with its undefined bits from settle.py and stores those of the result.
Source: [MC6809E]; undefined.py has the masks.
"""

from ..chips import decode
from ..chips.alu import C, H, N, V, Z
from ..chips.decode import CC, A, B, D, X
from ..compiling.jit import inner
from .instructions import value_of
from .undefined import (
    NOTHING,
    ONE,
    ZERO,
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
    """Set the undefined bits of the flags that an instruction changes."""
    now = sh.reg_u[CC] & ~changed | u & changed
    if u & changed:
        sh.reg_by[CC] = by
    sh.reg_u[CC] = now


@inner
def compute(sh, word, address, v, u, by):
    """Propagate undefined bits through arithmetic and logic, from the operands to the result."""
    action = word >> decode.ACTION & 63
    register = word >> decode.REG & 15
    wide = action == decode.ADD16 or action == decode.SUB16 or action == decode.CMP16
    ones = TWO_BYTES if wide else BYTE
    a, ua = ZERO, NOTHING
    if decode.ADD8 <= action <= decode.CMP16:
        a, ua = value_of(sh, register), bits_of(sh, register)
        if ua:
            by = used(sh, source_of(sh, register))
    if not ua | u:
        by = sh.reg_by[CC]          # a carry, where one is used
    if action == decode.MUL or action == decode.SEX or action == decode.ABX or action == decode.DAA:
        implied(sh, action)
        return
    if action == decode.ADD8 or action == decode.ADC or action == decode.ADD16:
        r, ur, changed, uflags = added(sh, action, a, ua, v, u, ones)
    elif action == decode.SUB8 or action == decode.SBC or action == decode.CMP8 \
            or action == decode.SUB16 or action == decode.CMP16 or action == decode.NEG \
            or action == decode.INC or action == decode.DEC:
        r, ur, changed, uflags = subtracted(sh, action, a, ua, v, u, ones)
    elif action == decode.ASL or action == decode.ROL or action == decode.LSR \
            or action == decode.ASR or action == decode.ROR:
        r, ur, changed, uflags = shifted(sh, action, v, u)
    else:
        r, ur, changed, uflags = combined(sh, action, a, ua, v, u)
    flags(sh, changed, uflags | nz_bits(r, ur, ones), by)
    result = word >> decode.RESULT & 31
    if result == decode.TO_MEMORY8:
        set_memory(sh, address, ur, by)
    else:
        set_bits(sh, result, ur, by)


@inner
def added(sh, action, a, ua, v, u, ones):
    """Return a sum, its undefined bits, the flags that change, and which of V, C and H are
    undefined."""
    carry, ucarry = ZERO, NOTHING
    if action == decode.ADC:
        carry, ucarry = value_of(sh, CC) & C, sh.reg_u[CC] & C
    ur = sum_bits(a, ua, v, u, carry, ucarry, ones)
    uflags = overflow_of_sum(a, ua, v, u, ur, ones) | (C if ur > ones else NOTHING)
    changed = N | Z | V | C
    if action != decode.ADD16:
        changed |= H
        uflags |= half_carry(a, ua, v, u, carry, ucarry)
    return a + v + carry & ones, ur & ones, changed, uflags


@inner
def subtracted(sh, action, a, ua, v, u, ones):
    """Like `added`, for a difference; INC and DEC count as differences."""
    if action == decode.INC or action == decode.DEC:
        edge = 0x7F if action == decode.INC else 0x80
        uflags = V if u and not (v ^ edge) & ~u & 0xFF else NOTHING
        if action == decode.INC:
            ur = sum_bits(v, u, ONE, NOTHING, ZERO, NOTHING, BYTE)
            return v + 1 & 0xFF, ur & BYTE, N | Z | V, uflags
        ur = difference_bits(v, u, ONE, NOTHING, ZERO, NOTHING, BYTE)
        return v - 1 & 0xFF, ur & BYTE, N | Z | V, uflags
    borrow, uborrow = ZERO, NOTHING
    if action == decode.SBC:
        borrow, uborrow = value_of(sh, CC) & C, sh.reg_u[CC] & C
    ur = difference_bits(a, ua, v, u, borrow, uborrow, ones)
    uflags = overflow_of_difference(a, ua, v, u, ur, ones) | (C if ur > ones else NOTHING)
    return a - v - borrow & ones, ur & ones, N | Z | V | C, uflags


@inner
def shifted(sh, action, v, u):
    """Like `added`, for a shift or rotation of a byte."""
    carry, ucarry = value_of(sh, CC) & C, sh.reg_u[CC] & C
    if action == decode.ASL or action == decode.ROL:
        into, uinto = (carry, ucarry) if action == decode.ROL else (ZERO, NOTHING)
        uflags = (C if u & 0x80 else NOTHING) | (V if u & 0xC0 else NOTHING)
        return v << 1 & 0xFF | into, u << 1 & 0xFF | uinto, N | Z | V | C, uflags
    into, uinto = ZERO, NOTHING
    if action == decode.ASR:
        into, uinto = v & 0x80, u & 0x80
    elif action == decode.ROR:
        into, uinto = carry << 7, ucarry << 7
    return v >> 1 | into, u >> 1 | uinto, N | Z | C, u & C


@inner
def combined(sh, action, a, ua, v, u):
    """Like `added`, for logic of two bytes; undocumented opcodes spread undefined bits to all
    bits."""
    if action == decode.AND or action == decode.BIT8:
        return a & v, and_bits(a, ua, v, u), N | Z | V, NOTHING
    if action == decode.OR:
        return a | v, or_bits(a, ua, v, u), N | Z | V, NOTHING
    if action == decode.EOR:
        return a ^ v, ua | u, N | Z | V, NOTHING
    if action == decode.COM:
        return v ^ 0xFF, u, N | Z | V | C, NOTHING
    if action == decode.CLR:
        return ZERO, NOTHING, N | Z | V | C, NOTHING
    every = N | Z | V | C if ua | u else NOTHING
    return v, BYTE if every else NOTHING, N | Z | V | C, every


@inner
def implied(sh, action):
    """Propagate undefined bits through MUL, SEX, ABX and DAA, whose operands are implied."""
    a, ua, b, ub = value_of(sh, A), sh.reg_u[A], value_of(sh, B), sh.reg_u[B]
    if action == decode.MUL:
        by = used(sh, sh.reg_by[A] if ua else sh.reg_by[B])
        u = product_bits(a, ua, b, ub)
        set_bits(sh, D, u, by)
        flags(sh, Z | C, u >> 7 & C | nz_bits(a * b, u, TWO_BYTES) & Z, by)
    elif action == decode.SEX:
        u, by = ub | (0xFF00 if ub & 0x80 else NOTHING), used(sh, sh.reg_by[B])
        set_bits(sh, D, u, by)
        flags(sh, N | Z, nz_bits(b | (0xFF00 if b & 0x80 else NOTHING), u, TWO_BYTES), by)
    elif action == decode.ABX:
        by = used(sh, sh.reg_by[X] if sh.reg_u[X] else sh.reg_by[B])
        u = sum_bits(value_of(sh, X), sh.reg_u[X], b, ub, ZERO, NOTHING, TWO_BYTES) & TWO_BYTES
        set_bits(sh, X, u, by)
    else:
        open_ = ua | sh.reg_u[CC] & (H | C)
        by = used(sh, sh.reg_by[A] if ua else sh.reg_by[CC])
        set_bits(sh, A, 0xFE | ua & 1 if open_ else NOTHING, by)     # it adds even numbers
        flags(sh, N | Z | V | C, N | Z | V | C if open_ else NOTHING, by)
