"""Compile programs in C with CMOC, which is not part of vecx.

CMOC, and lwasm and lwlink that it runs, write their files into a temporary folder below the cache
folder.  The image, the map and the listings are read from there.
"""

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from .. import files
from ..errors import AssemblyError, VecxError, brief, reason
from .includes import SourceOptions

VARIABLE = "CMOC"               # of the environment: the path of cmoc
SECONDS_MAX = 120.0             # of a compilation
SOURCE_BYTES_MAX = 1 << 22
SOURCES_MAX = 1_000
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
MESSAGE = re.compile(r"(?P<file>[^:\n]+\.\w+):(?P<line>\d{1,6}): (?:fatal )?"
                     r"(?P<kind>error|warning): (?P<text>.*)")
UNDEFINED = re.compile(r"lwlink: (?:error: )?External symbol _?(\w+) not found in ([^:]+)\.o:\w+")


class Compiled(NamedTuple):
    """The files of a compiled program in a folder that exists only while they are read, and the
    warnings of the compiler."""

    image: bytes
    map: Path
    messages: str


def find(source: str | Path) -> str:
    """Return the path of cmoc.

    Args:   source  the program, for the message
    Errors: VecxError if it is not installed
    """
    named = os.environ.get(VARIABLE, "")
    found = shutil.which(named or "cmoc")
    if found:
        return found
    if named:
        raise VecxError(f"${VARIABLE} is {named}, which is not a program that can be run; set it "
                        "to the path of cmoc, or remove it")
    raise VecxError(f"{source}: a program in C needs the compiler CMOC and the tools of lwtools "
                    f"(lwasm, lwlink): install both, so that cmoc is in PATH or ${VARIABLE} is its "
                    "path; `vecx help c` describes how")


@contextmanager
def compiled(sources: Sequence[Path], options: SourceOptions) -> Iterator[Compiled]:
    """Compile sources; the files of the program exist inside the `with` block.

    Errors: AssemblyError if a source has errors; VecxError if a file cannot be read, or CMOC cannot
            be run or does not end
    """
    first = sources[0]
    for source in sources:
        files.read(source, SOURCE_BYTES_MAX, "a source in C")
    program = find(first)
    with _folder() as folder:
        image = folder / f"{first.stem}.bin"
        words = [program, "--vectrex", "-i", f"--intdir={folder}", "-o", str(image),
                 *(f"-I{name}" for name in options.include_dirs),
                 *(f"-D{name}={value}" for name, value in options.defines), *map(str, sources)]
        status, output = _run(words, first)
        messages = _diagnostics(output)
        if status:
            raise AssemblyError(f"{first}: not compiled",
                                messages or f"{program} ended with status {status}")
        maps = list(folder.glob("*.map"))
        if not image.is_file() or not maps:
            raise VecxError(f"{program}: wrote no {'map' if image.is_file() else 'image'} for "
                            f"{first}; vecx needs CMOC 0.1.80 or newer")
        yield Compiled(image.read_bytes(), maps[0], messages)


@contextmanager
def _folder() -> Iterator[Path]:
    """Make a folder below the cache folder, or in the system's folder for temporary files."""
    import platformdirs

    home = Path(platformdirs.user_cache_dir("vecx", appauthor=False)) / "cmoc"
    try:
        home.mkdir(parents=True, exist_ok=True)
        where: Path | None = home if os.access(home, os.W_OK) else None
    except OSError:
        where = None
    with tempfile.TemporaryDirectory(prefix="build-", dir=where) as name:
        yield Path(name)


def _run(words: Sequence[str], source: Path) -> tuple[int, str]:
    """Run CMOC; return its exit status and everything that it printed.  Errors: VecxError"""
    try:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, start_new_session=True)
    except (OSError, ValueError) as fault:
        why = reason(fault) if isinstance(fault, OSError) else brief(fault)
        raise VecxError(f"{words[0]}: cannot be run: {why}") from None
    try:
        output, _ = process.communicate(timeout=SECONDS_MAX)
    except subprocess.TimeoutExpired:
        raise VecxError(f"{source}: {words[0]} has not ended after {SECONDS_MAX:g} seconds, and "
                        "was stopped") from None
    finally:
        _end(process)
    return process.returncode, output.decode("utf-8", "replace")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End CMOC and the programs that it has started, if they still run."""
    if process.poll() is not None:
        return
    if hasattr(os, "killpg"):
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    if process.stdout:
        process.stdout.close()


def _diagnostics(output: str) -> str:
    """Return the compiler's messages, each followed by the line of the source that it is about."""
    found = []
    for line in output.splitlines():
        if match := MESSAGE.match(line):
            found.append(f"{match['file']}:{match['line']}:1: {match['kind']}: {match['text']}")
            text = _line_of(match["file"], int(match["line"]))
            found += [f"    {text}"] if text else []
        elif match := UNDEFINED.match(line):
            found.append(f"error: {match[1]}, which {Path(match[2]).name}.c uses, is not defined "
                         "in any of the sources")
        elif line.strip():
            found.append(line)
    return "\n".join(found)


def _line_of(file: str, number: int) -> str:
    try:
        lines = files.read(file, SOURCE_BYTES_MAX, "a source in C").decode("utf-8", "replace")
        return lines.splitlines()[number - 1].strip()
    except (VecxError, IndexError):
        return ""


def inputs(sources: Iterable[Path], include_dirs: Iterable[str | Path]) -> dict[str, str]:
    """Return the sources and the files that they include, each with its SHA-256."""
    found, waiting = dict[str, str](), list(sources)
    while waiting and len(found) < SOURCES_MAX:
        path = waiting.pop()
        digest = files.digest(path)
        if digest is None or str(path) in found:
            continue
        found[str(path)] = digest
        text = path.read_text("utf-8", "replace")
        waiting += [place for name in INCLUDE.findall(text)
                    for folder in (path.parent, *map(Path, include_dirs))
                    if files.is_file(place := folder / name)]
    return dict(sorted(found.items()))
