"""The language server and the debug adapter, each in a process of its own.

Both protocols frame their messages alike: a header with the number of bytes, then JSON.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from vecx.debugger.frontends.dap.protocol import Connection

ROOT = Path(__file__).parents[1]


class Server:
    """A command of vecx that is a server on its standard streams."""

    def __init__(self, *words: str, folder: Path) -> None:
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        self.process = subprocess.Popen(
            [sys.executable, "-m", "vecx", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, cwd=folder, env={**os.environ, "PYTHONPATH": path})
        assert self.process.stdout and self.process.stdin
        self._writes = self.process.stdin
        self._connection = Connection(self.process.stdout, self.process.stdin)

    def send(self, message: dict[str, Any]) -> None:
        body = json.dumps(message).encode()
        self._writes.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._writes.flush()

    def receive(self) -> dict[str, Any] | None:
        """Return the next message; None if the server has ended."""
        return self._connection.receive()

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
