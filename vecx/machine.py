"""The machine: owns the record, runs it, gives out frames.

>>> m = Machine("connect4", preset="ideal")     # doctest: +SKIP
>>> frames = m.run_frames(200)                  # doctest: +SKIP
>>> frames[-1].budget.vectors                   # doctest: +SKIP
"""

import json
import random
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from . import analog, roms
from .chips import beam, bus, cpu
from .chips.jit import JIT
from .chips.state import (
    AT_ONCE,
    F_SEGMENTS,
    PSG_ROWS,
    RECORD,
    SLICE_MAX,
    new_buffers,
    new_state,
    pack,
    unpack,
)
from .errors import UsageError, VecxError
from .frame import Frame, frame_from_row

RAM = 0xC800
RAM_BYTES = 1024
BIOS = 0xE000
RETURN_ADDRESS = 0xC3F0     # in the hole below RAM, where no program runs
FORMAT = "vecx-snapshot/1"
REGISTERS = ("a", "b", "x", "y", "u", "s", "pc", "dp", "cc")
FRAME_STEP = 512            # cycles between two looks whether a frame has ended
FRAME_WAIT_MAX = 45_000     # cycles a window waits for a frame before it shows what there is
RAM_FILLS = ("zero", "ff", "random")


class Registers(NamedTuple):
    """The CPU's registers between two instructions."""

    a: int
    b: int
    x: int
    y: int
    u: int
    s: int
    pc: int
    dp: int
    cc: int

    @property
    def d(self) -> int:
        """A and B together."""
        return self.a << 8 | self.b


@dataclass(frozen=True)
class Call:
    """What `Machine.call` found: registers after the return, cycles of the routine, its lines."""

    registers: Registers
    cycles: int
    segments: np.ndarray


