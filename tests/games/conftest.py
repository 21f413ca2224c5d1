"""A player in Connect-4's menu, whose every frame is accounted for; long games only on demand."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.test_connect4 import Player

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def booted() -> tuple[Player, bytes]:
    """A player in the menu, and a snapshot to go back to."""
    player = Player()
    return player, player.m.snapshot()


@pytest.fixture
def player(booted: tuple[Player, bytes]) -> Iterator[Player]:
    """A player in the menu; whatever a test does, the account of its frames must be right."""
    hand, menu = booted
    hand.m.restore(menu)
    for button in (1, 2, 3, 4):
        hand.m.release(button)
        hand.m.release(button, 2)
    hand.m.stick(0, 0)
    hand.m.stick(0, 0, 2)
    hand.frames = []
    yield hand
    hand.check_account()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the long games out unless `-m slow` asks for them."""
    if "slow" in (config.getoption("-m") or ""):
        return
    left = [item for item in items
            if HERE in item.path.parents and item.get_closest_marker("slow")]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item not in left]
