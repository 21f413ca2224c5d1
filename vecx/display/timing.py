"""Control of time: speed, single frames and rewind; also movies, and states saved in slots."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from ..console.frame import CYCLES_PER_SECOND, Frame
from ..console.snapshot import Kept
from ..errors import VecxError
from ..machine import Machine
from ..play import save_states
from ..play.folders import Folders
from ..play.inputs import Keyboard
from ..play.movie import Diverged, Movie, Recorder, replay
from ..play.rewind import History
from .messages import Messages
from .picture import free_name, is_small_picture, picture_of, png_bytes

FAST, SLOW = 8.0, 0.25
THUMBNAIL = 240, 300
FRAMES_SEEN = 4         # whose light a thumbnail shows
LISTED_MAX = 4          # cells of RAM in a message
INSET_FRAMES = 100      # a slot's picture is shown for this time
LAG_SECONDS_MAX = 0.5       # farther behind than this, the lost time is not caught up
DARK_SECONDS_MAX = 0.1      # a picture is shown at least this often, however late it is
FOLLOW = 0.05               # of the difference to the sound's clock is corrected in each frame
APART_SECONDS_MAX = 0.05    # a larger difference is corrected at once


class Timing:
    """The passage of time for one machine: its speed, and the states it can go back to.

    Args: movie    to replay instead of reading the controllers
          folders  for movies and states
    """

    def __init__(self, machine: Machine, keyboard: Keyboard, messages: Messages,
                 movie: Movie | None = None, folders: Folders | None = None) -> None:
        self._folders = folders or Folders()
        self.machine, self._keyboard, self._messages = machine, keyboard, messages
        self.paused = self.fast = self.slow = self.rewinding = self.stepping = False
        self.slot, self.inset = 0, b""
        self.run: Callable[[], list[Frame]] = machine.run_to_frame
        self.history = History()
        self._replay: Iterator[Frame] | None = None
        if movie:
            movie.check(machine)
            self._replay = replay(movie, machine)
        self._recorder = None if movie else Recorder(machine)
        self._seen: list[Frame] = []
        self._inset_left = 0
        self._came_from, self._stepped = machine.cycles, False

    @property
    def tempo(self) -> float:
        """The current speed; 1 = the real machine's."""
        return FAST if self.fast else SLOW if self.slow else 1.0

    @property
    def replaying(self) -> bool:
        """True while a movie is replayed; input is ignored then."""
        return self._replay is not None

    @property
    def standing(self) -> bool:
        """True if no frame is to run now."""
        return self.paused and not self.stepping and not self.rewinding

    def status_lines(self) -> list[str]:
        """Return a line that says whether the game is rewound, paused, fast or slow; empty at
        normal speed."""
        if self.rewinding:
            return [f"REWIND {self._gone_back():.0f} s back"]
        if self.paused:
            return [f"PAUSED frame {self.machine.frames:,} cycle {self.machine.cycles:,}"]
        return ["FAST"] if self.fast else ["SLOW"] if self.slow else []

    @property
    def waits(self) -> bool:
        """True if the game is paused and no single frame was requested."""
        return self.paused and not self._stepped and not self.rewinding

    @property
    def before_last(self) -> Kept | None:
        """The state before the last frame; None during the replay of a movie, or if it is
        unknown."""
        return None if self._replay else self.history.last

    def _gone_back(self) -> float:
        return max(0.0, (self._came_from - self.machine.cycles) / CYCLES_PER_SECOND)

    def frame(self) -> list[Frame]:
        """Run the next frame (while rewinding, the previous one); return the frames that ended."""
        self.stepping = False
        self._inset_left -= 1
        if self._inset_left <= 0:
            self.inset = b""
        if self.rewinding:
            if not self.history.back(self.machine):
                self.paused = True
                self.rewind(False)
                self._messages.say("rewound to the oldest frame kept")
                return []
            frames = self.machine.run_to_frame()
        elif self._replay:
            frames = self._replayed()
        else:
            self.history.note(self.machine)
            frames = self.run()
            for frame in frames:
                if self._recorder:
                    self._recorder.frame(frame.index)
        self._seen = [*self._seen, *frames][-FRAMES_SEEN:]
        return frames

    def _replayed(self) -> list[Frame]:
        assert self._replay
        try:
            return [next(self._replay)]
        except StopIteration:
            self._messages.say("the movie has ended; P continues the game from here")
        except Diverged as fault:
            self._messages.say(str(fault))
        self._replay, self.paused = None, True
        self._record()
        return []

    def rewind(self, on: bool) -> None:
        if on and self._replay:
            self._messages.say("a movie cannot be rewound")
            return
        if self.rewinding and not on:
            if self._recorder:
                self._recorder.cut()
            self._keyboard.renew(self.machine)
        if on and not self.rewinding:
            self._came_from = self.machine.cycles
        self.rewinding = on

    def pause(self) -> None:
        self.paused, self._stepped = not self.paused, False

    def step(self) -> None:
        self.paused = self.stepping = self._stepped = True

    def slowly(self) -> None:
        self.slow = not self.slow
        self._messages.say(f"slow: {SLOW:g} of normal speed" if self.slow else "normal speed")

    def lend(self) -> None:
        """Stop recording, because a debugger or another program runs the machine now."""
        if self._recorder:
            self._recorder.stop()
        self._recorder = None

    def _record(self) -> None:
        """Start recording a movie here; an earlier movie is dropped."""
        self.lend()
        self._recorder = Recorder(self.machine)

    def take_back(self) -> None:
        """Start a new history and a new movie here, because something else ran the machine."""
        self.history.forget()
        self._record()
        self._keyboard.renew(self.machine)

    # --- states ----------------------------------------------------------------------------------

    def _path_of(self, slot: int) -> Path:
        return save_states.path_of(self.machine, slot, self._folders.states)

    @property
    def choosing(self) -> bool:
        return self._inset_left > 0

    def slots(self) -> list[str]:
        """Return the used slots with their dates; the chosen slot is marked, even if it is
        empty."""
        rows = []
        for slot in range(save_states.SLOTS):
            when = save_states.saved_at(self._path_of(slot))
            if when or slot == self.slot:
                chosen = slot == self.slot
                rows.append(f"{'> ' if chosen else ''}{slot}  {when or 'empty'}"
                            f"{' <' if chosen else ''}")
        return rows

    def next_slot(self) -> None:
        self.slot = (self.slot + 1) % save_states.SLOTS
        path = self._path_of(self.slot)
        self._inset_left, self.inset = INSET_FRAMES, b""
        if not path.exists():
            return
        try:
            picture = save_states.read(path).picture
            if is_small_picture(picture):
                self.inset = picture
            elif picture:
                self._messages.say(f"the picture of slot {self.slot} is damaged; F4 may still "
                                   "load its state")
        except VecxError as fault:
            self._messages.say(str(fault))

    def save(self) -> None:
        small = png_bytes(picture_of(self._seen, self.machine.analog, *THUMBNAIL)) \
            if self._seen else b""
        try:
            save_states.save(self._path_of(self.slot), self.machine, small)
        except VecxError as fault:
            self._messages.say(str(fault))
        else:
            self._messages.say(f"state saved in slot {self.slot}")

    def load(self) -> None:
        if self._replay:
            self._messages.say("a state cannot be loaded while a movie is being replayed")
            return
        path = self._path_of(self.slot)
        if not path.exists():
            self._messages.say(f"slot {self.slot} is empty")
            return
        try:
            gone = save_states.load(path, self.machine)
        except VecxError as fault:
            self._messages.say(str(fault))
            return
        self.history.forget()
        self._record()
        self._keyboard.renew(self.machine)
        left = f'; no longer in the program: {", ".join(gone[:LISTED_MAX])}' if gone else ""
        if len(gone) > LISTED_MAX:
            left += f" and {len(gone) - LISTED_MAX} more"
        self._messages.say(f"state of slot {self.slot} loaded{left}")

    # --- movies ----------------------------------------------------------------------------------

    def save_movie(self) -> None:
        if not self._recorder:
            self._messages.say("there is no movie to save: none is recorded during a replay or "
                               "while a debugger is attached")
            return
        cart = self.machine.cartridge
        path = free_name(self._folders.film(f"{cart.name if cart else 'vecx'}.movie"))
        try:
            self._recorder.movie.save(path)
            path = path.resolve()
        except (VecxError, OSError) as fault:
            self._messages.say(str(fault))
        else:
            last = self._recorder.movie.frames[-1][0] if self._recorder.full else 0
            end = f"; it ends at frame {last:,}, the maximum" if last else ""
            self._messages.say(f"{path} written{end}")


