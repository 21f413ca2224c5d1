"""coverage.py's reports of sources of the assembler: text, HTML, lcov, Cobertura's XML.

coverage.py asks a plug-in what of a file can run; here that is `Listings`, and the data file names
it.  Its own commands find it with `plugins = vecx.coverage.reports` in their configuration.
"""

import io
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from coverage import Coverage, CoverageData, CoveragePlugin, FileReporter
from coverage.exceptions import CoverageException

from ..errors import VecxError
from .listing import PASSED, TAKEN, Sources
from .total import Total, beside, load_all

NAME = "vecx.coverage.reports.Listings"
BEGUN = -3              # where a line's own way comes from, in the data file
KINDS = ("term", "html", "xml", "lcov")
USUAL = {"html": "htmlcov", "xml": "coverage.xml", "lcov": "coverage.lcov"}
TOKEN = re.compile(r"""(?P<com>;.*|^\*.*)|(?P<str>"[^"]*"?|'.)
                       |(?P<num>[$%@]?\b[0-9][0-9A-Fa-f]*\b|\$[0-9A-Fa-f]+)
                       |(?P<nam>[A-Za-z_.@?][\w.$@?]*)|(?P<ws>\s+)|(?P<op>.)""", re.VERBOSE)


def coverage_init(registry: Any, options: dict[str, str]) -> None:
    """Tell coverage.py of the plug-in; `data_file` in its section says whose sources they are."""
    registry.add_file_tracer(Listings(load_all(Path(options.get("data_file", ".coverage.asm")))))


class Listings(CoveragePlugin):
    """Knows what can run of each source."""

    def __init__(self, known: Sources) -> None:
        self._known = known

    def file_reporter(self, filename: str) -> FileReporter:
        """Return what coverage.py asks of one source."""
        return Source(filename, self._known)


class Source(FileReporter):
    """What can run of one source."""

    def __init__(self, filename: str, known: Sources) -> None:
        super().__init__(filename)
        self._known = known

    def source(self) -> str:
        """Return its text."""
        try:
            return Path(self.filename).read_text("utf-8", errors="replace")
        except OSError:
            raise CoverageException(f"{self.filename}: no such file; run pytest with --asm-cov "
                                    "again") from None

    def lines(self) -> set[int]:
        """Return the lines that can run."""
        return self._known.lines[self.filename]

    def arcs(self) -> set[tuple[int, int]]:
        """Return the ways of its conditional branches."""
        return self._known.ways[self.filename]

    def exit_counts(self) -> dict[int, int]:
        """Return how many ways each branch has."""
        counts: dict[int, int] = {}
        for begin, _ in self.arcs():
            counts[begin] = counts.get(begin, 0) + 1
        return counts

    def arc_description(self, start: int, end: int) -> str:
        """Say where a way leads."""
        return {TAKEN: "taken", PASSED: "not taken"}.get(end, f"to line {end}")

    def missing_arc_description(self, start: int, end: int,
                                executed_arcs: Iterable[tuple[int, int]] | None = None) -> str:
        """Say of a branch which way it never went."""
        return f"line {start} never went: {self.arc_description(start, end)}"

    def source_token_lines(self) -> Any:
        """Yield the words of each line, for colours."""
        for text in self.source().expandtabs(8).splitlines():
            words: list[tuple[str, str]] = []
            fields = 0 if text[:1].strip() else 1       # the mnemonic is the second one
            for match in TOKEN.finditer(text):
                kind = match.lastgroup or "op"
                if kind == "nam":
                    kind, fields = ("key" if fields == 1 else "nam"), fields + 1
                elif kind not in ("ws", "com"):
                    fields = max(fields, 2)
                words.append((kind, match[0]))
            yield words


def write_data(total: Total, data_file: Path) -> None:
    """Write what ran into a data file of coverage.py, a context for each test, and what can run.

    Errors: VecxError where that cannot be written
    """
    total.save(data_file)
    data_file.unlink(missing_ok=True)
    try:
        data = CoverageData(str(data_file))
        for file in total.all.lines:
            data.add_arcs({file: set()})
        for test, sources in total.ran.items():
            data.set_context(test or None)
            data.add_arcs({file: sources.ways[file] | {(BEGUN, line) for line in lines}
                           for file, lines in sources.lines.items()})
        data.add_file_tracers(dict.fromkeys(total.all.lines, NAME))
        data.write()
        data.close()
    except CoverageException as fault:
        raise VecxError(f"{data_file}: {fault}") from None


def opened(data_file: Path) -> Coverage:
    """Return coverage.py, at work on a data file.  Errors: VecxError."""
    if not data_file.is_file() or not beside(data_file).is_file():
        raise VecxError(f"{data_file}: no such file; run pytest with --asm-cov")
    load_all(data_file)
    made = Coverage(data_file=str(data_file), branch=True, config_file=False)
    made.set_option("run:plugins", [__name__])
    made.set_option(f"{__name__}:data_file", str(data_file))
    made.load()
    return made


def report(data_file: Path, kind: str, place: str = "") -> tuple[float, str]:
    """Write a report.

    Args:    kind   term, html, xml or lcov; place  its file or folder
    Returns: how much ran, percent, and what there is to be said
    Errors:  VecxError
    """
    if kind not in KINDS:
        raise VecxError(f"no report '{kind}': give {', '.join(KINDS)}")
    cover = opened(data_file)
    text, place = io.StringIO(), place or USUAL.get(kind, "")
    try:
        if kind == "term":
            share = cover.report(file=text, show_missing=True)
        elif kind == "html":
            share = cover.html_report(directory=place, title="Coverage of the assembler's sources")
        elif kind == "xml":
            share = cover.xml_report(outfile=place)
        else:
            share = cover.lcov_report(outfile=place)
    except CoverageException as fault:
        raise VecxError(f"coverage: {fault}") from None
    except OSError as fault:
        raise VecxError(f"{place}: {fault.strerror}") from None
    return share, text.getvalue() if kind == "term" else f"{kind}: {place}\n"
