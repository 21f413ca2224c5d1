"""Statements other than instructions: what directives add to the list that the passes process.

Instructions are statements too; they are in encode.py.
"""

from __future__ import annotations

from collections.abc import Callable

from asm.assembler.encode import Bytes, Item, warn_truncated
from asm.assembler.pass_state import ADDRESS_SPACE, Run
from asm.syntax.diagnostics import Fault, Place
from asm.syntax.expr import Env, Expr, UndefinedError
from asm.syntax.symbols import Symbol

# Why an expression may have no value in a pass; only the last pass reports it.
UNKNOWN = (UndefinedError, Fault)


class Label(Item):
    """A label: takes the value of the location counter.

    scope  its name, if local labels that follow belong to it
    first  whether this is the first definition of its symbol
    """

    __slots__ = ("first", "scope", "symbol")
    moves = steers = True

    def __init__(self, place: Place, symbol: Symbol, scope: str) -> None:
        self.place = place      # not by super(): there are many of these
        self.address = self.size = 0
        self.symbol = symbol
        self.scope = scope
        self.first = symbol.definitions == 1

    def layout(self, run: Run) -> None:
        self.symbol.value = run.pc
        if self.first:
            self.symbol.first = run.pc
        if self.scope:
            run.scope = self.scope

    def renew(self, run: Run) -> None:
        symbol = self.symbol        # as Symbol.renew, for speed
        run.symbols[symbol.name] = symbol
        symbol.definitions = 1


class NumericLabel(Item):
    """A label that is a number: each occurrence is a symbol of its own."""

    __slots__ = ("digits", "symbol")
    moves = steers = True

    def __init__(self, place: Place, symbol: Symbol, digits: str) -> None:
        super().__init__(place)
        self.symbol = symbol
        self.digits = digits

    def layout(self, run: Run) -> None:
        self.symbol.value = run.pc
        run.numeric[self.digits] = run.numeric.get(self.digits, 0) + 1


class Named(Item):
    """A statement that selects something by its name, such as a segment."""

    __slots__ = ("name",)
    moves = steers = True

    def __init__(self, place: Place, name: str) -> None:
        super().__init__(place)
        self.name = name


class Scope(Named):
    """An empty line, in dialects where local labels belong to the lines between two empty lines."""

    __slots__ = ()

    def layout(self, run: Run) -> None:
        run.scope = self.name


class Valued(Item):
    """A statement that depends on the value of one expression."""

    __slots__ = ("expr",)
    moves = steers = True

    def __init__(self, place: Place, expr: Expr) -> None:
        super().__init__(place)
        self.expr = expr

    def layout(self, run: Run) -> None:
        try:
            value = self.expr.value(run)
        except UNKNOWN:
            return
        self.take(value, run)

    def renew(self, run: Run) -> None:
        self.size = 0

    def take(self, value: int, run: Run) -> None:
        """Set the size, or change the state of the run, according to the value in this pass."""
        raise NotImplementedError


class Assign(Valued):
    """EQU, SET and `=`: give a symbol the value of an expression.

    value   the value of the symbol from here on, or None while it is not known
    reason  why it is not known
    first   whether this is the first definition of its symbol
    scope   the last global label above it
    """

    __slots__ = ("first", "reason", "scope", "symbol", "value")

    def __init__(self, place: Place, symbol: Symbol, expr: Expr) -> None:
        super().__init__(place, expr)
        self.symbol = symbol
        self.value: int | None = None
        self.reason: UndefinedError | Fault | None = None
        self.first = symbol.definitions == 1
        self.scope = ""

    def layout(self, run: Run) -> None:
        symbol = self.symbol
        self.scope = run.scope
        if self.first:
            symbol.value = None
        try:
            self.value = self.expr.value(run)
        except (UndefinedError, Fault) as reason:
            self.value = None
            self.reason = reason.with_traceback(None)
        symbol.value = self.value
        if self.first:
            symbol.first = self.value

    def renew(self, run: Run) -> None:
        self.value = self.reason = None
        self.scope = ""
        self.symbol.renew(run.symbols)

    def encode(self, run: Run) -> bytes:
        if self.value is None:      # the expression may need its own symbol, which has no value
            assert self.reason is not None
            raise self.reason
        return b""


