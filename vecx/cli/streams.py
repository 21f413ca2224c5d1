"""Standard streams that escape control characters in text from outside.

A title, a file name or a symbol may contain characters that move a terminal's cursor, reverse its
text or set its title.  Printed text passes through `errors.printable`; characters that the stream
cannot encode are written as escapes.  display/tty.py writes to the terminal directly.
"""

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from typing import Any, TextIO, cast

from ..errors import VecxError, printable


class Closed(io.TextIOBase):
    """Replaces a standard output that the user has closed; writing raises VecxError."""

    def write(self, text: str) -> int:
        raise VecxError("standard output is closed; redirect it to a file, a pipe or a terminal")


class Shown:
    """A stream that writes unprintable characters as escapes.

    terminal    the stream itself, for code that moves the cursor (progress.py)
    """

    def __init__(self, stream: TextIO) -> None:
        self.terminal = stream

    def write(self, text: str) -> int:
        safe = printable(text)
        encoding = getattr(self.terminal, "encoding", None)
        if encoding and not safe.isascii():
            safe = safe.encode(encoding, "backslashreplace").decode(encoding)
        self.terminal.write(safe)
        return len(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.terminal, name)


@contextlib.contextmanager
def standard_streams() -> Iterator[None]:
    """Escape control characters in everything that is printed inside this context.

    The descriptors of closed streams are occupied, so that no file opened later gets them.
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
