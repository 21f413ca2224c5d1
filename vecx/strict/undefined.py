"""Masks of undefined bits: which bits of a result depend on undefined bits of the operands.

The mask `u` of a value has ones where the value is undefined.  Every function here takes values
with their masks and returns a mask of all bits of the result that could differ (never too few),
with few others.  Sums and differences are computed twice: with all undefined bits 0, and with all
of them 1.  A carry that is the same in both is defined.

No registers or memory here (values.py).  Source of the method: J. Seward, N. Nethercote,
"Using Valgrind to detect undefined value errors with bit-precision", 2005, section 2.
"""

from ..chips.alu import C, H, N, V, Z, is_taken
from ..compiling.jit import inner, integers

FLAGS = N | Z | V | C
(NOTHING,) = integers(0)        # no bit is undefined
ZERO, ONE = integers(0, 1)      # values
# An origin is one number (values.py): first bits of its parts.
O_KIND, O_SECOND, O_FIRST = integers(48, 32, 16)


@inner
def sum_bits(a, ua, b, ub, carry, ucarry, ones):
    """Return the undefined bits of a + b + carry; the carry out is the bit above `ones`."""
    low = (a & ~ua) + (b & ~ub) + (carry & ~ucarry)
    high = (a | ua) + (b | ub) + (carry | ucarry)
    return (low ^ high | ua | ub) & (ones << 1 | 1)


@inner
def difference_bits(a, ua, b, ub, borrow, uborrow, ones):
    """Return the undefined bits of a - b - borrow; the borrow is the bit above `ones`."""
    low = (a & ~ua) - (b | ub) - (borrow | uborrow)
    high = (a | ua) - (b & ~ub) - (borrow & ~uborrow)
    return (low ^ high | ua | ub) & (ones << 1 | 1)


@inner
def and_bits(a, ua, b, ub):
    """Return the undefined bits of a & b: a defined 0 on either side defines the bit."""
    return ua & ub | ua & b | ub & a


@inner
def or_bits(a, ua, b, ub):
    """Return the undefined bits of a | b: a defined 1 on either side defines the bit."""
    return ua & ub | ua & ~b | ub & ~a


@inner
def zero_bit(r, u, ones):
    """Return Z if that flag is undefined (no bit of the result is a defined 1), or else 0."""
    return Z if u & ones and not r & ~u & ones else 0


@inner
def sign_bit(u, ones):
    """Return N if that flag is undefined, or else 0."""
    return N if u & (ones + 1 >> 1) else 0


@inner
def nz_bits(r, u, ones):
    """Return those of N and Z that are undefined."""
    return sign_bit(u, ones) | zero_bit(r, u, ones)


@inner
def overflow_of_sum(a, ua, b, ub, u, ones):
    """Return V if a sum leaves it undefined, else 0.  Known different signs leave V defined."""
    top = ones + 1 >> 1
    if not (ua | ub) & top and (a ^ b) & top:
        return 0
    return V if (ua | ub | u) & top else 0


@inner
def overflow_of_difference(a, ua, b, ub, u, ones):
    """Return V if a difference leaves it undefined, else 0.  Known equal signs leave V defined."""
    top = ones + 1 >> 1
    if not (ua | ub) & top and not (a ^ b) & top:
        return 0
    return V if (ua | ub | u) & top else 0


@inner
def half_carry(a, ua, b, ub, carry, ucarry):
    """Return H if a sum of bytes leaves it undefined, else 0."""
    nibbles = sum_bits(a & 15, ua & 15, b & 15, ub & 15, carry, ucarry, 15)
    return H if nibbles & 16 else 0


@inner
def product_bits(a, ua, b, ub):
    """Return the undefined bits of a * b: from the lowest undefined bit of either operand to the
    highest bit that the largest product has."""
    if (not ua and not a) or (not ub and not b):
        return 0
    most = (a | ua) * (b | ub)
    mask = 0
    below = 1
    while below <= most:
        mask |= below
        below <<= 1
    lowest = (ua | ub) & -(ua | ub)
    return mask & ~(lowest - 1)


@inner
def is_open(condition, cc, ucc):
    """Return whether undefined flags can change which way a branch goes."""
    taken = is_taken(condition, cc)
    u = ucc & FLAGS
    flags = u
    while flags:            # every choice of the undefined flags
        if is_taken(condition, cc & ~u | flags) != taken:
            return True
        flags = flags - 1 & u
    return bool(u) and is_taken(condition, cc & ~u) != taken
