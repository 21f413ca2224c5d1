"""Random code runs without exceptions, equally jitted, un-jitted and restored.

Goal: no input hangs or breaks the machine, and its future depends only on its record.  Method: run
images of random bytes, with additional stores to the VIA so that timers, shifts, ramps and
interrupts run too, for 100,000 cycles each; snapshots are taken in cycles that hypothesis chooses.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vecx.chance_code import image_of
from tests.vecx.records import fields_of
from vecx.machine import Machine

CYCLES = 100_000


def machines(seed: int, plain):
    """Return the same machine jitted and un-jitted."""
    options = {"preset": "worn", "seed": seed, "ram": "random"}
    return (Machine(None, image_of(seed), **options),
            plain("machine").Machine(None, image_of(seed), **options))


@pytest.mark.slow
@settings(max_examples=6)
@given(st.integers(0, 2**32))
def test_chance_code_is_alike_jitted_and_plain(plain, seed):
    """Fields, lines and sound writes are equal after 100,000 cycles of random code."""
    jitted, slow = machines(seed, plain)
    drawn = [jitted.run_cycles(CYCLES), slow.run_cycles(CYCLES)]
    first, second = fields_of(jitted.chips.packed()), fields_of(slow.chips.packed())
    assert [name for name in first if first[name] != second[name]] == []
    assert [f.segments.tolist() for f in drawn[0]] == [f.segments.tolist() for f in drawn[1]]
    assert jitted.take_sound().tolist() == slow.take_sound().tolist()


@pytest.mark.slow
@settings(max_examples=15)
@given(st.integers(0, 2**32), st.lists(st.integers(1, CYCLES - 1), max_size=6))
def test_chance_code_survives_any_cut(seed, cuts):
    """Random code that is restored from snapshots in any cycle ends in the same state.

    Time never runs backward, and continues even if the CPU has halted.
    """
    whole = Machine(None, image_of(seed), preset="worn", seed=seed)
    frames = whole.run_cycles(CYCLES)
    cut, parts, start = Machine(None, image_of(seed), preset="worn", seed=seed), [], 0
    for cycle in sorted({*cuts, CYCLES}):
        before = cut.cycles
        ahead = start + cycle + 2 - cut.cycles      # RESET took two cycles
        if ahead > 0:
            parts += cut.run_cycles(ahead)
        assert cut.cycles >= before
        data = cut.snapshot()
        cut = Machine(None, image_of(seed), preset="worn", seed=seed + 1)
        cut.restore(data)
    assert fields_of(cut.chips.packed()) == fields_of(whole.chips.packed())
    assert [f.budget for f in parts] == [f.budget for f in frames]
    assert all(np.array_equal(a.segments, b.segments)
               for a, b in zip(parts, frames, strict=True))
