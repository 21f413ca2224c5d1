"""Diagnostics: errors, warnings, notes and hints about a source, and how they are printed.

A `Fault` is raised where an error is found, by code that knows the column but not the file.
The code that knows the line turns it into a `Diagnostic` and adds it to the `Report`.  `render`
makes the text; nothing else in the package formats messages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

ERROR = "error"
WARNING = "warning"
NOTE = "note"           # nothing is wrong, and -Werror does not change that

# The meaning of each error code; docs/asm-language.md explains each one.
CODES: dict[str, str] = {
    "E001": "text that cannot be read",
    "E002": "operand missing",
    "E003": "unexpected text after the operand",
    "E004": "string not closed",
    "E005": "not a label",
    "E010": "unknown instruction or directive",
    "E011": "addressing mode the instruction does not have",
    "E012": "not a register here",
    "E013": "register that this instruction cannot take",
    "E014": "operand after an instruction that takes none",
    "E020": "undefined symbol",
    "E021": "branch out of range",
    "E022": "symbol defined twice",
    "E023": "symbol defined in terms of itself",
    "E024": "value out of range",
    "E025": "division by zero",
    "E026": "sizes that did not converge",
    "E027": "expression too long",
    "E030": "directive used wrongly",
    "E031": "conditional not balanced",
    "E032": "macro or repetition used wrongly",
    "E033": "file that cannot be read",
    "E034": "the source reports an error",
    "E035": "nested too deeply or repeated too often",
    "E036": "two statements at one address",
    "E037": "address beyond $FFFF",
    "E040": "cycle limit not met",
    "E041": "cartridge header not at address 0",
    "E042": "file that cannot be converted",
}

# Every warning by name; those with False are off unless -W NAME or -W all enables them.
WARNINGS: dict[str, bool] = {
    "asset-note": True,
    "bios-page": True,
    "branch-fits": False,
    "cartridge-header": True,
    "cartridge-size": True,
    "colon-ignored": True,
    "comment-operand": True,
    "cycles-unknown": True,
    "data-segment": True,
    "dialect-line": True,
    "direct-page": True,
    "duplicate-label": True,
    "hash-ignored": True,
    "ifdef-below": True,
    "if-undefined": True,
    "include-name": True,
    "indirect-increment": True,
    "jsr-fits": False,
    "label-mnemonic": True,
    "last-backslash": True,
    "late-symbol": True,
    "limit-misspelt": True,
    "lower-case": True,
    "macro-arguments": True,
    "macro-redefined": True,
    "missing-hash": True,
    "offset-ignored": True,
    "org-label": True,
    "other-dialect": True,
    "overlap": True,
    "pc-constant": True,
    "ram-outside": True,
    "rom-store": True,
    "transfer-size": True,
    "user": True,
    "value-truncated": True,
}

ERROR_COUNT_PRINTED_MAX = 100
WARNING_COUNT_PRINTED_MAX = 3      # of one kind
VIA_DEPTH_PRINTED_MAX = 8
EXCERPT_WIDTH_MAX = 100
TEXT_LENGTH_MAX = 250
UNPRINTABLE = "\ufffd"
INCLUDED = "included from here"


class Place:
    """One line of source, and the chain of includes and macros that led to it.

    file, line  its position; line counts from 1
    text        the line, macro arguments filled in
    via, why    the place that brought this line in (include, macro, repetition), and how; or None
    """

    __slots__ = ("file", "line", "text", "via", "why")

    def __init__(self, file: str, line: int, text: str, via: Place | None = None,
                 why: str = "") -> None:
        self.file = file
        self.line = line
        self.text = text
        self.via = via
        self.why = why

    def calls(self) -> list[Place]:
        """Return this line and the macro calls and repetitions that led to it, innermost first."""
        found = [self]
        while found[-1].via is not None and found[-1].why != INCLUDED:
            found.append(found[-1].via)
        return found

    def is_from(self, place: Place | None) -> bool:
        """Return whether another place, directly or indirectly, led to this line."""
        return self.via is not None and (self.via is place or self.via.is_from(place))

    def call(self) -> Place:
        """Return the line of the outermost macro call or repetition, or else this line."""
        return self.calls()[-1] if self.via is not None else self


LENGTH_GUESSED_MAX = 64     # names longer than this are not compared with others
ALIKE_MIN = 0.66            # part of two words that is alike, if one may be meant by the other


class Edit(NamedTuple):
    """A change to a line: the columns from `start` to `end` - 1, counted from 0, become `text`.

    A text that ends with a line feed is a line of its own above.
    """

    start: int
    end: int
    text: str


class Hint(str):
    """A hint, or the text of a diagnostic, together with the edits that it proposes.

    edits  alternatives, the best one first; a text instead of an Edit replaces the marked columns
    """

    __slots__ = ("edits",)
    edits: tuple[Edit | str, ...]

    def __new__(cls, text: str, *edits: Edit | str) -> Hint:
        hint = super().__new__(cls, text)
        hint.edits = edits
        return hint


class Fault(Exception):
    """A mistake in the current source line, from column offset `start` up to `end`."""

    def __init__(self, code: str, text: str, start: int = 0, end: int = 0, *,
                 hints: Iterable[str] = (), notes: Iterable[Note] = ()) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.start = start
        self.end = max(end, start + 1)
        self.hints = list(hints)
        self.notes = list(notes)


class Note(NamedTuple):
    """An explanation, which may refer to a second place."""

    text: str
    place: Place | None = None
    start: int = 0
    end: int = 0


class Diagnostic:
    """One error or warning.

    severity   ERROR, WARNING or NOTE
    code       a key of CODES for an error, a key of WARNINGS for all else
    start, end column offsets in `place.text`, from 0, end exclusive
    hints      what to do

    >>> from asm import assemble
    >>> assemble(" lda #sped\\nspeed equ 5\\n").errors[0].fix
    Edit(start=6, end=10, text='speed')
    """

    __slots__ = ("code", "end", "hints", "notes", "place", "severity", "start", "text")

    def __init__(self, severity: str, code: str, text: str, place: Place, start: int, end: int,
                 notes: Iterable[Note] = (), hints: Iterable[str] = ()) -> None:
        self.severity = severity
        self.code = code
        self.text = text
        self.place = place
        self.start = start
        self.end = end
        self.notes = list(notes)
        self.hints = list(hints)

    def hinted(self, hint: str) -> Diagnostic:
        """Return a copy with one more hint."""
        return Diagnostic(self.severity, self.code, self.text, self.place, self.start, self.end,
                          self.notes, [*self.hints, hint])

    @property
    def fixes(self) -> list[Edit]:
        """The edits of `place.text` that the hints propose, the best one first."""
        found = [edit for text in (*self.hints, self.text) if isinstance(text, Hint)
                 for edit in text.edits]
        return [edit if isinstance(edit, Edit) else Edit(self.start, self.end, edit)
                for edit in found]

    @property
    def fix(self) -> Edit | None:
        """The best of the edits, or None."""
        return next(iter(self.fixes), None)

    @property
    def file(self) -> str:
        """The file the diagnostic is about."""
        return self.place.file

    @property
    def line(self) -> int:
        """The line, counted from 1."""
        return self.place.line

    @property
    def column(self) -> int:
        """The column, counted from 1."""
        return self.start + 1

    def __str__(self) -> str:
        return render(self)


class Report:
    """Collects the diagnostics of one assembly and decides which warnings count.

    reported_count  number of diagnostics, including those that are recorded already
    """

    def __init__(self, warnings: Iterable[str] = ()) -> None:
        """Take switches as on the command line: NAME, no-NAME, all, none, error.

        Errors: ValueError for an unknown switch
        """
        self.diagnostics: list[Diagnostic] = []
        self.error_count = 0
        self.reported_count = 0
        self.warnings_are_errors = False
        self._enabled = {name for name, on in WARNINGS.items() if on}
        self._seen: set[tuple[str, int, int, str]] = set()
        for switch in warnings:
            self._apply(switch)

    def _apply(self, switch: str) -> None:
        name = switch.removeprefix("no-")
        if switch == "error":
            self.warnings_are_errors = True
        elif switch == "all":
            self._enabled = set(WARNINGS)
        elif switch == "none":
            self._enabled = set()
        elif name not in WARNINGS:
            known = ", ".join(sorted(WARNINGS))
            raise ValueError(f"unknown warning {switch!r}; "
                             f"the switches are all, none, error, {known}")
        elif name == switch:
            self._enabled.add(name)
        else:
            self._enabled.discard(name)

    def error(self, place: Place, fault: Fault) -> Diagnostic | None:
        """Record an error, unless the same error at the same column was recorded before."""
        assert fault.code in CODES, fault.code
        return self._add(Diagnostic(ERROR, fault.code, fault.text, place, fault.start, fault.end,
                                    fault.notes, fault.hints))

    def warn(self, place: Place, name: str, text: str, start: int = 0, end: int = 0, *,
             hints: Iterable[str] = (), notes: Iterable[Note] = ()) -> None:
        """Record a warning, unless its name is switched off."""
        assert name in WARNINGS, name
        if name in self._enabled:
            severity = ERROR if self.warnings_are_errors else WARNING
            self._add(Diagnostic(severity, name, text, place, start, max(end, start + 1),
                                 notes, hints))

    def note(self, place: Place, name: str, text: str, start: int = 0, end: int = 0) -> None:
        """Record a note, unless its name is switched off; -Werror does not turn notes into
        errors."""
        assert name in WARNINGS, name
        if name in self._enabled:
            self._add(Diagnostic(NOTE, name, text, place, start, max(end, start + 1)))

    def drop(self, is_consequence: Callable[[Diagnostic], bool]) -> None:
        """Remove diagnostics, because an error already explains their cause."""
        self.diagnostics[:] = [found for found in self.diagnostics if not is_consequence(found)]
        self.error_count = sum(found.severity == ERROR for found in self.diagnostics)

    def is_on(self, name: str) -> bool:
        """Return whether a warning is enabled; call this before a check that takes time."""
        return name in self._enabled

    def _add(self, diagnostic: Diagnostic) -> Diagnostic | None:
        place = diagnostic.place
        self.reported_count += 1
        key = (place.file, place.line, diagnostic.start, diagnostic.code + diagnostic.text)
        if key in self._seen:
            return None
        self._seen.add(key)
        self.diagnostics.append(diagnostic)
        self.error_count += diagnostic.severity == ERROR
        return diagnostic


def did_you_mean(word: str, known: Iterable[str], form: str = "{}") -> list[str]:
    """Return a hint that suggests the nearest known words, or an empty list.

    Args: form  how a word is written in the source
    """
    if len(word) > LENGTH_GUESSED_MAX:
        return []
    lower = word.lower()
    by_fold: dict[str, str] = {}
    bounds: dict[str, float] = {}
    for name, bound in _with_letters_of(lower, known):
        bounds[name.lower()] = bound
        by_fold.setdefault(name.lower(), name)
    swapped = (lower[:at] + lower[at + 1] + lower[at] + lower[at + 2:]
               for at in range(len(lower) - 1))
    close = [name for name in dict.fromkeys(swapped) if name in by_fold and name != lower][:2] \
        or _closest(lower, bounds)
    names = [by_fold[name] for name in close if by_fold[name] != word]
    return [Hint("did you mean " + " or ".join(names) + "?", *map(form.format, names))] \
        if names else []


def _with_letters_of(word: str, names: Iterable[str]) -> list[tuple[str, float]]:
    """Return the names that may resemble a lower-case word, judging by the letters that they share.

    Returns: each name, and an upper bound of its likeness to the word, as `_closest` measures it
    """
    names = list(names)
    folded = "\0".join(names).lower()
    letters = dict.fromkeys(map(ord, word.replace("\0", "")))
    others = folded.translate(letters)      # without the letters of the word
    counts = [(letter, word.count(letter)) for letter in map(chr, letters)]
    found = []
    for name, lower, rest in zip(names, folded.split("\0"), others.split("\0"), strict=False):
        both = len(lower) + len(word)
        if 2.0 * (len(lower) - len(rest)) / both >= ALIKE_MIN:
            shared = sum([min(lower.count(letter), count) for letter, count in counts])
            if 2.0 * shared / both >= ALIKE_MIN:
                found.append((name, 2.0 * shared / both))
    return found


def _closest(word: str, bounds: dict[str, float]) -> list[str]:
    """Return the two names that are most like a word.

    The result is that of difflib.get_close_matches, which takes much longer, because it measures
    the likeness of each name.
    Args: bounds  by name, a number that its likeness does not exceed
    """
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(b=word)
    best: list[tuple[float, str]] = []
    for bound, name in sorted([(bound, name) for name, bound in bounds.items()], reverse=True):
        if len(best) == 2 and bound < best[-1][0]:
            break
        matcher.set_seq1(name)
        if (likeness := matcher.ratio()) >= ALIKE_MIN:
            best = sorted([*best, (likeness, name)], reverse=True)[:2]
    return [name for _, name in best]


def shortened(text: str) -> str:
    """Return a text cut to TEXT_LENGTH_MAX characters, for messages that quote the source."""
    return text if len(text) <= TEXT_LENGTH_MAX else text[:TEXT_LENGTH_MAX] + "..."


def printable(text: str) -> str:
    """Replace control characters and others that a terminal cannot show."""
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else UNPRINTABLE for character in text)


def _excerpt(place: Place, start: int, end: int) -> list[str]:
    """Return the source line and a marker line; a long line is cut around the marked columns.

    Returns: an empty list if the place is a whole file
    """
    if not place.text:
        return []
    text = place.text.expandtabs(8).rstrip()
    column = len(place.text[:start].expandtabs(8))
    width = max(1, min(len(place.text[:end].expandtabs(8)), max(len(text), column + 1)) - column)
    if len(text) > EXCERPT_WIDTH_MAX:
        first = max(0, column - EXCERPT_WIDTH_MAX // 2)
        last = first + EXCERPT_WIDTH_MAX
        dots = "..." if first else ""
        text = dots + text[first:last] + ("..." if last < len(text) else "")
        width = min(width, last - column)
        column += len(dots) - first
    gutter = f"{place.line:5} | "
    return [gutter + printable(text), " " * (len(gutter) + column) + "^" + "~" * (width - 1)]


def _chain(place: Place) -> list[str]:
    """Return a note for each include, macro and repetition that led to a line.

    A file or macro that calls itself is listed once.
    """
    notes: dict[str, None] = {}
    while place.via is not None:
        notes[f"{place.via.file}:{place.via.line}: note: {place.why}"] = None
        place = place.via
    lines = list(notes)
    if len(lines) > VIA_DEPTH_PRINTED_MAX:
        more = len(lines) - VIA_DEPTH_PRINTED_MAX
        lines[VIA_DEPTH_PRINTED_MAX:] = [f"note: and {more} more levels above"]
    return lines


def render(diagnostic: Diagnostic) -> str:
    """Return a diagnostic as text of several lines, without a final line end.

    The first line is `file:line:col: error[E021]: text`; the source line, a caret, the notes with
    their own excerpts, the chain of includes and macros, and the hints follow.
    """
    place = diagnostic.place
    tag = f"[{diagnostic.code}]" if diagnostic.code in CODES else f"[-W{diagnostic.code}]"
    lines = [f"{place.file}:{place.line}:{diagnostic.column}: {diagnostic.severity}{tag}: "
             f"{shortened(diagnostic.text)}"]
    lines += _excerpt(place, diagnostic.start, diagnostic.end)
    for note in diagnostic.notes:
        if note.place is None:
            lines.append(f"note: {note.text}")
        else:
            lines.append(f"{note.place.file}:{note.place.line}:{note.start + 1}: note: {note.text}")
            lines += _excerpt(note.place, note.start, note.end)
    lines += _chain(place)
    lines += [f"hint: {hint}" for hint in diagnostic.hints]
    return "\n".join(printable(line) for line in lines)


def render_all(diagnostics: Iterable[Diagnostic], *, each: bool = False) -> str:
    """Return diagnostics as text in the given order, followed by the number of errors.

    At most ERROR_COUNT_PRINTED_MAX errors are printed in full, and WARNING_COUNT_PRINTED_MAX
    warnings of each kind; the rest are counted.

    Args: each  print every warning
    """
    shown, errors, warnings = [], 0, 0
    kinds: dict[str, int] = {}
    for diagnostic in diagnostics:
        if diagnostic.severity == ERROR:
            errors += 1
            if errors > ERROR_COUNT_PRINTED_MAX:
                continue
        else:
            warnings += diagnostic.severity == WARNING
            kinds[diagnostic.code] = kinds.get(diagnostic.code, 0) + 1
            if kinds[diagnostic.code] > WARNING_COUNT_PRINTED_MAX and not each:
                continue
        shown.append(render(diagnostic))
    if errors > ERROR_COUNT_PRINTED_MAX:
        shown.append(f"... and {errors - ERROR_COUNT_PRINTED_MAX} more errors")
    for code, count in kinds.items():
        if count > WARNING_COUNT_PRINTED_MAX and not each:
            shown.append(f"-W{code}: {count} warnings; -W all shows all of them")
    if errors:
        shown.append(f"{errors} error{'s' * (errors != 1)}"
                     + (f", {warnings} warning{'s' * (warnings != 1)}" if warnings else ""))
    return "\n".join(shown)
