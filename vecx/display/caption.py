"""Messages and help over the picture, in vector letters that the beam draws on the phosphor."""

import math
import textwrap
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..console.analog import preset
from ..console.frame import Frame
from . import letters
from .look import Look
from .phosphor import LINE_SPEED, Phosphor
from .screen import Line, Words

LARGEST = 0.0019        # of the picture's height: one unit of a letter, if there is room
WIDEST = 0.92           # of the picture
COLUMNS = 44            # of lines along the edges
GAP = 2                 # letters between a key and its description; twice that between pairs
EDGE = 10               # units around the words
BEHIND = 0.15           # of the picture's light stays visible behind text
CURRENT, FRAME_CURRENT = 0.8, 0.4       # of the beam
EDGES = 0.94            # of half the picture's height: where lines along the edges begin or end


class Strokes:
    """Blocks of text as strokes of the beam, with a box around each block; the strokes can be drawn
    like a Frame.

    boxes  x0 y0 x1 y1 from the middle, p
    """

    start_cycle = cycles = 0

    def __init__(self, half_w: float, half_h: float) -> None:
        self._half_w, self._half_h = half_w, half_h
        self.boxes: list[tuple[float, float, float, float]] = []
        self._rows: list[np.ndarray] = []

    @property
    def segments(self) -> np.ndarray:
        return np.concatenate(self._rows)

    def lay(self, lines: Sequence[Line], edge: float = 0.0) -> None:
        """Add a block of lines, either in the middle (framed) or along an edge (not framed).

        Args: edge  where the block begins (upper edge) or ends (lower edge), -1 to 1 of half the
                    picture's height, up positive; 0 is the middle
        """
        rows = [line if isinstance(line, tuple) else (line,) for line in lines]
        starts = [0.0]                  # of each column of the table
        table = [row for row in rows if len(row) > 1]
        for column in range(max(map(len, table), default=1)):
            starts.append(starts[-1] + GAP * letters.PITCH * (1 + column % 2) + max(
                (letters.width(row[column]) for row in table if column < len(row)), default=0))
        wide = max(letters.width(row[0]) if len(row) == 1
                   else starts[len(row) - 1] + letters.width(row[-1]) for row in rows)
        high = letters.ROW * (len(rows) - 1) + letters.HIGH
        unit = min(2 * self._half_h * LARGEST, 2 * self._half_w * WIDEST / (wide + 2 * EDGE),
                   2 * self._half_h * WIDEST / (high + 2 * EDGE))
        top = high / 2
        if edge:
            top = edge * self._half_h / unit + (high if edge < 0 else 0)
        found = []
        for number, row in enumerate(rows):
            y = top - letters.HIGH - number * letters.ROW
            if len(row) == 1:
                found += letters.strokes(row[0], -letters.width(row[0]) / 2, y)
                continue
            for text, start in zip(row, starts, strict=False):
                found += letters.strokes(text, start - wide / 2, y)
        self._add(np.array(found).reshape(-1, 4) * unit, CURRENT)
        box = ((-wide / 2 - EDGE) * unit, (top - high - EDGE) * unit,
               (wide / 2 + EDGE) * unit, (top + EDGE) * unit)
        self.boxes.append(box)
        if not edge:
            x0, y0, x1, y1 = box
            self._add(np.array([[x0, y0, x1, y0], [x1, y0, x1, y1], [x1, y1, x0, y1],
                                [x0, y1, x0, y0]]), FRAME_CURRENT)

    def _add(self, lines: np.ndarray, current: float) -> None:
        dwell = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1]) / LINE_SPEED
        rest = np.stack([np.full(len(dwell), current), 0 * dwell, np.maximum(dwell, 1)], 1)
        self._rows.append(np.concatenate([lines, rest], axis=1))


class Caption:
    """Draws text over a picture of a fixed size; the drawing is cached until the text changes."""

    def __init__(self, width: int, height: int, look: Look) -> None:
        self._size = width, height
        self._analog = preset("ideal")
        self._look = replace(look, glass=False, brightness=max(1.0, look.brightness))
        self._now = Words()
        self._light = np.zeros((0, 0), np.uint32)
        self._boxes: list[tuple[slice, slice]] = []

    def over(self, picture: np.ndarray, words: Words) -> np.ndarray:
        """Return a copy of a picture with text over it.

        Args: picture  uint32[height, width]
        """
        if words != self._now:
            self._now = words
            self._draw()
        result = picture.copy()
        for box in self._boxes:
            below = np.ascontiguousarray(result[box]).view(np.uint8)
            result[box] = (below * BEHIND).astype(np.uint8).view(np.uint32)
        if self._boxes:
            colours = result.view(np.uint8)
            np.maximum(colours, self._light.view(np.uint8), out=colours)
        return result

    def strokes(self, words: Words) -> np.ndarray:
        """Return the lines that the text is drawn with: float[n, 4], x0 y0 x1 y1 in pixels."""
        s = self._strokes(words).segments
        screen = Phosphor(*self._size, self._analog, self._look)
        return screen.lines(s)[:, :4]

    def _strokes(self, words: Words) -> Strokes:
        strokes = Strokes(self._analog.half_w, self._analog.half_h)
        if words.lines:
            strokes.lay(words.lines)
        for texts, edge in ((words.head, EDGES), (words.foot, -EDGES)):
            rows = [row for line in texts for row in textwrap.wrap(line, COLUMNS)]
            if rows:
                strokes.lay(rows, edge)
        return strokes

    def _draw(self) -> None:
        words = self._strokes(self._now)
        screen = Phosphor(*self._size, self._analog, self._look)
        self._boxes = []
        for x0, y0, x1, y1 in words.boxes:
            corners = screen.lines([(x0, y0, x1, y1, 0, 0, 0)])[0, :4].reshape(2, 2)
            (left, right), (top, bottom) = np.sort(corners.T)
            self._boxes.append((slice(max(0, int(top)), max(0, math.ceil(bottom))),
                                slice(max(0, int(left)), max(0, math.ceil(right)))))
        if words.boxes:
            frame: Frame = words        # type: ignore[assignment]
            screen.draw([frame])
            screen.settle()
        self._light = screen.image()
