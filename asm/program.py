"""The outcome of an assembly."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from asm.checks import Limit
from asm.diagnostics import CODES, ERROR, Diagnostic, Fault, Place, render_all
from asm.dialects import DIALECTS
from asm.encode import Item
from asm.image import Chunk, make_image, on_top, report_overlaps
from asm.passes import Assembler
from asm.source import Files, decode, not_text
from asm.symbols import Symbol


@dataclass
class Program:
    """What an assembly made.

    image        the bytes from the lowest to the highest address written; None if there are errors
    origin       the address of the first of them
    symbols      by name; a local label is called `global.local`
    diagnostics  errors and warnings in the order of the source
    limits       what `;@cycles` comments allow their routines
    inputs       path -> SHA-256 of every file read
    items, rows  what the listing is made from: the statements, and for every line read its place
                 and the number of the first statement it made
    chunks       address, bytes and statement of everything written, in the order of the source
    """

    image: bytes | None
    origin: int
    symbols: dict[str, Symbol]
    diagnostics: list[Diagnostic]
    limits: list[Limit] = field(default_factory=list)
    inputs: dict[str, str] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list, repr=False)
    rows: list[tuple[Place, int]] = field(default_factory=list, repr=False)
    chunks: list[Chunk] = field(default_factory=list, repr=False)

    @property
    def ok(self) -> bool:
        """True if there are no errors."""
        return self.image is not None

    @property
    def errors(self) -> list[Diagnostic]:
        """The diagnostics that are errors."""
        return [found for found in self.diagnostics if found.severity == ERROR]

    @property
    def warnings(self) -> list[Diagnostic]:
        """The diagnostics that are not errors."""
        return [found for found in self.diagnostics if found.severity != ERROR]

    @cached_property
    def source_map(self) -> list[tuple[int, int, str, int]]:
        """Where the bytes come from: (address, length, file, line), by address.

        Every byte written is covered by exactly one row, that of the line whose byte the image
        holds; neighbours from one line share a row.
        """
        rows: list[tuple[int, int, str, int]] = []
        for address, data, item in on_top(self.chunks):
            place = item.place
            if rows:
                last = rows[-1]
                if last[0] + last[1] == address and last[2:] == (place.file, place.line):
                    rows[-1] = (last[0], last[1] + len(data), *last[2:])
                    continue
            rows.append((address, len(data), place.file, place.line))
        return rows

    @cached_property
    def listing(self) -> str:
        """The source with addresses, bytes and cycles; macros as called, not expanded."""
        from asm.listing import make_listing

        return make_listing(self)

    def messages(self) -> str:
        """All diagnostics as text, with carets, notes and hints."""
        return render_all(self.diagnostics)


def assemble(source: str, *, name: str = "<source>", include_dirs: Iterable[str | Path] = (),
             defines: dict[str, int] | None = None, dialect: str = "vecx", fill: int | None = None,
             relax: bool = False, warnings: Iterable[str] = ()) -> Program:
    """Assemble a text.

    Args:
        source        the text of the program
        name          the file name that messages show; INCLUDE looks beside the including file,
                      then beside this one
        include_dirs  folders where INCLUDE looks next
        defines       symbols with values, as -D on the command line
        dialect       "vecx", "as09" or "vide"; a first line `;! dialect=NAME` overrides it
        fill          0..255 for the gaps between two ORGs; None: as the dialect does
        relax         lengthen short branches that do not reach
        warnings      switches: NAME, no-NAME, all, none, error
    Returns: a Program; faults of the source are in its `diagnostics`, and `image` is None then
    Errors:  ValueError for a dialect, fill or warning that does not exist
    """
    return _with_hint(source, name, _files(name, include_dirs), defines or {}, dialect, fill, relax,
                      list(warnings))


def assemble_file(path: str | Path, *, include_dirs: Iterable[str | Path] = (),
                  defines: dict[str, int] | None = None, dialect: str = "vecx",
                  fill: int | None = None, relax: bool = False,
                  warnings: Iterable[str] = ()) -> Program:
    """Assemble a file; the arguments are those of `assemble`.

    Errors: OSError if the file cannot be read, ValueError as `assemble`
    """
    files = _files(str(path), include_dirs)
    data = files.read(str(path))
    reason = not_text(data)
    program = _with_hint("" if reason else decode(data), str(path), files, defines or {}, dialect,
                         fill, relax, list(warnings))
    if reason:
        program.image = None
        program.diagnostics.append(Diagnostic(ERROR, "E033", f"`{path}` {reason}",
                                              Place(str(path), 1, ""), 0, 1))
    return program


def _files(name: str, include_dirs: Iterable[str | Path]) -> Files:
    """The files of an assembly: INCLUDE also looks beside the main file."""
    return Files([os.path.dirname(name), *(str(folder) for folder in include_dirs)])


def dialect_of(source: str, dialect: str) -> str:
    """The dialect that the first line of a source asks for, or else the given one.

    Errors: ValueError if the given one does not exist
    """
    if dialect not in DIALECTS:
        raise ValueError(f"there is no dialect {dialect!r}; there are {', '.join(DIALECTS)}")
    first = source.partition("\n")[0].strip()
    if first.startswith(";!"):
        for word in first[2:].split():
            if word.startswith("dialect="):
                return word.removeprefix("dialect=")
    return dialect


# The grammar is one for all; what values and addresses come to is what the dialects differ in.
_WRONG_IN_EVERY_DIALECT = frozenset(
    code for code in CODES if code < "E020" or code in ("E030", "E031", "E032", "E033", "E035"))


def _with_hint(source: str, name: str, files: Files, defines: dict[str, int], dialect: str,
               fill: int | None, relax: bool, warnings: list[str]) -> Program:
    """Assemble; if that fails and another dialect takes the source, say so at the first error."""
    program = _assemble(source, name, files, defines, dialect, fill, relax, warnings)
    if program.ok or dialect_of(source, dialect) != dialect or any(
            error.code in _WRONG_IN_EVERY_DIALECT for error in program.errors):
        return program
    for other in DIALECTS:
        if other != dialect and _assemble(source, name, files, defines, other, fill, relax,
                                          warnings).ok:
            program.errors[0].hints.append(f"--dialect {other} takes this source as it is")
            break
    return program


def _assemble(source: str, name: str, files: Files, defines: dict[str, int], dialect: str,
              fill: int | None, relax: bool, warnings: Iterable[str]) -> Program:
    wanted = dialect_of(source, dialect)
    rules = DIALECTS.get(wanted, DIALECTS[dialect])
    if fill is not None and not 0 <= fill <= 0xFF:
        raise ValueError(f"the fill byte is 0..255, not {fill}")
    assembler = Assembler(source, name, files, defines, rules, warnings, relax)
    assembler.assemble()
    run = assembler.run
    if wanted not in DIALECTS:
        first = source.partition("\n")[0].rstrip("\r")
        run.report.error(Place(name, 1, first), Fault(
            "E001", f"there is no dialect `{wanted}`", first.find("dialect="), len(first),
            hints=["there are " + ", ".join(DIALECTS)]))
    chunks = assembler.chunks
    report_overlaps(chunks, run.report, allowed=rules.later_bytes_count)
    byte = rules.fill if fill is None else fill
    reserve = byte if rules.reserve_fill is None else rules.reserve_fill
    image, origin = make_image(chunks, run.reserved, byte, reserve)
    order = {path: index for index, path in enumerate([name, *files.inputs])}
    found = sorted(run.report.diagnostics,
                   key=lambda item: (order.get(item.file, -1), item.line, item.start))
    symbols = {key: symbol for key, symbol in run.symbols.items() if "#" not in key}
    return Program(None if run.report.error_count else image, origin, symbols, found,
                   assembler.limits, dict(files.inputs), assembler.items, assembler.rows, chunks)
