"""Overlays: search, reading, and colours."""

from pathlib import Path

import numpy as np
import pygame
import pytest

from vecx import VecxError
from vecx.display import overlay


def save(path: Path, film: np.ndarray) -> None:
    """Write a film as PNG."""
    size = film.shape[1], film.shape[0]
    pygame.image.save(pygame.image.frombuffer(film.tobytes(), size, "RGBA"), path)


def test_the_nearest_overlay_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search order is the cartridge's folder, the user's folder, our own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    cart = tmp_path / "connect4.bin"
    assert overlay.find("connect4", cart) == overlay.DATA / "overlays" / "connect4.png"
    mine = tmp_path / "config" / "vecx" / "overlays" / "connect4.png"
    mine.parent.mkdir(parents=True)
    mine.write_bytes(b"")
    assert overlay.find("connect4", cart) == mine
    beside = tmp_path / "connect4.overlay.png"
    beside.write_bytes(b"")
    assert overlay.find("connect4", cart) == beside
    assert overlay.find("connect4") == mine


def test_a_film_is_read_scaled_and_turned(tmp_path: Path) -> None:
    """A film is scaled and rotated with its colours and transparency."""
    film = np.zeros((40, 30, 4), np.uint8)
    film[:20] = 200, 40, 0, 255
    save(tmp_path / "a.png", film)
    assert np.array_equal(overlay.load(tmp_path / "a.png"), film)
    turned = overlay.fitted(film, 80, 60, 90)
    assert turned.shape == (60, 80, 4)
    assert turned[30, 70].tolist() == [200, 40, 0, 255] and turned[30, 10, 3] == 0


@pytest.mark.parametrize("content, words", [
    (b"", "PNG"), (b"\x89PNG\r\n\x1a\n" + b"x" * 99, "PNG"),
    (None, "no such file"), ("folder", "a directory; give an overlay"),
    ("opaque", "no pixel is transp"),
])
def test_what_is_no_overlay_is_said(tmp_path: Path, content: object, words: str) -> None:
    """An invalid overlay gives one message with the file's name."""
    path = tmp_path / "film.png"
    if content == "folder":
        path.mkdir()
    elif content == "opaque":
        save(path, np.full((4, 4, 4), 255, np.uint8))
    elif isinstance(content, bytes):
        path.write_bytes(content)
    with pytest.raises(VecxError, match=words) as fault:
        overlay.load(path)
    assert str(path) in str(fault.value) and "\n" not in str(fault.value)


@pytest.mark.parametrize("size", [(1_000_000, 10), (10, 8193), (8192, 2049), (2**31, 2**31)])
def test_a_huge_picture_is_refused_undecoded(tmp_path: Path, size: tuple[int, int],
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    """A huge picture is refused by its header."""
    monkeypatch.setattr(pygame.image, "load", None)
    path = tmp_path / "film.png"
    path.write_bytes(overlay.PNG + b"".join(side.to_bytes(4, "big") for side in size))
    with pytest.raises(VecxError, match=f"{size[0]:,} x {size[1]:,} pixels; .* scale it down"):
        overlay.load(path)


@pytest.mark.parametrize("size", [(8192, 1), (1, 8192)])
def test_the_longest_side_is_scaled(tmp_path: Path, size: tuple[int, int]) -> None:
    """A picture at the limit is read and scaled."""
    save(tmp_path / "a.png", np.zeros((size[1], size[0], 4), np.uint8))
    assert overlay.fitted(overlay.load(tmp_path / "a.png"), 60, 75, 0).shape == (75, 60, 4)


def test_no_light_is_too_much_for_a_colour() -> None:
    """Light through the film plus the film itself never exceeds the maximum."""
    chance = np.random.default_rng(3)
    film, face = chance.integers(0, 256, (9, 9, 4), np.uint8), np.full((9, 9, 3), 30, np.uint8)
    for some in (film, None, np.full((9, 9, 4), 255, np.uint8)):
        passes, ground = overlay.covering(some, face)
        assert (passes.astype(int) + ground <= 255).all()


def test_print_is_seen_and_a_tint_stays_dark() -> None:
    """Print is visible in room light; a tint keeps the contrast."""
    film = np.zeros((1, 3, 4), np.uint8)
    film[0, :, :3], film[0, :, 3] = (200, 100, 0), (255, 128, 0)
    passes, ground = overlay.covering(film, np.zeros((1, 3, 3), np.uint8))
    assert ground[0, 0].tolist() == [130, 65, 0]
    assert 25 <= ground[0, 1, 0] <= 35 and ground[0, 2].tolist() == [0, 0, 0]
    assert passes[0, 2].tolist() == [255, 255, 255]
    assert (passes.astype(int) + ground <= 255).all()
