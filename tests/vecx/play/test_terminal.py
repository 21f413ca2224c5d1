"""The bundled games in a terminal: dialogue and inputs."""

import io
import re
from pathlib import Path

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


def last_board(text: str) -> str:
    """Return the last board of a dialogue."""
    return text[text.rindex("    0 1 2") if "    0 1 2" in text else text.rindex("  0 1 2"):] \
        .partition("\n\n")[0]


def answers(game: str, level: str, typed: str, seed: int, monkeypatch: pytest.MonkeyPatch,
            capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the computer's moves of a dialogue."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert run_command(["play", game, "--ai", level, "--seed", str(seed)]) == 0
    return [line.partition(":")[2] for line in capsys.readouterr().out.splitlines()
            if line.startswith("Player 2")]


@pytest.mark.parametrize(("game", "level", "typed"), [
    ("connect4", "hard", "0\n6\n0\n"), ("reversi", "expert", "4 2\n")])
def test_the_seed_decides_the_computers_luck(game: str, level: str, typed: str,
                                             monkeypatch: pytest.MonkeyPatch,
                                             capsys: pytest.CaptureFixture[str]) -> None:
    """Other seeds lead to other moves, the same seed to the same."""
    games = [answers(game, level, typed, seed, monkeypatch, capsys) for seed in range(6)]
    assert len({tuple(moves) for moves in games}) > 1
    assert answers(game, level, typed, 5, monkeypatch, capsys) == games[5]


def test_without_a_seed_the_clock_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games at different times have different seeds."""
    seeds = []
    monkeypatch.setattr(command, "play", lambda game: seeds.append(game.m.seed))
    for now in (1_000, 2_000):
        monkeypatch.setattr("time.time_ns", lambda now=now: now)
        assert run_command(["play", "connect4"]) == 0
    assert seeds[0] != seeds[1]


def test_hints_and_moves_taken_back_in_reversi(monkeypatch: pytest.MonkeyPatch,
                                               capsys: pytest.CaptureFixture[str]) -> None:
    """A hint is a legal move with its reason; undo returns to the move before."""
    typed = "hint\n4 2\nundo\nundo\n\nUndo now\nQUIT\n4 2\n"
    text = dialogue(Reversi("beginner"), typed, monkeypatch, capsys)
    hint = re.search(r"\nPlayer 1, make a move \(x y\):hint\nHint: (\d) (\d) \(.+\)\n", text)
    assert hint and (hint[1], hint[2]) in {("4", "2"), ("5", "3"), ("2", "4"), ("3", "5")}
    assert "undo\n" + BEGIN in text and "There is no move to take back.\n" in text
    assert "Invalid move (Undo now), try again." in text
    assert text.count("make a move (x y):4 2") == 1 and text.endswith("make a move (x y):QUIT\n")


def test_two_players_take_any_move_back_in_reversi(monkeypatch: pytest.MonkeyPatch,
                                                   capsys: pytest.CaptureFixture[str]) -> None:
    """With two players, undo takes back one move of either player."""
    text = dialogue(Reversi(None), "4 2\n5 4\nundo\nundo\n", monkeypatch, capsys)
    assert re.findall(r"Player (\d), make a move \(x y\):undo", text) == ["1", "2"]
    assert last_board(text) == BEGIN.rstrip("\n")


def test_hints_and_moves_taken_back_in_connect4(monkeypatch: pytest.MonkeyPatch,
                                                capsys: pytest.CaptureFixture[str]) -> None:
    """The hint is the winning column; undo takes back the move and the answer."""
    game = Connect4("easy")
    empty = game.board()
    text = dialogue(game, "3\nundo\nundo\nquit\n", monkeypatch, capsys)
    assert "There is no move to take back.\n" in text and empty in text.split(":undo\n")[1]
    text = dialogue(Connect4(None), "0\n1\n0\n1\n0\n1\nhint\nundo\n", monkeypatch, capsys)
    assert ":hint\nHint: 0\n" in text and "undo works with --ai" in text


@pytest.mark.parametrize(("game", "typed"), [("reversi", "e3"), ("connect4", "2")])
def test_a_saved_game_continues(game: str, typed: str, tmp_path: Path,
                                monkeypatch: pytest.MonkeyPatch,
                                capsys: pytest.CaptureFixture[str]) -> None:
    """`save` writes the game to a file, from which --load continues it with its players."""
    monkeypatch.chdir(tmp_path)
    lines = f"{typed}\nsave\nsave My Game.state\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    level = {"reversi": "beginner", "connect4": "easy"}[game]
    assert run_command(["play", game, "--ai", level]) == 0
    text = capsys.readouterr().out
    assert f"Saved; `vecx play {game} --load {game}.state` continues.\n" in text
    assert "--load 'My Game.state'` continues.\n" in text
    for name in (f"{game}.state", "My Game.state"):
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        assert run_command(["play", game, "--load", name]) == 0
        again = capsys.readouterr().out
        assert last_board(again) == last_board(text) and "Player 1," in again
    other = {"reversi": "connect4", "connect4": "reversi"}[game]
    assert run_command(["play", other, "--load", f"{game}.state"]) == 1
    assert run_command(["play", game, "--load", "none.state"]) == 1
    assert run_command(["play", game, "--load", f"{game}.state", "--ai", level]) == 2


def test_a_game_that_cannot_be_saved_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                             capsys: pytest.CaptureFixture[str]) -> None:
    """If the file cannot be written, a message says so and the game continues."""
    (tmp_path / "file").write_text("")
    text = dialogue(Connect4(None), f"save {tmp_path / 'file' / 'x'}\n3\n", monkeypatch, capsys)
    assert "The game was not saved: " in text and "| " + " " * 6 + "X" in text.split("not saved")[1]
