"""Guesses the assembler that a source was written for, and compares the bytes of two dialects.

AS09 or VIDE's assembler may silently assemble a source to different bytes.  `likely_dialect`
guesses from the words of a source for which of the two it was written: it must have a word that the
Motorola family does not use, and none that the original refuses.  `first_difference` compares two
assemblies, statement by statement.  Sources without such a word, and those that differ only in gaps
and reserved space, are missed.
"""

from __future__ import annotations

from itertools import zip_longest

from asm.assembler.operations import OPERATIONS
from asm.assembler.words import Kind, words_of
from asm.output.program import Program
from asm.syntax.diagnostics import Place
from asm.syntax.dialects import DIALECTS, Dialect

# Words of AS09 and VIDE's assembler that the Motorola family does not use, or uses differently.
_OF_EITHER = frozenset("db dw ds direct noopt cmap struct title".split())

# Words that the originals refuse; AS09 also refuses instructions in capitals and `,pcr`.
_OF_NEITHER = frozenset("rept repeat fcn fcs fcz zmb bsz fill fqb rmd assert use".split())
# Common mistakes: a branch out of range, an undefined symbol.
_SLIPS = frozenset(("E020", "E021"))
ERROR_LINES_MIN = 3
_NOT_OF_AS09 = frozenset("setdp ifdef ifndef ifd ifnd ifeq ifne ifneq ifgt ifge iflt ifle elseif "
                         "elsif elif".split())


def is_word_of(directive: str, dialect: Dialect) -> bool:
    """Return whether a directive is typical of sources in a dialect; vecx itself accepts the
    directive in all dialects.

    Args: directive  its name in lower case
    """
    if directive[0] == "." or directive in ("=", "=="):
        return directive == "=" or dialect.name == "asxxxx"
    if dialect.name == "asxxxx" or (directive == "pragma" and not dialect.any_section):
        return False
    if dialect.name in ("as09", "vide"):
        return directive not in _OF_NEITHER and not (
            dialect.name == "as09" and directive in _NOT_OF_AS09)
    return dialect.name == "vecx" or directive not in _OF_EITHER


def likely_dialect(program: Program) -> str | None:
    """Return the dialect for which a source was probably written; None if there is no evidence."""
    words = {word.lower() for word in program.words}
    own = any("." in name for name in program.symbols)      # local labels
    if own or not words & _OF_EITHER or words & _OF_NEITHER:
        return None
    if words & _NOT_OF_AS09 or any(word.isupper() and word.lower() in OPERATIONS
                                   for word in program.words):
        return "vide"
    return "vide" if any(word.kind is Kind.REGISTER and word.text.lower() == "pcr"
                         for text in {place.text for place, _ in program.rows}
                         for word in words_of(text)) else "as09"


def candidates(program: Program) -> tuple[str, ...]:
    """Return the dialects for which a source with errors may have been written.

    One mistake proves nothing: several lines must have errors that a dialect may explain, or the
    words of the source must be those of AS09 or VIDE's assembler.
    """
    lines = {(error.file, error.line) for error in program.errors if error.code not in _SLIPS}
    if len(lines) >= ERROR_LINES_MIN:
        return tuple(DIALECTS)
    likely = likely_dialect(program)
    return () if likely is None else ("vide",) if likely == "vide" else ("as09", "vide")


def first_difference(mine: Program, other: Program) -> tuple[Place, bytes, bytes] | None:
    """Return the first line for which two assemblies generate different bytes, and the bytes of
    both.

    A line of different size moves the following ones, so the first such line counts.
    """
    found = None
    for item, theirs in zip_longest(mine.items, other.items):
        if item is None or theirs is None or (item.place.line, item.place.text) != (
                theirs.place.line, theirs.place.text):
            break
        here, there = item.data, theirs.data
        if not here or not there or here == there:
            continue
        if len(here) != len(there):
            return item.place, here, there
        found = found or (item.place, here, there)
    return found
