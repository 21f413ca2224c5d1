"""A run of the tests on the unchanged program: which lines each test runs, and how long it takes.

It needs a run of all tests with coverage, so it is kept in a file, which is valid until a file of
the project or of vecx changes.
"""

import hashlib
import json
import os
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ... import files
from ...errors import VecxError
from ...measure.coverage.total import Total
from . import trial
from .mutants import DATA, Mutant

FORMAT = "vecx-survey/1"
BYTES_MAX = 1 << 28
PACKAGE = Path(__file__).parents[1]
MADE = ("__pycache__", "vecx-pictures")     # folders that tests write to


@dataclass
class Tests:
    """The result of a survey: which lines each test runs, and how long it takes."""

    seconds: dict[str, float] = field(default_factory=dict)
    of_line: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    noticed: Counter[str] = field(default_factory=Counter)      # numbers of changes, by test

    def of(self, mutant: Mutant) -> list[str]:
        """Return the tests that run the changed line.  Tests that are fast, or have noticed many
        changes, come first.

        Reads of data are not recorded: all tests may notice a change of data.
        """
        tests = self.seconds if mutant.kind == DATA else \
            self.of_line.get((mutant.file, mutant.line), [])
        return sorted(tests,
                      key=lambda test: (self.seconds.get(test, 0.0) / (1 + self.noticed[test]),
                                        test))


def survey(tests: Sequence[str]) -> Tests:
    """Run the tests on the unchanged program, and record which lines each test runs.

    Errors: VecxError if they fail, or run no program with a known source
    """
    with tempfile.TemporaryDirectory() as room:
        notes, said = f"{room}/notes", f"{room}/said"
        words = trial.arguments("--asm-cov", "--asm-cov-context=test", "-o",
                                f"asm_cov_file={room}/coverage", "--asm-cov-report=lcov:"
                                f"{room}/lcov", *tests)
        process = trial.start(words, notes, said)
        process.join()
        if process.exitcode != trial.PASSED:
            text = Path(said).read_text(errors="replace").strip()[-3000:]
            raise VecxError(f"{text}\n`vecx mutate` needs tests that pass before any change; "
                            f"pytest ended with status {process.exitcode}")
        noted = json.loads(Path(notes).read_text())
        ran = json.loads(Path(f"{room}/coverage-ran.json").read_text())
    total = Total([])
    total.add(ran)
    return _tests_of(total, noted["seconds"])


def _tests_of(total: Total, seconds: dict[str, float]) -> Tests:
    """Return which tests run each line; lines run by a fixture count for all tests of the fixture's
    file."""
    by_file: defaultdict[str, list[str]] = defaultdict(list)
    for test in seconds:
        by_file[test.partition("::")[0]].append(test)
    of_line: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
    for context, sources in total.ran.items():
        tests = [context] if "::" in context else by_file.get(context, [])
        for file, lines in sources.lines.items():
            for line in lines:
                of_line[file, line].update(tests)
    return Tests(seconds, {place: sorted(tests) for place, tests in of_line.items()})


@dataclass
class _File:
    """A survey's file: the seconds of each test; file -> line -> numbers of the tests that run
    it."""

    project: dict[str, Any]
    seconds: dict[str, float]
    lines: dict[str, dict[int, list[int]]]


class SurveyFile:
    """A file with the survey of given tests; it is valid for one state of the project's files.

    Args: path      the file
          tests     arguments of pytest
          changing  other files that may change without effect
    """

    def __init__(self, path: Path, tests: Sequence[str], changing: Sequence[Path] = ()) -> None:
        self.path = path
        self._project = {"format": FORMAT, "tests": [*tests],
                         "files": digest([Path.cwd(), PACKAGE], [path, *changing])}

    def read(self) -> Tests | None:
        """Return the survey in the file; None if the file is missing, damaged or out of date."""
        if not self.path.exists():
            return None
        try:
            kept = files.read_json(files.read(self.path, BYTES_MAX, "a survey of tests"), _File)
        except files.Damaged:
            return None             # another file, or cut short
        names = [*kept.seconds]
        numbers = {number for lines in kept.lines.values() for some in lines.values()
                   for number in some}
        if kept.project != self._project or not numbers <= set(range(len(names))):
            return None
        return Tests(kept.seconds, {
            (file, int(line)): [names[number] for number in some]
            for file, lines in kept.lines.items() for line, some in lines.items()})

    def write(self, known: Tests) -> None:
        numbers = {test: number for number, test in enumerate(known.seconds)}
        lines: defaultdict[str, dict[int, list[int]]] = defaultdict(dict)
        for (file, line), tests in known.of_line.items():
            lines[file][line] = [numbers[test] for test in tests]
        files.write(self.path, json.dumps(
            {"project": self._project, "seconds": known.seconds, "lines": lines}))


def digest(folders: Sequence[Path], without: Sequence[Path] = ()) -> str:
    """Return a digest of the names, sizes and times of all files below some folders.

    Hidden files, files written by tests, and Python environments are ignored.
    """
    left_out = {os.path.abspath(path) for path in without}
    found = hashlib.sha256()
    for top in folders:
        for folder, below, names in os.walk(top):
            below[:] = sorted(name for name in below if name[0] != "." and name not in MADE
                              and not os.path.exists(f"{folder}/{name}/pyvenv.cfg"))
            for path in sorted(os.path.join(folder, name) for name in names if name[0] != "."):
                if path not in left_out:
                    status = os.lstat(path)
                    found.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode(
                        errors="replace"))
    return found.hexdigest()
