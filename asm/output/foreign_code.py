"""What a listing of another tool says about a program: labels, lines, instructions, C functions.

The readers in foreign.py and lwtools.py fill a `Code`; `debug_info` joins several of them.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from asm.cpu.isa import ALIASES, BY_MNEMONIC
from asm.output.debuginfo import (
    LABEL,
    NAME,
    PAGE_UNKNOWN,
    Area,
    DebugInfo,
    DebugInfoError,
    DebugSymbol,
    Function,
    Routine,
    Row,
    Struct,
)
from asm.vectrex import CARTRIDGE_END

ADDRESSES = 0x10000
PREFIXES = 0x10, 0x11               # of instructions with an opcode of two bytes
MNEMONICS = frozenset((*BY_MNEMONIC, *ALIASES))
# An operand whose bytes no linker changes: numbers, registers and an index.
PLAIN = re.compile(r"(?:[\[<>#]*-?[$%]?[0-9A-F]*)?(?:,[-+]{0,2}(?:[ABD],)?[XYUS][+]{0,2}\]?)?"
                   r"|(?:[ABDXYUS]|DP|CC|PC)(?:,(?:[ABDXYUS]|DP|CC|PC))*", re.IGNORECASE)
C_LINE = re.compile(r"""\s*(?:\*\ (?:Line|FUNCTION\s.*\sdefined\ at)\s
                          (?P<of_cmoc>[^:"]+\.(?:c|h|cc|cpp|cxx|hpp)):(?P<at>\d{1,6})\b
                        |(?:\*|;+)\s*(?P<file>[^\s:"]+\.[ch]):(?P<line>\d{1,6})\b
                        |;\s*(?P<of_gcc>\d{1,6})\ "(?P<gcc>[^"]*)")""", re.VERBOSE | re.IGNORECASE)
RESERVED = re.compile(r"\s*\.?(?:rmb|ds|blkb)\s+(\d{1,5})\b", re.IGNORECASE)
LABEL_AT = re.compile(r"([A-Za-z_.$@?][\w.$@?]*)(?::{1,2}|\s|$)")
Place = tuple[str, int]             # file and line


class Label(NamedTuple):
    """A label, the object that defines it (empty if unknown), and where.

    end     the first address after the label's section; 0 if unknown
    static  only its own object can use it
    type    of a variable in C, as in `Local`
    """

    name: str
    address: int
    module: str
    file: str
    line: int
    end: int = 0
    static: bool = False
    type: str = ""


class Instruction(NamedTuple):
    """The first bytes of an instruction, which must be in the image; the size of all of them."""

    address: int
    data: bytes
    size: int


@dataclass
class Code:
    """The content of a file; the lines are added one by one.

    of        the file that was read, for messages
    module    the object that it belongs to
    linked    the operands of instructions may differ in the image, because a linker fills them in
    compiled  the names are those of a C compiler, which begin with `_`
    missing   objects without a listing
    uncopied  initialised variables in RAM: a cartridge does not copy their values there
    areas     of RAM that the linker has assigned to variables
    """

    of: str = ""
    module: str = ""
    linked: bool = False
    compiled: bool = False
    labels: list[Label] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    instructions: list[Instruction] = field(default_factory=list)
    routines: list[Routine] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    structs: list[Struct] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    uncopied: list[Label] = field(default_factory=list)
    areas: list[Area] = field(default_factory=list)
    _file: str = ""                 # of the assembler's source
    c: Place | None = None

    def add(self, address: int, data: bytes, place: Place, text: str, size: int = -1, *,
            end: int = 0, only_code: bool = False) -> None:
        """Add the bytes of a line, and the label that its text begins with.

        Args: size       the number of bytes, if the listing shows only the first ones
              end        the end of the section
              only_code  the current line of C applies only to instructions
        """
        self._enter(place[0])
        label = LABEL_AT.match(text)
        rest = text[label.end():] if label else text
        is_code = self._add_instruction(address, data, rest)
        file, line = place if self.c is None or (only_code and not is_code) else self.c
        if data:
            self.rows.append(Row(address, max(len(data), size), file, line))
        if label:
            reserved = RESERVED.match(rest)
            end = address + int(reserved[1]) if reserved else end
            self.labels.append(Label(label[1], address, self.module, file, line, end))

    def _add_instruction(self, address: int, data: bytes, text: str) -> bool:
        words = text.split(None, 2)
        if not data or not words or words[0].upper() not in MNEMONICS:
            return False
        operand = words[1] if len(words) > 1 else ""
        is_fixed = not self.linked or PLAIN.fullmatch(operand)
        shown = len(data) if is_fixed else 1 + (data[0] in PREFIXES)
        self.instructions.append(Instruction(address, data[:shown], len(data)))
        return True

    def comment(self, file: str, text: str) -> None:
        """Read a line of the listing that has no code; it may begin or end the code of a line of
        C."""
        self._enter(file)
        match = C_LINE.match(text)
        if match:
            line = int(match["at"] or match["line"] or match["of_gcc"])
            self.c = (match["of_cmoc"] or match["file"] or match["gcc"], line) if line else None

    def _enter(self, file: str) -> None:
        """Record the file of a line; forget the current line of C when the file changes."""
        if file != self._file:
            self._file, self.c = file, None

    def check(self, image: bytes) -> None:
        """Compare the instructions with an image.

        Errors: DebugInfoError names the file and the first address that differs
        """
        for address, data, _ in self.instructions:
            found = image[address:address + len(data)]
            if address < CARTRIDGE_END and found != data:
                where = f"{self.of}: " if self.of else ""
                shown = found.hex(" ").upper() or "nothing"
                raise DebugInfoError(
                    f"{where}made for another image: at ${address:04X} the file has "
                    f"{data.hex(' ').upper()}, the image {shown}; build both again"
                    + ("" if self.linked else ", and use the listing with the final addresses"))


def debug_info(parts: Sequence[Code], place: Callable[[str], str] = str) -> DebugInfo:
    """Return the debug information of a program.

    Args: place  returns the path under which a source file is shown

    Of overlapping rows only the first is used.  A label extends to the next higher address of a
    label, or to the end of its section.  If several objects define a label, the exported one has
    the plain name, or else the first one; each also has the name `label@object`.  The labels of C
    compilers have a second name, without the `_`.
    """
    paths: dict[str, str] = {"": ""}

    def shown(file: str) -> str:
        return paths.setdefault(file, paths.get(file) or place(file))

    kept, end = list[Row](), 0
    for row in sorted((row for part in parts for row in part.rows), key=lambda row: row.address):
        if end <= row.address and row.address + row.size <= ADDRESSES:
            kept.append(row._replace(file=shown(row.file)))
            end = row.address + row.size
    labels = _named([label._replace(file=shown(label.file)) for part in parts
                     for label in part.labels if label.address < ADDRESSES],
                    compiled=any(part.compiled for part in parts))
    starts = sorted({label.address for label in labels.values()})
    following = dict(pairwise([*starts, max([end, *(label.end for label in labels.values())])]))
    gaps = [row.address + row.size for row, after in pairwise(kept)
            if row.address + row.size < after.address] + [end]
    symbols = {}
    for name, label in labels.items():
        after = following[label.address]
        if label.end > label.address:
            after = min(after, label.end)
        elif label.address < end:
            after = min(after, gaps[bisect_right(gaps, label.address)])
        symbols[name] = DebugSymbol(label.address, LABEL, max(0, after - label.address),
                                    label.file, label.line, 1)
    return DebugInfo(MappingProxyType(symbols), tuple(kept),
                     _apart(routine for part in parts for routine in part.routines),
                     pages=_pages(parts), functions=tuple(sorted(
                         (one for part in parts for one in part.functions),
                         key=lambda one: one.address)),
                     areas=tuple(sorted((area for part in parts for area in part.areas),
                                        key=lambda area: area.address)),
                     types=MappingProxyType({name: label.type for name, label in labels.items()
                                             if label.type}),
                     structs=tuple({one.name: one for part in parts
                                    for one in part.structs}.values()))


def _named(labels: Iterable[Label], *, compiled: bool) -> dict[str, Label]:
    """Return the labels by the names under which users find them."""
    by_name = defaultdict[str, list[Label]](list)
    for label in labels:
        others = by_name[label.name]
        if all((label.address, label.module) != (one.address, one.module) for one in others):
            others.append(label)
    found: dict[str, Label] = {}
    for name, ones in by_name.items():
        found[name] = min(ones, key=lambda one: one.static)
        distinct = {one.address for one in ones}
        found.update({f"{name}@{_stem(one.module)}": one for one in ones
                      if len(distinct) > 1 and one.module})
    if compiled:
        for name in tuple(found):
            if name.startswith("_") and not name.startswith("__"):
                found.setdefault(name[1:], found[name])
    return {name: label for name, label in sorted(found.items(), key=lambda item: (
        item[1].address, item[0])) if NAME.match(name)}


def _stem(module: str) -> str:
    return re.sub(r"[^\w.$@?]", "_", module.replace("\\", "/").rpartition("/")[2].partition(".")[0])


def _apart(routines: Iterable[Routine]) -> tuple[Routine, ...]:
    """Return routines by address; each ends where the next one begins."""
    found = sorted({routine.address: routine for routine in routines}.values(),
                   key=lambda routine: routine.address)
    ends = [*(routine.address for routine in found[1:]), ADDRESSES]
    return tuple(routine._replace(size=min(routine.size, end - routine.address))
                 for routine, end in zip(found, ends, strict=False))


def _pages(parts: Sequence[Code]) -> tuple[tuple[int, int, int], ...]:
    """Return the ranges of the instructions, of which the direct page is unknown."""
    found = list[list[int]]()
    for address, size in sorted({one.address: one.size for part in parts
                                 for one in part.instructions}.items()):
        if found and sum(found[-1]) == address:
            found[-1][1] += size
        elif not found or sum(found[-1]) < address:
            found.append([address, size])
    return tuple((address, size, PAGE_UNKNOWN) for address, size in found
                 if address + size <= ADDRESSES)
