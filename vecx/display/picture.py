"""A frame as a picture file."""

import io
from pathlib import Path

import numpy as np

from .. import files
from ..console.analog import Analog
from ..console.frame import Frame
from . import overlay
from .look import Look
from .phosphor import Phosphor

WIDTH, HEIGHT = 600, 750
SMALL_SIDE_MAX = 1024       # pixels of a slot's picture: it is 120 x 150


def picture_of(frames: list[Frame], analog: Analog, width: int = WIDTH,
               height: int = HEIGHT, look: Look | None = None,
               overlay: np.ndarray | None = None) -> np.ndarray:
    """Return the picture that a screen shows after some frames: uint32[height, width], 0x00RRGGBB.

    Args: overlay  as `Phosphor.cover`

    >>> m = Machine("connect4", preset="ideal")
    >>> picture = picture_of(m.run_frames(300)[-4:], m.analog, 300, 375)
    >>> picture.shape, picture.dtype                    # 0x00RRGGBB
    ((375, 300), dtype('uint32'))
    """
    phosphor = Phosphor(width, height, analog, look)
    phosphor.cover(overlay)
    phosphor.show_past([(frame, frame.cycles) for frame in frames])
    return phosphor.picture


def overlay_for(path: Path | None, width: int, height: int, turn: int = 0) -> np.ndarray | None:
    """Return an overlay scaled to a picture, or None without a path.

    Errors: VecxError as `overlay.load`
    """
    return None if path is None else overlay.fitted(overlay.load(path), width, height, turn)


def is_small_picture(data: bytes) -> bool:
    """Return whether bytes are a decodable PNG of at most 1,024 pixels a side."""
    import pygame

    width, height = (int.from_bytes(data[at:at + 4], "big") for at in (16, 20))
    if not data.startswith(overlay.PNG) or not 0 < width <= SMALL_SIDE_MAX \
            or not 0 < height <= SMALL_SIDE_MAX:
        return False
    try:
        pygame.image.load(io.BytesIO(data), "picture.png")
    except pygame.error:
        return False
    return True


def save_png(picture: np.ndarray, path: Path) -> None:
    """Write a picture as PNG.

    Errors: VecxError if the file cannot be written

    >>> m = Machine("connect4", preset="ideal")
    >>> save_png(picture_of(m.run_frames(300)[-4:], m.analog, 300, 375), Path("connect4.png"))
    >>> Path("connect4.png").read_bytes()[:4]
    b'\\x89PNG'
    """
    files.write(path, png_bytes(picture))


def png_bytes(picture: np.ndarray) -> bytes:
    import pygame

    height, width = picture.shape
    surface = pygame.image.frombuffer(rgb_bytes(picture), (width, height), "RGB")
    room = io.BytesIO()
    pygame.image.save(surface, room, "out.png")
    return room.getvalue()


def rgb_bytes(picture: np.ndarray) -> bytes:
    """Return the bytes of a picture as red, green, blue."""
    shifts = np.array([16, 8, 0], np.uint32)
    return (picture[:, :, None] >> shifts & 0xFF).astype(np.uint8).tobytes()


def free_name(path: Path) -> Path:
    """Return the path if no such file exists, or else a free one with -2, -3 ... before the
    suffix."""
    candidate, number = path, 2
    while candidate.exists():
        candidate = path.with_name(f"{path.stem}-{number}{path.suffix}")
        number += 1
    return candidate
