"""Cartridge images: sizes and the header that the executive ROM looks at.

The header, from address 0: "g GCE 1982" in any digits, $80; the address of a tune; lines of
height, width, y, x, text, $80; a zero [BIOS] spec, section on boot.
"""

from dataclasses import dataclass

from ..errors import VecxError

SPACE = 0xC000                  # $0000-$BFFF are the cartridge's; larger images are two banks
HALF = 0x8000                   # of such an image
CARTRIDGE_BYTES_MAX = 0x10000
CARTRIDGE_BYTES_MIN = 16        # a header alone is longer
COPYRIGHT = b"g GCE"
END = 0x80


@dataclass(frozen=True)
class Cartridge:
    """An image and where it came from.

    messages  the assembler's warnings about its source
    source    the file that it was assembled from just now, or nothing

    >>> Cartridge(b"g GCE 2026\\x80", "mine").title
    'mine'
    """

    image: bytes
    name: str
    messages: str = ""
    source: str = ""

    @property
    def title(self) -> str:
        """The header's first line of text, or the file's name where there is no header."""
        lines = header_lines(first_seen(self.image))
        return lines[0] if lines else self.name


def first_seen(image: bytes) -> bytes:
    """Return what of an image $0000 and on hold after /RESET: of two banks the second."""
    return image[HALF:] if len(image) > SPACE else image


def header_lines(image: bytes) -> list[str]:
    """Return the title lines of a header, none where there is none."""
    return [image[first:stop].decode("ascii", "replace").strip()
            for first, stop in header_texts(image)]


def title_end(image: bytes) -> int:
    """Return where the header's title ends and the program may begin; 0 where there is none."""
    texts = header_texts(image)
    return texts[-1][1] + 2 if texts else 0


def header_texts(image: bytes) -> list[tuple[int, int]]:
    """Return where the texts of a header begin and end, none where there is no header."""
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
    """Say what is wrong with a header, or None."""
    if not image.startswith(COPYRIGHT):
        return f"no cartridge header: it begins with {image[:5].hex(' ').upper()}, not \"g GCE\""
    if image.find(END, 5, 16) < 0:
        return "the header's copyright line has no end ($80)"
    return None


def check(image: bytes, where: str) -> None:
    """Refuse what cannot be a cartridge at all.

    Errors: VecxError for an image that is empty, too short or too long
    """
    size = len(image)
    if size == 0:
        raise VecxError(f"{where}: the file is empty; a cartridge image is 4 to 64 KiB")
    if size < CARTRIDGE_BYTES_MIN:
        raise VecxError(f"{where}: {size} byte{'s' * (size > 1)} cannot be a cartridge; "
                        "its header alone is longer")
    if size > CARTRIDGE_BYTES_MAX:
        raise VecxError(f"{where}: {size:,} bytes; a cartridge has at most "
                        f"{CARTRIDGE_BYTES_MAX:,}: two banks of 32 KiB")
