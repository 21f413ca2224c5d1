"""The current text of the source files that a program was made from.

A symbol file names them, and may come from a stranger: only regular files are read, the first
4 MiB of each.
"""

from . import files
from .errors import VecxError

SOURCE_BYTES_MAX = 4 << 20


class Sources:
    """Source files, each read once until `forget` is called."""

    def __init__(self) -> None:
        self._files: dict[str, list[str]] = {}

    def line(self, file: str, number: int) -> str:
        """Return a line of a file; empty if it does not exist or cannot be read."""
        lines = self.lines(file)
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def lines(self, file: str) -> list[str]:
        if file not in self._files:
            try:
                with files.reading(file, "a source") as source:
                    data = source.read(SOURCE_BYTES_MAX)
            except (VecxError, ValueError):     # ValueError: a name that no file can have
                data = b""
            self._files[file] = data.decode("utf-8", "replace").splitlines()
        return self._files[file]

    def forget(self) -> None:
        self._files.clear()
