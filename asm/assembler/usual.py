"""The usual lines: a plain label, and an instruction or data with a plain operand.

One pattern reads the whole line, in half the time that the scanner takes; `parse` tries it first.
The result is that of operations.py and directives.py, which read all other lines.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from sys import intern

from asm.assembler.directives import DIRECTIVES
from asm.assembler.encode import Bytes, Fixed, Instruction, Statement, immediate_of
from asm.assembler.items import Data
from asm.assembler.line import Line, Resolve
from asm.assembler.mnemonics import is_word
from asm.assembler.operations import OPERATIONS, branch, instruction
from asm.cpu import isa
from asm.syntax.diagnostics import Fault
from asm.syntax.dialects import Dialect, named
from asm.syntax.expr import Binary, Expr, Name, Number
from asm.syntax.lexer import Scanner, pattern
from asm.syntax.parser import ADDRESS, IMMEDIATE, NO_OFFSET, OFFSET, Operand

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

_OCTAL = pattern(r"(?<![\w$])0[0-7]")

LIMITS = {1: (-0x80, 0xFF), 2: (-0x8000, 0xFFFF)}       # of a number, by its size in bytes
NAME_LENGTH_MIN = 3         # of a name in a list, as of one in `_LINE`
KNOWN_COUNT_MAX = 4096      # of numbers as they are written


def read_usual(dialect: Dialect, text: str) -> Line | None:
    """Read a line of the usual form; return None for any other line."""
    match = _LINE.match(text)
    if match is None or dialect.radix:
        return None
    label, word, operand, before, name, digits, decimal, operator, distance, register = \
        match.groups()
    label = label or ""
    if word is None:
        return None if is_word(label.lower()) else Line(label, "", "")
    if dialect.zero_is_octal and operand and _OCTAL.search(operand):
        return None
    lower = intern(word.lower())
    operation = OPERATIONS.get(lower)
    made: Statement | Resolve | None
    if operation is None:
        made = _data(dialect, lower, operand, match.start(3)) if operand else None
    else:
        expr: Expr | None = None
        if name:
            expr = Name(name, *match.span(5))
        elif digits:
            expr = Number(int(digits, 16), match.start(6) - 1, match.end(6))
        elif decimal:
            expr = Number(int(decimal), *match.span(7))
        elif operand and not register:      # a list
            return None
        if register and dialect.literal_zero_kept and name is None and operand[:2] == "0,":
            return None
        if operator:
            assert expr is not None
            expr = Binary(operator, expr, Number(int(distance), *match.span(9)))
        made = _instruction(dialect, lower, before or "", expr, register or "")
    if made is None:
        return None
    if isinstance(made, Statement):
        return Line(label, intern(word), lower, made)
    return Line(label, intern(word), lower, None, made)


def _instruction(dialect: Dialect, word: str, before: str, expr: Expr | None,
                 register: str) -> Statement | Resolve | None:
    """Return the statement of an instruction; None if its operand is not one of the usual ones.

    Args: before  `#`, `<`, `>` or nothing
    """
    kind, name, _ = OPERATIONS[word]
    if kind in (isa.RELATIVE8, isa.RELATIVE16):
        return branch(dialect, name, expr) if expr and not before and not register else None
    like = _pattern_of(dialect.name, word, before, expr is not None, register.upper())
    if not isinstance(like, Instruction) or expr is None:
        return like
    if before == "#":
        return immediate_of(name, expr, like.candidates)
    return type(like)(name, expr, like.candidates, like.forward_long)


@cache
def _pattern_of(dialect: str, word: str, before: str, has_number: bool,
                register: str) -> Statement | None:
    """Return the statement of an instruction, with 0 in place of its number, as in
    `_instruction`."""
    kind, name, modes = OPERATIONS[word]
    if kind == isa.INHERENT:
        return None if has_number or register else Fixed(modes[kind].opcode_bytes)
    if kind != "memory" or not (has_number or register) or (before == "#" and register):
        return None
    form = IMMEDIATE if before == "#" else (
        ADDRESS if not register else OFFSET if has_number else NO_OFFSET)
    operand = Operand(form, Number(0, 0, 0) if has_number else None,
                      "" if before == "#" else before, register,
                      ",R" if form == NO_OFFSET else "", False, 0, 0)
    scan = Scanner("", 0, named(dialect))
    try:
        made = instruction(scan, name, modes, operand)
    except Fault:
        return None
    return made if isinstance(made, Statement) and not scan.slips else None


def _data(dialect: Dialect, word: str, operand: str, start: int) -> Statement | None:
    """Return the numbers and names of an FCB or FDB; None for an operand of another form."""
    width = DIRECTIVES[word].width if word in DIRECTIVES else 0
    if not width or (dialect.blank_ends_operand and len(operand.split()) > 1):
        return None
    data = _plain(width, operand)
    if data is not None:
        return Bytes(data)
    values: list[Expr | bytes] = []
    for item in operand.split(","):
        end = start + len(item)
        text = item.lstrip(" \t")
        if text.isidentifier() and len(text) >= NAME_LENGTH_MIN:
            values.append(Name(text, end - len(text), end))
        else:
            number = _number(text)
            if number is None:
                return None
            values.append(Number(number, end - len(text), end))
        start = end + 1
    return None if "+" in operand else Data(values, width)


def _plain(width: int, operand: str) -> bytes | None:
    """Return the bytes of a list of numbers if all of them fit; None for any other list."""
    made = [_spelled(width, item) for item in operand.split(",")]
    return None if None in made else b"".join(filter(None, made))


@lru_cache(KNOWN_COUNT_MAX)
def _spelled(width: int, item: str) -> bytes | None:
    """Return the bytes of a number given as text; None if it is not a number or does not fit."""
    number = _number(item)
    least, most = LIMITS[width]
    if number is None or not least <= number <= most:
        return None
    return (number & (1 << 8 * width) - 1).to_bytes(width, "big")


def _number(item: str) -> int | None:
    """Return the value of a number given as text; None for any other text."""
    match = _NUMBER.match(item)
    if match is None:
        return None
    sign, digits, decimal = match.groups()
    value = int(digits, 16) if digits else int(decimal)
    return -value if sign == "-" else value
