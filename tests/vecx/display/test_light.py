"""The grids of the phosphor, compared with computations cell by cell."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vecx.display.light import FAINT, STEP_SHARE, TILE, gather, magnify, settle
from vecx.display.phosphor import spread


@pytest.mark.slow
@settings(max_examples=150)
@given(down=st.integers(1, 5), across=st.integers(1, 5),
       size=st.sampled_from([0.05, 32 / 254, 0.4, 1.0, 4.9, 7.03, 32.0, 50.0]),
       share=st.sampled_from([0.0, 0.0, 0.1, 1.0]), seed=st.integers(0, 10_000))
def test_a_tile_depends_on_the_cells_that_it_touches(down, across, size, share, seed):
    """A tile depends on the cells from before its first to after its last pixel.

    A tile is visible, or has changed, if it contains light or if a cell's halo is bright or moved.
    """
    rows, columns = (int(tiles * TILE / size) + 2 for tiles in (down, across))
    chance = np.random.default_rng(seed)

    def some(of):
        picked = chance.random(of) < share
        picked[chance.integers(of[0]), chance.integers(of[1])] = True
        return picked

    before = np.where(some((rows, columns)), np.float32(1), np.float32(0))
    moved = some((rows, columns))
    now = np.where(moved, 1 - before, before * (1 + STEP_SHARE / 2)).astype(np.float32)
    lit = np.where(some((down, across)), np.float32(0.5), np.float32(0))
    halo, tiles = before.copy(), np.full((2, down, across), 7, np.uint8)
    settle(now, halo, lit, tiles, np.zeros((rows, columns), np.uint8), size)
    assert (halo == np.where(moved, now, before)).all()
    for found, cells in zip(tiles, (halo > FAINT, moved), strict=True):
        assert found.tolist() == [[int(lit[i, j] > 0 or cells[
            int(i * TILE / size):int((i + 1) * TILE / size) + 2,
            int(j * TILE / size):int((j + 1) * TILE / size) + 2].any())
            for j in range(across)] for i in range(down)]


@pytest.mark.parametrize("shape", [(1, 1), (2, 9), (30, 17)])
def test_light_is_spread_to_neighbours_and_lost_at_the_edge(shape):
    """The spread light is the sum of the contributions of all cells."""
    cells = np.random.default_rng(3).random(shape, np.float32)
    kernel = np.array([0.4, 0.2, 0.1], np.float32)
    ways = [sum(np.diag(np.full(n - abs(k), kernel[abs(k)]), k)
                for k in range(-2, 3) if abs(k) < n) for n in shape]
    assert np.allclose(spread(cells, kernel), ways[0] @ cells @ ways[1], atol=1e-6)


def test_cells_are_gathered_and_laid_out_again():
    """Gathering sums squares; expanding is even for even light, and linear between."""
    cells = np.arange(8 * 12, dtype=np.float32).reshape(8, 12)
    coarse = gather(cells, 4)
    assert coarse.tolist() == [[cells[i:i + 4, j:j + 4].sum() for j in (0, 4, 8)] for i in (0, 4)]
    assert (magnify(np.full((2, 3), 5, np.float32), 4) == 5).all()
    wide = magnify(coarse / 16, 4)
    assert wide.shape == cells.shape
    assert np.allclose(wide[2:6, 2:10], cells[2:6, 2:10])
    assert (wide[0] == wide[1]).all() and (wide[:, -1] == wide[:, -2]).all()
