"""What the strict machine knows about the program, taken from the program's source and image.

There are two: the cartridge's and the executive ROM's.  A place is an address; in a cartridge of
two banks it has the bank in the bits above.  There are no facts about a bank without source.
"""

import functools
import os
import re
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from asm.cpu import isa
from asm.cpu.decoding import Decoded, decode
from asm.output.contracts import Contract
from asm.output.debuginfo import DebugInfo, Where

from .. import files
from ..chips import bus
from ..console import roms
from ..console.cartridge import COPYRIGHT, header_fault, header_texts, title_end
from ..console.console import Console
from ..console.names import Names
from ..errors import VecxError
from .facts import F_READS_CODE, F_UNREAD, Routines, facts_of
from .lists import LIST_MOST, PRINTABLE, TEXT_MOST, Kind, endless, kinds, other_form, overlong
from .records import List, OtherList
from .unread import TO_TARGET, Needs, Reader

OPCODE_BYTES_MAX = 5
BANKS = 2
HALF = int(bus.HALF)
LIBRARY = 0xF000        # below is the ROM's own program, which calls this library
SOURCE_BYTES_MAX = 1 << 23
FALLS = "falls into"
# The operand of an instruction: a name or a number, maybe forced into the direct page.
_OPERAND = re.compile(r"^\S*\s+[A-Za-z]\w+\s+<?\s*(\$[0-9A-Fa-f]+|[A-Za-z_.@][\w.$@?]*)")

