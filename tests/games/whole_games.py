"""Whole games by stick and buttons on three presets, each frame compared with the rules.

    python -m tests.games.whole_games --game connect4 --games 50 --preset worn

Goal: with moves taken back, hints, matches, pauses, searches ended by button 4, demonstrations and
both controllers, the games follow the rules, and no frame takes more than 30,000 cycles.  Method:
random inputs; after each, the board in RAM must be reached by a legal move, a pass or a move taken
back, and the squares drawn must be those of the board.  Chance is seeded by the number of the game.

Exit status: 1 if a game differs from the rules; the message names its number.
"""

import argparse
import random
import sys
from collections import Counter

import numpy as np

from tests.games import reversi_model as model
from tests.games.connect4_player import (
    EMPTY,
    LINES,
    MENU,
    PAUSE,
    PLAYING,
    O,
    X,
    tokens_of,
)
from tests.games.players import put
from tests.games.reversi_player import CELL, LIGHT_DISCS, RAISED
from vecx.console.frame import Frame
from vecx.machine import Machine

CYCLES_MOST = 30_000
FRAMES_MOST = 60_000            # of one game
ALONE = 1_050                   # frames until a demonstration has begun
NEAR, DOT = 1_250, 400          # p: about a square's middle; strokes longer than those of a dot
LOCKED = 45                     # frames after the end in which buttons do nothing


class Table:
    """A machine whose frames are checked against a model of a game."""

    game: str
    over: set[int]              # values of game_state

    def __init__(self, preset: str, number: int) -> None:
        self.draw = random.Random(number)
        self.m = Machine(self.game, preset=preset, seed=number)
        self.worst: Counter[tuple[int, int]] = Counter()
        self.seen: Counter[str] = Counter()
        self.m.run_until("pc < $C000 && [v_state_frames] == 5", frames=900)
        self.begin([EMPTY] * 42)

    def begin(self, board: list[int]) -> None:
        """Follow a new game from this board on."""
        self.past = [board]

    def byte(self, name: str) -> int:
        """Read a cell."""
        return int(self.m.read(name)[0])

    def run(self, count: int) -> None:
        """Run some frames, and check each."""
        for _ in range(count):
            key = (self.byte("game_state"), self.byte("v_phase"))
            self.last = self.m.run_frames(1)[-1]
            budget = self.last.budget
            self.worst[key] = max(self.worst[key], budget.work_cycles)
            assert budget.work_cycles <= CYCLES_MOST and not budget.overrun, (key, budget)
            self.check()

    def check(self) -> None:
        """Check the frame that was run last."""
        raise NotImplementedError

    def press(self, button: int, controller: int = 1) -> None:
        """Press and release a button."""
        self.m.press(button, controller)
        self.run(2)
        self.m.release(button, controller)
        self.run(2)

    def push(self, x: int, y: int, controller: int = 1) -> None:
        """Push and release a stick."""
        self.m.stick(x, y, controller)
        self.run(2)
        self.m.stick(0, 0, controller)
        self.run(2)

    def choose_match(self) -> int:
        """Choose the length of a match in the menu; return the number of games that win it."""
        for _ in range(self.draw.choice((0, 0, 1, 2))):
            self.press(2)
        return self.byte("v_match") + 1

    def demonstration(self) -> None:
        """Leave the menu alone, watch a demonstration to its end, and return to the menu."""
        self.run(ALONE)
        assert self.byte("v_attract")
        for _ in range(FRAMES_MOST):
            self.run(1)
            if self.byte("game_state") in self.over:
                self.seen["end of a demonstration"] += 1
            if self.byte("game_state") == MENU:
                break
        assert self.byte("game_state") == MENU and not any(self.m.read("v_scores", 10))
        self.seen["demonstration"] += 1


