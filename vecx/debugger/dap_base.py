"""What requests of the Debug Adapter Protocol stand on: the session, the editor, places.

A method do_NAME serves the request NAME and returns the body of its answer.
"""

from pathlib import Path

from asm.output.debuginfo import Where

from ..errors import UsageError
from .protocol import Connection, Message
from .session import Session

THREAD = 1
DATA_BYTES_MAX = 0x10000


class Requests:
    """The requests of one editor."""

    def __init__(self, connection: Connection) -> None:
        self._to = connection
        self._session: Session | None = None

    @property
    def session(self) -> Session:
        """The session.  Errors: UsageError where nothing has been launched."""
        if self._session is None:
            raise UsageError("nothing runs yet: send `launch` first")
        return self._session

    def _say(self, text: str, category: str = "console") -> None:
        self._to.event("output", category=category, output=text)

    def _say_anew(self, anew: bool) -> None:
        """Say that a change has begun a new future, if it has."""
        if anew:
            self._say("a new future begins here; the old one is forgotten\n")

    def _place(self, at: Where) -> Message:
        """Return file and line, where the file is there."""
        path = Path(at.file)
        if not at.file or not path.is_file():
            return {}
        return {"line": at.line, "column": 1,
                "source": {"name": path.name, "path": str(path.resolve())}}

    @staticmethod
    def _address(asked: Message) -> int:
        """Return the address that a request's reference and offset make."""
        text = asked.get("memoryReference") or asked["instructionReference"]
        return int(text, 16) + int(asked.get("offset") or 0) & 0xFFFF
