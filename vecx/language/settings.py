"""The settings of a client: its initialization options, or the section `vecx` of its configuration.

A wrong value gives one message and counts as not given.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from asm.syntax.diagnostics import WARNINGS
from asm.syntax.dialects import DIALECTS

from ..console.includes import DEFAULTS, SourceOptions
from ..errors import shown

SWITCHES = ("all", "none", "error")


class Settings(NamedTuple):
    """How sources are assembled, the switches of warnings, and messages about wrong values."""

    options: SourceOptions = DEFAULTS
    warnings: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


def settings_of(given: Any) -> Settings:
    """Return the settings of a client.

    >>> settings_of({"dialect": "as09", "defines": ["FOO=3"]}).faults
    ('the setting `defines` must be an object such as {"LIVES": 3}, not [\\'FOO=3\\']',)
    """
    if given is None:
        return Settings()
    if not isinstance(given, dict):
        return Settings(faults=(f"the settings must be an object, not {shown(given)}",))
    faults: list[str] = []

    def take(name: str, usual: Any, valid: bool, words: str) -> Any:
        value = given.get(name)
        if value is None or valid:
            return usual if value is None else value
        faults.append(f"the setting `{name}` must be {words}, not {shown(value)}")
        return usual

    dialect, defines = given.get("dialect"), given.get("defines")
    include, warnings = given.get("include"), given.get("warnings")
    options = SourceOptions(
        dialect=take("dialect", None, isinstance(dialect, str) and dialect in DIALECTS,
                     f"one of {', '.join(DIALECTS)}"),
        defines=tuple(take("defines", {}, _are_defines(defines),
                           'an object such as {"LIVES": 3}').items()),
        optimise=take("optimise", True, isinstance(given.get("optimise"), bool), "true or false"),
        include_dirs=tuple(take("include", [], _are_texts(include), "a list of folders")))
    switches = take("warnings", [], _are_texts(warnings) and all(map(_is_switch, warnings or ())),
                    "a list of switches as for `vecx asm -W`")
    return Settings(options, tuple(switches), tuple(faults))


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _is_switch(name: str) -> bool:
    return name in SWITCHES or name.removeprefix("no-") in WARNINGS


def _are_defines(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(number, int) and not isinstance(number, bool) and -1 << 63 <= number < 1 << 63
        for number in value.values())
