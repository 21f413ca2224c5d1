"""Snapshots of a machine: a raw form in memory, and a form for files, which is checked when it is
read.

Both contain the record, RAM, bytes written over ROM, inputs that do not fit into the record, and
pending frames and segments.  The file form, `vecx-snapshot/3`, is a line of JSON, then the parts,
compressed.  The first part names the fields of the record and the figures of the frames: a version
of vecx that has more of them sets the others to their values at power-on.  Both forms contain the
checksums of the executive ROM and the cartridge, and the analog preset of the record.
"""

import hashlib
import json
import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, NamedTuple

import numpy as np

from .. import files
from ..chips.account import ACCOUNT, COLUMNS
from ..chips.bus import IN_PEN, INPUT_KINDS, RAM_BYTES
from ..chips.state import (
    F_END,
    F_SEGMENTS,
    F_START,
    FIELDS,
    INPUTS_MAX,
    LIGHT_PEN,
    RECORD,
    Field,
)
from ..chips.state_range import UNKNOWN, misfit
from ..chips.state_record import new_state, pack
from ..errors import SnapshotMismatch, VecxError, shown
from . import analog
from .analog import Analog
from .cartridge_slot import ram_of

FORMAT = "vecx-snapshot/3"
PARTS = ("schema", "record", "ram", "segments", "causes", "frames")
BYTES_MAX = 1 << 25         # limit of an unpacked snapshot
ROW_MAX = 2.0 ** 56         # limit of a frame's figures and a segment's coordinates
OUTPUTS = frozenset(("picture", "sound"))       # that a machine can leave out
Later = tuple[tuple[int, int, int], ...]


def line_of(f: Field) -> str:
    """Return a field's line in the schema: name, type, length, value at power-on.

    The length of the account is the number of its figures, which the schema names.
    """
    length = "A" if f.name == "account" else f.length
    return f"{f.name} {'f' if f.is_float else 'i'} {length} {f.power_on:.17g}"


# A line per field, an empty line, a line per figure.
SCHEMA = "\n".join([*map(line_of, FIELDS), "", *(column.name for column in COLUMNS)])
DIGEST = hashlib.sha256(SCHEMA.encode()).hexdigest()[:16]


class Identity(NamedTuple):
    """The images that a snapshot belongs to: checksums, and the range of RAM in the cartridge.

    >>> one = identity_of(b"rom", b"cart", "none")
    >>> one.check(identity_of(b"rom", b"cart", "none"))
    >>> one.check(identity_of(b"rom", b"another", "none"))
    Traceback (most recent call last):
    ...
    vecx.errors.SnapshotMismatch: the snapshot was made with another cartridge
    """

    bios: int
    cart: int
    cart_ram: str

    def check(self, here: "Identity") -> None:
        """Check that a snapshot of this identity fits a console.

        Errors: SnapshotMismatch names what differs
        """
        if self == here:
            return
        if self.bios != here.bios:
            raise SnapshotMismatch("the snapshot was made with another executive ROM")
        if self.cart != here.cart:
            raise SnapshotMismatch("the snapshot was made with another cartridge")
        raise SnapshotMismatch("the snapshot was made with different RAM in the cartridge: "
                               f"{shown(self.cart_ram)}, not {here.cart_ram}")


def identity_of(bios: bytes, cart: bytes, cart_ram: str) -> Identity:
    return Identity(zlib.crc32(bios), zlib.crc32(cart), cart_ram)


@dataclass(frozen=True, slots=True)
class Kept:
    """The raw form of a snapshot: copies of arrays, and references to immutable objects.

    identity  the images that it belongs to
    record    the record's bytes; ram  the console's kilobyte, then that of the cartridge
    segments, causes, frames  pending rows
    poked     bytes written over ROM, by address; later  inputs that do not fit into the record
    without   output that the machine did not have: picture, sound
    """

    identity: Identity
    record: bytes
    ram: bytes
    segments: np.ndarray
    causes: np.ndarray
    frames: np.ndarray
    poked: dict[int, int]
    later: Later
    preset: str
    analog: Analog
    without: frozenset[str] = frozenset()

    def check_output(self, without: frozenset[str]) -> None:
        """Check that a console without these kinds of output can continue from this state.

        Errors: SnapshotMismatch
        """
        if not self.without <= without:
            missing = " and ".join(sorted(self.without - without))
            raise SnapshotMismatch(f"the snapshot was made without {missing}, but this machine has "
                                   f"{missing}; restore it in a machine without {missing}")
        if "picture" not in without:
            return
        record = np.frombuffer(self.record, RECORD)[0]
        if record["device"] == LIGHT_PEN or max(record["input_what"]) >= IN_PEN:
            raise SnapshotMismatch("the snapshot has a light pen, which needs the "
                                   "machine's picture: remove picture=False")


