"""A console: the parts of a machine wired together, and the one loop that runs them.

    chips     the record and the board that the compiled loop runs on
    memory    RAM, the cartridge's banks, what was written over ROM
    inputs    controllers, light pen and RESET, each input at its cycle
    output    frames, segments, sound and log rows that have not been taken
    hooks     marks on addresses, callbacks
    watchers  observers of the log: the strict machine, coverage

Each part owns its state; only this module knows how they work together.  A console has no symbols:
`Machine` adds them, and is the public interface.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from threading import Lock, get_ident

from ..chips import log
from ..chips.bus import IN_PEN
from ..chips.state import NEVER
from ..errors import UsageError, VecxError
from .analog import Analog
from .cartridge_slot import Range
from .chips import Chips
from .frame import Frame
from .hooks import Hooks
from .inputs import Inputs
from .memory import Memory
from .output import Output, no_room
from .snapshot import Identity, Kept, identity_of
from .watcher import Watcher

ADVANCE_MAX = 500_000       # cycles between two collections of the chips' output
STANDING_MAX = 1000         # iterations of the loop without a cycle: hooks at one place take a few
FRAMES_AT_ONCE = 16         # frames per run: more would be copied twice


@dataclass(frozen=True)
class Setup:
    """The configuration of a console: equal setups and inputs give equal consoles.

    bios, cart  the bytes of the executive ROM and of the cartridge
    preset      name of the analog parameters
    seed        of DAC errors, noise and random RAM
    ram_fill    contents of RAM at power-on: zero, ff or random
    cart_ram    first and last address of RAM in the cartridge
    device      in port 2: imager, or none
    without     output that is left out: picture, sound
    """

    bios: bytes
    cart: bytes
    preset: str
    analog: Analog
    seed: int = 0
    ram_fill: str = "random"
    cart_ram: Range | None = None
    device: str = "none"
    without: frozenset[str] = frozenset()


class Console:
    """A console at power-on.

    Errors: UsageError for an unknown device, or an impossible range of RAM in the cartridge

    >>> from vecx.console import analog, roms
    >>> console = Console(Setup(roms.load_bios(None).image, b"", "ideal", analog.load("ideal")))
    >>> [frame.index for frame in console.run_frames(3)]
    [0, 1, 2]
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.chips = chips = Chips(setup.preset, setup.analog, setup.seed, setup.device,
                                   setup.without)
        self.memory = Memory(chips.state, chips.board, setup.cart, setup.bios, setup.cart_ram)
        self.inputs = Inputs(chips.state)
        self.hooks = Hooks(chips.state, chips.board, self.memory.forget_decoded)
        self.watchers: list[Watcher] = []
        self.memory.power_on(setup.ram_fill, setup.seed)
        self._reset()
        self.output = Output(chips.state, chips.board)
        self._power_on_cycle = self.cycles
        self._running = Lock()
        self._runner = 0        # the thread that runs it

    def _reset(self) -> None:
        self.chips.reset()
        self.memory.reset()

    @property
    def cycles(self) -> int:
        """E cycles since power-on."""
        return self.chips.state.clock

    @property
    def frames(self) -> int:
        """Frames that have ended since power-on."""
        return self.chips.state.frames

    @property
    def fresh(self) -> bool:
        """True if nothing has run since power-on."""
        return self.cycles == self._power_on_cycle

    # --- running ---------------------------------------------------------------------------------

    def run(self, until: int, ask: int = 0, frames: int = 1) -> int:
        """Run to the first instruction at or after cycle `until`, or to a requested event.

        Args:    ask     events that end the run, bits of chips/log.py
                 frames  number of ended frames after which log.FRAME ends the run
        Returns: the events that ended it, bits of chips/log.py
        Errors:  VecxError for a damaged state; errors of callbacks and watchers; UsageError if it
                 runs already
        """
        while not self._running.acquire(blocking=False):
            self.check_idle()
        self._runner = get_ident()
        try:
            return self._run(until, ask, frames)
        finally:
            self._running.release()

    def check_idle(self) -> None:
        """Raise UsageError if the machine is running: in a callback, or in another thread."""
        if not self._running.locked():
            return
        if self._runner == get_ident():
            raise UsageError("a callback cannot run the machine or restore a state, because the "
                             "machine is running; do it when the run has ended")
        raise UsageError("another thread is running this machine; use a copy (copy.copy) in each "
                         "thread, or a lock")

    def _run(self, until: int, ask: int, frames: int) -> int:
        chips, hooks, watchers = self.chips, self.hooks, self.watchers
        m, board = chips.state, chips.board
        board.until_frame = m.frames + frames
        standing, before = 0, (-1, -1, -1)
        while True:
            if hooks:
                hooks.before_run()
            board.ask = ask
            end = min(until, m.clock + ADVANCE_MAX, self.inputs.feed())
            reason = chips.advance(self.memory.decoded, end)
            if m.reset_due:
                self._reset()
                for watcher in watchers:
                    watcher.reset()
            events = self.output.take_in()
            if reason & log.NO_ROOM:
                raise no_room()
            for watcher in watchers:
                watcher.look(events)
            if watchers:
                events = events[hooks.asked(events)]
            self.output.add_events(events)
            if hooks:
                hooks.after_run(events, bool(reason & log.AT_MARK))
            if reason & (ask | log.HAPPENED) or m.clock >= until:
                return reason
            now = m.clock, m.inputs, len(self.inputs.later)
            standing, before = standing + 1 if now == before else 0, now
            if standing > STANDING_MAX:
                raise VecxError(f"the machine makes no progress at cycle {m.clock:,}, because its "
                                "state is damaged; restore another state, or reset the machine")

    def run_frames(self, count: int) -> list[Frame]:
        """Run until `count` ended frames are pending; remove them from the output and return
        them."""
        frames = self.output.take_frames(count)
        try:
            while len(frames) < count:
                self.run(NEVER, log.FRAME, min(FRAMES_AT_ONCE, count - len(frames)))
                frames += self.output.take_frames(count - len(frames))
        except BaseException:       # of a callback: the frames so far are not lost
            self.output.return_frames(frames)
            raise
        return frames

    def run_to(self, first: int, count: int, max_cycles: int) -> bool:
        """Run until the PC reaches one of the `count` addresses from `first` on.

        Returns: False if none comes within max_cycles, or the CPU has halted
        """
        m, arrived = self.chips.state, list[int]()
        begin = m.clock

        def arrive() -> None:
            if m.clock > begin:
                arrived.append(m.pc)

        handle = self.hooks.add(first, count, int(log.MARK_BREAK), arrive)
        try:
            while not arrived and m.clock < begin + max_cycles and not self.chips.halted:
                self.run(begin + max_cycles, log.HALTED | log.AT_MARK)
        finally:
            handle.remove()
        return bool(arrived)

    def run_until(self, holds: Callable[[], bool], most: int,
                  why: Callable[[str], VecxError]) -> list[Frame]:
        """Run until a condition is true; the condition is tested after each frame and each marked
        access.

        Returns: the frames that have ended, at most `most`
        Errors:  `why(reason)` if it is still false then, or the CPU has halted
        """
        ended: list[Frame] = []
        while not holds():
            if self.chips.halted:
                raise why("the CPU has halted")
            if len(ended) >= most:
                raise why(f"after {most:,} frames")
            self.run(NEVER, log.FRAME | log.ACCESS | log.HALTED)
            ended += self.output.take_frames(most - len(ended))
        return ended

    # --- setting ---------------------------------------------------------------------------------

    def enter(self, inputs: list[tuple[int, int]], at: int | None = None) -> None:
        """Enter inputs in cycle `at`, or now; an input is a pair of input_what and input_value.

        Errors: UsageError if the cycle has passed
        """
        now = self.cycles
        if self.chips.board.no_picture and any(what >= IN_PEN for what, _ in inputs):
            raise UsageError("a light pen needs the machine's picture: remove picture=False")
        due = self.inputs.enter(inputs, at)
        for what, value in inputs:
            for watcher in self.watchers:
                watcher.entered(now if at is None else at, what, value)
        if due and not self._running.locked():
            self.run(now)

    def write(self, address: int, data: bytes, bank: int = -1) -> None:
        """Set bytes, even in ROM; an address below $8000 is in `bank`, by default the visible
        bank."""
        self.memory.write(address, data, bank)
        for watcher in self.watchers:
            watcher.wrote(address, len(data))

    def set_registers(self, **registers: int) -> None:
        """Set registers of the CPU; none is changed after an error.  Errors: UsageError"""
        self.chips.set_registers(**registers)
        for watcher in self.watchers:
            watcher.registers_set()

    # --- snapshots -------------------------------------------------------------------------------

    @cached_property
    def identity(self) -> Identity:
        """The checksums of the images and the range of RAM in the cartridge.  A snapshot fits only
        a console with the same identity."""
        return identity_of(self.setup.bios, self.setup.cart, self.memory.cart_ram_words)

    def keep(self) -> Kept:
        """Return the state that determines the console's future, for `restore`."""
        self.inputs.feed()
        segments, causes = self.output.segments()
        return Kept(self.identity, self.chips.packed(), self.memory.contents, segments.copy(),
                    causes.copy(), self.output.frames().copy(), self.memory.poked,
                    tuple(self.inputs.later), self.chips.preset, self.chips.analog,
                    self.setup.without)

    def restore(self, kept: Kept) -> None:
        """Continue from a state that `keep` returned.

        Hooks, listeners and watchers stay; pending sound and log rows are dropped.

        Errors: SnapshotMismatch if it was made with another executive ROM or cartridge, or by a
                machine without output that this one has; UsageError while it runs
        """
        self.check_idle()
        kept.identity.check(self.identity)
        kept.check_output(self.setup.without)
        self.chips.restore(kept.record, kept.preset, kept.analog)
        self.memory.restore(kept.ram, kept.poked)
        self.inputs.restore(kept.later)
        self.hooks.forget()
        self.output.restore(kept.segments, kept.causes, kept.frames)
        for watcher in self.watchers:
            watcher.restored()
