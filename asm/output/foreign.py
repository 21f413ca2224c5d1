"""Debug information that other tools wrote, read into a `DebugInfo`: a reader each.

    lwasm -l       a listing: `0100 8601    (   game.asm):00012   lda #1`
    lwlink -m      a map: `Symbol: main (game.o) = 0100`
    aslink -y      a .noi file: `DEF main 0x0100`
    aslink -u      an .rst listing: `  0100 86 01    [ 2]   12 main: lda #1`

The forms are as lwtools 4 and ASxxxx 5 are known to write them; they were tried on files made by
hand, none of the tools' own.  A listing has no sizes of symbols: one reaches to the next.
"""

import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from types import MappingProxyType

from asm.output.debuginfo import LABEL, NAME, DebugInfo, DebugInfoError, DebugSymbol, Row

LWASM = re.compile(r"([0-9A-F]{4}) ([0-9A-F]{2,})\s*\(\s*([^()]+)\):(\d{1,6})\s?(.*)")
LWLINK = re.compile(r"Symbol: (\S+) \(([^()]*)\) = ([0-9A-Fa-f]{1,8})$")
NOI = re.compile(r"DEF (\S+) (?:0x)?([0-9A-Fa-f]{1,8})$")
RST = re.compile(r"\s*([0-9A-F]{4,6})\s+((?:[0-9A-F]{2} )*[0-9A-F]{2})\s+"
                 r"(?:\[\s*\d+\s*\]\s*)?(\d{1,6})(?:\s(.*))?$")
LABEL_AT = re.compile(r"([A-Za-z_.$@?][\w.$@?]*)(?::{1,2}|\s|$)")
ADDRESSES = 0x10000
SEGMENTS = re.compile(r"[sl]_.*|\.__\.ABS\.")       # what aslink adds: begin and length of an area
Found = tuple[dict[str, tuple[int, str, int]], list[Row]]


def _lwasm(lines: Iterable[str], _: str) -> Found:
    names, rows = dict[str, tuple[int, str, int]](), list[Row]()
    for line in lines:
        match = LWASM.match(line)
        if match:
            address, file, number = int(match[1], 16), match[3].strip(), int(match[4])
            rows.append(Row(address, len(match[2]) // 2, file, number))
            label = LABEL_AT.match(match[5])
            if label:
                names.setdefault(label[1], (address, file, number))
    return names, rows


def _rst(lines: Iterable[str], file: str) -> Found:
    names, rows = dict[str, tuple[int, str, int]](), list[Row]()
    for line in lines:
        match = RST.match(line)
        if match:
            address, number = int(match[1], 16), int(match[3])
            rows.append(Row(address, len(match[2].split()), file, number))
            label = LABEL_AT.match(match[4] or "")
            if label:
                names.setdefault(label[1], (address, file, number))
    return names, rows


def _lwlink(lines: Iterable[str], _: str) -> Found:
    return {match[1]: (int(match[3], 16), match[2], 0)
            for match in map(LWLINK.match, map(str.rstrip, lines)) if match}, []


def _noi(lines: Iterable[str], _: str) -> Found:
    return {match[1]: (int(match[2], 16), "", 0)
            for match in map(NOI.match, map(str.rstrip, lines))
            if match and not SEGMENTS.fullmatch(match[1])}, []


READERS: tuple[tuple[re.Pattern[str], Callable[[Iterable[str], str], Found]], ...] = (
    (LWASM, _lwasm), (LWLINK, _lwlink), (NOI, _noi), (RST, _rst))


def from_foreign(text: str, source: str = "") -> DebugInfo:
    """Read what another tool wrote; which one is seen from its lines.

    Args:   source  the file of source that an .rst listing, which names none, belongs to
    Errors: DebugInfoError where no line is of a form that is known

    >>> info = from_foreign("0100 8601             (   game.asm):00012 main lda #1\\n")
    >>> info.where(0x101).line, info.address_of("main")
    (12, 256)
    """
    lines = text.splitlines()
    for pattern, reader in READERS:
        if any(pattern.match(line.rstrip()) for line in lines):
            return _info(*reader(lines, source))
    raise DebugInfoError("not a symbol file of `vecx asm --symbols`, nor a listing or map of "
                         "lwasm, lwlink or aslink")


def _info(names: dict[str, tuple[int, str, int]], rows: list[Row]) -> DebugInfo:
    """Make the debug information: of rows that overlap the first, of labels the size."""
    kept, end = list[Row](), 0
    for row in sorted(rows, key=lambda row: row.address):
        if end <= row.address and row.address + row.size <= ADDRESSES:
            kept.append(row)
            end = row.address + row.size
    known = sorted((at, name) for name, (at, _, _) in names.items()
                   if at < ADDRESSES and NAME.match(name))
    ends = [*(following for _, (following, _) in pairwise(known)), end]
    symbols = {}
    for (at, name), after in zip(known, ends, strict=False):
        _, file, line = names[name]
        symbols[name] = DebugSymbol(at, LABEL, max(0, after - at), file, line, 1)
    return DebugInfo(MappingProxyType(symbols), tuple(kept))
