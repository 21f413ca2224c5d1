"""MAME's pictures of our ROM and our Connect-4, compared with our beam.

Goal: the programs do not rely on the behaviour of a single emulator.  Method: record.py in
tests/reference/mame has taken pictures of MAME's screen; our machine runs from the same RAM with
the same input, and with the delays of MAME's beam (mame.toml, and mame_port.toml for a board that
is drawn with ramps by port B).  Two pictures are equal if almost no light of either is far from all
light of the other, and if the light is distributed equally.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from vecx import Machine
from vecx.console import analog
from vecx.console.frame import Frame

HERE = Path(__file__).parent.parent / "reference" / "mame"
PRESET = HERE / "mame.toml"
BY_PORT = {"reversi-board": HERE / "mame_port.toml"}
RUNS = {"service": None, "game": "connect4.bin", "reversi": "reversi.bin"}
SERVICE = ("title", "menu", "card", "drift", "text", "sticks", "sound")
GAME = ("title", "menu", "board", "pause", "won")
REVERSI = ("menu", "board", "pause")
PICTURES = [*(("service", f"service-{name}") for name in SERVICE),
            *(("game", f"connect4-{name}") for name in GAME),
            *(("reversi", f"reversi-{name}") for name in REVERSI)]
LATE = 6                # frames between the request and the picture
WIDTH, HEIGHT = 600, 750
DARK = 20               # of 255
FULL_LIGHT = 148        # MAME's pixel of a line at intensity 127; crossings of lines are brighter
NEAR = 3                # pixels
FAR_MAX = 0.01          # fraction of the light that may be farther away
BLUR = 4                # pixels in each direction
SPREAD_MAX = 0.2        # fraction of the light that may be elsewhere after blurring


def play(run: str, last: int, preset: Path = PRESET) -> dict[int, Frame]:
    """Run our machine with a recording's inputs; return its frames up to one, by number."""
    with np.load(HERE / f"{run}.npz") as data:
        inputs = {int(row[0]): row[1:].tolist() for row in data["inputs"]}
        ram = data["ram"].tobytes()
    cart = RUNS[run]
    machine = Machine(HERE / cart if cart else None, HERE / "exec.bin", str(preset))
    machine.write(0xC800, ram)
    frames = {}
    for number in range(last + 1):
        if number in inputs:
            machine.chips.state.buttons, *machine.chips.state.stick[:] = inputs[number]
        frames[number] = machine.run_to_frame()[-1]
        machine.take_sound()
    return frames


@pytest.fixture(scope="module")
def played() -> dict[str, list[Frame]]:
    """Return the frames in which each picture may have been taken, by its name."""
    shots: dict[str, list[Frame]] = {}
    for run in RUNS:
        with np.load(HERE / f"{run}.npz") as data:
            looks = dict(zip(data["names"].tolist(), data["looks"].tolist(), strict=True))
        for preset in (PRESET, *BY_PORT.values()):
            names = [name for of, name in PICTURES
                     if of == run and BY_PORT.get(name, PRESET) == preset]
            if names:
                frames = play(run, max(looks[name] for name in names) + LATE, preset)
                shots |= {name: [frames[looks[name] + i] for i in range(LATE)] for name in names}
    return shots


def photograph(name: str) -> np.ndarray:
    """Return MAME's picture, float[HEIGHT, WIDTH], 0 to 255."""
    pixels = pygame.surfarray.array3d(pygame.image.load(HERE / f"{name}.png"))
    return pixels.max(axis=2).T.astype(float)


def picture(frame: Frame) -> np.ndarray:
    """Draw a frame as MAME does: the brightness is Z, whatever the speed."""
    parameters = analog.load(str(PRESET))
    light = np.zeros((HEIGHT, WIDTH))
    for x0, y0, x1, y1, z, *_ in frame.segments.tolist():
        ends = [(WIDTH / 2 * (1 + x / parameters.half_w), HEIGHT / 2 * (1 - y / parameters.half_h))
                for x, y in ((x0, y0), (x1, y1))]
        steps = 2 + int(max(abs(ends[1][axis] - ends[0][axis]) for axis in (0, 1)))
        x, y = np.rint(np.linspace(*ends, steps)).astype(int).T.clip(0, [[WIDTH - 1], [HEIGHT - 1]])
        light.reshape(-1)[np.unique(y * WIDTH + x)] += z * FULL_LIGHT
    return light.clip(max=255)


def around(light: np.ndarray, reach: int) -> np.ndarray:
    """Return the mean over the square of 2 * reach + 1 pixels around each pixel."""
    size = 2 * reach + 1
    total = np.pad(light, reach).cumsum(axis=0).cumsum(axis=1)
    total = np.pad(total, ((1, 0), (1, 0)))
    return (total[size:, size:] - total[:-size, size:] - total[size:, :-size]
            + total[:-size, :-size]) / size**2


def far(light: np.ndarray, other: np.ndarray) -> float:
    """Return the fraction of the light that is not NEAR any light of the other picture."""
    lit = light > DARK
    return float((lit & (around((other > DARK).astype(float), NEAR) < 1e-6)).sum() / lit.sum())


def spread(light: np.ndarray, other: np.ndarray) -> float:
    """Return the fraction of the light that is elsewhere in the other picture, both blurred."""
    a, b = (around(one, BLUR) / one.sum() for one in (light, other))
    return float(np.abs(a - b).sum() / 2)


def differences(name: str, frame: Frame) -> tuple[float, float]:
    """Return the distance of the light, and the difference of its distribution."""
    theirs, ours = photograph(name), picture(frame)
    return max(far(theirs, ours), far(ours, theirs)), spread(theirs, ours)


@pytest.mark.sample(0, slow=3)
@pytest.mark.parametrize("name", [name for _, name in PICTURES])
def test_mame_draws_what_we_draw(played: dict[str, list[Frame]], name: str) -> None:
    """Both pictures have the same light at the same places."""
    wrong = min(differences(name, frame) for frame in played[name])
    assert wrong[0] <= FAR_MAX
    assert wrong[1] <= SPREAD_MAX


@pytest.mark.slow
def test_comparison_sees_what_is_wrong(played: dict[str, list[Frame]]) -> None:
    """An offset of five pixels, leaning text and dim text are noticed."""
    frame = played["service-menu"][0]
    lines = frame.segments

    def changed(which: np.ndarray, columns: list[int], by: float,
                times: float = 1) -> tuple[float, float]:
        segments = lines.copy()
        for column in columns:
            segments[which, column] = segments[which, column] * times + by
        return differences("service-menu", replace(frame, segments=segments))

    everything = np.ones(len(lines), bool)
    top_row = lines[:, 1] > lines[:, 1].max() - 1
    text = lines[:, 4] > 0.9
    assert 0 < top_row.sum() < 20 < text.sum() < len(lines)
    assert changed(everything, [0], 0) == differences("service-menu", frame)
    pixel = 2 * analog.load(str(PRESET)).half_h / HEIGHT
    assert changed(everything, [1, 3], 5 * pixel)[0] > 10 * FAR_MAX
    assert changed(top_row, [3], 700)[0] > FAR_MAX
    assert changed(text, [4], 0, 0.3)[1] > differences("service-menu", frame)[1] + 0.03
