"""Some hundred damaged messages for each server by `python -m tests.hostile.messages`."""

import random

import pytest

from tests.hostile import messages


@pytest.mark.parametrize("kind", ["lsp", "dap"])
@pytest.mark.parametrize("count", [pytest.param(400, marks=pytest.mark.slow),
                                   pytest.param(5000, marks=pytest.mark.nightly)])
def test_every_request_is_answered(kind: str, count: int) -> None:
    """Some requests are still valid, most are refused, and none is left without an answer."""
    done, refused = messages.attack(kind, 7, count)
    assert done + refused == count and min(done, refused) > count / 10


def test_damage_is_repeated_and_changes_something() -> None:
    """Equal seeds make equal damage, and the request itself is not changed."""
    request = {"textDocument": {"uri": "file:///a.asm"}, "position": messages.POSITION}
    made = [messages.damaged(request, random.Random(seed)) for seed in (1, 1, 2, 3, 4)]
    assert made[0] == made[1] and len({str(one) for one in made}) >= 3
    assert request["position"] == {"line": 7, "character": 6}
