"""The debugger of a running window: an editor attaches to its machine over a port.

The window's loop runs the program, a frame's time at once, while the editor lets it; the editor's
requests are served in between.  Only one editor at a time can be attached.
"""

import contextlib
import queue
import socket
import threading
from collections.abc import Mapping

from ....console.frame import Frame
from ....errors import UsageError, VecxError, check_int
from ....machine import Machine
from ...session import Session
from .adapter import HEARD, Adapter
from .editor import Editor
from .protocol import Connection
from .requests import Attach, Launch

REFUSAL_SECONDS = 5.0       # wait for a second editor's first request
SECOND = "another editor is attached to this window; disconnect it first"


class WindowHost:
    """Lets an editor debug the machine that runs in the emulator's window.

    Args: busy  why it is unavailable now, or ""
    """

    in_window = True
    capabilities: Mapping[str, bool] = {"supportsRestartRequest": False}

    def __init__(self, editor: Editor, machine: Machine, busy: str) -> None:
        self._editor, self._machine, self._busy = editor, machine, busy
        self.stop_on_entry = False

    def launch(self, asked: Launch) -> None:
        raise UsageError("this is a running window: use \"request\": \"attach\"")

    def attach(self, asked: Attach) -> None:
        """Use the window's machine.  Errors: UsageError if it is unavailable."""
        if self._busy:
            raise UsageError(self._busy)
        if self._editor.session_now is not None:
            raise UsageError("this editor is already attached")
        self.stop_on_entry = asked.stopOnEntry
        self._editor.open(Session(self._machine))

    def restart(self) -> None:
        raise UsageError("restart the program in the window: press its reset key, F5")


def adapter_of(connection: Connection, machine: Machine, busy: str) -> Adapter:
    return Adapter(connection, lambda editor: WindowHost(editor, machine, busy))


class Port:
    """The port through which an editor attaches to a window.

    Args:   port  of 127.0.0.1; 0 chooses a free one
    Errors: VecxError if it is not available
    """

    def __init__(self, port: int) -> None:
        try:
            self._server = socket.create_server((HEARD, check_int("the port", port, 0, 65535)))
        except OSError as fault:
            raise VecxError(f"--debug-port {port}: {fault.strerror}; use another port, or 0 for a "
                            "free one") from None
        self.number = int(self._server.getsockname()[1])
        self._came: queue.Queue[socket.socket] = queue.Queue()
        self._taken = threading.Lock()
        self._adapter: Adapter | None = None
        self._client: socket.socket | None = None
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return                      # closed
            if self._taken.acquire(blocking=False):
                self._came.put(client)
            else:
                threading.Thread(target=self._refuse, args=(client,), daemon=True).start()

    @staticmethod
    def _refuse(client: socket.socket) -> None:
        """Refuse a second editor in the answer to its first request."""
        client.settimeout(REFUSAL_SECONDS)
        with contextlib.suppress(OSError, VecxError), client, client.makefile("rb") as reads, \
                client.makefile("wb") as writes:
            connection = Connection(reads, writes)
            request = connection.receive()
            if request:
                connection.answer(request, fault=SECOND)

    # --- the interface for the play loop (display/player.py) -------------------------------------

    @property
    def attached(self) -> bool:
        return self._adapter is not None and self._adapter.editor.session_now is not None

    @property
    def standing(self) -> bool:
        return self.attached and self._adapter is not None and not self._adapter.playing

    @property
    def input_blocked(self) -> bool:
        session = self._adapter.editor.session_now if self._adapter else None
        return session is not None and (self.standing
                                        or session.machine.cycles < session.timeline.end)

    def look(self, machine: Machine, busy: str = "") -> str:
        was = self.attached
        if self._adapter is None and not self._came.empty():
            self._client = self._came.get()
            self._streams = self._client.makefile("rb"), self._client.makefile("wb")
            self._adapter = adapter_of(Connection(*self._streams), machine, busy)
            self._adapter.begin()
        if self._adapter and not self._adapter.poll():
            self._leave()
            return "the debugger has detached; the game continues" if was else ""
        return "a debugger has attached" if self.attached and not was else ""

    def run(self, cycles: int) -> list[Frame]:
        session = self._adapter.editor.session_now if self._adapter else None
        if session is None or self._adapter is None:
            return []
        before = session.machine.frames
        self._adapter.run_for(cycles)
        return [frame for frame in session.timeline.frames if frame.index >= before]

    def status_lines(self) -> list[str]:
        session = self._adapter.editor.session_now if self._adapter else None
        return [f"DEBUGGER {session.inspector.here()}"] if session and self.standing else []

    def lose(self, why: str) -> None:
        if self._adapter and self.attached:
            self._leave(f"detached from the window: {why}")

    def _leave(self, why: str = "") -> None:
        assert self._adapter and self._client
        self._adapter.end(why)
        with contextlib.suppress(OSError):
            self._client.shutdown(socket.SHUT_RDWR)     # unblocks the reading thread
        for stream in (*self._streams, self._client):
            with contextlib.suppress(OSError):
                stream.close()
        self._adapter = self._client = None
        self._taken.release()

    def close(self) -> None:
        if self._adapter:
            self._leave("the window was closed" if self.attached else "")
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
