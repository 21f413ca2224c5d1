"""Statements of consecutive lines, which an assembly can reuse from the previous assembly.

Laying out and encoding the reused statements gives the same result as reading their lines again.
Both skip work whose result cannot have changed: a block as a whole if it is at the same address and
the symbols in its operands have the same values as before, and otherwise the bytes of each
instruction whose operand has the same value.
"""

from __future__ import annotations

from asm.assembler.encode import (
    Byte,
    Direct,
    FixedSize,
    ForcedDirect,
    Instruction,
    Item,
    Offset,
    Relative,
    Word,
)
from asm.assembler.items import Assertion, Assign, Data, Label
from asm.assembler.pass_state import ADDRESS_SPACE, Run
from asm.syntax.diagnostics import Fault
from asm.syntax.expr import Expr, Number, UndefinedError

# How the bytes of a statement depend on more than its size and DP: not at all; on the value of its
# operand; on the distance of the value from the address; in another way.
_NOT, _ON_VALUE, _ON_DISTANCE, _OTHERWISE = range(4)
_BY_VALUE = frozenset((Byte, Word, Direct, ForcedDirect, Offset))

# What the layout and the bytes of statements depend on: address, DP, how forms are chosen, the last
# global label above, and the values of the symbols in operands.
_Inputs = tuple[int, int | None, bool, bool, str, list[int | None]]

# The present and first values of the symbols that statements define, the values of the EQUs, and
# the forms of the instructions.
_State = tuple[list[int | None], list[int | None], list[int | None], list[int]]


