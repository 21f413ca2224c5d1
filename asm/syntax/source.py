"""Reads source text, and finds the files that INCLUDE names."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from itertools import count, repeat
from typing import TYPE_CHECKING

from asm.syntax.diagnostics import Fault, Hint, Place, did_you_mean

if TYPE_CHECKING:
    from pathlib import Path

CONTROL_COUNT_MAX = 8       # a file with more control characters than this is not text if they are
CONTROL_SHARE_MAX = 32      # more than one byte in 32

PIECE_BYTES = 1 << 16       # searched for control characters at a time
FILE_BYTES_MAX = 1 << 23    # 20 times the longest public program

_AT_ONCE = getattr(os, "O_NONBLOCK", 0)     # opening a FIFO does not block
_CONTROLS = bytes((*range(9), *range(14, 26), *range(27, 32), 127))
_PADDING = b"\0\x1a"
_CLEANED = {"\f": "", "\v": " ", "\0": " "}     # a page may break before a label
_TABLE = str.maketrans(_CLEANED)


def split(text: str) -> list[str]:
    """Split a text into lines, without the control characters that old editors add.

    These are CR, form feeds, vertical tabs, zeros, a final ^Z and a byte order mark.
    """
    text = text.partition("\x1a")[0].removeprefix("\ufeff")
    if any(character in text for character in _CLEANED):
        text = text.translate(_TABLE)
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def lines_of(text: str, file: str, via: Place | None = None, why: str = "") -> Iterator[Place]:
    """Return the places of the lines of a text."""
    return map(Place, repeat(file), count(1), split(text), repeat(via), repeat(why))


def encoding_of(data: bytes) -> str:
    """Return the encoding of a source file: UTF-8, or else Latin-1."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8"


def decode(data: bytes) -> str:
    """Turn the bytes of a source file into text, without a byte order mark."""
    return data.decode(encoding_of(data)).removeprefix("\ufeff")


