"""The tables that are computed from formulas and drawings are up to date."""

import math

from roms import tables


def test_numbers_are_their_formulas() -> None:
    """numbers.asm equals the output of the formulas."""
    assert (tables.HERE / "numbers.asm").read_text() == tables.numbers_asm()


def test_font_is_its_drawing() -> None:
    """font.asm equals the drawing in font.txt."""
    assert (tables.HERE / "font.asm").read_text() == tables.font_asm()


def test_tables_have_their_length() -> None:
    """The tables have the addresses and lengths that cartridges expect."""
    lengths = (len(tables.octant_table()), len(tables.arctan_table()), len(tables.sine_table()),
               len(tables.note_table()))
    assert lengths == (8, 65, 32, 64)


def test_octants_and_arctangents_give_angles() -> None:
    """Octant plus arctangent is within two units of every angle."""
    starts, angles = tables.arctan_table()[:10], tables.arctan_table()[10:]
    for rise in range(-9, 10):
        for run in range(-9, 10):
            if not rise and not run:
                continue
            high, low = max(abs(rise), abs(run)), min(abs(rise), abs(run))
            entry = tables.octant_table()[4 * (rise < 0) + 2 * (run < 0)
                                          + (abs(rise) < abs(run))]
            turn = angles[starts[high] + low]
            angle = entry // 2 + (-turn if entry & 1 else turn)
            true = 64 * math.atan2(rise, run) / math.tau
            assert abs((angle - true + 32) % 64 - 32) <= 0.51, (rise, run)


def test_letters_are_distinct() -> None:
    """No two characters look the same, and only the space is empty."""
    rows = tables.font_rows((tables.HERE / "font.txt").read_text())
    glyphs = list(zip(*rows, strict=True))
    assert len(set(glyphs)) == len(glyphs)
    assert [i for i, glyph in enumerate(glyphs) if not any(glyph)] == [0]


def test_letters_are_five_wide() -> None:
    """Letters leave the space between them dark."""
    rows = tables.font_rows((tables.HERE / "font.txt").read_text())
    assert all(byte & 7 == 0 for row in rows for byte in row[:64])
