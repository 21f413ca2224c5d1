"""Which accuracy tests notice which changes of the chips: the table accuracy_mutants.csv.

    python -m tests.accuracy_mutants --seed 1 --count 400 --write

Goal: each test of the topics that are written by hand was seen to fail because the source of a
chip was wrong, together with few others.  Method: the changes of accuracy_changes.py, and changes
by chance as in mutants.py, each made in a copy of the tree, where the topics run as plain Python.
Of all changes that a test notices, the table keeps the one that the fewest tests notice;
tests/roms/test_accuracy.py makes these again.  Changes of the 6809 are not made, because the
cartridge itself runs on it: test_accuracy.py changes what an instruction leaves instead.

Exit status: 0, or 2 for wrong usage.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

from roms.accuracy_tables import TOPICS, WRITTEN
from tests.accuracy_changes import changes
from tests.mutants import ROOT, Mutant, Workshop, each_in_a_workshop, mutants_of, workshops

TABLE = ROOT / "tests" / "reference" / "accuracy_mutants.csv"
CHANGED = ("via", "shift", "bus", "access", "psg", "line")
ENDS = {"psg": "\ndef periods",     # what follows is heard, and no test can hear
        "access": "\ndef fetch8"}   # what follows is the 6809's
BY_HAND = tuple(topic for topic in TOPICS if topic not in WRITTEN)
COLUMNS = "path", "before", "after", "noticed by"
TIMEOUT = 60
HANGS = "hangs in "
CHILD = """
import sys
from tests import accuracy
for topic in sys.argv[1:]:
    found = accuracy.run(topic, title=False)
    for number in found.failing:
        print(f"{topic} {number}", flush=True)
    if found.running:
        print(f"hangs in {topic} {found.running}", flush=True)
"""
Test = tuple[str, int]


class Change(NamedTuple):
    """A change of some lines of a source, and the tests that notice it."""

    path: str
    before: str
    after: str
    tests: tuple[Test, ...] = ()

    @classmethod
    def of(cls, mutant: Mutant) -> Change:
        """Return the change that a mutant is."""
        text = (ROOT / mutant.path).read_text("utf-8")
        line = mutant.line - 1
        return cls(mutant.path, *(f"\n{each.splitlines()[line]}\n"
                                  for each in (text, mutant.apply(text))))

    def apply(self, text: str) -> str:
        """Return a source with the change made.

        Errors: ValueError if what is replaced is not there exactly once
        """
        if text.count(self.before) != 1:
            raise ValueError(f"{self.path}: {self.before.strip()!r} is not there once; "
                             "run python -m tests.accuracy_mutants --write")
        return text.replace(self.before, self.after)


def noticed(shop: Workshop, change: Change) -> tuple[Test, ...]:
    """Return the tests that fail with a change; the empty tuple if the machine does not run."""
    text = (ROOT / change.path).read_text("utf-8")
    shop.put(change.path, change.apply(text))
    try:
        done = subprocess.run([sys.executable, "-c", CHILD, *BY_HAND], cwd=shop.folder,
                              env=os.environ | {"VECX_JIT": "0"}, timeout=TIMEOUT, text=True,
                              capture_output=True, check=False)
    except subprocess.TimeoutExpired:
        return ()
    finally:
        shop.put(change.path, text)
    if done.returncode:
        return ()
    found = (line.removeprefix(HANGS).rsplit(" ", 1) for line in done.stdout.splitlines())
    return tuple((topic, int(number)) for topic, number in found)


def tried(changes: list[Change], jobs: int) -> Iterator[Change]:
    """Yield the changes with the tests that notice them, `jobs` at a time."""
    def run(shop: Workshop, change: Change) -> Change:
        return change._replace(tests=noticed(shop, change))

    with workshops(jobs, TIMEOUT) as shops:
        yield from each_in_a_workshop(shops, run, changes)


def designed() -> list[Change]:
    """Return the changes of accuracy_changes.py that the table does not have yet."""
    known = {change[:3] for change in read()} if TABLE.exists() else set()
    return [Change(*each) for each in dict.fromkeys(changes()) if each not in known]


def draw(seed: int, count: int, names: tuple[str, ...] = CHANGED) -> list[Change]:
    """Return `count` random changes: one of each line, then a second of each line, and so on.

    Lines that occur twice in their source are left out.
    """
    chance = random.Random(seed)
    ranked: list[tuple[int, float, Change]] = []
    for name in names:
        path = f"vecx/chips/{name}.py"
        text = (ROOT / path).read_text("utf-8")
        lines = text.splitlines()
        of_line: dict[str, set[Change]] = {}
        for mutant in mutants_of(path, text):
            if mutant.start < text.find(ENDS.get(name, "\0")) % (len(text) + 1):
                change = Change.of(mutant)
                of_line.setdefault(change.before, set()).add(change)
        for before, of_this in of_line.items():
            if lines.count(before.strip("\n")) == 1:
                shuffled = chance.sample(sorted(of_this), len(of_this))
                ranked += [(rank, chance.random(), each) for rank, each in enumerate(shuffled)]
    return [change for _, _, change in sorted(ranked)[:count]]


def chosen(changes: list[Change]) -> list[Change]:
    """Return for each test that any change makes fail the one that the fewest tests notice."""
    best: dict[Test, Change] = {}
    for change in sorted(changes, key=lambda each: (len(each.tests), each)):
        for test in change.tests:
            best.setdefault(test, change)
    return sorted(set(best.values()))


def read() -> list[Change]:
    """Return the changes of the table."""
    with TABLE.open(encoding="ascii", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return [Change(path, before, after, tuple(
        (topic, int(number)) for topic, number in (each.rsplit(" ", 1)
                                                   for each in tests.split("; "))))
        for path, before, after, tests in rows]


def write(changes: list[Change]) -> None:
    """Write the table."""
    with TABLE.open("w", encoding="ascii", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for path, before, after, tests in changes:
            writer.writerow([path, before, after, "; ".join(f"{t} {n}" for t, n in tests)])


def main() -> int:
    """Draw, try, report."""
    parser = argparse.ArgumentParser(prog="python -m tests.accuracy_mutants", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--sources", nargs="*", default=CHANGED, choices=CHANGED)
    parser.add_argument("--write", action="store_true", help="add them to the table")
    options = parser.parse_args()
    found = read() if TABLE.exists() else []
    drawn = draw(options.seed, options.count, tuple(options.sources))
    for change in tried([*designed(), *drawn], options.jobs):
        found.append(change)
        if options.write:
            write(chosen(found))
        print(f"{change.path}: {change.before.strip()} -> {change.after.strip()}: "
              f"{len(change.tests)} {change.tests[:3]}", flush=True)
    kept = chosen(found)
    for count in (1, 3, 10, 1000):
        seen = {test for change in kept if len(change.tests) <= count for test in change.tests}
        print(f"{len(seen)} tests have a change that at most {count} tests notice")
    return 0


if __name__ == "__main__":
    sys.exit(main())
