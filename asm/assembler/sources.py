"""What is being read: files, macros and repetitions, each inside the one that calls for it."""

from __future__ import annotations

import itertools
import os
import re
from array import array
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from asm.assembler.conditions import Conditions
from asm.assembler.conversion import Conversions
from asm.assembler.draft import Draft
from asm.assembler.items import Scope
from asm.assembler.line import FullLine, Line
from asm.assembler.undefined import ROM_FILE
from asm.syntax.diagnostics import INCLUDED, Note, Place
from asm.syntax.lexer import divide, pattern
from asm.syntax.linked import divide as linked_divide
from asm.syntax.source import Files, decode, lines_of, read_file

SOURCE_DEPTH_MAX = 100
LINE_COUNT_MAX = 200_000    # ten times the longest public program

_LINKED_END = frozenset((".endm",))
_LINKED_STARTS = frozenset((".macro", ".rept", ".irp", ".irpc"))

FILE, MACRO, REPEAT = "file", "macro", "repeat"

_EQU = pattern(r"^([A-Za-z_]\w*):?[ \t]+equ\b", re.IGNORECASE | re.MULTILINE)


class Rows:
    """The lines in the order of reading, each with the number of the first statement that the line
    made.

    Places and numbers are in two lists: a pair per line would take more memory than all its other
    data.
    """

    def __init__(self) -> None:
        self.places: list[Place] = []
        self.firsts = array("I")

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, index: int) -> tuple[Place, int]:
        return self.places[index], self.firsts[index]

    def __iter__(self) -> Iterator[tuple[Place, int]]:
        return zip(self.places, self.firsts, strict=True)


class Source(NamedTuple):
    """Lines being read: a file, a macro, a repetition.

    name     the path of the file, the name of the macro
    depth    number of open IFs at its start
    renames  names replaced by LOCAL
    scope    the scope of local labels at the line that calls for it
    place, line  what calls for it; None for the main file
    """

    lines: Iterator[Place]
    kind: str
    name: str
    depth: int
    renames: dict[str, str]
    place: Place | None
    line: FullLine | None
    scope: str


