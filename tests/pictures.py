"""Golden pictures of the phosphor, from recorded frames.

    python -m tests.pictures            draw the pictures of tests/cases/pictures again; check them
    python -m tests.pictures --frames   record their frames again, too

A case is NAME.npz, the lines of frames, and NAME.png, their picture; it does not depend on later
changes of the games.  Goal: a change of the look is noticed, and confirmed by a new picture.
"""

import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

from vecx import Machine
from vecx.chips.state import FRAME_CYCLES
from vecx.console import analog
from vecx.display.look import COLOURS, Look
from vecx.display.phosphor import EXPOSURE
from vecx.display.picture import picture_of, save_png

FOLDER = Path(__file__).parent / "cases" / "pictures"
WIDTH, HEIGHT = 400, 500
LOOKS = {"title": Look(), "game": Look(), "text": Look(), "dots": Look(),
         "glass": Look(glass=True, brightness=1.5)}


class Still(NamedTuple):
    """The part of a Frame that a phosphor reads."""

    segments: np.ndarray
    start_cycle: int = 0
    cycles: int = FRAME_CYCLES


def load(name: str) -> list[Still]:
    """Return the frames of a case."""
    with np.load(FOLDER / f"{name}.npz") as kept:
        return [Still(kept[key]) for key in sorted(kept.files)]


def light_of(picture: np.ndarray) -> np.ndarray:
    """Return the light, 0 to about 2, of a picture of `Phosphor.image`, from its green."""
    code = (picture >> 8 & 0xFF) / 255
    linear = np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)
    return np.asarray(-np.log(1 - np.minimum(linear, 0.99)) / (EXPOSURE * COLOURS["bluish"][1]))


def draw(name: str, width: int = WIDTH, height: int = HEIGHT) -> np.ndarray:
    """Return the picture of a case, uint32[height, width]."""
    return picture_of(load(name), analog.preset("hardware"), width, height,  # type: ignore
                      LOOKS[name])


def dots() -> np.ndarray:
    """Return dots of 1 to 2048 cycles, and lines from slow to fast, steep and flat."""
    rows: list[tuple[float, ...]] = []
    for i in range(12):
        x = -15000 + 2700 * i
        rows.append((x, 16000, x, 16000, 1, 0, 2 ** i))
        rows.append((x, 13000, x, 13000, 0.3, 0, 2 ** i))
        rows.append((x, 4000, x + 600, 10000, 1, 0, 6000 / (20 * 1.4 ** i)))
        rows.append((-15000, 2000 - 1500 * i, 15000, 2300 - 1800 * i, (i + 1) / 12, 0, 300))
    return np.array(rows, np.float32)


def record() -> None:
    """Record the frames: Connect-4's title and a game, Reversi's menu, the dots."""
    FOLDER.mkdir(exist_ok=True)
    title, game, text = (Machine(name) for name in ("connect4", "connect4", "reversi"))
    game.run_frames(400)
    for _ in range(5):
        game.press(4)
        game.run_frames(4)
        game.release(4)
        game.run_frames(90)
    for name, machine in (("title", title), ("game", game), ("text", text), ("glass", game)):
        frames = machine.run_frames(400)[-3:]
        np.savez_compressed(FOLDER / f"{name}.npz",
                            **{str(i): frame.segments for i, frame in enumerate(frames)})
    np.savez_compressed(FOLDER / "dots.npz", **{"0": dots()})


if __name__ == "__main__":
    if "--frames" in sys.argv:
        record()
    for case in LOOKS:
        save_png(draw(case), FOLDER / f"{case}.png")
