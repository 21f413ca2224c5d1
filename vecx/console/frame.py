"""What one frame drew and cost, and the drawing of segments as SVG.

A frame runs from one write of T2's high byte to the next.  Work ends at the first IFR read of the
uninterrupted run of polls that ends in that write.  A frame that reaches 120,000 cycles is cut
there, and then every 30,000, until the next such write.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..chips.account import COUNTED, FRAME_COLUMNS
from ..chips.state import CYCLES_PER_SECOND, F_CUT, F_END, F_OVERRUN, F_START, F_WORK
from .difference import Difference, compared

# Of a drawing.
HALF_W, HALF_H = 18_000, 22_500     # p, half the screen of the preset `hardware`
WIDTH = 300                         # of the drawing as a notebook shows it, px
LINE = 130                          # width of a stroke, p: a screen unit
GROUND, LIGHT = "#04080a", "#9fe8ff"


@dataclass(frozen=True, slots=True)
class Budget:
    """The account of a frame: DERIVED and ACCOUNT of chips/account.py; docs/budget.md defines the
    figures.

    Cycles are E cycles; travel is in p; drift in screen units of 127 p.  Counts (draws, moves,
    dots, vectors) come from the VIA's wires and are the same in every preset.

    >>> m = Machine("connect4", preset="ideal")
    >>> budget = m.run_frames(300)[-1].budget
    >>> budget.vectors == budget.draws + budget.dots, budget["overrun"]
    (True, False)
    >>> budget.work_cycles + budget.wait_cycles == budget.cycles
    True
    """

    work_cycles: int
    wait_cycles: int
    cycles: int
    overrun: bool
    hz: float
    vectors: int
    draws: int
    moves: int
    dots: int
    strokes: int
    raster_cells: int
    beam_on_cycles: float
    travel_lit: float
    travel_dark: float
    zero_pulses: int
    zref_refreshes: int
    max_cycles_since_zero: int
    max_draws_since_zero: int
    max_drift_err: float
    max_ramp_err: float
    short_zero: int
    y_wait_violations: int
    sr_stall_risk: int
    psg_writes: int
    dac_samples: int
    rom_writes: int

    def __getitem__(self, name: str) -> Any:
        """Return a figure by its name."""
        return getattr(self, name)

    def _repr_html_(self) -> str:
        rows = (f"<tr><td>{name}</td><td>{figure:,}</td></tr>"
                for name, figure in asdict(self).items())
        return f"<table>{''.join(rows)}</table>"


@dataclass(frozen=True, eq=False)
class Frame:
    """One frame.  Two frames are equal if all these fields are equal.

    segments     float32[n, 7]: x0 y0 x1 y1 z t0 t1; p with the centre 0, right and up positive;
                 z 0..1; t in cycles from the start of the frame.  Lit lines and dots only
    causes       int64[n, 2]: PC and cycle of the VIA write that began each segment
    index        0 is the frame from reset to the first write of T2's high byte
    account      a row of the board's frames, from which the other attributes are computed

    >>> m = Machine("connect4", preset="ideal")
    >>> frame = m.run_frames(300)[-1]
    >>> frame.index, frame.segments.shape[1], frame.causes.shape[1], frame.cut
    (299, 7, 2, False)
    >>> sorted(frame.as_dict())
    ['budget', 'cycles', 'index', 'segments', 'start_cycle']
    """

    index: int
    segments: np.ndarray
    causes: np.ndarray
    account: np.ndarray

    @cached_property
    def start_cycle(self) -> int:
        """The first cycle of the frame, counted from power-on."""
        return int(self.account[F_START])

    @cached_property
    def cycles(self) -> int:
        """The length of the frame."""
        return int(self.account[F_END]) - self.start_cycle

    @cached_property
    def budget(self) -> Budget:
        """The figures of the frame's account."""
        row = self.account
        counted = {column.name: figure if column.kind == "f" else int(figure) for column, figure
                   in zip(COUNTED, row[FRAME_COLUMNS:].tolist(), strict=True)}
        work = int(row[F_WORK])
        return Budget(work_cycles=work, wait_cycles=self.cycles - work, cycles=self.cycles,
                      overrun=bool(row[F_OVERRUN]),
                      hz=CYCLES_PER_SECOND / self.cycles if self.cycles else 0.0,
                      vectors=counted["draws"] + counted["dots"], **counted)

    @property
    def cut(self) -> bool:
        """True if the frame was cut because the program did not end it."""
        return bool(self.account[F_CUT])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Frame):
            return NotImplemented
        return (self.index, self.start_cycle, self.cycles) == \
            (other.index, other.start_cycle, other.cycles) \
            and np.array_equal(self.account, other.account) \
            and np.array_equal(self.segments, other.segments) \
            and np.array_equal(self.causes, other.causes)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return (f"Frame(index={self.index}, start_cycle={self.start_cycle}, cycles={self.cycles}, "
                f"{len(self.segments)} segments, {self.budget.vectors} vectors)")

    def difference(self, other: "Frame", tolerance: float = 1.0) -> Difference:
        """Return how the segments differ from those of another frame.

        Args: tolerance  distance at which two ends count as equal, in screen units of 127 p

        >>> m = Machine("connect4", preset="ideal")
        >>> one, two = m.run_frames(300)[-2:]
        >>> one.difference(two).words()
        '... segments removed, ... new, ... unchanged'
        """
        old, new = (frame.segments[:, :5].astype(float) for frame in (self, other))
        return compared(old, new, tolerance, other.index, other.start_cycle)

    def same_as(self, other: "Frame", tolerance: float = 1.0) -> bool:
        """Return whether another frame draws the same strokes, in any order; see `difference`.

        >>> m = Machine("connect4", preset="ideal")
        >>> one, two = m.run_frames(300)[-2:]
        >>> one.same_as(two), one.same_as(two, tolerance=300), one.same_as(one)
        (False, False, True)
        """
        return not self.difference(other, tolerance).differs

    def _repr_svg_(self) -> str:
        return drawing(self.segments, title=f"frame {self.index}: {self.budget.vectors} vectors, "
                                            f"{self.budget.work_cycles} cycles of work")

    def as_dict(self) -> dict[str, Any]:
        """Return the frame as plain data for JSON."""
        return {"index": self.index, "start_cycle": self.start_cycle, "cycles": self.cycles,
                "segments": np.round(self.segments.astype(float), 3).tolist(),
                "budget": asdict(self.budget)}


