"""The directive ASSET: converters turn files from other tools into lines of source.

The assembler itself cannot read these formats.  Its caller passes a converter for each suffix
(`assemble(..., converters=...)`); vecx passes those of its package `assets`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from asm.syntax import parser
from asm.syntax.diagnostics import Fault, did_you_mean, shortened
from asm.syntax.expr import Expr
from asm.syntax.lexer import Scanner

OPTION_COUNT_MAX = 40
_OPTION = re.compile(r"[ \t]*,[ \t]*([A-Za-z][\w-]*)[ \t]*=[ \t]*")
_VALUE = re.compile(r"\"[^\"]*\"|'[^']*'|[^\s,;(\"'][^\s,;]*")


class Asset(NamedTuple):
    """A file to convert, with the label and options of its line.

    path     the file, as messages name it
    data     its content
    label    the label on the line, or an empty string
    options  the values after the file's name, as text; an expression in brackets is a number
    read     returns another file that the first one names, relative to it; the assembly then
             depends on it too.  Errors: OSError
    locals   whether labels that begin with a dot are local in the dialect of the source

    >>> Asset("ship.svg", b"<svg/>", "ship", {"size": "60"}, lambda name: b"").options["size"]
    '60'
    """

    path: str
    data: bytes
    label: str
    options: Mapping[str, str]
    read: Callable[[str], bytes]
    locals: bool = False


class Conversion(NamedTuple):
    """The result of converting a file.

    lines  pairs: the number of a line in the file, from 1, and a line of source made from it
    notes  messages for the author, shown at the line of the directive

    A converter is a function that takes an Asset and returns a Conversion:

    >>> import tempfile
    >>> from pathlib import Path
    >>> from asm import assemble
    >>> def convert(asset: Asset) -> Conversion:
    ...     return Conversion(((1, f"{asset.label} fcb {len(asset.data)}"),))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "ship.dat").write_bytes(bytes(7))
    ...     program = assemble('ship asset "ship.dat"\\n', name=f"{folder}/game.asm",
    ...                        converters={".dat": convert})
    >>> program.image
    b'\\x07'
    """

    lines: tuple[tuple[int, str], ...]
    notes: tuple[str, ...] = ()


class ConversionError(Exception):
    """Raised if a file cannot be converted; contains the reason and the place in the file.

    option  the option at fault, which the message then marks
    hints   what to do

    >>> raise ConversionError("line 3: path `wing` has no points", hints=("delete it",))
    Traceback (most recent call last):
    ...
    asm.assembler.conversion.ConversionError: line 3: path `wing` has no points
    """

    def __init__(self, text: str, *, option: str = "", hints: tuple[str, ...] = ()) -> None:
        super().__init__(text)
        self.text, self.option, self.hints = text, option, hints


Converter = Callable[[Asset], Conversion]


class Options(NamedTuple):
    """The options of a line: their values, and the columns of their names.

    numbers  the expressions in brackets, whose values are not known until the line is assembled
    """

    values: dict[str, str]
    columns: dict[str, tuple[int, int]]
    numbers: dict[str, Expr]


def read_options(scan: Scanner) -> Options:
    """Read `, name=value` up to the end of the line.

    Errors: Fault E042 or E003 for another shape; those of expressions
    """
    found = Options({}, {}, {})
    while scan.peek() == ",":
        match = _OPTION.match(scan.text, scan.pos)
        if match is None or len(found.columns) >= OPTION_COUNT_MAX:
            raise Fault("E042", "an option is written name=value", scan.pos, len(scan.text),
                        hints=['for example: asset "ship.svg", part=hull, size=60'])
        name = match[1].lower()
        if name in found.columns:
            raise Fault("E042", f"the option {name} is given twice", *match.span(1))
        found.columns[name] = match.span(1)
        scan.pos = match.end()
        if scan.text[scan.pos:scan.pos + 1] == "(":
            found.numbers[name] = parser.parse_expression(scan)
            continue
        value = _VALUE.match(scan.text, scan.pos)
        if value is None:
            raise Fault("E042", f"the option {name} needs a value", *match.span(1))
        found.values[name] = value[0].strip("\"'")
        scan.pos = value.end()
    scan.finish()
    return found


class Conversions:
    """The converters of an assembly; each line is converted once, even if it is read several
    times."""

    def __init__(self, converters: Mapping[str, Converter] | None = None) -> None:
        """Args: converters  by suffix in lower case, such as `.svg`"""
        self.converters = converters or {}
        self._done: dict[tuple[object, ...], Conversion | ConversionError] = {}

    def convert(self, asset: Asset, name: tuple[int, int], options: Options) -> Conversion:
        """Convert a file.

        Args:   name  the columns of the file's name
        Errors: Fault E042 with the message of the converter, or if no converter has the suffix
        """
        suffix = asset.path[asset.path.rfind("."):].lower() if "." in asset.path else ""
        converter = self.converters.get(suffix)
        if converter is None:
            raise self._unknown(suffix, name)
        key = (asset.path, asset.data, asset.label, *sorted(asset.options.items()))
        if key not in self._done:
            try:
                self._done[key] = converter(asset)
            except ConversionError as error:
                self._done[key] = error
        done = self._done[key]
        if isinstance(done, ConversionError):
            start, end = options.columns.get(done.option, name)
            raise Fault("E042", shortened(f"{asset.path}: {done.text}"), start, end,
                        hints=done.hints)
        return done

    def _unknown(self, suffix: str, name: tuple[int, int]) -> Fault:
        if not self.converters:
            files = f"`{suffix}` files" if suffix else "files without a suffix"
            return Fault("E042", "no converters are registered: the assembler itself cannot read "
                         f"{files}", *name,
                         hints=["assemble with `vecx asm`, or give `converters` to assemble()"])
        known = ", ".join(sorted(self.converters))
        return Fault("E042", f"there is no converter for `{suffix}` files", *name,
                     hints=[*map(str, did_you_mean(suffix, self.converters)),
                            f"ASSET reads {known}"])
