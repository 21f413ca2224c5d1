"""Facts from the text of the source: its lines, the page of an operand, `falls into` comments.

Without the source, each function returns an empty or negative answer.
"""

import functools
import os
import re

from asm.output.debuginfo import DebugInfo, Where

from .. import files
from ..errors import VecxError

BYTES_MAX = 1 << 23
FALLS = "falls into"
# The operand of an instruction: a name or a number, maybe forced into the direct page.
_OPERAND = re.compile(r"^\S*\s+[A-Za-z]\w+\s+<?\s*(\$[0-9A-Fa-f]+|[A-Za-z_.@][\w.$@?]*)")


def lines(file: str) -> tuple[str, ...]:
    """Return the lines of a source as it is now; () if it cannot be read."""
    try:
        now = os.stat(file)
    except (OSError, ValueError):
        return ()
    return _lines(file, now.st_mtime_ns, now.st_size)


@functools.lru_cache(maxsize=256)
def _lines(file: str, _time: int, _size: int) -> tuple[str, ...]:
    try:
        data = files.read(file, BYTES_MAX, "a source", protected=True)
    except VecxError:
        return ()
    return tuple(data.decode("utf-8", "replace").splitlines())


def line(at: Where) -> str:
    found = lines(at.file) if at.file else ()
    return found[at.line - 1] if 0 < at.line <= len(found) else ""


def page_meant(debug: DebugInfo, address: int) -> int:
    """Return the page that the direct address of an instruction means; -1 if it is unknown.

    It is the high byte of the operand's value, unless that is below 256.
    """
    at = debug.where(address)
    match = None if at.calls else _OPERAND.match(line(at))
    if not match:
        return -1
    word = match[1]
    value = int(word[1:], 16) if word[0] == "$" else debug.values.get(word, -1)
    return value >> 8 & 0xFF if value > 0xFF else -1


def runs_on(debug: DebugInfo, above: int, below: int) -> bool:
    """Return whether a routine runs into the next by mistake: no comment between them says so.
    False if the source cannot be read."""
    first, last = debug.where(above), debug.where(below)
    text = lines(first.file) if first.file == last.file else ()
    return bool(text) and not first.calls \
        and not any(FALLS in one.lower() for one in text[first.line - 1:last.line])
