"""The user's settings: their defaults, the file with its comments, and what is wrong with a file.

The file is TOML; what it does not set stays as it is by itself.  It is only ever read here, and
written where there is none.
"""

import os
import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from .. import files
from ..display.look import BRIGHTNESS_MAX, BRIGHTNESS_MIN, GLOW_MAX, TURNS, Look
from ..errors import VecxError
from ..play.folders import Folders
from ..play.inputs import MOUSE, NAMED_KEYS, KeyBindings
from ..sound import DECIBELS_MIN
from .keys import bindings_of, commands_of, mouse_of, pad_buttons_of
from .tables import (
    ACTIONS,
    ADVICE,
    BUTTONS,
    CONTROLS,
    SETTINGS,
    Faults,
    Where,
    known_tables,
    line_of,
)
from .values import PRESET, VOLUME, folders_of, picture_of, preset_of, scale_of, volume_of

BYTES_MAX = 1 << 20
HEAD = """\
# Settings of vecx.  What stands here is what vecx does by itself: change what you like, delete
# what you do not; `vecx config` checks the file.
#
# A key is "a", or several, ["a", "space"]; none is [].  Its name is the character that it writes
# without Shift, or one of these:
"""
FOOT = """\
# [0] is a key of the keypad.  A key has one purpose: what works a controller works no command.
"""
FAULTS_TOLD = 100       # of a file of settings at once


@dataclass(frozen=True)
class Config:
    """The settings of a user.

    bindings  what works the controllers
    volume    dB, DECIBELS_MIN to 0
    scale     of the window where the desktop has room, 1 = 600 x 750 pixels; None = as suits it
    look      brightness and so on; overlay: whether one is laid over the picture
    preset    of the machine where the command names none
    folders   where files of playing go
    """

    bindings: KeyBindings = field(default_factory=KeyBindings)
    volume: int = VOLUME
    scale: float | None = None
    look: Look = field(default_factory=Look)
    overlay: bool = True
    preset: str = PRESET
    folders: Folders = field(default_factory=Folders)


def default_path() -> Path:
    """Return where the user's file is, or would be."""
    import platformdirs

    return Path(platformdirs.user_config_dir("vecx", appauthor=False)) / "config.toml"


def default_text() -> str:
    """Return a file that sets everything as it is by itself, with comments."""
    import textwrap

    def comment(words: Iterable[str]) -> str:
        return textwrap.fill(", ".join(words), 96, initial_indent="#   ",
                             subsequent_indent="#   ") + "\n"

    config = Config()
    parts = [HEAD + comment(sorted(NAMED_KEYS)) + FOOT]
    for player in (1, 2):
        stick, buttons = config.bindings.keys_of(player)
        parts.append(f"[controller{player}]\n" + "".join(
            f'{name} = "{key}"\n' for name, (key,) in zip(CONTROLS, stick + buttons, strict=True)))
    mouse = "".join(f"{name} = {number}\n"
                    for name, number in config.bindings.mouse_buttons.items())
    parts.append(
        "[mouse]\n# The controller that it is, 1 or 2: where it is in the window, from the middle, "
        "the stick is.\n# \"pen\": the light pen, while its left button is down.  \"off\": "
        "nothing.\ncontroller = \"off\"\n# Each of its buttons is the button of this number.\n"
        + mouse)
    parts.append("[gamepad]\n# Which of its buttons is button 1 to 4, counted from 1.\n" + "".join(
        f"{name} = {number}\n" for number, name in enumerate(BUTTONS, 1)))
    parts.append("[commands]\n# Their keys, as those of the controllers.\n" + "".join(
        f'{action} = "{command.key}"\n' for action, command in ACTIONS.items()))
    parts.append(f"[sound]\n# In dB, {DECIBELS_MIN} to 0.\nvolume = {config.volume}\n")
    parts.append("[window]\n# 1.0 is 600 x 750 pixels, never more than the desktop has room for; "
                 '"auto" is what suits it.\nscale = "auto"\n')
    look = config.look
    parts.append(
        f"[picture]\n# {BRIGHTNESS_MIN} to {BRIGHTNESS_MAX}.\nbrightness = {look.brightness}\n"
        f"# Of the light around bright places, 0 to {GLOW_MAX}.\nglow = {look.glow}\n"
        "# The tube's glass, which carries light and is not quite black.\nglass = false\n"
        f"# Clockwise, {', '.join(map(str, TURNS))}.\nrotation = {look.turn}\n"
        "# Whether an overlay is laid over the picture where there is one for the cartridge.\n"
        "overlay = true\n")
    parts.append("[machine]\n# ideal, hardware, worn, or a .toml file: what `vecx run` takes for a "
                 f'window and the terminal.\npreset = "{config.preset}"\n')
    parts.append("[folders]\n# Where F12, F8 and F9, and F2 write; \"\" is the folder that vecx is "
                 "called in, and for\n# states the user's data folder.\n" + "".join(
                     f'{name} = ""\n' for name in SETTINGS["folders"]))
    return "\n".join(parts)


