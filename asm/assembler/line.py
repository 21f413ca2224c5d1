"""A line of source as it is read: the record that `parse` (parse.py) makes of its text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from asm.assembler.encode import Statement
from asm.assembler.pass_state import Run
from asm.syntax.diagnostics import Fault
from asm.syntax.lexer import Slip

# Returns the statement of a line for the present state of the run.
Resolve = Callable[[Run], Statement]


class Line:
    """A parsed line.  It depends only on its text and the dialect, and nothing changes it.

    label      the label, or an empty string
    operation  the operation as written, or an empty string; word  the same in lower case
    plain      the line only defines its label and adds a statement: `statement`, or the result of
               `resolve`, or none
    """

    __slots__ = ("label", "operation", "resolve", "statement", "word")
    plain: bool = True

    def __init__(self, label: str, operation: str, word: str, statement: Statement | None = None,
                 resolve: Resolve | None = None) -> None:
        self.label = label
        self.operation = operation
        self.word = word
        self.statement = statement
        self.resolve = resolve


class FullLine(Line):
    """A line with all its parts.

    code       the text; without the comment, in dialects in which a blank ends the operand
    start, end the columns of the operation and of its operand
    condition  the word of the IF family, such as `endif` for END IF, or an empty string
    entry      the directive, or None
    operands   what the directive or condition has read of the operand
    slips      mistakes that only cause warnings
    refused    why the line cannot be read, or None
    unknown    the operation is not an instruction or a directive
    labelled_after  the label is defined after the statement
    then       the column of another label or statement on the line, or 0
    """

    __slots__ = ("code", "condition", "end", "entry", "labelled_after", "operands", "plain",
                 "refused", "slips", "start", "then", "unknown")

    def __init__(self, code: str, label: str, operation: str, start: int, end: int) -> None:
        super().__init__(label, operation, operation.lower())
        self.plain = False
        self.code = code
        self.start = start
        self.end = end
        self.condition = ""
        self.entry: Any = None
        self.operands: Any = None
        self.slips: tuple[Slip, ...] = ()
        self.refused: Fault | None = None
        self.unknown = self.labelled_after = False
        self.then = 0

    def rest(self) -> str:
        """Return the operand as written, without blanks around it and without the comment."""
        return self.code[self.end:].partition(";")[0].strip()

    def fault(self, code: str, text: str, hint: str = "") -> Fault:
        """Return a fault that points at the operation."""
        return Fault(code, text, self.start, self.start + len(self.operation),
                     hints=[hint] if hint else [])