def dump(kept: Kept) -> bytes:
    """Return the file form of a snapshot."""
    parts = [SCHEMA.encode(), kept.record, kept.ram, kept.segments.tobytes(), kept.causes.tobytes(),
             kept.frames.tobytes()]
    body = b"".join(parts)
    head = {"format": FORMAT, **kept.identity._asdict(), "crc": zlib.crc32(body),
            "sizes": [len(part) for part in parts], "preset": kept.preset,
            "analog": asdict(kept.analog), "poked": sorted(kept.poked.items()),
            "later": list(kept.later)}
    if kept.without:
        head["without"] = sorted(kept.without)
    return json.dumps(head).encode() + b"\n" + zlib.compress(body)


@dataclass
class _Start:
    """The part of a file's first line that every version has."""

    format: str
    bios: int = -1
    cart: int = -1
    cart_ram: str = ""


@dataclass
class _Head:
    """The whole first line, as `dump` writes it."""

    crc: int
    sizes: list[int]
    preset: str
    analog: dict[str, float]
    poked: list[tuple[int, int]]
    later: list[tuple[int, int, int]]
    without: list[str] = field(default_factory=list)


def load(data: bytes, here: Identity, *, banked: bool) -> Kept:
    """Read a snapshot in the form for files.

    Args:   here    the identity of the console that will continue from it
            banked  whether its cartridge has two banks
    Errors: VecxError if the data is damaged or not a snapshot; SnapshotMismatch if it belongs to
            another executive ROM or cartridge, or to a version with different fields
    """
    line, _, body = bytes(data).partition(b"\n")
    try:
        head = files.read_json(line, dict[str, Any])
        start = files.converted(head, _Start)
    except files.Damaged:
        raise VecxError("this is not a vecx snapshot, or its header is damaged") from None
    if start.format != FORMAT:
        raise VecxError(f"the snapshot has format {shown(start.format)}; this vecx reads {FORMAT}")
    Identity(start.bios, start.cart, start.cart_ram).check(here)
    try:
        return _kept(files.converted(head, _Head), here, _unpacked(body), banked=banked)
    except SnapshotMismatch:
        raise
    except (ValueError, zlib.error, VecxError):
        raise VecxError("the snapshot is damaged or cut short") from None


def _unpacked(body: bytes) -> bytes:
    machine = zlib.decompressobj()
    plain = machine.decompress(body, BYTES_MAX)
    if not machine.eof or machine.unused_data:
        raise ValueError("too long, or cut short")
    return plain


def _kept(head: _Head, identity: Identity, plain: bytes, *, banked: bool) -> Kept:
    """Convert the parts of a file to the raw form.  Errors: those that `load` catches"""
    sizes = [_whole(size, BYTES_MAX) for size in head.sizes]
    if len(sizes) != len(PARTS) or sum(sizes) != len(plain) or zlib.crc32(plain) != head.crc:
        raise ValueError("sizes")
    parts, at = [], 0
    for size in sizes:
        parts.append(plain[at:at + size])
        at += size
    schema, record, ram, segments, causes, frames = parts
    if schema != SCHEMA.encode():
        record, frames = carried_over(schema.decode("ascii"), record, frames)
    own = ram_of(identity.cart_ram) or (0, -1)
    if len(record) != RECORD.itemsize or len(ram) != RAM_BYTES + own[1] - own[0] + 1:
        raise ValueError("record")
    names = {f.name for f in fields(Analog)}
    if set(head.analog) != names:
        raise ValueError("analog")
    parameters = Analog(**head.analog)
    analog.check(parameters, "snapshot")
    kept = Kept(identity, record, ram, np.frombuffer(segments, np.float32).reshape(-1, 7),
                np.frombuffer(causes, np.int64).reshape(-1, 2),
                np.frombuffer(frames).reshape(-1, len(COLUMNS)),
                {_whole(at, 0x1FFFF if banked else 0xFFFF): _whole(byte, 0xFF)
                 for at, byte in head.poked},
                tuple((_whole(at, 1 << 60), _whole(what, INPUT_KINDS - 1), _whole(value, 0xFFFF))
                      for at, what, value in head.later),
                head.preset, parameters, frozenset(head.without) & OUTPUTS)
    _check(kept, np.frombuffer(record, RECORD)[0], banked=banked)
    return kept


