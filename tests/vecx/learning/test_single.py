"""The games against the computer."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import vecx.learning
from vecx import UsageError
from vecx.learning import BoardEnv


@pytest.mark.parametrize("name", ["vecx/Connect4-v0", "vecx/Reversi-v0"])
def test_registered_and_checked(name):
    """Both games are registered, also after a second call, and pass Gymnasium's checker."""
    vecx.learning.register()
    env = gymnasium.make(name)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        check_env(env.unwrapped, skip_render_check=True)
    assert not [str(warning.message) for warning in said if "Box" not in str(warning.message)]
    env.close()


def test_a_game_and_its_reward():
    """Equal seeds and moves give equal games; an illegal move loses."""
    def game(seed):
        env, seen = BoardEnv("connect4", 0), []
        planes, info = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            planes, reward, over, cut, info = env.step(int(np.argmax(info["action_mask"])))
            seen.append(planes.tolist())
            assert not cut
        return seen, reward, info["frame"]

    assert game(1) == game(1)
    assert game(1)[1] in (-1.0, 0.0, 1.0)
    env = BoardEnv("reversi", 0)
    env.reset(seed=1)
    assert env.step(0)[1:3] == (-1.0, True) and env.step(0)[1:3] == (-1.0, True)


def test_pictures_and_bad_arguments():
    """rgb_array is the screen; invalid modes are refused."""
    env = BoardEnv("connect4", 0, render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().shape == (375, 300, 3) and env.render().max() > 60
    with pytest.raises(UsageError, match="render_mode must be"):
        BoardEnv(render_mode="x")
