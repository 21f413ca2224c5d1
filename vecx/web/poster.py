"""The title picture of a page: the busiest moment of the game's first seconds."""

import copy
import io

import numpy as np

from ..chips.state import CYCLES_PER_SECOND
from ..display import overlay as overlays
from ..display.picture import picture_of, rgb_bytes
from ..errors import VecxError
from ..machine import Machine
from .about import About

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


class Cover:
    """An author's picture in place of the title picture.

    Args:   data  a PNG or JPEG
    Errors: VecxError if it cannot be decoded
    """

    def __init__(self, data: bytes) -> None:
        import pygame

        try:
            self._surface = pygame.image.load(io.BytesIO(data))
        except pygame.error:
            raise VecxError("the cover cannot be decoded; it must be a PNG or JPEG") from None

    def picture(self, width: int, height: int) -> np.ndarray:
        """Return the middle of the picture, scaled to a size, as `Title.picture` does."""
        import pygame

        wide, high = self._surface.get_size()
        scale = max(width / wide, height / high)
        across, down = max(width, round(wide * scale)), max(height, round(high * scale))
        plain = pygame.Surface((wide, high), depth=24)
        plain.blit(self._surface, (0, 0))
        scaled = pygame.transform.smoothscale(plain, (across, down))
        rows = np.frombuffer(pygame.image.tobytes(scaled, "RGB"), np.uint8)
        left, top = (across - width) // 2, (down - height) // 2
        part = rows.reshape(down, across, 3)[top:top + height, left:left + width].astype(np.uint32)
        return part[:, :, 0] << 16 | part[:, :, 1] << 8 | part[:, :, 2]


def of(machine: Machine, overlay: bytes | None, about: About) -> Title | Cover:
    """Return the author's cover, or the title picture.  Errors: as Cover"""
    return Cover(about.cover) if about.cover else Title(machine, overlay)


def encoded(picture: np.ndarray, kind: str) -> bytes:
    """Return a picture as a file: `kind` is png or jpg."""
    import pygame

    surface = pygame.image.frombuffer(rgb_bytes(picture), picture.shape[::-1], "RGB")
    room = io.BytesIO()
    pygame.image.save(surface, room, f"picture.{kind}")
    return room.getvalue()


def banner(picture: np.ndarray, width: int) -> np.ndarray:
    """Return a picture in the middle of a black one of the same height."""
    whole = np.zeros((picture.shape[0], width), np.uint32)
    left = (width - picture.shape[1]) // 2
    whole[:, left:left + picture.shape[1]] = picture
    return whole


def squared(picture: np.ndarray, side: int) -> np.ndarray:
    """Return a picture of `side` rows in the middle of a black square."""
    return banner(picture, side)