def through_imager(frame: Frame, turned: Callable[[np.ndarray], np.ndarray], eye: str) -> Frame:
    """Return the part of a frame that an eye sees through the 3D imager.

    Args: turned  returns the angle of the wheel in a cycle, 0..1;  eye  right, or left
    """
    at = turned(frame.start_cycle + frame.segments[:, 5].astype(float))
    seen = (at < 0.5) == (eye == "right")
    return replace(frame, segments=frame.segments[seen], causes=frame.causes[seen])


def drawing(segments: np.ndarray, half_w: float = HALF_W, half_h: float = HALF_H,
            title: str = "") -> str:
    """Return segments as an SVG document, for notebooks and files.

    A stroke is a line whose opacity is its brightness; a dot is a line without length and a round
    end.

    Args: segments  float32[n, 7] as in a Frame
          half_w, half_h  half the screen, p
          title  text for screen readers
    """
    rows = [f'<path d="M{x0:.0f} {-y0:.0f}L{x1:.0f} {-y1:.0f}" opacity="{max(0.15, z):.2f}"/>'
            for x0, y0, x1, y1, z in np.asarray(segments)[:, :5].tolist()]
    box = f"{-half_w:.0f} {-half_h:.0f} {2 * half_w:.0f} {2 * half_h:.0f}"
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{WIDTH}" '
            f'height="{WIDTH * half_h / half_w:.0f}"><title>{title}</title>'
            f'<rect x="{-half_w:.0f}" y="{-half_h:.0f}" width="100%" height="100%" '
            f'fill="{GROUND}"/><g stroke="{LIGHT}" stroke-width="{LINE}" '
            f'stroke-linecap="round">{"".join(rows)}</g></svg>')
