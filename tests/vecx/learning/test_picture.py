"""Pictures of environments."""

import numpy as np
import pytest

from vecx import Machine
from vecx.display.look import Look
from vecx.display.picture import picture_of
from vecx.learning.picture import SIZE, Grey, Window, colours_of


def test_pictures_and_windows(monkeypatch):
    """A picture has the size of the window, which opens once and closes."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    machine = Machine("connect4")
    colours = colours_of(machine.run_frames(200)[-4:], machine.analog)
    assert colours.shape == (*SIZE[::-1], 3) and colours.max() > 60
    window = Window()
    for _ in range(2):
        window.show(colours)
    window.close()
    window.close()


@pytest.mark.parametrize("preset", ["ideal", "hardware", "worn"])
@pytest.mark.parametrize("size", [(84, 105), (96, 96), (300, 375)])
def test_grey_is_where_the_screen_is_lit(preset, size):
    """The picture has the places and the light of the screen's, without its halos."""
    machine = Machine("reversi", preset=preset)
    frames = machine.run_frames(700)[-4:]
    grey = Grey(*size, machine.analog).of(frames)
    screen = picture_of(frames, machine.analog, *size, Look(glow=0)) & 0xFF
    assert grey.shape == screen.shape and grey.dtype == np.uint8
    assert grey.max() > 150 and (screen[grey > 100] > 30).all()
    bands = [np.add.reduceat(picture.astype(float), range(0, size[1], 12), axis=0).sum(axis=1) > 0
             for picture in (grey > 40, screen > 40)]
    assert (bands[0] == bands[1]).mean() > 0.85


def test_a_picture_does_not_depend_on_earlier_ones():
    """The same frames give the same picture; none give a dark one; a frame that is drawn every
    other time is darker than one that is always drawn."""
    machine = Machine("connect4", preset="ideal")
    dark, first, later = machine.run_frames(1), machine.run_frames(200)[-1], machine.run_frames(9)
    draw = Grey(84, 84, machine.analog)
    pictures = [draw.of([first]), draw.of(later), draw.of([first])]
    assert (pictures[0] == pictures[2]).all() and draw.of([]).max() == 0
    assert len(dark[0].segments) == 0
    half = draw.of([first, dark[0]])
    assert (half <= pictures[0]).all() and half.sum() < 0.9 * pictures[0].sum()
