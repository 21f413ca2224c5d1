"""The output formats: binary, Intel hex, S-record, symbols, map, VIDE's .cnt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from asm.assembler.image import on_top
from asm.output.program import Program
from asm.syntax.symbols import LABEL

_RECORD_SIZE = 32


def image_bytes(program: Program) -> bytes:
    """Return the image.  Errors: ValueError if the program has errors.

    >>> from asm import assemble
    >>> image_bytes(assemble(" lda #1\\n"))
    b'\\x86\\x01'
    """
    if program.image is None:
        raise ValueError("a program with errors has no image")
    return program.image


def pad(image: bytes, size: int, filler: int) -> bytes:
    """Extend an image to `size` bytes.  Errors: ValueError if it is longer than `size`.

    >>> pad(b"\\x12", 3, 0xFF)
    b'\\x12\\xff\\xff'
    """
    if len(image) > size:
        raise ValueError(f"the image has {len(image)} bytes, more than {size}")
    return image + bytes((filler,)) * (size - len(image))


def intel_hex(image: bytes, origin: int, written: Iterable[tuple[int, int]] | None = None) -> str:
    """Write an image as Intel hex, 32 bytes to a record.

    Args: written  the result of `blocks`; None: the whole image

    >>> intel_hex(b"\\x86\\x01", 0x100)
    ':02010000860176\\n:00000001FF\\n'
    """
    lines = []
    for address, part in _records(image, origin, written):
        record = bytes((len(part),)) + address.to_bytes(2, "big") + b"\0" + part
        lines.append(f":{(record + bytes((-sum(record) & 0xFF,))).hex().upper()}")
    lines.append(":00000001FF")
    return "\n".join(lines) + "\n"


def s_record(image: bytes, origin: int, written: Iterable[tuple[int, int]] | None = None) -> str:
    """Write an image as Motorola S-records with 16-bit addresses.

    Args: written  the result of `blocks`; None: the whole image

    >>> s_record(b"\\x86\\x01", 0x100)
    'S1050100860172\\nS9030100FB\\n'
    >>> s_record(b"\\x86\\x01\\0\\0\\x39", 0x100, [(0x100, 0x102), (0x104, 0x105)]).split()
    ['S1050100860172', 'S104010439BD', 'S9030100FB']
    """
    def line(kind: str, address: int, part: bytes) -> str:
        record = bytes((len(part) + 3,)) + address.to_bytes(2, "big") + part
        return f"{kind}{(record + bytes((~sum(record) & 0xFF,))).hex().upper()}"

    lines = [line("S1", address, part) for address, part in _records(image, origin, written)]
    return "\n".join([*lines, line("S9", origin, b"")]) + "\n"


def _records(image: bytes, origin: int, written: Iterable[tuple[int, int]] | None) -> Iterator[
        tuple[int, bytes]]:
    """Cut the written parts of an image into records: address and bytes."""
    for start, end in [(origin, origin + len(image))] if written is None else written:
        for address in range(start, end, _RECORD_SIZE):
            yield address, image[address - origin:min(address + _RECORD_SIZE, end) - origin]


def symbols_text(program: Program) -> str:
    """Return the symbol file.  Errors: ValueError if the program has errors.

    >>> from asm import assemble
    >>> symbols_text(assemble("n equ 5\\n nop\\n")).splitlines()[1]
    '"format": "vecx-symbols/2",'
    """
    from asm.output.debugging import debug_info
    from asm.output.debuginfo import to_text

    return to_text(debug_info(program))


def map_text(program: Program) -> str:
    """Return the symbols by value and by name, and the blocks written.

    >>> from asm import assemble
    >>> print(map_text(assemble(" org $100\\nmain nop\\n")).splitlines()[1])
      $0100-$0100       1 bytes
    """
    lines = ["Blocks"]
    for start, end in blocks(program):
        lines.append(f"  ${start:04X}-${end - 1:04X}  {end - start:6} bytes")
    named = [(symbol.value, name, symbol) for name, symbol in program.symbols.items()
             if symbol.value is not None]
    for title, ordered in (("Symbols by value", sorted(named, key=lambda row: row[:2])),
                           ("Symbols by name", sorted(named, key=lambda row: row[1]))):
        lines += ["", title]
        for value, name, symbol in ordered:
            shown = f"${value & 0xFFFF:04X}" if -32768 <= value <= 65535 else str(value)
            lines.append(f"  {shown}  {symbol.kind:6}  {name:32}  {symbol.file}:{symbol.line}")
    return "\n".join(lines) + "\n"


def blocks(program: Program) -> list[tuple[int, int]]:
    """Return the first address and the end address (exclusive) of each block that was written
    without a gap.

    >>> from asm import assemble
    >>> blocks(assemble(" nop\\n org $10\\n nop\\n nop\\n"))
    [(0, 1), (16, 18)]
    """
    found: list[tuple[int, int]] = []
    for address, data, _ in on_top(program.chunks):
        if found and found[-1][1] == address:
            found[-1] = (found[-1][0], address + len(data))
        else:
            found.append((address, address + len(data)))
    return found


def vide_cnt(program: Program) -> str:
    """Return labels and ranges of code for VIDE's debugger (a .cnt file).

    Source: the .cnt files VIDE writes: `LABEL $addr name`, `COMMENT_LINE`, `RANGE` rows

    >>> from asm import assemble
    >>> vide_cnt(assemble("main nop\\n"))
    'LABEL $0000 main\\nRANGE $0000-$0000 CODE\\n'
    """
    lines = [f"LABEL ${symbol.value:04X} {name}" for name, symbol in sorted(program.symbols.items())
             if symbol.kind == LABEL and symbol.value is not None]
    for start, end in blocks(program):
        lines.append(f"RANGE ${start:04X}-${end - 1:04X} CODE")
    return "\n".join(lines) + "\n"
