"""The lines that were read."""

from asm import assemble


def test_rows_are_a_sequence_of_places_and_numbers() -> None:
    """Each line stands with the number of its first statement; parts of them can be had, too."""
    rows = assemble("start nop\n\n rts\n").rows
    assert [(place.text, first) for place, first in rows] == [
        ("start nop", 0), ("", 2), (" rts", 2), ("", 3)]
    assert len(rows) == 4 and rows[-1][1] == 3 and rows[2][0].line == 3
    assert [first for _, first in rows[1:3]] == [2, 2]
