"""The play loop: keeps the machine in time, shows it on a screen, and serves the user's actions.

It does not import pygame.
"""

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Protocol

from ..chips.state import FRAME_CYCLES
from ..console.frame import Frame
from ..console.output import SoundLog
from ..errors import VecxError, printable
from ..machine import Machine
from ..play.commands import COMMANDS, keys_of
from ..play.folders import Folders
from ..play.inputs import KeyBindings, Keyboard
from ..play.movie import Movie
from ..sound.growl import Growl
from ..sound.mixer import Mixer
from ..sound.output import Output
from .health import HealthMonitor, Lock
from .messages import Messages, short
from .picture import free_name
from .pointer import Pointer
from .screen import Event, Line, Screen, Words, side_by_side
from .swapper import CartridgeSwapper
from .tape import Recording, Tape
from .timing import Pace, Timing
from .view import View

HEADER_SECONDS = 8.0
TITLE_MAX = 200         # characters of a cartridge's title in the bar of its window
VOLUME_STEP = 3         # dB


def title_of(machine: Machine) -> str:
    title = machine.cartridge.title if machine.cartridge else "executive ROM"
    return f"{printable(title[:TITLE_MAX])} - vecx"


class Guest(Protocol):
    """A debugger in another process.

    attached       it controls the machine: only `run` executes instructions
    standing       it keeps the machine paused
    input_blocked  a recorded past is replayed, so input is ignored
    """

    @property
    def attached(self) -> bool: ...
    @property
    def standing(self) -> bool: ...
    @property
    def input_blocked(self) -> bool: ...

    def look(self, machine: Machine, busy: str = "") -> str:
        """Serve requests that arrived; return a message for the user, or an empty string.

        Args: busy  why attaching is refused now, or empty
        """

    def run(self, cycles: int) -> list[Frame]:
        """Run for a number of cycles, or until the debugger stops; return the frames that ended."""

    def status_lines(self) -> list[str]:
        """Return lines to show over the picture."""

    def lose(self, why: str) -> None:
        """Detach the debugger, because its machine is replaced."""

    def close(self) -> None: ...


class NullDebugger:
    """Used when no debugger can attach."""

    attached = standing = input_blocked = False

    def look(self, machine: Machine, busy: str = "") -> str:
        return ""

    def run(self, cycles: int) -> list[Frame]:
        return []

    def status_lines(self) -> list[str]:
        return []

    def lose(self, why: str) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class PlayOptions:
    """Options of a session.

    mute           no sound
    speed          1 = the real machine's
    frames_max     leave after this number of frames
    stats_seconds  leave after this time, and report the CPU load
    png            write the last picture to this file
    movie          replay it instead of reading keys and gamepads
    growl          mix in the sound of the deflection yoke
    bindings       keys and buttons of the controllers
    volume         dB, 0 or less
    overlay        a PNG to lay over the picture; overlay_shown: whether it is shown at first
    eye            left or right: show what this eye sees through the imager
    folders        for pictures, films and states
    """

    mute: bool = False
    speed: float = 1.0
    frames_max: int | None = None
    stats_seconds: int | None = None
    png: Path | None = None
    movie: Movie | None = None
    growl: bool = False
    bindings: KeyBindings = field(default_factory=KeyBindings)
    volume: int = 0
    overlay: Path | None = None
    overlay_shown: bool = True
    eye: str | None = None
    folders: Folders = field(default_factory=Folders)


@dataclass(frozen=True)
class PlayerServices:
    """Services that the command line can provide. If a service is missing, its key only shows a
    message.

    make          makes a machine with another cartridge
    find_overlay  finds the overlay for a machine with the cartridge in a file
    record        starts a recording in a file; suffix: of that file; lacking: what it lacks and why
    watch         a source to reassemble whenever it is saved
    debugger      may attach while the game runs
    """

    make: Callable[[str], Machine] | None = None
    find_overlay: Callable[[Machine, Path], Path | None] | None = None
    record: Recording | None = None
    suffix: str = ".wav"
    lacking: str = ""
    watch: Path | None = None
    debugger: Guest = field(default_factory=NullDebugger)


