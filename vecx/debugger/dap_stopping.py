"""Requests that set breakpoints."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..errors import UsageError, VecxError
from . import breakpoints as points
from .breakpoints import Breakpoint
from .dap_base import Requests
from .protocol import Connection, Message

ACCESS_KINDS = {"read": points.READ, "write": points.CHANGE, "readWrite": points.ACCESS}


class Stopping(Requests):
    """Where and when the program stops."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._points: dict[str, list[Breakpoint]] = {}      # by what the editor sets as a whole

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
