"""Debug information about an assembled program, for debuggers, profilers and tests.

`DebugInfo` is one frozen value: symbols, source map, routines with their contracts and limits, and
the direct page assumed.  `to_text` and `from_text` are the writer and the reader of the file format
vecx-symbols/2 (docs/debug-info.md).  Looking an address up takes about a microsecond.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

from asm.output.contracts import Contract, Limit
from asm.syntax.symbols import EQU, LABEL, NAME_MAX
from asm.vectrex import RAM_FIRST

FORMAT = "vecx-symbols/2"
SHOWN_MAX = 60          # characters of an invalid name that a message quotes
NAME = re.compile(rf"[\w.$@?]{{1,{NAME_MAX}}}\Z")
PAGE_UNKNOWN = -1
EQUATES_FROM = RAM_FIRST    # RAM, VIA and ROM: an EQU of such a value is likely an address
LIBRARIES = ("vectrex.inc", "vectrex.i")    # the machine's names, in lower case


class DebugInfoError(ValueError):
    """Raised if a text is not a symbol file of this version."""


class DebugSymbol(NamedTuple):
    """A name: its value, its kind (label, equ, set, define, field, struct), where it is defined.

    size  bytes from a label up to the next one; 0 for everything else
    """

    value: int
    kind: str
    size: int
    file: str
    line: int
    column: int


class Row(NamedTuple):
    """The bytes of one line of source.

    calls  the macro calls and repetitions that led to the line, (file, line), innermost first
    """

    address: int
    size: int
    file: str
    line: int
    calls: tuple[tuple[str, int], ...] = ()


class Routine(NamedTuple):
    """A routine: its name, address and size."""

    name: str
    address: int
    size: int


class Local(NamedTuple):
    """A local variable or parameter in C, at an offset from U in its function.

    type  as the compiler writes it: `char`, `unsigned int`, `struct Rock *`, `char[]`
    """

    name: str
    offset: int
    size: int
    type: str
    line: int


class Function(NamedTuple):
    """A function in C, with its local variables.

    frame  distance from the address that the variables' offsets refer to, up to the return address
           on the stack; -1 if they refer to U: the caller's U is at [U], the return address at
           [U + 2]
    """

    name: str
    address: int
    size: int
    locals: tuple[Local, ...]
    frame: int = -1


class Struct(NamedTuple):
    """A struct or union in C; the name contains that word, the members have offsets from 0 on."""

    name: str
    size: int
    members: tuple[Local, ...]


class Area(NamedTuple):
    """The part of a linked program that an object fills; `name` is that of the section."""

    name: str
    module: str
    address: int
    size: int


class Excuse(NamedTuple):
    """A comment `;@strict no-NAME ... why`: rules of the strict machine to ignore at this line."""

    file: str
    line: int
    rules: tuple[str, ...]
    why: str


def address_text(address: int, bank: int = -1) -> str:
    """Return an address as users see it: `$0200`, or `1:0200` if a bank is given."""
    return f"{bank}:{address:04X}" if bank >= 0 else f"${address:04X}"


class Where(NamedTuple):
    """The position of an address in the source; unknown fields are empty, 0 or -1.

    routine, offset  the routine (or label) that contains the address, and the offset in it
    bank             of a cartridge with two banks, otherwise -1

    >>> str(Where(0x0123, "game.asm", 12, "main", 3))
    '$0123 main+3 game.asm:12'
    >>> str(Where(0x0123, "", 0, "", 0, bank=1))
    '1:0123'
    """

    address: int
    file: str
    line: int
    routine: str
    offset: int
    calls: tuple[tuple[str, int], ...] = ()
    bank: int = -1

    def __str__(self) -> str:
        name = self.routine + (f"+{self.offset}" if self.offset > 0 else "")
        place = f"{self.file}:{self.line}" if self.file else ""
        return " ".join(part for part in (address_text(self.address, self.bank), name, place)
                        if part)


def _is_of_library(symbol: DebugSymbol) -> bool:
    return symbol.file.replace("\\", "/").rpartition("/")[2].lower() in LIBRARIES


_NOTHING: Mapping[str, Any] = MappingProxyType({})


def _nothing() -> Mapping[str, Any]:
    return _NOTHING


@dataclass(frozen=True)
class DebugInfo:
    """The debug information of one image.

    symbols      by name; a local label is called `global.local`
    source_map   by address, no two rows overlapping
    routines     by address, no two overlapping
    contracts    of routines, by name
    limits       of `;@cycles` comments before routines, in the order of the source
    pages        (address, size, page) by address: DP according to SETDP; -1 if unknown
    excuses      of `;@strict` comments, in the order of the source
    inputs       path -> SHA-256 of every file read
    bank         the bank of the cartridge that this describes
    others       the debug information of the other banks
    functions    in C, with their local variables, by address
    types        of the program's variables in C, by symbol, as in `Local`
    structs      that the variables contain or point to
    areas        of RAM that a linker has assigned to variables, by address
    origin, size, sha256  of the image

    >>> from asm import assemble
    >>> from asm.output.debugging import debug_info
    >>> info = debug_info(assemble("main jsr wait\\n rts\\nwait nop\\n rts\\n", name="game.asm"))
    >>> info.symbols["wait"].value, info.size, info.routines[1].name
    (4, 6, 'wait')
    """

    symbols: Mapping[str, DebugSymbol] = field(default_factory=_nothing)
    source_map: tuple[Row, ...] = ()
    routines: tuple[Routine, ...] = ()
    contracts: Mapping[str, Contract] = field(default_factory=_nothing)
    limits: tuple[Limit, ...] = ()
    pages: tuple[tuple[int, int, int], ...] = ()
    inputs: Mapping[str, str] = field(default_factory=_nothing)
    bank: int = 0
    origin: int = 0
    size: int = 0
    sha256: str = ""
    excuses: tuple[Excuse, ...] = ()
    others: tuple[DebugInfo, ...] = ()
    functions: tuple[Function, ...] = ()
    areas: tuple[Area, ...] = ()
    types: Mapping[str, str] = field(default_factory=_nothing)
    structs: tuple[Struct, ...] = ()

    def __bool__(self) -> bool:
        """True unless the debug information is empty."""
        return bool(self.symbols or self.source_map)

    def of_bank(self, number: int) -> DebugInfo:
        """Return the debug information of a bank, empty if there is none.

        >>> both = DebugInfo(size=65536, others=(DebugInfo(bank=1, size=2),))
        >>> both.of_bank(1).size, both.of_bank(0) is both, bool(DebugInfo().of_bank(1))
        (2, True, False)
        """
        return next((known for known in (self, *self.others) if known.bank == number), DebugInfo())

    @cached_property
    def values(self) -> dict[str, int]:
        """The value of each symbol.

        >>> DebugInfo(symbols={"n": DebugSymbol(5, "equ", 0, "game.asm", 1, 1)}).values
        {'n': 5}
        """
        return {name: symbol.value for name, symbol in self.symbols.items()}

    @cached_property
    def names(self) -> dict[int, str]:
        """The label at each address. If there are several, a global label is preferred, then the
        name in C (`main` instead of `_main`), then the first one alphabetically.

        >>> DebugInfo(symbols={"main": DebugSymbol(256, "label", 3, "game.asm", 1, 1)}).names
        {256: 'main'}
        """
        ordered = sorted((("." in name, self._has_c_name(name), name)
                          for name, symbol in self.symbols.items() if symbol.kind == LABEL),
                         reverse=True)
        return {self.symbols[name].value: name for *_, name in ordered}

    def _has_c_name(self, name: str) -> bool:
        """Return whether a label has a second name, without the `_` of C compilers."""
        other = self.symbols.get(name[1:]) if name.startswith("_") else None
        return other is not None and other[:2] == self.symbols[name][:2]

    @cached_property
    def operand_names(self) -> dict[int, str]:
        """The name to show for each address in operands: a label, or an EQU for RAM, the VIA or the
        ROM.

        The program's own names come before those of vectrex.inc; local labels are left out.

        >>> symbols = {"Vec_Game_RAM": DebugSymbol(0xC880, "equ", 0, "vectrex.inc", 1, 1),
        ...            "jet_x": DebugSymbol(0xC880, "equ", 0, "game.asm", 1, 1)}
        >>> DebugInfo(symbols=symbols).operand_names
        {51328: 'jet_x'}
        """
        found: dict[int, tuple[bool, bool, int, str]] = {}
        many = len(self.symbols)
        for order, (name, symbol) in enumerate(self.symbols.items()):
            is_label = symbol.kind == LABEL
            first = 0 if is_label else EQUATES_FROM if symbol.kind == EQU else 0x10000
            if "." in name or not first <= symbol.value <= 0xFFFF:
                continue
            rank = (not is_label, _is_of_library(symbol), order + many * self._has_c_name(name),
                    name)
            found[symbol.value] = min(rank, found.get(symbol.value, rank))
        return {address: name for address, (*_, name) in found.items()}

    @cached_property
    def library_names(self) -> dict[int, str]:
        """For each address in RAM, the VIA or the ROM, its first name in vectrex.inc.

        >>> symbols = {"VIA_port_a": DebugSymbol(0xD001, "equ", 0, "inc/vectrex.inc", 1, 1)}
        >>> DebugInfo(symbols=symbols).library_names
        {53249: 'VIA_port_a'}
        """
        found: dict[int, str] = {}
        for name, symbol in self.symbols.items():
            if symbol.kind == EQU and symbol.value >= EQUATES_FROM and _is_of_library(symbol):
                found.setdefault(symbol.value, name)
        return found

    @cached_property
    def _starts(self) -> tuple[list[int], list[int], list[int], list[int]]:
        """The sorted first addresses of source map rows, routines, pages and labels, for binary
        search."""
        labels = sorted(address for address, name in self.names.items() if "." not in name)
        return ([row.address for row in self.source_map], [row.address for row in self.routines],
                [row[0] for row in self.pages], labels)

    def row_at(self, address: int) -> Row | None:
        """Return the row of the source map that contains an address, or None.

        >>> info = DebugInfo(source_map=(Row(0x100, 2, "game.asm", 7),))
        >>> info.row_at(0x101).line, info.row_at(0x102)
        (7, None)
        """
        index = bisect_right(self._starts[0], address) - 1
        if index < 0:
            return None
        row = self.source_map[index]
        return row if address < row[0] + row[1] else None

    def routine_at(self, address: int) -> Routine | None:
        """Return the routine that contains an address, or None.

        >>> info = DebugInfo(routines=(Routine("wait", 0x100, 4),))
        >>> info.routine_at(0x103).name, info.routine_at(0x104)
        ('wait', None)
        """
        index = bisect_right(self._starts[1], address) - 1
        if index < 0:
            return None
        routine = self.routines[index]
        return routine if address < routine[1] + routine[2] else None

    def function_at(self, address: int) -> Function | None:
        """Return the function in C that contains an address, or None.

        >>> info = DebugInfo(functions=(Function("wait", 0x100, 4, ()),))
        >>> info.function_at(0x103).name, info.function_at(0x104)
        ('wait', None)
        """
        index = bisect_right(self.functions, address, key=lambda function: function.address) - 1
        if index < 0:
            return None
        function = self.functions[index]
        return function if address < function.address + function.size else None

    def page_at(self, address: int) -> int | None:
        """Return DP at an address, according to SETDP; None if unknown.

        >>> DebugInfo(pages=((0x100, 16, 0xC8),)).page_at(0x10F)
        200
        """
        index = bisect_right(self._starts[2], address) - 1
        if index < 0:
            return None
        first, size, page = self.pages[index]
        return page if address < first + size and page >= 0 else None

    def label_at(self, address: int) -> tuple[str, int] | None:
        """Return the global label whose bytes contain an address, and the offset, or None.

        >>> info = DebugInfo(symbols={"main": DebugSymbol(256, "label", 3, "game.asm", 1, 1)})
        >>> info.label_at(258), info.label_at(259)
        (('main', 2), None)
        """
        index = bisect_right(self._starts[3], address) - 1
        if index < 0:
            return None
        start = self._starts[3][index]
        name = self.names[start]
        offset = address - start
        return (name, offset) if offset < max(1, self.symbols[name].size) else None

    def where(self, address: int) -> Where:
        """Return file, line, routine and offset of an address.

        >>> info = DebugInfo(source_map=(Row(0x100, 2, "game.asm", 7),),
        ...                  routines=(Routine("wait", 0xFE, 8),))
        >>> str(info.where(0x101))
        '$0101 wait+3 game.asm:7'
        """
        row = self.row_at(address)
        routine = self.routine_at(address)
        if routine is not None:
            name, offset = routine[0], address - routine[1]
        else:
            name, offset = self.label_at(address) or ("", -1)
        if row is None:
            return Where(address, "", 0, name, offset)
        return Where(address, row[2], row[3], name, offset, row[4])

    def cell(self, address: int) -> str:
        """Return the name of an address: a label and an offset, or an EQU with that value.

        Below $C800 only labels count, since an EQU there may be any number.

        >>> info = DebugInfo(symbols={"table": DebugSymbol(0xC880, "label", 8, "game.asm", 1, 1),
        ...                           "Vec_Loop": DebugSymbol(0xC825, "equ", 0, "game.asm", 1, 1)})
        >>> info.cell(0xC883), info.cell(0xC825), info.cell(0xC900)
        ('table+3', 'Vec_Loop', '')
        """
        name, offset = self.label_at(address) or ("", 0)
        if name:
            return name + (f"+{offset}" if offset else "")
        return self._equates.get(address, "") if address >= EQUATES_FROM else ""

    @cached_property
    def _equates(self) -> dict[int, str]:
        found: dict[int, str] = {}
        for name, symbol in self.symbols.items():
            if symbol.kind == "equ":
                found.setdefault(symbol.value, name)
        return found

    def address_of(self, name: str) -> int | None:
        """Return the value of a symbol, or None if it does not exist.

        >>> info = DebugInfo(symbols={"n": DebugSymbol(5, "equ", 0, "game.asm", 1, 1)})
        >>> info.address_of("n"), info.address_of("m")
        (5, None)
        """
        symbol = self.symbols.get(name)
        return None if symbol is None else symbol.value

    def unknown(self, name: str, kind: str = "program") -> str:
        """Return the message for an unknown symbol, with similar names.

        >>> info = DebugInfo(symbols={"speed": DebugSymbol(5, "equ", 0, "game.asm", 1, 1)})
        >>> info.unknown("sped")
        "no symbol 'sped' in this program; did you mean speed?"
        """
        from difflib import get_close_matches

        near = get_close_matches(name.lower(), by_fold := {
            known.lower(): known for known in self.symbols}, 2, 0.66)
        hint = f"; did you mean {' or '.join(by_fold[found] for found in near)}?" if near else ""
        return f"no symbol '{name}' in this {kind}{hint}"

    def contract_at(self, address: int) -> Contract | None:
        """Return the contract of the routine that contains an address, or None.

        >>> info = DebugInfo(routines=(Routine("wait", 0x100, 4),),
        ...                  contracts={"wait": Contract("wait", "game.asm", 1, "wait a while")})
        >>> info.contract_at(0x102).purpose
        'wait a while'
        """
        routine = self.routine_at(address)
        return None if routine is None else self.contracts.get(routine.name)

    def addresses_of(self, file: str, line: int) -> list[int]:
        """Return the addresses of a line for breakpoints, including the addresses of macros that
        the line calls.

        Args: file  as in the source map, or the end of it (`connect4/sound.asm`)

        >>> info = DebugInfo(source_map=(Row(0x100, 2, "src/game.asm", 7),))
        >>> info.addresses_of("game.asm", 7)
        [256]
        """
        def is_meant(name: str, number: int) -> bool:
            return number == line and (name == file or name.endswith("/" + file))

        return [row.address for row in self.source_map if is_meant(row.file, row.line)
                or any(is_meant(*call) for call in row.calls)]


# The file -----------------------------------------------------------------------------------------

def to_text(info: DebugInfo) -> str:
    """Return the text of a symbol file: JSON, one entry per line.

    Paths are written unchanged.  For relative paths, assemble in the folder that they refer to.

    >>> to_text(DebugInfo()).splitlines()[1]
    '"format": "vecx-symbols/2",'
    """
    return "{\n" + ",\n".join(f'"{key}": {_block(value)}'
                              for key, value in _content(info).items()) + "\n}\n"


def _content(info: DebugInfo) -> dict[str, Any]:
    files: dict[str, int] = {}
    calls: dict[tuple[tuple[str, int], ...], int] = {}

    def number(file: str) -> int:
        return files.setdefault(file, len(files))

    for path in info.inputs:
        number(path)
    symbols = {name: {"value": s.value, "kind": s.kind, "size": s.size, "file": number(s.file),
                      "line": s.line, "column": s.column} for name, s in info.symbols.items()}
    rows = []
    for row in info.source_map:
        listed: list[int] = [row.address, row.size, number(row.file), row.line]
        if row.calls:
            listed.append(calls.setdefault(row.calls, len(calls)))
        rows.append(listed)
    chains = [[part for file, line in chain for part in (number(file), line)] for chain in calls]
    limits = [[s.routine, s.cycles, s.exactly, s.computed, number(s.file), s.line]
              for s in info.limits]
    contracts = {name: _contract_json(contract, number(contract.file))
                 for name, contract in info.contracts.items()}
    excuses = [[number(e.file), e.line, " ".join(e.rules), e.why] for e in info.excuses]
    content: dict[str, Any] = {
        "format": FORMAT,
        "image": {"origin": info.origin, "size": info.size, "sha256": info.sha256,
                  "bank": info.bank},
        "inputs": [{"path": path, "sha256": digest} for path, digest in info.inputs.items()],
        "files": list(files),
        "symbols": symbols,
        "source_map": rows,
        "calls": chains,
        "routines": [list(routine) for routine in info.routines],
        "contracts": contracts,
        "limits": limits,
        "pages": [list(page) for page in info.pages],
        "excuses": excuses,
    }
    if info.functions:
        content["functions"] = [[*function[:3], [list(local) for local in function.locals],
                                 function.frame] for function in info.functions]
    if info.types:
        content["types"] = dict(info.types)
    if info.structs:
        content["structs"] = [[one.name, one.size, [list(member) for member in one.members]]
                              for one in info.structs]
    if info.areas:
        content["areas"] = [list(area) for area in info.areas]
    if info.others:
        content["banks"] = [_content(other) for other in info.others]
    return content


def _block(value: Any) -> str:
    """Return a list or dictionary as JSON with an entry per line, or eight entries if they are
    lists of numbers."""
    def plain(part: Any) -> str:
        return json.dumps(part, separators=(",", ":"))

    if isinstance(value, dict) and any(isinstance(part, dict) for part in value.values()):
        return "{\n" + ",\n".join(f"{plain(k)}:{plain(v)}" for k, v in value.items()) + "\n}"
    if not isinstance(value, list) or not value:
        return plain(value)
    if all(isinstance(row, list) and all(type(part) is int for part in row) for row in value):
        lines = [",".join(map(plain, value[at:at + 8])) for at in range(0, len(value), 8)]
        return "[\n" + ",\n".join(lines) + "\n]"
    return "[\n" + ",\n".join(map(plain, value)) + "\n]"


_SETS = ("changes", "keeps")


def _contract_json(contract: Contract, file: int) -> dict[str, Any]:
    """Return a contract as JSON, without its name and its empty fields."""
    found: dict[str, Any] = {"file": file}
    for part in fields(Contract):
        value = getattr(contract, part.name)
        if part.name not in ("name", "file", "fields") and value not in ("", None, frozenset()):
            found[part.name] = " ".join(sorted(value)) if part.name in _SETS else value
    return found


def from_text(text: str) -> DebugInfo:
    """Read a symbol file.

    Errors: DebugInfoError if it has another format or is damaged

    >>> info = DebugInfo(origin=0x100, size=2)
    >>> from_text(to_text(info)) == info
    True
    >>> from_text("[]")
    Traceback (most recent call last):
    asm.output.debuginfo.DebugInfoError: not a symbol file written by `vecx asm --symbols`
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise DebugInfoError("not a symbol file written by `vecx asm --symbols`") from None
    found = content.get("format") if isinstance(content, dict) else None
    if not isinstance(found, str) or not found.startswith("vecx-"):
        raise DebugInfoError("not a symbol file written by `vecx asm --symbols`")
    if found != FORMAT:
        hint = "write it again with `vecx asm SOURCE --symbols FILE`" \
            if found == "vecx-symbols/1" else "made by a newer vecx" \
            if found.startswith("vecx-symbols/") else "that is not a symbol file"
        raise DebugInfoError(f"format {found!r}, but this vecx reads {FORMAT}: {hint}")
    try:
        return _from_json(content)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as fault:
        raise DebugInfoError(f"a damaged symbol file ({type(fault).__name__}: {fault})") from None


