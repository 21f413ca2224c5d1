"""The first 600 frames of Connect-4 have the known digest."""

from tests import first_frames


def test_the_frames_are_known() -> None:
    """The machine, the ROM and the game are those of the digest."""
    assert first_frames.digest() == first_frames.DIGEST.read_text().strip(), \
        "after an intended change, run python -m tests.first_frames --write"
