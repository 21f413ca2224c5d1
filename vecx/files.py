"""Reading and writing files safely: all of vecx uses these functions.

A file is replaced atomically: a regular file is written to a draft in the same folder with a unique
name, which replaces the old file when it is complete.  A draft is locked while it is written; the
next write of the same file removes the draft of a killed process.  Mode and owner stay.  Symbolic
links are followed.  Devices and FIFOs are written directly.  A file that cannot be replaced (no
permission for its folder, several hard links, another owner) is written in place.

While a command runs, its input files are protected: no output replaces one, under any name or
link.  Output other than source never replaces a source file.

Input may come from strangers: only regular files are read, each kind up to a size limit, and each
error is one message.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import stat
import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

from .errors import UsageError, VecxError, brief, printable, reason

T = TypeVar("T")

if TYPE_CHECKING:
    from pathlib import Path

NEW_FILE_MODE = 0o666
DRAFT = ".new"          # the name of a draft ends with random letters and this
RANDOM_LETTERS = 8
LEFT_OVER_SECONDS = 60  # since its last write; a draft is not locked at once
PIECE = 1 << 20         # bytes read at a time
NEW_NAMES_TRIED_MAX = 100
SOURCE_BYTES_MAX = 4 << 20
DIGEST_BYTES_MAX = 64 << 20
ZIP_DATE = 1980, 1, 1, 0, 0, 0    # of all members of an archive
JSON_DIGITS_MAX = 20    # of a 64-bit number, with its sign
ASM_SUFFIXES = (".asm", ".s", ".a09")
C_SUFFIXES = (".c",)
PROGRAM_SUFFIXES = (*ASM_SUFFIXES, *C_SUFFIXES)     # of sources that are a whole program
SOURCE_SUFFIXES = (*PROGRAM_SUFFIXES, ".i", ".inc", ".h")
# Device and number of each file that the running command reads; None while no command runs.
_protected: set[tuple[int, int]] | None = None
_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | sum(
    getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_CLOEXEC", "O_NOINHERIT", "O_BINARY"))
# Do not wait for a FIFO's writer, do not adopt a terminal, do not translate line ends.
_READ = os.O_RDONLY | sum(getattr(os, name, 0)
                          for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"))


@contextlib.contextmanager
def protecting(*paths: str | Path | None) -> Iterator[None]:
    """Protect the input files of a command, and those added by `protect`, inside this context."""
    global _protected
    before, _protected = _protected, set()
    try:
        protect(*paths)
        yield
    finally:
        _protected = before


def protect(*paths: str | Path | None) -> None:
    """Protect these files from the outputs of the running command.

    Names without a file are ignored, for example those of bundled cartridges.
    """
    for path in paths:
        if _protected is not None and path:
            with contextlib.suppress(OSError, ValueError):
                found = os.stat(path)
                if stat.S_ISREG(found.st_mode):
                    _protected.add((found.st_dev, found.st_ino))


def write(path: str | Path, content: bytes | str, *, source: bool = False) -> None:
    """Write a file; text is written as UTF-8.

    Args:   source  the content is source, which may replace a source
    Errors: VecxError names the file and the reason; an old file is unchanged then
    """
    with writing(path, source=source) as file:
        file.write(content.encode("utf-8") if isinstance(content, str) else content)


@contextlib.contextmanager
def writing(path: str | Path, *, partial: bool = False,
            source: bool = False) -> Iterator[BinaryIO]:
    """Open a file for writing in pieces; the new content replaces an old file at the end of the
    context.

    If the block raises, an old file is unchanged and a new one is removed.
    Args:   partial  keep the part written so far if the user interrupts
            source   as `write`
    Errors: VecxError names the file and the reason
    """
    check_writable(path, source=source)
    try:
        if _is_written_through(path):
            with open(path, "wb") as file:
                yield file
            return
        target = os.path.realpath(path)
        draft = _draft(target)
        with _replacing(target, *draft, partial) if draft else _in_place(target) as file:
            yield file
    except OSError as fault:
        raise VecxError(f"{path}: {reason(fault)}") from None


def read(path: str | Path, limit: int, what: str, missing: str = "", *,
         protected: bool = False) -> bytes:
    """Read a whole file.

    Args:   limit    maximum size in bytes
            what     expected kind of file, with its article, for messages
            missing  advice if there is no such file
            protected  protect the file from the outputs of the running command
    Errors: VecxError names the file and the reason
    """
    if protected:
        protect(path)
    pieces: list[bytes] = []
    left = limit + 1
    with reading(path, what, missing) as file:
        if os.fstat(file.fileno()).st_size > limit:
            left = 0
        while left and (piece := file.read(min(left, PIECE))):
            pieces.append(piece)
            left -= len(piece)
    if not left:
        raise VecxError(f"{path}: larger than {limit:,} bytes, the maximum for {what}")
    return b"".join(pieces)


@contextlib.contextmanager
def reading(path: str | Path, what: str, missing: str = "") -> Iterator[BinaryIO]:
    """Open a regular file for reading in pieces; the caller limits the size.

    Args:   as `read`
    Errors: VecxError names the file and the reason, also for faults inside the context
    """
    def opened(name: str, _: int) -> int:
        descriptor = os.open(name, _READ)
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISREG(mode):
            return descriptor
        os.close(descriptor)
        raise VecxError(f"{path}: {_kind(mode)}; give {what}")

    try:
        with open(path, "rb", opener=opened) as file:
            yield file
    except OSError as fault:
        hint = f"; {missing}" if missing and isinstance(fault, FileNotFoundError) else ""
        raise VecxError(f"{path}: {reason(fault)}{hint}") from None


def is_file(path: Path) -> bool:
    """Return whether there is a file of this name, which may be one that no file can have.

    >>> is_file(Path("x" * 5000)), is_file(Path("a\0b"))
    (False, False)
    """
    return os.path.isfile(path)


def digest(path: str | Path) -> str | None:
    """Return the SHA-256 of a file, or None; the name of the file may come from an untrusted
    source.

    None: it is not a regular file, cannot be read, or has more than DIGEST_BYTES_MAX.  Files that
    grow while they are read, such as those of /proc, count as long as they say they are.
    """
    found = hashlib.sha256()
    try:
        with reading(path, "a source") as file:
            left = os.fstat(file.fileno()).st_size
            if left > DIGEST_BYTES_MAX:
                return None
            while left > 0 and (piece := file.read(min(left, PIECE))):
                found.update(piece)
                left -= len(piece)
    except (VecxError, ValueError):         # ValueError: a name that no file can have
        return None
    return found.hexdigest()


class Damaged(ValueError):
    """The contents of a file do not have the form that they should have."""


def read_json(data: bytes | str, kind: type[T]) -> T:
    """Parse JSON that may come from an untrusted source into a type.

    Args:   kind  a dataclass, a NamedTuple (for an array), or another type that msgspec can read
    Errors: Damaged as `parse_json`, and if a field is missing or has another type
    """
    try:
        value = parse_json(data)
    except (ValueError, RecursionError) as fault:
        raise Damaged(printable(brief(fault))) from None
    return converted(value, kind)


def converted(value: Any, kind: type[T]) -> T:
    """Convert parsed JSON to a type, as `read_json`.

    Errors: Damaged if a field is missing or has another type
    """
    import msgspec

    try:
        return msgspec.convert(value, kind, str_keys=True)
    except msgspec.ValidationError as fault:
        raise Damaged(printable(brief(fault))) from None


def parse_json(data: bytes | str) -> Any:
    """Parse JSON that may come from an untrusted source.

    Errors: ValueError for invalid JSON, and for values that later code could not handle: nesting of
            more than about a thousand levels, whole numbers of more than 20 digits, numbers beyond
            the range of a float, NaN and Infinity
    """
    import json

    def whole(text: str) -> int:
        if len(text) > JSON_DIGITS_MAX:
            raise ValueError(f"a number has {len(text):,} digits, which is too many")
        return int(text)

    def real(text: str) -> float:
        value = float(text)
        if value in (float("inf"), float("-inf")):
            raise ValueError("a number that is too large")
        return value

    def constant(text: str) -> float:
        raise ValueError(text)

    try:
        return json.loads(data, parse_int=whole, parse_float=real, parse_constant=constant)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a directory"
    return f"a {'FIFO' if stat.S_ISFIFO(mode) else 'device'}, not a regular file"


def make_folder(folder: Path) -> None:
    """Make a folder for output, and those around it, unless it exists.

    Errors: VecxError names the folder and the reason

    >>> make_folder(Path("made/by/us"))
    >>> Path("made/by/us").is_dir()
    True
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise VecxError(f"{folder}: a file, not a folder; give the name of a folder") from None
    except OSError as fault:
        raise VecxError(f"{folder}: cannot make the folder: {reason(fault)}") from None


