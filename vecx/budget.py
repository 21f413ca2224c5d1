"""What a run cost: limits, verdict, table."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from asm.debuginfo import Where

from .frame import Frame

FORMAT = "vecx-budget/1"
LINES_SHOWN = 20
SHOWN = ("work_cycles", "cycles", "vectors", "draws", "moves", "dots", "strokes", "max_drift_err",
         "max_draws_since_zero")


@dataclass(frozen=True)
class Limits:
    """What a frame may cost at most; None is no limit, and what is not a number exceeds every one.

    max_cycles   limits work_cycles
    max_vectors  limits vectors
    max_drift    limits max_drift_err, in screen units
    """

    max_cycles: int | None = None
    max_vectors: int | None = None
    max_drift: float | None = None

    def exceeded_by(self, frame: Frame) -> list[str]:
        """Return a phrase for each limit that a frame exceeds."""
        checks = (("work_cycles", self.max_cycles), ("vectors", self.max_vectors),
                  ("max_drift_err", self.max_drift))
        return [f"{name} {number(frame.budget[name])} > {number(limit)}"
                for name, limit in checks if limit is not None and not frame.budget[name] <= limit]


def number(value: float) -> str:
    """Write a figure as people read it."""
    if not isinstance(value, float):
        return f"{value:,}"
    return f"{value:,.1f}" if value == 0 or not abs(value) < 0.05 else f"{value:g}"


def faults(frames: Sequence[Frame], limits: Limits) -> list[tuple[Frame, list[str]]]:
    """Return the frames that exceed a limit; frame 0, from reset on, is outside any verdict."""
    found = [(frame, limits.exceeded_by(frame)) for frame in frames if frame.index > 0]
    return [(frame, phrases) for frame, phrases in found if phrases]


def table(frames: Sequence[Frame]) -> str:
    """Return least, mean and most of the main figures, and the frame of the most."""
    judged = [frame for frame in frames if frame.index > 0]
    lines = [f"{'per frame':<16}{'least':>12}{'mean':>12}{'most':>12}   in frame"]
    for name in SHOWN:
        values = [frame.budget[name] for frame in judged]
        if not values:
            continue
        most = max(judged, key=lambda frame: frame.budget[name])
        mean = sum(values) / len(values)
        mean_text = f"{mean:,.1f}"
        lines.append(f"{name:<16}{number(min(values)):>12}{mean_text:>12}"
                     f"{number(most.budget[name]):>12}   {most.index}")
    overruns = [frame.index for frame in judged if frame.budget.overrun]
    cut = [frame.index for frame in judged if frame.cut]
    lines.append(f"{len(judged)} frames, {len(overruns)} overrun"
                 + (f" (first: {overruns[0]})" if overruns else "")
                 + (f", {len(cut)} cut because no refresh came (first: {cut[0]})" if cut else ""))
    return "\n".join(lines)


def line_table(frames: Sequence[Frame], where: Callable[[int], Where]) -> str:
    """Return the source lines that drew most: the instructions whose writes began the strokes.

    Args: where  file, line and routine of an address, `Machine.where`
    """
    judged = [frame for frame in frames if frame.index > 0]
    if not judged:
        return "no frames"
    segments = np.concatenate([frame.segments for frame in judged]).astype(np.float64)
    causes = np.concatenate([frame.causes[:, 0] for frame in judged])
    travel = np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1])
    places, number = np.unique(causes, return_inverse=True)
    strokes = np.bincount(number, minlength=len(places))
    lit = np.bincount(number, segments[:, 6] - segments[:, 5], len(places))
    far = np.bincount(number, travel, len(places))
    lines = [f"{'strokes':>10}{'beam on':>12}{'travel':>14}   a frame, drawn by"]
    for i in np.argsort(-lit, kind="stable")[:LINES_SHOWN].tolist():
        count = len(judged)
        lines.append(f"{strokes[i] / count:>10,.1f}{lit[i] / count:>12,.1f}{far[i] / count:>14,.1f}"
                     f"   {where(int(places[i]))}")
    return "\n".join(lines)


def report(frames: Sequence[Frame], preset: str, limits: Limits) -> dict[str, Any]:
    """Return the account as data for JSON."""
    wrong = faults(frames, limits)
    return {"format": FORMAT, "preset": preset, "limits": asdict(limits),
            "frames": [{"frame": frame.index, "start_cycle": frame.start_cycle, "cut": frame.cut,
                        **asdict(frame.budget)} for frame in frames],
            "verdict": "exceeded" if wrong else "passed"}


def to_json(data: dict[str, Any]) -> str:
    """Write the account, one frame a line."""
    head = {key: value for key, value in data.items() if key != "frames"}
    rows = ",\n  ".join(json.dumps(row) for row in data["frames"])
    return json.dumps(head)[:-1] + ', "frames": [\n  ' + rows + "\n]}\n"
