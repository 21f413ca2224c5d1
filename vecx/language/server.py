"""The language server: registers the features, and follows the texts that are open in the editor.

After a change the programs of the text are assembled again as soon as the editor sends nothing
more, and after a pause once more to compare with other dialects.  A request that comes earlier sees
the new text as well.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Iterable
from typing import Any

from lsprotocol import types as lsp
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.uris import to_fs_path

from .. import __version__
from ..console.includes import CONVERTERS
from ..errors import brief
from .editor import SHOW_LIST, TOKENS, Editor, uri
from .problems import FINDINGS_SUFFIX
from .profiles import PROFILE_SUFFIX
from .settings import settings_of
from .workspace import SUFFIXES, Workspace, is_file

QUIET_SECONDS = 0.001       # without a change, before diagnostics are computed
PAUSE_SECONDS = 0.5         # before those that compare with other dialects are added
WATCHED = (*SUFFIXES, *CONVERTERS, ".bin", FINDINGS_SUFFIX, PROFILE_SUFFIX)
RENAMED = [lsp.FileOperationFilter(lsp.FileOperationPattern(f"**/*{suffix}"), "file")
           for suffix in (*SUFFIXES, *CONVERTERS, ".bin")]


class _Publisher:
    """Sends diagnostics once the text has not changed for a while.

    The comparison with other dialects runs in another thread, so that requests do not wait for it.
    """

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self._waiting: set[str] = set()
        self._timers: list[asyncio.TimerHandle] = []
        self._advising: asyncio.Task[None] | None = None

    def later(self, *paths: str) -> None:
        """Send the diagnostics of files as soon as no more changes arrive."""
        self._waiting.update(paths)
        for timer in self._timers:
            timer.cancel()
        later = asyncio.get_running_loop().call_later
        self._timers = [later(QUIET_SECONDS, self._send), later(PAUSE_SECONDS, self._advise)]

    def _send(self) -> None:
        for path in sorted(self._waiting):
            self.editor.publish(path)

    def _advise(self) -> None:
        loop = asyncio.get_running_loop()
        if self._advising and not self._advising.done():
            self._timers = [loop.call_later(PAUSE_SECONDS, self._advise)]
            return
        self._advising = loop.create_task(self._advise_on(sorted(self._waiting)))
        self._waiting.clear()

    async def _advise_on(self, paths: list[str]) -> None:
        workspace = self.editor.workspace
        for path in paths:
            work = workspace.advice(path)
            if workspace.accept(await asyncio.get_running_loop().run_in_executor(None, work)):
                self.editor.publish(path)


class _OneLine(logging.Formatter):
    """Shows a fault of the connection as one line, without a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        fault = record.exc_info[1] if record.exc_info else None
        text = record.getMessage().partition("\n")[0]
        return f"vecx lsp: {text}" + (f" ({brief(fault)})" if isinstance(fault, Exception) else "")


class _Protocol(LanguageServerProtocol):
    """Answers malformed requests; pygls alone would only log them, and the client would wait."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcException as fault:
            if "method" in data and isinstance(data.get("id"), int | str):
                self._send_response(data["id"], error=lsp.ResponseError(
                    fault.code or lsp.ErrorCodes.InvalidParams,
                    f"malformed arguments for {data['method']}"))
            raise


class _Server(LanguageServer):
    def report_server_error(self, error: Exception, source: Any) -> None:
        """Show nothing in the client's window: the fault is in the log, and in the answer."""


def create() -> LanguageServer:
    """Return a server; call its `start_io` or `start_tcp`."""
    handler = logging.StreamHandler()
    handler.setFormatter(_OneLine())
    for name in ("pygls", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.ERROR)      # clients cancel requests that are answered already
    server = _Server("vecx", __version__, protocol_cls=_Protocol)
    editor = Editor(server)
    publisher = _Publisher(editor)
    _follow_texts(server, editor, publisher)
    _register(server, editor)
    return server


