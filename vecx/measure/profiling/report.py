"""A profile as data: the tree of calls and the costs of lines; reads, writes and compares
profiles."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from asm.output.debuginfo import Where

from ... import files
from ...console.frame import Frame
from ...errors import VecxError
from ...machine import Machine
from ..budget.profile import FIGURES, Node, Profile

FORMAT = "vecx-profile/1"
BYTES_MAX = 1 << 26


@dataclass(frozen=True)
class Report:
    """The costs of a run.

    nodes  the tree of calls; a node's parent comes before it
    lines  own cycles by (file, line), or ("", address) if the source is unknown

    >>> m = Machine("connect4", preset="ideal", strict=True)
    >>> profile = Profile(m)
    >>> report = report_of(m, profile, m.run_frames(300))
    >>> report.frames, report.routines()["frame_wait"]["calls"] >= 0
    (300, True)
    >>> whole, own = report.whole("cycles"), [node.cycles for node in report.nodes]
    >>> whole[0] == sum(own)
    True
    >>> report.folded("cycles")[-1][0][0], len(report.path(0))
    ('program', 1)
    >>> report.text()[:28]
    '{"format": "vecx-profile/1",'
    """

    name: str
    frames: int
    nodes: tuple[Node, ...]
    lines: dict[tuple[str, int], int]

    def whole(self, figure: str) -> list[float]:
        """For each node, return the sum of a figure over the node and all nodes below it."""
        found = [float(getattr(node, figure)) for node in self.nodes]
        for at in range(len(self.nodes) - 1, 0, -1):
            found[self.nodes[at].parent] += found[at]
        return found

    def path(self, at: int) -> list[int]:
        """Return the nodes from the root to a node."""
        found = [at]
        while self.nodes[found[-1]].parent >= 0:
            found.append(self.nodes[found[-1]].parent)
        return found[::-1]

    def folded(self, figure: str) -> list[tuple[list[str], float]]:
        """For each node whose own figure is not 0, return the path of names and the figure."""
        return [([self.nodes[i].name for i in self.path(at)], getattr(node, figure))
                for at, node in enumerate(self.nodes) if getattr(node, figure)]

    def routines(self) -> dict[str, dict[str, float]]:
        """Return, for each routine, the number of its calls and every figure, including and
        excluding the routines that it calls."""
        whole = {figure: self.whole(figure) for figure in FIGURES}
        found: dict[str, dict[str, float]] = {}
        for at, node in enumerate(self.nodes):
            row = found.setdefault(node.name, {"calls": 0.0} | {
                key: 0.0 for figure in FIGURES for key in (figure, f"own_{figure}")})
            row["calls"] += node.calls
            outermost = node.name not in {self.nodes[i].name for i in self.path(at)[:-1]}
            for figure in FIGURES:
                row[f"own_{figure}"] += getattr(node, figure)
                row[figure] += whole[figure][at] if outermost else 0.0
        return found

    def text(self) -> str:
        """Return the text of the profile's file."""
        nodes = [[node.name, node.where.file, node.where.line, node.where.address, node.parent,
                  node.calls, *(getattr(node, figure) for figure in FIGURES)]
                 for node in self.nodes]
        rows = ",\n".join(json.dumps(row) for row in nodes)
        lines = json.dumps([[file, line, cost] for (file, line), cost in self.lines.items()])
        return (f'{{"format": "{FORMAT}", "name": {json.dumps(self.name)}, '
                f'"frames": {self.frames}, "nodes": [\n{rows}\n], "lines": {lines}}}\n')


class _Row(NamedTuple):
    """A node in a profile's file."""

    name: str
    file: str
    line: int
    address: int
    parent: int
    calls: int
    cycles: float
    vectors: float
    strokes: float
    travel: float

    def node(self, at: int) -> Node:
        """Return the node with number `at`.  Errors: Damaged if its parent does not come before
        it"""
        if not -1 <= self.parent < at and not (at == 0 and self.parent == -1):
            raise files.Damaged(f"node {at} is called by node {self.parent}")
        return Node(self.name, Where(self.address, self.file, self.line, self.name, 0), self.parent,
                    self.calls, *self[6:])


