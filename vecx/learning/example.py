"""`python -m vecx.learning.example`: a small learner that beats Connect-4's computer.

The player values each legal column by five features of the board after the move, and plays the best
one.  The weights of the features are learned with the cross-entropy method [Rubinstein 1999]: draw
weights from a normal distribution, play some games with each, and fit the distribution to the best
quarter.  It needs NumPy only.
"""

import argparse
import sys
from collections.abc import Callable, Iterator

import gymnasium
import numpy as np

ROWS, COLUMNS = 6, 7
LINES = np.array([[(row + step * up, column + step * right) for step in range(4)]
                  for up, right in ((0, 1), (1, 0), (1, 1), (1, -1))
                  for row in range(ROWS) for column in range(COLUMNS)
                  if 0 <= row + 3 * up < ROWS and 0 <= column + 3 * right < COLUMNS])
FEATURES = "four of ours", "their open threes", "our open threes", "our open twos", "centre"
Policy = Callable[[np.ndarray, np.ndarray], int]


def after(planes: np.ndarray, column: int) -> np.ndarray:
    """Return the board after player 0 has dropped a token in a column."""
    made = planes.copy()
    free = np.flatnonzero(made[:, column].sum(axis=-1) == 0)
    made[free[-1], column, 0] = 1
    return made


def features(planes: np.ndarray, column: int) -> np.ndarray:
    """Return the five features of a move."""
    board = after(planes, column)
    ours, theirs = (board[LINES[..., 0], LINES[..., 1], side].sum(axis=1) for side in (0, 1))
    return np.array([np.sum(ours == 4), np.sum((theirs == 3) & (ours == 0)),
                     np.sum((ours == 3) & (theirs == 0)), np.sum((ours == 2) & (theirs == 0)),
                     1 - abs(column - 3) / 3])


def linear(weights: np.ndarray) -> Policy:
    """Return the policy that chooses the move with the largest weighted sum of features."""
    def choose(planes: np.ndarray, mask: np.ndarray) -> int:
        legal = np.flatnonzero(mask)
        return int(legal[np.argmax([features(planes, int(column)) @ weights for column in legal])])

    return choose


def chance(seed: int) -> Policy:
    """Return a policy that plays random legal moves."""
    draw = np.random.default_rng(seed)
    return lambda planes, mask: int(draw.choice(np.flatnonzero(mask)))


def play(env: gymnasium.Env[np.ndarray, int], policy: Policy, seeds: range) -> float:
    """Return the mean reward of a policy over some games."""
    rewards = []
    for seed in seeds:
        planes, info = env.reset(seed=seed)
        over = False
        while not over:
            planes, reward, over, _, info = env.step(
                policy(planes, info["action_mask"]))
        rewards.append(float(reward))
    return float(np.mean(rewards))


def learn(env: gymnasium.Env[np.ndarray, int], generations: int, population: int, games: int,
          seed: int) -> Iterator[tuple[str, np.ndarray]]:
    """Yield, for each generation, a report and the weights found so far."""
    draw = np.random.default_rng(seed)
    mean, spread = np.zeros(len(FEATURES)), np.ones(len(FEATURES))
    for generation in range(generations):
        tried = mean + spread * draw.standard_normal((population, len(FEATURES)))
        worth = np.array([play(env, linear(weights), range(games)) for weights in tried])
        best = tried[np.argsort(worth)[-max(2, population // 4):]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.1
        yield (f"generation {generation + 1}: mean reward {worth.mean():+.2f}, best "
               f"{worth.max():+.2f}"), mean


def main(words: list[str] | None = None) -> float:
    """Learn, then compare with random play; return the difference of the mean rewards."""
    import vecx.learning  # noqa: F401  registers the environment

    parser = argparse.ArgumentParser(prog="python -m vecx.learning.example")
    parser.add_argument("--generations", type=int, default=5)
    parser.add_argument("--population", type=int, default=12)
    parser.add_argument("--games", type=int, default=6, help="games for each set of weights")
    parser.add_argument("--test-games", type=int, default=30)
    parser.add_argument("--level", type=int, default=0, help="level of the computer, 0 to 3")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    env = gymnasium.make("vecx/Connect4-v0", level=args.level)
    weights = np.zeros(len(FEATURES))
    for report, found in learn(env, args.generations, args.population, args.games, args.seed):
        sys.stdout.write(report + "\n")
        sys.stdout.flush()
        weights = found
    seeds = range(1000, 1000 + args.test_games)
    learned, random = play(env, linear(weights), seeds), play(env, chance(args.seed), seeds)
    named = (f"{name} {weight:+.2f}" for name, weight in zip(FEATURES, weights, strict=True))
    sys.stdout.write(f"{', '.join(named)}\nmean reward in {args.test_games} other games: learned "
                     f"{learned:+.2f}, random play {random:+.2f}\n")
    return learned - random


if __name__ == "__main__":
    main()