def check_writable(*paths: str | Path | None, source: bool = False) -> None:
    """Check before a long run that files can be written; paths that are None are ignored.

    Args:   source  as `write`
    Errors: VecxError names the file and the reason; UsageError if the running command reads the
            file, or if it is a source and the output is not
    """
    for path in paths:
        if path is not None:
            _check_writable(path, source)


def _check_writable(path: str | Path, source: bool) -> None:
    if not str(path):
        raise VecxError("the name of an output file is empty")
    try:
        folder = os.path.dirname(os.path.realpath(path))
    except FileNotFoundError:
        raise VecxError(f"{path}: cannot be written: the current folder no longer exists") from None
    try:
        found = os.stat(path)
    except FileNotFoundError:
        if not os.path.isdir(folder):
            raise VecxError(f"{path}: cannot be written: there is no folder {folder}") from None
        if not os.access(folder, os.W_OK | os.X_OK):
            raise VecxError(f"{path}: the folder {folder} cannot be written") from None
        return
    except OSError as fault:
        raise VecxError(f"{path}: {reason(fault)}") from None
    mode = found.st_mode
    if stat.S_ISDIR(mode):
        raise VecxError(f"{path}: a directory; give the name of a file")
    if (found.st_dev, found.st_ino) in (_protected or ()):
        raise UsageError(f"{path}: the command reads this file; write to a different file")
    if not source and stat.S_ISREG(mode) and str(path).lower().endswith(SOURCE_SUFFIXES):
        raise UsageError(f"{path}: this output would replace a source file; write to another "
                         "file, or remove the source first")
    if stat.S_ISSOCK(mode):
        raise VecxError(f"{path}: a socket cannot be written")
    if not os.access(path, os.W_OK):
        raise VecxError(f"{path}: {os.strerror(errno.EACCES)}")


