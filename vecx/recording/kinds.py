"""The formats of recordings, and a function that starts one by its file name.

with open_recording(Path("game.mp4"), (600, 750)) as recording:
    recording.add(picture, samples)         # repeatedly
"""

from importlib.util import find_spec
from pathlib import Path

from .. import files
from ..display.look import COLOURS, Colour
from ..errors import VecxError, install
from . import SUFFIXES
from .recording import Recording, Wav

NEEDS_VIDEO = frozenset((".gif", ".mp4"))
INSTALL = install("video")


def check(path: Path) -> None:
    """Check in advance whether a recording of this name can be made.

    Errors: VecxError says what is missing
    """
    files.check_writable(path)
    if path.suffix.lower() in NEEDS_VIDEO and find_spec("av") is None:
        raise VecxError(f"{path}: {path.suffix.lower()[1:].upper()} needs PyAV, which contains "
                        f"the encoder: {INSTALL}")


def default_suffix() -> str:
    """Return the default format: a film, or only sound if there is no encoder."""
    return ".mp4" if find_spec("av") else ".wav"


def missing_encoder() -> str:
    """Return why the default recording has no pictures, and what to do; empty if it has
    pictures."""
    return "" if find_spec("av") else f"sound only: a film needs PyAV, {INSTALL}"


def open_recording(path: Path, size: tuple[int, int],
                   colour: Colour = COLOURS["bluish"]) -> Recording:
    """Start a recording in the format of the file's suffix, one of SUFFIXES.

    Args:    size    width and height of the pictures
             colour  of the phosphor, which a GIF needs in advance
    Errors:  VecxError for another suffix, a missing encoder, or if the file cannot be written

    >>> import numpy as np
    >>> with open_recording(Path("silence.wav"), (600, 750)) as recording:
    ...     recording.add(None, np.zeros(48_000, np.float32))
    >>> Path("silence.wav").stat().st_size > 96_000
    True
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise VecxError(f"{path}: unknown format; use a name that ends with {', '.join(SUFFIXES)}")
    check(path)
    if suffix == ".wav":
        return Wav(path, size)
    from . import video

    return (video.Gif if suffix == ".gif" else video.Mp4)(path, size, colour)
