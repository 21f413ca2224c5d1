"""The shares of routines in the last profile of a program."""

from __future__ import annotations

from pathlib import Path

from ..errors import VecxError
from ..measure.profiling.report import Report, load

PROFILE_SUFFIX = ".profile.json"    # next to a program, as `vecx profile --json` writes it


class Profile:
    """The last profile of a program; the file is read again when it changes."""

    def __init__(self, root: str) -> None:
        self.path = Path(root).with_suffix(PROFILE_SUFFIX)
        self._time = -1.0
        self._words: dict[str, str] = {}

    def of(self, routine: str) -> str:
        """Return a routine's number of calls and percentage of cycles as text; empty if unknown."""
        try:
            time = self.path.stat().st_mtime
        except OSError:
            return ""
        if time != self._time:
            self._time = time
            try:
                self._words = _shares(load(self.path))
            except VecxError:
                self._words = {}
        return self._words.get(routine, "")


def _shares(report: Report) -> dict[str, str]:
    rows = report.routines()
    total = sum(row["own_cycles"] for row in rows.values()) or 1
    return {name: f"{row['calls'] / report.frames:.3g} calls per frame, "
                  f"{100 * row['cycles'] / total:.1f} % of the cycles"
            for name, row in rows.items()}
