"""A machine for tests: replaced routines, structures by name, waiting for pictures, and history."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from asm.output.debuginfo import DebugInfo

from ..chips import bus, log
from ..console.chips import Chips
from ..console.difference import compared
from ..console.frame import Frame
from ..console.hooks import Handle
from ..console.names import Names
from ..console.output import Output
from ..console.watcher import Watcher
from ..errors import UsageError, VecxError, check_int
from ..machine import Machine
from ..measure.hang_detector import HangDetector

RTS = 0x39
CYCLES_MAX = 900_000_000        # ten minutes of play
INSTRUCTIONS_SHOWN = 20
INSTRUCTIONS_KEPT = 20_000      # about two frames, to show what ran before a long loop
LOOP_MOST = 8                   # instructions of a loop whose iterations are shown as one
NO_ROWS = np.zeros((0, 7), np.float32)


class History(Watcher):
    """Records the last instructions."""

    def __init__(self) -> None:
        self._chunks: list[np.ndarray] = []

    def look(self, events: np.ndarray) -> None:
        if len(events):
            rows = events[-INSTRUCTIONS_KEPT:]
            self._chunks = [*self._chunks[-1:], rows.copy()] if len(rows) < INSTRUCTIONS_KEPT \
                else [rows.copy()]

    def restored(self) -> None:
        self._chunks.clear()

    def rows(self) -> list[tuple[int, ...]]:
        return [row for chunk in self._chunks for row in chunk[chunk["kind"] == log.EXEC].tolist()]


class Judge(Watcher):
    """Records the figures of ended frames, and limits the cycles of a test.

    Args: chips, output, names  of the machine
    """

    def __init__(self, chips: Chips, output: Output, names: Names) -> None:
        self._m, self._output, self._names = chips.state, output, names
        self.cycles_max = CYCLES_MAX
        self.begin()

    def begin(self) -> None:
        """Drop the frames so far, and count cycles from now on."""
        self._accounts: list[np.ndarray] = []
        self._judged, self._begun = self._m.frames, self._m.clock

    def look(self, events: np.ndarray) -> None:
        """Record the figures of each ended frame.  Errors: VecxError if the test runs too long"""
        new = self._m.frames - self._judged
        if new > 0:
            self._accounts += [row.copy() for row in self._output.frames()[-new:]]
        self._judged = self._m.frames
        if self._m.clock - self._begun > self.cycles_max:
            raise VecxError(f"the test has run {self._m.clock - self._begun:,} cycles, more than "
                            f"the {self.cycles_max:,} that `vecx_max_cycles` allows; PC is "
                            f"{self._names.where(self._m.pc)}")

    def restored(self) -> None:
        self._judged = self._m.frames

    def frames(self) -> list[Frame]:
        """Return the frames that ended since `begin`, with their figures but without strokes."""
        first = self._judged - len(self._accounts)
        return [Frame(first + i, NO_ROWS, NO_ROWS[:, :2], row)
                for i, row in enumerate(self._accounts)]


def folded(rows: list[tuple[int, ...]]) -> list[tuple[tuple[int, ...], int]]:
    """Return the rows with only the last iteration of each short loop.  Each row has the number of
    iterations that were left out before it.

    >>> folded([(0, pc) for pc in (1, 5, 6, 5, 6, 5, 6, 7)])
    [((0, 1), 0), ((0, 5), 2), ((0, 6), 0), ((0, 7), 0)]
    """
    kept: list[tuple[tuple[int, ...], int]] = []
    for row in rows:
        kept.append((row, 0))
        for length in range(1, min(LOOP_MOST, len(kept) // 2) + 1):
            if kept[-1][0][1] != kept[-1 - length][0][1]:
                continue
            old, new = kept[-2 * length:-length], kept[-length:]
            if all(a[0][1] == b[0][1] for a, b in zip(old, new, strict=True)):
                kept[-2 * length:] = [(new[0][0], old[0][1] + 1), *new[1:]]
                break
    return kept


class Struct:
    """A structure in memory: `ship.x` reads a field, `ship.x = 5` sets it.

    A field of one byte or two is a number, a longer one is bytes.

    >>> m = Machine("connect4", preset="ideal")
    >>> ship = Struct(m, 0xC880, {"y": (0, 1), "speed": (1, 2)}, "ship")
    >>> ship.speed = -2
    >>> m.read(0xC880, 3), ship.speed
    (b'\\x00\\xff\\xfe', 65534)
    """

    _machine: Machine
    _address: int
    _fields: Mapping[str, tuple[int, int]]
    _name: str

    def __init__(self, machine: Machine, address: int, fields: Mapping[str, tuple[int, int]],
                 name: str) -> None:
        self.__dict__.update(_machine=machine, _address=address, _fields=fields, _name=name)

    def _place(self, field: str) -> tuple[int, int]:
        if field not in self._fields:
            raise AttributeError(f"{self._name} has no field '{field}'; it has "
                                 f"{', '.join(self._fields)}")
        offset, size = self._fields[field]
        return self._address + offset, size

    def __getattr__(self, field: str) -> int | bytes:
        address, size = self._place(field)
        data = self._machine.read(address, size)
        return int.from_bytes(data, "big") if size <= 2 else data

    def __setattr__(self, field: str, value: int | bytes) -> None:
        address, size = self._place(field)
        if isinstance(value, int):
            least = -(1 << 8 * size - 1)
            value = check_int(f"{self._name}.{field}", value, least, (1 << 8 * size) - 1)
            value = (value & (1 << 8 * size) - 1).to_bytes(size, "big")
        if len(value) != size:
            raise UsageError(f"{self._name}.{field} has {size} bytes, not {len(value)}")
        self._machine.write(address, value)

    def __repr__(self) -> str:
        return f"{self._name} ({', '.join(f'{f}={getattr(self, f)!r}' for f in self._fields)})"


class MachineUnderTest(Machine):
    """A Machine with additional methods for tests; its arguments are those of Machine.

    It is a subclass so that functions which take a Machine accept it.  Its own state is in two
    watchers, `history` and `judge`.

    >>> from vecx.testing import MachineUnderTest
    >>> m = MachineUnderTest("connect4", preset="ideal")
    >>> m.begin_judging()
    >>> frame = m.run_frames(300)[-1]
    >>> m.until_picture(frame, frames=5)[-1].index
    300
    >>> m.judged()[-1].index, m.picture.index
    (300, 300)
    >>> 0 < len(m.last_instructions()) <= 40
    True
    """

    __slots__ = ("hangs_fail", "history", "judge", "picture")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.history = History()
        self.judge = Judge(self.chips, self.output, self.names)
        self.picture: Frame | None = None       # the last frame that `run_frames` returned
        self.hangs_fail = True
        self.hooks.add(0, 0x10000, int(log.MARK_EXEC), own=True)
        self.attach(self.history)
        self.attach(self.judge)

    # --- frames ----------------------------------------------------------------------------------

    def run_frames(self, n: int) -> list[Frame]:
        """Run until n more frames have ended; return them.

        Errors: VecxError if the program hangs, unless `hangs_fail` is False
        """
        frames = super().run_frames(n)
        if frames:
            self.picture = frames[-1]
        if self.hangs_fail and (self.halted or (frames and frames[-1].cut)):
            trouble = HangDetector(self).look(frames, at_once=True)
            if trouble and trouble.certain:
                raise VecxError(f"{trouble.what}; if this is intended, set `vecx_hangs = pass`, "
                                "or set `hangs_fail` of the machine to False")
        return frames

    def begin_judging(self) -> None:
        """Drop the frames so far, because a test begins."""
        self.judge.begin()

    def judged(self) -> list[Frame]:
        """Return the frames that ended since `begin_judging`, with their figures but without
        strokes."""
        return self.judge.frames()

    def until_picture(self, picture: "Frame | np.ndarray", frames: int = 600,
                      tolerance: float = 1.0, name: str = "the picture") -> list[Frame]:
        """Run until a frame draws the given picture; return the frames that have ended.

        Args:   picture  a frame, or float[n, 5], x0 y0 x1 y1 z of each stroke
                frames   maximum number of frames
                tolerance  screen units
        Errors: VecxError with the last difference if it does not appear
        """
        expected = picture.segments[:, :5] if isinstance(picture, Frame) else picture
        ended: list[Frame] = []
        words = ""
        while len(ended) < check_int("the number of frames", frames, 1):
            ended += self.run_frames(1)
            found = compared(np.asarray(expected, float), ended[-1].segments[:, :5].astype(float),
                             tolerance, ended[-1].index, ended[-1].start_cycle)
            if not found.differs:
                return ended
            words = found.words()
        raise VecxError(f"{name} has not appeared after {frames:,} frames: {words}; PC is "
                        f"{self.where(self.registers.pc)}")

    # --- routines --------------------------------------------------------------------------------

    def replace(self, where: int | str,
                call: Callable[[Machine], Mapping[str, int] | object]) -> Handle:
        """Replace a routine by a Python function, until `.remove()`.

        The function gets the machine, and may return registers to set, by name.  Then the routine
        returns with an RTS of the executive ROM, which takes five cycles.

        >>> from vecx.testing import MachineUnderTest
        >>> m = MachineUnderTest("connect4", preset="ideal")
        >>> handle = m.replace("Random", lambda m: {"a": 7})
        >>> m.call("Random", s=0xCBEA).registers.a
        7
        >>> handle.remove()
        """
        def instead(machine: Machine) -> None:
            at = machine.registers.pc
            set_ = call(machine)
            if isinstance(set_, Mapping):
                machine.set_registers(**set_)
            if machine.registers.pc == at:
                machine.set_registers(pc=an_rts)

        an_rts = bus.ROM + self.bios.index(RTS)
        return self.on_pc(where, instead)

    def last_instructions(self) -> list[str]:
        """Return the last instructions, one per line: place, instruction, and the registers before
        it.

        A short loop appears with its last iteration and the number of earlier ones.  The
        instructions are those of the program; what it called in the ROM is one line, unless only
        the ROM ran.

        >>> from vecx.testing import MachineUnderTest
        >>> m = MachineUnderTest("connect4", preset="ideal")
        >>> _ = m.run_frames(20)
        >>> "A=" in m.last_instructions()[0]
        True
        """
        from ..measure.trace import Tracer

        tracer, lines, in_rom = Tracer(self, watch=False), list[str](), False
        rows = folded(self.history.rows())
        own = [at for at, (row, _) in enumerate(rows) if row[1] < bus.ROM]
        for (_, pc, _, a, b), rounds in rows[own[-INSTRUCTIONS_SHOWN:][0] if own
                                             else -INSTRUCTIONS_SHOWN:]:
            if own and pc >= bus.ROM:
                if in_rom:
                    lines.pop()
                lines.append(f"... then in the ROM, up to {self.where(pc)}")
                in_rom = True
                continue
            in_rom = False
            if rounds:
                lines.append(f"... {rounds:,} earlier iterations of the loop that begins here")
            where, text = self.where(pc), tracer.decoded(pc)[2]
            name = where.routine + (f"+{where.offset}" if where.offset > 0 else "")
            place = f"{where.file}:{where.line}" if where.file else ""
            lines.append(f"${pc:04X} {name:<20.20} {text:<26.26} A={b >> 40:02X} "
                         f"B={b >> 32 & 0xFF:02X} X={a >> 32:04X} Y={a >> 16 & 0xFFFF:04X} "
                         f"U={a & 0xFFFF:04X} S={b >> 16 & 0xFFFF:04X} DP={b >> 8 & 0xFF:02X} "
                         f"CC={b & 0xFF:02X}  {place}".rstrip())
        return lines

    # --- structures ------------------------------------------------------------------------------

    def struct(self, where: int | str, kind: str, index: int = 0) -> Struct:
        """Return a structure in memory, or element `index` of an array of structures.

        Args:   where  address or name of the structure or the array
                kind   name of the structure in the source
        Errors: VecxError if `kind` is not a structure; UsageError for an index outside the array

        >>> from pathlib import Path
        >>> from vecx.testing import MachineUnderTest
        >>> source = ''' bss
        ...  org $C880
        ... ship struct
        ... y rmb 1
        ... speed rmb 2
        ...  ends
        ... ships rmb 3*ship
        ...  code
        ...  org 0
        ...  fcc "g GCE 2026"
        ...  fcb $80,0,0,0,0,0,0,0
        ... '''
        >>> _ = Path("ships.asm").write_text(source)
        >>> m = MachineUnderTest("ships.asm", preset="ideal")
        >>> m.struct("ships", "ship", 1).speed = 500
        >>> m.struct("ships", "ship", 1)
        ships[1] (y=0, speed=500)
        """
        address, fields = self.address(where), fields_of(self.debug, kind)
        symbol = self.debug.symbols.get(str(where))
        size = self.debug.symbols[kind].value
        most = symbol.size // size - 1 if symbol and symbol.size else (0xFFFF - address) // size
        index = check_int(f"the index of {where}", index, 0, max(0, most))
        name = f"{where if isinstance(where, str) else f'${address:04X}'}[{index}]"
        return Struct(self, address + index * size, fields, name)

    def structs(self, where: int | str, kind: str) -> list[Struct]:
        """Return all structures of an array, whose size is that of its label.

        Errors: as `struct`; UsageError if the size is unknown

        >>> from vecx.testing import MachineUnderTest
        >>> MachineUnderTest("connect4").structs("game_board", "cell")
        Traceback (most recent call last):
        ...
        vecx.errors.VecxError: no symbol 'cell' in this program; did you mean ...
        """
        fields_of(self.debug, kind)
        symbol = self.debug.symbols.get(str(where))
        if symbol is None or not symbol.size:
            raise UsageError(f"the number of elements of {where} is unknown; read a single element "
                             "with struct(..., index)")
        return [self.struct(where, kind, i)
                for i in range(symbol.size // self.debug.symbols[kind].value)]


def fields_of(debug: DebugInfo, kind: str) -> dict[str, tuple[int, int]]:
    """Return the offset and size of each field of a structure, in the order of declaration.

    Errors: VecxError if `kind` is not a structure of the source
    """
    symbol = debug.symbols.get(kind)
    if symbol is None:
        raise VecxError(debug.unknown(kind))
    if symbol.kind != "struct":
        raise VecxError(f"{kind} is not a structure; its kind is {symbol.kind}")
    offsets = dict(_offsets(debug, kind))
    ends = [*list(offsets.values())[1:], symbol.value]
    return {name: (offset, end - offset)
            for (name, offset), end in zip(offsets.items(), ends, strict=True)}


def _offsets(debug: DebugInfo, kind: str) -> Iterator[tuple[str, int]]:
    """Yield the fields that are declared between a structure and the next structure."""
    head = debug.symbols[kind]
    later = min((s.line for s in debug.symbols.values()
                 if s.kind == "struct" and s.file == head.file and s.line > head.line),
                default=1 << 31)
    fields = [(s.line, name, s.value) for name, s in debug.symbols.items()
              if s.kind == "field" and s.file == head.file and head.line < s.line < later]
    for _, name, offset in sorted(fields):
        if offset < head.value:
            yield name, offset
