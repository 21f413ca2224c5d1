"""The entry points of the assembler: `assemble` and `assemble_file`.

They read the source into a draft, lay it out until its addresses are final, and make the bytes.  If
a condition depends on an address that changed meanwhile, they read the whole source again with the
addresses found.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from asm.assembler.conversion import Conversions, Converter
from asm.assembler.draft import Draft
from asm.assembler.image import Chunks, make_image, report_overlaps
from asm.assembler.layout import changed_symbols, values_of
from asm.assembler.parse import Memory
from asm.assembler.pass_state import BANK_COUNT_MAX, Run
from asm.assembler.reader import Reader
from asm.output.checks import check_program
from asm.output.program import Program
from asm.syntax.diagnostics import ERROR, NOTE, Diagnostic, Fault, Place, Report, shortened
from asm.syntax.dialects import DIALECTS, Dialect
from asm.syntax.lexer import VALUE_MAX
from asm.syntax.macros import Macro
from asm.syntax.source import Files, decode, not_text
from asm.syntax.symbols import PREDEFINED
from asm.vectrex import CARTRIDGE_END

if TYPE_CHECKING:
    from pathlib import Path

READING_COUNT_MAX = 8
DEFAULT = "vecx"


class Request(NamedTuple):
    """A source and how to assemble it; the fields are the arguments of `assemble`.

    named   the caller has chosen the dialect
    advise  compare with other dialects
    conversions  of the files that ASSET names
    memory  of earlier assemblies in this dialect, or None
    """

    source: str
    name: str
    files: Files
    defines: Mapping[str, int]
    dialect: str = "vecx"
    fill: int | None = None
    relax: bool = False
    warnings: tuple[str, ...] = ()
    optimise: bool = True
    bank: int | None = None
    named: bool = True
    advise: bool = True
    conversions: Conversions = Conversions()
    memory: Memory | None = None


def assemble(source: str, *, name: str = "<source>", include_dirs: Iterable[str | Path] = (),
             defines: dict[str, int] | None = None, dialect: str | None = None,
             fill: int | None = None, relax: bool = False, warnings: Iterable[str] = (),
             optimise: bool = True, bank: int | None = None,
             texts: Mapping[str, str] | None = None, advise: bool = True,
             converters: Mapping[str, Converter] | None = None,
             memory: Memory | None = None) -> Program:
    """Assemble a text.

    Args:
        source        the text of the program
        name          the file name in messages; INCLUDE searches the folder of the including file,
                      then the folder of this one
        include_dirs  folders that INCLUDE searches next
        defines       symbols with values, as -D on the command line
        dialect       "vecx", "as09", "vide", ...; a first line `;! dialect=NAME` overrides it.
                      None: "vecx", with a note if the source seems to be for as09 or vide and
                      assembles to different bytes there
        fill          0..255 for the gaps between two ORGs; None: that of the dialect
        relax         lengthen short branches that are out of range
        warnings      switches: NAME, no-NAME, all, none, error
        optimise      begin with OPT; False: with NOOPT.  A first line `;! opt=off` or
                      `;! opt=on` overrides it
        bank          the bank whose image is made; None: a source with BANK makes both, 32 KiB
                      each; the Program describes bank 0, and its `others` bank 1
        texts         contents that INCLUDE uses instead of those of files, by absolute path: what
                      an editor has not saved yet
        advise        try other dialects too, for hints and notes about them; False is faster
        converters    functions that convert the files of ASSET, by suffix such as `.svg`
        memory        the memory given to earlier assemblies of this source; the result is the
                      same, and an assembly after an edit takes less time
    Returns: a Program; faults of the source are in its `diagnostics`, and `image` is None then
    Errors:  ValueError for an unknown dialect or warning, an invalid fill, or a define of more
             than 64 bits

    >>> from asm import assemble
    >>> program = assemble("start lda #speed\\n bra start\\nspeed equ 5\\n")
    >>> program.image.hex(" ")
    '86 05 20 fc'
    >>> assemble("start lda #sped\\nspeed equ 5\\n").errors[0].hints
    ['did you mean speed?']
    """
    return _with_hint(Request(source, name, _files(name, include_dirs, texts), defines or {},
                              dialect or DEFAULT, fill, relax, tuple(warnings), optimise, bank,
                              dialect is not None, advise, Conversions(converters), memory))


def assemble_file(path: str | Path, *, include_dirs: Iterable[str | Path] = (),
                  defines: dict[str, int] | None = None, dialect: str | None = None,
                  fill: int | None = None, relax: bool = False,
                  warnings: Iterable[str] = (), optimise: bool = True,
                  bank: int | None = None,
                  converters: Mapping[str, Converter] | None = None) -> Program:
    """Assemble a file; the arguments are those of `assemble`.

    Errors: OSError if the file cannot be read, ValueError as `assemble`

    >>> import tempfile
    >>> from pathlib import Path
    >>> from asm import assemble_file
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "game.asm")
    ...     _ = path.write_text(" ldx #$C880\\n")
    ...     assemble_file(path).image.hex(" ")
    '8e c8 80'
    """
    files = _files(str(path), include_dirs)
    data = files.read(str(path))
    reason = not_text(data)
    program = _with_hint(Request("" if reason else decode(data), str(path), files, defines or {},
                                 dialect or DEFAULT, fill, relax, tuple(warnings), optimise, bank,
                                 dialect is not None, conversions=Conversions(converters)))
    if reason:
        fault = Diagnostic(ERROR, "E033", f"`{path}` {reason}", Place(str(path), 1, ""), 0, 1)
        return program._replace(image=None, found=(*program.found, fault))
    return program


def _files(name: str, include_dirs: Iterable[str | Path],
           texts: Mapping[str, str] | None = None) -> Files:
    """Return the files of an assembly; INCLUDE also searches the folder of the main file."""
    return Files([os.path.dirname(name), *(str(folder) for folder in include_dirs)], texts)


def settings_of(source: str) -> dict[str, str]:
    """Return the settings in the first line, such as `;! dialect=vide opt=off`."""
    first = source.partition("\n")[0].strip()
    if not first.startswith(";!"):
        return {}
    return {word.partition("=")[0]: word.partition("=")[2] for word in first[2:].split()
            if "=" in word}


def dialect_of(source: str, dialect: str) -> str:
    """Return the dialect that the first line of a source requests, or else the given dialect.

    Errors: ValueError if the given one is unknown
    """
    if dialect not in DIALECTS:
        raise ValueError(f"unknown dialect {dialect!r}; the dialects are {', '.join(DIALECTS)}")
    return settings_of(source).get("dialect", dialect)


# Errors in every dialect; other errors may be accepted by some dialect.
_WRONG_IN_EVERY_DIALECT = frozenset((
    "E002", "E004", "E005", "E010", "E013", "E026", "E027", "E030", "E031", "E033", "E035", "E042"))


def _with_hint(request: Request) -> Program:
    """Assemble; if that fails and another dialect accepts the source, add a hint.

    The dialect must be among the `candidates` and accept the whole source.
    """
    program = build(request)
    if request.bank is None and len(program.banks) > 1 and program.ok:
        return _joined(request, program)
    if not request.advise:
        return program
    if program.ok and not request.named and "dialect" not in settings_of(request.source):
        return _with_difference(request, program)
    dialect = request.dialect
    if program.ok or dialect_of(request.source, dialect) != dialect or any(
            error.code in _WRONG_IN_EVERY_DIALECT for error in program.errors):
        return program
    from asm.output.likely_dialect import candidates

    accepting = [f"--dialect {other}" for other in candidates(program)
                 if other != dialect
                 and build(request._replace(dialect=other)).ok]
    if not accepting:
        return program
    verb = "accept" if len(accepting) > 1 else "accepts"
    hint = f"{' and '.join(accepting)} {verb} this source as it is"
    first = next(error for error in program.found if error.severity == ERROR)
    return program._replace(found=tuple(
        error.hinted(hint) if error is first else error
        for error in program.found))


def _with_difference(request: Request, program: Program) -> Program:
    """Add a note if the source seems to be written for another assembler that would generate
    different bytes."""
    from asm.output.likely_dialect import first_difference, likely_dialect

    likely = likely_dialect(program)
    if likely is None or not Report(request.warnings).is_on("other-dialect"):
        return program
    files = Files(request.files.include_dirs, request.files.texts)
    other = build(request._replace(dialect=likely, files=files))
    found = first_difference(program, other) if other.ok else None
    if found is None:
        return program
    place, here, there = found
    note = Diagnostic(
        NOTE, "other-dialect", f"{likely} assembles this line to "
        f"{shortened(there.hex(' ').upper())}, not {shortened(here.hex(' ').upper())}", place, 0,
        len(place.text), (),
        [f"use --dialect {likely}, or write `;! dialect={likely}` in the first line; write "
         f"`;! dialect={DEFAULT}` there to keep these bytes"])
    return program._replace(found=(note, *program.found))


def _joined(request: Request, program: Program) -> Program:
    """Join the images of all banks into a cartridge image, each bank at the start of its half."""
    rules = DIALECTS[dialect_of(request.source, request.dialect)]
    byte = rules.fill if request.fill is None else request.fill
    image = bytearray((byte,)) * (CARTRIDGE_END * BANK_COUNT_MAX)
    found = list(program.found)
    made_of = {number: program if number == 0 else build(request._replace(bank=number))
               for number in program.banks}
    for number, made in made_of.items():
        found += made.found if number else ()
        data = made.image or b""
        if made.origin + len(data) > CARTRIDGE_END:
            item = max(made.chunks, key=lambda chunk: chunk[0])[2]
            found.append(Diagnostic(
                ERROR, "E037", f"bank {number} goes up to ${made.origin + len(data) - 1:04X}, but "
                "a bank ends at $7FFF", item.place, 0, len(item.place.text)))
        else:
            start = number * CARTRIDGE_END + made.origin
            image[start:start + len(data)] = data
    seen: dict[str, Diagnostic] = {}
    for diagnostic in found:
        seen.setdefault(str(diagnostic), diagnostic)
    failed = any(diagnostic.severity == ERROR for diagnostic in seen.values())
    return program._replace(image=None if failed else bytes(image), origin=0,
                            found=tuple(seen.values()),
                            others=tuple(made for number, made in made_of.items() if number))


def build(request: Request, known: dict[str, int] | None = None) -> Program:
    """Assemble a source in one dialect.

    Args:   known  values that symbols have from the start, by name
    Errors: ValueError as `assemble`
    """
    collecting = gc.isenabled()
    gc.disable()        # an assembly creates no cycles, and the collector takes a tenth of its time
    try:
        return _build(request, known or {})
    finally:
        if collecting:
            gc.enable()


def _build(request: Request, known: dict[str, int]) -> Program:
    name = dialect_of(request.source, request.dialect)
    rules = DIALECTS.get(name, DIALECTS[request.dialect])
    fill = request.fill
    if fill is not None and not 0 <= fill <= 0xFF:
        raise ValueError(f"the fill byte must be 0..255, not {fill}")
    for name, value in request.defines.items():
        if abs(value) > VALUE_MAX:
            raise ValueError(f"the value of {name} has more than 64 bits")
    draft, reader = _read(request, rules, known)
    run, layout = draft.run, draft.layout
    _check_settings(request, run.report)
    layout.emit()
    chunks, sources = Chunks(layout), reader.sources
    runs = chunks.runs()
    report_overlaps(chunks, runs, run.report, allowed=rules.later_bytes_count)
    image, origin = make_image(runs, run.reserved, rules.fill if fill is None else fill)
    symbols = {name: symbol for name, symbol in run.symbols.items()
               if "#" not in name and symbol.kind != PREDEFINED}
    program = Program(image, origin, MappingProxyType(symbols), sources.rows, chunks,
                      request.files.inputs, frozenset(sources.words),
                      tuple(sorted({0, *run.banks})), run.image_bank)
    limits = check_program(program, run.report)
    order = {path: index for index, path in enumerate([request.name, *request.files.parts])}
    found = _calls_first(sorted(run.report.diagnostics, key=lambda item: (
        item.code != "E042", order.get(item.file, -1), item.line, item.start)))
    return program._replace(image=None if run.report.error_count else image, found=tuple(found),
                            allowed=tuple(limits))


def _calls_first(found: list[Diagnostic]) -> list[Diagnostic]:
    """Move a message about a macro call before the messages about the lines of the macro."""
    calls = {id(item.place): item for item in found if item.code == "macro-arguments"}
    if not calls:
        return found
    ordered: dict[int, Diagnostic] = {}
    for item in found:
        place = item.place.via
        while place is not None:
            call = calls.get(id(place))
            if call is not None:
                ordered.setdefault(id(call), call)
            place = place.via
        ordered.setdefault(id(item), item)
    return list(ordered.values())


# The settings of a first line, and their values.
_SETTINGS = {"dialect": tuple(DIALECTS), "opt": ("on", "off")}


def _check_settings(request: Request, report: Report) -> None:
    """Report settings in the first line of the source if they are unknown or override other
    settings."""
    first = request.source.partition("\n")[0].rstrip("\r")
    others = {"dialect": request.dialect if request.named else "",
              "opt": "" if request.optimise else "off"}
    for name, value in settings_of(first).items():
        known, other = _SETTINGS.get(name), others.get(name)
        start = first.find(f"{name}=")
        if known is not None and value in known and other and other != value:
            report.warn(Place(request.name, 1, first), "dialect-line",
                        f"{name}={value} in the first line overrides the requested {name} {other}",
                        start, start + len(name) + 1 + len(value),
                        hints=["change the first line, or omit the option"])
        if known is not None and value not in known:
            what = "dialect" if name == "dialect" else "setting of OPT"
            report.error(Place(request.name, 1, first), Fault(
                "E001", f"unknown {what} `{value}`", start, start + len(name) + 1 + len(value),
                hints=[f"the {what}s are " + ", ".join(known) if name == "dialect" else
                       "write opt=on or opt=off"]))


def _read(request: Request, rules: Dialect, known: dict[str, int]) -> tuple[Draft, Reader]:
    """Read the source until its addresses are final; conditions can require several readings."""
    changed: Place | None = None
    before: dict[str, int] = {}
    last_macros: dict[str, Macro] = {}
    asked = settings_of(request.source).get("opt")
    optimise = request.optimise if asked is None else asked != "off"
    for _ in range(READING_COUNT_MAX):
        run = Run(rules, Report(request.warnings), request.relax, optimise, request.bank or 0)
        draft = Draft(run, request.defines, known, last_macros)
        reader = Reader(draft, request.files, request.conversions, request.memory)
        reader.read(request.source, request.name)
        if reader.sources.redefined and rules.last_macro and not last_macros:
            last_macros = draft.macros
            continue
        converged = draft.layout.converge()
        changed = run.changed
        if changed is None or not converged:
            return draft, reader
        before = known
        known = {name: value for name, value in values_of(run.symbols).items() if value is not None}
    assert changed is not None
    run.report.error(changed, Fault("E026", "this condition changes the addresses it depends on",
                                    notes=changed_symbols(run.symbols, before, known),
                                    hints=["make it depend on constants only"]))
    return draft, reader
