"""Conditional assembly: IF and its family.

A condition is decided while the source is read, with the symbols defined above it; a symbol that is
not defined counts as 0.  Where a decision rests on addresses that later passes move, the passes
check it again and the source is read anew with the better values.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from asm import lexer, parser, symbols
from asm.diagnostics import Fault, Place
from asm.encode import Item
from asm.expr import Env, Expr, UndefinedError
from asm.symbols import Symbol

if TYPE_CHECKING:
    from asm.directives import Line
    from asm.passes import Assembler
    from asm.run import Run

Test = Callable[[int], bool]

COMPARISONS: dict[str, Test] = {
    "if": lambda value: value != 0,
    "ifne": lambda value: value != 0,
    "ifneq": lambda value: value != 0,
    "ifeq": lambda value: value == 0,
    "ifgt": lambda value: value > 0,
    "ifge": lambda value: value >= 0,
    "iflt": lambda value: value < 0,
    "ifle": lambda value: value <= 0,
}
DEFINED = {"ifdef": True, "ifd": True, "ifndef": False, "ifnd": False}
OPENERS = frozenset((*COMPARISONS, *DEFINED))
ELSE_IF = frozenset(("elseif", "elsif", "elif"))
ELSE = frozenset(("else",))
CLOSERS = frozenset(("endif", "endc", "fi"))
ALL = OPENERS | ELSE_IF | ELSE | CLOSERS

_IF_NEXT = re.compile(r"[ \t]*if(?![\w.$@?])", re.IGNORECASE)


class Block:
    """An IF that is open.

    active   the lines being read are assembled
    decided  some branch of it has been taken
    dead     the IF itself stands in lines that are not assembled
    """

    __slots__ = ("active", "dead", "decided", "else_seen", "place", "start")

    def __init__(self, place: Place, start: int, active: bool, dead: bool) -> None:
        self.place = place
        self.start = start
        self.active = active
        self.decided = active
        self.dead = dead
        self.else_seen = False


class Decision(Item):
    """The outcome of a condition, checked again in later passes."""

    __slots__ = ("exprs", "outcome", "test")
    moves = True

    def __init__(self, place: Place, exprs: list[Expr], test: Test, outcome: bool) -> None:
        super().__init__(place)
        self.exprs = exprs
        self.test = test
        self.outcome = outcome

    def layout(self, run: Run) -> None:
        try:
            if self.test(difference(self.exprs, run)) != self.outcome:
                run.changed_decision = self
        except (UndefinedError, Fault, RecursionError):
            return


class _Lenient:
    """The state of a run in which every symbol that is not defined is 0."""

    def __init__(self, run: Run) -> None:
        self.symbols: dict[str, Symbol] = _ZeroForMissing(run.symbols)
        self.scope = run.scope
        self.here = run.here
        self.numeric = run.numeric


class _ZeroForMissing(dict[str, Symbol]):
    def get(self, name: str, default: object = None) -> Symbol:
        symbol = super().get(name)
        if symbol is None or symbol.value is None:
            return Symbol(name, symbols.EQU, Place("", 0, ""), 0, 0)
        return symbol


def difference(exprs: list[Expr], run: Env) -> int:
    """The value to test: an expression, or the first less the second."""
    value = exprs[0].value(run)
    return value - exprs[1].value(run) if len(exprs) == 2 else value


def handle(asm: Assembler, line: Line, word: str) -> None:
    """Do what a line of the IF family says.  Errors: Fault E031 and those of the expression."""
    blocks = asm.blocks
    if word in OPENERS:
        if asm.skipping:
            blocks.append(Block(line.place, line.start, False, True))
            return
        block = Block(line.place, line.start, False, False)
        blocks.append(block)
        asm.skipping = True
        block.decided = True        # should the condition be at fault, nothing is assembled
        block.active = block.decided = _decide(asm, line, word)
    elif not blocks or len(blocks) <= asm.sources[-1].depth:
        raise line.fault("E031", f"`{word}` without an IF before it")
    elif word in CLOSERS:
        blocks.pop()
    else:
        block = blocks[-1]
        if block.else_seen:
            raise line.fault("E031", f"`{word}` after ELSE")
        block.else_seen = word in ELSE
        if block.decided or block.dead:
            block.active = False
        else:
            asm.skipping = False
            second = _IF_NEXT.match(line.scan.text, line.scan.pos)
            if second is not None and line.operation.lower() == "else":
                line.scan.pos = second.end()
            block.active = block.decided = word in ELSE or _decide(asm, line, "if")
    asm.skipping = bool(blocks) and not (blocks[-1].active and not blocks[-1].dead)


def _decide(asm: Assembler, line: Line, word: str) -> bool:
    """Evaluate the condition of an IF."""
    scan = line.scan
    if word in DEFINED:
        name = scan.rest().split()
        if not name or not lexer.LABEL.match(name[0]):
            raise Fault("E002", "the name of a symbol is expected here", scan.pos)
        full = asm.full_name(name[0])
        known = full in asm.run.symbols or name[0].lower() in asm.macros
        return known == DEFINED[word]
    exprs = parser.parse_expressions(scan, 1, 1 if word == "if" else 2)
    test = COMPARISONS[word]
    run = asm.run
    try:
        outcome = test(difference(exprs, run))
    except UndefinedError as undefined:
        run.report.warn(line.place, "if-undefined", f"`{undefined.name}` is not defined above and "
                        "counts as 0", undefined.start, undefined.end,
                        hints=["test with IFDEF whether a symbol is defined"])
        return test(difference(exprs, _Lenient(run)))
    if any(expr.names("") for expr in exprs):
        asm.append(Decision(line.place, exprs, test, outcome))
    return outcome


def word_of(operation: str, text: str, end: int) -> str:
    """The word of the IF family that an operation is, or an empty string.

    Args: operation  as written; END and ELSE may have an IF of their own after them
          text, end  the line, and where its operand begins
    """
    word = operation.lower()
    if word in ("end", "else") and _IF_NEXT.match(text, end):
        return word + "if"
    return word if word in ALL else ""


def check_closed(asm: Assembler, depth: int) -> None:
    """Report every IF opened beyond `depth` and still open; close it."""
    while len(asm.blocks) > depth:
        block = asm.blocks.pop()
        asm.missing.lost(block.place, Fault("E031", "this IF has no ENDIF", block.start,
                                            block.start + 2))
    asm.skipping = bool(asm.blocks) and not (asm.blocks[-1].active and not asm.blocks[-1].dead)