class Pace:
    """Decides when a frame is due.  If the machine is late, every frame runs, but some are not
    shown.

    Args:    speed  1 = the real machine's
             clock  seconds; sleep: waits for a number of seconds
    """

    def __init__(self, speed: float = 1.0, clock: Callable[[], float] = time.perf_counter,
                 sleep: Callable[[float], None] = time.sleep) -> None:
        self.speed = speed
        self._clock, self._sleep = clock, sleep
        self._due = self._shown = clock()

    def ran(self, cycles: int, sound_due_in: float | None = None) -> bool:
        """Count cycles that have run; return whether to show their picture.

        Args: sound_due_in  seconds until the sound output needs more; if given, its clock leads
        """
        self._due += cycles / CYCLES_PER_SECOND / self.speed
        now = self._clock()
        if sound_due_in is not None:
            apart = now + sound_due_in - self._due
            self._due += apart if abs(apart) > APART_SECONDS_MAX else FOLLOW * apart
        show = now <= self._due or now - self._shown >= DARK_SECONDS_MAX
        if show:
            self._shown = now
        return show

    def wait(self) -> None:
        """Wait until the next frame is due; if far behind, start counting from now."""
        now = self._clock()
        if self._due > now:
            self._sleep(self._due - now)
        elif now - self._due > LAG_SECONDS_MAX:
            self._due = now
