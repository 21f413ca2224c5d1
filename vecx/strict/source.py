"""What the source says of a line: its code, what an operand addresses, which routine it runs into.

A program without its source says nothing; whoever asks goes without.
"""

import functools
import os
import re
from collections.abc import Mapping

from asm.output.debuginfo import DebugInfo, Where

from .. import files
from ..errors import VecxError

BYTES_MAX = 1 << 23
FALLS = "falls into"
# The operand of an instruction: a name or a number, maybe forced into the direct page.
_OPERAND = re.compile(r"^\S*\s+[A-Za-z]\w+\s+<?\s*(\$[0-9A-Fa-f]+|[A-Za-z_.@][\w.$@?]*)")


def lines(file: str) -> tuple[str, ...]:
    """Return the lines of a source as it is now; none where it cannot be read."""
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
    """Return a line of the source, or an empty one."""
    found = lines(at.file) if at.file else ()
    return found[at.line - 1] if 0 < at.line <= len(found) else ""


def page_meant(debug: DebugInfo, address: int) -> int:
    """Return the page that the direct address of an instruction means; -1 where nobody knows.

    A name means the page of its value, a number that of itself, from 256 on.
    """
    at = debug.where(address)
    match = None if at.calls else _OPERAND.match(line(at))
    if not match:
        return -1
    word = match[1]
    value = int(word[1:], 16) if word[0] == "$" else _value(debug.values, word)
    return value >> 8 & 0xFF if value > 0xFF else -1


def _value(values: Mapping[str, int], name: str) -> int:
    return values.get(name, -1)


def runs_on(debug: DebugInfo, above: int, below: int) -> bool:
    """Say whether a routine runs into the next one by mistake: the source has no word of it between
    the two, and is there to be read."""
    first, last = debug.where(above), debug.where(below)
    text = lines(first.file) if first.file == last.file else ()
    return bool(text) and not first.calls \
        and not any(FALLS in one.lower() for one in text[first.line - 1:last.line])
