"""Limits for the cost of frames, and a search for frames that exceed them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from ...console.frame import Frame

# The limits with their own names, and their figures.
NAMED = {"max_cycles": "work_cycles", "max_vectors": "vectors", "max_drift": "max_drift_err"}


@dataclass(frozen=True)
class Limits:
    """Limits for the cost of a frame; None is unlimited, and NaN exceeds every limit.

    max_cycles   limits work_cycles
    max_vectors  limits vectors
    max_drift    limits max_drift_err, in screen units
    others       (figure of `Budget`, limit) for any other figure

    >>> m = Machine("connect4", preset="ideal")
    >>> limits = Limits(max_cycles=30_000, others=(("strokes", 5),))
    >>> limits.most
    {'work_cycles': 30000, 'strokes': 5}
    >>> limits.exceeded_by(m.run_frames(300)[-1])
    ['strokes ... > 5']
    >>> limits.as_dict()["max_strokes"]
    5
    """

    max_cycles: float | None = None
    max_vectors: float | None = None
    max_drift: float | None = None
    others: tuple[tuple[str, float], ...] = ()

    @property
    def most(self) -> dict[str, float]:
        """The limited figures and their limits."""
        named = {figure: getattr(self, name) for name, figure in NAMED.items()}
        return {name: limit for name, limit in (*named.items(), *self.others) if limit is not None}

    def exceeded_by(self, frame: Frame) -> list[str]:
        """Return a phrase for each limit that a frame exceeds."""
        return [f"{name} {number(frame.budget[name])} > {number(limit)}"
                for name, limit in self.most.items() if not frame.budget[name] <= limit]

    def as_dict(self) -> dict[str, float | None]:
        """Return the limits for a JSON report.

        Every field is included, even if it is None; the limits in `others` are named `max_NAME`.
        """
        named = {name: value for name, value in asdict(self).items() if name != "others"}
        return named | {f"max_{name}": limit for name, limit in self.others}


def number(value: float) -> str:
    if not isinstance(value, float):
        return f"{value:,}"
    return f"{value:,.1f}" if value == 0 or not abs(value) < 0.05 else f"{value:g}"


def faults(frames: Sequence[Frame], limits: Limits) -> list[tuple[Frame, list[str]]]:
    """Return the frames that exceed a limit; frame 0, which starts at reset, is not checked.

    >>> m = Machine("connect4", preset="ideal")
    >>> found = faults(m.run_frames(300), Limits(max_vectors=5))
    >>> len(found) > 10, found[0][1]
    (True, ['vectors ... > 5'])
    """
    found = [(frame, limits.exceeded_by(frame)) for frame in frames if frame.index > 0]
    return [(frame, phrases) for frame, phrases in found if phrases]
