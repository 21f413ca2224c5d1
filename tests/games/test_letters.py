"""The vector letters of games/lib/letters.asm: complete strokes, and distinct letters.

Goal: on every machine a stroke is lit over its full length and ends where the next begins, and each
letter and digit can be distinguished from all others.  Method: draw them all with a cartridge of
three lines of text, and compare the light with the strokes in the source.
"""

import itertools
import re
from pathlib import Path

import numpy as np
import pytest

from vecx import Machine

ROOT = Path(__file__).parents[2] / "games"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!>-.:"
UNIT = 126                  # p
GAP = 0.4                   # units: the largest distance between the ends of joined strokes
DIFFERENT = 2               # units: least distance of some light of a letter from all of another
LETTER_APART = 100          # cycles: between two letters, but not between two strokes
SHORT = 3                   # units: below this length, drift dominates
POINT_MOST = 20             # p: the beam rests
MACHINES = [("ideal", 0), ("hardware", 0), ("hardware", 3), *(("worn", seed) for seed in range(4))]
DRAWN = {"letters_draw": ("text", 18), "letters_draw_near": ("text_near", 18),
         "letters_draw_big": ("text_big", 36)}
Stroke = tuple[float, float, bool]


def strokes_of() -> dict[str, list[Stroke]]:
    """Read the strokes of each letter from the source: up, right, whether it is lit."""
    source = (ROOT / "lib" / "letters.asm").read_text()
    names = re.findall(r"vl_letter_\w+", source[source.index("tbl_letters     fdb"):])
    found = {}
    for letter in LETTERS:
        label = names[ord(letter) - ord(" ")]
        block = source[re.search(rf"^{label}\b", source, re.MULTILINE).start():]
        block = block[:block.index("strokes_end")]
        found[letter] = [(float(up), float(right), word == "lit") for word, up, right
                         in re.findall(r"(lit|dark) +(-?\d+),(-?\d+)", block)]
    return found


STROKES = strokes_of()


def drawn(tmp_path: Path, routine: str, text: str, preset: str, seed: int) -> list[np.ndarray]:
    """Return the lit segments of each letter of a text, in the order in which they are drawn."""
    source = (ROOT / "examples" / "letters.asm").read_text()
    macro, _ = DRAWN[routine]
    source = source.replace("jsr     letters_draw\n", "nop\n").replace("letters_draw_big", routine)
    source = source.replace('text_big 20,"VECTREX"', f'{macro} 20,"{text}"')
    path = tmp_path / "letters.asm"
    path.write_text(source)
    m = Machine(path, preset=preset, seed=seed)
    m.run_frames(300)
    lit = m.run_frames(1)[0].segments
    lit = lit[lit[:, 5].argsort()]
    lit = lit[lit[:, 4] > 0.1]
    cuts = np.flatnonzero(lit[1:, 5] - lit[:-1, 6] > LETTER_APART) + 1
    letters = np.split(lit, cuts)
    assert len(letters) == len(text)
    return letters


def lines_of(letter: np.ndarray) -> np.ndarray:
    """Return the strokes of a letter without resting points, in units: x, y, x, y."""
    length = np.hypot(letter[:, 2] - letter[:, 0], letter[:, 3] - letter[:, 1])
    return letter[length > POINT_MOST, :4] / UNIT


@pytest.mark.sample(1, slow=4)
@pytest.mark.parametrize("routine", DRAWN)
@pytest.mark.parametrize(("preset", "seed"), MACHINES)
def test_strokes_are_whole_and_join(tmp_path: Path, preset: str, seed: int, routine: str) -> None:
    """All strokes have the same ratio to their source, and join at their ends."""
    each = 5 if routine == "letters_draw_big" else 10
    scale = 2 if routine == "letters_draw_big" else 1
    ratios = []
    for first in range(0, len(LETTERS), each):
        text = LETTERS[first:first + each]
        for name, light in zip(text, drawn(tmp_path, routine, text, preset, seed), strict=True):
            lines = lines_of(light)
            lit = [stroke for stroke in STROKES[name] if stroke[2]]
            assert len(lines) == len(lit), name
            for line, (up, right, _) in zip(lines, lit, strict=True):
                way = line[2:] - line[:2]
                off = np.abs(way / scale - (right, up)).max()
                assert off < max(0.13 * np.hypot(up, right), 0.4), name
                if np.hypot(up, right) >= SHORT:
                    ratios.append(np.hypot(*way) / np.hypot(up, right) / scale)
            number = -1
            for stroke, following in itertools.pairwise(STROKES[name]):
                number += stroke[2]
                if stroke[2] and following[2]:
                    gap = np.hypot(*(lines[number + 1, :2] - lines[number, 2:]))
                    assert gap < GAP * scale, (name, number, gap)
    assert max(ratios) - min(ratios) < 0.1 * float(np.median(ratios))


def points_of(lines: np.ndarray) -> np.ndarray:
    """Return points on a letter's strokes, relative to its lower left corner."""
    part = np.linspace(0, 1, 49)[:, None]
    return np.concatenate([line[:2] + part * (line[2:] - line[:2]) for line in lines])


@pytest.mark.sample(0, slow=3)
@pytest.mark.parametrize(("preset", "seed"), MACHINES)
def test_no_two_letters_are_alike(tmp_path: Path, preset: str, seed: int) -> None:
    """Some part of one letter is at least two units away from every other letter."""
    found = {}
    for first in range(0, len(LETTERS), 10):
        text = LETTERS[first:first + 10]
        letters = drawn(tmp_path, "letters_draw", text, preset, seed)
        for name, light in zip(text, letters, strict=True):
            points = points_of(lines_of(light))
            up, right = np.cumsum([(0, 0), *((up, right) for up, right, _ in STROKES[name])],
                                  axis=0).min(axis=0)
            found[name] = points - points.min(axis=0) + (right, up)
    for one, other in itertools.combinations(found, 2):
        apart = np.hypot(*(found[one][:, None] - found[other][None]).transpose(2, 0, 1))
        far = max(apart.min(axis=0).max(), apart.min(axis=1).max())
        assert far >= DIFFERENT, (one, other, far)
