"""The memory of one console: RAM, the cartridge's banks, and bytes written over ROM.

Nothing here takes time on the console.  Instructions in ROM are decoded once and shared by all
consoles with the same ROM; a console whose ROM was changed or is watched has its own.
"""

import random
from weakref import WeakValueDictionary

from asm.vectrex import CARTRIDGE_END

from ..chips import bus
from ..chips.state_record import Board, Decoded, State, memory_of, new_decoded
from .cartridge_slot import CartridgeSlot, Range, ram_in_words

# Decoded instructions of each ROM, by its bytes.
_DECODED: WeakValueDictionary[bytes, Decoded] = WeakValueDictionary()


def home(address: int) -> int:
    """Return the address that a mirror of RAM or of the VIA stands for.

    >>> hex(home(0xCC80)), hex(home(0xD7F1)), hex(home(0x1234))
    ('0xc880', '0xd001', '0x1234')
    """
    if bus.VIA_BASE <= address < bus.ROM:
        return int(bus.VIA_BASE) | address & 15
    return _ram_home(address)


def _ram_home(address: int) -> int:
    return int(bus.RAM) | address & 0x3FF if bus.RAM <= address < bus.VIA_BASE else address


def _in_one_piece(address: int, count: int) -> int | None:
    """Return the address of the first of some bytes, without mirrors of RAM; None if the next ones
    do not follow it."""
    end = address + count
    if address >= bus.RAM and end <= bus.VIA_BASE:
        first = _ram_home(address)
        return first if first + count <= bus.RAM + bus.RAM_BYTES else None
    together = (address >= 0 and end <= bus.RAM) or (address >= bus.VIA_BASE and end <= 0x10000)
    return address if together else None


class Memory:
    """The contents of a console's addresses.

    Args:   state, board  of the same console
            image, bios   the bytes of the cartridge and of the executive ROM
            cart_ram      first and last address of RAM in the cartridge
    Errors: UsageError for an impossible range of RAM

    banks     1, or 2 for a cartridge of more than 48 KiB
    cart_ram  addresses of RAM in the cartridge
    decoded   the decoded instructions in ROM, for `Chips.advance`

    >>> from vecx.chips.state_record import new_board, new_state
    >>> memory = Memory(new_state(), new_board(), b"g GCE", bytes(8192))
    >>> memory.write(0xC880, b"12")
    >>> memory.read(0, 5), memory.read(0xCC80, 2), memory.banks, len(memory.contents)
    (b'g GCE', b'12', 1, 1024)
    """

    def __init__(self, state: State, board: Board, image: bytes, bios: bytes,
                 cart_ram: Range | None = None) -> None:
        self._m, self._board = state, board
        self._bytes = memory_of(board.mem)
        self._ram = self._bytes[int(bus.RAM):int(bus.RAM + bus.RAM_BYTES)].data
        self._slot = CartridgeSlot(board, image, bios, cart_ram)
        self.banks, self.cart_ram = self._slot.banks, self._slot.ram
        self._poked: dict[int, int] = {}
        self._slot.lay(0, {})
        self.forget_decoded()

    def power_on(self, fill: str, seed: int) -> None:
        """Fill RAM with its contents at power-on.

        Args: fill  zero, ff or random, from `seed`
        """
        size = len(self._ram) + len(self.cart_ram)
        byte = {"zero": b"\0", "ff": b"\xff"}.get(fill)
        self._fill(byte * size if byte else random.Random(seed).randbytes(size))

    def reset(self) -> None:
        """Switch to the bank that is visible after a reset."""
        self._m.bank = self._slot.reset()

    # --- reading and writing ---------------------------------------------------------------------

    def read(self, address: int, count: int = 1, bank: int = -1) -> bytes:
        """Return bytes without a bus access; mirrors of RAM read as RAM.

        Args: bank  whose bytes below $8000 to return; by default those of the visible one
        """
        if self.banks > 1 and bank not in (-1, self._m.bank):
            own = self._slot.bytes_of(bank)[address:address + count]
            return own + (self.read(address + len(own), count - len(own)) if len(own) < count
                          else b"")
        first = _in_one_piece(address, count)
        if first is not None:
            return bytes(self._bytes[first:first + count])
        return bytes(self._bytes[_ram_home(address + i & 0xFFFF)] for i in range(count))

    def write(self, address: int, data: bytes, bank: int = -1) -> None:
        """Set bytes, including ROM, without a bus access.

        Args: bank  whose bytes below $8000 to set; by default those of the visible one
        """
        first = _in_one_piece(address, len(data))
        if first is not None and bus.RAM <= first < bus.VIA_BASE:
            self._ram[first - bus.RAM:first - bus.RAM + len(data)] = data
            return
        over_rom: dict[int, int] = {}
        bank = self._m.bank if bank < 0 else bank
        for i, byte in enumerate(data):
            place = _ram_home(address + i & 0xFFFF)
            if place >= CARTRIDGE_END or bank == self._m.bank:
                self._bytes[place] = byte
            if not (bus.RAM <= place < bus.RAM + bus.RAM_BYTES or place in self.cart_ram):
                over_rom[self._slot.poked(place, byte, bank)] = byte
        if over_rom:
            self._poked = {**self._poked, **over_rom}
            self.forget_decoded()

    @property
    def ram(self) -> bytes:
        return bytes(self._ram)

    @property
    def contents(self) -> bytes:
        """The kilobyte of RAM, followed by the RAM in the cartridge."""
        return self.ram + self._slot.contents

    @property
    def cart_ram_words(self) -> str:
        """The range of RAM in the cartridge, as `6000-7FFF`, or `none`."""
        ram = self.cart_ram
        return ram_in_words((ram.start, ram.stop - 1) if ram else None)

    def forget_decoded(self) -> None:
        """Drop the decoded instructions, because bytes or watched pages of the ROM have changed."""
        self.decoded = new_decoded(self.banks)
        watched = bus.READABLE | bus.WATCHED in self._board.page
        if not self._poked and not watched:
            self.decoded = _DECODED.setdefault(self._slot.rom, self.decoded)

    # --- snapshots -------------------------------------------------------------------------------

    @property
    def poked(self) -> dict[int, int]:
        """The bytes that were written over ROM, by address; 64 KiB is added to addresses in bank
        1.  A write replaces the dictionary instead of changing it."""
        return self._poked

    def restore(self, contents: bytes, poked: dict[int, int]) -> None:
        """Restore `contents` and `poked`; the visible bank is in the record, which has already been
        restored."""
        self._fill(contents)
        if poked != self._poked or self.banks > 1:
            self._slot.lay(self._m.bank, poked)
        if poked != self._poked:
            self._poked = poked
            self.forget_decoded()

    def _fill(self, contents: bytes) -> None:
        size = len(self._ram)
        self._ram[:] = contents[:size]
        self._slot.fill(contents[size:])
