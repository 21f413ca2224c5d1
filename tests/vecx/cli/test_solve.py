"""`vecx solve`: output, movie, bad input."""

import pytest

from tests.vecx.fuzzing.conftest import SOURCE
from vecx.cli import run_command


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "faulty.asm").write_text(SOURCE)
    return tmp_path


def test_a_solution_and_its_movie(capsys):
    """The presses are printed, and the movie ends with the condition true."""
    usual = "solve", "faulty.asm", "--until", "[sum] == 2", "--moves", "1,4,wait"
    assert run_command([*usual, "-o", "two.movie"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("`[sum] == 2` after 2 presses, ") and "a second\n    0: 4; 3: -" in out
    assert "two.movie: written" in out
    assert run_command(["run", "faulty.asm", "--headless", "--movie", "two.movie",
                        "--until", "[sum] == 2"]) == 0
    assert run_command([*usual, "--nodes", "2"]) == 1
    assert "not reached within the limits" in capsys.readouterr().out


@pytest.mark.parametrize(("options", "message"), [
    (["--until", "[sun] == 1"], "no symbol 'sun' in this cartridge; did you mean sum"),
    (["--until", "[sum] == 1", "--moves", "jump"], "'jump' is not a gesture"),
    (["--until", "[sum] == 1", "--score", "[sum]"], "--score needs --beam")])
def test_bad_input(options, message, capsys):
    """Bad input gives one message without a traceback."""
    assert run_command(["solve", "faulty.asm", *options]) in (1, 2)
    assert message in capsys.readouterr().err
