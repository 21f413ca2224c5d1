"""Try changes: run the tests that execute a changed line, the fast ones first.

Results are recorded in a file, one per line, so that an interrupted session can continue.
"""

import contextlib
import json
import os
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from ... import files
from ...errors import VecxError
from . import trial
from .mutants import Mutant
from .survey import Tests

FORMAT: Literal["vecx-mutants/1"] = "vecx-mutants/1"
BYTES_MAX = 1 << 26
NOTICED, SURVIVED, ASTRAY, NOT_RUN = "noticed", "survived", "astray", "not run"
SLOWER = 5              # time limit: this factor of the tests' time without a change,
PATIENCE = 20.0         # plus these seconds
TURN = 0.01
PYTEST_FAULTS = (3, 4, 5)       # internal error, wrong usage, no test


@dataclass(frozen=True)
class Result:
    """The result of a change.  The verdicts are noticed, survived, astray (the tests did not end)
    and not run."""

    mutant: Mutant
    verdict: str
    tests: int = 0
    by: str = ""

    @property
    def noticed(self) -> bool:
        return self.verdict in (NOTICED, ASTRAY)


def drawn(all_: Sequence[Mutant], count: int | None, seed: int) -> list[Mutant]:
    """Return `count` random changes in random order, so that an interrupted session has tried a
    sample.  If `count` is None, return all changes in the order of their lines.

    >>> drawn([], 5, 1)
    []
    """
    if count is None or count >= len(all_):
        return list(all_)
    chance = random.Random(seed)
    shuffled = list(all_)
    chance.shuffle(shuffled)
    return shuffled[:count]


@dataclass(frozen=True)
class _Head:
    """The first line of a record: the SHA-256 of the image that the changes are of."""

    format: Literal["vecx-mutants/1"]
    image: str


class Record:
    """A file of results: its head, then one result per line.

    Errors: VecxError if the file is not such a record
    """

    def __init__(self, path: Path, image: str, *, fresh: bool = False) -> None:
        self._path, self._head = path, _Head(FORMAT, image)
        self.known: dict[str, Result] = {}
        files.check_writable(path)
        if path.exists() and not fresh:
            self._read()
        if not self.known:
            files.write(path, json.dumps(asdict(self._head)) + "\n")

    def _read(self) -> None:
        lines = files.read(self._path, BYTES_MAX, "a record of mutants").decode(
            "utf-8", "replace").splitlines()
        try:
            head = files.read_json("".join(lines[:1]), _Head)
        except files.Damaged:
            raise VecxError(f"{self._path}: not a record of `vecx mutate`; give --state another "
                            "name") from None
        if head != self._head:
            return              # of another image: start again
        for line in lines[1:]:
            with contextlib.suppress(files.Damaged):        # a line that was cut short
                result = files.read_json(line, Result)
                self.known[result.mutant.spec] = result

    def forget_survivors(self) -> None:
        self.known = {spec: result for spec, result in self.known.items() if result.noticed}
        rows = [json.dumps(asdict(self._head)), *(json.dumps(asdict(result))
                                                  for result in self.known.values())]
        files.write(self._path, "\n".join(rows) + "\n")

    def add(self, result: Result) -> None:
        self.known[result.mutant.spec] = result
        with open(self._path, "a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(result)) + "\n")


@dataclass
class _Running:
    mutant: Mutant
    tests: list[str]
    trial: trial.Trial
    ends: float
    notes: str


def attempts(mutants: Sequence[Mutant], tests: Tests, jobs: int, record: Record,
             starter: trial.Starter) -> Iterator[Result]:
    """Try changes, `jobs` at a time, and yield each result."""
    waiting = list(mutants)[::-1]
    running: list[_Running] = []
    with tempfile.TemporaryDirectory() as room:
        try:
            while waiting or running:
                while waiting and len(running) < jobs:
                    mutant = waiting.pop()
                    done = record.known.get(mutant.spec)
                    if done is None and not tests.of(mutant):
                        done = Result(mutant, NOT_RUN)
                        record.add(done)
                    if done is not None:
                        yield done
                        continue
                    running.append(_begin(mutant, tests, Path(room), starter))
                for one in list(running):
                    result = _outcome(one)
                    if result is not None:
                        running.remove(one)
                        record.add(result)
                        tests.noticed[result.by] += 1
                        yield result
                time.sleep(TURN)
        finally:
            for one in running:
                one.trial.kill()
            starter.close()


def _begin(mutant: Mutant, tests: Tests, room: Path, starter: trial.Starter) -> _Running:
    chosen = tests.of(mutant)
    seconds = sum(tests.seconds.get(test, 0.0) for test in chosen)
    notes = str(room / f"{abs(hash(mutant.spec))}.json")
    return _Running(mutant, chosen, starter.start(mutant.spec, chosen, notes),
                    time.monotonic() + SLOWER * seconds + PATIENCE, notes)


def _outcome(one: _Running) -> Result | None:
    """Return the result of a change if its process has ended or has taken too long, else None."""
    status = one.trial.status()
    if status is None:
        if time.monotonic() < one.ends:
            return None
        one.trial.kill()
        return Result(one.mutant, ASTRAY, len(one.tests))
    if status in PYTEST_FAULTS:
        raise VecxError(f"pytest ended with status {status} for {one.mutant.file}:"
                        f"{one.mutant.line}; check that the tests have the same names in each run")
    by = ""
    if status != trial.PASSED and os.path.exists(one.notes):
        by = next(iter(json.loads(Path(one.notes).read_text())["failed"]), "")
    return Result(one.mutant, SURVIVED if status == trial.PASSED else NOTICED, len(one.tests), by)
