"""Keys, gamepads and mouse: what they control, and for how long a game sees a press.

Key names are lower case, as pygame has them.  A key may come up before the game has read it once,
so each change of a key lasts at least HOLD_FRAMES frames: the next change of that key waits.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..console.controls import PEN_REACH, Controls
from .commands import COMMANDS, Keys, help_groups, label_of

BUTTONS = {"a": (1, 1), "s": (2, 1), "d": (3, 1), "f": (4, 1),
           "z": (1, 2), "x": (2, 2), "c": (3, 2), "v": (4, 2)}
STICKS = {"left": (1, -1, 0), "right": (1, 1, 0), "down": (1, 0, -1), "up": (1, 0, 1),
          "j": (2, -1, 0), "l": (2, 1, 0), "k": (2, 0, -1), "i": (2, 0, 1)}
DIRECTIONS = {"up": (0, 1), "left": (-1, 0), "down": (0, -1), "right": (1, 0)}
PAD_BUTTONS = {button: button for button in (1, 2, 3, 4)}
PAD_BUTTONS_MAX = 16
AXES = {f"pad{player} {axis}": (player, number)
        for player in (1, 2) for number, axis in enumerate("xy")}
PEN = 3                 # KeyBindings.mouse: the mouse is the light pen
MOUSE = {"left": 1, "right": 2, "middle": 3, "side": 4}     # buttons of the mouse and controller
PEN_BUTTON, PEN_AXES = "mouse left", ("pen x", "pen y")
STICK_DEAD = 0.25       # of a gamepad stick's range
MOUSE_DEAD = 0.08       # of the pointer's range
NAMED_KEYS = frozenset((
    "left", "right", "up", "down", "space", "return", "tab", "backspace", "escape", "insert",
    "delete", "home", "end", "page up", "page down", "left shift", "right shift", "left ctrl",
    "right ctrl", "left alt", "right alt", "left meta", "right meta", "alt gr", "menu",
    "caps lock", "scroll lock", "numlock", "print screen", "break", "enter", "equals",
    *(f"f{number}" for number in range(1, 16)), *(f"[{key}]" for key in "0123456789/*-+.")))
HOLD_FRAMES = 2         # a frame may begin after the game has read the key: two contain a read
WAITING_MAX = 16        # pending changes of one key; further taps are dropped


@dataclass(frozen=True)
class KeyBindings:
    """Input bindings: keys of both controllers, mouse, gamepad buttons, and keys of commands.

    buttons        key to number and controller
    sticks         key to controller and the direction of the stick, x and y
    mouse          the controller that the mouse replaces, PEN for a light pen, or 0
    mouse_buttons  a button of the mouse to its number on the controller
    pad_buttons    a button of a gamepad, 1 to PAD_BUTTONS_MAX, to its number on the controller
    commands       changed keys of commands (commands.py)
    """

    buttons: Mapping[str, tuple[int, int]] = field(default_factory=lambda: BUTTONS)
    sticks: Mapping[str, tuple[int, int, int]] = field(default_factory=lambda: STICKS)
    mouse: int = 0
    mouse_buttons: Mapping[str, int] = field(default_factory=lambda: MOUSE)
    pad_buttons: Mapping[int, int] = field(default_factory=lambda: PAD_BUTTONS)
    commands: Keys = field(default_factory=dict)

    def all_buttons(self) -> dict[str, tuple[int, int]]:
        """Return button number and controller for each key, gamepad button and mouse button."""
        mouse = {f"mouse {name}": (number, self.mouse)
                 for name, number in self.mouse_buttons.items() if self.mouse in (1, 2)}
        pads = {f"pad{player} {own}": (number, player)
                for player in (1, 2) for own, number in self.pad_buttons.items()}
        return {**self.buttons, **pads, **mouse}

    def all_axes(self) -> dict[str, tuple[int, int]]:
        """Return the controller of each axis, and 0 for x or 1 for y."""
        mouse = {f"mouse {axis}": (self.mouse, number)
                 for number, axis in enumerate("xy") if self.mouse in (1, 2)}
        return {**AXES, **mouse}

    def keys_of(self, player: int) -> tuple[list[list[str]], list[list[str]]]:
        """Return two lists with a controller's keys: those for DIRECTIONS, and those for buttons 1
        to 4."""
        return ([[key for key, way in self.sticks.items() if way == (player, *direction)]
                 for direction in DIRECTIONS.values()],
                [[key for key, what in self.buttons.items() if what == (button, player)]
                 for button in (1, 2, 3, 4)])

    def groups(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Return keys and their meanings, grouped by subject, with the most important group
        first."""
        own, other = self._controller(1), self._controller(2)
        if self.mouse:
            own.append(("mouse", "light pen while its button is down" if self.mouse == PEN
                        else f"controller {self.mouse}"))
        (title, first), *rest = help_groups(self.commands)
        return [(title, [*own, *first]), ("Controller 2", other), *rest]

    def rows(self) -> list[tuple[str, str]]:
        return [row for _, rows in self.groups() for row in rows]

    def _controller(self, player: int) -> list[tuple[str, str]]:
        stick, buttons = self.keys_of(player)
        arrows = stick == [[name] for name in DIRECTIONS]
        return [("arrows" if arrows else _in_words(stick), "stick"),
                (_in_words(buttons), "buttons 1 to 4")]

    def label(self, action: str) -> str:
        return next(label_of(command, self.commands) for command in COMMANDS
                    if command.action == action)


