"""The debugger for an editor: the Debug Adapter Protocol over standard streams, or a port.

A method do_NAME serves the request NAME and returns the body of its answer.  One thread reads; a
request interrupts a running program for as long as serving it takes.
"""

import contextlib
import queue
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..errors import AssemblyError, UsageError, VecxError, check_int
from ..machine import Machine
from . import breakpoints as points
from .dap_base import THREAD
from .dap_looking import Looking
from .program import changed_sources
from .protocol import Connection, Message
from .session import Session, Stop

CAPABILITIES = ("supportsConfigurationDoneRequest", "supportsFunctionBreakpoints",
                "supportsConditionalBreakpoints", "supportsHitConditionalBreakpoints",
                "supportsEvaluateForHovers", "supportsStepBack", "supportsSetVariable",
                "supportsRestartRequest", "supportsLogPoints", "supportsTerminateRequest",
                "supportsDataBreakpoints", "supportsReadMemoryRequest",
                "supportsWriteMemoryRequest", "supportsDisassembleRequest",
                "supportsInstructionBreakpoints", "supportsSteppingGranularity")
FILTERS = (("strict", "Findings of the strict machine"), ("overrun", "Frames that take too long"))
REASONS = {"step": "step", "step back": "step", "step out": "step", "pause": "pause",
           "begin": "entry", "halted": "exception"}
LAUNCH_WORDS = ("program", "preset", "seed", "strict", "stopOnEntry", "include", "bios", "frame",
                "symbols")
HEARD = "127.0.0.1"


