"""Whether the sources of the program are still what it was made from."""

import hashlib
from pathlib import Path

from ..machine import Machine


def changed_sources(machine: Machine) -> list[str]:
    """Return the sources of the cartridge that are there and no longer what was assembled."""
    changed = []
    for path, digest in machine.debug.inputs.items():
        try:
            data = Path(path).read_bytes()
        except OSError:
            continue
        if hashlib.sha256(data).hexdigest() != digest:
            changed.append(path)
    return changed
