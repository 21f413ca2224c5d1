"""Colours for the assembler's language: a lexer for Pygments, from the assembler's own words."""

import re
from collections.abc import Iterator

from pygments.lexer import Lexer
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
    _TokenType,
)

from asm.assembler.mnemonics import is_word
from asm.assembler.operations import OPERATIONS
from asm.assembler.words import ASSIGNMENTS, Kind, Word, words_of

MACROS = frozenset({"macro"})
CHECK = re.compile(r";[@!]")        # a comment that has an effect
SIGNS = frozenset("+-*/%&|^~!<>=?")
MARKS = frozenset("#,()[]{}:@$.'\\")
KINDS = {Kind.COMMENT: Comment.Single, Kind.NAME: Name, Kind.REGISTER: Name.Builtin,
         Kind.NUMBER: Number, Kind.STRING: String}


class AsmLexer(Lexer):
    """Divides source of the assembler into tokens, line by line.

    A character that cannot be in a line, outside strings and comments, is a token of type Error.
    """

    name = "6809 assembler of vecx"
    aliases = ("asm",)
    filenames = ("*.asm", "*.inc")

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """Yield position, type and text of each token."""
        start = 0
        for row in text.splitlines(keepends=True):
            line = row.rstrip("\r\n")
            for column, kind, part in _tokens(line):
                yield start + column, kind, part
            if len(row) > len(line):
                yield start + len(line), Whitespace, row[len(line):]
            start += len(row)


def _tokens(line: str) -> Iterator[tuple[int, _TokenType, str]]:
    words = words_of(line)
    operation = next((word.text.lower() for word in words if word.kind is Kind.OPERATION), "")
    column = 0
    for word in words:
        yield from _between(line, column, word.start)
        yield word.start, _type_of(word, operation), word.text
        column = word.end
    yield from _between(line, column, len(line))


def _type_of(word: Word, operation: str) -> _TokenType:
    if word.kind is Kind.LABEL:
        if operation in MACROS:
            return Name.Class
        return Name.Constant if operation in ASSIGNMENTS else Name.Label
    if word.kind is Kind.OPERATION:
        if operation in OPERATIONS:
            return Name.Function
        return Keyword if is_word(operation) else Name.Class        # a macro
    if word.kind is Kind.COMMENT and CHECK.match(word.text):
        return Comment.Special
    if word.kind is Kind.OTHER:
        return _sign(word.text)
    return KINDS[word.kind]


def _sign(text: str) -> _TokenType:
    if text in SIGNS:
        return Operator
    return Punctuation if text in MARKS else Error


def _between(line: str, start: int, end: int) -> Iterator[tuple[int, _TokenType, str]]:
    """Yield the tokens between two words: blanks, and the colon after a label."""
    for match in re.finditer(r"[ \t]+|.", line[start:end]):
        kind = Whitespace if match[0].isspace() else Punctuation if match[0] in ":=" else Error
        yield start + match.start(), kind, match[0]
