"""The meaning of a word in a source, as Markdown: symbols, instructions, ROM routines and
numbers."""

from __future__ import annotations

import re

from asm import vectrex
from asm.assembler.directives import DIRECTIVES
from asm.assembler.operations import OPERATIONS
from asm.assembler.words import Kind, Word
from asm.cpu import isa
from asm.output.contracts import Contract
from asm.output.debuginfo import address_text
from asm.syntax.lexer import number

from ..console.manual import sections
from ..errors import UsageError
from .costs import Cost, costs_by_line
from .index import Macro
from .workspace import Assembled, absolute

PRINTABLE = range(0x20, 0x7F)
LINES_MOST = 40         # of an expanded macro
# In text, an underscore can mean emphasis; editors that do not know better mark it as an error.
UNDERSCORES = re.compile(r"(?P<code>```.*?```|`[^`\n]*`|^ {4}[^\n]*$)|(?P<name>\b\w+_\w+\b)",
                         re.DOTALL | re.MULTILINE)


def described(word: Word, full_name: str, made: Assembled, macro: Macro | None) -> str:
    """Return the meaning of a word; empty if it has none.

    Args: full_name  that of a symbol
          macro      the macro that the word calls, if any
    """
    return UNDERSCORES.sub(lambda found: found["code"] or f"`{found['name']}`",
                           _meaning(word, full_name, made, macro))


def _meaning(word: Word, full_name: str, made: Assembled, macro: Macro | None) -> str:
    if word.kind is Kind.OPERATION:
        return instruction(word.text) or (macro_text(word.text, macro) if macro else "") \
            or directive(word.text)
    if word.kind is Kind.NUMBER:
        return number_text(word.text)
    if word.kind in (Kind.LABEL, Kind.NAME):
        return symbol_text(full_name, made) or (macro_text(word.text, macro) if macro else "")
    return ""


def instruction(mnemonic: str) -> str:
    """Return bytes, cycles and flags of an instruction in each mode; empty for other names."""
    if mnemonic.lower() not in OPERATIONS:
        return ""
    name, modes = OPERATIONS[mnemonic.lower()][1:]
    rows = [f"**{name}**", "", "| mode | opcode | bytes | cycles | H N Z V C |",
            "|---|---|---|---|---|"]
    for mode, op in modes.items():
        plus = "+" if op.cycles_plus else ""
        most = f"/{op.cycles_most}" if op.cycles_most != op.cycles else ""
        rows.append(f"| {mode} | {op.opcode_bytes.hex(' ').upper()} | {op.size}{plus} | "
                    f"{op.cycles}{most}{plus} | {' '.join(op.flags)} |")
    effect = isa.effect(next(iter(modes.values())))
    words = [f"{what} {' '.join(sorted(names))}" for what, names in (
        ("reads", effect.reads), ("writes", effect.writes)) if names]
    return "\n".join([*rows, "", "; ".join(words)])


def directive(name: str) -> str:
    """Return the first line of the description of a directive; empty for other names."""
    entry = DIRECTIVES.get(name.lower())
    return f"**{name.upper()}**\n\n{entry.purpose}" if entry and entry.purpose else ""


def macro_text(name: str, macro: Macro) -> str:
    """Return how a macro is called, with its parameters."""
    return f"```asm\n{name} {','.join(macro.parameters)}\n```\nmacro"


def expansion(made: Assembled, path: str, line: int) -> str:
    """Return the lines to which a macro call expands; empty if the line does not call a macro."""
    rows: list[str] = []
    for place in made.program.rows.places:
        call = place.call()
        if call is not place and call.line == line + 1 and absolute(call.file) == path:
            rows.append(place.text)
    more = [f"; ... {len(rows) - LINES_MOST} more lines"] if len(rows) > LINES_MOST else []
    return "\n".join(["```asm", *rows[:LINES_MOST], *more, "```"]) if rows else ""


def number_text(text: str) -> str:
    """Return a number in hexadecimal, decimal and binary, and as a character."""
    try:
        value = number(text, 0)
    except Exception:       # a Fault: half a number
        return ""
    words = [f"${value:X}", f"{value}", f"%{value:b}"]
    if 0x80 <= value <= 0xFF:
        words.append(f"{value - 0x100} as a signed byte")
    if 0x8000 <= value <= 0xFFFF:
        words.append(f"{value - 0x10000} as a signed word")
    if value in PRINTABLE:
        words.append(f"`'{chr(value)}'`")
    return " · ".join(words)


def symbol_text(full_name: str, made: Assembled) -> str:
    """Return value, kind, size, cycles and contract of a symbol; empty if it does not exist."""
    symbol = made.symbol(full_name)
    if symbol is None:
        return ""
    if symbol.value is None:
        return f"**{full_name}**: {symbol.kind} without a value"
    value = symbol.value
    rom = rom_text(full_name, value)
    if rom:
        return rom
    shown = address_text(value) if symbol.kind == "label" else f"${value & 0xFFFF:X} = {value}"
    words = [f"**{full_name}** = {shown}", symbol.kind]
    debug = made.debug
    known = debug.symbols.get(full_name) if debug else None
    if known is not None and known.size:
        words.append(f"{known.size} bytes")
        cost = _cost(made, absolute(symbol.file), value, known.size)
        words += [f"{cost.cycles()} cycles, the sum of its lines"] if cost.most else []
    rows = [", ".join(words)]
    contract = debug.contract_at(value) if debug and symbol.kind == "label" else None
    if contract is not None and contract.name == full_name:
        rows += ["", contract.purpose, "", *_contract_rows(contract)]
    return "\n".join(rows)


def _contract_rows(contract: Contract) -> list[str]:
    """Return the fields of a contract block as a list."""
    fields = {"in": contract.takes, "out": contract.returns,
              "changes": " ".join(sorted(contract.changes)),
              "keeps": " ".join(sorted(contract.keeps)), "flags": contract.flags,
              "cycles": contract.cycles, "vectors": contract.vectors,
              "stack": "" if contract.stack is None else str(contract.stack),
              "leaves": contract.leaves, "RAM": contract.ram}
    return [f"- {name}: {text}" for name, text in fields.items() if text]


def _cost(made: Assembled, path: str, address: int, size: int) -> Cost:
    """Return the cost of the lines with code between two addresses of a file."""
    total = Cost()
    lines = {item.place.line - 1 for start, data, item in made.program.chunks
             if data and address <= start < address + size}
    for line, cost in costs_by_line(made, path).items():
        if line in lines:
            total.add(cost)
    return total


def rom_text(name: str, value: int) -> str:
    """Return the contract of a routine of the executive ROM; empty for other symbols."""
    if not vectrex.ROM_FIRST <= value <= vectrex.ROM_LAST:
        return ""
    try:
        return "\n\n".join(sections(name)).strip()
    except UsageError:
        return ""
