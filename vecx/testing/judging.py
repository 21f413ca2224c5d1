"""The marks `budget` and `strict`: checks after a test has passed."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..chips.account import FIGURES
from ..errors import UsageError
from ..measure.budget.limits import NAMED, Limits, faults

if TYPE_CHECKING:
    from .machine import MachineUnderTest

SHOWN = 5


def limits_of(given: Mapping[str, Any]) -> Limits:
    """Return the limits that a mark names: max_cycles, max_vectors, max_drift, max_FIGURE.

    Errors: UsageError for an unknown figure

    >>> limits_of({"max_cycles": 28_000, "max_strokes": 90}).most
    {'work_cycles': 28000, 'strokes': 90}
    """
    named = {name: given[name] for name in NAMED if name in given}
    others = []
    for name, limit in given.items():
        figure = name if name in FIGURES else name.removeprefix("max_")
        if name in NAMED:
            continue
        if not name.startswith("max_") or figure not in FIGURES:
            raise UsageError(f"the mark `budget` has no limit '{name}'; use {', '.join(NAMED)}, or "
                             "max_ followed by a figure from `vecx help budget.md`")
        others.append((figure, limit))
    return Limits(**named, others=tuple(others))


def over_budget(machine: "MachineUnderTest", given: Mapping[str, Any]) -> list[str]:
    """Return a line for each frame of a test that exceeded a limit; only the first few are listed.

    >>> from vecx.testing import MachineUnderTest
    >>> m = MachineUnderTest("connect4", preset="ideal")
    >>> _ = m.run_frames(300)
    >>> over_budget(m, {"max_vectors": 5})[-1]
    '... and ... more frames'
    """
    wrong = faults(machine.judged(), limits_of(given))
    lines = [f"frame {frame.index}: {', '.join(phrases)}" for frame, phrases in wrong[:SHOWN]]
    if len(wrong) > SHOWN:
        lines.append(f"... and {len(wrong) - SHOWN} more frames")
    return lines


def unforgiven(machine: "MachineUnderTest", baseline: str = "") -> list[str]:
    """Return the findings of the strict machine that are not in the baseline file."""
    findings = machine.findings
    if baseline:
        from ..strict.baseline import split

        findings = split(Path(baseline), findings)[0]
    return [str(finding) for finding in findings]
