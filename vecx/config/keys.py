"""The keys in a settings file: of controllers, gamepads, the mouse and commands."""

from difflib import get_close_matches
from typing import Any

from ..errors import VecxError, shown
from ..play.commands import COMMANDS, Keys, keys_of
from ..play.inputs import DIRECTIONS, NAMED_KEYS, PAD_BUTTONS_MAX, PEN, KeyBindings
from .tables import ACTIONS, BUTTONS, CONTROLS, Faults, Where


def commands_of(own: dict[str, Any], where: Where, faults: Faults
              ) -> dict[str, tuple[str, ...]]:
    """Return the keys of the commands whose keys differ from the defaults."""
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
    """Return the button of the controller for each button of a gamepad."""
    found: dict[int, int] = {}
    for number, name in enumerate(BUTTONS, 1):
        value = own.get(name, number)
        if type(value) is not int or not 1 <= value <= PAD_BUTTONS_MAX:
            faults.append(f"{where('gamepad', name)}: {name} is {shown(value)}; it can be a "
                          f"gamepad's button, 1 to {PAD_BUTTONS_MAX}")
        elif value in found:
            faults.append(f"{where('gamepad', name)}: the gamepad's button {value} is also "
                          f"button{found[value]}; choose another for one of them")
        else:
            found[value] = number
    return found


def bindings_of(values: dict[str, Any], where: Where, faults: Faults,
              commands: Keys) -> KeyBindings:
    """Return the bindings of the tables; note invalid keys, and keys with two purposes."""
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
           where: Where) -> str:
    """Return the message for a key with two purposes; it names a line that is in the file."""
    if one[1] not in values.get(one[0], {}):
        one, other = other, one
    table, name = other
    if name in values.get(table, {}):
        line = where(table, name).rpartition(":")[2]
        return (f"{where(*one)}: the key '{key}' is {one[1]} of [{one[0]}] and, in line {line}, "
                f"{name} of [{table}]; choose another for one of them")
    return (f"{where(*one)}: the key '{key}' is {one[1]} of [{one[0]}] and by default {name} of "
            f"[{table}]; choose another, or set {name} of [{table}] too")


def _keys(name: str, value: Any, where: str) -> list[str]:
    """Return the keys of a control.  Errors: VecxError for an unknown key"""
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
        raise VecxError(f"{where}: controller is {shown(value)}; it can be \"off\", \"pen\", 1 "
                        "or 2")
    if type(value) is int and 1 <= value <= 4:
        return value
    raise VecxError(f"{where}: {name} is {shown(value)}; it can be a button's number, 1 to 4")
