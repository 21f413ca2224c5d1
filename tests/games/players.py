"""Players of Connect-4: the cartridge's computer, and simple players written in Python.

A position is a list of 42 cells, row 0 at the bottom, 0 empty, 1 X, 2 O.

    python -m tests.games.players A B [--games 100] [--seed 1] [--image old/connect4.bin]

lets two of `easy medium good hard depth1 depth2 depth4 random` play against each other, from random
openings of four plies, each played from both sides.
"""

import argparse
import random
from collections.abc import Callable
from pathlib import Path

from vecx.machine import Machine

EMPTY, X, O = 0, 1, 2   # noqa: E741
LEVELS = ("easy", "medium", "hard", "good")      # in the order of cpu_level
LINES = [[(row + step * up) * 7 + column + step * right for step in range(4)]
         for up, right in ((0, 1), (1, 0), (1, 1), (1, -1))
         for row in range(6) for column in range(7)
         if 0 <= row + 3 * up < 6 and 0 <= column + 3 * right < 7]
THROUGH = [[line for line in LINES if cell in line] for cell in range(42)]
WORTH = (0, 1, 4, 16)       # of an open window, by its number of tokens
WIN = 10_000
MIDDLE_FIRST = (3, 2, 4, 1, 5, 0, 6)
THINK_FRAMES_MOST = 250
OPENING_PLIES = 4

Player = Callable[[list[int], int], int]


def swapped(board: list[int]) -> list[int]:
    """Exchange the colours."""
    return [{EMPTY: EMPTY, X: O, O: X}[cell] for cell in board]


def free_columns(board: list[int]) -> list[int]:
    """Return the columns that are not full."""
    return [column for column in range(7) if board[35 + column] == EMPTY]


def put(board: list[int], column: int, player: int) -> bool:
    """Drop a token; return whether it makes a line. Errors: ValueError if the column is full"""
    cell = next((cell for cell in range(column, 42, 7) if board[cell] == EMPTY), None)
    if cell is None:
        raise ValueError("the column is full")
    board[cell] = player
    return any(all(board[other] == player for other in line) for line in THROUGH[cell])


def winners(board: list[int], player: int) -> list[int]:
    """Return the columns in which a player wins immediately."""
    return [column for column in free_columns(board) if put(list(board), column, player)]


def open_windows(board: list[int], player: int) -> int:
    """Return the value of a position: the windows that contain tokens of one side only."""
    total = 0
    for line in LINES:
        tokens = [board[cell] for cell in line]
        mine, theirs = tokens.count(player), tokens.count(3 - player)
        if not theirs:
            total += WORTH[mine]
        elif not mine:
            total -= WORTH[theirs]
    return total


def alpha_beta(board: list[int], player: int, depth: int, alpha: int,
               beta: int) -> tuple[int, int | None]:
    """Return the value of a position for the player to move, and the best column."""
    if depth == 0:
        return open_windows(board, player), None
    best, choice = -WIN * 2, None
    for column in MIDDLE_FIRST:
        if board[35 + column] != EMPTY:
            continue
        after = list(board)
        if put(after, column, player):
            return WIN + depth, column
        value = -alpha_beta(after, 3 - player, depth - 1, -beta, -max(alpha, best))[0]
        if value > best:
            best, choice = value, column
        if best >= beta:
            break
    return (0, None) if choice is None else (best, choice)


def plain(depth: int) -> Player:
    """Return a player that looks this many plies ahead and counts open windows."""
    def play(board: list[int], player: int) -> int:
        column = alpha_beta(board, player, depth, -WIN * 2, WIN * 2)[1]
        assert column is not None
        return column
    return play


def chance(seed: int) -> Player:
    """Return a player that plays at random."""
    draw = random.Random(seed)
    return lambda board, player: draw.choice(free_columns(board))


def symbols_of(image: str) -> Path | None:
    """Return the symbols of an image; a bundled image has its own file."""
    return Path(image).with_suffix(".symbols.json") if Path(image).suffix else None


