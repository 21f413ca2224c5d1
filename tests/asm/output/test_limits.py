"""Limits say whether what a routine took is allowed."""

import pytest

from asm.output.limits import Limit


@pytest.mark.parametrize(("cycles", "most", "exactly"), [(39, True, False), (40, True, True),
                                                         (41, False, False)])
def test_a_limit_holds(cycles: int, most: bool, exactly: bool) -> None:
    """Fewer cycles are allowed unless the limit is exact; more never are."""
    assert Limit("wait", 40, False, True, "game.asm", 1).holds(cycles) == most
    assert Limit("wait", 40, True, True, "game.asm", 1).holds(cycles) == exactly
