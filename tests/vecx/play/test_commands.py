"""The table of commands: keys, actions, help and manual."""

import re
from pathlib import Path

from vecx import Machine
from vecx.display.player import Player, PlayOptions
from vecx.play import commands
from vecx.play.commands import COMMANDS
from vecx.play.inputs import BUTTONS, NAMED_KEYS, STICKS, KeyBindings, keys_in_a_line

ROOT = Path(__file__).parents[3]


def test_every_command_has_a_key_of_its_own():
    """Keys and names are unique, and not those of controllers."""
    for name in ("action", "key"):
        assert len({getattr(command, name) for command in COMMANDS}) == len(COMMANDS)
    for command in COMMANDS:
        assert command.key in NAMED_KEYS or len(command.key) == 1
        assert command.key not in BUTTONS and command.key not in STICKS


def test_every_command_has_an_action():
    """The play loop implements exactly the commands in the table."""
    from tests.vecx.display.blind import Blind

    player = Player(Machine(preset="ideal"), Blind(), PlayOptions(mute=True))
    assert set(player._actions()) == {command.action for command in COMMANDS}
    assert set(player.commands) == {command.key for command in COMMANDS}
    assert set(player.releases) == {command.key for command in COMMANDS if command.held}


def test_help_shows_every_command():
    """F1 and `--help` show each label and description."""
    line = keys_in_a_line()
    rows = KeyBindings().rows()
    for _, group in commands.help_groups({}):
        assert set(group) <= set(rows)
    assert [keys for keys, _ in rows[:6]] == ["arrows", "A S D F", "P", "Tab, held",
                                              "Backspace, held", "Esc"]
    for command in COMMANDS:
        assert command.label in line and command.does in line


def test_the_manual_names_every_key():
    """docs/playing.md lists each command's key."""
    text = (ROOT / "docs/playing.md").read_text(encoding="utf-8")
    text = text.replace("Page Up and Down", "Page Up, Page Down")
    for command in COMMANDS:
        assert re.search(rf"(?<![\w-]){re.escape(command.label)}(?![\w-])", text), command.label
