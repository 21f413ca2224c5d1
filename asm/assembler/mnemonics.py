"""The words that are known in the operation column, and the messages about unknown words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from asm.assembler import expansion, files, linked
from asm.assembler.conditions import ALL as CONDITIONS
from asm.assembler.directives import DIRECTIVES
from asm.assembler.line import FullLine
from asm.assembler.operations import OPERATIONS
from asm.assembler.undefined import GUESS_COUNT_MAX, Found
from asm.syntax.diagnostics import Edit, Fault, Hint, Note, Place, Report, did_you_mean
from asm.syntax.foreign_mnemonics import HABITS
from asm.syntax.lexer import pattern

_ONE_INSTRUCTION = pattern(r"[A-Z0-9]+( [^ ]+)?\Z")
BLANK_FIRST = Hint("put a blank before an instruction", Edit(0, 0, " "))
REGISTERED = expansion, files, linked    # they add to DIRECTIVES


def is_word(word: str) -> bool:
    """Return whether a word in lower case is an instruction or a directive."""
    return word in OPERATIONS or word in DIRECTIVES or word in CONDITIONS


def is_operation(label: str, text: str) -> bool:
    """Return whether a label in column 1 may have been meant as an instruction or directive.

    A colon or a leading dot (`.end` is a local label) shows that it was not.
    """
    return label[0] != "." and is_word(label.lower()) and text[len(label):].lstrip(" \t")[:1] != ":"


def _habit(line: FullLine) -> Hint:
    """Return the hint for a word of another processor; one instruction can replace the word."""
    new = HABITS[line.word]
    match = _ONE_INSTRUCTION.match(new)
    if match is None or (match[1] and line.rest()):
        return Hint(f"the 6809 has {new}")
    return Hint(f"the 6809 has {new}", new.lower() if line.operation.islower() else new)


class UnknownWords:
    """Words that are not an instruction, directive or macro; each is reported once."""

    def __init__(self, report: Report, is_listed: Callable[[str], bool]) -> None:
        """Args: is_listed  whether the message about unread lines lists a word"""
        self.report = report
        self._is_listed = is_listed
        self._found: dict[str, Found] = {}

    def add(self, line: FullLine, place: Place, macros: Iterable[str]) -> None:
        """Report a word that is not an instruction, directive or macro.

        Errors: Fault E010 if the label and the instruction are in the wrong columns
        """
        word = line.word
        if line.label and is_operation(line.label, place.text):
            raise Fault("E010", f"`{line.label}` in column 1 is read as a label, and "
                        f"`{line.operation}` as the instruction", 0, len(line.label),
                        hints=[BLANK_FIRST])
        after = line.rest().split()[:1]
        if not line.label and after and after[0].lower() in ("equ", "set", "=", "macro"):
            raise line.fault("E010", f"`{line.operation}` is not an instruction",
                             Hint("a symbol must begin in column 1", Edit(0, line.start, "")))
        if word in self._found:
            self._found[word].use(place)
            return
        near: list[str] = []
        if word in HABITS:
            near = [_habit(line)]
        elif len(self._found) < GUESS_COUNT_MAX:
            near = did_you_mean(word, [*OPERATIONS, *DIRECTIVES, *macros])
        if not near and self._is_listed(word):
            self._found[word] = Found(None)
            return
        self._found[word] = Found(self.report.error(place, line.fault(
            "E010", f"`{line.operation}` is not an instruction, a directive or a macro",
            near[0] if near else "")))

    def finish(self, macros: Mapping[str, Place]) -> None:
        """Complete the messages: add the other places that use a word, or the definition of a macro
        that is used above its definition.

        Args: macros  where each macro is defined, by name in lower case
        """
        for word, found in self._found.items():
            place = macros.get(word)
            if place is not None and found.diagnostic is not None:
                where = found.diagnostic
                shown = where.place.text[where.start:where.end]
                where.text = f"the macro `{shown}` is used above its definition"
                where.notes.append(Note("it is defined here", place, 0, len(place.text)))
                included = " or the INCLUDE" if place.file != where.place.file else ""
                where.hints[:] = [f"move the definition{included} above the first use"]
            found.note_uses()
