"""Makes a page for the browser that shows the frames as a film, with details of every stroke.

The page is one file and loads nothing else.  The strokes are columns of numbers, each frame as its
difference from the previous one; pages/film.js reads them, also in exported films.
"""

import heapq
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from asm.output.debuginfo import address_text

from ... import pages
from ...chips import bus
from ...chips.beam import SCREEN_UNIT
from ...console.frame import Frame
from ...machine import Machine
from ..trace import CallTree
from ..wires.page import Pages, Strokes
from ..wires.waves import Recorder, Stretch
from .limits import Limits
from .outputs import finding_data
from .profile import Profile

PLACE, FILM_PLACE = "/*DATA*/null", "/*FILM*/"
FIGURES = ("work_cycles", "vectors", "max_drift_err", "strokes", "cycles", "draws", "moves",
           "max_cycles_since_zero", "max_draws_since_zero", "short_zero")
COLUMNS = ("x0", "y0", "x1", "y1", "z", "cycle", "drift", "place")
STEP_P = 8              # p in a unit of the page's coordinates
DRIFT_STEPS = 10        # of drift in a screen unit
INT16 = 32767
ROUTINES_SHOWN = 40
ROUTINES_A_FRAME = 15
WIRES_KEPT = 4          # frames with the most work, whose wires are shown
Kept = tuple[Frame, Stretch]


def html(machine: Machine, profile: Profile, frames: Sequence[Frame], limits: Limits,
         name: str, *, strict: bool, wires: Mapping[int, str] | None = None) -> str:
    """Return the page.

    Args:    strict  show the findings
             wires   of some frames by number, from `packed_wires`
    Errors:  VecxError if the page's template is missing
    """
    places, columns = _strokes(machine, profile, frames)
    analog = machine.analog
    data: dict[str, Any] = {
        "name": name, "preset": machine.preset,
        "half": [analog.half_w / STEP_P, analog.half_h / STEP_P],
        "step": STEP_P, "driftSteps": DRIFT_STEPS,
        "frames": [frame.index for frame in frames],
        "counts": [len(frame.segments) for frame in frames],
        "over": [bool(frame.budget.overrun) for frame in frames],
        "figures": {figure: [round(float(frame.budget[figure]), 3) for frame in frames]
                    for figure in dict.fromkeys((*FIGURES, *limits.most))},
        "limits": limits.most,
        "places": places,
        "routines": [[cost.name, str(cost.where), round(cost.cycles), round(cost.own_cycles),
                      round(cost.vectors), round(cost.strokes), cost.calls]
                     for cost in profile.routines(frames)[:ROUTINES_SHOWN]],
        "spent": _spent(profile, frames),
        "findings": [finding_data(one) for one in machine.findings] if strict else [],
        "strict": strict, "wires": dict(wires or {}),
        "columns": {column: packed(values) for column, values in columns.items()},
    }
    # A name must not contain the end of the script, or a comment.
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    return pages.read("budget.html").replace(FILM_PLACE, pages.built("frames.js")).replace(
        PLACE, text)


def _spent(profile: Profile, frames: Sequence[Frame]) -> dict[str, list[Any]]:
    """Return the names of routines, and their cycles in each frame, both with and without the
    cycles of the routines that they call."""
    rows = [of_frame[:ROUTINES_A_FRAME] for of_frame in profile.by_frame(frames)]
    names = sorted({name for of_frame in rows for name, _, _ in of_frame})
    number = {name: at for at, name in enumerate(names)}
    return {"names": names, "rows": [[[number[name], whole, own] for name, whole, own in of_frame]
                                     for of_frame in rows]}


def _strokes(machine: Machine, profile: Profile,
             frames: Sequence[Frame]) -> tuple[list[list[str]], dict[str, np.ndarray]]:
    """Return the places that drew (routine, source line, ROM routine), and columns with all
    strokes."""
    if not frames:
        return [], {column: np.zeros(0, np.int16) for column in COLUMNS}
    segments = np.concatenate([frame.segments for frame in frames]).astype(np.float64)
    causes = np.concatenate([frame.causes for frame in frames])
    starts = np.repeat([float(frame.start_cycle) for frame in frames],
                       [len(frame.segments) for frame in frames])
    sites = profile.tree.at(causes[:, 1])[1]
    own = profile.tree.places(causes[:, 0], causes[:, 1])
    pairs, number = np.unique(np.stack([sites, own]), axis=1, return_inverse=True)
    drift = profile.drift(starts + segments[:, 6]) / SCREEN_UNIT * DRIFT_STEPS
    columns = {
        **{column: segments[:, i] / STEP_P for i, column in enumerate(COLUMNS[:4])},
        "z": segments[:, 4] * 255, "cycle": segments[:, 5], "drift": drift,
        "place": number.reshape(-1)}
    counts = [len(frame.segments) for frame in frames]
    return ([_place(profile.tree, site, pc) for site, pc in pairs.T.tolist()],
            {column: differences(np.clip(np.round(values), -INT16, INT16).astype(np.int16),
                                  counts) for column, values in columns.items()})


def _place(tree: CallTree, site: int, pc: int) -> list[str]:
    """Return the routine and line of the program, and the ROM routine that drew for this line (""
    if none did)."""
    at = tree.where(site if site >= 0 else pc)
    address = address_text(at.address, at.bank)
    line = f"{at.file}:{at.line}" if at.file else address
    inside = tree.where(pc).routine if bus.ROM <= pc <= 0xFFFF and pc != site else ""
    return [at.routine or address, line, inside]


def differences(values: np.ndarray, counts: Sequence[int]) -> np.ndarray:
    """Return, stroke by stroke, the differences between the numbers of each frame and of the
    previous frame."""
    out = values.copy()
    begin = 0
    for before, count in zip([0, *counts], counts, strict=False):
        same = min(before, count)
        out[begin:begin + same] -= values[begin - before:begin - before + same]
        begin += count
    return out


def packed(values: np.ndarray) -> str:
    """Return int16 numbers as base64 of deflated bytes: first all low bytes, then all high
    bytes."""
    planes = np.ascontiguousarray(values.astype("<i2")).view(np.uint8).reshape(-1, 2).T
    return pages.packed(planes.tobytes())


def following(machine: Machine, frames: Iterable[Frame], kept: list[Kept]) -> Iterator[Frame]:
    """Yield frames as they run, and add to `kept` those for which the page shows timing
    diagrams."""
    heap: list[tuple[int, int, Kept]] = []
    last = None
    with Recorder(machine) as recorder:
        for frame in frames:
            last = frame, recorder.take()
            entry = frame.budget.work_cycles if frame.index else -1, -frame.index, last
            heapq.heappush(heap, entry)
            if len(heap) > WIRES_KEPT:
                heapq.heappop(heap)
            yield frame
    found = {frame.index: (frame, stretch) for _, _, (frame, stretch) in heap}
    if last:
        found[last[0].index] = last
    kept.extend(found[index] for index in sorted(found))


def packed_wires(machine: Machine, kept: Iterable[Kept], names: dict[int, str]) -> dict[int, str]:
    """Return the wires of each kept frame, packed for the page, by frame number."""
    made = Pages(machine, names)
    return {frame.index: made.packed(stretch, f"frame {frame.index}", frame.start_cycle,
                                      frame.start_cycle + frame.cycles, [Strokes.of(frame)])
            for frame, stretch in kept}