def _from_json(content: dict[str, Any], *, first: bool = True) -> DebugInfo:
    if not isinstance(content["files"], list):
        raise TypeError("`files` must be a list")
    files = [_text(name) for name in content["files"]]

    def file(index: Any) -> str:
        return files[_number(index)]

    chains = [tuple((file(chain[at]), _number(chain[at + 1])) for at in range(0, len(chain), 2))
              for chain in content["calls"]]
    symbols = {_name(name): DebugSymbol(_number(s["value"], signed=True), _text(s["kind"]),
                                 _number(s["size"]), file(s["file"]), _number(s["line"]),
                                 _number(s["column"]))
               for name, s in content["symbols"].items()}
    rows = tuple(Row(_number(row[0]), _number(row[1]), file(row[2]), _number(row[3]),
                     chains[_number(row[4])] if len(row) > 4 else ())
                 for row in content["source_map"])
    routines = tuple(Routine(_name(name), _number(address), _number(size))
                     for name, address, size in content["routines"])
    limits = tuple(Limit(_name(name), _number(cycles), bool(exactly), bool(computed), file(index),
                         _number(line))
                   for name, cycles, exactly, computed, index, line in content["limits"])
    contracts = {_name(name): _contract(name, entry, file(entry["file"]))
                 for name, entry in content["contracts"].items()}
    pages = tuple((_number(address), _number(size), _number(page, signed=True))
                  for address, size, page in content["pages"])
    excuses = tuple(Excuse(file(index), _number(line), tuple(_text(rules).split()), _text(why))
                    for index, line, rules, why in content.get("excuses", []))
    functions = tuple(
        Function(_name(name), _number(address), _number(size), _locals(rows_of),
                 _number(frame[0], signed=True) if frame else -1)
        for name, address, size, rows_of, *frame in content.get("functions", []))
    types = {_name(name): _text(kind) for name, kind in content.get("types", {}).items()}
    structs = tuple(Struct(_text(name), _number(size), _locals(members))
                    for name, size, members in content.get("structs", []))
    areas = tuple(Area(_text(name), _text(module), _number(address), _number(size))
                  for name, module, address, size in content.get("areas", []))
    others = tuple(_from_json(other, first=False) for other in content.get("banks", ())) \
        if first else ()
    image = content["image"]
    inputs = {_text(row["path"]): _text(row["sha256"]) for row in content["inputs"]}
    for starts in ([row[:2] for row in rows], [routine[1:] for routine in routines],
                   [page[:2] for page in pages], [one[1:3] for one in functions]):
        if any(before[0] + before[1] > after[0] for before, after in pairwise(starts)):
            raise ValueError("rows out of order")
    return DebugInfo(MappingProxyType(symbols), rows, routines, MappingProxyType(contracts), limits,
                     pages, MappingProxyType(inputs), _number(image["bank"]),
                     _number(image["origin"]), _number(image["size"]), _text(image["sha256"]),
                     excuses, others, functions, areas, MappingProxyType(types), structs)


