"""Overlays beside the content: the core decodes and scales PNG files as vecx does."""

import random
import struct
import zlib

import numpy as np
import pytest

from tests.vecx.libretro.host import Front, playing
from tests.vecx.libretro.painter import Painter, path_of
from vecx.console.roms import DATA
from vecx.display import overlay
from vecx.display.look import Look

HEAD = b"\x89PNG\r\n\x1a\n"
SIZE = 330, 410
OPTIONS = {"size": "330 x 410"}


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")


def packed(rows, strategy=zlib.Z_DEFAULT_STRATEGY, level=9):
    machine = zlib.compressobj(level, zlib.DEFLATED, 15, 9, strategy)
    return machine.compress(rows) + machine.flush()


def png(width, height, kind, depth, rows, *chunks, interlaced=0, **how):
    """Return a PNG.

    Args: rows  bytes of each row, with its filter
    """
    head = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlaced)
    data = packed(rows, **how)
    half = len(data) // 2
    return b"".join([HEAD, chunk(b"IHDR", head), *chunks, chunk(b"IDAT", data[:half]),
                     chunk(b"IDAT", data[half:]), chunk(b"IEND", b"")])


def filtered(pixels, kind):
    """Return the rows of pixels, uint8[height, width, channels], all filtered in one way."""
    pixels = pixels.astype(int)
    left, above = np.zeros_like(pixels), np.zeros_like(pixels)
    left[:, 1:], above[1:] = pixels[:, :-1], pixels[:-1]
    corner = np.zeros_like(pixels)
    corner[1:, 1:] = pixels[:-1, :-1]
    guess = left + above - corner
    ways = [abs(guess - left), abs(guess - above), abs(guess - corner)]
    nearest = np.where((ways[0] <= ways[1]) & (ways[0] <= ways[2]), left,
                       np.where(ways[1] <= ways[2], above, corner))
    rest = pixels - [np.zeros_like(pixels), left, above, (left + above) // 2, nearest][kind]
    rows = (rest & 255).astype(np.uint8).reshape(len(pixels), -1)
    return np.insert(rows, 0, kind, axis=1).tobytes()


def shares(pixels, length):
    """Return the share of each of `length` source pixels in each of a number of pixels."""
    edges = np.arange(pixels + 1) * length / pixels
    begin, end = edges[:-1, None], edges[1:, None]
    at = np.arange(length)
    return np.clip(np.minimum(end, at + 1) - np.maximum(begin, at), 0, None) * pixels / length


def scaled(image, width, height, turn=0):
    """Return an overlay scaled by area and turned: float[height, width, 4]."""
    image = np.rot90(image, -turn // 90).astype(float)
    return np.ascontiguousarray(np.einsum("yi,xj,ijc->yxc", shares(height, image.shape[0]),
                                          shares(width, image.shape[1]), image, optimize=True))


def shown(core, content, frames=1, options=None):
    """Return the picture after some frames, and the messages."""
    with playing(core, content, {**OPTIONS, **(options or {})}) as front:
        front.run(frames)
        return front.picture(), front.messages


def expected(image, frames=1, size=SIZE, look=None):
    painter = Painter("reversi", size, look=look)
    painter.phosphor.cover(scaled(image, *size, painter.phosphor.look.turn))
    for frame in range(1, frames + 1):
        picture = painter.picture(frame)
    return picture


@pytest.fixture
def cart(tmp_path):
    """A copy of Reversi in an empty folder."""
    path = tmp_path / "my.game.bin"
    path.write_bytes(path_of("reversi").read_bytes())
    return path


def random_image(seed, height=23, width=31):
    return np.random.default_rng(seed).integers(0, 256, (height, width, 4), np.uint8)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["my.game.overlay.png", "my.game.png"])
def test_an_overlay_beside_the_content(core, cart, name):
    """The overlay is in front of the picture; the option removes it."""
    image = overlay.load(DATA / "overlays" / "reversi.png")
    plain, _ = shown(core, cart, 120)
    cart.with_name(name).write_bytes((DATA / "overlays" / "reversi.png").read_bytes())
    covered, messages = shown(core, cart, 120)
    assert np.abs(covered - expected(image, 120)).max() <= 1 and not messages
    assert np.abs(covered - plain).max() > 50
    off, _ = shown(core, cart, 120, {"overlay": "off"})
    assert np.array_equal(off, plain)


@pytest.mark.slow
def test_an_overlay_turns_and_has_glass_behind_it(core, cart):
    """Rotation, a larger size and the glass are those of the phosphor."""
    image = random_image(1)
    cart.with_name("my.game.png").write_bytes(png(31, 23, 6, 8, filtered(image, 0)))
    for turn in 90, 180, 270:
        look = Look(turn=turn, glass=True)
        size = (410, 330) if turn % 180 else (330, 410)
        picture, _ = shown(core, cart, 60, {"rotation": str(turn), "glass": "on"})
        assert np.abs(picture - expected(image, 60, size, look)).max() <= 1


def test_the_overlay_of_an_archive(core, cart):
    """The overlay of content in an archive is beside the archive."""
    data = cart.read_bytes()
    cart.with_name("pack.v1.png").write_bytes(png(31, 23, 6, 8, filtered(random_image(2), 1)))
    found = []
    for name in "pack.v1.zip#games/reversi.bin", "pack.v1.7z#reversi.bin", "other.zip#pack.bin":
        path = cart.parent / name       # a file of the name that a front end gives
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        found.append(shown(core, path)[0].max() > 0)
    assert found == [True, True, False]


@pytest.mark.parametrize("kind, how", [
    (0, {}), (1, {"strategy": zlib.Z_FIXED}), (2, {"level": 0}), (3, {}),
    (4, {"strategy": zlib.Z_FIXED}), (4, {})])
def test_filters_and_blocks(core, cart, kind, how):
    """Every filter of rows, and every kind of block of packed data, is decoded."""
    image = random_image(kind)
    image[5:15] = image[5]
    data = png(31, 23, 6, 8, filtered(image, kind), **how)
    assert np.array_equal(overlay.decoded(data), image)
    cart.with_name("my.game.png").write_bytes(data)
    picture, messages = shown(core, cart)
    assert np.abs(picture - expected(image)).max() <= 1 and not messages


@pytest.mark.parametrize("depth", [1, 2, 4, 8])
def test_pictures_with_a_palette(core, cart, depth):
    """An index has 1, 2, 4 or 8 bits; colours beyond the table of opacities are opaque."""
    chance, most = np.random.default_rng(depth), 1 << depth
    table = chance.integers(0, 256, (most, 4), np.uint8)
    table[most // 2:, 3] = 255
    index = chance.integers(0, most, (23, 31), np.uint8)
    planes = np.unpackbits(index[:, :, None], axis=2)[:, :, 8 - depth:].reshape(23, -1)
    rows = np.insert(np.packbits(planes, axis=1), 0, 0, axis=1).tobytes()
    data = png(31, 23, 3, depth, rows, chunk(b"PLTE", table[:, :3].tobytes()),
               chunk(b"tRNS", table[:most // 2, 3].tobytes()))
    cart.with_name("my.game.png").write_bytes(data)
    picture, messages = shown(core, cart)
    assert np.abs(picture - expected(table[index])).max() <= 1 and not messages


def test_a_grey_picture(core, cart):
    """A picture of grey and opacity is decoded."""
    image = random_image(9)
    image[:, :, 1] = image[:, :, 2] = image[:, :, 0]
    cart.with_name("my.game.png").write_bytes(png(31, 23, 4, 8, filtered(image[:, :, ::3], 4)))
    assert np.abs(shown(core, cart)[0] - expected(image)).max() <= 1


GOOD = png(31, 23, 6, 8, filtered(random_image(1), 4))
REFUSED = {
    "not a PNG": b"GIF89a" + bytes(100),
    "more than 4 million": png(8000, 8000, 6, 8, b""),
    "another kind": png(31, 23, 6, 16, bytes(23 * (1 + 31 * 8))),
    "another kind: ": png(31, 23, 6, 8, filtered(random_image(1), 0), interlaced=1),
    "another kind: save it with transparency": png(31, 23, 2, 8, bytes(23 * (1 + 31 * 3))),
    "no pixel of the overlay": png(31, 23, 6, 8, filtered(random_image(1) | 255, 0)),
    "damaged": GOOD[:-100],
    "damaged: ": png(31, 23, 6, 8, b"\5" * (23 * (1 + 31 * 4))),
    "damaged: save": png(31, 23, 6, 8, filtered(random_image(1), 0)[:-1])}


@pytest.mark.parametrize("words", REFUSED)
def test_other_pictures_are_refused(core, cart, words):
    """A picture that cannot be an overlay gives one message, and the game plays without it."""
    plain, _ = shown(core, cart, 30)
    cart.with_name("my.game.png").write_bytes(REFUSED[words])
    picture, (message,) = shown(core, cart, 30)
    assert words in message and message.startswith(("the overlay", "no pixel of the overlay"))
    assert np.array_equal(picture, plain)
    assert not shown(core, cart, 1, {"overlay": "off"})[1]


def test_damaged_pictures_do_no_harm(core, cart):
    """A picture with changed bytes is shown or refused."""
    chance, refused = random.Random(4), 0
    source = (DATA / "overlays" / "connect4.png").read_bytes()
    for _ in range(16):
        data = bytearray(chance.choice([GOOD, source]))
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(16, len(data))] = chance.randrange(256)
        cart.with_name("my.game.png").write_bytes(data[:chance.choice([None, -50])])
        front = Front()
        with playing(core, cart, OPTIONS, front):
            front.run()
            refused += bool(front.messages)
    assert 3 < refused < 16
