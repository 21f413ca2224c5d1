"""The formatter: moves labels, operations, operands and comments to their columns.

Mnemonics and directives become lower case.  The meaning of a source does not change, and formatting
twice gives the same result as once.
"""

from __future__ import annotations

from asm.assembler.mnemonics import is_word
from asm.assembler.words import Kind, comment_start, words_of
from asm.syntax.lexer import divide

OPERATION_COLUMN = 16       # counted from 0: label 1, operation 17, operand 25, comment 41
OPERAND_COLUMN = 24
COMMENT_COLUMN = 40
TAB = 8                     # a comment after a long operand goes to the next multiple


def format_source(text: str) -> str:
    """Format a source.

    Args:    text  the source, any line ends
    Returns: the source with line feeds, tabs only in strings, no blanks at line ends, and a line
             feed at its end
    Errors:  none; a line that cannot be parsed is not changed

    >>> format_source("loop LDA #1 ; one\\n")
    'loop            lda     #1              ; one\\n'
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").partition("\x1a")[0].split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    formatted, before, after = [], -1, -1
    for line in lines:
        bare = line.expandtabs(8)
        column = len(bare) - len(bare.lstrip())
        if bare.lstrip().startswith(";") and column and column == before:
            formatted.append(" " * after + bare.strip())    # continues the comment above
            continue
        made = format_line(line)
        before, after = _comment_column(line), _comment_column(made)
        formatted.append(made)
    return "".join(line + "\n" for line in formatted)


def _comment_column(line: str) -> int:
    """Return the column, counted from 0, of the comment after a statement; -1 if there is no
    comment."""
    if not line.strip() or line.lstrip()[0] in ";*":
        return -1
    _, operation, _, start = divide(line)
    end = _operand(line, start)[1] if operation else start
    rest = line[end:]
    return len(line[:end + len(rest) - len(rest.lstrip())].expandtabs(8)) if rest.strip() else -1


def format_line(line: str) -> str:
    bare = line.rstrip(" \t")
    if line.count("'") % 2 and bare[-1:] == "'" and bare != line:
        return bare.expandtabs(8) + line[len(bare)]     # the blank is the character
    line = line.rstrip()
    stripped = line.lstrip()
    if not stripped or stripped[0] in ";*":
        return line.expandtabs(8)
    label, operation, start, end = divide(line)
    if line[0] in " \t" and (label or operation[-1:] == ":"):
        return line.expandtabs(8)       # an indented label
    head = line[:start if operation else end].rstrip()
    if not operation:
        return _with_comment(head, line[end:])
    if is_word(operation.lower()):
        operation = operation.lower()
    operand, end = _operand(line, end)
    if operation == "=" and label and operand:
        return _with_comment(f"{_column(head, OPERATION_COLUMN)}= {operand}", line[end:])
    text = _column(head, OPERATION_COLUMN) + operation
    if operation == "end" and operand.lower() == "struct":
        text += " struct"
    elif operand:
        text = _column(text, OPERAND_COLUMN) + operand
    return _with_comment(text, line[end:])


def _column(text: str, column: int) -> str:
    """Pad a text with blanks up to a column; add at least one blank."""
    return text.ljust(column) if len(text) < column else text + " "


def _with_comment(text: str, rest: str) -> str:
    """Append the text after the operand, starting in the comment column."""
    comment = rest.strip().expandtabs(8)
    if not comment:
        return text.rstrip()
    column = max(COMMENT_COLUMN, (len(text) // TAB + 1) * TAB)
    return _column(text, column) + comment


def _operand(line: str, start: int) -> tuple[str, int]:
    """Return the operand, with tabs outside strings replaced by blanks, and its end: the comment's
    semicolon or the end of the line."""
    end = comment_start(line)
    parts = []
    for word in words_of(line):
        if word.kind is Kind.STRING and start <= word.start < end:
            parts += [line[start:word.start].replace("\t", " "), word.text]
            start = word.end
    parts.append(line[start:end].replace("\t", " "))
    return "".join(parts).rstrip(), end
