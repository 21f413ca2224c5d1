"""Mutation tests of the chips: change the source, and check whether the tests notice.

    python -m tests.mutants --seed 1 --count 200

Goal: a change that no test notices is a gap in the tests, or has no effect; check each.  Method: a
change increments or decrements a constant or flips one of its bits, replaces a comparison by a
similar one, or replaces one of & | ^ + - by another.  A seed selects COUNT of all changes; each is
made in a copy of the tree, where the tests of the chips run un-jitted until one fails.  Not part of
the test run: 200 changes take some minutes.

Exit status: 0 if every change was noticed, 1 if some survived, 2 for wrong usage.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from typing import TypeVar

A, B = TypeVar("A"), TypeVar("B")

ROOT = Path(__file__).parent.parent
CHANGED = ("alu", "decode", "registers", "attend", "cpu", "via", "bus", "beam", "psg", "log",
           "maths")
TREE = ("asm", "vecx", "roms", "tests", "pyproject.toml")
TESTS = ("tests/vecx/chips/test_via.py", "tests/vecx/chips/test_alu.py",
         "tests/vecx/chips/test_decode.py", "tests/vecx/chips/test_registers.py",
         "tests/vecx/chips/test_via_lines.py",
         "tests/vecx/chips/test_maths.py", "tests/vecx/chips/test_maths_chance.py",
         "tests/vecx/chips/test_maths_minmax.py", "tests/vecx/chips/test_psg.py",
         "tests/vecx/chips/test_beam.py", "tests/vecx/chips/test_log.py",
         "tests/vecx/chips/test_attend.py",
         "tests/vecx/chips/test_bus.py", "tests/vecx/test_via_cases.py",
         "tests/vecx/chips/test_via_closed_form.py::test_a_long_random_program",
         "tests/vecx/chips/test_via_closed_form.py::test_every_write_at_every_moment_of_t1",
         "tests/vecx/chips/test_cpu.py")
PYTEST = (sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-n", "0")
BITS = 8
PASSED, NOTHING_RAN = 0, 5

NEIGHBOURS = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "=="}
OTHERS = {ast.BitAnd: "|", ast.BitOr: "&", ast.BitXor: "|", ast.Add: "-", ast.Sub: "+"}
SYMBOLS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
           ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.Add: "+", ast.Sub: "-"}


@dataclass(frozen=True)
class Mutant:
    """A change: `new` replaces the characters from `start` to `end` of a source."""

    path: str
    line: int
    start: int
    end: int
    new: str

    def apply(self, text: str) -> str:
        """Return the source with the change made."""
        return text[:self.start] + self.new + text[self.end:]

    def show(self, text: str) -> str:
        """Return file, line, and the line before and after."""
        before = text.splitlines()[self.line - 1].strip()
        after = self.apply(text).splitlines()[self.line - 1].strip()
        return f"{self.path}:{self.line}\n    - {before}\n    + {after}"


def mutants_of(path: str, text: str) -> Iterator[Mutant]:
    """Yield every change of a source, in the order of its tree."""
    begins = [0]
    for line in text.splitlines(keepends=True):
        begins.append(begins[-1] + len(line))

    def at(line: int | None, column: int | None) -> int:
        return begins[(line or 0) - 1] + (column or 0)

    def between(left: ast.expr, right: ast.expr, old: str, new: str) -> Mutant:
        start = text.index(old, at(left.end_lineno, left.end_col_offset))
        assert start < at(right.lineno, right.col_offset)
        line = text.count("\n", 0, start) + 1
        return Mutant(path, line, start, start + len(old), new)

    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and type(node.value) is int:
            values = [node.value + 1, node.value - 1, *(node.value ^ 1 << n for n in range(BITS))]
            for value in sorted(set(values)):
                yield Mutant(path, node.lineno, at(node.lineno, node.col_offset),
                             at(node.end_lineno, node.end_col_offset), f"({value})")
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            for i, op in enumerate(node.ops):
                if type(op) in NEIGHBOURS:
                    yield between(sides[i], sides[i + 1], SYMBOLS[type(op)], NEIGHBOURS[type(op)])
        elif isinstance(node, ast.BinOp) and type(node.op) in OTHERS:
            yield between(node.left, node.right, SYMBOLS[type(node.op)], OTHERS[type(node.op)])
        elif isinstance(node, ast.AugAssign) and type(node.op) in OTHERS:
            yield between(node.target, node.value, SYMBOLS[type(node.op)], OTHERS[type(node.op)])


def draw(seed: int, count: int) -> list[Mutant]:
    """Return `count` random changes, each place with equal probability."""
    places: dict[tuple[str, int], list[Mutant]] = {}
    for name in CHANGED:
        path = f"vecx/chips/{name}.py"
        for mutant in mutants_of(path, (ROOT / path).read_text("utf-8")):
            places.setdefault((mutant.path, mutant.start), []).append(mutant)
    chance = random.Random(seed)
    drawn = chance.sample(sorted(places), min(count, len(places)))
    return [chance.choice(places[place]) for place in drawn]


class Workshop:
    """A copy of the tree in which one change at a time is made, tested and undone."""

    def __init__(self, folder: Path, timeout: float) -> None:
        self.folder, self.timeout = folder, timeout
        self.changes = 0
        for name in TREE:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name,
                                ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, folder / name)

    def put(self, path: str, text: str) -> None:
        """Write a source with a new time stamp, so that Python recompiles it."""
        self.changes += 1
        (self.folder / path).write_text(text, "utf-8")
        stamp = (ROOT / path).stat().st_mtime + 10 * self.changes
        os.utime(self.folder / path, (stamp, stamp))

    def passes(self) -> bool:
        """Run the tests; return True if none failed in time.

        Errors: SystemExit if no test ran at all
        """
        environment = os.environ | {"VECX_JIT": "0"}
        try:
            done = subprocess.run([*PYTEST, *TESTS], cwd=self.folder, env=environment,
                                  timeout=self.timeout, capture_output=True, check=False)
        except subprocess.TimeoutExpired:
            return False
        if done.returncode == NOTHING_RAN:
            raise SystemExit("mutants: pytest found no test")
        return done.returncode == PASSED

    def survives(self, mutant: Mutant) -> bool:
        """Make a change, run the tests, undo it; return True if no test noticed."""
        text = (ROOT / mutant.path).read_text("utf-8")
        self.put(mutant.path, mutant.apply(text))
        try:
            return self.passes()
        finally:
            self.put(mutant.path, text)


@contextmanager
def workshops(count: int, timeout: float) -> Iterator[Queue[Workshop]]:
    """Return a queue of workshops, which exist until the end of the block."""
    with tempfile.TemporaryDirectory() as room:
        shops: Queue[Workshop] = Queue()
        for number in range(count):
            folder = Path(room) / str(number)
            folder.mkdir()
            shops.put(Workshop(folder, timeout))
        yield shops


def each_in_a_workshop(shops: Queue[Workshop], work: Callable[[Workshop, A], B],
                       items: Sequence[A]) -> Iterator[B]:
    """Yield the result of some work for each item, in their order; as many at a time as there are
    workshops."""
    def one(item: A) -> B:
        shop = shops.get()
        try:
            return work(shop, item)
        finally:
            shops.put(shop)

    with ThreadPoolExecutor(shops.qsize()) as pool:
        yield from pool.map(one, items)


def survivors(mutants: list[Mutant], jobs: int, timeout: float) -> Iterator[Mutant]:
    """Try the changes, `jobs` at a time; yield those that no test noticed.

    Errors: SystemExit if the tests fail without any change
    """
    with workshops(jobs, timeout) as shops:
        first = shops.get()
        if not first.passes():
            raise SystemExit("mutants: the tests fail, or take too long, without any change")
        shops.put(first)
        alive = each_in_a_workshop(shops, Workshop.survives, mutants)
        yield from (mutant for mutant, lives in zip(mutants, alive, strict=True) if lives)


def main() -> int:
    """Draw, try, report; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=60, help="seconds for one change")
    options = parser.parse_args()
    mutants = draw(options.seed, options.count)
    alive = 0
    for mutant in survivors(mutants, options.jobs, options.timeout):
        alive += 1
        print(mutant.show((ROOT / mutant.path).read_text("utf-8")), flush=True)
    print(f"seed {options.seed}: {len(mutants) - alive} of {len(mutants)} noticed")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
