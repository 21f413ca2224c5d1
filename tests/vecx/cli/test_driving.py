"""The common options of `run --headless`, `budget` and `trace`: start, end, inputs."""

import json
from pathlib import Path

import pytest

from vecx.cli import run_command


def frames_of(path: Path) -> list[int]:
    """Return the numbers of the frames in a .jsonl file."""
    return [json.loads(line)["index"] for line in path.read_text().splitlines()]


@pytest.mark.parametrize("options, first, count", [
    (["--frames", "5"], 0, 5), (["--from", "7", "--frames", "5"], 7, 5),
    (["--from", "title", "--frames", "3"], 247, 3), (["--until", "frame == 9"], 0, 9),
    (["--from", "5", "--until", "cycle > 300000", "--frames", "90"], 5, 6),
    (["--from", "title", "--until", "[game_state] == 1", "--press", "300:4"], 247, 54)])
def test_which_frames_count(options: list[str], first: int, count: int, tmp_path: Path) -> None:
    """Frames count from the named one to the one in which --until is true."""
    path = tmp_path / "f.jsonl"
    assert run_command(["run", "connect4", "--headless", "--preset", "ideal", "-o",
                        str(path), *options]) == 0
    assert frames_of(path) == list(range(first, first + count))


@pytest.mark.slow
def test_inputs_enter_alike(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Inputs as options and from a file have the same effect in all commands."""
    (tmp_path / "i").write_text("press 300:4\nstick 310:1,0\n")
    ways = (["--press", "300:4", "--stick", "310:1,0"], ["--inputs", str(tmp_path / "i")])
    for way in ways:
        for command in (["run", "connect4", "--headless"], ["budget", "connect4"],
                        ["trace", "connect4", "--calls", "--from", "299"]):
            assert run_command([*command, "--until", "[game_state] == 1 && [cursor_col] > 3",
                                "--frames", "400", *way]) == 0, (command, way)
    capsys.readouterr()
    assert run_command(["trace", "connect4", "--calls", "--from", "300"]) == 0
    assert "menu_frame" in capsys.readouterr().out


def test_a_window_can_begin_after_the_title(monkeypatch: pytest.MonkeyPatch) -> None:
    """With --from title, play begins at the program's first frame."""
    from vecx.display import opening, player

    played: list[int] = []
    monkeypatch.setattr(opening, "open_screen", lambda *_: None)
    monkeypatch.setattr(player, "play", lambda machine, *_: played.append(machine.frames))
    assert run_command(["run", "connect4", "--from", "title"]) == 0
    assert run_command(["run", "connect4"]) == 0
    assert played == [247, 0]


@pytest.mark.parametrize("words, status, said", [
    (["run", "connect4", "--headless", "--until", "[game_state] == 9", "--frames", "5"], 1,
     "is still false"),
    (["trace", "connect4", "--calls", "--until", "[game_state] == 9", "--frames", "2"], 1,
     "is still false"),
    (["run", "connect4", "--headless", "--frames", "2", "--until", "1 +"], 2, "expression"),
    (["budget", "connect4", "--frames", "2", "--press", "4"], 2, "such as 300:4"),
    (["run", "connect4", "--from", "9"], 2, "--from N needs --headless"),
    (["run", "connect4", "--press", "3:4"], 2, "--press needs --headless"),
    (["run", "connect4", "--headless"], 2, "--movie or --until")])
def test_what_makes_no_sense(words: list[str], status: int, said: str,
                             capsys: pytest.CaptureFixture[str]) -> None:
    """Contradictory options give one message."""
    assert run_command(words) == status
    assert said in capsys.readouterr().err


def test_a_frame_that_is_no_number(capsys: pytest.CaptureFixture[str]) -> None:
    """--from takes the number of a frame, or `title`."""
    with pytest.raises(SystemExit):
        run_command(["budget", "connect4", "--from", "start"])
    assert "'start' is neither the number of a frame nor `title`" in capsys.readouterr().err


def test_a_program_that_never_begins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """If the program never begins, all frames count, with a message."""
    (tmp_path / "a.bin").write_bytes(b"no header" * 99)
    assert run_command(["budget", str(tmp_path / "a.bin"), "--frames", "2"]) == 0
    assert "has not begun after 1,000 frames" in capsys.readouterr().err
