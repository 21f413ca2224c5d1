"""Connect-4 and Reversi against the cartridge's computer, for Gymnasium."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ..errors import UsageError, check_int
from ..machine import Machine
from .boards import game_of
from .picture import Window, colours_of

IDLE_MAX = 50       # frames in the menu, by the seed: they decide the computer's luck


class BoardEnv(gymnasium.Env[np.ndarray, np.int64]):
    """A game against the computer: the agent moves first, and a step is a move and the computer's
    answer.

    The observation is int8[rows, columns, 2]: the agent's pieces, and the computer's.  The reward
    is 1 for a won game, -1 for a lost one, 0 for a tie and during the game.  A move that is not
    legal loses the game; `info["action_mask"]` says which are legal.

    Args: game   connect4 (an action is a column) or reversi (a square, row by row; 64: pass)
          level  of the computer, from 0
          render_mode  rgb_array, human or None
          preset, seed  of the machine

    >>> import gymnasium, vecx.learning
    >>> env = gymnasium.make("vecx/Connect4-v0", level=0)
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, info["action_mask"].tolist()
    ((6, 7, 2), [1, 1, 1, 1, 1, 1, 1])
    >>> observation, reward, terminated, truncated, info = env.step(3)
    >>> observation.sum(axis=(0, 1)).tolist(), reward, env.render(), env.close()
    ([1, 1], 0.0, None, None)
    """

    metadata = {"render_modes": ["rgb_array", "human"], "render_fps": 50}   # noqa: RUF012

    def __init__(self, game: str = "connect4", level: int = 0, *, render_mode: str | None = None,
                 preset: str = "hardware", seed: int = 0) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise UsageError(f"render_mode must be rgb_array, human or None, not {render_mode!r}")
        self.render_mode = render_mode
        kind = game_of(game)
        machine = Machine(game, preset=preset, seed=seed, picture=render_mode is not None,
                          sound=False)
        self.board = kind(machine, level)
        self.action_space = spaces.Discrete(kind.actions)
        self.observation_space = spaces.Box(0, 1, (*kind.size, 2), np.int8)
        self._window = Window()

    def reset(self, *, seed: int | None = None,
              options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin a game; equal seeds and moves give equal games."""
        super().reset(seed=seed)
        self.board.start(int(self.np_random.integers(IDLE_MAX)))
        self._over = False
        if self.render_mode == "human":
            self.render()
        return self.board.planes, self._info()

    def step(self, action: np.int64 | int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Make a move, and wait for the computer's."""
        board = self.board
        check_int("the action", action, 0, board.actions - 1)
        reward = 0.0
        if self._over or not board.legal[action]:
            self._over, reward = True, -1.0
        else:
            board.play(int(action))
            if board.over:
                self._over = True
                reward = {None: 0.0, 0: 1.0, 1: -1.0}[board.winner]
        if self.render_mode == "human":
            self.render()
        return board.planes, reward, self._over, False, self._info()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.board.legal, "frame": self.board.machine.frames}

    def render(self) -> Any:
        """Return the picture as uint8[height, width, 3], or show it in a window."""
        if self.render_mode is None:
            return None
        colours = colours_of(self.board.frames, self.board.machine.analog)
        return colours if self.render_mode == "rgb_array" else self._window.show(colours)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._window.close()
