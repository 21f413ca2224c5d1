"""Divides source lines into words with their columns, for the formatter and for editors.

A line that the assembler refuses has words too: it may be half typed.  The same line gives the same
words in every dialect.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from asm.assembler.directives import DIRECTIVES, is_delimited
from asm.assembler.operations import OPERATIONS
from asm.syntax.lexer import divide, is_local

CACHE_LINES = 1 << 16
REGISTERS = frozenset("a b d x y u s pc pcr dp cc".split())
# Directives whose label is a symbol with a value, or the name of a macro or a structure.
ASSIGNMENTS = frozenset("equ set = == macro struct".split())
_QUOTED = re.compile(r"(?P<string>'(?:\\.|[^'\\])*')")
_WORD = re.compile(r"""
    (?P<string>"(?:\\.|[^"\\])*"?)
  | (?P<character>'(?:\\.|[^\\'\s]'?|[ \t]'))
  | (?P<number>\$[0-9A-Fa-f_]+|%[01_]+(?!\w)|@[0-7]+(?!\w)|[0-9][0-9A-Za-z_]*(?!\$))
  | (?P<name>[A-Za-z_][\w.$]*[@?]?|[.@?][A-Za-z_][\w$]*|[0-9]+\$|\\[\w?]+)
  | (?P<comment>;.*)
  | (?P<blank>[ \t]+)
  | (?P<open>[(\[{])
  | (?P<close>[)\]}])
  | (?P<other>.)
""", re.VERBOSE | re.DOTALL)


class Kind(Enum):
    """The kind of a word."""

    LABEL = "label"
    OPERATION = "operation"
    NAME = "name"
    REGISTER = "register"
    NUMBER = "number"
    STRING = "string"
    COMMENT = "comment"
    OTHER = "other"


class Word(NamedTuple):
    """A word: its kind, its columns `start` to `end` - 1, counted from 0, and its text."""

    kind: Kind
    start: int
    end: int
    text: str


@lru_cache(CACHE_LINES)
def words_of(line: str) -> tuple[Word, ...]:
    """Return the words of a line, from left to right, without blanks.

    >>> [(word.kind.value, word.text) for word in words_of("loop lda speed ; go")]
    [('label', 'loop'), ('operation', 'lda'), ('name', 'speed'), ('comment', '; go')]
    """
    bare = line.lstrip()
    if not bare or bare[0] == ";" or line[0] == "*":
        start = len(line) - len(bare)
        return (Word(Kind.COMMENT, start, len(line), bare),) if bare else ()
    label, operation, at, start = divide(line)
    found = []
    if label:
        begin = line.find(label)
        found.append(Word(Kind.LABEL, begin, begin + len(label), label))
    if operation:
        found.append(Word(Kind.OPERATION, at, at + len(operation), operation))
    lower = operation.lower()
    if is_delimited(lower) and start < len(line) and not line[start].isalnum() \
            and line[start] not in ";$%@(":
        closing = line.find(line[start], start + 1)
        end = closing + 1 if closing > 0 else len(line)
        found.append(Word(Kind.STRING, start, end, line[start:end]))
        start = end
    entry = DIRECTIVES.get(lower)
    found += _operand(line, start, lower in OPERATIONS, entry is not None and bool(entry.strings))
    return tuple(found)


def _operand(line: str, start: int, is_instruction: bool, has_strings: bool) -> list[Word]:
    """Return the words of an operand and of the comment after it; a blank can begin the comment.

    Args: has_strings  single quotes may enclose a string
    """
    found: list[Word] = []
    complete = False        # a blank may end the operand here
    while match := (has_strings and _QUOTED.match(line, start)) or _WORD.match(line, start):
        start = match.end()
        kind, text = match.lastgroup, match.group()
        following = line[match.end():match.end() + 1]
        if kind == "blank":
            if complete and following and following not in ";,+-*/%&|^<>=!?:":
                found.append(Word(Kind.COMMENT, match.end(), len(line), line[match.end():]))
                return found
            continue
        where = match.start(), match.end(), text
        if kind == "comment":
            found.append(Word(Kind.COMMENT, *where))
        elif kind in ("string", "character"):
            found.append(Word(Kind.STRING, *where))
        elif kind == "number":
            found.append(Word(Kind.NUMBER, *where))
        elif kind == "name":
            is_register = is_instruction and text.lower() in REGISTERS \
                and line[match.start() - 1] not in "#<>"
            found.append(Word(Kind.REGISTER if is_register else Kind.NAME, *where))
        else:
            found.append(Word(Kind.OTHER, *where))
        complete = kind != "open" and (kind != "other" or (text == "*" and not complete))
    return found


def comment_start(line: str) -> int:
    """Return the column of the `;` that begins a comment, or the length of the line."""
    for word in words_of(line):
        if word.kind is Kind.COMMENT:
            return next((match.start() for match in _WORD.finditer(line, word.start)
                         if match.lastgroup == "comment"), len(line))
    return len(line)


def operation_of(line: str) -> str:
    """Return the operation of a line in lower case, or an empty string."""
    return next((word.text.lower() for word in words_of(line) if word.kind is Kind.OPERATION), "")


def word_at(line: str, column: int) -> Word | None:
    """Return the word that contains or touches a column."""
    at = [word for word in words_of(line) if word.start <= column <= word.end]
    return next((word for word in at if word.kind is not Kind.OTHER), None) if at else None


def starts_scope(label: str, operation: str) -> bool:
    """Return whether a label begins a new scope of local labels."""
    return not is_local(label) and not label.isdecimal() and operation not in ASSIGNMENTS
