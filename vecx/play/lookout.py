"""Whether the program that runs still does anything, and if not, what the CPU does instead.

Told are: the CPU has halted; it has fetched an instruction where no memory is; for DARK_SECONDS no
frame has ended, and no instruction has drawn or sounded anything.  Then a copy of the machine runs
on, and is watched: it repeats itself for ever, waits for the VIA or an interrupt, or is busy, which
is only told after BUSY_SECONDS.  The machine itself is never touched, and what is looked at every
frame is what it counts anyway.

A program that hangs while its frames go on is not noticed, nor one that has jumped into memory that
holds something else; a program that thinks in the dark for longer than BUSY_SECONDS is told of.
"""

from pathlib import PurePath
from typing import NamedTuple

import numpy as np

from asm.output.debuginfo import Where

from ..chips import bus, log
from ..chips.account import COLUMNS
from ..chips.alu import I
from ..chips.attend import WAIT_CWAI, WAIT_SYNC
from ..chips.state import CYCLES_PER_SECOND
from ..console.console import Console
from ..console.frame import Frame
from ..machine import Machine

DARK_SECONDS, BUSY_SECONDS = 1.0, 3.0
ASTRAY_SECONDS = 10.0       # so long it is told of, where the program draws again
PROBE_CYCLES = 60_000       # that the copy runs: a loop that takes longer than half of them is none
TRIES_MAX = 64              # places at which a loop may have begun
SOUNDING = [number for number, column in enumerate(COLUMNS)
            if column.name in ("psg_writes", "dac_samples")]
INTERRUPTS = 0x7F           # of the VIA's IER
CALLS = {0xBD: 3, 0x17: 3, 0x8D: 2, 0x9D: 2, 0xAD: 2}      # opcodes, and the bytes of the call


class Trouble(NamedTuple):
    """What is wrong with the program.

    kind   halted, astray, loop, interrupt, via or busy
    what   in words, with the place in the source
    since  cycle from which on it is so; frame: how many had ended then
    """

    kind: str
    what: str
    since: int
    frame: int

    @property
    def certain(self) -> bool:
        """Whether the program is at fault for certain; else it may only be waiting."""
        return self.kind in ("halted", "astray", "loop")

    def __str__(self) -> str:
        return (f"{self.what}, since frame {self.frame:,}, {self.since / CYCLES_PER_SECOND:.1f} s "
                "after power-on")


