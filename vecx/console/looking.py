"""Looking into a machine and changing it: registers, memory, marks on addresses, what it wrote."""

from collections.abc import Callable
from typing import Self

import numpy as np

from asm.output.debuginfo import Where

from ..chips import bus, log
from ..errors import check_int, to_bytes
from .cartridge_slot import ram_in_words
from .core import Core
from .observer import Handle
from .pending import SoundLog
from .registers import Registers, set_registers
from .variables import Key, Variable, variable


class Looking(Core):
    """A machine whose inside can be seen and set.  None of this takes time on it."""

    @property
    def registers(self) -> Registers:
        """The CPU's registers.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.registers.pc == int.from_bytes(m.read(0xFFFE, 2), "big")
        True
        """
        return Registers(*(getattr(self.m, name) for name in Registers._fields))

    def set_registers(self, **registers: int) -> None:
        """Set registers of the CPU: a b d x y u s pc dp cc; all or none.

        Errors: UsageError for another name, or a value that does not fit

        >>> m = Machine("connect4", preset="ideal")
        >>> m.set_registers(d=0x1234, dp=0xC8)
        >>> m.registers.a, m.registers.b, m.registers.dp
        (18, 52, 200)
        """
        set_registers(self.m, registers)
        for watcher in self._watchers:
            watcher.registers_set()

    def where(self, addr: int | str) -> Where:
        """Return file, line, routine and offset of an address, of cartridge or executive ROM.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.where("board_draw").routine
        'board_draw'
        """
        at = self.address(addr)
        return (self.bios_debug if at >= bus.ROM else self.debug).where(at)

    def read(self, addr: int | str, count: int = 1) -> bytes:
        """Return bytes as memory holds them, without any bus access; RAM's mirror as RAM.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.read(0, 5)
        b'g GCE'
        >>> len(m.read("game_board", 42))
        42
        """
        at = self.address(addr)
        count = check_int("the number of bytes", count, 0, 0x10000)
        return bytes(self._mem[self._plain(at + i & 0xFFFF)] for i in range(count))

    def write(self, addr: int | str, data: bytes | int) -> None:
        """Set bytes of memory, ROM included, without any bus access.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.write("game_board", bytes(42))
        >>> m.write(0xC880, 7)
        >>> m.read(0xC880)[0]
        7
        """
        at = self.address(addr)
        outside: dict[int, int] = {}
        written = to_bytes("what to write", data)
        for i, byte in enumerate(written):
            place = self._plain(at + i & 0xFFFF)
            self._mem[place] = byte
            if not (bus.RAM <= place < bus.RAM + bus.RAM_BYTES or place in self.slot.ram):
                outside[self.slot.poked(place, byte, self.m.bank)] = byte
        if outside:
            self._poked = {**self._poked, **outside}
            self._forget_decoded()
        for watcher in self._watchers:
            watcher.wrote(at, len(written))

    def __getitem__(self, key: Key) -> int | bytes:
        """Return a variable: `m["score"]`, `m["table", 5]`, `m["speed", "s8"]`.

        A name alone is a byte, a word where two bytes lie between it and the next name, else the
        bytes up to that.  With an index it is an element of as many bytes as its kind, u8 s8 u16
        s16, as in `m["list", 2, "u16"]`; u8 if none is given.

        Errors: VecxError for an unknown name; UsageError for an index outside it, or another kind

        >>> m = Machine("connect4", preset="ideal")
        >>> _ = m.run_frames(300)
        >>> m["current_player"], m["game_board", 3], len(m["game_board"])
        (1, 0, 42)
        """
        return self._variable(key).get(self)

    def __setitem__(self, key: Key, value: int | bytes) -> None:
        """Set a variable, as it is read.

        >>> m = Machine("connect4", preset="ideal")
        >>> m["game_board", 3] = 2
        >>> m["game_board", 3]
        2
        """
        self._variable(key).set(self, value)

    def _variable(self, key: Key) -> Variable:
        name, *_ = key if isinstance(key, tuple) else (key,)
        return variable(key, self.address(name), self.debug.symbols.get(str(name)))

    @property
    def ram(self) -> bytes:
        """The kilobyte of RAM.

        >>> m = Machine("connect4", preset="ideal")
        >>> len(m.ram)
        1024
        """
        return bytes(self._ram)

    @property
    def all_ram(self) -> bytes:
        """The kilobyte of RAM, then that of the cartridge.

        >>> m = Machine("connect4", preset="ideal", cart_ram=(0x6000, 0x63FF))
        >>> len(m.all_ram)
        2048
        """
        return self.ram + self.slot.contents

    @property
    def cart_ram(self) -> str:
        """The range of RAM in the cartridge, as `6000-7FFF`, or `none`.

        >>> Machine(cart_ram=(0x6000, 0x63FF)).cart_ram, Machine().cart_ram
        ('6000-63FF', 'none')
        """
        ram = self.slot.ram
        return ram_in_words((ram.start, ram.stop - 1) if ram else None)

    @property
    def astray(self) -> tuple[int, int, int] | None:
        """Where the CPU fetched its first instruction from no memory: its address, that of the
        instruction before it, and its cycle; None where it has not since the last reset.

        No memory is behind the cartridge's image, between $C000 and RAM, and where the VIA answers.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.set_registers(pc=0x9000)
        >>> _ = m.step()
        >>> f"{m.astray[0]:04X}"
        '9000'
        """
        board = self.board
        if board.astray_at < 0:
            return None
        return int(board.astray_at), int(board.astray_from), int(board.astray_cycle)

    # --- who looks on ----------------------------------------------------------------------------

    def on_pc(self, where: int | str, call: Callable[[Self], object]) -> Handle:
        """Call `call(machine)` before the instruction at an address runs, until `.remove()`.

        >>> m = Machine("connect4", preset="ideal")
        >>> called = []
        >>> handle = m.on_pc("Wait_Recal", lambda m: called.append(m.cycles))
        >>> _ = m.run_frames(5)
        >>> len(called) > 0
        True
        >>> handle.remove()
        """
        return self.observer.add(self.address(where), 1, int(log.MARK_BREAK), call)

    def on_write(self, where: int | str,
                 call: Callable[[Self, int, int], object]) -> Handle:
        """Call `call(machine, value, cycle)` after an instruction that wrote an address.

        >>> m = Machine("connect4", preset="ideal")
        >>> written = []
        >>> handle = m.on_write(0xC823, lambda m, value, cycle: written.append(value))
        >>> _ = m.run_frames(3)
        >>> len(written) > 0
        True
        """
        return self._on_access(where, log.MARK_WRITE, call)

    def on_read(self, where: int | str,
                call: Callable[[Self, int, int], object]) -> Handle:
        """Call `call(machine, value, cycle)` after an instruction that read data at an address.

        >>> m = Machine("connect4", preset="ideal")
        >>> handle = m.on_read("game_board", lambda m, value, cycle: print(value, cycle))
        >>> handle.remove()
        """
        return self._on_access(where, log.MARK_READ, call)

    def _on_access(self, where: int | str, mark: int, call: Callable[..., object]) -> Handle:
        place = self.home(self.address(where))
        return self.observer.add(place, 1, int(mark | log.MARK_STOP), call)

    def home(self, addr: int) -> int:
        """Return where the byte at an address lives: RAM and the VIA have mirrors.

        >>> m = Machine("connect4", preset="ideal")
        >>> hex(m.home(0xCC80)), hex(m.home(0xD7F1))
        ('0xc880', '0xd001')
        """
        if bus.VIA_BASE <= addr < bus.ROM:
            return int(bus.VIA_BASE) | addr & 15
        return self._plain(addr)

    def watch(self, where: int | str, count: int = 1, *, runs: bool = False, reads: bool = False,
              writes: bool = False) -> Handle:
        """Log instructions that begin at `count` addresses, data reads, writes, until `.remove()`.

        `take_log` gives the rows.

        >>> m = Machine("connect4", preset="ideal")
        >>> handle = m.watch(0xD000, 16, writes=True)       # the VIA
        >>> _ = m.run_frames(3)
        >>> len(m.take_log()) > 50
        True
        """
        marks = (log.MARK_EXEC if runs else 0) | (log.MARK_READ if reads else 0) \
            | (log.MARK_WRITE if writes else 0)
        first = self.home(self.address(where))
        count = check_int("the number of addresses", count, 1, 0x10000 - first)
        return self.observer.add(first, count, int(marks))

    def cover(self, where: int | str = 0, count: int = 0x10000) -> Handle:
        """Note which addresses instructions begin at, until `.remove()`; `covered` has them.

        >>> m = Machine("connect4", preset="ideal")
        >>> handle = m.cover()
        >>> _ = m.run_frames(1)
        >>> 0xF000 <= m.covered[0] < 0x10000 or m.covered[0] < 0xC000
        True
        """
        first = self.address(where)
        count = check_int("the number of addresses", count, 1, 0x10000)
        return self.observer.add(first, min(count, 0x10000 - first), int(log.MARK_COVER))

    @property
    def covered(self) -> list[int]:
        """The addresses at which instructions have begun while they were covered.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.covered
        []
        """
        return self.observer.covered()

    def take_log(self) -> np.ndarray:
        """Return what happened since the last call.

        Returns: EVENT[n] of chips/state.py: cycle, pc, kind, a, b; chips/log.py has the kinds

        >>> m = Machine("connect4", preset="ideal")
        >>> handle = m.watch(0xC880, writes=True)
        >>> _ = m.run_frames(1)
        >>> m.take_log().dtype.names
        ('cycle', 'pc', 'kind', 'a', 'b')
        """
        return self.pending.take_events()

    def take_sound(self) -> SoundLog:
        """Return what the sound chip was told since the last call, for a Mixer.

        >>> m = Machine("connect4", preset="ideal")
        >>> from vecx.sound.mixer import Mixer
        >>> _ = m.run_frames(100)
        >>> samples = Mixer().samples(m.take_sound(), m.cycles)
        >>> samples.dtype, len(samples) > 90_000
        (dtype('float32'), True)
        """
        return self.pending.take_sound()
