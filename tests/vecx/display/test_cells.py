"""The picture in character cells."""

from itertools import pairwise

import numpy as np
import pytest

from vecx.display import cells


@pytest.mark.parametrize("row", range(4))
@pytest.mark.parametrize("column", range(2))
def test_each_dot_has_its_bit(row: int, column: int) -> None:
    """A dot is the braille character with that dot, in its cell."""
    light = np.zeros((12, 10), np.float32)
    light[4 + row, 6 + column] = 1.0
    dots, shade = cells.braille(light)
    assert dots.shape == shade.shape == (3, 5)
    assert np.argwhere(dots).tolist() == [[1, 3]]
    # Unicode names the dots 1 2 3 7 down on the left, 4 5 6 8 on the right; dot n is bit n - 1.
    number = [[1, 4], [2, 5], [3, 6], [7, 8]][row][column]
    assert dots[1, 3] == 1 << number - 1
    assert np.argwhere(shade).tolist() == [[1, 3]]


def test_a_halo_lights_no_dot() -> None:
    """Light much dimmer than the brightest dot of its cell stays dark."""
    light = np.zeros((4, 2), np.float32)
    light[0, 0], light[3, 1] = 1.0, 0.9 * cells.SHARE
    assert cells.braille(light)[0][0, 0] == 0x01
    light[0, 0] = 0
    assert cells.braille(light)[0][0, 0] == 0x80


def test_brighter_light_is_a_higher_shade() -> None:
    """Shades increase with the light, from 0 to the last."""
    shades = cells.shades(np.linspace(0, 50, 5000)).astype(int)
    assert (np.diff(shades) >= 0).all()
    assert shades[0] == 0 and shades[-1] == cells.LEVELS - 1
    at_dark, lit = cells.shades(np.array([cells.DARK, cells.DARK * 1.01]))
    assert at_dark == 0 < lit


def test_half_blocks_are_two_pixels() -> None:
    """The upper and the lower pixel of a cell are shown in their places."""
    light = np.zeros((4, 3), np.float32)
    light[0, 1] = light[3, 2] = 2.0
    above, below = cells.blocks(light)
    assert np.argwhere(above).tolist() == [[0, 1]]
    assert np.argwhere(below).tolist() == [[1, 2]]


def test_shades_have_the_colour_of_the_phosphor() -> None:
    """A shade in the middle is green on a green phosphor, and grey on a white one."""
    for phosphor, order in (((0.15, 1.0, 0.28), [0, 2, 1]), ((0.5, 0.72, 1.0), [0, 1, 2])):
        parts = [int(part) for part in cells.colours(1 << 24, phosphor)[9].split(";")[1:]]
        assert sorted(range(3), key=parts.__getitem__) == order and len(set(parts)) == 3
    assert len(set(cells.colours(1 << 24, (1.0, 1.0, 1.0))[9].split(";")[1:])) == 1


@pytest.mark.parametrize("count", [256, 1 << 24])
def test_every_shade_has_a_colour(count: int) -> None:
    """All 24-bit colours differ; in the palette of 256, more light is never darker."""
    colours = cells.colours(count)
    assert len(colours) == cells.LEVELS
    if count > 256:
        assert len(set(colours)) == cells.LEVELS
        assert colours[0] == "2;0;0;0" and colours[-1] == "2;255;255;255"
    else:
        index = [int(colour.split(";")[1]) - 16 for colour in colours]
        cube = [(i // 36, i // 6 % 6, i % 6) for i in index]
        assert all(a <= b for low, high in pairwise(cube)
                   for a, b in zip(low, high, strict=True))
