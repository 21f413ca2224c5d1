"""What each short cut through numba saves of a first compile: `python tests/shortcut_savings.py`.

Goal: the seconds that the docstrings of vecx's compiling give.  Method: all that playing needs is
compiled in processes of their own, each with an empty cache; with all short cuts and without one,
by turns, the other one first each time; user CPU seconds, medians of N rounds (`-n`, 5).
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
CHILD = """
import contextlib, resource, sys
from vecx.compiling import jit, lean, linking, shortcuts

without = sys.argv[1]
if without == "linking":
    linking.together = lambda inner, no_inline: contextlib.nullcontext()
elif without == "passes":
    lean.settings = dict
elif without == "collection":
    jit._no_collection = contextlib.nullcontext
else:
    shortcuts.GROUPS = tuple(each for each in shortcuts.GROUPS if each.__name__ != without)
from vecx.display import warm
for _ in warm.steps():
    pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_utime)
"""
NAMES = ("lookups", "bookkeeping", "passes", "linking", "collection")


def compile_once(without: str, mode: str = "1") -> float:
    """Return the user CPU seconds of a first compile without a short cut; empty: with all."""
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run([sys.executable, "-c", CHILD, without], check=True, text=True,
                              cwd=ROOT, stdout=subprocess.PIPE,
                              env={**os.environ, "XDG_CACHE_HOME": home, "VECX_JIT": mode})
    return float(done.stdout)


def main() -> int:
    """Measure, and print a line for each."""
    parser = argparse.ArgumentParser(description="What each short cut through numba saves.")
    parser.add_argument("-n", type=int, default=5, help="rounds (default: 5)")
    parser.add_argument("names", nargs="*", help=f"of {' '.join(NAMES)} all (default: each)")
    args = parser.parse_args()
    compile_once("")            # reads files into memory
    for name in args.names or (*NAMES, "all"):
        found: dict[str, list[float]] = {"": [], name: []}
        for i in range(args.n):
            for without in sorted(found, reverse=i % 2 == 1):
                found[without].append(compile_once(without, "plain" if without == "all" else "1"))
        with_, without_ = (statistics.median(times) for times in found.values())
        print(f"{name:12} {with_:6.2f} s with, {without_:6.2f} s without: saves "
              f"{without_ - with_:5.2f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
