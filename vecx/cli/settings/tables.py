"""The tables of a settings file: names, line numbers, and the list of errors."""

import contextlib
import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import Any

from ...errors import VecxError, shown
from ...play.commands import COMMANDS
from ...play.folders import Folders
from ...play.inputs import DIRECTIONS, MOUSE

CONTROLS = (*DIRECTIONS, *(f"button{number}" for number in (1, 2, 3, 4)))
BUTTONS = CONTROLS[len(DIRECTIONS):]
ACTIONS = {command.action: command for command in COMMANDS}
SETTINGS = {"controller1": CONTROLS, "controller2": CONTROLS, "mouse": ("controller", *MOUSE),
            "gamepad": BUTTONS, "commands": tuple(ACTIONS),
            "sound": ("volume",), "window": ("scale",),
            "picture": ("brightness", "glow", "glass", "rotation", "colour", "overlay"),
            "machine": ("preset",), "folders": tuple(Folders.__dataclass_fields__)}
ADVICE = "`vecx config --print` shows a correct file"
Where = Callable[..., str]      # returns file and line of a table, or of a setting in it


class Faults(list[str]):
    """The list of all errors in a file."""

    @contextlib.contextmanager
    def noting(self) -> Iterator[None]:
        """Record an error that is raised inside this context, and continue after the context."""
        try:
            yield
        except VecxError as fault:
            self.append(str(fault))


def known_tables(values: dict[str, Any], where: Where, faults: Faults
            ) -> dict[str, dict[str, Any]]:
    """Return the known settings, by table; record unknown ones as errors."""
    tables: dict[str, dict[str, Any]] = {table: {} for table in SETTINGS}
    for table, settings in values.items():
        with faults.noting():
            check_known(table, SETTINGS, where(table), "table")
            if not isinstance(settings, dict):
                raise VecxError(f"{where(table)}: {table} is not a table; write [{table}] on a "
                                f"line of its own and its settings below; {ADVICE}")
            for setting, value in settings.items():
                with faults.noting():
                    check_known(setting, SETTINGS[table], where(table, setting),
                           f"setting of [{table}]")
                    tables[table][setting] = value
    return tables


def line_of(text: str, table: str, setting: str = "") -> int:
    """Return the number of the line that sets a setting in a TOML text, or else of the line that
    begins its table.

    Args:    setting  "" = the table itself
    Returns: 1 if no line is found
    """
    first = 0
    inside: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        head = re.match(r"\s*\[+([^\]]*)\]", line)
        name, sets, _ = line.partition("=")
        words = [word.strip(" \t\"'") for word in (head[1] if head else name).split(".")]
        if head:
            inside = words
        elif sets:
            words = inside + words
        else:
            continue
        if words[:1] == [table]:
            if not setting or words[1:2] == [setting]:
                return number
            first = first or number
    return first or 1


def check_known(name: str, names: Any, where: str, what: str) -> None:
    """Raise VecxError for an unknown name; the message has the most similar known name, or all
    names."""
    if name not in names:
        near = get_close_matches(name, names, 1)
        hint = f"did you mean {near[0]}?" if near else f"use {', '.join(names)}"
        raise VecxError(f"{where}: unknown {what} {shown(name)}; {hint}")
