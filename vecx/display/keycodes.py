"""Converts the characters that a terminal sends to keys with the names that pygame uses.

Most terminals report that a key went down, and repeat that while it is held.  Terminals with the
kitty keyboard protocol, which `ASK` turns on and others ignore, also report its release.
Sources: ECMA-48 for the form of sequences, xterm's control sequences for the keys, the kitty
keyboard protocol's description for CSI u and its event types.
"""

import re
from typing import NamedTuple

ASK, STOP = "\x1b[>11u", "\x1b[<u"      # flags 1 + 2 + 8: unambiguous, with releases, for all keys
# A CSI sequence, an SS3 sequence, Escape alone, or any other character.
# No sequence that means a key is longer.
TOKEN = re.compile(r"\x1b\[([0-9;:?<>=]{0,40})([@-~])|\x1bO([@-~])|(\x1b)|(.)", re.DOTALL)
CUT_SHORT = re.compile(r"\x1b(\[[0-9;:?<>=]{0,40}|O)$")
FINAL = {"A": "up", "B": "down", "C": "right", "D": "left", "P": "f1", "Q": "f2", "R": "f3",
         "S": "f4", "H": "home", "F": "end"}
TILDE = {2: "insert", 3: "delete", 5: "page up", 6: "page down", 11: "f1", 12: "f2", 13: "f3",
         14: "f4", 15: "f5", 17: "f6", 18: "f7", 19: "f8", 20: "f9", 21: "f10", 23: "f11",
         24: "f12", 1: "home", 4: "end", 7: "home", 8: "end"}
NAMED = {9: "tab", 13: "return", 10: "return", 27: "escape", 32: "space", 127: "backspace",
         8: "backspace", 57441: "left shift", 57447: "right shift", 57442: "left ctrl",
         57448: "right ctrl", 57443: "left alt", 57449: "right alt", 57414: "enter",
         **{57399 + i: f"[{key}]" for i, key in enumerate("0123456789./*-+")}}     # the keypad
RELEASED = "3"          # event type of the kitty protocol
CTRL_C, CTRL_Z = "ctrl c", "ctrl z"
CTRL = 4                # bit of the modifiers, which are sent plus 1


class Key(NamedTuple):
    """A key that went down or came up.  If `has_release` is true, the terminal will report the
    release of this key."""

    name: str
    down: bool = True
    has_release: bool = False


def read_keys(text: str) -> tuple[list[Key], str]:
    """Return the keys in a terminal's input, and the rest: the start of an incomplete sequence."""
    rest = CUT_SHORT.search(text)
    end = rest.start() if rest else len(text)
    found = (_key(match) for match in TOKEN.finditer(text, 0, end))
    return [key for key in found if key], text[end:]


def _key(match: re.Match[str]) -> Key | None:
    numbers, final, third, escape, character = match.groups()
    if escape:
        return Key("escape")
    if third:
        return Key(FINAL[third]) if third in FINAL else None
    if character:
        return _character(ord(character))
    fields = [field.split(":") for field in numbers.split(";")]
    code = int(fields[0][0]) if fields[0][0].isdigit() else 0
    modifiers = fields[1] if len(fields) > 1 else ["1"]
    has_release = len(modifiers) > 1 or final == "u"
    down = not (len(modifiers) > 1 and modifiers[1] == RELEASED)
    if final == "u":
        ctrl = modifiers[0].isdigit() and int(modifiers[0]) - 1 & CTRL
        name = f"ctrl {chr(code)}" if ctrl and 97 <= code <= 122 else name_of(code)
        return Key(name, down, has_release) if name else None
    name = TILDE.get(code, "") if final == "~" else FINAL.get(final, "")
    return Key(name, down, has_release) if name else None


def _character(code: int) -> Key | None:
    if 1 <= code <= 26 and code not in NAMED:
        return Key(f"ctrl {chr(code + 96)}")
    name = name_of(code)
    return Key(name) if name else None


def name_of(code: int) -> str:
    """Return the name of a character's key, empty if it has no name."""
    if code in NAMED:
        return NAMED[code]
    return chr(code).lower() if 33 <= code < 0x3000 and code != 127 else ""
