"""Connect-4: the moves of the computer's levels in positions with a known best move.

Goal: the computer prefers a win to everything, stops a win of X, and medium foresees a double
threat; the value of a position is the sum of its windows and threats, and hard plays the end
perfectly.  Method: let the cartridge choose its move in positions with a known answer.
"""

import random

import pytest

from tests.games.players import EMPTY, LEVELS, LINES, Computer, O, X, free_columns, put, winners

EASY, MEDIUM, HARD, GOOD = range(len(LEVELS))
WORTH, THREAT = (0, 1, 4, 8), 16        # of a window, by its tokens; of a threat in a good row


@pytest.fixture(scope="module")
def computer() -> Computer:
    """Return one computer for all tests."""
    return Computer()


def test_a_win_comes_before_whatever_threatens(computer: Computer) -> None:
    """O plays its win although X threatens to win in two columns."""
    board = [EMPTY] * 42
    board[1] = board[2] = board[3] = X
    board[6] = board[13] = board[20] = O
    assert winners(board, X) == [0, 4] and winners(board, O) == [6]
    for level in (EASY, MEDIUM, HARD, GOOD):
        assert {computer.answer(board, level) for _ in range(4)} == {6}


def test_a_win_is_stopped_even_where_the_next_one_opens_above(computer: Computer) -> None:
    """Medium and hard prevent a win even if X can win above it next."""
    board = [EMPTY] * 42
    board[0:3] = board[7:10] = [X, X, X]
    board[4:7] = board[11:14] = [O, EMPTY, O]
    for level in (MEDIUM, HARD):
        assert {computer.answer(board, level) for _ in range(4)} == {3}


def test_medium_sees_a_double_threat_coming(computer: Computer) -> None:
    """When not careless, medium prevents three in a row with two open ends."""
    board = [EMPTY] * 42
    board[2], board[3], board[10] = X, X, O
    assert sum(computer.answer(board, MEDIUM) in (1, 4) for _ in range(24)) >= 12


def worth(board: list[int]) -> int:
    """Return the value of a position for O: windows, and threats by their rows."""
    began = O if sum(cell != EMPTY for cell in board) % 2 == 0 else X
    total = 0
    for line in LINES:
        tokens = [board[cell] for cell in line]
        for side, sign in ((O, 1), (X, -1)):
            if tokens.count(side) + tokens.count(EMPTY) < 4:
                continue
            total += sign * WORTH[tokens.count(side)]
            if tokens.count(side) == 3:
                row = line[tokens.index(EMPTY)] // 7
                total += sign * THREAT * (row % 2 == (0 if side == began else 1))
    return total


def test_worth_of_a_position(computer: Computer) -> None:
    """The value depends on open windows and on the rows of threats."""
    draw = random.Random(6)
    threats = set()
    for _ in range(300):
        board = [EMPTY] * 42
        plies = draw.randrange(6, 15)
        for ply in range(plies):
            put(board, draw.choice(free_columns(board)), X if (ply + plies) % 2 == 0 else O)
        kinds = [sorted(board[cell] for cell in line) for line in LINES]
        if {4} & {max(kind.count(X), kind.count(O)) for kind in kinds} or any(
                kind in ([X, O, O, O], [X, X, X, O]) for kind in kinds):
            continue            # a threat that was stopped keeps its value
        threats |= {(kind[1], plies % 2) for kind in kinds if kind in ([0, 1, 1, 1], [0, 2, 2, 2])}
        found: list[int] = []
        handle = computer.m.on_pc("search_o", lambda m, found=found: found.append(
            int.from_bytes(m.read("v_think_value", 2), "big", signed=True)))
        computer.begin(board, HARD)
        while not found:
            computer.m.run_frames(1)
        handle.remove()
        assert found[0] == worth(board)
    assert len(threats) == 4


def ends(count: int, empty: int, seed: int) -> list[list[int]]:
    """Return random positions without a winner, with this many empty cells and O to move."""
    draw = random.Random(seed)
    found: list[list[int]] = []
    while len(found) < count:
        board, player = [EMPTY] * 42, O if empty % 2 == 0 else X
        while board.count(EMPTY) > empty:
            safe = [column for column in free_columns(board)
                    if not put(list(board), column, player)]
            if not safe:
                break
            put(board, draw.choice(safe), player)
            player = X + O - player
        else:
            found.append(board)
    return found


def outcome(board: list[int], player: int) -> int:
    """Return the result of best play: 1 if the player to move wins, 0 a tie, -1 a loss."""
    results = [-1]
    for column in free_columns(board):
        after = list(board)
        results.append(1 if put(after, column, player) else -outcome(after, X + O - player))
    return max(results) if EMPTY in board else 0


@pytest.mark.parametrize("empty", [2, 4, 6])
def test_hard_plays_the_end_as_well_as_can_be(computer: Computer, empty: int) -> None:
    """With few empty cells, hard gives away neither a win nor a tie."""
    decided = 0
    for board in ends(40, empty, empty):
        results = {}
        for column in free_columns(board):
            after = list(board)
            results[column] = 1 if put(after, column, O) else -outcome(after, X)
        if len({*results.values()}) > 1:
            decided += 1
            assert results[computer.answer(board, HARD)] == max(results.values())
    assert decided >= 5