class Block:
    """Consecutive statements.

    items    all of them
    symbols  those that they define, by name
    movers   the statements that `layout` has to visit (`moves` is true)
    moving   each of them, after the number of bytes between it and the previous one
    rest     number of bytes after the last of them
    written  the statements that have bytes, once `remember` was called
    """

    def __init__(self, items: list[Item]) -> None:
        self.items = items
        self.symbols = {item.symbol.name: item.symbol for item in items
                        if isinstance(item, (Label, Assign))}
        self.moving: list[tuple[int, Item]] = []
        gap = 0
        for item in items:
            if item.moves:
                self.moving.append((gap, item))
                gap = 0
            else:
                gap += item.size
        self.rest = gap
        self.movers = [item for _, item in self.moving]
        self.written: list[Item] = []
        self._still = [item for item in items if not item.moves]
        self._choices = [item for item in self.movers if isinstance(item, Instruction)]
        self._equates = [item for item in items if isinstance(item, Assign)]
        self._open: list[tuple[Instruction, str]] = []  # with symbols in operands; their scopes
        self._numbers: set[int] = set()     # instructions with numbers, wherever they are; by id
        self._has_others = False            # statements that are neither labels nor instructions
        self._scope = ""            # at the end; an empty scope is that before the block
        for item in self.movers:
            if type(item) is Label:
                self._scope = item.scope or self._scope
            elif type(item) is not Instruction:
                self._has_others = True
            elif type(item.expr) is not Number:
                self._open.append((item, self._scope))
            elif all(type(candidate) is not Relative for candidate in item.candidates):
                self._numbers.add(id(item))
        self._laid_out: tuple[int, int | None] | None = None    # address and DP of the last time
        self._rules: tuple[int | None, bool, bool] | None = None    # how forms were chosen then
        self._end = 0
        self._first: tuple[_Inputs, _State] | None = None       # of the last first pass
        self._address = -1          # of the bytes
        self._size = 0
        self._page: int | None = None
        self._levels: list[int] = []
        self._dependent: list[tuple[Item, int]] = []
        self._outer: str | None = None      # the scope before the block when they were encoded
        self._used: list[str] | None = None     # the symbols in operands; None: numeric ones
        self._encoded: tuple[_Inputs, _State] | None = None     # of the bytes

    def lay_out(self, run: Run, *, at_end: bool) -> None:
        """Lay out the statements that depend on the layout, as `Layout.append` does with new
        statements."""
        symbols = run.symbols
        pc = run.pc
        inputs = self._inputs_now(run, pc, run.scope)
        if self._is_same(inputs, self._first):
            symbols.update(self.symbols)
            for symbol in self.symbols.values():
                symbol.definitions = 1
            self._skip(run)
            return
        self._laid_out = pc, run.dp
        rules = run.dp, run.direct_allowed, run.keep_zero_offset
        chosen = self._numbers if self._rules == rules else ()
        self._rules = rules
        for gap, item in self.moving:
            item.address = pc = pc + gap
            if type(item) is Label:     # the same as below, for speed
                symbol = item.symbol
                symbols[symbol.name] = symbol
                symbol.definitions = 1
                symbol.value = symbol.first = pc
                if item.scope:
                    run.scope = item.scope
                continue
            if id(item) in chosen:
                pc += item.size
                continue
            item.renew(run)
            run.pc = pc
            run.here = pc + item.size if at_end and not item.here_at_start else pc
            item.layout(run)
            pc = run.pc + item.size
        run.pc = self._end = pc + self.rest
        self._first = self._with_state(inputs)

    def lay_out_again(self, run: Run, *, at_end: bool) -> None:
        """Lay out again, in a further pass, the statements that depend on the layout.

        At the same address as before, only instructions with symbols in their operands can change.
        """
        pc, scope = run.pc, run.scope
        if self._is_as_encoded(run, pc):
            self._skip(run)
            return
        if not self._has_others and self._laid_out == (pc, run.dp):
            for choice, inner in self._open:
                size = choice.size
                run.scope = inner or scope
                run.here = choice.address + size if at_end else choice.address
                choice.layout(run)
                if choice.size != size:
                    run.scope = scope
                    break
            else:
                run.scope = scope
                self._skip(run)
                return
        self._laid_out = pc, run.dp
        lay_out(run, self.moving, at_end=at_end)
        run.pc += self.rest
        self._end = run.pc

    def forget(self) -> None:
        """Discard the bytes, so that the next assembly encodes the statements again."""
        self._address = -1
        self._encoded = None

    def remember(self, run: Run, pc: int, scope: str, written: list[Item]) -> None:
        """Keep the bytes, so that the next assembly can reuse them.

        Args: pc       the address of the first statement
              scope    the last global label before the block
              written  the statements whose bytes are in the image
        """
        data_count = sum(item.size > 0 for item in self.items)
        if len(written) != data_count or any(map(steers_others, self.items)):
            return
        self.written = written
        self._address, self._page = pc, run.dp
        self._size = sum(item.size for item in written)
        self._levels = [item.level for item in self._choices]
        self._dependent = [(item, how) for item in self.items if (how := _dependence(item)) != _NOT]
        self._outer = None
        self._keep_inputs(run, pc, scope)

    def emit(self, run: Run, pc: int, *, at_end: bool) -> bool:
        """Set bytes and addresses from the previous assembly, without encoding the statements.

        The addresses of the statements that move are final already.
        Returns: False if the statements must be encoded
        """
        scope = run.scope
        if run.writes and self._is_as_encoded(run, pc):
            run.scope = self._scope or scope
            return True
        if self._address < 0 or run.dp != self._page or not run.writes \
                or pc + self._size > ADDRESS_SPACE \
                or [item.level for item in self._choices] != self._levels:
            return False
        shift = pc - self._address
        if shift:
            for item in self._still:
                item.address += shift
        self._address = pc
        before = [symbol.value for symbol in self.symbols.values()]
        try:
            for item, how in self._dependent:
                if type(item) is Label:
                    run.pc = item.address
                    item.layout(run)
                    continue
                run.here = item.address + item.size if at_end else item.address
                if type(item) is Assign:
                    item.layout(run)
                if how == _OTHERWISE:
                    item.data = item.encode(run)
                    continue
                assert isinstance(item, Instruction)
                value = item.expr.value(run)
                old = item.value
                if old is not None and value - old == (shift if how == _ON_DISTANCE else 0) \
                        and 0 <= value < ADDRESS_SPACE:
                    item.value = value
                else:
                    item.data = item.encode(run)
        except (Fault, UndefinedError):
            run.scope = scope
            for symbol, known in zip(self.symbols.values(), before, strict=True):
                symbol.value = known
            return False
        self._keep_inputs(run, pc, scope)
        return True

    def _keep_inputs(self, run: Run, pc: int, scope: str) -> None:
        """Record the inputs from which the bytes were encoded, for `_is_as_encoded`."""
        if scope != self._outer:
            self._outer, self._used = scope, _symbols_used(self._dependent, scope)
        self._encoded = self._with_state(self._inputs_now(run, pc, scope))

    def _inputs_now(self, run: Run, pc: int, scope: str) -> _Inputs | None:
        """Return the current values of what the statements depend on; None if these are not known.

        They are not known before the first `remember`, with numeric labels, and if the value of a
        symbol differs from line to line.
        """
        if self._used is None or scope != self._outer:
            return None
        if run.repeated and not (run.repeated.keys().isdisjoint(self._used)
                                 and run.repeated.keys().isdisjoint(self.symbols)):
            return None
        symbols = run.symbols
        return (pc, run.dp, run.direct_allowed, run.keep_zero_offset, scope,
                [None if (symbol := symbols.get(name)) is None else symbol.value
                 for name in self._used])

    def _state_now(self) -> _State:
        symbols = self.symbols.values()
        return ([symbol.value for symbol in symbols], [symbol.first for symbol in symbols],
                [item.value for item in self._equates], [item.level for item in self._choices])

    def _is_as_encoded(self, run: Run, pc: int) -> bool:
        """Return whether nothing has changed since the bytes were encoded."""
        return self._is_same(self._inputs_now(run, pc, run.scope), self._encoded)

    def _with_state(self, inputs: _Inputs | None) -> tuple[_Inputs, _State] | None:
        """Return inputs with the present state, for `_is_same`; None if they are not known."""
        return inputs and (inputs, self._state_now())

    def _is_same(self, inputs: _Inputs | None, before: tuple[_Inputs, _State] | None) -> bool:
        """Return whether the statements are laid out at present as they were with equal inputs."""
        return before is not None and inputs == before[0] and before[0][:2] == self._laid_out \
            and self._state_now() == before[1]

    def _skip(self, run: Run) -> None:
        """Go to the end of the block, whose statements are laid out already."""
        run.scope = self._scope or run.scope
        run.pc = self._end

    @property
    def size(self) -> int:
        """The number of bytes, known after `remember` was called."""
        return self._size


