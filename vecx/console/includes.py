"""The folders that INCLUDE searches by default; separate, so that assembling starts quickly."""

import os


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
