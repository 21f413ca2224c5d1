"""Writes an image as a source that assembles back to the same bytes.

`disassemble` follows the program from its entry points (tracing.py) and treats the rest as
data.  Assembling its output gives the image again.
"""

from __future__ import annotations

from collections.abc import Iterable

from asm.cpu import isa
from asm.cpu.decoding import Decoded, decode
from asm.disassembler.data import Piece, is_text, list_pieces, plain_pieces
from asm.disassembler.tracing import Traced, trace

__all__ = ["Decoded", "cartridge_entry", "decode", "disassemble", "entry_points",
           "title_list_end", "vectors"]

_LABEL_COLUMNS = 16
_COMMENT_COLUMN = 48
_COUNT_MAX = 0x20           # a constant below it is a count, where the cartridge has its header
FIRST_VECTOR = 0xFFF2       # SWI3, SWI2, FIRQ, IRQ, SWI, NMI, reset
_HEADER_COPYRIGHT = b"g GCE"
_TUNE_BYTES = 2             # before the titles
_TITLES_MAX = 0x100         # the titles of a ROM begin below this


def cartridge_entry(image: bytes) -> int | None:
    """Find where the program of a Vectrex cartridge begins.

    Returns: the offset after the header, or None if the image has no header
    Source:  bios/spec.md, cartridge header: copyright, tune, title blocks up to a zero byte
    """
    if not image.startswith(_HEADER_COPYRIGHT):
        return None
    position = image.find(0x80)
    return None if position < 0 else title_list_end(image, position + 3)


def title_list_end(image: bytes, position: int) -> int | None:
    """Find the end of a list of titles: blocks of height, width, y, x, text and $80, and then a
    zero.

    Returns: the offset after the zero, or None if that is not in the image
    """
    while position < len(image) and image[position]:
        end = image.find(0x80, position + 4)
        if end < 0:
            return None
        position = end + 1
    return position + 1 if position + 1 < len(image) else None


def entry_points(image: bytes, origin: int) -> list[int]:
    """Return the addresses where a program starts.

    These are the end of the cartridge header; or the targets of a system ROM's vectors and the end
    of the titles at its beginning; or the first byte.
    """
    entry = cartridge_entry(image)
    if entry is not None:
        return [origin + entry]
    starts = vectors(image, origin)
    if starts:
        end = title_list_end(image, _TUNE_BYTES)
        titles = image[_TUNE_BYTES + 4:end].split(b"\x80")[0] if end is not None else b""
        if titles and end is not None and end < _TITLES_MAX and all(map(is_text, titles)):
            starts.append(origin + end)
    return starts or [origin]


def vectors(image: bytes, origin: int) -> list[int]:
    """Return the addresses in the vectors at $FFF2 to $FFFF of an image, if they are within the
    image."""
    if origin > FIRST_VECTOR or origin + len(image) != 0x10000:
        return []
    table = image[FIRST_VECTOR - origin:]
    found = {int.from_bytes(table[at:at + 2], "big") for at in range(0, len(table), 2)}
    return sorted(address for address in found if origin <= address < FIRST_VECTOR)


def disassemble(image: bytes, origin: int = 0, entries: Iterable[int] = (),
                names: dict[int, str] | None = None, *, hints: Iterable[int] = (),
                seen: Iterable[tuple[int, int]] = (), words: dict[int, int] | None = None,
                lists: dict[int, tuple[str, str]] | None = None, addresses: bool = False) -> str:
    """Return a source that assembles to the image.

    Args:    origin   the address of its first byte
             entries  addresses where the program starts; none: those of `entry_points`
             names    address -> symbol to use where an operand refers to it
             hints    further addresses of instructions, such as the routines of a symbol file
             seen     first and last address of each stretch of code that ran in a recorded run
             words    pointers in the image that the run used, by address
             lists    addresses of lists that the ROM drew in the run, as in `Traced`
             addresses  put address and bytes of each line into its comment
    Returns: the text, with an ORG and an EQU for every name outside the image

    >>> for line in disassemble(bytes.fromhex("86 05 20 fc"), 0x100).splitlines()[-2:]:
    ...     print(line)
    L0100           lda     #$05
                    bra     L0100
    """
    starts = list(entries) or entry_points(image, origin)
    traced = trace(image, origin, [*starts, *hints], seen)
    traced = traced._replace(words=_free(words or {}, traced) | traced.words,
                             lists=(lists or {}) | traced.lists)
    labels = _labels(traced, names or {}, origin, len(image))
    cells = _direct_cells(image, origin, traced, names or {})
    labels |= {cell: names[cell] for cell in cells.values()} if names else {}
    for start in starts:
        if 0 <= start - origin < len(image):
            labels.setdefault(start, f"L{start:04X}")
    lines = [f"{name:{_LABEL_COLUMNS - 1}} equ     ${address:04X}"
             for address, name in sorted(labels.items())
             if not _is_inside(address, origin, image, traced.code)]
    lines += ["", f"{'':{_LABEL_COLUMNS}}org     ${origin:04X}", ""]
    offset, page = 0, -1
    while offset < len(image):
        address = origin + offset
        decoded = traced.code.get(address)
        label = labels.get(address, "")
        if len(label) >= _LABEL_COLUMNS:
            lines.append(label)
            label = ""
        if decoded is None:
            pieces = _data_pieces(image, offset, origin, traced, labels)
        else:
            name = labels.get(decoded.target, "") if decoded.target is not None else ""
            cell = labels[cells[address]] if address in cells else ""
            if cell and traced.pages[address] != page:
                page = traced.pages[address]
                lines.append(f"{'':{_LABEL_COLUMNS}}setdp   ${page:02X}")
            text = f"{decoded.op.mnemonic.lower():8}<{cell}" if cell else decoded.text(name)
            pieces = [(decoded.size, text)]
        for size, text in pieces:
            line = f"{label:{_LABEL_COLUMNS}}{text}"
            if addresses:
                data = image[offset:offset + size].hex(" ").upper()
                line = f"{line:{_COMMENT_COLUMN}} ; {origin + offset:04X} {data}"
            lines.append(line)
            label = ""
            offset += size
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _free(words: dict[int, int], traced: Traced) -> dict[int, int]:
    """Return the words that overlap no instruction, no word of a jump table and no other word."""
    taken = {address + back for address, decoded in traced.code.items()
             for back in range(decoded.size)}
    taken |= {place + back for place in traced.words for back in range(2)}
    found = {}
    for place, word in sorted(words.items()):
        if place not in taken and place + 1 not in taken:
            found[place] = word
            taken |= {place, place + 1}
    return found


