"""Reversi's rule routines, called individually and compared with a Python model."""

import random

import pytest

from tests.games import reversi_model as model
from tests.games.reversi_tournament import Cartridge
from vecx.machine import Machine

PERFT = (4, 12, 56, 244, 1396, 8200)


@pytest.fixture(scope="module")
def game() -> Machine:
    """Return a machine in a two-player game."""
    return Cartridge().m


def lay(m: Machine, board: list[int], player: int) -> None:
    """Put a position into RAM."""
    m.write("board", bytes(board))
    m.write("current_player", player)


def board_of(m: Machine) -> list[int]:
    """Read the board."""
    return list(m.read("board", 100))


def legal(m: Machine) -> list[int]:
    """Return the legal moves that the cartridge lists."""
    m.call("find_moves", dp=0xC8)
    return list(m.read("legal_moves", m.read("legal_count")[0]))


def perft(m: Machine, board: list[int], player: int, depth: int) -> int:
    """Count sequences of moves by calling the cartridge."""
    lay(m, board, player)
    moves = legal(m)
    if depth == 1:
        return max(len(moves), 1)
    total = 0
    for square in moves:
        lay(m, board, player)
        m.call("execute_move", a=square, dp=0xC8)
        total += perft(m, board_of(m), model.other(player), depth - 1)
    return total


def test_the_beginning(game: Machine) -> None:
    """A new game has four discs, a border and counts of two, whatever was in RAM."""
    for cell in ("black_count", "white_count", "move_count", "pass_count"):
        game.write(cell, 9)
    game.call("board_begin", dp=0xC8)
    assert board_of(game) == model.start()
    assert game.read("black_count", 2) == b"\2\2" and game.read("move_count") == b"\0"
    assert game.read("pass_count") == b"\0"


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_perft(game: Machine, depth: int) -> None:
    """The numbers of sequences of moves are those known for Reversi."""
    assert perft(game, model.start(), model.BLACK, depth) == PERFT[depth - 1]


@pytest.mark.slow   # 2,000 calls of find_moves for each further ply
@pytest.mark.parametrize("depth", [5, 6])
def test_perft_deeper(game: Machine, depth: int) -> None:
    """The numbers for five and six plies are those known for Reversi."""
    assert perft(game, model.start(), model.BLACK, depth) == PERFT[depth - 1]


@pytest.mark.parametrize("seed", range(12))
def test_random_positions(game: Machine, seed: int) -> None:
    """On any board the cartridge and the model agree on moves, turned discs and counts."""
    draw = random.Random(seed)
    for board in (model.random_board(draw), model.opening(draw, draw.randrange(4, 56))[0]):
        player = draw.choice((model.WHITE, model.BLACK))
        lay(game, board, player)
        moves = model.moves(board, player)
        assert legal(game) == moves
        for square in draw.sample(model.SQUARES, 12):
            found = model.turns(board, player, square)
            done = game.call("check_move", a=square, dp=0xC8)
            assert done.registers.b == len(found)
            assert bool(done.registers.cc & 4) == (not found)
        for square in draw.sample(moves, min(4, len(moves))):
            lay(game, board, player)
            before = game.read("move_count")[0]
            game.call("execute_move", a=square, dp=0xC8)
            after = model.play(board, player, square)
            assert board_of(game) == after
            assert game.read("black_count")[0] == after.count(model.BLACK)
            assert game.read("white_count")[0] == after.count(model.WHITE)
            assert game.read("move_count")[0] == before + 1
            assert game.read("current_player")[0] == player
            assert game.read("last_move")[0] == square


@pytest.mark.parametrize("seed", range(6))
def test_end_of_flip(game: Machine, seed: int) -> None:
    """end_of_flip finds the own disc at the end of a row without gap or border."""
    draw = random.Random(seed)
    base = game.symbols["board"]
    for _ in range(25):
        board, player = model.random_board(draw), draw.choice((model.WHITE, model.BLACK))
        square, step = draw.choice(model.SQUARES), draw.choice(model.STEPS)
        lay(game, board, player)
        at = square + step
        while board[at] == model.other(player):
            at += step
        there = board[at] == player and at != square + step
        done = game.call("end_of_flip", x=base + square, a=step & 0xFF, dp=0xC8)
        assert bool(done.registers.cc & 4) == (not there)
        if there:
            assert done.registers.x == base + at


def test_figure_3_counts_48_to_9(game: Machine) -> None:
    """The final board of the class project's figure counts 48-9; white could still move."""
    rows = ("WWWBBBBB", "BBBWBBBB", "BBWBBBBB", "BBWBBBBB", "BBWBBBBB", "BWBBBBBB", "WBBBBBBB",
            "B.......")
    board = model.start()
    for row, text in enumerate(rows, 1):
        for column, letter in enumerate(text, 1):
            board[row * 10 + column] = {"W": model.WHITE, "B": model.BLACK, ".": 0}[letter]
    lay(game, board, model.WHITE)
    game.call("discs_count", dp=0xC8)
    assert game.read("black_count")[0] == 48 and game.read("white_count")[0] == 9
    assert legal(game) == model.moves(board, model.WHITE) != []


def test_worth_of_a_game_that_is_over() -> None:
    """At the end of a game, each disc more counts 128."""
    game = Cartridge().m
    early = game.keep()         # the frame has enough time left
    draw = random.Random(8)
    for _ in range(20):
        board, player = model.random_board(draw), draw.choice((model.WHITE, model.BLACK))
        game.restore(early)
        game.write("v_tboard", bytes(board))
        game.write("v_mover", player)
        found = game.call("worth_over", dp=game.symbols["v_tboard"] >> 8).registers
        lead = board.count(player) - board.count(model.other(player))
        assert (found.a << 8 | found.b) == 128 * lead & 0xFFFF
