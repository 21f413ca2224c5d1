"""Overlays: the coloured film in front of the tube, read from a PNG with transparency.

Light that passes the overlay takes its colour.  Opaque pixels hide the picture; translucent ones
tint it.  Print is also visible by itself, dimly, in the light of the room.
"""

import io
from pathlib import Path

import numpy as np

from .. import files
from ..console.roms import DATA
from ..errors import VecxError, brief

BYTES_MAX = 1 << 26
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"       # width and height follow
SIDE_MAX = 8192
PIXELS_MAX = 1 << 24
ROOM = 0.65             # of an opaque colour is seen where the tube is dark; a translucent one
                        # reflects less: with opacity 0.5 a quarter


def covering(overlay: np.ndarray | None, face: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return how much light passes through an overlay, and the colours that are visible where the
    tube is dark.

    Args:    overlay  uint8[height, width, 4]: red, green, blue, opacity; or None
             face  uint8[height, width, 3]: of the dark tube, as sRGB
    Returns: uint8[height, width, 3], of 255; uint8[height, width, 3]: no sum of both exceeds 255
    """
    if overlay is None:
        return 255 - face, face
    colour, opacity, face = (part.astype(np.float32)
                             for part in (overlay[:, :, :3], overlay[:, :, 3:], face))
    colour *= opacity / 255
    passes = 255 - opacity + colour
    ground = ROOM * colour * (opacity / 255)
    if face.any():
        ground += face * passes / 255
    return np.minimum(passes, 255 - ground).astype(np.uint8), ground.astype(np.uint8)


def find(name: str, cart: Path | None = None) -> Path | None:
    """Return the path of the overlay for a cartridge, or None.  The file may be next to the
    cartridge, in the user's folder, or bundled; the first file found is used.

    Args:    name  of the cartridge
             cart  its file, where it has one
    """
    import platformdirs

    own = Path(platformdirs.user_config_dir("vecx", appauthor=False)) / "overlays"
    places = [own / f"{name}.png", DATA / "overlays" / f"{name}.png"]
    if cart is not None:
        places.insert(0, cart.with_name(f"{name}.overlay.png"))
    return next((place for place in places if place.is_file()), None)


def load(path: Path) -> np.ndarray:
    """Return an overlay, uint8[height, width, 4]: red, green, blue and opacity.

    Errors: VecxError if the file is missing, is not a PNG, has no transparency, or is too large
    """
    return decoded(files.read(path, BYTES_MAX, "an overlay",
                              "an overlay is a PNG with transparency"), path)


def decoded(data: bytes, path: str | Path = "overlay") -> np.ndarray:
    """Return the overlay in a file's bytes; `path` is for messages.  Errors: as `load`"""
    import pygame

    if not data.startswith(PNG):
        raise VecxError(f"{path}: not a PNG; an overlay is a PNG with transparency")
    width, height = (int.from_bytes(data[at:at + 4], "big") for at in (16, 20))
    if max(width, height) > SIDE_MAX or width * height > PIXELS_MAX:
        raise VecxError(f"{path}: {width:,} x {height:,} pixels; an overlay has at most "
                        f"{SIDE_MAX:,} per side and {PIXELS_MAX:,} in all; scale it down")
    try:
        surface = pygame.image.load(io.BytesIO(data), "overlay.png")
    except pygame.error as fault:
        raise VecxError(f"{path}: the PNG cannot be decoded ({brief(fault)}); an overlay is a "
                        "PNG with transparency") from None
    width, height = surface.get_size()
    pixels = np.frombuffer(pygame.image.tobytes(surface, "RGBA"), np.uint8)
    overlay = pixels.reshape(height, width, 4)
    if np.min(overlay[:, :, 3]) == 255:
        raise VecxError(f"{path}: no pixel is transparent, so the overlay would hide the game; an "
                        "overlay is a PNG with transparency")
    return overlay


def fitted(overlay: np.ndarray, width: int, height: int, turn: int) -> np.ndarray:
    """Return an overlay scaled to a picture, turned clockwise by 0, 90, 180 or 270 degrees."""
    import pygame

    overlay = np.rot90(overlay, -turn // 90)
    surface = pygame.image.frombuffer(overlay.tobytes(), overlay.shape[1::-1], "RGBA")
    scaled = pygame.transform.smoothscale(surface, (width, height))
    return np.frombuffer(pygame.image.tobytes(scaled, "RGBA"), np.uint8).reshape(height, width, 4)
