"""Undefined bits that move with registers: TFR and EXG, PSH and PUL, interrupts and RTI.

Source: [MC6809E].
"""

from ..chips.decode import CC, DP, PC, A, B, S, U, X, Y
from ..compiling.jit import inner, integers, table
from .instructions import home_of, value_at, value_of
from .undefined import NOTHING
from .values import KEEPS_BITS, bits_of, register_matters, set_bits, set_memory, set_word, source_of

STACKED = table([CC, A, B, DP, X, Y, U, PC])      # of a post-byte of PSH, from bit 0 up
ALL, PC_AND_CC = integers(0xFF, 0x81)


@inner
def transfer(sh, both, source, target):
    u, by = widened(sh, source, target), source_of(sh, source)
    back, back_by = widened(sh, target, source), source_of(sh, target)
    if target != source:
        set_bits(sh, target, u if target < 8 else u & 0xFF, by)
        if both:
            set_bits(sh, source, back if source < 8 else back & 0xFF, back_by)


@inner
def widened(sh, source, target):
    """Return the undefined bits of a register that is copied to another one. CC and DP fill both
    bytes of a 16-bit register."""
    u = bits_of(sh, source) if KEEPS_BITS[source] else NOTHING
    if source >= 8 and target < 8 and (source == CC or source == DP):
        return u << 8 | u
    return u


@inner
def stack(sh, pushes, pointer, mask):
    """PSH and PUL: move undefined bits of registers to the stack, or back."""
    register_matters(sh, pointer)
    other = U if pointer == S else S
    at = value_of(sh, pointer)
    if pushes:
        push(sh, at - size_of(mask), mask, other)
    else:
        pull(sh, at, mask, other)


@inner
def push(sh, at, mask, other):
    """Store the undefined bits of the pushed registers in the bytes from `at` on; `other` is the
    stack pointer that bit 6 of the post-byte selects."""
    for bit in range(7):            # PC has no undefined bits
        if mask >> bit & 1:
            register = STACKED[bit] if bit != 6 else other
            u, by = bits_of(sh, register), source_of(sh, register)
            if bit >= 4:
                set_word(sh, at, u, by)
            else:
                set_memory(sh, at, u, by)
            at += 2 if bit >= 4 else 1


@inner
def pull(sh, at, mask, other):
    """Load the undefined bits of registers from `at` on, in the order in which `push` stores
    them."""
    for bit in range(7):
        if mask >> bit & 1:
            come_from(sh, STACKED[bit] if bit != 6 else other, at, bit >= 4)
            at += 2 if bit >= 4 else 1


@inner
def size_of(mask):
    """Return the number of bytes that a post-byte of PSH pushes."""
    size = 0
    for bit in range(8):
        if mask >> bit & 1:
            size += 2 if bit >= 4 else 1
    return size


@inner
def come_from(sh, register, at, wide):
    high, low = home_of(at), home_of(at + 1)
    u, by = sh.mem_u[high], sh.mem_by[high]
    if wide:
        by = by if u else sh.mem_by[low]
        u = u << 8 | sh.mem_u[low]
    set_bits(sh, register, u, by)


@inner
def save_state(sh, s, mask):
    """Push the state when an interrupt is entered; `s` is the value of S before that."""
    push(sh, s - size_of(mask), mask, U)


@inner
def come_back(sh):
    """RTI: pull the state; if the E flag that was pulled is set, pull all registers."""
    at = value_of(sh, S)
    pull(sh, at, ALL if value_at(sh, at) & 0x80 else PC_AND_CC, U)
