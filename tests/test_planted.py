"""The planted mistakes: their kinds, the random selection, and three that are reported."""

import pytest

from tests.planted import KINDS, drawn, judged


@pytest.mark.slow
def test_there_are_thirty_kinds_and_each_has_a_place() -> None:
    """Every kind can be planted somewhere; a seed always draws the same mistakes."""
    assert len(KINDS) >= 30
    first = drawn(3, 3 * len(KINDS))
    assert {one.kind for one in first} == set(KINDS) and first == drawn(3, 3 * len(KINDS))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["a variable in ROM", "a list's count one more",
                                  "an initialising store left out"])
def test_a_mistake_is_named(kind: str) -> None:
    """The mistake changes the picture, and the strict machine reports it at its place."""
    verdict = next(verdict for one in drawn(7, 300)
                   if one.kind == kind and one.program.startswith("games/examples")
                   and (verdict := judged(one)).changes)
    assert verdict.named and verdict.at_line, verdict
