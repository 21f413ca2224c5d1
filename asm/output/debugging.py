"""Computes the DebugInfo of a Program: sizes of labels, routines, the assumed DP."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from types import MappingProxyType

from asm.assembler.encode import Fixed, Instruction, Relative
from asm.assembler.image import Placed, on_top
from asm.assembler.items import Bank, Label, Segment
from asm.assembler.pass_state import BSS, CODE
from asm.cpu import isa
from asm.cpu.decoding import decode
from asm.output import contracts
from asm.output.debuginfo import PAGE_UNKNOWN, DebugInfo, DebugSymbol, Excuse, Routine, Row
from asm.output.program import Program
from asm.syntax.diagnostics import INCLUDED, Place
from asm.syntax.symbols import EQU

_CODE_MARK = re.compile(r"[ \t]*;@code\b", re.IGNORECASE)
_EXCUSE = re.compile(r";@strict\b((?:[ \t,]*\bno-[\w-]+)*)[ \t]*(.*)")
_OF_MACRO = re.compile(r".*__[0-9]+\Z")     # labels made by \? and LOCAL


def debug_info(program: Program) -> DebugInfo:
    """Return the debug information of a program, for debuggers, profilers and tests.

    Errors: ValueError if the program has errors

    >>> from asm import assemble
    >>> str(debug_info(assemble("main nop\\n rts\\n", name="game.asm")).where(1))
    '$0001 main+1 game.asm:2'
    """
    if program.image is None:
        raise ValueError("a program with errors has no image")
    items, elsewhere = _of_bank(program)
    sizes = _sizes(items)
    symbols = {name: DebugSymbol(symbol.value, EQU if name in elsewhere else symbol.kind,
                                 sizes.get(name, 0), symbol.file, symbol.line, symbol.column)
               for name, symbol in sorted(program.symbols.items()) if symbol.value is not None}
    blocks = {block.name: block for block in contracts.find(
        (place.file, place.line, place.text) for place, _ in program.rows if place.via is None
        or place.why == INCLUDED)}
    blocks = {name: block for name, block in blocks.items() if name in symbols}
    named = {*blocks, *(limit.routine for limit in program.limits), *_marked(program)}
    return DebugInfo(
        MappingProxyType(symbols), _rows(program), _routines(program, items, named),
        MappingProxyType(blocks), tuple(program.limits), _pages(program),
        MappingProxyType(dict(program.inputs)), program.bank,
        program.origin, len(program.image), hashlib.sha256(program.image).hexdigest(),
        tuple(_excuses(program)), tuple(debug_info(other) for other in program.others))


def _of_bank(program: Program) -> tuple[list[Placed], set[str]]:
    """Return the statements of the program's bank, and the names of labels in other banks."""
    own, elsewhere, bank, segment = [], set(), 0, CODE
    for item in program.items:
        statement = item.statement
        if isinstance(statement, Bank):
            bank, segment = statement.number, CODE
        elif isinstance(statement, Segment):
            segment = statement.name
        if bank == program.bank or segment == BSS:
            own.append(item)
        elif isinstance(statement, Label):
            elsewhere.add(statement.name)
    return own, elsewhere


def _excuses(program: Program) -> Iterator[Excuse]:
    """Yield the excuses in `;@strict` comments: names of rules as `no-NAME`, and a reason."""
    seen = set()
    for place, _ in program.rows:
        match = _EXCUSE.search(place.text)
        if match and (place.file, place.line) not in seen:
            seen.add((place.file, place.line))
            rules = tuple(match[1].replace(",", " ").split())
            yield Excuse(place.file, place.line, rules, match[2].strip())


def _marked(program: Program) -> set[str]:
    """Return the global labels after a comment `;@code`: code called from outside the program."""
    found = set()
    waiting = False
    for row, (place, _) in enumerate(program.rows):
        if _CODE_MARK.match(place.text):
            waiting = True
        for item in program.items_of(row):
            if waiting and isinstance(item.statement, Label) and item.statement.scope:
                found.add(item.statement.name)
            waiting = False
    return found


def _sizes(items: Iterable[Placed]) -> dict[str, int]:
    """Return the size of each label: up to the next label or gap; global labels include local
    ones."""
    found: dict[str, int] = {}
    opened: list[tuple[Label, int]] = []
    end = -1

    def close(count: int) -> None:
        for label, start in opened[count:]:
            found[label.name] = end - start
        del opened[count:]

    for item in items:
        if isinstance(item.statement, Label):
            close(0 if item.statement.scope or item.address != end else 1)
            opened.append((item.statement, item.address))
            end = item.address
        elif item.size:
            if item.address != end:
                close(0)
            end = item.address + item.size
    close(0)
    return found


