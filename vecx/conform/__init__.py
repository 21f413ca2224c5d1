"""Replay of reference data: compares vecx with real chips and with other models.

Every module here has `replay(folder, ...)`, which returns the fields of `Result`.
"""

import gzip
import json
from pathlib import Path
from typing import NamedTuple

# DIR/manifest.json, if it exists, is {"part": {"file": rows, ...}, ...}; rows are lines of JSON or
# the instructions of a trace.
MANIFEST = "manifest.json"
DATA_FILES = ("*.jsonl", "*.jsonl.gz", "*_trace.npz")


class Result(NamedTuple):
    """The result of a replay.

    passed    number of rows that agree
    failures  a line for each other row
    aside     lines about rows that are counted separately
    """

    passed: int
    failures: list[str]
    aside: tuple[str, ...] = ()


def rows_of(path: Path) -> int:
    if path.suffix == ".npz":
        import numpy as np

        with np.load(path) as trace:
            return len(trace["pc"])
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return sum(bool(line.strip()) for line in text.splitlines())


def count(folder: Path) -> dict[str, int]:
    return {path.name: rows_of(path) for pattern in DATA_FILES
            for path in sorted(folder.glob(pattern))}


def missing_rows(folder: Path) -> list[str]:
    """Return a line for each file whose number of rows differs from that in the manifest.

    Errors: ValueError, TypeError or AttributeError if the manifest is malformed
    """
    path = folder.parent / MANIFEST
    if not path.exists():
        return []
    expected = json.loads(path.read_text("utf-8")).get(folder.name, {})
    have = count(folder)
    return [f"{folder.name}/{name}: {have.get(name, 0):,} rows; {path} says {rows:,}"
            for name, rows in sorted(expected.items()) if have.get(name, 0) != rows]
