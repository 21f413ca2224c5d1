"""Draws a chart of cycles and vectors per frame, with the limits."""

import io
import os
from collections.abc import Sequence
from pathlib import Path

from ... import files
from ...chips.state import FRAME_CYCLES
from ...console.frame import Frame
from .limits import Limits, number

WIDTH, PANEL, LEFT, TOP, BOTTOM, RIGHT = 1000, 240, 90, 34, 30, 20
GROUND, GRID, TEXT, LINE, OVER, LIMIT = (
    (10, 14, 18), (38, 48, 56), (178, 196, 206), (120, 220, 255), (255, 96, 80), (255, 190, 80))
ROOM = 1.15             # above the highest value


def png(frames: Sequence[Frame], limits: Limits, path: Path) -> None:
    """Write the picture.  Errors: VecxError if the file cannot be written."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    pygame.font.init()
    font = pygame.font.Font(None, 20)
    judged = [frame for frame in frames if frame.index > 0]
    panels = ("work_cycles", "vectors", *(name for name in limits.most
                                          if name not in ("work_cycles", "vectors")))
    surface = pygame.Surface((WIDTH, PANEL * len(panels)))
    surface.fill(GROUND)
    for row, figure in enumerate(panels):
        limit = limits.most.get(figure, FRAME_CYCLES if figure == "work_cycles" else None)
        _panel(surface, font, judged, figure, limit, row * PANEL)
    data = io.BytesIO()
    pygame.image.save(surface, data, "chart.png")
    files.write(path, data.getvalue())


def _panel(surface: object, font: object, frames: Sequence[Frame], figure: str,
           limit: float | None, top: int) -> None:
    import pygame

    assert isinstance(surface, pygame.Surface) and isinstance(font, pygame.font.Font)
    values = [float(frame.budget[figure]) for frame in frames]
    most = (max([*values, limit or 0]) or 1) * ROOM
    width, height = WIDTH - LEFT - RIGHT, PANEL - TOP - BOTTOM

    def y(value: float) -> int:
        return top + TOP + height - round(value / most * height)

    worst = max(values, default=0.0)
    at = frames[values.index(worst)].index if values else 0
    title = f"{figure}: most {number(int(worst) if worst == int(worst) else worst)} in frame {at}"
    surface.blit(font.render(title, True, TEXT), (LEFT, top + 10))
    for share in (0, 0.25, 0.5, 0.75, 1):
        value = most / ROOM * share
        pygame.draw.line(surface, GRID, (LEFT, y(value)), (WIDTH - RIGHT, y(value)))
        label = font.render(f"{value:,.0f}" if most > 20 else f"{value:.2g}", True, TEXT)
        surface.blit(label, (LEFT - 8 - label.get_width(), y(value) - 7))
    step = width / max(1, len(values))
    for i, value in enumerate(values):
        x, wide = LEFT + int(i * step), max(1, int((i + 1) * step) - int(i * step))
        over = limit is not None and not value <= limit
        pygame.draw.rect(surface, OVER if over else LINE,
                         (x, y(value), wide, max(1, y(0) - y(value))))
    if limit is not None:
        pygame.draw.line(surface, LIMIT, (LEFT, y(limit)), (WIDTH - RIGHT, y(limit)))
    for i in sorted({0, len(values) // 2, len(values) - 1}):
        if 0 <= i < len(values):
            label = font.render(str(frames[i].index), True, TEXT)
            surface.blit(label, (LEFT + i * step - label.get_width() / 2, top + TOP + height + 8))
