"""Drift makes text lean in proportion to its duration and strength."""

from itertools import pairwise
from pathlib import Path

import pytest

from vecx.machine import Machine

LETTERS = (4, 8, 16, 24)
DRIFTS = (0.1, 0.2, 0.4)
PRINT_STR_D = 0xF37A
TEXT = 0xC8C0


def slant(folder: Path, letters: int, drift: float) -> float:
    """Return how far right of the highest row the lowest row of a text of H is, in p."""
    preset = folder / f"{drift}.toml"
    preset.write_text(f'base = "ideal"\ndrift_x = {drift}\ndrift_ramp_factor = 0.2\n')
    machine = Machine(preset=str(preset))
    machine.run_frames(2)
    machine.write(0xC82A, bytes((0xF8, 0x48)))
    machine.write(TEXT, b"H" * letters + b"\x80")
    machine.chips.state.z = 100.0
    call = machine.call(PRINT_STR_D, a=0, b=0xC0, u=TEXT, dp=0xD0)
    first: dict[int, float] = {}
    for x0, y0, *_ in call.segments.tolist():
        first.setdefault(round(y0 / 50), x0)
    rows = sorted(first)
    assert len(rows) >= 6
    return first[rows[0]] - first[rows[-1]]


def test_slant_is_linear_in_length_and_drift(tmp_path):
    """The slant is proportional to drift and length."""
    by = {(n, d): slant(tmp_path, n, d) for n in LETTERS for d in DRIFTS}
    for n in LETTERS:
        assert by[n, 0.2] == pytest.approx(2 * by[n, 0.1], rel=0.03)
        assert by[n, 0.4] == pytest.approx(4 * by[n, 0.1], rel=0.03)
    for d in DRIFTS:
        each = [(by[b, d] - by[a, d]) / (b - a)
                for a, b in pairwise(LETTERS)]
        assert each == pytest.approx([each[0]] * len(each), rel=0.05) and each[0] > 0
