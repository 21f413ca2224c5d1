"""The web machine equals the native one in every bit of picture, account, sound and state.

It runs under wasmtime, without a browser.
"""

import random
from itertools import cycle

import numpy as np
import pytest

from tests.vecx.chance_code import image_of
from tests.vecx.web.hosted import Hosted
from vecx.console.inputs import button_input, stick_inputs
from vecx.machine import Machine

PROGRAMS = {"connect4": "connect4", "reversi": "reversi", "service": None, "chance": image_of(3)}
PRESETS = ("ideal", "hardware", "worn")
EACH_FRAMES = 7         # average distance between inputs
KEPT_FRAMES = 50        # distance between comparisons of the whole record and RAM


def an_input(chance):
    """Return kind and value of a random input."""
    if chance.random() < 0.4:
        return stick_inputs(*chance.choice(((-1, 0), (1, 0), (0, 1), (0, -1), (0, 0))), 1)
    return [button_input(chance.randint(1, 4), 1, chance.random() < 0.6)]


def compare(program, preset, frames):
    native = Machine(PROGRAMS[program], preset=preset, seed=5)
    web = Hosted(native)
    chance = random.Random(11)
    drawn = 0
    for number in range(frames):
        if number > 3 and chance.randrange(EACH_FRAMES) == 0:
            for what, value in an_input(chance):
                native.enter(what, value)
                web.enter(what, value)
        native.take_sound()
        frame = native.run_frames(1)[0]
        sound = native.take_sound()
        segments, causes, account, writes, heard = web.frame()
        where = f"{program}, {preset}, frame {number}"
        assert np.array_equal(frame.segments.view(np.uint32), segments.view(np.uint32)), where
        assert np.array_equal(frame.causes, causes), where
        assert frame.account.tobytes() == account.tobytes(), where
        assert np.array_equal(sound, writes), where
        assert sound.edges.tobytes() == heard.tobytes(), where
        if number % KEPT_FRAMES == 0 or number == frames - 1:
            assert native.chips.packed() == web.m.tobytes(), where
            assert native.read(0xC800, 1024) == web.board["mem"][0, 0xC800:0xCC00].tobytes(), where
        drawn += len(segments)
    return drawn


@pytest.mark.sample(2)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("program", PROGRAMS)
def test_equal_for_some_frames(program, preset):
    """Web and native machine are equal for some frames."""
    assert compare(program, preset, 300) > (0 if program == "chance" else 3_000)


@pytest.mark.sample(0, slow=2)
@pytest.mark.parametrize("frames", [1_500, pytest.param(10_000, marks=pytest.mark.nightly)])
@pytest.mark.parametrize(("program", "preset"), [*zip(PROGRAMS, cycle(PRESETS))])
def test_equal_for_thousands_of_frames(program, preset, frames):
    """Web and native machine are equal for thousands of frames with random inputs."""
    assert compare(program, preset, frames) > (0 if program == "chance" else 10 * frames)
