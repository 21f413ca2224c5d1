"""The assembler's diagnostics and the findings of the strict machine, with their lines.

A diagnostic inside a macro is shown at the line that calls the macro, with the line of the macro as
related information.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from asm.syntax.diagnostics import Diagnostic, Edit, Place

from .. import files
from ..errors import VecxError
from .workspace import Assembled, absolute

FINDINGS_SUFFIX = ".sarif"      # next to a program, as `vecx budget --strict --sarif` writes it
FINDINGS_BYTES_MAX = 16 << 20


@dataclass
class Problem:
    """A diagnostic for a line of a file.

    line, start, end  its place, from 0; an end of -1 is that of the line
    related           places that explain it: text, path, line from 0, first and last column
    fixes             edits that correct the line; source  the line that they are for
    """

    path: str
    line: int
    start: int
    end: int
    severity: str
    code: str
    text: str
    hints: list[str] = field(default_factory=list)
    related: list[tuple[str, str, int, int, int]] = field(default_factory=list)
    fixes: list[Edit] = field(default_factory=list)
    source: str = ""


def problems_of(made: Assembled) -> list[Problem]:
    """Return the diagnostics of a program."""
    return [_problem(found) for found in made.program.found]


def _problem(found: Diagnostic) -> Problem:
    *inner, place = found.place.calls()
    start, end = (0, -1) if inner else (found.start, found.end)
    related = [(line.why, absolute(line.file), line.line - 1, 0, len(line.text))
               for line in inner]
    notes = [note.text for note in found.notes if note.place is None]
    related += [(note.text, absolute(note.place.file), note.place.line - 1, note.start,
                 note.end) for note in found.notes if note.place is not None]
    if end < 0:
        start, end = _code_of(place)
    return Problem(absolute(place.file), place.line - 1, start, end, found.severity,
                   found.code, "\n".join([found.text, *notes]), list(found.hints), related,
                   [] if inner else found.fixes, place.text)


def _code_of(place: Place) -> tuple[int, int]:
    """Return the first column of a line's code, and the column after its end; a comment is not
    code."""
    code = place.text.partition(";")[0].rstrip()
    return len(code) - len(code.lstrip()), max(len(code), 1)


# What is read of a SARIF file.

@dataclass
class _Text:
    text: str


@dataclass
class _Artifact:
    uri: str


@dataclass
class _Region:
    startLine: int


@dataclass
class _Physical:
    artifactLocation: _Artifact
    region: _Region


@dataclass
class _Location:
    physicalLocation: _Physical


@dataclass
class _Result:
    message: _Text
    locations: list[_Location] = field(default_factory=list)
    level: str = "note"
    ruleId: str = "strict"


@dataclass
class _Run:
    results: list[_Result]


@dataclass
class _Log:
    runs: list[_Run]



class Findings:
    """The findings of the last strict run of a program; a finding is dropped when its line
    changes."""

    def __init__(self, root: str) -> None:
        self.path = Path(root).with_suffix(FINDINGS_SUFFIX)
        self._time = -1.0
        self._known: list[tuple[Problem, str]] = []

    def problems(self, lines: Any) -> list[Problem]:
        """Return the findings whose lines have not changed since the file was read.

        Args: lines  a function that returns the lines of a path
        """
        try:
            time = self.path.stat().st_mtime
        except OSError:
            return []
        if time != self._time:
            self._time = time
            self._known = [(found, _line(lines(found.path), found.line)) for found in self._read()]
        return [found for found, line in self._known
                if line and _line(lines(found.path), found.line) == line]

    def _read(self) -> list[Problem]:
        """Return the findings in the file; none if it is not a SARIF file."""
        try:
            log = files.read_json(files.read(self.path, FINDINGS_BYTES_MAX, "a SARIF file"), _Log)
        except (VecxError, files.Damaged):
            return []
        return [self._finding(result) for run in log.runs for result in run.results
                if result.locations]

    def _finding(self, result: _Result) -> Problem:
        place = result.locations[0].physicalLocation
        name = unquote(place.artifactLocation.uri.removeprefix("file://"))
        level = {"error": "error", "warning": "warning"}.get(result.level, "note")
        return Problem(os.path.abspath(self.path.parent / name), place.region.startLine - 1, 0, -1,
                       level, result.ruleId, result.message.text)


def _line(lines: list[str], number: int) -> str:
    """Return a line without its comment; an empty string if there is no such line."""
    return " ".join(lines[number].partition(";")[0].split()) if 0 <= number < len(lines) else ""
