"""Completions at a place in a source: instructions, directives, macros, symbols and files."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from asm import vectrex
from asm.assembler.conditions import ALL
from asm.assembler.directives import DIRECTIVES, OWN_DIRECTIVES
from asm.assembler.operations import OPERATIONS
from asm.output.likely_dialect import is_word_of
from asm.syntax.dialects import Dialect
from asm.syntax.lexer import divide, is_local

from ..console.includes import CONVERTERS
from ..console.manual import sections
from ..console.roms import include_dirs
from ..errors import UsageError
from .index import CALLS, FileIndex
from .workspace import SUFFIXES, Assembled

FILE_OPERATIONS = ("include", "includebin", "incbin", ".include", "asset")
FILES_MOST = 500
INPUTS_MOST = 1024      # symbols whose inputs are kept
_FIELD = re.compile(r"\$\{\d+:(\w+)\}")
# What an input of a ROM routine looks like in its contract, and the instruction that provides it.
_INPUTS = {"X ->": "ldx     #{}", "U ->": "ldu     #{}", "A =": "lda     #{}", "B =": "ldb     #{}",
           "D =": "ldd     #{}"}


@dataclass
class Offer:
    """A completion: its label, its kind, and a remark.

    snippet  the text to insert instead of the label, with fields such as ${1:name}
    """

    label: str
    kind: str
    detail: str = ""
    snippet: str = ""

    @property
    def plain(self) -> str:
        """The text to insert, with the names of the fields in their places."""
        return _FIELD.sub(r"\1", self.snippet)


def offers(made: Assembled, path: str, index: FileIndex, dialect: Dialect, line: int,
           column: int) -> list[Offer]:
    """Return the completions at a line and column of a file, both counted from 0."""
    text = index.lines[line][:column] if line < len(index.lines) else ""
    if ";" in text:
        return []
    label, operation, start, _ = divide(text)
    operation = operation.lower()
    if operation and start + len(operation) < len(text):
        if operation in FILE_OPERATIONS:
            return _files(path, tuple(CONVERTERS) if operation == "asset" else SUFFIXES)
        scope = index.scopes[line] if line < len(index.scopes) else ""
        return _symbols(made, scope, calls=operation in CALLS)
    if text[:1] in (" ", "\t") or label:
        return [*_operations(index, dialect), *_calls(made)]
    return []


def _operations(index: FileIndex, dialect: Dialect) -> list[Offer]:
    found = [Offer(name, "keyword", ", ".join(OPERATIONS[name][2])) for name in OPERATIONS]
    entries = {name: entry for name, entry in DIRECTIVES.items() if is_word_of(name, dialect)}
    entries |= {name: entry for (owner, name), entry in OWN_DIRECTIVES.items()
                if owner == dialect.own_words}
    found += [Offer(name, "directive", entry.purpose) for name, entry in entries.items()]
    dot = "." if dialect.name == "asxxxx" else ""
    found += [Offer(name, "directive") for name in (dot + name for name in ALL)
              if is_word_of(name, dialect)]
    return found + [Offer(name, "macro", ",".join(macro.parameters))
                    for name, macro in index.macros.items()]


def _calls(made: Assembled) -> list[Offer]:
    """Return completions that call routines of the ROM: each loads the input registers and jumps to
    the routine."""
    found = []
    for name, symbol in made.program.symbols.items():
        if symbol.value is None or not vectrex.ROM_FIRST <= symbol.value <= vectrex.ROM_LAST:
            continue
        takes = inputs_of(name)
        if takes is None:
            continue
        rows: list[str] = []
        for mark, row in _INPUTS.items():
            if mark in takes:
                rows.append(row.format(f"${{{len(rows) + 1}:{mark[0].lower()}}}"))
        found.append(Offer(name, "function", takes, "\n\t".join([*rows, f"jsr     {name}"])))
    return found


@lru_cache(INPUTS_MOST)
def inputs_of(name: str) -> str | None:
    """Return the inputs of a ROM routine as its contract states them; None for other symbols."""
    try:
        rows = sections(name)[0].splitlines()
    except UsageError:
        return None
    return next((row.removeprefix("- in: ") for row in rows if row.startswith("- in: ")), None)


def _symbols(made: Assembled, scope: str, *, calls: bool) -> list[Offer]:
    found = []
    for name, symbol in made.program.symbols.items():
        head, dot, tail = name.rpartition(".")
        shown = name
        if dot and head == scope and symbol.kind == "label":
            shown = f".{tail}"
        elif (dot and symbol.kind == "label") or is_local(name):
            continue        # a local label of another scope
        if calls and symbol.kind not in ("label", "equ"):
            continue
        value = "" if symbol.value is None else f"${symbol.value & 0xFFFF:04X}"
        found.append(Offer(shown, "function" if symbol.kind == "label" else "constant", value))
    return found


def _files(path: str, suffixes: tuple[str, ...]) -> list[Offer]:
    found: dict[str, Offer] = {}
    for folder in (Path(path).parent, *include_dirs()):
        for place, _, names in os.walk(folder):
            below = os.path.relpath(place, folder)
            if len(found) >= FILES_MOST or below.count(os.sep) > 1:
                break
            for name in sorted(names):
                if name.lower().endswith(suffixes):
                    shown = name if below == "." else f"{Path(below).as_posix()}/{name}"
                    found.setdefault(shown, Offer(shown, "file"))
    return list(found.values())
