"""Strokes as compressed columns of numbers for pages; pages/film.js reads them.

Each frame is stored as its difference from the previous frame, deflated, in base64.
"""

from collections.abc import Sequence

import numpy as np

from .. import pages


def differences(values: np.ndarray, counts: Sequence[int]) -> np.ndarray:
    """Return each frame's numbers minus those of the previous frame, stroke by stroke."""
    out = values.copy()
    begin = 0
    for before, count in zip([0, *counts], counts, strict=False):
        same = min(before, count)
        out[begin:begin + same] -= values[begin - before:begin - before + same]
        begin += count
    return out


def packed(values: np.ndarray) -> str:
    """Return int16 numbers as base64 of the deflated low bytes, then the high bytes."""
    planes = np.ascontiguousarray(values.astype("<i2")).view(np.uint8).reshape(-1, 2).T
    return pages.packed(planes.tobytes())
