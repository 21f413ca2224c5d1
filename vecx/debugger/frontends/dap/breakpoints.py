"""Requests that set breakpoints."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from asm.output.debuginfo import address_text

from ....errors import UsageError, VecxError
from ...breakpoints import REGISTERS, Breakpoint, Breakpoints, Kind
from .. import wording
from . import requests, variables
from .editor import Editor
from .protocol import Message

HITS = re.compile(r"(>=|<=|==|[=<>%]|)\s*([0-9]{1,9})")
CELL = re.compile(r"([0-9A-F]{4}) ([0-9]{1,5})")       # a dataId: address and size
REGISTER = "register "       # begins the dataId of a register
B = TypeVar("B", bound=requests.Conditions)
ACCESS_KINDS = {"read": Kind.READ, "write": Kind.CHANGE, "readWrite": Kind.ACCESS}


def hit_condition(text: str) -> tuple[str, int]:
    """Return a hit condition as comparison and number.

    >>> hit_condition("3"), hit_condition("> 3"), hit_condition("%2")
    (('>=', 3), ('>', 3), ('%', 2))

    Errors: UsageError for anything else
    """
    match = HITS.fullmatch(text.strip())
    if not match or (match[1] == "%" and not int(match[2])):
        raise UsageError(f"{text!r} is not a hit condition; use a number (stop from that hit "
                         "on), or > 3, >= 3, == 3, < 3, <= 3, % 3 (every third hit)")
    compare = {"": ">=", "=": "=="}.get(match[1], match[1])
    return compare, int(match[2])


class BreakpointRequests:
    """Sets breakpoints; a method do_NAME serves the request NAME and returns its body."""

    def __init__(self, editor: Editor) -> None:
        self._editor = editor
        self._points: dict[str, list[Breakpoint]] = {}      # groups that the editor sets at once

    @property
    def _breakpoints(self) -> Breakpoints:
        return self._editor.session.breakpoints

    def take_over(self, old: Breakpoints) -> None:
        """Copy the breakpoints of the previous session; report those that cannot be set."""
        made, faults = self._breakpoints.adopt(old)
        for point, fault in faults.items():
            self._editor.say(f"breakpoint {point.number} was removed: {fault}\n", "stderr")
        self._points = {key: [made[point] for point in group if point in made]
                        for key, group in self._points.items()}

    def do_setBreakpoints(self, asked: requests.SetBreakpoints) -> Message:
        path, file = _path_of(asked.source), self.file_of(asked.source)
        return self._set_all(f"source {path}", asked.breakpoints or [],
                             requests.SourceBreakpoint, lambda row, more:
                             self._breakpoints.add_line(
                                 file, self._editor.asked_line(row.line), **more))

    def do_breakpointLocations(self, asked: requests.BreakpointLocations) -> Message:
        """Return the lines of a range that have code."""
        first = self._editor.asked_line(asked.line)
        last = self._editor.asked_line(asked.endLine or asked.line)
        file = self.file_of(asked.source)
        lines = {line for line, *_ in self._editor.session.inspector.lines_of(file)
                 if first <= line <= last}
        return {"breakpoints": [{"line": self._editor.shown_line(line)} for line in sorted(lines)]}

    def do_setFunctionBreakpoints(self, asked: requests.SetFunctionBreakpoints) -> Message:
        return self._set_all("function", asked.breakpoints, requests.FunctionBreakpoint,
                             lambda row, more: self._breakpoints.add(row.name, **more))

    def do_setInstructionBreakpoints(self, asked: requests.SetInstructionBreakpoints) -> Message:
        return self._set_all("instruction", asked.breakpoints, requests.InstructionBreakpoint,
                             lambda row, more: self._breakpoints.add(
                                 address_text(*self._editor.address(
                                     row.instructionReference, row.offset)), **more))

    def do_dataBreakpointInfo(self, asked: requests.DataBreakpointInfo) -> Message:
        name, session = asked.name, self._editor.session
        if asked.variablesReference in (None, 0, 1) and name in REGISTERS:
            return {"dataId": f"{REGISTER}{name}", "description": f"register {name.upper()}",
                    "accessTypes": ["write"]}
        try:
            address, size = variables.cell_of(asked.variablesReference or 0, name, session,
                                               self._editor.parts)
        except VecxError as fault:
            return {"dataId": None, "description": str(fault)}
        return {"dataId": f"{address:04X} {size}", "description": f"{name} ${address:04X}",
                "accessTypes": list(ACCESS_KINDS)}

    def do_setDataBreakpoints(self, asked: requests.SetDataBreakpoints) -> Message:
        return self._set_all("data", asked.breakpoints, requests.DataBreakpoint, self._add_data)

    def _add_data(self, row: requests.DataBreakpoint, more: dict[str, Any]) -> Breakpoint:
        if row.dataId.startswith(REGISTER):
            return self._breakpoints.add_register(row.dataId.removeprefix(REGISTER), **more)
        cell, kind = CELL.fullmatch(row.dataId), ACCESS_KINDS.get(row.accessType or "write")
        if cell is None or kind is None:
            raise UsageError(f"unknown dataId {row.dataId!r} or accessType {row.accessType!r}; "
                             "request `dataBreakpointInfo` first")
        return self._breakpoints.add(f"${cell[1]}", kind, int(cell[2]), **more)

    def do_setExceptionBreakpoints(self, asked: requests.SetExceptionBreakpoints) -> Message:
        return self._set_all(
            "event", [{"name": name} for name in asked.filters], requests.FunctionBreakpoint,
            lambda row, more: self._breakpoints.add_event(row.name, **more))

    def _set_all(self, key: str, rows: Sequence[Any], kind: type[B],
                 add: Callable[[B, dict[str, Any]], Breakpoint]) -> Message:
        breakpoints = self._breakpoints
        for point in self._points.pop(key, []):
            if point in set(breakpoints):
                breakpoints.remove(point.number)
        made, answers = list[Breakpoint](), list[Message]()
        for each in rows:
            try:
                if not self._editor.debugs:
                    raise VecxError("the program runs without debugging")
                row = requests.read("a breakpoint", each, kind)
                compare, number = hit_condition(row.hitCondition or "1")
                point = add(row, {"condition": row.condition or "", "after": number,
                                  "count_is": compare, "message": row.logMessage or ""})
            except VecxError as fault:
                answers.append({"verified": False, "message": str(fault)})
                continue
            made.append(point)
            answer: Message = {"id": point.number, "verified": True}
            if point.kind is Kind.RUN:
                at = self._editor.session.machine.where(point.first, point.bank)
                answer |= {"instructionReference": self._editor.reference(point.first, point.bank)}
                answer |= self._editor.place(at)
            if point.line:
                answer["line"] = self._editor.shown_line(point.line.line)
            if wording.moved(point):
                answer["message"] = wording.moved(point)
            answers.append(answer)
        self._points[key] = made
        return {"breakpoints": answers}

    def file_of(self, source: requests.Source) -> str:
        """Return the name that the program's debug information gives to a source of the editor."""
        resolved = Path(_path_of(source)).resolve()
        machine = self._editor.session.machine
        names = {row.file: None for debug in (machine.debug, *machine.debug.others,
                                              machine.bios_debug) for row in debug.source_map}
        for name in names:
            if Path(name).resolve() == resolved:
                return name
        return resolved.name


def _path_of(source: requests.Source) -> str:
    return str(source.path or source.name)
