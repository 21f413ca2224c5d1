"""Send damaged messages to the language server and the debug adapter; each request is answered.

    python -m tests.hostile.messages lsp|dap [--seed N] [--count N]

Goal: whatever a client sends as a well-framed request, it gets one answer with its number, and the
server lives.  Method: take a valid request, replace, remove or add values anywhere in its
parameters, send it, and wait for the answer.  Requests that end the server are left out.

Exit status: 0 if all were answered.
"""

import argparse
import copy
import json
import queue
import random
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from tests.servers import Server

PATIENCE = 60.0         # seconds that one answer may take
SOURCE = """ org 0
 fcc "g GCE 2026"
 fcb $80
 fdb $FD0D
 fcb $F8,$50,$20,-$30
 fcc "GAME"
 fcb $80,0
main jsr $F192
 inc count
 bra main
count equ $C880
"""
JUNK = (None, True, -1, 0, 1, 1 << 40, 1e300, "", "x", "main", "\0", "../../etc/passwd", "9" * 5000,
        [], {}, [[]], {"a": {}}, [None] * 50, "file:///nowhere/a.asm", "[" * 500)
POSITION = {"line": 7, "character": 6}


def lsp_requests(uri: str) -> list[tuple[str, Any]]:
    """Return valid requests of the language server."""
    text, whole = {"uri": uri}, {"start": {"line": 0, "character": 0}, "end": POSITION}
    at = {"textDocument": text, "position": POSITION}
    return [*((f"textDocument/{name}", at) for name in (
                "hover", "definition", "completion", "signatureHelp", "documentHighlight",
                "prepareRename", "prepareCallHierarchy")),
            *((f"textDocument/{name}", {"textDocument": text}) for name in (
                "documentSymbol", "foldingRange", "codeLens", "semanticTokens/full",
                "documentLink")),
            ("textDocument/references", {**at, "context": {"includeDeclaration": True}}),
            ("textDocument/rename", {**at, "newName": "other"}),
            ("textDocument/inlayHint", {"textDocument": text, "range": whole}),
            ("textDocument/codeAction", {"textDocument": text, "range": whole,
                                         "context": {"diagnostics": []}}),
            ("textDocument/formatting", {"textDocument": text,
                                         "options": {"tabSize": 8, "insertSpaces": True}}),
            ("workspace/symbol", {"query": "ma"}),
            ("workspace/executeCommand", {"command": "vecx.count", "arguments": [uri, whole]})]


def dap_requests(program: str) -> list[tuple[str, Any]]:
    """Return valid requests of the debug adapter."""
    source = {"path": program}
    return [("threads", {}), ("stackTrace", {"threadId": 1, "levels": 5}),
            ("scopes", {"frameId": 1}), ("variables", {"variablesReference": 1}),
            ("evaluate", {"expression": "[count] + 1"}),
            ("evaluate", {"expression": "count", "context": "hover", "frameId": 1}),
            ("setBreakpoints", {"source": source, "breakpoints": [{"line": 9, "condition": "1"}]}),
            ("setFunctionBreakpoints", {"breakpoints": [{"name": "main"}]}),
            ("setInstructionBreakpoints", {"breakpoints": [{"instructionReference": "0x20"}]}),
            ("setDataBreakpoints", {"breakpoints": [{"dataId": "count", "accessType": "write"}]}),
            ("dataBreakpointInfo", {"name": "count"}), ("setExceptionBreakpoints", {"filters": []}),
            ("setVariable", {"variablesReference": 1, "name": "A", "value": "3"}),
            ("setExpression", {"expression": "[count]", "value": "3"}),
            ("readMemory", {"memoryReference": "0xC880", "offset": 0, "count": 16}),
            ("writeMemory", {"memoryReference": "0xC880", "data": "AAAA"}),
            ("disassemble", {"memoryReference": "0x20", "instructionCount": 8,
                             "instructionOffset": -2}),
            ("completions", {"text": "cou", "column": 4}), ("gotoTargets", {"source": source,
                                                                           "line": 9}),
            ("breakpointLocations", {"source": source, "line": 8}), ("loadedSources", {}),
            ("next", {"threadId": 1}), ("stepIn", {"threadId": 1}), ("stepBack", {"threadId": 1}),
            ("pause", {"threadId": 1})]


