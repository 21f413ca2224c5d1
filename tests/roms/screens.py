"""The expected strokes of a screen, and the strokes that a frame drew.

Method: on the ideal machine a line ends exactly where its numbers say, so a list of strokes defines
a picture, and whole pictures are compared: missing and additional strokes are differences, and so
are a different position or brightness.

A stroke is (x0, y0, x1, y1, intensity): both ends in p (a value times a scale), the lower left end
first; intensity is 0 to 127.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from roms.tables import GLYPH_FIRST, font_rows
from vecx.console import roms as images
from vecx.console.frame import Frame
from vecx.machine import Machine

ROOT = Path(__file__).parent.parent.parent
SYMBOLS = images.load_debug(ROOT / "vecx" / "data" / "exec.symbols.json").values
GLYPHS = font_rows((ROOT / "roms" / "font.txt").read_text())
Stroke = tuple[int, int, int, int, int]
Point = tuple[int, int]

FULL, NORMAL, DIM = 0x7F, 0x5F, 0x3F
MOVE_SCALE = 0x7F
FIRST_BIT = 20.5        # cycles from the beginning of a row of text to its first bit
CELL = 2                # cycles per bit; a character has nine, of which the last is dark in `ideal`
ALL_LIT = 0xFF          # a row with all bits set is a solid line: CB2 does not change
ROW_STEP = 22.0         # cycles of the move down to the next row, in two pulses
DWELL_MAX = 25          # cycles that the beam may rest at a stroke's end
MENU = ("card", "drift", "text", "lines", "sticks", "sound")
SCREEN, CHOICE = SYMBOLS["Vec_Game_RAM"], SYMBOLS["Vec_Game_RAM"] + 1


def stroke(a: Point, b: Point, intensity: int = NORMAL) -> Stroke:
    """Return the stroke between two points x, y."""
    return (*min(a, b), *max(a, b), intensity)


def path(points: Iterable[Point], scale: int = 1, origin: Point = (0, 0),
         intensity: int = NORMAL) -> list[Stroke]:
    """Return the strokes from point to point, in units of a scale, around an origin in p."""
    at = [(origin[0] + x * scale, origin[1] + y * scale) for x, y in points]
    return [stroke(a, b, intensity) for a, b in pairwise(at)]


def square(left: int, bottom: int, side: int, intensity: int = NORMAL) -> list[Stroke]:
    """Return the four sides of a square, in p."""
    right, top = left + side, bottom + side
    return path([(left, bottom), (right, bottom), (right, top), (left, top), (left, bottom)],
                intensity=intensity)


def text(words: str, y: int, x: int, height: int = -8, width: int = 0x48,
         intensity: int = NORMAL) -> list[Stroke]:
    """Return the rows of a text, seven for each character; y and x in units of MOVE_SCALE."""
    strokes = []
    for row, glyphs in enumerate(GLYPHS):
        bits = "".join(f"{glyph:08b}" + f"{int(glyph == ALL_LIT)}"
                       for glyph in (glyphs[ord(char) - GLYPH_FIRST] for char in words))
        level = round(y * MOVE_SCALE + row * ROW_STEP * height)
        lit = [i for i in range(len(bits) + 1) if (bits + "0")[i] != ("0" + bits)[i]]
        for begin, end in zip(lit[::2], lit[1::2], strict=True):
            ends = [(round(x * MOVE_SCALE + width * (FIRST_BIT + CELL * i)), level)
                    for i in (begin, end)]
            strokes.append(stroke(ends[0], ends[1], intensity))
    return strokes


def drawn(frame: Frame) -> list[Stroke]:
    """Return the strokes of a frame, without short rests of the beam at their ends."""
    strokes, stands = [], []
    for *ends, z, begin, end in frame.segments.tolist():
        x0, y0, x1, y1 = map(round, ends)
        if (x0, y0) == (x1, y1):
            stands.append((x0, y0))
            assert end - begin <= DWELL_MAX
        else:
            strokes.append(stroke((x0, y0), (x1, y1), round(z * 127)))
    ends_of = {point for x0, y0, x1, y1, _ in strokes for point in ((x0, y0), (x1, y1))}
    assert set(stands) <= ends_of, "a stray dot"
    return strokes


def assert_shows(frame: Frame, *parts: Iterable[Stroke]) -> None:
    """Check that a frame draws exactly these strokes, each as often as given."""
    seen = Counter(drawn(frame))
    expected = Counter(one for part in parts for one in part)
    assert (seen - expected, expected - seen) == (Counter(), Counter())


def open_menu(preset: str = "ideal", ram: str = "random") -> Machine:
    """Return a machine without a cartridge that shows the menu of the service program."""
    m = Machine(preset=preset, ram=ram)
    m.press(1)
    m.run_frames(4)
    m.release(1)
    m.run_frames(140)
    assert m.read(SCREEN) == b"\0"
    return m


def push(m: Machine, x: float, y: float, player: int = 1) -> None:
    """Push and release a stick."""
    m.stick(x, y, player)
    m.run_frames(2)
    m.stick(0, 0, player)
    m.run_frames(2)


def tap(m: Machine, button: int, player: int = 1) -> None:
    """Press and release a button."""
    m.press(button, player)
    m.run_frames(2)
    m.release(button, player)
    m.run_frames(2)


def open_screen(name: str, preset: str = "ideal") -> Machine:
    """Return a machine that has shown a screen of the menu for half a second."""
    m = open_menu(preset)
    number = MENU.index(name)
    for _ in range(number):
        push(m, 0, -1)
    assert m.read(CHOICE)[0] == number
    tap(m, 4)
    m.run_frames(25)
    assert m.read(SCREEN)[0] == number + 1
    return m
