"""The planter of mistakes: its kinds, what it draws, and three mistakes that are named."""

import pytest

from tests.planted import KINDS, drawn, judged


def test_there_are_thirty_kinds_and_each_has_a_place() -> None:
    """Every kind can be planted somewhere; a seed draws the same again."""
    assert len(KINDS) >= 30
    first = drawn(3, 3 * len(KINDS))
    assert {one.kind for one in first} == set(KINDS) and first == drawn(3, 3 * len(KINDS))


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", ["a variable in ROM", "a list's count one more",
                                  "an initialising store left out"])
def test_a_mistake_is_named(kind: str) -> None:
    """It changes what is seen, and the strict machine names it where it is."""
    verdict = next(verdict for one in drawn(7, 300)
                   if one.kind == kind and one.program.startswith("games/examples")
                   and (verdict := judged(one)).changes)
    assert verdict.named and verdict.at_line, verdict
