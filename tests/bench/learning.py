"""`python -m tests.bench learning`: steps per CPU second of environments, by observation.

If the package ale-py is installed, a game of the Arcade Learning Environment runs alternately with
ours, with the same number of frames per step and a grey picture.
"""

import time
from collections.abc import Callable
from typing import Any

from vecx.errors import VecxError

STEPS = 2000
OBSERVATIONS = ("ram", {}), ("strokes", {}), ("picture", {"size": (84, 105)})
REWARD = "[move_count] - prev([move_count])"
ATARI = "ALE/Breakout-v5"


def learning_figures(runs: int) -> dict[str, int]:
    """Return the highest number of steps per second of several alternating runs.

    Errors: VecxError if Gymnasium is not installed
    """
    try:
        from vecx.learning import CartridgeEnv
    except ImportError:
        raise VecxError("this needs Gymnasium: pip install gymnasium") from None
    made: dict[str, Callable[[], Any]] = {
        name: lambda name=name, more=more: CartridgeEnv("connect4", observation=name, reward=REWARD,
                                                        **more)
        for name, more in OBSERVATIONS}
    if atari := _atari():
        made[ATARI] = atari
    figures = dict.fromkeys(made, 0)
    for _ in range(runs):
        for name, make in made.items():
            figures[name] = max(figures[name], _steps(make()))
    return figures


def _atari() -> Callable[[], Any] | None:
    try:
        import ale_py
        import gymnasium
    except ImportError:
        return None
    gymnasium.register_envs(ale_py)
    return lambda: gymnasium.make(ATARI, obs_type="grayscale", frameskip=4).unwrapped


def _steps(env: Any) -> int:
    """Return the steps per CPU second of an environment."""
    env.reset(seed=1)
    begin = time.process_time()
    for step in range(STEPS):
        _, _, ended, cut, _ = env.step(step % env.action_space.n)
        if ended or cut:
            env.reset()
    spent = time.process_time() - begin
    env.close()
    return round(STEPS / spent)


def table(figures: dict[str, int]) -> str:
    """Return the figures as lines of text."""
    return "\n".join(f"{name:16} {steps:6,} steps/s" for name, steps in figures.items())