class Computer:
    """The cartridge's computer player, which chooses a move in any position."""

    def __init__(self, image: str = "connect4") -> None:
        m = self.m = Machine(image, preset="ideal", symbols=symbols_of(image))
        m.run_until("pc < $C000 && [v_state_frames] == 5", frames=900)
        m.tap(4)
        m.run_frames(10)
        self.start = m.keep()
        self.asked = 0
        self.frames_most = 0
        self.work_most = 0

    def answer(self, board: list[int], level: int, starter: int = X) -> int:
        """Return the column that O plays."""
        m = self.m
        self.begin(board, level, starter)
        frames = m.run_frames(1)
        thought = 1
        while m.read("v_think_done")[0] == 0:
            frames = m.run_frames(1)
            thought += 1
            self.work_most = max(self.work_most, frames[-1].budget.work_cycles)
            assert thought < THINK_FRAMES_MOST
        self.frames_most = max(self.frames_most, thought)
        return m.read("v_think_best")[0]

    def begin(self, board: list[int], level: int, starter: int = X) -> None:
        """Make the computer begin to think about O's move."""
        m = self.m
        self.asked += 1
        m.restore(self.start)
        m.write("game_board", bytes(board))
        m.write("move_count", sum(cell != EMPTY for cell in board))
        m.write("game_mode", 1)
        m.write("cpu_level", level)
        m.write("current_player", O)
        m.write("v_starter", starter)
        m.write("Vec_Random_Seed", random.Random(self.asked).randbytes(3))
        before = m.registers
        m.call("think_start")
        m.set_registers(**before._asdict())
        m.write("v_phase", 2)

    def player(self, level: int) -> Player:
        """Play either side; for X, exchange the colours of the board."""
        return lambda board, player: self.answer(board if player == O else swapped(board), level,
                                                 X if player == O else O)


def opening(draw: random.Random) -> list[int]:
    """Return a random position after four plies, with X to move."""
    board = [EMPTY] * 42
    for ply in range(OPENING_PLIES):
        put(board, draw.choice(free_columns(board)), X if ply % 2 == 0 else O)
    return board


def play(start: list[int], players: dict[int, Player]) -> int:
    """Play a game from an opening, X to move; return the winner or EMPTY."""
    board, player = list(start), X
    while EMPTY in board:
        if put(board, players[player](board, player), player):
            return player
        player = X + O - player
    return EMPTY


def tournament(first: Player, second: Player, games: int, seed: int) -> tuple[int, int, int]:
    """Play games; return how many the first player won and lost, and the ties."""
    draw = random.Random(seed)
    won = lost = 0
    for _ in range(games // 2):
        start = opening(draw)
        for side in (X, O):
            winner = play(start, {side: first, X + O - side: second})
            won += winner == side
            lost += winner == X + O - side
    return won, lost, games // 2 * 2 - won - lost


def main() -> None:
    """Play a tournament and print its result."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.players")
    names = [*LEVELS, "random", *(f"depth{depth}" for depth in range(1, 7))]
    parser.add_argument("first", choices=names)
    parser.add_argument("second", choices=names)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--image", default="connect4", metavar="FILE",
                        help="cartridge of the second one, with its symbols next to it")
    args = parser.parse_args()
    computer = Computer()
    other = computer if args.image == "connect4" else Computer(args.image)

    def named(name: str, computer: Computer) -> Player:
        if name in LEVELS:
            return computer.player(LEVELS.index(name))
        return chance(args.seed) if name == "random" else plain(int(name.removeprefix("depth")))

    won, lost, tied = tournament(named(args.first, computer), named(args.second, other), args.games,
                                 args.seed)
    print(f"{args.first} against {args.second}: {won} won, {lost} lost, {tied} tied of "
          f"{won + lost + tied}; longest thought {computer.frames_most} frames, "
          f"longest frame {computer.work_most} cycles")


if __name__ == "__main__":
    main()
