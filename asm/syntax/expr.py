"""The syntax tree of an expression, and its value.

The parser builds a tree of the classes here, and `value(env)` computes it.  The assembler evaluates
expressions over its symbols, the emulator over a machine: `env` supplies what the tree mentions.
Values are integers from -VALUE_MAX to VALUE_MAX, 64 bits and a sign.  The instruction or directive
that uses a value checks whether it fits.  True is 1.

Precedence, tightest first, is that of C: unary; * / %; + -; << >>; < <= > >=; == !=; &; ^; | !; &&;
||; ? :.  docs/expressions.md describes the language.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Protocol, cast

from asm.syntax.diagnostics import Fault
from asm.syntax.lexer import VALUE_MAX

SHIFT_MAX = 64      # shifting by this many bits leaves no bit of any value


class Valued(Protocol):
    """Something with a value: a symbol, or a word for the state of a machine, such as `pc`."""

    @property
    def value(self) -> int | None:
        """The value, or None while it is not known."""


class Env(Protocol):
    """The environment of an evaluation.

    symbols  by full name
    scope    the last global label, to which local labels belong
    here     the location counter
    numeric  number of definitions of each numeric label so far
    """

    @property
    def symbols(self) -> Mapping[str, Valued]: ...
    @property
    def scope(self) -> str: ...
    @property
    def here(self) -> int: ...
    @property
    def numeric(self) -> Mapping[str, int]: ...


class MachineEnv(Env, Protocol):
    """The environment of an expression that reads memory."""

    def read(self, cell: Cell, address: int) -> int:
        """Return the byte or word of a cell, whose address is this."""

    def access(self, node: Access) -> int:
        """Return the value of a variable of C; the address of an array or a struct."""

    def previous(self, node: Previous, value: int) -> int:
        """Return the value that a node had in the previous evaluation, and record `value` for the
        next one."""


class UndefinedError(Exception):
    """An expression needs a symbol that has no value (yet)."""

    def __init__(self, name: str, start: int, end: int) -> None:
        super().__init__(name)
        self.name = name
        self.start = start
        self.end = end


class Expr:
    """A node of the tree; `start` and `end` are column offsets in the source line."""

    __slots__ = ("end", "start")
    start: int
    end: int

    def value(self, env: Env) -> int:
        """Compute the value.

        Errors: UndefinedError if a symbol has no value, Fault if it cannot be computed
        """
        raise NotImplementedError

    def parts(self) -> tuple[Expr, ...]:
        """Return the operands."""
        return ()

    def names(self, scope: str) -> list[str]:
        """Return the full names of the symbols this expression mentions."""
        return [name for part in self.parts() for name in part.names(scope)]

    def has_numeric(self) -> bool:
        """Return whether the expression contains a numeric label, whose meaning depends on the
        place."""
        return any(part.has_numeric() for part in self.parts())

    def globals_only(self) -> tuple[str, ...] | None:
        """Return the symbols that this expression mentions; None if its meaning depends on the
        place, as that of local labels and of the location counter does."""
        below, above = self.names("a"), self.names("b")
        return None if below != above or self.has_numeric() or self.has_here() else tuple(below)

    def has_here(self) -> bool:
        """Return whether the expression contains the location counter."""
        return any(part.has_here() for part in self.parts())


class Number(Expr):
    """A number or a character."""

    __slots__ = ("number",)

    def __init__(self, number: int, start: int, end: int) -> None:
        self.number = number
        self.start = start
        self.end = end

    def value(self, env: Env) -> int:
        return self.number


class Name(Expr):
    """A global symbol."""

    __slots__ = ("name",)

    def __init__(self, name: str, start: int, end: int) -> None:
        self.name = name
        self.start = start
        self.end = end

    def value(self, env: Env) -> int:
        symbol = env.symbols.get(self.name)
        if symbol is None or symbol.value is None:
            raise UndefinedError(self.name, self.start, self.end)
        return symbol.value

    def names(self, scope: str) -> list[str]:
        return [self.name]


class LocalName(Name):
    """A local label such as `.loop`, `1$` or `x@`: it belongs to the last global label."""

    __slots__ = ()

    def value(self, env: Env) -> int:
        name = local_name(env.scope, self.name)
        symbol = env.symbols.get(name)
        if symbol is None or symbol.value is None:
            raise UndefinedError(name, self.start, self.end)
        return symbol.value

    def names(self, scope: str) -> list[str]:
        return [local_name(scope, self.name)]


class NumericName(Expr):
    """`1B` or `1F`: the nearest label `1` above or below; where no label `1` exists, a number."""

    __slots__ = ("forward", "label", "number")

    def __init__(self, label: str, forward: bool, number: int | None, start: int,
                 end: int) -> None:
        self.label = label
        self.forward = forward
        self.number = number
        self.start = start
        self.end = end

    def value(self, env: Env) -> int:
        passed = env.numeric.get(self.label, 0)
        name = numeric_name(self.label, passed + self.forward)
        symbol = env.symbols.get(name)
        if symbol is not None and symbol.value is not None:
            return symbol.value
        if self.number is not None and numeric_name(self.label, 1) not in env.symbols:
            return self.number
        direction = "below" if self.forward else "above"
        raise UndefinedError(f"{self.label} {direction}", self.start, self.end)

    def has_numeric(self) -> bool:
        return True


class Here(Expr):
    """The location counter, written `*` or `$`."""

    __slots__ = ()

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end

    def value(self, env: Env) -> int:
        return env.here

    def has_here(self) -> bool:
        return True


class Unary(Expr):
    """An operator before its operand."""

    __slots__ = ("operand", "operator")

    def __init__(self, operator: str, operand: Expr, start: int) -> None:
        self.operator = operator
        self.operand = operand
        self.start = start
        self.end = operand.end

    def value(self, env: Env) -> int:
        value = self.operand.value(env)
        match self.operator:
            case "-":
                return -value
            case "~":
                if value == VALUE_MAX:
                    raise _too_large(self)
                return ~value
            case "!":
                return int(not value)
            case "hi":
                return value >> 8 & 0xFF
            case "lo":
                return value & 0xFF
            case "word":
                return value & 0xFFFF
        return value

    def parts(self) -> tuple[Expr, ...]:
        return (self.operand,)


class Binary(Expr):
    """An operator between two operands."""

    __slots__ = ("_compute", "left", "operator", "right")

    def __init__(self, operator: str, left: Expr, right: Expr) -> None:
        self.operator = operator
        self.left = left
        self.right = right
        self.start = left.start
        self.end = right.end
        self._compute = _OPERATORS.get(operator)

    def value(self, env: Env) -> int:
        left, compute = self.left.value(env), self._compute
        if compute is None:         # the right operand may not be needed
            if bool(left) == (self.operator == "||"):
                return int(bool(left))
            return int(bool(self.right.value(env)))
        right = self.right.value(env)
        if right == 0 and compute in (divide, remainder, _exact_quotient):
            raise Fault("E025", "division by zero", self.right.start, self.right.end)
        result = compute(left, right)
        if -VALUE_MAX <= result <= VALUE_MAX:
            return result
        raise _too_large(self)

    def parts(self) -> tuple[Expr, ...]:
        return (self.left, self.right)


class Exact(Binary):
    """An operator in an expression with fractions; those for bits drop the fractions."""

    __slots__ = ()

    def __init__(self, operator: str, left: Expr, right: Expr) -> None:
        super().__init__(operator, left, right)
        if operator == "/":
            self._compute = _exact_quotient
        elif operator in _WHOLE_OPERATORS:
            self.left, self.right = Whole(left), Whole(right)


class Whole(Expr):
    """An expression that loses its fraction."""

    __slots__ = ("inner",)

    def __init__(self, inner: Expr) -> None:
        self.inner = inner
        self.start = inner.start
        self.end = inner.end

    def value(self, env: Env) -> int:
        return int(self.inner.value(env))

    def parts(self) -> tuple[Expr, ...]:
        return (self.inner,)


class Choice(Expr):
    """`condition ? yes : no`."""

    __slots__ = ("condition", "no", "yes")

    def __init__(self, condition: Expr, yes: Expr, no: Expr) -> None:
        self.condition = condition
        self.yes = yes
        self.no = no
        self.start = condition.start
        self.end = no.end

    def value(self, env: Env) -> int:
        return (self.yes if self.condition.value(env) else self.no).value(env)

    def parts(self) -> tuple[Expr, ...]:
        return (self.condition, self.yes, self.no)


class Cell(Expr):
    """`[address]` or `{address}`: the contents of memory.

    size  1 or 2 bytes, as written
    """

    __slots__ = ("address", "size")

    def __init__(self, address: Expr, size: int, start: int, end: int) -> None:
        self.address = address
        self.size = size
        self.start = start
        self.end = end

    def value(self, env: Env) -> int:
        return cast(MachineEnv, env).read(self, self.address.value(env) & 0xFFFF)

    def parts(self) -> tuple[Expr, ...]:
        return (self.address,)


class Access(Expr):
    """A variable of a program in C: `*p`, `r->y`, `rocks[i].y`, `text[0]`.

    root   the name of the variable
    steps  `*`, `->y` and `.y` as text, an index as an expression
    """

    __slots__ = ("root", "steps")

    def __init__(self, root: str, steps: tuple[str | Expr, ...], start: int, end: int) -> None:
        self.root = root
        self.steps = steps
        self.start = start
        self.end = end

    def value(self, env: Env) -> int:
        return cast(MachineEnv, env).access(self)

    def parts(self) -> tuple[Expr, ...]:
        return tuple(step for step in self.steps if isinstance(step, Expr))


class Previous(Expr):
    """`prev(expression)`: the value of the expression in the previous evaluation."""

    __slots__ = ("inner",)

    def __init__(self, inner: Expr, start: int, end: int) -> None:
        self.inner = inner
        self.start = start
        self.end = end

    def value(self, env: Env) -> int:
        return cast(MachineEnv, env).previous(self, self.inner.value(env))

    def parts(self) -> tuple[Expr, ...]:
        return (self.inner,)


def local_name(scope: str, name: str) -> str:
    """Return the full name of a local label: `global.local`."""
    return f"{scope}.{name.lstrip('.')}"


def numeric_name(label: str, count: int) -> str:
    """Return the internal name of the count-th label `label`; sources cannot contain such a
    name."""
    return f"{label}#{count}"


def _too_large(expr: Expr) -> Fault:
    return Fault("E024", "the value has more than 64 bits", expr.start, expr.end)


def divide(left: int, right: int) -> int:
    """Divide as C does: the quotient is truncated towards zero."""
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def _exact_quotient(left: int, right: int) -> int:
    """Return the quotient, which may be a fraction: only `Exact` knows of them."""
    from fractions import Fraction  # only one dialect needs it

    quotient = Fraction(left) / right
    return quotient.numerator if quotient.denominator == 1 else cast(int, quotient)


def remainder(left: int, right: int) -> int:
    """Return the remainder of `divide`."""
    return left - right * divide(left, right)


def shift_left(value: int, count: int) -> int:
    """Shift left, or right for a negative count; counts above SHIFT_MAX act like SHIFT_MAX."""
    if count < 0:
        return value >> min(-count, SHIFT_MAX)
    return value << min(count, SHIFT_MAX)


_WHOLE_OPERATORS = frozenset(("%", "<<", ">>", "&", "|", "^", "&&", "||"))

# All but `&&` and `||`.
_OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": divide,
    "%": remainder,
    "<<": shift_left,
    ">>": lambda left, right: shift_left(left, -right),
    "<": lambda left, right: int(left < right),
    "<=": lambda left, right: int(left <= right),
    ">": lambda left, right: int(left > right),
    ">=": lambda left, right: int(left >= right),
    "==": lambda left, right: int(left == right),
    "=": lambda left, right: int(left == right),
    "!=": lambda left, right: int(left != right),
    "<>": lambda left, right: int(left != right),
    "&": operator.and_,
    "^": operator.xor,
    "|": operator.or_,
    "!": operator.or_,
}

# Binding strength of the binary operators; larger binds tighter.
PRECEDENCE: dict[str, int] = {
    "||": 1, "&&": 2, "|": 3, "!": 3, "^": 4, "&": 5, "==": 6, "=": 6, "!=": 6, "<>": 6,
    "<": 7, "<=": 7, ">": 7, ">=": 7, "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}

# The same for dialects in which `==` and `!=` bind tighter than `<` and `>`.
EQUALITY_TIGHTER: dict[str, int] = PRECEDENCE | dict.fromkeys(("<", "<=", ">", ">="), 6) | \
    dict.fromkeys(("==", "=", "!=", "<>"), 7)
# The same for dialects in which bitwise operators have one precedence, and logical ones another.
BITS_ALIKE: dict[str, int] = PRECEDENCE | dict.fromkeys("|!^&", 5) | {"||": 2, "&&": 2}


def area_of(expr: Expr, env: Env) -> str:
    """Return the area of an address, or a dot for the present one; an empty string for a number,
    such as the difference of two labels."""
    if isinstance(expr, Name):
        symbol = env.symbols.get(expr.names(env.scope)[0])
        return getattr(symbol, "area", "")
    if isinstance(expr, Here):
        return "."
    areas = [area for area in (area_of(part, env) for part in expr.parts()) if area]
    difference = isinstance(expr, Binary) and expr.operator == "-"
    return "" if not areas or (difference and len(areas) == 2) else areas[0]
