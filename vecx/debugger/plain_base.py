"""Lines of commands: read, found, answered.

A command is a method called do_NAME; its docstring is what `help` shows.
"""

from collections.abc import Callable
from typing import TextIO

from ..errors import UsageError, VecxError, printable
from ..sources import Sources
from . import shown
from .session import Session

PROMPT = "(vecx) "
SHORT = {"s": "step", "o": "over", "n": "over", "f": "out", "b": "back", "bo": "backover",
         "c": "continue", "cb": "continueback", "l": "list", "p": "print", "bt": "stack",
         "r": "registers", "m": "memory", "d": "disassemble", "q": "quit", "h": "help"}
REPEATED = ("step", "over", "out", "back", "backover", "line", "continue", "continueback")


class Lines:
    """A session that is told what to do in lines.

    Args: output  where answers go
    """

    def __init__(self, session: Session, output: TextIO) -> None:
        self.session, self.output = session, output
        session.say = self.say
        self.sources = Sources()
        self._displays: list[tuple[str, Callable[[], str]]] = []
        self._last = ""
        self.ended = False

    def say(self, *lines: str) -> None:
        """Write lines."""
        for line in lines:
            self.output.write(f"{printable(line)}\n")

    def run(self, lines: TextIO, *, prompts: bool) -> int:
        """Serve commands until `quit` or their end; return 1 where one of a pipe's failed.

        Args: prompts  somebody types them
        """
        failed = False
        self.say(*shown.where_lines(self.session))
        while not self.ended:
            if prompts:
                self.output.write(PROMPT)
                self.output.flush()
            line = lines.readline()
            if not line:
                break
            failed |= not self.serve(line)
        return int(failed and not prompts)

    def serve(self, line: str) -> bool:
        """Serve one line, of which `#` begins a comment; return False, and say why, if it failed.
        """
        if line.lstrip().startswith("#"):
            return True
        text = line.strip() or self._last
        name, _, rest = text.partition(" ")
        name = SHORT.get(name, name)
        self._last = text if name in REPEATED else ""
        try:
            if text:
                self._command(name)(rest.strip())
        except VecxError as fault:
            self.say(f"error: {fault}")
            return False
        finally:
            self.output.flush()
        return True

    def _command(self, name: str) -> Callable[[str], None]:
        do: Callable[[str], None] | None = getattr(self, f"do_{name}", None)
        if do is None:
            raise UsageError(f"no command {printable(name)!r}; `help` lists those there are")
        return do

    def _needed(self, text: str, what: str) -> str:
        if not text:
            raise UsageError(f"{what} is missing; `help` shows the forms")
        return text

    def _number(self, text: str) -> int:
        text = text.strip()
        if not text.isascii() or not text.isdigit() or len(text) > 15:
            raise UsageError(f"{printable(text[:40])!r} is not a whole number from 0 on")
        return int(text)
