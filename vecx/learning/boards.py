"""Connect-4 and Reversi as board games on a machine: start a game, make moves, and read the result.

A game enters inputs as a person does: it moves the cursor with the stick and presses button 4.  The
level of the computer is set in RAM before the start.  Only RAM cells that docs/connect4.md and
docs/reversi.md document are read.
"""

from typing import Any

import numpy as np

from ..errors import UsageError, VecxError, check_int
from ..machine import Machine

WAIT_FRAMES_MAX = 6000      # until it is a player's turn again
RIGHT, LEFT, UP, DOWN = (1, 0), (-1, 0), (0, 1), (0, -1)


class Board:
    """A game in progress.

    Args: machine  with the game, at power-on
          computer the level of the computer, from 0; None: two players
    """

    size: tuple[int, int]       # rows, columns
    actions: int
    levels: int
    menu_ready = "pc < $C000 && [v_state_frames] == 5"

    def __init__(self, machine: Machine, computer: int | None) -> None:
        if computer is not None:
            check_int("the level of the computer", computer, 0, self.levels - 1)
        self.machine, self.computer = machine, computer
        self.frames: list[Any] = []
        machine.run_until(self.menu_ready, frames=900)
        machine.run_frames(5)
        self._menu = machine.keep()

    def start(self, idle: int = 0) -> None:
        """Begin a game after `idle` frames in the menu; this number determines the computer's
        random choices."""
        self.machine.restore(self._menu)
        if idle:
            self.machine.run_frames(idle)
        self._choose()
        self.tap(4)
        self.settle()

    def tap(self, button: int) -> None:
        self.machine.press(button)
        self.run(3)
        self.machine.release(button)
        self.run(3)

    def push(self, way: tuple[int, int]) -> None:
        self.machine.stick(*way)
        self.run(3)
        self.machine.stick(0, 0)
        self.run(5)

    def run(self, frames: int) -> None:
        self.frames = [*self.frames, *self.machine.run_frames(frames)][-4:]

    def settle(self) -> None:
        """Run until it is a player's turn or the game is over.  Errors: VecxError if that takes too
        long"""
        for _ in range(WAIT_FRAMES_MAX // 4):
            if self.over or self._ready():
                return
            self.run(4)
        raise VecxError(f"the game has not continued after {WAIT_FRAMES_MAX:,} frames")

    def play(self, action: int) -> None:
        """Make a move, and wait for the next turn.  Errors: UsageError if the move is not legal"""
        if not self.legal[action]:
            raise UsageError(f"move {action} is not legal here")
        self._enter(action)
        self.settle()

    def byte(self, name: str) -> int:
        return self.machine.read(name)[0]

    # --- of the games ----------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        raise NotImplementedError

    @property
    def player(self) -> int:
        """The player whose turn it is: 0 (who moved first) or 1."""
        raise NotImplementedError

    @property
    def winner(self) -> int | None:
        """The winner of a game that is over; None for a tie."""
        raise NotImplementedError

    @property
    def planes(self) -> np.ndarray:
        """uint8[rows, columns, 2]: the pieces of player 0, and of player 1."""
        raise NotImplementedError

    @property
    def legal(self) -> np.ndarray:
        """int8[actions]: 1 for each legal move, 0 for others."""
        raise NotImplementedError

    def _choose(self) -> None:
        raise NotImplementedError

    def _ready(self) -> bool:
        raise NotImplementedError

    def _enter(self, action: int) -> None:
        raise NotImplementedError


class Connect4(Board):
    """Connect-4; an action is a column.

    >>> from vecx.learning.boards import Connect4
    >>> game = Connect4(Machine("connect4", picture=False, sound=False), None)
    >>> game.start()
    >>> for column in 3, 2, 3, 2, 3, 2, 3:
    ...     game.play(column)
    >>> game.over, game.winner, int(game.planes.sum())
    (True, 0, 7)
    """

    size, actions, levels = (6, 7), 7, 4
    PLAYING, WON_X, WON_O = 1, 2, 3
    CHOOSE = 0

    def _choose(self) -> None:
        self.machine["v_menu"] = 0 if self.computer is None else 1 + self.computer

    def _ready(self) -> bool:
        return self.byte("game_state") == self.PLAYING and self.byte("v_phase") == self.CHOOSE

    def _enter(self, action: int) -> None:
        while (column := self.byte("cursor_col")) != action:
            self.push(RIGHT if column < action else LEFT)
        self.tap(4)

    @property
    def over(self) -> bool:
        return self.byte("game_state") in (self.WON_X, self.WON_O, 4)

    @property
    def player(self) -> int:
        return self.byte("current_player") - 1

    @property
    def winner(self) -> int | None:
        return {self.WON_X: 0, self.WON_O: 1}.get(self.byte("game_state"))

    @property
    def planes(self) -> np.ndarray:
        """Row 0 is the top one."""
        cells = np.frombuffer(self.machine.read("game_board", 42), np.uint8).reshape(6, 7)[::-1]
        return np.stack([cells == 1, cells == 2], axis=-1).astype(np.int8)

    @property
    def legal(self) -> np.ndarray:
        if self.over:
            return np.zeros(7, np.int8)
        top = np.frombuffer(self.machine.read("game_board", 42), np.uint8)[35:]
        return (top == 0).astype(np.int8)


class Reversi(Board):
    """Reversi; an action is a square, row by row, or 64 to pass.  Black, player 0, moves first.

    >>> from vecx.learning.boards import Reversi
    >>> game = Reversi(Machine("reversi", picture=False, sound=False), None)
    >>> game.start()
    >>> int(game.legal.sum()), game.player
    (4, 0)
    >>> game.play(int(game.legal.argmax()))
    >>> game.player, game.planes.sum(axis=(0, 1)).tolist()
    (1, [4, 1])
    """

    size, actions, levels = (8, 8), 65, 4
    HUMAN, PASS, OVER = 1, 4, 5
    PASS_ACTION = 64
    BLACK = 3

    def _choose(self) -> None:
        machine = self.machine
        if self.computer is None:
            self.push(DOWN)
            return
        machine["skill"], machine["human_side"] = self.computer, self.BLACK

    def _ready(self) -> bool:
        state = self.byte("game_state")
        return state == self.HUMAN or (state == self.PASS and self._passes())

    def _passes(self) -> bool:
        """Whether a person must pass.  The computer passes by itself."""
        return self.byte("game_mode") != 0 or \
            self.byte("current_player") == self.byte("human_side")

    def _enter(self, action: int) -> None:
        if action == self.PASS_ACTION:
            self.tap(2)
            return
        row, column = action // 8 + 1, action % 8 + 1
        while (at := self.byte("cursor_col")) != column:
            self.push(RIGHT if at < column else LEFT)
        while (at := self.byte("cursor_row")) != row:
            self.push(DOWN if at < row else UP)
        self.tap(4)

    @property
    def over(self) -> bool:
        return self.byte("game_state") == self.OVER

    @property
    def player(self) -> int:
        return self.BLACK - self.byte("current_player")

    @property
    def winner(self) -> int | None:
        black, white = self.planes.sum(axis=(0, 1))
        return None if black == white else int(white > black)

    @property
    def planes(self) -> np.ndarray:
        inner = np.frombuffer(self.machine.read("board", 100), np.uint8).reshape(10, 10)[1:9, 1:9]
        return np.stack([inner == self.BLACK, inner == self.BLACK - 1], axis=-1).astype(np.int8)

    @property
    def legal(self) -> np.ndarray:
        legal = np.zeros(65, np.int8)
        if self.over:
            return legal
        if self.byte("game_state") == self.PASS:
            legal[self.PASS_ACTION] = 1
            return legal
        for square in self.machine.read("legal_moves", self.byte("legal_count")):
            legal[(square // 10 - 1) * 8 + square % 10 - 1] = 1
        return legal


GAMES: dict[str, type[Board]] = {"connect4": Connect4, "reversi": Reversi}


def game_of(name: str) -> type[Board]:
    """Return the class of a game by name.  Errors: UsageError for an unknown game"""
    if name not in GAMES:
        raise UsageError(f"game must be {' or '.join(GAMES)}, not {name!r}")
    return GAMES[name]