def _in_words(keys: list[list[str]]) -> str:
    """Return keys as text; keys with the same meaning are separated by a slash."""
    words = ["/".join(key.upper() if len(key) == 1 else key.capitalize() for key in some) or "none"
             for some in keys]
    return (" " if all(len(word) == 1 for word in words) else ", ").join(words)


class Keyboard:
    """Applies pressed keys to a machine's controllers.

    `press` and `release` take effect at once if the key's last change is old enough, else in a
    later call of `frame`, to be called after each frame.
    """

    def __init__(self, bindings: KeyBindings | None = None) -> None:
        bindings = bindings or KeyBindings()
        self._buttons, self._sticks = bindings.all_buttons(), bindings.sticks
        self._axes = bindings.all_axes()
        self.down: set[str] = set()
        self._waiting: dict[str, deque[bool]] = {}
        self._age: dict[str, int] = {}      # frames since the last change; forgotten when old
        self._tilt = {1: [0.0, 0.0], 2: [0.0, 0.0]}
        self._pen = [0.0, 0.0] if bindings.mouse == PEN else None      # screen units
        self._touches = False

    def press(self, key: str, machine: Controls) -> None:
        if key == PEN_BUTTON and self._pen:
            self._touches = True
            machine.pen(*self._pen)
        self._change(key, True, machine)

    def release(self, key: str, machine: Controls) -> None:
        if key == PEN_BUTTON and self._touches:
            self._touches = False
            machine.pen_away()
        self._change(key, False, machine)

    def move(self, axis: str, value: float, machine: Controls) -> None:
        """Apply a move of a stick or the mouse along an axis.  Values are -1 to 1; for the pen they
        are in screen units."""
        if axis in PEN_AXES and self._pen:
            self._pen[PEN_AXES.index(axis)] = max(-PEN_REACH, min(PEN_REACH, value))
            if self._touches:
                machine.pen(*self._pen)
        elif axis in self._axes:
            player, number = self._axes[axis]
            dead = MOUSE_DEAD if axis.startswith("mouse") else STICK_DEAD
            self._tilt[player][number] = value if abs(value) > dead else 0.0
            self._hold(player, machine)

    def release_all(self, machine: Controls) -> None:
        """Release everything, because the window lost the focus."""
        self.release(PEN_BUTTON, machine)
        for key in {*self.down, *self._waiting}:
            self._waiting.pop(key, None)
            self.release(key, machine)
        for player, tilt in self._tilt.items():
            if any(tilt):
                tilt[:] = 0.0, 0.0
                self._hold(player, machine)

    def renew(self, machine: Controls) -> None:
        """Set the controllers to the keys held now, after the machine has moved to another time."""
        held = {self._buttons.get(key) for key in self.down}
        for player in (1, 2):
            for button in (1, 2, 3, 4):
                work = machine.press if (button, player) in held else machine.release
                work(button, player)
            self._hold(player, machine)
        if self._pen and self._touches:
            machine.pen(*self._pen)
        elif self._pen:
            machine.pen_away()

    def frame(self, machine: Controls) -> None:
        """Apply pending changes of keys; call this method after each frame."""
        self._age = {key: age + 1 for key, age in self._age.items() if age + 1 < HOLD_FRAMES}
        for key in [key for key in self._waiting if key not in self._age]:
            self._set(key, self._waiting[key].popleft(), machine)
            if not self._waiting[key]:
                del self._waiting[key]

    def _change(self, key: str, down: bool, machine: Controls) -> None:
        if key not in self._buttons and key not in self._sticks:
            return
        last = self._waiting[key][-1] if key in self._waiting else key in self.down
        if last == down:
            return
        if key not in self._age:
            self._set(key, down, machine)
        elif len(self._waiting.setdefault(key, deque())) < WAITING_MAX:
            self._waiting[key].append(down)

    def _set(self, key: str, down: bool, machine: Controls) -> None:
        (self.down.add if down else self.down.discard)(key)
        self._age[key] = 0
        if key in self._sticks:
            self._hold(self._sticks[key][0], machine)
            return
        what = self._buttons[key]
        if down:
            machine.press(*what)
        elif not any(self._buttons.get(other) == what for other in self.down):
            machine.release(*what)

    def _hold(self, player: int, machine: Controls) -> None:
        """Set a stick according to the keys; if no key is pressed, according to the gamepad or
        mouse."""
        ways = [self._sticks[key] for key in self.down
                if key in self._sticks and self._sticks[key][0] == player]
        x, y = (max(-1, min(1, sum(way[axis] for way in ways))) for axis in (1, 2))
        machine.stick(x or self._tilt[player][0], y or self._tilt[player][1], player)


def keys_in_a_line() -> str:
    return "; ".join(f"{keys}: {meaning}" for keys, meaning in KeyBindings().rows()) + "."
