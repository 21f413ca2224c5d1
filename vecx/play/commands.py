"""The commands that users can give while playing, each with its key and description.

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


# By subject, the most important first; commands in one row share a line of the help.
GROUPS = (
    ("Play", ((Command("pause", "p", "P", "pause"),),
              (Command("fast", "tab", "Tab", "fast", held=True),),
              (Command("rewind", "backspace", "Backspace", "rewind", held=True),),
              (Command("leave", "escape", "Esc", "leave"),))),
    ("States", ((Command("save-state", "f2", "F2", "save state"),
                 Command("load-state", "f4", "F4", "load state")),
                (Command("next-slot", "f3", "F3", "next slot"),),
                (Command("reset", "f5", "F5", "reset"),))),
    ("Time", ((Command("step", "n", "N", "one frame"),),
              (Command("slow", "f6", "F6", "slow"),))),
    ("Record", ((Command("save-picture", "f12", "F12", "save picture"),),
                (Command("save-movie", "f8", "F8", "save movie"),),
                (Command("record", "f9", "F9", "record video"),))),
    ("Picture", ((Command("full-screen", "f11", "F11", "full screen"),),
                 (Command("brighter", "page up", "Page Up", "brighter"),
                  Command("darker", "page down", "Page Down", "darker")),
                 (Command("more-glow", "home", "Home", "more glow"),
                  Command("less-glow", "end", "End", "less glow")),
                 (Command("overlay", "f7", "F7", "overlay"),
                  Command("glass", "f10", "F10", "glass")),
                 (Command("turn", "insert", "Insert", "turn picture"),))),
    ("Sound", ((Command("mute", "m", "M", "silence"),),
               (Command("softer", "-", "-", "softer"), Command("louder", "=", "=", "louder")))),
    ("Help", ((Command("help", "f1", "F1", "show keys"),),
              (Command("findings", "delete", "Delete", "findings of --strict"),))),
)
COMMANDS = tuple(command for _, rows in GROUPS for row in rows for command in row)
Keys = Mapping[str, tuple[str, ...]]        # changed keys, by the commands' actions


def keys_of(command: Command, keys: Keys) -> tuple[str, ...]:
    return keys.get(command.action, (command.key,))


def label_of(command: Command, keys: Keys) -> str:
    """Return the keys of a command as shown to users."""
    if command.action not in keys:
        return command.label
    return "/".join(key.upper() if len(key) == 1 else key.title()
                    for key in keys[command.action]) or "none"


def help_groups(keys: Keys) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the commands by subject, as rows of two columns: keys, and descriptions."""
    return [(title, [(", ".join(label_of(command, keys) + (", held" if command.held else "")
                                for command in row),
                      "; ".join(command.does for command in row)) for row in rows])
            for title, rows in GROUPS]
