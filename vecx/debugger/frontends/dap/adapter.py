"""The debugger for an editor: the Debug Adapter Protocol over standard streams, or a port.

One thread reads the editor's requests; a request interrupts a running program while it is served.
"""

import contextlib
import queue
import socket
import sys
import threading
from collections.abc import Callable

from ....errors import AssemblyError, UsageError, VecxError, check_int
from ...breakpoints import Kind
from ...inspector import changed_sources
from ...session import Session
from ...stops import Reason, Stop
from .. import wording
from .breakpoints import BreakpointRequests
from .editor import THREAD, Editor
from .inspection import InspectionRequests
from .launching import Host, Launcher
from .protocol import Connection, Message

CAPABILITIES = ("supportsConfigurationDoneRequest", "supportsFunctionBreakpoints",
                "supportsConditionalBreakpoints", "supportsHitConditionalBreakpoints",
                "supportsEvaluateForHovers", "supportsStepBack", "supportsSetVariable",
                "supportsRestartRequest", "supportsLogPoints", "supportsTerminateRequest",
                "supportsDataBreakpoints", "supportsReadMemoryRequest",
                "supportsWriteMemoryRequest", "supportsDisassembleRequest",
                "supportsInstructionBreakpoints", "supportsSteppingGranularity",
                "supportsLoadedSourcesRequest", "supportsCompletionsRequest",
                "supportsBreakpointLocationsRequest", "supportsSetExpression",
                "supportsExceptionInfoRequest", "supportsGotoTargetsRequest",
                "supportsCancelRequest")
FILTERS = (("strict", "Findings of the strict machine"), ("overrun", "Frames that take too long"))
REASONS = {Reason.STEP: "step", Reason.STEP_BACK: "step", Reason.STEP_OUT: "step",
           Reason.ENTRY: "entry", Reason.BEGINNING: "entry", Reason.HALTED: "exception",
           Reason.GOTO: "goto"}
HEARD = "127.0.0.1"
URGENT = ("pause", "disconnect", "terminate")


