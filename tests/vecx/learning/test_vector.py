"""Vectorised environments."""

import gymnasium
import numpy as np

from vecx.learning import CartridgeEnv, CartridgeVectorEnv

GAME = {"cart": "connect4", "reward": "[move_count] - prev([move_count])",
        "terminated": "[move_count] == 1", "variables": ["game_board", "move_count"],
        "actions": "4,wait"}


def test_equals_single_environments():
    """Each environment behaves as it does alone, with a reset after an end."""
    envs = CartridgeVectorEnv(3, threads=2, **GAME)
    single = [CartridgeEnv(**GAME) for _ in range(3)]
    observations, _ = envs.reset(seed=5)
    assert (observations == [env.reset(seed=5 + at)[0] for at, env in enumerate(single)]).all()
    over, ends = np.zeros(3, bool), 0
    for step in range(40):
        actions = [(step + at) % (2 + at) % 2 for at in range(3)]
        made = envs.step(actions)
        for at, env in enumerate(single):
            row = (env.reset()[0], 0.0, False, False) if over[at] else env.step(actions[at])[:4]
            assert (row[0] == made[0][at]).all() and row[1:4] == tuple(x[at] for x in made[1:4])
        over = made[2] | made[3]
        ends += over.sum()
    assert ends > 2
    envs.close()


def test_made_by_gymnasium():
    """`make_vec` creates the vectorised environment."""
    envs = gymnasium.make_vec("vecx/Cartridge-v0", num_envs=2, cart="reversi",
                              vectorization_mode="vector_entry_point",
                              observation="strokes", strokes_max=9, render_mode="rgb_array")
    observations, infos = envs.reset(seed=[1, 2])
    assert envs.observation_space.contains(observations) and infos["frame"].shape == (2,)
    assert len(envs.render()) == 2
    envs.close()
