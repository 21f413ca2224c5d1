"""The wires of a few frames for the page: those with the most work, and the last one."""

import heapq
from collections.abc import Iterable, Iterator

from ..console.frame import Frame
from ..machine import Machine
from ..wires.page import Pages, Strokes
from ..wires.waves import Recorder, Stretch

KEPT = 4        # frames with the most work
Kept = tuple[Frame, Stretch]


def following(machine: Machine, frames: Iterable[Frame], kept: list[Kept]) -> Iterator[Frame]:
    """Yield frames as they run; at the end `kept` has those whose wires are shown."""
    heap: list[tuple[int, int, Kept]] = []
    last = None
    with Recorder(machine) as recorder:
        for frame in frames:
            last = frame, recorder.take()
            entry = frame.budget.work_cycles if frame.index else -1, -frame.index, last
            heapq.heappush(heap, entry)
            if len(heap) > KEPT:
                heapq.heappop(heap)
            yield frame
    found = {frame.index: (frame, stretch) for _, _, (frame, stretch) in heap}
    if last:
        found[last[0].index] = last
    kept.extend(found[index] for index in sorted(found))


def packed(machine: Machine, kept: Iterable[Kept], names: dict[int, str]) -> dict[int, str]:
    """Return the page's data of each kept frame, by frame number."""
    pages = Pages(machine, names)
    return {frame.index: pages.packed(stretch, f"frame {frame.index}", frame.start_cycle,
                                      frame.start_cycle + frame.cycles, [Strokes.of(frame)])
            for frame, stretch in kept}
