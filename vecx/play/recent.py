"""The cartridges played last: a small file in the user's state folder.

The file is only a convenience: a damaged one counts as empty, and errors of writing are ignored.
"""

import contextlib
import hashlib
import json
import os
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from .. import files
from ..console import roms
from ..errors import VecxError

KEPT = 10
BYTES_MAX = 1 << 16


def place() -> Path:
    import platformdirs

    return Path(platformdirs.user_state_dir("vecx", appauthor=False)) / "recent.json"


def paths() -> list[Path]:
    """Return the cartridges played last that still exist, the latest first."""
    try:
        names = files.parse_json(files.read(place(), BYTES_MAX, "a list of cartridges"))
    except (VecxError, ValueError, RecursionError):
        return []
    if not isinstance(names, list):
        return []
    found = (name for name in names if isinstance(name, str) and os.path.isfile(name))
    return [Path(name) for name in islice(found, KEPT)]


def with_image(digest: str, include_dirs: Sequence[str | Path] = ()) -> Path | None:
    """Return the recently played file whose image has this SHA-256, or None.

    Args: include_dirs  folders that INCLUDE searches
    """
    for path in paths():
        with contextlib.suppress(VecxError):
            cartridge, _ = roms.load_cartridge(path, include_dirs)
            if cartridge and hashlib.sha256(cartridge.image).hexdigest() == digest:
                return path
    return None


def note(path: Path) -> None:
    full = path.resolve()
    names = [str(full), *(str(other) for other in paths() if other != full)][:KEPT]
    with contextlib.suppress(OSError, VecxError):
        place().parent.mkdir(parents=True, exist_ok=True)
        files.write(place(), json.dumps(names, indent=1) + "\n")
