"""Pictures of environments: as arrays, and in a window."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..console.analog import Analog
from ..console.frame import Frame
from ..display.picture import picture_of

SIZE = 300, 375         # px


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
