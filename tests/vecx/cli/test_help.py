"""`vecx help`: examples that work, shared options in one place, and the pages of the manual."""

import argparse
import os
import pty
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from vecx.cli import COMMANDS, build_parser, help, run_command
from vecx.cli.examples import EXAMPLES
from vecx.cli.parser import SHARED
from vecx.console import manual

ROOT = Path(__file__).parents[3]
TOPIC = re.compile(r"`vecx help ([a-z][\w.-]+)`")


def commands() -> dict[str, argparse.ArgumentParser]:
    """Return the parser of each command."""
    choices, = (action.choices for action in build_parser()._actions
                if isinstance(action, argparse._SubParsersAction))
    return dict(choices)


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_are_accepted(command: str) -> None:
    """Each command has two examples, which its parser accepts."""
    assert len(EXAMPLES[command]) == 2
    parser = build_parser()
    for line in EXAMPLES[command]:
        words = shlex.split(line)
        assert words[0] == "vecx"
        assert parser.parse_args(words[1:]).command in (command, "run")


def test_shared_options_are_described_once() -> None:
    """The help of a command names the topics of the shared options instead of the options."""
    texts = {name: help.options(title) for title, name in SHARED.items()}
    for command, parser in commands().items():
        text = parser.format_help()
        for group in parser._action_groups:
            if group.title not in SHARED:
                continue
            assert f"{group.title}: see `vecx help {SHARED[group.title]}`" in text, command
            for action in group._group_actions:
                option = action.option_strings[-1]
                assert option in texts[SHARED[group.title]]
                assert not re.search(rf"^  (-\w \S+, )?{option}\b", text, re.M), (command, option)
    assert "more options" not in commands()["asm"].format_help()


def test_the_pages_of_the_manual_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """A page is shown by its name; that of a command needs `.md`."""
    assert run_command(["help", "strict"]) == 0
    assert capsys.readouterr().out == (ROOT / "docs" / "strict.md").read_text("utf-8")
    assert run_command(["help", "budget.md"]) == 0
    assert capsys.readouterr().out == (ROOT / "docs" / "budget.md").read_text("utf-8")
    assert set(manual.pages()) >= {path.stem for path in (ROOT / "docs").glob("*.md")}


@pytest.mark.parametrize(("topic", "said"), [
    ("expresions", "did you mean `vecx help expressions`?"), ("machin", "`vecx help machine`?"),
    ("bugdet", "`vecx help budget`?"), ("<b>", "there is no help about '<b>'; shared options: ")])
def test_an_unknown_topic(topic: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The message has the nearest topic, and lists all."""
    assert run_command(["help", topic]) == 2
    assert said in capsys.readouterr().err


def test_every_topic_that_is_named_exists() -> None:
    """Where a help text or a message says `vecx help TOPIC`, there is such a topic."""
    named = {(path.name, topic) for package in ("vecx", "asm")
             for path in (ROOT / package).rglob("*.py")
             for topic in TOPIC.findall(re.sub(r'"\s*\n\s*f?"', "", path.read_text("utf-8")))}
    known = {*manual.pages(), *SHARED.values(), *COMMANDS}
    assert len(named) > 12
    assert [(name, topic) for name, topic in named if topic.removesuffix(".md") not in known] == []
    # A bare name that is also a command shows the help of that command.
    assert [(name, topic) for name, topic in named if topic in COMMANDS] == []


def test_a_terminal_shows_headings_and_tables() -> None:
    """In a terminal, a page is set out, and shown by the pager."""
    pytest.importorskip("rich")
    outside, inside = pty.openpty()
    with subprocess.Popen([sys.executable, "-m", "vecx", "help", "expressions"], stdout=inside,
                          env={**os.environ, "PAGER": "cat", "TERM": "xterm"}) as process:
        os.close(inside)
        text = b""
        while True:
            try:
                read = os.read(outside, 4096)
            except OSError:         # the other end is closed
                break
            text += read
            if not read:
                break
        assert process.wait(60) == 0
    os.close(outside)
    assert b"Expressions" in text and b"# Expressions" not in text and b"|---" not in text
