"""Small files in the user's state folder: the most recent cartridges, and the last warnings.

The files are only a convenience: a damaged one counts as empty, and errors of writing are ignored.
"""

import contextlib
import hashlib
import json
import os
from itertools import islice
from pathlib import Path
from typing import Any

from .. import files
from ..console import roms
from ..console.includes import DEFAULTS, SourceOptions
from ..errors import VecxError

KEPT = 10
BYTES_MAX = 1 << 16


def place(name: str = "recent.json") -> Path:
    import platformdirs

    return Path(platformdirs.user_state_dir("vecx", appauthor=False)) / name


def _load(path: Path) -> Any:
    try:
        return files.parse_json(files.read(path, BYTES_MAX, "a list of cartridges"))
    except (VecxError, ValueError, RecursionError):
        return None


def _save(path: Path, data: object) -> None:
    with contextlib.suppress(OSError, VecxError):
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write(path, json.dumps(data, indent=1) + "\n")


def paths() -> list[Path]:
    """Return the recently played cartridges that still exist, the most recent first."""
    names = _load(place())
    if not isinstance(names, list):
        return []
    found = (name for name in names if isinstance(name, str) and os.path.isfile(name))
    return [Path(name) for name in islice(found, KEPT)]


def with_image(digest: str, options: SourceOptions = DEFAULTS) -> Path | None:
    """Return the recently played file whose image has this SHA-256, or None.

    Args: options  how sources are assembled
    """
    for path in paths():
        with contextlib.suppress(VecxError):
            cartridge, _ = roms.load_cartridge(path, options)
            if cartridge and hashlib.sha256(cartridge.image).hexdigest() == digest:
                return path
    return None


def note(path: Path) -> None:
    full = path.resolve()
    names = [str(full), *(str(other) for other in paths() if other != full)][:KEPT]
    _save(place(), names)


def shown_before(source: str, messages: str) -> bool:
    """Return whether these warnings are the last ones that were shown for a source, and remember
    them."""
    path = place("warnings.json")
    data = _load(path)
    shown = data if isinstance(data, dict) else {}
    digest = hashlib.sha256(messages.encode()).hexdigest()
    if shown.pop(source, None) == digest:
        return True
    _save(path, dict([*shown.items(), (source, digest)][-KEPT:]))
    return False
