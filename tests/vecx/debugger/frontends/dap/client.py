"""A minimal client of the Debug Adapter Protocol."""

import json
import queue
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from vecx.debugger.frontends.dap.adapter import Adapter
from vecx.debugger.frontends.dap.protocol import Connection

WAIT = 240      # seconds for a response; these tests do not measure speed


class Client:
    """A client: sends requests, and sorts the answers and events."""

    def __init__(self, reads: Any, writes: Any) -> None:
        self._reads, self._writes = reads, writes
        self._seq = 0
        self._answers: queue.Queue[dict[str, Any]] = queue.Queue()
        self.events: queue.Queue[dict[str, Any]] = queue.Queue()
        self.output = ""
        self.order: list[str] = []      # commands of the responses and names of the events
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        while True:
            header = self._reads.readline()
            if not header:
                return
            self._reads.readline()
            message = json.loads(self._reads.read(int(header.split(b":")[1])))
            self.order.append(message.get("command") or message["event"])
            if message["type"] == "response":
                self._answers.put(message)
            elif message["event"] == "output":
                self.output += message["body"]["output"]
            else:
                self.events.put(message)

    def raw(self, data: bytes) -> None:
        self._writes.write(data)
        self._writes.flush()

    def post(self, command: str, **arguments: Any) -> None:
        self._seq += 1
        data = json.dumps({"seq": self._seq, "type": "request", "command": command,
                           "arguments": arguments}).encode()
        self.raw(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))

    def ask(self, command: str, **arguments: Any) -> dict[str, Any]:
        """Send a request; return the body of the answer, with `fault` if it failed."""
        self.post(command, **arguments)
        answer = self._answers.get(timeout=WAIT)
        assert answer["command"] == command and answer["request_seq"] == self._seq
        return answer.get("body", {}) if answer["success"] else {"fault": answer["message"]}

    def event(self, name: str) -> dict[str, Any]:
        """Wait for an event; return its body."""
        message = self.events.get(timeout=WAIT)
        assert message["event"] == name, message
        return message.get("body", {})

    def go(self, command: str, **arguments: Any) -> dict[str, Any]:
        """Continue; return the reason for the stop, and the top of the stack."""
        assert "fault" not in self.ask(command, threadId=1, **arguments)
        stop = self.event("stopped")
        return stop | {"frame": self.ask("stackTrace", threadId=1)["stackFrames"][0]}


@contextmanager
def connected() -> Iterator[Client]:
    """Return the client of an adapter that runs in a thread; at the end, hang up.

    A process of its own would need half a second to start.
    """
    here, there = socket.socketpair()
    with there, there.makefile("rb") as reads, there.makefile("wb") as writes:
        thread = threading.Thread(target=Adapter(Connection(reads, writes)).run)
        thread.start()
        with here, here.makefile("rb") as answers, here.makefile("wb") as requests:
            client = Client(answers, requests)
            yield client
            here.shutdown(socket.SHUT_WR)
            thread.join(WAIT)
            assert not thread.is_alive()
            there.shutdown(socket.SHUT_WR)
            client.thread.join(WAIT)
