"""Requests that look at the program that stands, and change it."""

import base64
import io

from ..errors import UsageError, check_int
from . import variables
from .dap_base import DATA_BYTES_MAX, THREAD
from .dap_stopping import Stopping
from .kinds import looked_at
from .plain import Plain
from .plain_base import SHORT
from .protocol import Message


class Looking(Stopping):
    """What the program is, where it stands."""

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
        self._say_anew(anew)
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
        return {"result": looked_at(text, self.session)(), "variablesReference": 0}

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
        self._say_anew(self.session.set_memory(address, data))
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
