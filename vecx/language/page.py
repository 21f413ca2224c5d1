"""The language features for the workshop's page: sources in, JSON out.

The page runs this module in the browser, with `asm` and a few modules of vecx (web/workshop.py); so
neither this module nor what it imports may need a package besides the standard library.
"""

from __future__ import annotations

import base64
import json
import re
from pathlib import PurePosixPath
from typing import Any

from asm.assembler.conversion import Asset, Conversion, ConversionError
from asm.assembler.words import Kind, word_at
from asm.formatter import format_source
from asm.output.debuginfo import LABEL
from asm.syntax.expr import local_name
from asm.syntax.lexer import is_local

from ..console.includes import CONVERTERS
from ..play.carrying import Program, State, converted
from .actions import title
from .complete import offers
from .costs import costs_by_line, worst_cases
from .describe import described
from .problems import Problem, problems_of
from .workspace import Assembled, Workspace

FOLDER = PurePosixPath("/project")
UNCONVERTED = ("the workshop cannot convert files: run `vecx convert` on a computer, and paste the "
               "lines that it writes")
NO_FILE = "a project's files are in one folder; Menu, Add file makes a new one"


def without_converters(asset: Asset) -> Conversion:
    """Refuse an ASSET line: the converters are not part of the page."""
    raise ConversionError(UNCONVERTED)


class Project:
    """The sources of a project, by name, and the program that one of them makes.

    >>> project = Project()
    >>> made = json.loads(project.assemble("game.asm", {"game.asm": " org 0\\n lda #1\\n"}))
    >>> base64.b64decode(made["image"]), made["costs"]
    (b'\\x86\\x01', {'game.asm': {'1': ['2', 2]}})
    """

    def __init__(self) -> None:
        self._workspace = Workspace()
        self._workspace.advise = False
        self._main = ""
        self._running: Assembled | None = None      # the program that the page's machine has
        self._made: Assembled | None = None

    def assemble(self, main: str, files: dict[str, str]) -> str:
        """Assemble a program.

        Args:   main  name of the source;  files  all sources of the project, keyed by name
        Returns: JSON: the image as base64, or null; the problems; the cost of lines and
                    routines; the names of macros; the addresses of labels
        """
        workspace = self._workspace
        paths = {name: _path(name) for name in files}
        for path in [path for path in workspace.texts if path not in paths.values()]:
            workspace.close(path)
        for name, path in paths.items():
            if workspace.texts.get(path) != files[name]:
                workspace.open(path, files[name])
        self._main = _path(main)
        made = self._made = next((made for made in workspace.programs(self._main)
                                  if made.root == self._main), workspace.program(self._main))
        image = made.program.image
        return json.dumps({
            "image": None if image is None else base64.b64encode(image).decode(),
            "problems": [self._problem(problem) for problem in problems_of(made)],
            "costs": {name: {line: (cost.cycles(), cost.size)
                             for line, cost in costs_by_line(made, path).items() if cost.most}
                      for name, path in paths.items()},
            "places": _places(made),
            "macros": sorted({name for file in made.files
                              for name in workspace.index(file).macros}),
            "routines": [{"file": name, "line": line, "name": routine, "cycles": words}
                         for name, path in paths.items()
                         for line, routine, words in worst_cases(made, path)]})

    def _problem(self, problem: Problem) -> dict[str, Any]:
        lines = self._workspace.lines(problem.path)
        line = lines[problem.line] if problem.line < len(lines) else ""
        end = len(line) if problem.end < 0 else problem.end
        hints = [NO_FILE if hint.startswith("looked in ") else hint for hint in problem.hints]
        asset = re.fullmatch(r"no such file `[^`]*(\.\w+)`", problem.text)
        if asset and asset[1] in CONVERTERS:
            hints = [UNCONVERTED]
        return {"file": _name(problem.path), "line": problem.line,
                "start": _units(line, problem.start), "end": _units(line, end),
                "severity": problem.severity, "code": problem.code, "text": problem.text,
                "hints": hints, "fixes": [
                    {"title": title(fix, problem.source), "start": _units(line, fix.start),
                     "end": _units(line, fix.end), "text": fix.text} for fix in problem.fixes]}

    def begin(self) -> None:
        """Note that the page runs the newest program now."""
        self._running = self._made

    def carry(self, state: dict[str, Any]) -> str:
        """Convert the state of the running program for the newest program.

        Args:   state  the fields of State; ram as base64
        Returns: JSON: the converted fields, or `why` the program has to be restarted
        """
        old, new = self._running, self._made
        self._running = new
        if old is None or new is None or old.debug is None or new.debug is None:
            return json.dumps({"why": "there was no program"})
        before, after = (
            Program(made.debug, made.program.image or b"", state["s"])  # type: ignore[arg-type]
            for made in (old, new))
        if not before.labels or not after.labels:
            return json.dumps({"why": "the program has no symbols"})
        found = converted(State(**{**state, "ram": base64.b64decode(state["ram"])}), before, after)
        if not isinstance(found, State):
            place, part = found
            return json.dumps({"why": f"the {part} at {old.debug.where(place)} has changed"})
        return json.dumps({"pc": found.pc, "x": found.x, "y": found.y, "u": found.u,
                           "ram": base64.b64encode(found.ram).decode()})

    def hover(self, name: str, line: int, column: int) -> str:
        """Return the meaning of the word at a place, as Markdown; empty if it has none."""
        path = _path(name)
        lines = self._workspace.lines(path)
        word = word_at(lines[line], column) if line < len(lines) else None
        if word is None or self._made is None:
            return ""
        index = self._workspace.index(path)
        scope = index.scopes[line] if line < len(index.scopes) else ""
        full_name = local_name(scope, word.text) \
            if word.kind in (Kind.LABEL, Kind.NAME) and is_local(word.text) else word.text
        macro = next((macro for file in self._made.files
                      if (macro := self._workspace.index(file).macros.get(word.text))), None)
        return described(word, full_name, self._made, macro)

    def complete(self, name: str, line: int, column: int) -> str:
        """Return the completions at a place, as JSON: label, kind, remark and text to insert."""
        path, workspace = _path(name), self._workspace
        if self._made is None:
            return "[]"
        return json.dumps([[offer.label, offer.kind, offer.detail, offer.plain] for offer in offers(
            self._made, path, workspace.index(path), workspace.dialect(path), line, column)])

    def format(self, text: str) -> str:
        """Return a source with its columns aligned."""
        return format_source(text)


def _places(made: Assembled) -> list[tuple[int, str]]:
    """Return the addresses of a program's labels, ascending."""
    if made.debug is None:
        return []
    return sorted((symbol.value, name) for name, symbol in made.debug.symbols.items()
                  if not is_local(name) and "." not in name
                  and symbol.kind == LABEL)


def begin() -> Project:
    """Return the project of a page, where ASSET lines are refused."""
    for suffix in CONVERTERS:
        CONVERTERS[suffix] = without_converters
    return Project()


def _path(name: str) -> str:
    return str(FOLDER / name)


def _name(path: str) -> str:
    return path.removeprefix(f"{FOLDER}/")


def _units(line: str, column: int) -> int:
    """Convert a column to JavaScript's units."""
    return len(line[:column].encode("utf-16-le")) // 2
