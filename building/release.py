"""`python -m building release VERSION`: a release in one command.

It sets the version, dates the section of the changelog, builds the wheel and the sdist, commits and
tags, and writes a zip of the libretro core of each platform.  If a step before the commit fails,
the files are as before.  Nothing is pushed.  With --workshop, there is a zip of the workshop too,
for which npm packs Pyodide.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from vecx import files, libretro
from vecx.errors import VecxError
from vecx.web import workshop

from . import generated

ROOT = Path(__file__).parents[1]
VERSION = re.compile(r"\d+\.\d+\.\d+((a|b|rc)\d+)?")
LINE = re.compile(r'^__version__ = "(.*)"$', re.MULTILINE)
OPEN = "## {}, not released yet\n"


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m building release", description=__doc__)
    parser.add_argument("version", metavar="VERSION", help="such as 0.2.0 or 0.2.0rc1")
    parser.add_argument("--into", metavar="FOLDER", type=Path, default=ROOT / "dist",
                        help="where wheel and sdist go (default: dist)")
    parser.add_argument("--workshop", action="store_true", help="make a zip of the workshop too")
    args = parser.parse_args(words)
    if not VERSION.fullmatch(args.version):
        parser.error(f"'{args.version}' is not a version such as 0.2.0 or 0.2.0rc1")
    try:
        check(args.version)
        python = workshop.python_files() if args.workshop else {}
        release(args.version, args.into)
        pack(args.version, args.into, python)
    except VecxError as fault:
        print(f"python -m building release: {fault}", file=sys.stderr)
        return 1
    print(f"vecx {args.version} is committed and tagged; the files are in {args.into}.\n"
          "After `git push --follow-tags`, publish them.")
    return 0


def check(version: str) -> None:
    """Raise VecxError unless the tree is ready for this release."""
    if _git("status", "--porcelain"):
        raise VecxError("the tree has changes that are not committed; commit them first")
    if _git("tag", "--list", f"v{version}"):
        raise VecxError(f"the tag v{version} exists already; choose a later version")
    if OPEN.format(version) not in _changelog().read_text(encoding="utf-8"):
        raise VecxError(f'docs/changelog.md has no section "{OPEN.format(version)[3:-1]}"')
    if old := [name for names in generated.stale().values() for name in names]:
        raise VecxError(f"{', '.join(old)}: older than the sources; run `python -m building all` "
                        "and commit what it writes")


def release(version: str, into: Path) -> None:
    """Set the version and the date, build, commit and tag.

    Errors: VecxError if a step fails; the tree is then as before
    """
    package, changelog = ROOT / "vecx" / "__init__.py", _changelog()
    before = {path: path.read_bytes() for path in (package, changelog)}
    try:
        files.write(package, LINE.sub(f'__version__ = "{version}"',
                                      package.read_text(encoding="utf-8")))
        files.write(changelog, changelog.read_text(encoding="utf-8").replace(
            OPEN.format(version), f"## {version}, {date.today():%Y-%m-%d}\n"))
        _run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist",
             "-d", str(into.absolute()))
        _git("commit", "-a", "-m", f"Version {version}")
    except VecxError:
        for path, data in before.items():
            files.write(path, data)
        raise
    _git("tag", "-a", f"v{version}", "-m", f"Version {version}")


def pack(version: str, into: Path, python: Mapping[str, bytes]) -> None:
    """Write a zip of each core with the games, and of the workshop if Pyodide's files are given."""
    for platform in libretro.PLATFORMS:
        files.write(into / f"vecx-libretro-{version}-{platform}.zip",
                    files.zipped(libretro.core_files(platform) | libretro.games()))
    if python:
        files.write(into / f"vecx-workshop-{version}.zip",
                    files.zipped(workshop.site(dict(python))))


def _changelog() -> Path:
    return ROOT / "docs" / "changelog.md"


def _git(*words: str) -> str:
    return _run("git", *words)


def _run(*words: str) -> str:
    try:
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError as fault:
        raise VecxError(f"{words[0]} cannot be run: {fault.strerror}") from None
    if done.returncode:
        raise VecxError(f"`{' '.join(words[:4])}` failed: {(done.stderr or done.stdout).strip()}")
    return done.stdout.strip()
