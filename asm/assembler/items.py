"""Statements other than instructions: what directives add to the list that the passes process.

Instructions are statements too; they are in encode.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal

from asm.assembler.encode import Bytes, Statement, warn_late, warn_truncated
from asm.assembler.pass_state import ADDRESS_SPACE, PAGE_BELOW, Run
from asm.assembler.settling import settle
from asm.syntax.diagnostics import Fault
from asm.syntax.expr import Env, Expr, UndefinedError, area_of

# Why an expression may have no value in a pass; only the last pass reports it.
UNKNOWN = (UndefinedError, Fault)


class Label(Statement):
    """A label: takes the value of the location counter.

    name   the full name of its symbol
    scope  its name, if local labels that follow belong to it
    first  whether this is the first definition of its symbol
    """

    __slots__ = ("first", "name", "scope")
    moves = steers = True

    def __init__(self, name: str, scope: str, first: bool = True) -> None:
        self.name = name
        self.scope = scope
        self.first = first

    def layout(self, run: Run) -> None:
        symbol = run.symbols[self.name]
        symbol.value = run.pc
        if self.first:
            symbol.first = run.pc
        if self.scope:
            run.scope = self.scope


label_of = lru_cache(1 << 15)(Label)


class NumericLabel(Statement):
    """A label that is a number: each occurrence is a symbol of its own."""

    __slots__ = ("digits", "name")
    moves = steers = True

    def __init__(self, name: str, digits: str) -> None:
        self.name = name
        self.digits = digits

    def layout(self, run: Run) -> None:
        run.symbols[self.name].value = run.pc
        run.numeric[self.digits] = run.numeric.get(self.digits, 0) + 1


class Named(Statement):
    """A statement that selects something by its name, such as a segment."""

    __slots__ = ("name",)
    moves = steers = True

    def __init__(self, name: str) -> None:
        self.name = name


class Scope(Named):
    """An empty line, in dialects where local labels belong to the lines between two empty lines."""

    __slots__ = ()

    def layout(self, run: Run) -> None:
        run.scope = self.name


class Valued(Statement):
    """A statement that depends on the value of one expression."""

    __slots__ = ("expr",)
    moves = steers = True
    data = None

    def __init__(self, expr: Expr) -> None:
        self.expr = expr

    def layout(self, run: Run) -> None:
        if run.unsettled:
            settle(self.expr, run)
        try:
            value = self.expr.value(run)
        except UNKNOWN:
            return
        self.take(value, run)

    def take(self, value: int, run: Run) -> None:
        """Set the size, or change the state of the run, according to the value in this pass."""
        raise NotImplementedError


class Assign(Valued):
    """EQU, SET and `=`: give a symbol the value of an expression.

    name   the full name of the symbol
    first  whether this is the first definition of the symbol
    needs  the global symbols in the expression; None if it depends on its place in another way

    A value that depends only on numbers is constant: it is computed when the line is read, and no
    pass computes it again.
    """

    __slots__ = ("first", "name", "needs")

    def __init__(self, name: str, expr: Expr, needs: tuple[str, ...] | None,
                 first: bool = True) -> None:
        super().__init__(expr)
        self.name = name
        self.needs = needs
        self.first = first

    def layout(self, run: Run) -> None:
        symbol, index = run.symbols[self.name], run.index
        value = run.constants.get(index)
        if value is None:
            run.spots[index] = run.scope, run.pc
            if self.first:
                symbol.value = None
            symbol.constant = run.reading and run.are_constant(self.needs)
            run.values.pop(index, None)
            try:
                value = run.values[index] = self.expr.value(run)
            except (UndefinedError, Fault) as reason:
                run.reasons[index] = reason.with_traceback(None)
                symbol.constant = False
                if run.settling:
                    run.unsettled[self.name] = index
                if run.reading and run.dialect.label_offset_long:
                    run.late.add(self.name)
            else:
                if run.unsettled:
                    run.unsettled.pop(self.name, None)
                if run.dialect.label_offset_long:
                    symbol.area = area_of(self.expr, run)
                if symbol.constant:
                    run.constants[index] = value
        symbol.value = value
        if self.first:
            symbol.first = value

    def encode(self, run: Run) -> bytes:
        if run.index not in run.values:     # the expression may need its own symbol
            raise run.reasons[run.index]
        if run.dialect.label_offset_long and self.name in run.late:
            late = run.late.intersection(self.expr.names(run.scope))
            if late:
                warn_late(run, self.expr, min(late), "compute another value for this symbol")
        return b""


class Data(Statement):
    """FCB, FDB and their family: values and strings.

    width  bytes of a number, and of each character of a string
    order  the low byte of a number comes first ("little") or the high byte ("big")
    """

    __slots__ = ("order", "size", "values", "width")
    data = None

    def __init__(self, values: Sequence[Expr | bytes], width: int,
                 order: Literal["big", "little"] = "big") -> None:
        self.order = order
        longer = sum([len(value) - 1 for value in values if isinstance(value, bytes)])
        self.size = width * (len(values) + longer)
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
                    out += byte.to_bytes(width, self.order)
                continue
            number = value.value(run)
            if not least <= number < most:
                warn_truncated(run, value, number, 8 * width)
            out += (number & mask).to_bytes(width, self.order)
        return bytes(out)


def text_data(values: Sequence[Expr | bytes]) -> Statement:
    """Return the statement for bytes and strings."""
    texts = [value for value in values if isinstance(value, bytes)]
    return Bytes(b"".join(texts)) if len(texts) == len(values) else Data(values, 1)


def mapped(run: Run, values: Sequence[Expr | bytes]) -> list[Expr | bytes]:
    """Translate the strings in a list with the character map of CMAP."""
    return [value.translate(run.character_map) if isinstance(value, bytes) else value
            for value in values]


class Reserve(Valued):
    """RMB and DS: move the location counter; some dialects write zeros."""

    __slots__ = ("unit",)
    here_at_start = True

    def __init__(self, count: Expr, unit: int = 1) -> None:
        super().__init__(count)
        self.unit = unit

    def take(self, value: int, run: Run) -> None:
        run.sizes[run.index] = value * self.unit if 0 <= value <= ADDRESS_SPACE else 0

    def encode(self, run: Run) -> bytes:
        check_count(self.expr, run)
        return _space(run)


class Fill(Valued):
    """FILL, ZMB and DS with a value: a byte repeated."""

    __slots__ = ("filler",)
    here_at_start = True

    def __init__(self, count: Expr, filler: Expr) -> None:
        super().__init__(count)
        self.filler = filler

    def take(self, value: int, run: Run) -> None:
        run.sizes[run.index] = value if 0 <= value <= ADDRESS_SPACE else 0

    def encode(self, run: Run) -> bytes:
        check_count(self.expr, run)
        filler = self.filler.value(run)
        if not -128 <= filler <= 255:
            warn_truncated(run, self.filler, filler, 8)
        return bytes((filler & 0xFF,)) * run.sizes[run.index]


class Align(Valued):
    """ALIGN and EVEN: move the location counter to the next multiple of a number."""

    __slots__ = ("filler",)
    here_at_start = True

    def __init__(self, step: Expr, filler: Expr | None) -> None:
        super().__init__(step)
        self.filler = filler

    def take(self, value: int, run: Run) -> None:
        run.sizes[run.index] = -run.pc % value if 0 < value <= ADDRESS_SPACE else 0

    def encode(self, run: Run) -> bytes:
        step = self.expr.value(run)
        if not 0 < step <= ADDRESS_SPACE:
            raise Fault("E030", f"an alignment must be 1 to {ADDRESS_SPACE}, not {step}",
                        self.expr.start, self.expr.end)
        if self.filler is None:
            if run.dialect.align_writes:
                return bytes(run.sizes[run.index])
            return _space(run) if run.dialect.align_is_space else b""
        return bytes((self.filler.value(run) & 0xFF,)) * run.sizes[run.index]


class Org(Valued):
    """ORG: sets the location counter."""

    __slots__ = ()
    here_at_start = True

    def take(self, value: int, run: Run) -> None:
        run.pc = value & 0xFFFF
        run.origins = (run.origins[1], run.pc)
        run.shift = 0

    def encode(self, run: Run) -> bytes:
        address = self.expr.value(run)
        if not 0 <= address < ADDRESS_SPACE:
            raise Fault("E037", f"{address} is not an address", self.expr.start, self.expr.end,
                        hints=["an address must be $0000 to $FFFF"])
        before = run.addresses[run.index]
        if address < before and not run.dialect.org_backwards and run.writes:
            raise Fault("E037", f"ORG goes backwards, from ${before:04X} to ${address:04X}",
                        self.expr.start, self.expr.end)
        return b""


class Put(Valued):
    """PUT: sets the address of the following bytes in the image."""

    __slots__ = ()

    def take(self, value: int, run: Run) -> None:
        run.shift = (value & 0xFFFF) - run.pc

    def encode(self, run: Run) -> bytes:
        self.expr.value(run)
        return b""


class SetDirectPage(Valued):
    """SETDP and DIRECT: the value of DP from here on; -1 means unknown."""

    __slots__ = ()

    def layout(self, run: Run) -> None:
        if run.dialect.pages_below:
            run.dp = PAGE_BELOW
        super().layout(run)

    def take(self, value: int, run: Run) -> None:
        if value < 0 and run.dialect.page_negative:
            run.dp = None
        elif not run.dialect.page_low_byte and value > 0xFF and value & 0xFF == 0:
            run.dp = value >> 8 & 0xFF
        else:
            run.dp = value & 0xFF
        run.pages.append((run.index, run.dp))

    def encode(self, run: Run) -> bytes:
        value = self.expr.value(run)
        if value > 0xFF and (value & 0xFF or value > 0xFFFF):
            warn_truncated(run, self.expr, value, 8)
        return b""


class Segment(Named):
    """CODE, DATA, BSS and the sections of a dialect: each has its own location counter."""

    __slots__ = ()

    def layout(self, run: Run) -> None:
        run.switch_segment(self.name)


class Area(Named):
    """.AREA of as6809."""

    __slots__ = ("absolute",)

    def __init__(self, name: str, *, absolute: bool) -> None:
        super().__init__(name)
        self.absolute = absolute

    def layout(self, run: Run) -> None:
        run.switch_area(self.name, absolute=self.absolute)


class Bank(Statement):
    """BANK: selects the bank for the following statements."""

    __slots__ = ("number",)
    moves = steers = True

    def __init__(self, number: int) -> None:
        self.number = number

    def layout(self, run: Run) -> None:
        run.switch_bank(self.number)


class Change(Statement):
    """OPT, PRAGMA and REORG: change how the following lines are assembled."""

    __slots__ = ("change",)
    moves = steers = True

    def __init__(self, change: Callable[[Run], None]) -> None:
        self.change = change

    def layout(self, run: Run) -> None:
        self.change(run)


class Assertion(Statement):
    """ASSERT: an expression that must not be 0 once all values are known."""

    __slots__ = ("expr", "message")
    data = None

    def __init__(self, expr: Expr, message: str) -> None:
        self.expr = expr
        self.message = message

    def encode(self, run: Run) -> bytes:
        if not self.expr.value(run):
            text = run.place.text[self.expr.start:self.expr.end].strip()
            raise Fault("E034", self.message or f"assertion failed: {text}", self.expr.start,
                        self.expr.end, hints=_values_of(self.expr, run))
        return b""


class Decision(Statement):
    """The outcome of a condition, checked again in later passes."""

    __slots__ = ("exprs", "outcome", "test")
    moves = steers = True

    def __init__(self, exprs: tuple[Expr, ...], test: Callable[[int], bool],
                 outcome: bool) -> None:
        self.exprs = exprs
        self.test = test
        self.outcome = outcome

    def layout(self, run: Run) -> None:
        try:
            if self.test(difference(self.exprs, run)) != self.outcome:
                run.changed = run.place
        except UNKNOWN:
            return


def difference(exprs: Sequence[Expr], env: Env) -> int:
    """Return the value that a condition tests: the value of an expression, or the difference of two
    expressions."""
    value = exprs[0].value(env)
    return value - exprs[1].value(env) if len(exprs) == 2 else value


def _values_of(expr: Expr, run: Run) -> list[str]:
    """Return the symbols of a failed assertion with their values."""
    known = [f"{name} = {run.symbols[name].value}" for name in dict.fromkeys(expr.names(run.scope))
             if name in run.symbols]
    return [", ".join(known)] if known else []


def _space(run: Run) -> bytes:
    """Return the bytes of reserved space: zeros, or nothing if the dialect leaves a gap."""
    size = run.sizes[run.index]
    if run.dialect.storage_written and run.writes:
        return bytes(size)
    run.reserved.append((run.pc, size))
    return b""


def check_count(expr: Expr, run: Run) -> int:
    """Return a number of bytes to reserve.  Errors: Fault E030 if it is out of range."""
    count = expr.value(run)
    if not 0 <= count <= ADDRESS_SPACE:
        raise Fault("E030", f"{count} bytes cannot be reserved", expr.start, expr.end,
                    hints=[f"the count must be 0 to {ADDRESS_SPACE}"])
    return count
