"""The cartridge slot: the addresses of an image, its banks, and RAM in the cartridge.

    up to 48 KiB    from $0000; 4, 8 and 16 KiB repeat up to $7FFF, because a ROM of that size does
                    not decode the upper address lines
    up to 64 KiB    two banks of 32 KiB, both at $0000-$7FFF, selected by PB6: bank 1 while it
                    floats high, as after /RESET, bank 0 while it is driven low

    RAM             on some boards (for example for a game that stores drawings): whole KiB anywhere
                    below $C000, in place of the image; undefined at power-on, as that of the
                    console

Addresses without memory read $FF.  Not modelled: other ways to switch banks, battery-backed RAM.

Sources: service manual (slot); boards of 64 KiB with PB6 as A15, which start in the upper half:
mamedev/mame #5214.
"""

from collections.abc import Mapping
from functools import lru_cache

from ..chips import bus
from ..chips.state_record import Board, memory_of
from ..errors import UsageError, check_type
from .cartridge import HALF, SPACE

MIRRORED = (0x1000, 0x2000, 0x4000)
BANK_AFTER_RESET = 1
KIB = 1024
Range = tuple[int, int]          # first and last address


@lru_cache(maxsize=8)
def spaces_of(image: bytes) -> tuple[bytes, ...]:
    """Return the contents of $0000-$BFFF for one bank or each of two banks; machines share the
    result."""
    if len(image) > SPACE:
        return tuple(half.ljust(SPACE, b"\xff") for half in (image[:HALF], image[HALF:]))
    if len(image) in MIRRORED:
        image *= HALF // len(image)
    return (image.ljust(SPACE, b"\xff"),)


def ram_of(text: str) -> Range | None:
    """Return the range of a text like `6000-7FFF`; None for `none`.

    Errors: UsageError for any other text
    """
    if text == "none":
        return None
    try:
        first, last = (int(part.strip().removeprefix("$"), 16) for part in text.split("-"))
    except ValueError:
        raise UsageError("RAM in the cartridge must be a range of two addresses, for example "
                         f"6000-7FFF, not '{text}'") from None
    return first, last


def ram_in_words(ram: Range | None) -> str:
    """Return a range in the form that `ram_of` reads, or `none`."""
    return f"{ram[0]:04X}-{ram[1]:04X}" if ram else "none"


class CartridgeSlot:
    """The slot of one machine: copies the image to its board, and switches banks.

    Args: ram  first and last address of RAM in the cartridge, or None
    Errors: UsageError for an impossible range of RAM
    """

    def __init__(self, board: Board, image: bytes, bios: bytes, ram: Range | None = None) -> None:
        self._mem, self._halves = memory_of(board.mem), memory_of(board.banks)
        self._spaces, self._bios = spaces_of(image), bios
        self.banks = len(self._spaces)
        board.banked = int(self.banks > 1)
        board.cart_end = HALF if self.banks > 1 or len(image) in MIRRORED else len(image)
        check_type("RAM in the cartridge", ram, (tuple, type(None)),
                   "a pair of addresses, first and last")
        self.ram = range(ram[0], ram[1] + 1) if ram else range(0)
        least = HALF if self.banks > 1 else 0
        if ram and not (least <= ram[0] < ram[1] < SPACE and ram[0] % KIB == 0
                        and len(self.ram) % KIB == 0):
            raise UsageError("RAM in the cartridge must be a whole number of KiB within "
                             f"${least:04X}-${SPACE - 1:04X}, not ${ram_in_words(ram)}")
        for page in range(len(bus.MEMORY_MAP)):
            board.page[page] = bus.WRITABLE if page * KIB in self.ram else bus.MEMORY_MAP[page]

    @property
    def rom(self) -> bytes:
        """The read-only memory of all banks; machines share decoded instructions if this value is
        equal."""
        return b"".join((*self._spaces, self._bios, repr(self.ram).encode()))

    def lay(self, bank: int, poked: Mapping[int, int]) -> None:
        """Copy the image and the executive ROM to the board, with one bank visible.

        Args: poked  bytes written over ROM, by address; 64 KiB higher for those of bank 1
        """
        own = self.contents
        self._mem[:SPACE] = memoryview(self._spaces[min(bank, self.banks - 1)])
        self.fill(own)
        self._mem[SPACE:int(bus.RAM)] = self._mem[int(bus.RAM_END):int(bus.ROM)] = 0
        self._mem[int(bus.ROM):] = memoryview(self._bios)
        if self.banks > 1:
            self._halves[:] = memoryview(b"".join(space[:HALF] for space in self._spaces))
        for at, byte in poked.items():
            self._put(at, byte, bank)

    @property
    def contents(self) -> bytes:
        """The contents of the RAM in the cartridge."""
        return self._mem[self.ram.start:self.ram.stop].tobytes()

    def fill(self, contents: bytes) -> None:
        """Set the RAM in the cartridge."""
        self._mem[self.ram.start:self.ram.stop] = memoryview(contents)

    def poked(self, addr: int, byte: int, bank: int) -> int:
        """Return the key of a byte that was written over ROM: its address, 64 KiB higher for a byte
        in bank 1.  If the byte is in one of two banks, also store it in that bank."""
        if self.banks == 1 or addr >= HALF:
            return addr
        self._halves[bank * HALF + addr] = byte
        return addr | bank << 16

    def bytes_of(self, bank: int) -> bytes:
        """The bytes of $0000-$7FFF in a bank."""
        return self._halves[bank * HALF:(bank + 1) * HALF].tobytes()

    def _put(self, at: int, byte: int, bank: int) -> None:
        home, addr = at >> 16, at & 0xFFFF
        if self.banks > 1 and addr < HALF:
            self._halves[home * HALF + addr] = byte
            if home != bank:
                return
        self._mem[addr] = byte

    def reset(self) -> int:
        """Switch to the bank that is visible after /RESET, when PB6 floats; return the bank."""
        if self.banks == 1:
            return 0
        self._mem[:HALF] = self._halves[BANK_AFTER_RESET * HALF:]
        return BANK_AFTER_RESET
