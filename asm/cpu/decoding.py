"""Decodes one instruction; the inverse of the encoder.

Bytes that the assembler cannot reproduce (undocumented codes, unused bits that are set) are
refused.
"""

from __future__ import annotations

from dataclasses import dataclass

from asm.cpu import isa
from asm.cpu.isa import Effect, Op

TRANSFER_NAMES = {code: name for name, code in isa.TRANSFER_CODES.items()}


@dataclass(frozen=True, slots=True)
class Decoded:
    """One instruction.

    operand     as source text, with the target as a number; empty if there is none
    target      the address it jumps, branches or refers to relative to PC, or None
    address16   the number in the operand is an address of 16 bits (extended, immediate16 or target)
    cycles      least and most E cycles, including the post-byte and the stacked registers
    post        the post-byte of the modes that have one, else 0

    >>> decode(bytes.fromhex("8e c8 80"), 0, 0).text("lives")
    'ldx     #lives'
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
        """What the instruction reads and writes, and where execution continues."""
        return isa.effect(self.op, self.post)

    def text(self, name: str = "") -> str:
        """Return the instruction as source text in lower case, with a name, if given, in place of
        the number."""
        operand = self.operand
        if "{}" in operand:
            operand = operand.format(name or f"${self.target:04X}")
        return f"{self.op.mnemonic.lower():8}{operand}".rstrip()


def decode(data: bytes, offset: int, address: int) -> Decoded | None:
    """Decode the instruction at `data[offset]`, whose address is `address`.

    Returns: the instruction, or None if the bytes are incomplete or no source assembles to them

    >>> found = decode(bytes.fromhex("86 05 20 fc"), 2, 0x102)
    >>> found.text(), found.target, found.size, found.cycles
    ('bra     $0100', 256, 2, 3)
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
            source = TRANSFER_NAMES.get(operand[0] >> 4)
            to = TRANSFER_NAMES.get(operand[0] & 15)
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
    """Return the registers that a post-byte selects, and the number of bytes pushed or pulled."""
    order = isa.STACK_ORDER_U if op.mnemonic[-1] == "U" else isa.STACK_ORDER_S
    names = [name for bit, name in enumerate(order) if byte >> bit & 1]
    moved = sum(isa.REGISTER_BYTES[name] for name in names)
    return ",".join(names).lower() or "#$00", moved


def _indexed(data: bytes, offset: int, address: int, op: Op) -> Decoded | None:
    """Read an indexed operand; add a prefix that makes the assembler choose the same encoding."""
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
