"""Lines of source, in the columns of the formatter."""

from __future__ import annotations

Row = tuple[int, str]       # the line in the converted file, and a line of source
BYTES_PER_LINE = 16


def statement(label: str, operation: str, operand: str, comment: str = "") -> str:
    """Return a statement.

    >>> statement("ship", "fcb", "1,2", "move")
    'ship            fcb     1,2             ; move'
    """
    text = f"{label:<15} {operation:<7} {operand}"
    return f"{text:<39} ; {comment}" if comment else text


def equate(name: str, value: str) -> str:
    return f"{name:<15} equ     {value}"


def data_rows(label: str, data: bytes, line: int = 1) -> list[Row]:
    """Return bytes as FCB statements, several bytes in each, with a label on the first
    statement."""
    return [(line, statement("" if at else label, "fcb", ",".join(
        f"${byte:02X}" for byte in data[at:at + BYTES_PER_LINE])))
        for at in range(0, len(data), BYTES_PER_LINE)]


def size_of(rows: list[Row]) -> int:
    """Return the number of bytes that FCB and FDB statements produce."""
    total = 0
    for _, text in rows:
        words = text.partition(";")[0].split(None, 2) if text[:1] not in ("", " ") else [
            "", *text.partition(";")[0].split(None, 1)]
        if len(words) == 3 and words[1] in ("fcb", "fdb"):
            total += (words[2].count(",") + 1) * (1 + (words[1] == "fdb"))
    return total
