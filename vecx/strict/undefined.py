"""Undefined bits: which bits of a result depend on bits that nothing has defined.

A value has beside it a mask, `u`, with ones where its bits are undefined.  Every function here
takes values with their masks and returns a mask that has all bits of the result that could be
otherwise (none is missing), and few that could not.  Sums and differences are taken at their ends:
with all undefined bits 0, and with all of them 1; a carry that is the same in both is defined.

Values alone: no registers, no memory (values.py).  Source of the ways: J. Seward, N. Nethercote,
"Using Valgrind to detect undefined value errors with bit-precision", 2005, section 2.
"""

from ..chips.alu import C, H, N, V, Z, is_taken
from ..compiling.jit import inner, integers

FLAGS = N | Z | V | C
(NOTHING,) = integers(0)        # no bit is undefined
ZERO, ONE = integers(0, 1)      # values
# Where an undefined value comes from is one number (values.py): its parts begin at these bits.
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
    """Return Z where it is undefined: no bit of the result is a defined 1."""
    return Z if u & ones and not r & ~u & ones else 0


@inner
def sign_bit(u, ones):
    """Return N where the top bit is undefined."""
    return N if u & (ones + 1 >> 1) else 0


@inner
def nz_bits(r, u, ones):
    """Return N and Z of a result where they are undefined."""
    return sign_bit(u, ones) | zero_bit(r, u, ones)


@inner
def overflow_of_sum(a, ua, b, ub, u, ones):
    """Return V of a sum where it is undefined: never where the signs are known to differ."""
    top = ones + 1 >> 1
    if not (ua | ub) & top and (a ^ b) & top:
        return 0
    return V if (ua | ub | u) & top else 0


@inner
def overflow_of_difference(a, ua, b, ub, u, ones):
    """Return V of a difference where it is undefined: never where the signs are known to agree."""
    top = ones + 1 >> 1
    if not (ua | ub) & top and not (a ^ b) & top:
        return 0
    return V if (ua | ub | u) & top else 0


@inner
def half_carry(a, ua, b, ub, carry, ucarry):
    """Return H of a sum of bytes where it is undefined."""
    nibbles = sum_bits(a & 15, ua & 15, b & 15, ub & 15, carry, ucarry, 15)
    return H if nibbles & 16 else 0


@inner
def product_bits(a, ua, b, ub):
    """Return the undefined bits of a * b: those between the lowest undefined bit of either and the
    highest that the largest product has."""
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
    """Say whether a branch could go the other way."""
    taken = is_taken(condition, cc)
    u = ucc & FLAGS
    flags = u
    while flags:            # every choice of the undefined flags
        if is_taken(condition, cc & ~u | flags) != taken:
            return True
        flags = flags - 1 & u
    return bool(u) and is_taken(condition, cc & ~u) != taken
