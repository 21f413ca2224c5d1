"""From a whole image to a source.

`disassemble` follows the program from its entry points (tracing.py) and takes the rest for data;
assembling its text gives the image again.
"""

from __future__ import annotations

from collections.abc import Iterable

from asm.cpu import isa
from asm.cpu.decoding import Decoded, decode
from asm.disassembler.tracing import trace

__all__ = ["Decoded", "cartridge_entry", "decode", "disassemble", "entry_points",
           "title_list_end", "vectors"]

_BYTES_PER_LINE = 8
_LABEL_COLUMNS = 16
_TEXT_LENGTH_MIN = 4
FIRST_VECTOR = 0xFFF2       # SWI3, SWI2, FIRQ, IRQ, SWI, NMI, reset
_HEADER_COPYRIGHT = b"g GCE"
_TUNE_BYTES = 2             # before the titles
_TITLES_MAX = 0x100         # behind here, a ROM has none at its beginning


def cartridge_entry(image: bytes) -> int | None:
    """Find where the program of a Vectrex cartridge begins.

    Returns: the offset behind the header, or None if the image has no header
    Source:  bios/spec.md, cartridge header: copyright, tune, title blocks up to a zero byte
    """
    if not image.startswith(_HEADER_COPYRIGHT):
        return None
    position = image.find(0x80)
    return None if position < 0 else title_list_end(image, position + 3)


def title_list_end(image: bytes, position: int) -> int | None:
    """Find what lies behind a list of titles: blocks of height, width, y, x, text, $80; a zero.

    Returns: the offset behind the zero, or None if that is not in the image
    """
    while position < len(image) and image[position]:
        end = image.find(0x80, position + 4)
        if end < 0:
            return None
        position = end + 1
    return position + 1 if position + 1 < len(image) else None


def entry_points(image: bytes, origin: int) -> list[int]:
    """The addresses where a program starts: behind the cartridge header, or where the vectors of a
    system ROM lead, and behind its own titles at its beginning; or at the first byte.
    """
    behind_header = cartridge_entry(image)
    if behind_header is not None:
        return [origin + behind_header]
    starts = vectors(image, origin)
    if starts:
        end = title_list_end(image, _TUNE_BYTES)
        titles = image[_TUNE_BYTES + 4:end].split(b"\x80")[0] if end is not None else b""
        if titles and end is not None and end < _TITLES_MAX and all(map(_is_text, titles)):
            starts.append(origin + end)
    return starts or [origin]


def vectors(image: bytes, origin: int) -> list[int]:
    """The addresses within an image to which its vectors at $FFF2 to $FFFF lead."""
    if origin > FIRST_VECTOR or origin + len(image) != 0x10000:
        return []
    table = image[FIRST_VECTOR - origin:]
    found = {int.from_bytes(table[at:at + 2], "big") for at in range(0, len(table), 2)}
    return sorted(address for address in found if origin <= address < FIRST_VECTOR)


def disassemble(image: bytes, origin: int = 0, entries: Iterable[int] = (),
                names: dict[int, str] | None = None, *, hints: Iterable[int] = (),
                seen: Iterable[tuple[int, int]] = ()) -> str:
    """Make a source that assembles to the image.

    Args:    origin   the address of its first byte
             entries  addresses where the program starts; none: those of `entry_points`
             names    address -> symbol to use where an operand refers to it
             hints    further addresses of instructions, such as the routines of a symbol file
             seen     first and last address of stretches that were seen to run
    Returns: the text, with an ORG and an EQU for every name outside the image

    >>> for line in disassemble(bytes.fromhex("86 05 20 fc"), 0x100).splitlines()[-2:]:
    ...     print(line)
    L0100           lda     #$05
                    bra     L0100
    """
    starts = list(entries) or entry_points(image, origin)
    code = trace(image, origin, [*starts, *hints], seen)
    labels = _labels(code, names or {}, origin, len(image))
    for start in starts:
        if 0 <= start - origin < len(image):
            labels.setdefault(start, f"L{start:04X}")
    lines = [f"{name:{_LABEL_COLUMNS - 1}} equ     ${address:04X}"
             for address, name in sorted(labels.items())
             if not _is_inside(address, origin, image, code)]
    lines += ["", f"{'':{_LABEL_COLUMNS}}org     ${origin:04X}", ""]
    offset = 0
    while offset < len(image):
        decoded = code.get(origin + offset)
        label = labels.get(origin + offset, "")
        if len(label) >= _LABEL_COLUMNS:
            lines.append(label)
            label = ""
        if decoded is not None:
            name = labels.get(decoded.target, "") if decoded.target is not None else ""
            lines.append(f"{label:{_LABEL_COLUMNS}}{decoded.text(name)}")
            offset += decoded.size
            continue
        end = offset + 1
        while end < len(image) and origin + end not in code and origin + end not in labels:
            end += 1
        lines += _data_lines(image[offset:end], label)
        offset = end
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _is_inside(address: int, origin: int, image: bytes, code: dict[int, Decoded]) -> bool:
    """Say whether a label can stand at an address: in the image, not within an instruction."""
    if not 0 <= address - origin < len(image):
        return False
    return not any(address - back in code and code[address - back].size > back
                   for back in range(1, 6))


def _labels(code: dict[int, Decoded], names: dict[int, str], origin: int,
            size: int) -> dict[int, str]:
    """Name every address an instruction refers to, if it is a branch or has a name already."""
    labels: dict[int, str] = {}
    for decoded in code.values():
        target = decoded.target
        if target is None:
            continue
        if target in names:
            labels[target] = names[target]
        elif decoded.op.mode in (isa.RELATIVE8, isa.RELATIVE16) or (
                decoded.op.mnemonic in ("JMP", "JSR")):
            labels.setdefault(target, f"L{target:04X}")
    labels.update({address: name for address, name in names.items()
                   if 0 <= address - origin < size})
    return labels


def _data_lines(data: bytes, label: str) -> list[str]:
    """Write bytes as FCC where they read as text, else as FCB."""
    lines = []
    position = 0
    while position < len(data):
        end = position
        while end < len(data) and _is_text(data[end]):
            end += 1
        if end - position >= _TEXT_LENGTH_MIN:
            lines.append(f'{label:{_LABEL_COLUMNS}}fcc     "{data[position:end].decode("ascii")}"')
        else:
            end = position + 1
            while end < len(data) and end - position < _BYTES_PER_LINE and not _text_at(data, end):
                end += 1
            listed = ",".join(f"${byte:02X}" for byte in data[position:end])
            lines.append(f"{label:{_LABEL_COLUMNS}}fcb     {listed}")
        label = ""
        position = end
    return lines


def _text_at(data: bytes, start: int) -> bool:
    """Say whether enough characters follow to write them as text."""
    part = data[start:start + _TEXT_LENGTH_MIN]
    return len(part) == _TEXT_LENGTH_MIN and all(_is_text(byte) for byte in part)


def _is_text(byte: int) -> bool:
    return 0x20 <= byte <= 0x5F and byte not in b'"\\'
