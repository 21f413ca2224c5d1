"""Light: where lines appear, how bright they are, how they fade."""

from itertools import pairwise

import numpy as np
import pytest

from vecx import analog
from vecx.display.phosphor import AFTERGLOW, TILE, Phosphor, compress, make_palette, round_ends


class Drawing:
    """A frame made of given lines."""

    start_cycle = 0

    def __init__(self, *lines):
        self.segments = np.array(lines, np.float32).reshape(-1, 7)


@pytest.fixture
def screen():
    """Give a small screen of the ideal machine."""
    return Phosphor(210, 262, analog.preset("ideal"))


def test_a_line_lights_the_pixels_under_it(screen):
    """The brightest pixels of a horizontal line lie on it, from end to end; up is up."""
    screen.draw([Drawing([-8000, 10000, 8000, 10000, 1, 0, 126])])
    x, y = screen.place(np.array([-8000.0, 8000.0]), np.array([10000.0, 10000.0]), 0.0)
    row = int(np.argmax(screen.light.sum(1)))
    assert row == pytest.approx(y[0], abs=1)
    assert row < 131
    lit = np.flatnonzero(screen.light[row] > screen.light[row].max() / 2)
    assert (lit[0], lit[-1]) == pytest.approx((x[0], x[1]), abs=2)


def test_energy_is_intensity_times_dwell(screen):
    """Twice the time on the same path is twice the light; the whole light does not depend on
    the direction of a line."""
    totals = []
    for line in ([0, 0, 5000, 0, 1, 0, 40], [0, 0, 5000, 0, 1, 0, 80],
                 [0, 0, 0, 5000, 1, 0, 40], [0, 0, 3536, 3536, 1, 0, 40]):
        screen.light[:] = 0
        screen.draw([Drawing(line)])
        totals.append(float(screen.light.sum()))
    assert totals[1] == pytest.approx(2 * totals[0], rel=0.01)
    assert totals[2] == pytest.approx(totals[0], rel=0.06)
    assert totals[3] == pytest.approx(totals[0], rel=0.06)


@pytest.mark.parametrize("pieces", [2, 3, 10, 37])
@pytest.mark.parametrize("angle", [0, 20, 45, 90, 130])
def test_a_line_cut_into_strokes_has_no_joints(screen, angle, pieces):
    """The same line in pieces of any length is as bright as in one, nowhere brighter."""
    turn = np.deg2rad(angle)
    ends = np.array([np.cos(turn), np.sin(turn)]) * 7000
    cuts = np.sort(np.append(np.random.default_rng(pieces).uniform(0.05, 0.95, pieces - 1),
                             [0, 1]))
    places = [(*(-ends + 2 * ends * cut), 120 * cut) for cut in cuts]
    screen.draw([Drawing([*(-ends), *ends, 1, 0, 120])])
    whole = screen.light.copy()
    screen.light[:] = 0
    screen.draw([Drawing(*([*a[:2], *b[:2], 1, a[2], b[2]] for a, b in pairwise(places)))])
    assert screen.light.max() < 1.08 * whole.max()
    assert screen.light.sum() == pytest.approx(whole.sum(), rel=0.06)


def test_a_corner_is_no_joint(screen):
    """Lines at an angle keep their round ends where they meet, as do two that only touch."""
    lines = np.array([[0, 0, 9, 0], [9, 0, 9, 9], [9, 9, 9, 18], [9, 18, 9, 20]], np.float32)
    times = np.array([[0, 1], [1, 2], [2, 3], [4, 5]], float)
    assert round_ends(lines, times).tolist() == [[1, 1], [1, 0], [0, 1], [1, 1]]


@pytest.mark.parametrize("angle", range(0, 180, 15))
def test_lines_have_no_gaps(screen, angle):
    """Along a line of any slope the light never falls below half of its middle."""
    turn = np.deg2rad(angle)
    x, y = 7000 * np.cos(turn), 7000 * np.sin(turn)
    screen.draw([Drawing([-x, -y, x, y, 1, 0, 120])])
    px, py = screen.place(np.linspace(-x, x, 300) * 0.95, np.linspace(-y, y, 300) * 0.95, 0.0)
    light = [max(screen.light[int(b) + j, int(a) + i] for i in (0, 1) for j in (0, 1))
             for a, b in zip(px, py, strict=True)]
    assert min(light) > 0.5 * np.median(light)


def test_a_dot_that_stands_is_bright_and_lines_outside_are_harmless(screen):
    """A dot lights its place; segments far outside the screen light nothing and break nothing."""
    screen.draw([Drawing([0, 0, 0, 0, 1, 0, 10], [1e6, 1e6, 2e6, -1e6, 1, 0, 9],
                         [-1e7, 3, -1e7, 3, 1, 0, 5])])
    assert np.unravel_index(screen.light.argmax(), screen.light.shape) == (131, 105)


def test_light_fades_and_the_picture_shows_it(screen):
    """Each picture leaves AFTERGLOW of the light; black is black."""
    screen.draw([Drawing([-5000, 0, 5000, 0, 1, 0, 80])])
    before = screen.light.copy()
    picture = screen.image()
    assert np.allclose(screen.light, before * np.float32(AFTERGLOW))
    assert picture[131].max() > 0x808080
    assert picture[5, 5] == 0


def test_brighter_light_is_never_darker_colour():
    """The palette rises in every colour."""
    palette = make_palette()
    for shift in (0, 8, 16):
        assert (np.diff((palette >> shift & 0xFF).astype(int)) >= 0).all()
    assert palette[0] == 0


def test_deflection_is_compressed_at_the_edges():
    """Up to the limit nothing changes; beyond it the slope is the parameter's."""
    u = np.array([-2.0, -0.5, 0.0, 0.9, 1.0, 2.0])
    assert compress(u, 1.0, 0.2).tolist() == pytest.approx([-1.2, -0.5, 0, 0.9, 1, 1.2])


@pytest.mark.parametrize("size", [(210, 262), (64, 64), (33, 97), (1, 1)])
def test_tiles_change_nothing(size):
    """Lines that come and go: the picture is the one that is developed without leaving tiles out,
    and it changes nowhere but in the tiles that are said to."""
    chance = np.random.default_rng(size[0])
    tiled, whole = (Phosphor(*size, analog.preset("ideal")) for _ in range(2))
    before = tiled.picture.copy()
    for turn in range(105):
        if turn % 35 < 3:
            lines = chance.uniform(-16000, 16000, (4, 7)).astype(np.float32)
            lines[:, 4:] = 1, 0, chance.uniform(10, 300)
            tiled.draw([Drawing(*lines)])
            whole.draw([Drawing(*lines)])
        whole.lit[:] = 1
        picture = tiled.image()
        assert np.array_equal(picture, whole.image())
        shown = np.kron(tiled.changed, np.ones((TILE, TILE), np.uint8))[:size[1], :size[0]]
        assert not ((picture != before) & (shown == 0)).any()
        before = picture.copy()
    assert not tiled.lit.any()
