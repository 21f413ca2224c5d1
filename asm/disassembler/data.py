"""Writes bytes that are not code as source: text, words of tables, lists for the ROM, numbers."""

from __future__ import annotations

from asm.vectrex import COUNTED, COUNTED_SCALED, PACKETS, SCALED_PACKETS

BYTES_PER_LINE = 8
TEXT_LENGTH_MIN = 4
TEXT_END = 0x80
Piece = tuple[int, str]         # number of bytes, and operation with operand


def list_pieces(data: bytes, form: str, routine: str) -> list[Piece]:
    """Return the source lines of a list that a ROM routine draws, with one pair of y and x per
    line.

    Args:    data  the bytes from its address on, up to the next code, label or table
    Returns: an empty list if the bytes are not such a list
    """
    scaled = form in (COUNTED_SCALED, SCALED_PACKETS)
    if form in (COUNTED, COUNTED_SCALED):
        head = 2 if scaled else 1
        count = data[0] + 1 if data else 0
        size = head + 2 * count
        if not data or count > 128 or size > len(data):
            return []
        pieces: list[Piece] = [(1, f"{'fcb':8}{data[0]:<15} ; {routine}: {count} pairs of y, x")]
        pieces += [(1, f"{'fcb':8}{data[1]:<15} ; scale")] if scaled else []
        return pieces + [(2, f"{'fcb':8}{_signed(data[at])},{_signed(data[at + 1])}")
                         for at in range(head, size, 2)]
    assert form in (PACKETS, SCALED_PACKETS)
    head = 1 if scaled else 0
    pieces = [(1, f"{'fcb':8}{data[0]:<15} ; {routine}: scale")] if scaled and data else []
    at = head
    remark = f" ; {routine}: mode, y, x" if not scaled else " ; mode, y, x"
    while at < len(data):
        if 0 < data[at] < 0x80:
            return [*pieces, (1, f"{'fcb':8}{data[at]:<15} ; end")] if at > head else []
        if at + 3 > len(data):
            break
        numbers = f"{_signed(data[at])},{_signed(data[at + 1])},{_signed(data[at + 2])}"
        pieces.append((3, f"{'fcb':8}{numbers:15}{remark if at == head else ''}".rstrip()))
        at += 3
    return []


def plain_pieces(data: bytes) -> list[Piece]:
    """Return bytes as FCC, with the final $80, if they look like text, and otherwise as FCB."""
    pieces: list[Piece] = []
    position = 0
    while position < len(data):
        end = position
        while end < len(data) and is_text(data[end]):
            end += 1
        if end - position >= TEXT_LENGTH_MIN:
            text = f'"{data[position:end].decode("ascii")}"'
            if end < len(data) and data[end] == TEXT_END:
                text += f",${TEXT_END:02X}"
                end += 1
            pieces.append((end - position, f"{'fcc':8}{text}"))
        else:
            end = position + 1
            while end < len(data) and end - position < BYTES_PER_LINE and not _text_at(data, end):
                end += 1
            pieces.append((end - position,
                           f"{'fcb':8}" + ",".join(f"${byte:02X}" for byte in data[position:end])))
        position = end
    return pieces


def _signed(byte: int) -> int:
    return (byte ^ 0x80) - 0x80


def _text_at(data: bytes, start: int) -> bool:
    """Return whether at least TEXT_LENGTH_MIN text characters begin at `start`."""
    part = data[start:start + TEXT_LENGTH_MIN]
    return len(part) == TEXT_LENGTH_MIN and all(is_text(byte) for byte in part)


def is_text(byte: int) -> bool:
    """Return whether a byte is a character of the ROM's font that FCC can write."""
    return 0x20 <= byte <= 0x5F and byte not in b'"\\'
