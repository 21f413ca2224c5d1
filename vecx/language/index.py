"""Where the names of a file are defined and used; each line is parsed once.

Local labels have their full name, `global.local`, as in `Program.symbols`.  Names in strings and
comments do not count, except those in contract blocks: a routine's name before the colon.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from asm.assembler.operations import OPERATIONS
from asm.assembler.words import CACHE_LINES, Kind, Word, operation_of, starts_scope, words_of
from asm.syntax.expr import local_name
from asm.syntax.lexer import is_local

CALLS = frozenset("jsr bsr lbsr jmp bra lbra".split())
_CONTRACT = re.compile(r"; (\w+(?:, \w+)*):")
_BLOCKS = {"macro": "endm", "rept": "endr", "struct": "ends", "if": "endif"}
_ENDS = frozenset(_BLOCKS.values())


class Use(NamedTuple):
    """A name in a source: its line (counted from 0), its columns, and whether it is defined
    there."""

    line: int
    start: int
    end: int
    defines: bool


class Macro(NamedTuple):
    """A macro: the lines of its MACRO and ENDM, counted from 0, and its parameters."""

    first: int
    last: int
    parameters: tuple[str, ...]


@lru_cache(CACHE_LINES)
def _names_of(line: str) -> tuple[str, tuple[Word, ...]]:
    """Return the operation of a line in lower case, and the words that may be names."""
    lower = operation_of(line)
    return lower, tuple(word for word in words_of(line) if word.kind in (Kind.LABEL, Kind.NAME) or (
        word.kind is Kind.OPERATION and lower not in OPERATIONS))


class FileIndex:
    """The names of one text.

    uses    of each full name, in the order of the text
    macros  by name
    calls   of each routine: the routines that it calls or jumps to, with the place
    labels  the lines where global labels begin routines or data: line and name, ascending
    folds   first and last line of macros, repetitions, conditions, structures and comments
    """

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.uses: dict[str, list[Use]] = defaultdict(list)
        self.macros: dict[str, Macro] = {}
        self.calls: dict[str, list[tuple[str, Use]]] = defaultdict(list)
        self.labels: list[tuple[int, str]] = []
        self.folds: list[tuple[int, int]] = []
        self.scopes: list[str] = []         # the global label of each line
        self._open: list[tuple[str, int, str, str]] = []
        self._comment = -1
        scope = ""
        for number, line in enumerate(lines):
            scope = self._line(number, line, scope)
            self.scopes.append(scope)
        self._end_comment(len(lines))

    def _line(self, number: int, line: str, scope: str) -> str:
        """Add a line; return the global label that local labels of the line belong to."""
        words = words_of(line)
        if words and words[0].kind is Kind.COMMENT and len(words) == 1:
            if self._comment < 0:
                self._comment = number
            match = _CONTRACT.match(line)
            for name in re.finditer(r"\w+", match[1]) if match else ():
                self._add(name[0], number, name.start() + 2, name.end() + 2)
            return scope
        if self._comment >= 0:
            self._end_comment(number)
        lower, names = _names_of(line)
        struct = next((name for kind, _, name, _ in self._open if kind == "struct"), "") \
            if self._open else ""
        for word in names:
            if word.kind is Kind.LABEL:
                full = self.full_name(word.text, scope)
                if struct:
                    full = f"{struct}.{word.text}"
                elif starts_scope(word.text, lower):
                    scope = full = word.text
                    self.labels.append((number, word.text))
                self._add(full, number, word.start, word.end, defines=True)
            elif word.kind is Kind.NAME and lower != "struct":
                self._add(self.full_name(word.text, scope), number, word.start, word.end)
                if lower in CALLS and not is_local(word.text) and scope:
                    use = Use(number, word.start, word.end, defines=False)
                    self.calls[scope].append((word.text, use))
            elif word.kind is Kind.OPERATION:
                self._add(word.text, number, word.start, word.end)
        if lower not in OPERATIONS:
            label = names[0].text if names and names[0].kind is Kind.LABEL else ""
            self._fold(number, lower, label,
                       [word.text for word in names if word.kind is Kind.NAME])
        return scope

    def _fold(self, number: int, operation: str, label: str, names: list[str]) -> None:
        """Record the blocks that a line opens or closes."""
        kind = "if" if operation.startswith("if") else operation
        if kind in _BLOCKS:
            name = label or (names[0] if names else "")
            self._open.append((kind, number, name, ",".join(names if label else names[1:])))
        elif operation in _ENDS or (operation in ("end", "endc") and self._open):
            if not self._open:
                return
            kind, first, name, parameters = self._open.pop()
            self.folds.append((first, number))
            if kind == "macro" and name:
                self.macros[name] = Macro(first, number, tuple(filter(None, parameters.split(","))))

    def _end_comment(self, number: int) -> None:
        if 0 <= self._comment < number - 1:
            self.folds.append((self._comment, number - 1))
        self._comment = -1

    def _add(self, name: str, line: int, start: int, end: int, *, defines: bool = False) -> None:
        self.uses[name].append(Use(line, start, end, defines))

    @staticmethod
    def full_name(name: str, scope: str) -> str:
        """Return the full name of a symbol, given its name in the source and the scope."""
        return local_name(scope, name) if is_local(name) else name
