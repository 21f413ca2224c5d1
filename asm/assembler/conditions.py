"""Conditional assembly: IF and its family.

A condition is decided while the source is read, with the symbols defined above it; a symbol that is
not defined counts as 0.  If a decision depends on addresses that later passes change, the source
is read again with the values found.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from asm.assembler.draft import Draft
from asm.assembler.encode import signed16
from asm.assembler.items import Decision, difference
from asm.assembler.line import FullLine
from asm.assembler.pass_state import NO_STATEMENT, Run
from asm.assembler.settling import settle
from asm.syntax import lexer, parser, symbols
from asm.syntax.diagnostics import Fault, Note, Place
from asm.syntax.expr import Expr, UndefinedError
from asm.syntax.lexer import Scanner, pattern
from asm.syntax.linked import argument
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

# Words of as6809, with a dot before them: tests of texts; the lines after IFT are assembled if the
# condition of the IF holds, after IFF if it does not; IIF and a test stand before a statement.
TEXT_TESTS = frozenset(("ifb", "ifnb", "ifidn", "ifdif"))
SWITCHES: dict[str, bool | None] = {"ift": True, "iff": False, "iftf": None}
LINKED = TEXT_TESTS.union(SWITCHES, ("i" + word for word in (
    *COMPARISONS, *DEFINED, *TEXT_TESTS, *SWITCHES)))
_KIND = pattern(r"[ \t]*(eq|ne|gt|ge|lt|le|n?def|n?b|idn|dif|tf?|f)[ \t]*,[ \t]*", re.IGNORECASE)

_IF_NEXT = pattern(r"[ \t]*if(?![\w.$@?])[ \t]*", re.IGNORECASE)
_NAMES = pattern(r"[\w.$@?]+(?:\|[\w.$@?]+)*")


class Block:
    """An IF whose ENDIF has not been read yet.

    active   the lines being read are assembled
    decided  one of its branches has been taken
    dead     the IF is in lines that are not assembled
    holds    its condition holds
    else_line, else_place  its ELSE
    end_line   the line of its ENDIF, once that is read
    """

    __slots__ = ("active", "dead", "decided", "else_line", "else_place", "end_line", "holds",
                 "place", "start")

    def __init__(self, place: Place, start: int, dead: bool) -> None:
        self.place = place
        self.start = start
        self.active = self.decided = self.holds = False
        self.dead = dead
        self.else_line: FullLine | None = None
        self.else_place = place
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


def _test_word(test: Test, value: int) -> bool:
    """Test the low 16 bits of a value, with their sign."""
    return test(signed16(value))


def word_of(word: str, text: str, end: int, *, linked: bool = False) -> tuple[str, int]:
    """Return the word of the IF family that an operation stands for, or an empty string.

    The words may have a dot before them.
    Args:    word       the operation in lower case; END and ELSE may have an IF of their own after
                        them
             text, end  the line, and where its operand begins
             linked     the words of as6809 count too, and its form `.if eq,...`
    Returns: the word, and where its operand begins
    """
    second = _IF_NEXT.match(text, end) if word in ("end", "else") else None
    if second is not None:
        return word + "if", second.end()
    if linked and word[:1] == ".":
        kind = _KIND.match(text, end) if word in (".if", ".iif") else None
        if kind is not None:
            word, end = word + kind.group(1).lower(), kind.end()
        if word[1:] in LINKED:
            return word[1:], end
    word = word[1:] if word[:1] == "." else word
    return word if word in ALL else "", end


def read(line: FullLine, scan: Scanner) -> Any:
    """Read the operand of a condition.

    Returns: the names after IFDEF, with the column of the first; expressions; None for a word
             without an operand
    Errors:  those of the operand
    """
    word = line.condition
    if word in LINKED or (word in DEFINED and scan.dialect.colon_labels):
        return _read_linked(line, scan)
    if word in DEFINED:
        asked = scan.rest().split()[:1]
        if scan.dialect.names_with_bar and (match := _NAMES.match(scan.text, scan.pos)):
            asked = match.group().split("|")
        if not asked or not lexer.can_be_symbol(asked[0], scan.dialect):
            raise Fault("E002", "the name of a symbol is expected here", scan.pos)
        return asked, scan.text.find(asked[0], scan.pos)
    if word not in OPENERS | ELSE_IF:
        return None
    most = 2 if word in OPENERS and word != "if" else 1
    return _with_needs(tuple(parser.parse_expressions(scan, 1, most)))


def _with_needs(exprs: tuple[Expr, ...]) -> tuple[tuple[Expr, ...], list[str] | None]:
    """Return expressions with the names that they need; None if they depend on the place."""
    needs: list[str] | None = []
    for expr in exprs:
        names = expr.globals_only() if expr.names("") else ()
        needs = None if needs is None or names is None else [*needs, *names]
    return exprs, needs


def _read_linked(line: FullLine, scan: Scanner) -> Any:
    """Read the operand of a word of as6809, as `read`; a test of texts is decided here."""
    immediate = line.condition[:2] == "ii"
    word = line.condition[1:] if immediate else line.condition
    operands: Any = None
    if word in TEXT_TESTS:
        first = argument(scan)
        operands = first == (argument(scan) if word in ("ifidn", "ifdif") else "")
        operands = operands == (word in ("ifb", "ifidn"))
    elif word in DEFINED:
        scan.peek()
        at = scan.pos
        name = argument(scan)
        if not lexer.can_be_symbol(name, scan.dialect):
            raise Fault("E002", "the name of a symbol is expected here", at)
        operands = [name], at
    elif word not in SWITCHES:
        operands = _with_needs((parser.parse_expression(scan),))
    if immediate:
        scan.comma()
        if not scan.peek():
            raise line.fault("E002", f"`.{line.condition}` needs a statement after its condition")
        line.then = scan.pos
    return operands


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

    def handle(self, line: FullLine, place: Place, depth: int) -> None:
        """Process a line of the IF family.

        Args:   depth  number of IFs that were open at the start of the line's file or macro: the
                       line cannot close those
        Errors: Fault E031
        """
        blocks, word = self._blocks, line.condition
        if word in OPENERS or word in TEXT_TESTS:
            block = Block(place, line.start, self.skipping)
            blocks.append(block)
            if not self.skipping:
                self._decide(block, line, place)
                block.holds = block.active
        elif len(blocks) <= depth:
            raise line.fault("E031", f"`{word}` without IF")
        elif word in CLOSERS:
            blocks.pop().end_line = place.line
        else:
            self._turn(line, place, blocks[-1])
        self._update()

    def _turn(self, line: FullLine, place: Place, block: Block) -> None:
        word, first = line.condition, block.else_line
        if word in SWITCHES:
            block.active = not block.dead and SWITCHES[word] in (None, block.holds)
            return
        if first is not None:
            at = block.else_place
            raise Fault("E031", f"`{word}` after ELSE", line.start,
                        line.start + len(line.operation),
                        notes=[Note("the first ELSE", at, first.start,
                                    first.start + len(first.operation)),
                               Note("the IF it belongs to", block.place, block.start,
                                    block.start + 2)])
        if word in ELSE:
            block.else_line, block.else_place = line, place
        if block.decided or block.dead:
            block.active = False
        elif word in ELSE:
            block.active = block.decided = True
        else:
            self._decide(block, line, place)

    def _decide(self, block: Block, line: FullLine, place: Place) -> None:
        """Decide a condition.  If it is at fault, nothing is assembled up to ENDIF."""
        block.active, block.decided = False, True
        if line.refused is not None:
            self._draft.run.report.error(place, line.refused)
            return
        try:
            block.active = block.decided = self._outcome(block, line, place)
        finally:
            self._update()

    def _outcome(self, block: Block, line: FullLine, place: Place) -> bool:
        draft, run = self._draft, self._draft.run
        word = line.condition[1:] if line.condition[:2] == "ii" else line.condition
        if word in TEXT_TESTS:
            return bool(line.operands)
        if word in DEFINED:
            names, at = line.operands
            known = any(map(draft.knows, names))
            if not known:
                self._asked.append((draft.full_name(names[0]), place, at, block))
            return known == DEFINED[word]
        exprs, needs = line.operands
        test = COMPARISONS.get(word, COMPARISONS["if"])
        if run.dialect.radix:
            test = partial(_test_word, test)
        run.index = NO_STATEMENT
        for expr in exprs if run.unsettled else ():
            settle(expr, run)
        try:
            outcome = test(difference(exprs, run))
        except UndefinedError as undefined:
            run.report.warn(place, "if-undefined", f"`{undefined.name}` is not defined above "
                            "and counts as 0", undefined.start, undefined.end,
                            hints=["use IFDEF to test whether a symbol is defined"])
            return test(difference(exprs, _UndefinedAsZero(run)))
        if not run.are_constant(needs):
            draft.append(Decision(exprs, test, outcome), place)
        return outcome

    def holds(self, line: FullLine, place: Place) -> bool:
        """Return whether the statement after the condition of an IIF is assembled."""
        wanted = SWITCHES.get(line.condition[1:], False)
        if line.condition[1:] not in SWITCHES:
            return not self.skipping and self._outcome(Block(place, line.start, False), line, place)
        if not self._blocks:
            raise line.fault("E031", f"`{line.condition}` without IF")
        block = self._blocks[-1]
        return not block.dead and wanted in (None, block.holds)

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
