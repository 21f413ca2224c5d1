"""What the user does in the window: events of pygame as those of a screen; gamepads."""

from collections.abc import Callable
from typing import Any

from ..play.inputs import PAD_BUTTONS_MAX
from .screen import Event

PAD_BUTTONS = range(1, PAD_BUTTONS_MAX + 1)
MOUSE_REACH = 0.75      # of the way from the middle to the nearer edge: the stick's whole way
MOUSE_BUTTONS = {1: "left", 2: "middle", 3: "right", 6: "side"}     # as pygame numbers them


class Reader:
    """Reads pygame's events.

    `exposed` says that since the last look the window was uncovered; who serves that sets it back.
    `room` is the window's size, in the measure of the mouse.
    """

    def __init__(self) -> None:
        import pygame

        pygame.joystick.init()
        self.exposed, self.room = False, (1, 1)
        self.gamepads: list[Any] = [None, None]     # of controller 1 and 2
        self.turn = 0           # degrees clockwise, of the picture
        # Says where on the picture a place of the window is, in screen units.
        self.unit_at: Callable[[int, int], tuple[float, float]] | None = None
        self._away = False      # the keyboard is somebody else's
        for i in range(pygame.joystick.get_count()):
            self._plugged(pygame.joystick.Joystick(i))

    def events(self) -> list[Event]:
        """Return what the user did since the last call."""
        import pygame

        found: list[Event] = []
        pointer: tuple[int, int] | None = None      # where it is now; the way there is nobody's
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
        """A button of the mouse went down or came up."""
        import pygame

        if event.button not in MOUSE_BUTTONS or self._away:
            return []
        kind = "down" if event.type == pygame.MOUSEBUTTONDOWN else "up"
        return [Event(kind, f"mouse {MOUSE_BUTTONS[event.button]}")]

    def _mouse(self, pointer: tuple[int, int]) -> list[Event]:
        """The mouse moved: from the middle of the window it is a stick, on the picture a pen."""
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
        """A gamepad has come: it is the first controller that has none."""
        known = [known.get_instance_id() for known in self.gamepads if known]
        if None in self.gamepads and pad.get_instance_id() not in known:
            self.gamepads[self.gamepads.index(None)] = pad

    def _unplugged(self, instance: int) -> list[Event]:
        """A gamepad has gone: nothing of it is held any more."""
        for player, _ in self._pads(instance):
            self.gamepads[player - 1] = None
            return [*(Event("up", f"pad{player} {button}") for button in PAD_BUTTONS),
                    *(Event("move", f"pad{player} {axis}", 0.0) for axis in "xy")]
        return []

    def _pads(self, instance: int) -> list[tuple[int, Any]]:
        """Return the controller's number and the gamepad of an instance, if it is one of ours."""
        return [(player, pad) for player, pad in enumerate(self.gamepads, 1)
                if pad and pad.get_instance_id() == instance]

    def _gamepad_button(self, event: Any) -> list[Event]:
        """A button of a gamepad went down or came up."""
        import pygame

        kind = "down" if event.type == pygame.JOYBUTTONDOWN else "up"
        return [Event(kind, f"pad{player} {event.button + 1}")
                for player, _ in self._pads(event.instance_id) if event.button + 1 in PAD_BUTTONS]

    def _gamepad_stick(self, instance: int) -> list[Event]:
        """A gamepad's stick moved."""
        return [Event("move", f"pad{player} {axis}", sign * pad.get_axis(number))
                for player, pad in self._pads(instance)
                for number, axis, sign in ((0, "x", 1), (1, "y", -1))]
