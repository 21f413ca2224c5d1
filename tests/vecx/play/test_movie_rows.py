"""Rows of three numbers, compared with a list of tuples."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vecx.play.movie import Triples

NUMBERS = st.integers(-(1 << 63), (1 << 63) - 1)
ROWS = st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS))


def of(rows: list) -> Triples:
    """Return the rows as Triples."""
    triples = Triples()
    for row in rows:
        triples.append(row)
    return triples


@given(ROWS, st.integers(0, 2), NUMBERS)
def test_it_is_a_list_of_tuples(rows, column, least):
    """Triples behave like a list of tuples."""
    triples = of(rows)
    assert list(triples) == rows and len(triples) == len(rows) and triples == of(rows)
    for index in range(-len(rows), len(rows)):
        assert triples[index] == rows[index]
    rows.sort(key=lambda row: row[column])
    triples.sort(key=lambda row: row[column])
    assert list(triples) == rows
    triples.drop_from(column, least)
    assert list(triples) == [row for row in rows if row[column] < least]


def test_what_it_refuses():
    """An invalid index and a number of more than 64 bits are refused."""
    triples = of([(1, 2, 3)])
    triples[-1] = 4, 5, 6
    assert triples[0] == (4, 5, 6) and triples != [(4, 5, 6)]
    for index in (1, -2):
        with pytest.raises(IndexError):
            triples[index]
    with pytest.raises(OverflowError):
        triples.append((1 << 63, 0, 0))
