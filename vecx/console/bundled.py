"""What comes with vecx: images, and the files that INCLUDE finds without being told where."""

from pathlib import Path

from .includes import include_folders

DATA = Path(__file__).parents[1] / "data"


def include_dirs() -> list[Path]:
    """Return where INCLUDE finds vectrex.inc and lib/: in the package, or beside it in its sources.

    >>> for name in ("vectrex.inc", "lib/sound.asm"):
    ...     print(any((folder / name).exists() for folder in include_dirs()))
    True
    True
    """
    return [Path(folder) for folder in include_folders()]


def bundled() -> list[str]:
    """Return the names of the cartridges that come with vecx.

    >>> bundled()
    ['connect4', 'reversi']
    """
    return sorted(path.stem for path in DATA.glob("*.bin") if path.stem != "exec")
