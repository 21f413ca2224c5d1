"""A debugger session: one paused machine that can run forward and backward.

>>> s = Session(Machine("connect4", preset="ideal"))
>>> point = s.breakpoints.add("Wait_Recal")
>>> stop = s.run()
>>> stop.reason.name, stop.breakpoint == point
('BREAKPOINT', True)
>>> here = s.machine.cycles
>>> _ = s.back(); s.machine.cycles < here
True
>>> _ = s.step(); s.machine.cycles == here
True
"""

from collections.abc import Callable, Iterable

from asm.disassembler.disasm import cartridge_entry

from ..chips import log
from ..console.cartridge import first_seen
from ..errors import VecxError
from ..machine import Machine
from .breakpoints import Breakpoints
from .expressions import place_of
from .inspector import Inspector
from .replay import Replay
from .runner import FRAME_CHUNK, Runner
from .stops import Reason, Signal, Stop
from .strokes import Strokes
from .timeline import Timeline

LINE_STEPS_MAX = 1_000_000  # instructions of one line of source
PAST_FRAME = 1_000          # cycles that a run to a frame goes on at least, before it goes back
FINAL = (Reason.PAUSE, Reason.UNFINISHED, Reason.HALTED, Reason.BEGINNING)


class Session:
    """A machine that is being debugged.

    timeline     its past: the earliest reachable cycle, the last frames
    breakpoints  set, listed, removed
    inspector    values, source lines, instructions, the stack
    replay       logs of the past
    strokes      the origins of a frame's strokes
    on_stop      sent each stop, whichever front end started the run
    on_message   sent the text of each log point that is hit, and warnings about expressions

    Args: machine  its present state is the earliest one that can be returned to
          names    names of addresses, in addition to the program's
    """

    def __init__(self, machine: Machine, names: dict[int, str] | None = None) -> None:
        self.machine = machine
        self.on_stop: Signal[Stop] = Signal()
        self.on_message: Signal[str] = Signal()
        self.timeline = Timeline(machine)
        self.inspector = Inspector(machine, names, lambda: self.since,
                                   lambda text: self.on_message.send(f"warning: {text}"))
        self.breakpoints = Breakpoints(machine, self.inspector, self.on_message.send)
        self.replay = Replay(machine, self.timeline)
        self.strokes = Strokes(machine, self.timeline, self.replay, self.inspector)
        self._runner = Runner(machine, self.timeline, self.breakpoints, self.replay)
        self._left = self._state()
        self._warned = False

    def _state(self) -> tuple[object, ...]:
        """Return the cycle, and the state that only the session should change during a pause."""
        machine = self.machine
        return machine.cycles, machine.registers, machine.memory.ram

    def _check_unchanged(self) -> None:
        """Warn once if code outside the session changed the machine, because replay does not repeat
        that change."""
        before, now = self._left, self._state()
        if before[0] == now[0] and before != now and not self._warned:
            self._warned = True
            self.on_message.send("warning: registers or RAM were changed outside the session; "
                                 "going back in time loses this change: use set_register and "
                                 "set_memory")

    @property
    def since(self) -> int:
        """Cycles since the session last stopped."""
        return self.machine.cycles - self._runner.begun_at

    # --- interrupting; from any thread -----------------------------------------------------------

    def pause(self) -> None:
        """Stop the program; if it is not running, stop the next run as soon as it begins."""
        self._runner.requested = Reason.PAUSE

    def interrupt(self) -> None:
        """Make a run return without announcing a stop, so that the run can be continued."""
        self._runner.requested = Reason.UNFINISHED

    def carry_on(self) -> None:
        """Cancel a `pause` or `interrupt` that has not taken effect."""
        self._runner.requested = None

    def announce(self, reason: Reason) -> None:
        self.on_stop.send(self._runner.stop(reason))

    # --- running forward -------------------------------------------------------------------------

    def step(self, count: int = 1) -> Stop:
        """Run one or more instructions (or interrupt entries), unless a breakpoint is hit first."""
        return self._moved(self._step, count)

    def over(self, count: int = 1) -> Stop:
        """Run an instruction with everything it calls, unless a breakpoint is hit first."""
        return self._moved(self._over, count)

    def out(self, count: int = 1) -> Stop:
        """Run until the current routine has returned, unless a breakpoint is hit first.

        Errors: VecxError if there is no return address on the stack
        """
        return self._moved(self._out, count)

    def step_line(self, count: int = 1, *, into: bool) -> Stop:
        """Run to the next source line; if the source is unknown, run one instruction."""
        return self._moved(lambda: self._line(self._step if into else self._over), count)

    def run(self, since: int | None = None, *, count: int = 1, frames: int | None = None) -> Stop:
        """Run until a breakpoint or `pause` stops the program.

        Args: since   the cycle of the last stop, if this continues an interrupted run; breakpoints
                      at that cycle do not stop again
              frames  stop at the latest after this number of frames
        """
        if frames is not None:
            return self._moved(lambda: self._limited(frames), count)
        return self._moved(lambda: self._runner.run(since=since), count)

    def run_for(self, cycles: int, since: int) -> Stop:
        """Run for a number of cycles, unless the program stops earlier.  After all cycles, the
        reason is UNFINISHED; `since` is as in `run`."""
        until = self.machine.cycles + cycles
        return self._moved(lambda: self._runner.run(until, since, Reason.UNFINISHED))

    def run_to(self, where: str) -> Stop:
        """Run to a place, unless a breakpoint is hit first.  Errors: UsageError, VecxError."""
        _, address, bank = self.inspector.place(where)
        return self._moved(lambda: self._until(address, lambda: 1, Reason.ARRIVED, bank))

    def run_to_program(self) -> Stop:
        """Run to the cartridge's first instruction, which follows its title, unless a breakpoint is
        hit first.  Errors: VecxError if there is no header"""
        cartridge = self.machine.cartridge
        entry = cartridge_entry(first_seen(cartridge.image)) if cartridge else None
        if entry is None:
            raise VecxError("the cartridge has no header, so that its first instruction is unknown")
        return self._moved(lambda: self._until(entry, lambda: 1, Reason.ENTRY))

    def run_to_cycle(self, cycle: int) -> Stop:
        """Run forward or go back to a cycle. Errors: VecxError if the cycle is before the start of
        the session."""
        return self._moved(lambda: self._to_cycle(cycle))

    def run_to_frame(self, number: int) -> Stop:
        """Run forward or go back to the beginning of frame `number`."""
        return self._moved(lambda: self._to_frame(number))

    def _moved(self, move: Callable[[], Stop], count: int = 1) -> Stop:
        """Repeat a movement `count` times, unless something stops the program earlier; announce
        only the last stop."""
        self._check_unchanged()
        try:
            return self._repeated(move, count)
        finally:
            self._left = self._state()

    def _repeated(self, move: Callable[[], Stop], count: int) -> Stop:
        stop = move()
        for _ in range(count - 1):
            if stop.breakpoint or stop.reason in FINAL:
                break
            stop = move()
        if stop.reason is not Reason.UNFINISHED:
            self.on_stop.send(stop)
        return stop

    def _leave(self) -> None:
        self._runner.begun_at = self.machine.cycles

    def _step(self) -> Stop:
        self._leave()
        self.timeline.run(self.machine.cycles + 1)
        return self._runner.stop(Reason.STEP)

    def _over(self) -> Stop:
        pc, s = self.machine.registers.pc, self.machine.registers.s
        found, _ = self.inspector.instruction(pc)
        if not found or found.effect.then != "call":
            return self._step()
        return self._until(pc + found.size, lambda: self.machine.registers.s >= s, Reason.STEP)

    def _out(self) -> Stop:
        callers = self.inspector.tracer.callers()
        if not callers:
            raise VecxError("cannot step out: the stack has no return address")
        _, s, place = callers[0]
        back, bank = self.inspector.split(place)
        return self._until(back, lambda: self.machine.registers.s >= s, Reason.STEP_OUT, bank)

    def _line(self, move: Callable[[], Stop]) -> Stop:
        line = self.inspector.current_line()
        stop = move()
        for _ in range(LINE_STEPS_MAX):
            if stop.breakpoint or line is None or self.inspector.current_line() != line \
                    or stop.reason in FINAL or self._runner.requested or self.machine.halted:
                break
            stop = move()
        return self._runner.take_request() or stop

    def _until(self, address: int, holds: Callable[[], bool | int], reason: Reason,
               bank: int = -1) -> Stop:
        with self.breakpoints.target(address, lambda: int(holds()), bank) as target:
            stop = self._runner.run()
        return self._runner.stop(reason) if stop.breakpoint == target else stop

    def _limited(self, frames: int) -> Stop:
        machine = self.machine
        begin, last = machine.cycles, machine.frames + frames
        while machine.frames < last:
            stop = self._runner.run(machine.cycles + FRAME_CHUNK, begin)
            if stop.reason is not Reason.CYCLE:
                return stop
        return self._runner.stop(Reason.FRAME_LIMIT, values=(frames,))

    def _to_cycle(self, cycle: int) -> Stop:
        if cycle >= self.machine.cycles:
            return self._runner.run(cycle)
        self._leave()
        self.timeline.go(cycle)
        return self._runner.stop(Reason.CYCLE)

    def _to_frame(self, number: int) -> Stop:
        machine = self.machine
        self._leave()
        if number <= machine.frames:
            self._go_before_frame(number)
        while machine.frames < number and not machine.halted:
            ends = machine.chips.frame_begin + FRAME_CHUNK
            stop = self._runner.run(max(machine.cycles + PAST_FRAME, ends))
            if stop.reason is not Reason.CYCLE and machine.frames < number:
                return stop
        before = next((frame for frame in self.timeline.frames if frame.index == number - 1), None)
        if before is not None:
            self.timeline.go(before.start_cycle + before.cycles)
        return self._runner.stop(Reason.FRAME)

    def _go_before_frame(self, number: int) -> None:
        """Go to the last keyframe before the start of a frame, or to the first keyframe."""
        for cycle in self.timeline.keyframes_before(self.machine.cycles):
            self.timeline.restore(cycle)
            if self.machine.frames < number:
                break

    def record_ahead(self, frames: Iterable[object]) -> None:
        """Record the inputs of later frames: exhaust an iterator that runs the machine, then go
        back."""
        start = self.machine.cycles
        for _ in frames:
            self.timeline.note_present()
        self.timeline.go(start)

    # --- going back ------------------------------------------------------------------------------

    def back(self, count: int = 1) -> Stop:
        return self._moved(self._back, count)

    def back_over(self, count: int = 1) -> Stop:
        """Go back by one instruction, or to the moment before the call that has just returned."""
        return self._moved(self._back_over, count)

    def back_line(self) -> Stop:
        """Go back to the beginning of the previous source line, stepping over calls."""
        return self._moved(self._back_line)

    def back_to_write(self, where: str, count: int = 1) -> Stop:
        """Go back to the moment before the last write to any of `count` bytes at a place.

        Errors: VecxError if there was no such write since the session began; nothing changes then
        """
        return self._moved(lambda: self._back_to_write(where, count))

    def run_back(self, count: int = 1) -> Stop:
        """Go back to the last place where a breakpoint stopped the program, or would have stopped
        it.

        Hits are not counted on the way back: `after` does not apply, and log points print nothing.
        """
        return self._moved(self._run_back, count)

    def _back(self) -> Stop:
        self._leave()
        return self._back_to(self.replay.head_before(self.machine.cycles))

    def _back_over(self) -> Stop:
        now, s = self.machine.cycles, self.machine.registers.s
        self._leave()
        before = self.replay.head_before(now)
        if before is None:
            return self._back_to(None)
        self.timeline.go(before)
        found, _ = self.inspector.instruction(self.machine.registers.pc)
        if found and found.effect.then == "return" and self.machine.registers.s < s:
            for begin, end in self.replay.stretches(before):
                rows = self.replay.heads(begin, end)
                level = rows[(rows["b"] >> 16 & 0xFFFF) >= s]
                if len(level):
                    before = int(level["cycle"][-1])
                    break
        return self._back_to(before)

    def _back_line(self) -> Stop:
        line, stop = self.inspector.current_line(), self._back_over()
        for _ in range(LINE_STEPS_MAX):
            if stop.reason is Reason.BEGINNING or self._runner.requested \
                    or self.inspector.current_line() != line:
                break
            stop = self._back_over()
        return self._runner.take_request() or stop

    def _back_to_write(self, where: str, count: int) -> Stop:
        place = self.machine.home(place_of(where, self.machine))
        now = self.machine.cycles
        self._leave()
        for begin, end in self.replay.stretches(now):
            rows = self.replay.logged(begin, end, place, count, writes=True)
            rows = rows[(rows["kind"] == log.WRITE) & (rows["a"] >= place)
                        & (rows["a"] < place + count)]
            if len(rows):
                cycle, pc, _, address, value = rows[-1].tolist()
                head = self.replay.head_before(cycle + 1)
                if head is not None:
                    self.timeline.go(head)
                    return self._runner.stop(Reason.WRITE, values=(pc, address, value))
        self.timeline.go(now)
        raise VecxError(f"{where} has not been written since cycle {self.timeline.begin:,}, where "
                        "the session began")

    def _run_back(self) -> Stop:
        now = self.machine.cycles
        self._leave()
        for begin, end in self.replay.stretches(now):
            found = self._runner.last_hit(begin, end, now)
            if found:
                self.timeline.go(found[0])
                return self._runner.stop(Reason.BREAKPOINT, found[1])
            if self._runner.requested:
                self.timeline.go(begin)
                return self._runner.take_request() or self._runner.stop(Reason.PAUSE)
        return self._back_to(None)

    def _back_to(self, cycle: int | None) -> Stop:
        self.timeline.go(self.timeline.begin if cycle is None else cycle)
        return self._runner.stop(Reason.BEGINNING if cycle is None else Reason.STEP_BACK)

    # --- changing the machine --------------------------------------------------------------------

    def set_register(self, name: str, value: int) -> bool:
        """Set a register; return True if this discards a recorded future.

        Errors: UsageError for an unknown name or a value that does not fit
        """
        branched = self.timeline.change(registers={name: value})
        self._left = self._state()
        return branched

    def set_memory(self, address: int, data: bytes, bank: int = -1) -> bool:
        """Set bytes of memory; return True if this discards a recorded future.

        Args: bank  of addresses below $8000; by default the visible one
        """
        branched = self.timeline.change(address=address, data=data, bank=bank)
        self._left = self._state()
        return branched
