"""The title picture of a page: the busiest moment of the game's first seconds."""

import copy
import io

import numpy as np

from ..chips.state import CYCLES_PER_SECOND
from ..display import overlay as overlays
from ..display.picture import picture_of, rgb_bytes
from ..machine import Machine

SECONDS = 10
TITLE_SECONDS = 2       # of the executive ROM's own title, which is skipped
PAST = 4                # frames of light


class Title:
    """The title picture of a machine; `picture` can be called for several sizes.

    Args: machine  at power-on, it is not changed;  overlay  a PNG to show over the picture
    """

    def __init__(self, machine: Machine, overlay: bytes | None) -> None:
        frames = copy.copy(machine).run_cycles(SECONDS * CYCLES_PER_SECOND)
        first = next((number for number, frame in enumerate(frames)
                      if frame.start_cycle > TITLE_SECONDS * CYCLES_PER_SECOND), 0)
        busiest = max(range(first, len(frames)), default=-1,
                      key=lambda number: len(frames[number].segments))
        self._frames = frames[max(0, busiest + 1 - PAST):busiest + 1]
        self._analog = machine.analog
        self._overlay = overlays.decoded(overlay) if overlay else None

    def picture(self, width: int, height: int) -> np.ndarray:
        """Return the picture as an array, as `display.picture.picture_of` does."""
        cover = None if self._overlay is None else overlays.fitted(self._overlay, width, height, 0)
        return picture_of(self._frames, self._analog, width, height, overlay=cover)


def encoded(picture: np.ndarray, kind: str) -> bytes:
    """Return a picture as a file: `kind` is png or jpg."""
    import pygame

    surface = pygame.image.frombuffer(rgb_bytes(picture), picture.shape[::-1], "RGB")
    room = io.BytesIO()
    pygame.image.save(surface, room, f"picture.{kind}")
    return room.getvalue()


def squared(picture: np.ndarray, side: int) -> np.ndarray:
    """Return a picture of `side` rows in the middle of a black square."""
    square = np.zeros((side, side), np.uint32)
    left = (side - picture.shape[1]) // 2
    square[:, left:left + picture.shape[1]] = picture
    return square
