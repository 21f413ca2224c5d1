"""Time in the player's hand: fast, slow, frame by frame, back; states in slots; movies."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from ..console.frame import CYCLES_PER_SECOND, Frame
from ..console.snapshot import Kept
from ..errors import VecxError
from ..machine import Machine
from ..play import save_states
from ..play.folders import Folders
from ..play.inputs import Keyboard
from ..play.movie import Diverged, Movie, Recorder, replay
from ..play.rewind import History
from .picture import free_name, is_small_picture, picture_of, png_bytes

FAST, SLOW = 8.0, 0.25
THUMBNAIL = 240, 300
FRAMES_SEEN = 4         # whose light a thumbnail shows
LISTED_MAX = 4          # cells of RAM in a message
INSET_FRAMES = 100      # a slot's picture is shown so long


class Teller(Protocol):
    """Who tells the user something."""

    def say(self, words: str) -> None:
        """Tell it."""


class Timing:
    """The time of one machine: where it goes, and where it can go back to.

    Args: movie    to be played instead of the hands
          folders  where movies and states are written
    """

    def __init__(self, machine: Machine, keyboard: Keyboard, teller: Teller,
                 movie: Movie | None = None, folders: Folders | None = None) -> None:
        self._folders = folders or Folders()
        self.machine, self._keyboard, self._teller = machine, keyboard, teller
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
        """How fast time goes now; 1 = the real machine's."""
        return FAST if self.fast else SLOW if self.slow else 1.0

    @property
    def replaying(self) -> bool:
        """True while a movie plays instead of the hands."""
        return self._replay is not None

    @property
    def standing(self) -> bool:
        """True where no frame is to run now."""
        return self.paused and not self.stepping and not self.rewinding

    def told(self) -> list[str]:
        """Return in words where time goes, and where it stands; nothing where it goes as ever."""
        if self.rewinding:
            return [f"REWIND {self._gone_back():.0f} s back"]
        if self.paused:
            return [f"PAUSED frame {self.machine.frames:,} cycle {self.machine.cycles:,}"]
        return ["FAST"] if self.fast else ["SLOW"] if self.slow else []

    @property
    def waits(self) -> bool:
        """True where the game was paused, and no frame has been stepped to."""
        return self.paused and not self._stepped and not self.rewinding

    @property
    def before_last(self) -> Kept | None:
        """The state before the frame that ran last; None where the machine was elsewhere then."""
        return None if self._replay else self.history.last

    def _gone_back(self) -> float:
        return max(0.0, (self._came_from - self.machine.cycles) / CYCLES_PER_SECOND)

    def frame(self) -> list[Frame]:
        """Run a frame: the next one, or the one before the last; return what frames ended."""
        self.stepping = False
        self._inset_left -= 1
        if self._inset_left <= 0:
            self.inset = b""
        if self.rewinding:
            if not self.history.back(self.machine):
                self.paused = True
                self.rewind(False)
                self._teller.say("no earlier frame is known")
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
            self._teller.say("the movie has ended; P goes on from here")
        except Diverged as fault:
            self._teller.say(str(fault))
        self._replay, self.paused = None, True
        self._record()
        return []

    def rewind(self, on: bool) -> None:
        """Begin or end to go back."""
        if on and self._replay:
            self._teller.say("a movie cannot be rewound")
            return
        if self.rewinding and not on:
            if self._recorder:
                self._recorder.cut()
            self._keyboard.renew(self.machine)
        if on and not self.rewinding:
            self._came_from = self.machine.cycles
        self.rewinding = on

    def pause(self) -> None:
        """Stand still, or go on."""
        self.paused, self._stepped = not self.paused, False

    def step(self) -> None:
        """Run one frame and stand."""
        self.paused = self.stepping = self._stepped = True

    def slowly(self) -> None:
        """Go slowly, or as before."""
        self.slow = not self.slow
        self._teller.say(f"slow, {SLOW:g} of the speed" if self.slow else "no longer slow")

    def lend(self) -> None:
        """Stop recording: something else runs the machine, a debugger or another program."""
        if self._recorder:
            self._recorder.stop()
        self._recorder = None

    def _record(self) -> None:
        """Begin a movie at the present, in place of one that is being recorded."""
        self.lend()
        self._recorder = Recorder(self.machine)

    def take_back(self) -> None:
        """Begin the history and a movie here: something else ran the machine."""
        self.history.forget()
        self._record()
        self._keyboard.renew(self.machine)

    # --- states ----------------------------------------------------------------------------------

    def _path_of(self, slot: int) -> Path:
        return save_states.path_of(self.machine, slot, self._folders.states)

    @property
    def choosing(self) -> bool:
        """True for a while after a slot was chosen."""
        return self._inset_left > 0

    def slots(self) -> list[str]:
        """Return the slots with a state, and when it was saved; the chosen one marked, also empty.
        """
        rows = []
        for slot in range(save_states.SLOTS):
            when = save_states.saved_at(self._path_of(slot))
            if when or slot == self.slot:
                chosen = slot == self.slot
                rows.append(f"{'> ' if chosen else ''}{slot}  {when or 'empty'}"
                            f"{' <' if chosen else ''}")
        return rows

    def next_slot(self) -> None:
        """Choose the next slot; show what is in it."""
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
                self._teller.say(f"the picture of slot {self.slot} is damaged; F4 may still load "
                                 "the state")
        except VecxError as fault:
            self._teller.say(str(fault))

    def save(self) -> None:
        """Save the state in the chosen slot."""
        small = png_bytes(picture_of(self._seen, self.machine.analog, *THUMBNAIL)) \
            if self._seen else b""
        try:
            save_states.save(self._path_of(self.slot), self.machine, small)
        except VecxError as fault:
            self._teller.say(str(fault))
        else:
            self._teller.say(f"state saved in slot {self.slot}")

    def load(self) -> None:
        """Go on from the state in the chosen slot."""
        if self._replay:
            self._teller.say("no state can be loaded while a movie is played")
            return
        path = self._path_of(self.slot)
        if not path.exists():
            self._teller.say(f"slot {self.slot} is empty")
            return
        try:
            gone = save_states.load(path, self.machine)
        except VecxError as fault:
            self._teller.say(str(fault))
            return
        self.history.forget()
        self._record()
        self._keyboard.renew(self.machine)
        left = f"; no longer there: {', '.join(gone[:LISTED_MAX])}" if gone else ""
        if len(gone) > LISTED_MAX:
            left += f" and {len(gone) - LISTED_MAX} more"
        self._teller.say(f"state of slot {self.slot} loaded{left}")

    # --- movies ----------------------------------------------------------------------------------

    def save_movie(self) -> None:
        """Write the game so far as a movie."""
        if not self._recorder:
            self._teller.say("no movie is recorded while one is played, or a debugger is there")
            return
        cart = self.machine.cartridge
        path = free_name(self._folders.film(f"{cart.name if cart else 'vecx'}.movie"))
        try:
            self._recorder.movie.save(path)
            path = path.resolve()
        except (VecxError, OSError) as fault:
            self._teller.say(str(fault))
        else:
            last = self._recorder.movie.frames[-1][0] if self._recorder.full else 0
            end = f"; it ends at frame {last:,}, as long as one can be" if last else ""
            self._teller.say(f"{path} written{end}")