class Machine:
    """A Vectrex with a cartridge in it, at power-on.

    Args:
        cart     a bundled name, a path to an image or an .asm source, bytes, or None
        bios     an executive ROM (path or bytes); None for our own
        preset   ideal, hardware, worn, or the path of a .toml file
        seed     draws what differs from machine to machine: DAC errors, noise, RAM at power-on
        ram      contents at power-on: zero, ff or random; None: zero for ideal, else random
        symbols  a symbol file for an image that has none of its own
    Errors: VecxError for anything given that cannot be used
    """

    def __init__(self, cart: str | Path | bytes | None = None,
                 bios: str | Path | bytes | None = None, preset: str = "hardware", seed: int = 0, *,
                 ram: str | None = None, symbols: str | Path | None = None) -> None:
        self.cartridge, self.debug = roms.load_cartridge(cart)
        if symbols is not None:
            self.debug = roms.load_debug(Path(symbols))
        self.symbols = dict(self.debug.values)
        self.bios, self.bios_debug = roms.load_bios(bios)
        self.preset, self.seed = preset, seed
        self.analog = analog.load(preset)
        if ram is not None and ram not in RAM_FILLS:
            raise UsageError(f"ram is '{ram}'; it can be {', '.join(RAM_FILLS)}")
        self.ram_fill = ram or ("zero" if preset == "ideal" else "random")
        self.m = new_state()
        self.out = new_buffers()
        # Views of the buffers: a record makes a new one each time it is asked.
        self._segments, self._psg = self.out.segments, self.out.psg
        self._frames, self._writes = self.out.frames, self.out.writes
        self._on_pc: dict[int, list[Callable[[Machine], object]]] = {}
        self._on_write: dict[int, list[Callable[[Machine, int, int], object]]] = {}
        # Rows that wait to be taken and were too many for the buffers, oldest first.
        self._kept_segments: list[np.ndarray] = []
        self._kept_frames: list[np.ndarray] = []
        self._sound: list[np.ndarray] = []
        self._power_on()

    def _power_on(self) -> None:
        """Lay out the memory and assert /RESET."""
        m = self.m
        cart = self.cartridge.image if self.cartridge else b""
        self._poke(0, cart.ljust(0xC000, b"\xff"))
        self._poke(BIOS, self.bios)
        fill = {"zero": b"\0", "ff": b"\xff"}.get(self.ram_fill)
        self._poke(RAM, fill * RAM_BYTES if fill
                   else random.Random(self.seed).randbytes(RAM_BYTES))
        kinds = [bus.READABLE] * 48 + [bus.NOTHING] * 2 + [bus.WRITABLE, bus.RAM_MIRROR] \
            + [bus.VIA] * 2 + [bus.RAM_AND_VIA] * 2 + [bus.READABLE] * 8
        for page, kind in enumerate(kinds):
            m.page[page] = kind
        analog.apply(m, self.analog, self.seed)
        cpu.reset(m)

    # --- running ---------------------------------------------------------------------------------

    def run_frames(self, n: int) -> list[Frame]:
        """Run until n more frames have ended; return them."""
        frames = self._take_frames(n)
        while len(frames) < n:
            self._go(SLICE_MAX)
            frames += self._take_frames(n - len(frames))
        return frames

    def run_cycles(self, n: int) -> list[Frame]:
        """Run to the first instruction that begins n cycles or more from now; return the frames."""
        frames: list[Frame] = []
        end = self.m.clock + n
        while self.m.clock < end:
            self._go(min(SLICE_MAX, end - self.m.clock))
            frames += self._take_frames(None)
        return frames

    def run_to_frame(self, limit: int = FRAME_WAIT_MAX) -> list[Frame]:
        """Run until a frame has ended, or `limit` cycles; return what frames have ended."""
        end = self.m.clock + limit
        while self.m.clock < end:
            self._go(min(FRAME_STEP, end - self.m.clock))
            frames = self._take_frames(None)
            if frames:
                return frames
        return []

    def reset(self) -> None:
        """Assert /RESET, as the button on the console does; RAM keeps its contents."""
        cpu.reset(self.m)

    def step(self) -> int:
        """Run one instruction, or enter one interrupt; return the cycles it took."""
        before = self.m.clock
        self.run_slice(before + 1)
        self._drain()
        return self.m.clock - before

    def run_slice(self, until: int) -> None:
        """Run to the first instruction at or after a cycle, SLICE_MAX from now at most.

        What the chips wrote stays in the buffers; all other ways to run stand on this one.
        """
        self.m.slice_end = until
        self.m.stop = AT_ONCE
        cpu.run(self.m.array, self.out.array)
        beam.beam_draw(self.m.array, self.out.array)

    def _go(self, cycles: int) -> None:
        """Run some cycles at full speed, or instruction by instruction where someone listens."""
        if not self._on_pc and not self._on_write:
            self.run_slice(self.m.clock + cycles)
            self._drain()
            return
        end = self.m.clock + cycles
        while self.m.clock < end:
            for call in self._on_pc.get(self.m.pc, ()):
                call(self)
            self.run_slice(self.m.clock + 1)
            self._drain()

    def _drain(self) -> None:
        """Take what the chips wrote out of the fixed buffers before they can run over."""
        m = self.m
        rows = m.psg_rows - m.psg_base
        if rows:
            self._sound.append(self._psg[:rows].copy())
            m.psg_base = m.psg_rows
            if sum(map(len, self._sound)) > PSG_ROWS * 16:
                del self._sound[0]
        rows = m.writes - m.writes_base
        if rows:
            m.writes_base = m.writes
            for cycle, addr, value, _ in self._writes[:rows].tolist():
                for call in self._on_write.get(addr, ()):
                    call(self, value, cycle)
        rows = m.segments - m.segments_base
        if rows > len(self._segments) // 2:
            self._kept_segments.append(self._segments[:rows].copy())
            m.segments_base = m.segments
        rows = m.frames - m.frames_base
        if rows > len(self._frames) // 2:
            self._kept_frames.append(self._frames[:rows].copy())
            m.frames_base = m.frames

    def _take_frames(self, limit: int | None) -> list[Frame]:
        """Return ended frames, at most `limit`; what is left waits."""
        m = self.m
        accounts = self._waiting_frames()
        count = len(accounts) if limit is None else min(limit, len(accounts))
        if count == 0:
            return []
        rows = self._waiting_segments()
        index, first = m.frames - len(accounts), m.segments - len(rows)
        frames, begin = [], 0
        for i in range(count):
            end = int(accounts[i, F_SEGMENTS]) - first
            frames.append(frame_from_row(index + i, accounts[i], rows[begin:end]))
            begin = end
        self._put_back(rows[begin:].copy(), accounts[count:].copy())
        return frames

    def _waiting_segments(self) -> np.ndarray:
        """Return the segments that no taken frame has, oldest first."""
        used = self._segments[:self.m.segments - self.m.segments_base]
        return np.concatenate([*self._kept_segments, used]) if self._kept_segments else used

    def _waiting_frames(self) -> np.ndarray:
        """Return the accounts of the ended frames that nobody has taken, oldest first."""
        used = self._frames[:self.m.frames - self.m.frames_base]
        return np.concatenate([*self._kept_frames, used]) if self._kept_frames else used

    def _put_back(self, segments: np.ndarray, frames: np.ndarray) -> None:
        """Let rows wait: in the buffers, or beside them where they would fill more than half."""
        m = self.m
        self._kept_segments, self._kept_frames = [], []
        if len(segments) > len(self._segments) // 2:
            self._kept_segments, segments = [segments], segments[:0]
        if len(frames) > len(self._frames) // 2:
            self._kept_frames, frames = [frames], frames[:0]
        self._segments[:len(segments)] = segments
        self._frames[:len(frames)] = frames
        m.segments_base, m.frames_base = m.segments - len(segments), m.frames - len(frames)

    def take_sound(self) -> np.ndarray:
        """Return the sound chip's log since the last call: int64[n, 3], cycle, register, value."""
        log = np.concatenate(self._sound) if self._sound else np.zeros((0, 3), np.int64)
        self._sound = []
        return log

    # --- controllers -----------------------------------------------------------------------------

    def press(self, button: int, player: int = 1) -> None:
        """Hold down a button, 1 to 4."""
        self.m.buttons &= ~self._button(button, player) & 0xFF

    def release(self, button: int, player: int = 1) -> None:
        """Let go of a button, 1 to 4."""
        self.m.buttons |= self._button(button, player)

    @staticmethod
    def _button(button: int, player: int) -> int:
        if button not in (1, 2, 3, 4) or player not in (1, 2):
            raise UsageError(f"button {button} of player {player}: there are buttons 1 to 4 and "
                             "players 1 and 2")
        return 1 << button - 1 + 4 * (player - 1)

    def stick(self, x: float, y: float, player: int = 1) -> None:
        """Hold the joystick at x, y, each -1..1; right and up are positive."""
        if player not in (1, 2):
            raise UsageError(f"player {player}: there are players 1 and 2")
        for axis, value in enumerate((x, y)):
            pot = 128 + round(127 * max(-1.0, min(1.0, value)))
            self.m.stick[2 * (player - 1) + axis] = pot

    # --- looking and changing --------------------------------------------------------------------

    @property
    def registers(self) -> Registers:
        """The CPU's registers."""
        return Registers(*(getattr(self.m, name) for name in REGISTERS))

    @property
    def cycles(self) -> int:
        """E cycles since power-on."""
        return self.m.clock

    @property
    def halted(self) -> bool:
        """True where an undocumented opcode has halted the CPU until reset."""
        return bool(self.m.wait == cpu.HALTED)

    def address(self, where: int | str) -> int:
        """Return an address, or the value of a symbol.

        Errors: VecxError for an unknown symbol or an address outside $0000-$FFFF
        """
        if isinstance(where, str):
            if where not in self.symbols:
                raise VecxError(self.debug.unknown(where, "cartridge"))
            where = self.symbols[where]
        if not 0 <= where <= 0xFFFF:
            raise UsageError(f"address {where}: the CPU addresses $0000 to $FFFF")
        return where

    def read(self, addr: int | str, count: int = 1) -> bytes:
        """Return bytes as memory holds them, without any bus access; RAM's mirror as RAM."""
        at = self.address(addr)
        return bytes(int(self.m.mem[self._plain(at + i & 0xFFFF)]) for i in range(count))

    def write(self, addr: int | str, data: bytes | int) -> None:
        """Set bytes of memory, ROM included, without any bus access."""
        at = self.address(addr)
        for i, byte in enumerate(bytes([data]) if isinstance(data, int) else data):
            self.m.mem[self._plain(at + i & 0xFFFF)] = byte

    @staticmethod
    def _plain(addr: int) -> int:
        return RAM | addr & 0x3FF if RAM <= addr < 0xD000 else addr

    def _poke(self, addr: int, data: bytes) -> None:
        self.m.mem[addr:addr + len(data)] = np.frombuffer(data, np.uint8) if JIT else data

    def call(self, where: int | str, max_cycles: int = 3_000_000, **registers: int) -> Call:
        """Call a routine and wait for its return.

        Args:    where       address or symbol
                 max_cycles  give up after so many
                 registers   a b d x y u s dp cc to set before
        Errors:  VecxError where it has not come back in time, or comes back with another S
        """
        m = self.m
        target = self.address(where)
        for name, value in registers.items():
            if name == "d":
                m.a, m.b = value >> 8, value & 0xFF
            elif name in REGISTERS and name != "pc":
                setattr(m, name, value)
            else:
                raise UsageError(f"no register '{name}' to call with")
        stack = m.s
        m.s = stack - 2 & 0xFFFF
        self.write(m.s, RETURN_ADDRESS.to_bytes(2, "big"))
        m.pc = target
        begin, first = m.clock, m.segments
        while m.pc != RETURN_ADDRESS:
            if m.clock - begin > max_cycles or self.halted:
                name = where if isinstance(where, str) else f"${target:04X}"
                raise VecxError(f"{name} has not returned after {m.clock - begin:,} cycles; "
                                f"PC is ${m.pc:04X}")
            self._go(1)
        if m.s != stack:
            raise VecxError(f"{where} returned with S ${m.s:04X}, called with ${stack:04X}")
        rows = self._waiting_segments()
        lines = rows[len(rows) - (m.segments - first):, :7].copy()
        lines[:, 5:7] -= begin
        return Call(self.registers, m.clock - begin, lines.astype(np.float32))

    def on_pc(self, where: int | str, call: Callable[["Machine"], object]) -> None:
        """Call `call(machine)` before the instruction at an address runs."""
        self._on_pc.setdefault(self.address(where), []).append(call)

    def on_write(self, where: int | str,
                 call: Callable[["Machine", int, int], object]) -> None:
        """Call `call(machine, value, cycle)` after an instruction that wrote an address."""
        at = self.address(where)
        self._on_write.setdefault(at, []).append(call)
        self.m.page[at >> 10] |= bus.WATCHED

    # --- snapshots -------------------------------------------------------------------------------

    def snapshot(self) -> bytes:
        """Return everything that decides the machine's future, the unfinished frame included."""
        m = self.m
        parts = [pack(m), self.read(RAM, RAM_BYTES), self._waiting_segments().tobytes(),
                 self._waiting_frames().tobytes()]
        head = {"format": FORMAT, "bios": zlib.crc32(self.bios),
                "cart": zlib.crc32(self.cartridge.image if self.cartridge else b""),
                "sizes": [len(part) for part in parts],
                "crc": zlib.crc32(b"".join(parts)), "record": RECORD.itemsize}
        return json.dumps(head).encode() + b"\n" + zlib.compress(b"".join(parts))

    def restore(self, data: bytes) -> None:
        """Go on from a snapshot of a machine with the same cartridge and executive ROM.

        Errors: VecxError for anything but an intact snapshot of this version; nothing is changed
        """
        try:
            line, _, body = data.partition(b"\n")
            head = json.loads(line)
            known = head["format"] == FORMAT and head["record"] == RECORD.itemsize
            sizes, crc, bios, cart = head["sizes"], head["crc"], head["bios"], head["cart"]
        except (ValueError, KeyError, TypeError):
            raise VecxError("this is not a snapshot of vecx, or its beginning is damaged") from None
        if not known:
            raise VecxError(f"the snapshot has format {head['format']!r}; this vecx reads the "
                            f"{FORMAT} of its own version")
        if bios != zlib.crc32(self.bios):
            raise VecxError("the snapshot was made with another executive ROM")
        if cart != zlib.crc32(self.cartridge.image if self.cartridge else b""):
            raise VecxError("the snapshot was made with another cartridge")
        try:
            plain = zlib.decompress(body)
        except zlib.error:
            plain = b""
        if len(sizes) != 4 or sum(sizes) != len(plain) or zlib.crc32(plain) != crc:
            raise VecxError("the snapshot is damaged or cut short")
        self._restore_parts(plain, sizes)

    def _restore_parts(self, plain: bytes, sizes: list[int]) -> None:
        parts, at = [], 0
        for size in sizes:
            parts.append(plain[at:at + size])
            at += size
        watched = [int(kind) & bus.WATCHED for kind in self.m.page]
        unpack(self.m, parts[0])
        for page, flag in enumerate(watched):
            self.m.page[page] = int(self.m.page[page]) & ~bus.WATCHED | flag
        self._poke(RAM, parts[1])
        self._put_back(np.frombuffer(parts[2]).reshape(-1, self._segments.shape[1]),
                       np.frombuffer(parts[3]).reshape(-1, self._frames.shape[1]))
        self._sound = []


