"""The options of an ASSET line, checked as they are read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from asm.assembler.conversion import ConversionError
from asm.syntax.diagnostics import did_you_mean

from ..errors import shown


class Options:
    """Reads options by name; `finish` raises an error for options that were not read."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = values
        self._known: dict[str, None] = {}

    def text(self, name: str, default: str = "") -> str:
        self._known[name] = None
        return self._values.get(name, default)

    def word(self, name: str, default: str, words: Iterable[str]) -> str:
        """Return the value of an option that allows only certain words. Errors: ConversionError"""
        value = self.text(name, default).lower()
        if value not in words:
            raise ConversionError(f"{name} must be {', '.join(words)}, not {shown(value)}",
                                  option=name, hints=tuple(did_you_mean(value, words)))
        return value

    def number(self, name: str, default: float, least: float, most: float) -> float:
        """Return the value of a numeric option; `$40` is hexadecimal.  Errors: ConversionError"""
        text = self.text(name)
        if not text:
            return default
        try:
            value = float(int(text[1:], 16)) if text[0] == "$" else float(text)
        except ValueError:
            value = float("nan")
        if not least <= value <= most:
            raise ConversionError(f"{name} must be a number, {least:g} to {most:g}, not "
                                  f"{shown(text)}", option=name)
        return value

    def whole(self, name: str, default: int, least: int, most: int) -> int:
        """Return the value of an option that must be a whole number.  Errors: ConversionError"""
        value = self.number(name, default, least, most)
        if value != int(value):
            raise ConversionError(f"{name} must be a whole number, not {value:g}", option=name)
        return int(value)

    def flag(self, name: str) -> bool:
        return self.word(name, "no", ("no", "yes")) == "yes"

    def finish(self) -> None:
        """Refuse unknown options.  Errors: ConversionError"""
        for name in self._values:
            if name not in self._known:
                raise ConversionError(
                    f"there is no option {name} for this file", option=name,
                    hints=(*did_you_mean(name, self._known),
                           "the options are " + ", ".join(sorted(self._known))))
