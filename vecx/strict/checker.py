"""The strict machine: follows one machine's log and says what hardware would not forgive.

It observes and changes nothing: a strict machine does what any other does.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from asm.cpu import isa
from asm.disassembler.disasm import decode
from asm.output.debuginfo import DebugInfo, Where

from ..chips import bus, log
from ..chips.state import CYCLES_PER_SECOND
from ..chips.state_record import memory_of, zeros
from ..compiling.jit import JIT
from ..console import roms
from ..console.analog import Analog
from ..console.cartridge import COPYRIGHT, header_fault, header_texts, title_end
from ..console.core import Core
from ..console.watcher import Watcher
from . import source
from .facts import F_READS_CODE, Routines, facts_of
from .finding import Finding, place_of
from .follow import follow, unknown
from .lists import LIST_MOST, PRINTABLE, TEXT_MOST, Kind, endless, kinds, overlong
from .rules import AY_FAULTS, BRIGHTNESS_FAULTS, CHANCE, LEVELS, NAMES, NUMBER, RULES, select
from .shadow import POINTER_ROW, PUSHED_OVER, ROUTINES_MAX, SHADOW, T_OUTSIDE
from .values import O_SECOND
from .witness import Chance, Witnesses

VIA_NAMES = ("port B", "port A", "DDR B", "DDR A", "T1C-L", "T1C-H", "T1L-L", "T1L-H", "T2C-L",
             "T2C-H", "shift register", "ACR", "PCR", "IFR", "IER", "port A")
INTERRUPT_NAMES = "IRQ", "SWI", "SWI2", "SWI3", "NMI", "FIRQ"
VECTORS = 0xFFF8, 0xFFFA, 0xFFF4, 0xFFF2        # of these
OPCODE_BYTES_MAX = 5
NOTHING_KNOWN = DebugInfo()
UNDEFINED = 0xFF
SEED_CELLS = range(0xC87D, 0xC880)      # of Random: what they hold at power-on is its seed
HALF = int(bus.HALF)
REGISTER_NAMES = "ABXYU"
STACK_TOP = 0xCBEA      # where the executive ROM leaves S (Vec_Default_Stk)
WORD_MOST = 16          # neighbouring bytes that are tried at once
CHUNK = 16384           # rows of one pass: as many as `found` has room for
LIBRARY = 0xF000        # below lies the ROM's own program, a user of its library
SCREEN_UNIT = 127.0
SETTLED = 4.0           # time constants after which a hold has what it is to hold, but for 2 %
DRIFT_UNITS = 12.0      # screen units; the longest text that fits reaches 10 on `worn` (our choice)
DRAWS_MOST = 60         # since zero: four times the 12 to 15 of the designers' advice [ANALOG]


class Stack(NamedTuple):
    """The stack of a run: its lowest address, bytes below $CBEA, who was there; the highest
    variable below it, and the bytes free between the two."""

    low: int
    depth: int
    where: Where
    variable: int
    free: int

    def __str__(self) -> str:
        return (f"stack: {self.depth} bytes at most, down to ${self.low:04X} at "
                f"{place_of(self.where)}; {self.free} bytes free above the highest variable, "
                f"${self.variable:04X}")


class Strict(Watcher):
    """Follows one machine.

    Args: machine    at power-on; `attach` lets it be followed
          selection  which rules, as `rules.select` reads it
    """

    def __init__(self, machine: Core, selection: str) -> None:
        board, analog, ram = machine.board, machine.analog, machine.slot.ram
        image_end = len(machine.cartridge.image) if machine.cartridge else 0
        self._m, self._board = machine.m, board
        self._mem = memory_of(board.mem)
        self.cart, self.bios = machine.debug, machine.bios_debug
        self._selected = select(selection)
        self._witnesses = Witnesses(machine)
        self._tried: dict[tuple[int, int], tuple[int, str | None]] = {}
        ours = roms.load_bios(None).debug
        self._routines = Routines(ROUTINES_MAX, (ours.contracts, ours.values),
                                  (self.cart.contracts, self.cart.values))
        self._kinds = kinds(ours.contracts, ours.values)
        self.library = int(bus.ROM if image_end else LIBRARY)
        # Who follows the log as well, called with each chunk of rows, and the addresses at which
        # instructions are new.
        self.listeners: list[Callable[[np.ndarray, list[int]], None]] = []
        self._first: list[tuple[int, ...]] = []         # rule place pc cycle a b origin frame,
        # and who called
        self._shadows = zeros(SHADOW)
        self.shadow = self._shadows.view(np.recarray)[0]
        self._passed = self._shadows if JIT else [self.shadow]
        self.facts, self._counts = self.shadow.of, self.shadow.counts
        self._begin(image_end, analog)
        self.shadow.cart_ram, self.shadow.cart_ram_end = ram.start, ram.stop
        self._cart_ram = ram
        self._undefine(ram)
        board.drift_square = (DRIFT_UNITS * SCREEN_UNIT) ** 2
        if analog.sat_x and analog.sat_y:
            board.edge_x = min(analog.sat_x, 1.0) * analog.half_w
            board.edge_y = min(analog.sat_y, 1.0) * analog.half_h
        machine.observer.follow(image_end, ram)

    def _begin(self, image_end: int, analog: Analog) -> None:
        shadow, routines = self.shadow, self._routines
        shadow.routine[:] = routines.of
        self._know_source(image_end)
        shadow.load_pc[:] = shadow.load_lost[:] = -1
        shadow.s_low = bus.RAM_END
        for column in ("page", "trash", "takes", "keeps"):
            values = getattr(routines, column)
            getattr(shadow, column)[:len(values)] = values
        for address, kind in self._kinds.items():
            shadow.lists[address] = kind.register
        shadow.rom_end = image_end
        shadow.rom = self.library
        shadow.settle, shadow.noise = analog.cmp_cycles_per_bit, analog.cmp_noise
        shadow.y_least = SETTLED * analog.tau_sh_y
        shadow.draws_most = DRAWS_MOST if analog.drift_x or analog.drift_y else 0
        shadow.pc = shadow.loop = shadow.s_top = shadow.overrun_at = -1
        shadow.z_at = shadow.t1_end = shadow.t2_end = shadow.short_at = -1
        shadow.pointer[:] = -1
        shadow.frame_at, shadow.frames = self._m.frame_at, self._m.frames
        shadow.wires = 4 << int(log.W_MUX_SHIFT)
        for number, address in enumerate(VECTORS):
            shadow.vectors[number] = int(self._mem[address]) << 8 | int(self._mem[address + 1])

    def _know_source(self, image_end: int) -> None:
        """Lay out what the source says of the image: code, blocks of data, the end of the title."""
        shadow, debug = self.shadow, self.cart
        for first, size, _ in debug.pages:
            shadow.code[first:first + size] = 1
        starts = sorted({address for address, name in debug.names.items() if "." not in name
                         and address < image_end} | {image_end})
        for first, end in pairwise(starts):
            if not shadow.code[first]:
                code = np.flatnonzero(shadow.code[first:end])
                shadow.end_of[first] = first + int(code[0]) if len(code) else end
        image = bytes(self._mem[:image_end])
        self._title_end = title_end(image)
        endless = [begin for begin, end in header_texts(image)
                   if any(byte < PRINTABLE for byte in image[begin:end])]
        if image.startswith(COPYRIGHT) and header_fault(image):
            endless = [0]
        for begin in endless:
            rule = NUMBER["text-end"]
            self._counts[rule, begin] = 1
            self._first.append((rule, begin, begin, 0, begin, TEXT_MOST, 0, 0))

    def _undefine(self, cart_ram: range) -> None:
        """Nothing has written RAM, but the ROM's interface says that chance in these cells is for
        programs."""
        shadow = self.shadow
        shadow.mem_u[int(bus.RAM):int(bus.RAM_END)] = UNDEFINED
        shadow.mem_u[cart_ram.start:cart_ram.stop] = UNDEFINED
        shadow.mem_u[SEED_CELLS.start:SEED_CELLS.stop] = 0
        self._read_memory()

    def _read_memory(self) -> None:
        """Take over what memory holds, which somebody has set from outside."""
        shadow, board = self.shadow, self._board
        shadow.mem[0] = self._mem
        shadow.banked, shadow.bank = board.banked, self._m.bank
        if board.banked:
            shadow.mem[1] = self._mem
            shadow.mem[:, :HALF] = memory_of(board.banks).reshape(2, HALF)
        shadow.words[:] = 0

    # --- following -------------------------------------------------------------------------------

    def look(self, events: np.ndarray) -> None:
        """Go on with new rows of the log."""
        shadow = self.shadow
        for begin in range(0, len(events), CHUNK):
            chunk = events[begin:begin + CHUNK]
            unknown(chunk, self._passed)
            met = shadow.found[:shadow.found_rows, 1].tolist()
            for place in met:
                self.facts[place] = self._facts(place)
            for listen in self.listeners:
                listen(chunk, met)
            shadow.found_rows = 0
            follow(chunk, self._passed)
            for row in shadow.found[:shadow.found_rows].tolist():
                self._note(row, events)

    def _facts(self, place: int) -> int:
        """Return what is known of an instruction that runs for the first time."""
        pc = place & 0xFFFF
        in_ram = bus.RAM <= pc < bus.RAM_END or pc in self._cart_ram
        memory = self._mem if in_ram else self.shadow.mem[place >> 16]
        data = bytes(memory[[pc + i & 0xFFFF for i in range(OPCODE_BYTES_MAX)]].tolist())
        debug = self._debug(place)
        facts = facts_of(data, pc, debug)
        if pc >= bus.ROM:
            return facts
        found = decode(data, 0, pc)
        if found is None:
            return facts
        if found.op.mode == isa.DIRECT:
            self.shadow.expects[pc] = 1 + source.page_meant(debug, pc)
        reads = found.op.mode == isa.EXTENDED and "M" in found.effect.reads \
            and found.op.mnemonic != "CLR"
        address = int.from_bytes(data[found.size - 2:found.size], "big")
        if reads and (address < self._title_end or self.shadow.code[address]):
            facts |= int(F_READS_CODE)
        return facts

    def _debug(self, place: int) -> DebugInfo:
        """Return what is known of the program that a place is in: nothing of the second bank."""
        if place >> 16 != self.cart.bank and self.shadow.banked and place & 0xFFFF < HALF:
            return NOTHING_KNOWN
        return self.bios if place & 0xFFFF >= bus.ROM else self.cart

    def _where(self, place: int) -> Where:
        return self._debug(place).where(place & 0xFFFF)

    def _note(self, row: list[int], events: np.ndarray) -> None:
        rule, place, pc, cycle, a, b, origin, *callers = row
        if rule == POINTER_ROW:
            found = self._list_fault(self._kinds[pc], a, b)
            if found is None:
                return
            rule, a, b, origin = found
            self._counts[rule, place] += 1
            if self._counts[rule, place] > 1:
                return
        if rule == NUMBER["falls"] and not source.runs_on(self._debug(place), place, a):
            return
        later = int(((events["kind"] == log.FRAME_END) & (events["cycle"] >= cycle)).sum())
        self._first.append((rule, place, pc, cycle, a, b, origin, int(self._m.frames) - later,
                            *callers))

    def _list_fault(self, kind: Kind, pointer: int, a: int) -> tuple[int, int, int, int] | None:
        """Return the rule that a list breaks, where it begins, and two figures for the words."""
        def read(at: int) -> int:
            return int(self._mem[at & 0xFFFF])

        if kind.more >= 0:
            over = overlong(kind, pointer, a, read, self._debug(pointer))
            return over and (NUMBER["list-end"], pointer, *over)
        begin = endless(kind, pointer, read, self._debug(pointer))
        if begin < 0:
            return None
        if kind.step == 1:
            return NUMBER["text-end"], begin, TEXT_MOST, 0
        return NUMBER["list-end"], begin, LIST_MOST, 0

    def entered(self, cycle: int, what: int, value: int) -> None:
        """Something enters the machine."""
        self._witnesses.entered(cycle, what, value)

    def wrote(self, first: int, count: int) -> None:
        """Bytes of memory have been set from outside."""
        self._witnesses.possible = False
        shadow = self.shadow
        for address in range(first, first + count):
            at = address & 0xFFFF
            if bus.RAM <= at < bus.VIA_BASE:
                shadow.set[at & 0x3FF] = 1
                shadow.tag[at & 0x3FF] = T_OUTSIDE
                at = int(bus.RAM) | at & 0x3FF
            shadow.mem_u[at] = 0
            shadow.mem[self._m.bank if at < HALF else 0, at] = self._mem[at]
        shadow.words[:, max(0, first - OPCODE_BYTES_MAX):first + count] = 0

    def reset(self) -> None:
        """/RESET was asserted: the program begins anew."""
        shadow = self.shadow
        self._read_memory()
        shadow.reg_u[:] = shadow.block[:] = 0
        shadow.load_pc[:] = shadow.load_lost[:] = -1
        for name in ("any_u", "reads", "read_u_any", "lost", "depth", "facts", "frames",
                     "latched", "bus", "via_set", "ier", "acr", "ora", "orb", "ddra", "ddrb"):
            setattr(shadow, name, 0)
        shadow.pc = shadow.t1_end = shadow.t2_end = -1

    def registers_set(self) -> None:
        """Registers have been set from outside: they mean what they hold."""
        self._witnesses.possible = False
        shadow = self.shadow
        shadow.reg_u[:] = shadow.block[:] = 0
        shadow.load_pc[:] = shadow.load_lost[:] = -1
        shadow.any_u, shadow.settled = 0, 1

    def restored(self) -> None:
        """The machine is another one now: what its RAM holds is taken for written."""
        self._witnesses.possible = False
        shadow = self.shadow
        shadow.set[:] = 1
        shadow.mem_u[:] = 0
        shadow.tag[:] = T_OUTSIDE
        shadow.wrote[:] = 0
        self.reset()
        for name in ("ier", "acr", "ora", "orb", "ddra", "ddrb"):
            setattr(shadow, name, getattr(self._m, name))
        shadow.latched, shadow.via_set, shadow.frames = 1, 0xFFFF, self._m.frames
        shadow.bus = (self._m.orb & self._m.ddrb) >> 3 & 3
        shadow.z_at, shadow.z, shadow.frame_at = self._m.clock, 1, self._m.frame_at

    def try_all(self) -> None:
        """Try what chance is accused of however long the machine has run."""
        self._witnesses.frames_most = sys.maxsize

    def forget(self) -> None:
        """Forget what has been found: the same mistakes are noted anew."""
        self._first.clear()
        self._tried.clear()
        self.shadow.counts[:] = 0
        self.shadow.told[:] = 0

    @property
    def stack(self) -> Stack:
        """How deep the stack was, interrupts included, and what lies below."""
        shadow = self.shadow
        low = int(shadow.s_low)
        used = np.flatnonzero((shadow.wrote == 2) | (shadow.wrote > PUSHED_OVER))
        below = used[used < low - bus.RAM]
        highest = int(bus.RAM + below[-1]) if len(below) else int(bus.RAM)
        pc = int(shadow.s_low_pc)
        return Stack(low, max(0, STACK_TOP - low), self._debug(pc).where(pc), highest,
                     max(0, low - 1 - highest))

    @property
    def noted(self) -> int:
        """How many places have been noted so far; `findings` is to be asked where it has grown."""
        return len(self._first)

    # --- what was found --------------------------------------------------------------------------

    @property
    def findings(self) -> list[Finding]:
        """What is wrong so far, errors first, then in the order it happened; excused left out, and
        what chance decides where no console shows it."""
        found: dict[tuple[str, ...], Finding] = {}
        levels = list(LEVELS)
        for row in self._first:
            name, places = NAMES[row[0]], row[1:3]
            if name not in self._selected or any(self._excused(name, at) for at in places):
                continue
            witness = self._witness(row) if name in CHANCE else None
            if witness == "":
                continue
            new = replace(self._finding(*row), witness=witness or "")
            key = name, new.place, new.inside
            old = found.get(key)
            found[key] = replace(old, count=old.count + new.count) if old else new
        return sorted(found.values(), key=lambda one: (levels.index(one.rule.level), one.cycle))

    def _witness(self, row: tuple[int, ...]) -> str | None:
        """Return which frame of another console differs; an empty text: none, None: not tried.

        What had no witness is tried again when the machine has run half as long once more.
        """
        rule, place, origin = row[0], row[1], row[6]
        frames = int(self._m.frames)
        before, found = self._tried.get((rule, place), (0, ""))
        if found == "" and frames > before * 3 // 2:
            found = self._witnesses.tried(self._chance(rule, row[4], origin), frames)
            self._tried[rule, place] = frames, found
        return found

    def _chance(self, rule: int, a: int, origin: int) -> Chance:
        """Return what may be otherwise on another console."""
        if NAMES[rule] == "kept":
            return Chance(register=REGISTER_NAMES[a], behind=(origin >> int(O_SECOND) & 0xFFFF,))
        places = [a]
        while self.shadow.told[places[-1] + 1 & 0xFFFF] and len(places) < WORD_MOST:
            places.append(places[-1] + 1)
        return Chance(tuple(places))

    def _excused(self, name: str, place: int) -> bool:
        at = self._where(place)
        lines = {(at.file, at.line), *at.calls}
        return any((excuse.file, excuse.line) in lines and f"no-{name}" in excuse.rules
                   and excuse.why for excuse in self._debug(place).excuses)

    def doubts(self) -> Iterator[str]:
        """Say which `;@strict` comments do nothing, and why."""
        for excuse in (*self.cart.excuses, *self.bios.excuses):
            place = f"{excuse.file}:{excuse.line}"
            for word in excuse.rules:
                if not word.startswith("no-") or word.removeprefix("no-") not in NUMBER:
                    yield f"{place}: ;@strict knows no {word}; it can be no-NAME of docs/strict.md"
            if not excuse.why:
                yield f"{place}: ;@strict {' '.join(excuse.rules)} says no reason: write it behind"

    def _finding(self, rule: int, place: int, pc: int, cycle: int, a: int, b: int, origin: int,
                 frame: int, *callers: int) -> Finding:
        inside = ""
        if pc != place & 0xFFFF and pc >= bus.ROM:
            inside = self.bios.where(pc).routine or f"${pc:04X}"
        steps = tuple((what, self._where(at)) for what, at in
                      (*self._steps(NAMES[rule], place, b, origin),
                       *(("called", at) for at in callers if at >= 0)) if at != place)
        bank = place >> 16 if self.shadow.banked and place & 0xFFFF < HALF else -1
        return Finding(RULES[rule], frame, cycle, place & 0xFFFF, self._where(place), inside,
                       self._words(NAMES[rule], place, a, b, origin),
                       int(self._counts[rule, place]), steps, bank=bank)

    def _steps(self, rule: str, place: int, b: int, origin: int) -> Iterator[tuple[str, int]]:
        """Give what led to a mistake, and where."""
        if rule in ("ram-unset", "read-nowhere", "via-undriven"):
            yield "it decides", b
        elif rule == "kept":
            yield "called", (origin >> int(O_SECOND) & 0xFFFF) - 1
        elif rule == "lost":
            yield "destroyed", b
            yield "used", origin
        elif rule == "stack-data":
            yield "stored", origin >> int(O_SECOND) & 0xFFFF
            yield "pushed over", place
            yield "used again", b

    def _words(self, rule: str, place: int, a: int, b: int, origin: int) -> str:
        """Fill in what a rule says."""
        name = callee = ""
        shown: float = a
        match rule:
            case "via-undriven":
                name = VIA_NAMES[a]
            case "opcode":
                code = self.shadow.mem[place >> 16, place & 0xFFFF:][:2].tolist()
                shown = code[0] << 8 | code[-1] if code[0] in (0x10, 0x11) else code[0]
            case "dp":
                callee, shown = self._callee(a), b
                b = int(self._routines.page[self._routines.of[a]])
            case "kept":
                name, callee = REGISTER_NAMES[a], self._callee(b)
            case "handler":
                name = INTERRUPT_NAMES[b]
            case "drift" | "zero-short":
                shown = a / SCREEN_UNIT
            case "saturation":
                name = f"{a / SCREEN_UNIT:.0f}, {b / SCREEN_UNIT:.0f}"
            case "brightness":
                name = BRIGHTNESS_FAULTS[a]
            case "rate":
                shown = 1_500_000 / a
            case "text-end" | "list-end":
                at = self._debug(a).where(a)
                name = f"${a:04X}" + (f" ({at.file}:{at.line})" if at.file else "")
                if rule == "list-end":
                    name += f" that has {b} pairs of bytes, {origin} of them behind its end" \
                        if origin else f" that has no end within {b} bytes"
            case "overrun":
                name = f"{origin / 10:.0f} pictures a second where {CYCLES_PER_SECOND / b:.0f} " \
                       "are asked"
            case "lost":
                name, callee = REGISTER_NAMES[a], self._debug(b).where(b).routine or f"${b:04X}"
            case "contract":
                name = REGISTER_NAMES[a]
            case "falls":
                callee = self._debug(a).where(a).routine
            case "reads-code":
                name = "in the title" if a < self._title_end else "an instruction"
            case "past-end":
                name, callee = f"works on {self._place_of(a)}", self._place_of(b)
            case "ay-bus":
                name = AY_FAULTS[a]
        return RULES[NUMBER[rule]].what.format(a=shown, b=b, name=name, callee=callee,
                                               at=self._place_of(a))

    def _place_of(self, address: int) -> str:
        """Return an address, and what the program, or else the ROM, calls it."""
        name = self.cart.cell(address) or self.bios.cell(address)
        return f"${address & 0xFFFF:04X}" + (f" ({name})" if name else "")

    def _callee(self, address: int) -> str:
        return self._routines.names[self._routines.of[address]] or f"${address:04X}"
