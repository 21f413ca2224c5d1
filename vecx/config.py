"""The user's settings: their defaults, the file with its comments, and what is wrong with a file.

The file is TOML; what it does not set stays as it is by itself.  It is only ever read here, and
written where there is none.
"""

import contextlib
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from . import files
from .display.look import BRIGHTNESS_MAX, BRIGHTNESS_MIN, GLOW_MAX, TURNS, Look
from .errors import VecxError, shown
from .play.commands import COMMANDS, Keys, keys_of
from .play.folders import Folders
from .play.inputs import (
    DIRECTIONS,
    MOUSE,
    NAMED_KEYS,
    PAD_BUTTONS_MAX,
    PEN,
    KeyBindings,
)
from .sound import DECIBELS_MIN

BYTES_MAX = 1 << 20
SCALE_MIN, SCALE_MAX = 0.1, 10.0
CONTROLS = (*DIRECTIONS, *(f"button{number}" for number in (1, 2, 3, 4)))
BUTTONS = CONTROLS[len(DIRECTIONS):]
ACTIONS = {command.action: command for command in COMMANDS}
SETTINGS = {"controller1": CONTROLS, "controller2": CONTROLS, "mouse": ("controller", *MOUSE),
            "gamepad": BUTTONS, "commands": tuple(ACTIONS),
            "sound": ("volume",), "window": ("scale",),
            "picture": ("brightness", "glow", "glass", "rotation", "overlay"),
            "machine": ("preset",), "folders": tuple(Folders.__dataclass_fields__)}
ADVICE = "`vecx config --print` shows a right file"
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
    volume: int = 0
    scale: float | None = None
    look: Look = field(default_factory=Look)
    overlay: bool = True
    preset: str = "hardware"
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
                      "no such file; `vecx config --print` prints one to begin with")
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
    tables = _tables(values, where, faults)
    commands = _commands(tables["commands"], where, faults)
    mouse = {"controller": 0, **MOUSE}
    for setting, value in tables["mouse"].items():
        with faults.noting():
            mouse[setting] = _mouse(setting, value, where("mouse", setting))
    bindings = _bindings(tables, where, faults, commands)
    found = Config(replace(bindings, mouse=mouse["controller"], commands=commands,
                           mouse_buttons={button: mouse[button] for button in MOUSE},
                           pad_buttons=_pad_buttons(tables["gamepad"], where, faults)))
    for setting, read_one in READERS.items():
        with faults.noting():
            found = replace(found, **{setting: read_one(tables, where)})
    look, overlay = _picture(tables["picture"], where, faults)
    if faults:
        raise VecxError("\n".join(faults))
    return replace(found, look=look, overlay=overlay)


class Faults(list[str]):
    """What is wrong with a file, all of it."""

    @contextlib.contextmanager
    def noting(self) -> Iterator[None]:
        """Note the error that the block raises, and go on behind it."""
        try:
            yield
        except VecxError as fault:
            self.append(str(fault))


def _tables(values: dict[str, Any], where: Callable[..., str], faults: Faults
            ) -> dict[str, dict[str, Any]]:
    """Return the settings that are known, by table; note the others."""
    tables: dict[str, dict[str, Any]] = {table: {} for table in SETTINGS}
    for table, settings in values.items():
        with faults.noting():
            _known(table, SETTINGS, where(table), "table")
            if not isinstance(settings, dict):
                raise VecxError(f"{where(table)}: {table} is no table; write [{table}] on a line "
                                f"of its own and its settings below; {ADVICE}")
            for setting, value in settings.items():
                with faults.noting():
                    _known(setting, SETTINGS[table], where(table, setting),
                           f"setting of [{table}]")
                    tables[table][setting] = value
    return tables


