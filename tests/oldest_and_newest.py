"""Run the tests with the oldest and with the newest packages that pyproject.toml allows.

    python tests/oldest_and_newest.py [--which oldest|newest] [--folder FOLDER] [TESTS ...]

Goal: the lower bounds are correct.  Method: two virtual environments, one with each package at its
lower bound, one with the newest of each; the tests run in both, with an empty cache for compiled
code.  Packages come from pip's usual sources.  Not part of the test run.

Exit status: 0 if both pass, 1 if one does not, 2 for wrong usage.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
BOUND = re.compile(r"([A-Za-z0-9_-]+)>=([0-9.]+)(,<[0-9.]+)?(;.*)?")


def requirements(which: str) -> list[str]:
    """Return the arguments for pip: each package at its lower bound, or below its upper bound."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = []
    for line in [*project["dependencies"], *project["optional-dependencies"]["test"]]:
        bound = BOUND.fullmatch(line)
        if bound is None:
            raise SystemExit(f"pyproject.toml: {line}: expected NAME>=VERSION or "
                             "NAME>=VERSION,<VERSION")
        name, lower, upper, marker = bound.groups(default="")
        found.append(f"{name}=={lower}{marker}" if which == "oldest" else
                     f"{name}{upper.removeprefix(',')}{marker}")
    return found


def make(folder: Path, which: str) -> Path:
    """Create the environment; return its Python."""
    place = folder / which
    venv.create(place, with_pip=True, clear=True)
    python = place / ("Scripts" if os.name == "nt" else "bin") / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", *requirements(which),
                    "--editable", ROOT], check=True)
    return python


def run(python: Path, which: str, tests: list[str]) -> bool:
    """Print the installed packages, run the tests, and report whether they passed."""
    subprocess.run([python, "-m", "pip", "freeze"], check=True)
    cache = python.parent.parent / "cache"
    done = subprocess.run([python, "-m", "pytest", "-q", *tests], cwd=ROOT, check=False,
                          env={**os.environ, "XDG_CACHE_HOME": str(cache)})
    print(f"{which}: {'passed' if done.returncode == 0 else 'FAILED'}", flush=True)
    return done.returncode == 0


def main() -> int:
    """Run both, or the one that is named."""
    parser = argparse.ArgumentParser(description="The suite with the oldest packages and the "
                                                 "newest.")
    parser.add_argument("--which", choices=("oldest", "newest"), action="append")
    parser.add_argument("--folder", type=Path, help="where the environments are made and stay")
    parser.add_argument("tests", nargs="*", help="paths of tests (default: all)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = (args.folder or Path(temporary)).resolve()
        passed = [run(make(folder, which), which, args.tests)
                  for which in args.which or ("oldest", "newest")]
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