class Sources:
    """What is being read, and what the directives that read other lines share.

    stack       files, macros and repetitions, innermost last
    rows        every line read, and the number of the first statement it made
    words       all operations, as spelled in the source
    conditions  the open IFs
    redefined   whether a macro was defined more than once
    expansion_count  number of macro calls
    definitions  the texts of .DEFINE, by name
    fresh_count  number of labels made for parameters such as ?l
    """

    def __init__(self, draft: Draft, files: Files, conversions: Conversions | None = None) -> None:
        self.draft = draft
        self.files = files
        self.conversions = conversions or Conversions()
        self.report = draft.run.report
        self.dialect = draft.run.dialect
        self.stack: list[Source] = []
        self.rows = Rows()
        self.words: set[str] = set()
        self.conditions = Conditions(draft)
        self.redefined = False
        self.macro_places: dict[str, Place] = {}
        self.expansion_count = 0
        self.binary_bytes = 0
        self.definitions: dict[str, str] = {}
        self.fresh_count = 0
        draft.missing.rom_names = partial(_rom_names, files)
        draft.missing.header_of = partial(_header_of, self.rows)

    def own_label(self, line: Line, place: Place) -> None:
        """Define the label on a line, if there is one."""
        if line.label:
            self.draft.label(line.label, place)

    def in_macro(self) -> bool:
        """Return whether the lines of a macro are being read."""
        return any(source.kind == MACRO for source in self.stack)

    def push_file(self, text: str, name: str, place: Place | None = None,
                  line: FullLine | None = None) -> None:
        """Read the lines of a file next.  Args: place, line  the INCLUDE; None for the main file"""
        self.push(lines_of(text, name, place, "" if place is None else INCLUDED), FILE, name,
                  place, line)

    def push(self, lines: Iterator[Place], kind: str, name: str, place: Place | None,
             line: FullLine | None, renames: dict[str, str] | None = None) -> None:
        """Read some lines next, unless the nesting is too deep, which is reported.

        Args: place, line  what calls for the lines
        """
        stack = self.stack
        if len(stack) < SOURCE_DEPTH_MAX:
            stack.append(Source(lines, kind, name, self.conditions.depth,
                                {} if renames is None else renames, place, line,
                                self.draft.run.scope))
            if place is not None and self.dialect.scope_by_blank_line and kind != REPEAT:
                self.draft.append(Scope(f"{kind}{len(self.rows)}"), place)
            return
        assert place is not None and line is not None
        if not self._report_recursion():
            self.report.error(place, line.fault(
                "E035", f"files and macros are nested more than {SOURCE_DEPTH_MAX} deep"))
        self.conditions.cut(stack[1].depth)     # or the outer levels would call again
        del stack[1:]

    def _report_recursion(self) -> bool:
        """Report a file or macro that calls for itself; return False if there is none.

        The error is at the line of the file or macro that leads back to it.  What was reported in
        its inner copies is a consequence.
        """
        stack = self.stack
        keys = [(source.kind, os.path.abspath(source.name) if source.kind == FILE else source.name)
                for source in stack]
        first = next((at for at, key in enumerate(keys) if key[1] and key in keys[at + 1:]), -1)
        if first < 0:
            return False
        start, again = stack[first + 1], stack[keys.index(keys[first], first + 1)]
        assert start.line and start.place and again.line and again.place
        what = "macro" if stack[first].kind == MACRO else "include of"
        fault = start.line.fault("E035", f"recursive {what} `{stack[first].name}`",
                                 "end the recursion with IF and ENDIF")
        if again is not start:
            fault.notes.append(Note("this line leads back to it", again.place, again.line.start,
                                    again.line.start + len(again.line.operation)))
        self.report.drop(lambda found: found.place.is_from(again.place))
        self.report.error(start.place, fault)
        return True

    def leave(self, source: Source) -> None:
        """Leave a source early; the IFs opened in it are closed without a message."""
        self.conditions.leave(source.depth)
        self.pop()

    def pop(self) -> Source:
        """Go back from the innermost source to the one that called for it."""
        source = self.stack.pop()
        if source.place is not None and self.dialect.scope_by_blank_line:
            self.draft.append(Scope(source.scope), source.place)
        return source

    def collect(self, line: FullLine, place: Place, complaint: str, ends: frozenset[str],
                starts: frozenset[str] = frozenset()) -> list[Place] | None:
        """Take the lines up to the one that ends a block, including nested blocks.

        Args:    ends, starts  operations that end and begin blocks of this kind
        Returns: the lines, or None if the source or the limit of lines ends first
        """
        linked = self.dialect.colon_labels
        if linked and ".endm" in ends:
            ends, starts = _LINKED_END, _LINKED_STARTS
        body: list[Place] = []
        depth, count = 1, len(self.draft.layout.statements)
        for inner in self.stack[-1].lines:
            self.rows.places.append(inner)
            self.rows.firsts.append(count)
            if len(self.rows) > LINE_COUNT_MAX:     # `read` ends with the line after this one
                return None
            label, operation, _, end = (linked_divide if linked else divide)(inner.text)
            self.words.add(operation)
            word = (label or operation).lower()
            if word == "end":       # as in END MACRO
                word = " ".join(["end", *(operation if label else inner.text[end:]).split()[:1]])
            if word.lower() in ends:
                depth -= 1
                if depth == 0:
                    return body
            elif operation.lower() in starts and inner.text[0] not in ";*":
                depth += 1
            body.append(inner)
        self.draft.missing.lost(place, line.fault("E032", complaint))
        return None


def _header_of(rows: Rows, file: str) -> list[str]:
    """Return the comment at the beginning of an included file, without semicolons."""
    places = (place for place in rows.places if place.file == file)
    first = next(places, None)
    if first is None or first.via is None:
        return []
    lines = itertools.takewhile(lambda place: place.text[:1] == ";", [first, *places])
    return [place.text.strip("; \t") for place in lines]


def _rom_names(files: Files) -> list[str]:
    """Return the names that the include file of the ROM defines, if there is one."""
    for folder in files.include_dirs:
        try:
            text = decode(read_file(os.path.join(folder, ROM_FILE)))
        except OSError:
            continue
        return [match.group(1) for match in _EQU.finditer(text)]
    return []
