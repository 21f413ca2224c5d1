"""Makes reports about assembler sources with coverage.py: text, HTML, lcov, Cobertura's XML.

coverage.py asks a plug-in for the lines that can run: `Listings`, named in the data file.
coverage.py's commands find it with `plugins = vecx.measure.coverage.reports` in their
configuration.
"""

import io
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from coverage import Coverage, CoverageData, CoveragePlugin, FileReporter
from coverage.exceptions import CoverageException

from ... import files
from ...errors import VecxError
from .listing import PASSED, TAKEN, Sources
from .total import Total, listing_file, load_all

NAME = "vecx.measure.coverage.reports.Listings"
BEGUN = -3              # start of the arc to a line, in the data file
KINDS = ("term", "html", "xml", "lcov")
USUAL = {"html": "htmlcov", "xml": "coverage.xml", "lcov": "coverage.lcov"}
TOKEN = re.compile(r"""(?P<com>;.*|^\*.*)|(?P<str>"[^"]*"?|'.)
                       |(?P<num>[$%@]?\b[0-9][0-9A-Fa-f]*\b|\$[0-9A-Fa-f]+)
                       |(?P<nam>[A-Za-z_.@?][\w.$@?]*)|(?P<ws>\s+)|(?P<op>.)""", re.VERBOSE)


def coverage_init(registry: Any, options: dict[str, str]) -> None:
    """Register the plug-in with coverage.py; the plug-in's option `data_file` names the data
    file."""
    registry.add_file_tracer(Listings(load_all(Path(options.get("data_file", ".coverage.asm")))))


class Listings(CoveragePlugin):
    """The plug-in that gives coverage.py the lines of each source."""

    def __init__(self, known: Sources) -> None:
        self._known = known

    def file_reporter(self, filename: str) -> FileReporter:
        return Source(filename, self._known)


class Source(FileReporter):
    """The lines and branches of one source, for coverage.py."""

    def __init__(self, filename: str, known: Sources) -> None:
        super().__init__(filename)
        self._known = known

    def source(self) -> str:
        try:
            return files.read(self.filename, files.SOURCE_BYTES_MAX, "a source").decode(
                "utf-8", "replace")
        except (VecxError, ValueError) as fault:
            raise CoverageException(f"{fault}; run pytest with --asm-cov again") from None

    def lines(self) -> set[int]:
        return self._known.lines[self.filename]

    def arcs(self) -> set[tuple[int, int]]:
        return self._known.ways[self.filename]

    def exit_counts(self) -> dict[int, int]:
        counts: dict[int, int] = {}
        for begin, _ in self.arcs():
            counts[begin] = counts.get(begin, 0) + 1
        return counts

    def arc_description(self, start: int, end: int) -> str:
        return {TAKEN: "taken", PASSED: "not taken"}.get(end, f"to line {end}")

    def missing_arc_description(self, start: int, end: int,
                                executed_arcs: Iterable[tuple[int, int]] | None = None) -> str:
        return f"line {start}: not covered: {self.arc_description(start, end)}"

    def source_token_lines(self) -> Any:
        """Yield the tokens of each line, for syntax colours."""
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
    """Write a data file of coverage.py, with a context for each test, and the lines that can run.

    Errors: VecxError if it cannot be written
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
    """Return a Coverage object for a data file.  Errors: VecxError"""
    if not data_file.is_file() or not listing_file(data_file).is_file():
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
    Returns: the coverage in percent, and the text to print
    Errors:  VecxError
    """
    if kind not in KINDS:
        raise VecxError(f"unknown report '{kind}': use {', '.join(KINDS)}")
    cover = opened(data_file)
    text, place = io.StringIO(), place or USUAL.get(kind, "")
    try:
        if kind == "term":
            share = cover.report(file=text, show_missing=True)
        elif kind == "html":
            share = cover.html_report(directory=place, title="Coverage of the assembly sources")
        elif kind == "xml":
            share = cover.xml_report(outfile=place)
        else:
            share = cover.lcov_report(outfile=place)
    except CoverageException as fault:
        raise VecxError(f"coverage: {fault}") from None
    except OSError as fault:
        raise VecxError(f"{place}: {fault.strerror}") from None
    return share, text.getvalue() if kind == "term" else f"{kind}: {place}\n"
