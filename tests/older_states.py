"""Functions that take snapshots apart and join them, to test older versions."""

import itertools
import json
import zlib

import numpy as np

from vecx.chips.account import ACCOUNT, COLUMNS
from vecx.chips.state import RECORD

ADDED = ("dac_samples", "rom_writes")        # fields that the older version did not have


def parts(data: bytes) -> tuple[dict, bytearray]:
    """Return head and body of a snapshot file."""
    line, _, body = data.partition(b"\n")
    return json.loads(line), bytearray(zlib.decompress(body))


def joined(head: dict, body: bytes) -> bytes:
    """Return the snapshot file, with a correct checksum."""
    head = {**head, "crc": zlib.crc32(body)} if "crc" in head else head
    return json.dumps(head).encode() + b"\n" + zlib.compress(bytes(body))


def with_schema(data: bytes, change) -> bytes:
    """Return a snapshot whose schema, record and frames were passed through `change`."""
    head, body = parts(data)
    sizes = head["sizes"]
    at = np.cumsum([0, *sizes])
    pieces = [bytes(body[a:b]) for a, b in itertools.pairwise(at)]
    pieces[0], pieces[1], pieces[5] = change(pieces[0].decode(), pieces[1], pieces[5])
    return joined({**head, "sizes": [len(piece) for piece in pieces]}, b"".join(pieces))


def older(schema: str, record: bytes, frames: bytes) -> tuple[bytes, bytes, bytes]:
    """Return the snapshot of a version without the fields of pen and wheel and ADDED."""
    lines, _, columns = schema.partition("\n\n")
    kept = [line for line in lines.split("\n") if not line.startswith(("pen_", "wheel_"))][::-1]
    figures = [place for place, name in enumerate(ACCOUNT) if name not in ADDED]
    names = [name for name in columns.split("\n") if name not in ADDED]
    row = np.frombuffer(record, RECORD)
    account = np.dtype(("f8", (len(figures),)))
    out = np.zeros(1, [(name, account if name == "account" else RECORD[name])
                       for name in (line.split()[0] for line in kept)])
    for name in out.dtype.names:
        out[name] = row[name][:, figures] if name == "account" else row[name]
    rows = np.frombuffer(frames).reshape(-1, len(COLUMNS))
    rows = rows[:, [place for place, column in enumerate(COLUMNS) if column.name not in ADDED]]
    return ("\n".join([*kept, "", *names]).encode(), out.tobytes(),
            np.ascontiguousarray(rows).tobytes())
