"""The lines of the files that a program was made from, as they are now.

A symbol file names them, and may come from a stranger: only regular files are read, the first
4 MiB of each.
"""

from . import files
from .errors import VecxError

SOURCE_BYTES_MAX = 4 << 20


class Sources:
    """Files of source, each read once."""

    def __init__(self) -> None:
        self._files: dict[str, list[str]] = {}

    def line(self, file: str, number: int) -> str:
        """Return a line of a file, empty where it cannot be had."""
        lines = self.lines(file)
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def lines(self, file: str) -> list[str]:
        """Return the lines of a file, none where it cannot be read."""
        if file not in self._files:
            try:
                with files.reading(file, "a source") as source:
                    data = source.read(SOURCE_BYTES_MAX)
            except (VecxError, ValueError):     # ValueError: a name that no file can have
                data = b""
            self._files[file] = data.decode("utf-8", "replace").splitlines()
        return self._files[file]

    def forget(self) -> None:
        """Read the files anew."""
        self._files.clear()
