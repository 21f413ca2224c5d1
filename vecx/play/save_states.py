"""States in slots: a snapshot, a small picture of it, in a file that is checked when it is read.

The file, `vecx-state/1`, is a line of JSON, then the picture as PNG, then the snapshot.  Slots lie
in the user's data folder, a folder for each cartridge, and are replaced whole or not at all.
"""

import hashlib
import json
import re
from pathlib import Path

from .. import files
from ..errors import VecxError, shown
from ..machine import Machine

FORMAT = "vecx-state/1"
SLOTS = 10
BYTES_MAX = 1 << 26


def folder_of(machine: Machine) -> Path:
    """Return where the slots of a machine's cartridge lie; makes nothing."""
    import platformdirs

    image = machine.cartridge.image if machine.cartridge else b""
    name = machine.cartridge.name if machine.cartridge else "none"
    plain = re.sub(r"[^A-Za-z0-9_-]+", "_", name)[:40]
    digest = hashlib.sha256(image).hexdigest()[:8]
    data = Path(platformdirs.user_data_dir("vecx", appauthor=False))
    return data / "states" / f"{plain}-{digest}"


def path_of(machine: Machine, slot: int) -> Path:
    """Return the file of a slot, 0 to SLOTS - 1."""
    return folder_of(machine) / f"{slot}.state"


def save(path: Path, machine: Machine, picture: bytes) -> None:
    """Write what the machine is now, with a PNG of what it shows.

    Errors: VecxError where the file cannot be written; an old one is as it was
    """
    snapshot = machine.snapshot()
    head = {"format": FORMAT, "picture": len(picture), "snapshot": len(snapshot),
            "sha256": hashlib.sha256(picture + snapshot).hexdigest()}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise VecxError(f"{path.parent}: {fault.strerror or fault}") from None
    files.write(path, json.dumps(head).encode() + b"\n" + picture + snapshot)


def read(path: Path) -> tuple[bytes, bytes]:
    """Return a state's PNG and its snapshot, for `Machine.restore`.

    Errors: VecxError for a file that is not there, of another kind or version, or damaged
    """
    data = files.read(path, BYTES_MAX, "a state", "no state has been saved there")
    line, _, body = data.partition(b"\n")
    try:
        head = json.loads(line)
        form = head["format"]
    except (ValueError, RecursionError, TypeError, KeyError):
        raise VecxError(f"{path}: not a state of vecx, or its beginning is damaged") from None
    if form != FORMAT:
        raise VecxError(f"{path}: the state has format {shown(form)}; this vecx reads {FORMAT}")
    picture = head.get("picture")
    if head.get("sha256") != hashlib.sha256(body).hexdigest() or type(picture) is not int \
            or not 0 <= picture <= len(body):
        raise VecxError(f"{path}: the state is damaged or cut short")
    return body[:picture], body[picture:]


def load(path: Path, machine: Machine) -> None:
    """Let the machine go on from a state.

    Errors: VecxError as `read` and `Machine.restore`; the machine is as it was
    """
    _, snapshot = read(path)
    try:
        machine.restore(snapshot)
    except VecxError as fault:
        raise VecxError(f"{path}: {fault}") from None
