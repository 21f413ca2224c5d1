"""Pictures of environments: grey ones as observations, coloured ones as arrays and in a window."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..console.analog import Analog
from ..console.frame import Frame
from ..display import light
from ..display.look import Look
from ..display.phosphor import FRAME_CYCLES, SLOW_SHARE, Phosphor
from ..display.picture import picture_of

SIZE = 300, 375         # px


class Grey:
    """Draws frames in grey: the root of the light of lines of one pixel, as a screen without halos
    shows it when the frames repeat.

    Args: width, height  pixels;  analog  maps positions to places, as in Phosphor

    >>> from vecx import Machine
    >>> machine = Machine("connect4", preset="ideal")
    >>> picture = Grey(84, 105, machine.analog).of(machine.run_frames(300)[-4:])
    >>> picture.shape, picture.dtype, int(picture.max()) > 100
    ((105, 84), dtype('uint8'), True)
    """

    def __init__(self, width: int, height: int, analog: Analog) -> None:
        self._phosphor = screen = Phosphor(width, height, analog, Look(glow=0))
        (quick, quick_left), (slow, slow_left) = screen.shares(FRAME_CYCLES)
        # How bright the light of a frame is seen that repeats.
        self._seen = (1 - SLOW_SHARE) * quick / (1 - quick_left) \
            + SLOW_SHARE * slow / (1 - slow_left)
        self._light = np.zeros((height + 1, width + 1), np.float32)

    def of(self, frames: Sequence[Frame]) -> np.ndarray:
        """Return the mean of some frames: uint8[height, width]."""
        self._light[:] = 0
        for frame in frames:
            if len(frame.segments):
                light.thin(self._light, self._phosphor.lines(frame.segments, frame.start_cycle))
        scale = np.float32(self._seen / max(1, len(frames)) * 255 ** 2)
        squares = np.minimum(self._light[:-1, :-1] * scale, np.float32(255 ** 2))
        return np.sqrt(squares, out=squares).astype(np.uint8)


def colours_of(frames: Sequence[Frame], analog: Analog) -> np.ndarray:
    """Return what a screen shows after some frames, as uint8[height, width, 3]."""
    picture = picture_of(list(frames), analog, *SIZE)
    return np.stack([picture >> shift & 0xFF for shift in (16, 8, 0)], axis=-1).astype(np.uint8)


class Window:
    """A window of the size SIZE, which opens when it shows the first picture.

    >>> from vecx.learning.picture import Window
    >>> Window().close()        # nothing was shown
    """

    def __init__(self) -> None:
        self._surface: Any = None

    def show(self, colours: np.ndarray) -> None:
        import pygame

        if self._surface is None:
            pygame.display.init()
            pygame.display.set_caption("vecx")
            self._surface = pygame.display.set_mode(SIZE)
        self._surface.blit(pygame.image.frombuffer(colours.tobytes(), SIZE, "RGB"), (0, 0))
        pygame.event.pump()
        pygame.display.flip()

    def close(self) -> None:
        if self._surface is not None:
            import pygame

            pygame.display.quit()
            self._surface = None
