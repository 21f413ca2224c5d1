"""Requests that show the paused program, and change its memory and registers."""

import base64
import io
import re

from asm.output.debuginfo import address_text

from ....errors import UsageError
from ..lines import Lines, is_command
from ..values import value_of, variable_of
from . import requests, variables
from .editor import THREAD, Editor
from .protocol import Message

WORD = re.compile(r"(.*?)([\w.]*)")
COMPLETIONS_MAX = 2000


class InspectionRequests:
    """Shows a session; a method do_NAME serves the request NAME and returns its body."""

    def __init__(self, editor: Editor) -> None:
        self._editor = editor
        self._lines: Lines | None = None        # of the console

    def do_threads(self, _: requests.Nothing) -> Message:
        return {"threads": [{"id": THREAD, "name": "6809"}]}

    def do_stackTrace(self, asked: requests.StackTrace) -> Message:
        frames = []
        for number, (pc, bank) in enumerate(self._editor.session.inspector.stack()):
            at = self._editor.session.machine.where(pc if not number else pc - 1 & 0xFFFF, bank)
            frames.append({"id": number, "name": at.routine or address_text(pc, at.bank),
                           "line": 0, "column": 0,
                           "instructionPointerReference": self._editor.reference(pc, bank)}
                          | self._editor.place(at))
        first, levels = asked.startFrame or 0, asked.levels or 0
        return {"stackFrames": frames[first:first + levels if levels else None],
                "totalFrames": len(frames)}

    def do_source(self, asked: requests.SourceText) -> Message:
        """Return the text of a source of the executive ROM."""
        reference = (asked.source.sourceReference if asked.source else 0) or asked.sourceReference
        return {"content": self._editor.source_text(reference), "mimeType": "text/x-asm"}

    def do_loadedSources(self, _: requests.Nothing) -> Message:
        machine = self._editor.session.machine
        files = sorted({*machine.debug.inputs, *machine.bios_debug.inputs})
        return {"sources": [source for file in files if (source := self._editor.source(file))]}

    def do_completions(self, asked: requests.Completions) -> Message:
        """Return commands and names that continue the text before the cursor."""
        text = asked.text[:max(0, asked.column - self._editor.first_column)]
        before, begun = WORD.fullmatch(text.rpartition("\n")[2]).groups()     # type: ignore[union-attr]
        words = Lines(self._editor.session, io.StringIO()).words(before)
        return {"targets": [{"label": word, "start": len(text) - len(begun), "length": len(begun)}
                            for word in words if word.startswith(begun)][:COMPLETIONS_MAX]}

    def do_scopes(self, asked: requests.Scopes) -> Message:
        frame = variables.LOCALS | asked.frameId
        found = list(enumerate(variables.SCOPES, 1))
        if variables.of_scope(frame, self._editor.session, self._editor.parts):
            found.insert(0, (frame, "Locals"))
        return {"scopes": [{"name": name, "variablesReference": number,
                            "expensive": name in variables.SLOW_SCOPES}
                           for number, name in found]}

    def do_variables(self, asked: requests.Variables) -> Message:
        rows = variables.of_scope(asked.variablesReference, self._editor.session,
                                  self._editor.parts)
        start, count = asked.start or 0, asked.count or 0
        return {"variables": rows[start:start + count if count else None]}

    def do_setVariable(self, asked: requests.SetVariable) -> Message:
        scope, session = asked.variablesReference, self._editor.session
        parts = self._editor.parts
        self._editor.report_branch(variables.set_variable(scope, asked.name, asked.value, session,
                                                          parts))
        return {"value": next((row["value"] for row in variables.of_scope(scope, session, parts)
                               if row["name"] == asked.name), asked.value)}

    def do_setExpression(self, asked: requests.SetExpression) -> Message:
        text, session = asked.expression, self._editor.session
        frame = asked.frameId or 0
        value = value_of(text, session, frame)
        self._editor.report_branch(variables.set_expression(text, asked.value, session,
                                                            self._editor.parts, frame))
        return {"value": value()}

    def do_evaluate(self, asked: requests.Evaluate) -> Message:
        """Return an expression's value, or the answer to a command from the console."""
        text, session, frame = asked.expression, self._editor.session, asked.frameId or 0
        if asked.context == "repl" and is_command(text):
            return {"result": self._console(text), "variablesReference": 0}
        answer: Message = {"result": value_of(text, session, frame)(), "variablesReference": 0}
        if variable := variable_of(text, session, frame):
            row = self._editor.parts.row(variable._replace(name=text.strip()), "", session.machine)
            answer |= {name: row[name] for name in (
                "type", "variablesReference", "indexedVariables", "memoryReference")
                if name in row}
        return answer

    def _console(self, command: str) -> str:
        session = self._editor.session
        if self._lines is None or self._lines.session is not session:
            self._lines = Lines(session, io.StringIO(), logs=False)
        self._lines.output = answer = io.StringIO()
        self._lines.serve(command, pausing=True)
        return answer.getvalue().rstrip("\n")

    def do_readMemory(self, asked: requests.ReadMemory) -> Message:
        address, bank = self._editor.address(asked.memoryReference, asked.offset)
        memory = self._editor.session.machine.memory
        data = memory.read(address, min(asked.count, 0x10000 - address), bank)
        return {"address": self._editor.reference(address, bank),
                "data": base64.b64encode(data).decode(), "unreadableBytes": asked.count - len(data)}

    def do_writeMemory(self, asked: requests.WriteMemory) -> Message:
        data = asked.data
        address, bank = self._editor.address(asked.memoryReference, asked.offset)
        if address + len(data) > 0x10000:
            raise UsageError("the data extends beyond $FFFF")
        self._editor.report_branch(self._editor.session.set_memory(address, data, bank))
        return {"bytesWritten": len(data)}

    def do_disassemble(self, asked: requests.Disassemble) -> Message:
        """Return instructions.  The starts of instructions before the address are taken from source
        lines."""
        session = self._editor.session
        count, skip = asked.instructionCount, asked.instructionOffset or 0
        address, bank = self._editor.address(asked.memoryReference, asked.offset)
        at = session.inspector.instructions_before(address, -skip, bank) if skip < 0 \
            else [address]
        out: list[Message] = []
        while len(out) < count + max(0, skip):
            pc = at.pop(0)
            if pc < 0:
                out.append({"address": "0x0000", "instruction": "", "presentationHint": "invalid"})
                continue
            data, found, text = session.inspector.tracer.decoded(pc, bank)
            at = at or [pc + (found.size if found else 1) & 0xFFFF]
            where = session.machine.where(pc, bank)
            place = self._editor.place(where)
            out.append({"address": self._editor.reference(pc, bank),
                        "instructionBytes": data.hex(" "), "instruction": text}
                       | ({"symbol": where.routine} if where.offset == 0 and where.routine else {})
                       | ({"location": place["source"], "line": place["line"]} if place else {}))
        return {"instructions": out[max(0, skip):]}
