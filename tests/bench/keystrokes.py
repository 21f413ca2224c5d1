"""`python -m tests.bench keystrokes`: the time from a keystroke to its diagnostics.

A language server runs in a separate process.  Single characters are sent to it as an editor sends
them, and the time until the diagnostics arrive is measured.
"""

import os
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.servers import ROOT, Server
from vecx.errors import VecxError

LINES = 15_000
# The source that is typed into, and its program.
SOURCES = {"executive ROM": (ROOT / "roms" / "text.asm", ROOT / "roms" / "exec.asm"),
           "Connect-4": (ROOT / "games" / "connect4" / "play.asm", ROOT / "games" / "connect4.asm")}
TYPED = " ldx #nowhere ; ?"
TYPIST_SECONDS = 0.1        # between the diagnostics and the next keystroke
HEADER = (" org 0", ' fcc "g GCE 2026"', " fcb $80", " fdb tune", " fcb $F8,$50,$20,-$30",
          ' fcc "MANY LINES"', " fcb $80,0", ' include "VECTREX.I"')
ROUTINE = """
; routine{0}: moves and draws ship {0}
;
; The count is kept in a RAM cell.
ship{0}_size equ {1}

routine{0}
 lda #{1}
 ldb ram+{2}
 bne .next
 ldx #list{0}
.again
 lda ,x+
 beq .next
 adda #ship{0}_size
 sta ram+{2}         ; the sum
 decb
 bne .again
 jsr routine{3}
.next
 rts

list{0} fcb {1},$7F,-{1},0
""".lstrip()


def many_lines() -> str:
    """Return a cartridge's source of LINES lines: routines, data, comments."""
    lines, count = [*HEADER, "ram equ $C880", "tune fdb 0,0", " fcb 0,$80"], 0
    while len(lines) < LINES - 30:
        values = count, count % 50 + 1, count % 100, max(0, count - 7)
        lines += ROUTINE.format(*values).splitlines()
        count += 1
    return "\n".join(lines + ["; end"] * (LINES - len(lines))) + "\n"


class Editor:
    """An editor with a language server in a process, and a folder as its workspace."""

    def __init__(self, folder: Path) -> None:
        self._server = Server("lsp", folder=folder)
        self._send("initialize", {"processId": None, "capabilities": {}, "rootUri":
                                  folder.as_uri()}, id=1)
        while "result" not in self._receive():
            pass
        self._send("initialized", {})

    def _send(self, method: str, params: Any, **more: Any) -> None:
        self._server.send({"jsonrpc": "2.0", "method": method, "params": params, **more})

    def _receive(self) -> dict[str, Any]:
        message = self._server.receive()
        if message is None:
            raise VecxError("vecx lsp has ended")
        return message

    def diagnostics(self, uri: str) -> list[dict[str, Any]]:
        """Wait for the next diagnostics of a text."""
        while True:
            message = self._receive()
            if message.get("method") == "textDocument/publishDiagnostics" and \
                    message["params"]["uri"] == uri:
                found: list[dict[str, Any]] = message["params"]["diagnostics"]
                return found

    def open(self, uri: str, text: str) -> None:
        """Open a text, and wait for the immediate diagnostics and for those after a pause."""
        self._send("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "vecx-asm", "version": 1, "text": text}})
        self.diagnostics(uri)
        self.diagnostics(uri)

    def insert(self, uri: str, version: int, line: int, column: int, text: str) -> float:
        """Insert a text; return seconds until its diagnostics."""
        place = {"line": line, "character": column}
        begin = time.perf_counter()
        self._send("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version},
            "contentChanges": [{"range": {"start": place, "end": place}, "text": text}]})
        self.diagnostics(uri)
        return time.perf_counter() - begin

    def cpu_seconds(self) -> float:
        """Return the CPU time of the server so far; 0 on a system without /proc."""
        status = Path(f"/proc/{self._server.process.pid}/stat")
        if not status.exists():
            return 0.0
        fields = status.read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def peak_mib(self) -> float:
        """Return the most memory that the server had; 0 on a system without /proc."""
        status = Path(f"/proc/{self._server.process.pid}/status")
        rows = status.read_text().splitlines() if status.exists() else []
        return next((int(row.split()[1]) / 1024 for row in rows if row.startswith("VmHWM")), 0.0)

    def close(self) -> None:
        self._server.close()


def keystroke_figures(runs: int) -> dict[str, dict[str, float]]:
    """Type a line at `runs` places of each source; return milliseconds and MiB."""
    with tempfile.TemporaryDirectory() as folder:
        big = Path(folder) / "big.asm"
        big.write_text(many_lines())
        sources = {f"{LINES:,} lines": (big, big)} | SOURCES
        return {name: typed(path, root, runs) for name, (path, root) in sources.items()}


def typed(path: Path, root: Path, runs: int) -> dict[str, float]:
    """Type a line at random places of a text, with the program's root open as well."""
    editor = Editor(root.parent)
    try:
        if root != path:
            editor.open(root.as_uri(), root.read_text())
        text = path.read_text()
        editor.open(path.as_uri(), text)
        chance, version, seconds = random.Random(1), 1, []
        before = editor.cpu_seconds()
        for _ in range(runs):
            line = chance.randrange(20, text.count("\n"))
            for column, letter in enumerate("\n" + TYPED, -1):
                version += 1
                seconds.append(editor.insert(path.as_uri(), version, line, max(0, column), letter))
                time.sleep(TYPIST_SECONDS)
        spent = (editor.cpu_seconds() - before) / len(seconds)
        return {"cpu_ms": round(spent * 1000, 1),
                "median_ms": round(statistics.median(seconds) * 1000, 1),
                "p90_ms": round(statistics.quantiles(
                    seconds, n=10, method="inclusive")[-1] * 1000, 1),
                "maximum_ms": round(max(seconds) * 1000, 1), "peak_mib": round(editor.peak_mib())}
    finally:
        editor.close()


def table(figures: dict[str, dict[str, float]]) -> str:
    """Return the figures as text."""
    return "\n".join(
        f"{name:<14} {each['cpu_ms']} ms of CPU, median {each['median_ms']} ms, "
        f"90 % within {each['p90_ms']} ms, maximum {each['maximum_ms']} ms; {each['peak_mib']} MiB"
        for name, each in figures.items())
