"""The cost of routines and source lines: cycles, vectors, strokes and beam travel.

`own` figures are of the routine or line itself, the others include what it calls.  Cycles, calls
and vectors are counted while the CPU runs; strokes and travel are taken from the given frames, each
with the routine whose VIA write began it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from asm.output.debuginfo import Where, address_text

from ...chips import log
from ...console.frame import Frame
from ...errors import UsageError
from ...machine import Machine
from ..trace import CallTree, Tracer

FIGURES = ("cycles", "vectors", "strokes", "travel")


@dataclass(frozen=True)
class Cost:
    """The cost of a routine or a line in a whole run; travel in p.

    name   of the routine, or file and line
    where  the routine's first address, or the line's first address that ran
    waits  it waits for the frame's end: its own cycles are the rest of frames

    >>> m = Machine("connect4", preset="ideal", strict=True)
    >>> profile = Profile(m)
    >>> cost = profile.routines(m.run_frames(60))[0]
    >>> cost["cycles"] == cost.cycles >= cost.own_cycles
    True
    """

    name: str
    where: Where
    calls: int
    cycles: float
    vectors: float
    strokes: float
    travel: float
    own_cycles: float
    own_vectors: float
    own_strokes: float
    own_travel: float
    waits: bool = False

    def __getitem__(self, figure: str) -> float:
        """Return a figure by its name."""
        return float(getattr(self, figure))


@dataclass(frozen=True)
class Node:
    """A routine reached by one path of calls, and its own cost, which excludes the routines that it
    called.

    parent  the number of the calling node, smaller than its own; -1 for the first

    >>> m = Machine("connect4", preset="ideal", strict=True)
    >>> profile = Profile(m)
    >>> nodes = profile.nodes(m.run_frames(60))
    >>> nodes[0].parent, sum(node.cycles for node in nodes) > 1_000_000
    (-1, True)
    """

    name: str
    where: Where
    parent: int
    calls: int
    cycles: float
    vectors: float
    strokes: float
    travel: float


class Profile:
    """Profiles a strict machine from now on.

    tree  the calls

    Errors: UsageError if the machine is not strict

    >>> m = Machine("connect4", preset="ideal", strict=True)
    >>> profile = Profile(m)
    >>> frames = m.run_frames(60)
    >>> costs = profile.routines(frames, "cycles")
    >>> costs[0].cycles >= costs[1].cycles > 0
    True
    >>> lines = profile.lines(frames)
    >>> lines[0].name, profile.waiting() > 0
    ('...asm:...', True)
    >>> profile.by_frame(frames)[-1][0][1] == frames[-1].cycles      # the root: all of it
    True
    >>> len(profile.nodes(frames)) > 10, sum(profile.own_cycles()) > 1_000_000
    (True, True)
    >>> len(profile.drift(frames[-1].causes[:, 1].astype(float))) == len(frames[-1].segments)
    True
    """

    def __init__(self, machine: Machine) -> None:
        if machine.strict is None:
            raise UsageError("a profile reads the log of the strict machine: use "
                             "Machine(..., strict=True)")
        self._machine = machine
        self.tree = CallTree(Tracer(machine, watch=False))
        self._wires: list[np.ndarray] = []
        machine.strict.listeners.append(self._listen)

    def _listen(self, events: np.ndarray, _new: object) -> None:
        """Process rows of the log."""
        self._wires.append(events[events["kind"] == log.WIRES][["cycle", "a"]].copy())
        self.tree.add(events)

    # --- results ---------------------------------------------------------------------------------

    def drift(self, times: np.ndarray) -> np.ndarray:
        """Return the beam's drift in p at each of some times, counted from the last zeroing before
        each time.

        Args: times  float64[n], cycles
        """
        analog = self._machine.analog
        if not any(map(len, self._wires)):
            return np.zeros(len(times))
        wires = np.concatenate(self._wires)
        levels = wires["a"]
        ramp, zero = levels & int(log.W_RAMP), levels & int(log.W_ZERO)
        starts, share = [], []
        for level, on, off in ((ramp, analog.d_ramp_on, analog.d_ramp_off),
                               (zero, analog.d_zero, analog.d_zero)):
            changed = np.flatnonzero(np.diff(level, prepend=0))
            starts.append(wires["cycle"][changed] + np.where(level[changed], on, off))
            share.append(level[changed] != 0)
        moments = np.unique(np.concatenate([*starts, [0.0]]))
        state = [np.concatenate([[False], share[i]])[np.searchsorted(starts[i], moments, "right")]
                 for i in (0, 1)]
        rate = np.where(state[1], 0.0, np.where(state[0], analog.drift_ramp_factor, 1.0))
        total = np.concatenate([[0.0], np.cumsum(rate[:-1] * np.diff(moments))])
        since = np.maximum.accumulate(np.where(state[1], total, 0.0))
        row = np.searchsorted(moments, times, "right") - 1
        far = total[row] + rate[row] * (times - moments[row]) - since[row]
        return np.asarray(far * np.hypot(analog.drift_x, analog.drift_y))

    def routines(self, frames: Sequence[Frame], figure: str = "cycles") -> list[Cost]:
        """Return the cost of each routine, most expensive first.

        Args: frames  whose strokes are counted
              figure  cycles, vectors, strokes or travel, by which they are sorted
        """
        tree, t = self.tree, self.tree.tally
        count = int(t.nodes)
        strokes, travel = self._drawn(frames, by_node=True)
        own = {"cycles": t.cycles[:count].astype(float), "vectors": t.vectors[:count].astype(float),
               "strokes": np.bincount(strokes, minlength=count)[:count].astype(float),
               "travel": np.bincount(strokes, travel, count)[:count]}
        whole = {name: tree.with_calls(values) for name, values in own.items()}
        of, outermost = np.array(tree.of), tree.outermost()
        costs = []
        for number in np.unique(of).tolist():
            nodes = np.flatnonzero(of == number)
            outer = nodes[outermost[nodes]]
            figures = {key: float(values[outer].sum()) for key, values in whole.items()} \
                | {f"own_{key}": float(values[nodes].sum()) for key, values in own.items()}
            costs.append(Cost(tree.name(number), tree.where(tree.begin(number)),
                              int(t.calls[nodes].sum()), waits=bool(t.waits[number]), **figures))
        return sorted(costs, key=lambda cost: (-cost[figure], cost.name))

    def nodes(self, frames: Sequence[Frame]) -> list[Node]:
        """Return the call tree, with a node for each path by which a routine was reached.

        Args: frames  whose strokes are counted
        """
        tree, t = self.tree, self.tree.tally
        count = int(t.nodes)
        drawn, travel = self._drawn(frames, by_node=True)
        strokes = np.bincount(drawn, minlength=count)[:count].tolist()
        travels = np.bincount(drawn, travel, count)[:count].tolist()
        of, parent = tree.of, tree.parents
        return [Node(tree.name(of[at]), tree.where(tree.begin(of[at])),
                     parent[at] if at else -1, int(t.calls[at]), float(t.cycles[at]),
                     float(t.vectors[at]), float(strokes[at]), float(travels[at]))
                for at in range(count)]

    def own_cycles(self) -> list[int]:
        """Return, for each place, the cycles of its instructions."""
        return [int(cycles) for cycles in self.tree.by_place("own")]

    def by_frame(self, frames: Sequence[Frame]) -> list[list[tuple[str, int, int]]]:
        """Return for each frame the routines that ran in it, the most expensive first.

        Returns: name, cycles including calls, own cycles
        """
        if not frames:
            return []
        tree = self.tree
        count = int(tree.tally.nodes)
        starts = np.array([frame.start_cycle for frame in frames])
        ends = starts + [frame.cycles for frame in frames]
        paths = tree.paths()
        moments = np.unique(np.concatenate([paths[:, 0], starts, ends]))
        row = np.searchsorted(paths[:, 0], moments[:-1], side="right") - 1
        frame = np.searchsorted(starts, moments[:-1], side="right") - 1
        ran = (row >= 0) & (frame >= 0) & (moments[:-1] < ends[frame])
        own = np.zeros((len(frames), count), np.int64)
        np.add.at(own, (frame[ran], paths[row[ran], 1]), np.diff(moments)[ran])
        whole, outer = tree.with_calls(own), tree.outermost()
        numbers, number = np.unique(tree.of, return_inverse=True)
        names = [tree.name(at) for at in numbers.tolist()]
        sums = [np.stack([values[:, (number == routine) & chosen].sum(axis=1)
                          for routine in range(len(names))], axis=1)
                for values, chosen in ((whole, outer), (own, np.ones(count, bool)))]
        return [sorted(((names[at], int(sums[0][i, at]), int(sums[1][i, at]))
                        for at in np.flatnonzero(sums[0][i])), key=lambda r: (-r[1], r[0]))
                for i in range(len(frames))]

    def _drawn(self, frames: Sequence[Frame], *, by_node: bool) -> tuple[np.ndarray, np.ndarray]:
        """Return two arrays: the node that drew each stroke (or the address of the source line),
        and the length of each stroke."""
        if not frames:
            return np.zeros(0, np.int64), np.zeros(0)
        segments = np.concatenate([frame.segments for frame in frames]).astype(np.float64)
        causes = np.concatenate([frame.causes for frame in frames])
        nodes, lines = self.tree.at(causes[:, 1])
        travel = np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1])
        return (nodes if by_node else np.maximum(lines, 0)), travel

    def waiting(self) -> int:
        """Return the cycles spent in routines that wait for the end of a frame."""
        return int(self._waiting().sum())

    def _waiting(self) -> np.ndarray:
        """Return int64[n]: the cycles spent waiting, indexed by the place of the program's line."""
        paths, t = self.tree.paths(), self.tree.tally
        found = np.zeros(len(self.tree.by_place("line")), np.int64)
        spans = np.diff(paths[:, 0], append=t.cycle)
        rows = np.flatnonzero(t.waits[t.of[paths[:, 1]]])
        np.add.at(found, paths[rows, 2], spans[rows])
        return found

    def lines(self, frames: Sequence[Frame], figure: str = "cycles") -> list[Cost]:
        """Return the cost of each source line, most expensive first.

        For code in the executive ROM, `own` figures belong to the ROM's lines, the others to the
        line of the program that called it.  The same applies to the routines of a library whose
        lines are not known.  Vectors are not attributed.  Cycles spent waiting for
        the end of a frame are not counted; `waiting` returns them.
        """
        strokes, travel = self._drawn(frames, by_node=False)
        tree, t = self.tree, self.tree.tally
        causes = np.concatenate([frame.causes for frame in frames]) if frames \
            else np.zeros((0, 2), np.int64)
        own = tree.places(causes[:, 0], causes[:, 1])
        count = len(tree.by_place("line"))
        each = {"cycles": tree.by_place("line") - self._waiting(),
                "own_cycles": np.where(t.waits[tree.by_place("routine")], 0, tree.by_place("own")),
                "strokes": np.bincount(strokes, minlength=count),
                "travel": np.bincount(strokes, travel, count),
                "own_strokes": np.bincount(own, minlength=count),
                "own_travel": np.bincount(own, travel, count)}
        sums: dict[str, dict[str, float]] = {}
        wheres: dict[str, Where] = {}
        ran = np.flatnonzero(sum(each.values())).tolist()
        for at in ran:
            where = tree.where(at)
            name = f"{where.file}:{where.line}" if where.file \
                else where.routine if where.routine and tree.is_library(at) \
                else address_text(where.address, where.bank)
            wheres.setdefault(name, where)
            line = sums.setdefault(name, dict.fromkeys(each, 0.0))
            for key, values in each.items():
                line[key] += float(values[at])
        costs = [Cost(name, wheres[name], 0, line["cycles"], 0, line["strokes"], line["travel"],
                      line["own_cycles"], 0, line["own_strokes"], line["own_travel"])
                 for name, line in sums.items()]
        return sorted(costs, key=lambda cost: (-cost[figure], cost.name))
