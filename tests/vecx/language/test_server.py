"""The language server in a process, over the protocol."""

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

from vecx.cli import run_command
from vecx.language.editor import uri

WAIT_SECONDS = 30


class Client:
    """A minimal client with the diagnostics that it received."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.protocol = LanguageClient("test", "1")
        self.got: list[lsp.PublishDiagnosticsParams] = []
        self.protocol.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(
            lambda given: self.got.append(given))

    async def begin(self) -> None:
        await self.protocol.start_io(sys.executable, "-m", "vecx", "lsp")
        await self.protocol.initialize_async(lsp.InitializeParams(
            capabilities=lsp.ClientCapabilities(), workspace_folders=[
                lsp.WorkspaceFolder(uri(str(self.folder)), "test")]))
        self.protocol.initialized(lsp.InitializedParams())

    def identifier(self, name: str) -> str:
        return uri(str(self.folder / name))

    def open(self, name: str, text: str) -> None:
        self.protocol.text_document_did_open(lsp.DidOpenTextDocumentParams(
            lsp.TextDocumentItem(self.identifier(name), "vecx-asm", 1, text)))

    def insert(self, name: str, version: int, line: int, text: str) -> None:
        place = lsp.Position(line, 0)
        self.protocol.text_document_did_change(lsp.DidChangeTextDocumentParams(
            lsp.VersionedTextDocumentIdentifier(version=version, uri=self.identifier(name)),
            [lsp.TextDocumentContentChangePartial(lsp.Range(place, place), text)]))

    async def diagnostics(self, name: str, expected: Callable[[list[lsp.Diagnostic]], bool]
                          ) -> list[lsp.Diagnostic]:
        """Wait for diagnostics of a file that fulfil a condition."""
        for _ in range(WAIT_SECONDS * 100):
            for given in self.got:
                if given.uri == self.identifier(name) and expected(list(given.diagnostics)):
                    return list(given.diagnostics)
            await asyncio.sleep(0.01)
        raise AssertionError(self.got)


def run(folder: Path, talk: Callable[[Client], Awaitable[None]]) -> None:
    """Start a server, talk to it, and end it."""
    async def whole() -> None:
        client = Client(folder)
        await client.begin()
        try:
            await talk(client)
        finally:
            await client.protocol.shutdown_async(None)
            client.protocol.exit(None)
            await client.protocol.stop()

    asyncio.run(whole())


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_session(tmp_path: Path) -> None:
    """Diagnostics appear and disappear while typing, and requests use the text as typed.

    Bad requests are refused, and the server continues.
    """
    async def talk(client: Client) -> None:
        client.open("a.asm", "main lda #sped\nspeed equ 5\n")
        found = await client.diagnostics("a.asm", lambda all_: len(all_) == 1)
        assert found[0].code == "E020" and found[0].source == "vecx"
        client.got.clear()
        client.insert("a.asm", 2, 0, "sped equ 7\n")
        await client.diagnostics("a.asm", lambda all_: not all_)
        document = lsp.TextDocumentIdentifier(client.identifier("a.asm"))
        hover = await client.protocol.text_document_hover_async(lsp.HoverParams(
            document, lsp.Position(1, 12)))
        assert hover is not None and "**sped** = $7 = 7" in str(hover.contents)
        with pytest.raises(JsonRpcException, match="lda is an instruction"):
            await client.protocol.text_document_rename_async(lsp.RenameParams(
                document, lsp.Position(1, 1), "lda"))
        for line in (99, 1 << 31 - 1):
            assert await client.protocol.text_document_hover_async(lsp.HoverParams(
                document, lsp.Position(line, 5))) is None
        lenses = await client.protocol.text_document_code_lens_async(lsp.CodeLensParams(document))
        assert lenses is not None
        gone = lsp.TextDocumentIdentifier(client.identifier("gone.asm"))
        assert not await client.protocol.text_document_document_symbol_async(
            lsp.DocumentSymbolParams(gone))

    run(tmp_path, talk)


def test_the_end_of_a_session_is_quiet() -> None:
    """After `shutdown` and `exit` the status is 0, and nothing is on standard error."""
    messages = [{"id": 1, "method": "initialize", "params": {"capabilities": {}}},
                {"id": 2, "method": "shutdown"}, {"method": "exit"}]
    bodies = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
    done = subprocess.run([sys.executable, "-m", "vecx", "lsp"], capture_output=True, timeout=60,
                          input=b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
                                         for body in bodies))
    assert (done.returncode, done.stderr) == (0, b"") and b'"id": 2' in done.stdout


def test_a_broken_message_is_one_line() -> None:
    """A message that is not JSON gives one line."""
    done = subprocess.run([sys.executable, "-m", "vecx", "lsp"], capture_output=True, timeout=60,
                          input=b"Content-Length: 5\r\n\r\n[[[[[")
    assert done.returncode == 0 and b"Traceback" not in done.stdout
    assert done.stderr.startswith(b"vecx lsp: ") and done.stderr.count(b"\n") == 1


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    """The message names the port and the option."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert run_command(["lsp", "--port", str(port)]) == 1
    assert capsys.readouterr().err.startswith(f"vecx: port {port}: ")


def test_without_pygls_the_message_says_what_to_install(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without pygls, one line names the package, with status 1."""
    for name in [name for name in sys.modules if name.startswith("vecx.language.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pygls.lsp.server", None)
    assert run_command(["lsp"]) == 1
    assert "pip install 'vecx-toolchain[lsp]'" in capsys.readouterr().err