class Program:
    """Facts about the program that are known before it runs.  The checks read them from the shadow
    memory.

    routines  with contract blocks, of both programs
    lists     the routines of the ROM that read texts and lists, by address
    library   first address of code that the program calls and cannot change
    unread    loads that nothing reads, by place: the register, and the PC that writes it again
    """

    def __init__(self, console: Console, names: Names, shadow: np.record) -> None:
        self.cart, self.bios = names.debug, names.bios
        self.image_end = len(console.setup.cart)
        self.rom_end = int(console.chips.board.cart_end)    # with mirrors
        self.library = int(bus.ROM if self.image_end else LIBRARY)
        self._shadow, self._mem = shadow, np.asarray(console.chips.board.mem)
        self._cart_ram = console.memory.cart_ram
        ours = roms.load_bios(None).debug
        contracts = dict(self._contracts(ours))
        self.routines = Routines(contracts)
        self.lists = kinds(ours.contracts, ours.values)
        self.title_end = 0
        self.unread: dict[int, tuple[str, int]] = {}
        self._needs = {place: Needs.of(contract) for place, contract in contracts.items()}
        self._lay_out()

    def _contracts(self, ours: DebugInfo) -> Iterator[tuple[int, Contract]]:
        """Yield the contract blocks of the executive ROM and of each bank, with their places."""
        for name, contract in ours.contracts.items():
            if 0 <= ours.values.get(name, -1) <= 0xFFFF:
                yield ours.values[name], contract
        for bank, debug in self._known():
            there = {routine.address for routine in debug.routines}
            for name, contract in debug.contracts.items():
                address = debug.values.get(name, -1)
                if 0 <= address <= 0xFFFF and (address in there or not self._shadow.banked):
                    yield self.place(bank, address), contract

    def _known(self) -> Iterator[tuple[int, DebugInfo]]:
        """Yield the number and the debug information of each bank.  Without banks, yield 0 and the
        program's debug information."""
        if not self._shadow.banked:
            yield 0, self.cart
            return
        for bank in range(BANKS):
            yield bank, self.cart.of_bank(bank)

    def place(self, bank: int, address: int) -> int:
        return address | bank << 16 if self._shadow.banked and address < HALF else address

    def in_same_bank(self, place: int, address: int) -> int:
        """Return the place of an address in the bank of `place`."""
        return self.place(place >> 16, address & 0xFFFF)

    def _lay_out(self) -> None:
        shadow = self._shadow
        shadow.routine[:] = self.routines.of
        for column in ("page", "trash", "keeps", "loose"):
            values = getattr(self.routines, column)
            getattr(shadow, column)[:len(values)] = values
        for address, kind in self.lists.items():
            shadow.lists[address] = kind.register
        shadow.rom_end, shadow.rom = self.rom_end, self.library
        self.title_end = title_end(self._image)
        for bank, debug in self._known():
            self._lay_out_bank(bank, debug)

    def _lay_out_bank(self, bank: int, debug: DebugInfo) -> None:
        """Write facts about an image into the shadow memory: code, blocks of data and called
        routines."""
        shadow = self._shadow
        image = shadow.mem[bank, :HALF].astype(np.uint8).tobytes() if shadow.banked else self._image
        for first, size, _ in debug.pages:
            shadow.code[self.place(bank, first):][:size] = 1
        starts = sorted({address for address, name in debug.names.items() if "." not in name
                         and 0 <= address < len(image)} | {len(image)})
        for first, end in pairwise(starts):
            at = self.place(bank, first)
            if not shadow.code[at]:
                code = np.flatnonzero(shadow.code[at:at + end - first])
                shadow.end_of[at] = first + int(code[0]) if len(code) else end
        for row in debug.source_map:
            inside = row.address < len(image) and shadow.code[self.place(bank, row.address)]
            found = decode(image, row.address, row.address) if inside else None
            if found and found.effect.then == isa.CALL and found.op.mode in TO_TARGET:
                shadow.called[self.place(bank, found.target or 0)] = 1

    @property
    def _image(self) -> bytes:
        return bytes(self._mem[:self.image_end])

    def endless_titles(self) -> Iterator[int]:
        """Yield the addresses of header texts that have no end."""
        image = self._image
        if image.startswith(COPYRIGHT) and header_fault(image):
            yield 0
            return
        for begin, end in header_texts(image):
            if any(byte < PRINTABLE for byte in image[begin:end]):
                yield begin

    def facts(self, place: int, ram: np.ndarray | None = None) -> int:
        """Return the facts of an instruction that runs for the first time.

        Args: ram  memory with the contents of RAM at that time; None: as they are now
        """
        pc = place & 0xFFFF
        in_ram = bus.RAM <= pc < bus.RAM_END or pc in self._cart_ram
        memory = self._shadow.mem[place >> 16] if not in_ram else self._mem if ram is None else ram
        data = bytes(memory[[pc + i & 0xFFFF for i in range(OPCODE_BYTES_MAX)]].tolist())
        debug = self.debug(place)
        facts = facts_of(data, pc, debug)
        if pc >= bus.ROM:
            return facts
        found = decode(data, 0, pc)
        if found is None:
            return facts
        if found.op.mode == isa.DIRECT:
            self._shadow.expects[place] = 1 + page_meant(debug, pc)
        reads = found.op.mode == isa.EXTENDED and "M" in found.effect.reads \
            and found.op.mnemonic != "CLR"
        address = int.from_bytes(data[found.size - 2:found.size], "big")
        is_code = self._shadow.code[self.in_same_bank(place, address)]
        if reads and (address < self.title_end or is_code):
            facts |= int(F_READS_CODE)
        if pc < self.image_end and not self._shadow.banked and self._is_unread(pc, found):
            facts |= int(F_UNREAD)
        return facts

    def _is_unread(self, pc: int, found: Decoded) -> bool:
        """Return whether no code of the cartridge reads the value of a load; if so, note the load
        in `unread`."""
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
        """Return the debug information of the program that contains a place."""
        if self._shadow.banked and place & 0xFFFF < HALF:
            return self.cart.of_bank(place >> 16)
        return self.bios if place & 0xFFFF >= bus.ROM else self.cart

    def where(self, place: int) -> Where:
        return self.debug(place).where(place & 0xFFFF)

    def name_of(self, address: int) -> str:
        """Return an address, with its name in the program or else in the ROM."""
        name = self.cart.cell(address) or self.bios.cell(address)
        return f"${address & 0xFFFF:04X}" + (f" ({name})" if name else "")

    def opcode(self, place: int) -> int:
        first, second = self._shadow.mem[place >> 16, place & 0xFFFF:][:2].tolist()
        return first << 8 | second if first in (0x10, 0x11) else first

    def routine(self, place: int, address: int) -> int:
        return int(self.routines.of[self.in_same_bank(place, address)])

    def callee(self, place: int, address: int) -> str:
        """Return the routine that a call from a place goes to, or its address."""
        return self.routines.names[self.routine(place, address)] or f"${address:04X}"

    def list_fault(self, kind: Kind, place: int, pointer: int, a: int) -> List | OtherList | None:
        """Return what is wrong with a text or list that code at `place` passes to a routine, or
        None.

        Args: pointer  the register that points to it
              a        the register
        """
        def read(at: int) -> int:
            return int(self._mem[at & 0xFFFF])

        debug = self.debug(self.in_same_bank(place, pointer))
        if routine := other_form(kind, pointer, read, debug):
            return OtherList(pointer, routine)
        if kind.more >= 0:
            over = overlong(kind, pointer, a, read, debug)
            return List(pointer, *over) if over else None
        begin = endless(kind, pointer, read, debug)
        if begin < 0:
            return None
        return List(begin, TEXT_MOST if kind.is_text else LIST_MOST, 0)