def _is_written_through(path: str | Path) -> bool:
    """Return whether a path leads to a device, a FIFO or an open file of this process."""
    if os.path.abspath(path).startswith(("/dev/", "/proc/")):
        return True
    return os.path.exists(path) and not os.path.isfile(path)


@contextlib.contextmanager
def _replacing(target: str, descriptor: int, name: str, partial: bool) -> Iterator[BinaryIO]:
    """Write the draft, and replace the target with it at the end."""
    try:
        try:
            with os.fdopen(descriptor, "wb") as file:
                yield file
        except KeyboardInterrupt:
            if partial:
                os.replace(name, target)
            raise
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


@contextlib.contextmanager
def _in_place(target: str) -> Iterator[BinaryIO]:
    """Overwrite a file; restore its old content if writing fails."""
    with open(target, "r+b") as file:
        old = file.read()
        file.seek(0)
        try:
            yield file
            file.truncate()
            file.flush()
        except BaseException:
            with contextlib.suppress(OSError):
                file.flush()
            with open(target, "r+b") as again:
                again.write(old)
                again.truncate()
            raise


def _open_new(folder: str, start: str) -> tuple[int, str]:
    """Create a file with a unique name that only its owner can access.  Errors: OSError

    `tempfile` does the same, but takes longer to import than a small program to assemble.
    """
    for _ in range(NEW_NAMES_TRIED_MAX):
        name = os.path.join(folder, f"{start}{os.urandom(RANDOM_LETTERS // 2).hex()}{DRAFT}")
        with contextlib.suppress(FileExistsError):
            return os.open(name, _NEW, 0o600), name
    raise FileExistsError(errno.EEXIST, "no free name for a new file", folder)


