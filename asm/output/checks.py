"""Checks of a finished program: cycle limits in comments, and requirements of the Vectrex."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING

from asm import vectrex
from asm.assembler.directives import DELIMITED, DIRECTIVES
from asm.assembler.encode import (
    Bytes,
    Direct,
    ForcedDirect,
    Instruction,
    Relative,
    Statement,
    Word,
    renamed,
    signed16,
)
from asm.assembler.image import Placed
from asm.assembler.items import Data, Label, Org, Reserve, Segment
from asm.assembler.pass_state import CODE, Run
from asm.cpu import isa
from asm.output.contracts import Limit
from asm.output.program import Program
from asm.syntax.diagnostics import Fault, Hint, Note, Place, Report, did_you_mean
from asm.syntax.expr import Name, Number
from asm.syntax.lexer import divide, pattern
from asm.syntax.symbols import EQU

if TYPE_CHECKING:
    from asm.output.cycles import WorstCases

CARTRIDGE_HEADER = b"g GCE "
TEXT_END = 0x80
TEXT_END_BYTE = bytes((TEXT_END,))
BANK_AT_RESET = 1           # of two, the one that the ROM sees when it checks the header
HASH_VALUE_END = 0x100      # lower addresses are the cartridge's header, not constants to read

_LOWER = re.compile(rb"[a-z]{2,}")
_LIMIT = pattern(r"[ \t]*;@cycles[ \t]*(<=|=)[ \t]*([0-9]+)([ \t]+at run time)?[ \t]*$")
_LIMIT_START = pattern(r"[ \t]*;@")
_LIMIT_LIKE = pattern(r"[ \t]*;@[ \t]*([A-Za-z]+)(?:[ \t]*[<=>]=?[ \t]*([0-9]))?")

_TEXT = frozenset((Bytes, Data))
_JUMPS = frozenset(name for name, effect in isa.EFFECTS.items()
                   if effect.then in (isa.CALL, isa.JUMP))
_STORES = frozenset(name for name, effect in isa.EFFECTS.items()
                    if "M" in effect.writes and isa.EXTENDED in isa.BY_MNEMONIC.get(name, ()))

# Entries that show that a program uses the ROM.
_ROM = vectrex.NEED_D0 | vectrex.NEED_C8 | {0xF192, 0xF1AA, 0xF1AF}


def check_program(program: Program, report: Report) -> list[Limit]:
    """Report broken cycle limits, and warn about code that would not work on a Vectrex.

    Returns: the limits of routines
    """
    limits = check_cycles(program, report)
    check_branches(program, report)
    check_hashes(program, report)
    if program.origin == 0 and program.chunks:
        check_cartridge(program, report)
    elif program.chunks:
        check_header_place(program, report)
    return limits


def check_header_place(program: Program, report: Report) -> None:
    """Report a program that begins with the header of a cartridge, but not at address 0."""
    address, data, _, index = min(program.chunks.pieces(), key=itemgetter(0))
    if data.startswith(CARTRIDGE_HEADER):
        place = program.chunks.layout.run.places[index]
        report.error(place, Fault("E041", f"the cartridge header is at ${address:04X}: add "
                                  "`org 0` before it", 0, len(place.text)))


def check_cycles(program: Program, report: Report) -> list[Limit]:
    """Check each `;@cycles` comment against the routine below the comment, or against the
    instructions above.

    Returns: the limits of routines
    """
    limits: list[Limit] = []
    marked = [row for row, place in enumerate(program.rows.places) if ";@" in place.text]
    if not marked:
        return limits
    from asm.output.cycles import WorstCases, instructions  # few sources have limits
    from asm.output.listing import cycles_of

    @cache
    def cases() -> WorstCases:      # decodes the whole program
        return WorstCases(instructions(program.chunks))

    begin = 0                       # the first statement since the last limit
    for index in marked:
        place, first = program.rows[index]
        if not _LIMIT_START.match(place.text):
            continue
        limit = _LIMIT.match(place.text)
        if limit is None:
            if _is_like_a_limit(place.text):
                report.warn(place, "limit-misspelt", "this comment is not read as a cycle limit", 0,
                            len(place.text), hints=["write ;@cycles <= n or ;@cycles = n"])
            continue
        routine = _routine_below(program, index)
        if routine is not None:
            limits.append(_check_routine(program, cases, report, place, limit, routine))
            continue
        total = sum(cycles_of(item)[0] for item in _since_label(program, begin, first))
        bound = int(limit.group(2))
        if total > bound or (limit.group(1) == "=" and total != bound):
            report.error(place, Fault("E040", f"{total} cycles, not {limit.group(1)} {bound}",
                                      limit.start(1), limit.end(2)))
        begin = first
    return limits


def _since_label(program: Program, begin: int, end: int) -> Iterator[Placed]:
    """Yield statements backwards up to the last global label, or up to the statement `begin`."""
    for item in map(program.chunks.at, reversed(range(begin, end))):
        yield item
        if isinstance(item.statement, Label) and item.statement.scope:
            return


def _is_like_a_limit(text: str) -> bool:
    """Return whether a comment that begins with `;@` was meant to be a limit."""
    match = _LIMIT_LIKE.match(text)
    if match is None:
        return False
    word = match.group(1).lower()
    return bool(match.group(2) or word == "cycles" or did_you_mean(word, ["cycles"]))


def _routine_below(program: Program, row: int) -> Label | None:
    """Return the global label below a row if only comments and empty lines are in between."""
    for below in range(row + 1, len(program.rows)):
        items, text = program.items_of(below), program.rows.places[below].text.lstrip()
        if items:
            first = items[0].statement
            return first if isinstance(first, Label) and first.scope else None
        if text and text[0] not in ";*":
            return None
    return None


def _check_routine(program: Program, cases: Callable[[], WorstCases], report: Report,
                   place: Place, limit: re.Match[str], routine: Label) -> Limit:
    """Compute the worst case of a routine and compare it with its limit."""
    from asm.output.cycles import Unbounded

    name, bound, exactly = routine.name, int(limit.group(2)), limit.group(1) == "="
    value = program.symbols[name].value
    if limit.group(3) or value is None:
        return Limit(name, bound, exactly, False, place.file, place.line)
    try:
        most = cases().of(value)
    except Unbounded as unbounded:
        reason = unbounded.item
        notes = [Note("here", reason.place, 0, len(reason.place.text))] if reason else []
        report.warn(place, "cycles-unknown", f"the worst case of `{name}` cannot be "
                    f"computed: {unbounded.reason}", limit.start(1), limit.end(2),
                    notes=notes, hints=["write `at run time` after the limit, and check "
                                        "it with a test that calls the routine"])
        return Limit(name, bound, exactly, False, place.file, place.line)
    found = Limit(name, bound, exactly, True, place.file, place.line)
    if not found.holds(most):
        report.error(place, Fault("E040", f"`{name}` takes up to {most} cycles, not "
                                  f"{limit.group(1)} {bound}", limit.start(1), limit.end(2)))
    return found


def check_branches(program: Program, report: Report) -> None:
    """Warn of long branches and JSRs that a shorter instruction can replace."""
    if not (report.is_on("branch-fits") or report.is_on("jsr-fits")):
        return
    for item in program.items:
        statement, candidate = item.statement, item.candidate
        if not isinstance(statement, Instruction) or item.place.via is not None \
                or item.value is None or candidate is None:
            continue
        near = -120 <= signed16(item.value - item.address) <= 120
        start, end, name = statement.expr.start, statement.expr.end, statement.name
        if near and isinstance(candidate, Relative) and candidate.bits == 16 \
                and name[0] == "L" and isa.RELATIVE16 in isa.BY_MNEMONIC[name]:
            text = f"the shorter {name[1:]} would reach the target"
            report.warn(item.place, "branch-fits", Hint(text, renamed(item.place, name[1:])),
                        start, end)
        elif near and name == "JSR" and candidate.size == 3 \
                and not isinstance(candidate, Relative) and candidate.head == b"\xbd":
            text = "the shorter BSR would reach the target"
            report.warn(item.place, "jsr-fits", Hint(text, renamed(item.place, "BSR")), start, end)


def check_hashes(program: Program, report: Report) -> None:
    """Warn of small numbers used as addresses where an immediate was probably meant."""
    if not report.is_on("missing-hash"):
        return
    layout = program.chunks.layout
    levels, values = layout.run.levels, layout.run.values
    suspects = [index for index, level in levels.items() if level
                and -128 <= values.get(index, HASH_VALUE_END) < HASH_VALUE_END
                and _may_lack_hash(layout.statements[index], program)
                and layout.run.page_at(index) != 0]
    if not suspects:
        return
    addresses = {values.get(index) for index, item in enumerate(layout.statements)
                 if isinstance(item, Instruction) and not _may_lack_hash(item, program)
                 and type(item.candidates[0]) in (Direct, ForcedDirect, Word)
                 and item.candidates[-1].head != _immediate_head(item)}
    for index in sorted(suspects):
        place, item = layout.run.places[index], layout.statements[index]
        assert isinstance(item, Instruction)
        if values[index] not in addresses:
            text = place.text[item.expr.start:item.expr.end].strip()
            report.warn(place, "missing-hash", f"{item.name} {text} uses the contents of "
                        f"${values[index] & 0xFFFF:04X}", item.expr.start, item.expr.end,
                        hints=[Hint(f"write `#{text}` for the number itself, `>{text}` for the "
                                    "address", f"#{text}", f">{text}")])


def _may_lack_hash(item: Statement, program: Program) -> bool:
    """Return whether an instruction has the address of a number or EQU, and could be immediate."""
    return type(item) is Instruction and type(item.candidates[0]) is Direct \
        and _takes_immediate(item) and _is_constant(item, program)


def _takes_immediate(item: Instruction) -> bool:
    modes = isa.BY_MNEMONIC[item.name]
    return isa.IMMEDIATE8 in modes or isa.IMMEDIATE16 in modes


def _immediate_head(item: Instruction) -> bytes:
    op = isa.BY_MNEMONIC[item.name].get(isa.IMMEDIATE16)
    return b"" if op is None else op.opcode_bytes


def _is_constant(item: Instruction, program: Program) -> bool:
    """Return whether an operand is a number, or the name of an EQU."""
    expr = item.expr
    if type(expr) is Name:
        symbol = program.symbols.get(expr.name)
        return symbol is not None and symbol.kind == EQU
    return type(expr) is Number


def check_cartridge(program: Program, report: Report) -> None:
    """Warn about an image at address 0 that would not run as a Vectrex cartridge."""
    assert program.image is not None
    head = program.image[:11]
    if not head.startswith(b"g GCE") and not _calls_rom(program):
        return
    layout = program.chunks.layout
    run, statements = layout.run, layout.statements
    start = next(run.places[index] for address, _, _, index in program.chunks.pieces()
                 if address == 0)
    seen_first = len(program.banks) == 1 or program.bank == BANK_AT_RESET
    if seen_first and (not head.startswith(CARTRIDGE_HEADER) or head[10:11] != b"\x80"):
        report.warn(start, "cartridge-header", "the executive ROM expects `g GCE `, four more "
                    "characters and $80 here", 0, len(start.text))
    end = len(program.image)
    if end > vectrex.CARTRIDGE_END:
        address, place = next((address, run.places[index]) for address, data, _, index
                              in program.chunks.pieces()
                              if address + len(data) > vectrex.CARTRIDGE_END)
        report.warn(place, "cartridge-size", f"${address:04X} is beyond the cartridge, "
                    "which ends at $7FFF", 0, len(place.text))
        end = max(address + len(data) for address, data, *_ in program.chunks.pieces()
                  if address < vectrex.CARTRIDGE_END)
    spaces = [index for index, statement in enumerate(statements) if type(statement) is Reserve]
    own = {address for index in spaces if run.addresses[index] >= end
           for address in range(run.addresses[index], run.addresses[index] + run.sizes[index])}
    if any(end <= run.addresses[index] < vectrex.CARTRIDGE_END for index in spaces):
        _check_variables(program, report, end)
    if any(type(statement) is Segment for statement in statements):
        own |= _check_segment(program, report)
    _check_text(program, report)
    for index in spaces:
        _check_ram(report, run.places[index], run.addresses[index], run.sizes[index])
    for index, value in run.values.items():
        statement = statements[index]
        if isinstance(statement, Instruction):
            if statement.name in _STORES:
                _check_store(run, index, statement, value, own)
            elif statement.name in _JUMPS and len(run.pages) > 1 and index > run.pages[1][0]:
                _check_page(run, index, statement, value)


def _check_variables(program: Program, report: Report, end: int) -> None:
    """Warn of variables that follow the code without an ORG, because their addresses are in the
    ROM.

    With an ORG they are taken for RAM on the cartridge.
    Args: end  the address after the last byte of the cartridge
    """
    label: Placed | None = None
    chosen = True
    for item in program.items:
        statement = item.statement
        if isinstance(statement, (Org, Segment)):
            chosen = True
        elif isinstance(statement, Label):
            label = item
            continue
        elif isinstance(statement, Reserve):
            if not chosen and label is not None and label.place is item.place \
                    and end <= item.address < vectrex.CARTRIDGE_END:
                name = _label_name(label.statement)
                report.warn(item.place, "ram-outside", f"`{name}` is reserved at "
                            f"${item.address:04X}, after the code, in ROM", 0,
                            len(item.place.text),
                            hints=["put variables after `org $C880`; RAM on the cartridge needs "
                                   "its own ORG"])
                return
        elif item.size:
            chosen = False
        label = None


def _label_name(statement: Statement) -> str:
    assert isinstance(statement, Label)
    return statement.name


def _check_segment(program: Program, report: Report) -> set[int]:
    """Warn of variables in the bss segment before its first ORG, because their addresses begin at
    $0000.

    Returns: their addresses; stores there are a consequence
    """
    taken = set[int]()
    layout = program.chunks.layout
    run, label = layout.run, -1
    segment, placed = CODE, {CODE}
    for index, statement in enumerate(layout.statements):
        if isinstance(statement, Segment):
            segment = statement.name
        elif isinstance(statement, Org):
            placed.add(segment)
        elif isinstance(statement, Label):
            label = index
        elif isinstance(statement, Reserve) and run.sizes[index] and segment not in placed:
            address, place = run.addresses[index], run.places[index]
            if not taken:
                own = label >= 0 and run.places[label] is place
                name = _label_name(layout.statements[label]) if own else "the space"
                report.warn(place, "ram-outside", f"`{name}` is reserved at "
                            f"${address:04X}: no ORG has placed the segment {segment}", 0,
                            len(place.text),
                            hints=[f"write `{segment}`, `org $C880` and `code` above this line, "
                                   "and above the INCLUDE if it is in another file"])
            taken.update(range(address, address + run.sizes[index]))
    return taken


def _check_text(program: Program, report: Report) -> None:
    """Warn of lower-case letters in text for the ROM, which prints other symbols in their place.

    Text is a string with $80 after it.  A single letter may be meant as a symbol, like the `g` of
    the header's copyright line.
    """
    strings = list[tuple[int, Place, bytes, bool]]()     # whether the line has a string
    ends = set[int]()
    layout = program.chunks.layout
    for index, data in zip(layout.written, layout.data, strict=True):
        item = layout.statements[index]
        if type(item) not in _TEXT:     # most statements
            continue
        place, address = layout.run.places[index], layout.run.addresses[index]
        if isinstance(item, Bytes):
            has_string = _has_string(place)
            if data[:1] == TEXT_END_BYTE and not has_string:
                ends.add(address)
            else:
                strings.append((address, place, data, has_string))
        elif isinstance(item, Data) and item.width == 1:
            for value in item.values:
                size = len(value) if isinstance(value, bytes) else 1
                if isinstance(value, bytes):
                    strings.append((address, place, data[:size], True))
                elif data[0] == TEXT_END:
                    ends.add(address)
                address, data = address + size, data[size:]
    for address, place, text, has_string in reversed(strings):  # may continue in the next string
        if address + len(text) not in ends or not has_string:
            continue
        ends.add(address)
        lower = _LOWER.search(text)
        if lower is not None:
            shown = lower.group().decode()
            start = max(0, place.text.find(shown))
            report.warn(place, "lower-case", f"the ROM prints symbols for the letters `{shown}`",
                        start, start + len(shown),
                        hints=[Hint("write text in capital letters", shown.upper())])


def _has_string(place: Place) -> bool:
    """Return whether a line whose bytes are constant contains a string."""
    known = DIRECTIVES.get(divide(place.text)[1].lower())
    return known is not None and bool(known.strings) and (
        known.strings == DELIMITED or '"' in place.text or "'" in place.text)


def _calls_rom(program: Program) -> bool:
    """Return whether a program without a header calls the executive ROM."""
    layout = program.chunks.layout
    return any(value in _ROM and isinstance(item := layout.statements[index], Instruction)
               and item.name == "JSR" for index, value in layout.run.values.items())


def _check_ram(report: Report, place: Place, address: int, size: int) -> None:
    last = address + size - 1
    if size and vectrex.RAM_FIRST <= address <= vectrex.RAM_LAST and not (
            address >= vectrex.GAME_RAM_FIRST and last <= vectrex.GAME_RAM_LAST):
        report.warn(place, "ram-outside", f"${address:04X}-${last:04X} is not entirely "
                    "within $C880-$CBE9, the RAM that a cartridge may use", 0, len(place.text))


def _check_store(run: Run, index: int, store: Instruction, target: int, own: set[int]) -> None:
    """Warn of a store into ROM.  Args: own  addresses of RAM on the cartridge."""
    target &= 0xFFFF
    if (target >= vectrex.CARTRIDGE_END or target in own) and target < vectrex.ROM_FIRST:
        return
    extended = isa.BY_MNEMONIC[store.name][isa.EXTENDED].opcode_bytes
    if store.candidates[run.levels.get(index, 0)].head == extended:
        run.report.warn(run.places[index], "rom-store", f"{store.name} writes to ${target:04X}, "
                        "which is ROM", store.expr.start, store.expr.end)


def _check_page(run: Run, index: int, jump: Instruction, target: int) -> None:
    page, place = run.page_at(index), run.places[index]
    if page is None:
        return
    needed = 0xD0 if target in vectrex.NEED_D0 else 0xC8 if target in vectrex.NEED_C8 else page
    if needed != page:
        text = place.text[jump.expr.start:jump.expr.end]
        run.report.warn(place, "bios-page", f"{text} expects DP ${needed:02X}, but SETDP "
                        f"says ${page:02X}", jump.expr.start, jump.expr.end)