class Connect4(Table):
    """Connect-4: each board follows from the one before by a token, or ends a list of undone ones.
    """

    game = "connect4"
    over = {2, 3, 4}            # noqa: RUF012

    def check(self) -> None:
        """The board is the last one, follows from it by a token, or was there before."""
        if self.byte("game_state") == MENU:
            return
        board = list(self.m.read("game_board", 42))
        steady = board == self.past[-1] and self.byte("v_state_frames") > 2
        if board != self.past[-1]:
            changed = [i for i in range(42) if board[i] != self.past[-1][i]]
            if not any(board):
                self.begin(board)
            elif len(changed) == 1 and self.past[-1][changed[0]] == EMPTY:
                expected = list(self.past[-1])
                column = changed[0] % 7
                assert not self.won(expected), "a token after the end"
                put(expected, column, board[changed[0]])
                assert expected == board and self.byte("last_col") == column
                self.past.append(board)
            else:
                self.past.pop()
                self.past.pop()
                assert self.past[-1] == board and self.byte("sound_event") == 11
                self.seen["undo"] += 1
        state = self.byte("game_state")
        if state in self.over and self.byte("v_state_frames") > 2:
            winner = {2: X, 3: O, 4: EMPTY}[state]
            assert self.won(board) == winner and (winner or EMPTY not in board)
        if (state == PLAYING and self.byte("v_phase") == 0) or state == PAUSE:
            if self.byte("v_phase") == 0:
                assert not self.won(board) and EMPTY in board
            if steady and self.draw.random() < 0.05 and self.byte("v_fall_index") == 0xFF:
                assert set(tokens_of(self.last)) == {i for i in range(42) if board[i]}

    @staticmethod
    def won(board: list[int]) -> int:
        """Return who has four in a row."""
        return next((side for side in (X, O) for line in LINES
                     if all(board[cell] == side for cell in line)), EMPTY)

    def play(self) -> None:
        """Play a match from the menu to its end with random inputs, and return to the menu."""
        games = self.choose_match()
        level = self.draw.randrange(5)
        while self.byte("v_menu") != level:
            self.push(0, -1 if self.byte("v_menu") < level else 1)
        scores, self.level = [0, 0], level
        self.press(4)
        while True:
            self.play_one()
            state = self.byte("game_state")
            for side in (2, 3):
                scores[side - 2] += state == side
            assert list(self.m.read("v_match_won", 2)) == scores or games == 1
            self.run(LOCKED + self.draw.randrange(120))
            if max(scores) == games or games == 1:
                break
            self.press(4, self.draw.randint(1, 2))
        self.seen[f"match of {2 * games - 1}"] += 1
        self.press(1, self.draw.randint(1, 2))
        assert self.byte("game_state") == MENU
        self.m.write("v_match", 0)
        self.m.write("v_scores", bytes(10))

    def play_one(self) -> None:
        """Play a game to its end."""
        for _ in range(FRAMES_MOST):
            state, phase = self.byte("game_state"), self.byte("v_phase")
            if state in self.over:
                self.seen["game"] += 1
                return
            controller = self.draw.randint(1, 2)
            if state == PAUSE:
                self.run(self.draw.randrange(120))
                self.press(1, controller)
            elif phase == 0:
                self.turn(controller)
            elif phase == 2 and self.draw.random() < 0.02:
                button = self.draw.choice((1, 2, 3, 4, 4))
                self.press(button, controller)
                self.seen[f"{button} while it thinks"] += 1
            else:
                self.run(1)
        raise AssertionError("the game does not end")

    def turn(self, controller: int) -> None:
        """Do something as the player to move."""
        what = self.draw.random()
        if what < 0.05:
            self.press(1, controller)
        elif what < 0.1 and self.level:
            self.press(2, controller)
        elif what < 0.16:
            self.press(3, controller)
            self.seen["hint"] += 1
        elif what < 0.6:
            self.push(self.draw.choice((-1, 1)), 0, controller)
        else:
            self.press(4, controller)


