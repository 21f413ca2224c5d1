"""Readers for the tables of a settings file: keys, mouse, sound, window, picture, machine,
folders."""

from difflib import get_close_matches
from pathlib import Path
from typing import Any

from ...display.look import (
    BRIGHTNESS_MAX,
    BRIGHTNESS_MIN,
    COLOURS,
    COLOURS_KNOWN,
    GLOW_MAX,
    TURNS,
    Look,
    colour_of,
)
from ...errors import VecxError, shown
from ...play.commands import COMMANDS, Keys, keys_of
from ...play.folders import Folders
from ...play.inputs import DIRECTIONS, NAMED_KEYS, PAD_BUTTONS_MAX, PEN, KeyBindings
from ...sound import DECIBELS_MIN
from .tables import ACTIONS, BUTTONS, CONTROLS, Faults, Where

SCALE_MIN, SCALE_MAX = 0.1, 10.0
VOLUME, PRESET = 0, "hardware"      # defaults


def _wrong(where: str, name: str, value: Any, words: str) -> VecxError:
    """Return the error for an invalid value; `words` describe the valid values."""
    return VecxError(f"{where}: {name} must be {words}, not {shown(value)}")


def commands_of(own: dict[str, Any], where: Where, faults: Faults
              ) -> dict[str, tuple[str, ...]]:
    """Return the keys of those commands whose keys differ from the defaults."""
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
                faults.append(f"{where('commands', one)}: the key '{key}' is used for {one} and "
                              f"{other}; choose another key for one of them")
            taken[key] = action
    return found


def pad_buttons_of(own: dict[str, Any], where: Where, faults: Faults) -> dict[int, int]:
    """Return, for each button of a gamepad, the controller button that it stands for."""
    found: dict[int, int] = {}
    for number, name in enumerate(BUTTONS, 1):
        value = own.get(name, number)
        if type(value) is not int or not 1 <= value <= PAD_BUTTONS_MAX:
            faults.append(str(_wrong(where("gamepad", name), name, value,
                                     f"a gamepad's button, 1 to {PAD_BUTTONS_MAX}")))
        elif value in found:
            faults.append(f"{where('gamepad', name)}: the gamepad's button {value} is also "
                          f"button{found[value]}; choose another for one of them")
        else:
            found[value] = number
    return found


def bindings_of(values: dict[str, Any], where: Where, faults: Faults,
              commands: Keys) -> KeyBindings:
    """Return the bindings that the tables define; record invalid keys and keys that are bound
    twice."""
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
                            f"is already the key of a command ({command.does})" if name in own else
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
           where: Where) -> str:
    """Return the message for a key that is bound twice.  Of the two bindings, it points to one that
    the file sets; the other may be a default."""
    if one[1] not in values.get(one[0], {}):
        one, other = other, one
    table, name = other
    if name in values.get(table, {}):
        line = where(table, name).rpartition(":")[2]
        return (f"{where(*one)}: the key '{key}' is used for {one[1]} in [{one[0]}] and, in line "
                f"{line}, for {name} in [{table}]; choose another key for one of them")
    return (f"{where(*one)}: the key '{key}' is used for {one[1]} in [{one[0]}] and, by default, "
            f"for {name} in [{table}]; choose another key, or also set {name} in [{table}]")


def _keys(name: str, value: Any, where: str) -> list[str]:
    """Return the keys of a control.  Errors: VecxError for an unknown key"""
    keys = [value] if isinstance(value, str) else value
    if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
        raise _wrong(where, name, value, 'a key in quotes, such as "a", or several keys, such as '
                                         '["a", "space"]')
    for key in keys:
        letter = len(key) == 1 and key.isprintable() and not key.isspace()
        if key in NAMED_KEYS or (letter and key == key.lower()):
            continue
        near = [key.lower()] if letter or key.lower() in NAMED_KEYS else \
            ["space"] if key.isspace() else get_close_matches(key.lower(), NAMED_KEYS, 1)
        hint = f"did you mean '{near[0]}'?" if near else "`vecx config --print` lists the keys"
        raise VecxError(f"{where}: {name}: unknown key {shown(key)}; {hint}")
    return keys


def mouse_of(name: str, value: Any, where: str) -> int:
    """Return a setting of the mouse as a number.  Errors: VecxError for an invalid value"""
    if name == "controller":
        if value in ("off", "pen"):
            return PEN if value == "pen" else 0
        if type(value) is int and value in (1, 2):
            return value
        raise _wrong(where, name, value, '"off", "pen", 1 or 2')
    if type(value) is int and 1 <= value <= 4:
        return value
    raise _wrong(where, name, value, "a button's number, 1 to 4")


def volume_of(values: dict[str, Any], where: Where) -> int:
    """Return the volume.  Errors: VecxError for an invalid value"""
    value = values.get("sound", {}).get("volume", VOLUME)
    if type(value) is int and DECIBELS_MIN <= value <= 0:
        return value
    raise _wrong(where("sound", "volume"), "volume", value,
                 f"a whole number of dB, {DECIBELS_MIN} to 0")


def scale_of(values: dict[str, Any], where: Where) -> float | None:
    """Return the window's scale.  Errors: VecxError for an invalid value"""
    value = values.get("window", {}).get("scale", "auto")
    return None if value == "auto" else _number("scale", value, (SCALE_MIN, SCALE_MAX),
                                                where("window", "scale"), ' or "auto"')


def _number(name: str, value: Any, limits: tuple[float, float], where: str,
            more: str = "") -> float:
    """Return a number within limits.  Errors: VecxError for any other value"""
    if type(value) in (int, float) and limits[0] <= value <= limits[1]:
        return float(value)
    raise _wrong(where, name, value, f"a number, {limits[0]:g} to {limits[1]:g}{more}")


def picture_of(values: dict[str, Any], where: Where, faults: Faults) -> tuple[Look, bool]:
    """Return the look, and whether overlays are shown; record invalid values."""
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
            faults.append(str(_wrong(where("picture", name), name, shows[name], "true or false")))
    turn = values.get("rotation", look.turn)
    if type(turn) is not int or turn not in TURNS:
        faults.append(str(_wrong(where("picture", "rotation"), "rotation", turn,
                                 ", ".join(map(str, TURNS)))))
    value = values.get("colour", next(iter(COLOURS)))
    colour = colour_of(value) if isinstance(value, str) else None
    if colour is None:
        faults.append(str(_wrong(where("picture", "colour"), "colour", value, COLOURS_KNOWN)))
        colour = look.colour
    return (Look(numbers["brightness"], numbers["glow"], shows["glass"], turn, colour),
            shows["overlay"])


def preset_of(values: dict[str, Any], where: Where) -> str:
    """Return the preset's name; the machine checks whether it exists."""
    value = values["machine"].get("preset", PRESET)
    if isinstance(value, str) and value:
        return value
    raise _wrong(where("machine", "preset"), "preset", value,
                 '"ideal", "hardware", "worn" or a .toml file in quotes')


def folders_of(values: dict[str, Any], where: Where) -> Folders:
    """Return the folders for files.  Errors: VecxError if one is not a folder"""
    found = {}
    for name, value in values["folders"].items():
        place = where("folders", name)
        if not isinstance(value, str):
            raise _wrong(place, name, value, "a folder in quotes")
        path = Path(value).expanduser() if value else None
        if path and (not path.is_absolute() or not path.is_dir()):
            raise VecxError(f"{place}: {name}: {shown(value)} is not a folder; give the absolute "
                            "path of an existing folder, which begins with / or ~")
        found[name] = path
    return Folders(**found)