def carried_over(schema: str, record: bytes, frames: bytes) -> tuple[bytes, bytes]:
    """Convert a record and frames from another version of vecx to the form that this version uses.

    Errors: SnapshotMismatch if that version has fields that this one lacks or defines differently;
            ValueError if the data does not match its schema
    """
    lines, _, columns = schema.partition("\n\n")
    own = {line_of(f): f for f in FIELDS}
    theirs, named = lines.split("\n"), columns.split("\n")
    if not set(theirs) <= set(own) or not set(named) <= {column.name for column in COLUMNS}:
        raise SnapshotMismatch("the snapshot was made by another version of vecx, whose machine "
                               "has different fields; use that version, or make a new snapshot")
    if len(set(theirs)) != len(theirs) or len(set(named)) != len(named):
        raise ValueError("a name that occurs twice")
    row = np.frombuffer(bytearray(pack(new_state())), RECORD)
    names = [own[line].name for line in theirs]
    counted = [name for name in named if name in ACCOUNT]
    account = np.dtype(("f8", (len(counted),)))
    read = np.frombuffer(record, np.dtype([(name, account if name == "account" else RECORD[name])
                                           for name in names]))
    if len(read) != 1:
        raise ValueError("record")
    for name in names:
        row[name] = by_name(read[name], counted, ACCOUNT) if name == "account" else read[name]
    rows = np.frombuffer(frames).reshape(-1, len(named))
    if len(rows) * len(COLUMNS) * rows.itemsize > BYTES_MAX:
        raise ValueError("frames")
    return row.tobytes(), by_name(rows, named, [column.name for column in COLUMNS]).tobytes()


def by_name(rows: np.ndarray, names: Sequence[str], columns: Sequence[str]) -> np.ndarray:
    """Return rows with the given columns; columns missing from `names` are 0."""
    out = np.zeros((len(rows), len(columns)))
    for at, name in enumerate(columns):
        if name in names:
            out[:, at] = rows[:, names.index(name)]
    return out


def _whole(value: int, most: int) -> int:
    if not 0 <= value <= most:
        raise ValueError(f"{value!r} is not in the range 0 to {most}")
    return value


def _check(kept: Kept, row: np.void, *, banked: bool) -> None:
    """Refuse impossible states, in which compiled code would access memory outside its arrays or
    never end.

    Errors: ValueError
    """
    wrong = misfit(row)
    if wrong:
        raise ValueError(wrong)
    if row["bank"] > banked:
        raise ValueError("bank")
    if any(row[field] != value for field, value in analog.fields_of(kept.analog).items()):
        raise ValueError("a record with other analog parameters")
    # The machine would search forever for inputs in the wrong order.
    cycles = [int(row["input_at"][-1]), *(at for at, _, _ in kept.later)]
    if kept.later and (row["inputs"] < INPUTS_MAX or cycles != sorted(cycles)):
        raise ValueError("inputs")
    _check_rows(kept, row)


def _check_rows(kept: Kept, row: np.void) -> None:
    """Refuse segments and frames that a machine with this record cannot have drawn.

    Errors: ValueError
    """
    frames, clock = kept.frames, row["clock"]
    drawn = frames[:, F_SEGMENTS]
    first = row["segments"] - len(kept.segments)
    frame_fits = [np.abs(frames) < ROW_MAX, frames[:, F_START] <= frames[:, F_END],
                  frames[:, F_END] <= clock, drawn >= first, drawn <= row["segments"],
                  np.diff(drawn) >= 0]
    z = kept.segments[:, 4]
    segment_fits = [np.abs(kept.segments) < ROW_MAX, z >= 0, z <= 1]
    pcs, cycles = kept.causes.T
    cause_fits = [pcs >= 0, pcs <= 0xFFFF, cycles >= UNKNOWN, cycles <= clock]
    if len(kept.segments) != len(kept.causes) or first < 0 or row["frames"] < len(frames) \
            or not all(fits.all() for fits in (*frame_fits, *segment_fits, *cause_fits)):
        raise ValueError("rows")
