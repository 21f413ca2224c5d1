"""`vecx lsp`: the assembler as a language server for editors, over standard input and output.

Speaks the Language Server Protocol with full-text synchronisation: diagnostics, hover, definition,
references, rename, completion, formatting.  A file that another one includes is assembled as part
of it.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import unquote, urlparse

from asm import Program, assemble_file, language
from asm.diagnostics import ERROR
from asm.format import format_source
from asm.source import decode

from ..roms import include_dirs

METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
PARENTS_SEARCHED_MAX = 200


def add_parser(sub: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the sub-command."""
    parser = sub.add_parser("lsp", help="serve an editor: diagnostics, hover, rename, ...",
                            description="Language server for 6809 sources, on standard input and "
                            "output; editors start it.")
    parser.add_argument("-I", "--include", metavar="DIR", action="append", default=[],
                        help="a folder where INCLUDE looks")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    """Serve until the editor says exit; return the exit status."""
    server = Server(sys.stdin.buffer, sys.stdout.buffer, args.include)
    return server.run()


def path_of(uri: str) -> str:
    """The file a URI names."""
    return unquote(urlparse(uri).path)


def uri_of(path: str) -> str:
    """The URI of a file."""
    return Path(path).absolute().as_uri()


def span_range(span: language.Span) -> dict[str, Any]:
    """A stretch of a line in the protocol's form."""
    return {"start": {"line": span.line, "character": span.start},
            "end": {"line": span.line, "character": span.end}}


