"""The machine: a Vectrex with a cartridge in it, run from Python.

>>> m = Machine("connect4", preset="ideal")     # doctest: +SKIP
>>> frames = m.run_frames(200)                  # doctest: +SKIP
>>> frames[-1].budget.vectors                   # doctest: +SKIP

It owns the record and the board of the chips and asks `advance` to run them; what they wrote waits
in `Waiting`, who looks on is in `Observer`, snapshot.py has the form of snapshots.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from weakref import WeakValueDictionary

import numpy as np

from asm.output.debuginfo import Where

from .chips import bus, log
from .chips.attend import HALTED
from .chips.cpu import advance, reset
from .chips.psg import R_NOISE
from .chips.state import IMAGER, NEVER, NO_DEVICE
from .chips.state_record import Decoded, memory_of, new_board, new_decoded, new_state, pack, unpack
from .console import analog, roms
from .console.calling import Call, call_routine
from .console.cartridge_slot import Range, Slot, ram_in_words
from .console.controllers import (
    PEN_AWAY_INPUT,
    RESET_INPUT,
    Inputs,
    button_input,
    pen_inputs,
    stick_inputs,
)
from .console.frame import Frame
from .console.observer import Handle, Observer
from .console.pending import SoundLog, Waiting
from .console.registers import Registers, set_registers
from .console.snapshot import Kept, from_bytes, to_bytes
from .errors import UsageError, VecxError, data_of, kind_of, whole
from .strict.checker import Finding, Strict

FRAMES_AT_ONCE = 16         # are taken from the logs: what waits longer is copied once more
ADVANCE_MAX = 500_000       # cycles between two looks at what the chips wrote
FRAME_WAIT_MAX = 45_000     # cycles a window waits for a frame before it shows what there is
NOWHERE = -1, -1
RAM_FILLS = ("zero", "ff", "random")
# What has been decoded of each ROM, by its bytes.
_DECODED: WeakValueDictionary[bytes, Decoded] = WeakValueDictionary()


class Machine:
    """A Vectrex with a cartridge in it, at power-on.

    Args:
        cart     a bundled name, a path to an image or an .asm source, bytes, or None
        bios     an executive ROM (path or bytes); None for our own
        preset   ideal, hardware, worn, or the path of a .toml file
        seed     draws what differs from machine to machine: DAC errors, noise, RAM at power-on
        ram      contents at power-on: zero, ff or random; None: zero for ideal, else random
        symbols  a symbol file for an image that has none of its own
        strict   note what hardware would not forgive, in `findings`; a text selects which, see
                 docs/strict.md
        cart_ram first and last address of RAM in the cartridge
        imager   the 3D imager is plugged into port 2
    Errors: VecxError for anything given that cannot be used
    """

    def __init__(self, cart: str | Path | bytes | None = None,
                 bios: str | Path | bytes | None = None, preset: str = "hardware", seed: int = 0, *,
                 ram: str | None = None, symbols: str | Path | None = None,
                 strict: bool | str = False, cart_ram: Range | None = None,
                 imager: bool = False) -> None:
        named = (str, Path, type(None))
        kind_of("cart", cart, (*named, bytes, bytearray), "a name, a path, bytes or None")
        kind_of("bios", bios, (*named, bytes, bytearray), "a path, bytes or None")
        kind_of("symbols", symbols, named, "a path or None")
        kind_of("preset", preset, (str, Path), "ideal, hardware, worn or the path of a .toml file")
        kind_of("seed", seed, int, "a whole number")
        self.cartridge, self.debug = roms.load_cartridge(cart)
        if symbols is not None:
            self.debug = roms.load_debug(Path(symbols))
        self.symbols = dict(self.debug.values)
        self.bios, self.bios_debug = roms.load_bios(bios)
        self.preset, self.seed = str(preset), seed
        self.analog = analog.load(self.preset)
        if ram is not None and ram not in RAM_FILLS:
            raise UsageError(f"ram is '{ram}'; it can be {', '.join(RAM_FILLS)}")
        self.ram_fill = ram or ("zero" if preset == "ideal" else "random")
        self.m, self.board = new_state(), new_board()
        self._states, self._boards = self.m.array, self.board.array
        self._mem = memory_of(self.board.mem)
        self._slot = Slot(self.board, self._cart, self.bios, cart_ram)
        self.m.device = IMAGER if imager else NO_DEVICE
        self._ram = self._mem[int(bus.RAM):int(bus.RAM + bus.RAM_BYTES)].data
        self.observer = Observer(self.board, self._forget_decoded)
        self._passed = NOWHERE      # cycle and PC of the last marked head that was served
        self._poked: dict[int, int] = {}
        self._inputs = Inputs(self.m)
        self.strict: Strict | None = None
        # Called with cycle, what and value of everything that enters (movie.py).
        self.on_input: Callable[[int, int, int], object] | None = None
        self._power_on()
        self._first = self.m.clock
        self.waiting = Waiting(self.m, self.board)
        kind_of("strict", strict, (bool, str), "True, or names of rules")
        if strict is not False:
            if self._slot.banks > 1:
                raise UsageError("the strict machine does not follow a cartridge of two banks; run "
                                 "it without")
            self.strict = Strict(self.m, self.board, self.observer,
                                 "" if strict is True else strict,
                                 (self.debug, self.bios_debug), len(self._cart), self.analog,
                                 self._slot.ram)

    def _power_on(self) -> None:
        """Lay out the memory and assert /RESET."""
        self._slot.lay(0, {})
        self._forget_decoded()
        size = int(bus.RAM_BYTES) + len(self._slot.ram)
        fill = {"zero": b"\0", "ff": b"\xff"}.get(self.ram_fill)
        self._fill_ram(fill * size if fill else random.Random(self.seed).randbytes(size))
        analog.apply(self.m, self.board, self.analog, self.seed)
        self.m.sound[R_NOISE] = 1
        self._reset()

    def _fill_ram(self, contents: bytes) -> None:
        """Set the console's RAM and then the cartridge's."""
        self._ram[:] = contents[:bus.RAM_BYTES]
        self._slot.fill(contents[bus.RAM_BYTES:])

    def _reset(self) -> None:
        reset(self.m, self.board)
        self.m.bank = self._slot.reset()

    # --- running ---------------------------------------------------------------------------------

    def run_frames(self, n: int) -> list[Frame]:
        """Run until n more frames have ended; return them.

        The machine stands at the first instruction after the write of T2's high byte that ended the
        last one, unless more frames than n had been waiting.
        """
        n = whole("the number of frames", n, 0)
        frames = self.waiting.take_frames(n)
        while len(frames) < n:
            self._run(NEVER, log.FRAME, min(FRAMES_AT_ONCE, n - len(frames)))
            frames += self.waiting.take_frames(n - len(frames))
        return frames

    def run_cycles(self, n: int) -> list[Frame]:
        """Run to the first instruction that begins n cycles or more from now; return the frames."""
        self._run(self.m.clock + whole("the number of cycles", n, 0, NEVER >> 1))
        return self.waiting.take_frames()

    def run_to_frame(self, limit: int = FRAME_WAIT_MAX) -> list[Frame]:
        """Run until a frame has ended, or `limit` cycles; return what frames have ended."""
        self._run(self.m.clock + whole("the number of cycles", limit, 0, NEVER >> 1), log.FRAME)
        return self.waiting.take_frames()

    def step(self) -> int:
        """Run one instruction, or enter one interrupt; return the cycles it took."""
        before = self.m.clock
        self._run(before + 1)
        return self.m.clock - before

    def run_to(self, where: int | str, count: int = 1, max_cycles: int = 3_000_000) -> bool:
        """Run until an instruction at one of `count` addresses is about to run.

        Returns: False where none has come after max_cycles, or the CPU has halted
        """
        m, there = self.m, list[int]()
        begin = m.clock
        end = begin + whole("max_cycles", max_cycles, 1, NEVER >> 1)

        def arrive(_: Machine) -> None:
            if m.clock > begin:
                there.append(m.pc)

        first = self.address(where)
        count = whole("the number of addresses", count, 1, 0x10000 - first)
        handle = self.observer.add(first, count, int(log.MARK_BREAK), arrive)
        try:
            while not there and m.clock < end and not self.halted:
                self._run(end, log.HALTED | log.AT_MARK)
        finally:
            handle.remove()
        return bool(there)

    def _run(self, until: int, ask: int = 0, frames: int = 1) -> int:
        """Run until a cycle or what is asked for, HALTED or so many FRAMEs; serve who observes.

        Returns: why it ended, bits of chips/log.py
        """
        m, board, observer = self.m, self.board, self.observer
        board.until_frame = m.frames + frames
        while True:
            if observer:
                observer.call_due()
                board.pass_at = m.clock if self._passed == (m.clock, m.pc) else -1
            board.ask = ask
            end = min(until, m.clock + ADVANCE_MAX, self._inputs.feed())
            reason = int(advance(self._states, self._boards, self._decoded.array, end))
            if m.reset_due:
                self._reset()
                if self.strict:
                    self.strict.reset()
            events = self.waiting.take_in()
            if self.strict:
                self.strict.look(events)
                events = events[self.observer.asked(events)]
            self.waiting.add_events(events)
            if observer:
                observer.note_accesses(events, self)
                if reason & log.AT_MARK:
                    self._passed = m.clock, m.pc
                    observer.note_head(m.pc, self)
                observer.call_due()
            if reason & (ask | log.HAPPENED) or m.clock >= until:
                return reason

    # --- controllers -----------------------------------------------------------------------------

    def press(self, button: int, player: int = 1, at: int | None = None) -> None:
        """Hold down a button, 1 to 4, now or from the cycle `at` on."""
        self._enter([button_input(button, player, down=True)], at)

    def release(self, button: int, player: int = 1, at: int | None = None) -> None:
        """Let go of a button, 1 to 4, now or from the cycle `at` on."""
        self._enter([button_input(button, player, down=False)], at)

    def stick(self, x: float, y: float, player: int = 1, at: int | None = None) -> None:
        """Hold the joystick at x, y, each -1..1, now or from the cycle `at` on.

        Right and up are positive; what lies beyond 1 is 1.
        """
        self._enter(stick_inputs(x, y, player), at)

    def pen(self, x: float, y: float, at: int | None = None) -> None:
        """Hold a light pen on the glass at x, y, screen units, now or from the cycle `at` on.

        Errors: UsageError for a place outside -255..255, and where the imager is plugged in
        """
        self._no_imager()
        self._enter(pen_inputs(x, y), at)

    def pen_away(self, at: int | None = None) -> None:
        """Take the light pen from the glass, now or in the cycle `at`."""
        self._no_imager()
        self._enter([PEN_AWAY_INPUT], at)

    def _no_imager(self) -> None:
        if self.imager:
            raise UsageError("the 3D imager is plugged in where a light pen would be")

    @property
    def imager(self) -> bool:
        """True where the 3D imager is plugged in."""
        return bool(self.m.device == IMAGER)

    def imager_turned(self, cycle: np.ndarray) -> np.ndarray:
        """Return where the imager's wheel stood at moments not long ago.

        Returns: revolutions since the hole came, 0..1
        """
        m = self.m
        return (m.wheel_at + m.wheel_speed * (cycle - m.wheel_t)) % 1.0

    def seen_by(self, frame: Frame, eye: str | None) -> Frame:
        """Return of a frame that has just ended what an eye sees of it through the imager.

        Args: eye  right, which sees while the first half of a revolution passes, or left; None
                   for who looks at the screen itself
        """
        if eye is None:
            return frame
        turned = self.imager_turned(frame.start_cycle + frame.segments[:, 5].astype(float))
        seen = (turned < 0.5) == (eye == "right")
        return replace(frame, segments=frame.segments[seen], causes=frame.causes[seen])

    def reset(self, at: int | None = None) -> None:
        """Assert /RESET, as the button on the console does, now or in the cycle `at`.

        CPU and VIA begin anew, and the sound chip's registers are cleared; RAM keeps its contents.
        """
        self._enter([RESET_INPUT], at)

    def enter(self, what: int, value: int, at: int | None = None) -> None:
        """Let an input of the record's own kind enter: input_what and input_value, now or `at`."""
        self._enter([(what, value)], at)

    def _enter(self, inputs: list[tuple[int, int]], at: int | None) -> None:
        now = self.m.clock
        due = self._inputs.enter(inputs, at)
        if self.on_input:
            for what, value in inputs:
                self.on_input(now if at is None else at, what, value)
        if due:
            self._run(now)

    # --- looking and changing --------------------------------------------------------------------

    @property
    def registers(self) -> Registers:
        """The CPU's registers."""
        return Registers(*(getattr(self.m, name) for name in Registers._fields))

    def set_registers(self, **registers: int) -> None:
        """Set registers of the CPU: a b d x y u s pc dp cc; all or none.

        Errors: UsageError for another name, or a value that does not fit
        """
        set_registers(self.m, registers)

    @property
    def cycles(self) -> int:
        """E cycles since power-on."""
        return self.m.clock

    @property
    def fresh(self) -> bool:
        """True where nothing has run since power-on."""
        return self.m.clock == self._first

    @property
    def halted(self) -> bool:
        """True where an undocumented opcode has halted the CPU until reset."""
        return bool(self.m.wait == HALTED)

    def address(self, where: int | str) -> int:
        """Return an address, or the value of a symbol.

        Errors: VecxError for an unknown symbol or an address outside $0000-$FFFF
        """
        if isinstance(where, str):
            if where not in self.symbols:
                raise VecxError(self.debug.unknown(where, "cartridge"))
            return whole(where, self.symbols[where], 0, 0xFFFF)
        return whole("an address", where, 0, 0xFFFF)

    def where(self, addr: int | str) -> Where:
        """Return file, line, routine and offset of an address, of cartridge or executive ROM."""
        at = self.address(addr)
        return (self.bios_debug if at >= bus.ROM else self.debug).where(at)

    def read(self, addr: int | str, count: int = 1) -> bytes:
        """Return bytes as memory holds them, without any bus access; RAM's mirror as RAM."""
        at = self.address(addr)
        count = whole("the number of bytes", count, 0, 0x10000)
        return bytes(self._mem[self._plain(at + i & 0xFFFF)] for i in range(count))

    def write(self, addr: int | str, data: bytes | int) -> None:
        """Set bytes of memory, ROM included, without any bus access."""
        at = self.address(addr)
        outside: dict[int, int] = {}
        written = data_of("what to write", data)
        if self.strict:
            self.strict.wrote(at, len(written))
        for i, byte in enumerate(written):
            place = self._plain(at + i & 0xFFFF)
            self._mem[place] = byte
            if not (bus.RAM <= place < bus.RAM + bus.RAM_BYTES or place in self._slot.ram):
                outside[self._slot.poked(place, byte, self.m.bank)] = byte
        if outside:
            self._poked = {**self._poked, **outside}
            self._forget_decoded()

    @property
    def ram(self) -> bytes:
        """The kilobyte of RAM."""
        return bytes(self._ram)

    @property
    def all_ram(self) -> bytes:
        """The kilobyte of RAM, then that of the cartridge."""
        return self.ram + self._slot.contents

    @property
    def cart_ram(self) -> str:
        """The range of RAM in the cartridge, as `6000-7FFF`, or `none`."""
        ram = self._slot.ram
        return ram_in_words((ram.start, ram.stop - 1) if ram else None)

    @staticmethod
    def _plain(addr: int) -> int:
        return int(bus.RAM) | addr & 0x3FF if bus.RAM <= addr < bus.VIA_BASE else addr

    @property
    def _cart(self) -> bytes:
        return self.cartridge.image if self.cartridge else b""

    def _forget_decoded(self) -> None:
        """Decode the ROM anew: with all that have it unchanged and do not watch it, or alone."""
        self._decoded = new_decoded(self._slot.banks)
        watched = bus.READABLE | bus.WATCHED in self.board.page
        if not self._poked and not watched:
            self._decoded = _DECODED.setdefault(self._slot.rom, self._decoded)

    def call(self, where: int | str, max_cycles: int = 3_000_000, pushed: bytes = b"",
             **registers: int) -> Call:
        """Call a routine and wait for its return.

        Args:    where       address or symbol
                 max_cycles  give up after so many
                 pushed      what lies on the stack above the return address, top first
                 registers   a b d x y u s dp cc to set before
        Errors:  VecxError where it has not come back in time, or comes back with another S
        """
        target = self.address(where)
        if "pc" in registers:
            raise UsageError("no register 'pc' to call with: the address says where")
        self.set_registers(**registers)
        pushed = data_of("what is pushed", pushed)
        name = where if isinstance(where, str) else f"${target:04X}"
        return call_routine(self, name, target, whole("max_cycles", max_cycles, 1, NEVER >> 1),
                            pushed)

    # --- who looks on ----------------------------------------------------------------------------

    def on_pc(self, where: int | str, call: Callable[["Machine"], object]) -> Handle:
        """Call `call(machine)` before the instruction at an address runs, until `.remove()`."""
        return self.observer.add(self.address(where), 1, int(log.MARK_BREAK), call)

    def on_write(self, where: int | str,
                 call: Callable[["Machine", int, int], object]) -> Handle:
        """Call `call(machine, value, cycle)` after an instruction that wrote an address."""
        return self._on_access(where, log.MARK_WRITE, call)

    def on_read(self, where: int | str,
                call: Callable[["Machine", int, int], object]) -> Handle:
        """Call `call(machine, value, cycle)` after an instruction that read data at an address."""
        return self._on_access(where, log.MARK_READ, call)

    def _on_access(self, where: int | str, mark: int, call: Callable[..., object]) -> Handle:
        place = self._place(self.address(where))
        return self.observer.add(place, 1, int(mark | log.MARK_STOP), call)

    def _place(self, addr: int) -> int:
        """Return where the byte at an address lives: RAM and the VIA have mirrors."""
        if bus.VIA_BASE <= addr < bus.ROM:
            return int(bus.VIA_BASE) | addr & 15
        return self._plain(addr)

    def watch(self, where: int | str, count: int = 1, *, runs: bool = False, reads: bool = False,
              writes: bool = False) -> Handle:
        """Log instructions that begin at `count` addresses, data reads, writes, until `.remove()`.

        `take_log` gives the rows.
        """
        marks = (log.MARK_EXEC if runs else 0) | (log.MARK_READ if reads else 0) \
            | (log.MARK_WRITE if writes else 0)
        first = self._place(self.address(where))
        count = whole("the number of addresses", count, 1, 0x10000 - first)
        return self.observer.add(first, count, int(marks))

    def cover(self, where: int | str = 0, count: int = 0x10000) -> Handle:
        """Note which addresses instructions begin at, until `.remove()`; `covered` has them."""
        first = self.address(where)
        count = whole("the number of addresses", count, 1, 0x10000)
        return self.observer.add(first, min(count, 0x10000 - first), int(log.MARK_COVER))

    @property
    def covered(self) -> list[int]:
        """The addresses at which instructions have begun while they were covered."""
        return self.observer.covered()

    def take_log(self) -> np.ndarray:
        """Return what happened since the last call.

        Returns: EVENT[n] of chips/state.py: cycle, pc, kind, a, b; chips/log.py has the kinds
        """
        return self.waiting.take_events()

    def take_sound(self) -> SoundLog:
        """Return what the sound chip was told since the last call, for a Mixer."""
        return self.waiting.take_sound()

    @property
    def findings(self) -> list[Finding]:
        """What the strict machine has found so far; of another machine nothing."""
        return self.strict.findings if self.strict else []

    # --- snapshots -------------------------------------------------------------------------------

    def keep(self) -> Kept:
        """Return everything that decides the machine's future, in memory, for `restore`."""
        self._inputs.feed()
        segments, causes = self.waiting.segments()
        return Kept(pack(self.m), self.all_ram, segments.copy(), causes.copy(),
                    self.waiting.frames().copy(), self._poked, self._inputs.later, self.preset,
                    self.analog)

    def snapshot(self) -> bytes:
        """Return everything that decides the machine's future, in the form for files."""
        return to_bytes(self.keep(), self.bios, self._cart, self.cart_ram)

    def restore(self, data: bytes | Kept) -> None:
        """Go on from a snapshot of a machine with the same cartridge and executive ROM.

        Who looks on stays; what waited in the logs of sound and of what happened is forgotten.

        Errors: VecxError for anything but an intact snapshot of this version; nothing is changed
        """
        kind_of("a snapshot", data, (Kept, bytes, bytearray), "what `snapshot` or `keep` gave")
        kept = data if isinstance(data, Kept) else \
            from_bytes(data, self.bios, self._cart, self.cart_ram)
        seed = self.m.p_seed
        unpack(self.m, kept.record)
        if self.analog is not kept.analog or seed != self.m.p_seed:
            analog.lay_out(self.m, self.board)
        self._fill_ram(kept.ram)
        if kept.poked != self._poked or self._slot.banks > 1:
            self._slot.lay(self.m.bank, kept.poked)
        if kept.poked != self._poked:
            self._poked = kept.poked
            self._forget_decoded()
        self._inputs.later = kept.later
        self.preset, self.analog = kept.preset, kept.analog
        self._passed = NOWHERE
        self.observer.forget_due()
        self.waiting.forget()
        self.waiting.put_back(kept.segments, kept.causes, kept.frames)
        if self.strict:
            self.strict.restored()