def _locals(rows: Any) -> tuple[Local, ...]:
    return tuple(Local(_name(name), _number(offset, signed=True), _number(size), _text(kind),
                       _number(line)) for name, offset, size, kind, line in rows)


def _contract(name: str, entry: dict[str, Any], file: str) -> Contract:
    known = {part.name for part in fields(Contract)}
    given: dict[str, Any] = {}
    for key, value in entry.items():
        if key == "file":
            continue
        if key not in known:
            raise ValueError(f"a contract has no {key}")
        if key in _SETS:
            given[key] = frozenset(_text(value).split())
        else:
            given[key] = _number(value) if key in ("line", "stack") else _text(value)
    return Contract(**given | {"name": name, "file": file})


def _number(value: Any, *, signed: bool = False) -> int:
    """Check a number from a symbol file.  Errors: ValueError"""
    if type(value) is not int or (value < 0 and not signed):
        raise ValueError(f"expected a number, found {value!r}")
    return value


def _name(value: Any) -> str:
    """Check a name from a symbol file, because names are used in listings and reports.  Errors:
    ValueError"""
    if not NAME.match(_text(value)):
        raise ValueError(f"{value[:SHOWN_MAX]!a} is not a name")
    return str(value)


def _text(value: Any) -> str:
    """Check a text from a symbol file.  Errors: ValueError"""
    if not isinstance(value, str):
        raise ValueError(f"expected a string, found {value!r}")
    return value
