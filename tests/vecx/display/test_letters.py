"""The vector letters of messages, which are those of the games."""

import re
import string
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vecx.display import letters
from vecx.display.caption import Caption
from vecx.display.look import Look
from vecx.display.screen import Words, side_by_side
from vecx.play.inputs import KeyBindings

ROOT = Path(__file__).parent.parent.parent.parent
NAMES = {"exclamation": "!", "dash": "-"}
OWN = "05.:"        # a zero and a five that differ from O and S, and larger dots


def of_the_games() -> dict[str, set[frozenset[tuple[int, int]]]]:
    """Return the strokes of the letters in games/lib/letters.asm, each as its two ends."""
    source = (ROOT / "games/lib/letters.asm").read_text(encoding="utf-8")
    found: dict[str, set[frozenset[tuple[int, int]]]] = {}
    name, x, y = "", 0, 0
    for line in source.splitlines():
        label = re.match(r"vl_letter_(\w+)", line)
        if label:
            name, x, y = NAMES.get(label[1], label[1].upper()), 0, 0
            found[name] = set()
        stroke = re.search(r"\s(lit|dark)\s+(-?\d+),(-?\d+)", line)
        if stroke and name:
            there = x + int(stroke[3]), y + int(stroke[2])
            if stroke[1] == "lit":
                found[name].add(frozenset(((x, y), there)))
            x, y = there
    return found


def test_the_letters_are_those_of_the_games() -> None:
    """The letters have the same strokes as those of the games."""
    games = of_the_games()
    assert set(string.ascii_uppercase) <= set(games)
    for letter, expected in games.items():
        if len(letter) == 1 and letter not in OWN:
            strokes = {frozenset(((x0, y0), (x1, y1)))
                       for x0, y0, x1, y1 in letters.strokes(letter)}
            assert strokes == expected, letter


def test_every_character_that_is_printed_has_its_own_letter() -> None:
    """Every ASCII character has a distinct letter within its cell."""
    seen: dict[frozenset[object], str] = {}
    for letter in string.printable[:95].upper():
        strokes = letters.strokes(letter)
        assert bool(strokes) == (letter != " ")
        assert all(0 <= x <= letters.WIDE and 0 <= y <= letters.HIGH
                   for stroke in strokes for x, y in (stroke[:2], stroke[2:])), letter
        assert seen.setdefault(frozenset(strokes), letter) == letter


@given(st.text(max_size=30))
def test_any_text_can_be_written(text: str) -> None:
    """A character without a letter is a box; the width is the sum of the letters."""
    strokes = letters.strokes(text)
    assert all(-1 < x <= letters.width(text) for s in strokes for x in (s[0], s[2]))


def test_accents_fall_off_and_others_are_boxes() -> None:
    """Accents are dropped; letters of other scripts are boxes."""
    assert letters.strokes("é") == letters.strokes("e") == letters.strokes("E")
    assert letters.strokes("字") == [(0, 0, 0, 12), (0, 12, 8, 12), (8, 12, 8, 0), (8, 0, 0, 0)]


@pytest.mark.parametrize("size", [(600, 750), (300, 375), (1, 1), (40, 300)])
@pytest.mark.parametrize("turn", [0, 90])
def test_words_lie_over_the_picture(size: tuple[int, int], turn: int) -> None:
    """Text is centred with a notice below, over a dimmed part of the picture."""
    width, height = size if turn == 0 else size[::-1]
    picture = np.full((height, width), 0x406080, np.uint32)
    caption = Caption(width, height, Look(turn=turn))
    words = Words(lines=tuple(side_by_side(KeyBindings().groups())), foot=("connect4.png written",))
    assert np.array_equal(caption.over(picture, Words()), picture)
    printed = caption.over(picture, words)
    assert (picture == 0x406080).all()
    if min(size) >= 300:
        upright = np.rot90(printed, turn // 90)
        middle = len(upright) // 2
        assert (upright[middle - 20:middle + 20] & 0xFF > 0xA0).sum() > 50      # letters
        assert (upright[-len(upright) // 8:] & 0xFF > 0xA0).any()
        assert (upright & 0xFF < 0x20).sum() > 500                  # the ground behind them
        assert (upright[:3] == 0x406080).all()
    again = caption.over(picture, words)
    assert np.array_equal(printed, again)
    assert np.array_equal(caption.over(picture, Words()), picture)


def test_a_long_notice_is_broken_into_lines() -> None:
    """A long notice is wrapped within the picture."""
    caption = Caption(600, 750, Look())
    strokes = caption.strokes(Words(foot=("/a/long/path/" + "x" * 60 + " cannot be written: "
                                          + "no " * 30,)))
    assert strokes[:, [0, 2]].min() > 5 and strokes[:, [0, 2]].max() < 595
    assert strokes[:, [1, 3]].max() < 750 and strokes[:, [1, 3]].min() > 375