def _rows(program: Program) -> tuple[Row, ...]:
    """Return the source map with the macro calls of each line; adjacent rows are merged."""
    rows: list[Row] = []
    chains: dict[int, tuple[tuple[str, int], ...]] = {}
    for address, data, item in on_top(program.chunks):
        place = item.place
        calls = _calls(place, chains) if place.via is not None else ()
        if rows and rows[-1][0] + rows[-1][1] == address and rows[-1][2:] == (
                place.file, place.line, calls):
            rows[-1] = rows[-1]._replace(size=rows[-1].size + len(data))
        else:
            rows.append(Row(address, len(data), place.file, place.line, calls))
    return tuple(rows)


def _calls(place: Place, chains: dict[int, tuple[tuple[str, int], ...]]) -> tuple[
        tuple[str, int], ...]:
    """Return the macro calls and repetitions that led to a line, innermost first."""
    if place.via is None:
        return ()
    key = id(place.via)
    if place.why == INCLUDED:
        return _calls(place.via, chains)
    if key not in chains:
        chains[key] = ((place.via.file, place.via.line), *_calls(place.via, chains))
    return chains[key]


def _is_code(item: Placed) -> bool:
    return isinstance(item.statement, (Fixed, Instruction))


def _routines(program: Program, items: list[Placed], named: set[str]) -> tuple[Routine, ...]:
    """Return the labels at which routines begin, with their sizes.

    A routine begins at a global label of an instruction that has a contract or a limit, that is
    called, or that only a jump from elsewhere and its own loop can reach.
    """
    code = {address: (data, item) for address, data, item in on_top(program.chunks)
            if _is_code(item)}
    called = set()
    branched: dict[int, list[int]] = {}         # where from
    for item in items:
        if isinstance(item.statement, Instruction) and item.value is not None:
            if isa.EFFECTS[item.statement.name].then == isa.CALL:
                called.add(item.value & 0xFFFF)
            elif isinstance(item.candidate, Relative):
                branched.setdefault(item.value & 0xFFFF, []).append(item.address)
    falls = _fallen_into(code)
    labels = sorted({item.address for item in items
                     if isinstance(item.statement, Label) and item.statement.scope})

    def is_branched_to(address: int) -> bool:
        """Return whether a branch from outside the code of this label leads to this label."""
        next_ = bisect_right(labels, address)
        end = labels[next_] if next_ < len(labels) else 0x10000
        return any(not address <= source < end for source in branched.get(address, ()))

    starts: dict[int, str] = {}
    for item in items:
        label, address = item.statement, item.address
        if not isinstance(label, Label) or not label.scope or address not in code:
            continue
        name = label.name
        begins = name in named or (not _OF_MACRO.match(name) and (
            address in called or not (is_branched_to(address) or address in falls)))
        if begins and starts.get(address) not in named:
            starts[address] = name if name in named else starts.get(address, name)
    return tuple(_extents(starts, code))


def _fallen_into(code: dict[int, tuple[bytes, Placed]]) -> set[int]:
    """Return the addresses that execution reaches from the instruction directly above them."""
    found = set()
    for address, (data, _) in code.items():
        last, offset = None, 0
        while offset < len(data):
            last = decode(data, offset, address + offset)
            if last is None:
                break
            offset += last.size
        if last is None or last.effect.then not in (isa.JUMP, isa.RETURN):
            found.add(address + len(data))
    return found


def _extents(starts: dict[int, str], code: dict[int, tuple[bytes, Placed]]) -> list[Routine]:
    """Return the routines; each extends to the last instruction before the next routine, and
    includes data."""
    routines: list[Routine] = []
    for address, (data, _) in sorted(code.items()):
        if address in starts:
            routines.append(Routine(starts[address], address, 0))
        if routines:
            routines[-1] = routines[-1]._replace(size=address + len(data) - routines[-1].address)
    return routines


def _pages(program: Program) -> tuple[tuple[int, int, int], ...]:
    """Return the page in DP for each range of code, according to SETDP."""
    pages: list[tuple[int, int, int]] = []
    for address, data, item in on_top(program.chunks):
        if not _is_code(item):
            continue
        last = pages[-1] if pages else (0, 0, PAGE_UNKNOWN)
        joined = bool(pages) and last[0] + last[1] == address
        page = last[2] if joined else PAGE_UNKNOWN
        if isinstance(item.statement, Instruction):
            page = PAGE_UNKNOWN if item.page is None else item.page
        if joined and page == last[2]:
            pages[-1] = (last[0], last[1] + len(data), page)
        else:
            pages.append((address, len(data), page))
    return tuple(pages)