class Lookout:
    """Looks after one machine: `look` is to be called whenever it has run.

    >>> from vecx.play.lookout import Lookout
    >>> m = Machine("connect4", preset="ideal")
    >>> lookout = Lookout(m)
    >>> lookout.look(m.run_frames(100)) is None
    True
    >>> m.write("game_board", b"\\x20\\xfe")             # BRA *
    >>> m.set_registers(pc=m.address("game_board"))
    >>> lookout.look(m.run_frames(50)).kind
    'loop'
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.forget()

    def forget(self) -> None:
        """The machine has gone to another time: what was is not known."""
        self._alive, self._alive_frame = self._machine.cycles, self._machine.frames
        self._due = 0
        self._found: Trouble | None = None

    def look(self, frames: list[Frame]) -> Trouble | None:
        """Return what is wrong now, or None.

        Args: frames  that have ended since the last call
        """
        machine = self._machine
        now = machine.cycles
        for frame in frames:
            at = self._alive_at(frame)
            if at > self._alive:
                self._alive, self._alive_frame = at, frame.index + (not frame.cut)
        dark = now - self._alive >= DARK_SECONDS * CYCLES_PER_SECOND
        astray = machine.astray
        if astray and (dark or machine.halted
                       or now - astray[2] < ASTRAY_SECONDS * CYCLES_PER_SECOND):
            return self._once("astray", f"the program ran to ${astray[0]:04X}, where no memory is, "
                              "from {}", [astray[1]], astray[2])
        if machine.halted:
            return self._once("halted", "the CPU has halted at {}: an undocumented opcode stops it "
                              "until reset", [int(machine.chips.state.op_pc)])
        if not dark:
            self._found, self._due = None, 0
        elif now >= self._due:
            self._due = now + CYCLES_PER_SECOND
            self._found = self._examined(now)
        return self._found

    def _alive_at(self, frame: Frame) -> int:
        """Return the last cycle of a frame in which the program certainly did something."""
        if not frame.cut or frame.account[SOUNDING].any():
            return frame.start_cycle + frame.cycles
        return int(frame.causes[-1, 1]) if len(frame.causes) else 0

    def _once(self, kind: str, words: str, pcs: list[int], since: int = 0) -> Trouble:
        """Return a trouble; while it stays of one kind, as it was told first."""
        if self._found is None or self._found.kind != kind:
            self._found = Trouble(kind, words.format(place(self._machine, pcs)),
                                  since or self._alive,
                                  self._machine.frames if since else self._alive_frame)
        return self._found

    def _examined(self, now: int) -> Trouble | None:
        """Return what the program does in the dark, or None where it may go on for a while."""
        machine = self._machine
        if machine.chips.state.wait in (WAIT_SYNC, WAIT_CWAI):
            return self._once("interrupt", "the CPU waits at {} for an interrupt that does not "
                              "come", [int(machine.chips.state.op_pc)])
        rows, pcs = probe(machine)
        loop = repeated(rows)
        if loop is None:
            if now - self._alive < BUSY_SECONDS * CYCLES_PER_SECOND:
                return None
            return self._once("busy", "nothing is drawn: the program is busy at {}", pcs[-1:])
        pcs = sorted(set(loop["pc"][loop["kind"] == log.EXEC].tolist()))
        via = sorted(set(loop["a"][(loop["kind"] == log.READ)].tolist()))
        if via:
            registers = ", ".join(f"${at:04X}" for at in via)
            return self._once("via", f"nothing is drawn: the program waits at {{}}, and reads the "
                              f"VIA ({registers})", pcs)
        if machine.chips.state.ier & INTERRUPTS and not machine.registers.cc & I:
            return self._once("interrupt", "nothing is drawn: the program waits at {} for an "
                              "interrupt", pcs)
        return self._once("loop", "the program hangs: an endless loop at {}", pcs)


def probe(machine: Machine) -> tuple[np.ndarray, list[int]]:
    """Let a copy of a machine's console run on; return the rows of its log, and its program
    counters.

    The rows are those of instructions, of writes to RAM, and of accesses to the VIA.
    """
    twin = Console(machine.console.setup)
    twin.restore(machine.keep())
    for first, count, marks in ((0, 0x10000, log.MARK_EXEC),
                                (bus.RAM, bus.RAM_BYTES, log.MARK_WRITE),
                                (bus.VIA_BASE, 16, log.MARK_READ | log.MARK_WRITE)):
        twin.hooks.add(int(first), int(count), int(marks))
    twin.run(twin.cycles + PROBE_CYCLES)
    rows = twin.output.take_events()
    return rows, rows["pc"][rows["kind"] == log.EXEC].tolist()


def repeated(rows: np.ndarray) -> np.ndarray | None:
    """Return the rows of the loop that a log ends with, or None.

    A loop has been gone through twice with the same registers, reads and writes: where it reads
    nothing but memory, nothing will ever end it.
    """
    plain = np.stack([rows["pc"], rows["kind"], rows["a"], rows["b"]], axis=1)
    heads = np.flatnonzero(rows["kind"] == log.EXEC)
    if not len(heads):
        return None
    end = int(heads[-1])
    same = heads[(plain[heads] == plain[end]).all(axis=1)]
    for begin in same[-2:-2 - TRIES_MAX:-1].tolist():
        length = end - begin
        if begin >= length and (plain[begin - length:begin] == plain[begin:end]).all():
            return rows[begin:end]
    return None


def place(machine: Machine, pcs: list[int]) -> str:
    """Return where instructions stand: file and lines, or addresses, and the routine.

    Of some in cartridge and executive ROM, those in the cartridge; for the ROM's alone, what
    called them is named as well.
    """
    own = [pc for pc in pcs if pc < bus.ROM] or pcs
    first, last = machine.where(min(own)), machine.where(max(own))
    words = _lines(first, last) if first.file and first.address < bus.ROM else \
        f"${first.address:04X}" + (f"-${last.address:04X}" if last != first else "")
    if first.routine:
        words += f" ({first.routine}" + (f"+{first.offset}" if first.offset > 0 else "") + ")"
    if first.address >= bus.ROM:
        caller = _caller(machine)
        if caller is not None:
            words += f", called at {place(machine, [caller])}"
    return words


def _lines(first: Where, last: Where) -> str:
    """Return the lines from one place to another, in a word."""
    name = PurePath(first.file).as_posix()
    same = last.file == first.file and last.line > first.line
    return f"{name}:{first.line}" + (f"-{last.line}" if same else "")


def _caller(machine: Machine) -> int | None:
    """Return the address of the innermost call in the cartridge that the stack tells of."""
    s, image = machine.registers.s, machine.cartridge.image if machine.cartridge else b""
    for at in range(s, int(bus.RAM_END) - 1):
        value = int.from_bytes(machine.read(at, 2), "big")
        for opcode, length in CALLS.items():
            if length <= value <= len(image) and image[value - length] == opcode:
                return value - length
    return None
