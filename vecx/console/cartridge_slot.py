"""The cartridge slot: where an image's bytes lie, which half of it is seen, and RAM beside it.

    up to 48 KiB    from $0000; 4, 8 and 16 KiB show again and again up to $7FFF, for a ROM of that
                    size decodes no more address lines
    up to 64 KiB    two halves of 32 KiB, both at $0000-$7FFF; PB6 is their address line: bank 1
                    while it floats high, as after /RESET, bank 0 while it is driven low

    RAM             on some boards (a game that keeps drawings, say): whole KiB anywhere below
                    $C000, in place of what the image has there; it is undefined at power-on, as in
                    the console's own

What nobody answers reads $FF.  Not modelled: boards that switch otherwise, RAM that keeps its
contents without power.

Sources: service manual (slot); boards of 64 KiB with PB6 as A15, which start in the upper half, as
mamedev/mame #5214 has it.
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
    """Return what $0000-$BFFF hold: once, or for each of two banks; machines share them."""
    if len(image) > SPACE:
        return tuple(half.ljust(SPACE, b"\xff") for half in (image[:HALF], image[HALF:]))
    if len(image) in MIRRORED:
        image *= HALF // len(image)
    return (image.ljust(SPACE, b"\xff"),)


def ram_of(text: str) -> Range | None:
    """Return the range that a text as `6000-7FFF` names; None for `none`.

    Errors: UsageError for any other text
    """
    if text == "none":
        return None
    try:
        first, last = (int(part.strip().removeprefix("$"), 16) for part in text.split("-"))
    except ValueError:
        raise UsageError(f"RAM in the cartridge is '{text}'; it can be two addresses, as "
                         "6000-7FFF") from None
    return first, last


def ram_in_words(ram: Range | None) -> str:
    """Return a range as `ram_of` reads it, or `none`."""
    return f"{ram[0]:04X}-{ram[1]:04X}" if ram else "none"


class CartridgeSlot:
    """One machine's slot: lays bytes on its board, and switches them.

    Args: ram  first and last address of RAM in the cartridge, or None
    Errors: UsageError for RAM that cannot be there
    """

    def __init__(self, board: Board, image: bytes, bios: bytes, ram: Range | None = None) -> None:
        self._mem, self._halves = memory_of(board.mem), memory_of(board.banks)
        self._spaces, self._bios = spaces_of(image), bios
        self.banks = len(self._spaces)
        board.banked = int(self.banks > 1)
        board.cart_end = HALF if self.banks > 1 or len(image) in MIRRORED else len(image)
        check_type("RAM in the cartridge", ram, (tuple, type(None)), "its first and last address")
        self.ram = range(ram[0], ram[1] + 1) if ram else range(0)
        least = HALF if self.banks > 1 else 0
        if ram and not (least <= ram[0] < ram[1] < SPACE and ram[0] % KIB == 0
                        and len(self.ram) % KIB == 0):
            raise UsageError(f"RAM in the cartridge is ${ram_in_words(ram)}; it can be whole KiB "
                             f"within ${least:04X}-${SPACE - 1:04X}")
        for page in range(len(bus.MEMORY_MAP)):
            board.page[page] = bus.WRITABLE if page * KIB in self.ram else bus.MEMORY_MAP[page]

    @property
    def rom(self) -> bytes:
        """All that cannot change, of every bank: machines where this is equal are alike."""
        return b"".join((*self._spaces, self._bios, repr(self.ram).encode()))

    def lay(self, bank: int, poked: Mapping[int, int]) -> None:
        """Lay the image and the executive ROM on the board, a bank of it in sight.

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
        """What the RAM in the cartridge holds."""
        return self._mem[self.ram.start:self.ram.stop].tobytes()

    def fill(self, contents: bytes) -> None:
        """Set all of the RAM in the cartridge."""
        self._mem[self.ram.start:self.ram.stop] = memoryview(contents)

    def poked(self, addr: int, byte: int, bank: int) -> int:
        """A byte was written over ROM, in the bank in sight; return its place among these."""
        if self.banks == 1 or addr >= HALF:
            return addr
        self._halves[bank * HALF + addr] = byte
        return addr | bank << 16

    def _put(self, at: int, byte: int, bank: int) -> None:
        home, addr = at >> 16, at & 0xFFFF
        if self.banks > 1 and addr < HALF:
            self._halves[home * HALF + addr] = byte
            if home != bank:
                return
        self._mem[addr] = byte

    def reset(self) -> int:
        """/RESET lets PB6 float; return the bank that is in sight."""
        if self.banks == 1:
            return 0
        self._mem[:HALF] = self._halves[BANK_AFTER_RESET * HALF:]
        return BANK_AFTER_RESET
