"""The language server follows files: outside changes, renames, closed and untitled texts.

A client with the capabilities of VS Code talks to a server process.
"""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from tests.vecx.language.registering import keep_registrations
from vecx.language.editor import uri

GAME = ' include "lib/part.asm"\nmain bsr draw\n bra main\n'
PART = "draw rts\n"
WAIT_SECONDS = 30
SETTINGS = {"dialect": "nosuch", "defines": ["FOO=3"], "warnings": ["all"]}


@pytest_lsp.fixture(config=ClientServerConfig([sys.executable, "-m", "vecx", "lsp", "--stdio"]))
async def client(tmp_path: Path, connected: LanguageClient) -> AsyncIterator[None]:
    """Start a server for a folder with a program, its library, and wrong settings."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "game.asm").write_text(GAME)
    (tmp_path / "lib" / "part.asm").write_text(PART)
    connected.registered = keep_registrations(connected)    # type: ignore[attr-defined]
    await connected.initialize_session(lsp.InitializeParams(
        client_capabilities("visual-studio-code"), initialization_options=SETTINGS,
        workspace_folders=[lsp.WorkspaceFolder(uri(str(tmp_path)), "game")]))
    yield
    await connected.shutdown_session()


def opens(client: LanguageClient, name: str, text: str) -> None:
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(
        lsp.TextDocumentItem(name, "vecx-asm", 7, text)))


async def shows(client: LanguageClient, name: str, codes: list[str]) -> None:
    """Wait until the client shows exactly these diagnostics for a text."""
    async with asyncio.timeout(WAIT_SECONDS):
        while [found.code for found in client.diagnostics.get(name, [])] != codes \
                or name not in client.diagnostics:
            await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)


def watched(client: LanguageClient, *paths: Path) -> None:
    client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams(
        [lsp.FileEvent(uri(str(path)), lsp.FileChangeType.Changed) for path in paths]))


@pytest.mark.asyncio
async def test_wrong_settings_are_one_message(client: LanguageClient, tmp_path: Path) -> None:
    """One message names both wrong settings; diagnostics work, with the warnings enabled."""
    game = uri(str(tmp_path / "game.asm"))
    opens(client, game, GAME)
    await shows(client, game, [])
    message, = client.messages
    assert "`dialect` must be one of vecx," in message.message
    assert "`defines` must be an object" in message.message


@pytest.mark.slow
@pytest.mark.asyncio
async def test_changes_outside_the_editor_are_seen(client: LanguageClient, tmp_path: Path) -> None:
    """A changed include gives new diagnostics; a library alone belongs to its program."""
    game, part = tmp_path / "game.asm", tmp_path / "lib" / "part.asm"
    opens(client, uri(str(game)), GAME)
    await shows(client, uri(str(game)), [])
    (registered,) = client.registered       # type: ignore[attr-defined]
    assert registered.method == lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES
    assert "**/*.svg" in str(registered.register_options)
    part.write_text("other rts\n")
    watched(client, part)
    await shows(client, uri(str(game)), ["E020"])
    part.write_text(PART)
    watched(client, part)
    await shows(client, uri(str(game)), [])


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_library_in_another_folder_belongs_to_its_program(
        client: LanguageClient, tmp_path: Path) -> None:
    """A library that uses a name of the program has no false error when it is opened alone."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "big.asm").write_text(' include "../lib/own.asm"\nspeed equ 3\n')
    own = tmp_path / "lib" / "own.asm"
    own.write_text(" lda #speed\n")
    opens(client, uri(str(own)), " lda #speed\n")
    await shows(client, uri(str(own)), [])


@pytest.mark.slow
@pytest.mark.asyncio
async def test_closing_without_saving_forgets_the_text(client: LanguageClient, tmp_path: Path
                                                       ) -> None:
    """After a close the diagnostics are those of the file."""
    game = uri(str(tmp_path / "game.asm"))
    opens(client, game, " ldq #1\n")
    await shows(client, game, ["E010"])
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(game)))
    await shows(client, game, [])


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_text_without_a_file_keeps_its_uri(client: LanguageClient, tmp_path: Path) -> None:
    """An untitled text and an old version from git have diagnostics under their own URIs, and
    replace no file."""
    game, old = uri(str(tmp_path / "game.asm")), f"git:{tmp_path}/game.asm?HEAD"
    opens(client, "untitled:Untitled-1", " ldq #1\n")
    await shows(client, "untitled:Untitled-1", ["E010"])
    opens(client, game, GAME)
    opens(client, old, " ldq #1\n")
    await shows(client, old, ["E010"])
    await shows(client, game, [])
    assert not any(path.name.startswith("Untitled") for path in tmp_path.iterdir())
    assert {name for name, found in client.diagnostics.items() if found} == {
        "untitled:Untitled-1", old}
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(
        lsp.TextDocumentIdentifier("untitled:Untitled-1")))
    await shows(client, "untitled:Untitled-1", [])


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_rename_edits_the_includes(client: LanguageClient, tmp_path: Path) -> None:
    """Before a rename the includes are edited; after it the new name is found."""
    game, part = tmp_path / "game.asm", tmp_path / "lib" / "part.asm"
    opens(client, uri(str(game)), GAME)
    await shows(client, uri(str(game)), [])
    new = tmp_path / "draw.asm"
    files = lsp.RenameFilesParams([lsp.FileRename(uri(str(part)), uri(str(new)))])
    edit: Any = await client.workspace_will_rename_files_async(files)
    (change,) = edit.changes[uri(str(game))]
    assert (change.new_text, change.range.start, change.range.end) == (
        "draw.asm", lsp.Position(0, 10), lsp.Position(0, 22))
    part.rename(new)
    client.workspace_did_rename_files(files)
    await shows(client, uri(str(game)), ["E033", "E020"])
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(
        lsp.VersionedTextDocumentIdentifier(8, uri(str(game))),
        [lsp.TextDocumentContentChangeWholeDocument(GAME.replace("lib/part.asm", "draw.asm"))]))
    await shows(client, uri(str(game)), [])


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_changed_configuration_takes_effect(client: LanguageClient, tmp_path: Path
                                                    ) -> None:
    """`workspace/didChangeConfiguration` replaces the settings."""
    game = uri(str(tmp_path / "game.asm"))
    opens(client, game, " lda #LIVES\n")
    await shows(client, game, ["E020"])
    client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(
        {"vecx": {"defines": {"LIVES": 3}}}))
    await shows(client, game, [])