class Adapter(Looking):
    """One editor's debugger.

    dap_base.py, dap_stopping.py and dap_looking.py have most requests; here are those that begin,
    end, and let the program go.
    """

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._requests: queue.Queue[Message | VecxError | None] = queue.Queue()
        self._asked: dict[str, Any] = {}
        self._running: Callable[[], Stop] | None = None
        self._yields = self._ended = False
        self._told_changed: list[str] = []

    def run(self) -> int:
        """Serve the editor until it disconnects or goes; return an exit status."""
        self.begin()
        while not self._ended and not self._to.gone:
            if self._running and self._requests.empty():
                self._go_on(self._running)
                continue
            request = self._requests.get()
            if request is None:
                break
            if isinstance(request, VecxError):
                sys.stderr.write(f"vecx: {request}\n")
                return 1
            self._serve(request)
        return 0

    def begin(self) -> None:
        """Begin to read what the editor sends."""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        request: Message | VecxError | None
        while True:
            try:
                request = self._to.receive()
            except VecxError as fault:
                request = fault
            except (OSError, ValueError):
                request = None
            self._requests.put(request)
            asks = isinstance(request, dict) and request.get("command") == "pause"
            if self._session and (self._yields or asks):
                self._session.paused = True
            if not isinstance(request, dict):
                return

    def _serve(self, request: Message) -> None:
        name = request.get("command")
        do = getattr(self, f"do_{name}", None) if isinstance(name, str) else None
        arguments = request.get("arguments") or {}
        try:
            if do is None:
                raise UsageError(f"the request {name!r} is none that vecx serves")
            if not isinstance(arguments, dict):
                raise UsageError(f"the arguments of {name} are no object")
            body = do(arguments)
        except AssemblyError as fault:
            self._say(f"{fault.messages}\n", "stderr")
            self._to.answer(request, fault=fault.first)
        except VecxError as fault:
            self._to.answer(request, fault=str(fault))
        except (KeyError, TypeError, ValueError, AttributeError) as fault:
            self._to.answer(request, fault=f"the arguments of {name} are not as the protocol has "
                                           f"them: {type(fault).__name__} {fault}")
        else:
            self._to.answer(request, body)
            self._after(str(name))

    def _after(self, name: str) -> None:
        """Tell what follows from a request, after its answer."""
        if name in ("launch", "attach", "restart") and self._session:
            self._told_changed = changed_sources(self._session.machine)
        if name in ("launch", "attach"):
            self._to.event("initialized")
        if name in ("restart", "configurationDone"):
            if self._asked.get("stopOnEntry", False):
                self._tell_stop("entry")
            else:
                self._play()

    # --- beginning and ending --------------------------------------------------------------------

    def do_initialize(self, _: Message) -> Message:
        """Say what vecx can do."""
        return {**dict.fromkeys(CAPABILITIES, True), "supportTerminateDebuggee": True,
                "exceptionBreakpointFilters": [
                    {"filter": name, "label": label, "default": False} for name, label in FILTERS]}

    def do_launch(self, asked: Message) -> None:
        """Make the machine."""
        if self._session is not None:
            raise UsageError("a program runs already: `restart` begins it anew")
        if not isinstance(asked.get("program"), str):
            raise UsageError("the launch configuration has no \"program\": give an .asm source, an "
                             "image or a bundled name")
        self._asked = {word: asked[word] for word in LAUNCH_WORDS if word in asked}
        self._session = self._made()

    def do_attach(self, _: Message) -> None:
        """Say what can be done instead."""
        raise UsageError("no window runs here to attach to: begin one with `vecx run GAME "
                         "--debug-port N` and attach to that port, or use \"request\": \"launch\"")

    def _made(self) -> Session:
        from ..console.roms import bundled

        asked = self._asked
        strict = asked.get("strict", False)
        cart = asked["program"]
        machine = Machine(cart if cart in bundled() else Path(cart), asked.get("bios"),
                          asked.get("preset", "hardware"), asked.get("seed", 0), strict=strict,
                          symbols=asked.get("symbols"),
                          include_dirs=asked.get("include", []))
        if machine.messages:
            self._say(f"{machine.messages}\n", "stderr")
        session = Session(machine, say=lambda text: self._say(f"{text}\n"))
        frame = check_int("frame", asked.get("frame", 0), 0)
        if frame:
            session.run_to_frame(frame)
        return session

    def do_configurationDone(self, _: Message) -> None:
        """Begin, after the answer."""
        self.session  # noqa: B018

    def do_restart(self, _: Message) -> None:
        """Assemble anew and begin at power-on, with the breakpoints that there were."""
        old, new = self.session, self._made()
        for fault in new.take_breakpoints(old):
            self._say(f"{fault}\n", "stderr")
        numbers = {point.number: new.breakpoints for point in old.breakpoints}
        moved = dict(zip(numbers, new.breakpoints, strict=False))
        self._points = {key: [moved[point.number] for point in group if point.number in moved]
                        for key, group in self._points.items()}
        self._session, self._running, self._told_changed = new, None, []

    def do_disconnect(self, _: Message) -> None:
        """End."""
        self._ended = True

    def do_terminate(self, _: Message) -> None:
        """End, and say so."""
        self._running = None
        self._to.event("terminated")

    # --- going -----------------------------------------------------------------------------------

    def _play(self) -> None:
        """Let the program run until a breakpoint, from where the editor last saw it stand."""
        session, since = self.session, self.session.machine.cycles
        self._begin(lambda: session.run(since), yields=True)

    def _begin(self, run: Callable[[], Stop], *, yields: bool = False) -> None:
        """Let the program run from now on.

        Args: yields  it can be interrupted for a request and go on as if it had not been
        """
        self._running, self._yields = run, yields

    def _go_on(self, run: Callable[[], Stop]) -> None:
        """Let the program run until it stops, or a request comes."""
        self.session.paused = not self._requests.empty()
        try:
            stop = run()
        except VecxError as fault:
            self._running = None
            self._say(f"{fault}\n", "stderr")
            self._tell_stop("pause")
            return
        if stop.why == "pause":
            return                      # a request wants to be served, then it goes on
        self._running = None
        self._tell(stop)

    def _tell(self, stop: Stop) -> None:
        point = stop.point
        if point is None:
            self._tell_stop(REASONS.get(stop.why, "pause"), stop.what)
        elif point.kind == points.EVENT:
            self._tell_stop("exception", stop.what, [point.number])
        else:
            kind = "breakpoint" if point.kind in (points.RUN, points.ALWAYS) else "data breakpoint"
            self._tell_stop(kind, stop.what, [point.number])

    def _tell_stop(self, reason: str, text: str = "", ids: list[int] | None = None) -> None:
        changed = changed_sources(self.session.machine)
        if changed and changed != self._told_changed:
            self._say(f"{', '.join(changed)}: changed since the program was assembled; restart to "
                      "debug the new one\n", "important")
        self._told_changed = changed
        self._to.event("stopped", reason=reason, threadId=THREAD, allThreadsStopped=True,
                       **({"text": text, "description": text} if text else {}),
                       **({"hitBreakpointIds": ids} if ids else {}))

    def do_continue(self, _: Message) -> Message:
        """Run."""
        self._play()
        return {"allThreadsContinued": True}

    def do_reverseContinue(self, _: Message) -> None:
        """Run backwards."""
        self._begin(self.session.run_back, yields=True)

    def do_next(self, asked: Message) -> None:
        """Run a line or an instruction, what it calls as a whole."""
        session = self.session
        self._begin(session.over if asked.get("granularity") == "instruction"
                    else lambda: session.step_line(into=False))

    def do_stepIn(self, asked: Message) -> None:
        """Run a line or an instruction."""
        session = self.session
        self._begin(session.step if asked.get("granularity") == "instruction"
                    else lambda: session.step_line(into=True))

    def do_stepOut(self, _: Message) -> None:
        """Run until the routine has returned."""
        self._begin(self.session.out)

    def do_stepBack(self, asked: Message) -> None:
        """Go back by an instruction, or by a line."""
        session = self.session
        self._begin(session.back if asked.get("granularity") == "instruction"
                    else session.back_line)

    def do_pause(self, _: Message) -> None:
        """Stop the program."""
        if self._running:
            self._running = None
            self._tell_stop("pause")


def serve(port: int | None) -> int:
    """Serve one editor, over the standard streams or a port; return an exit status."""
    if port is None:
        # Unbuffered: the thread that still reads at the end must hold no lock of the interpreter's.
        with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as reads:
            return Adapter(Connection(reads, sys.stdout.buffer)).run()
    with socket.create_server((HEARD, check_int("the port", port, 0, 65535))) as server:
        sys.stderr.write(f"vecx: waiting for an editor on {HEARD}:{server.getsockname()[1]}\n")
        sys.stderr.flush()
        client, _ = server.accept()
    with client, client.makefile("rb") as reads, client.makefile("wb") as writes:
        try:
            return Adapter(Connection(reads, writes)).run()
        finally:
            with contextlib.suppress(OSError):      # the editor may be gone
                client.shutdown(socket.SHUT_RDWR)   # lets the thread that reads go
