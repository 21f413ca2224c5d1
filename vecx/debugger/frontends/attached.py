"""The debugger of a running window, driven by lines of text from a terminal or a pipe.

The window serves the Debug Adapter Protocol (dap/window.py), as for an editor; commands are those
of its console.
"""

import contextlib
import queue
import socket
import threading
from pathlib import Path
from typing import Any, TextIO

from ...compiling.interrupt import interrupts_go_to
from ...errors import VecxError, printable, reason
from .dap.adapter import HEARD
from .dap.editor import THREAD
from .dap.protocol import Connection, Message
from .prompt import Prompt, serve_typed

POLL_SECONDS = 0.1      # between two checks for Ctrl-C
CONTINUE, QUIT = ("continue", "c"), ("quit", "q", "exit")
REPEATED = ("step", "s", "over", "o", "n", "back", "b", "backover", "bo", "line", "next",
            "continueback", "cb", *CONTINUE)
GONE = "the window has closed the connection"


class Attached:
    """A connection to the debugger of a window; connecting stops the game.

    Args:   port  of `vecx run GAME --debug-port N`
    Errors: VecxError if no window answers there, or another debugger is attached
    """

    def __init__(self, port: int, output: TextIO) -> None:
        self.output, self.ended = output, False
        try:
            self._link = socket.create_connection((HEARD, port))
        except (OSError, OverflowError) as fault:
            why = reason(fault) if isinstance(fault, OSError) else "ports end at 65535"
            raise VecxError(f"no window answers on port {port} of {HEARD} ({why}); start one "
                            "with `vecx run GAME --debug-port N`, and give its N") from None
        self._streams = self._link.makefile("rb"), self._link.makefile("wb")
        self._to = Connection(*self._streams)
        self._came: queue.Queue[Message | None] = queue.Queue()
        self._interrupted = False
        self._last = ""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self._ask("initialize", adapterID="vecx")
            self._ask("attach", stopOnEntry=True)
            self._ask("configurationDone")
            self._wait("stopped")
        except VecxError:
            self.close()
            raise

    def close(self) -> None:
        """Disconnect; the game continues."""
        with contextlib.suppress(VecxError):
            self._ask("disconnect")
        with contextlib.suppress(OSError):
            self._link.shutdown(socket.SHUT_RDWR)       # unblocks the reading thread
        self._reader.join()
        for stream in (*self._streams, self._link):
            with contextlib.suppress(OSError):
                stream.close()

    def run(self, lines: TextIO) -> int:
        """Execute commands until `quit` or the end of input; return 1 if one failed."""
        failed = not self.serve("here")
        while not self.ended and (line := lines.readline()):
            failed |= not self.serve(line)
        return int(failed)

    def run_in_terminal(self, history: Path) -> None:
        """Execute commands typed at a prompt; `history` is the file with the lines of previous
        sessions."""
        self.serve("here")
        serve_typed(self, Prompt(self.words, history))

    def say(self, *lines: str) -> None:
        for line in lines:
            self.output.write(f"{printable(line)}\n")

    def words(self, before: str) -> list[str]:
        """Return the words that can complete the beginning of a line."""
        targets = self._ask("completions", text=before, column=len(before) + 1)["targets"]
        return [target["label"] for target in targets]

    def serve(self, line: str) -> bool:
        """Execute the command in a line.  On failure, print the error and return False."""
        text = line.strip() or self._last
        name = text.partition(" ")[0]
        self._last = text if name in REPEATED else ""
        self._interrupted = False
        try:
            with interrupts_go_to(self._interrupt):
                return self._served(text, name)
        except VecxError as fault:
            self.say(f"error: {fault}")
            return False
        finally:
            self.output.flush()

    def _served(self, text: str, name: str) -> bool:
        if not text or text.startswith("#"):
            return True
        if name in QUIT:
            self.ended = True
            return True
        if text in CONTINUE:        # the window plays meanwhile
            self._ask("continue", threadId=THREAD)
            stop = self._wait("stopped")["body"]
            numbers = "".join(f" {number}" for number in stop.get("hitBreakpointIds", []))
            self.say(f"{stop['reason']}{numbers}{': ' * ('text' in stop)}{stop.get('text', '')}")
            text = "here"
        answer = self._ask("evaluate", expression=text, context="repl")["result"]
        if answer:
            self.say(*answer.splitlines())
        return not answer.startswith("error: ")

    def _interrupt(self, *_: object) -> None:
        self._interrupted = True

    # --- messages --------------------------------------------------------------------------------

    def _read(self) -> None:
        """Pass on the window's messages, until it closes the connection."""
        while True:
            try:
                message = self._to.receive()
            except (OSError, ValueError, VecxError):
                message = None
            if message and message.get("event") == "output":
                self.say(*message["body"]["output"].splitlines())
            else:
                self._came.put(message)
            if message is None:
                return

    def _ask(self, command: str, **arguments: Any) -> Message:
        """Send a request, and return the body of its answer.  Errors: VecxError."""
        number = self._to.send({"type": "request", "command": command, "arguments": arguments})
        while (answer := self._next()).get("request_seq") != number:
            pass
        if not answer["success"]:
            raise VecxError(answer["message"])
        body: Message = answer.get("body") or {}
        return body

    def _wait(self, event: str) -> Message:
        while (message := self._next()).get("event") != event:
            pass
        return message

    def _next(self) -> Message:
        """Return the next message; if Ctrl-C was pressed, ask the window to pause.

        Errors: VecxError if the connection is closed
        """
        while True:
            if self._interrupted:
                self._interrupted = False
                self._to.send({"type": "request", "command": "pause",
                               "arguments": {"threadId": THREAD}})
            try:
                message = self._came.get(timeout=POLL_SECONDS)
            except queue.Empty:
                continue
            if message is None or message.get("event") == "terminated":
                self.ended = True
                self._came.put(None)
                raise VecxError(GONE)
            return message