class Site:
    """A place in the program, as used in the messages of rules.py.

    In a cartridge of two banks, addresses belong to the bank of this place.
    """

    def __init__(self, program: Program, place: int) -> None:
        self._program, self._place = program, place

    @property
    def opcode(self) -> int:
        """The opcode of the instruction at this place, with its prefix byte if it has one."""
        return self._program.opcode(self._place)

    @property
    def unread(self) -> str:
        return self._program.unread[self._place][0]

    def cell(self, address: int) -> str:
        return self._program.name_of(address)

    def callee(self, address: int) -> str:
        return self._program.callee(self._place, address)

    def page_of(self, address: int) -> int:
        """Return the value of DP that the routine at an address needs, from its contract block."""
        routines = self._program.routines
        return int(routines.page[self._program.routine(self._place, address)])

    def line(self, address: int) -> Where:
        return self._program.where(self._program.in_same_bank(self._place, address))

    def routine_at(self, address: int) -> str:
        return self.line(address).routine or f"${address:04X}"

    def address(self, address: int) -> str:
        """Return an address, with file and line if they are known."""
        at = self.line(address)
        return f"${address:04X}" + (f" ({at.file}:{at.line})" if at.file else "")

    def in_title(self, address: int) -> bool:
        return address < self._program.title_end


# The text of the source: () or -1 if it cannot be read.

def source_lines(file: str) -> tuple[str, ...]:
    """Return the lines of a source as it is now; () if it cannot be read."""
    try:
        now = os.stat(file)
    except (OSError, ValueError):
        return ()
    return _read_lines(file, now.st_mtime_ns, now.st_size)


@functools.lru_cache(maxsize=256)
def _read_lines(file: str, _time: int, _size: int) -> tuple[str, ...]:
    try:
        data = files.read(file, SOURCE_BYTES_MAX, "a source", protected=True)
    except VecxError:
        return ()
    return tuple(data.decode("utf-8", "replace").splitlines())


def source_line(at: Where) -> str:
    found = source_lines(at.file) if at.file else ()
    return found[at.line - 1] if 0 < at.line <= len(found) else ""


def page_meant(debug: DebugInfo, address: int) -> int:
    """Return the direct page that the source assumes for an instruction; -1 if the page is unknown.

    It is the high byte of the operand's value, unless that is below 256.
    """
    at = debug.where(address)
    match = None if at.calls else _OPERAND.match(source_line(at))
    if not match:
        return -1
    word = match[1]
    value = int(word[1:], 16) if word[0] == "$" else debug.values.get(word, -1)
    return value >> 8 & 0xFF if value > 0xFF else -1


def runs_on(debug: DebugInfo, above: int, below: int) -> bool:
    """Return whether a routine runs into the next one and no comment says that this is intended.
    False if the source cannot be read."""
    first, last = debug.where(above), debug.where(below)
    text = source_lines(first.file) if first.file == last.file else ()
    return bool(text) and not first.calls \
        and not any(FALLS in one.lower() for one in text[first.line - 1:last.line])
