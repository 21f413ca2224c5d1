"""The core of a machine: its record and board, power-on, and the one loop that runs it.

Running, Entering, Looking and Keeping are its users' four ways to it, each in a file of that name;
they stand on this and know nothing of each other.  `Machine` has them all.
"""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from weakref import WeakValueDictionary

from ..chips import bus, log
from ..chips.attend import HALTED
from ..chips.cpu import advance, reset
from ..chips.device import DEVICES
from ..chips.state_record import Decoded, memory_of, new_board, new_decoded, new_state
from ..errors import UsageError, VecxError, check_int, check_type
from . import analog, roms
from .cartridge_slot import CartridgeSlot, Range
from .controllers import Inputs
from .observer import Observer
from .pending import Pending, no_room
from .watcher import Watcher

ADVANCE_MAX = 500_000       # cycles between two looks at what the chips wrote
NOWHERE = -1, -1
NOT_ASTRAY = -1     # in place of an address
RAM_FILLS = ("zero", "ff", "random")
# What has been decoded of each ROM, by its bytes.
_DECODED: WeakValueDictionary[bytes, Decoded] = WeakValueDictionary()


class Core:
    """A Vectrex with a cartridge in it, at power-on.

    Args:   as of vecx.Machine, whose docstring explains them
    Errors: VecxError for anything given that cannot be used
    """

    def __init__(self, cart: str | Path | bytes | roms.Ready | None = None,
                 bios: str | Path | bytes | None = None, preset: str = "hardware", seed: int = 0, *,
                 ram: str | None = None, symbols: str | Path | None = None,
                 cart_ram: Range | None = None, device: str | None = None,
                 include_dirs: Sequence[str | Path] = ()) -> None:
        named = (str, Path, type(None))
        check_type("cart", cart, (*named, bytes, bytearray, roms.Ready),
                   "a name, a path, bytes or None")
        check_type("bios", bios, (*named, bytes, bytearray), "a path, bytes or None")
        check_type("symbols", symbols, named, "a path or None")
        check_type("preset", preset, (str, Path),
                   "ideal, hardware, worn or the path of a .toml file")
        check_type("seed", seed, int, "a whole number")
        check_type("include_dirs", include_dirs, (list, tuple), "a list of folders")
        self.cartridge, self.debug = roms.load_cartridge(cart, include_dirs)
        if symbols is not None:
            self.debug = roms.load_debug(Path(symbols))
        self.symbols = dict(self.debug.values)
        rom = roms.load_bios(bios)
        self.bios, self.bios_debug = rom.image, rom.debug
        # What the assembler warned of, where sources were given.
        of_cart = self.cartridge.messages if self.cartridge else ""
        self.messages = "\n".join(filter(None, (of_cart, rom.messages)))
        self.preset, self.seed = str(preset), seed
        self.analog = analog.load(self.preset)
        if ram is not None and ram not in RAM_FILLS:
            raise UsageError(f"ram is '{ram}'; it can be {', '.join(RAM_FILLS)}")
        self.ram_fill = ram or ("zero" if preset == "ideal" else "random")
        self.m, self.board = new_state(), new_board()
        self._states, self._boards = self.m.array, self.board.array
        self._mem = memory_of(self.board.mem)
        self.slot = CartridgeSlot(self.board, self._cart, self.bios, cart_ram)
        if (device or "none") not in DEVICES:
            raise UsageError(f"device is {device!r}; it can be {', '.join(DEVICES)}")
        self.m.device = DEVICES[device or "none"]
        self._ram = self._mem[int(bus.RAM):int(bus.RAM + bus.RAM_BYTES)].data
        self.observer = Observer(self.board, self._forget_decoded)
        self._passed = NOWHERE      # cycle and PC of the last marked head that was served
        self._poked: dict[int, int] = {}
        self._inputs = Inputs(self.m)
        self._watchers: list[Watcher] = []
        # Called with cycle, what and value of everything that enters (movie.py).
        self.on_input: Callable[[int, int, int], object] | None = None
        self._power_on()
        self._first = self.m.clock
        self.pending = Pending(self.m, self.board)

    def _power_on(self) -> None:
        """Lay out the memory and assert /RESET."""
        self.slot.lay(0, {})
        self._forget_decoded()
        size = int(bus.RAM_BYTES) + len(self.slot.ram)
        fill = {"zero": b"\0", "ff": b"\xff"}.get(self.ram_fill)
        self._fill_ram(fill * size if fill else random.Random(self.seed).randbytes(size))
        analog.apply(self.m, self.board, self.analog, self.seed)
        self._reset()

    def _fill_ram(self, contents: bytes) -> None:
        """Set the console's RAM and then the cartridge's."""
        self._ram[:] = contents[:bus.RAM_BYTES]
        self.slot.fill(contents[bus.RAM_BYTES:])

    def _reset(self) -> None:
        reset(self.m, self.board)
        self.board.astray_at = NOT_ASTRAY
        self.m.bank = self.slot.reset()

    @property
    def _cart(self) -> bytes:
        return self.cartridge.image if self.cartridge else b""

    def _forget_decoded(self) -> None:
        """Decode the ROM anew: with all that have it unchanged and do not watch it, or alone."""
        self._decoded = new_decoded(self.slot.banks)
        watched = bus.READABLE | bus.WATCHED in self.board.page
        if not self._poked and not watched:
            self._decoded = _DECODED.setdefault(self.slot.rom, self._decoded)

    # --- running ---------------------------------------------------------------------------------

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
                for watcher in self._watchers:
                    watcher.reset()
            events = self.pending.take_in()
            if reason & log.NO_ROOM:
                raise no_room()
            if self._watchers:
                for watcher in self._watchers:
                    watcher.look(events)
                events = events[self.observer.asked(events)]
            self.pending.add_events(events)
            if observer:
                observer.note_accesses(events, self)
                if reason & log.AT_MARK:
                    self._passed = m.clock, m.pc
                    observer.note_head(m.pc, self)
                observer.call_due()
            if reason & (ask | log.HAPPENED) or m.clock >= until:
                return reason

    # --- what everybody asks ---------------------------------------------------------------------

    @property
    def cycles(self) -> int:
        """E cycles since power-on.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.cycles                    # /RESET has taken two
        2
        """
        return self.m.clock

    @property
    def frames(self) -> int:
        """Frames that have ended since power-on.

        >>> m = Machine("connect4", preset="ideal")
        >>> _ = m.run_frames(7)
        >>> m.frames
        7
        """
        return self.m.frames

    @property
    def fresh(self) -> bool:
        """True where nothing has run since power-on.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.fresh, m.step() > 0, m.fresh
        (True, True, False)
        """
        return self.m.clock == self._first

    @property
    def device(self) -> str:
        """What is plugged into port 2 from power-on: imager, or none.

        >>> Machine(device="imager").device, Machine().device
        ('imager', 'none')
        """
        return next((name for name, number in DEVICES.items() if number == self.m.device), "none")

    @property
    def halted(self) -> bool:
        """True where an undocumented opcode has halted the CPU until reset.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.halted
        False
        """
        return bool(self.m.wait == HALTED)

    def address(self, where: int | str) -> int:
        """Return an address, or the value of a symbol.

        Errors: VecxError for an unknown symbol or an address outside $0000-$FFFF

        >>> m = Machine("connect4", preset="ideal")
        >>> f"{m.address(0xC880):04X}", m.address("game_board") == m.symbols["game_board"]
        ('C880', True)
        >>> m.address("game_bored")
        Traceback (most recent call last):
        ...
        vecx.errors.VecxError: no symbol 'game_bored' in this cartridge; did you mean game_...
        """
        if isinstance(where, str):
            if where not in self.symbols:
                raise VecxError(self.debug.unknown(where, "cartridge"))
            return check_int(where, self.symbols[where], 0, 0xFFFF)
        return check_int("an address", where, 0, 0xFFFF)

    @staticmethod
    def _plain(addr: int) -> int:
        return int(bus.RAM) | addr & 0x3FF if bus.RAM <= addr < bus.VIA_BASE else addr

    # --- who follows -----------------------------------------------------------------------------

    def attach(self, watcher: Watcher) -> None:
        """Let a watcher follow from now on: it is told what `Watcher` has methods for.

        While anybody follows, `take_log` has only the rows that somebody else asked for.

        >>> m = Machine("connect4", preset="ideal")
        >>> from vecx.console.watcher import Watcher
        >>> class Resets(Watcher):
        ...     count = 0
        ...     def reset(self):
        ...         self.count += 1
        >>> seen = Resets()
        >>> m.attach(seen)
        >>> m.reset()
        >>> seen.count
        1
        """
        self._watchers.append(watcher)

    def detach(self, watcher: Watcher) -> None:
        """Let a watcher follow no longer.  Errors: ValueError where it does not.

        >>> m = Machine("connect4", preset="ideal")
        >>> from vecx.console.watcher import Watcher
        >>> nobody = Watcher()
        >>> m.attach(nobody)
        >>> m.detach(nobody)
        """
        self._watchers.remove(watcher)
