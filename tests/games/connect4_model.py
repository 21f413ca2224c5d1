"""The expected picture and sound of Connect-4, from its rules."""

import numpy as np

from tests.games.connect4_player import TEXT_ABOVE, TEXT_BELOW, UNIT, Player
from vecx.console.frame import Frame

LOCKED_FRAMES = 40


def strokes_of_text(frame: Frame) -> np.ndarray:
    """Return the strokes of the text below the board in units, float[n, 4]."""
    lit = frame.segments[frame.segments[:, 1] < TEXT_BELOW * UNIT]
    lit = lit[(lit[:, 4] > 0.5) & (np.hypot(lit[:, 0] - lit[:, 2], lit[:, 1] - lit[:, 3]) > 90)]
    return lit[:, :4] / UNIT


def result_of(player: Player) -> str:
    """Return the line above the board as the game has written it; "" if none is drawn."""
    lit = player.frames[-1].segments
    if not ((lit[:, 1] > TEXT_ABOVE * UNIT) & (lit[:, 4] > 0.99)).sum() > 10:
        return ""
    return player.m.read("v_result", 17)[2:].partition(b"\x80")[0].decode()


def same(strokes: np.ndarray, others: np.ndarray) -> bool:
    """Return whether two drawings of texts are equal, within a third of a unit."""
    return strokes.shape == others.shape and bool(np.abs(strokes - others).max() < 0.33)


def draw_texts(player: Player, menu: bytes, texts: list[str]) -> dict[str, np.ndarray]:
    """Return the strokes of each text, drawn by the game's own routine."""
    found = {}
    for words in texts:
        player.m.restore(menu)
        player.start()
        player.run(20)
        place = player.m.symbols["str_x"]
        wide = len(words) * 12 - 4
        player.m.write(place, bytes((130, -(wide // 2) & 255)) + words.encode() + b"\x80")
        player.run(1)
        found[words] = strokes_of_text(player.run(1))
    player.m.restore(menu)
    player.frames = []
    assert sum(same(one, other) for one in found.values() for other in found.values()) == len(texts)
    return found
