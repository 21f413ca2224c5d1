"""Golden pictures of the phosphor, compared as light within a tolerance."""

import numpy as np
import pygame
import pytest

from tests import pictures

MEAN_MAX, WORST_MAX = 0.002, 0.06      # in units of light: a line of usual brightness has 1


def golden(name: str) -> np.ndarray:
    """Return the stored picture, uint32[height, width]."""
    pixels = pygame.surfarray.array2d(pygame.image.load(pictures.FOLDER / f"{name}.png"))
    return np.ascontiguousarray(pixels.T).astype(np.uint32) & 0xFFFFFF


def as_light(picture: np.ndarray) -> np.ndarray:
    """Return the light of a picture, limited to 1.5."""
    return np.minimum(pictures.light_of(picture), 1.5)


@pytest.mark.parametrize("name", pictures.LOOKS)
def test_the_picture_is_as_it_was(name: str) -> None:
    """The picture of a case's frames equals the stored one."""
    expected, found = as_light(golden(name)), as_light(pictures.draw(name))
    assert expected.shape == (pictures.HEIGHT, pictures.WIDTH)
    assert expected.max() > 0.5
    off = np.abs(expected - found)
    assert off.mean() < MEAN_MAX and off.max() < WORST_MAX, \
        "another look: if it is meant, run python -m tests.pictures and look at the pictures"


@pytest.mark.parametrize("name", pictures.LOOKS)
@pytest.mark.parametrize("times", [2, 3])
def test_the_picture_is_the_same_when_larger(name: str, times: int) -> None:
    """A larger picture, reduced, has the light of the stored one."""
    large = pictures.light_of(pictures.draw(name, times * pictures.WIDTH, times * pictures.HEIGHT))
    blocks = large.reshape(pictures.HEIGHT // 10, 10 * times, pictures.WIDTH // 10, 10 * times)
    tall, wide = pictures.HEIGHT // 10, pictures.WIDTH // 10
    small = pictures.light_of(golden(name)).reshape(tall, 10, wide, 10)
    one, other = (light.mean(axis=(1, 3)) for light in (small, blocks))
    usual = small.max(axis=(1, 3)) < 1.2        # the white area of a dot is wider than its light
    assert usual.mean() > 0.7
    assert np.abs(one - other)[usual].mean() < 0.004
    assert np.abs(one - other)[usual].max() < 0.06
