"""The sources of an editor: open texts and files, and the programs that they belong to.

A file belongs to the programs that include it.  They are looked for among the .asm files of its
folder and of the folders above, up to the root of the workspace; without any it is a program by
itself.  Each program is assembled again when one of its texts has changed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Hashable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar, cast

from asm import Memory, Program, assemble
from asm.assembly import DEFAULT, settings_of
from asm.output.debugging import debug_info
from asm.output.debuginfo import DebugInfo
from asm.syntax.dialects import DIALECTS, Dialect
from asm.syntax.source import FILE_BYTES_MAX, decode, not_text, read_file
from asm.syntax.symbols import Symbol

from ..console.includes import CONVERTERS, DEFAULTS, SourceOptions
from ..console.roms import include_dirs
from .index import FileIndex

FILES_MOST = 500            # sources of a folder that are searched for includes
PROGRAMS_MOST = 4           # programs of one file
LEVELS_MOST = 4             # folders above a file that are searched
SUFFIXES = (".asm", ".s", ".a09", ".inc", ".i")
_INCLUDE = re.compile(r"^[^;*\n]*?\binclude\s+[\"']?([^\"'\s;]+)", re.IGNORECASE | re.MULTILINE)


Result = TypeVar("Result")


class Assembled:
    """The result of a program's last assembly, and data that is derived from it on demand."""

    def __init__(self, root: str, program: Program) -> None:
        self.root = root
        self.program = program
        self._derived: dict[Hashable, Any] = {}

    @property
    def files(self) -> tuple[str, ...]:
        """The absolute paths of all files that the assembly read."""
        return tuple(dict.fromkeys((self.root, *map(os.path.abspath, self.program.inputs))))

    @property
    def banks(self) -> tuple[Program, ...]:
        """The programs of the cartridge's banks, of which there are one or two."""
        return (self.program, *self.program.others)

    def symbol(self, name: str) -> Symbol | None:
        """Return a symbol from the first bank that gives it a value."""
        found = [bank.symbols[name] for bank in self.banks if name in bank.symbols]
        return next((symbol for symbol in found if symbol.value is not None),
                    found[0] if found else None)

    def derived(self, name: Hashable, compute: Callable[[], Result]) -> Result:
        """Return data derived from the program; the data is computed on the first call and then
        kept."""
        if name not in self._derived:
            self._derived[name] = compute()
        return cast("Result", self._derived[name])

    @cached_property
    def debug(self) -> DebugInfo | None:
        """The program's debug information; None if the program has errors."""
        return debug_info(self.program) if self.program.ok else None


