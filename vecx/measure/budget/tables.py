"""Text tables of the costs of frames, routines and source lines."""

from collections.abc import Sequence
from itertools import pairwise

from ...chips import bus
from ...chips.state import CYCLES_PER_SECOND, FRAME_CYCLES
from ...console.frame import Frame
from .limits import Limits, number
from .profile import FIGURES, Cost, Profile

SHOWN = ("work_cycles", "cycles", "vectors", "draws", "moves", "dots", "strokes", "max_drift_err",
         "max_draws_since_zero")
ROWS_SHOWN = 20
MOST_EXPENSIVE = 3
PICTURES_LEAST = 17         # with the same number of frames between them: a habit, no chance
FRAMES_PER_SECOND = CYCLES_PER_SECOND / FRAME_CYCLES
ORDINALS = {2: "second", 3: "third"}
# The figure of a routine that best explains a limited figure of a frame; else its cycles.
TELLS = {"vectors": "vectors", "draws": "vectors", "dots": "vectors", "strokes": "strokes",
         "raster_cells": "strokes", "travel_lit": "travel"}


def table(frames: Sequence[Frame]) -> str:
    """Return minimum, mean and maximum of the main figures, and the frame of the maximum.

    >>> m = Machine("connect4", preset="ideal")
    >>> print(table(m.run_frames(300)))
    per frame                  least        mean        most   in frame
    work_cycles...
    299 frames, ...
    """
    judged = [frame for frame in frames if frame.index > 0]
    lines = [f"{'per frame':<20}{'least':>12}{'mean':>12}{'most':>12}   in frame"]
    for name in SHOWN:
        values = [frame.budget[name] for frame in judged]
        if not values:
            continue
        most = max(judged, key=lambda frame: frame.budget[name])
        mean = sum(values) / len(values)
        mean_text = f"{mean:,.1f}"
        lines.append(f"{name:<20}{number(min(values)):>12}{mean_text:>12}"
                     f"{number(most.budget[name]):>12}   {most.index}")
    overruns = [frame.index for frame in judged if frame.budget.overrun]
    cut = [frame.index for frame in judged if frame.cut]
    lines.append(f"{len(judged)} frames, {len(overruns)} overrun"
                 + (f" (first: {overruns[0]})" if overruns else "")
                 + (f", {len(cut)} cut because the program did not end them (first: {cut[0]})"
                    if cut else ""))
    if (period := frames_per_picture(judged)) > 1:
        lines.append(f"a picture in every {ORDINALS.get(period, f'{period}th')} frame only: "
                     f"{FRAMES_PER_SECOND / period:.0f} pictures per second; "
                     "is Wait_Recal called more than once in the main loop?")
    return "\n".join(lines)


def frames_per_picture(frames: Sequence[Frame]) -> int:
    """Return the period of the pictures: 2 if every second frame draws nothing.

    Returns: 1 if the frames have no such period; at the end of `frames` at least PICTURES_LEAST
             pictures must have it
    """
    drawn = [at for at, frame in enumerate(frames) if len(frame.segments)][-PICTURES_LEAST:]
    periods = {after - before for before, after in pairwise(drawn)}
    return periods.pop() if len(drawn) == PICTURES_LEAST and len(periods) == 1 else 1


def costs_table(costs: Sequence[Cost], frames: int, what: str) -> str:
    """Return a table of the most expensive routines or lines, with total and own figures per frame.

    Args: frames  number of frames of the costs
    """
    if not frames or not costs:
        return "no frames"
    with_vectors = any(cost.vectors for cost in costs)
    figures = [name for name in FIGURES if name != "vectors" or with_vectors]
    head = "".join(f"{name:>12}{'own':>10}" for name in figures)
    lines = [f"{head}   a frame, {what}"]
    for cost in costs[:ROWS_SHOWN]:
        row = "".join(f"{cost[name] / frames:>12,.1f}{cost['own_' + name] / frames:>10,.1f}"
                      for name in figures)
        file, line = cost.where.calls[-1] if cost.where.calls else cost.where[1:3]
        place = f" {file}:{line}" if file and what == "by routine" else ""
        lines.append(f"{row}   {cost.name}{place}")
    if len(costs) > ROWS_SHOWN:
        lines.append(f"{'':{len(head)}}   ... and {len(costs) - ROWS_SHOWN} more")
    return "\n".join(lines)


def lines_tables(profile: Profile, frames: Sequence[Frame], figure: str = "cycles") -> str:
    """Return tables of the most expensive lines: of the program, then of the executive ROM.

    Args: figure  cycles, strokes or travel, by which they are sorted
    """
    lines = [cost for cost in profile.lines(frames, figure) if cost.where.address < bus.ROM]
    of_rom = [cost for cost in profile.lines(frames, f"own_{figure}")
              if cost.where.address >= bus.ROM]
    parts = [costs_table(part, len(frames), what)
             for part, what in ((lines, "by line"), (of_rom, "by line of the executive ROM"))
             if part]
    waiting = f"{profile.waiting() / max(1, len(frames)):>12,.1f}"
    return "\n".join([*parts[:1], f"{waiting}   cycles per frame spent waiting for its end",
                      *parts[1:]])


def most_expensive(profile: Profile, frames: Sequence[Frame], limits: Limits) -> list[str]:
    """For each exceeded limit, return a line that names the routines with the highest own cost."""
    said = []
    wrong = [frame for frame in frames if frame.index > 0 and limits.exceeded_by(frame)]
    for name, limit in limits.most.items():
        worst = max(wrong, key=lambda frame: frame.budget[name], default=None)
        if worst is None or worst.budget[name] <= limit:
            continue
        figure = TELLS.get(name, "cycles")
        costs = [cost for cost in profile.routines(frames)
                 if figure != "cycles" or not cost.waits]
        costs = sorted(costs, key=lambda cost: -cost[f"own_{figure}"])[:MOST_EXPENSIVE]
        rows = [f"{cost.name} {cost[f'own_{figure}'] / len(frames):,.1f}" for cost in costs]
        said.append(f"most expensive by {figure} per frame: {', '.join(rows)}")
    return list(dict.fromkeys(said))
