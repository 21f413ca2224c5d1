"""Converts the events of pygame, including those of gamepads, to events of a screen."""

from collections.abc import Callable
from typing import Any

from ..play.inputs import PAD_BUTTONS_MAX
from .screen import Event

PAD_BUTTONS = range(1, PAD_BUTTONS_MAX + 1)
MOUSE_REACH = 0.75      # of the way from the middle to the nearer edge: the stick's whole way
MOUSE_BUTTONS = {1: "left", 2: "middle", 3: "right", 6: "side"}     # as pygame numbers them


class Reader:
    """Reads pygame's events.

    exposed  the window was uncovered; its reader sets this back
    room     the window's size, in the units of the mouse
    unit_at  converts a place of the window to screen units
    """

    def __init__(self) -> None:
        import pygame

        pygame.joystick.init()
        self.exposed, self.room = False, (1, 1)
        self.gamepads: list[Any] = [None, None]     # of controller 1 and 2
        self.turn = 0           # degrees clockwise, of the picture
        self.unit_at: Callable[[int, int], tuple[float, float]] | None = None
        self._away = False      # another window has the focus
        for i in range(pygame.joystick.get_count()):
            self._plugged(pygame.joystick.Joystick(i))

    def events(self) -> list[Event]:
        import pygame

        found: list[Event] = []
        pointer: tuple[int, int] | None = None      # only its last position counts
        for event in pygame.event.get():
            if event.type in (pygame.QUIT, pygame.WINDOWCLOSE):
                found.append(Event("quit"))
            elif event.type in (pygame.KEYDOWN, pygame.KEYUP):
                kind = "down" if event.type == pygame.KEYDOWN else "up"
                found.append(Event(kind, pygame.key.name(event.key)))
            elif event.type == pygame.WINDOWFOCUSLOST:
                found.append(Event("blur"))
                self._away, pointer = True, None
            elif event.type == pygame.WINDOWFOCUSGAINED:
                self._away = False
            elif event.type == pygame.MOUSEMOTION and not self._away:
                pointer = event.pos
            elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                found += self._mouse_button(event)
            elif event.type == pygame.DROPFILE:
                found.append(Event("drop", event.file))
            elif event.type == pygame.WINDOWEXPOSED:
                self.exposed = True
            elif event.type in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP):
                found += self._gamepad_button(event)
            elif event.type == pygame.JOYAXISMOTION and event.axis < 2:
                found += self._gamepad_stick(event.instance_id)
            elif event.type == pygame.JOYDEVICEADDED:
                self._plugged(pygame.joystick.Joystick(event.device_index))
            elif event.type == pygame.JOYDEVICEREMOVED:
                found += self._unplugged(event.instance_id)
        return [*found, *self._mouse(pointer)] if pointer else found

    def _mouse_button(self, event: Any) -> list[Event]:
        import pygame

        if event.button not in MOUSE_BUTTONS or self._away:
            return []
        kind = "down" if event.type == pygame.MOUSEBUTTONDOWN else "up"
        return [Event(kind, f"mouse {MOUSE_BUTTONS[event.button]}")]

    def _mouse(self, pointer: tuple[int, int]) -> list[Event]:
        """Return the mouse's position as a stick (from the middle of the window) and as a pen."""
        width, height = self.room
        reach = MOUSE_REACH * min(width, height) / 2
        across, up = (pointer[0] - width / 2) / reach, (height / 2 - pointer[1]) / reach
        for _ in range(self.turn // 90):
            across, up = -up, across
        stick = [Event("move", f"mouse {axis}", max(-1.0, min(1.0, value)))
                 for axis, value in (("x", across), ("y", up))]
        place = self.unit_at(*pointer) if self.unit_at else ()
        return [*stick, *(Event("move", f"pen {axis}", value)
                          for axis, value in zip("xy", place, strict=False))]

    def _plugged(self, pad: Any) -> None:
        known = [known.get_instance_id() for known in self.gamepads if known]
        if None in self.gamepads and pad.get_instance_id() not in known:
            self.gamepads[self.gamepads.index(None)] = pad

    def _unplugged(self, instance: int) -> list[Event]:
        """Return events that release the buttons and the stick of an unplugged gamepad."""
        for player, _ in self._pads(instance):
            self.gamepads[player - 1] = None
            return [*(Event("up", f"pad{player} {button}") for button in PAD_BUTTONS),
                    *(Event("move", f"pad{player} {axis}", 0.0) for axis in "xy")]
        return []

    def _pads(self, instance: int) -> list[tuple[int, Any]]:
        """Return the controller number and gamepad of an instance, if it is assigned."""
        return [(player, pad) for player, pad in enumerate(self.gamepads, 1)
                if pad and pad.get_instance_id() == instance]

    def _gamepad_button(self, event: Any) -> list[Event]:
        import pygame

        kind = "down" if event.type == pygame.JOYBUTTONDOWN else "up"
        return [Event(kind, f"pad{player} {event.button + 1}")
                for player, _ in self._pads(event.instance_id) if event.button + 1 in PAD_BUTTONS]

    def _gamepad_stick(self, instance: int) -> list[Event]:
        return [Event("move", f"pad{player} {axis}", sign * pad.get_axis(number))
                for player, pad in self._pads(instance)
                for number, axis, sign in ((0, "x", 1), (1, "y", -1))]
