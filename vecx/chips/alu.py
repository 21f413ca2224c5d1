"""MC6809 arithmetic: results and condition codes.

Functions take the condition codes and return (result, condition codes).  H keeps its value where
the data sheet calls it undefined, V of DAA is N xor C: measured on silicon, see docs/cpu.md.
Source: [MC6809E] programming card, [CPU] tests/reference/cpu.
"""

from ..compiling.jit import inner, integers, table

C, V, Z, N, I, H, F, E = (1 << bit for bit in range(8))  # noqa: E741


def _conditions() -> tuple[int, ...]:
    """Return a mask for each of the 16 conditions (low nibble of the opcode): bit n is set if the
    condition is true when NZVC is n."""
    taken = []
    for condition in range(16):
        mask = 0
        for flags in range(16):
            n, z, v, c = flags >> 3 & 1, flags >> 2 & 1, flags >> 1 & 1, flags & 1
            true = (1, not c | z, not c, not z, not v, not n, n == v, not z | (n ^ v))
            mask |= int(bool(true[condition >> 1]) != bool(condition & 1)) << flags
        taken.append(mask)
    return tuple(taken)


TAKEN_WITH = table(_conditions())
(ZERO,) = integers(0)


@inner
def is_taken(condition, cc):
    """Return whether a branch with this condition is taken with these condition codes."""
    return TAKEN_WITH[condition & 15] >> (cc & 15) & 1


@inner
def nz8(cc, r):
    return cc & ~(N | Z) | r >> 4 & N | (r == 0) << 2


@inner
def nz16(cc, r):
    return cc & ~(N | Z) | r >> 12 & N | (r == 0) << 2


@inner
def add8(cc, a, b, carry):
    """Return a + b + carry, and H N Z V C."""
    total = a + b + carry
    r = total & 0xFF
    v = (a ^ r) & (b ^ r)
    return r, nz8(cc & ~(H | V | C), r) | (a ^ b ^ total) << 1 & H | v >> 6 & V | total >> 8


@inner
def sub8(cc, a, b, borrow):
    """Return a - b - borrow, and N Z V C; H is unchanged."""
    total = a - b - borrow
    r = total & 0xFF
    v = (a ^ b) & (a ^ r)
    return r, nz8(cc & ~(V | C), r) | v >> 6 & V | total >> 8 & C


@inner
def add16(cc, a, b):
    """Return a + b, and N Z V C."""
    total = a + b
    r = total & 0xFFFF
    v = (a ^ r) & (b ^ r)
    return r, nz16(cc & ~(V | C), r) | v >> 14 & V | total >> 16


@inner
def sub16(cc, a, b):
    """Return a - b, and N Z V C."""
    total = a - b
    r = total & 0xFFFF
    v = (a ^ b) & (a ^ r)
    return r, nz16(cc & ~(V | C), r) | v >> 14 & V | total >> 16 & C


@inner
def decrement(cc, v):
    """DEC: C is unchanged."""
    r = v - 1 & 0xFF
    return r, nz8(cc & ~V, r) | (v == 0x80) << 1


@inner
def clear(cc):
    """CLR: return the condition codes."""
    return cc & ~(N | V | C) | Z


@inner
def shift_left(cc, v, into):
    """ASL and ROL: V is the exclusive or of the two top bits."""
    r = v << 1 & 0xFF | into
    return r, nz8(cc & ~(V | C), r) | (v ^ r) >> 6 & V | v >> 7


@inner
def shift_right(cc, v, into):
    """LSR, ASR and ROR: bit 0 goes to C, V is unchanged."""
    r = v >> 1 | into
    return r, nz8(cc & ~C, r) | v & C


@inner
def decimal_adjust(cc, a):
    """DAA: C is sticky, 60 is added once at most, V = N xor C."""
    low, high = a & 0x0F, a & 0xF0
    fix = 0
    if low > 9 or cc & H:
        fix = 0x06
    if high > 0x90 or cc & C or (high > 0x80 and low > 9):
        fix |= 0x60
    total = a + fix
    r = total & 0xFF
    cc = nz8(cc & ~V, r) | total >> 8
    return r, cc | (cc >> 3 ^ cc) << 1 & V
