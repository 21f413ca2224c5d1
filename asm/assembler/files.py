"""Directives that read other files: INCLUDE, INCLUDEBIN, ASSET, and END."""

from __future__ import annotations

import os

from asm.assembler.conversion import Asset, read_options
from asm.assembler.directives import QUOTED, directive
from asm.assembler.encode import Bytes
from asm.assembler.items import Org
from asm.assembler.line import FullLine
from asm.assembler.sources import FILE, Sources
from asm.syntax import lexer, linked, parser
from asm.syntax.diagnostics import INCLUDED, Fault, Place
from asm.syntax.expr import Expr, Number, UndefinedError
from asm.syntax.lexer import Scanner
from asm.syntax.source import decode, not_text, read_records

BINARY_BYTES_MAX = 0x10000
ALL_BINARY_BYTES_MAX = 1 << 24

# The name of a file with its columns.
Name = tuple[str, int, int]


def _name(line: FullLine, scan: Scanner) -> Name:
    character = scan.peek()
    if scan.dialect.colon_labels and character and not character.isalnum():
        start = scan.pos
        return linked.quoted(scan), start, scan.pos
    return lexer.file_name(scan)


@directive("asm6809: lib", _name, strings=QUOTED, structural=True)
@directive("include use .include", _name, strings=QUOTED, structural=True)
def include(sources: Sources, line: FullLine, place: Place) -> None:
    """INCLUDE "file": read the lines of another file next."""
    name, start, end = line.operands
    try:
        path = _find(sources, place, name, start, end)
        data = sources.files.read(path)
        if sources.dialect.data_included and _include_data(sources, line, place, data):
            return
        reason = not_text(data)
        if reason:
            raise Fault("E033", f"`{name}` {reason}", start, end)
    except (Fault, OSError) as error:
        sources.draft.missing.lost(place, error if isinstance(error, Fault) else Fault(
            "E033", f"`{name}` cannot be read: {error.strerror}", start, end))
        return
    sources.push_file(decode(data), path, place, line)


def _include_data(sources: Sources, line: FullLine, place: Place, data: bytes) -> bool:
    """Add the bytes of an image or of hex records; return False if the data is a source."""
    draft = sources.draft
    if not_text(data):
        if len(data) > BINARY_BYTES_MAX:
            raise line.fault("E030", f"{len(data):,} bytes do not fit into an image of "
                             f"{BINARY_BYTES_MAX:,} bytes",
                             "include only a part of the file with INCLUDEBIN")
        draft.append(Bytes(data), place)
        return True
    records = read_records(data)
    if records is None:
        return False
    for address, part in records:
        draft.append(Org(Number(address, 0, 0)), place)
        draft.append(Bytes(part), place)
    return True


def _part(line: FullLine, scan: Scanner) -> tuple[Name, list[Expr]]:
    """Read the name of a file, and the offset and length of a part of it."""
    name = lexer.file_name(scan)
    bounds = parser.parse_expressions(scan, 1, 2) if scan.comma() else []
    scan.finish()
    return name, bounds


@directive("includebin incbin .incbin binclude", _part, strings=QUOTED, structural=True)
def include_binary(sources: Sources, line: FullLine, place: Place) -> None:
    """INCLUDEBIN "file", offset, length: insert the bytes of a file, or a part of them."""
    (name, start, end), bounds = line.operands
    path = _find(sources, place, name, start, end)
    numbers = [sources.draft.constant(expr) for expr in bounds]
    offset = numbers[0] if numbers else 0
    try:
        size = sources.files.size(path)
        length = numbers[1] if len(numbers) == 2 else size - offset
        if offset < 0 or length < 0 or offset + length > size:
            raise line.fault("E030", f"`{name}` has {size} bytes; the requested part is "
                             "outside the file")
        if length > BINARY_BYTES_MAX:
            raise line.fault("E030", f"`{name}`: {length:,} bytes do not fit into an image of "
                             f"{BINARY_BYTES_MAX:,} bytes", "give an offset and a length")
        sources.binary_bytes += length
        if sources.binary_bytes > ALL_BINARY_BYTES_MAX:
            raise line.fault("E035", "the program includes more than "
                             f"{ALL_BINARY_BYTES_MAX:,} bytes with INCLUDEBIN")
        data = sources.files.part(path, offset, length)
    except OSError as error:
        raise Fault("E033", f"`{name}` cannot be read: {error.strerror}", start, end) from None
    sources.draft.append(Bytes(data), place)


@directive("asset", lambda line, scan: (lexer.file_name(scan), read_options(scan)),
           own_label=True, strings=QUOTED, structural=True)
def convert(sources: Sources, line: FullLine, place: Place) -> None:
    """ASSET "file", name=value, ...: read the lines that a converter makes from a file."""
    draft, files = sources.draft, sources.files
    if line.refused is not None:
        sources.own_label(line, place)
        draft.missing.lost(place, line.refused, line.label)
        return
    (name, start, end), options = line.operands
    try:
        path = _find(sources, place, name, start, end)
        folder = os.path.dirname(path)
        values = options.values | {option: str(draft.constant(expr))
                                   for option, expr in options.numbers.items()}
        try:
            done = sources.conversions.convert(Asset(
                path, files.read(path), line.label, values,
                lambda other: files.read(os.path.join(folder, other)),
                lexer.is_local(".a", sources.dialect)), (start, end), options)
        except OSError as error:
            other = os.path.basename(error.filename or path)    # it may name further files
            raise Fault("E033", f"`{other}` cannot be read: {error.strerror}", start,
                        end) from None
    except (Fault, UndefinedError) as error:
        sources.own_label(line, place)
        if isinstance(error, UndefinedError):
            raise
        draft.missing.lost(place, error, line.label or
                           os.path.splitext(os.path.basename(name))[0])
        return
    for note in done.notes:
        sources.report.note(place, "asset-note", note, start, end)
    sources.push((Place(path, number, text, place, INCLUDED) for number, text in done.lines),
                FILE, path, place, line)


def _find(sources: Sources, place: Place, name: str, start: int, end: int) -> str:
    opened = [source.name for source in sources.stack if source.kind == FILE]
    path, exact = sources.files.find(name, place.file, start, end, opened)
    if not exact:
        sources.report.warn(place, "include-name", f"`{name}` was found as `{path}`", start, end,
                           hints=["spell the name exactly, with `/`, so that other systems find "
                                  "the file"])
    return path


@directive("end .end", structural=True)
def end(sources: Sources, line: FullLine, place: Place) -> None:
    """END: skip the rest of the innermost file, and of the macros called in it.

    In dialects where END does not count, it has no effect.
    """
    if line.rest().lower().split()[:1] == ["struct"]:
        raise line.fault("E032", "END STRUCT without STRUCT")
    while sources.stack and sources.dialect.end_counts:
        source = sources.stack[-1]
        sources.leave(source)
        if source.kind == FILE and not sources.dialect.end_ends_all:
            return
