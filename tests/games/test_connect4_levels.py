"""Connect-4: the levels against each other and against simple players.

Goal: hard wins at least nine of ten games against medium, and beats the simple players that its
manual names; easy sees its own wins, medium and hard also those of X.  Method: the cartridge plays
both sides; for X's move the colours of the board are exchanged.  The positions in which it must
take or stop a win are random.  `python -m tests.games.players` plays whole tournaments.
"""

import random

import pytest

from tests.games.players import (
    EMPTY,
    LEVELS,
    Computer,
    O,
    X,
    free_columns,
    plain,
    put,
    tournament,
    winners,
)

EASY, MEDIUM, HARD = range(3)
THOUGHT_MOST = 228      # frames; 5 seconds with the cursor's movement, at most 21 frames
WORK_MOST = 29_500


@pytest.fixture(scope="module")
def computer() -> Computer:
    """Return one computer for all tests."""
    return Computer()


def positions(count: int, seed: int) -> list[list[int]]:
    """Random positions without a winner, with O to move."""
    draw = random.Random(seed)
    found: list[list[int]] = []
    while len(found) < count:
        board = [EMPTY] * 42
        over = False
        for move in range(2 * draw.randrange(3, 15) + 1):
            over = put(board, draw.choice(free_columns(board)), X if move % 2 == 0 else O)
            if over:
                break
        if not over:
            found.append(board)
    return found


def test_every_level_takes_a_win(computer: Computer) -> None:
    """Every level plays an immediate win of O."""
    checked = 0
    for board in positions(120, 1):
        wins = winners(board, O)
        if wins and checked < 12:
            for level in (EASY, MEDIUM, HARD):
                assert computer.answer(board, level) in wins
            checked += 1
    assert checked == 12


def test_medium_and_hard_leave_no_win_open(computer: Computer) -> None:
    """Medium and hard leave X no immediate win if they can avoid it."""
    checked = 0
    for board in positions(150, 2):
        if winners(board, O) or not winners(board, X):
            continue
        safe = []
        for column in range(7):
            after = list(board)
            if board[35 + column] == EMPTY and not put(after, column, O) and not winners(after, X):
                safe.append(column)
        if safe and checked < 12:
            assert computer.answer(board, MEDIUM) in safe
            assert computer.answer(board, HARD) in safe
            checked += 1
    assert checked >= 12 * 2 // 3


def test_easy_plays_legal_moves_and_not_always_the_same(computer: Computer) -> None:
    """Easy chooses at random among the columns that are not full."""
    board = [EMPTY] * 42
    for move in range(6):
        put(board, 3, X if move % 2 == 0 else O)
    found = {computer.answer(board, EASY) for _ in range(24)}
    assert 3 not in found and len(found) >= 4


def test_easy_blocks_now_and_then(computer: Computer) -> None:
    """Easy prevents an immediate win of X in some games, and not in others."""
    board = [EMPTY] * 42
    for column in (0, 6, 1, 6, 2):
        put(board, column, X if board.count(EMPTY) % 2 == 0 else O)
    assert winners(board, X) == [3]
    blocked = sum(computer.answer(board, EASY) == 3 for _ in range(24))
    assert 6 <= blocked <= 20


GAMES = {       # level, depth of the simple player, fraction of 40 games that must be won
    "hard beats depth 2": (HARD, 2, 0.5), "hard beats depth 4": (HARD, 4, 0.45),
    "medium beats depth 1": (MEDIUM, 1, 0.5),
}


@pytest.mark.parametrize("games", [pytest.param(2, marks=pytest.mark.slow),
                                   pytest.param(40, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", GAMES)
def test_levels_beat_plain_players(computer: Computer, name: str, games: int) -> None:
    """The levels beat simple players from random openings, played from both sides."""
    level, depth, share = GAMES[name]
    won, lost, tied = tournament(computer.player(level), plain(depth), games, 2024)
    assert won + lost + tied == games
    if games == 40:
        assert won >= share * games, (won, lost, tied)
    assert computer.frames_most <= THOUGHT_MOST, "the move comes within five seconds"
    assert computer.work_most <= WORK_MOST, "and no frame of the thought is too long"


@pytest.mark.nightly    # sixty games with four seconds a move
@pytest.mark.parametrize(("level", "below"), [(HARD, MEDIUM), (MEDIUM, EASY)])
def test_levels_beat_those_below(computer: Computer, level: int, below: int) -> None:
    """Each level wins 85 % of the games against the level below."""
    won, *_ = tournament(computer.player(level), computer.player(below), 60, 2024)
    assert won >= 51, (LEVELS[level], won)


def test_thoughts_keep_the_frame_whatever_the_drawing_leaves(computer: Computer) -> None:
    """No frame is too long while the computer thinks, with few or many tokens."""
    computer.work_most = 0
    draw = random.Random(9)
    for tokens in range(1, 42, 2):
        board = [EMPTY] * 42
        for ply in range(tokens):
            put(board, draw.choice(free_columns(board)), X if ply % 2 == 0 else O)
        for level in (EASY, MEDIUM):
            computer.answer(board, level)
    assert 25_000 < computer.work_most <= WORK_MOST


@pytest.mark.slow
def test_openings_vary(computer: Computer) -> None:
    """Medium and hard vary their first move and their first answer near the middle.

    If each of the three first moves is chosen in one of five games or more, one of them is missing
    in 80 games with a chance of less than one in ten million.
    """
    for level in (MEDIUM, HARD):
        first: set[int] = set()
        for _ in range(80):
            first.add(computer.answer([EMPTY] * 42, level, O))
            if first == {2, 3, 4}:
                break
        assert first == {2, 3, 4}
        for column in range(7):
            board = [EMPTY] * 42
            board[column] = X
            found = {computer.answer(board, level) for _ in range(24)}
            assert len(found) >= 2 and 3 in found and found <= {2, 3, 4}


@pytest.mark.slow
def test_hard_does_not_repeat_itself(computer: Computer) -> None:
    """Hard plays several columns in many positions with three tokens."""
    several = 0
    for seed in range(6):
        draw = random.Random(seed)
        board = [EMPTY] * 42
        for ply in range(3):
            put(board, draw.choice(range(1, 6)), X if ply % 2 == 0 else O)
        several += len({computer.answer(board, HARD) for _ in range(8)}) > 1
    assert several >= 3
