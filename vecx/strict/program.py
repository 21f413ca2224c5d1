"""What the strict machine knows about the program, taken from the program's source and image.

There are two: the cartridge's and the executive ROM's.  A place is an address; in a cartridge of
two banks it has the bank in the bits above.  There are no facts about a bank without source.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from asm.cpu import isa
from asm.cpu.decoding import Decoded, decode
from asm.output.contracts import Contract
from asm.output.debuginfo import DebugInfo, Where
from asm.vectrex import GAME_RAM_FIRST, GAME_RAM_LAST

from ..chips import bus
from ..console import roms
from ..console.cartridge import first_seen, header_fault, title_end
from ..console.console import Console
from ..console.names import Names
from .facts import CHECKED, F_CHECKED, F_READS_CODE, F_SIGNED, F_UNREAD, Routines, facts_of
from .lists import kinds
from .sources import decimal_operand, page_meant
from .unread import NUMBERS, Needs, Reader

OPCODE_BYTES_MAX = 5
BANKS = 2
HALF = int(bus.HALF)
LIBRARY = 0xF000        # below is the ROM's own program, which calls this library
TUNE_WORD = 11          # of the header: the address of a tune
TUNES_FIRST = 0xFD0D    # of the ROM; below are its code and its tables
SIGNED_BRANCHES = frozenset(f"{long}{name}" for long in ("", "L")
                            for name in ("BGE", "BLT", "BGT", "BLE"))
# Comparisons with a number, and the highest number of their size that is not negative.
COMPARED = {"CMPA": 127, "CMPB": 127, "CMPD": 32_767}


def instruction_bytes(memory: np.ndarray, address: int) -> bytes:
    """Return the bytes from an address on that an instruction there may have."""
    return bytes(memory[[address + i & 0xFFFF for i in range(OPCODE_BYTES_MAX)]].tolist())


class Program:
    """Facts about the program that are known before it runs.  The checks read them from the shadow
    memory.

    cartridge  its whole image
    routines   with contract blocks, of both programs
    lists      the routines of the ROM that read texts and lists, by address
    library    first address of code that the program calls and cannot change
    unread     loads that nothing reads, by place: the register, and the PC that writes it again
    """

    def __init__(self, console: Console, names: Names, shadow: np.record) -> None:
        self.cart, self.bios = names.debug, names.bios
        self.image_end = len(console.setup.cart)
        self.rom_end = int(console.chips.board.cart_end)    # with mirrors
        self.library = int(bus.ROM if self.image_end else LIBRARY)
        self._shadow, self._mem = shadow, np.asarray(console.chips.board.mem)
        self.cartridge = bytes(console.setup.cart)
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
        for address, what in CHECKED.items():
            shadow.checked[address - bus.ROM] = what
        shadow.rom_end, shadow.rom = self.rom_end, self.library
        self.title_end = title_end(self._image)
        for bank, debug in self._known():
            self._lay_out_bank(bank, debug)

    def _lay_out_bank(self, bank: int, debug: DebugInfo) -> None:
        """Write facts about an image into the shadow memory: code and blocks of data."""
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

    @property
    def _image(self) -> bytes:
        return bytes(self._mem[:self.image_end])

    @property
    def header_fault(self) -> str:
        """Why the ROM does not start the cartridge; "" if it does, or if there is none."""
        image = first_seen(self.cartridge)
        if not image:
            return ""
        if fault := header_fault(image):
            return fault
        tune = int.from_bytes(image[TUNE_WORD:TUNE_WORD + 2], "big")
        if self.image_end <= tune < TUNES_FIRST and tune not in self._cart_ram:
            return f"the word after the copyright line is ${tune:04X}, where there is no tune: " \
                   "the title does not end when it should"
        return ""

    def facts(self, place: int, ram: np.ndarray | None = None) -> int:
        """Return the facts of an instruction that runs for the first time.

        Args: ram  memory with the contents of RAM at that time; None: as they are now
        """
        pc = place & 0xFFFF
        in_ram = bus.RAM <= pc < bus.RAM_END or pc in self._cart_ram
        memory = self._shadow.mem[place >> 16] if not in_ram else self._mem if ram is None else ram
        data = instruction_bytes(memory, pc)
        debug = self.debug(place)
        facts = facts_of(data, pc, debug)
        if pc >= bus.ROM:
            return facts | int(F_CHECKED) if pc in CHECKED else facts
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
        if self._is_signed(pc, found, debug):
            facts |= int(F_SIGNED)
        if pc < self.image_end and not self._shadow.banked and self._is_unread(pc, found):
            facts |= int(F_UNREAD)
        return facts

    def _is_signed(self, pc: int, found: Decoded, debug: DebugInfo) -> bool:
        """Return whether an instruction compares with a number that the source has as unsigned, and
        the next one is a branch on signed conditions."""
        highest = COMPARED.get(found.op.mnemonic)
        if highest is None or found.op.mode not in NUMBERS:
            return False
        after = pc + found.size
        branch = decode(bytes(self._mem[after:after + OPCODE_BYTES_MAX].tolist()), 0, after)
        return branch is not None and branch.op.mnemonic in SIGNED_BRANCHES \
            and decimal_operand(debug, pc) > highest

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
        of_game = GAME_RAM_FIRST <= address & 0xFFFF <= GAME_RAM_LAST and self.image_end
        name = self.cart.cell(address) or ("" if of_game else self.bios.cell(address))
        return f"${address & 0xFFFF:04X}" + (f" ({name})" if name else "")

    def decoded(self, place: int) -> Decoded | None:
        """Return the instruction at a place, or None if there is none."""
        pc = place & 0xFFFF
        return decode(instruction_bytes(self._shadow.mem[place >> 16], pc), 0, pc)

    def opcode(self, place: int) -> int:
        first, second = self._shadow.mem[place >> 16, place & 0xFFFF:][:2].tolist()
        return first << 8 | second if first in (0x10, 0x11) else first

    def routine(self, place: int, address: int) -> int:
        return int(self.routines.of[self.in_same_bank(place, address)])

    def callee(self, place: int, address: int) -> str:
        """Return the routine that a call from a place goes to, or its address."""
        return self.routines.names[self.routine(place, address)] or f"${address:04X}"


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
    def calls_rom(self) -> str:
        """The routine of the ROM that the instruction at this place calls or jumps to, or ""."""
        found = self._program.decoded(self._place)
        target = found.target if found and found.effect.then in (isa.CALL, isa.JUMP) else None
        return self.callee(target) if target is not None and target >= bus.ROM else ""

    @property
    def compared(self) -> int:
        """The number with which the instruction at this place compares, as its source has it."""
        return decimal_operand(self._program.debug(self._place), self._place & 0xFFFF)

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
