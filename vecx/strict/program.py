"""The program that the strict machine follows: what its source and its image say of it.

There are two: the cartridge's and the executive ROM's.  A place is an address, and above it, of a
cartridge of two banks, the bank; of the second bank the source says nothing.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from asm.cpu import isa
from asm.cpu.decoding import Decoded, decode
from asm.output.debuginfo import DebugInfo, Where

from ..chips import bus
from ..console import roms
from ..console.cartridge import COPYRIGHT, header_fault, header_texts, title_end
from ..console.core import Core
from . import source
from .facts import F_READS_CODE, F_UNREAD, Routines, facts_of
from .lists import LIST_MOST, PRINTABLE, TEXT_MOST, Kind, endless, kinds, overlong
from .rules import NUMBER
from .shadow import ROUTINES_MAX
from .unread import TO_TARGET, Needs, Reader

OPCODE_BYTES_MAX = 5
NOTHING_KNOWN = DebugInfo()
HALF = int(bus.HALF)
LIBRARY = 0xF000        # below lies the ROM's own program, a user of its library
LIST, TEXT = NUMBER["list-end"], NUMBER["text-end"]


class Program:
    """What is known before anything runs, laid out in the shadow, and asked of later.

    routines  with contract blocks, of both programs
    lists     the routines of the ROM that read texts and lists, by address
    library   where that begins which a program calls and cannot mend
    unread    of loads that nothing reads, by place: the register, and who writes it again
    """

    def __init__(self, machine: Core, shadow: np.record) -> None:
        self.cart, self.bios = machine.debug, machine.bios_debug
        self.image_end = len(machine.cartridge.image) if machine.cartridge else 0
        self.library = int(bus.ROM if self.image_end else LIBRARY)
        self._shadow, self._mem = shadow, np.asarray(machine.board.mem)
        self._cart_ram = machine.slot.ram
        ours = roms.load_bios(None).debug
        self.routines = Routines(ROUTINES_MAX, (ours.contracts, ours.values),
                                 (self.cart.contracts, self.cart.values))
        self.lists = kinds(ours.contracts, ours.values)
        self.title_end = 0
        self.unread: dict[int, tuple[str, int]] = {}
        self._needs = {values[name]: Needs.of(contract)
                       for contracts, values in ((ours.contracts, ours.values),
                                                 (self.cart.contracts, self.cart.values))
                       for name, contract in contracts.items() if name in values}
        self._lay_out()

    def _lay_out(self) -> None:
        """Lay out what the source says of the image: routines, code, blocks of data."""
        shadow, debug = self._shadow, self.cart
        shadow.routine[:] = self.routines.of
        for column in ("page", "trash", "takes", "keeps"):
            values = getattr(self.routines, column)
            getattr(shadow, column)[:len(values)] = values
        for address, kind in self.lists.items():
            shadow.lists[address] = kind.register
        shadow.rom_end, shadow.rom = self.image_end, self.library
        for first, size, _ in debug.pages:
            shadow.code[first:first + size] = 1
        starts = sorted({address for address, name in debug.names.items() if "." not in name
                         and address < self.image_end} | {self.image_end})
        for first, end in pairwise(starts):
            if not shadow.code[first]:
                code = np.flatnonzero(shadow.code[first:end])
                shadow.end_of[first] = first + int(code[0]) if len(code) else end
        self.title_end = title_end(self._image)
        self._lay_out_calls()

    def _lay_out_calls(self) -> None:
        """Note which routines the source calls."""
        shadow, image = self._shadow, self._image
        for address in (row.address for row in self.cart.source_map if shadow.code[row.address]):
            found = decode(image, address, address)
            if found and found.effect.then == isa.CALL and found.op.mode in TO_TARGET:
                shadow.called[found.target] = 1

    @property
    def _image(self) -> bytes:
        return bytes(self._mem[:self.image_end])

    def endless_titles(self) -> Iterator[int]:
        """Give where texts of the header begin that have no end."""
        image = self._image
        if image.startswith(COPYRIGHT) and header_fault(image):
            yield 0
            return
        for begin, end in header_texts(image):
            if any(byte < PRINTABLE for byte in image[begin:end]):
                yield begin

    def facts(self, place: int) -> int:
        """Return what is known of an instruction that runs for the first time."""
        pc = place & 0xFFFF
        in_ram = bus.RAM <= pc < bus.RAM_END or pc in self._cart_ram
        memory = self._mem if in_ram else self._shadow.mem[place >> 16]
        data = bytes(memory[[pc + i & 0xFFFF for i in range(OPCODE_BYTES_MAX)]].tolist())
        debug = self.debug(place)
        facts = facts_of(data, pc, debug)
        if pc >= bus.ROM:
            return facts
        found = decode(data, 0, pc)
        if found is None:
            return facts
        if found.op.mode == isa.DIRECT:
            self._shadow.expects[pc] = 1 + source.page_meant(debug, pc)
        reads = found.op.mode == isa.EXTENDED and "M" in found.effect.reads \
            and found.op.mnemonic != "CLR"
        address = int.from_bytes(data[found.size - 2:found.size], "big")
        if reads and (address < self.title_end or self._shadow.code[address]):
            facts |= int(F_READS_CODE)
        if pc < self.image_end and not self._shadow.banked and self._is_unread(pc, found):
            facts |= int(F_UNREAD)
        return facts

    def _is_unread(self, pc: int, found: Decoded) -> bool:
        """Look whether a load in the cartridge is read; `unread` has those that are not."""
        def image(at: int) -> bytes:
            end = min(at + OPCODE_BYTES_MAX, self.image_end)
            return bytes(self._mem[at:end].tolist())

        def owner(at: int) -> Needs | None:
            routine = self.cart.routine_at(at)
            return self._needs.get(routine.address) if routine else None

        again = Reader(image, self._needs.get, owner, self.library).rewritten(pc, found)
        if again < 0:
            return False
        self.unread[pc] = found.op.mnemonic[2:], again
        return True

    def debug(self, place: int) -> DebugInfo:
        """Return what is known of the program that a place is in: nothing of the second bank."""
        if place >> 16 != self.cart.bank and self._shadow.banked and place & 0xFFFF < HALF:
            return NOTHING_KNOWN
        return self.bios if place & 0xFFFF >= bus.ROM else self.cart

    def where(self, place: int) -> Where:
        """Return file, line and routine of a place."""
        return self.debug(place).where(place & 0xFFFF)

    def name_of(self, address: int) -> str:
        """Return an address, and what the program, or else the ROM, calls it."""
        name = self.cart.cell(address) or self.bios.cell(address)
        return f"${address & 0xFFFF:04X}" + (f" ({name})" if name else "")

    def callee(self, address: int) -> str:
        """Return the routine that a call goes to, or its address."""
        return self.routines.names[self.routines.of[address]] or f"${address:04X}"

    def list_fault(self, kind: Kind, pointer: int, a: int) -> tuple[int, int, int, int] | None:
        """Return the rule that a list breaks, where it begins, and two figures for the words."""
        def read(at: int) -> int:
            return int(self._mem[at & 0xFFFF])

        if kind.more >= 0:
            over = overlong(kind, pointer, a, read, self.debug(pointer))
            return over and (LIST, pointer, *over)
        begin = endless(kind, pointer, read, self.debug(pointer))
        if begin < 0:
            return None
        if kind.step == 1:
            return TEXT, begin, TEXT_MOST, 0
        return LIST, begin, LIST_MOST, 0
