"""The language server with the capabilities of real clients, over the protocol.

pytest-lsp warns of answers that a client cannot use; warnings are errors here.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from tests.vecx.language.registering import keep_registrations
from vecx.language.editor import uri

GAME = """\
 include "VECTREX.I"
 org 0
 fcc "g GCE 2026"
 fcb $80
 fdb music1
 fcb $F8,$50,$20,-$30
 fcc "SHIP"
 fcb $80,0
two macro value
 lda #\\1
 endm
; é and 🙂: draws the ship
main
 two 5
 ldx #ship
 jsr Draw_VLc
 lda #sped
.wait bra .wait
speed equ 5
ship fcb 2
 fcb 10,-10
 fcb 20,0 ; é 🙂
 fcb -10,10
 jsr help
help rts
"""
ROWS = GAME.split("\n")
WAIT_SECONDS = 30
CLIENTS = ("emacs", "neovim", "visual-studio-code", "")     # the last one has no capabilities


@pytest_lsp.fixture(config=ClientServerConfig([sys.executable, "-m", "vecx", "lsp"]),
                    params=CLIENTS)
async def client(request: pytest.FixtureRequest, tmp_path: Path,
                 connected: LanguageClient) -> AsyncIterator[None]:
    """Start a server for a client's capabilities, with a folder that contains the game."""
    (tmp_path / "game.asm").write_text(GAME, encoding="utf-8")
    known = client_capabilities(request.param) if request.param else lsp.ClientCapabilities()
    keep_registrations(connected)
    await connected.initialize_session(lsp.InitializeParams(known, workspace_folders=[
        lsp.WorkspaceFolder(uri(str(tmp_path)), "game")]))
    connected.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(
        uri(str(tmp_path / "game.asm")), "vecx-asm", 1, GAME)))
    await connected.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    yield
    await connected.shutdown_session()


def find(words: str, part: str) -> lsp.Position:
    """Return the position of a part of the row that contains some words."""
    row = next(number for number, text in enumerate(ROWS) if words in text)
    return lsp.Position(row, ROWS[row].index(part))


@pytest.mark.sample(0, slow=2)
@pytest.mark.asyncio
async def test_every_feature_answers_each_client(client: LanguageClient, tmp_path: Path) -> None:
    """Each request has an answer with contents that the client can use."""
    name = uri(str(tmp_path / "game.asm"))
    text, whole = lsp.TextDocumentIdentifier(name), lsp.Range(
        lsp.Position(0, 0), lsp.Position(len(ROWS), 0))
    assert [found.code for found in client.diagnostics[name]] == ["E020"]
    ship = find("ldx #ship", "ship")

    hover = await client.text_document_hover_async(lsp.HoverParams(text, ship))
    assert hover is not None and "ship" in str(hover.contents)
    definition = await client.text_document_definition_async(lsp.DefinitionParams(text, ship))
    assert isinstance(definition, list)
    assert [place.range.start.line for place in definition] == [find("ship fcb", "ship").line]
    references = await client.text_document_references_async(lsp.ReferenceParams(
        lsp.ReferenceContext(True), text, ship))
    assert references is not None and len(references) == 2
    assert await client.text_document_document_highlight_async(
        lsp.DocumentHighlightParams(text, ship))
    assert await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(text, ship))
    renamed = await client.text_document_rename_async(lsp.RenameParams(text, ship, "boat"))
    assert renamed is not None and "boat" in str(renamed)

    items = await client.text_document_completion_async(lsp.CompletionParams(
        text, find(" jsr Draw_VLc", "sr")))
    assert items
    routine = next(item for item in items if item.label == "Draw_VLc").text_edit
    assert isinstance(routine, lsp.TextEdit)
    assert routine.range == lsp.Range(find(" jsr Draw_VLc", "jsr"), find(" jsr Draw_VLc", "sr"))
    assert routine.new_text.startswith("ldx     #")
    assert routine.new_text.endswith("jsr     Draw_VLc")
    known = client.capabilities and client.capabilities.text_document
    completion = known and known.completion and known.completion.completion_item
    assert ("${1:" in routine.new_text) == bool(completion and completion.snippet_support)
    signature = await client.text_document_signature_help_async(lsp.SignatureHelpParams(
        text, lsp.Position(find(" two 5", "5").line, 5)))
    assert signature is not None and "value" in signature.signatures[0].label

    assert await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(text))
    assert await client.workspace_symbol_async(lsp.WorkspaceSymbolParams("ship"))
    assert await client.text_document_folding_range_async(lsp.FoldingRangeParams(text))
    tokens = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(text))
    assert tokens is not None and len(tokens.data) % 5 == 0 < len(tokens.data)
    same = await client.text_document_semantic_tokens_full_delta_async(
        lsp.SemanticTokensDeltaParams(text, tokens.result_id or ""))
    assert isinstance(same, lsp.SemanticTokensDelta)
    assert await client.text_document_formatting_async(lsp.DocumentFormattingParams(
        text, lsp.FormattingOptions(8, True)))
    edits = await client.text_document_range_formatting_async(lsp.DocumentRangeFormattingParams(
        text, lsp.Range(ship, ship), lsp.FormattingOptions(8, True)))
    assert edits is not None and len(edits) == 1

    actions = await client.text_document_code_action_async(lsp.CodeActionParams(
        text, whole, lsp.CodeActionContext([])))
    assert actions and "speed" in str(actions)
    assert await client.text_document_code_lens_async(lsp.CodeLensParams(text)) is not None
    assert await client.text_document_inlay_hint_async(lsp.InlayHintParams(text, whole)) is not None
    calls = await client.text_document_prepare_call_hierarchy_async(
        lsp.CallHierarchyPrepareParams(text, find("help rts", "help")))
    assert calls
    assert await client.call_hierarchy_incoming_calls_async(
        lsp.CallHierarchyIncomingCallsParams(calls[0]))


