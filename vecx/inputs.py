"""Keys to controllers: which key is which, and what is held down.

Key names are lower case, as pygame names them; this module knows no pygame.
"""

from typing import Protocol

BUTTONS = {"a": (1, 1), "s": (2, 1), "d": (3, 1), "f": (4, 1),
           "z": (1, 2), "x": (2, 2), "c": (3, 2), "v": (4, 2)}
STICKS = {"left": (1, -1, 0), "right": (1, 1, 0), "down": (1, 0, -1), "up": (1, 0, 1),
          "j": (2, -1, 0), "l": (2, 1, 0), "k": (2, 0, -1), "i": (2, 0, 1)}


class Controls(Protocol):
    """What the keys work: the machine, or anything with its three calls."""

    def press(self, button: int, player: int = 1) -> None:
        """Hold down a button."""

    def release(self, button: int, player: int = 1) -> None:
        """Let go of a button."""

    def stick(self, x: float, y: float, player: int = 1) -> None:
        """Hold the joystick."""


class Keyboard:
    """The keys that are down, and the controllers they work."""

    def __init__(self) -> None:
        self.down: set[str] = set()

    def press(self, key: str, machine: Controls) -> None:
        """A key went down."""
        self.down.add(key)
        if key in BUTTONS:
            button, player = BUTTONS[key]
            machine.press(button, player)
        self._sticks(key, machine)

    def release(self, key: str, machine: Controls) -> None:
        """A key came up."""
        self.down.discard(key)
        if key in BUTTONS:
            button, player = BUTTONS[key]
            machine.release(button, player)
        self._sticks(key, machine)

    def release_all(self, machine: Controls) -> None:
        """The window lost the keyboard: nothing is held any more."""
        for key in list(self.down):
            self.release(key, machine)

    def _sticks(self, key: str, machine: Controls) -> None:
        if key not in STICKS:
            return
        player = STICKS[key][0]
        held = [STICKS[k] for k in self.down if k in STICKS and STICKS[k][0] == player]
        machine.stick(sum(x for _, x, _ in held), sum(y for _, _, y in held), player)
