"""`vecx bench`: its output, and the comparison with another program."""

import json
import shlex
import sys

import pytest

from vecx.cli import run_command

OTHER = "import sys, pathlib\n" \
        "cart, bios, seconds = sys.argv[1:]\n" \
        "assert pathlib.Path(cart).read_bytes()[:5] == b'g GCE'\n" \
        "assert len(pathlib.Path(bios).read_bytes()) == 8192 and seconds == '0.5'\n" \
        "sum(range(10**6))\n"


def against(program: str, *words: str) -> int:
    """Run vecx against a Python program that receives cartridge, ROM and seconds."""
    command = shlex.join([sys.executable, "-S", "-c", program])
    return run_command(["bench", "--against", command.replace("{", "{{").replace("}", "}}")
                        + " {cart} {bios} {seconds}", "--seconds", "0.5", *words])


def test_two_programs_run_by_turns(capsys):
    """Minima, medians and their ratio are printed as text and JSON."""
    assert against(OTHER, "--runs", "2", "--json") == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["runs"] == 2 and figures["emulated_seconds"] == 0.5
    assert 0 < figures["other_minimum"] <= figures["other_median"]
    assert figures["vecx_minimum"] <= figures["vecx_median"]
    ratio = figures["other_minimum"] / max(1e-6, figures["vecx_minimum"])
    assert figures["times_as_fast"] == pytest.approx(ratio, abs=0.01 + ratio / 2)
    assert against(OTHER, "--runs", "1", "--headless", "connect4") == 0
    out = capsys.readouterr().out
    assert "connect4: 0.5 emulated seconds" in out and "times as fast" in out


@pytest.mark.parametrize("command, status, words", [
    ("no-such-emulator", 1, "no-such-emulator: no such file"),
    ("", 2, "the command is empty"),
    ("'unbalanced", 2, "--against: invalid command"),
    ("echo {rom}", 2, "use only {cart}, {bios} and {seconds} in braces"),
])
def test_a_command_that_cannot_be_run_is_said(capsys, command, status, words):
    """A command that cannot run gives one message, and nothing is measured."""
    assert run_command(["bench", "--against", command, "--seconds", "0.5"]) == status
    err = capsys.readouterr().err
    assert words in err and err.count("\n") == 1


def test_a_program_that_fails_is_quoted(capsys):
    """The message contains the status and the last output of the program."""
    assert against("raise SystemExit('no ROM for it')") == 1
    assert "ended with status 1: no ROM for it" in capsys.readouterr().err
