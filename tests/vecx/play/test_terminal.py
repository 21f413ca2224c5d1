"""The bundled games in a terminal: dialogue and inputs."""

import io

import pytest

from vecx import Machine
from vecx.cli import play as command
from vecx.cli import run_command
from vecx.play.terminal import Connect4, Reversi

BEGIN = """    0 1 2 3 4 5 6 7
  .-----------------.
0 |                 |
1 |                 |
2 |         X       |
3 |       ● ○ X     |
4 |     X ○ ●       |
5 |       X         |
6 |                 |
7 |                 |
  '-----------------'
"""
SECOND = """Player 1, make a move (x y):4 2
    0 1 2 3 4 5 6 7
  .-----------------.
0 |                 |
1 |                 |
2 |       X ● X     |
3 |       ● ●       |
4 |       ○ ● X     |
5 |                 |
6 |                 |
7 |                 |
  '-----------------'
"""
THIRD = """    0 1 2 3 4 5 6 7
  .-----------------.
0 |                 |
1 |                 |
2 |         ●       |
3 |       ● ●       |
4 |       ○ ○ ○     |
5 |     X X X X X   |
6 |                 |
7 |                 |
  '-----------------'
"""


def dialogue(game: Reversi | Connect4, typed: str, monkeypatch: pytest.MonkeyPatch,
             capsys: pytest.CaptureFixture[str]) -> str:
    """Play with these lines on standard input; return the output."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    command.play(game)
    return capsys.readouterr().out


def test_the_class_project(monkeypatch: pytest.MonkeyPatch,
                           capsys: pytest.CaptureFixture[str]) -> None:
    """The example dialogue is reproduced."""
    text = dialogue(Reversi(None), "4 2\n5 4\n1 1\n\nfoo\n9 9\n3\n", monkeypatch, capsys)
    assert text.startswith("Gameboard:\n" + BEGIN.replace("X", " ") + "\n" + BEGIN + "\n" + SECOND)
    assert "\nPlayer 2, make a move (x y):5 4\n" + THIRD in text
    assert "\nPlayer 1, make a move (x y):1 1\nInvalid move (1,1), try again.\n" + THIRD in text
    for refused in ("foo", "9,9", "3"):
        assert f"Invalid move ({refused}), try again.\n" in text
    assert text.endswith("Player 1, make a move (x y):\n")


@pytest.mark.parametrize("typed", ["e3", "E3", " e 3", "4 2", "4,2"])
def test_a_square_by_its_letter(typed: str, monkeypatch: pytest.MonkeyPatch,
                                capsys: pytest.CaptureFixture[str]) -> None:
    """The name of a square and x, y are the same move."""
    text = dialogue(Reversi(None), f"{typed}\n", monkeypatch, capsys)
    assert SECOND.replace("4 2", typed.strip()) in text


def test_help_and_an_empty_line(monkeypatch: pytest.MonkeyPatch,
                                capsys: pytest.CaptureFixture[str]) -> None:
    """The help is shown at the prompt and after invalid input."""
    text = dialogue(Reversi(None), "help\n\ni9\ne9\n" + "9" * 6000 + " 1\n", monkeypatch, capsys)
    assert text.count("or the name of the square on the screen (e3)") == 3
    assert text.count(BEGIN) == 5 and "Invalid move (i9), try again." in text
    text = dialogue(Connect4(None), "?\na\n7\n", monkeypatch, capsys)
    assert text.count("Type a column, 0 to 6") == 2 and "Invalid move (7), try again." in text


def test_the_computer_plays_black(monkeypatch: pytest.MonkeyPatch,
                                  capsys: pytest.CaptureFixture[str]) -> None:
    """With --ai the computer answers in the same words."""
    text = dialogue(Reversi("beginner"), "4 2\n", monkeypatch, capsys)
    assert text.count("Player 2, make a move (x y):") == 1
    assert text.endswith("Player 1, make a move (x y):\n")


def test_black_begins_as_in_the_window(monkeypatch: pytest.MonkeyPatch,
                                       capsys: pytest.CaptureFixture[str]) -> None:
    """--first black begins with the window's position; the players keep their names."""
    text = dialogue(Reversi(None, first="black"), "3 2\n", monkeypatch, capsys)
    window = Machine("reversi")
    window.run_frames(400)      # past the title
    assert window["first_player"] == Reversi.colours["black"]
    assert "3 |       ○ ●       |" in text and "4 |     ● ○ X       |" not in text.split("3 2")[0]
    assert "\nPlayer 1, make a move (x y):3 2\n" in text
    assert text.endswith("Player 2, make a move (x y):\n")
    text = dialogue(Reversi("beginner", first="black"), "3 2\n", monkeypatch, capsys)
    assert text.count("Player 2, make a move (x y):") == 1
    assert run_command(["play", "connect4", "--first", "black"]) == 2


def test_connect4_to_its_end(monkeypatch: pytest.MonkeyPatch,
                             capsys: pytest.CaptureFixture[str]) -> None:
    """Four in a column win; invalid columns and words are refused."""
    text = dialogue(Connect4(None), "0\n7\nfoo\n1\n0\n1\n0\n1\n0\n", monkeypatch, capsys)
    assert "Invalid move (7), try again." in text and "Invalid move (foo), try again." in text
    assert text.endswith("| X             |\n" + 3 * "| X O           |\n" +
                         "'---------------'\n\nPlayer 1 wins!\n")


def test_a_level_of_the_other_game() -> None:
    """An unknown level is wrong usage, and the levels are named."""
    assert run_command(["play", "reversi", "--ai", "hard"]) == 2