def line_of(text: str, table: str, setting: str = "") -> int:
    """Return the number of the line of a TOML text that sets a setting of a table, else its table.

    Args:    setting  "" = the table itself
    Returns: 1 where no line is found
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


def _known(name: str, names: Any, where: str, what: str) -> None:
    """Refuse a name that is none of some.  Errors: VecxError with the nearest, or all."""
    if name not in names:
        near = get_close_matches(name, names, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
        raise VecxError(f"{where}: unknown {what} {shown(name)}; {hint}")


def _commands(own: dict[str, Any], where: Callable[..., str], faults: Faults
              ) -> dict[str, tuple[str, ...]]:
    """Return the keys of the commands that a file sets otherwise than they are."""
    found: dict[str, tuple[str, ...]] = {}
    for action, value in own.items():
        with faults.noting():
            keys = tuple(_keys(action, value, where("commands", action)))
            if keys != (ACTIONS[action].key,):
                found[action] = keys
    taken: dict[str, str] = {}
    for action, command in ACTIONS.items():
        for key in keys_of(command, found):
            if key in taken:
                one, other = (action, taken[key]) if action in own else (taken[key], action)
                faults.append(f"{where('commands', one)}: the key '{key}' is {one} and {other}; "
                              "choose another for one of them")
            taken[key] = action
    return found


def _pad_buttons(own: dict[str, Any], where: Callable[..., str], faults: Faults) -> dict[int, int]:
    """Return which button of a gamepad is which of the controller."""
    found: dict[int, int] = {}
    for number, name in enumerate(BUTTONS, 1):
        value = own.get(name, number)
        if type(value) is not int or not 1 <= value <= PAD_BUTTONS_MAX:
            faults.append(f"{where('gamepad', name)}: {name} is {shown(value)}; it can be a "
                          f"gamepad's button, 1 to {PAD_BUTTONS_MAX}")
        elif value in found:
            faults.append(f"{where('gamepad', name)}: the gamepad's button {value} is "
                          f"button{found[value]} as well; choose another for one of them")
        else:
            found[value] = number
    return found


def _bindings(values: dict[str, Any], where: Callable[..., str], faults: Faults,
              commands: Keys) -> KeyBindings:
    """Return the bindings that the tables make, each key once; note what is no key, or has two
    purposes."""
    buttons: dict[str, tuple[int, int]] = {}
    sticks: dict[str, tuple[int, int, int]] = {}
    taken: dict[str, tuple[str, str]] = {}
    purposes = {key: command for command in COMMANDS for key in keys_of(command, commands)}
    usual = KeyBindings()
    for player in (1, 2):
        table = f"controller{player}"
        own = values.get(table, {})
        stick, numbered = usual.keys_of(player)
        for name, default in zip(CONTROLS, stick + numbered, strict=True):
            with faults.noting():
                keys = _keys(name, own[name], where(table, name)) if name in own else default
                for key in keys:
                    if key in purposes:
                        command = purposes[key]
                        place, other = (where(table, name), name) if name in own else \
                            (where("commands", command.action), command.action)
                        raise VecxError(f"{place}: the key '{key}' " + (
                            f"has its own purpose ({command.does})" if name in own else
                            f"is {name} of [{table}]") + f"; choose another for {other}")
                    if key in taken:
                        raise VecxError(_twice(key, (table, name), taken[key], values, where))
                    taken[key] = table, name
                    if name in DIRECTIONS:
                        sticks[key] = (player, *DIRECTIONS[name])
                    else:
                        buttons[key] = int(name[-1]), player
    return KeyBindings(buttons, sticks)


def _twice(key: str, one: tuple[str, str], other: tuple[str, str], values: dict[str, Any],
           where: Callable[..., str]) -> str:
    """Return the message for a key with two purposes; it names the line that the file has."""
    if one[1] not in values.get(one[0], {}):
        one, other = other, one
    table, name = other
    if name in values.get(table, {}):
        line = where(table, name).rpartition(":")[2]
        return (f"{where(*one)}: the key '{key}' is {one[1]} of [{one[0]}] and, in line {line}, "
                f"{name} of [{table}]; choose another for one of them")
    return (f"{where(*one)}: the key '{key}' is {one[1]} of [{one[0]}] and by itself {name} of "
            f"[{table}]; choose another, or set {name} of [{table}] too")


def _keys(name: str, value: Any, where: str) -> list[str]:
    """Return the keys of a control.  Errors: VecxError for what is none, or is taken."""
    keys = [value] if isinstance(value, str) else value
    if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
        raise VecxError(f"{where}: {name} is {shown(value)}; it can be a key in quotes, as "
                        "\"a\", or several, [\"a\", \"space\"]")
    for key in keys:
        letter = len(key) == 1 and key.isprintable() and not key.isspace()
        if key in NAMED_KEYS or (letter and key == key.lower()):
            continue
        near = [key.lower()] if letter or key.lower() in NAMED_KEYS else \
            ["space"] if key.isspace() else get_close_matches(key.lower(), NAMED_KEYS, 1)
        hint = f"did you mean '{near[0]}'?" if near else "`vecx config --print` names them"
        raise VecxError(f"{where}: {name}: there is no key {shown(key)}; {hint}")
    return keys


def _mouse(name: str, value: Any, where: str) -> int:
    """Return a setting of the mouse as a number.  Errors: VecxError for what it cannot be."""
    if name == "controller":
        if value in ("off", "pen"):
            return PEN if value == "pen" else 0
        if type(value) is int and value in (1, 2):
            return value
        raise VecxError(f"{where}: controller is {shown(value)}; it can be \"off\", \"pen\", 1 "
                        "or 2")
    if type(value) is int and 1 <= value <= 4:
        return value
    raise VecxError(f"{where}: {name} is {shown(value)}; it can be a button's number, 1 to 4")


def _volume(values: dict[str, Any], where: Callable[..., str]) -> int:
    """Return the volume.  Errors: VecxError for what it cannot be."""
    value = values.get("sound", {}).get("volume", Config.volume)
    if type(value) is int and DECIBELS_MIN <= value <= 0:
        return value
    raise VecxError(f"{where('sound', 'volume')}: volume is {shown(value)}; it can be a whole "
                    f"number of dB, {DECIBELS_MIN} to 0")


def _scale(values: dict[str, Any], where: Callable[..., str]) -> float | None:
    """Return the window's scale.  Errors: VecxError for what it cannot be."""
    value = values.get("window", {}).get("scale", "auto")
    return None if value == "auto" else _number("scale", value, (SCALE_MIN, SCALE_MAX),
                                                where("window", "scale"), ' or "auto"')


