"""What an editor asks about a source: what is here, where is it defined, where is it used.

Everything works on a Program and the texts of its files; lines and columns count from 0, as editors
count them.  `vecx lsp` speaks the protocol.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from asm import isa
from asm.directives import DIRECTIVES
from asm.disasm import decode
from asm.encode import Fixed, Instruction
from asm.lexer import LABEL
from asm.operations import OPERATIONS
from asm.program import Program
from asm.symbols import Symbol

_WORD = re.compile(r"(?<![\w$%@.])(?:[.@]?[A-Za-z_][\w.$]*@?|\d+\$)")
_NOT_CODE = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\\])\'|;.*')


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of one line: file, line, first column, column after the last; all from 0."""

    file: str
    line: int
    start: int
    end: int


def word_at(text: str, column: int) -> tuple[str, int, int] | None:
    """The name at a column of a line, and its columns; None in comments and strings."""
    for word, start, end in words(text):
        if start <= column <= end:
            return word, start, end
    return None


def words(text: str) -> Iterator[tuple[str, int, int]]:
    """Every name in a line outside comments and strings."""
    if text[:1] == "*":
        return
    code = _NOT_CODE.sub(lambda match: " " * len(match.group()), text)
    for match in _WORD.finditer(code):
        yield match.group(), match.start(), match.end()


def scope_at(program: Program, file: str, line: int) -> str:
    """The last global label at or above a line of a file."""
    best, found = -1, ""
    for name, symbol in program.symbols.items():
        if symbol.kind == "label" and "." not in name and symbol.file == file:
            at = symbol.line - 1
            if best < at <= line:
                best, found = at, name
    return found


def symbol_at(program: Program, file: str, line: int, word: str) -> Symbol | None:
    """The symbol that a name means on a line."""
    if word[0] in ".@" or word[-1] in "@$":
        word = f"{scope_at(program, file, line)}.{word.lstrip('.')}"
    return program.symbols.get(word)


def definition(program: Program, file: str, line: int, text: str, column: int) -> Span | None:
    """Where the symbol at a place is defined."""
    found = word_at(text, column)
    symbol = symbol_at(program, file, line, found[0]) if found else None
    if symbol is None or symbol.kind == "define":
        return None
    shown = symbol.name.rpartition(".")[2]
    start = symbol.start + (symbol.place.text[symbol.start:symbol.start + 1] == ".")
    return Span(symbol.file, symbol.line - 1, start, start + len(shown))


def references(program: Program, texts: Mapping[str, str], symbol: Symbol) -> list[Span]:
    """Every place in the files of a program that names a symbol, its definition included."""
    found = []
    shown = symbol.name.rpartition(".")[2]
    for file in [*texts]:
        for line, text in enumerate(texts[file].splitlines()):
            if shown not in text:
                continue
            for word, _, end in words(text):
                bare = word.rpartition(".")[2]
                if bare == shown and symbol_at(program, file, line, word) is symbol:
                    found.append(Span(file, line, end - len(bare), end))
    return found


def rename(program: Program, texts: Mapping[str, str], symbol: Symbol, name: str) -> list[Span]:
    """The places to change for a new name.

    Errors: ValueError if it cannot be a name, or is taken
    """
    local = "." in symbol.name
    bare = name.lstrip(".") if local else name
    if not LABEL.match(bare) or bare.isdigit() or "." in bare:
        raise ValueError(f"{name!r} cannot be a symbol")
    full = f"{symbol.name.rpartition('.')[0]}.{bare}" if local else bare
    if full in program.symbols:
        raise ValueError(f"{full!r} is taken")
    return references(program, texts, symbol)


def hover(program: Program, file: str, line: int, text: str, column: int) -> str:
    """What there is to say about the name or the instruction at a place; empty if nothing."""
    found = word_at(text, column)
    if found is None:
        return ""
    word = found[0]
    symbol = symbol_at(program, file, line, word)
    lowered = word.lower()
    if symbol is not None and not (lowered in OPERATIONS and found[1] > 0):
        value = "unknown"
        if symbol.value is not None:
            value = f"${symbol.value & 0xFFFF:04X} ({symbol.value})"
        where = "command line" if symbol.kind == "define" else f"{symbol.file}:{symbol.line}"
        return f"{symbol.name} = {value}, {symbol.kind}, {where}"
    if lowered in OPERATIONS:
        return _instruction(program, file, line, word.upper())
    if lowered in DIRECTIVES:
        return (DIRECTIVES[lowered][0].__doc__ or "").partition("\n")[0]
    return ""


def _instruction(program: Program, file: str, line: int, name: str) -> str:
    """Address, bytes and cycles of the instruction on a line, and its flags."""
    modes = isa.BY_MNEMONIC[name]
    flags = " ".join(f"{flag}{mark}" for flag, mark in zip("HNZVC", next(
        iter(modes.values())).flags, strict=True) if mark != ".")
    parts = []
    for address, data, item in program.chunks:
        place = item.place
        if place.line - 1 == line and place.file == file and isinstance(item, (Fixed, Instruction)):
            decoded = decode(data, 0, address)
            if decoded is not None:
                cycles = str(decoded.cycles) if decoded.cycles == decoded.cycles_most else (
                    f"{decoded.cycles} or {decoded.cycles_most}")
                parts.append(f"${address:04X}: {data.hex(' ').upper()}, {cycles} cycles")
    parts.append(f"flags {flags}" if flags else "no flags")
    return f"{name}: " + "; ".join(parts[:4])


def completions(program: Program) -> list[tuple[str, str]]:
    """Every word that may be written, with what it is: symbols, instructions, directives."""
    found = [(name.rpartition(".")[2] if "." in name else name,
              f"{symbol.kind} ${(symbol.value or 0) & 0xFFFF:04X}")
             for name, symbol in program.symbols.items()]
    found += [(name, "instruction") for name in OPERATIONS]
    found += [(name, "directive") for name in DIRECTIVES if name.isalpha()]
    return sorted(dict(found).items())
