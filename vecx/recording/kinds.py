"""Which kinds of recordings there are, and opening one by its name.

    with open_recording(Path("game.mp4"), (600, 750)) as recording:
        recording.add(picture, samples)         # again and again
"""

from importlib.util import find_spec
from pathlib import Path

from .. import files
from ..errors import VecxError
from . import SUFFIXES
from .recording import Recording

NEEDS_VIDEO = frozenset((".gif", ".mp4"))
INSTALL = 'pip install "vecx-toolchain[video]"'


def check(path: Path) -> None:
    """Find out, before anything long is done, whether a recording of this name can be made.

    Errors: VecxError says what is missing
    """
    files.check_writable(path)
    if path.suffix.lower() in NEEDS_VIDEO and find_spec("av") is None:
        raise VecxError(f"{path}: {path.suffix.lower()[1:].upper()} needs PyAV, which brings the "
                        f"encoder: {INSTALL}")


def usual_suffix() -> str:
    """Return what is recorded where nobody says: a film, or the sound where no encoder is there."""
    return ".mp4" if find_spec("av") else ".wav"


def what_is_lacking() -> str:
    """Return why the usual recording is no film, and what to do; empty where it is one."""
    return "" if find_spec("av") else f"the sound alone: a film needs PyAV, {INSTALL}"


def open_recording(path: Path, size: tuple[int, int]) -> Recording:
    """Begin a recording, of the kind that the file's name says: SUFFIXES.

    Args:    size  width and height of the pictures
    Errors:  VecxError for another name, where the encoder is missing, or the file cannot be written

    >>> import numpy as np
    >>> with open_recording(Path("silence.wav"), (600, 750)) as recording:
    ...     recording.add(None, np.zeros(48_000, np.float32))
    >>> Path("silence.wav").stat().st_size > 96_000
    True
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise VecxError(f"{path}: a recording's name ends with {', '.join(SUFFIXES)}")
    check(path)
    if suffix == ".wav":
        from .wav import Wav

        return Wav(path, size)
    from . import video

    return (video.Gif if suffix == ".gif" else video.Mp4)(path, size)
