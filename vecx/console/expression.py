"""Expressions on a machine: conditions of `--until` and breakpoints, watches, log points.

The grammar and the syntax tree are the assembler's (asm/syntax/expr.py); docs/expressions.md
describes the language.  This module supplies the meaning of names on a machine.
"""

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from operator import attrgetter
from typing import Protocol

from asm.output.debuginfo import LABEL, DebugInfo
from asm.syntax import expr
from asm.syntax.diagnostics import Fault
from asm.syntax.dialects import MACHINE
from asm.syntax.expr import Access, Binary, Cell, Expr, Here, Name, Previous, UndefinedError
from asm.syntax.lexer import Scanner
from asm.syntax.parser import parse_expression

from ..chips.bus import RAM, RAM_BYTES
from ..errors import UsageError, VecxError
from .registers import Registers
from .variables import Variable, global_variable, part_of

LENGTH_MAX = 500        # characters
COMPARISONS = ("==", "=", "!=", "<>", "<", "<=", ">", ">=")
REGISTERS = (*Registers._fields, "d")
WORDS = (*REGISTERS, "frame", "cycle")
WIDE = ("d", "x", "y", "u", "s", "pc")      # registers that can hold an address
# The system's variables of two bytes, high byte first, as vectrex.inc names them.
SYSTEM_WORDS = frozenset((
    "Vec_Loop_Count", "Vec_Text_HW", "Vec_Str_Ptr", "Vec_RiseRun_Tmp", "Vec_Run_Index",
    "Vec_Rise_Index", "Vec_Freq_Table", "Vec_ADSR_Table", "Vec_Twang_Table", "Vec_Music_Ptr",
    "Vec_Seed_Ptr", "Vec_Cold_Flag", "Vec_Boot_Header", "Vec_Boot_Owner"))
Value = Callable[[], int]


class Readable(Protocol):
    """The interface of an object on which an expression is evaluated: a machine or a record of its
    state."""

    debug: DebugInfo

    @property
    def registers(self) -> Registers: ...
    @property
    def cycles(self) -> int: ...
    @property
    def frames(self) -> int: ...
    def address(self, where: int | str) -> int: ...
    def read(self, addr: int | str, count: int = 1) -> bytes: ...


class Constant:
    """A symbol of the program."""

    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        self.value = value


class Word:
    """A built-in word, evaluated each time."""

    __slots__ = ("find",)

    def __init__(self, find: Value) -> None:
        self.find = find

    @property
    def value(self) -> int:
        return self.find()


def value_of_word(word: str, machine: Readable) -> int:
    """Return the value of a register, `frame` or `cycle`."""
    path = f"registers.{word}" if word in REGISTERS else f"{word}s"
    return int(attrgetter(path)(machine))


