"""Converts light to character cells, each of which has a character and a shade.

A cell of braille has 2 x 4 dots, all of one colour; one of half blocks has two pixels, one above
the other, of a colour each.  Both are square where a cell is twice as high as wide.
"""

import math

import numpy as np

from .look import COLOURS, Colour

BRAILLE, BLOCKS = "braille", "blocks"
DOTS = {BRAILLE: (2, 4), BLOCKS: (1, 2)}        # of a cell, across and down
# The bit of each dot in a braille character, by row and column [Unicode, Braille Patterns].
BITS = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]], np.uint8)
BRAILLE_FIRST, UPPER_HALF = 0x2800, "\u2580"
LEVELS = 24             # shades of the phosphor; 0 is dark
DARK = 0.03             # light below this is not seen
SHARE = 0.4             # of a cell's brightest dot: dots at least this bright are lit as well
SOFTNESS = 1.7          # as the palette of the picture
# A part of the colour is the shade to the power POWER, or more if the phosphor has less of it.
POWER, POWER_STEP, COLOUR_MIN = 0.55, 1.22, 0.01


def shades(light: np.ndarray) -> np.ndarray:
    """Return the shade of light, 0 to LEVELS - 1; visible light never gets shade 0."""
    strength = 1 - np.exp(-SOFTNESS * light)
    return np.where(light > DARK, 1 + np.minimum(LEVELS - 2, strength * (LEVELS - 1)),
                    0).astype(np.uint8)


def braille(light: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the characters and shades of cells.

    Args:    light  float[4 rows, 2 columns]
    Returns: uint8[rows, columns]: the dots of each braille character; uint8[rows, columns]: shade
    """
    rows, columns = light.shape[0] // 4, light.shape[1] // 2
    cells = light.reshape(rows, 4, columns, 2).transpose(0, 2, 1, 3)
    brightest = cells.max(axis=(2, 3))
    lit = (cells > np.maximum(DARK, SHARE * brightest)[:, :, None, None])
    return (lit * BITS).sum(axis=(2, 3), dtype=np.uint8), shades(brightest)


def blocks(light: np.ndarray) -> np.ndarray:
    """Return the shades of the upper and lower pixels: uint8[2, rows, columns].

    Args: light  float[2 rows, columns]
    """
    return shades(light).reshape(-1, 2, light.shape[1]).transpose(1, 0, 2)


def colours(count: int, phosphor: Colour = COLOURS["bluish"]) -> list[str]:
    """Return, for each shade, the parameters that follow `38;` or `48;` in the terminal's colour
    sequence.

    Args: count     colours of the terminal: 256, or more for 24-bit colours
          phosphor  its colour; the brighter the shade, the whiter, as in `make_palette`
    """
    powers = [POWER - POWER_STEP * math.log(max(part, COLOUR_MIN)) for part in phosphor]
    found = []
    for shade in range(LEVELS):
        strength = shade / (LEVELS - 1)
        red, green, blue = (round(255 * strength ** power) for power in powers)
        if count > 256:
            found.append(f"2;{red};{green};{blue}")
        else:
            cube = [round(value / 255 * 5) for value in (red, green, blue)]
            found.append(f"5;{16 + 36 * cube[0] + 6 * cube[1] + cube[2]}")
    return found
