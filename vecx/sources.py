"""The lines of the files that a program was made from, as they are now."""

from pathlib import Path

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
            path = Path(file)
            try:
                data = path.read_bytes()[:SOURCE_BYTES_MAX] if path.is_file() else b""
            except OSError:
                data = b""
            self._files[file] = data.decode("utf-8", "replace").splitlines()
        return self._files[file]

    def forget(self) -> None:
        """Read the files anew."""
        self._files.clear()
