"""The standard streams of the command line: they show text from outside, and obey none of it.

A title, a file name or a symbol may hold what moves a terminal's cursor, turns its text round or
sets its title.  What is printed passes `errors.printable`, and what the stream's encoding does not
have is written as an escape.  The screen of a terminal (display/tty.py) writes to the file itself.
"""

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from typing import Any, TextIO, cast

from ..errors import VecxError, printable


class Closed(io.TextIOBase):
    """Stands in for a standard output that the user has closed."""

    def write(self, text: str) -> int:
        """Refuse it."""
        raise VecxError("standard output is closed; give it a file, a pipe or a terminal")


class Shown:
    """A stream that writes what is printable, and the rest as escapes.

    terminal    the stream itself, for who moves the cursor (progress.py)
    """

    def __init__(self, stream: TextIO) -> None:
        self.terminal = stream

    def write(self, text: str) -> int:
        """Write a text; return its length as it was given."""
        safe = printable(text)
        encoding = getattr(self.terminal, "encoding", None)
        if encoding and not safe.isascii():
            safe = safe.encode(encoding, "backslashreplace").decode(encoding)
        self.terminal.write(safe)
        return len(text)

    def writelines(self, lines: Any) -> None:
        """Write each of some texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.terminal, name)


@contextlib.contextmanager
def standard_streams() -> Iterator[None]:
    """Let `print` show text from outside for what it is, as long as this lasts.

    Places of closed streams are filled, lest files that are opened later take them.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if stream is None:
            os.open(os.devnull, os.O_RDWR)
    before = sys.stdout, sys.stderr
    sys.stdout = cast(TextIO, Shown(sys.stdout or cast(TextIO, Closed())))
    sys.stderr = cast(TextIO, Shown(sys.stderr or io.StringIO()))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
