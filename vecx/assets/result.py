"""The results of a conversion: lines of source, and a report about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from asm.assembler.conversion import Conversion

from . import forms
from .curves import Point, deviation
from .forms import UNIT, Form, Step
from .measure import Measured


class Result(NamedTuple):
    """A conversion, and its report.

    report   returns a table of its figures
    picture  returns an SVG file: what is drawn, over the original; None for sounds
    preview  returns a WAV file; None for drawings
    """

    conversion: Conversion
    report: Callable[[], str]
    picture: Callable[[], str] | None = None
    preview: Callable[[], bytes] | None = None


class Outline(NamedTuple):
    """A sub-path of the drawing, in units from the drawing's origin; up and right are positive.

    points  closely spaced on the curve; for lines, their ends
    """

    points: list[Point]
    light: int
    name: str
    source: int


@dataclass(frozen=True)
class Made:
    """A vector list and its measurements.

    label, form, scale, steps  what draws it, and how
    rows       of bytes
    measured   a call on `ideal`
    """

    label: str
    form: Form
    scale: int
    steps: list[Step]
    rows: list[forms.Row]
    measured: Measured
    outlines: list[Outline] = field(repr=False)

    @cached_property
    def deviation(self) -> float:
        """The largest distance between the lines that the machine drew and the original, in
        units."""
        drawn = [[(x0, y0), (x1, y1)] for x0, y0, x1, y1
                 in (self.measured.segments[:, :4] / UNIT).tolist() if (x0, y0) != (x1, y1)]
        exact = [one.points for one in self.outlines]
        return max(deviation(drawn, exact), deviation(exact, drawn))

    @property
    def vectors(self) -> int:
        return sum(step.kind == forms.LINE for step in self.steps)

    @property
    def moves(self) -> int:
        return sum(step.kind == forms.MOVE for step in self.steps)

    @property
    def size(self) -> int:
        return sum(row[0].count(",") + 1 for row in self.rows)

    @property
    def drift(self) -> float:
        """The largest drift on the preset `worn`, in units."""
        return forms.drift_of(self.steps, self.scale, self.form)[0]

    def summary(self) -> tuple[str, str]:
        """Return the figures of the list in two lines."""
        return (f"{self.vectors} vectors, {self.moves} moves, {self.measured.cycles:,} cycles",
                f"{self.size} bytes, deviation {self.deviation:.2f}, drift {self.drift:.1f}")
