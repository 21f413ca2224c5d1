"""The words that stand where instructions do: those that are known, and what of others is said."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from asm.assembler.conditions import ALL as CONDITIONS
from asm.assembler.directives import DIRECTIVES
from asm.assembler.operations import OPERATIONS
from asm.assembler.undefined import GUESS_COUNT_MAX, Found
from asm.syntax.diagnostics import Fault, Report, did_you_mean
from asm.syntax.foreign_mnemonics import HABITS
from asm.syntax.lexer import Line

# What reads other lines or files than its own; reader.py does that.
STRUCTURE = frozenset((
    "macro", "endm", "endmacro", "rept", "repeat", "endr", "endrept", "local", "exitm", "struct",
    "ends", "endstruct", "include", "use", ".include", "includebin", "incbin", ".incbin",
    "binclude", "end", ".end"))

WORDS = frozenset((*OPERATIONS, *DIRECTIVES, *CONDITIONS, *STRUCTURE))


def is_operation(label: str, text: str) -> bool:
    """Say whether a label is an instruction or a directive by its name, and has no colon."""
    return label.lower() in WORDS and text[len(label):].lstrip(" \t")[:1] != ":"


class UnknownWords:
    """The words that are no instruction, directive or macro; each is reported once."""

    def __init__(self, report: Report, told_elsewhere: Callable[[str], bool]) -> None:
        """Take the report, and who says whether the message about lost lines tells a word."""
        self.report = report
        self._told_elsewhere = told_elsewhere
        self._found: dict[str, Found] = {}

    def add(self, line: Line, word: str, macros: Iterable[str]) -> None:
        """Report a word that is no instruction, directive or macro.

        Errors: Fault E010 where the label is the instruction, or the instruction the label
        """
        if line.label and is_operation(line.label, line.place.text):
            raise Fault("E010", f"`{line.label}` in column 1 is read as a label, and "
                        f"`{line.operation}` as the instruction", 0, len(line.label),
                        hints=["put a blank before an instruction"])
        after = line.scan.rest().split()[:1]
        if not line.label and after and after[0].lower() in ("equ", "set", "=", "macro"):
            raise line.fault("E010", f"`{line.operation}` is not an instruction",
                             "a symbol begins in column 1")
        if word in self._found:
            self._found[word].use(line.place)
            return
        near = []
        if word in HABITS:
            near = [f"the 6809 has {HABITS[word]}"]
        elif len(self._found) < GUESS_COUNT_MAX:
            near = (did_you_mean(word, OPERATIONS) or did_you_mean(word, (*DIRECTIVES, *STRUCTURE))
                    or did_you_mean(word, macros))
        if not near and self._told_elsewhere(word):
            self._found[word] = Found(None)
            return
        self._found[word] = Found(self.report.error(line.place, line.fault(
            "E010", f"`{line.operation}` is not an instruction, a directive or a macro",
            near[0] if near else "")))

    def finish(self) -> None:
        """Name the other lines that use them."""
        for found in self._found.values():
            found.note_uses()