class Workspace:
    """The texts that are open in an editor, and the programs that the files belong to."""

    def __init__(self, options: SourceOptions = DEFAULTS, warnings: Iterable[str] = ()) -> None:
        self.options = options
        self.warnings = tuple(warnings)
        self.folders: list[str] = []
        self.advise = True      # compare with other dialects, which takes as long as assembling
        self.texts: dict[str, str] = {}             # open texts by absolute path
        self._programs: dict[str, Assembled] = {}   # by root
        self._memories: dict[str, Memory] = {}      # by root
        self._roots: dict[str, list[str]] = {}      # of a file
        self._lines: dict[str, tuple[str, list[str]]] = {}
        self._indexes: dict[str, tuple[str, FileIndex]] = {}

    def open(self, path: str, text: str) -> None:
        """Use a text instead of the contents of a file; call this again whenever the text
        changes."""
        if path not in self.texts:
            self._roots.clear()
        self.texts[path] = text
        self._forget(path)

    def refresh(self, path: str, *, advise: bool) -> None:
        """Assemble the programs of a file again, with or without advice about other dialects."""
        self.advise = advise
        for made in self.programs(path) if advise else ():
            del self._programs[made.root]

    def close(self, path: str) -> None:
        """Use the contents of the file again, because the editor has closed it."""
        self.texts.pop(path, None)
        self.changed(path)

    def changed(self, path: str) -> None:
        """Take note of a file that was changed, created or deleted outside the editor."""
        self._roots.clear()
        self._forget(path)

    def _forget(self, path: str) -> None:
        for root, made in [*self._programs.items()]:
            if path in made.files or not made.program.ok:
                del self._programs[root]

    def text(self, path: str) -> str:
        """Return the text of a file; empty if it cannot be read."""
        if path in self.texts:
            return self.texts[path]
        try:
            data = read_file(path)
        except OSError:
            return ""
        return "" if len(data) > FILE_BYTES_MAX or not_text(data) else decode(data)

    def lines(self, path: str) -> list[str]:
        """Return the lines of a file, divided as an editor divides them."""
        text = self.text(path)
        known = self._lines.get(path)
        if known is None or known[0] != text:
            known = self._lines[path] = (
                text, text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
        return known[1]

    def index(self, path: str) -> FileIndex:
        """Return the index of a file's names; the index is empty for a file that ASSET converts."""
        text = "" if path.lower().endswith(tuple(CONVERTERS)) else self.text(path)
        known = self._indexes.get(path)
        if known is None or known[0] != text:
            known = self._indexes[path] = (text, FileIndex(self.lines(path) if text else []))
        return known[1]

    def dialect(self, path: str) -> Dialect:
        """Return the dialect of the first program that a file belongs to."""
        given = self.options.dialect or DEFAULT
        name = settings_of(self.text(self.program(path).root)).get("dialect", given)
        return DIALECTS.get(name) or DIALECTS[given]

    def programs(self, path: str) -> list[Assembled]:
        """Return the programs that a file belongs to, assembled from the present texts."""
        if path not in self._roots:
            self._roots[path] = self._roots_of(path)
        return [self._assembled(root) for root in self._roots[path]]

    def program(self, path: str) -> Assembled:
        """Return the first program that a file belongs to."""
        return self.programs(path)[0]

    def _assembled(self, root: str) -> Assembled:
        if root not in self._programs:
            options = self.options
            program = assemble(
                self.text(root), name=root, include_dirs=[*options.include_dirs, *include_dirs()],
                defines=dict(options.defines), dialect=options.dialect, optimise=options.optimise,
                warnings=self.warnings, texts=self.texts, advise=self.advise,
                converters=CONVERTERS, memory=self._memories.setdefault(root, Memory()))
            self._programs[root] = Assembled(root, program)
        return self._programs[root]

    def _roots_of(self, path: str) -> list[str]:
        """Return the files that include a file, directly or indirectly, and are not included
        themselves."""
        includers: dict[str, set[str]] = {}
        for source in self._sources(path):
            for name in _INCLUDE.findall(self.text(source)):
                base = os.path.basename(name.replace("\\", "/")).lower()
                includers.setdefault(base, set()).add(source)
        waiting, seen, roots = [path], {path}, []
        while waiting:
            source = waiting.pop()
            above = includers.get(os.path.basename(source).lower(), set()) - {source}
            if not above and source != path:
                roots.append(source)
            waiting += above - seen
            seen |= above
        found = [root for root in sorted(roots) if path in self._assembled(root).files]
        return found[:PROGRAMS_MOST] or [path]

    def _sources(self, path: str) -> Iterable[str]:
        """Return the sources in the folder of a file and in the folders above it, up to the
        workspace folder."""
        found = dict.fromkeys(self.texts)
        folder = Path(path).parent
        roots = [root for root in self.folders if folder == Path(root) or Path(root) in
                 folder.parents]
        for place in [folder, *folder.parents][:LEVELS_MOST if roots else 1]:
            try:
                with os.scandir(place) as entries:
                    names = sorted(entry.name for entry in entries if entry.is_file())
            except OSError:
                continue
            found |= dict.fromkeys(str(place / name) for name in names[:FILES_MOST]
                                   if name.lower().endswith(SUFFIXES))
            if str(place) in roots:
                break
        return found
