"""A player in Connect-4's menu, whose every frame is accounted for."""

from collections.abc import Iterator

import pytest

from tests.games.connect4_player import Player
from vecx.console.snapshot import Kept


@pytest.fixture(scope="session")
def booted() -> tuple[Player, Kept]:
    """A player in the menu, and a state to return to."""
    player = Player()
    return player, player.m.keep()


@pytest.fixture
def player(booted: tuple[Player, Kept]) -> Iterator[Player]:
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
