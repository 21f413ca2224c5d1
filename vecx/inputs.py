"""Keys to controllers: which key is which, what is held down, and for how long a game sees it.

Key names are lower case, as pygame names them; this module knows no pygame.  A key may come up
before the game has looked at it once, so each change of a key lasts HOLD_FRAMES frames at least:
the next change of that key waits.
"""

from collections import deque
from typing import Protocol

BUTTONS = {"a": (1, 1), "s": (2, 1), "d": (3, 1), "f": (4, 1),
           "z": (1, 2), "x": (2, 2), "c": (3, 2), "v": (4, 2)}
STICKS = {"left": (1, -1, 0), "right": (1, 1, 0), "down": (1, 0, -1), "up": (1, 0, 1),
          "j": (2, -1, 0), "l": (2, 1, 0), "k": (2, 0, -1), "i": (2, 0, 1)}
PADS = {f"pad{player} {button}": (button, player) for player in (1, 2) for button in (1, 2, 3, 4)}
AXES = {f"pad{player} {axis}": (player, number)
        for player in (1, 2) for number, axis in enumerate("xy")}
STICK_DEAD = 0.25       # of a gamepad's way
KEYS = (("arrows, A S D F", "controller 1: stick, buttons 1 to 4"),
        ("I J K L, Z X C V", "controller 2: stick, buttons 1 to 4"),
        ("P", "pause, and go on"),
        ("N", "one frame, then pause"),
        ("Tab, held", "fast"),
        ("F6", "slow, and back"),
        ("Backspace, held", "rewind"),
        ("F2, F4", "save, load the state of a slot"),
        ("F3", "the next slot"),
        ("F8", "save a movie of the game so far"),
        ("F11", "full screen, and back"),
        ("M, -, =", "silence; softer, louder"),
        ("F1", "these keys"),
        ("F5", "reset"),
        ("F12", "save a picture"),
        ("Esc", "leave"))
HOLD_FRAMES = 2         # a frame may begin after the game has looked: two hold a look for certain
WAITING_MAX = 16        # changes of one key that wait; a storm of taps is cut here


class Controls(Protocol):
    """What the keys work: the machine, or anything with its three calls."""

    def press(self, button: int, player: int = 1) -> None:
        """Hold down a button."""

    def release(self, button: int, player: int = 1) -> None:
        """Let go of a button."""

    def stick(self, x: float, y: float, player: int = 1) -> None:
        """Hold the joystick."""


class Keyboard:
    """The keys that are down as the game sees them, and the controllers they work.

    `press` and `release` take effect at once where the key has rested long enough, else in a later
    call of `frame`, which says that a frame has gone by.
    """

    def __init__(self) -> None:
        self.down: set[str] = set()
        self._waiting: dict[str, deque[bool]] = {}
        self._age: dict[str, int] = {}      # frames since the last change; forgotten when old
        self._tilt = {1: [0.0, 0.0], 2: [0.0, 0.0]}

    def press(self, key: str, machine: Controls) -> None:
        """A key went down."""
        self._change(key, True, machine)

    def release(self, key: str, machine: Controls) -> None:
        """A key came up."""
        self._change(key, False, machine)

    def move(self, axis: str, value: float, machine: Controls) -> None:
        """A stick moved along an axis, -1..1."""
        if axis in AXES:
            player, number = AXES[axis]
            self._tilt[player][number] = value if abs(value) > STICK_DEAD else 0.0
            machine.stick(self._tilt[player][0], self._tilt[player][1], player)

    def release_all(self, machine: Controls) -> None:
        """The window lost the keyboard: nothing is held any more."""
        for key in {*self.down, *self._waiting}:
            self._waiting.pop(key, None)
            self.release(key, machine)

    def renew(self, machine: Controls) -> None:
        """The machine has gone to another time: let its controllers be as the hands are."""
        held = {BUTTONS.get(key) or PADS.get(key) for key in self.down}
        for player in (1, 2):
            for button in (1, 2, 3, 4):
                work = machine.press if (button, player) in held else machine.release
                work(button, player)
            keys = [STICKS[k] for k in self.down if k in STICKS and STICKS[k][0] == player]
            x, y = sum(x for _, x, _ in keys), sum(y for _, _, y in keys)
            machine.stick(x or self._tilt[player][0], y or self._tilt[player][1], player)

    def frame(self, machine: Controls) -> None:
        """A frame has gone by: keys that waited for it change."""
        self._age = {key: age + 1 for key, age in self._age.items() if age + 1 < HOLD_FRAMES}
        for key in [key for key in self._waiting if key not in self._age]:
            self._set(key, self._waiting[key].popleft(), machine)
            if not self._waiting[key]:
                del self._waiting[key]

    def _change(self, key: str, down: bool, machine: Controls) -> None:
        if key not in BUTTONS and key not in STICKS and key not in PADS:
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
        button = BUTTONS.get(key) or PADS.get(key)
        if button:
            (machine.press if down else machine.release)(*button)
            return
        player = STICKS[key][0]
        held = [STICKS[k] for k in self.down if k in STICKS and STICKS[k][0] == player]
        machine.stick(sum(x for _, x, _ in held), sum(y for _, _, y in held), player)


def keys_in_a_line() -> str:
    """Return all keys as one sentence."""
    return "; ".join(f"{keys}: {meaning}" for keys, meaning in KEYS) + "."
