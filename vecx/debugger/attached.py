"""The debugger of a running window: an editor attaches to its machine over a port.

The window's own loop lets the program go on, a frame's time at once, as long as the editor lets it;
the editor's requests are served between two such times.  One editor has the machine at a time.
"""

import contextlib
import queue
import socket
import sys
import threading

from ..console.frame import Frame
from ..errors import UsageError, VecxError, check_int
from ..machine import Machine
from .dap import HEARD, Adapter
from .protocol import Connection, Message
from .session import Session

REFUSAL_SECONDS = 5.0       # for a second editor to say hello
SECOND = "another editor is attached to this window; disconnect it first"


class Attached(Adapter):
    """An editor and the machine of a window."""

    def __init__(self, connection: Connection, machine: Machine, busy: str) -> None:
        super().__init__(connection)
        self._machine, self._busy = machine, busy
        self._since = machine.cycles
        self.playing = False

    def do_initialize(self, asked: Message) -> Message:
        """Say what can be done; beginning anew is the window's."""
        return super().do_initialize(asked) | {"supportsRestartRequest": False}

    def do_launch(self, _: Message) -> None:
        """Say what can be done instead."""
        raise UsageError("a window runs here already: use \"request\": \"attach\"")

    def do_attach(self, asked: Message) -> None:
        """Take the machine as it is."""
        if self._busy:
            raise UsageError(self._busy)
        if self._session is not None:
            raise UsageError("this editor is attached already")
        self._asked = {"stopOnEntry": asked.get("stopOnEntry", False)}
        self._session = Session(self._machine, say=lambda text: self._say(f"{text}\n"))

    def do_restart(self, _: Message) -> None:
        """Say what can be done instead."""
        raise UsageError("the window begins the program anew: press its reset key, F5")

    def do_terminate(self, _: Message) -> None:
        """Let the window go on."""
        self._ended = True
        self._to.event("terminated")

    def do_pause(self, asked: Message) -> None:
        """Stop the program."""
        if self.playing:
            self.playing = False
            self._tell_stop("pause")
        else:
            super().do_pause(asked)

    def _play(self) -> None:
        self._since, self.playing = self.session.machine.cycles, True

    @property
    def session_now(self) -> Session | None:
        """The session, once the editor has attached."""
        return self._session

    def poll(self) -> bool:
        """Serve the requests that have come; return False where the editor has gone."""
        while not self._ended and not self._to.gone:
            if self._requests.empty():
                if self._running is None:
                    return True
                self.playing = False
                self._go_on(self._running)      # a step: to its end, or until a request comes
                continue
            request = self._requests.get()
            if request is None:
                return False
            if isinstance(request, VecxError):
                sys.stderr.write(f"vecx: {request}\n")
                return False
            self._serve(request)
        return False

    def run_for(self, cycles: int) -> None:
        """Let the program go on for some cycles, or to where it stops."""
        session = self.session
        session.paused = False
        try:
            stop = session.run_for(cycles, self._since)
        except VecxError as fault:
            self.playing = False
            self._say(f"{fault}\n", "stderr")
            self._tell_stop("pause")
            return
        if stop.why not in ("cycle", "pause"):
            self.playing = False
            self._tell(stop)

    def end(self, why: str = "") -> None:
        """Let the machine be the window's alone again; tell the editor, where it is to know why."""
        if self._session:
            self._session.timeline.begin_anew()
            self._session.timeline.close()
        if why:
            self._say(f"{why}\n", "important")
            self._to.event("terminated")


class Port:
    """The port of a window that an editor attaches to.

    Args:   port  of 127.0.0.1; 0 takes a free one
    Errors: VecxError where it cannot be had
    """

    def __init__(self, port: int) -> None:
        try:
            self._server = socket.create_server((HEARD, check_int("the port", port, 0, 65535)))
        except OSError as fault:
            raise VecxError(f"--debug-port {port}: {fault.strerror}; give another port, or 0 for a "
                            "free one") from None
        self.number = int(self._server.getsockname()[1])
        self._came: queue.Queue[socket.socket] = queue.Queue()
        self._taken = threading.Lock()
        self._editor: Attached | None = None
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
        """Answer a second editor's first request with why it cannot be."""
        client.settimeout(REFUSAL_SECONDS)
        with contextlib.suppress(OSError, VecxError), client, client.makefile("rb") as reads, \
                client.makefile("wb") as writes:
            connection = Connection(reads, writes)
            request = connection.receive()
            if request:
                connection.answer(request, fault=SECOND)

    # --- what the play loop asks -----------------------------------------------------------------

    @property
    def attached(self) -> bool:
        """True while an editor has the machine."""
        return self._editor is not None and self._editor.session_now is not None

    @property
    def standing(self) -> bool:
        """True while it lets the machine stand."""
        return self.attached and self._editor is not None and not self._editor.playing

    @property
    def deaf(self) -> bool:
        """True where what runs is known already, or nothing runs."""
        session = self._editor.session_now if self._editor else None
        return session is not None and (self.standing
                                        or session.machine.cycles < session.timeline.end)

    def look(self, machine: Machine, busy: str = "") -> str:
        """Serve what has come; return what the user is to be told."""
        was = self.attached
        if self._editor is None and not self._came.empty():
            self._client = self._came.get()
            self._streams = self._client.makefile("rb"), self._client.makefile("wb")
            self._editor = Attached(Connection(*self._streams), machine, busy)
            self._editor.begin()
        if self._editor and not self._editor.poll():
            self._leave()
            return "the debugger has gone; the game goes on" if was else ""
        return "a debugger has attached" if self.attached and not was else ""

    def run(self, cycles: int) -> list[Frame]:
        """Run for some cycles, or to where it stops; return the frames that ended."""
        session = self._editor.session_now if self._editor else None
        if session is None or self._editor is None:
            return []
        before = session.machine.frames
        self._editor.run_for(cycles)
        return [frame for frame in session.timeline.frames if frame.index >= before]

    def told(self) -> list[str]:
        """Return where the program stands."""
        session = self._editor.session_now if self._editor else None
        return [f"DEBUGGER {session.here()}"] if session and self.standing else []

    def lose(self, why: str) -> None:
        """The machine is another's now."""
        if self._editor and self.attached:
            self._leave(f"the debugger has lost its machine: {why}")

    def _leave(self, why: str = "") -> None:
        assert self._editor and self._client
        self._editor.end(why)
        with contextlib.suppress(OSError):
            self._client.shutdown(socket.SHUT_RDWR)     # lets the thread that reads go
        for stream in (*self._streams, self._client):
            with contextlib.suppress(OSError):
                stream.close()
        self._editor = self._client = None
        self._taken.release()

    def close(self) -> None:
        """Leave nothing open."""
        if self._editor:
            self._leave("the window has closed" if self.attached else "")
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
