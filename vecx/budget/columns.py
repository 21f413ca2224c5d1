"""Strokes as columns of numbers for a page: each frame's as its difference from the frame before,
deflated and written as base64.  pages/film.js reads them back.
"""

import base64
import zlib
from collections.abc import Sequence

import numpy as np


def differences(values: np.ndarray, counts: Sequence[int]) -> np.ndarray:
    """Return each frame's numbers less those of the frame before, stroke by stroke."""
    out = values.copy()
    begin = 0
    for before, count in zip([0, *counts], counts, strict=False):
        same = min(before, count)
        out[begin:begin + same] -= values[begin - before:begin - before + same]
        begin += count
    return out


def packed(values: np.ndarray) -> str:
    """Return int16 numbers as base64 of the deflated low bytes, then the high ones."""
    planes = np.ascontiguousarray(values.astype("<i2")).view(np.uint8).reshape(-1, 2).T
    return base64.b64encode(zlib.compress(planes.tobytes(), 9)).decode()