def lay_out(run: Run, moving: list[tuple[int, Item]], *, at_end: bool) -> None:
    """Lay out statements from the present address on.

    Args: moving  each statement, after the number of bytes between it and the previous one
    """
    pc = run.pc
    for gap, item in moving:
        item.address = run.pc = pc = pc + gap
        if type(item) is Label:     # the same as below, for speed
            item.layout(run)
            continue
        run.here = pc + item.size if at_end and not item.here_at_start else pc
        item.layout(run)
        pc = run.pc + item.size
    run.pc = pc


def steers_others(item: Item) -> bool:
    """Return whether a statement affects the layout of other statements, apart from defining a
    symbol."""
    return item.steers and type(item) not in (Label, Assign)


def _symbols_used(dependent: list[tuple[Item, int]], scope: str) -> list[str] | None:
    """Return the names of the symbols in operands; None if one of them is a numeric label.

    Args: scope  the last global label before the statements
    """
    names: dict[str, None] = {}
    for item, _ in dependent:
        if type(item) is Label:
            scope = item.scope or scope
        for expr in _operands(item):
            if expr.has_numeric():
                return None
            names.update(dict.fromkeys(expr.names(scope)))
    return list(names)


def _operands(item: Item) -> list[Expr]:
    """Return the expressions that the bytes of a statement depend on."""
    if isinstance(item, (Instruction, Assign, Assertion)):
        return [item.expr]
    if isinstance(item, Data):
        return [value for value in item.values if isinstance(value, Expr)]
    return []


def _dependence(item: Item) -> int:
    """Return what the bytes of a statement depend on, apart from the statement's size and DP."""
    if type(item) in (Label, Assign, Assertion):
        return _OTHERWISE
    if type(item) is Data:
        plain = all(isinstance(value, (bytes, Number)) for value in item.values)
        return _NOT if plain else _OTHERWISE
    if type(item) not in (Instruction, FixedSize):
        return _NOT
    assert isinstance(item, Instruction)
    kind = type(item.candidates[item.level])
    if kind in _BY_VALUE:
        return _NOT if type(item.expr) is Number else _ON_VALUE
    return _ON_DISTANCE if kind is Relative else _OTHERWISE
