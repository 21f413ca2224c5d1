"""Files of known findings, one per line, so that only new findings fail a build.

A line has four fields between tabs: rule, file, routine and the text of the source line, or the
address if the program has no source.  So a finding stays the same when lines above it are added or
removed, and becomes a new one when its own line changes.  Lines that begin with # are comments.
"""

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from .. import files
from ..errors import VecxError, printable
from .finding import Finding
from .rules import NAMES
from .sources import source_lines

BYTES_MAX = 1 << 22
HEAD = "# findings of vecx --strict that are known: rule, file, routine, source line\n"


def identities(path: Path, findings: Iterable[Finding]) -> list[str]:
    """Return a line for each finding, as written to the file of known findings `path`."""
    folder = Path(os.path.abspath(path)).parent
    return [_identity(finding, folder) for finding in findings]


def _identity(finding: Finding, folder: Path) -> str:
    """Return the line of a finding, with the path of its source relative to `folder`."""
    at = finding.where
    if not at.file:
        return "\t".join((finding.rule.name, "", at.routine, f"${finding.pc:04X}"))
    try:
        path = Path(os.path.relpath(at.file, folder)).as_posix()
    except ValueError:          # another drive
        path = Path(at.file).as_posix()
    return "\t".join(printable(part).replace("\t", " ") for part in
                     (finding.rule.name, path, at.routine, _code(source_lines(at.file), at.line)))


def _code(lines: Sequence[str], number: int) -> str:
    """Return a source line without its comment, or the line's number if the source cannot be
    read."""
    if not lines:
        return f"line {number}"
    code = lines[number - 1] if 0 < number <= len(lines) else ""
    return " ".join(code.partition(";")[0].split())


def load(path: Path) -> Counter[str]:
    """Return the findings of a file, and the number of times that each occurs in the file.

    Errors: VecxError if the file cannot be read or a line is not a finding
    """
    known: Counter[str] = Counter()
    text = files.read(path, BYTES_MAX, "a file of known findings",
                      "no such file; --write-baseline creates it").decode("utf-8", "replace")
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.count("\t") != 3 or line.split("\t")[0] not in NAMES:
            raise VecxError(f"{path}:{number}: not a line of known findings; create the file with "
                            "--write-baseline")
        known[line] += 1
    return known


def save(path: Path, findings: Iterable[Finding]) -> None:
    """Write the file of these findings.  Errors: VecxError if it cannot be written."""
    files.write(path, HEAD + "".join(f"{line}\n" for line in sorted(identities(path, findings))))


def split(path: Path, findings: Sequence[Finding]) -> tuple[list[Finding], int]:
    """Return the findings that a file does not list, and how many listed findings no longer occur.

    Errors: VecxError as `load`
    """
    left, new = load(path), []
    for finding, line in zip(findings, identities(path, findings), strict=True):
        if left[line] > 0:
            left[line] -= 1
        else:
            new.append(finding)
    return new, left.total()
