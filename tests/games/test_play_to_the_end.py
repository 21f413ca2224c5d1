"""`vecx play` to the end of a game, with moves from standard input."""

import io
import random

import pytest

from tests.games import reversi_model as model
from vecx.cli import play as command
from vecx.play.terminal import Connect4, Reversi


def printed(game: Reversi | Connect4, typed: str, monkeypatch: pytest.MonkeyPatch,
            capsys: pytest.CaptureFixture[str]) -> str:
    """Play with these lines on standard input; return the output."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    command.play(game)
    return capsys.readouterr().out


def reversi_game(seed: int) -> tuple[str, int, list[int]]:
    """Return a random game that white begins: the input, the number of passes, the result."""
    draw = random.Random(seed)
    board, player, typed, passes = model.start(), model.WHITE, "", 0
    while player:
        move = draw.choice(model.moves(board, player))
        typed += f"{move % 10 - 1} {move // 10 - 1}\n"
        board = model.play(board, player, move)
        following = model.to_move(board, model.other(player))
        passes += following == player
        player = following
    return typed, passes, board


@pytest.mark.slow
def test_reversi_for_two(monkeypatch: pytest.MonkeyPatch,
                         capsys: pytest.CaptureFixture[str]) -> None:
    """Every move is accepted, passes are printed, and the result equals the model's."""
    typed, passes, board = next(game for game in map(reversi_game, range(100)) if game[1])
    text = printed(Reversi(None), typed, monkeypatch, capsys)
    assert "Invalid" not in text and text.count("must pass.") == passes
    assert text.count("make a move (x y):") == len(typed.splitlines())
    white, black = board.count(model.WHITE), board.count(model.BLACK)
    result = "Tie game." if white == black else \
        f"Player {1 if white > black else 2} wins! ({max(white, black)} - {min(white, black)})"
    assert "Game over!\n" in text and text.endswith(result + "\n")


@pytest.mark.slow
def test_reversi_against_the_computer(monkeypatch: pytest.MonkeyPatch,
                                      capsys: pytest.CaptureFixture[str]) -> None:
    """With every square typed repeatedly, legal moves are played and others refused."""
    squares = "".join(f"{x} {y}\n" for y in range(8) for x in range(8))
    text = printed(Reversi("novice"), squares * 12, monkeypatch, capsys)
    assert "Invalid move (0,0), try again." in text and "Game over!\n" in text
    assert text.rstrip().endswith((")", "Tie game."))


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_connect4_against_the_computer(level: str, monkeypatch: pytest.MonkeyPatch,
                                       capsys: pytest.CaptureFixture[str]) -> None:
    """A game with all columns in turn, including full ones, reaches its end."""
    text = printed(Connect4(level), "3\n2\n9\n4\n1\n5\n0\n6\n" * 8, monkeypatch, capsys)
    assert text.rstrip().endswith(("Player 1 wins!", "Player 2 wins!", "Tie game."))
