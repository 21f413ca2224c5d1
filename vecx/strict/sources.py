"""What the text of a source says beyond its image: the page of an operand, numbers as they are
written, and comments about routines.

Sources are read as they are now.  If a source cannot be read, nothing is known about it.
"""

import functools
import os
import re

from asm.output.debuginfo import DebugInfo, Where

from .. import files
from ..errors import VecxError

SOURCE_BYTES_MAX = 1 << 23
FALLS = "falls into"
# The operand of an instruction: a name or a number, maybe forced into the direct page.
_OPERAND = re.compile(r"^\S*\s+[A-Za-z]\w+\s+<?\s*(\$[0-9A-Fa-f]+|[A-Za-z_.@][\w.$@?]*)")
_IMMEDIATE = re.compile(r"^\S*\s+[A-Za-z]\w+\s+#([\w.$@?]+)\s*(?:[;*].*)?$")
_BYTES = re.compile(r"^\S*\s+(?:fcb|db|dc\.b|\.byte|\.db)\s+([^;\"']*?)\s*(?:;.*)?$", re.I)
_EQUATE = re.compile(r"^\S+\s*(?:equ|=|set)\s*(\d+)\s*(?:[;*].*)?$", re.I)
_SMALL_LETTERS = re.compile(r"""(["'/])[^"']*[a-z]{2}[^"']*""")


def source_lines(file: str) -> tuple[str, ...]:
    """Return the lines of a source as it is now; () if it cannot be read."""
    try:
        now = os.stat(file)
    except (OSError, ValueError):
        return ()
    return _read_lines(file, now.st_mtime_ns, now.st_size)


@functools.lru_cache(maxsize=256)
def _read_lines(file: str, _time: int, _size: int) -> tuple[str, ...]:
    try:
        data = files.read(file, SOURCE_BYTES_MAX, "a source", protected=True)
    except VecxError:
        return ()
    return tuple(data.decode("utf-8", "replace").splitlines())


def source_line(at: Where) -> str:
    return _line(at.file, at.line)


def _line(file: str, number: int) -> str:
    found = source_lines(file) if file else ()
    return found[number - 1] if 0 < number <= len(found) else ""


def page_meant(debug: DebugInfo, address: int) -> int:
    """Return the direct page that the source assumes for an instruction; -1 if the page is unknown.

    It is the high byte of the operand's value, unless that is below 256.
    """
    at = debug.where(address)
    match = None if at.calls else _OPERAND.match(source_line(at))
    if not match:
        return -1
    word = match[1]
    value = int(word[1:], 16) if word[0] == "$" else debug.values.get(word, -1)
    return value >> 8 & 0xFF if value > 0xFF else -1


def runs_on(debug: DebugInfo, above: int, below: int) -> bool:
    """Return whether a routine runs into the next one and no comment says that this is intended.
    False if the source cannot be read."""
    first, last = debug.where(above), debug.where(below)
    text = source_lines(first.file) if first.file == last.file else ()
    return bool(text) and not first.calls \
        and not any(FALLS in one.lower() for one in text[first.line - 1:last.line])


def decimal_operand(debug: DebugInfo, address: int) -> int:
    """Return the immediate operand of an instruction if the source has it as a decimal number, or
    as a name for one; else -1."""
    at = debug.where(address)
    match = None if at.calls else _IMMEDIATE.match(source_line(at))
    return _decimal(debug, match[1]) if match else -1


def decimal_byte(debug: DebugInfo, address: int) -> int:
    """Return a byte of data (FCB) if the source has it as a decimal number, or as a name for one;
    else -1."""
    row = debug.row_at(address)
    match = _BYTES.match(_line(row.file, row.line)) if row and not row.calls else None
    if row is None or not match:
        return -1
    items = [item.strip() for item in match[1].split(",")]
    return _decimal(debug, items[address - row.address]) if len(items) == row.size else -1


def _decimal(debug: DebugInfo, word: str) -> int:
    if word.isdecimal():
        return int(word)
    symbol = debug.symbols.get(word)
    match = _EQUATE.match(_line(symbol.file, symbol.line)) if symbol else None
    return int(match[1]) if match else -1


def has_small_letters(debug: DebugInfo, address: int) -> bool:
    """Return whether the text at an address contains small letters as its source has it."""
    return bool(_SMALL_LETTERS.search(source_line(debug.where(address))))
