"""What one frame drew and what it cost.

A frame runs from one write of T2's high byte to the next.  Work ends at the first IFR read of the
uninterrupted run of polls that ends in that write.  A frame that reaches 120,000 cycles is cut
there, and then every 30,000, until the next such write.
"""

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..chips.state import (
    A_DOTS,
    A_DRAWS,
    ACCOUNT,
    CYCLES_PER_SECOND,
    F_CUT,
    F_END,
    F_OVERRUN,
    F_START,
    F_WORK,
    FRAME_COLUMNS,
)
from .svg import drawing


@dataclass(frozen=True, slots=True)
class Budget:
    """The account of a frame; docs/budget.md defines every figure.  From draws on they are ACCOUNT.

    Cycles are E cycles; travel is in p; drift in screen units of 127 p.  Counts (draws, moves,
    dots, vectors) come from the VIA's wires and are the same in every preset.
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


@dataclass(frozen=True, eq=False)
class Frame:
    """One frame; frames are equal where all of this is.

    segments     float32[n, 7]: x0 y0 x1 y1 z t0 t1; p with the centre 0, right and up positive;
                 z 0..1; t in cycles from the start of the frame.  Lit lines and dots only
    causes       int64[n, 2]: PC and cycle of the VIA write that began each segment
    index        0 is what runs from reset to the first write of T2's high byte
    start_cycle  absolute; cycles: its length
    account      a row of the board's frames, what `budget` is made of
    """

    index: int
    start_cycle: int
    cycles: int
    segments: np.ndarray
    causes: np.ndarray
    account: np.ndarray

    @cached_property
    def budget(self) -> Budget:
        """The frame's account."""
        row = self.account
        figures: list[Any] = [kind(figure) for kind, figure
                              in zip(_KINDS, row[FRAME_COLUMNS:].tolist(), strict=True)]
        work = int(row[F_WORK])
        return Budget(work, self.cycles - work, self.cycles, bool(row[F_OVERRUN]),
                      CYCLES_PER_SECOND / self.cycles if self.cycles else 0.0,
                      figures[A_DRAWS] + figures[A_DOTS], *figures)

    @property
    def cut(self) -> bool:
        """True where a frame without an end was cut."""
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

    def _repr_svg_(self) -> str:
        """Return the picture, for notebooks."""
        return drawing(self.segments, title=f"frame {self.index}: {self.budget.vectors} vectors, "
                                            f"{self.budget.work_cycles} cycles of work")

    def as_dict(self) -> dict[str, Any]:
        """Return the frame as plain data for JSON."""
        return {"index": self.index, "start_cycle": self.start_cycle, "cycles": self.cycles,
                "segments": np.round(self.segments.astype(float), 3).tolist(),
                "budget": asdict(self.budget)}


_FRACTIONS = frozenset(("beam_on_cycles", "travel_lit", "travel_dark", "max_drift_err",
                        "max_ramp_err"))
_KINDS = tuple(float if name in _FRACTIONS else int for name in ACCOUNT)


def frame_from_row(index: int, account: np.ndarray, segments: np.ndarray,
                   causes: np.ndarray) -> Frame:
    """Make a frame from its row of the board's frames, and its segments with their causes."""
    start = int(account[F_START])
    return Frame(index, start, int(account[F_END]) - start, segments, causes, account)