def discs_drawn(frame: Frame) -> set[int]:
    """Return the squares with discs in a picture, even on an old console, which draws them up to
    seven units off: near a square's middle there are strokes that are longer than a dot.
    """
    segments = np.asarray(frame.segments)
    lit = segments[np.abs(segments[:, 4] * 0x7F - LIGHT_DISCS) < 1]
    x, y = (lit[:, 0] + lit[:, 2]) / 2, (lit[:, 1] + lit[:, 3]) / 2
    length = np.hypot(lit[:, 0] - lit[:, 2], lit[:, 1] - lit[:, 3])
    return {square for square in model.SQUARES
            if length[(np.abs(x - (square % 10 - 4.5) * CELL) < NEAR)
                      & (np.abs(y - RAISED - (4.5 - square // 10) * CELL) < NEAR)].sum() > DOT}


class Reversi(Table):
    """Reversi: each board follows from the one before by a legal move, or has been there before."""

    game = "reversi"
    over = {5}                  # noqa: RUF012

    def begin(self, board: list[int]) -> None:
        """Follow a new game from its first position."""
        super().begin(model.start())

    def check(self) -> None:
        """The board is the last one, follows from it by the last move, or has been there before."""
        state = self.byte("game_state")
        if state in (MENU, 6):
            return
        board = list(self.m.read("board", 100))
        if board != self.past[-1]:
            moves, player = self.byte("move_count"), self.byte("current_player")
            if (state == 3 and self.byte("v_phase") == 6) or moves < len(self.past) - 1:
                assert board in self.past, "moves taken back lead to positions of the game"
                if self.byte("v_phase") != 6:
                    del self.past[self.past.index(board) + 1:]
                    self.seen["undo"] += 1
                return
            move = self.byte("last_move")
            assert move in model.moves(self.past[-1], player), (move, player)
            assert model.play(self.past[-1], player, move) == board
            self.past.append(board)
        if state in (1, 2, 4):
            player = self.byte("current_player")
            legal = model.moves(board, player)
            assert bool(legal) == (state != 4)
            assert self.byte("black_count") == board.count(model.BLACK)
            assert self.byte("white_count") == board.count(model.WHITE)
            if state == 1 and not self.byte("v_stale") and self.draw.random() < 0.02:
                assert discs_drawn(self.last) == {square for square in model.SQUARES
                                                  if board[square]}
        elif state == 5:
            assert not any(model.moves(board, side) for side in (model.WHITE, model.BLACK))

    def play(self) -> None:
        """Play a match from the menu to its end with random inputs, and return to the menu."""
        games = self.choose_match()
        self.two = self.draw.random() < 0.3
        self.line(0)
        for _ in range(self.draw.choice((0, 1, 1, 2, 3))):
            self.push(1, 0)
        for line in (2, 3):
            self.line(line)
            for _ in range(self.draw.randrange(2)):
                self.push(self.draw.choice((-1, 1)), 0)
        self.line(int(self.two))
        self.seen["two players" if self.two else f"skill {self.byte('skill')}"] += 1
        self.press(4)
        won = [0, 0]
        while True:
            self.begin([])
            self.play_one()
            ahead = model.lead(self.past[-1], model.BLACK if self.two else self.byte("human_side"))
            won[0] += ahead > 0
            won[1] += ahead < 0
            assert list(self.m.read("v_match_won", 2)) == won
            self.run(LOCKED + self.draw.randrange(250))
            if max(won) == games or games == 1:
                break
            self.press(4, self.draw.randint(1, 2))
            self.run(8)
        self.seen[f"match of {2 * games - 1}"] += 1
        self.press(1, self.draw.randint(1, 2))
        assert self.byte("game_state") == MENU
        self.m.write("v_match", 0)
        self.m.write("v_scores", bytes(10))
        self.m.write("skill", 0)

    def line(self, number: int) -> None:
        """Choose a line of the menu."""
        while self.byte("v_menu") != number:
            self.push(0, -1 if self.byte("v_menu") < number else 1)

    def play_one(self) -> None:
        """Play a game to its end."""
        for _ in range(FRAMES_MOST):
            state = self.byte("game_state")
            controller = self.draw.randint(1, 2)
            if state == 5:
                self.seen["game"] += 1
                return
            if state == 7:
                self.pause(controller)
            elif state == 4:
                self.seen["pass"] += 1
                self.press(2, controller if self.two else 1)
            elif state == 1:
                self.turn(controller)
            elif state == 2 and not self.byte("v_phase") and self.draw.random() < 0.01:
                button = self.draw.choice((1, 2, 3, 4, 4))
                self.press(button, controller)
                self.seen[f"{button} while it thinks"] += 1
            else:
                self.run(1)
        raise AssertionError("the game does not end")

    def pause(self, controller: int) -> None:
        """Resume, or take a move back, with either controller."""
        if self.draw.random() < 0.4:
            while self.byte("v_pause_item") != 1:
                self.push(0, -1 if self.byte("v_pause_item") < 1 else 1, self.draw.randint(1, 2))
            self.press(4, controller)
            if self.byte("game_state") == 7:        # there was none
                self.press(1, controller)
        else:
            self.press(1, controller)

    def turn(self, controller: int) -> None:
        """Do something as the player to move."""
        what = self.draw.random()
        if what < 0.03:
            self.press(1, controller)
        elif what < 0.05:
            self.press(2, controller)
        elif what < 0.08:
            self.press(3, controller)
            self.seen["hint"] += 1
        elif what < 0.3:
            self.push(*self.draw.choice(((0, 1), (0, -1), (1, 0), (-1, 0))), controller)
        elif what < 0.35:
            self.press(4, controller)
        else:
            self.go(self.draw.choice(model.moves(self.past[-1], self.byte("current_player"))))
            self.press(4)

    def go(self, square: int) -> None:
        """Push the stick until the cursor is on a square."""
        row, column = divmod(square, 10)
        while (self.byte("cursor_row"), self.byte("cursor_col")) != (row, column):
            y = (self.byte("cursor_row") > row) - (self.byte("cursor_row") < row)
            x = (self.byte("cursor_col") < column) - (self.byte("cursor_col") > column)
            self.push(x, y)


def main() -> int:
    """Play the games, and print what was met and the most expensive frame of each state."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.whole_games")
    parser.add_argument("--game", choices=("connect4", "reversi"), required=True)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--preset", default="hardware")
    args = parser.parse_args()
    worst: Counter[tuple[int, int]] = Counter()
    seen: Counter[str] = Counter()
    faults, number = 0, args.first
    while seen["game"] + seen["demonstration"] < args.games:
        table = (Connect4 if args.game == "connect4" else Reversi)(args.preset, number)
        try:
            if number % 10 == 9:
                table.demonstration()
            table.play()
        except AssertionError as fault:
            faults += 1
            print(f"game {number}: {fault!r}", flush=True)
        worst |= table.worst
        seen += table.seen
        number += 1
    print(args.game, args.preset, f"{faults} faults", dict(sorted(seen.items())))
    print("most expensive frames by state and phase:", dict(sorted(worst.items())))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