def _number(name: str, value: Any, limits: tuple[float, float], where: str,
            more: str = "") -> float:
    """Return a number within limits.  Errors: VecxError for what is none, or beyond them."""
    if type(value) in (int, float) and limits[0] <= value <= limits[1]:
        return float(value)
    raise VecxError(f"{where}: {name} is {shown(value)}; it can be a number, {limits[0]:g} to "
                    f"{limits[1]:g}{more}")


def _picture(values: dict[str, Any], where: Callable[..., str], faults: Faults
             ) -> tuple[Look, bool]:
    """Return the picture's settings, and whether overlays are shown; note what they cannot be."""
    look, numbers = Look(), {"brightness": 1.0, "glow": 1.0}
    for name, limits in (("brightness", (BRIGHTNESS_MIN, BRIGHTNESS_MAX)),
                         ("glow", (0.0, GLOW_MAX))):
        with faults.noting():
            value = values.get(name, getattr(look, name))
            numbers[name] = _number(name, value, limits, where("picture", name))
    shows = {}
    for name, usual in (("glass", look.glass), ("overlay", True)):
        shows[name] = values.get(name, usual)
        if type(shows[name]) is not bool:
            faults.append(f"{where('picture', name)}: {name} is {shown(shows[name])}; it can be "
                          "true or false")
    turn = values.get("rotation", look.turn)
    if type(turn) is not int or turn not in TURNS:
        faults.append(f"{where('picture', 'rotation')}: rotation is {shown(turn)}; it can be "
                      f"{', '.join(map(str, TURNS))}")
    return Look(numbers["brightness"], numbers["glow"], shows["glass"], turn), shows["overlay"]


def _preset(values: dict[str, Any], where: Callable[..., str]) -> str:
    """Return the preset's name; whether there is such a one the machine finds out."""
    value = values["machine"].get("preset", Config.preset)
    if isinstance(value, str) and value:
        return value
    raise VecxError(f"{where('machine', 'preset')}: preset is {shown(value)}; it can be "
                    "\"ideal\", \"hardware\", \"worn\" or a .toml file in quotes")


def _folders(values: dict[str, Any], where: Callable[..., str]) -> Folders:
    """Return where files go.  Errors: VecxError for what is no folder."""
    found = {}
    for name, value in values["folders"].items():
        place = where("folders", name)
        if not isinstance(value, str):
            raise VecxError(f"{place}: {name} is {shown(value)}; it can be a folder in quotes")
        path = Path(value).expanduser() if value else None
        if path and (not path.is_absolute() or not path.is_dir()):
            raise VecxError(f"{place}: {name}: {shown(value)} is no folder; give one that is "
                            "there, from / or ~ on")
        found[name] = path
    return Folders(**found)


# The settings that are read in one piece: field of Config, and who reads it.
READERS: dict[str, Callable[[dict[str, Any], Callable[..., str]], Any]] = {
    "volume": _volume, "scale": _scale, "preset": _preset, "folders": _folders}
