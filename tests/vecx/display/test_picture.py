"""Picture files: complete or not at all, and never overwritten."""

import numpy as np
import pygame
import pytest

from vecx import VecxError
from vecx.display.picture import free_name, picture_of, save_png
from vecx.machine import Machine


def test_a_picture_is_what_the_screen_shows(tmp_path):
    """The pixels of the file are those of the picture."""
    m = Machine(preset="hardware")
    picture = picture_of(m.run_frames(6), m.analog, 120, 150)
    path = tmp_path / "a.png"
    save_png(picture, path)
    surface = pygame.image.load(path)
    assert surface.get_size() == (120, 150)
    assert (picture > 0).sum() > 100
    y, x = np.unravel_index(picture.argmax(), picture.shape)
    red, green, blue, _ = surface.get_at((int(x), int(y)))
    assert red << 16 | green << 8 | blue == picture[y, x]


def test_names_that_are_taken_are_left_alone(tmp_path):
    """If a name exists, the next free number is added."""
    path = tmp_path / "game.png"
    assert free_name(path) == path
    path.write_bytes(b"mine")
    assert free_name(path).name == "game-2.png"
    (tmp_path / "game-2.png").write_bytes(b"mine too")
    assert free_name(path).name == "game-3.png"


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    """A missing folder is one error, without leftovers."""
    with pytest.raises(VecxError, match="cannot be written"):
        save_png(np.zeros((4, 4), np.uint32), tmp_path / "no" / "a.png")
    assert list(tmp_path.iterdir()) == []
