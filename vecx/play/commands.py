"""The commands of a player other than the controllers: each with its key and description.

The play loop looks up actions here, F1 and `vecx run --help` show the rows, and settings reserve
these keys, or assign others.  A new command is a row here, and an action of its name in
display/player.py.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Command(NamedTuple):
    """A command.

    action  its name in the play loop
    key     the key's name in lower case, as pygame has it
    label   the key as shown to users
    does    its description
    held    it lasts while the key is down
    """

    action: str
    key: str
    label: str
    does: str
    held: bool = False


# Commands in one row share a line of the help.
ROWS = (
    (Command("pause", "p", "P", "pause, and go on"),),
    (Command("step", "n", "N", "one frame, then pause"),),
    (Command("fast", "tab", "Tab", "fast", held=True),),
    (Command("slow", "f6", "F6", "slow, and back"),),
    (Command("rewind", "backspace", "Backspace", "rewind", held=True),),
    (Command("save-state", "f2", "F2", "save a state"),
     Command("load-state", "f4", "F4", "load a state")),
    (Command("next-slot", "f3", "F3", "the next slot of states"),),
    (Command("save-movie", "f8", "F8", "save a movie of the game so far"),),
    (Command("record", "f9", "F9", "record a video, and end it"),),
    (Command("full-screen", "f11", "F11", "full screen, and back"),),
    (Command("brighter", "page up", "Page Up", "brighter"),
     Command("darker", "page down", "Page Down", "darker")),
    (Command("more-glow", "home", "Home", "more glow"),
     Command("less-glow", "end", "End", "less glow")),
    (Command("overlay", "f7", "F7", "overlay"), Command("glass", "f10", "F10", "glass"),
     Command("turn", "insert", "Insert", "turn the picture")),
    (Command("mute", "m", "M", "silence"), Command("softer", "-", "-", "softer"),
     Command("louder", "=", "=", "louder")),
    (Command("help", "f1", "F1", "show the keys"),),
    (Command("findings", "delete", "Delete", "show what --strict has found"),),
    (Command("reset", "f5", "F5", "reset"),),
    (Command("save-picture", "f12", "F12", "save a picture"),),
    (Command("leave", "escape", "Esc", "leave"),),
)
COMMANDS = tuple(command for row in ROWS for command in row)
Keys = Mapping[str, tuple[str, ...]]        # changed keys, by the commands' actions


def keys_of(command: Command, keys: Keys) -> tuple[str, ...]:
    return keys.get(command.action, (command.key,))


def label_of(command: Command, keys: Keys) -> str:
    """Return the keys of a command as shown to users."""
    if command.action not in keys:
        return command.label
    return "/".join(key.upper() if len(key) == 1 else key.title()
                    for key in keys[command.action]) or "none"


def help_rows(keys: Keys) -> list[tuple[str, str]]:
    """Return the commands as rows of two columns: keys, and descriptions."""
    return [(", ".join(label_of(command, keys) + (", held" if command.held else "")
                       for command in row),
             "; ".join(command.does for command in row)) for row in ROWS]
