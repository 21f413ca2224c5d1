"""Saved states in numbered slots: a snapshot and a small picture, in a file with a checksum.

The file, `vecx-state/2`, is a line of JSON, then the picture as PNG, the snapshot, and for a
program assembled from source its image and symbols as compressed JSON: after an edit the state
continues in the new program, as far as symbols allow (reload.py).  Slots are in the user's data
folder, in a folder for each image or source; a file is replaced completely or not at all.
"""

import base64
import hashlib
import json
import re
import zlib
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from asm.output.debuginfo import DebugInfo, DebugInfoError, from_text, to_text

from .. import files
from ..console.cartridge_slot import ram_of
from ..console.roms import Ready, load_cartridge
from ..errors import SnapshotMismatch, VecxError, shown
from ..machine import Machine
from . import reload

FORMAT, OLDER = "vecx-state/2", "vecx-state/1"      # which had no program
SLOTS = 10
BYTES_MAX = 1 << 26
PROGRAM_BYTES_MAX = 1 << 24     # unpacked
PARTS = ("picture", "snapshot", "program")


class State(NamedTuple):
    """The contents of a state's file: a PNG, a snapshot, and the program or b""."""

    picture: bytes
    snapshot: bytes
    program: bytes


def folder_of(machine: Machine, root: Path | None = None) -> Path:
    """Return the folder for the slots of a machine's cartridge; the folder may not exist yet.

    Args: root  the folder for all cartridges; None = in the user's data folder
    """
    import platformdirs

    cart = machine.cartridge
    plain = re.sub(r"[^A-Za-z0-9_-]+", "_", cart.name if cart else "none")[:40]
    what = b"" if cart is None else cart.source.encode("utf-8", "surrogateescape") or cart.image
    digest = hashlib.sha256(what).hexdigest()[:8]
    root = root or Path(platformdirs.user_data_dir("vecx", appauthor=False)) / "states"
    return root / f"{plain}-{digest}"


def path_of(machine: Machine, slot: int, root: Path | None = None) -> Path:
    """Return the file of a slot, 0 to SLOTS - 1; `root` is as in `folder_of`."""
    return folder_of(machine, root) / f"{slot}.state"


def save(path: Path, machine: Machine, picture: bytes) -> None:
    """Write the machine's state, with a PNG of its picture.

    Errors: VecxError if the file cannot be written; an old one is unchanged then
    """
    state = State(picture, machine.snapshot(), _packed(machine))
    body = b"".join(state)
    head = {"format": FORMAT, **{name: len(part) for name, part in state._asdict().items()},
            "sha256": hashlib.sha256(body).hexdigest()}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise VecxError(f"{path.parent}: {fault.strerror or fault}") from None
    files.write(path, json.dumps(head).encode() + b"\n" + body)


def _packed(machine: Machine) -> bytes:
    if machine.cartridge is None or not machine.cartridge.source:
        return b""
    content = {"image": base64.b64encode(machine.cartridge.image).decode(),
               "symbols": to_text(machine.debug)}
    return zlib.compress(json.dumps(content).encode())


def saved_at(path: Path) -> str:
    """Return the local time at which a state was saved; an empty string if there is no state."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
    except OSError:
        return ""


@dataclass
class _Head:
    """The first line of a state: the sizes of its PARTS, and the checksum of all."""

    format: str
    sha256: str = ""
    picture: int = 0
    snapshot: int = 0
    program: int = 0


@dataclass
class _Program:
    """A program in a state: its image, in base64, and its symbol file."""

    image: bytes
    symbols: str


def read(path: Path) -> State:
    """Return the contents of a state's file.

    Errors: VecxError if the file is missing, of another kind or version, or damaged
    """
    data = files.read(path, BYTES_MAX, "a state", "save a state first")
    line, _, body = data.partition(b"\n")
    try:
        head = files.read_json(line, _Head)
    except files.Damaged:
        raise VecxError(f"{path}: not a vecx save state, or its first line is damaged") from None
    if head.format not in (FORMAT, OLDER):
        raise VecxError(f"{path}: the state has format {shown(head.format)}; this vecx reads "
                        f"{FORMAT}")
    sizes = [getattr(head, name) for name in PARTS]
    if head.sha256 != hashlib.sha256(body).hexdigest() or min(sizes) < 0 or sum(sizes) != len(body):
        raise VecxError(f"{path}: the state is damaged or cut short")
    first, second = sizes[0], sizes[0] + sizes[1]
    return State(body[:first], body[first:second], body[second:])


def load(path: Path, machine: Machine) -> list[str]:
    """Restore a saved state, even one that was saved before the program was edited.

    Returns: the RAM cells that the program does not have any more; [] without an edit
    Errors:  VecxError as `read` and `Machine.restore`, and if the program has changed too much;
             the machine is unchanged then
    """
    state = read(path)
    try:
        machine.restore(state.snapshot)
    except SnapshotMismatch as fault:
        if not state.program:
            raise VecxError(f"{path}: {fault}") from None
        return _carried(path, state, machine)
    except VecxError as fault:
        raise VecxError(f"{path}: {fault}") from None
    return []


def _carried(path: Path, state: State, machine: Machine) -> list[str]:
    """Restore a state in a machine whose program was edited; return the RAM cells that are lost."""
    try:
        image, debug = _unpacked(state.program)
    except (ValueError, zlib.error, DebugInfoError):
        raise VecxError(f"{path}: the state is damaged or cut short") from None
    try:
        cartridge, _ = load_cartridge(image)
        old = Machine(Ready(cartridge, debug), machine.bios, "ideal", machine.seed,
                      cart_ram=ram_of(machine.cart_ram), device=machine.device)
        old.restore(state.snapshot)
    except VecxError as fault:
        raise VecxError(f"{path}: {fault}") from None
    why = reload.carry(old, machine)
    if why:
        raise VecxError(f"{path}: the program was edited after the state was saved, and the state "
                        f"cannot be used: {why}")
    return reload.lost(old, machine)


def _unpacked(program: bytes) -> tuple[bytes, DebugInfo]:
    """Unpack a program, and return its image and symbols.  Errors: those that `_carried`
    catches."""
    unpacker = zlib.decompressobj()
    content = files.read_json(unpacker.decompress(program, PROGRAM_BYTES_MAX), _Program)
    return content.image, from_text(content.symbols)