def damaged(value: Any, chance: random.Random) -> Any:
    """Return parameters with one to three values replaced, removed or added."""
    made = copy.deepcopy(value)
    for _ in range(chance.choice((1, 1, 2, 3))):
        here, places = made, []
        while isinstance(here, dict | list) and here:
            key = chance.choice(list(here)) if isinstance(here, dict) else \
                chance.randrange(len(here))
            places.append((here, key))
            here = here[key]
        if not places or chance.random() < 0.05:
            made = copy.deepcopy(chance.choice(JUNK))
            continue
        container, key = chance.choice(places)
        what = chance.randrange(5)
        if what == 0 and isinstance(container, dict):
            del container[key]
        elif what == 1 and isinstance(container, dict):
            container[chance.choice(("extra", "line", "uri", "\0"))] = \
                copy.deepcopy(chance.choice(JUNK))
        else:
            container[key] = copy.deepcopy(chance.choice(JUNK))
    return made


class Peer:
    """A server whose answers a thread reads, so that a missing one is noticed."""

    def __init__(self, *words: str, folder: Path) -> None:
        self._server = Server(*words, folder=folder)
        self.send, self.close = self._server.send, self._server.close
        self._answers = queue.Queue[dict[str, Any] | None]()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        while (message := self._server.receive()) is not None:
            if message.get("type") == "response" or ("id" in message and "method" not in message):
                self._answers.put(message)
        self._answers.put(None)

    def answer(self, number: int) -> dict[str, Any]:
        """Return the answer to a request.  Errors: AssertionError if there is none"""
        while True:
            try:
                found = self._answers.get(timeout=PATIENCE)
            except queue.Empty:
                raise AssertionError("no answer") from None
            assert found is not None, "the server has ended"
            if number in (found.get("id"), found.get("request_seq")):
                return found


def attack(kind: str, seed: int, count: int) -> tuple[int, int]:
    """Send damaged requests; return how many were answered with a result, and with an error."""
    chance, results = random.Random(seed), [0, 0]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        program = folder / "game.asm"
        program.write_text(SOURCE)
        peer = Peer("lsp" if kind == "lsp" else "debug", *(["--dap"] if kind == "dap" else []),
                    folder=folder)
        try:
            for number, (method, params) in enumerate(_begin(kind, program), 1):
                peer.send(_message(kind, number, method, params))
                if number == 1 or kind == "dap":
                    peer.answer(number)
            requests = lsp_requests(program.as_uri()) if kind == "lsp" else \
                dap_requests(str(program))
            for number in range(100, 100 + count):
                method, params = chance.choice(requests)
                sent = damaged(params, chance)
                peer.send(_message(kind, number, method, sent))
                try:
                    found = peer.answer(number)
                except AssertionError as fault:
                    raise AssertionError(f"{method} {json.dumps(sent)[:1000]}: {fault}") from None
                results["error" in found or found.get("success") is False] += 1
        finally:
            peer.close()
    return results[0], results[1]


def _begin(kind: str, program: Path) -> list[tuple[str, Any]]:
    if kind == "lsp":
        return [("initialize", {"processId": None, "capabilities": {},
                                "rootUri": program.parent.as_uri()}),
                ("initialized", {}),
                ("textDocument/didOpen", {"textDocument": {
                    "uri": program.as_uri(), "languageId": "vecx-asm", "version": 1,
                    "text": SOURCE}})]
    return [("initialize", {"adapterID": "vecx"}),
            ("launch", {"program": str(program), "stopOnEntry": "program"}),
            ("configurationDone", {})]


def _message(kind: str, number: int, method: str, params: Any) -> dict[str, Any]:
    if kind == "dap":
        return {"seq": number, "type": "request", "command": method, "arguments": params}
    numbered = {} if method in ("initialized", "textDocument/didOpen") else {"id": number}
    return {"jsonrpc": "2.0", **numbered, "method": method, "params": params}


def main() -> int:
    """Attack a server; print the results."""
    parser = argparse.ArgumentParser(description="damaged messages, each of which is answered")
    parser.add_argument("kind", choices=("lsp", "dap"))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=5000)
    given = parser.parse_args()
    done, refused = attack(given.kind, given.seed, given.count)
    print(f"{given.kind}: {done:,} done, {refused:,} refused")
    return 0


if __name__ == "__main__":
    sys.exit(main())
