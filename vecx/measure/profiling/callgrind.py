"""Routines and calls in callgrind's format [Callgrind Format Specification].

A routine's own costs are at its first line, followed by those of its calls; each figure is an
event. A call that began before the first frame counts as one: readers would add costs after
`calls=0` to the caller's own.
"""

from collections.abc import Iterator

from ..budget.profile import FIGURES
from .report import Report

NOWHERE = "(no source)"


def callgrind(report: Report) -> str:
    """Return the text of a callgrind file.

    >>> from vecx.measure.budget.profile import Profile
    >>> from vecx.measure.profiling.report import report_of
    >>> m = Machine("connect4", preset="ideal", strict=True)
    >>> profile = Profile(m)
    >>> callgrind(report_of(m, profile, m.run_frames(60))).splitlines()[0]
    '# callgrind format'
    """
    totals = [sum(getattr(node, figure) for node in report.nodes) for figure in FIGURES]
    return "\n".join(["# callgrind format", "version: 1", "creator: vecx", f"cmd: {report.name}",
                      "positions: line", f"events: {' '.join(name.title() for name in FIGURES)}",
                      f"summary: {costs_of(totals)}", *_routines(report), ""])


def costs_of(figures: list[float]) -> str:
    """Return figures as whole numbers with spaces between them."""
    return " ".join(str(round(figure)) for figure in figures)


def _routines(report: Report) -> Iterator[str]:
    """Yield the lines of each routine: its file, its own costs, its calls with their costs."""
    whole = [report.whole(figure) for figure in FIGURES]
    nodes: dict[tuple[str, str, int], list[int]] = {}
    for at, node in enumerate(report.nodes):
        nodes.setdefault((node.name, node.where.file, node.where.line), []).append(at)
    for (name, file, line), own in nodes.items():
        yield ""
        yield f"fl={file or NOWHERE}"
        yield f"fn={name}"
        yield f"{line} " + costs_of([sum(getattr(report.nodes[at], figure) for at in own)
                                     for figure in FIGURES])
        below: dict[tuple[str, str, int], list[int]] = {}
        for at, node in enumerate(report.nodes):
            if node.parent in own:
                below.setdefault((node.name, node.where.file, node.where.line), []).append(at)
        for (callee, at_file, at_line), called in below.items():
            yield f"cfi={at_file or NOWHERE}"
            yield f"cfn={callee}"
            count = max(1, sum(report.nodes[at].calls for at in called))
            yield f"calls={count} {at_line}"
            yield f"{line} " + costs_of([sum(figures[at] for at in called) for figures in whole])
