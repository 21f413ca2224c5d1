"""What is known of the tests without any change: who runs which line, and for how long.

To find out takes a run of all tests with coverage, so it is kept in a file, and holds as long as no
file of the project or of vecx changes.
"""

import hashlib
import json
import os
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .. import files
from ..coverage.total import Total
from ..errors import VecxError
from . import trial
from .mutants import Mutant

FORMAT = "vecx-survey/1"
BYTES_MAX = 1 << 28
PACKAGE = Path(__file__).parents[1]
MADE = ("__pycache__", "vecx-pictures")     # folders of what tests write


@dataclass
class Tests:
    """What is known of the tests without any change: who runs which line, and for how long."""

    seconds: dict[str, float] = field(default_factory=dict)
    of_line: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    noticed: Counter[str] = field(default_factory=Counter)      # changes, by the test that did

    def of(self, mutant: Mutant) -> list[str]:
        """Return the tests that run a change's line, first what is quick and has noticed much."""
        return sorted(self.of_line.get((mutant.file, mutant.line), []),
                      key=lambda test: (self.seconds.get(test, 0.0) / (1 + self.noticed[test]),
                                        test))


def survey(tests: Sequence[str]) -> Tests:
    """Run the tests without any change, and note what each runs.

    Errors: VecxError where they fail, or run no program of a known source
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
            raise VecxError(f"{text}\nthe tests must pass, and there must be some, before a change "
                            f"can be tried; pytest ended with {process.exitcode}")
        noted = json.loads(Path(notes).read_text())
        ran = json.loads(Path(f"{room}/coverage-ran.json").read_text())
    total = Total([])
    total.add(ran)
    return _tests_of(total, noted["seconds"])


def _tests_of(total: Total, seconds: dict[str, float]) -> Tests:
    """Return which tests run each line; what a fixture ran is run by all tests of its file."""
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


class Kept:
    """A survey in a file: of these tests, and of the project as it is now.

    Args: path      the file
          tests     what pytest is told to run
          changing  other files that are written in between
    """

    def __init__(self, path: Path, tests: Sequence[str], changing: Sequence[Path] = ()) -> None:
        self.path = path
        self._project = {"format": FORMAT, "tests": [*tests],
                         "files": digest([Path.cwd(), PACKAGE], [path, *changing])}

    def read(self) -> Tests | None:
        """Return what the file has; None where it has nothing, or something else has changed."""
        if not self.path.exists():
            return None
        try:
            kept = files.parse_json(files.read(self.path, BYTES_MAX, "a survey of tests"))
            if kept["project"] != self._project:
                return None
            names = [*kept["seconds"]]
            return Tests(kept["seconds"], {
                (file, int(line)): [names[number] for number in numbers]
                for file, lines in kept["lines"].items() for line, numbers in lines.items()})
        except (ValueError, TypeError, KeyError, IndexError, AttributeError):
            return None             # none of ours, or cut short

    def write(self, known: Tests) -> None:
        """Keep a survey."""
        numbers = {test: number for number, test in enumerate(known.seconds)}
        lines: defaultdict[str, dict[int, list[int]]] = defaultdict(dict)
        for (file, line), tests in known.of_line.items():
            lines[file][line] = [numbers[test] for test in tests]
        files.write(self.path, json.dumps(
            {"project": self._project, "seconds": known.seconds, "lines": lines}))


def digest(folders: Sequence[Path], without: Sequence[Path] = ()) -> str:
    """Return a sum of the names, sizes and times of all files below some folders.

    What is hidden does not count, nor what tests write, nor Python environments.
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
