"""The games for two players."""

import warnings

import pytest

from vecx import UsageError
from vecx.learning.pairs import PairEnv


def checkers():
    """Return PettingZoo's tests, whose import causes warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.test import api_test, seed_test
    return api_test, seed_test


@pytest.mark.parametrize("game", ["connect4", "reversi"])
def test_the_checkers_pass(game):
    """PettingZoo's interface test passes."""
    env = PairEnv(game)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        checkers()[0](env, num_cycles=12 if game == "reversi" else 25)
    assert env.possible_agents == ["player_0", "player_1"]


@pytest.mark.slow
def test_the_test_of_seeds_passes():
    """PettingZoo's seed test passes."""
    checkers()[1](lambda: PairEnv("connect4"), num_cycles=60)
    env = PairEnv("connect4")
    env.reset(seed=1)
    assert env.agent_selection == "player_0"


def test_who_wins_and_who_may_move():
    """Rewards, masks and observations are correct for both players."""
    env = PairEnv("connect4", render_mode="rgb_array")
    env.reset()
    env.step(3)
    mine, theirs = env.observe("player_0"), env.observe("player_1")
    assert mine["observation"][5, 3].tolist() == [1, 0] and not mine["action_mask"].any()
    assert theirs["observation"][5, 3].tolist() == [0, 1] and theirs["action_mask"].all()
    assert env.render().shape == (375, 300, 3)
    for _ in range(5):
        env.step(3)
    env.step(3)         # the column is full
    assert env.rewards == {"player_0": -1.0, "player_1": 1.0}
    env.step(None)
    with pytest.raises(UsageError, match="render_mode must be"):
        PairEnv(render_mode="x")
