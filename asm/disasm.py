"""From bytes to text: the round-trip partner of the encoder.

`decode` reads one instruction; what the assembler cannot write back to the same bytes (undocumented
codes, unused bits set) it refuses.  `disassemble` makes a source of a whole image: it follows the
program from its entry points, takes the rest for data, and assembling its text gives the image
again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from asm import isa
from asm.isa import Effect, Op

_TRANSFER_NAMES = {code: name for name, code in isa.TRANSFER_CODES.items()}
_ENDS = frozenset((isa.JUMP, isa.RETURN))
_BYTES_PER_LINE = 8
_LABEL_COLUMNS = 16
_TEXT_LENGTH_MIN = 4
FIRST_VECTOR = 0xFFF2       # SWI3, SWI2, FIRQ, IRQ, SWI, NMI, reset
_HEADER_COPYRIGHT = b"g GCE"


@dataclass(frozen=True, slots=True)
class Decoded:
    """One instruction.

    operand     as source text, with the target as a number; empty if there is none
    target      the address it jumps, branches or refers to relative to PC, or None
    address16   the number in the operand is an address of 16 bits (extended, immediate16 or target)
    cycles      least and most E cycles, the post-byte and the stacked registers counted
    post        the post-byte of the modes that have one, else 0
    """

    op: Op
    size: int
    prefix: str
    operand: str
    target: int | None
    cycles: int
    cycles_most: int
    post: int = 0

    @property
    def effect(self) -> Effect:
        """What it reads and writes, and where it goes on."""
        return isa.effect(self.op, self.post)

    def text(self, name: str = "") -> str:
        """The instruction in lower case, the number in the operand replaced by a name if given."""
        operand = self.operand
        if "{}" in operand:
            operand = operand.format(name or f"${self.target:04X}")
        return f"{self.op.mnemonic.lower():8}{operand}".rstrip()


def decode(data: bytes, offset: int, address: int) -> Decoded | None:
    """Read the instruction at `data[offset]`, which lies at `address`.

    Returns: the instruction, or None if there is none or no source would give these bytes
    """
    page = data[offset] if data[offset] in (0x10, 0x11) else 0
    start = offset + (1 if page else 0)
    if start >= len(data):
        return None
    op = isa.BY_CODE.get((page, data[start]))
    if op is None or offset + op.size > len(data):
        return None
    operand = data[start + 1:offset + op.size]
    next_address = address + op.size
    cycles, most = op.cycles, op.cycles_most
    text, target = "", None
    match op.mode:
        case isa.IMMEDIATE8:
            text = f"#${operand[0]:02X}"
        case isa.IMMEDIATE16:
            text, target = "#{}", int.from_bytes(operand, "big")
        case isa.DIRECT:
            text = f"<${operand[0]:02X}"
        case isa.EXTENDED:
            text, target = ">{}", int.from_bytes(operand, "big")
        case isa.RELATIVE8 | isa.RELATIVE16:
            distance = int.from_bytes(operand, "big", signed=True)
            text, target = "{}", next_address + distance & 0xFFFF
        case isa.REGISTER:
            source = _TRANSFER_NAMES.get(operand[0] >> 4)
            to = _TRANSFER_NAMES.get(operand[0] & 15)
            if source is None or to is None:
                return None
            text = f"{source},{to}".lower()
        case isa.STACK:
            text, moved = _stack(op, operand[0])
            cycles, most = cycles + moved, most + moved
        case isa.INDEXED:
            return _indexed(data, offset, address, op)
    post = operand[0] if op.mode in (isa.REGISTER, isa.STACK) else 0
    return Decoded(op, op.size, "", text, target, cycles, most, post)


def _stack(op: Op, byte: int) -> tuple[str, int]:
    """The list of registers of a post-byte, and how many bytes it moves."""
    order = isa.STACK_ORDER_U if op.mnemonic[-1] == "U" else isa.STACK_ORDER_S
    names = [name for bit, name in enumerate(order) if byte >> bit & 1]
    moved = sum(isa.REGISTER_BYTES[name] for name in names)
    return ",".join(names).lower() or "#$00", moved


def _indexed(data: bytes, offset: int, address: int, op: Op) -> Decoded | None:
    """Read an indexed operand, with the prefix that makes the assembler choose the same form."""
    end = offset + op.size
    byte = data[end - 1]
    found = isa.postbyte(byte)
    if found is None or end + found[0].size > len(data):
        return None
    form, register = found
    size = op.size + form.size
    extra = data[end:end + form.size]
    target = None
    if register == "PC":
        if byte & 0x60:
            return None
        distance = int.from_bytes(extra, "big", signed=True)
        target = address + size + distance & 0xFFFF
        number, prefix = "{}", "<" if form.size == 1 else ">"
    elif form.form == "5-bit offset":
        value = (byte & 0x1F ^ 0x10) - 0x10
        number, prefix = str(value), "<<" if value == 0 else ""
    elif form.form == "extended indirect":
        target = int.from_bytes(extra, "big")
        number, prefix = "{}", ""
    elif form.size:
        value = int.from_bytes(extra, "big", signed=True)
        number, prefix = str(value), "<" if form.size == 1 else ">"
    else:
        number, prefix = "", ""
    syntax = form.syntax.replace("PCR", "pcr").replace("R", register.lower()).lower()
    text = syntax.replace("n", prefix + number, 1) if number else syntax
    return Decoded(op, size, prefix, text, target, op.cycles + form.cycles,
                   op.cycles_most + form.cycles, byte)


def cartridge_entry(image: bytes) -> int | None:
    """Find where the program of a Vectrex cartridge begins.

    Returns: the offset behind the header, or None if the image has no header
    Source:  bios/spec.md, cartridge header: copyright, tune, title blocks up to a zero byte
    """
    if not image.startswith(_HEADER_COPYRIGHT):
        return None
    position = image.find(0x80)
    if position < 0:
        return None
    position += 3
    while position < len(image) and image[position]:
        end = image.find(0x80, position + 4)
        if end < 0:
            return None
        position = end + 1
    return position + 1 if position + 1 < len(image) else None


def vectors(image: bytes, origin: int) -> list[int]:
    """The addresses within an image to which its vectors at $FFF2 to $FFFF lead."""
    if origin > FIRST_VECTOR or origin + len(image) != 0x10000:
        return []
    table = image[FIRST_VECTOR - origin:]
    found = {int.from_bytes(table[at:at + 2], "big") for at in range(0, len(table), 2)}
    return sorted(address for address in found if origin <= address < FIRST_VECTOR)


def disassemble(image: bytes, origin: int = 0, entries: Iterable[int] = (),
                names: dict[int, str] | None = None) -> str:
    """Make a source that assembles to the image.

    Args:    origin   the address of its first byte
             entries  addresses where the program starts; none: behind the cartridge header, or
                      where the vectors of a system ROM lead, or at the first byte
             names    address -> symbol to use where an operand refers to it
    Returns: the text, with an ORG and an EQU for every name outside the image
    """
    starts = list(entries)
    if not starts:
        behind_header = cartridge_entry(image)
        starts = vectors(image, origin) if behind_header is None else [origin + behind_header]
        starts = starts or [origin]
    code = _trace(image, origin, starts)
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


def _trace(image: bytes, origin: int, starts: list[int]) -> dict[int, Decoded]:
    """Follow the program; return the instructions by address, none overlapping another."""
    code: dict[int, Decoded] = {}
    owner: dict[int, int] = {}
    todo = list(starts)
    while todo:
        address = todo.pop()
        while True:
            offset = address - origin
            if address in owner or not 0 <= offset < len(image):
                break
            decoded = decode(image, offset, address)
            if decoded is None or any(address + n in owner for n in range(decoded.size)):
                break
            code[address] = decoded
            for position in range(decoded.size):
                owner[address + position] = address
            mode = decoded.op.mode
            flow = mode in (isa.RELATIVE8, isa.RELATIVE16) or (
                decoded.op.mnemonic in ("JMP", "JSR") and mode == isa.EXTENDED)
            if flow and decoded.target is not None:
                todo.append(decoded.target)
            if decoded.effect.then in _ENDS:
                break
            address += decoded.size
    return code


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
