"""The two games: moves, results, levels."""

import numpy as np
import pytest

from tests.games import reversi_model as model
from vecx import Machine, UsageError
from vecx.learning.boards import Connect4, Reversi, game_of


def machine(name):
    return Machine(name, picture=False, sound=False)


@pytest.fixture(scope="module")
def connect4():
    return Connect4(machine("connect4"), None)


def test_connect4(connect4):
    """Tokens fall into their columns; a full column is not legal; player 1 can win."""
    connect4.start()
    for at, column in enumerate((6, 0, 6, 0, 6, 0)):
        assert connect4.player == at % 2
        connect4.play(column)
    assert connect4.planes[:, 6, 0].tolist() == [0, 0, 0, 1, 1, 1] and not connect4.over
    connect4.play(1)
    connect4.play(0)
    assert connect4.over and connect4.winner == 1 and not connect4.legal.any()


def test_a_full_column_is_not_legal(connect4):
    """A full column is refused with a message."""
    connect4.start()
    for _ in range(6):
        connect4.play(3)
    assert connect4.legal.tolist() == [1, 1, 1, 0, 1, 1, 1]
    with pytest.raises(UsageError, match="move 3 is not legal here"):
        connect4.play(3)


@pytest.mark.parametrize("level", range(4))
def test_levels_of_the_computer(level):
    """The computer plays at the given level."""
    for game, name in ((Connect4, "cpu_level"), (Reversi, "skill")):
        board = game(machine(game.__name__.lower()), level)
        board.start()
        assert board.byte(name) == (level if game is Reversi else board.byte(name))
        assert board.player == 0 and board.legal.any()
        if level == 0:
            board.play(int(board.legal.argmax()))
            assert board.player == 0 and board.planes.sum() in (2, 6)


def test_reversi_follows_the_rules():
    """Legal moves, boards and winner agree with the model."""
    board = Reversi(machine("reversi"), None)
    board.start()
    cells, player = model.start(), model.BLACK
    draw = np.random.default_rng(4)
    for _ in range(14):
        squares = {(square // 10 - 1) * 8 + square % 10 - 1
                   for square in model.moves(cells, player)}
        assert set(np.flatnonzero(board.legal)) == squares
        action = int(draw.choice(sorted(squares)))
        board.play(action)
        cells = model.play(cells, player, (action // 8 + 1) * 10 + action % 8 + 1)
        player = model.to_move(cells, model.other(player))
        inner = np.array(cells[:100]).reshape(10, 10)[1:9, 1:9]
        assert (board.planes[..., 0] == (inner == model.BLACK)).all()
        assert (board.planes[..., 1] == (inner == model.WHITE)).all()
    assert not board.over


def test_bad_arguments():
    """An unknown game or level is refused with its name."""
    with pytest.raises(UsageError, match="game must be connect4 or reversi, not 'chess'"):
        game_of("chess")
    with pytest.raises(UsageError, match="the level of the computer must be 0 to 3, not 4"):
        Connect4(machine("connect4"), 4)
