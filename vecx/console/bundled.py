"""What comes with vecx: images, and the files that INCLUDE finds without being told where."""

from pathlib import Path

DATA = Path(__file__).parents[1] / "data"


def include_dirs() -> list[Path]:
    """Return where INCLUDE finds vectrex.inc: inside the package, or beside it in its sources.

    >>> any((folder / "vectrex.inc").exists() for folder in include_dirs())
    True
    """
    places = (DATA / "include", DATA.parent.parent / "roms" / "include")
    return [place for place in places if place.is_dir()]


def bundled() -> list[str]:
    """Return the names of the cartridges that come with vecx.

    >>> bundled()
    ['connect4', 'reversi']
    """
    return sorted(path.stem for path in DATA.glob("*.bin") if path.stem != "exec")
