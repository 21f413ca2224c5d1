"""The user's settings: defaults, the text of a new file, and reading and checking of a file.

The file is TOML.  Settings that it omits keep their defaults.  An existing file is never changed.
"""

import os
import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ... import files
from ...display.look import (
    BRIGHTNESS_MAX,
    BRIGHTNESS_MIN,
    COLOURS,
    COLOURS_KNOWN,
    GLOW_MAX,
    TURNS,
    Look,
)
from ...errors import VecxError
from ...play.folders import Folders
from ...play.inputs import MOUSE, NAMED_KEYS, KeyBindings
from ...sound import DECIBELS_MIN
from . import readers, tables
from .tables import ACTIONS, BUTTONS, CONTROLS, Faults, Where

BYTES_MAX = 1 << 20
HEAD = """\
# Settings of vecx.  All values here are the defaults: change some, delete the others;
# `vecx config` checks the file.
#
# A key is "a"; several keys are ["a", "space"]; no key is [].  The name of a key is the character
# that it types without Shift, or one of these:
"""
FOOT = """\
# [0] is the 0 of the keypad.  A key cannot be used both for a controller and a command.
"""
FAULTS_SHOWN = 100      # of one file


@dataclass(frozen=True)
class Config:
    """The settings of a user.

    bindings  keys, mouse and gamepad buttons
    volume    dB, DECIBELS_MIN to 0
    scale     of the window, limited by the desktop, 1 = 600 x 750 pixels; None = automatic
    look      brightness and so on; overlay: whether to show overlays
    preset    of the machine, unless the command names one
    folders   for files written while playing
    """

    bindings: KeyBindings = field(default_factory=KeyBindings)
    volume: int = readers.VOLUME
    scale: float | None = None
    look: Look = field(default_factory=Look)
    overlay: bool = True
    preset: str = readers.PRESET
    folders: Folders = field(default_factory=Folders)


def default_path() -> Path:
    """Return the path of the user's settings file, which may not exist."""
    import platformdirs

    return Path(platformdirs.user_config_dir("vecx", appauthor=False)) / "config.toml"


def default_text() -> str:
    """Return the text of a file with all defaults and comments."""
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
        "[mouse]\n# 1 or 2: the mouse moves the stick of this controller; the distance from the "
        "middle of\n# the window is the tilt.  \"pen\": light pen, while the left button is down.  "
        "\"off\": no effect.\ncontroller = \"off\"\n"
        "# The button of the controller for each mouse button.\n" + mouse)
    parts.append("[gamepad]\n# The gamepad button, from 1 on, for each button of a controller.\n"
                 + "".join(f"{name} = {number}\n" for number, name in enumerate(BUTTONS, 1)))
    parts.append("[commands]\n# Keys of the commands, as for the controllers.\n" + "".join(
        f'{action} = "{command.key}"\n' for action, command in ACTIONS.items()))
    parts.append(f"[sound]\n# In dB, {DECIBELS_MIN} to 0.\nvolume = {config.volume}\n")
    parts.append("[window]\n# 1.0 is 600 x 750 pixels; the desktop limits the size.  \"auto\" fits "
                 'the desktop.\nscale = "auto"\n')
    look = config.look
    parts.append(
        f"[picture]\n# {BRIGHTNESS_MIN} to {BRIGHTNESS_MAX}.\nbrightness = {look.brightness}\n"
        f"# Strength of the light around bright places, 0 to {GLOW_MAX}.\nglow = {look.glow}\n"
        "# Whether to draw the glass in front of the tube.\nglass = false\n"
        f"# Degrees clockwise, {', '.join(map(str, TURNS))}.\nrotation = {look.turn}\n"
        f"# Of the phosphor: {COLOURS_KNOWN}.\n"
        f'colour = "{next(iter(COLOURS))}"\n'
        "# Whether to show the overlay of the cartridge, if there is one.\n"
        "overlay = true\n")
    parts.append("[machine]\n# ideal, hardware, worn, or a .toml file: default of `vecx run` in "
                 f'a window or a terminal.\npreset = "{config.preset}"\n')
    parts.append("[folders]\n# Folders for pictures (F12), films (F8, F9) and states (F2).  \"\" "
                 "is the current folder;\n# for states it is the user's data folder.\n" + "".join(
                     f'{name} = ""\n' for name in tables.SETTINGS["folders"]))
    return "\n".join(parts)


def write_default(path: Path) -> None:
    """Create the settings file with its comments, and its folder.

    Errors: VecxError if the file exists, or cannot be written
    """
    if os.path.lexists(path):
        raise VecxError(f"{path}: already exists; not overwritten")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise VecxError(f"{path.parent}: {fault.strerror or fault}") from None
    files.write(path, default_text())


def read(path: str | Path | None = None) -> Config:
    """Return the settings in a file.  Without a path, read the user's file if it exists.

    Errors: VecxError names file and line, what is wrong and what to do
    """
    place = default_path() if path is None else Path(path)
    if path is None and not os.path.lexists(place):
        return Config()
    data = files.read(place, BYTES_MAX, "settings",
                      "`vecx config --print` prints one to start from")
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
        raise VecxError(f"{name}:{line}: not TOML: {words}; {tables.ADVICE}") from None

    def where(table: str, setting: str = "") -> str:
        return f"{name}:{tables.line_of(text, table, setting)}"

    faults = Faults()
    known = tables.known_tables(values, where, faults)
    commands = readers.commands_of(known["commands"], where, faults)
    mouse = {"controller": 0, **MOUSE}
    for setting, value in known["mouse"].items():
        with faults.noting():
            mouse[setting] = readers.mouse_of(setting, value, where("mouse", setting))
    bindings = readers.bindings_of(known, where, faults, commands)
    found = Config(replace(bindings, mouse=mouse["controller"], commands=commands,
                           mouse_buttons={button: mouse[button] for button in MOUSE},
                           pad_buttons=readers.pad_buttons_of(known["gamepad"], where, faults)))
    for setting, read_one in READERS.items():
        with faults.noting():
            found = replace(found, **{setting: read_one(known, where)})
    look, overlay = readers.picture_of(known["picture"], where, faults)
    if faults:
        more = [f"and {len(faults) - FAULTS_SHOWN} more"] * (len(faults) > FAULTS_SHOWN)
        raise VecxError("\n".join([*faults[:FAULTS_SHOWN], *more]))
    return replace(found, look=look, overlay=overlay)


# Readers of single settings, by field of Config.
READERS: dict[str, Callable[[dict[str, Any], Where], Any]] = {
    "volume": readers.volume_of, "scale": readers.scale_of, "preset": readers.preset_of,
    "folders": readers.folders_of}
