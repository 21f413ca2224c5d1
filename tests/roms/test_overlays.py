"""The overlays in vecx/data do not hide the games."""

import numpy as np
import pytest

from roms import overlays
from vecx import Machine
from vecx.display import overlay
from vecx.display.picture import picture_of


@pytest.mark.parametrize("name", overlays.DRAWINGS)
def test_the_game_is_seen_through_its_overlay(name: str) -> None:
    """The print of the overlay does not hide what the game draws in its first ten seconds.

    Each bright pixel remains bright behind the overlay.
    """
    machine = Machine(name)
    film = overlay.fitted(overlay.load(overlays.FOLDER / f"{name}.png"), 300, 375, 0)
    for _ in range(5):
        frames = machine.run_frames(100)[-4:]
        plain = picture_of(frames, machine.analog, 300, 375) & 0xFF
        covered = picture_of(frames, machine.analog, 300, 375, overlay=film)
        brightest = np.max([covered >> shift & 0xFF for shift in (16, 8, 0)], axis=0)
        assert (brightest[plain > 0xA0] > 0x70).all()
        machine.press(4)
        machine.run_frames(3)
        machine.release(4)


def test_every_bundled_game_has_one() -> None:
    """Overlays are found by the name of the game."""
    from vecx.console.roms import bundled

    for name in (name for name in bundled() if not name.startswith("accuracy")):
        assert overlay.find(name) == overlays.FOLDER / f"{name}.png"
    assert overlay.find("nothing") is None
