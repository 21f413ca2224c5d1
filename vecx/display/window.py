"""Playing in a window: pygame-ce shows the screen and reads the keys; the machine keeps time."""

import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

from ..chips.jit import is_compiled_before
from ..errors import VecxError
from ..inputs import KEYS, Keyboard
from ..machine import Machine
from ..sound.mixer import Mixer
from ..sound.output import Output
from . import warm
from .pace import Pace
from .picture import free_name
from .screen import FRAME_CYCLES, Screen, scale_for

STICK_DEAD = 0.25
NOTICE_SECONDS = 3.0
LOOK_SECONDS = 1 / 30       # between two looks at the events while it compiles
QUIET_SECONDS = 0.4         # compiled code is loaded within this: nothing is said


def fault_of_display() -> str | None:
    """Return why no window can be opened, or None."""
    if sys.platform.startswith("linux") and not any(
            os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")):
        return "neither DISPLAY nor WAYLAND_DISPLAY is set: start it in a desktop's terminal"
    import pygame

    try:
        pygame.display.init()
    except pygame.error as fault:
        return f"{fault}: is the desktop that DISPLAY names running?"
    if pygame.display.get_driver() == "offscreen" and not os.environ.get("SDL_VIDEODRIVER"):
        return "no screen to draw on: is the desktop that DISPLAY names running?"
    return None


class Compiling(threading.Thread):
    """Compiles what playing needs, beside the window; `step` says what it is at."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.step = ""
        self.fault: BaseException | None = None

    def run(self) -> None:
        """Do every step."""
        try:
            for self.step in warm.steps():
                pass
        except BaseException as fault:      # whatever it is, the window's thread raises it
            self.fault = fault


class Player:
    """A running game: machine, screen, sound, keys, time."""

    def __init__(self, machine: Machine, scale: float | None, mute: bool, speed: float) -> None:
        import pygame

        title = machine.cartridge.title if machine.cartridge else "executive ROM"
        pygame.display.init()
        pygame.font.init()
        self.machine = machine
        self.screen = Screen(f"{title} - vecx", machine.analog, scale_for(scale))
        self.mixer = Mixer()
        self.output = None if mute or speed != 1 else Output()
        if self.output and self.output.fault:
            print(f"vecx: no sound ({self.output.fault}); playing silent", file=sys.stderr)
        self.keyboard = Keyboard()
        self.open, self.paused, self.helping = True, False, False
        self.notice, self.notice_ends = "", 0.0
        pygame.joystick.init()
        self.gamepads = [pygame.joystick.Joystick(i)
                         for i in range(min(2, pygame.joystick.get_count()))]

    # --- what the user does ----------------------------------------------------------------------

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
        elif name == "f1":
            self.helping = not self.helping
        elif name == "f5":
            self.machine.reset()
        elif name == "f12":
            self.save_picture()
        elif not self.paused:
            self.keyboard.press(name, self.machine)

    def save_picture(self) -> None:
        """Save the picture in the folder that the command was called in, and say so."""
        cart = self.machine.cartridge
        path = free_name(Path(f"{cart.name if cart else 'vecx'}.png"))
        try:
            self.screen.save(path)
        except VecxError as fault:
            self.say(str(fault))
        except OSError as fault:            # the folder itself is gone
            self.say(f"{path} cannot be written: {fault.strerror}")
        else:
            self.say(f"{path} written")

    def say(self, words: str) -> None:
        """Tell the user something, on the terminal and for a while on the screen."""
        print(f"vecx: {words}", file=sys.stderr)
        self.notice, self.notice_ends = words, time.perf_counter() + NOTICE_SECONDS

    def gamepad_button(self, event: Any) -> None:
        """One of the first four buttons of a gamepad went down or came up."""
        import pygame

        for player, pad in enumerate(self.gamepads, 1):
            if pad.get_instance_id() == event.instance_id and event.button < 4:
                key = ("asdf", "zxcv")[player - 1][event.button]
                if event.type == pygame.JOYBUTTONUP:
                    self.keyboard.release(key, self.machine)
                elif not self.paused:
                    self.keyboard.press(key, self.machine)

    def gamepad_stick(self, instance: int) -> None:
        """A gamepad's stick moved."""
        for player, pad in enumerate(self.gamepads, 1):
            if pad.get_instance_id() == instance:
                x, y = (v if abs(v) > STICK_DEAD else 0.0
                        for v in (pad.get_axis(0), -pad.get_axis(1)))
                self.machine.stick(x, y, player)

    # --- what the machine does -------------------------------------------------------------------

    def words(self) -> list[str | tuple[str, str]]:
        """Return what stands over the picture."""
        lines: list[str | tuple[str, str]] = []
        if self.paused:
            lines.append("PAUSED")
        if self.helping or self.paused:
            lines += KEYS
        if time.perf_counter() < self.notice_ends:
            lines.append(self.notice)
        return lines

    def compile(self) -> None:
        """Load or compile what every frame needs, and serve the window meanwhile."""
        work = Compiling()
        work.start()
        begin = time.perf_counter()
        while work.is_alive() and self.open:
            self.events()
            seconds = time.perf_counter() - begin
            if seconds > QUIET_SECONDS:
                self.screen.words = ["Compiling for this computer, once:",
                                     f"{work.step}, {seconds:.0f} s"]
                self.screen.show()
            work.join(LOOK_SECONDS)
        self.screen.words = []
        if work.fault:
            raise work.fault
        if work.is_alive():
            # Closed: the window goes at once; a compiler cannot be stopped, so the process ends.
            self.close()
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(0)

    def frame(self, pace: Pace | None = None) -> int:
        """Run one frame and show it where there is time; return the cycles it took."""
        before = self.machine.cycles
        frames = self.machine.run_to_frame()
        cycles = self.machine.cycles - before
        self.keyboard.frame(self.machine)
        log = self.machine.take_sound()
        if self.output:
            self.output.play(self.mixer.samples(log, self.machine.cycles))
        self.screen.draw(frames, cycles)
        if pace is None or pace.ran(cycles):
            self.screen.develop()
            self.screen.words = self.words()
            self.screen.show()
        else:
            self.screen.skip()
        return cycles

    def rest(self, pace: Pace) -> None:
        """Let a frame's time go by while the machine is paused; the picture stays."""
        pace.ran(round(FRAME_CYCLES * pace.speed))
        self.screen.words = self.words()
        self.screen.show()

    def close(self) -> None:
        """Leave nothing open."""
        import pygame

        if self.output:
            self.output.close()
        pygame.quit()


def play(machine: Machine, *, scale: float | None = None, mute: bool = False, speed: float = 1.0,
         frames_max: int | None = None, stats_seconds: int | None = None,
         png: Path | None = None) -> int:
    """Play in a window until it is closed; return the exit status.

    Args:    scale          1 = 600 x 750 pixels; None = 1, or less on a small desktop
             speed          1 = the real machine's
             frames_max     leave after so many frames
             stats_seconds  leave after so long and print frames a second and the share of a core
             png            write the last picture there
    Errors:  UsageError for a scale that the desktop has no room for
    """
    player = Player(machine, scale, mute, speed)
    ran = 0
    try:
        if not is_compiled_before():
            player.compile()
        pace = Pace(speed)
        begin, busy = time.perf_counter(), time.process_time()
        while player.open and (frames_max is None or ran < frames_max):
            player.events()
            if player.paused:
                player.rest(pace)
            else:
                player.frame(pace)
                ran += 1
            if stats_seconds and time.perf_counter() - begin >= stats_seconds:
                break
            pace.wait()
        if stats_seconds:
            wall = time.perf_counter() - begin
            share = (time.process_time() - busy) / wall
            print(f"{ran / wall:.1f} frames a second, {player.screen.shown / wall:.1f} shown, "
                  f"{100 * share:.0f} % of one core, {wall:.1f} s")
        if png:
            player.screen.save(png)
    finally:
        player.close()
    return 0
