"""Playing: the machine keeps time, a screen shows it and says what the user does; no pygame."""

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from ..console.cartridge import header_fault
from ..console.frame import Frame
from ..console.output import SoundLog
from ..errors import VecxError, printable
from ..machine import Machine
from ..play.commands import COMMANDS, keys_of
from ..play.folders import Folders
from ..play.imager import Lock
from ..play.inputs import KeyBindings, Keyboard
from ..play.movie import Movie
from ..sound.growl import Growl
from ..sound.mixer import Mixer
from ..sound.output import Output
from .exchange import Exchange
from .guest import Guest, Nobody
from .messages import Messages, short
from .pace import Pace
from .picture import free_name
from .pointer import Pointer
from .screen import FRAME_CYCLES, Event, Line, Screen, Words
from .tape import Recording, Tape
from .timing import Timing
from .troubles import Troubles
from .view import View

HEADER_SECONDS = 8.0
TITLE_MAX = 200         # characters of a cartridge's title in the bar of its window
VOLUME_STEP = 3         # dB


def title_of(machine: Machine) -> str:
    """Return what a window with a machine in it is called."""
    title = machine.cartridge.title if machine.cartridge else "executive ROM"
    return f"{printable(title[:TITLE_MAX])} - vecx"


@dataclass(frozen=True)
class PlayOptions:
    """How a game is played.

    mute           no sound
    speed          1 = the real machine's
    frames_max     leave after so many frames
    stats_seconds  leave after so long, and say what it took
    png            write the last picture there
    movie          plays instead of keys and gamepads
    growl          let the yoke be heard
    bindings       what works the controllers
    volume         dB, 0 or less
    overlay        a PNG to lay over the picture; overlay_shown: whether it is there at first
    eye            left or right: what it sees through the imager is shown
    folders        where pictures, films and states are written
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
    """What playing needs from outside; without it a key says that it cannot be done.

    make          makes a machine with another cartridge
    find_overlay  finds the overlay for a machine with the cartridge in a file
    record        begins a recording in a file; suffix: of that file; lacking: what it has not, why
    watch         a source to assemble anew whenever it is saved
    debugger      may come in while the game runs
    """

    make: Callable[[str], Machine] | None = None
    find_overlay: Callable[[Machine, Path], Path | None] | None = None
    record: Recording | None = None
    suffix: str = ".wav"
    lacking: str = ""
    watch: Path | None = None
    debugger: Guest = field(default_factory=Nobody)


class Player:
    """A running game: machine, screen, sound, keys, time."""

    def __init__(self, machine: Machine, screen: Screen, options: PlayOptions | None = None,
                 services: PlayerServices | None = None) -> None:
        options, services = options or PlayOptions(), services or PlayerServices()
        self.machine, self.screen, self.bindings = machine, screen, options.bindings
        self.mixer, self.growl = Mixer(), Growl() if options.growl else None
        self.output = None if options.mute or options.speed != 1 else Output()
        if self.output and options.volume:
            self.output.louder(options.volume)
        self.messages = Messages(screen)
        self.troubles = Troubles(machine, self.messages)
        self.view = View(screen, self, options.overlay_shown)
        self._find_overlay, self.eye = services.find_overlay, options.eye
        self._folders, self.debugger = options.folders, services.debugger
        self.tape = Tape(self, screen.picture, services.record, services.suffix,
                         services.lacking, options.folders)
        self.exchange = Exchange(self, services.make, services.watch)
        self.open, self.helping, self.listing = True, False, False
        self._play(machine, options.movie)
        if self.output and self.output.fault:
            screen.tell(f"vecx: no sound ({self.output.fault}); playing silent")
        self.view.load(options.overlay)
        fault = header_fault(machine.cartridge.image) if machine.cartridge else None
        if fault:       # standard error has it already
            self.messages.show(f"{fault}; the executive ROM will refuse it", HEADER_SECONDS)

    def _play(self, machine: Machine, movie: Movie | None = None) -> None:
        """Let keys and gamepads work this machine from now on."""
        self.machine, self.keyboard = machine, Keyboard(self.bindings)
        self.troubles.follow(machine)
        self.lock = Lock(machine)
        self.pointer = Pointer(machine, self.messages)
        self._last: Frame | None = None
        self.time = Timing(machine, self.keyboard, self, movie, self._folders)
        self.time.run = self._run
        actions = self._actions()
        keys = [(key, command) for command in COMMANDS
                for key in keys_of(command, self.bindings.commands)]
        self.commands = {key: actions[command.action] for key, command in keys}
        self.releases: dict[str, Callable[[], None]] = {
            key: partial(self._held()[command.action], False)
            for key, command in keys if command.held}

    def _held(self) -> dict[str, Callable[[bool], None]]:
        """Return what begins when a key goes down, True, and ends when it comes up, False."""
        return {"fast": self.hold_fast, "rewind": self.rewind}

    def _actions(self) -> dict[str, Callable[[], None]]:
        """Return what the commands of play/commands.py do, by their names."""
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
        """Play another machine; name: its file, if it is another cartridge's."""
        self._take_back("another program runs in the window")
        self.tape.end()
        self.time.lend()
        self.mixer = Mixer()
        self._play(machine)
        if name:
            self.screen.entitle(title_of(machine))
            self.view.load(self._find_overlay(machine, name) if self._find_overlay else None)

    # --- what the user does ----------------------------------------------------------------------

    def events(self) -> None:
        """Serve what the user did."""
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
            elif not self.time.replaying and not self.debugger.deaf:
                self.hand(event)

    def hand(self, event: Event) -> None:
        """Let what the user did work the controllers."""
        if event.kind == "down" and not self.time.paused:
            self.keyboard.press(event.name, self.machine)
        elif event.kind == "up":
            self.keyboard.release(event.name, self.machine)
        elif event.kind == "move":
            self.keyboard.move(event.name, event.value, self.machine)

    def dropped(self, name: str) -> None:
        """A file was dropped: a picture is an overlay, anything else a cartridge."""
        if name.lower().endswith(".png"):
            self.view.lay(Path(name))
        elif self.time.replaying:
            self.say("a movie is being played; no cartridge can be put in")
        else:
            self.exchange.insert(name)

    def record(self) -> None:
        """Begin to record a video, or the sound where there is no encoder, or end it."""
        if self.time.rewinding:
            self.say("nothing is recorded on the way back")
        else:
            self.tape.toggle(self.name)

    def rewind(self, on: bool) -> None:
        """Go back as long as the key is down."""
        if on:
            self._take_back("the window was rewound")
            self.tape.end()
        self.time.rewind(on)
        self.troubles.forget()

    def load_state(self) -> None:
        """Go on from the state in the chosen slot."""
        self._take_back("the window has loaded a state")
        self.tape.end()
        self.time.load()
        self.troubles.forget()

    @property
    def name(self) -> str:
        """The cartridge's name, for files."""
        return self.machine.cartridge.name if self.machine.cartridge else "vecx"

    def hold_fast(self, on: bool) -> None:
        """Go fast as long as the key is down."""
        self.time.fast = on

    def mute(self) -> None:
        """Be silent, or no longer."""
        if not self.output or self.output.fault:
            self.say("there is no sound to mute")
            return
        self.output.muted = not self.output.muted
        self.say("muted" if self.output.muted else "no longer muted")

    def volume(self, decibels: int) -> None:
        """Make it louder, or softer."""
        if not self.output or self.output.fault:
            self.say("no sound is played: its volume cannot be changed")
            return
        self.output.louder(decibels)
        self.say(f"volume {self.output.decibels} dB")

    def reset(self) -> None:
        """Press the console's RESET button."""
        if not self.time.replaying:
            self.machine.reset()

    def leave(self) -> None:
        """End."""
        self.open = False

    def help(self) -> None:
        """Show what every key does, or no longer."""
        self.helping, self.listing = not self.helping, False

    def list_findings(self) -> None:
        """Show what --strict has found, or no longer."""
        self.listing, self.helping = not self.listing, False

    def save_picture(self) -> None:
        """Save the picture, and say where."""
        path = free_name(self._folders.picture(f"{self.name}.png"))
        try:
            self.screen.save(path)
            path = path.resolve()
        except VecxError as fault:
            self.say(str(fault))
        except OSError as fault:            # the folder itself is gone
            self.say(f"{path} cannot be written: {fault.strerror}")
        else:
            self.say(f"{path} written")

    def tell(self, text: str) -> None:
        """Bring a longer text to standard error."""
        self.screen.tell(text)

    def say(self, words: str) -> None:
        """Tell the user something, on standard error and for a while on the screen."""
        self.messages.say(words)

    # --- what the machine does -------------------------------------------------------------------

    def words(self) -> Words:
        """Return what stands over the picture."""
        lines: list[Line] = []
        if self.helping:
            lines = [*self.bindings.rows()]
        elif self.listing:
            lines = self.troubles.rows()
        head = [*self.time.told(), *map(short, self.debugger.told())]
        if self.time.waits:
            head.append(f"{self.bindings.label('help')}: the keys")
        head += self.lock.told() if self.eye else []
        if self.troubles.count:
            head.append(f"strict: {self.troubles.count} ({self.bindings.label('findings')})")
        foot = self.time.slots() if self.time.choosing else self.pointer.told()
        pointed = self.pointer.pointed
        return self.messages.words(head, lines, foot)._replace(mark=pointed and pointed.line)

    def _run(self) -> list[Frame]:
        """Run to the end of a frame; with a debugger for a frame's time, or to where it stops."""
        return self.debugger.run(FRAME_CYCLES) if self.debugger.attached \
            else self.machine.run_to_frame()

    def look(self) -> None:
        """Serve who is outside: a source that changes, a debugger."""
        self.exchange.look()
        was = self.debugger.attached
        told = self.debugger.look(self.machine, "a movie is being played; attach when it has ended"
                                  if self.time.replaying else "")
        if told:
            self.say(told)
        if self.debugger.attached and not was:
            self.time.lend()
        elif was and not self.debugger.attached:
            self.time.take_back()

    def _take_back(self, why: str) -> None:
        """Take the machine away from a debugger that has it."""
        if self.debugger.attached:
            self.debugger.lose(why)
            self.time.take_back()
            self.say(f"the debugger has gone: {why}")

    @property
    def standing(self) -> bool:
        """True where no frame is to run now."""
        return self.time.standing or self.debugger.standing

    def frame(self, pace: Pace | None = None) -> int:
        """Run one frame and show it where there is time; return the cycles it took."""
        before = self.machine.cycles
        ended = self.time.frame()
        frames = [self.machine.seen_by(frame, self.eye) for frame in ended]
        if not self.time.rewinding:
            self.troubles.look(ended)
            self.lock.look(ended)
        self._last = frames[-1] if frames else self._last
        self.pointer.stands(None, None)
        self.screen.point(False)
        cycles = FRAME_CYCLES if self.time.rewinding else self.machine.cycles - before
        if not self.time.rewinding and not self.time.replaying and not self.debugger.deaf:
            self.keyboard.frame(self.machine)
        log = self.machine.take_sound()
        told = self.output.look() if self.output else None
        if told:
            self.say(told)
        wanted_in = self.sound(log, frames, pace is not None)
        self.screen.draw(frames, cycles)
        self.screen.inset = self.time.inset
        if pace is None or pace.ran(cycles, wanted_in):
            self.screen.words = self.words()
            self.screen.show()
        else:
            self.screen.skip()
        if not self.time.rewinding:
            self.tape.add(log, self.machine.cycles, frames)
        return cycles

    def sound(self, log: SoundLog, frames: list[Frame], paced: bool) -> float | None:
        """Play what the sound chip was told; return in how many seconds more of it is wanted."""
        if not self.output:
            return None
        if self.time.tempo != 1 or self.time.rewinding or not paced:
            self.output.rest()
            return None
        samples = self.mixer.samples(log, self.machine.cycles)
        beside = self.growl.beside(frames, len(samples)) if self.growl else 0.0
        self.output.play(samples, beside)
        return self.output.wanted_in()

    def rest(self, pace: Pace) -> None:
        """Let a frame's time go by while the machine is paused; the picture stays."""
        if self.output:
            self.output.rest()
        pace.ran(round(FRAME_CYCLES * pace.speed))
        self.pointer.stands(self._last, self.time.before_last)
        self.screen.point(True)
        self.screen.inset = self.time.inset
        self.screen.words = self.words()
        self.screen.refresh()

    def close(self) -> None:
        """Leave nothing open."""
        self.tape.end()
        self.debugger.close()
        if self.output:
            self.output.close()
        self.screen.close()


def play(machine: Machine, screen: Screen, options: PlayOptions | None = None,
         services: PlayerServices | None = None) -> str:
    """Play until the user leaves; the screen is closed then.

    Returns: with stats_seconds frames a second and the share of a core, in words
    """
    options = options or PlayOptions()
    stats, ran = "", 0
    player = None
    try:
        player = Player(machine, screen, options, services)
        player.frame()          # the first one imports what it needs, and is late
        gc.freeze()             # to look through all that is loaded takes two tenths of a second
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
            stats = (f"{(ran - 1) / wall:.1f} frames a second, "
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