@pytest.mark.sample(0, slow=2)
@pytest.mark.asyncio
async def test_columns_count_in_the_units_of_each_client(client: LanguageClient, tmp_path: Path
                                                         ) -> None:
    """A comment's column and length are counted in the encoding that was agreed on."""
    text = lsp.TextDocumentIdentifier(uri(str(tmp_path / "game.asm")))
    edit = lsp.TextDocumentContentChangePartial(
        lsp.Range(find("é 🙂", "é"), find("é 🙂", "é")), "🙂 ")
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(
        lsp.VersionedTextDocumentIdentifier(2, text.uri), [edit]))
    symbols = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(text))
    assert symbols is not None
    row, last, found = 0, 0, dict[int, list[tuple[int, int, int]]]()
    for line, start, length, kind, _ in zip(*[iter(symbols.data)] * 5, strict=True):
        row, last = row + line, start + (0 if line else last)
        found.setdefault(row, []).append((last, length, kind))
    comment = found[find("fcb 20,0", "fcb").line][-1]
    general = client.capabilities and client.capabilities.general
    encodings = (general and general.position_encodings) or [lsp.PositionEncodingKind.Utf16]
    data, unit = {lsp.PositionEncodingKind.Utf8: ("; 🙂 é 🙂".encode(), 1),
                  lsp.PositionEncodingKind.Utf16: ("; 🙂 é 🙂".encode("utf-16-le"), 2),
                  lsp.PositionEncodingKind.Utf32: ("; 🙂 é 🙂".encode("utf-32-le"), 4)
                  }[lsp.PositionEncodingKind(encodings[0])]
    assert comment == (10, len(data) // unit, 0)


async def diagnostics(client: LanguageClient, name: str,
                      wanted: Callable[[Sequence[lsp.Diagnostic]], bool]
                      ) -> Sequence[lsp.Diagnostic]:
    """Wait for diagnostics of a text that fulfil a condition."""
    async with asyncio.timeout(WAIT_SECONDS):
        while name not in client.diagnostics or not wanted(client.diagnostics[name]):
            await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return client.diagnostics[name]


@pytest.mark.sample(1, slow=1)
@pytest.mark.asyncio
async def test_a_session(client: LanguageClient, tmp_path: Path) -> None:
    """Diagnostics appear and disappear while typing, and requests use the text as typed.

    Bad requests are refused, and the server continues.
    """
    name = uri(str(tmp_path / "a.asm"))
    document = lsp.TextDocumentIdentifier(name)
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(
        name, "vecx-asm", 1, "main lda #sped\nspeed equ 5\n")))
    found = await diagnostics(client, name, lambda all_: len(all_) == 1)
    assert found[0].code == "E020" and found[0].source == "vecx"
    start = lsp.Position(0, 0)
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(
        lsp.VersionedTextDocumentIdentifier(2, name),
        [lsp.TextDocumentContentChangePartial(lsp.Range(start, start), "sped equ 7\n")]))
    await diagnostics(client, name, lambda all_: not all_)
    hover = await client.text_document_hover_async(lsp.HoverParams(document, lsp.Position(1, 12)))
    assert hover is not None and "**sped** = $7 = 7" in str(hover.contents)
    with pytest.raises(JsonRpcException, match="lda is an instruction"):
        await client.text_document_rename_async(lsp.RenameParams(
            document, lsp.Position(1, 1), "lda"))
    for line in (99, 1 << 31 - 1):
        assert await client.text_document_hover_async(lsp.HoverParams(
            document, lsp.Position(line, 5))) is None
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(document))
    assert lenses is not None
    gone = lsp.TextDocumentIdentifier(uri(str(tmp_path / "gone.asm")))
    assert not await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(gone))
