"""Registers by number: width, and transfers as on silicon."""

import pytest

from vecx.chips import decode

WIDTHS = {decode.D: 16, decode.X: 16, decode.Y: 16, decode.U: 16, decode.S: 16, decode.PC: 16,
          decode.A: 8, decode.B: 8, decode.CC: 8, decode.DP: 8}


@pytest.fixture
def chip(plain):
    """Return the un-jitted module and a record."""
    return plain("chips.registers"), plain("chips.state_record").new_state()


@pytest.mark.parametrize(("number", "width"), WIDTHS.items())
def test_register_keeps_what_is_put(chip, number, width):
    """A register keeps the value, cut to its width, and no other register changes."""
    registers, m = chip
    before = {n: registers.get(m, n) for n in WIDTHS}
    registers.put(m, number, 0xA5C3)
    assert registers.get(m, number) == (0xA5C3 if width == 16 else 0xC3)
    related = {decode.D: {decode.A, decode.B}, decode.A: {decode.D}, decode.B: {decode.D}}
    for other in set(WIDTHS) - {number} - related.get(number, set()):
        assert registers.get(m, other) == before[other]


@pytest.mark.parametrize("number", [6, 7, 12, 13, 14, 15])
def test_undefined_registers_read_as_ones(chip, number):
    """An undefined register reads FF or FFFF, and ignores writes."""
    registers, m = chip
    registers.put(m, number, 0x1234)
    assert registers.get(m, number) == (0xFFFF if number < 8 else 0xFF)


def test_first_load_of_s_arms_nmi(chip):
    """NMI is armed by loading S [MC6809E NMI]."""
    registers, m = chip
    assert not m.nmi_armed
    registers.put(m, decode.S, 0xCBEA)
    assert m.nmi_armed
