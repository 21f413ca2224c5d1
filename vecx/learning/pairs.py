"""Connect-4 and Reversi for two players, for PettingZoo."""

from typing import Any

import numpy as np
from gymnasium import spaces

from ..errors import UsageError, VecxError, install
from ..machine import Machine
from .boards import game_of
from .picture import Window, colours_of

try:
    from pettingzoo import AECEnv
except ImportError:
    raise VecxError("vecx.learning.pairs needs the packages of the extra `gym`: "
                    f"{install('gym')}") from None

AGENTS = "player_0", "player_1"


class PairEnv(AECEnv):      # type: ignore[misc, unused-ignore]
    """A game of two agents, who move in turn.

    An observation is a dictionary: `observation`, int8[rows, columns, 2], the agent's own pieces
    and the other's; `action_mask`, int8, the legal moves.  The winner's reward is 1 and the
    loser's -1.  An agent that makes a move that is not legal loses.

    Args: game  connect4 or reversi, as of BoardEnv;  render_mode  rgb_array, human or None
          preset, seed  of the machine

    >>> from vecx.learning.pairs import PairEnv
    >>> env = PairEnv("connect4")
    >>> env.reset()
    >>> for column in 3, 2, 3, 2, 3, 2, 3:
    ...     env.step(column)
    >>> env.rewards, env.terminations["player_0"]
    ({'player_0': 1.0, 'player_1': -1.0}, True)
    >>> env.observe("player_1")["observation"].shape, int(env.action_space("player_1").n)
    ((6, 7, 2), 7)
    >>> env.observation_space("player_0")["action_mask"].shape, env.render(), env.close()
    ((7,), None, None)
    """

    metadata = {"render_modes": ["rgb_array", "human"], "name": "vecx",     # noqa: RUF012
                "is_parallelizable": False, "render_fps": 50}

    def __init__(self, game: str = "connect4", *, render_mode: str | None = None,
                 preset: str = "hardware", seed: int = 0) -> None:
        super().__init__()
        if render_mode not in (None, "rgb_array", "human"):
            raise UsageError(f"render_mode must be rgb_array, human or None, not {render_mode!r}")
        kind = game_of(game)
        self.metadata = dict(self.metadata, name=f"vecx_{game}_v0")
        self.render_mode = render_mode
        machine = Machine(game, preset=preset, seed=seed, picture=render_mode is not None,
                          sound=False)
        self.board = kind(machine, None)
        self.possible_agents = list(AGENTS)
        self._action = {agent: spaces.Discrete(kind.actions) for agent in AGENTS}
        self._observation = {agent: spaces.Dict(
            observation=spaces.Box(0, 1, (*kind.size, 2), np.int8),
            action_mask=spaces.Box(0, 1, (kind.actions,), np.int8)) for agent in AGENTS}
        self._window = Window()

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the moves: columns, or squares row by row and 64 to pass."""
        return self._action[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of `observe`."""
        return self._observation[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.  The seed is not used: nothing is left to chance."""
        self.board.start()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.board.player]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Return the board from an agent's side, and the agent's legal moves."""
        planes, number = self.board.planes, AGENTS.index(agent)
        mask = self.board.legal
        if self.agents and (agent != self.agent_selection or self.terminations[agent]):
            mask = np.zeros_like(mask)
        return {"observation": planes[..., ::-1].copy() if number else planes,
                "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        number, board = AGENTS.index(agent), self.board
        if action is None or not board.legal[action]:
            self._end(1 - number)
        else:
            board.play(int(action))
            if board.over:
                self._end(board.winner)
            self.agent_selection = AGENTS[1 - number if board.over else board.player]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _end(self, winner: int | None) -> None:
        self.terminations = dict.fromkeys(AGENTS, True)
        if winner is not None:
            self.rewards = {agent: 1.0 if at == winner else -1.0 for at, agent in
                            enumerate(AGENTS)}

    def render(self) -> Any:
        """Return the picture as uint8[height, width, 3], or show it in a window."""
        if self.render_mode is None:
            return None
        colours = colours_of(self.board.frames, self.board.machine.analog)
        return colours if self.render_mode == "rgb_array" else self._window.show(colours)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._window.close()