@dataclass
class _File:
    """A profile's file."""

    format: Literal["vecx-profile/1"]
    name: str
    frames: int
    nodes: list[_Row]
    lines: list[tuple[str, int, int]]


def report_of(machine: Machine, profile: Profile, frames: Sequence[Frame]) -> Report:
    """Return the report of a run.

    >>> m = Machine("connect4", preset="ideal", strict=True)
    >>> profile = Profile(m)
    >>> report = report_of(m, profile, m.run_frames(300))
    >>> report.name, sum(report.lines.values()) == sum(node.cycles for node in report.nodes)
    ('connect4', True)
    """
    lines: dict[tuple[str, int], int] = {}
    for address, cycles in enumerate(profile.own_cycles()):
        if cycles:
            where = profile.tree.where(address)
            key = (where.file, where.line) if where.file else ("", address)
            lines[key] = lines.get(key, 0) + cycles
    name = machine.cartridge.name if machine.cartridge else "none"
    return Report(name, len(frames), tuple(profile.nodes(frames)), lines)


def load(path: Path) -> Report:
    """Read a profile's file.

    Errors: VecxError if it cannot be read, or is not a profile

    >>> m = Machine("connect4", preset="ideal", strict=True)
    >>> profile = Profile(m)
    >>> made = report_of(m, profile, m.run_frames(300))
    >>> _ = Path("a.json").write_text(made.text())
    >>> load(Path("a.json")).routines() == made.routines()
    True
    """
    data = files.read(path, BYTES_MAX, "a profile", "`vecx profile --json` writes one",
                      protected=True)
    try:
        found = files.read_json(data, _File)
        nodes = tuple(row.node(at) for at, row in enumerate(found.nodes))
        if not nodes or found.frames < 1:
            raise files.Damaged("it has no frames")
    except files.Damaged as fault:
        raise VecxError(f"{path}: not a profile written by `vecx profile --json` ({fault})") \
            from None
    return Report(found.name, found.frames, nodes,
                  {(file, line): cost for file, line, cost in found.lines})


def compared(old: Report, new: Report, figure: str = "cycles") -> list[tuple[str, float, float]]:
    """Return for each routine its own costs per frame before and now; the largest change first.

    >>> m = Machine("connect4", preset="ideal", strict=True)
    >>> profile = Profile(m)
    >>> report = report_of(m, profile, m.run_frames(300))
    >>> compared(report, report)[0][1:] == compared(report, report)[0][:0:-1]
    True
    """
    key = f"own_{figure}"
    rows = dict.fromkeys((*old.routines(), *new.routines()), (0.0, 0.0))
    for name, row in old.routines().items():
        rows[name] = row[key] / old.frames, rows[name][1]
    for name, row in new.routines().items():
        rows[name] = rows[name][0], row[key] / new.frames
    return sorted(((name, before, now) for name, (before, now) in rows.items()),
                  key=lambda row: (-abs(row[2] - row[1]), row[0]))


def comparison(old: Report, new: Report, figure: str = "cycles", most: int = 20) -> str:
    """Return a table of the routines that changed.

    >>> m = Machine("connect4", preset="ideal", strict=True)
    >>> profile = Profile(m)
    >>> report = report_of(m, profile, m.run_frames(300))
    >>> comparison(report, report).splitlines()[-1]
    '... cycles per frame before and now: no routine changed'
    """
    rows = [row for row in compared(old, new, figure) if round(row[1], 1) != round(row[2], 1)]
    totals = [sum(getattr(node, figure) for node in one.nodes) / one.frames for one in (old, new)]
    head = f"{'before':>12}{'now':>12}{'change':>12}   own {figure} per frame, by routine"
    lines = [head] * bool(rows)
    for name, before, now in rows[:most]:
        share = f" ({100 * (now - before) / before:+.1f} %)" if before and now else \
            " (new)" if now else " (gone)"
        lines.append(f"{before:>12,.1f}{now:>12,.1f}{now - before:>+12,.1f}   {name}{share}")
    if len(rows) > most:
        lines.append(f"{'':36}   ... and {len(rows) - most} more")
    lines.append(f"{totals[0]:,.1f} {figure} per frame before and {totals[1]:,.1f} now" if rows else
                 f"{totals[0]:,.1f} {figure} per frame before and now: no routine changed")
    return "\n".join(lines)
