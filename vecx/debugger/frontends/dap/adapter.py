"""The debugger for an editor: the Debug Adapter Protocol over standard streams, or a port.

One thread reads the editor's requests; a request interrupts a running program while it is served.
The other thread serves them and owns everything else, also `Doing`, by which the reading thread
decides how to interrupt.
"""

import contextlib
import queue
import socket
import sys
import threading
import traceback
import typing
from collections.abc import Callable
from enum import Enum
from typing import Any

from ....chips.state import FRAME_CYCLES
from ....errors import AssemblyError, UsageError, VecxError, check_int
from ...breakpoints import Kind
from ...inspector import changed_sources
from ...session import Session
from ...stops import Reason, Stop
from .. import wording
from . import requests
from .breakpoints import BreakpointRequests
from .editor import THREAD, Editor
from .inspection import InspectionRequests
from .launching import Host, Launcher
from .picture import PictureRequests
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


class Doing(Enum):
    """What an adapter does between two requests.

    WAITING   the program is paused, or there is none
    RUNNING   the program runs until it stops; every request interrupts it while it is served
    STEPPING  a step or a command of the console runs; only urgent requests interrupt it
    PLAYING   the window's loop runs the program, by `run_for`
    ENDED     the editor has disconnected
    """

    WAITING = 0
    RUNNING = 1
    STEPPING = 2
    PLAYING = 3
    ENDED = 4