class Adapter:
    """One editor's debugger.

    A method do_NAME here, or of a part, serves the request NAME and returns the body of its answer.

    playing  the window is to run the program, by `run_for`

    Args: host  makes the provider of the editor's machine
    """

    def __init__(self, connection: Connection, host: Callable[[Editor], Host] = Launcher) -> None:
        self._to = connection
        self.editor = Editor(connection)
        self._host = host(self.editor)
        self._breakpoints = BreakpointRequests(self.editor)
        self._parts = self, self._breakpoints, InspectionRequests(self.editor)
        self._requests: queue.Queue[Message | VecxError | None] = queue.Queue()
        self._running: Callable[[], Stop] | None = None     # until it stops; requests interrupt it
        self._move: Callable[[], Stop] | None = None        # once, after the answer
        self._moving = False
        self._since = 0
        self.playing = False
        self._ended = False
        self._serving: object = None        # number of the request
        self._cancelled: set[object] = set()
        self._exception: Stop | None = None     # that the program has stopped at
        self._in_console = False
        self._console_stops: list[Stop] = []
        self._reported_changes: list[str] = []
        self._leave_session: Callable[[], None] = lambda: None

    # --- answering requests ----------------------------------------------------------------------

    def run(self) -> int:
        """Serve the editor until it disconnects or closes; return an exit status."""
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
                self._to.event("terminated")
                return 1
            self._serve(request)
        return 0

    def poll(self) -> bool:
        """Answer pending requests; return False if the editor has closed the connection."""
        while not self._ended and not self._to.gone:
            if self._requests.empty():
                if self._running is None:
                    return True
                self._go_on(self._running)
                continue
            request = self._requests.get()
            if request is None:
                return False
            if isinstance(request, VecxError):
                sys.stderr.write(f"vecx: {request}\n")
                return False
            self._serve(request)
        return False

    def begin(self) -> None:
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
            urgent = not isinstance(request, dict) or request.get("command") in URGENT \
                or self._cancels(request)
            self._requests.put(request)
            session = self.editor.session_now
            if session and self._running:
                session.interrupt()
            elif session and urgent and self._moving:
                session.pause()
            if not isinstance(request, dict):
                return

    def _cancels(self, request: Message) -> bool:
        """Note which request a `cancel` refers to; return whether that request is running now."""
        arguments = request.get("arguments")
        if request.get("command") != "cancel" or not isinstance(arguments, dict):
            return False
        number = arguments.get("requestId")
        if not isinstance(number, int):
            return False
        self._cancelled.add(number)
        return number == self._serving

    def _serve(self, request: Message) -> None:
        name = request.get("command")
        arguments = request.get("arguments") or {}
        self._in_console = name == "evaluate"
        if self._in_console and self.editor.session_now:
            self.editor.session_now.carry_on()
        self._moving = self._moving or self._in_console
        self._serving = request.get("seq")
        try:
            if self._serving in self._cancelled:
                raise VecxError("cancelled")
            do = next((getattr(part, f"do_{name}") for part in self._parts
                       if isinstance(name, str) and hasattr(part, f"do_{name}")), None)
            if do is None:
                raise UsageError(f"vecx does not support the request {name!r}")
            if not isinstance(arguments, dict):
                raise UsageError(f"the arguments of {name} are not a JSON object")
            body = do(arguments)
        except AssemblyError as fault:
            self.editor.say(f"{fault.messages}\n", "stderr")
            self._to.answer(request, fault=fault.first)
        except VecxError as fault:
            self._to.answer(request, fault=str(fault))
        except (KeyError, TypeError, ValueError, AttributeError) as fault:
            self._to.answer(request, fault=f"malformed arguments for {name}: "
                                           f"{type(fault).__name__} {fault}")
        else:
            self._to.answer(request, body)
            self._in_console = self._moving = False
            self._after(str(name))
        finally:
            self._in_console = self._moving = False

    def _after(self, name: str) -> None:
        if name in ("launch", "attach"):
            self._to.event("initialized")
        if name in ("restart", "configurationDone"):
            if self._host.asked.get("stopOnEntry", False):
                self.editor.session.announce(Reason.ENTRY)
            else:
                self._play()
        if name == "goto":
            self.editor.session.announce(Reason.GOTO)
        if name == "pause" and (self.playing or self._running):
            self.editor.session.announce(Reason.PAUSE)
        move, self._move = self._move, None
        if move:
            self.editor.session.carry_on()
            self._moving = True
            stop = self._attempt(move)
            self._moving = False
            if stop and stop.reason is Reason.UNFINISHED:
                self.editor.session.announce(Reason.PAUSE)
        for stop in self._console_stops:
            self._to.event("continued", threadId=THREAD, allThreadsContinued=True)
            self._report(stop)
            self._to.event("invalidated", areas=["all"])
        self._console_stops = []

    # --- beginning and ending --------------------------------------------------------------------

    def do_initialize(self, asked: Message) -> Message:
        self.editor.first_line = int(asked.get("linesStartAt1", True))
        self.editor.first_column = int(asked.get("columnsStartAt1", True))
        return {**dict.fromkeys(CAPABILITIES, True), "supportTerminateDebuggee": True,
                "exceptionBreakpointFilters": [
                    {"filter": name, "label": label, "default": False} for name, label in FILTERS],
                **self._host.capabilities}

    def do_launch(self, asked: Message) -> None:
        self._host.launch(asked)
        self._opened(self.editor.session)

    def do_attach(self, asked: Message) -> None:
        self._host.attach(asked)
        self._opened(self.editor.session)

    def do_restart(self, _: Message) -> None:
        """Assemble again and start at power-on, with the same breakpoints."""
        old = self.editor.session_now
        self._host.restart()
        if old:
            self._breakpoints.take_over(old.breakpoints)
        self._opened(self.editor.session)

    def _opened(self, session: Session) -> None:
        self._leave_session()
        self._leave_session = session.on_stop.subscribe(self._stopped)
        self._running, self._reported_changes = None, changed_sources(session.machine)

    def do_configurationDone(self, _: Message) -> None:
        """Check that there is a session.  The program starts after this request is answered."""
        self.editor.session  # noqa: B018

    def do_disconnect(self, _: Message) -> None:
        self._ended = True

    def do_terminate(self, _: Message) -> None:
        """Stop the program.  A program that runs in a window continues there."""
        self._running = None
        self._ended = self._host.in_window
        self.editor.terminated = not self._ended
        if self.editor.terminated:
            self._to.event("exited", exitCode=0)
        self._to.event("terminated")

    def end(self, why: str = "") -> None:
        """Return the machine to the window.  If a reason is given, report it to the editor."""
        session = self.editor.session_now
        if session:
            session.timeline.branch()
            session.timeline.close()
        if why:
            self.editor.say(f"{why}\n", "important")
            self._to.event("terminated")

    # --- running the program ---------------------------------------------------------------------

    def _play(self) -> None:
        """Continue until a breakpoint, and count cycles from the last stop that the editor has
        seen."""
        session = self.editor.session
        self._since = session.machine.cycles
        self.playing = self._host.in_window
        if not self.playing:
            self._running = lambda: session.run(self._since)

    def run_for(self, cycles: int) -> None:
        """Run the program of a window for some cycles, or until the program stops."""
        session = self.editor.session
        session.carry_on()
        self._attempt(lambda: session.run_for(cycles, self._since))

    def _go_on(self, run: Callable[[], Stop]) -> None:
        """Run the program until it stops, or a request arrives."""
        self.playing = False
        self.editor.session.carry_on()
        if self._requests.empty():
            self._attempt(run)

    def _attempt(self, run: Callable[[], Stop]) -> Stop | None:
        try:
            return run()
        except VecxError as fault:
            self.editor.say(f"{fault}\n", "stderr")
            self.editor.session.announce(Reason.PAUSE)
            return None

    def _stopped(self, stop: Stop) -> None:
        """Report a stop to the editor, whichever front end ran the program."""
        self._running, self.playing = None, False
        if self._in_console:
            self._console_stops.append(stop)
        else:
            self._report(stop)

    def _report(self, stop: Stop) -> None:
        session, point = self.editor.session, stop.breakpoint
        changed = changed_sources(session.machine)
        if changed and changed != self._reported_changes:
            self.editor.say(f"{', '.join(changed)}: changed since the program was assembled; "
                            "restart to debug the new source\n", "important")
        self._reported_changes = changed
        reason = REASONS.get(stop.reason, "pause")
        if point:
            reason = "exception" if point.kind is Kind.EVENT else \
                "breakpoint" if point.kind in (Kind.RUN, Kind.IF) else "data breakpoint"
        self._exception = stop if reason == "exception" else None
        text = wording.details(stop, session)
        self._to.event("stopped", reason=reason, threadId=THREAD, allThreadsStopped=True,
                       **({"text": text, "description": text} if text else {}),
                       **({"hitBreakpointIds": [point.number]} if point else {}))

    def do_continue(self, _: Message) -> Message:
        self._play()
        return {"allThreadsContinued": True}

    def do_reverseContinue(self, _: Message) -> None:
        self._running = self.editor.session.run_back

    def do_next(self, asked: Message) -> None:
        session = self.editor.session
        self._move = session.over if asked.get("granularity") == "instruction" \
            else lambda: session.step_line(into=False)

    def do_stepIn(self, asked: Message) -> None:
        session = self.editor.session
        self._move = session.step if asked.get("granularity") == "instruction" \
            else lambda: session.step_line(into=True)

    def do_stepOut(self, _: Message) -> None:
        self._move = self.editor.session.out

    def do_stepBack(self, asked: Message) -> None:
        session = self.editor.session
        self._move = session.back if asked.get("granularity") == "instruction" \
            else session.back_line

    def do_gotoTargets(self, asked: Message) -> Message:
        """Return the first line with code at or after a line, if the code's bank is visible."""
        session, row = self.editor.session, self.editor.asked_line(int(asked["line"]))
        file = self._breakpoints.file_of(asked["source"])
        line, address, bank = session.inspector.address_of(file, row)
        if bank not in (-1, session.machine.names.bank(address)):
            raise UsageError(f"line {line.line} is in bank {bank}, which is not visible now")
        return {"targets": [{
            "id": address, "label": str(session.machine.where(address, bank)),
            "line": self.editor.shown_line(line.line),
            "instructionPointerReference": self.editor.reference(address, bank)}]}

    def do_goto(self, asked: Message) -> None:
        """Continue from another line: set the PC; after the answer, report a stop."""
        self.editor.report_branch(
            self.editor.session.set_register("pc", int(asked["targetId"])))

    def do_exceptionInfo(self, _: Message) -> Message:
        session, stop = self.editor.session, self._exception
        if stop is None:
            raise UsageError("the program has not stopped at an exception")
        name = stop.breakpoint.event if stop.breakpoint else "halted"
        text = wording.details(stop, session)
        return {"exceptionId": name, "description": text, "breakMode": "always",
                "details": {"message": text, "typeName": name}}

    def do_cancel(self, _: Message) -> None:
        """Answer a cancellation; the reading thread has already noted which request it refers
        to."""

    def do_pause(self, _: Message) -> None:
        """Check that there is a session.  The program stops after this request is answered."""
        self.editor.session  # noqa: B018


def serve(port: int | None) -> int:
    """Serve one editor, over standard streams or a port; return an exit status."""
    if port is None:
        # Unbuffered: at exit the reading thread must not hold a lock of the interpreter.
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
                client.shutdown(socket.SHUT_RDWR)   # unblocks the reading thread
