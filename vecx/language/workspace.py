"""The sources of an editor: open texts and files, and the programs that they belong to.

A file belongs to the programs that include it.  They are looked for among the sources of its folder
and of the workspace folder that contains it; without any it is a program by itself.  Each program
is assembled again when one of its texts has changed.

A text that is not in a file, such as a new one, has its URI in place of a path.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Hashable, Iterable
from functools import cached_property, partial
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

FILES_MOST = 1000           # sources of a workspace that are searched for includes
PROGRAMS_MOST = 4           # programs of one file
FOLDERS_MOST = 500          # folders of a workspace that are searched
ROOTS_TRIED_MOST = 16       # sources that may include a file
SUFFIXES = (".asm", ".s", ".a09", ".inc", ".i")
IGNORED = ("node_modules", "__pycache__", "venv")      # and folders that begin with a dot
_NOT_A_FILE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")  # a URI's scheme; a drive has one letter
_INCLUDE = re.compile(r"^[^;*\n]*?\binclude\s+[\"']?([^\"'\s;]+)", re.IGNORECASE | re.MULTILINE)

Result = TypeVar("Result")


def is_file(path: str) -> bool:
    """Return whether a path is one, and not the URI of a text that is not in a file.

    >>> is_file("/games/game.asm"), is_file("C:\\\\game.asm"), is_file("untitled:Untitled-1")
    (True, True, False)
    """
    return not _NOT_A_FILE.match(path)


def absolute(path: str) -> str:
    """Return the absolute path of a file; a URI stays as it is."""
    return os.path.abspath(path) if is_file(path) else path


class Assembled:
    """The result of a program's last assembly, and data that is derived from it on demand."""

    def __init__(self, root: str, program: Program) -> None:
        self.root = root
        self.program = program
        self._derived: dict[Hashable, Any] = {}

    @property
    def files(self) -> tuple[str, ...]:
        """The absolute paths of all files that the assembly read."""
        return tuple(dict.fromkeys((self.root, *map(absolute, self.program.inputs))))

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
        self.versions: dict[str, int] = {}          # of open texts, as the client counts them
        self.uris: dict[str, str] = {}              # of open texts, as the client writes them
        self._programs: dict[str, Assembled] = {}   # by root
        self._memories: dict[str, Memory] = {}      # by root
        self._roots: dict[str, list[str]] = {}      # of a file
        self._sources_in: dict[str, list[str]] = {}     # a workspace folder
        self._included: dict[str, tuple[tuple[int, int], list[str]]] = {}   # names, with the time
        self._lines: dict[str, tuple[str, list[str]]] = {}
        self._indexes: dict[str, tuple[str, FileIndex]] = {}

    def open(self, path: str, text: str) -> None:
        """Use a text instead of the contents of a file; call this again whenever the text
        changes."""
        if path not in self.texts:
            self._roots.clear()
            self._sources_in.clear()
        self.texts[path] = text
        self._forget(path)

    def configure(self, options: SourceOptions, warnings: Iterable[str]) -> None:
        """Use other options for assembling."""
        self.options, self.warnings = options, tuple(warnings)
        self._programs.clear()
        self._memories.clear()

    def advice(self, path: str) -> Callable[[], list[tuple[Assembled, Assembled]]]:
        """Return a function that assembles the programs of a file again, with advice about other
        dialects; another thread may call it.  It returns each program and the new one, for
        `accept`."""
        made = self.programs(path)
        work = [self._assembly(program.root, self.text(program.root), dict(self.texts))
                for program in made]
        return lambda: [(old, Assembled(old.root, assemble_again(advise=True)))
                        for old, assemble_again in zip(made, work, strict=True)]

    def accept(self, results: Iterable[tuple[Assembled, Assembled]]) -> bool:
        """Use programs that were assembled with advice, unless their texts have changed since."""
        fresh = [(old, new) for old, new in results if self._programs.get(old.root) is old]
        self._programs.update((old.root, new) for old, new in fresh)
        return bool(fresh)

    def close(self, path: str) -> None:
        """Use the contents of the file again, because the editor has closed it."""
        for known in (self.texts, self.versions, self.uris):
            known.pop(path, None)
        self.changed(path)

    def changed(self, path: str) -> None:
        """Take note of a file that was changed, created or deleted outside the editor."""
        self._roots.clear()
        self._sources_in.clear()
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
            work = self._assembly(root, self.text(root), self.texts)
            self._programs[root] = Assembled(root, work(
                advise=self.advise, memory=self._memories.setdefault(root, Memory())))
        return self._programs[root]

    def _assembly(self, root: str, text: str, texts: dict[str, str]) -> Callable[..., Program]:
        """Return a function that assembles a program."""
        options = self.options
        return partial(
            assemble, text, name=root, include_dirs=[*options.include_dirs, *include_dirs()],
            defines=dict(options.defines), dialect=options.dialect, optimise=options.optimise,
            warnings=self.warnings, texts=texts, converters=CONVERTERS)

    def _roots_of(self, path: str) -> list[str]:
        """Return the files that include a file, directly or indirectly, and are not included
        themselves."""
        includers: dict[str, set[str]] = {}
        for source in self._sources(path):
            for name in self._includes_of(source):
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
        near = sorted(roots, key=lambda root: (-len(_shared(root, path)), root))
        found = [root for root in near[:ROOTS_TRIED_MOST] if path in self._assembled(root).files]
        return found[:PROGRAMS_MOST] or [path]

    def sources_with(self, path: str) -> list[str]:
        """Return the files of the programs that read a file."""
        if path.lower().endswith(SUFFIXES):
            self.programs(path)
        return [*dict.fromkeys(file for made in self._programs.values() if path in made.files
                               for file in made.files if file.lower().endswith(SUFFIXES))]

    def _includes_of(self, source: str) -> list[str]:
        """Return the names in the INCLUDE lines of a source; a file is read again when it has
        changed."""
        if source in self.texts:
            return _INCLUDE.findall(self.texts[source])
        try:
            stat = os.stat(source)
        except OSError:
            return []
        time = stat.st_mtime_ns, stat.st_size
        if self._included.get(source, ((0, 0), []))[0] != time:
            self._included[source] = time, _INCLUDE.findall(self.text(source))
        return self._included[source][1]

    def _sources(self, path: str) -> Iterable[str]:
        """Return the open texts, and the sources in the folder of a file and in the workspace
        folder that contains it."""
        found = dict.fromkeys(self.texts)
        if not is_file(path):
            return found
        folder = Path(path).parent
        found |= dict.fromkeys(_sources_below(str(folder), 1))
        for root in self.folders:
            if folder == Path(root) or Path(root) in folder.parents:
                if root not in self._sources_in:
                    self._sources_in[root] = _sources_below(root, FOLDERS_MOST)
                found |= dict.fromkeys(self._sources_in[root])
        return found


def _sources_below(root: str, folders_most: int) -> list[str]:
    """Return the sources in a folder and in the folders below it."""
    found: list[str] = []
    for number, (place, folders, names) in enumerate(os.walk(root), 1):
        folders[:] = sorted(name for name in folders
                            if name not in IGNORED and not name.startswith("."))
        found += [os.path.join(place, name) for name in sorted(names)
                  if name.lower().endswith(SUFFIXES)]
        if number >= folders_most or len(found) >= FILES_MOST:
            break
    return found[:FILES_MOST]


def _shared(one: str, other: str) -> list[Path]:
    """Return the folders that contain both of two files."""
    return [folder for folder in Path(one).parents if folder in Path(other).parents]
