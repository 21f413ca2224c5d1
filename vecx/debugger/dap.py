"""The debugger for an editor: the Debug Adapter Protocol over standard streams, or a port.

A method do_NAME serves the request NAME and returns the body of its answer.  One thread reads; a
request interrupts a running program for as long as serving it takes.
"""

import base64
import contextlib
import io
import queue
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from asm.output.debuginfo import Where

from ..errors import AssemblyError, UsageError, VecxError, check_int
from ..machine import Machine
from . import breakpoints as points
from . import variables
from .breakpoints import Breakpoint
from .plain import SHORT, Plain, both
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
ACCESS_KINDS = {"read": points.READ, "write": points.CHANGE, "readWrite": points.ACCESS}
THREAD = 1
LAUNCH_WORDS = ("program", "preset", "seed", "strict", "stopOnEntry", "include", "bios", "frame",
                "symbols")
HEARD = "127.0.0.1"
DATA_BYTES_MAX = 0x10000


class Adapter:
    """One editor's debugger."""

    def __init__(self, connection: Connection) -> None:
        self._to = connection
        self._requests: queue.Queue[Message | VecxError | None] = queue.Queue()
        self._session: Session | None = None
        self._asked: dict[str, Any] = {}
        self._points: dict[str, list[Breakpoint]] = {}      # by what the editor sets as a whole
        self._running: Callable[[], Stop] | None = None
        self._yields = self._ended = False
        self._told_changed: list[str] = []

    def run(self) -> int:
        """Serve the editor until it disconnects or goes; return an exit status."""
        threading.Thread(target=self._read, daemon=True).start()
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
        if name in ("launch", "restart") and self._session:
            self._told_changed = changed_sources(self._session.machine)
        if name == "launch":
            self._to.event("initialized")
        if name in ("restart", "configurationDone"):
            if self._asked.get("stopOnEntry", False):
                self._tell_stop("entry")
            else:
                self._begin(self.session.run, yields=True)

    @property
    def session(self) -> Session:
        """The session.  Errors: UsageError where nothing has been launched."""
        if self._session is None:
            raise UsageError("nothing runs yet: send `launch` first")
        return self._session

    def _say(self, text: str, category: str = "console") -> None:
        self._to.event("output", category=category, output=text)

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
        raise UsageError("vecx attaches to no running machine; use \"request\": \"launch\"")

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

    # --- breakpoints -----------------------------------------------------------------------------

    def do_setBreakpoints(self, asked: Message) -> Message:
        """Set those of one source file."""
        path = str(asked["source"].get("path") or asked["source"].get("name"))
        file = self._file_of(path)
        return self._set_all(f"source {path}", asked.get("breakpoints", []), lambda row, more:
                             self.session.add_break(f"{file}:{int(row['line'])}", **more))

    def do_setFunctionBreakpoints(self, asked: Message) -> Message:
        """Set those at routines and other symbols."""
        return self._set_all("function", asked["breakpoints"], lambda row, more:
                             self.session.add_break(row["name"], **more))

    def do_setInstructionBreakpoints(self, asked: Message) -> Message:
        """Set those at addresses."""
        return self._set_all("instruction", asked["breakpoints"], lambda row, more:
                             self.session.add_break(f"${self._address(row):X}", **more))

    def do_dataBreakpointInfo(self, asked: Message) -> Message:
        """Say whether a variable can be watched."""
        try:
            address = points.place_of(asked["name"], self.session.machine)
        except VecxError as fault:
            return {"dataId": None, "description": str(fault)}
        symbol = self.session.machine.debug.symbols.get(asked["name"])
        size = symbol.size if symbol and symbol.size else 1
        return {"dataId": f"{address:04X} {size}", "description": f"{asked['name']} ${address:04X}",
                "accessTypes": list(ACCESS_KINDS)}

    def do_setDataBreakpoints(self, asked: Message) -> Message:
        """Set those at memory."""
        def add(row: Message, more: dict[str, Any]) -> Breakpoint:
            address, size = row["dataId"].split()
            return self.session.add_break(f"${address}", ACCESS_KINDS[row.get("accessType",
                                                                              "write")],
                                          int(size), **more)

        return self._set_all("data", asked["breakpoints"], add)

    def do_setExceptionBreakpoints(self, asked: Message) -> Message:
        """Set those at events."""
        return self._set_all("event", [{"name": name} for name in asked["filters"]],
                             lambda row, more: self.session.add_event(row["name"], **more))

    def _set_all(self, key: str, rows: list[Message],
                 add: Callable[[Message, dict[str, Any]], Breakpoint]) -> Message:
        """Set breakpoints in place of those that were set so before."""
        session = self.session
        for point in self._points.pop(key, []):
            if point in session.breakpoints:
                session.breakpoints.remove(point)
        made, answers = list[Breakpoint](), list[Message]()
        for row in rows:
            try:
                hits = str(row.get("hitCondition") or "1").lstrip(">= ")
                if not hits.isdigit():
                    raise UsageError(f"the hit count {hits!r} is no number: the breakpoint stops "
                                     "from that hit on")
                point = add(row, {"condition": row.get("condition") or "", "after": int(hits),
                                  "message": row.get("logMessage") or ""})
            except VecxError as fault:
                answers.append({"verified": False, "message": str(fault)})
                continue
            made.append(point)
            answer: Message = {"id": point.number, "verified": True}
            if point.kind == points.RUN:
                at = session.machine.where(point.first)
                answer |= {"instructionReference": f"0x{point.first:04X}"} | self._place(at)
            if "moved" in point.words:
                answer["message"] = point.words
                answer["line"] = int(point.words.split(" ")[0].rpartition(":")[2])
            answers.append(answer)
        self._points[key] = made
        return {"breakpoints": answers}

    def _file_of(self, path: str) -> str:
        """Return what the program calls a file that the editor has a path of."""
        wanted = Path(path).resolve()
        names = {row.file: None for debug in (self.session.machine.debug,
                                              self.session.machine.bios_debug)
                 for row in debug.source_map}
        for name in names:
            if Path(name).resolve() == wanted:
                return name
        return wanted.name

    # --- going -----------------------------------------------------------------------------------

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
        self._begin(self.session.run, yields=True)
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

    # --- looking ---------------------------------------------------------------------------------

    def do_threads(self, _: Message) -> Message:
        """There is one."""
        return {"threads": [{"id": THREAD, "name": "6809"}]}

    def do_stackTrace(self, asked: Message) -> Message:
        """Return the routines that the program stands in."""
        frames = []
        for number, pc in enumerate(self.session.stack()):
            at = self.session.machine.where(pc if not number else pc - 1 & 0xFFFF)
            frames.append({"id": number, "name": at.routine or f"${pc:04X}", "line": 0, "column": 0,
                           "instructionPointerReference": f"0x{pc:04X}"} | self._place(at))
        first = int(asked.get("startFrame") or 0)
        levels = int(asked.get("levels") or 0)
        return {"stackFrames": frames[first:first + levels if levels else None],
                "totalFrames": len(frames)}

    def _place(self, at: Where) -> Message:
        """Return file and line, where the file is there."""
        path = Path(at.file)
        if not at.file or not path.is_file():
            return {}
        return {"line": at.line, "column": 1,
                "source": {"name": path.name, "path": str(path.resolve())}}

    def do_scopes(self, _: Message) -> Message:
        """Return the kinds of variables."""
        self.session  # noqa: B018
        return {"scopes": [{"name": name, "variablesReference": number, "expensive": False}
                           for number, name in enumerate(variables.SCOPES, 1)]}

    def do_variables(self, asked: Message) -> Message:
        """Return the variables of a scope."""
        return {"variables": variables.of_scope(asked["variablesReference"], self.session)}

    def do_setVariable(self, asked: Message) -> Message:
        """Set a register or a variable."""
        anew = variables.set_variable(asked["variablesReference"], asked["name"], asked["value"],
                                      self.session)
        if anew:
            self._say("a new future begins here; the old one is forgotten\n")
        return {"value": next(row["value"] for row
                              in variables.of_scope(asked["variablesReference"], self.session)
                              if row["name"] == asked["name"])}

    def do_evaluate(self, asked: Message) -> Message:
        """Return an expression's value, or from the console a command's answer."""
        text = asked["expression"]
        name = text.split(" ")[0]
        if asked.get("context") == "repl" and hasattr(Plain, f"do_{SHORT.get(name, name)}"):
            answer = io.StringIO()
            plain = Plain(self.session, answer)
            plain.serve(text)
            self.session.say = lambda text: self._say(f"{text}\n")
            return {"result": answer.getvalue().rstrip("\n"), "variablesReference": 0}
        return {"result": both(self.session.evaluate(text)), "variablesReference": 0}

    def do_readMemory(self, asked: Message) -> Message:
        """Return bytes of memory."""
        address = self._address(asked)
        count = check_int("count", asked["count"], 0, DATA_BYTES_MAX)
        data = self.session.machine.read(address, min(count, 0x10000 - address))
        return {"address": f"0x{address:04X}", "data": base64.b64encode(data).decode(),
                "unreadableBytes": count - len(data)}

    def do_writeMemory(self, asked: Message) -> Message:
        """Set bytes of memory."""
        data = base64.b64decode(asked["data"])
        address = self._address(asked)
        if address + len(data) > 0x10000:
            raise UsageError("the bytes reach beyond $FFFF")
        if self.session.set_memory(address, data):
            self._say("a new future begins here; the old one is forgotten\n")
        return {"bytesWritten": len(data)}

    def do_disassemble(self, asked: Message) -> Message:
        """Return instructions; those before the address asked for begin where it is known."""
        session, count = self.session, check_int("instructionCount", asked["instructionCount"], 0,
                                                 DATA_BYTES_MAX)
        address = self._address(asked)
        skip = int(asked.get("instructionOffset") or 0)
        at = session.instructions_before(address, -skip) if skip < 0 else [address]
        out: list[Message] = []
        while len(out) < count + max(0, skip):
            pc = at.pop(0)
            data, found, text = session.tracer.decoded(pc)
            at = at or [pc + (found.size if found else 1) & 0xFFFF]
            where = session.machine.where(pc)
            place = self._place(where)
            out.append({"address": f"0x{pc:04X}", "instructionBytes": data.hex(" "),
                        "instruction": text}
                       | ({"symbol": where.routine} if where.offset == 0 and where.routine else {})
                       | ({"location": place["source"], "line": place["line"]} if place else {}))
        return {"instructions": out[max(0, skip):]}

    @staticmethod
    def _address(asked: Message) -> int:
        """Return the address that a request's reference and offset make."""
        text = asked.get("memoryReference") or asked["instructionReference"]
        return int(text, 16) + int(asked.get("offset") or 0) & 0xFFFF


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
