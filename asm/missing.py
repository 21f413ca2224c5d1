"""What a source uses and nothing defines, or only itself: each name is reported once.

The other places that use it are notes of that one message.  Where lines were lost (an include that
cannot be read, an IF or a macro without end), the message about that names all symbols but the
first few: they may well be defined there.
"""

from __future__ import annotations

from collections.abc import Iterable

from asm import lexer
from asm.conditions import ALL as CONDITIONS
from asm.diagnostics import Diagnostic, Fault, Note, Place, did_you_mean
from asm.directives import DIRECTIVES, STRUCTURE, Line
from asm.encode import Item
from asm.expr import UndefinedError, local_name
from asm.items import Assign
from asm.operations import OPERATIONS
from asm.run import Run

GUESS_COUNT_MAX = 20        # names that get a "did you mean"; each costs a search
USE_COUNT_MAX = 8           # other uses that a note lists
LOST_COUNT_MAX = 5          # symbols reported by themselves although lines were lost
NAME_COUNT_MAX = 8          # further ones that the message about the lost lines lists


_WORDS = frozenset((*OPERATIONS, *DIRECTIVES, *CONDITIONS, *STRUCTURE))


def is_operation(label: str, text: str) -> bool:
    """Say whether a label is an instruction or a directive by its name, and has no colon."""
    return label.lower() in _WORDS and text[len(label):].lstrip(" \t")[:1] != ":"


class Found:
    """A message about a missing name, and the other places that use it.

    diagnostic  None where another message says it: then there is nothing to add the places to
    """

    def __init__(self, diagnostic: Diagnostic | None) -> None:
        self.diagnostic = diagnostic
        self.uses: list[str] = []

    def use(self, place: Place) -> None:
        """Keep another place, to be named in the note."""
        if self.diagnostic is None:
            return
        first = self.diagnostic.place
        if place is not first:
            self.uses.append(f"line {place.line}" if place.file == first.file else
                             f"{place.file}:{place.line}")

    def note_uses(self) -> None:
        """Put the note into the message: the first few places."""
        if self.diagnostic is not None and self.uses:
            more = ", ..." if len(self.uses) > USE_COUNT_MAX else ""
            listed = ", ".join(self.uses[:USE_COUNT_MAX])
            self.diagnostic.notes.append(Note(f"also used in {listed}{more}"))


class Missing:
    """The names that one assembly has missed so far.

    cause  the message about the first lines that were lost, or None
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        self.cause: Diagnostic | None = None
        self._symbols: dict[str, Found] = {}
        self._operations: dict[str, Found] = {}

    def lost(self, place: Place, fault: Fault) -> None:
        """Report a fault for which lines are not read that may define something."""
        found = self.run.report.error(place, fault)
        self.cause = self.cause or found

    def operation(self, line: Line, word: str, macros: Iterable[str]) -> None:
        """Report a word that is no instruction, directive or macro.

        Errors: Fault E010 where the label is the instruction, or the instruction the label
        """
        if line.label and is_operation(line.label, line.place.text):
            raise Fault("E010", f"`{line.label}` in column 1 is taken for a label, and "
                        f"`{line.operation}` for the instruction", 0, len(line.label),
                        hints=["put a blank before an instruction"])
        after = line.scan.rest().split()[:1]
        if not line.label and after and after[0].lower() in ("equ", "set", "=", "macro"):
            raise line.fault("E010", f"`{line.operation}` is not an instruction",
                             "a symbol begins in column 1")
        if word in self._operations:
            self._operations[word].use(line.place)
            return
        near = []
        if len(self._operations) < GUESS_COUNT_MAX:
            near = (did_you_mean(word, OPERATIONS) or did_you_mean(word, DIRECTIVES)
                    or did_you_mean(word, macros))
        self._operations[word] = Found(self.run.report.error(line.place, line.fault(
            "E010", f"`{line.operation}` is not an instruction, a directive or a macro",
            near[0] if near else "")))

    def symbol(self, place: Place, undefined: UndefinedError, items: list[Item]) -> None:
        """Report a symbol without a value."""
        name = undefined.name
        if name in self.run.symbols:
            self._valueless(name, items)
            return
        if name in self._symbols:
            self._symbols[name].use(place)
            return
        written = place.text[undefined.start:undefined.end]
        local = bool(written) and lexer.is_local(written)
        shown = written if local else name
        if self.cause is not None and not local and len(self._symbols) >= LOST_COUNT_MAX:
            self._symbols[name] = Found(None)
            return
        hints = []
        if shown.upper() in ("X", "Y", "U", "S"):
            hints = [f"to use {shown.upper()} as an index register, write `,{shown}`"]
        elif shown.upper() in ("A", "B", "D"):
            hints = ["an accumulator is part of the instruction, as in ASLA"]
        elif len(self._symbols) < GUESS_COUNT_MAX:
            hints = self._elsewhere(written) if local else []
            hints = hints or did_you_mean(name, self.run.symbols)
        self._symbols[name] = Found(self.run.report.error(place, Fault(
            "E020", f"`{shown}` is not defined", undefined.start, undefined.end, hints=hints)))

    def finish(self) -> None:
        """Name the other uses of what is missing, and where lines were lost, what was not named."""
        for found in (*self._symbols.values(), *self._operations.values()):
            found.note_uses()
        names = [name for name, found in self._symbols.items() if found.diagnostic is None]
        if self.cause is not None and names:
            listed = ", ".join(names[:NAME_COUNT_MAX])
            more = ", ..." if len(names) > NAME_COUNT_MAX else ""
            self.cause.notes.append(Note(
                f"{len(names)} more symbols are not defined, perhaps because of this: "
                f"{listed}{more}"))

    def _elsewhere(self, written: str) -> list[str]:
        """The hint for a local label that belongs to another label than the last one."""
        tail = local_name("", written)
        owners = [name for name in self.run.symbols if name.endswith(tail) and name != tail]
        return [f"there is {' and '.join(owners[:3])}; a local label belongs to the last label "
                "above it that is not local"] if owners else []

    def _valueless(self, name: str, items: list[Item]) -> None:
        """Report a symbol that is defined by itself; other lacks are reported where they lie."""
        symbols = self.run.symbols
        definitions = {item.symbol.name: item for item in items if isinstance(item, Assign)}
        chain = [name]
        while True:
            item = definitions.get(chain[-1])
            if item is None:
                return
            names = [other for other in item.expr.names("") if other in symbols
                     and symbols[other].value is None]
            if not names:
                return
            if names[0] in chain:
                chain = chain[chain.index(names[0]):]
                break
            chain.append(names[0])
        first = min(chain, key=lambda name: (symbols[name].line, name))
        target = symbols[first]
        turn = chain.index(first)
        loop = " -> ".join([*chain[turn:], *chain[:turn], first])
        self.run.report.error(target.place, Fault(
            "E023", f"`{first}` is defined by itself: {loop}" if len(chain) > 1 else
            f"`{first}` is defined by itself", target.start, target.start + len(first)))
