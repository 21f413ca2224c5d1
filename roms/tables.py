"""Writes the ROM's tables that are computed from a formula or a drawing.

Run as ``python -m roms.tables``; tests/roms/test_tables.py checks that numbers.asm, font.asm and
circle.asm are up to date.  Do not edit these files by hand.
"""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

HERE = Path(__file__).parent
CPU_HZ = 1_500_000
NOTE_FIRST = 43  # MIDI number of note 0: G2, 98 Hz
NOTE_COUNT = 63
ANGLE_UNITS = 64
CIRCLE_RADIUS = 80
CIRCLE_CORNERS = 32
GLYPH_FIRST = 0x20
GLYPH_COUNT = 80
GLYPH_ROWS = 7
BANNER = "; {name}: {what}\n;\n; address:  {range}\n; build:    python -m roms.tables\n"


def sine_table() -> list[int]:
    """Return 256 sin(x) for half a turn in 32 steps, rounded, at most 255."""
    return [min(255, round(256 * math.sin(math.pi * i / 32))) for i in range(32)]


def note_table() -> list[int]:
    """Return the sound chip's period for each semitone from G2 up, and 0 for a rest."""
    hertz = [440 * 2 ** ((i + NOTE_FIRST - 69) / 12) for i in range(NOTE_COUNT)]
    return [round(CPU_HZ / (16 * f)) for f in hertz] + [0]


def arctan_table() -> list[int]:
    """Return the starts of ten rows, then the angle of tangent hi/lo for lo <= hi <= 9."""
    starts = [hi * (hi + 1) // 2 for hi in range(10)]
    angles = [
        round(ANGLE_UNITS * math.atan2(hi, lo) / math.tau) if hi else ANGLE_UNITS // 8
        for hi in range(10)
        for lo in range(hi + 1)
    ]
    return starts + angles


def octant_table() -> list[int]:
    """Return twice the angle at which each octant starts, plus 1 if its angles count backwards.

    The index is 4 for a negative rise, plus 2 for a negative run, plus 1 for a run that is
    longer than the rise; arctan_table gives the angle from the x axis when it is not.
    """
    quarter = ANGLE_UNITS // 4
    table = []
    for index in range(8):
        down, left, flat = index >> 2 & 1, index >> 1 & 1, index & 1
        start = 2 * quarter if left else 4 * quarter if down else 0
        sign = -1 if down != left else 1
        if flat:  # the angle is a quarter less the table's
            start, sign = start + sign * quarter, -sign
        table.append(2 * start + (sign < 0))
    return table


def font_rows(text: str) -> list[list[int]]:
    """Return the glyph bytes of font.txt, row by row, bit 7 leftmost.

    Args:    text  the drawing: bands of eight glyphs, each below the code of its first glyph
    Errors:  AssertionError if a band is missing, misplaced or has the wrong shape
    """
    rows: list[list[int]] = [[] for _ in range(GLYPH_ROWS)]
    lines = text.splitlines()
    heads = [i for i, line in enumerate(lines) if line.startswith("$") and len(line) == 3]
    for band, head in enumerate(heads):
        assert int(lines[head][1:], 16) == GLYPH_FIRST + 8 * band, lines[head]
        for row in range(GLYPH_ROWS):
            cells = lines[head + 1 + row].split()
            assert len(cells) == 8, lines[head + 1 + row]
            rows[row] += [
                int(cell.ljust(8, ".").replace("#", "1").replace(".", "0"), 2) for cell in cells
            ]
    assert all(len(row) == GLYPH_COUNT for row in rows)
    return rows


def circle_edges(radius: int, corners: int) -> list[int]:
    """Return y, x of each edge of a closed circle from its rightmost point on, as bytes."""
    angles = [math.tau * i / corners for i in range(corners + 1)]
    points = [(round(radius * math.sin(a)), round(radius * math.cos(a))) for a in angles]
    return [
        (to - start) & 0xFF
        for before, after in pairwise(points)
        for start, to in zip(before, after, strict=True)
    ]


def listing(label: str, directive: str, values: list[int], per_line: int, digits: int) -> str:
    """Return values as lines of data, with the label on the first one."""
    lines = []
    for i in range(0, len(values), per_line):
        data = ",".join(f"${v:0{digits}X}" for v in values[i : i + per_line])
        lines.append(f"{label if i == 0 else '':<16}{directive:<8}{data}\n")
    return "".join(lines)


def numbers_asm() -> str:
    """Return the text of numbers.asm."""
    return (
        BANNER.format(
            name="numbers.asm",
            what="angles, sines and notes, from their formulas",
            range="$FC24-$FD0C",
        )
        + "\n; twice the start of each octant, + 1 where it counts backwards\n"
        + f"{'':<16}org     $FC24\n"
        + listing("Angle_Octants", "fcb", octant_table(), 8, 2)
        + "\n; ten row starts, then 64 atan(hi/lo) / turn for lo <= hi <= 9\n"
        + listing("Angle_Arctan", "fcb", arctan_table(), 10, 2)
        + "\n; 256 sin(pi i / 32), at most 255\n"
        + listing("Sine_Table", "fcb", sine_table(), 8, 2)
        + "\n; 1500000 / (16 f) for the semitones from G2, and the rest\n"
        + listing("Note_Table", "fdb", note_table(), 8, 4)
    )


def font_asm() -> str:
    """Return the text of font.asm."""
    parts = [
        BANNER.format(name="font.asm", what="the characters $20-$6F", range="$F9F4-$FC23"),
        "\n; seven rows of 80 bytes, top row first, bit 7 leftmost; drawn in font.txt\n",
        f"{'':<16}org     $F9F4\n",
    ]
    for number, row in enumerate(font_rows((HERE / "font.txt").read_text())):
        label = "Char_Table" if number == 0 else f"char_row_{number + 1}"
        parts.append(listing(label, "fcb", row, 16, 2))
    return "".join(parts)


def circle_asm() -> str:
    """Return the text of circle.asm."""
    return (
        BANNER.format(
            name="circle.asm",
            what="a circle of 32 edges about radius 80, for the test card",
            range="after the service program",
        )
        + "\n; y, x of each edge, from the rightmost point on\n"
        + listing("vl_circle", "fcb", circle_edges(CIRCLE_RADIUS, CIRCLE_CORNERS), 16, 2)
    )


def main() -> None:
    """Write the files."""
    (HERE / "circle.asm").write_text(circle_asm())
    (HERE / "numbers.asm").write_text(numbers_asm())
    (HERE / "font.asm").write_text(font_asm())


if __name__ == "__main__":
    main()
