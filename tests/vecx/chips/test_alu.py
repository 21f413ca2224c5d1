"""Arithmetic compared with definitions of each flag, exhaustively where possible."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

H, N, Z, V, C = 0x20, 8, 4, 2, 1


def signed(value: int, bits: int = 8) -> int:
    """Return a number of this many bits as a signed value."""
    return value - (1 << bits) if value >> bits - 1 else value


def flags(r: int, v: bool, c: bool, bits: int = 8) -> int:
    """Return N, Z, V and C of a result."""
    return N * (r >> bits - 1) | Z * (r == 0) | V * v | C * c


@pytest.fixture(scope="module")
def alu(plain):
    """Return the arithmetic functions as plain Python."""
    return plain("chips.alu")


def test_add8_is_right_for_every_input(alu):
    """Sum, H, N, Z, V and C are correct for every pair of bytes and carry."""
    for a in range(256):
        for b in range(256):
            for carry in (0, 1):
                r, cc = alu.add8(0xD0, a, b, carry)
                want = a + b + carry
                half = (a & 15) + (b & 15) + carry > 15
                overflow = not -128 <= signed(a) + signed(b) + carry <= 127
                assert r == want & 0xFF
                assert cc == 0xD0 | H * half | flags(r, overflow, want > 255), (a, b, carry)


def test_sub8_is_right_for_every_input(alu):
    """Difference, N, Z, V and C are correct for every pair and borrow; H is unchanged."""
    for a in range(256):
        for b in range(256):
            for borrow in (0, 1):
                r, cc = alu.sub8(0xF0, a, b, borrow)
                overflow = not -128 <= signed(a) - signed(b) - borrow <= 127
                assert r == (a - b - borrow) & 0xFF
                assert cc == 0xF0 | flags(r, overflow, a < b + borrow), (a, b, borrow)


@given(st.integers(0, 0xFFFF), st.integers(0, 0xFFFF), st.integers(0, 255))
def test_add16_and_sub16_are_right(alu, a, b, cc):
    """Results and flags of 16-bit sums and differences are correct; E, F, H, I stay."""
    r, out = alu.add16(cc, a, b)
    overflow = not -32768 <= signed(a, 16) + signed(b, 16) <= 32767
    assert (r, out) == ((a + b) & 0xFFFF,
                        cc & 0xF0 | flags((a + b) & 0xFFFF, overflow, a + b > 0xFFFF, 16))
    r, out = alu.sub16(cc, a, b)
    overflow = not -32768 <= signed(a, 16) - signed(b, 16) <= 32767
    assert (r, out) == ((a - b) & 0xFFFF,
                        cc & 0xF0 | flags((a - b) & 0xFFFF, overflow, a < b, 16))


def test_shifts_are_right_for_every_input(alu):
    """ASL, ROL, LSR, ASR and ROR are correct for every byte and carry."""
    for v in range(256):
        for into in (0, 1):
            r, cc = alu.shift_left(0xFF, v, into)
            assert r == (v << 1 | into) & 0xFF
            assert cc == 0xF0 | flags(r, (v ^ v << 1) & 0x80 != 0, v > 127)
        for into in (0, 0x80):
            for old in (0x00, 0xFF):
                r, cc = alu.shift_right(old, v, into)
                assert r == v >> 1 | into
                assert cc == old & 0xF0 | flags(r, old & V != 0, v & 1 != 0)


def test_daa_agrees_with_silicon(alu, reference):
    """DAA gives the reference's result and flags for every A, H and C."""
    table = json.loads((reference / "cpu" / "daa_exhaustive.json").read_text())
    rows = table["rows"]
    assert len(rows) == 1024
    for row in rows:
        a, h, c, want_a, want_cc = row
        r, cc = alu.decimal_adjust(H * h | C * c, a)
        assert (r, cc) == (want_a, want_cc), row


def test_branch_conditions_are_the_manuals(alu):
    """The sixteen conditions are correct for all N, Z, V and C."""
    for cc in range(16):
        n, z, v, c = cc >> 3 & 1, cc >> 2 & 1, cc >> 1 & 1, cc & 1
        want = [True, False, not (c or z), bool(c or z), not c, bool(c), not z, bool(z), not v,
                bool(v), not n, bool(n), n == v, n != v, not z and n == v, bool(z) or n != v]
        got = [bool(alu.TAKEN_WITH[code] >> cc & 1) for code in range(16)]
        assert got == want, cc
