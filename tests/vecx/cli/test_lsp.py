"""The language server, spoken to as an editor does."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from vecx.cli.lsp import Server, path_of, uri_of


class Editor:
    """Speaks to a server without a process between."""

    def __init__(self) -> None:
        self.out = io.BytesIO()
        self.server = Server(io.BytesIO(), self.out, [])
        self.number = 0

    def messages(self) -> list[dict[str, Any]]:
        """What the server has written since the last call."""
        data, found = self.out.getvalue(), []
        self.out.seek(0)
        self.out.truncate()
        while data:
            head, _, rest = data.partition(b"\r\n\r\n")
            length = int(head.split(b":")[1])
            found.append(json.loads(rest[:length]))
            data = rest[length:]
        return found

    def notify(self, method: str, **params: Any) -> list[dict[str, Any]]:
        """Send a notification; return what comes back."""
        self.server.handle({"method": method, "params": params})
        return self.messages()

    def ask(self, method: str, **params: Any) -> Any:
        """Send a request; return the result, or the error."""
        self.number += 1
        self.server.handle({"id": self.number, "method": method, "params": params})
        answer = self.messages()[-1]
        assert answer["id"] == self.number
        return answer.get("result", answer.get("error"))

    def open(self, path: Path, text: str) -> dict[str, list[dict[str, Any]]]:
        """Open a document; return its diagnostics by file name."""
        path.write_text(text)
        sent = self.notify("textDocument/didOpen",
                           textDocument={"uri": uri_of(str(path)), "text": text})
        return {Path(path_of(m["params"]["uri"])).name: m["params"]["diagnostics"] for m in sent}

    def at(self, method: str, path: Path, line: int, column: int, **more: Any) -> Any:
        """Ask about a place."""
        return self.ask(method, textDocument={"uri": uri_of(str(path))},
                        position={"line": line, "character": column}, **more)


@pytest.fixture
def editor() -> Editor:
    """An editor that has just connected."""
    found = Editor()
    assert found.ask("initialize")["capabilities"]["hoverProvider"]
    return found


def test_diagnostics_come_and_go(editor: Editor, tmp_path: Path) -> None:
    """Errors and warnings are published, and withdrawn when they are mended."""
    path = tmp_path / "a.asm"
    found = editor.open(path, " lda #nosuch\n lda #256\n")["a.asm"]
    assert [(d["severity"], d["code"], *d["range"]["start"].values()) for d in found] == [
        (1, "E020", 0, 6), (2, "value-truncated", 1, 6)]
    sent = editor.notify("textDocument/didChange", textDocument={"uri": uri_of(str(path))},
                         contentChanges=[{"text": " nop\n"}])
    assert sent[0]["params"]["diagnostics"] == []


def test_an_included_file_belongs_to_the_one_that_includes_it(editor: Editor,
                                                              tmp_path: Path) -> None:
    """A part is assembled with its whole, unsaved text and all; faults are where they lie."""
    (tmp_path / "parts").mkdir()
    main, part = tmp_path / "main.asm", tmp_path / "parts" / "part.asm"
    part.write_text(" nop\n")
    main.write_text('size equ 5\n include "parts/part.asm"\n')
    found = editor.open(part, " ldx #size\n lda #nosuch\n")
    assert [d["code"] for d in found["part.asm"]] == ["E020"]
    place = editor.at("textDocument/definition", part, 0, 7)
    assert place["uri"] == uri_of(str(main)) and place["range"]["start"]["line"] == 0


def test_questions(editor: Editor, tmp_path: Path) -> None:
    """Hover, references, rename, completion and formatting answer."""
    path = tmp_path / "a.asm"
    editor.open(path, "foo lda #1\n bra foo\n")
    assert "foo = $0000" in editor.at("textDocument/hover", path, 1, 6)["contents"]["value"]
    assert len(editor.at("textDocument/references", path, 1, 6)) == 2
    answer = editor.at("textDocument/rename", path, 1, 6, newName="bar")
    edits = answer["changes"][uri_of(str(path))]
    assert [(e["range"]["start"]["line"], e["newText"]) for e in edits] == [(0, "bar"), (1, "bar")]
    assert "cannot be" in editor.at("textDocument/rename", path, 1, 6, newName="1x")["message"]
    words = {item["label"] for item in editor.at("textDocument/completion", path, 1, 1)}
    assert {"foo", "lda", "fcb"} <= words
    edit = editor.ask("textDocument/formatting", textDocument={"uri": uri_of(str(path))})[0]
    assert edit["newText"].startswith("foo             lda     #1\n")


def test_unknown_and_broken_requests_are_answered(editor: Editor, tmp_path: Path) -> None:
    """A method that is not known, and parameters that make no sense, get an error."""
    assert editor.ask("no/such")["code"] == -32601
    assert editor.notify("$/whatever") == []
    assert editor.ask("textDocument/hover")["code"] == -32602
    assert editor.at("textDocument/hover", tmp_path / "never.asm", 0, 0)["code"] == -32602


def test_end(tmp_path: Path) -> None:
    """After shutdown, exit ends with 0; the end of the input alone with 1."""
    def message(method: str, number: int | None = None) -> bytes:
        data = json.dumps({"method": method} | ({"id": number} if number else {})).encode()
        return b"Content-Length: %d\r\n\r\n" % len(data) + data
    out = io.BytesIO()
    assert Server(io.BytesIO(message("shutdown", 1) + message("exit")), out, []).run() == 0
    assert b'"id": 1' in out.getvalue()
    assert Server(io.BytesIO(b""), io.BytesIO(), []).run() == 1
