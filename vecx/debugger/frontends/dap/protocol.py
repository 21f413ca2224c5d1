"""Messages of the Debug Adapter Protocol over two byte streams, each as a length and JSON."""

import json
import threading
from typing import Any, Protocol

from ....errors import VecxError, shown

HEADER_MAX = 4096
DIGITS_MAX = 15             # of a length
BYTES_MAX = 16 << 20        # of one message
Message = dict[str, Any]


class Reads(Protocol):
    """A readable stream; `read` may return less than requested."""

    def readline(self, size: int, /) -> bytes | None: ...
    def read(self, size: int, /) -> bytes | None: ...


class Writes(Protocol):
    def write(self, data: bytes, /) -> Any: ...
    def flush(self) -> None: ...


class Connection:
    """An editor at the other end."""

    def __init__(self, reads: Reads, writes: Writes) -> None:
        self._reads, self._writes = reads, writes
        self._seq = 0
        self._lock = threading.Lock()
        self.gone = False

    def receive(self) -> Message | None:
        """Return the next message, or None if the editor has closed the connection.

        Errors: VecxError for a malformed message
        """
        length = -1
        for _ in range(HEADER_MAX):
            line = self._reads.readline(HEADER_MAX)
            if not line:
                return None
            name, _, value = line.decode("latin-1").strip().partition(":")
            if not name and length >= 0:
                break
            if name.lower() == "content-length":
                text = value.strip()
                if not (text.isascii() and text.isdigit() and len(text) <= DIGITS_MAX):
                    raise VecxError(f"the Content-Length {shown(text)} is not a number of bytes")
                length = int(text)
            elif not name:
                raise VecxError("the message has no Content-Length")
            elif not line.endswith(b"\n") or (name and not value):
                raise VecxError(f"{shown(line)} is not a header of the Debug Adapter Protocol; "
                                "use `--dap` only from an editor")
        if not 0 <= length <= BYTES_MAX:
            raise VecxError(f"the message has {length:,} bytes; the limit is {BYTES_MAX:,}")
        data = b""
        while len(data) < length:
            part = self._reads.read(length - len(data))
            if not part:
                return None
            data += part
        try:
            message = json.loads(data)
        except (ValueError, RecursionError) as fault:
            raise VecxError(f"the message is not JSON: {fault}") from None
        if not isinstance(message, dict):
            raise VecxError("the message is not a JSON object")
        return message

    def send(self, message: Message) -> int:
        """Send a message, and return its number; ignored if the connection is closed."""
        with self._lock:
            self._seq += 1
            data = json.dumps({"seq": self._seq, **message}).encode()
            try:
                self._writes.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
                self._writes.flush()
            except (OSError, ValueError):
                self.gone = True
            return self._seq

    def event(self, event: str, **body: Any) -> None:
        self.send({"type": "event", "event": event, "body": body})

    def answer(self, request: Message, body: Message | None = None, fault: str = "") -> None:
        message = {"type": "response", "request_seq": request.get("seq", 0),
                   "command": request.get("command", ""), "success": not fault}
        if fault:
            message |= {"message": fault,
                        "body": {"error": {"id": 1, "format": fault, "showUser": True}}}
        elif body is not None:
            message["body"] = body
        self.send(message)
