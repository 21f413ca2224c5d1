"""Findings that a project knows of: a text file, a line each, so that only new ones fail a build.

A line is the rule, the file, the routine and the source line itself, between tabs; of a program
without source the address.  So a finding stays the same when lines above it come or go, and is
another one when its own line is changed.  Lines that begin with # say something to people.
"""

import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from .. import files
from ..errors import VecxError, printable
from .checker import Finding
from .rules import NAMES

BYTES_MAX = 1 << 22
SOURCE_BYTES_MAX = 1 << 23
HEAD = "# findings of vecx --strict that are known: rule, file, routine, source line\n"


def identity(finding: Finding, folder: Path) -> str:
    """Return the line of a finding.

    Args: folder  of the file of known findings: paths are told from there
    """
    at = finding.where
    if not at.file:
        return "\t".join((finding.rule.name, "", at.routine, f"${finding.pc:04X}"))
    try:
        path = Path(os.path.relpath(at.file, folder)).as_posix()
    except ValueError:          # another drive
        path = Path(at.file).as_posix()
    return "\t".join(printable(part).replace("\t", " ") for part in
                     (finding.rule.name, path, at.routine, _source_line(at.file, at.line)))


def _source_line(file: str, number: int) -> str:
    try:
        text = files.read(file, SOURCE_BYTES_MAX, "a source").decode("utf-8", "replace")
    except VecxError:
        return f"line {number}"
    lines = text.splitlines()
    code = lines[number - 1] if 0 < number <= len(lines) else ""
    return " ".join(code.partition(";")[0].split())


def load(path: Path) -> Counter[str]:
    """Return the findings of a file, and how often each is in it.

    Errors: VecxError for what cannot be read, or a line that is no finding
    """
    known: Counter[str] = Counter()
    text = files.read(path, BYTES_MAX, "a file of known findings",
                      "no such file; --write-baseline makes it").decode("utf-8", "replace")
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.count("\t") != 3 or line.split("\t")[0] not in NAMES:
            raise VecxError(f"{path}:{number}: not a known finding; --write-baseline writes them")
        known[line] += 1
    return known


def save(path: Path, findings: Iterable[Finding]) -> None:
    """Write the file of these findings.  Errors: VecxError where it cannot be written."""
    folder = Path(os.path.abspath(path)).parent
    files.write(path, HEAD + "".join(f"{line}\n" for line in
                                     sorted(identity(one, folder) for one in findings)))


def split(path: Path, findings: Iterable[Finding]) -> tuple[list[Finding], int]:
    """Return the findings that a file does not know, and how many of those it knows are gone.

    Errors: VecxError as `load`
    """
    left, folder = load(path), Path(os.path.abspath(path)).parent
    new = []
    for finding in findings:
        line = identity(finding, folder)
        if left[line] > 0:
            left[line] -= 1
        else:
            new.append(finding)
    return new, left.total()
