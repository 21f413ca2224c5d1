"""Readers for listings and maps from other tools; each returns a `DebugInfo`.

    lwasm -l       a listing: `0100 8601    (   game.asm):00012   lda #1`
    lwlink -m      a map: `Symbol: main (game.o) = 0100`
    aslink -y      a .noi file: `DEF main 0x0100`
    aslink -u      an .rst listing: `  0100 86 01    [ 2]   12 main: lda #1`
    as09 -l        a listing: `0100 : 8601             main    lda #1`
    VIDE           a .cnt file: `LABEL $0100 main`

Comments of compilers in a listing name the lines of C of the following code:

    CMOC           `* Line game.c:12: assignment`, `* FUNCTION main(): defined at game.c:3`
    SDCC           `;game.c:12: x = 4;`
    gcc6809        `; 12 "game.c" 1` around code written in assembler, with `; 0 "" 2` after it

The formats are those of lwtools 4, ASxxxx 5, AS65 1.42 (AS09's brother), CMOC, SDCC and GCC 4; they
were tested with files written by hand, not by the tools.  Listings have no sizes of symbols: a
symbol extends to the next.  Listings of AS09 have no line numbers: those of the listing itself are
used.
"""

import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from types import MappingProxyType

from asm.output.debuginfo import LABEL, NAME, DebugInfo, DebugInfoError, DebugSymbol, Row

LWASM = re.compile(r"(?:(?P<equ> +)?(?P<at>[0-9A-F]{4})(?: (?P<bytes>[0-9A-F]{2,}))?)?"
                   r"\s*\(\s*(?P<file>[^()]+)\):(?P<line>\d{1,6})\s?(?P<text>.*)")
CYCLES = re.compile(r"(?:\[[^\]]*\])? *")           # a column of 8, which may be empty
HERE = re.compile(r"\S+\s+equ\s+\*", re.IGNORECASE)    # a label as CMOC writes it
AS09 = re.compile(r"([0-9A-Fa-f]{4}) : ((?:[0-9A-Fa-f]{2})*)(?:\s|$)")
AS09_SOURCE = 24                                    # the column where the source's text begins
CNT = re.compile(r"LABEL \$([0-9A-Fa-f]{1,4}) (\S+)$")
C_LINE = re.compile(r"""\s*(?:(?:\*|;+)\s*(?:Line\s|FUNCTION\s.*\sdefined\ at\s)?
                        (?P<file>[^\s:"]+\.[ch]):(?P<line>\d{1,6})\b
                        |;\s*(?P<of_gcc>\d{1,6})\ "(?P<gcc>[^"]*)")""", re.VERBOSE | re.IGNORECASE)
LWLINK = re.compile(r"Symbol: (\S+) \(([^()]*)\) = ([0-9A-Fa-f]{1,8})$")
NOI = re.compile(r"DEF (\S+) (?:0x)?([0-9A-Fa-f]{1,8})$")
RST = re.compile(r"\s*([0-9A-F]{4,6})(?: ((?:[0-9A-F]{2} )*[0-9A-F]{2}))?\s{2,}"
                 r"(?:\[\s*\d+\s*\]\s*)?(\d{1,6})(?:\s(.*))?$")
LABEL_AT = re.compile(r"([A-Za-z_.$@?][\w.$@?]*)(?::{1,2}|\s|$)")
WITH_COLON = re.compile(r"[\w.$@?]+::?(\s|$)")
ADDRESSES = 0x10000
SEGMENTS = re.compile(r"[sl]_.*|\.__\.ABS\.")       # added by aslink: begin and length of an area
Place = tuple[str, int]                             # file and line
Found = tuple[dict[str, tuple[int, str, int]], list[Row]]


class Code:
    """The content of a listing; the lines are added one by one."""

    def __init__(self) -> None:
        self.names: dict[str, tuple[int, str, int]] = {}
        self.rows: list[Row] = []
        self._file = ""             # of the assembler's source
        self._c: Place | None = None

    def add(self, address: int, size: int, place: Place, text: str) -> None:
        """Add the bytes of a line, and the label that its text begins with."""
        self._enter(place[0])
        file, line = self._c or place
        if size:
            self.rows.append(Row(address, size, file, line))
        label = LABEL_AT.match(text)
        if label:
            self.names.setdefault(label[1], (address, file, line))

    def comment(self, file: str, text: str) -> None:
        """Read a line of the listing that has no code; it may begin or end the code of a line of
        C."""
        self._enter(file)
        match = C_LINE.match(text)
        if match:
            line = int(match["line"] or match["of_gcc"])
            self._c = (match["file"] or match["gcc"], line) if line else None

    def _enter(self, file: str) -> None:
        """Record the file of a line; forget the current line of C when the file changes."""
        if file != self._file:
            self._file, self._c = file, None


