"""Cartridge images: their sizes, and the header that the executive ROM checks.

The header, from address 0: "g GCE 1982" with any digits, $80; the address of a tune; lines of
height, width, y, x, text, $80; a zero [BIOS] spec, section on boot.
"""

from dataclasses import dataclass

from ..errors import VecxError

SPACE = 0xC000                  # $0000-$BFFF belong to the cartridge; larger images have two banks
HALF = 0x8000                   # of such an image
CARTRIDGE_BYTES_MAX = 0x10000
CARTRIDGE_BYTES_MIN = 16        # a header alone is longer
COPYRIGHT = b"g GCE"
END = 0x80
YEAR, COPYRIGHT_END = 6, 10      # the year has four characters, which the ROM ignores


@dataclass(frozen=True)
class Cartridge:
    """An image and its origin.

    messages  the assembler's warnings about its source
    source    the file that it was assembled from just now, or empty

    >>> Cartridge(b"g GCE 2026\\x80", "mine").title
    'mine'
    >>> Machine("connect4").cartridge.header_fault is None
    True
    """

    image: bytes
    name: str
    messages: str = ""
    source: str = ""

    @property
    def title(self) -> str:
        """The header's first line of text, or the file's name if there is no header."""
        lines = header_lines(first_seen(self.image))
        return lines[0] if lines else self.name

    @property
    def header_fault(self) -> str | None:
        """What is wrong with the header that the ROM checks, as text for a message, or None."""
        return header_fault(first_seen(self.image))


def first_seen(image: bytes) -> bytes:
    """Return the part of an image that is visible from $0000 on after /RESET: the second bank if
    there are two."""
    return image[HALF:] if len(image) > SPACE else image


def header_lines(image: bytes) -> list[str]:
    """Return the title lines of a header; [] without a header."""
    return [image[first:stop].decode("ascii", "replace").strip()
            for first, stop in header_texts(image)]


def title_end(image: bytes) -> int:
    """Return the end of the header's title, where the program may begin; 0 without a header."""
    texts = header_texts(image)
    return texts[-1][1] + 2 if texts else 0


def header_texts(image: bytes) -> list[tuple[int, int]]:
    """Return the start and end of each text in a header; [] without a header."""
    if not image.startswith(COPYRIGHT):
        return []
    end = image.find(END)
    at = end + 3
    found: list[tuple[int, int]] = []
    while end > 0 and at + 4 < len(image) and image[at] != 0 and len(found) < 8:
        stop = image.find(END, at + 4)
        if stop < 0:
            break
        found.append((at + 4, stop))
        at = stop + 1
    return found


def header_fault(image: bytes) -> str | None:
    """Return what is wrong with a header, as text for a message, or None."""
    if not image.startswith(COPYRIGHT):
        return f"no cartridge header: it begins with {image[:5].hex(' ').upper()}, not \"g GCE\""
    if image[len(COPYRIGHT):YEAR] != b" ":
        return "the copyright line in the header has no space between GCE and the year"
    if image[COPYRIGHT_END:COPYRIGHT_END + 1] != bytes([END]):
        return "the copyright line in the header does not end with $80 after a year of four digits"
    return None


def check(image: bytes, where: str) -> None:
    """Refuse images of an impossible size.

    Errors: VecxError for an image that is empty, too short or too long
    """
    size = len(image)
    if size == 0:
        raise VecxError(f"{where}: the file is empty; choose the image of a cartridge")
    if size < CARTRIDGE_BYTES_MIN:
        raise VecxError(f'{where}: a file of {size} byte{"s" * (size > 1)} cannot be a cartridge; '
                        "even the header is longer")
    if size > CARTRIDGE_BYTES_MAX:
        raise VecxError(f"{where}: {size:,} bytes; a cartridge has at most "
                        f"{CARTRIDGE_BYTES_MAX:,}: two banks of 32 KiB")
