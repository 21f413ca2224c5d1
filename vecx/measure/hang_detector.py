"""Detects that the running program hangs, waits or has left memory, and describes the problem.

Reported are: the CPU has halted; it has fetched an instruction outside memory; for DARK_SECONDS no
frame has ended, and no instruction has drawn or made a sound.  Then a copy of the machine runs on
with logging: it repeats itself for ever, waits for the VIA or an interrupt, or is busy, which is
only reported after BUSY_SECONDS.  The machine itself is never changed, and the checks of each frame
use only what it counts anyway.

Not detected: a program that hangs while its frames continue, or that has jumped into memory with
other contents.  A program that computes without drawing for longer than BUSY_SECONDS is reported.
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
ASTRAY_SECONDS = 10.0       # it is shown for this time after the program draws again
PROBE_CYCLES = 60_000       # that the copy runs; loops longer than half of it are not found
TRIES_MAX = 64              # candidates for the start of a loop
SOUNDING = [number for number, column in enumerate(COLUMNS)
            if column.name in ("psg_writes", "dac_samples")]
INTERRUPTS = 0x7F           # of the VIA's IER
CALLS = {0xBD: 3, 0x17: 3, 0x8D: 2, 0x9D: 2, 0xAD: 2}      # opcodes of calls, and their lengths


class Trouble(NamedTuple):
    """A hang of the program.

    kind   halted, astray, loop, interrupt, via or busy
    what   description, with the place in the source
    since  cycle at which it began; frame: number of frames that had ended then
    """

    kind: str
    what: str
    since: int
    frame: int

    @property
    def certain(self) -> bool:
        """Whether the program is certainly at fault; otherwise it may only be waiting."""
        return self.kind in ("halted", "astray", "loop")

    def __str__(self) -> str:
        return (f"{self.what}, since frame {self.frame:,}, {self.since / CYCLES_PER_SECOND:.1f} s "
                "after power-on")


class HangDetector:
    """Watches one machine; call `look` whenever it has run.

    >>> from vecx.measure.hang_detector import HangDetector
    >>> m = Machine("connect4", preset="ideal")
    >>> detector = HangDetector(m)
    >>> detector.look(m.run_frames(100)) is None
    True
    >>> m.write("game_board", b"\\x20\\xfe")             # BRA *
    >>> m.set_registers(pc=m.address("game_board"))
    >>> detector.look(m.run_frames(50)).kind
    'loop'
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.forget()

    def forget(self) -> None:
        """Discard what was observed, because the machine has jumped to another point in time."""
        self._alive, self._alive_frame = self._machine.cycles, self._machine.frames
        self._due = 0
        self._found: Trouble | None = None

    def look(self, frames: list[Frame], *, at_once: bool = False) -> Trouble | None:
        """Return the hang that is in progress, or None.

        Args: frames   that have ended since the last call
              at_once  do not wait until it has been dark for DARK_SECONDS
        """
        machine = self._machine
        now = machine.cycles
        for frame in frames:
            at = self._alive_at(frame)
            if at > self._alive:
                self._alive, self._alive_frame = at, frame.index + (not frame.cut)
        dark = at_once or now - self._alive >= DARK_SECONDS * CYCLES_PER_SECOND
        astray = machine.astray
        if astray and (dark or machine.halted
                       or now - astray[2] < ASTRAY_SECONDS * CYCLES_PER_SECOND):
            return self._once("astray", f"the program ran from {{}} to ${astray[0]:04X}, which "
                              "is not memory", [astray[1]], astray[2])
        if machine.halted:
            return self._once("halted", "the CPU has halted at {}: an "
                                        "undocumented opcode stopped "
                                        "it until a reset", [int(machine.chips.state.op_pc)])
        if not dark:
            self._found, self._due = None, 0
        elif now >= self._due:
            self._due = now + CYCLES_PER_SECOND
            self._found = self._examined(now)
        return self._found

    def _alive_at(self, frame: Frame) -> int:
        """Return the last cycle, within a frame, at which the program certainly drew or made a
        sound."""
        if not frame.cut or frame.account[SOUNDING].any():
            return frame.start_cycle + frame.cycles
        return int(frame.causes[-1, 1]) if len(frame.causes) else 0

    def _once(self, kind: str, words: str, pcs: list[int], since: int = 0) -> Trouble:
        """Return the current hang if it is of the given kind, or else a new one."""
        if self._found is None or self._found.kind != kind:
            self._found = Trouble(kind, words.format(place(self._machine, pcs)),
                                  since or self._alive,
                                  self._machine.frames if since else self._alive_frame)
        return self._found

    def _examined(self, now: int) -> Trouble | None:
        """Return a hang if the program does nothing useful, or None if it may work for a while
        longer."""
        machine = self._machine
        if machine.chips.state.wait in (WAIT_SYNC, WAIT_CWAI):
            return self._once("interrupt", "the CPU waits at {} for an interrupt that does not "
                              "occur", [int(machine.chips.state.op_pc)])
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
    """Run a copy of a machine's console for a while; return the rows of its log, and the PCs.

    The rows are instructions, writes to RAM, and accesses to the VIA.
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
    """Return the rows of the loop at the end of a log, or None.

    The loop was executed twice with the same registers, reads and writes, so it never ends if it
    reads only memory.
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
    """Return the place of some instructions as text: file and lines, or addresses, and the routine.

    If some lie in the cartridge and some in the executive ROM, only those in the cartridge count;
    for the ROM alone the caller is named as well.
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
    name = PurePath(first.file).as_posix()
    same = last.file == first.file and last.line > first.line
    return f"{name}:{first.line}" + (f"-{last.line}" if same else "")


def _caller(machine: Machine) -> int | None:
    s, image = machine.registers.s, machine.cartridge.image if machine.cartridge else b""
    for at in range(s, int(bus.RAM_END) - 1):
        value = int.from_bytes(machine.read(at, 2), "big")
        for opcode, length in CALLS.items():
            if length <= value <= len(image) and image[value - length] == opcode:
                return value - length
    return None
