"""The example for stable-baselines3: its game, its reward, and what it says without the package."""

import sys

import numpy as np
import pytest

from vecx import VecxError
from vecx.learning import ppo


def follow(seen):
    """Move the basket towards the star."""
    way = seen[1] - seen[0]
    return 2 if way > 0.05 else 1 if way < -0.05 else 0


def test_the_reward_tells_a_good_player_from_chance():
    """Who follows the stars misses none; by chance most are missed, and five end the game."""
    env = ppo.environment(300)
    draw = np.random.default_rng(1)
    assert ppo.mean_reward(env, follow, range(3)) > 10
    assert ppo.mean_reward(env, lambda seen: int(draw.integers(3)), range(3)) < 0
    env.reset(seed=1)
    rewards = [env.step(0)[1] for _ in range(400)]
    assert set(rewards) <= {-1.0, 0.0, 1.0} and rewards.count(-1.0) == 5


def test_without_the_package_the_message_names_it(monkeypatch):
    """The message says what to install."""
    monkeypatch.setitem(sys.modules, "stable_baselines3", None)
    with pytest.raises(VecxError, match="pip install stable-baselines3"):
        ppo.main([])


@pytest.mark.nightly
def test_it_learns(capsys):
    """After training, the agent is far better than chance."""
    pytest.importorskip("stable_baselines3")
    assert ppo.main(["--test-games", "5"]) > 20
    assert "caught less missed in 5 other games" in capsys.readouterr().out