def _direct_cells(image: bytes, origin: int, traced: Traced,
                  names: dict[int, str]) -> dict[int, int]:
    """For each direct-mode instruction for which DP is known, return the cell it uses, if that has
    a name.

    Returns: the address of the cell by that of the instruction
    """
    found = {}
    for address, page in traced.pages.items():
        decoded = traced.code[address]
        if decoded.op.mode == isa.DIRECT:
            cell = page << 8 | image[address - origin + decoded.size - 1]
            if cell in names:
                found[address] = cell
    return found


def _data_pieces(image: bytes, offset: int, origin: int, traced: Traced,
                 labels: dict[int, str]) -> list[Piece]:
    """Return the lines of the data at an offset, up to code, a label, or a word of a table."""
    address = origin + offset
    if address in traced.words and address + 1 not in traced.code and address + 1 not in labels:
        target = traced.words[address]
        return [(2, f"{'fdb':8}{labels.get(target, f'${target:04X}')}")]
    end = offset + 1
    while end < len(image) and not (origin + end in traced.code or origin + end in labels
                                    or origin + end in traced.words):
        end += 1
    form = traced.lists.get(address)
    pieces = list_pieces(image[offset:end], *form) if form is not None else []
    return pieces or plain_pieces(image[offset:end])


def _is_inside(address: int, origin: int, image: bytes, code: dict[int, Decoded]) -> bool:
    """Return whether an address can have a label: in the image, not within an instruction."""
    if not 0 <= address - origin < len(image):
        return False
    return not any(address - back in code and code[address - back].size > back
                   for back in range(1, 6))


def _labels(traced: Traced, names: dict[int, str], origin: int, size: int) -> dict[int, str]:
    """Return names for all addresses that instructions or tables refer to, and the given names."""
    labels: dict[int, str] = {}
    code = traced.code
    within = {address + back for address, decoded in code.items()
              for back in range(1, decoded.size)}
    within |= {place + 1 for place in traced.words}
    for decoded in code.values():
        target = decoded.target
        if target is None:
            continue
        if target in names:
            labels[target] = names[target]
        elif decoded.op.mode in (isa.RELATIVE8, isa.RELATIVE16) or (
                decoded.op.mnemonic in ("JMP", "JSR")):
            labels.setdefault(target, f"L{target:04X}")
        elif 0 <= target - origin < size and target not in within and (
                decoded.op.mode != isa.IMMEDIATE16 or _is_pointer(decoded, target, traced)):
            labels.setdefault(target, f"{'L' if target in code else 'D'}{target:04X}")
    for target in traced.words.values():
        if target not in within:
            labels.setdefault(target, names.get(
                target, f"{'L' if target in code else 'D'}{target:04X}"))
    labels.update({address: name for address, name in names.items()
                   if 0 <= address - origin < size})
    return labels


def _is_pointer(decoded: Decoded, target: int, traced: Traced) -> bool:
    """Return whether a number after `#` is probably an address.

    It must be loaded into X, Y or U.  Small and round numbers count only if the ROM reads a list
    there.
    """
    return decoded.op.mnemonic in ("LDX", "LDY", "LDU") and (
        target in traced.lists or (target >= _COUNT_MAX and target & 0xFF != 0))
