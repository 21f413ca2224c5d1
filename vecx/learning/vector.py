"""Several environments of one cartridge that run at the same time, in threads."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector.utils import batch_space

from ..errors import check_int
from ..many import run_many
from .cartridge import CartridgeEnv


class CartridgeVectorEnv(gymnasium.vector.VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """Several CartridgeEnv whose machines run at the same time (`run_many`).

    An environment whose episode has ended begins the next one in the following step, whose action
    and reward do not count (AutoresetMode.NEXT_STEP).

    Args: num_envs   number of environments
          threads    number of threads; None: one per core
          arguments  of CartridgeEnv

    >>> from vecx.learning import CartridgeVectorEnv
    >>> envs = CartridgeVectorEnv(3, cart="connect4", variables=["game_board"])
    >>> observations, infos = envs.reset(seed=1)
    >>> observations, rewards, terminated, truncated, infos = envs.step([0, 1, 5])
    >>> observations.shape, rewards.shape, infos["frame"].shape, envs.render()
    ((3, 42), (3,), (3,), (None, None, None))
    >>> envs.close_extras()         # as envs.close() does
    """

    metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP,     # noqa: RUF012
                "render_modes": ["rgb_array"], "render_fps": 50}

    def __init__(self, num_envs: int = 2, *, threads: int | None = None,
                 **arguments: Any) -> None:
        self.num_envs = check_int("num_envs", num_envs, 1)
        self.envs = [CartridgeEnv(**arguments) for _ in range(num_envs)]
        self.render_mode = self.envs[0].render_mode
        self.single_action_space = self.envs[0].action_space
        self.single_observation_space = self.envs[0].observation_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._pool = ThreadPoolExecutor(threads)
        self._over = np.zeros(num_envs, bool)

    def reset(self, *, seed: int | Sequence[int | None] | None = None,
              options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin an episode in each environment.  If the seed is a single number, the environments
        get this number and the numbers that follow it."""
        seeds = [None if seed is None else seed + at for at in range(self.num_envs)] \
            if seed is None or isinstance(seed, int) else list(seed)
        made = [env.reset(seed=one, options=options)
                for env, one in zip(self.envs, seeds, strict=True)]
        self._over[:] = False
        return np.stack([observation for observation, _ in made]), \
            _merged([info for _, info in made])

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray,
                                          dict[str, Any]]:
        """Make a step in each environment at the same time."""
        going = [env for env, over in zip(self.envs, self._over, strict=True) if not over]
        for env, action, over in zip(self.envs, actions, self._over, strict=True):
            if not over:
                env._prepare(int(action))
        self._run(going)
        results = []
        for env, over in zip(self.envs, self._over, strict=True):
            results.append((*env.reset(), 0.0, False, False) if over else _ordered(env._result()))
        self._over = np.array([ended or cut for _, _, _, ended, cut in results])
        return (np.stack([row[0] for row in results]), np.array([row[2] for row in results]),
                np.array([row[3] for row in results]), np.array([row[4] for row in results]),
                _merged([row[1] for row in results]))

    def _run(self, envs: list[CartridgeEnv]) -> None:
        """Run the frames of one step on all machines, in the pool of threads."""
        by_machine = {id(env.machine): env for env in envs}

        run_many([env.machine for env in envs], 0, executor=self._pool,
                 then=lambda machine: by_machine[id(machine)]._play())

    def render(self) -> tuple[Any, ...]:
        """Return the picture of each environment."""
        return tuple(env.render() for env in self.envs)

    def close_extras(self, **_: Any) -> None:
        """End the threads, and close the environments."""
        self._pool.shutdown()
        for env in self.envs:
            env.close()


def _ordered(result: tuple[np.ndarray, float, bool, bool, dict[str, Any]]) -> \
        tuple[np.ndarray, dict[str, Any], float, bool, bool]:
    observation, reward, ended, cut, info = result
    return observation, info, reward, ended, cut


def _merged(infos: list[dict[str, Any]]) -> dict[str, Any]:
    """Merge dictionaries of numbers into one dictionary of arrays."""
    return {name: np.array([info[name] for info in infos]) for name in infos[0]}
