"""The strict machine: follows the log of one machine and reports what fails on hardware.

It only observes: a strict machine behaves exactly like any other.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

import numpy as np

from asm.output.debuginfo import Where

from ..chips import bus, log
from ..chips.beam import SCREEN_UNIT
from ..chips.state import FRAME_CYCLES
from ..chips.state_record import memory_of, zeros
from ..compiling.jit import JIT
from ..console.analog import Analog
from ..console.cartridge import END, first_seen, header_texts
from ..console.console import Console
from ..console.names import Names
from ..console.watcher import Watcher
from . import numbers, rules, state
from .facts import TEXT_LEAST, TEXT_SEARCHED
from .finding import Finding, Messages, Row, place_of
from .follow import follow, unknown
from .lists import (
    LIST_MOST,
    PRINTABLE,
    Kind,
    coordinates,
    endless,
    foreign_character,
    other_form,
    overlong,
)
from .program import HALF, OPCODE_BYTES_MAX, Program
from .records import (
    Frame,
    Header,
    Jump,
    LeftRegister,
    List,
    ListValue,
    OfText,
    OtherList,
    Read,
    Record,
    Text,
)
from .shadow import POINTER_ROW, PUSHED_OVER, T_OUTSIDE
from .sources import runs_on
from .state import FIGURES, SHADOW
from .witness import Chance, Witnesses

VECTORS = 0xFFF8, 0xFFFA, 0xFFF4, 0xFFF2        # of IRQ, SWI, SWI2, SWI3
UNDEFINED = 0xFF
SEED_CELLS = range(0xC87D, 0xC880)      # of Random: their contents at power-on are its seed
STACK_TOP = 0xCBEA      # where the executive ROM leaves S (Vec_Default_Stk)
WORD_MOST = 16          # neighbouring bytes that are changed together
CHUNK = 16384           # rows of one pass: the size of `found`
SETTLED = 4.0           # time constants after which a hold is within 2 % of its value
DRIFT_UNITS = 12.0      # screen units; the longest text that fits reaches 10 on `worn` (our choice)
DRAWS_MOST = 60         # since zero: four times the 12 to 15 of the designers' advice [ANALOG]


class Stack(NamedTuple):
    """Stack statistics of a run.

    low, depth  lowest address, and its distance from $CBEA in bytes
    where       the instruction that reached it
    variable    the highest variable below it
    free        bytes between the two
    """

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
    """Checks the program of one console while it runs.

    Args: console    at power-on; the caller adds this watcher to its `watchers`
          names      symbols and source lines of its programs
          selection  the enabled rules, as `rules.select` reads them
    """

    def __init__(self, console: Console, names: Names, selection: str) -> None:
        analog, ram = console.chips.analog, console.memory.cart_ram
        self._m, self._board = console.chips.state, console.chips.board
        self._mem = memory_of(self._board.mem)
        self._selected = rules.select(selection)
        self._witnesses = Witnesses(console.setup)
        self._tried: dict[tuple[int, int], tuple[int, str | None]] = {}
        # Other observers of the log: called with each chunk of rows, and the places of instructions
        # that run for the first time.
        self.listeners: list[Callable[[np.ndarray, list[int]], None]] = []
        self._first: list[Row] = []
        self._sound_lists: set[tuple[int, int, int]] = set()   # of routines: without a fault
        self._shadows = zeros(SHADOW)
        self.shadow = self._shadows.view(np.recarray)[0]
        self._passed = self._shadows if JIT else [self.shadow]
        self.facts, self._counts = self.shadow.of, self.shadow.counts
        self._read_memory()
        self.program = Program(console, names, self.shadow)
        self.library = self.program.library
        self._messages = Messages(self.program, self.shadow)
        self._begin(analog)
        self.shadow.cart_ram, self.shadow.cart_ram_end = ram.start, ram.stop
        self.shadow.ram_first = min(ram.start, bus.RAM) if ram else bus.RAM
        self._undefine(ram)
        self._check_header()
        edges = (min(analog.sat_x, 1.0) * analog.half_w, min(analog.sat_y, 1.0) * analog.half_h) \
            if analog.sat_x and analog.sat_y else (0.0, 0.0)
        console.chips.report_beam(DRIFT_UNITS * float(SCREEN_UNIT), *edges)
        console.hooks.follow(self.program.rom_end, ram)

    def _begin(self, analog: Analog) -> None:
        shadow = self.shadow
        state.power_on(shadow)
        shadow.s_low = bus.RAM_END
        shadow.settle, shadow.noise = analog.cmp_cycles_per_bit, analog.cmp_noise
        shadow.y_least = SETTLED * analog.tau_sh_y
        shadow.draws_most = DRAWS_MOST if analog.drift_x or analog.drift_y else 0
        shadow.frame_at, shadow.frames = self._m.frame_at, self._m.frames
        shadow.wires = 4 << int(log.W_MUX_SHIFT)
        for number, address in enumerate(VECTORS):
            shadow.vectors[number] = int(self._mem[address]) << 8 | int(self._mem[address + 1])

    def _check_header(self) -> None:
        """Report a header with which the ROM does not start the cartridge, and texts of the title
        that have no end, one character, or characters that the font does not have."""
        if fault := self.program.header_fault:
            self._add_title(numbers.NOT_STARTED, 0, Header(fault))
        for begin, end in header_texts(first_seen(self.program.cartridge)):
            text = self._mem[begin:end].tolist()
            if any(byte < PRINTABLE for byte in text):
                self._add_title(numbers.TEXT_END, begin, List(begin, TEXT_SEARCHED, 0))
            elif 0 < len(text) < TEXT_LEAST:
                self._add_title(numbers.TEXT_SIZE, begin, Text(1, begin))
            elif character := foreign_character(text, self.program.cart, begin):
                self._add_title(numbers.TEXT_FONT, begin, OfText(begin, character))

    def _add_title(self, rule: int, place: int, record: Record) -> None:
        self._counts[rule, place] = 1
        self._first.append(Row(rule, place, place, 0, record, (), 0))

    def _undefine(self, cart_ram: range) -> None:
        """Mark RAM as unwritten, except the random seed, because programs may read the seed before
        they write it."""
        shadow = self.shadow
        shadow.mem_u[int(bus.RAM):int(bus.RAM_END)] = UNDEFINED
        shadow.mem_u[cart_ram.start:cart_ram.stop] = UNDEFINED
        shadow.mem_u[SEED_CELLS.start:SEED_CELLS.stop] = 0

    def _read_memory(self) -> None:
        """Copy the contents of memory again, because code outside the machine has changed them."""
        shadow, board = self.shadow, self._board
        shadow.mem[0] = self._mem
        shadow.banked, shadow.bank = board.banked, self._m.bank
        if board.banked:
            shadow.mem[1] = self._mem
            shadow.mem[:, :HALF] = memory_of(board.banks).reshape(2, HALF)
        shadow.words[:] = 0

    # --- following the log -----------------------------------------------------------------------

    def look(self, events: np.ndarray) -> None:
        """Process new rows of the log."""
        shadow = self.shadow
        for begin in range(0, len(events), CHUNK):
            chunk = events[begin:begin + CHUNK]
            unknown(chunk, self._passed)
            new = shadow.found[:shadow.found_rows, 1].tolist()
            for place in new:
                self.facts[place] = self.program.facts(place)
            for listen in self.listeners:
                listen(chunk, new)
            shadow.found_rows = 0
            row = 0
            while (row := follow(chunk, self._passed, row)) < len(chunk):
                place = int(chunk["pc"][row])       # code in RAM that has changed
                self.facts[place] = self.program.facts(place, shadow.mem[0])
                for listen in self.listeners:
                    listen(chunk[:0], [place])
            for row in shadow.found[:shadow.found_rows].tolist():
                self._note(row, events)

    def _note(self, found: list[int], events: np.ndarray) -> None:
        """Record a row of `found`, unless the same rule was broken at the same place before."""
        rule, place, pc, cycle, *rest = found
        record: Record | None
        figures, callers = tuple(rest[:FIGURES]), tuple(rest[FIGURES:])
        if rule == POINTER_ROW:
            pointer, count, _ = figures
            if (pc, pointer, count) in self._sound_lists:
                return
            fault = self._list_fault(self.program.lists[pc], place, pointer, count)
            if fault is None:
                if pointer < self.program.image_end and not self.shadow.banked:     # it is constant
                    self._sound_lists.add((pc, pointer, count))
                return
            rule, record = fault
            self._counts[rule, place] += 1
            if self._counts[rule, place] > 1:
                return
        else:
            record = rules.RULES[rule].record.of(figures)
        if rule == numbers.FALLS and isinstance(record, Jump) \
                and not runs_on(self.program.debug(place), place, record.target):
            return
        later = int(((events["kind"] == log.FRAME_END) & (events["cycle"] >= cycle)).sum())
        self._first.append(Row(rule, place, pc, cycle, record, callers,
                               int(self._m.frames) - later))

    def _list_fault(self, kind: Kind, place: int, pointer: int,
                    a: int) -> tuple[int, Record] | None:
        """Return the rule that a text or list breaks that code at `place` passes to a routine, and
        its record, or None.

        Args: pointer  the register that points to it
              a        the register
        """
        program, mem = self.program, self._mem
        first = pointer + kind.skip & 0xFFFF

        def read(at: int) -> int:
            return int(mem[at & 0xFFFF])

        debug = program.debug(program.in_same_bank(place, pointer))
        if routine := other_form(kind, pointer, read, debug):
            return numbers.LIST_KIND, OtherList(pointer, routine)
        if kind.more >= 0 and (over := overlong(kind, pointer, a, read, debug)):
            pairs, beyond = over
            if beyond < 0:
                return numbers.LIST_REST, List(pointer, pairs, -beyond)
            return numbers.LIST_END, List(pointer, pairs, beyond)
        if kind.more < 0 and (begin := endless(kind, pointer, read, debug)) >= 0:
            if kind.is_text:
                return numbers.TEXT_END, List(begin, TEXT_SEARCHED, 0)
            return numbers.LIST_END, List(begin, LIST_MOST, 0)
        if kind.is_text:
            places = range(first, first + TEXT_SEARCHED)
            text = list(takewhile(lambda byte: byte < END, map(read, places)))
            if character := foreign_character(text, debug, first):
                return numbers.TEXT_FONT, OfText(first, character)
        for at, value in coordinates(kind, pointer, a, read, debug):
            return numbers.LIST_VALUE, ListValue(at, value)
        return None

    def entered(self, cycle: int, what: int, value: int) -> None:
        m = self._m
        later = max(0, cycle - int(m.frame_at)) // FRAME_CYCLES
        self._witnesses.entered(int(m.frames) + later, what, value)

    def wrote(self, first: int, count: int) -> None:
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
        """Restart the program's history, because /RESET was asserted."""
        shadow = self.shadow
        self._read_memory()
        state.reset(shadow, self._m.clock)
        m = self._m
        shadow.wires = m.w_ramp * log.W_RAMP | (m.w_lit != 0) * log.W_LIT | m.w_zero * log.W_ZERO \
            | m.w_mux << log.W_MUX_SHIFT | (m.w_dac & 0xFF) << log.W_DAC_SHIFT

    def registers_set(self) -> None:
        """Mark all registers as defined, because code outside the machine has set them."""
        self._witnesses.possible = False
        shadow = self.shadow
        shadow.reg_u[:] = shadow.block[:] = 0
        shadow.load_pc[:] = shadow.load_lost[:] = -1
        shadow.any_u, shadow.settled = 0, 1
        shadow.left_flags = shadow.left_registers = 0
        shadow.entered = 1

    def restored(self) -> None:
        """Mark all of RAM as written, because the state of the machine was replaced."""
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
        shadow.entered = 1
        shadow.bus = (self._m.orb & self._m.ddrb) >> 3 & 3
        shadow.z_at, shadow.z, shadow.frame_at = self._m.clock, 1, self._m.frame_at

    def try_all(self) -> None:
        """Search for witnesses (see witness.py) even if the machine has run for a long time."""
        self._witnesses.frames_most = sys.maxsize

    def try_none(self) -> None:
        """Report findings that depend on chance without a search for witnesses."""
        self._witnesses.possible = False

    def forget(self) -> None:
        """Drop all findings; the same mistakes can be reported again."""
        self._first.clear()
        self._tried.clear()
        self.shadow.counts[:] = 0
        self.shadow.over_most[:] = self.shadow.over_sum[:] = 0
        self.shadow.reported[:] = 0

    @property
    def stack(self) -> Stack:
        """The deepest stack, including interrupts, and the free space below it."""
        shadow = self.shadow
        low = int(shadow.s_low)
        used = np.flatnonzero((shadow.wrote == 2) | (shadow.wrote > PUSHED_OVER))
        below = used[used < low - bus.RAM]
        highest = int(bus.RAM + below[-1]) if len(below) else int(bus.RAM)
        pc = int(shadow.s_low_pc)
        return Stack(low, max(0, STACK_TOP - low), self.program.where(pc), highest,
                     max(0, low - 1 - highest))

    @property
    def started(self) -> bool:
        """Whether the ROM has started the cartridge; True without a cartridge."""
        return bool(self.shadow.entered) or not self.program.image_end

    @property
    def noted(self) -> int:
        """The number of places with a mistake.  If this number is unchanged, so is `findings`."""
        return len(self._first)

    # --- findings --------------------------------------------------------------------------------

    @property
    def findings(self) -> list[Finding]:
        """All findings so far, sorted by level (errors first) and cycle.

        Findings that a `;@strict` comment excuses are left out.  So are findings that depend on a
        random value, unless a witness was found.
        """
        found: dict[tuple[str, ...], Finding] = {}
        levels = list(rules.LEVELS)
        for row in self._first:
            if row.name not in self._selected or any(self._excused(row.name, at)
                                                     for at in (row.place, row.pc)):
                continue
            if row.name == "unread" and self._counts[numbers.LOST, row.place]:
                continue        # that finding says more
            if row.name == "unread" and self._messages.is_library(row.place):
                continue        # the program's author cannot change it
            witness = self._witness(row) if row.name in rules.NEED_WITNESS else None
            if witness == "":
                continue
            if row.rule == numbers.OVERRUN:
                row = row._replace(record=self._frame_of(row))
            new = self._messages.finding(row, witness or "")
            key = row.name, new.place, new.inside
            old = found.get(key)
            found[key] = replace(old, count=old.count + new.count) if old else new
        return sorted(found.values(), key=lambda one: (levels.index(one.rule.level), one.cycle))

    def _frame_of(self, row: Row) -> Frame:
        """Return the longest of the frames that took too long for the reason in `row`."""
        shadow, at, first = self.shadow, row.place, row.record
        assert isinstance(first, Frame)
        count = int(self._counts[numbers.OVERRUN, at])
        return Frame(int(shadow.over_most[at]), first.asked, first.tenths, count,
                     int(shadow.over_sum[at]) // max(1, count), int(shadow.over_routine[at]),
                     int(shadow.over_share[at]))

    def _witness(self, row: Row) -> str | None:
        """Return a description of the first frame that differs on another console.  Return "" if no
        frame differs, and None if no search was made.

        The search is repeated when the machine has run half as long again.
        """
        frames = int(self._m.frames)
        before, found = self._tried.get((row.rule, row.place), (0, ""))
        if found == "" and frames > before * 3 // 2:
            found = self._witnesses.tried(self._chance(row), frames)
            self._tried[row.rule, row.place] = frames, found
        return found

    def _chance(self, row: Row) -> Chance:
        """Return what to change on the other console, so that its frames can be compared."""
        if isinstance(row.record, LeftRegister):
            return Chance(register=row.record.name, returns=(row.record.return_address,))
        assert isinstance(row.record, Read)
        places = [row.record.address]
        while self.shadow.reported[places[-1] + 1 & 0xFFFF] and len(places) < WORD_MOST:
            places.append(places[-1] + 1)
        return Chance(tuple(places))

    def _excused(self, name: str, place: int) -> bool:
        at = self.program.where(place)
        lines = {(at.file, at.line), *at.calls}
        return any((excuse.file, excuse.line) in lines and f"no-{name}" in excuse.rules
                   and excuse.why for excuse in self.program.debug(place).excuses)

    def doubts(self) -> Iterator[str]:
        """Yield a message for each `;@strict` comment without effect or without a reason."""
        for excuse in (*self.program.cart.excuses, *self.program.bios.excuses):
            place = f"{excuse.file}:{excuse.line}"
            for word in excuse.rules:
                if not word.startswith("no-") or word.removeprefix("no-") not in rules.NUMBER:
                    yield f"{place}: ;@strict: unknown rule {word}; use no-NAME, see `vecx help " \
                          "strict`"
            if not excuse.why:
                yield f"{place}: ;@strict {' '.join(excuse.rules)} has no reason: add one"
