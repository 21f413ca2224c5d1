"""Compares the pictures of two runs.  Each line of a file contains one frame as JSON.

console/difference.py defines when two frames draw the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .. import files
from ..console.difference import Difference, compared
from ..errors import VecxError

LINE_BYTES_MAX = 1 << 22
SEGMENTS_MAX = 65_536   # of a frame: the size of the machine's log


class Drawn(NamedTuple):
    """A frame's number, its first cycle, and its strokes: float64[n, 5], x0 y0 x1 y1 z."""

    number: int
    cycle: int
    segments: np.ndarray


@dataclass
class _Row:
    """A line of the file: a frame."""

    index: int
    start_cycle: int
    segments: list[tuple[float, float, float, float, float, float, float]]


def frames_of(path: Path) -> Iterator[Drawn]:
    """Yield the frames of a .jsonl file of `vecx run`.

    Errors: VecxError if the file cannot be read, or a line is invalid; it names the line
    """
    last, at = -1, 0
    with files.reading(path, "frames of `vecx run -o FILE.jsonl`") as file:
        while line := file.readline(LINE_BYTES_MAX + 1):
            at += 1
            if len(line) > LINE_BYTES_MAX:
                raise VecxError(f"{path}:{at}: longer than {LINE_BYTES_MAX:,} bytes, the limit "
                                "for a frame")
            try:
                row = files.read_json(line, _Row)
            except files.Damaged as fault:
                raise VecxError(f"{path}:{at}: not a frame ({fault}); use a file written by "
                                "`vecx run -o`, which has a JSON object on each line") from None
            segments = np.array(row.segments, float).reshape(-1, 7)[:, :5]
            frame = Drawn(row.index, row.start_cycle, segments)
            if len(segments) > SEGMENTS_MAX:
                raise VecxError(f"{path}:{at}: {len(segments):,} segments exceed the limit of "
                                f"{SEGMENTS_MAX:,}")
            if frame.number <= last or not np.isfinite(segments).all():
                raise VecxError(f"{path}:{at}: frame {frame.number} is damaged or out of order")
            last = frame.number
            yield frame
    if last < 0:
        raise VecxError(f"{path}: the file has no frames")


def differences(old: Path, new: Path, tolerance: float) -> Iterator[Difference]:
    """Compare two files frame by frame.  A frame that one file lacks is compared with an empty
    frame.

    Args:    tolerance  screen units
    Errors:  VecxError as `frames_of`
    """
    for one, other in in_step(frames_of(old), frames_of(new)):
        there = one or other
        assert there is not None
        nothing = there.segments[:0]
        a, b = (nothing if frame is None else frame.segments for frame in (one, other))
        yield compared(a, b, tolerance, there.number, there.cycle)


def in_step(old: Iterator[Drawn],
            new: Iterator[Drawn]) -> Iterator[tuple[Drawn | None, Drawn | None]]:
    """Pair the frames of two files by number; in both files the numbers must ascend."""
    one, other = next(old, None), next(new, None)
    while one or other:
        first = min(frame.number for frame in (one, other) if frame)
        here = one if one and one.number == first else None
        there = other if other and other.number == first else None
        yield here, there
        one, other = next(old, None) if here else one, next(new, None) if there else other
