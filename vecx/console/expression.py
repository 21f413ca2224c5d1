"""Conditions on a running machine, as they are typed: `score > 20 && ship_x == $7F`.

Numbers, operators and brackets are the assembler's: `$7F`, `%101`, `@17`, `'A'`, decimal; from the
loosest binding on `||`, `&&`, comparisons, `|`, `^`, `&`, shifts, `+ -`, `* / %`, then `- ! ~`.  A
name is a cell of the program, and stands for what the cell holds: a byte, or a word where two bytes
lie between it and the next name; a name that is no address, an EQU, for its value.  `#name` is the
address itself, `[address]` the byte there, `{address}` the word.  Further words: the registers
a b d x y u s pc dp cc, `frame` for the number of frames that have ended, `cycle` for the cycles
since power-on.  Comparisons are 1 or 0; a condition holds where it is not 0.
"""

import operator
import re
from collections.abc import Callable
from typing import Protocol

from asm.output.debuginfo import LABEL, DebugInfo

from ..chips.bus import RAM, RAM_BYTES
from ..errors import UsageError
from .registers import Registers

LENGTH_MAX = 500        # characters
DEPTH_MAX = 50          # of brackets
TOKEN = re.compile(r"""\s*(?:
    (\$[0-9A-Fa-f]{1,8}|0x[0-9A-Fa-f]{1,8}|%[01]{1,32}|@[0-7]{1,11}|[0-9]{1,10}|'[ -~]'?)
    |([A-Za-z_.][\w.$@?]*)
    |(\|\||&&|<<|>>|==|!=|<=|>=|[-+*/%&|^<>=!~()#{}\[\]]))""", re.VERBOSE)
LEVELS = (("||",), ("&&",), ("==", "=", "!=", "<", "<=", ">", ">="), ("|",), ("^",), ("&",),
          ("<<", ">>"), ("+", "-"), ("*", "/", "%"))
WORDS = (*Registers._fields, "d", "frame", "cycle")
Value = Callable[[], int]


class Readable(Protocol):
    """What an expression asks of a machine."""

    debug: DebugInfo

    @property
    def registers(self) -> Registers: ...
    @property
    def cycles(self) -> int: ...
    @property
    def frames(self) -> int: ...
    def address(self, where: int | str) -> int: ...
    def read(self, addr: int | str, count: int = 1) -> bytes: ...


def condition(text: str, machine: Readable) -> Value:
    """Return what finds the value of an expression, whenever it is called.

    Errors: UsageError for what is no expression; VecxError for a name that is not there
    """
    if len(text) > LENGTH_MAX:
        raise UsageError(f"an expression of {len(text):,} characters; it can have {LENGTH_MAX}")
    return Parser(text, machine).whole()


class Parser:
    """One expression, read from left to right."""

    def __init__(self, text: str, machine: Readable) -> None:
        self._text, self._machine = text, machine
        self._at = self._depth = 0
        self._number = self._name = self._sign = ""
        self._next()

    def whole(self) -> Value:
        """Return the value of the whole text."""
        value = self._binary(0)
        if self._number or self._name or self._sign:
            raise self._fault("an operator is missing before this")
        return value

    def _next(self) -> None:
        """Read the next token."""
        self._begin = self._at
        self._number = self._name = self._sign = ""
        if not self._text[self._at:].strip():
            return
        match = TOKEN.match(self._text, self._at)
        if not match:
            raise self._fault("this is no part of an expression")
        self._number, self._name, self._sign = (part or "" for part in match.groups())
        self._at = match.end()

    def _fault(self, words: str) -> UsageError:
        rest = self._text[self._begin:].strip() or "its end"
        return UsageError(f"in the expression `{self._text}`, at `{rest}`: {words}; as in "
                          "`score > 20 && ship_x == $7F`")

    def _binary(self, level: int) -> Value:
        if level == len(LEVELS):
            return self._unary()
        value = self._binary(level + 1)
        while self._sign in LEVELS[level] and self._sign:
            sign = self._sign
            self._next()
            value = self._combined(sign, value, self._binary(level + 1))
        return value

    def _combined(self, sign: str, left: Value, right: Value) -> Value:
        return combined(sign, left, right)

    def _unary(self) -> Value:
        sign = self._sign
        if sign in ("-", "!", "~"):
            self._deeper()
            value = self._unary()
            self._depth -= 1
            return {"-": lambda: -value(), "!": lambda: int(not value()),
                    "~": lambda: ~value()}[sign]
        if sign == "#":
            self._next()
            address = self._machine.address(self._take_name())
            return lambda: address
        return self._primary()

    def _primary(self) -> Value:
        closing = {"(": ")", "[": "]", "{": "}"}.get(self._sign)
        if closing:
            self._deeper()
            inner = self._binary(0)
            if self._sign != closing:
                raise self._fault(f"`{closing}` is missing")
            self._next()
            self._depth -= 1
            return inner if closing == ")" else self._cell(inner, 1 if closing == "]" else 2)
        if self._number:
            number = number_of(self._number)
            self._next()
            return lambda: number
        return self._word(self._take_name())

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > DEPTH_MAX:
            raise self._fault(f"more than {DEPTH_MAX} brackets and signs in one another")
        self._next()

    def _take_name(self) -> str:
        if not self._name:
            raise self._fault("a number or a name is missing")
        name = self._name
        self._next()
        return name

    def _cell(self, address: Value, count: int) -> Value:
        read = self._machine.read
        return lambda: int.from_bytes(read(address() & 0xFFFF, count), "big")

    def _word(self, name: str) -> Value:
        machine, word = self._machine, name.lower()
        if name not in machine.debug.symbols and word in WORDS:
            if word in ("frame", "cycle"):
                return lambda: int(getattr(machine, f"{word}s"))
            return lambda: int(getattr(machine.registers, word))
        address = machine.address(name)
        symbol = machine.debug.symbols.get(name)
        if symbol is not None and symbol.kind != LABEL and not is_cell(address):
            return lambda: address
        return self._cell(lambda: address, 2 if symbol is not None and symbol.size == 2 else 1)


def is_cell(address: int) -> bool:
    """Say whether a value that EQU gave a name is the address of a byte in RAM."""
    return bool(RAM <= address < RAM + RAM_BYTES)


def number_of(text: str) -> int:
    """Return the value of a number as the assembler writes it."""
    for prefix, base in (("$", 16), ("0x", 16), ("%", 2), ("@", 8)):
        if text.startswith(prefix):
            return int(text[len(prefix):], base)
    return ord(text[1]) if text.startswith("'") else int(text)


def combined(sign: str, left: Value, right: Value) -> Value:
    """Return the value of two with an operator between them; a division by 0 is 0."""
    if sign == "&&":
        return lambda: int(bool(left()) and bool(right()))
    if sign == "||":
        return lambda: int(bool(left()) or bool(right()))
    if sign in ("/", "%"):
        whole = operator.floordiv if sign == "/" else operator.mod
        return lambda: whole(left(), right()) if right() else 0
    if sign in ("<<", ">>"):
        shift = operator.lshift if sign == "<<" else operator.rshift
        return lambda: shift(left() & 0xFFFFFFFF, min(32, max(0, right()))) & 0xFFFFFFFF
    simple = {"==": operator.eq, "=": operator.eq, "!=": operator.ne, "<": operator.lt,
              "<=": operator.le, ">": operator.gt, ">=": operator.ge, "|": operator.or_,
              "^": operator.xor, "&": operator.and_, "+": operator.add, "-": operator.sub,
              "*": operator.mul}[sign]
    return lambda: int(simple(left(), right()))