def _draft(target: str) -> tuple[int, str] | None:
    """Create the file that will replace the target; None if the target must be written in place."""
    old = os.stat(target) if os.path.exists(target) else None
    if old is not None and old.st_nlink > 1:
        return None
    folder, base = os.path.split(target)
    prefix = f".{base[:100]}."
    _remove_left_over(folder, prefix)
    try:
        descriptor, name = _open_new(folder, prefix)
    except PermissionError:
        if old is None:
            raise
        return None
    try:
        made = os.fstat(descriptor)
        if old is not None and (made.st_uid, made.st_gid) != (old.st_uid, old.st_gid):
            os.chown(name, old.st_uid, old.st_gid)
        os.chmod(name, stat.S_IMODE(old.st_mode) if old is not None else NEW_FILE_MODE & ~_umask())
    except OSError:
        os.close(descriptor)
        os.unlink(name)
        return None
    _lock(descriptor)
    return descriptor, name


def _remove_left_over(folder: str, prefix: str) -> None:
    """Remove old drafts of a file, which were left behind by processes that have been killed."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if not (entry.name.startswith(prefix) and entry.name.endswith(DRAFT)
                    and len(entry.name) == len(prefix) + RANDOM_LETTERS + len(DRAFT)
                    and entry.is_file(follow_symlinks=False)
                    and time.time() - entry.stat().st_mtime > LEFT_OVER_SECONDS):
                continue
            with contextlib.suppress(OSError), open(entry.path, "rb") as file:
                if _lock(file.fileno()):
                    os.unlink(entry.path)


def _lock(descriptor: int) -> bool:
    """Lock a draft while it is open; return False if another process has locked the draft.

    Systems without such locks do not let an open file be removed.
    """
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        return True
    except OSError:
        return False
    return True


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def packaged(file: str) -> str | None:
    """Return the path of a source of the executive ROM in the package, or None.

    >>> packaged("roms/exec.asm") is None, packaged("games/none.asm"), packaged("roms/../a.asm")
    (False, None, None)
    """
    folder, _, name = file.partition("/")
    if folder == "roms" and "/" not in name and "\\" not in name and name.endswith(".asm"):
        package = os.path.dirname(os.path.abspath(__file__))
        for place in (os.path.join(package, "data", "sources"), os.path.dirname(package)):
            path = os.path.join(place, folder, name)
            if os.path.isfile(path):
                return path
    return None


def zipped(members: Mapping[str, str | bytes]) -> bytes:
    """Return a zip archive of members, keyed by name; equal members give equal bytes.

    >>> zipped({"a.txt": "text"}) == zipped({"a.txt": b"text"})
    True
    """
    import io
    import zipfile

    room = io.BytesIO()
    with zipfile.ZipFile(room, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name, ZIP_DATE), data, zipfile.ZIP_DEFLATED, 9)
    return room.getvalue()


def licence() -> str:
    """Return the text of the licence.  Errors: VecxError if it is missing"""
    package = os.path.dirname(os.path.abspath(__file__))
    inside = os.path.join(package, "data", "LICENSE")       # in an installed package
    path = inside if os.path.isfile(inside) else os.path.join(os.path.dirname(package), "LICENSE")
    try:
        with open(path, encoding="utf-8") as stream:
            return stream.read()
    except OSError as fault:
        raise VecxError(f"{path}: {reason(fault)}; install vecx again") from None


class Sources:
    """The current text of source files; each file is read once until `forget` is called.

    A symbol file names them, and may come from a stranger: only regular files are read, the first
    4 MiB of each.
    """

    def __init__(self) -> None:
        self._files: dict[str, list[str]] = {}

    def line(self, file: str, number: int) -> str:
        """Return a line of a file; an empty string if there is no such line or the file cannot be
        read."""
        lines = self.lines(file)
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def lines(self, file: str) -> list[str]:
        if file not in self._files:
            path = file if os.path.exists(file) else packaged(file) or file
            try:
                with reading(path, "a source") as source:
                    size = os.fstat(source.fileno()).st_size
                    data = source.read(min(size, SOURCE_BYTES_MAX))
            except (VecxError, ValueError):     # ValueError: a name that no file can have
                data = b""
            self._files[file] = data.decode("utf-8", "replace").splitlines()
        return self._files[file]

    def forget(self) -> None:
        self._files.clear()
