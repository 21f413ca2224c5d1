"""The pictures that the core should show, made by `Machine` and `Phosphor`."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np

from tests.vecx.libretro.host import run_to
from vecx.console import roms
from vecx.display.phosphor import Phosphor
from vecx.machine import Machine


def path_of(game):
    return roms.DATA / f"{game}.bin"


class Painter:
    """A machine and a phosphor that show what the core shows."""

    def __init__(self, game, size, preset="hardware", look=None):
        self.machine = Machine(game, preset=preset)
        self.phosphor = Phosphor(*size, self.machine.analog, look)
        self.drawn = 0      # segments of the unfinished frame

    def picture(self, frame):
        """Run to a frame; return its picture as `Front.picture`."""
        run_to(self.machine, frame)
        output, parts = self.machine.output, []
        for ended in output.take_frames():
            parts.append(replace(ended, segments=ended.segments[self.drawn:]))
            self.drawn = 0
        rest = output.segments()[0]
        parts.append(SimpleNamespace(segments=rest[self.drawn:],
                                     start_cycle=self.machine.chips.state.drawn_from))
        self.drawn = len(rest)
        self.phosphor.draw(parts)
        return channels(self.phosphor.image())


def channels(picture):
    return np.stack([picture >> 16 & 255, picture >> 8 & 255, picture & 255], 2).astype(int)
