"""Formats the values of expressions, and the contents of memory given as `WHERE as KIND [COUNT]`.

    byte signed     8 bits, without or with a sign
    word sword      16 bits
    text            characters, up to $80 or any with bit 7
    bytes           in hexadecimal

Without COUNT a variable is shown in its whole size.
"""

import re
from collections.abc import Callable

from ...console.expression import Expression
from ...console.variables import Variable, text_of
from ...errors import UsageError, printable
from ..expressions import banked_place_of
from ..session import Session

KINDS = {"byte": (1, False), "signed": (1, True), "word": (2, False), "sword": (2, True),
         "text": (1, False), "bytes": (1, False)}
AS = re.compile(r"(.+?)\s+as\s+(\w+)(?:\s+(\d{1,5}))?\s*$")
COUNT_MAX = 256
TEXT_MAX = 40       # characters of a text of unknown size


def value_of(text: str, session: Session, frame: int = 0) -> Callable[[], str]:
    """Return a function that formats the present value of an expression, or of `WHERE as KIND`.

    Args:   frame  of the stack, whose locals the expression can name
    Errors: UsageError, VecxError for invalid text
    """
    match = AS.match(text)
    if not match:
        return shown_value(session.inspector.expression(text, frame=frame), session)
    address, bank, size, number, kind = _cells(match, session)
    machine = session.machine
    return lambda: in_words(machine.memory.read(address, size * number, bank), kind)


def variable_of(text: str, session: Session, frame: int = 0) -> Variable | None:
    """Return the variable of C that a text names, or None.

    Args:   frame  of the stack, whose locals the text can name
    Errors: UsageError, VecxError for an invalid expression
    """
    return None if AS.match(text) else session.inspector.expression(text, frame=frame).named()


def _cells(match: re.Match[str], session: Session) -> tuple[int, int, int, int, str]:
    """Return the address, bank, size, number and kind of the cells of `WHERE as KIND [COUNT]`."""
    where, kind, count = match.groups()
    if kind not in KINDS:
        raise UsageError(f"unknown kind {kind}; use one of {', '.join(KINDS)}")
    machine = session.machine
    (address, bank), size = banked_place_of(where, machine), KINDS[kind][0]
    symbol = machine.names.symbol(where.strip())
    room = symbol.size // size if symbol else 0
    number = int(count) if count else room or (TEXT_MAX if kind == "text" else 1)
    if not 1 <= number <= COUNT_MAX:
        raise UsageError(f"count {number} is out of range; use 1 to {COUNT_MAX}")
    return address, bank, size, min(number, (0x10000 - address) // size), kind


def cell_of(text: str, session: Session, frame: int = 0) -> tuple[int, int] | None:
    """Return the address and size of the memory shown by `[PLACE]`, `{PLACE}` or `WHERE as KIND`.

    Args:    frame  of the stack, whose locals the text can name
    Returns: None for other expressions
    Errors:  UsageError, VecxError for invalid text
    """
    match = AS.match(text)
    if not match:
        return session.inspector.expression(text, frame=frame).cell()
    address, _, size, number, kind = _cells(match, session)
    if number > 1 or kind in ("text", "bytes"):
        raise UsageError(f"{printable(text)} cannot be set; use a byte or a word")
    return address, size


def shown_value(value: Expression, session: Session) -> Callable[[], str]:
    """Return a function that formats a value.  If the expression is just a variable, the function
    formats its contents, and its address after them."""
    if value.variable() is None:
        return lambda: _part(value, session)
    if typed := value.named():
        return lambda: _typed(typed, session)
    holds = session.inspector.expression(f"[{value.text}]")
    return lambda: f"{both(holds())} at ${value():04X}"


def _part(value: Expression, session: Session) -> str:
    """Format a value; a local or a part of a variable of C as its type is."""
    variable = value.named()
    return both(value()) if variable is None or variable.is_number else _typed(variable, session)


def _typed(variable: Variable, session: Session) -> str:
    """Format a variable of C, and its address after it."""
    read = session.machine.read
    text = both(variable.decoded(read(variable.address, variable.size))) if variable.is_number \
        else text_of(variable, session.machine.debug, read)
    return f"{text} at ${variable.address:04X}"


def in_words(data: bytes, kind: str) -> str:
    """Format bytes as `WHERE as KIND` shows them.

    >>> in_words(bytes([255, 2]), "signed"), in_words(bytes([255, 2]), "word")
    ('-1 2', '65282 $FF02')
    >>> in_words(b"SCORE" + bytes([0x80, 1]), "text")
    '"SCORE"'
    """
    if kind == "bytes":
        return data.hex(" ").upper()
    if kind == "text":
        shown = "".join(chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}"
                        for byte in data[:next((at for at, byte in enumerate(data) if byte & 0x80),
                                               len(data))])
        return f'"{shown}"'
    size, signed = KINDS[kind]
    values = [int.from_bytes(data[at:at + size], "big", signed=signed)
              for at in range(0, len(data), size)]
    if len(values) > 1:
        return " ".join(map(str, values))
    return str(values[0]) if signed else both(values[0])


def both(value: int) -> str:
    return f"{value} ${value:X}" if value >= 0 else f"{value} -${-value:X}"