class Player:
    """A running game: its machine, screen, sound, keys and time."""

    def __init__(self, machine: Machine, screen: Screen, options: PlayOptions | None = None,
                 services: PlayerServices | None = None) -> None:
        options, services = options or PlayOptions(), services or PlayerServices()
        self.machine, self.screen, self.bindings = machine, screen, options.bindings
        self.mixer, self.growl = Mixer(), Growl() if options.growl else None
        self.output = None if options.mute or options.speed != 1 else Output()
        if self.output and options.volume:
            self.output.louder(options.volume)
        self.messages = Messages(screen)
        self.health = HealthMonitor(machine, self.messages)
        self.view = View(screen, self.messages, options.overlay_shown)
        self._find_overlay, self.eye = services.find_overlay, options.eye
        self._folders, self.debugger = options.folders, services.debugger
        self.tape = Tape(self.messages, screen.picture, services.record, services.suffix,
                         services.lacking, options.folders)
        self.swapper = CartridgeSwapper(self, services.make, services.watch)
        self.open, self.helping, self.listing = True, False, False
        self._play(machine, options.movie)
        if self.output and self.output.fault:
            screen.tell(f"vecx: no sound ({self.output.fault}); playing without sound")
        self.view.load(options.overlay)
        fault = machine.cartridge.header_fault if machine.cartridge else None
        if fault:       # standard error has it already
            self.messages.show(f"{fault}; the executive ROM will refuse it", HEADER_SECONDS)

    def _play(self, machine: Machine, movie: Movie | None = None) -> None:
        self.machine, self.keyboard = machine, Keyboard(self.bindings)
        self.health.follow(machine)
        self.lock = Lock(machine)
        self.pointer = Pointer(machine, self.messages)
        self._last: Frame | None = None
        self.time = Timing(machine, self.keyboard, self.messages, movie, self._folders)
        self.time.run = self._run
        actions = self._actions()
        keys = [(key, command) for command in COMMANDS
                for key in keys_of(command, self.bindings.commands)]
        self.commands = {key: actions[command.action] for key, command in keys}
        self.releases: dict[str, Callable[[], None]] = {
            key: partial(self._held()[command.action], False)
            for key, command in keys if command.held}

    def _held(self) -> dict[str, Callable[[bool], None]]:
        """Return the actions that last while a key is down.  Call each with True when the key goes
        down, and with False when it comes up."""
        return {"fast": self.hold_fast, "rewind": self.rewind}

    def _actions(self) -> dict[str, Callable[[], None]]:
        """Return the actions of play/commands.py by their names."""
        time, view = self.time, self.view
        return {
            **{name: partial(hold, True) for name, hold in self._held().items()},
            "pause": time.pause, "step": time.step, "slow": time.slowly, "save-state": time.save,
            "load-state": self.load_state, "next-slot": time.next_slot,
            "save-movie": time.save_movie, "record": self.record,
            "full-screen": self.screen.fullscreen, "brighter": partial(view.brighter, 1),
            "darker": partial(view.brighter, -1), "more-glow": partial(view.more_glow, 1),
            "less-glow": partial(view.more_glow, -1), "overlay": view.toggle_overlay,
            "glass": view.toggle_glass, "turn": view.turn, "mute": self.mute,
            "softer": partial(self.volume, -VOLUME_STEP),
            "louder": partial(self.volume, VOLUME_STEP), "help": self.help,
            "findings": self.list_findings, "reset": self.reset,
            "save-picture": self.save_picture, "leave": self.leave}

    def begin(self, machine: Machine, name: Path | None = None) -> None:
        """Play another machine.  Give the cartridge's file as `name` if the cartridge has
        changed."""
        self._detach_debugger("another program was loaded in the window")
        self.tape.end()
        self.time.lend()
        self.mixer = Mixer()
        self._play(machine)
        if name:
            self.screen.entitle(title_of(machine))
            self.view.load(self._find_overlay(machine, name) if self._find_overlay else None)

    # --- actions of the user ---------------------------------------------------------------------

    def events(self) -> None:
        for event in self.screen.events():
            if self.time.standing:
                self.pointer.serve(event)
            if event.kind == "quit":
                self.leave()
            elif event.kind == "down" and event.name in self.commands:
                self.commands[event.name]()
            elif event.kind == "up" and event.name in self.releases:
                self.releases[event.name]()
            elif event.kind == "drop":
                self.dropped(event.name)
            elif event.kind == "blur":
                self.keyboard.release_all(self.machine)
                for release in self.releases.values():
                    release()
            elif not self.time.replaying and not self.debugger.input_blocked:
                self.hand(event)

    def hand(self, event: Event) -> None:
        if event.kind == "down" and not self.time.paused:
            self.keyboard.press(event.name, self.machine)
        elif event.kind == "up":
            self.keyboard.release(event.name, self.machine)
        elif event.kind == "move":
            self.keyboard.move(event.name, event.value, self.machine)

    def dropped(self, name: str) -> None:
        """Use a dropped file: a picture as an overlay, anything else as a cartridge."""
        if name.lower().endswith(".png"):
            self.view.lay(Path(name))
        elif self.time.replaying:
            self.messages.say("a cartridge cannot be loaded while a movie is being replayed")
        else:
            self.swapper.insert(name)

    def record(self) -> None:
        """Start or end a recording: a video, or only the sound if there is no encoder for video."""
        if self.time.rewinding:
            self.messages.say("recording is not available while rewinding")
        else:
            self.tape.toggle(self.name)

    def rewind(self, on: bool) -> None:
        if on:
            self._detach_debugger("the window was rewound")
            self.tape.end()
        self.time.rewind(on)
        self.health.forget()

    def load_state(self) -> None:
        self._detach_debugger("a state was loaded in the window")
        self.tape.end()
        self.time.load()
        self.health.forget()

    @property
    def name(self) -> str:
        return self.machine.cartridge.name if self.machine.cartridge else "vecx"

    def hold_fast(self, on: bool) -> None:
        self.time.fast = on

    def mute(self) -> None:
        if not self.output or self.output.fault:
            self.messages.say("there is no sound to mute")
            return
        self.output.muted = not self.output.muted
        self.messages.say("muted" if self.output.muted else "sound on")

    def volume(self, decibels: int) -> None:
        if not self.output or self.output.fault:
            self.messages.say("there is no sound: the volume cannot be changed")
            return
        self.output.louder(decibels)
        self.messages.say(f"volume {self.output.decibels} dB")

    def reset(self) -> None:
        if not self.time.replaying:
            self.machine.reset()

    def leave(self) -> None:
        self.open = False

    def help(self) -> None:
        self.helping, self.listing = not self.helping, False

    def list_findings(self) -> None:
        self.listing, self.helping = not self.listing, False

    def save_picture(self) -> None:
        path = free_name(self._folders.picture(f"{self.name}.png"))
        try:
            self.screen.save(path)
            path = path.resolve()
        except VecxError as fault:
            self.messages.say(str(fault))
        except OSError as fault:            # the working folder is gone
            self.messages.say(f"cannot write {path}: {fault.strerror}")
        else:
            self.messages.say(f"{path} written")

    # --- running the machine ---------------------------------------------------------------------

    def words(self) -> Words:
        lines: list[Line] = []
        if self.helping:
            lines = side_by_side(self.bindings.groups())
        elif self.listing:
            lines = self.health.rows()
        head = [*self.time.status_lines(), *map(short, self.debugger.status_lines())]
        if self.time.waits:
            head.append(f"{self.bindings.label('help')}: the keys")
        head += self.lock.status_lines() if self.eye else []
        if self.health.count:
            head.append(f"strict: {self.health.count} ({self.bindings.label('findings')})")
        foot = self.time.slots() if self.time.choosing else self.pointer.status_lines()
        pointed = self.pointer.pointed
        return self.messages.words(head, lines, foot)._replace(mark=pointed and pointed.line)

    def _run(self) -> list[Frame]:
        """Run to the end of the frame.  With a debugger, run for the time of a frame, or until the
        debugger stops the program."""
        return self.debugger.run(FRAME_CYCLES) if self.debugger.attached \
            else self.machine.run_to_frame()

    def look(self) -> None:
        """Check for a changed source and for requests of a debugger."""
        self.swapper.look()
        was = self.debugger.attached
        message = self.debugger.look(self.machine, "a movie is being replayed; attach when it has "
                                                   "ended"
                                     if self.time.replaying else "")
        if message:
            self.messages.say(message)
        if self.debugger.attached and not was:
            self.time.lend()
        elif was and not self.debugger.attached:
            self.time.take_back()

    def _detach_debugger(self, why: str) -> None:
        if self.debugger.attached:
            self.debugger.lose(why)
            self.time.take_back()
            self.messages.say(f"the debugger was detached: {why}")

    @property
    def standing(self) -> bool:
        return self.time.standing or self.debugger.standing

    def frame(self, pace: Pace | None = None) -> int:
        """Run one frame, show it if there is time, and return the cycles it took."""
        before = self.machine.cycles
        ended = self.time.frame()
        frames = [self.machine.seen_by(frame, self.eye) for frame in ended]
        if not self.time.rewinding:
            self.health.look(ended)
            self.lock.look(ended)
        self._last = frames[-1] if frames else self._last
        self.pointer.stands(None, None)
        self.screen.point(False)
        cycles = FRAME_CYCLES if self.time.rewinding else self.machine.cycles - before
        if not self.time.rewinding and not self.time.replaying and not self.debugger.input_blocked:
            self.keyboard.frame(self.machine)
        log = self.machine.take_sound()
        message = self.output.look() if self.output else None
        if message:
            self.messages.say(message)
        sound_due_in = self.sound(log, frames, pace is not None)
        self.screen.draw(frames, cycles)
        self.screen.inset = self.time.inset
        if pace is None or pace.ran(cycles, sound_due_in):
            self.screen.words = self.words()
            self.screen.show()
        else:
            self.screen.skip()
        if not self.time.rewinding:
            self.tape.add(log, self.machine.cycles, frames)
        return cycles

    def sound(self, log: SoundLog, frames: list[Frame], paced: bool) -> float | None:
        """Play the sound of a frame; return the number of seconds until the output needs more."""
        if not self.output:
            return None
        if self.time.tempo != 1 or self.time.rewinding or not paced:
            self.output.rest()
            return None
        samples = self.mixer.samples(log, self.machine.cycles)
        growl = self.growl.take(frames, len(samples)) if self.growl else 0.0
        self.output.play(samples, growl)
        return self.output.due_in()

    def rest(self, pace: Pace) -> None:
        """Let the time of a frame pass while the machine is paused."""
        if self.output:
            self.output.rest()
        pace.ran(round(FRAME_CYCLES * pace.speed))
        self.pointer.stands(self._last, self.time.before_last)
        self.screen.point(True)
        self.screen.inset = self.time.inset
        self.screen.words = self.words()
        self.screen.refresh()

    def close(self) -> None:
        self.tape.end()
        self.debugger.close()
        if self.output:
            self.output.close()
        self.screen.close()


