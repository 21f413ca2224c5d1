"""The cost of routines and source lines: cycles, vectors, strokes and travel.

`own` figures are of the routine or line itself, the others include what it calls.  Cycles, calls
and vectors are counted while the CPU runs; strokes and travel are taken from the given frames, each
with the routine whose VIA write began it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from asm.output.debuginfo import Where

from ..chips import log
from ..chips.state_record import zeros
from ..compiling.jit import JIT
from ..console.frame import Frame
from ..console.output import NO_EVENTS
from ..errors import UsageError
from ..machine import Machine
from ..strict.facts import F_CALL, F_SOFTWARE
from .tally import NO_NODE, PATHS_MAX, TALLY, tally

FIGURES = ("cycles", "vectors", "strokes", "travel")
NAMELESS = "(no name)"


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
    """A routine as reached by one path of calls, with its own cost, without what it called.

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

    Errors: UsageError if the machine is not strict

    >>> m = Machine("connect4", preset="ideal", strict=True)
    >>> profile = Profile(m)
    >>> frames = m.run_frames(60)
    >>> costs = profile.routines(frames, "cycles")
    >>> costs[0].cycles >= costs[1].cycles > 0
    True
    >>> lines = profile.lines(frames)
    >>> lines[0].name
    '...asm:...'
    >>> profile.by_frame(frames)[-1][0][1] == frames[-1].cycles      # the root: all of it
    True
    >>> nodes, addresses = profile.at(frames[-1].causes[:, 1])
    >>> len(profile.routine_of(nodes)) == len(frames[-1].segments)
    True
    >>> len(profile.nodes(frames)) > 10, sum(profile.own_cycles()) > 1_000_000
    (True, True)
    >>> profile.paths().shape[1], len(profile.drift(frames[-1].causes[:, 1].astype(float))) > 0
    (3, True)
    """

    def __init__(self, machine: Machine) -> None:
        if machine.strict is None:
            raise UsageError("a profile needs Machine(..., strict=True), whose log it reads")
        self._machine, self._strict = machine, machine.strict
        self._tallies = zeros(TALLY)
        self._tally = self._tallies.view(np.recarray)[0]
        self._passed = self._tallies if JIT else [self._tally]
        tally_ = self._tally
        tally_.nodes, tally_.ramp_end, tally_.dot_at = 1, -99, NO_NODE
        tally_.rom = machine.strict.library
        self._names: list[str] = ["program"]
        self._begins: list[int] = [machine.registers.pc]
        self._number: dict[tuple[str, int], int] = {}
        self._known = np.zeros(0x10000, bool)
        self._paths: list[np.ndarray] = []
        self._wires: list[np.ndarray] = []
        self._listen(NO_EVENTS, np.flatnonzero(machine.strict.facts).tolist())
        machine.strict.listeners.append(self._listen)

    def _listen(self, events: np.ndarray, new: Iterable[int]) -> None:
        """Process rows of the log; `new`: addresses of instructions that are new."""
        t = self._tally
        for place in new:
            pc = place & 0xFFFF         # the two banks of a cartridge count as one
            t.call[pc] = int(bool(self._strict.facts[place] & int(F_CALL | 3 << F_SOFTWARE)))
            if not self._known[pc]:
                self._known[pc] = True
                t.routine[pc] = self._routine(pc)
        self._wires.append(events[events["kind"] == log.WIRES][["cycle", "a"]].copy())
        for begin in range(0, len(events), PATHS_MAX):
            tally(events[begin:begin + PATHS_MAX], self._passed)
            if t.path_rows:
                self._paths.append(t.path[:t.path_rows].copy())

    def _routine(self, pc: int) -> int:
        """Return the number of the routine that contains an address."""
        where = self._machine.where(pc)
        begin = pc - where.offset if where.routine else -1
        key = where.routine or NAMELESS, begin
        if key not in self._number:
            self._number[key] = len(self._names)
            self._names.append(key[0])
            self._begins.append(begin if begin >= 0 else pc)
        return self._number[key]

    # --- results ---------------------------------------------------------------------------------

    def paths(self) -> np.ndarray:
        """Return int64[n, 3]: the cycle from which a node ran, the node, and the program's line."""
        if len(self._paths) != 1:
            self._paths = [np.concatenate(self._paths) if self._paths
                           else np.zeros((0, 3), np.int64)]
        return self._paths[0]

    def at(self, cycles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return int64[n] twice: the node that ran in each cycle, the program's line address."""
        paths = self.paths()
        if not len(paths):
            return np.zeros(len(cycles), np.int64), np.full(len(cycles), -1)
        row = np.searchsorted(paths[:, 0], cycles, side="right") - 1
        return paths[row, 1], np.where(row >= 0, paths[row, 2], -1)

    def drift(self, times: np.ndarray) -> np.ndarray:
        """Return the beam's drift since it was last zeroed at some moments, p.

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

    def routine_of(self, nodes: np.ndarray) -> list[str]:
        """Return the names of the nodes' routines."""
        return [self._names[number] for number in self._tally.of[nodes].tolist()]

    def routines(self, frames: Sequence[Frame], figure: str = "cycles") -> list[Cost]:
        """Return the cost of each routine, most expensive first.

        Args: frames  whose strokes are counted
              figure  cycles, vectors, strokes or travel, by which they are sorted
        """
        t, count = self._tally, int(self._tally.nodes)
        strokes, travel = self._drawn(frames, by_node=True)
        own = {"cycles": t.cycles[:count].astype(float), "vectors": t.vectors[:count].astype(float),
               "strokes": np.bincount(strokes, minlength=count)[:count].astype(float),
               "travel": np.bincount(strokes, travel, count)[:count]}
        whole = {name: self._with_calls(values) for name, values in own.items()}
        of = t.of[:count].tolist()
        outermost = self._outermost(of)
        costs = []
        for number, name in enumerate(self._names):
            nodes = [node for node in range(count) if of[node] == number]
            if not nodes:
                continue
            outer = [node for node in nodes if outermost[node]]
            figures = {key: float(values[outer].sum()) for key, values in whole.items()} \
                | {f"own_{key}": float(values[nodes].sum()) for key, values in own.items()}
            costs.append(Cost(name, self._machine.where(self._begins[number]),
                              int(t.calls[nodes].sum()), waits=bool(t.waits[number]), **figures))
        return sorted(costs, key=lambda cost: (-cost[figure], cost.name))

    def nodes(self, frames: Sequence[Frame]) -> list[Node]:
        """Return the tree of calls, a node for each path by which a routine was reached.

        Args: frames  whose strokes are counted
        """
        t, count = self._tally, int(self._tally.nodes)
        drawn, travel = self._drawn(frames, by_node=True)
        strokes = np.bincount(drawn, minlength=count)[:count].tolist()
        travels = np.bincount(drawn, travel, count)[:count].tolist()
        of, parent = t.of[:count].tolist(), t.parent[:count].tolist()
        return [Node(self._names[of[at]], self._machine.where(self._begins[of[at]]),
                     parent[at] if at else -1, int(t.calls[at]), float(t.cycles[at]),
                     float(t.vectors[at]), float(strokes[at]), float(travels[at]))
                for at in range(count)]

    def own_cycles(self) -> list[int]:
        """Return the cycles of the instructions at each address."""
        return [int(cycles) for cycles in self._tally.own]

    def by_frame(self, frames: Sequence[Frame]) -> list[list[tuple[str, int, int]]]:
        """Return for each frame the routines that ran in it, the most expensive first.

        Returns: name, cycles including calls, own cycles
        """
        if not frames:
            return []
        count = int(self._tally.nodes)
        starts = np.array([frame.start_cycle for frame in frames])
        ends = starts + [frame.cycles for frame in frames]
        paths = self.paths()
        moments = np.unique(np.concatenate([paths[:, 0], starts, ends]))
        row = np.searchsorted(paths[:, 0], moments[:-1], side="right") - 1
        frame = np.searchsorted(starts, moments[:-1], side="right") - 1
        ran = (row >= 0) & (frame >= 0) & (moments[:-1] < ends[frame])
        own = np.zeros((len(frames), count), np.int64)
        np.add.at(own, (frame[ran], paths[row[ran], 1]), np.diff(moments)[ran])
        whole = self._with_calls(own)
        of = self._tally.of[:count].tolist()
        outer = np.array(self._outermost(of))
        number = np.array(of)
        sums = [np.stack([values[:, (number == routine) & chosen].sum(axis=1)
                          for routine in range(len(self._names))], axis=1)
                for values, chosen in ((whole, outer), (own, np.ones(count, bool)))]
        return [sorted(((self._names[at], int(sums[0][i, at]), int(sums[1][i, at]))
                        for at in np.flatnonzero(sums[0][i])), key=lambda r: (-r[1], r[0]))
                for i in range(len(frames))]

    def _with_calls(self, own: np.ndarray) -> np.ndarray:
        """Return the figures of nodes, along the last axis, including their calls."""
        whole = own.copy()
        for node in range(own.shape[-1] - 1, 0, -1):        # a node's parent has a smaller number
            whole[..., self._tally.parent[node]] += whole[..., node]
        return whole

    def _outermost(self, of: list[int]) -> list[bool]:
        """Return for each node whether its routine is not on the path that leads to it."""
        parent = self._tally.parent[:len(of)].tolist()
        above: list[frozenset[int]] = [frozenset()]
        for node in range(1, len(of)):
            above.append(above[parent[node]] | {of[parent[node]]})
        return [of[node] not in above[node] for node in range(len(of))]

    def _drawn(self, frames: Sequence[Frame], *, by_node: bool) -> tuple[np.ndarray, np.ndarray]:
        """Return for each stroke its node or its line's address, and its length."""
        if not frames:
            return np.zeros(0, np.int64), np.zeros(0)
        segments = np.concatenate([frame.segments for frame in frames]).astype(np.float64)
        causes = np.concatenate([frame.causes for frame in frames])
        nodes, lines = self.at(causes[:, 1])
        travel = np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1])
        return (nodes if by_node else np.maximum(lines, 0)), travel

    def lines(self, frames: Sequence[Frame], figure: str = "cycles") -> list[Cost]:
        """Return the cost of each source line, most expensive first; vectors are not attributed.

        For code in the executive ROM, `own` figures belong to the ROM's lines, the others to the
        line of the program that called it.
        """
        strokes, travel = self._drawn(frames, by_node=False)
        causes = np.concatenate([frame.causes[:, 0] for frame in frames]) if frames \
            else np.zeros(0, np.int64)
        each = {"cycles": self._tally.line, "own_cycles": self._tally.own,
                "strokes": np.bincount(strokes, minlength=0x10000),
                "travel": np.bincount(strokes, travel, 0x10000),
                "own_strokes": np.bincount(causes, minlength=0x10000),
                "own_travel": np.bincount(causes, travel, 0x10000)}
        sums: dict[str, dict[str, float]] = {}
        wheres: dict[str, Where] = {}
        ran = np.flatnonzero(self._tally.line + self._tally.own + each["own_strokes"]).tolist()
        for at in ran:
            where = self._machine.where(at)
            name = f"{where.file}:{where.line}" if where.file else f"${at:04X}"
            wheres.setdefault(name, where)
            line = sums.setdefault(name, dict.fromkeys(each, 0.0))
            for key, values in each.items():
                line[key] += float(values[at])
        costs = [Cost(name, wheres[name], 0, line["cycles"], 0, line["strokes"], line["travel"],
                      line["own_cycles"], 0, line["own_strokes"], line["own_travel"])
                 for name, line in sums.items()]
        return sorted(costs, key=lambda cost: (-cost[figure], cost.name))