class Adapter:
    """One editor's debugger.

    A method do_NAME here, or of a part, serves the request NAME and returns the body of its answer.
    Its parameter is a class of requests.py, which describes the arguments.

    Args: host  makes the provider of the editor's machine
    """

    def __init__(self, connection: Connection, host: Callable[[Editor], Host] = Launcher) -> None:
        self._to = connection
        self.editor = Editor(connection)
        self._host = host(self.editor)
        self._breakpoints = BreakpointRequests(self.editor)
        self._picture = PictureRequests(self.editor)
        self._served = {name.removeprefix("do_"): _with_arguments(getattr(part, name))
                        for part in (self, self._breakpoints, self._picture,
                                     InspectionRequests(self.editor))
                        for name in dir(part) if name.startswith("do_")}
        self._requests: queue.Queue[Message | VecxError | None] = queue.Queue()
        self._doing = Doing.WAITING
        self._run: Callable[[], Stop] | None = None         # while RUNNING
        self._plays = False                 # while RUNNING: forward, for the picture
        self._then: Callable[[], object] | None = None      # after the answer
        self._since = 0                     # cycle of the last stop that the editor has seen
        self._serving: Message = {}         # the request that is being served
        self._cancelled: set[object] = set()        # numbers of requests
        self._exception: Stop | None = None         # that the program has stopped at
        self._console_stops: list[Stop] = []        # to report after the console's answer
        self._reported_changes: list[str] = []      # sources
        self._leave_session: Callable[[], None] = lambda: None

    @property
    def playing(self) -> bool:
        """Whether the window is to run the program, by `run_for`."""
        return self._doing is Doing.PLAYING

    # --- answering requests ----------------------------------------------------------------------

    def run(self) -> int:
        """Serve the editor until it disconnects or closes; return an exit status."""
        self.begin()
        while self._doing is not Doing.ENDED and not self._to.gone:
            try:
                request = self._requests.get(timeout=self._seconds_left())
            except queue.Empty:
                self._go_on()
                continue
            if request is None:
                break
            if isinstance(request, VecxError):
                sys.stderr.write(f"vecx: {request}\n")
                self._to.event("terminated")
                return 1
            self._serve(request)
        return 0

    def _seconds_left(self) -> float | None:
        """Return for how long to wait for a request before the program runs; None: it does not
        run."""
        if self._doing is not Doing.RUNNING:
            return None
        return self._picture.seconds_left() if self._paced else 0.0

    @property
    def _paced(self) -> bool:
        """Whether the program runs at the speed of the console."""
        return self._plays and self._picture.on

    def poll(self) -> bool:
        """Answer pending requests; return False if the editor has closed the connection."""
        while self._doing is not Doing.ENDED and not self._to.gone:
            if self._requests.empty():
                if self._doing is not Doing.RUNNING:
                    return True
                self._go_on()
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
            session, doing = self.editor.session_now, self._doing
            if session and doing is Doing.RUNNING:
                session.interrupt()
            elif session and doing is Doing.STEPPING and urgent:
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
        return number == self._serving.get("seq")

    def _serve(self, request: Message) -> None:
        name, before = str(request.get("command")), self._doing
        self._serving = request
        if self._in_console and self.editor.session_now:
            self.editor.session_now.carry_on()
            self._doing = Doing.STEPPING
        self._then = None
        try:
            if request.get("seq") in self._cancelled:
                raise VecxError("cancelled")
            if name not in self._served:
                raise UsageError(f"vecx does not support the request {name!r}")
            do, kind = self._served[name]
            body = do(requests.read(name, request.get("arguments"), kind))
        except AssemblyError as fault:
            self.editor.say(f"{fault.messages}\n", "stderr")
            self._to.answer(request, fault=fault.first)
        except VecxError as fault:
            self._to.answer(request, fault=str(fault))
        except Exception as fault:
            traceback.print_exc()
            self._to.answer(request, fault=f"internal error in {name}: {type(fault).__name__}: "
                                           f"{fault}; the traceback is in the adapter's log")
        else:
            self._to.answer(request, body)
            self._after_answer()
        if self._doing is Doing.STEPPING:
            self._doing = before
        self._serving = {}

    @property
    def _in_console(self) -> bool:
        return self._serving.get("command") == "evaluate"

    def _after_answer(self) -> None:
        """Do what a request has asked for after its answer, and report stops of the console."""
        if self._then:
            self._then()
        stops, self._console_stops = self._console_stops, []
        for stop in stops:
            self._to.event("continued", threadId=THREAD, allThreadsContinued=True)
            self._report(stop)
            self._to.event("invalidated", areas=["all"])

    def _step(self, move: Callable[[], Stop]) -> None:
        """Make a step; an urgent request may end it early, which is reported as a pause."""
        self.editor.session.carry_on()
        self._doing = Doing.STEPPING
        stop = self._attempt(move)
        if stop and stop.reason is Reason.UNFINISHED:
            self.editor.session.announce(Reason.PAUSE)
        if self._doing is Doing.STEPPING:
            self._doing = Doing.WAITING

    # --- beginning and ending --------------------------------------------------------------------

    def do_initialize(self, asked: requests.Initialize) -> Message:
        self.editor.first_line = int(asked.linesStartAt1)
        self.editor.first_column = int(asked.columnsStartAt1)
        return {**dict.fromkeys(CAPABILITIES, True), "supportTerminateDebuggee": True,
                "exceptionBreakpointFilters": [
                    {"filter": name, "label": label, "default": False} for name, label in FILTERS],
                **self._host.capabilities}

    def do_launch(self, asked: requests.Launch) -> None:
        self._host.launch(asked)
        self._opened(self.editor.session)
        self._picture.on = asked.picture
        self._then = lambda: self._to.event("initialized")

    def do_attach(self, asked: requests.Attach) -> None:
        self._host.attach(asked)
        self._opened(self.editor.session)
        self._picture.on = asked.picture
        self._then = lambda: self._to.event("initialized")

    def do_restart(self, _: requests.Nothing) -> None:
        """Assemble again and start at power-on, with the same breakpoints."""
        old = self.editor.session_now
        self._host.restart()
        if old:
            self._breakpoints.take_over(old.breakpoints)
        self._opened(self.editor.session)
        self._then = self._start

    def _opened(self, session: Session) -> None:
        self._leave_session()
        self._leave_session = session.on_stop.subscribe(self._stopped)
        self._doing, self._reported_changes = Doing.WAITING, changed_sources(session.machine)

    def do_configurationDone(self, _: requests.Nothing) -> None:
        """Check that there is a session, and start the program."""
        self.editor.session  # noqa: B018
        self._then = self._start

    def _start(self) -> None:
        session = self.editor.session
        if self._host.stop_on_entry == "program":
            self._since = session.machine.cycles
            self._run_on(session.run_to_program)
        elif self._host.stop_on_entry:
            session.announce(Reason.ENTRY)
        else:
            self._play()

    def do_disconnect(self, _: requests.Nothing) -> None:
        self._doing = Doing.ENDED

    def do_terminate(self, _: requests.Nothing) -> None:
        """Stop the program.  A program that runs in a window continues there."""
        self._doing = Doing.ENDED if self._host.in_window else Doing.WAITING
        self.editor.terminated = not self._host.in_window
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
        self._picture.moved(running=True)
        if self._host.in_window:
            self._doing = Doing.PLAYING
        else:
            self._run_on(lambda: session.run_for(FRAME_CYCLES, self._since) if self._picture.on
                         else session.run(self._since), plays=True)

    def _run_on(self, run: Callable[[], Stop], *, plays: bool = False) -> None:
        self._doing, self._run, self._plays = Doing.RUNNING, run, plays

    def run_for(self, cycles: int) -> None:
        """Run the program of a window for some cycles, or until the program stops."""
        session = self.editor.session
        session.carry_on()
        self._attempt(lambda: session.run_for(cycles, self._since))
        if self._picture.on and self.playing:
            self._picture.played(session.machine)

    def _go_on(self) -> None:
        """Run the program until it stops, or a request arrives."""
        assert self._run is not None
        session = self.editor.session
        session.carry_on()
        if self._requests.empty():
            self._attempt(self._run)
            if self._paced and self._doing is Doing.RUNNING:
                self._picture.played(session.machine)

    def _attempt(self, run: Callable[[], Stop]) -> Stop | None:
        try:
            return run()
        except VecxError as fault:
            self.editor.say(f"{fault}\n", "stderr")
            self.editor.session.announce(Reason.PAUSE)
            return None

    def _stopped(self, stop: Stop) -> None:
        """Report a stop to the editor, whichever front end ran the program."""
        if self._doing is not Doing.ENDED:
            self._doing = Doing.WAITING
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
        self._picture.moved(running=False)

    def do_continue(self, _: requests.Nothing) -> Message:
        self._play()
        return {"allThreadsContinued": True}

    def do_reverseContinue(self, _: requests.Nothing) -> None:
        self._run_on(self.editor.session.run_back)

    def do_next(self, asked: requests.Step) -> None:
        session = self.editor.session
        self._step_later(session.over if asked.granularity == "instruction"
                         else lambda: session.step_line(into=False))

    def do_stepIn(self, asked: requests.Step) -> None:
        session = self.editor.session
        self._step_later(session.step if asked.granularity == "instruction"
                         else lambda: session.step_line(into=True))

    def do_stepOut(self, _: requests.Nothing) -> None:
        self._step_later(self.editor.session.out)

    def do_stepBack(self, asked: requests.Step) -> None:
        session = self.editor.session
        self._step_later(session.back if asked.granularity == "instruction"
                         else session.back_line)

    def _step_later(self, move: Callable[[], Stop]) -> None:
        self._then = lambda: self._step(move)

    def do_gotoTargets(self, asked: requests.GotoTargets) -> Message:
        """Return the first line with code at or after a line, if the code's bank is visible."""
        session, row = self.editor.session, self.editor.asked_line(asked.line)
        file = self._breakpoints.file_of(asked.source)
        line, address, bank = session.inspector.address_of(file, row)
        if bank not in (-1, session.machine.names.bank(address)):
            raise UsageError(f"line {line.line} is in bank {bank}, which is not visible now")
        return {"targets": [{
            "id": address, "label": str(session.machine.where(address, bank)),
            "line": self.editor.shown_line(line.line),
            "instructionPointerReference": self.editor.reference(address, bank)}]}

    def do_goto(self, asked: requests.Goto) -> None:
        """Continue from another line: set the PC; after the answer, report a stop."""
        self.editor.report_branch(self.editor.session.set_register("pc", asked.targetId))
        self._then = lambda: self.editor.session.announce(Reason.GOTO)

    def do_exceptionInfo(self, _: requests.Nothing) -> Message:
        session, stop = self.editor.session, self._exception
        if stop is None:
            raise UsageError("the program has not stopped at an exception")
        name = stop.breakpoint.event if stop.breakpoint else "halted"
        text = wording.details(stop, session)
        return {"exceptionId": name, "description": text, "breakMode": "always",
                "details": {"message": text, "typeName": name}}

    def do_cancel(self, _: requests.Cancel) -> None:
        """Answer a cancellation; the reading thread has already noted which request it refers
        to."""

    def do_pause(self, _: requests.Nothing) -> None:
        """Check that there is a session.  The program stops after this request is answered."""
        session = self.editor.session
        if self._doing in (Doing.RUNNING, Doing.PLAYING):
            self._then = lambda: session.announce(Reason.PAUSE)


def _with_arguments(do: Callable[[Any], Any]) -> tuple[Callable[[Any], Any], type]:
    """Return a method that serves a request, and the class of its arguments."""
    return do, next(iter(typing.get_type_hints(do).values()))


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