def write_default(path: Path) -> None:
    """Write the file with its comments, and the folder that it lies in.

    Errors: VecxError where there is one, or it cannot be written
    """
    if os.path.lexists(path):
        raise VecxError(f"{path}: already exists; not overwritten")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise VecxError(f"{path.parent}: {fault.strerror or fault}") from None
    files.write(path, default_text())


def read(path: str | Path | None = None) -> Config:
    """Return the settings in a file; without a path, those of the user's own, if there is one.

    Errors: VecxError names file and line, what is wrong and what to do
    """
    place = default_path() if path is None else Path(path)
    if path is None and not os.path.lexists(place):
        return Config()
    data = files.read(place, BYTES_MAX, "settings",
                      "`vecx config --print` prints one to begin with")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise VecxError(f"{place}:{line}: not UTF-8; save it as UTF-8") from None
    return parse(text, str(place))


def parse(text: str, name: str) -> Config:
    """Return the settings in a text.

    Args:   name  of the file, for messages
    Errors: VecxError names file and line, what is wrong and what to do
    """
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as fault:      # a ValueError, too: a number of 5,000 digits
        at = re.search(r" \(at line (\d+), column \d+\)| \(at end of document\)", str(fault))
        line = int(at[1]) if at and at[1] else len(text.splitlines()) or 1
        words = str(fault).replace(at[0], "") if at else str(fault)
        raise VecxError(f"{name}:{line}: no TOML: {words}; {ADVICE}") from None

    def where(table: str, setting: str = "") -> str:
        return f"{name}:{line_of(text, table, setting)}"

    faults = Faults()
    tables = known_tables(values, where, faults)
    commands = commands_of(tables["commands"], where, faults)
    mouse = {"controller": 0, **MOUSE}
    for setting, value in tables["mouse"].items():
        with faults.noting():
            mouse[setting] = mouse_of(setting, value, where("mouse", setting))
    bindings = bindings_of(tables, where, faults, commands)
    found = Config(replace(bindings, mouse=mouse["controller"], commands=commands,
                           mouse_buttons={button: mouse[button] for button in MOUSE},
                           pad_buttons=pad_buttons_of(tables["gamepad"], where, faults)))
    for setting, read_one in READERS.items():
        with faults.noting():
            found = replace(found, **{setting: read_one(tables, where)})
    look, overlay = picture_of(tables["picture"], where, faults)
    if faults:
        told = faults[:FAULTS_TOLD]
        if len(faults) > len(told):
            told = [*told, f"and {len(faults) - len(told)} more"]
        raise VecxError("\n".join(told))
    return replace(found, look=look, overlay=overlay)


# The settings that are read in one piece: field of Config, and who reads it.
READERS: dict[str, Callable[[dict[str, Any], Where], Any]] = {
    "volume": volume_of, "scale": scale_of, "preset": preset_of, "folders": folders_of}
