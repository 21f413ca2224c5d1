"""Connect-4: the levels against each other.

Goal: hard beats medium in at least nine games of ten, easy sees its own win and medium X's.
Method: the cartridge plays both sides; for X's move the colours of the board are exchanged.  The
positions in which it must take or stop a win are random.
"""

import random

import pytest

from vecx.machine import Machine

EMPTY, X, O = 0, 1, 2   # noqa: E741
EASY, MEDIUM, HARD = 0, 1, 2
LINES = [[(row + step * up) * 7 + column + step * right for step in range(4)]
         for up, right in ((0, 1), (1, 0), (1, 1), (1, -1))
         for row in range(6) for column in range(7)
         if 0 <= row + 3 * up < 6 and 0 <= column + 3 * right < 7]


class Computer:
    """The cartridge's computer, asked about one position after the other."""

    def __init__(self) -> None:
        m = self.m = Machine("connect4", preset="ideal")
        m.run_to(0, 0xC000, max_cycles=60_000_000)
        m.run_cycles(60_000)
        while m.read("v_state_frames")[0] < 5:
            m.run_frames(1)
        m.press(4)
        m.run_frames(2)
        m.release(4)
        m.run_frames(10)
        self.start = m.snapshot()
        self.asked = 0
        self.frames_most = 0

    def answer(self, board: list[int], level: int) -> int:
        """Return the column that O plays."""
        m = self.m
        self.asked += 1
        m.restore(self.start)
        m.write("game_board", bytes(board))
        m.write("move_count", sum(cell != EMPTY for cell in board))
        m.write("game_mode", 1)
        m.write("cpu_level", level)
        m.write("current_player", O)
        m.write("Vec_Random_Seed", random.Random(self.asked).randbytes(3))
        before = m.registers
        m.call("think_start")
        for name, value in before._asdict().items():
            setattr(m.m, name, value)
        m.write("v_phase", 2)
        frames = 0
        while m.read("v_think_done")[0] == 0:
            m.run_frames(1)
            frames += 1
            assert frames < 250
        self.frames_most = max(self.frames_most, frames)
        return m.read("v_think_best")[0]


@pytest.fixture(scope="module")
def computer() -> Computer:
    """One computer for all tests."""
    return Computer()


def swapped(board: list[int]) -> list[int]:
    """Exchange the colours."""
    return [{EMPTY: EMPTY, X: O, O: X}[cell] for cell in board]


def put(board: list[int], column: int, player: int) -> bool:
    """Drop a token; return whether it makes a line.  Errors: ValueError if the column is full"""
    cell = next((cell for cell in range(column, 42, 7) if board[cell] == EMPTY), None)
    if cell is None:
        raise ValueError("the column is full")
    board[cell] = player
    return any(cell in line and all(board[other] == player for other in line) for line in LINES)


def winners(board: list[int], player: int) -> list[int]:
    """The columns where a player wins at once."""
    return [column for column in range(7)
            if board[35 + column] == EMPTY and put(list(board), column, player)]


def positions(count: int, seed: int) -> list[list[int]]:
    """Random positions with O to move in which nobody has won."""
    draw = random.Random(seed)
    found: list[list[int]] = []
    while len(found) < count:
        board = [EMPTY] * 42
        over = False
        for move in range(2 * draw.randrange(3, 15) + 1):
            free = [column for column in range(7) if board[35 + column] == EMPTY]
            over = put(board, draw.choice(free), X if move % 2 == 0 else O)
            if over:
                break
        if not over:
            found.append(board)
    return found


def test_every_level_takes_a_win(computer: Computer) -> None:
    """Where O can win at once, each level does."""
    checked = 0
    for board in positions(120, 1):
        wins = winners(board, O)
        if wins and checked < 24:
            for level in (EASY, MEDIUM, HARD):
                assert computer.answer(board, level) in wins
            checked += 1
    assert checked == 24


def test_medium_and_hard_leave_no_win_open(computer: Computer) -> None:
    """Where O cannot win, X cannot win after the move of medium or hard, if that can be had."""
    checked = 0
    for board in positions(150, 2):
        if winners(board, O) or not winners(board, X):
            continue
        safe = []
        for column in range(7):
            after = list(board)
            if board[35 + column] == EMPTY and not put(after, column, O) and not winners(after, X):
                safe.append(column)
        if safe and checked < 24:
            assert computer.answer(board, MEDIUM) in safe
            assert computer.answer(board, HARD) in safe
            checked += 1
    assert checked >= 16


def test_easy_plays_legal_moves_and_not_always_the_same(computer: Computer) -> None:
    """Easy chooses by chance among the columns that are not full."""
    board = [EMPTY] * 42
    for move in range(6):
        put(board, 3, X if move % 2 == 0 else O)
    found = {computer.answer(board, EASY) for _ in range(24)}
    assert 3 not in found and len(found) >= 4


def play(computer: Computer, opening: list[int], hard: int) -> int:
    """Play hard against medium from an opening, X to move; return the winner or EMPTY."""
    board, player = list(opening), X
    while EMPTY in board:
        level = HARD if player == hard else MEDIUM
        column = computer.answer(board if player == O else swapped(board), level)
        if put(board, column, player):
            return player
        player = X + O - player
    return EMPTY


@pytest.mark.slow
def test_hard_beats_medium(computer: Computer) -> None:
    """From random openings of four plies, each played from both sides, hard wins 9 of 10."""
    draw = random.Random(2024)
    won = played = 0
    for _ in range(15):
        opening = [EMPTY] * 42
        for move in range(4):
            put(opening, draw.randrange(7), X if move % 2 == 0 else O)
        for hard in (X, O):
            won += play(computer, opening, hard) == hard
            played += 1
    assert won * 10 >= played * 9, f"{won} of {played}"
    assert computer.frames_most <= 200, "the move comes within four seconds"
