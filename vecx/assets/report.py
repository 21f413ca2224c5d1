"""The report about a drawing: a table, and a picture of the lists over the original."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from .curves import Point
from .forms import DRIFTS, LINE, MOVE, UNIT, ZERO
from .result import Made

MARGIN = 10                 # units around the picture
ROW, LETTER = 6, 2.6        # height of a row of text, and the average width of a letter
ORIGINAL, DRAWN, MOVED, END = "#c8c8c8", "#0a7d32", "#d08000", "#b00020"


def table(made: Sequence[Made]) -> str:
    """Return the figures of some vector lists as a text table with a line for each list.

    Deviation and drift are in screen units.
    """
    rows: list[tuple[str, ...]] = [("list", "form", "scale", "vectors", "moves", "cycles", "bytes",
                                    "deviation", *(f"drift_{preset}" for preset in DRIFTS))]
    rows += [(one.label, one.form.name, str(one.scale), str(one.vectors), str(one.moves),
              f"{one.measured.cycles:,}", f"{one.size:,}", f"{one.deviation:.2f}",
              *_drifts(one.drift)) for one in made]
    if len(made) > 1:
        rows.append(("all", "", "", *(f"{sum(values):,}" for values in zip(*(
            (one.vectors, one.moves, one.measured.cycles, one.size) for one in made), strict=True)),
            f"{max(one.deviation for one in made):.2f}",
            *_drifts(max(one.drift for one in made))))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(
        cell.ljust(width) if number < 2 else cell.rjust(width)
        for number, (cell, width) in enumerate(zip(row, widths, strict=True))).rstrip()
        for row in rows)


def _drifts(worn: float) -> list[str]:
    return [f"{part * worn:.1f}" for part in DRIFTS.values()]


def picture(made: Sequence[Made]) -> str:
    """Return an SVG file that shows each list over its original, with moves and the ends of
    vectors."""
    boxes = [_box(one) for one in made]
    width = sum(right - left + 2 * MARGIN for left, right, _, _ in boxes)
    height = max(top - bottom + 2 * MARGIN for _, _, bottom, top in boxes) + 3 * ROW
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.2f} {height:.2f}" '
             f'width="{4 * width:.0f}" height="{4 * height:.0f}" font-family="sans-serif" '
             f'font-size="5"><rect width="100%" height="100%" fill="#fff"/>']
    x = 0.0
    for one, (left, right, _, top) in zip(made, boxes, strict=True):
        parts.append(f'<g transform="translate({x + MARGIN - left:.2f} {top + MARGIN:.2f})">')
        parts += _drawing(one)
        parts.append("</g>")
        parts += [f'<text x="{x + MARGIN:.2f}" y="{height - ROW * row:.2f}">{escape(text)}</text>'
                  for row, text in enumerate(reversed(_caption(one)), 1)]
        x += right - left + 2 * MARGIN
    return "\n".join([*parts, "</svg>\n"])


def _caption(one: Made) -> tuple[str, ...]:
    return one.label, *one.summary()


def _box(one: Made) -> tuple[float, float, float, float]:
    """Return the left, right, lower and upper edge of a list, with room for its text."""
    points = [point for line in one.outlines for point in line.points]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), max(max(xs), min(xs) + LETTER * max(map(len, _caption(one)))), min(ys), max(ys)


def _drawing(one: Made) -> Iterator[str]:
    for line in one.outlines:
        yield _polyline(line.points, ORIGINAL, 2.0, line.name)
    at = (0.0, 0.0)
    ends = [at]
    for step in one.steps:
        if step.kind == ZERO:
            at = (0.0, 0.0)
        elif step.kind in (LINE, MOVE):
            after = (at[0] + step.dx * one.scale / UNIT, at[1] + step.dy * one.scale / UNIT)
            lit = step.kind == LINE
            yield _polyline([at, after], DRAWN if lit else MOVED, 0.5, step.name if lit else "move",
                            dashes=not lit)
            at = after
            ends.append(at)
    for x, y in dict.fromkeys(ends):
        yield f'<circle cx="{x:.2f}" cy="{-y:.2f}" r="0.8" fill="{END}"/>'


def _polyline(points: Sequence[Point], colour: str, width: float, title: str, *,
              dashes: bool = False) -> str:
    text = " ".join(f"{x:.2f},{-y:.2f}" for x, y in points)
    return (f'<polyline points="{text}" fill="none" stroke="{colour}" stroke-width="{width}"'
            + ' stroke-dasharray="2"' * dashes + f"><title>{escape(title)}</title></polyline>")