class Server:
    """One connection to an editor.

    texts     full path -> text as the editor has it
    programs  full path of a main file -> what it assembled to
    """

    def __init__(self, reader: BinaryIO, writer: BinaryIO, include: list[str]) -> None:
        self.reader = reader
        self.writer = writer
        self.include = [*include, *map(str, include_dirs())]
        self.texts: dict[str, str] = {}
        self.programs: dict[str, Program] = {}
        self.complained: set[str] = set()
        self.shut_down = False

    def run(self) -> int:
        """Answer messages until the end; 0 after shutdown, else 1."""
        while True:
            message = self.read()
            if message is None or message.get("method") == "exit":
                return 0 if self.shut_down else 1
            self.handle(message)

    def read(self) -> dict[str, Any] | None:
        """Read one message; None at the end of the input."""
        length = 0
        while True:
            line = self.reader.readline()
            if not line:
                return None
            if line in (b"\r\n", b"\n"):
                break
            name, _, value = line.decode("ascii", "replace").partition(":")
            if name.lower() == "content-length" and value.strip().isdigit():
                length = int(value)
        found: dict[str, Any] = json.loads(self.reader.read(length) or b"{}")
        return found

    def send(self, **message: Any) -> None:
        """Write one message."""
        data = json.dumps({"jsonrpc": "2.0", **message}).encode("utf-8")
        self.writer.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.writer.flush()

    def handle(self, message: dict[str, Any]) -> None:
        """Do what a message asks and answer it."""
        method, params = message.get("method", ""), message.get("params") or {}
        handler = HANDLERS.get(method)
        number = message.get("id")
        if handler is None:
            if number is not None and method:
                self.send(id=number, error={"code": METHOD_NOT_FOUND, "message": method})
            return
        try:
            result = handler(self, params)
        except (KeyError, TypeError, ValueError) as error:
            if number is not None:
                self.send(id=number, error={"code": INVALID_PARAMS, "message": str(error)})
            return
        if number is not None:
            self.send(id=number, result=result)

    # Documents

    def initialize(self, params: dict[str, Any]) -> dict[str, Any]:
        """Say what this server can do."""
        return {"serverInfo": {"name": "vecx"}, "capabilities": {
            "textDocumentSync": 1, "hoverProvider": True, "definitionProvider": True,
            "referencesProvider": True, "renameProvider": True, "documentFormattingProvider": True,
            "completionProvider": {}}}

    def shutdown(self, params: dict[str, Any]) -> None:
        """Prepare to exit."""
        self.shut_down = True

    def opened(self, params: dict[str, Any]) -> None:
        """A document is open, with this text."""
        document = params["textDocument"]
        self.change(path_of(document["uri"]), document["text"])

    def changed(self, params: dict[str, Any]) -> None:
        """A document has a new text."""
        self.change(path_of(params["textDocument"]["uri"]), params["contentChanges"][-1]["text"])

    def closed(self, params: dict[str, Any]) -> None:
        """A document is closed: what lies on the disk counts again."""
        path = path_of(params["textDocument"]["uri"])
        self.texts.pop(path, None)
        self.programs.pop(path, None)

    def change(self, path: str, text: str) -> None:
        """Take a text, assemble what it is part of, and publish the diagnostics."""
        self.texts[path] = text
        mains = [main for main, program in self.programs.items()
                 if main != path and path in map(_absolute, program.inputs)]
        for main in mains or [self.main_of(path)]:
            try:
                self.programs[main] = assemble_file(main, include_dirs=self.include,
                                                    texts=self.texts)
            except OSError:
                continue
            self.publish(self.programs[main])

    def main_of(self, path: str) -> str:
        """The file in this folder or the one above that includes this one; or this one itself."""
        name = Path(path).name
        folders = (Path(path).parent, Path(path).parent.parent)
        candidates = [other for folder in folders for other in sorted(folder.glob("*.asm"))]
        for other in candidates[:PARENTS_SEARCHED_MAX]:
            if str(other) == path:
                continue
            text = self.texts.get(str(other)) or decode(other.read_bytes())
            if any(name in line and "include" in line.lower() for line in text.splitlines()):
                program = assemble_file(other, include_dirs=self.include, texts=self.texts)
                if path in map(_absolute, program.inputs):
                    return str(other)
        return path

    def publish(self, program: Program) -> None:
        """Send the diagnostics of every file of a program."""
        found: dict[str, list[dict[str, Any]]] = {_absolute(path): [] for path in program.inputs}
        for diagnostic in program.diagnostics:
            span = language.Span(diagnostic.file, diagnostic.line - 1, diagnostic.start,
                                 diagnostic.end)
            text = "\n".join([diagnostic.text, *(f"note: {note.text}" for note in diagnostic.notes),
                              *(f"hint: {hint}" for hint in diagnostic.hints)])
            found.setdefault(_absolute(diagnostic.file), []).append({
                "range": span_range(span), "severity": 1 if diagnostic.severity == ERROR else 2,
                "code": diagnostic.code, "source": "vecx asm", "message": text})
        for path, listed in found.items():
            if listed or path in self.complained or path in self.texts:
                self.send(method="textDocument/publishDiagnostics",
                          params={"uri": uri_of(path), "diagnostics": listed})
            self.complained.discard(path)
            if listed:
                self.complained.add(path)

    # Questions

    def place(self, params: dict[str, Any]) -> tuple[Program, str, int, str, int]:
        """The program, file, line, text of the line, and column that a question is about."""
        path = path_of(params["textDocument"]["uri"])
        line, column = params["position"]["line"], params["position"]["character"]
        for program in self.programs.values():
            for name in program.inputs:
                if _absolute(name) == path:
                    lines = self.texts[path].splitlines()
                    return program, name, line, lines[line] if line < len(lines) else "", column
        raise KeyError(f"{path} is not open")

    def all_texts(self, program: Program) -> dict[str, str]:
        """The texts of all files of a program."""
        found = {}
        for name in program.inputs:
            text = self.texts.get(_absolute(name))
            try:
                found[name] = decode(Path(name).read_bytes()) if text is None else text
            except OSError:
                continue
        return found

    def hover(self, params: dict[str, Any]) -> dict[str, Any] | None:
        """Value of a symbol; bytes, cycles and flags of an instruction."""
        text = language.hover(*self.place(params))
        return {"contents": {"kind": "plaintext", "value": text}} if text else None

    def definition(self, params: dict[str, Any]) -> dict[str, Any] | None:
        """Where a symbol is defined."""
        span = language.definition(*self.place(params))
        return {"uri": uri_of(span.file), "range": span_range(span)} if span else None

    def spans(self, params: dict[str, Any], name: str | None) -> list[language.Span]:
        """Where a symbol is named; for a rename, the new name is checked."""
        program, file, line, text, column = self.place(params)
        found = language.word_at(text, column)
        symbol = language.symbol_at(program, file, line, found[0]) if found else None
        if symbol is None:
            raise ValueError("there is no symbol here")
        texts = self.all_texts(program)
        if name is None:
            return language.references(program, texts, symbol)
        return language.rename(program, texts, symbol, name)

    def references(self, params: dict[str, Any]) -> list[dict[str, Any]]:
        """Where a symbol is used."""
        return [{"uri": uri_of(span.file), "range": span_range(span)}
                for span in self.spans(params, None)]

    def rename(self, params: dict[str, Any]) -> dict[str, Any]:
        """The edits that give a symbol another name."""
        name = params["newName"]
        changes: dict[str, list[dict[str, Any]]] = {}
        for span in self.spans(params, name):
            changes.setdefault(uri_of(span.file), []).append(
                {"range": span_range(span), "newText": name.lstrip(".")})
        return {"changes": changes}

    def completion(self, params: dict[str, Any]) -> list[dict[str, str]]:
        """All words that may be written."""
        program = self.place(params)[0]
        return [{"label": word, "detail": what} for word, what in language.completions(program)]

    def formatting(self, params: dict[str, Any]) -> list[dict[str, Any]]:
        """The edit that formats a document."""
        text = self.texts[path_of(params["textDocument"]["uri"])]
        after = format_source(text)
        if after == text:
            return []
        whole = {"start": {"line": 0, "character": 0},
                 "end": {"line": text.count("\n") + 1, "character": 0}}
        return [{"range": whole, "newText": after}]


def _absolute(path: str) -> str:
    return str(Path(path).absolute())


HANDLERS = {
    "initialize": Server.initialize,
    "shutdown": Server.shutdown,
    "textDocument/didOpen": Server.opened,
    "textDocument/didChange": Server.changed,
    "textDocument/didClose": Server.closed,
    "textDocument/hover": Server.hover,
    "textDocument/definition": Server.definition,
    "textDocument/references": Server.references,
    "textDocument/rename": Server.rename,
    "textDocument/completion": Server.completion,
    "textDocument/formatting": Server.formatting,
}
