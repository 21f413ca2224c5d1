"""The window: pygame-ce shows the phosphor, reads the keyboard, keeps fifty frames a second."""

import os
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from ..analog import Analog
from ..frame import CYCLES_PER_SECOND, Frame
from ..inputs import Keyboard
from ..machine import Machine
from ..sound.mixer import Mixer
from ..sound.output import Output
from .phosphor import AFTERGLOW, Phosphor
from .picture import HEIGHT, WIDTH, free_name, save_png

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

FRAME_CYCLES = 30_000
LAG_SECONDS_MAX = 0.1   # farther behind than this, time is let go
STICK_DEAD = 0.25


def fault_of_display() -> str | None:
    """Return why no window can be opened, or None."""
    if sys.platform.startswith("linux") and not any(
            os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")):
        return "neither DISPLAY nor WAYLAND_DISPLAY is set"
    import pygame

    try:
        pygame.display.init()
    except pygame.error as fault:
        return str(fault)
    if pygame.display.get_driver() == "offscreen" and not os.environ.get("SDL_VIDEODRIVER"):
        return "no screen"
    return None


class Screen:
    """A pygame window that shows a phosphor."""

    def __init__(self, title: str, analog: Analog, scale: float) -> None:
        import pygame

        self.analog = analog
        self.surface: Any = pygame.display.set_mode(
            (round(WIDTH * scale), round(HEIGHT * scale)), pygame.RESIZABLE, 32)
        pygame.display.set_caption(title)
        pygame.mouse.set_visible(False)
        self.resized()

    def resized(self) -> None:
        """Begin with a dark phosphor of the window's size."""
        import pygame

        self.surface = pygame.display.get_surface()
        width, height = self.surface.get_size()
        self.phosphor = Phosphor(width, height, self.analog)

    def show(self, frames: list[Frame], cycles: int) -> None:
        """Draw frames, fade by the time that passed, and put the picture on the screen."""
        import pygame

        self.phosphor.draw(frames)
        picture = self.phosphor.image(AFTERGLOW ** (cycles / FRAME_CYCLES))
        pixels = pygame.surfarray.pixels2d(self.surface)
        np.copyto(pixels.T, picture, casting="unsafe")
        del pixels
        pygame.display.flip()


class Player:
    """A running game: machine, screen, sound, keys, time."""

    def __init__(self, machine: Machine, scale: float, mute: bool, speed: float) -> None:
        import pygame

        title = machine.cartridge.title if machine.cartridge else "executive ROM"
        self.machine, self.speed = machine, speed
        self.screen = Screen(f"{title} - vecx", machine.analog, scale)
        self.mixer = Mixer()
        self.output = None if mute or speed != 1 else Output()
        if self.output and self.output.fault:
            print(f"vecx: no sound ({self.output.fault}); playing silent", file=sys.stderr)
        self.keyboard = Keyboard()
        self.open, self.paused = True, False
        pygame.joystick.init()
        self.gamepads = [pygame.joystick.Joystick(i)
                         for i in range(min(2, pygame.joystick.get_count()))]

    def events(self) -> None:
        """Serve what the user did."""
        import pygame

        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                self.open = False
            elif event.type == pygame.KEYDOWN:
                self.key(pygame.key.name(event.key))
            elif event.type == pygame.KEYUP:
                self.keyboard.release(pygame.key.name(event.key), self.machine)
            elif event.type == pygame.WINDOWFOCUSLOST:
                self.keyboard.release_all(self.machine)
            elif event.type == pygame.VIDEORESIZE:
                self.screen.resized()
            elif event.type in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP):
                self.gamepad_button(event)
            elif event.type == pygame.JOYAXISMOTION and event.axis < 2:
                self.gamepad_stick(event.instance_id)

    def key(self, name: str) -> None:
        """A key went down: one of the window's own, or a controller's."""
        if name == "escape":
            self.open = False
        elif name == "p":
            self.paused = not self.paused
        elif name == "f5":
            self.machine.reset()
        elif name == "f12":
            cart = self.machine.cartridge
            path = free_name(Path(f"{cart.name if cart else 'vecx'}.png"))
            save_png(self.screen.phosphor.picture, path)
            print(f"vecx: {path} written", file=sys.stderr)
        else:
            self.keyboard.press(name, self.machine)

    def gamepad_button(self, event: Any) -> None:
        """One of the first four buttons of a gamepad went down or came up."""
        import pygame

        for player, pad in enumerate(self.gamepads, 1):
            if pad.get_instance_id() == event.instance_id and event.button < 4:
                down = event.type == pygame.JOYBUTTONDOWN
                (self.machine.press if down else self.machine.release)(event.button + 1, player)

    def gamepad_stick(self, instance: int) -> None:
        """A gamepad's stick moved."""
        for player, pad in enumerate(self.gamepads, 1):
            if pad.get_instance_id() == instance:
                x, y = (v if abs(v) > STICK_DEAD else 0.0
                        for v in (pad.get_axis(0), -pad.get_axis(1)))
                self.machine.stick(x, y, player)

    def frame(self) -> int:
        """Run one frame and show it; return the cycles it took."""
        before = self.machine.cycles
        frames = self.machine.run_to_frame()
        cycles = self.machine.cycles - before
        self.screen.show(frames, cycles)
        log = self.machine.take_sound()
        if self.output:
            self.output.play(self.mixer.samples(log, self.machine.cycles))
        return cycles

    def close(self) -> None:
        """Leave nothing open."""
        import pygame

        if self.output:
            self.output.close()
        pygame.quit()


def play(machine: Machine, *, scale: float = 1.0, mute: bool = False, speed: float = 1.0,
         frames_max: int | None = None, stats_seconds: int | None = None,
         png: Path | None = None) -> int:
    """Play in a window until it is closed; return the exit status.

    Args:    scale          1 = 600 x 750 pixels
             speed          1 = the real machine's
             frames_max     leave after so many frames
             stats_seconds  leave after so long and print frames a second and the share of a core
             png            write the last picture there
    """
    player = Player(machine, scale, mute, speed)
    player.frame()      # loads or compiles what every frame needs, before time begins to count
    shown = 0
    begin = due = time.perf_counter()
    busy = time.process_time()
    try:
        while player.open and (frames_max is None or shown < frames_max):
            player.events()
            due += (FRAME_CYCLES if player.paused else player.frame()) / CYCLES_PER_SECOND / speed
            shown += 1
            now = time.perf_counter()
            if stats_seconds and now - begin >= stats_seconds:
                break
            if due > now:
                time.sleep(due - now)
            elif now - due > LAG_SECONDS_MAX:
                due = now
        if stats_seconds:
            wall = time.perf_counter() - begin
            share = (time.process_time() - busy) / wall
            print(f"{shown / wall:.1f} frames a second, {100 * share:.0f} % of one core, "
                  f"{wall:.1f} s")
        if png:
            save_png(player.screen.phosphor.picture, png)
    finally:
        player.close()
    return 0