def _follow_texts(server: LanguageServer, editor: Editor, publisher: _Publisher) -> None:
    """Register the features that keep the workspace's texts equal to those of the editor."""
    def take(name: str) -> None:
        path, document = path_of(name), server.workspace.get_text_document(name)
        editor.workspace.open(path, document.source)
        editor.workspace.uris[path] = name
        if document.version is not None:
            editor.workspace.versions[path] = document.version
        publisher.later(path)

    def configure(given: Any) -> None:
        settings = settings_of(given)
        editor.workspace.configure(settings.options, settings.warnings)
        faults[:] = settings.faults

    def tell_faults() -> None:
        if faults:
            server.window_show_message(lsp.ShowMessageParams(
                lsp.MessageType.Warning, f"vecx: {'; '.join(faults)}"))
        faults.clear()

    faults: list[str] = []

    @server.feature(lsp.INITIALIZED)
    def initialized(_: lsp.InitializedParams) -> None:
        workspace = server.workspace
        editor.workspace.folders = [path_of(folder.uri) for folder in workspace.folders.values()] \
            or ([workspace.root_path] if workspace.root_path else [])
        tell_faults()
        if get_capability(server.client_capabilities,
                          "workspace.did_change_watched_files.dynamic_registration"):
            watchers = [lsp.FileSystemWatcher(f"**/*{suffix}") for suffix in WATCHED]
            server.client_register_capability(lsp.RegistrationParams([lsp.Registration(
                "watched files", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES,
                lsp.DidChangeWatchedFilesRegistrationOptions(watchers))]))

    @server.feature(lsp.INITIALIZE)
    def initialize(given: lsp.InitializeParams) -> None:
        editor.workspace = Workspace()
        editor.workspace.advise = False
        configure(given.initialization_options)
        editor.takes_snippets = bool(get_capability(
            given.capabilities, "text_document.completion.completion_item.snippet_support"))

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(given: lsp.DidOpenTextDocumentParams) -> None:
        take(given.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(given: lsp.DidChangeTextDocumentParams) -> None:
        take(given.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(given: lsp.DidSaveTextDocumentParams) -> None:
        publisher.later(path_of(given.text_document.uri))

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(given: lsp.DidCloseTextDocumentParams) -> None:
        path = path_of(given.text_document.uri)
        editor.withdraw(path)
        editor.workspace.close(path)
        if is_file(path) and os.path.isfile(path):
            publisher.later(path)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(given: lsp.DidChangeWatchedFilesParams) -> None:
        assemble_again(path_of(change.uri) for change in given.changes)

    def assemble_again(paths: Iterable[str]) -> None:
        """Assemble again the programs that may read these files."""
        for path in paths:
            editor.workspace.changed(path)
        publisher.later(*editor.workspace.texts, *editor.shown)

    @server.feature(lsp.WORKSPACE_WILL_RENAME_FILES, lsp.FileOperationRegistrationOptions(RENAMED))
    def will_rename(given: lsp.RenameFilesParams) -> lsp.WorkspaceEdit:
        return editor.renamed_files([(path_of(file.old_uri), path_of(file.new_uri))
                                     for file in given.files])

    @server.feature(lsp.WORKSPACE_DID_RENAME_FILES, lsp.FileOperationRegistrationOptions(RENAMED))
    def did_rename(given: lsp.RenameFilesParams) -> None:
        for file in given.files:
            editor.withdraw(path_of(file.old_uri))
        assemble_again(path_of(name) for file in given.files
                       for name in (file.old_uri, file.new_uri))

    @server.feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configured(given: lsp.DidChangeConfigurationParams) -> None:
        section = given.settings.get("vecx") if isinstance(given.settings, dict) else None
        if section is not None:
            configure(section)
            tell_faults()
            publisher.later(*editor.workspace.texts)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders(_: lsp.DidChangeWorkspaceFoldersParams) -> None:
        editor.workspace.folders = [path_of(folder.uri)
                                    for folder in server.workspace.folders.values()]


def _register(server: LanguageServer, editor: Editor) -> None:
    """Register the features."""
    def at(feature: str, answer: Callable[[str, lsp.Position], Any], options: Any = None) -> None:
        """Register a feature for a position in a text."""
        @server.feature(feature, options)
        def _(given: Any) -> Any:
            return answer(path_of(given.text_document.uri), given.position)

    def of(feature: str, answer: Callable[[str, Any], Any], options: Any = None) -> None:
        """Register a feature for a text."""
        @server.feature(feature, options)
        def _(given: Any) -> Any:
            return answer(path_of(given.text_document.uri), given)

    at(lsp.TEXT_DOCUMENT_HOVER, editor.hover)
    at(lsp.TEXT_DOCUMENT_COMPLETION, editor.completions,
       lsp.CompletionOptions(trigger_characters=[".", '"', "/"]))
    at(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, editor.signature,
       lsp.SignatureHelpOptions(trigger_characters=[" ", ","]))
    at(lsp.TEXT_DOCUMENT_DEFINITION, lambda path, position: editor.definitions_at(path, position))
    of(lsp.TEXT_DOCUMENT_REFERENCES, lambda path, given: editor.references(
        path, given.position, defined=given.context.include_declaration))
    at(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, editor.highlights)
    at(lsp.TEXT_DOCUMENT_PREPARE_RENAME, editor.renamed)
    of(lsp.TEXT_DOCUMENT_RENAME, lambda path, given: _or_refuse(
        lambda: editor.rename(path, given.position, given.new_name)),
       lsp.RenameOptions(prepare_provider=True))
    of(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, lambda path, _: editor.symbols(path))
    of(lsp.TEXT_DOCUMENT_FOLDING_RANGE, lambda path, _: [
        lsp.FoldingRange(first, last) for first, last in editor.workspace.index(path).folds])
    of(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
       lambda path, _: editor.tokens(path), lsp.SemanticTokensLegend(TOKENS, []))
    of(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA,
       lambda path, given: editor.token_changes(path, given.previous_result_id),
       lsp.SemanticTokensLegend(TOKENS, []))
    of(lsp.TEXT_DOCUMENT_FORMATTING, lambda path, _: editor.formatting(path, 0, 1 << 30))
    of(lsp.TEXT_DOCUMENT_RANGE_FORMATTING, lambda path, given: editor.formatting(
        path, given.range.start.line, given.range.end.line))
    of(lsp.TEXT_DOCUMENT_CODE_ACTION, lambda path, given: editor.actions(path, given.range),
       lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    of(lsp.TEXT_DOCUMENT_CODE_LENS, lambda path, _: editor.lenses(path))
    of(lsp.TEXT_DOCUMENT_INLAY_HINT, lambda path, given: editor.inlays(path, given.range))
    at(lsp.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, editor.call_items)

    @server.feature(lsp.CALL_HIERARCHY_INCOMING_CALLS)
    def incoming(given: lsp.CallHierarchyIncomingCallsParams) -> Any:
        return [lsp.CallHierarchyIncomingCall(item, places) for item, places in
                editor.calls(path_of(given.item.uri), given.item.name, incoming=True)]

    @server.feature(lsp.CALL_HIERARCHY_OUTGOING_CALLS)
    def outgoing(given: lsp.CallHierarchyOutgoingCallsParams) -> Any:
        return [lsp.CallHierarchyOutgoingCall(item, places) for item, places in
                editor.calls(path_of(given.item.uri), given.item.name, incoming=False)]

    @server.feature(lsp.WORKSPACE_SYMBOL)
    def workspace_symbols(given: lsp.WorkspaceSymbolParams) -> Any:
        return editor.workspace_symbols(given.query)

    @server.command(SHOW_LIST)
    def show_list(name: str, label: str) -> None:
        file = editor.show_list(path_of(name), label)
        can = server.client_capabilities.window
        if file and can is not None and can.show_document is not None:
            server.window_show_document(lsp.ShowDocumentParams(uri(file), external=True))
        elif file:
            server.window_show_message(lsp.ShowMessageParams(
                lsp.MessageType.Info, f"the drawing of the list is in {file}"))


def _or_refuse(answer: Callable[[], Any]) -> Any:
    """Return an answer; on a ValueError, refuse the request with its message."""
    try:
        return answer()
    except ValueError as fault:
        raise JsonRpcInvalidParams(str(fault)) from None


def path_of(name: str) -> str:
    """Return the absolute path of a file's URI; other URIs stay as they are.

    >>> path_of("file:///games/game.asm"), path_of("untitled:Untitled-1")
    ('/games/game.asm', 'untitled:Untitled-1')
    """
    if not is_file(name) and not name.lower().startswith("file:"):
        return name
    return os.path.abspath(to_fs_path(name) or name)
