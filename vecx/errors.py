"""Exceptions for mistakes of the user, and checks that raise them.

Any other exception is a fault of the program.
"""

import operator
import os
from typing import Any

SHOWN_MAX = 60          # characters of a wrong value in a message
FAULT_MAX = 200         # characters of another library's message


class VecxError(Exception):
    """A mistake in the user's input: the message says what is wrong, and what to do.

    `exit_status` is that of a command: 1 if the program, the image or a limit is at fault.

    >>> try:
    ...     Machine("nothing.bin")
    ... except VecxError as fault:
    ...     print(fault, fault.exit_status)
    nothing.bin: no such file; the bundled cartridges are accuracy, connect4, reversi 1
    """

    exit_status = 1


class UsageError(VecxError):
    """An invalid command line or argument.

    >>> Machine().run_frames(-1)
    Traceback (most recent call last):
    ...
    vecx.errors.UsageError: the number of frames must be 0 or more, not -1
    """

    exit_status = 2


class AssemblyError(VecxError):
    """A source has errors.

    summary   which source, in one line
    messages  errors and warnings of the assembler, each with its line and a caret

    >>> from pathlib import Path
    >>> _ = Path("game.asm").write_text(" ldq #1\\n")
    >>> try:
    ...     Machine("game.asm")
    ... except AssemblyError as fault:
    ...     print(fault.summary, "|", fault.first)
    ...     print(len(fault.messages.splitlines()) > 1)
    game.asm: not assembled | game.asm:1:2: error[...]: ...
    True
    """

    def __init__(self, summary: str, messages: str) -> None:
        super().__init__(f"{summary}\n{messages}")
        self.summary, self.messages = summary, messages

    @property
    def first(self) -> str:
        """The first error with its file and line, without the source's text."""
        return next((line for line in self.messages.splitlines() if ": error" in line),
                    self.summary)


class SnapshotMismatch(VecxError):
    """An intact snapshot of another cartridge, executive ROM or version.

    >>> data = Machine("connect4").snapshot()
    >>> Machine("reversi").restore(data)
    Traceback (most recent call last):
    ...
    vecx.errors.SnapshotMismatch: the snapshot was made with another cartridge
    """


def install(extra: str) -> str:
    """Return what to do to install an extra.  Nothing else says where vecx can be installed from.

    >>> install("lsp")
    'run pip install ".[lsp]" in a clone of vecx'
    """
    return f'run pip install ".[{extra}]" in a clone of vecx'


def shown(value: Any) -> str:
    """Return the repr of a value for a message, cut if it is long."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):        # thousands of digits, or of tables in tables
        return f"a huge {type(value).__name__}"
    return text if len(text) <= SHOWN_MAX else text[:SHOWN_MAX] + "..."


def brief(fault: Exception) -> str:
    """Return the message of another library's error; a long message, which may quote a file, is
    cut."""
    text = str(fault)
    return text if len(text) <= FAULT_MAX else text[:FAULT_MAX] + "..."


def reason(fault: OSError) -> str:
    """Return the reason of an error as text; the text "no such file" is the same on every
    system."""
    if not isinstance(fault, FileNotFoundError):
        return fault.strerror or str(fault)
    try:
        os.getcwd()
    except OSError:
        return "no such file; the current folder no longer exists"
    return "no such file"


def printable(text: str) -> str:
    """Return a text with escapes for characters that are invisible or control a terminal.

    Line ends and tabs stay.

    >>> printable("GAME\x1b[2J \u202egnp.exe")
    'GAME\\x1b[2J \\u202egnp.exe'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else _escape(c) for c in text)


def _escape(c: str) -> str:
    """Return the escape of a character, or of a single byte that comes from a file name that is not
    UTF-8."""
    return f"\\x{ord(c) - 0xDC00:02x}" if "\udc80" <= c <= "\udcff" else ascii(c)[1:-1]


def check_type(what: str, value: Any, kinds: type | tuple[type, ...], words: str) -> None:
    """Raise UsageError unless a value has one of these types; `words` describes them."""
    if not isinstance(value, kinds):
        raise UsageError(f"{what} must be {words}, not {value!r}")


def to_bytes(what: str, value: Any) -> bytes:
    """Convert bytes, a number, or a sequence of numbers from 0 to 255 to bytes.  Errors:
    UsageError"""
    try:
        return bytes([value] if isinstance(value, int) else value)
    except (TypeError, ValueError):
        raise UsageError(f"{what} must be bytes, or numbers 0 to 255, not {value!r}") from None


def check_int(what: str, value: Any, least: int, most: int | None = None) -> int:
    """Return a whole number within a range.  Errors: UsageError"""
    limit = f"{least:,} or more" if most is None else f"{least:,} to {most:,}"
    try:
        number = operator.index(value)
    except TypeError:
        raise UsageError(f"{what} must be a whole number, {limit}, not {value!r}") from None
    if number < least or (most is not None and number > most):
        raise UsageError(f"{what} must be {limit}, not {number:,}")
    return number


def check_float(what: str, value: Any, least: float, most: float) -> float:
    """Return a number within a range; NaN is outside.  Errors: UsageError"""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = float("nan")
    if not least <= number <= most:
        raise UsageError(f"{what} must be {least:g} to {most:g}, not {value!r}")
    return number