def _lwasm(lines: Iterable[str], _: str) -> Found:
    code, matches = Code(), [match for match in map(LWASM.match, lines) if match]
    texts = [match["text"] for match in matches if match["text"].strip()]
    # Newer listings have a column of cycles before the source.  A line with an address and one
    # word is a label, and shows where labels begin in others.
    begins = 8 if all(CYCLES.fullmatch(text[:8]) for text in texts) else min(
        (len(text) - len(text.lstrip()) for text in (match["text"] for match in matches if (
            match["at"] and not match["bytes"])) if len(text.split()) == 1), default=0)
    for match in matches:
        file, text = match["file"].strip(), match["text"][begins:]
        if match["at"] and (not match["equ"] or HERE.match(text)):
            code.add(int(match["at"], 16), len(match["bytes"] or "") // 2,
                     (file, int(match["line"])), text)
        elif not match["at"]:
            code.comment(file, text)
    return code.names, code.rows


def _rst(lines: Iterable[str], file: str) -> Found:
    code = Code()
    for line in lines:
        match = RST.match(line)
        if match:
            text = match[4] or ""
            # Without bytes it is the line of a label, or the value of an equate.
            label = text if match[2] or WITH_COLON.match(text) else ""
            code.add(int(match[1], 16), len((match[2] or "").split()), (file, int(match[3])),
                     label)
        else:
            code.comment(file, line.lstrip().lstrip("0123456789"))
    return code.names, code.rows


def _as09(lines: Iterable[str], listing: str) -> Found:
    code = Code()
    for number, line in enumerate(lines, 1):
        match = AS09.match(line)
        if match:
            code.add(int(match[1], 16), len(match[2]) // 2, (listing, number), line[AS09_SOURCE:])
    return code.names, code.rows


def _cnt(lines: Iterable[str], _: str) -> Found:
    return {match[2]: (int(match[1], 16), "", 0)
            for match in map(CNT.match, map(str.rstrip, lines)) if match}, []


def _lwlink(lines: Iterable[str], _: str) -> Found:
    return {match[1]: (int(match[3], 16), match[2], 0)
            for match in map(LWLINK.match, map(str.rstrip, lines)) if match}, []


def _noi(lines: Iterable[str], _: str) -> Found:
    return {match[1]: (int(match[2], 16), "", 0)
            for match in map(NOI.match, map(str.rstrip, lines))
            if match and not SEGMENTS.fullmatch(match[1])}, []


READERS: tuple[tuple[re.Pattern[str], Callable[[Iterable[str], str], Found]], ...] = (
    (LWASM, _lwasm), (LWLINK, _lwlink), (NOI, _noi), (RST, _rst), (CNT, _cnt), (AS09, _as09))


def from_foreign(text: str, source: str = "", listing: str = "") -> DebugInfo:
    """Read a listing or map from another tool; the format is recognised from the lines.

    Args:   source   the source file of an .rst listing, which does not name it
            listing  the file of the text itself, for the lines of an AS09 listing
    Errors: DebugInfoError if the format is unknown

    >>> info = from_foreign("0100 8601             (   game.asm):00012 main lda #1\\n")
    >>> info.where(0x101).line, info.address_of("main")
    (12, 256)
    """
    lines = text.splitlines()
    for pattern, reader in READERS:
        if any(pattern.match(line.rstrip()) for line in lines):
            return _info(*reader(lines, listing if reader is _as09 else source))
    raise DebugInfoError("not a symbol file written by `vecx asm --symbols`, nor a listing or map "
                         "of lwasm, lwlink, aslink, as09 or VIDE")


def _info(names: dict[str, tuple[int, str, int]], rows: list[Row]) -> DebugInfo:
    """Return the debug information, with the sizes of the labels, and with only the first of any
    overlapping rows."""
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
