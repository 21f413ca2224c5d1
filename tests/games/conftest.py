"""A player in Connect-4's menu whose frames are checked."""

from collections.abc import Iterator

import pytest

from tests.games.connect4_player import Player
from vecx.console.snapshot import Kept


@pytest.fixture(scope="session")
def booted() -> tuple[Player, Kept]:
    """Return a player in the menu, and a state to restore."""
    player = Player()
    return player, player.m.keep()


@pytest.fixture
def player(booted: tuple[Player, Kept]) -> Iterator[Player]:
    """Return a player in the menu; the cost of every frame of the test is checked."""
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
