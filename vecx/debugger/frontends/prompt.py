"""The prompt of line mode in a terminal: editing, history and completion with `readline`.

Without the module `readline` (Windows) the terminal's own editing remains.
"""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

HISTORY_LINES = 1000


class Prompt:
    """Reads lines from the terminal.

    Args: words    returns the possible words after the beginning of a line, for completion
          history  file of the previous sessions' lines
    """

    def __init__(self, words: Callable[[str], list[str]], history: Path) -> None:
        self._words, self._history = words, history
        self._found: list[str] = []

    @contextlib.contextmanager
    def editing(self) -> Iterator[None]:
        """Load the history, complete names with Tab, and save the history at the end."""
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


def _readline() -> ModuleType | None:
    try:
        import readline
    except ImportError:
        return None
    return readline
