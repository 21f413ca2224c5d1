"""The past of one machine: keyframes and later inputs, which together can restore any moment.

Equal records have equal futures: a moment is reached from the last keyframe before it by running
again, with every input and change at its own cycle.  Inspecting changes nothing.  A change made in
the past begins a new future; what came after it is discarded.
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from ..chips.state import NEVER
from ..console.frame import Frame
from ..console.snapshot import Kept
from ..errors import VecxError
from ..machine import Machine
from ..play.rewind import size_of

EVERY = 1_000_000       # cycles between two keyframes
BYTES_MAX = 64 << 20    # of all keyframes together
FRAMES_KEPT = 64        # the last ones that have ended


class Change(NamedTuple):
    """Registers or bytes of memory that the user set at a cycle; `bank` is as in Console.write."""

    cycle: int
    registers: dict[str, int]
    address: int = 0
    data: bytes = b""
    bank: int = -1

    def make(self, machine: Machine) -> None:
        if self.registers:
            machine.chips.set_registers(**self.registers)
        if self.data:
            machine.console.write(self.address, self.data, self.bank)


class Keyframe(NamedTuple):
    """The state of the machine at a cycle, and the number of inputs and changes before it.

    again  it was taken while the past was run again: later inputs are already pending in it
    """

    cycle: int
    kept: Kept
    inputs: int
    changes: int
    again: bool


class Timeline:
    """Records the states and inputs of one machine from now on.

    Args: every      cycles between two keyframes
          bytes_max  of all keyframes; beyond that older ones are thinned out

    >>> m = Machine("connect4", preset="ideal")
    >>> past = Timeline(m)
    >>> _ = past.run(3_000_000)
    >>> was = m.ram
    >>> past.go(1_000_000); past.go(3_000_000); m.ram == was
    True
    """

    def __init__(self, machine: Machine, every: int = EVERY, bytes_max: int = BYTES_MAX) -> None:
        self.machine = machine
        self._every, self._bytes_max = every, bytes_max
        self._inputs: list[tuple[int, int, int]] = []
        self._changes: list[Change] = []
        self._made = 0              # changes already applied
        self._keys: list[Keyframe] = []
        self._cycles: list[int] = []        # of the keyframes
        self._replays = False
        machine.inputs.listeners.append(self._note_input)
        self.bytes = 0
        self.version = 0                    # grows whenever a recorded future is discarded
        self.end = machine.cycles           # the latest cycle ever reached
        self.frames: deque[Frame] = deque(maxlen=FRAMES_KEPT)
        self._keep()

    def close(self) -> None:
        """Stop recording inputs, because something else runs the machine."""
        self.machine.inputs.listeners.remove(self._note_input)

    @property
    def begin(self) -> int:
        return self._keys[0].cycle

    def __len__(self) -> int:
        return len(self._keys)

    def words(self) -> str:
        """Return a text that states the extent of the past and the memory that it uses."""
        return (f"back to cycle {self.begin:,} with {len(self)} keyframes, "
                f"{self.bytes / 1e6:.1f} MB of at most {self._bytes_max / 1e6:.0f}")

    def keyframes_before(self, cycle: int) -> list[int]:
        """Return the cycles of the keyframes before a cycle, the last one first."""
        return self._cycles[:bisect_right(self._cycles, cycle - 1)][::-1]

    # --- running ---------------------------------------------------------------------------------

    def run(self, until: int) -> bool:
        """Run to the first instruction at or after a cycle, or until a hook ends the run.

        Returns: True if a hook ended the run, or the CPU has halted
        """
        machine = self.machine
        while machine.cycles < until:
            due = [until, max(self._next_key(), machine.cycles + 1)]
            if self._made < len(self._changes):
                due.append(self._changes[self._made].cycle)
            wants = machine.run_to_stop(max(1, min(due) - machine.cycles))
            self.frames.extend(machine.output.take_frames())
            self._catch_up()
            if machine.cycles >= self._next_key():
                self._keep()
            if wants:
                return True
        return False

    def _catch_up(self) -> None:
        """Apply the changes that are due, and record the latest cycle."""
        now = self.machine.cycles
        while self._made < len(self._changes) and self._changes[self._made].cycle <= now:
            self._changes[self._made].make(self.machine)
            self._made += 1
        self.end = max(self.end, now)

    def note_present(self) -> None:
        """Record the present cycle after something else ran the machine."""
        self.end = max(self.end, self.machine.cycles)
        if self.machine.cycles >= self._next_key():
            self._keep()

    def go(self, cycle: int) -> None:
        """Go to the first instruction at or after a cycle, forward or back.

        Errors: VecxError for a cycle before the first keyframe
        """
        if cycle < self.begin:
            raise VecxError(f"cycle {cycle:,} is before the first cycle of the session, "
                            f"{self.begin:,}")
        if not self.machine.cycles <= cycle or self._is_far(cycle):
            self.restore(self._cycles[bisect_right(self._cycles, cycle) - 1])
        while self.machine.cycles < cycle:
            self.run(cycle)

    def _is_far(self, cycle: int) -> bool:
        return self._cycles[bisect_right(self._cycles, cycle) - 1] > self.machine.cycles

    def restore(self, cycle: int) -> None:
        """Restore a keyframe, and schedule the inputs that followed it."""
        key = self._keys[self._cycles.index(cycle)]
        machine = self.machine
        machine.restore(key.kept)
        self._made = key.changes
        self._replays = True
        try:
            with machine.inputs.muted():
                for at, what, value in self._inputs[key.inputs:]:
                    machine.enter(what, value, at)
        finally:
            self._replays = False
        self._catch_up()
        start = machine.cycles
        while self.frames and self.frames[-1].start_cycle + self.frames[-1].cycles > start:
            self.frames.pop()

    # --- changes and inputs ----------------------------------------------------------------------

    def change(self, *, registers: dict[str, int] | None = None, address: int = 0,
               data: bytes = b"", bank: int = -1) -> bool:
        """Set registers or memory now; return True if this discards a recorded future.

        Errors: UsageError for unknown registers, or values that do not fit
        """
        now = self.machine.cycles
        change = Change(now, registers or {}, address, data, bank)
        known = self._is_past()
        if registers:
            self.machine.set_registers(**registers)     # refuses before anything is discarded
        if known:
            self._discard_future()
        change.make(self.machine)
        self._changes.append(change)
        self._made = len(self._changes)
        return known

    def branch(self) -> bool:
        """Discard the recorded future, because an input changes it; return True if there was a
        future to discard."""
        known = self._is_past()
        if known:
            self._discard_future()
        return known

    def _is_past(self) -> bool:
        return self.machine.cycles < self.end

    def _note_input(self, cycle: int, what: int, value: int) -> None:
        self._inputs.append((cycle, what, value))

    def _discard_future(self) -> None:
        """Discard all keyframes, changes and inputs after now, including inputs that are
        pending."""
        now = self.machine.cycles
        self.version += 1
        count = bisect_right(self._cycles, now)
        for key in self._keys[count:]:
            self.bytes -= size_of(key.kept)
        del self._keys[count:], self._cycles[count:], self._changes[self._made:]
        self.end = now
        left = [row for row in self._inputs if row[0] <= now]
        if len(left) < len(self._inputs):
            self._drop([number for number, key in enumerate(self._keys) if key.again])
            before = self._keys[-1].inputs
            self._inputs = [row for number, row in enumerate(self._inputs)
                            if number < before or row[0] <= now]
            self.restore(self._cycles[-1])
            while self.machine.cycles < now:
                self.run(now)

    # --- keyframes -------------------------------------------------------------------------------

    def _next_key(self) -> int:
        """Return the cycle at which the next keyframe is due; NEVER if an existing keyframe follows
        soon."""
        at = bisect_right(self._cycles, self.machine.cycles)
        due = self._cycles[at - 1] + self._every
        return due if at == len(self._cycles) or self._cycles[at] > due + self._every else NEVER

    def _keep(self) -> None:
        kept, now = self.machine.keep(), self.machine.cycles
        at = bisect_right(self._cycles, now)
        self._keys.insert(at, Keyframe(now, kept, len(self._inputs), self._made,
                                       now < self.end or self._replays))
        self._cycles.insert(at, now)
        self.bytes += size_of(kept)
        if self.bytes > self._bytes_max:
            self._thin_out()

    def _thin_out(self) -> None:
        """Drop every other keyframe of the older half, except the first."""
        half = len(self._keys) // 2
        self._drop(range(1, half, 2))

    def _drop(self, numbers: Iterable[int]) -> None:
        gone = set(numbers)
        self.bytes -= sum(size_of(self._keys[number].kept) for number in gone)
        self._keys = [key for number, key in enumerate(self._keys) if number not in gone]
        self._cycles = [key.cycle for key in self._keys]