class Data(Item):
    """FCB, FDB and their family: values and strings.

    width  bytes of a number, and of each character of a string
    """

    __slots__ = ("values", "width")

    def __init__(self, place: Place, values: list[Expr | bytes], width: int) -> None:
        longer = sum([len(value) - 1 for value in values if isinstance(value, bytes)])
        super().__init__(place, width * (len(values) + longer))
        self.values = values
        self.width = width

    def encode(self, run: Run) -> bytes:
        width = self.width
        most, mask = 1 << 8 * width, (1 << 8 * width) - 1
        least = -(most >> 1)
        out = bytearray()
        for value in self.values:
            if isinstance(value, bytes):
                for byte in value:
                    out += byte.to_bytes(width, "big")
                continue
            number = value.value(run)
            if not least <= number < most:
                warn_truncated(run, self.place, value, number, 8 * width)
            out += (number & mask).to_bytes(width, "big")
        return bytes(out)


def mapped(run: Run, values: list[Expr | bytes]) -> list[Expr | bytes]:
    """Translate the strings in a list with the character map of CMAP."""
    return [value.translate(run.character_map) if isinstance(value, bytes) else value
            for value in values]


def mapped_data(run: Run, place: Place, values: list[Expr | bytes]) -> Item:
    """Return the item for bytes and strings, the strings translated by CMAP."""
    texts = [value.translate(run.character_map) for value in values if isinstance(value, bytes)]
    if len(texts) == len(values):
        return Bytes(place, b"".join(texts))
    return Data(place, mapped(run, values), 1)


class Reserve(Valued):
    """RMB and DS: move the location counter; some dialects write zeros."""

    __slots__ = ("unit",)
    here_at_start = True

    def __init__(self, place: Place, count: Expr, unit: int = 1) -> None:
        super().__init__(place, count)
        self.unit = unit

    def take(self, value: int, run: Run) -> None:
        self.size = value * self.unit if 0 <= value <= ADDRESS_SPACE else 0

    def encode(self, run: Run) -> bytes:
        check_count(self.expr, run)
        return _space(self, run)


class Fill(Valued):
    """FILL, ZMB and DS with a value: a byte repeated."""

    __slots__ = ("filler",)
    here_at_start = True

    def __init__(self, place: Place, count: Expr, filler: Expr) -> None:
        super().__init__(place, count)
        self.filler = filler

    def take(self, value: int, run: Run) -> None:
        self.size = value if 0 <= value <= ADDRESS_SPACE else 0

    def encode(self, run: Run) -> bytes:
        check_count(self.expr, run)
        filler = self.filler.value(run)
        if not -128 <= filler <= 255:
            warn_truncated(run, self.place, self.filler, filler, 8)
        return bytes((filler & 0xFF,)) * self.size


class Align(Valued):
    """ALIGN and EVEN: move the location counter to the next multiple of a number."""

    __slots__ = ("filler",)
    here_at_start = True

    def __init__(self, place: Place, step: Expr, filler: Expr | None) -> None:
        super().__init__(place, step)
        self.filler = filler

    def take(self, value: int, run: Run) -> None:
        self.size = -self.address % value if 0 < value <= ADDRESS_SPACE else 0

    def encode(self, run: Run) -> bytes:
        step = self.expr.value(run)
        if not 0 < step <= ADDRESS_SPACE:
            raise Fault("E030", f"an alignment must be 1 to {ADDRESS_SPACE}, not {step}",
                        self.expr.start, self.expr.end)
        if self.filler is None:
            return _space(self, run) if run.dialect.align_is_space else b""
        return bytes((self.filler.value(run) & 0xFF,)) * self.size


class Org(Valued):
    """ORG: sets the location counter."""

    __slots__ = ()
    here_at_start = True

    def take(self, value: int, run: Run) -> None:
        run.pc = value & 0xFFFF

    def encode(self, run: Run) -> bytes:
        address = self.expr.value(run)
        if not 0 <= address < ADDRESS_SPACE:
            raise Fault("E037", f"{address} is not an address", self.expr.start, self.expr.end,
                        hints=["an address must be $0000 to $FFFF"])
        if address < self.address and not run.dialect.org_backwards and run.writes:
            raise Fault("E037", f"ORG goes backwards, from ${self.address:04X} to ${address:04X}",
                        self.expr.start, self.expr.end)
        return b""


