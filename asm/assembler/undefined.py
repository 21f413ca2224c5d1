"""Reports each undefined symbol, and each symbol that is defined in terms of itself, once.

The message lists the other lines that use the symbol.  If lines could not be read (an INCLUDE that
fails, an IF or a macro without an end), they may define the symbol.  The message about these lines
then lists the undefined names.  It omits the first few, which get messages of their own, unless an
INCLUDE failed and there are many.  Names that the include file of the ROM defines share one
message.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from asm.assembler.encode import Statement
from asm.assembler.items import Assign
from asm.assembler.pass_state import Run
from asm.cpu.isa import BY_MNEMONIC
from asm.syntax import lexer
from asm.syntax.diagnostics import (
    Diagnostic,
    Edit,
    Fault,
    Hint,
    Note,
    Place,
    did_you_mean,
    shortened,
)
from asm.syntax.expr import UndefinedError, local_name
from asm.syntax.lexer import pattern

ROM_FILE = "vectrex.inc"    # defines the names of the ROM's routines and cells, and of the VIA
GUESS_COUNT_MAX = 20        # names that get a "did you mean"; each costs a search
GUESS_WORK_MAX = 1_500_000  # characters compared for that: about half a second
USE_COUNT_MAX = 8           # other uses that a note lists
LOST_COUNT_MAX = 5          # symbols reported by themselves although lines were lost
NAME_COUNT_MAX = 40         # names that the message about lost lines, or the first of a ROM, lists

_OPERATION = pattern(r"([A-Za-z]+)[ \t]*$")


def _listed(names: list[str]) -> str:
    return ", ".join(names[:NAME_COUNT_MAX]) + (", ..." if len(names) > NAME_COUNT_MAX else "")


class Found:
    """A message about a missing name, and the other places that use the name.

    diagnostic  None if another message covers the name
    """

    def __init__(self, diagnostic: Diagnostic | None) -> None:
        self.diagnostic = diagnostic
        self.uses: list[str] = []

    def use(self, place: Place) -> None:
        """Record another line that uses the name."""
        if self.diagnostic is None:
            return
        first = self.diagnostic.place
        if place is not first:
            self.uses.append(f"line {place.line}" if place.file == first.file else
                             f"{place.file}:{place.line}")

    def note_uses(self) -> None:
        """Add a note to the message, with the first few lines that use the name."""
        if self.diagnostic is not None and self.uses:
            more = ", ..." if len(self.uses) > USE_COUNT_MAX else ""
            listed = ", ".join(self.uses[:USE_COUNT_MAX])
            self.diagnostic.notes.append(Note(f"also used in {listed}{more}"))


class Missing:
    """The undefined symbols of one assembly.

    cause      the message about the first lines that could not be read, or None
    words      unknown instructions that this message lists
    rom_names  returns the names that the include file of the ROM defines
    statements  those of the program
    header_of  returns the lines of the first comment of an included file
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        self.cause: Diagnostic | None = None
        self._symbols: dict[str, Found] = {}
        self._definitions: dict[str, tuple[int, Assign]] = {}
        self.statements: Sequence[Statement] = ()
        self._explained: set[str] = set()
        self.words: list[str] = []
        self._waiting: dict[str, list[tuple[Place, UndefinedError]]] = {}
        self._begin_lost: tuple[str, ...] = ()
        self._rom_listed: set[str] = set()
        self.rom_names: Callable[[], Iterable[str]] = tuple
        self.header_of: Callable[[str], Iterable[str]] = lambda file: ()
        self._rom: dict[str, str] | None = None
        self._rom_first: Diagnostic | None = None
        self._rom_names: list[str] = []
        self._guess_room = GUESS_WORK_MAX

    def lost(self, place: Place, fault: Fault, label: str = "") -> None:
        """Report a fault that leaves lines unread; these lines may define symbols.

        Args: label  with which the names of these symbols begin; empty if that is unknown
        """
        if label:
            self._begin_lost += f"{label}_".lower(), f"{label}.".lower()
        found = self.run.report.error(place, fault)
        self.cause = self.cause or found

    def symbol(self, place: Place, undefined: UndefinedError) -> None:
        """Report a symbol without a value."""
        undefined = undefined.with_traceback(None)      # callers, which refer to this object
        name = undefined.name
        if name in self.run.symbols:
            if not self._set_below(place, undefined):
                self._valueless(name)
            return
        written = place.text[undefined.start:undefined.end]
        local = bool(written) and lexer.is_local(written, self.run.dialect)
        if self.cause is not None and self.cause.code in ("E033", "E042") and not local:
            self._waiting.setdefault(name, []).append((place, undefined))
        else:
            self._undefined(place, undefined)

    def _undefined(self, place: Place, undefined: UndefinedError) -> None:
        """Report an undefined symbol, or record another use of it."""
        name = undefined.name
        if name in self._symbols:
            self._symbols[name].use(place)
            return
        written = place.text[undefined.start:undefined.end]
        local = bool(written) and lexer.is_local(written, self.run.dialect)
        shown = written if local else name
        if self.cause is not None and not local and len(self._symbols) >= LOST_COUNT_MAX:
            self._symbols[name] = Found(None)
            return
        if not local and self._rom_name(place, undefined):
            return
        hints: list[str] = []
        if shown.upper() in ("X", "Y", "U", "S"):
            alone = place.text[undefined.start - 1:undefined.start] in " \t"
            hints = [Hint(f"to use {shown.upper()} as an index register, write `,{shown}`",
                          *[f",{shown}"] * alone)]
        elif shown.upper() in ("A", "B", "D"):
            found = _OPERATION.search(place.text[:undefined.start])
            joined = (found.group(1) + shown).upper() if found else ""
            hints = ["an accumulator is part of the instruction, as in ASLA"]
            if found and joined in BY_MNEMONIC:
                new = joined.lower() if found.group(1).islower() else joined
                hints = [Hint(f"an accumulator is part of the instruction: {joined}",
                              Edit(found.start(), undefined.end, new))]
        elif needed := self._needed(name, place.file):
            hints = [needed]
        elif len(self._symbols) < GUESS_COUNT_MAX:
            hints = self._elsewhere(written) if local else []
            self._guess_room -= len(name) * sum(map(len, self.run.symbols))
            if not hints and self._guess_room >= 0:
                hints = self._near_local(name, shown) if local else did_you_mean(
                    name, self.run.symbols)
        self._symbols[name] = Found(self.run.report.error(place, Fault(
            "E020", f"`{shown}` is not defined", undefined.start, undefined.end, hints=hints)))

    def _needed(self, name: str, file: str) -> str:
        """Return a hint if the first comment of an included file mentions the name; otherwise an
        empty string."""
        word = re.compile(rf"(?<![\w.$]){re.escape(name)}(?![\w.$])")
        line = next((line for line in self.header_of(file) if word.search(line)), "")
        return f"the program that includes {file} must define it: {shortened(line)}" if line else ""

    def _set_below(self, place: Place, undefined: UndefinedError) -> bool:
        """Report a symbol that is used above its first SET; return False if this is not the
        fault."""
        name = undefined.name
        symbol = self.run.symbols[name]
        if symbol.definitions < 2 or any(item.name == name for _, item in self._unknown()):
            return False
        if name in self._symbols:
            self._symbols[name].use(place)
            return True
        note = Note("the first SET", symbol.place, symbol.start, symbol.start + len(name))
        self._symbols[name] = Found(self.run.report.error(place, Fault(
            "E020", f"`{name}` is used above its first SET", undefined.start, undefined.end,
            notes=[note], hints=["a symbol that is used before its definition needs EQU"])))
        return True

    def finish(self) -> None:
        """Complete the messages: add the other places that use a name, and list the names that
        unread lines may define."""
        waiting = {name for name in self._waiting if len(self._waiting) > LOST_COUNT_MAX
                   or name.lower().startswith(self._begin_lost)}
        for name, uses in self._waiting.items():
            if name in waiting:
                self._symbols[name] = Found(None)
                continue
            for use in uses:
                self._undefined(*use)
        for found in self._symbols.values():
            found.note_uses()
        names = [name for name, found in self._symbols.items() if found.diagnostic is None]
        names = [name for name in names if name not in self._rom_listed] + self.words
        if self.cause is not None and names:
            self.cause.notes.append(
                Note("these names may be undefined for this reason: " + _listed(names)))
        if self._rom_first is not None and len(self._rom_names) > 1:
            self._rom_first.notes.append(Note("it also defines " + _listed(self._rom_names[1:])))

    def word(self, word: str) -> bool:
        """Record an unknown instruction; return True if the message about unread lines will list
        the word."""
        if self.cause is None or self.cause.code not in ("E033", "E042"):
            return False
        if word not in self.words:
            self.words.append(word)
        return True

    def _rom_name(self, place: Place, undefined: UndefinedError) -> bool:
        """Report a name that the include file of the ROM defines; all such names share one
        message."""
        name = undefined.name
        if self._rom is None:
            self._rom = {known.lower(): known for known in self.rom_names()}
        known = self._rom.get(name.lower())
        if known is None or known in self.run.symbols:
            return False
        said = known if name == known else f"{known} (not {name})"
        if said not in self._rom_names:
            self._rom_names.append(said)
        found = self._rom_first
        if found is None:
            text = f"`{name}` is not defined" + (f"; the ROM's name is {known}" * (name != known))
            self._rom_first = self.run.report.error(place, Fault(
                "E020", text, undefined.start, undefined.end,
                hints=[Hint(f'write `include "{ROM_FILE}"` above: it defines {known}',
                            Edit(0, 0, f'                include "{ROM_FILE}"\n'))]))
            found = self._rom_first
        self._symbols[name] = Found(None)
        self._rom_listed.add(name)
        return True

    def _near_local(self, name: str, shown: str) -> list[str]:
        """Return the hint for a local label that resembles another label of the same scope."""
        dot = "." * (shown[0] == ".")
        own = name[:len(name) - len(shown.lstrip("."))]
        return did_you_mean(shown, [dot + known[len(own):] for known in self.run.symbols
                                    if known.startswith(own)])

    def _elsewhere(self, written: str) -> list[str]:
        """Return the hint for a local label that belongs to a different global label."""
        tail = local_name("", written)
        owners = [name for name in self.run.symbols if name.endswith(tail) and name != tail]
        if owners and self.run.dialect.scope_by_blank_line:
            line = self.run.symbols[owners[0]].line
            return [f"this label is defined in line {line}; a local label is visible only as far "
                    "as the nearest empty line"]
        return [f"there is {' and '.join(owners[:3])}; a local label belongs to the nearest "
                "non-local label above it"] if owners else []

    def _unknown(self) -> list[tuple[int, Assign]]:
        """Return the numbers and statements of the EQUs and SETs that have no value now."""
        run = self.run
        return [(index, item) for index in sorted(run.spots) if index not in run.values
                and isinstance(item := self.statements[index], Assign)]

    def _valueless(self, name: str) -> None:
        """Report a symbol that is defined in terms of itself.

        Other symbols without a value are reported at the statement that is the reason.
        """
        run, symbols = self.run, self.run.symbols
        if not self._definitions:
            for index, item in self._unknown():
                self._definitions.setdefault(item.name, (index, item))
        way: dict[str, int] = {}
        while name not in way and name not in self._explained:
            way[name] = len(way)
            index, definition = self._definitions.get(name, (-1, None))
            names = [] if definition is None or isinstance(run.reasons[index], Fault) else [
                other for other in definition.expr.names(run.spots[index][0]) if other in symbols
                and symbols[other].value is None]
            if not names:
                break
            name = names[0]
        circle = name in way and bool(names) and name not in self._explained
        self._explained.update(way)
        if not circle:
            return
        chain = list(way)[way[name]:]
        first = min(chain, key=lambda name: (symbols[name].line, name))
        target = symbols[first]
        turn = chain.index(first)
        loop = " -> ".join([*chain[turn:], *chain[:turn], first])
        self.run.report.error(target.place, Fault(
            "E023", f"`{first}` is defined in terms of itself: {loop}" if len(chain) > 1 else
            f"`{first}` is defined in terms of itself", target.start, target.start + len(first)))
