"""The state shared by all requests of an editor: connection, session, places and addresses."""

import re
from pathlib import Path

from asm.output.debuginfo import Where

from .... import files
from ....errors import UsageError
from ....files import Sources, packaged
from ...session import Session
from .parts import Parts
from .protocol import Connection, Message

THREAD = 1
REFERENCE = re.compile(r"0x[01]?[0-9A-Fa-f]{1,4}")      # an address; the fifth digit is the bank


class Editor:
    """An editor at the other end of a connection, and the session that it debugs."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.session_now: Session | None = None     # None before it has launched or attached
        self.terminated = False
        self.debugs = True                          # False: breakpoints are ignored
        self.parts = Parts()                        # that the editor can unfold
        self.first_line = self.first_column = 1     # the editor counts from 0 or 1

    @property
    def session(self) -> Session:
        """The current session.  Errors: UsageError if no program runs."""
        if self.terminated:
            raise UsageError("the program has been terminated; launch it again")
        if self.session_now is None:
            raise UsageError("no program is running: send `launch` first")
        return self.session_now

    def open(self, session: Session) -> None:
        """Debug this session from now on; its messages go to the editor's console."""
        session.on_message.subscribe(lambda text: self.say(f"{text}\n"))
        self.session_now = session

    def say(self, text: str, category: str = "console") -> None:
        self.connection.event("output", category=category, output=text)

    def report_branch(self, branched: bool) -> None:
        if branched:
            self.say("the recorded future was discarded\n")

    def place(self, at: Where) -> Message:
        """Return file and line of a place; empty if the file does not exist."""
        source = self.source(at.file)
        return {"line": self.shown_line(at.line), "column": self.first_column,
                "source": source} if source else {}

    def source(self, file: str) -> Message | None:
        """Return a source with its path; a source of the ROM has a reference for `do_source`
        instead."""
        path = Path(file)
        if file and files.is_file(path):
            return {"name": path.name, "path": str(path.resolve())}
        known = sorted(self.session.machine.bios_debug.inputs)
        if file in known and packaged(file):
            return {"name": file, "origin": "executive ROM",
                    "sourceReference": known.index(file) + 1}
        return None

    def source_text(self, reference: int) -> str:
        """Return the text of the source with this reference.  Errors: UsageError."""
        known = sorted(self.session.machine.bios_debug.inputs)
        if not 1 <= reference <= len(known) or not packaged(known[reference - 1]):
            raise UsageError(f"unknown sourceReference {reference}")
        return "\n".join([*Sources().lines(known[reference - 1]), ""])

    def shown_line(self, line: int) -> int:
        """Convert a line number that counts from 1 to the editor's numbering."""
        return line - 1 + self.first_line

    def asked_line(self, line: int) -> int:
        """Convert a line number of the editor to one that counts from 1."""
        return line + 1 - self.first_line

    def address(self, reference: str, offset: int | None) -> tuple[int, int]:
        """Return the address and bank that a request gives as a reference and an offset.

        Errors: UsageError if that is no address
        """
        if not REFERENCE.fullmatch(reference):
            raise UsageError(f"{reference!r} is not an address; use hexadecimal digits after 0x")
        number = int(reference, 16)
        address = (number & 0xFFFF) + (offset or 0)
        if not 0 <= address <= 0xFFFF:
            raise UsageError(f"{reference} and an offset of {offset} give an address beyond $FFFF "
                             "or below 0")
        return address, self.session.machine.names.bank(address, number >> 16)

    def reference(self, address: int, bank: int = -1) -> str:
        """Return an address as a reference for the editor; in bank 1 the number is $10000
        higher."""
        return f"0x{address | max(0, self.session.machine.names.bank(address, bank)) << 16:04X}"
