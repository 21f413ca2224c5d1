"""A frame as an SVG drawing: lines are brighter where the beam was slower."""

import numpy as np

from ..console.analog import Analog
from ..console.frame import Frame
from ..display.light import POWER
from ..display.phosphor import LINE_SPEED, Phosphor
from ..display.picture import HEIGHT, WIDTH

STROKE = 2.2            # of the drawing's units, WIDTH x HEIGHT
SOFTNESS = 1.7          # as the phosphor's palette
DOT_P = 40.0            # added to the length of a line for its brightness, because a dot has none
HEAD = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">
<rect width="{WIDTH}" height="{HEIGHT}" fill="#000"/>
<g stroke="#cfe4ff" stroke-width="{STROKE}" stroke-linecap="round" fill="none">
"""


def svg_of(frame: Frame, analog: Analog) -> str:
    """Return a frame as SVG: a line for each lit segment; a dot is a line of length 0.

    >>> m = Machine("connect4", preset="ideal")
    >>> svg_of(m.run_frames(300)[-1], m.analog)[:4]
    '<svg'
    """
    s = frame.segments.astype(np.float64)
    screen = Phosphor(WIDTH, HEIGHT, analog)
    x0, y0, x1, y1, light = screen.lines(s, frame.start_cycle).T
    length = np.hypot(s[:, 2] - s[:, 0], s[:, 3] - s[:, 1]) + DOT_P
    # Light for each p of the line, where LINE_SPEED gives 1.
    light *= LINE_SPEED / screen.tube[POWER] / length
    strength = 1 - np.exp(-SOFTNESS * light)
    rows = [f'<path d="M{a:.2f} {b:.2f}L{c:.2f} {d:.2f}" stroke-opacity="{o:.3f}"/>'
            for a, b, c, d, o in np.stack([x0, y0, x1, y1, strength], axis=1).tolist()]
    return HEAD + "\n".join([*rows, "</g>", "</svg>", ""])
