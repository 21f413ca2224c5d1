"""The prompt in a terminal: editing, history and completion with `readline`.

Without the module `readline` (Windows) the terminal's own editing remains.
"""

import contextlib
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Protocol, TextIO

PROMPT = "(vecx) "
HISTORY_LINES = 1000
ANSWER_SECONDS = 0.1    # within which Ctrl-C ends the reading of a line


class Prompt:
    """Reads lines from the terminal.

    Args: words    returns the possible words after the beginning of a line, for completion
          history  file of the previous sessions' lines
    """

    def __init__(self, words: Callable[[str], list[str]], history: Path) -> None:
        self._words, self._history = words, history
        self._found: list[str] = []
        self._idle = threading.Event()      # no line is being read
        self._idle.set()

    def read(self, prompt: str) -> str:
        """Return the next line.  Raises KeyboardInterrupt, EOFError."""
        self._idle.clear()
        try:
            return input(prompt)
        finally:
            self._idle.set()

    @contextlib.contextmanager
    def editing(self) -> Iterator[None]:
        """Load the history, complete names with Tab, and save the history at the end."""
        with self._repeated_interrupts(), self._readline():
            yield

    @contextlib.contextmanager
    def _repeated_interrupts(self) -> Iterator[None]:
        """Send a Ctrl-C again if nothing has responded to it.

        `readline` does not notice one between printing the prompt and waiting for a key.
        """
        if not hasattr(signal, "pthread_kill"):
            yield
            return
        main, (reads, writes) = threading.get_ident(), socket.socketpair()

        def watch() -> None:
            while reads.recv(1):
                if not self._idle.wait(ANSWER_SECONDS):
                    signal.pthread_kill(main, signal.SIGINT)

        writes.setblocking(False)
        before = signal.set_wakeup_fd(writes.fileno(), warn_on_full_buffer=False)
        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            signal.set_wakeup_fd(before)
            writes.close()
            watcher.join()
            reads.close()

    @contextlib.contextmanager
    def _readline(self) -> Iterator[None]:
        readline = _readline()
        if readline is None:
            yield
            return
        with contextlib.suppress(OSError):
            readline.read_history_file(self._history)
        readline.set_history_length(HISTORY_LINES)
        readline.set_completer_delims(" \t[]()+-*/,=<>!&|^~#{}")
        readline.set_completer(self._complete)
        is_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
        try:
            yield
        finally:
            readline.set_completer(None)
            with contextlib.suppress(OSError):
                self._history.parent.mkdir(parents=True, exist_ok=True)
                readline.write_history_file(self._history)

    def _complete(self, begun: str, number: int) -> str | None:
        readline = _readline()
        if number == 0 and readline:
            before = readline.get_line_buffer()[:readline.get_begidx()]
            self._found = [word for word in self._words(before) if word.startswith(begun)]
        return self._found[number] if number < len(self._found) else None


class Serves(Protocol):
    """The interface of an object that executes lines until its `ended` is true."""

    output: TextIO
    ended: bool

    def serve(self, line: str) -> bool: ...
    def say(self, *lines: str) -> None: ...


def serve_typed(server: Serves, prompt: Prompt) -> None:
    """Execute the lines typed at a prompt; Ctrl-C does not end the session."""
    with prompt.editing():
        while not server.ended:
            server.output.flush()
            try:
                server.serve(prompt.read(PROMPT))
            except KeyboardInterrupt:
                server.say("", "Ctrl-C stops a running program; `quit` or Ctrl-D ends the debugger")
            except EOFError:
                server.say("")
                return


class History:
    """The lines of this and previous sessions, for a command line without `readline`.

    Args: path  file of the previous sessions' lines

    >>> history = History()
    >>> history.add("step"); history.add("back")
    >>> history.moved(-1), history.moved(-1), history.moved(-1), history.moved(2)
    ('back', 'step', 'step', '')
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path, self._lines = path, list[str]()
        if path:
            with contextlib.suppress(OSError, UnicodeDecodeError):
                self._lines = path.read_text(encoding="utf-8").splitlines()
        self._at = len(self._lines)

    def add(self, line: str) -> None:
        if line and self._lines[-1:] != [line]:
            self._lines.append(line)
        self._at = len(self._lines)

    def moved(self, by: int) -> str:
        """Go back or forward by some lines; return the line there, empty after the last one."""
        self._at = min(max(self._at + by, 0), len(self._lines))
        return "".join(self._lines[self._at:self._at + 1])

    def save(self) -> None:
        if self._path:
            with contextlib.suppress(OSError):
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._path.write_text("".join(f"{line}\n" for line in
                                              self._lines[-HISTORY_LINES:]), encoding="utf-8")


def _readline() -> ModuleType | None:
    try:
        import readline
    except ImportError:
        return None
    return readline
