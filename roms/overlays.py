"""Draws the overlays of the bundled games, and writes them to vecx/data/overlays.

Run as ``python -m roms.overlays``; tests/test_generated.py checks that the files are up to date.
An overlay is a coloured film in front of the tube, with an aspect ratio of 4 to 5.  Coordinates are
thousandths of the film's height, from its top left corner.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np

from vecx.display import letters, overlay

FOLDER = Path(__file__).resolve().parent.parent / "vecx" / "data" / "overlays"
WIDTH, HEIGHT = 900, 1125
UNIT = HEIGHT / 1000            # pixels a thousandth
WIDE = 1000 * WIDTH // HEIGHT   # thousandths
PALETTE_COST = 8                # the largest difference, of 255, between drawing and file
Colour = tuple[int, int, int]


class Film:
    """A film, at first transparent; each shape printed on it covers what is below."""

    def __init__(self) -> None:
        self.pixels = np.zeros((HEIGHT, WIDTH, 4))      # colours, opacity; 0 to 1

    def print(self, distance: Callable[[np.ndarray, np.ndarray], np.ndarray],
              box: tuple[float, float, float, float], colour: Colour, opacity: float) -> None:
        """Print a shape with smooth edges.

        Args: distance  returns the distance of points x, y to the shape's edge, negative inside
              box       left, top, right, bottom of a rectangle that contains the shape
        """
        left, top = (max(0, int(v * UNIT) - 2) for v in box[:2])
        right, bottom = (max(0, int(v * UNIT) + 3) for v in box[2:])
        part = self.pixels[top:bottom, left:right]
        y, x = np.mgrid[top:top + part.shape[0], left:left + part.shape[1]]
        inside = np.clip(0.5 - distance((x + 0.5) / UNIT, (y + 0.5) / UNIT) * UNIT, 0, 1)
        over = (inside * opacity)[:, :, None]
        below = part[:, :, 3:] * (1 - over)
        total = over + below
        part[:, :, :3] = (np.array(colour) / 255 * over + part[:, :, :3] * below) \
            / np.maximum(total, 1e-9)
        part[:, :, 3:] = total

    def cut(self, left: float, top: float, right: float, bottom: float, radius: float,
            colour: Colour, opacity: float) -> None:
        """Cut a slightly tinted window with round corners."""
        window = rounded(left, top, right, bottom, radius)
        y, x = np.mgrid[:HEIGHT, :WIDTH]
        inside = np.clip(0.5 - window((x + 0.5) / UNIT, (y + 0.5) / UNIT) * UNIT, 0, 1)[:, :, None]
        tint = np.array([*(part / 255 for part in colour), opacity])
        self.pixels[:] = self.pixels * (1 - inside) + tint * inside

    def frame(self, left: float, top: float, right: float, bottom: float, radius: float,
              line: float, colour: Colour) -> None:
        """Print a line along a rectangle with round corners."""
        edge = rounded(left, top, right, bottom, radius)
        self.print(lambda x, y: np.abs(edge(x, y)) - line / 2,
                   (left - line, top - line, right + line, bottom + line), colour, 1.0)

    def disc(self, x: float, y: float, radius: float, colour: Colour, opacity: float = 1.0,
             hole: float = 0.0) -> None:
        """Print a disc, or a ring; `hole` is the radius of its hole."""
        self.print(lambda a, b: np.maximum(np.hypot(a - x, b - y) - radius,
                                           hole - np.hypot(a - x, b - y)),
                   (x - radius, y - radius, x + radius, y + radius), colour, opacity)

    def text(self, words: str, x: float, y: float, unit: float, thick: float,
             colour: Colour) -> None:
        """Print a text in vector letters, centred at x, with its lower edge at y."""
        left = x - letters.width(words) * unit / 2
        for x0, y0, x1, y1 in letters.strokes(words):
            ends = left + x0 * unit, y - y0 * unit, left + x1 * unit, y - y1 * unit
            self.print(stroke(*ends, thick / 2),
                       (min(ends[0], ends[2]) - thick, min(ends[1], ends[3]) - thick,
                        max(ends[0], ends[2]) + thick, max(ends[1], ends[3]) + thick), colour, 1.0)

    def bytes(self) -> np.ndarray:
        """Return the film as uint8[HEIGHT, WIDTH, 4]."""
        return np.round(self.pixels * 255).astype(np.uint8)


def rounded(left: float, top: float, right: float, bottom: float, radius: float
            ) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """Return a function that computes the distance to a rectangle with round corners."""
    def distance(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        across = np.abs(x - (left + right) / 2) - (right - left) / 2 + radius
        down = np.abs(y - (top + bottom) / 2) - (bottom - top) / 2 + radius
        beyond = np.hypot(np.maximum(across, 0), np.maximum(down, 0))
        return np.asarray(beyond + np.minimum(np.maximum(across, down), 0) - radius)
    return distance


def stroke(x0: float, y0: float, x1: float, y1: float, half: float
           ) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """Return a function that computes the distance to a stroke with round ends."""
    dx, dy = x1 - x0, y1 - y0

    def distance(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        along = np.clip(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy), 0, 1)
        return np.asarray(np.hypot(x - x0 - along * dx, y - y0 - along * dy) - half)
    return distance


def ground(film: Film, top: Colour, bottom: Colour) -> None:
    """Print the whole film in a colour that changes from top to bottom."""
    way = np.linspace(0, 1, HEIGHT)[:, None, None]
    film.pixels[:, :, :3] = (np.array(top) * (1 - way) + np.array(bottom) * way) / 255
    film.pixels[:, :, 3] = 1.0


def connect4() -> Film:
    """Draw the overlay of Connect-4: a blue rack, tokens in red and yellow."""
    film = Film()
    red, yellow, pale = (232, 64, 44), (255, 208, 52), (176, 208, 255)
    ground(film, (22, 60, 178), (10, 26, 96))
    for row in range(24):
        for column in range(20):
            film.disc(column * 42 + (row % 2) * 21, row * 43 + 8, 15, (14, 40, 132), 0.9)
    film.cut(38, 112, WIDE - 38, 884, 36, (150, 190, 255), 0.14)
    film.print(rounded(60, 786, WIDE - 60, 868, 20), (60, 786, WIDE - 60, 868), yellow, 0.30)
    film.print(rounded(60, 124, WIDE - 60, 214, 20), (60, 124, WIDE - 60, 214), red, 0.16)
    film.frame(38, 112, WIDE - 38, 884, 36, 7, yellow)
    film.frame(28, 102, WIDE - 28, 894, 44, 3, pale)
    for i, x in enumerate((66, 122, WIDE - 122, WIDE - 66)):
        colour = (red, yellow)[i % 2 ^ i // 2]
        film.disc(x, 52, 23, colour)
        film.disc(x, 52, 15, (0, 0, 0), 0.25, hole=12)
    film.text("CONNECT-4", WIDE / 2, 77, 4.1, 15, (8, 20, 74))
    film.text("CONNECT-4", WIDE / 2, 77, 4.1, 8, yellow)
    film.text("STICK: AIM   1: PAUSE   2: UNDO   3: HINT   4: DROP", WIDE / 2, 946, 1.25, 3.0, pale)
    for i in range(13):
        film.disc(70 + i * (WIDE - 140) / 12, 976, 8, (red, yellow)[i % 2])
    return film


def reversi() -> Film:
    """Draw the overlay of Reversi: green baize, black and white stones, a wooden frame."""
    film = Film()
    gold, ivory, black, wood = (228, 186, 92), (240, 236, 220), (16, 18, 16), (96, 54, 26)
    ground(film, (112, 66, 32), (62, 34, 16))
    for i in range(40):             # the grain
        y = i * 26 + 5 * (i % 3)
        film.print(stroke(-20, y, WIDE + 20, y + 9 - 6 * (i % 4), 1.4 + i % 3),
                   (-20, y - 20, WIDE + 20, y + 24), wood, 0.35)
    film.cut(34, 112, WIDE - 34, 884, 26, (96, 255, 140), 0.34)
    film.print(rounded(50, 824, WIDE - 50, 876, 16), (50, 824, WIDE - 50, 876), gold, 0.25)
    film.frame(34, 112, WIDE - 34, 884, 26, 8, gold)
    film.frame(23, 101, WIDE - 23, 895, 34, 3, (44, 22, 8))
    for x, one, other in ((76, ivory, black), (136, black, ivory),
                          (WIDE - 136, black, ivory), (WIDE - 76, ivory, black)):
        film.disc(x, 56, 25, black if one is ivory else gold)
        film.disc(x, 53, 24, one)
        film.disc(x, 53, 17, other, 0.25, hole=15)
    film.text("REVERSI", WIDE / 2, 80, 4.3, 16, (36, 16, 4))
    film.text("REVERSI", WIDE / 2, 80, 4.3, 8, gold)
    film.text("STICK: MOVE   1: PAUSE   3: HINT   4: PLACE", WIDE / 2, 946, 1.45, 3.2, ivory)
    for i in range(13):
        film.disc(70 + i * (WIDE - 140) / 12, 976, 9, gold)
        film.disc(70 + i * (WIDE - 140) / 12, 976, 7.5, (ivory, black)[i % 2])
    return film


DRAWINGS = {"connect4": connect4, "reversi": reversi}


def palette(pixels: np.ndarray) -> np.ndarray:
    """Return uint8[256, 4], the colours that represent those of a picture best: the most frequent
    one, and then always the colour that is farthest from all chosen ones."""
    colours, counts = np.unique(pixels.reshape(-1, 4), axis=0, return_counts=True)
    whole = colours.astype(int)
    chosen = [int(np.argmax(counts))]
    away = ((whole - whole[chosen[0]]) ** 2).sum(1)
    while len(chosen) < min(256, len(whole)):
        chosen.append(int(away.argmax()))
        away = np.minimum(away, ((whole - whole[chosen[-1]]) ** 2).sum(1))
    return colours[sorted(chosen)]


def png(pixels: np.ndarray) -> bytes:
    """Return a PNG with a palette and without filters, a third of the size with all colours.

    Args: pixels  uint8[height, width, 4], red green blue alpha
    """
    def chunk(kind: bytes, data: bytes) -> bytes:
        return (len(data).to_bytes(4, "big") + kind + data
                + zlib.crc32(kind + data).to_bytes(4, "big"))

    height, width, _ = pixels.shape
    size = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    few = palette(pixels)
    colours, places = np.unique(pixels.reshape(-1, 4), axis=0, return_inverse=True)
    away = ((colours[:, None].astype(int) - few) ** 2).sum(2)
    indices = away.argmin(1).astype(np.uint8)[places].reshape(height, width)
    rows = b"".join(b"\0" + row.tobytes() for row in indices)      # 0: no filter
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size + bytes((8, 3, 0, 0, 0)))
            + chunk(b"PLTE", few[:, :3].tobytes()) + chunk(b"tRNS", few[:, 3].tobytes())
            + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def stale() -> list[str]:
    """Return the names of the files that are not as drawn, within what a palette costs."""
    found = []
    for name, draw in DRAWINGS.items():
        path, drawn = FOLDER / f"{name}.png", draw().bytes().astype(int)
        film = overlay.load(path).astype(int) if path.exists() else np.empty(0)
        if film.shape != drawn.shape or np.abs(film - drawn).max() > PALETTE_COST:
            found.append(path.name)
    return found


def main() -> None:
    """Draw and save all overlays."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, draw in DRAWINGS.items():
        data = png(draw().bytes())
        (FOLDER / f"{name}.png").write_bytes(data)
        print(f"{name}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
