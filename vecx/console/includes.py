"""The options for assembling a source.  They have their own module so that assembling starts
quickly."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from asm.assembler.conversion import Converter


class SourceOptions(NamedTuple):
    """How an .asm source is assembled: the same for every command and for `Machine`.

    include_dirs  folders that INCLUDE searches before those of vecx
    dialect       None: vecx, with a note if the source looks like another dialect
    defines       names and values, as -D on the command line
    optimise      initial state of OPT
    """

    include_dirs: tuple[str | Path, ...] = ()
    dialect: str | None = None
    defines: tuple[tuple[str, int], ...] = ()
    optimise: bool = True

    def needs_source(self) -> bool:
        """Return whether an option was given that has no effect on an image."""
        return self.dialect is not None or bool(self.defines) or not self.optimise


DEFAULTS = SourceOptions()

# Converters of the files that ASSET names, by suffix; vecx/__init__.py enters them.
CONVERTERS: dict[str, Converter] = {}


def include_folders() -> list[str]:
    """Return the folders with vectrex.inc and lib/: in the package, or in its source tree.

    >>> from vecx.console.includes import include_folders
    >>> any(os.path.exists(os.path.join(folder, "vectrex.inc")) for folder in include_folders())
    True
    """
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    sources = os.path.dirname(package)
    places = (os.path.join(package, "data", "include"), os.path.join(sources, "roms", "include"),
              os.path.join(sources, "games"))
    return [place for place in places if os.path.isdir(place)]