def not_text(data: bytes) -> str:
    """Return why the bytes of a file cannot be a source; an empty string if they can.

    Old editors leave a control character here and there; an image is full of them.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "is text in UTF-16; save it as UTF-8"
    text = data.partition(b"\x1a")[0]     # the rest of a block after ^Z is short
    data = (text if 2 * len(text) >= len(data) else data).rstrip(_PADDING)
    controls = sum(len(piece) - len(piece.translate(None, _CONTROLS)) for piece in (
        data[at:at + PIECE_BYTES] for at in range(0, len(data), PIECE_BYTES)))
    if controls > CONTROL_COUNT_MAX and controls * CONTROL_SHARE_MAX > len(data):
        return "is not text; it looks like an image"
    return ""


def read_records(data: bytes) -> list[tuple[int, bytes]] | None:
    """Read Intel hex or S-records with 16-bit addresses: the address and bytes of each record.

    Returns: None for anything else
    """
    found: list[tuple[int, bytes]] = []
    lines = data.split()
    if not lines:
        return None
    for line in lines:
        try:
            if line[:1] == b":":
                record = bytes.fromhex(line[1:].decode("ascii"))
                whole = len(record) == record[0] + 5 and sum(record) & 0xFF == 0
                kind, part = record[3], record[4:-1]
                address, has_data = record[1] << 8 | record[2], kind == 0
            elif line[:1] == b"S":
                record = bytes.fromhex(line[2:].decode("ascii"))
                whole = len(record) == record[0] + 1 and sum(record) & 0xFF == 0xFF
                address, part = record[1] << 8 | record[2], record[3:-1]
                has_data = line[1:2] == b"1"
            else:
                return None
        except (ValueError, IndexError):
            return None
        if not whole:
            return None
        if has_data:
            found.append((address, part))
    return found


def read_file(path: str | Path, offset: int = 0, length: int | None = None) -> bytes:
    """Read a regular file of at most FILE_BYTES_MAX, or a part of a file of any size.

    Args:   offset, length  the part to read; it ends at the end of the file. None: all
    Errors: OSError, also if it is not a regular file or is too large
    """
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | _AT_ONCE)) as file:
        info = os.fstat(file.fileno())
        if not stat.S_ISREG(info.st_mode):
            raise OSError(errno.EINVAL, "a FIFO or a device, not a regular file")
        file.seek(offset)
        data = file.read(FILE_BYTES_MAX + 1 if length is None else length) \
            if length is not None or info.st_size <= FILE_BYTES_MAX else None
    if data is None or len(data) > FILE_BYTES_MAX:
        raise OSError(errno.EFBIG, f"larger than {FILE_BYTES_MAX:,} bytes, the maximum for "
                                    "a source file")
    return data


class Digests(Mapping[str, str]):
    """Maps each path to the SHA-256 of the bytes read, computed on first access."""

    def __init__(self, parts: dict[str, tuple[bytes, ...]]) -> None:
        """Args: parts  the bytes of each file, or the parts read of a very large one"""
        self._parts = parts
        self._known: dict[str, str] = {}

    def __getitem__(self, path: str) -> str:
        from hashlib import sha256  # loads OpenSSL, which most assemblies do not need

        if path not in self._known:
            digest = ""
            for part in self._parts[path]:
                digest = sha256(bytes.fromhex(digest) + part).hexdigest()
            self._known[path] = digest
        return self._known[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)

    def __repr__(self) -> str:
        return repr(dict(self))


class Files:
    """Finds and reads the files of one assembly, and remembers what it read.

    parts  path as reported -> its bytes, in the order of reading
    """

    def __init__(self, include_dirs: list[str], texts: Mapping[str, str] | None = None) -> None:
        """Args: include_dirs  folders that INCLUDE searches
                 texts         contents that replace those of files, by absolute path
        """
        self.include_dirs = include_dirs
        self.texts = texts or {}
        self.parts: dict[str, tuple[bytes, ...]] = {}
        self._cache: dict[str, bytes] = {}

    @property
    def inputs(self) -> Digests:
        """The SHA-256 of every file read so far, by path."""
        return Digests(dict(self.parts))

    def read(self, path: str) -> bytes:
        """Return the contents of a file; each file is read only once.  Errors: OSError"""
        if path not in self._cache:
            text = self.texts.get(os.path.abspath(path)) if self.texts else None
            data = read_file(path) if text is None else text.encode("utf-8", "surrogatepass")
            self._cache[path] = data
            self.parts[path] = (data,)
        return self._cache[path]

    def size(self, path: str) -> int:
        """Return the number of bytes of a file.  Errors: OSError"""
        if os.path.abspath(path) in self.texts:
            return len(self.read(path))
        return os.path.getsize(path)

    def part(self, path: str, offset: int, length: int) -> bytes:
        """Return a part of a file. For a very large file, `inputs` contains the digest of the parts
        read.

        Errors: OSError
        """
        if self.size(path) <= FILE_BYTES_MAX:
            return self.read(path)[offset:offset + length]
        data = read_file(path, offset, length)
        self.parts[path] = (*self.parts.get(path, ()), data)
        return data

    def find(self, name: str, from_file: str, start: int, end: int,
             opened: Iterable[str] = ()) -> tuple[str, bool]:
        """Find the file that a source names.

        The search begins in the folder of the including file and goes on in the include folders.
        `\\` and `/` are the same.  If no name matches exactly, one that differs in case is taken;
        then the include folders are searched for the name without its folder.  An open file is
        found only by its exact name.

        Args:    opened  the files that are being read
        Returns: the path, and whether it is spelled exactly as the file is
        Errors:  Fault E033 lists the searched folders
        """
        path_name = re.sub("/+", "/", name.replace("\\", "/"))
        folders = [os.path.dirname(from_file), *self.include_dirs]
        for folder in folders:
            path = os.path.join(folder, path_name)
            if os.path.isfile(path) or os.path.abspath(path) in self.texts:
                return path, path_name == name
        elsewhere = [(folder, path_name) for folder in folders]
        if "/" in path_name:
            elsewhere += [(folder, os.path.basename(path_name)) for folder in self.include_dirs]
        is_open = {os.path.abspath(file) for file in opened}
        for folder, part in elsewhere:
            found = _find_any_case(folder or ".", part)
            if found and os.path.abspath(found) not in is_open:
                return found.removeprefix("./"), False
        places = ", ".join(folder or "." for folder in dict.fromkeys(folders))
        near = _below(folders[::-1], path_name) or did_you_mean(
            path_name, [file for folder in folders for file in _files_in(folder)
                        if os.path.abspath(os.path.join(folder, file)) not in is_open], '"{}"')
        raise Fault("E033", f"no such file `{name}`", start, end,
                    hints=[*near, f"looked in {places}; -I DIR adds a folder"])


def _below(folders: list[str], path_name: str) -> list[str]:
    """Return a hint that names the subfolders of `folders` that contain a file of this name."""
    found: dict[str, None] = {}
    for folder in folders:
        try:
            below = sorted(entry.name for entry in os.scandir(folder or ".") if entry.is_dir())
        except OSError:
            continue
        found.update(dict.fromkeys(f'"{name}/{path_name}"' for name in below
                                   if os.path.isfile(os.path.join(folder, name, path_name))))
    names = [*found][:2]
    return [Hint(f"did you mean {' or '.join(names)}?", *names)] if names else []


def _files_in(folder: str) -> list[str]:
    """Return the names of the files in a folder; empty if the folder cannot be read."""
    try:
        return [entry.name for entry in os.scandir(folder or ".") if entry.is_file()]
    except OSError:
        return []


def _find_any_case(folder: str, path_name: str) -> str:
    """Find a path part by part, ignoring case; an empty string if it does not exist."""
    for part in path_name.split("/"):
        if part in (".", "..", ""):
            folder = os.path.join(folder, part)
            continue
        try:
            names = sorted(os.listdir(folder))
        except OSError:
            return ""
        match = next((name for name in names if name.lower() == part.lower()), None)
        if match is None:
            return ""
        folder = os.path.join(folder, match)
    return folder if os.path.isfile(folder) else ""