class Expression:
    """An expression on a machine; call it to get its present value.

    Args:   text       as docs/expressions.md describes
            words      built-in words in addition to WORDS, with functions that return their values
            variables  local variables of C in addition to global ones, with functions that find
                       them
            condition  refuse the address of a variable, which never changes
    Errors: UsageError if the text is not an expression, or compares an address with a number that
            cannot be an address; VecxError for an unknown name.  A call raises VecxError if the
            value cannot be computed, for example after a division by zero.

    warnings  a sentence for each symbol that a built-in word hides
    cells     address and size of each variable that the value depends on, or None if it depends
              on anything else
    """

    def __init__(self, text: str, machine: Readable, words: Mapping[str, Value] | None = None, *,
                 variables: Mapping[str, Callable[[], Variable]] | None = None,
                 condition: bool = False) -> None:
        if len(text) > LENGTH_MAX:
            raise UsageError(f"the expression has {len(text):,} characters; the maximum is "
                             f"{LENGTH_MAX}")
        self.text, self._machine = text, machine
        self.warnings: list[str] = []
        self.symbols: dict[str, Constant | Word] = {}
        self.scope, self.numeric = "", dict[str, int]()
        self._seen: dict[Previous, int] = {}
        self._variables = variables or {}
        try:
            scan = Scanner(text, 0, MACHINE)
            self.tree = parse_expression(scan)
            if text[scan.pos:].strip():
                raise scan.unexpected(len(text) - len(text[scan.pos:].lstrip()))
        except Fault as fault:
            raise self._fault(fault) from None
        for name in self.tree.names(""):
            self.symbols[name] = self._symbol(name, words or {})
        for node in _nodes(self.tree):
            if isinstance(node, Access) and not self._root(node.root):
                raise VecxError(f"in the expression `{text}`: {node.root} is not a variable of C "
                                "whose type is known")
        self._sizes = {node: self._size(node) for node in _nodes(self.tree) if type(node) is Cell}
        self._check_addresses()
        if condition:
            self._check_truth(self.tree)
        self.cells = self._cells()

    def __call__(self) -> int:
        try:
            return self.tree.value(self)
        except Fault as fault:
            raise VecxError(f"the expression `{self.text}` has no value: {fault.text}") from None
        except UndefinedError as fault:
            raise VecxError(f"in the expression `{self.text}`: there is no label "
                            f"{fault.name}") from None

    # --- values of the machine -------------------------------------------------------------------

    @property
    def here(self) -> int:
        """The PC, written `*`."""
        return int(self._machine.registers.pc)

    @property
    def remembers(self) -> bool:
        """Whether the value depends on that of the previous evaluation."""
        return any(isinstance(node, Previous) for node in _nodes(self.tree))

    def keep(self) -> dict[Previous, int]:
        """Return what `prev` remembers, for `restore`."""
        return dict(self._seen)

    def restore(self, seen: dict[Previous, int]) -> None:
        """Remember what `keep` returned."""
        self._seen = dict(seen)

    def read(self, cell: Cell, address: int) -> int:
        return int.from_bytes(self._machine.read(address, self._sizes[cell]), "big")

    def access(self, node: Access) -> int:
        variable = self._accessed(node)
        return self._value(variable)

    def _accessed(self, node: Access) -> Variable:
        """Return the variable of C that a node names.  Errors: VecxError, Fault"""
        return self._parts(node.root, [step.value(self) if isinstance(step, Expr) else step
                                       for step in node.steps])

    def _value(self, variable: Variable) -> int:
        return variable.decoded(self._machine.read(variable.address, variable.size)
                                if variable.is_number else b"")

    def _root(self, name: str) -> tuple[str, list[str]] | None:
        """Return the variable of C that a name begins with, and the members after it; None if there
        is none.  The name is `ship`, `ship.y`, `near_by.r` or `near_by.r.y`."""
        words = name.lstrip("#").split(".")
        for count in range(len(words), 0, -1):
            root = ".".join(words[:count])
            if root in self._variables or global_variable(root, self._machine.debug):
                return root, [f".{word}" for word in words[count:]]
        return None

    def _parts(self, name: str, steps: Iterable[str | int]) -> Variable:
        """Return a part of the variable that a name begins with.  Errors: VecxError"""
        root, members = self._root(name) or (name, [])
        find = self._variables.get(root)
        variable = find() if find else global_variable(root, self._machine.debug)
        assert variable is not None         # checked when the expression was compiled
        for step in (*members, *steps):
            pointer = self._value(variable) if variable.type.endswith("*") else 0
            variable = part_of(variable, step, pointer, self._machine.debug)
        return variable

    def previous(self, node: Previous, value: int) -> int:
        """Return the value that a node had in the previous evaluation, and record `value` for the
        next one."""
        before = self._seen.get(node, value)
        self._seen[node] = value
        return before

    # --- names -----------------------------------------------------------------------------------

    def _symbol(self, name: str, words: Mapping[str, Value]) -> Constant | Word:
        """Return the meaning of a name.  Errors: VecxError if it is unknown"""
        machine, known = self._machine, self._machine.debug.symbols
        plain = name.lstrip("#.")
        word = plain if plain in words else plain.lower()
        if not name.startswith("#") and (word in WORDS or word in words):
            if plain in known:
                self.warnings.append(
                    f"in the expression `{self.text}`, `{plain}` is a built-in word, not the "
                    f"program's symbol; write #{plain} for the symbol")
            return Word(words[word] if word in words and (plain == word or word not in WORDS)
                        else partial(value_of_word, word, machine))
        if plain not in known and "." in plain and self._root(plain):
            return Word(lambda: self._value(self._parts(plain, ())))
        return Constant(known[plain].value if plain in known else machine.address(plain))

    def _size(self, cell: Cell) -> int:
        """Return the size of a cell in bytes: 2 for `[name]` if the variable is a word."""
        name = cell.address
        if cell.size == 1 and type(name) is Name and self._is_constant(name):
            plain = name.name.lstrip("#")
            symbol = self._machine.debug.symbols.get(plain)
            if plain in SYSTEM_WORDS or (symbol is not None and symbol.kind == LABEL
                                         and symbol.size == 2):
                return 2
        return cell.size

    def accessed(self) -> Variable | None:
        """Return the variable of C if the expression is just that: `*p`, `r->y`, `rocks[1].y`."""
        try:
            return self._accessed(self.tree) if isinstance(self.tree, Access) else None
        except Fault as fault:
            raise VecxError(f"the expression `{self.text}` has no value: {fault.text}") from None

    def named(self) -> Variable | None:
        """Return the variable of C if the expression is just its name, or a part of it."""
        tree = self.tree
        if not isinstance(tree, Name):
            return self.accessed()
        if not self._root(tree.name) or (tree.name in WORDS and tree.name not in self._variables):
            return None
        try:
            return self._parts(tree.name, ())
        except VecxError:
            if tree.name not in WORDS:
                raise
            return None                     # the register, where no local has its name

    def variable(self) -> int | None:
        """Return the address if the expression is just a name with an address in RAM, else None."""
        tree = self.tree
        return tree.value(self) if isinstance(tree, Name) and self._is_address(tree, RAM_BYTES) \
            else None

    def cell(self) -> tuple[int, int] | None:
        """Return address and size if the expression is just a cell of memory: `[x]`, `{$C880}`."""
        tree, variable = self.tree, self.accessed()
        if variable:
            return (variable.address, variable.size) if variable.is_number else None
        return (tree.address.value(self) & 0xFFFF, self._sizes[tree]) if isinstance(tree, Cell) \
            else None

    # --- checks ----------------------------------------------------------------------------------

    def _is_constant(self, tree: Expr) -> bool:
        """Return whether an expression does not depend on the machine's state."""
        return not any(isinstance(node, Access | Cell | Here | Previous)
                       or (isinstance(node, Name) and isinstance(self._named(node), Word))
                       for node in _nodes(tree))

    def _named(self, name: Name) -> Constant | Word:
        return self.symbols[name.names("")[0]]

    def _is_address(self, tree: Expr, size: int) -> bool:
        """Return whether an expression of symbols is an address in the first `size` bytes of
        RAM."""
        if not tree.names("") or not self._is_constant(tree):
            return False
        try:
            return bool(RAM <= tree.value(self) < RAM + size)
        except (Fault, UndefinedError):
            return False

    def _may_be_address(self, tree: Expr) -> bool:
        """Return whether a value can be an address in RAM."""
        if self._is_constant(tree):
            try:
                return tree.value(self) >= RAM
            except (Fault, UndefinedError):
                return True
        return any(isinstance(node, Here) or (isinstance(node, Cell) and self._sizes[node] == 2)
                   or (isinstance(node, Name) and node.name.lower() in WIDE)
                   for node in _nodes(tree))

    def _check_addresses(self) -> None:
        """Refuse to compare an address such as `score` with a value that cannot be an address."""
        for node in _nodes(self.tree):
            if isinstance(node, Binary) and node.operator in COMPARISONS:
                for one, other in ((node.left, node.right), (node.right, node.left)):
                    if self._is_address(one, RAM_BYTES) and not self._may_be_address(other):
                        raise self._address_fault(one, f"is compared with {self._shown(other)}")
            for truth in _truths(node):
                self._check_truth(truth)

    def _check_truth(self, tree: Expr) -> None:
        """Refuse an address where true or false is needed, such as `flag && frame > 3`."""
        names = [name for name in _nodes(tree) if isinstance(name, Name)
                 and self._is_address(name, RAM_BYTES)]
        if names and self._is_constant(tree):
            raise self._address_fault(names[0], "never changes")

    def _address_fault(self, tree: Expr, what: str) -> UsageError:
        shown = self._shown(tree)
        return UsageError(f"in the expression `{self.text}`: {shown} is the address "
                          f"${tree.value(self):04X}, which {what}; write [{shown}] for the value "
                          "of the variable")

    def _shown(self, tree: Expr) -> str:
        return self.text[tree.start:tree.end].strip()

    def _fault(self, fault: Fault) -> UsageError:
        rest = self.text[fault.start:].strip() or "its end"
        hints = "".join(f" ({hint})" for hint in fault.hints)
        return UsageError(f"in the expression `{self.text}`, at `{rest}`: {fault.text}{hints}; "
                          "an example is `[score] > 20 && frame > 300`")

    def _cells(self) -> list[tuple[int, int]] | None:
        cells = list[tuple[int, int]]()
        for node in _nodes(self.tree):
            if isinstance(node, Access | Here | Previous) \
                    or (isinstance(node, Name) and isinstance(self._named(node), Word)):
                return None
            if isinstance(node, Cell):
                if not self._is_constant(node.address):
                    return None
                cells.append((node.address.value(self) & 0xFFFF, self._sizes[node]))
        return cells


def condition(text: str, machine: Readable) -> Value:
    """Return an Expression that is used as a condition; warn about symbols hidden by built-in
    words.

    Errors: as for Expression
    """
    found = Expression(text, machine, condition=True)
    for warning in found.warnings:
        warnings.warn(warning, stacklevel=3)
    return found


def _nodes(tree: Expr) -> Iterator[Expr]:
    """Yield an expression and all its parts."""
    yield tree
    for part in tree.parts():
        yield from _nodes(part)


def _truths(node: Expr) -> tuple[Expr, ...]:
    """Return the operands of a node that are used as conditions."""
    if isinstance(node, Binary) and node.operator in ("&&", "||"):
        return node.left, node.right
    if isinstance(node, expr.Unary) and node.operator == "!":
        return (node.operand,)
    return (node.condition,) if isinstance(node, expr.Choice) else ()
