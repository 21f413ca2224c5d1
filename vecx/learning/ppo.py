"""`python -m vecx.learning.ppo`: PPO of stable-baselines3 learns the workshop's game "catch".

The game is vecx/pages/examples/game.asm: stars fall, and the stick moves a basket.  The agent sees
five variables; a caught star is worth 1 and a missed one -1.  It needs
`pip install stable-baselines3`.
"""

import argparse
import sys
from typing import Any

import gymnasium
import numpy as np

from ..errors import VecxError
from ..pages import FOLDER
from .cartridge import CartridgeEnv

GAME = FOLDER / "examples" / "game.asm"
SEEN = "basket_x", "star_x", "star_y", "speed", "missed"
# A star is at the top again after it was caught (1) or missed (-1).  `^ $80` orders signed bytes.
REWARD = "(([star_y] ^ $80) > prev([star_y] ^ $80)) - 2 * ([missed] - prev([missed]))"


def environment(length: int = 1000) -> gymnasium.Env[Any, Any]:
    """Return the game as an environment whose observations are numbers around 0."""
    env = CartridgeEnv(GAME, variables=SEEN, actions="wait,left,right", length=length,
                       reward=REWARD, terminated="[missed] >= 5")
    return gymnasium.wrappers.TransformObservation(
        env, lambda seen: seen.view(np.int8).astype(np.float32) / 100,
        gymnasium.spaces.Box(-2, 2, (len(SEEN),), np.float32))


def mean_reward(env: gymnasium.Env[Any, Any], choose: Any, seeds: range) -> float:
    """Return the mean of the summed rewards of some episodes; choose(observation) is the action."""
    total = 0.0
    for seed in seeds:
        seen, _ = env.reset(seed=seed)
        over = False
        while not over:
            seen, reward, ended, cut, _ = env.step(choose(seen))
            total, over = total + float(reward), ended or cut
    return total / len(seeds)


def main(words: list[str] | None = None) -> float:
    """Learn, then compare with random play; return the difference of the mean rewards."""
    parser = argparse.ArgumentParser(prog="python -m vecx.learning.ppo", description=__doc__)
    parser.add_argument("--steps", type=int, default=60_000)
    parser.add_argument("--test-games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    try:
        from stable_baselines3 import PPO
    except ImportError:
        raise VecxError("this needs stable-baselines3: pip install stable-baselines3") from None
    env = environment()
    model = PPO("MlpPolicy", env, seed=args.seed, n_steps=1024, device="cpu", verbose=0)
    model.learn(args.steps)
    seeds = range(1000, 1000 + args.test_games)
    learned = mean_reward(env, lambda seen: int(model.predict(seen, deterministic=True)[0]), seeds)
    draw = np.random.default_rng(args.seed)
    random = mean_reward(env, lambda seen: int(draw.integers(3)), seeds)
    sys.stdout.write(f"caught less missed in {args.test_games} other games: learned "
                     f"{learned:+.1f}, random play {random:+.1f}\n")
    return learned - random


if __name__ == "__main__":
    main()