def play(machine: Machine, screen: Screen, options: PlayOptions | None = None,
         services: PlayerServices | None = None) -> str:
    """Play until the user leaves, then close the screen.

    Returns: with stats_seconds the frames per second and CPU load in words, else empty
    """
    options = options or PlayOptions()
    stats, ran = "", 0
    player = None
    try:
        player = Player(machine, screen, options, services)
        player.frame()          # the first one imports what it needs, and is late
        gc.freeze()             # a full collection takes 0.2 s with all modules loaded
        ran, shown = 1, screen.shown
        pace = Pace(options.speed)
        begin, busy = time.perf_counter(), time.process_time()
        while player.open and (options.frames_max is None or ran < options.frames_max):
            player.events()
            player.look()
            pace.speed = options.speed * player.time.tempo
            if player.standing:
                player.rest(pace)
            else:
                player.frame(pace)
                ran += 1
            if options.stats_seconds and time.perf_counter() - begin >= options.stats_seconds:
                break
            pace.wait()
        if options.stats_seconds:
            wall = time.perf_counter() - begin
            share = (time.process_time() - busy) / wall
            stats = (f"{(ran - 1) / wall:.1f} frames/s, "
                     f"{(screen.shown - shown) / wall:.1f} shown, "
                     f"{100 * share:.0f} % of one core, {wall:.1f} s")
            if player.output:
                stats += f"; {player.output.figures()}"
        if options.png:
            screen.save(options.png)
    finally:
        gc.unfreeze()
        (player or screen).close()
    return stats
