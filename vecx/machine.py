"""The machine: a Vectrex with a cartridge in it, run from Python.

>>> from vecx import Machine
>>> m = Machine("connect4", preset="ideal")
>>> frames = m.run_frames(200)
>>> frames[-1].budget.vectors > 0
True

This is the public interface.  Methods check their arguments and pass them on to the parts that do
the work, which console/console.py wires together.  Tools that need more use a part:

    chips     registers and wires of all chips, the beam, the analog parameters
    memory    banks, RAM, decoded instructions
    inputs    pending inputs, listeners
    output    pending frames, segments, sound and log rows
    hooks     marks on addresses
    watchers  observers of the log
    names     symbols, source lines, routines
    console   all of these except the names: the loop, and snapshots
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar
from weakref import ref

import numpy as np

from asm.output.debuginfo import Where
from asm.output.program import Program

from .chips import log
from .chips.state import NEVER
from .console import analog, calls, goals, inputs, roms, snapshot
from .console.analog import Analog
from .console.calls import Call
from .console.cartridge_slot import Range
from .console.console import Console, Setup
from .console.frame import Frame, through_imager
from .console.hooks import Handle
from .console.includes import SourceOptions
from .console.memory import home
from .console.names import Key, Names, picklable
from .console.output import SoundLog
from .console.registers import Registers
from .console.roms import Loaded, Ready
from .console.snapshot import Kept
from .console.watcher import Watcher
from .errors import UsageError, check_int, check_type, to_bytes
from .strict.checker import Strict
from .strict.finding import Finding

FRAME_WAIT_MAX = 45_000     # cycles a window waits for a frame before it shows the strokes so far
RAM_FILLS = ("zero", "ff", "random")
CYCLES_MAX = NEVER >> 1     # of one run


class Machine:
    """A Vectrex with a cartridge in it, at power-on.

    Args:
        cart     a bundled name, a path to an image, an .asm source or a .c source (which CMOC
                 compiles), bytes, a `Program` that `asm.assemble` returned, a `Ready`, or None
        bios     an executive ROM: path, bytes, or what `load_bios` returned; None for our own
        preset   ideal, hardware, worn, the path of a .toml file, or an `Analog`
        seed     of the differences between machines: DAC errors, noise, RAM at power-on
        ram      contents at power-on: zero, ff or random; None: zero for ideal, else random
        symbols  a symbol file for an image without symbols; or files of other tools, such as a
                 map, whose listings are found in its folder (docs/debugger.md lists the formats)
        strict   report in `findings` what would fail on hardware; a text selects rules, see
                 docs/strict.md
        cart_ram first and last address of RAM in the cartridge
        device   in port 2 from power-on: imager, the 3D imager, or none
        picture, sound  False: leave out the work for this output, which is faster; see
                 docs/many-machines.md for what is unavailable then
        include_dirs, dialect, defines, optimise  how an .asm source is assembled, as -I, --dialect,
                 -D and --opt on the command line
        more_sources  the other sources of a program in C
    Errors: VecxError for an argument that cannot be used

    Attributes, to be read:

    cartridge  with `name`, `title` and `image`; None without one
    symbols    numbers of all symbols, by name, of the cartridge and the executive ROM
    debug      a `DebugInfo` of the cartridge; bios_debug: of the executive ROM
    messages   the assembler's warnings; seed, ram_fill, bios: as given
    chips      its `state` has the registers of all chips, by the names in vecx/chips/state.py
    strict     the strict machine, or None

    `copy.copy`, `copy.deepcopy` and `pickle` make a machine that continues like this one, without
    its callbacks and watchers.  A copy of a strict machine is strict, and has no findings yet.

    >>> from vecx import Machine
    >>> m = Machine("connect4", preset="hardware", seed=1)
    >>> m
    <Machine connect4, hardware, seed 1: frame 0, cycle 2, $F000 Cold_Start ...>
    >>> m.run_frames(300)[-1].budget.vectors > 50
    True
    >>> m.cartridge.title, f"{m.symbols['Wait_Recal']:04X}", m.chips.state.buttons
    ('CONNECT 4', 'F192', 255)
    >>> from asm import assemble
    >>> Machine(assemble("main bra main\\n")).address("main")
    0
    >>> Machine("connect4", preset="new")
    Traceback (most recent call last):
    ...
    vecx.errors.VecxError: no preset 'new'; use ideal, hardware, worn or a .toml file
    """

    # A misspelt attribute, such as `m.pc = 3`, is an error.
    __slots__ = ("__weakref__", "_rom", "_rules", "bios", "bios_debug", "cartridge", "chips",
                 "console", "debug", "hooks", "inputs", "memory", "messages", "names", "output",
                 "ram_fill", "seed", "strict", "symbols", "watchers")

    def __init__(self, cart: str | Path | bytes | Program | Ready | None = None,
                 bios: str | Path | bytes | Loaded | None = None,
                 preset: str | Path | Analog = "hardware", seed: int = 0, *,
                 ram: str | None = None,
                 symbols: str | Path | Sequence[str | Path] | None = None,
                 strict: bool | str = False, cart_ram: Range | None = None,
                 device: str | None = None, include_dirs: Sequence[str | Path] = (),
                 dialect: str | None = None, defines: Mapping[str, int] | None = None,
                 optimise: bool = True,
                 more_sources: Sequence[str | Path] = (), picture: bool = True,
                 sound: bool = True) -> None:
        named = (str, Path, type(None))
        check_type("cart", cart, (*named, bytes, bytearray, Program, Ready),
                   "a name, a path, bytes, an assembled program or None")
        check_type("bios", bios, (*named, bytes, bytearray, Loaded), "a path, bytes or None")
        check_type("symbols", symbols, (*named, list, tuple), "a path, a list of paths or None")
        check_type("preset", preset, (str, Path, Analog),
                   "ideal, hardware, worn or the path of a .toml file")
        check_type("seed", seed, int, "a whole number")
        check_type("include_dirs", include_dirs, (list, tuple), "a list of folders")
        check_type("more_sources", more_sources, (list, tuple), "a list of paths")
        check_type("dialect", dialect, (str, type(None)), "the name of a dialect")
        check_type("defines", defines, (Mapping, type(None)), "a dictionary of names and numbers")
        check_type("strict", strict, (bool, str), "True, or names of rules")
        if not picture and strict is not False:
            raise UsageError("strict needs the machine's picture, because some of its rules "
                             "follow the beam: remove picture=False or strict")
        if ram is not None and ram not in RAM_FILLS:
            raise UsageError(f"ram must be {' or '.join(RAM_FILLS)}, not {ram!r}")
        self.cartridge, debug = roms.load_cartridge(cart, SourceOptions(
            tuple(include_dirs), dialect, tuple((defines or {}).items()), optimise,
            tuple(more_sources)))
        missing = ""
        if symbols:
            paths = [symbols] if isinstance(symbols, str | Path) else symbols
            debug, missing = roms.load_symbols(
                list(map(Path, paths)), self.cartridge.image if self.cartridge else b"")
        rom = self._rom = roms.load_bios(bios)
        # Warnings of the assembler, if sources were given.
        of_cart = self.cartridge.messages if self.cartridge else ""
        self.messages = "\n".join(filter(None, (of_cart, rom.messages, missing)))
        self.bios, self.seed = rom.image, seed
        self.ram_fill = ram or ("zero" if preset == "ideal" else "random")

        self.debug, self.bios_debug = debug, rom.debug
        self.console = console = Console(Setup(
            self.bios, self.cartridge.image if self.cartridge else b"",
            *(("custom", preset) if isinstance(preset, Analog)
              else (str(preset), analog.load(str(preset)))),
            seed, self.ram_fill, cart_ram, device or "none",
            frozenset(name for name, wanted in (("picture", picture), ("sound", sound))
                      if not wanted)))
        self.chips, self.memory, self.inputs = console.chips, console.memory, console.inputs
        self.output, self.hooks, self.watchers = console.output, console.hooks, console.watchers
        self.names = Names(debug, rom.debug, (lambda: int(console.chips.state.bank))
                           if self.memory.banks > 1 else None)
        self.symbols = self.names.symbols
        self._rules = strict
        self.strict: Strict | None = None
        if strict is not False:
            self.strict = Strict(console, self.names, "" if strict is True else strict)
            self.attach(self.strict)

    # --- running ---------------------------------------------------------------------------------

    def run_frames(self, n: int) -> list[Frame]:
        """Run until n more frames have ended; return them.

        The machine stands at the first instruction after the write of T2's high byte that ended the
        last one.  Frames that ended before, in `step`, `run_to` or `call`, are dropped; to get
        them, call `run_cycles(0)` first.

        >>> m = Machine("connect4", preset="ideal")
        >>> frames = m.run_frames(100)
        >>> len(frames), frames[-1].index
        (100, 99)
        >>> m.run_to("Wait_Recal"), m.run_to("Wait_Recal"), m.run_to("Wait_Recal")
        (True, True, True)
        >>> m.frames, m.run_frames(1)[0].index
        (102, 102)
        """
        n = check_int("the number of frames", n, 0)
        self.console.check_idle()
        self.output.take_frames()
        return self.console.run_frames(n)

    def run_cycles(self, n: int) -> list[Frame]:
        """Run to the first instruction that begins n cycles or more from now; return the frames
        that have ended.

        >>> m = Machine("connect4", preset="ideal")
        >>> ended = m.run_cycles(200_000)
        >>> m.cycles >= 200_000, [frame.index for frame in ended]
        (True, [0, 1, 2, 3, 4, 5, 6])
        """
        self.console.run(self.cycles + check_int("the number of cycles", n, 0, CYCLES_MAX))
        return self.output.take_frames()

    def run_to_frame(self, limit: int = FRAME_WAIT_MAX) -> list[Frame]:
        """Run until a frame has ended, or for `limit` cycles; return the frames that have ended.

        >>> m = Machine("connect4", preset="ideal")
        >>> [frame.index for frame in m.run_to_frame()]
        [0]
        """
        limit = check_int("the number of cycles", limit, 0, CYCLES_MAX)
        self.console.run(self.cycles + limit, log.FRAME)
        return self.output.take_frames()

    def run_to_stop(self, limit: int) -> bool:
        """Run until a hook ends the run or the CPU has halted, for at most `limit` cycles.

        Returns: False if it ran to the limit

        >>> m = Machine("connect4", preset="ideal")
        >>> handle = m.on_write("Vec_Loop_Count", lambda m, value, cycle: None)
        >>> m.run_to_stop(3_000_000), m.run_to_stop(1)
        (True, False)
        """
        end = self.cycles + check_int("the number of cycles", limit, 0, CYCLES_MAX)
        ended = self.console.run(end, log.AT_MARK | log.ACCESS | log.HALTED)
        return bool(ended & (log.AT_MARK | log.ACCESS)) or self.halted

    def step(self) -> int:
        """Run one instruction, or enter one interrupt; return the cycles it took.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.step() == m.cycles - 2        # /RESET takes two
        True
        """
        before = self.cycles
        self.console.run(before + 1)
        return self.cycles - before

    def run_to(self, where: int | str, count: int = 1, max_cycles: int = 3_000_000) -> bool:
        """Run until the PC reaches one of the `count` addresses from `where` on.

        Args:    where  the label of one bank of two stops in that bank only
        Returns: False if none comes within max_cycles, or the CPU has halted

        >>> m = Machine("connect4", preset="ideal")
        >>> m.run_to("Wait_Recal"), m.registers.pc == m.address("Wait_Recal")
        (True, True)
        >>> m.run_to(0xCBFF, max_cycles=1000)
        False
        """
        max_cycles = check_int("max_cycles", max_cycles, 1, CYCLES_MAX)
        first = self.address(where)
        count = check_int("the number of addresses", count, 1, 0x10000 - first)
        bank = self.names.bank_of(where) if isinstance(where, str) else -1
        end = self.cycles + max_cycles
        while self.cycles < end and self.console.run_to(first, count, end - self.cycles):
            if bank in (-1, self.chips.state.bank):
                return True
        return False

    def run_until(self, what: int | str | Callable[[Self], object], value: int | None = None,
                  frames: int = 600) -> list[Frame]:
        """Run until a condition is true, for at most `frames` frames; return the frames that have
        ended.

        Args:   what   a variable, with the expected `value`: tested after each instruction that
                       writes it; or an expression (docs/expressions.md), or a function of the
                       machine: tested after each frame
        Errors: VecxError with the present value if it is still false at the end; UsageError,
                VecxError for an invalid expression or an unknown name

        >>> m = Machine("connect4", preset="ideal")
        >>> ended = m.run_until("v_state_frames", 5, frames=400)
        >>> _ = m.run_until("frame >= 300 && [v_menu] == 0")
        >>> _ = m.run_until(lambda m: m.frames >= 310)
        >>> m.frames
        310
        """
        most = check_int("the number of frames", frames, 1)
        return goals.run_for(self._goal(what, value), self.console, self.names, most)

    def _goal(self, what: int | str | Callable[[Self], object], value: int | None) -> goals.Goal:
        if isinstance(what, str) and value is None:
            return goals.expression(what, self)
        if callable(what):
            return goals.function(lambda: what(self), getattr(what, "__name__", "it"))
        if value is None:
            raise UsageError("the expected value is missing: run_until(name, value)")
        return goals.value_of(self.names.variable(what), value, self)

    # --- time ------------------------------------------------------------------------------------

    @property
    def cycles(self) -> int:
        """E cycles since power-on.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.cycles                    # /RESET has taken two
        2
        """
        return self.chips.state.clock

    @property
    def frames(self) -> int:
        """Frames that have ended since power-on.

        >>> m = Machine("connect4", preset="ideal")
        >>> _ = m.run_frames(7)
        >>> m.frames
        7
        """
        return self.chips.state.frames

    @property
    def fresh(self) -> bool:
        """True if nothing has run since power-on.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.fresh, m.step() > 0, m.fresh
        (True, True, False)
        """
        return self.console.fresh

    @property
    def halted(self) -> bool:
        """True if an undocumented opcode has halted the CPU until reset.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.halted
        False
        """
        return self.chips.halted

    # --- inputs ----------------------------------------------------------------------------------

    def press(self, button: int, player: int = 1, at: int | None = None) -> None:
        """Hold down a button, 1 to 4, now or from the cycle `at` on.

        >>> m = Machine("connect4", preset="ideal")
        >>> _ = m.run_frames(400)       # past the title
        >>> m.press(4)
        >>> _ = m.run_frames(2)
        >>> m.read("Vec_Btn_State")[0]
        8
        >>> m.press(1, at=m.cycles + 50_000)
        """
        self.console.enter([inputs.button_input(button, player, down=True)], at)

    def release(self, button: int, player: int = 1, at: int | None = None) -> None:
        """Let go of a button, 1 to 4, now or from the cycle `at` on.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.press(4)
        >>> m.release(4, at=m.cycles + 60_000)
        """
        self.console.enter([inputs.button_input(button, player, down=False)], at)

    def tap(self, button: int, player: int = 1, frames: int = 2) -> list[Frame]:
        """Press a button for `frames` frames, release it, and run one more frame; return the frames
        that have ended.

        >>> m = Machine("connect4", preset="ideal")
        >>> _ = m.run_frames(400)
        >>> len(m.tap(4, frames=2))
        3
        """
        self.press(button, player)
        ended = self.run_frames(check_int("the number of frames", frames, 1))
        self.release(button, player)
        return ended + self.run_frames(1)

    def stick(self, x: float, y: float, player: int = 1, at: int | None = None) -> None:
        """Hold the joystick at x, y, each -1..1, now or from the cycle `at` on.

        Right and up are positive; values beyond 1 count as 1.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.stick(-1, 0)              # left
        >>> m.stick(0, 0.5, player=2)
        """
        self.console.enter(inputs.stick_inputs(x, y, player), at)

    def pen(self, x: float, y: float, at: int | None = None) -> None:
        """Hold a light pen on the glass at x, y in screen units, now or from the cycle `at` on.

        Errors: UsageError for a place outside -255..255, or if the imager is plugged in

        >>> m = Machine("connect4", preset="ideal")
        >>> m.pen(0, 0)                 # in the middle of the glass
        >>> m.pen_away()
        """
        self._refuse_pen_with_imager()
        self.console.enter(inputs.pen_inputs(x, y), at)

    def pen_away(self, at: int | None = None) -> None:
        """Take the light pen from the glass, now or in the cycle `at`.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.pen_away()
        """
        self._refuse_pen_with_imager()
        self.console.enter([inputs.PEN_AWAY_INPUT], at)

    def _refuse_pen_with_imager(self) -> None:
        if self.imager:
            raise UsageError("the light pen cannot be used while the 3D imager is plugged into "
                             "its port")

    def reset(self, at: int | None = None) -> None:
        """Assert /RESET, as the button on the console does, now or in the cycle `at`.

        CPU and VIA start again, and the sound chip's registers are cleared; RAM keeps its contents.

        >>> m = Machine("connect4", preset="ideal")
        >>> _ = m.run_frames(10)
        >>> m.reset()
        >>> m.registers.pc == int.from_bytes(m.read(0xFFFE, 2), "big")
        True
        """
        self.console.enter([inputs.RESET_INPUT], at)

    def enter(self, what: int, value: int, at: int | None = None) -> None:
        """Enter one input, given as the numbers input_what and input_value of the record, now or in
        the cycle `at`.

        >>> m = Machine("connect4", preset="ideal")
        >>> from vecx.chips.bus import IN_BUTTONS
        >>> m.enter(int(IN_BUTTONS), 0x0800)        # button 4 of player 1 goes down
        >>> f"{m.chips.state.buttons:02X}"
        'F7'
        """
        self.console.enter([(what, value)], at)

    # --- the 3D imager ---------------------------------------------------------------------------

    @property
    def device(self) -> str:
        """The device that has been in port 2 since power-on: imager or none.

        >>> Machine(device="imager").device, Machine().device
        ('imager', 'none')
        """
        return self.chips.device

    @property
    def imager(self) -> bool:
        """True if the 3D imager is plugged in.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.imager, Machine(device="imager").imager
        (False, True)
        """
        return self.chips.imager

    def imager_turned(self, cycle: np.ndarray) -> np.ndarray:
        """Return the angle of the imager's wheel at recent cycles.

        Returns: revolutions since the index hole, 0..1

        >>> import numpy as np
        >>> m = Machine(device="imager")
        >>> m.imager_turned(np.array([m.cycles])).tolist()      # nothing drives the motor yet
        [0.0]
        """
        return self.chips.imager_turned(cycle)

    def seen_by(self, frame: Frame, eye: str | None) -> Frame:
        """Return the part of a frame that an eye sees through the imager.  The frame must have just
        ended.

        Args: eye  right, which sees during the first half of a revolution, or left; None for the
                   whole frame, as on the screen

        >>> m = Machine("connect4", device="imager")
        >>> frame = m.run_frames(250)[-1]
        >>> both = len(frame.segments)
        >>> len(m.seen_by(frame, "left").segments) + len(m.seen_by(frame, "right").segments) == both
        True
        """
        return frame if eye is None else through_imager(frame, self.imager_turned, eye)

    # --- registers, memory, symbols: none of this takes time on the machine ----------------------

    @property
    def registers(self) -> Registers:
        """The CPU's registers.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.registers.pc == int.from_bytes(m.read(0xFFFE, 2), "big")
        True
        """
        return self.chips.registers

    def set_registers(self, **registers: int) -> None:
        """Set registers of the CPU: a b d x y u s pc dp cc.  If there is an error, none is changed.

        Errors: UsageError for another name, or a value that does not fit

        >>> m = Machine("connect4", preset="ideal")
        >>> m.set_registers(d=0x1234, dp=0xC8)
        >>> m.registers.a, m.registers.b, m.registers.dp
        (18, 52, 200)
        """
        self.console.set_registers(**registers)

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
        return self.names.address(where)

    def where(self, addr: int | str, bank: int = -1) -> Where:
        """Return file, line, routine and offset of an address in the cartridge or the executive
        ROM.

        Args: bank  of a cartridge with two; by default that of the symbol, or the visible one

        >>> m = Machine("connect4", preset="ideal")
        >>> m.where("board_draw").routine
        'board_draw'
        """
        return self.names.where(addr, bank)

    def home(self, addr: int) -> int:
        """Return the address that a mirror of RAM or of the VIA stands for.

        >>> m = Machine("connect4", preset="ideal")
        >>> hex(m.home(0xCC80)), hex(m.home(0xD7F1))
        ('0xc880', '0xd001')
        """
        return home(addr)

    def read(self, addr: int | str, count: int = 1) -> bytes:
        """Return bytes of memory, without a bus access; mirrors of RAM read as RAM, and $0000
        follows $FFFF.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.read(0, 5)
        b'g GCE'
        >>> len(m.read("game_board", 42))
        42
        """
        at = self.address(addr)
        return self.memory.read(at, check_int("the number of bytes", count, 0, 0x10000))

    def write(self, addr: int | str, data: bytes | int) -> None:
        """Set bytes of memory, including ROM, without a bus access.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.write("game_board", bytes(42))
        >>> m.write(0xC880, 7)
        >>> m.read(0xC880)[0]
        7
        """
        at, some = self.address(addr), to_bytes("the data", data)
        if at + len(some) > 0x10000:
            raise UsageError(f"{len(some):,} bytes from ${at:04X} on do not fit: memory ends at "
                             "$FFFF")
        self.console.write(at, some)

    def __getitem__(self, key: Key) -> int | bytes:
        """Return a variable: `m["score"]`, `m["table", 5]`, `m["speed", "s8"]`.

        A name alone is a byte, a word if there are two bytes up to the next name, else all bytes up
        to that.  An index selects an element; its size is that of the kind, u8 s8 u16 s16, as in
        `m["list", 2, "u16"]`; the default is u8.

        Errors: VecxError for an unknown name; UsageError for an invalid index or kind

        >>> m = Machine("connect4", preset="ideal")
        >>> _ = m.run_frames(300)
        >>> m["current_player"], m["game_board", 3], len(m["game_board"])
        (0, 0, 42)
        """
        return self.names.variable(key).get(self)

    def __setitem__(self, key: Key, value: int | bytes) -> None:
        """Set a variable; the key is the same as for reading.

        >>> m = Machine("connect4", preset="ideal")
        >>> m["game_board", 3] = 2
        >>> m["game_board", 3]
        2
        """
        self.names.variable(key).set(self, value)

    @property
    def ram(self) -> bytes:
        """The kilobyte of RAM.

        >>> m = Machine("connect4", preset="ideal")
        >>> len(m.ram)
        1024
        """
        return self.memory.ram

    @property
    def all_ram(self) -> bytes:
        """The kilobyte of RAM, followed by the RAM in the cartridge.

        >>> m = Machine("connect4", preset="ideal", cart_ram=(0x6000, 0x63FF))
        >>> len(m.all_ram)
        2048
        """
        return self.memory.contents

    @property
    def cart_ram(self) -> str:
        """The range of RAM in the cartridge, as `6000-7FFF`, or `none`.

        >>> Machine(cart_ram=(0x6000, 0x63FF)).cart_ram, Machine().cart_ram
        ('6000-63FF', 'none')
        """
        return self.memory.cart_ram_words

    @property
    def preset(self) -> str:
        """The preset of the analog parameters, as given to the constructor or taken from a snapshot
        restored since then.

        >>> Machine("connect4", preset="worn").preset
        'worn'
        """
        return self.chips.preset

    @property
    def analog(self) -> Analog:
        """The analog parameters, as given to the constructor or taken from a snapshot restored
        since then.

        >>> Machine("connect4", preset="ideal").analog.drift_x
        0.0
        """
        return self.chips.analog

    @property
    def astray(self) -> tuple[int, int, int] | None:
        """The first instruction fetch since the last reset from an address without memory: this
        address, the address of the previous instruction, and the cycle; None if there was none.

        There is no memory after the cartridge's image, between $C000 and RAM, and where the VIA is.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.set_registers(pc=0x9000)
        >>> _ = m.step()
        >>> f"{m.astray[0]:04X}"
        '9000'
        """
        return self.chips.astray

    # --- calling routines ------------------------------------------------------------------------

    def call(self, where: int | str, max_cycles: int = 3_000_000, pushed: bytes = b"",
             **registers: int) -> Call:
        """Call a routine and wait for its return.

        Args:    where       address or symbol
                 max_cycles  limit of the call
                 pushed      bytes on the stack above the return address, top first
                 registers   a b d x y u s dp cc to set before
        Errors:  VecxError if it does not return in time, or returns with another S

        >>> m = Machine("connect4", preset="ideal")
        >>> done = m.call("Random", s=0xCBEA, dp=0xC8)
        >>> done.cycles < 200, 0 <= done.registers.a <= 255
        (True, True)
        """
        target = self.address(where)
        if "pc" in registers:
            raise UsageError("register 'pc' cannot be set: it is the address of the call")
        self.set_registers(**registers)
        name = where if isinstance(where, str) else f"${target:04X}"
        return calls.call_routine(self.console, self.names, name, target,
                                  check_int("max_cycles", max_cycles, 1, CYCLES_MAX),
                                  to_bytes("pushed", pushed))

    # --- callbacks, the log, sound ---------------------------------------------------------------

    def on_pc(self, where: int | str, call: Callable[[Self], object]) -> Handle:
        """Call `call(machine)` before the instruction at an address runs, until `.remove()`.

        A callback may read and set memory and registers, enter inputs, and add and remove
        callbacks; the same is true of `on_read` and `on_write`.  If it runs the machine or restores
        a state, UsageError is raised.  If it raises an exception, the run ends with it; frames that
        have ended by then are returned by the next `run_cycles`.

        >>> m = Machine("connect4", preset="ideal")
        >>> called = []
        >>> handle = m.on_pc("Wait_Recal", lambda m: called.append(m.cycles))
        >>> _ = m.run_frames(5)
        >>> len(called) > 0
        True
        >>> handle.remove()
        """
        return self.hooks.add(self.address(where), 1, int(log.MARK_BREAK), self._bound(call))

    def on_write(self, where: int | str, call: Callable[[Self, int, int], object],
                 count: int | None = None) -> Handle:
        """Call `call(machine, value, cycle)` after an instruction that wrote to an address.

        It is called once for each byte: twice for a word.

        Args: count  number of addresses; None: all bytes of a symbol, 1 for an address

        >>> m = Machine("connect4", preset="ideal")
        >>> written = []
        >>> handle = m.on_write(0xC823, lambda m, value, cycle: written.append(value))
        >>> _ = m.run_frames(3)
        >>> len(written) > 0
        True
        >>> m.on_write("game_board", print).count, m.on_write("game_board", print, 7).count
        (42, 7)
        """
        return self._on_access(where, log.MARK_WRITE, call, count)

    def on_read(self, where: int | str, call: Callable[[Self, int, int], object],
                count: int | None = None) -> Handle:
        """Call `call(machine, value, cycle)` after an instruction that read data at an address.

        It is called once for each byte: twice for a word.

        Args: count  number of addresses; None: all bytes of a symbol, 1 for an address

        >>> m = Machine("connect4", preset="ideal")
        >>> handle = m.on_read("game_board", lambda m, value, cycle: print(value, cycle))
        >>> handle.remove()
        """
        return self._on_access(where, log.MARK_READ, call, count)

    def _on_access(self, where: int | str, mark: int, call: Callable[..., object],
                   count: int | None) -> Handle:
        first = home(self.address(where))
        most = 0x10000 - first
        count = min(self.names.size(where), most) if count is None \
            else check_int("the number of addresses", count, 1, most)
        return self.hooks.add(first, count, int(mark | log.MARK_STOP), self._bound(call))

    def _bound(self, call: Callable[..., object]) -> Callable[..., object]:
        """Return a callback that passes this machine on, but does not keep it alive.

        Errors: UsageError if `call` cannot be called
        """
        if not callable(call):
            raise UsageError(f"the callback must be a function, not {call!r}")
        machine = ref(self)
        return lambda *given: call(machine(), *given)

    def watch(self, where: int | str, count: int = 1, *, runs: bool = False, reads: bool = False,
              writes: bool = False) -> Handle:
        """Log instructions, data reads or data writes at the `count` addresses from `where` on.

        `take_log` returns the rows; `.remove()` of the handle ends the log.

        >>> m = Machine("connect4", preset="ideal")
        >>> handle = m.watch(0xD000, 16, writes=True)       # the VIA
        >>> _ = m.run_frames(3)
        >>> len(m.take_log()) > 50
        True
        """
        marks = (log.MARK_EXEC if runs else 0) | (log.MARK_READ if reads else 0) \
            | (log.MARK_WRITE if writes else 0)
        first = home(self.address(where))
        count = check_int("the number of addresses", count, 1, 0x10000 - first)
        return self.hooks.add(first, count, int(marks))

    def cover(self, where: int | str = 0, count: int = 0x10000) -> Handle:
        """Record the addresses of executed instructions, until `.remove()`; see `covered`.

        >>> m = Machine("connect4", preset="ideal")
        >>> handle = m.cover()
        >>> _ = m.run_frames(1)
        >>> 0xF000 <= m.covered[0] < 0x10000 or m.covered[0] < 0xC000
        True
        """
        first = self.address(where)
        count = check_int("the number of addresses", count, 1, 0x10000)
        return self.hooks.add(first, min(count, 0x10000 - first), int(log.MARK_COVER))

    @property
    def covered(self) -> list[int]:
        """The addresses of instructions that were executed while `cover` was active.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.covered
        []
        """
        return self.hooks.covered()

    def take_log(self) -> np.ndarray:
        """Return the rows of the log since the last call.

        Returns: EVENT[n] of chips/state.py: cycle, pc, kind, a, b; chips/log.py has the kinds

        >>> m = Machine("connect4", preset="ideal")
        >>> handle = m.watch(0xC880, writes=True)
        >>> _ = m.run_frames(1)
        >>> m.take_log().dtype.names
        ('cycle', 'pc', 'kind', 'a', 'b')
        """
        return self.output.take_events()

    def take_sound(self) -> SoundLog:
        """Return the writes to the sound chip since the last call, for a Mixer.

        >>> m = Machine("connect4", preset="ideal")
        >>> from vecx.sound.mixer import Mixer
        >>> _ = m.run_frames(100)
        >>> samples = Mixer().samples(m.take_sound(), m.cycles)
        >>> samples.dtype, len(samples) > 90_000
        (dtype('float32'), True)
        """
        return self.output.take_sound()

    def attach(self, watcher: Watcher) -> None:
        """Attach a watcher: the machine calls its methods as it runs.

        While a watcher is attached, `take_log` returns only rows requested by `watch` and
        callbacks.

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
        self.watchers.append(watcher)

    def detach(self, watcher: Watcher) -> None:
        """Detach a watcher.  Errors: ValueError if it is not attached

        >>> m = Machine("connect4", preset="ideal")
        >>> from vecx.console.watcher import Watcher
        >>> watcher = Watcher()
        >>> m.attach(watcher)
        >>> m.detach(watcher)
        """
        self.watchers.remove(watcher)

    @property
    def findings(self) -> list[Finding]:
        """The findings of the strict machine so far; [] for a machine that is not strict.

        >>> m = Machine("connect4", preset="ideal", strict=True)
        >>> _ = m.run_frames(100)
        >>> m.findings
        []
        """
        return self.strict.findings if self.strict else []

    # --- snapshots -------------------------------------------------------------------------------

    def keep(self) -> Kept:
        """Return the state that determines the machine's future, as objects for `restore`.

        >>> m = Machine("connect4", preset="ideal")
        >>> kept = m.keep()
        >>> first = m.run_frames(50)
        >>> m.restore(kept)
        >>> m.run_frames(50) == first
        True
        """
        return self.console.keep()

    def snapshot(self) -> bytes:
        """Return the state that determines the machine's future, as bytes that can be written to a
        file.

        >>> m = Machine("connect4", preset="ideal")
        >>> data = m.snapshot()
        >>> data[:31]
        b'{"format": "vecx-snapshot/3", "'
        """
        return snapshot.dump(self.keep())

    def restore(self, data: bytes | Kept) -> None:
        """Continue from a snapshot of a machine with the same cartridge and executive ROM.

        Callbacks and watchers stay; pending sound and log rows are dropped.

        Errors: VecxError if the data is damaged or of another version, SnapshotMismatch if it was
                made with another cartridge or executive ROM; the machine is unchanged then

        >>> m = Machine("connect4", preset="ideal")
        >>> data = m.snapshot()
        >>> other = Machine("connect4", preset="ideal")
        >>> other.restore(data)
        >>> other.restore(b"anything else")
        Traceback (most recent call last):
        ...
        vecx.errors.VecxError: this is not a vecx snapshot, or its header is damaged
        """
        check_type("a snapshot", data, (Kept, bytes, bytearray), "a result of `snapshot` or `keep`")
        self.console.restore(data if isinstance(data, Kept) else snapshot.load(
            data, self.console.identity, banked=self.memory.banks > 1))

    # --- copies ----------------------------------------------------------------------------------

    def __copy__(self) -> Self:
        return _copied(type(self), self._arguments(), self.symbols, self.keep())

    def __deepcopy__(self, memo: object) -> Self:
        """Return a copy of the machine; copies share only immutable data."""
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the arguments of the machine and a snapshot, for pickle."""
        return _copied, (type(self), self.portable_arguments(), self.symbols, self.snapshot())

    def portable_arguments(self) -> dict[str, Any]:
        """Return arguments that make an equal machine at power-on, and that can be pickled.

        >>> m = Machine("connect4", preset="ideal", seed=3)
        >>> Machine(**m.portable_arguments()).seed
        3
        """
        return self._arguments() | {
            "cart": Ready(self.cartridge, picklable(self.debug)),
            "bios": self._rom._replace(debug=picklable(self.bios_debug))}

    def _arguments(self) -> dict[str, Any]:
        """Return the arguments of the constructor that would make this machine at power-on."""
        setup = self.console.setup
        return {"cart": Ready(self.cartridge, self.debug), "bios": self._rom,
                "preset": setup.analog, "seed": self.seed, "ram": self.ram_fill,
                "strict": self._rules, "cart_ram": setup.cart_ram, "device": setup.device,
                "picture": "picture" not in setup.without, "sound": "sound" not in setup.without}

    def __repr__(self) -> str:
        name = self.cartridge.name if self.cartridge else "no cartridge"
        return (f"<{type(self).__name__} {name}, {self.preset}, seed {self.seed}: frame "
                f"{self.frames:,}, cycle {self.cycles:,}, {self.where(self.registers.pc)}>")


M = TypeVar("M", bound=Machine)


def _copied(kind: type[M], arguments: dict[str, Any], symbols: dict[str, int],
            state: bytes | Kept) -> M:
    """Return a new machine of the given class, restored to a state."""
    machine = kind(**arguments)
    machine.symbols.update(symbols)
    machine.restore(state)
    return machine
