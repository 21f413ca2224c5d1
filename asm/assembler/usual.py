"""A fast path for most lines: a plain label, and an instruction or data with a plain operand.

One pattern reads the whole line.  The result is the same as that of operations.py and
directives.py, which read all other lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from sys import intern
from typing import Any

from asm.assembler import operations
from asm.assembler.directives import DIRECTIVES
from asm.assembler.encode import Bytes, Fixed, FixedSize, Form, Immediate, Item, immediate_data
from asm.assembler.items import Data
from asm.assembler.mnemonics import is_word
from asm.assembler.operations import OPERATIONS
from asm.cpu import isa
from asm.syntax import parser
from asm.syntax.dialects import DIALECTS
from asm.syntax.expr import Binary, Expr, Name, Number
from asm.syntax.lexer import pattern

# A label; the operation; the operand, which is a name or a number, perhaps an offset, `#` or a size
# before it, a register after it, or else a list of names and numbers; a comment.  Names of one or
# two letters are left out, because they may be registers.
_LINE = pattern(r"""
    (?:([^\s;:=]+):?)?
    (?:[ \t]+ (\w+)
        (?:[ \t]+
            ((?:([#<>]?)(?:([A-Za-z_]\w{2,})|\$([0-9A-Fa-f]{1,6})|([0-9]{1,6}))
                (?:([+-])([0-9]{1,6}))?)?
             (?:,([xyusXYUS]))?
             (?=[ \t]*(?:;|$))
            |[-+$0-9A-Za-z_]+(?:,[ \t]*[-+$0-9A-Za-z_]+)*))?)?
    [ \t]*(?:;|$)""", re.VERBOSE)
_NUMBER = pattern(r"[ \t]*([-+]?)(?:\$([0-9A-Fa-f]{1,8})|([0-9]{1,9}))\Z")

LIMITS = {1: (-0x80, 0xFF), 2: (-0x8000, 0xFFFF)}       # of a number, by its size in bytes
NAME_LENGTH_MIN = 3         # of a name in a list, as of one in `_LINE`
KNOWN_COUNT_MAX = 4096      # of numbers as they are written

_WIDTHS = {name: known.width for name, known in DIRECTIVES.items() if known.width}
_IN_LOWER_CASE = {word: lower for lower in _WIDTHS for word in (lower, lower.upper())}

# A list of numbers without a label and blanks; the quantifiers are possessive.
_LIST = pattern(r"[ \t]++([.\w]++)[ \t]++([-+$0-9A-Fa-f,]++)[ \t]*(?:;|$)")

# The parsed form of a line: label, operation, the operation as written, and the three parts of its
# Form, the first of them None for a label alone.
Known = tuple[str | None, str, str, Callable[..., Item] | None, tuple[Any, ...], bool]


def known_of(label: str | None, word: str, form: Form | None) -> Known:
    """Return the parsed form of a line.  Args: word  the operation as the source writes it."""
    return label, intern(word.lower()), intern(word), *(form or (None, (), False))


def read_usual(dialect: str, text: str) -> Known | None:
    """Read a line of the usual form; return None for any other line.

    Args: dialect  its name
    """
    match = _LIST.match(text)
    if match is not None:
        word, operand = match.groups()
        lower = _IN_LOWER_CASE.get(word, "")
        made = _plain(_WIDTHS[lower], operand) if lower else None
        if made is not None:
            return None, lower, word, Bytes, (made,), False
    match = _LINE.match(text)
    if match is None:
        return None
    label, word, operand, before, name, digits, decimal, operator, distance, register = \
        match.groups()
    if word is None:
        return None if label is None or is_word(label.lower()) else (
            label, "", "", None, (), False)
    shape = None
    if before is not None or register or not operand:
        shape = _shape(dialect, word, before, register)
    if shape is None:
        form = _data(dialect, word.lower(), operand, match.start(3)) if operand else None
        return None if form is None else known_of(label, word, form)
    lower, word, make, first, rest, of_run = shape
    expr: Expr
    if name:
        expr = Name(name, *match.span(5))
    elif digits:
        expr = Number(int(digits, 16), match.start(6) - 1, match.end(6))
    elif decimal:
        expr = Number(int(decimal), *match.span(7))
    else:
        return label, lower, word, make, first, of_run
    if operator:
        expr = Binary(operator, expr, Number(int(distance), *match.span(9)))
    elif before == "#" and make is FixedSize and type(expr) is Number:
        data = immediate_data(rest[0][0], expr.number)
        if data is not None:
            return label, lower, word, Immediate, (*first, expr, rest[0], data), False
    return label, lower, word, make, (*first, expr, *rest), of_run


@cache
def _shape(dialect: str, word: str, before: str | None, register: str | None) -> tuple[
        str, str, Callable[..., Item], tuple[Any, ...], tuple[Any, ...], bool] | None:
    """Return the parts of an instruction's form that do not depend on the number in its operand.

    These are the operation in lower case and as written, the kind of item, its arguments before and
    after the number, and whether it needs the run.

    Args:    before    the prefix of the number, None without a number
             register  the index register, or None
    Returns: None if it is not an instruction, or if the form depends on more than that
    """
    lower = word.lower()
    operation = OPERATIONS.get(lower)
    if operation is None:
        return None
    kind, name, modes = operation
    if kind == isa.INHERENT:
        plain = before is None and register is None
        opcode = modes[kind].opcode_bytes
        return (lower, word, Fixed, (opcode,), (), False) if plain else None
    if kind in (isa.RELATIVE8, isa.RELATIVE16):
        if before != "" or register:
            return None
        return (lower, word, operations.branch, (name,), (), True)
    if kind != "memory" or (before is None and register is None) or (before == "#" and register):
        return None
    if before == "#":
        operand = parser.Operand(parser.IMMEDIATE, Number(0, 0, 0), "", "", "", False, 0, 0)
    elif before is None:
        assert register is not None
        operand = parser.Operand(parser.NO_OFFSET, None, "", register.upper(), ",R", False, 0, 0)
    else:
        operand = parser.Operand(parser.OFFSET if register else parser.ADDRESS, Number(0, 0, 0),
                                 before, (register or "").upper(), "", False, 0, 0)
    form = operations.plain_form(DIALECTS[dialect], name, modes, operand)
    if form is None:
        return None
    make, arguments, of_run = form
    return (lower, word, make, arguments, (), of_run) if before is None else (
        lower, word, make, (name,), arguments[2:], of_run)


def _data(dialect: str, word: str, operand: str, start: int) -> Form | None:
    """Return the numbers and names of an FCB or FDB; None for an operand of another form."""
    width = _WIDTHS.get(word)
    if width is None or (DIALECTS[dialect].blank_ends_operand and len(operand.split()) > 1):
        return None
    values: list[Expr | bytes] = []
    named = False
    for item in operand.split(","):
        end = start + len(item)
        text = item.lstrip(" \t")
        if text.isidentifier() and len(text) >= NAME_LENGTH_MIN:
            values.append(Name(text, end - len(text), end))
            named = True
        else:
            number = _number(text)
            if number is None:
                return None
            values.append(Number(number, end - len(text), end))
        start = end + 1
    made = None if named else _plain(width, operand)
    if made is not None:
        return Bytes, (made,), False
    return None if "+" in operand else (Data, (values, width), False)


def _plain(width: int, operand: str) -> bytes | None:
    """Return the bytes of a list of numbers if all of them fit; None for any other list."""
    try:
        return b"".join(map(_SPELLED[width].__getitem__, operand.split(",")))
    except KeyError:
        return None


class _Spelled(dict[str, bytes]):
    """A cache from the text of a number to its bytes; raises KeyError if the text is not a number
    or the number is too large."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.width = width

    def __missing__(self, item: str) -> bytes:
        number = _number(item)
        least, most = LIMITS[self.width]
        if number is None or not least <= number <= most:
            raise KeyError(item)
        made = (number & (1 << 8 * self.width) - 1).to_bytes(self.width, "big")
        if len(self) < KNOWN_COUNT_MAX:
            self[item] = made
        return made


_SPELLED = {width: _Spelled(width) for width in LIMITS}


@lru_cache(KNOWN_COUNT_MAX)
def _number(item: str) -> int | None:
    """Return the value of a number given as text; None for any other text."""
    match = _NUMBER.match(item)
    if match is None:
        return None
    sign, digits, decimal = match.groups()
    value = int(digits, 16) if digits else int(decimal)
    return -value if sign == "-" else value