class SetDirectPage(Valued):
    """SETDP and DIRECT: the value of DP from here on; -1 means unknown."""

    __slots__ = ()

    def take(self, value: int, run: Run) -> None:
        if value < 0:
            run.dp = None
        elif value > 0xFF and value & 0xFF == 0:
            run.dp = value >> 8 & 0xFF
        else:
            run.dp = value & 0xFF

    def encode(self, run: Run) -> bytes:
        value = self.expr.value(run)
        if value > 0xFF and (value & 0xFF or value > 0xFFFF):
            warn_truncated(run, self.place, self.expr, value, 8)
        return b""


class Segment(Named):
    """CODE, DATA and BSS: each has its own location counter; not all are written."""

    __slots__ = ()

    def layout(self, run: Run) -> None:
        run.switch_segment(self.name)


class Bank(Item):
    """BANK: selects the bank for the following statements."""

    __slots__ = ("number",)
    moves = steers = True

    def __init__(self, place: Place, number: int) -> None:
        super().__init__(place)
        self.number = number

    def layout(self, run: Run) -> None:
        run.switch_bank(self.number)


class Change(Item):
    """OPT and PRAGMA: change how the following lines are assembled."""

    __slots__ = ("change",)
    moves = steers = True

    def __init__(self, place: Place, change: Callable[[Run], None]) -> None:
        super().__init__(place)
        self.change = change

    def layout(self, run: Run) -> None:
        self.change(run)


class Assertion(Item):
    """ASSERT: an expression that must not be 0 once all values are known."""

    __slots__ = ("expr", "message")

    def __init__(self, place: Place, expr: Expr, message: str) -> None:
        super().__init__(place)
        self.expr = expr
        self.message = message

    def encode(self, run: Run) -> bytes:
        if not self.expr.value(run):
            text = self.place.text[self.expr.start:self.expr.end].strip()
            raise Fault("E034", self.message or f"assertion failed: {text}", self.expr.start,
                        self.expr.end, hints=_values_of(self.expr, run))
        return b""


class Decision(Item):
    """The outcome of a condition, checked again in later passes."""

    __slots__ = ("exprs", "outcome", "test")
    moves = steers = True

    def __init__(self, place: Place, exprs: list[Expr], test: Callable[[int], bool],
                 outcome: bool) -> None:
        super().__init__(place)
        self.exprs = exprs
        self.test = test
        self.outcome = outcome

    def layout(self, run: Run) -> None:
        try:
            if self.test(difference(self.exprs, run)) != self.outcome:
                run.changed = self.place
        except UNKNOWN:
            return


def difference(exprs: list[Expr], env: Env) -> int:
    """Return the value that a condition tests: the value of an expression, or the difference of two
    expressions."""
    value = exprs[0].value(env)
    return value - exprs[1].value(env) if len(exprs) == 2 else value


def _values_of(expr: Expr, run: Run) -> list[str]:
    """Return the symbols of a failed assertion with their values."""
    known = [f"{name} = {run.symbols[name].value}" for name in dict.fromkeys(expr.names(run.scope))
             if name in run.symbols]
    return [", ".join(known)] if known else []


def _space(item: Item, run: Run) -> bytes:
    """Return the bytes of reserved space: zeros, or nothing if the dialect leaves a gap."""
    if run.dialect.storage_written and run.writes:
        return bytes(item.size)
    run.reserved.append((item.address, item.size))
    return b""


def check_count(expr: Expr, run: Run) -> int:
    """Return a number of bytes to reserve.  Errors: Fault E030 if it is out of range."""
    count = expr.value(run)
    if not 0 <= count <= ADDRESS_SPACE:
        raise Fault("E030", f"{count} bytes cannot be reserved", expr.start, expr.end,
                    hints=[f"the count must be 0 to {ADDRESS_SPACE}"])
    return count
