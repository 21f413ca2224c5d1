"""Conditional assembly: IF and its family.

A condition is decided while the source is read, with the symbols defined above it; a symbol that is
not defined counts as 0.  If a decision depends on addresses that later passes change, the source
is read again with the values found.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from asm.assembler.draft import Draft
from asm.assembler.items import Decision, difference
from asm.assembler.pass_state import Run
from asm.syntax import lexer, parser, symbols
from asm.syntax.diagnostics import Fault, Note, Place
from asm.syntax.expr import UndefinedError
from asm.syntax.lexer import Line, pattern
from asm.syntax.symbols import Symbol

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

_IF_NEXT = pattern(r"[ \t]*if(?![\w.$@?])", re.IGNORECASE)


class Block:
    """An IF whose ENDIF has not been read yet.

    active   the lines being read are assembled
    decided  one of its branches has been taken
    dead     the IF is in lines that are not assembled
    else_line  its ELSE, or None
    end_line   the line of its ENDIF, once that is read
    """

    __slots__ = ("active", "dead", "decided", "else_line", "end_line", "place", "start")

    def __init__(self, place: Place, start: int, active: bool, dead: bool) -> None:
        self.place = place
        self.start = start
        self.active = active
        self.decided = active
        self.dead = dead
        self.else_line: Line | None = None
        self.end_line = 0


class _UndefinedAsZero:
    """A run in which undefined symbols count as 0."""

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


def word_of(operation: str, text: str, end: int) -> str:
    """Return the word of the IF family that an operation stands for, or an empty string.

    The words may have a dot before them.
    Args: operation  as written; END and ELSE may have an IF of their own after them
          text, end  the line, and where its operand begins
    """
    word = operation.lower()
    if word[:1] == "." and word[1:] in ALL:
        return word[1:]
    if word in ("end", "else") and _IF_NEXT.match(text, end):
        return word + "if"
    return word if word in ALL else ""


class Conditions:
    """The IFs whose ENDIF has not been read yet.

    skipping  the lines being read are not assembled
    """

    def __init__(self, draft: Draft) -> None:
        self.skipping = False
        self._draft = draft
        self._blocks: list[Block] = []
        self._asked: list[tuple[str, Place, int, Block]] = []

    @property
    def depth(self) -> int:
        """The number of open IFs."""
        return len(self._blocks)

    def handle(self, line: Line, word: str, depth: int) -> None:
        """Process a line of the IF family.

        Args:   word   the result of `word_of`
                depth  number of IFs that were open at the start of the line's file or macro: the
                line
                       cannot close those
        Errors: Fault E031 and those of the expression
        """
        blocks = self._blocks
        if word in OPENERS:
            if self.skipping:
                blocks.append(Block(line.place, line.start, False, True))
                return
            block = Block(line.place, line.start, False, False)
            blocks.append(block)
            self.skipping = True
            block.decided = True    # if the condition is at fault, nothing is assembled
            block.active = block.decided = self._decide(line, word)
        elif len(blocks) <= depth:
            raise line.fault("E031", f"`{word}` without IF")
        elif word in CLOSERS:
            blocks.pop().end_line = line.place.line
        else:
            self._turn(line, word, blocks[-1])
        self._update()

    def _turn(self, line: Line, word: str, block: Block) -> None:
        first = block.else_line
        if first is not None:
            raise Fault("E031", f"`{word}` after ELSE", line.start,
                        line.start + len(line.operation),
                        notes=[Note("the first ELSE", first.place, first.start,
                                    first.start + len(first.operation)),
                               Note("the IF it belongs to", block.place, block.start,
                                    block.start + 2)])
        if word in ELSE:
            block.else_line = line
        if block.decided or block.dead:
            block.active = False
            return
        self.skipping = False
        second = _IF_NEXT.match(line.scan.text, line.scan.pos)
        if second is not None and line.operation.lower() == "else":
            line.scan.pos = second.end()
        block.active = block.decided = word in ELSE or self._decide(line, "if")

    def _decide(self, line: Line, word: str) -> bool:
        scan, draft = line.scan, self._draft
        if word in DEFINED:
            name = scan.rest().split()
            if not name or not lexer.LABEL.match(name[0]):
                raise Fault("E002", "the name of a symbol is expected here", scan.pos)
            known = draft.knows(name[0])
            if not known:
                at = scan.text.find(name[0], scan.pos)
                self._asked.append((draft.full_name(name[0]), line.place, at, self._blocks[-1]))
            return known == DEFINED[word]
        exprs = parser.parse_expressions(scan, 1, 1 if word == "if" else 2)
        test = COMPARISONS[word]
        run = draft.run
        run.here = run.pc
        try:
            outcome = test(difference(exprs, run))
        except UndefinedError as undefined:
            run.report.warn(line.place, "if-undefined", f"`{undefined.name}` is not defined above "
                            "and counts as 0", undefined.start, undefined.end,
                            hints=["use IFDEF to test whether a symbol is defined"])
            return test(difference(exprs, _UndefinedAsZero(run)))
        if any(expr.names("") for expr in exprs):
            draft.append(Decision(line.place, exprs, test, outcome))
        return outcome

    def check_closed(self, depth: int) -> None:
        """Report and close every IF that was opened beyond `depth` and has no ENDIF."""
        while len(self._blocks) > depth:
            block = self._blocks.pop()
            self._draft.missing.lost(block.place, Fault("E031", "this IF has no ENDIF", block.start,
                                                        block.start + 2))
        self._update()

    def warn_of_later(self) -> None:
        """Warn of an IFDEF if its name is defined only below the ENDIF."""
        run = self._draft.run
        for name, place, start, block in self._asked:
            symbol = run.symbols.get(name)
            if symbol is not None and symbol.place.file == place.file \
                    and symbol.line > block.end_line > 0:
                run.report.warn(place, "ifdef-below", f"`{name}` is not defined yet: "
                                f"its definition is below, in line {symbol.line}", start,
                                start + len(name), hints=["define it above"])

    def leave(self, depth: int) -> None:
        """Close the IFs opened beyond `depth`, without a message."""
        del self._blocks[depth:]
        self.skipping = False

    def cut(self, depth: int) -> None:
        """Discard the IFs beyond `depth`.  This does not change whether the following lines are
        assembled."""
        del self._blocks[depth:]

    def _update(self) -> None:
        blocks = self._blocks
        self.skipping = bool(blocks) and not (blocks[-1].active and not blocks[-1].dead)
