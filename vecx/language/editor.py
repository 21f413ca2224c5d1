"""Answers the requests of an editor with objects of the Language Server Protocol.

The protocol's positions count in units that client and server agree on (UTF-16 by default); all
other modules count characters, from 0.
"""

from __future__ import annotations

import base64
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path
from pygls.workspace import PositionCodec

from asm.assembler.operations import OPERATIONS
from asm.assembler.words import CACHE_LINES, Kind, Word, operation_of, word_at, words_of
from asm.formatter import format_source
from asm.syntax.expr import local_name
from asm.syntax.lexer import LABEL, is_local

from .actions import title
from .complete import FILE_OPERATIONS, Offer, inputs_of, offers
from .costs import Cost, costs_by_line, worst_cases
from .describe import described, expansion
from .index import CALLS, Macro, Use
from .problems import Findings, Problem, problems_of
from .profiles import Profile
from .shapes import Shape, shapes_of
from .workspace import Assembled, Workspace, absolute, is_file

SHOW_LIST = "vecx.showList"
ALIKE_STEP = 128        # elements compared at a time
SEVERITIES = {"error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning,
              "note": lsp.DiagnosticSeverity.Information}
OFFER_KINDS = {"keyword": lsp.CompletionItemKind.Keyword,
               "directive": lsp.CompletionItemKind.Keyword,
               "macro": lsp.CompletionItemKind.Snippet,
               "function": lsp.CompletionItemKind.Function,
               "constant": lsp.CompletionItemKind.Constant, "file": lsp.CompletionItemKind.File}
TOKENS = ["comment", "string", "number", "keyword", "macro", "function", "variable", "parameter",
          "operator", "type"]
TOKEN_OF = {Kind.COMMENT: "comment", Kind.STRING: "string", Kind.NUMBER: "number",
            Kind.REGISTER: "type", Kind.LABEL: "function", Kind.NAME: "variable"}


class Editor:
    """An editor's workspace, and the answers to its requests."""

    def __init__(self, server: LanguageServer) -> None:
        self.server = server
        self.workspace = Workspace()
        self.takes_snippets = True      # in completions
        self.findings: dict[str, Findings] = {}
        self.profiles: dict[str, Profile] = {}
        self._published: dict[str, set[str]] = {}       # files with diagnostics, by root
        self._cases: dict[str, dict[str, tuple[int, str]]] = {}     # last costs, by file
        self._tokens: dict[str, lsp.SemanticTokens] = {}    # the last answer for each file
        self._tokens_count = 0
        self._macros: frozenset[str] = frozenset()
        self._marks: dict[str, tuple[int, ...]] = {}        # of a line, with these macros

    # --- positions --------------------------------------------------------------------------------

    @property
    def codec(self) -> PositionCodec:
        """The unit for columns; client and server have agreed on it."""
        return self.server.workspace.position_codec

    def column(self, line: str, column: int) -> int:
        """Convert a column to the client's units."""
        if line.isascii():
            return min(column, len(line))
        return self.codec.client_num_units(line[:column])

    def span(self, path: str, line: int, start: int, end: int) -> lsp.Range:
        """Return a range within a line, in the client's units; an end of -1 means the end of the
        line."""
        lines = self.workspace.lines(path)
        text = lines[line] if 0 <= line < len(lines) else ""
        end = len(text) if end < 0 else end
        return lsp.Range(lsp.Position(max(line, 0), self.column(text, start)),
                         lsp.Position(max(line, 0), self.column(text, end)))

    def place(self, path: str, position: lsp.Position) -> tuple[str, int, int]:
        """Return the text of the line at a position, the line's number, and the column in
        characters."""
        lines = self.workspace.lines(path)
        if not 0 <= position.line < len(lines):
            return "", position.line, 0
        text, units = lines[position.line], 0
        for column, character in enumerate(text):
            if units >= position.character:
                return text, position.line, column
            units += self.codec.client_num_units(character)
        return text, position.line, len(text)

    def uri(self, path: str) -> str:
        """Return the URI of a path: the client's own, if the text is open."""
        return self.workspace.uris.get(path) or uri(path)

    # --- names ------------------------------------------------------------------------------------

    def name_at(self, path: str, position: lsp.Position) -> tuple[Word, str] | None:
        """Return the word at a position, and its full name as a symbol."""
        text, line, column = self.place(path, position)
        word = word_at(text, column)
        if word is None:
            return None
        index = self.workspace.index(path)
        if word.kind is Kind.COMMENT:       # the routines of a contract block
            for name, uses in index.uses.items():
                for use in uses:
                    if use.line == line and use.start <= column <= use.end:
                        return Word(Kind.NAME, use.start, use.end, name), name
            return None
        scope = index.scopes[line] if line < len(index.scopes) else ""
        name = local_name(scope, word.text) if word.kind in (Kind.LABEL, Kind.NAME) \
            and is_local(word.text) else word.text
        return word, name

    def uses(self, path: str, name: str) -> Iterator[tuple[str, Use]]:
        """Yield every use of a name in the programs of a file; a local label is searched for only
        in its own file."""
        head, dot, _ = name.partition(".")
        own = bool(dot) and head in (label for _, label in self.workspace.index(path).labels)
        files = [path] if own else self.files(path)
        for file in files:
            for use in self.workspace.index(file).uses.get(name, ()):
                yield file, use

    def macro(self, path: str, name: str) -> tuple[str, Macro] | None:
        """Find a macro by name in the programs of a file; return the macro and the file that
        defines it."""
        for file in self.files(path):
            found = self.workspace.index(file).macros.get(name)
            if found is not None:
                return file, found
        return None

    def files(self, path: str) -> list[str]:
        """Return the files of all programs that a file belongs to."""
        return [*dict.fromkeys(file for made in self.workspace.programs(path)
                               for file in made.files)]

    def definitions_at(self, path: str, position: lsp.Position) -> list[lsp.Location]:
        """Return the definition of the name at a position, or the file that the line includes."""
        text, _, column = self.place(path, position)
        word = word_at(text, column)
        if word is not None and word.kind is Kind.STRING and operation_of(text) in FILE_OPERATIONS:
            end = "/" + word.text.strip("\"'").replace("\\", "/").lower()
            return [lsp.Location(self.uri(file), self.span(file, 0, 0, 0))
                    for file in self.files(path)
                    if file.replace(os.sep, "/").lower().endswith(end)]
        found = self.name_at(path, position)
        return self.definition(path, found[1]) if found is not None else []

    def references(self, path: str, position: lsp.Position, *, defined: bool
                   ) -> list[lsp.Location]:
        """Return the uses of the name at a position, and also the name's definition if
        `defined`."""
        found = self.name_at(path, position)
        return [] if found is None else [
            lsp.Location(self.uri(file), self.span(file, use.line, use.start, use.end))
            for file, use in self.uses(path, found[1]) if defined or not use.defines]

    def highlights(self, path: str, position: lsp.Position) -> list[lsp.DocumentHighlight]:
        """Return those uses of the name at a position that are in the same file."""
        found = self.name_at(path, position)
        return [] if found is None else [
            lsp.DocumentHighlight(self.span(path, use.line, use.start, use.end))
            for use in self.workspace.index(path).uses.get(found[1], ())]

    def definition(self, path: str, name: str) -> list[lsp.Location]:
        """Return where a name is defined: according to the assembler, or else according to the
        text."""
        for made in self.workspace.programs(path):
            symbol = made.symbol(name)
            if symbol is not None and symbol.line > 0:
                file = absolute(symbol.file)
                return [lsp.Location(self.uri(file), self.span(
                    file, symbol.line - 1, symbol.start, symbol.start + len(name.split(".")[-1])))]
        macro = self.macro(path, name)
        if macro is not None:
            return [lsp.Location(self.uri(macro[0]), self.span(macro[0], macro[1].first, 0, -1))]
        return [lsp.Location(self.uri(file), self.span(file, use.line, use.start, use.end))
                for file, use in self.uses(path, name) if use.defines]

    # --- diagnostics ------------------------------------------------------------------------------

    def problems(self, made: Assembled) -> list[Problem]:
        """Return the diagnostics of a program, and the findings of its last strict run."""
        findings = self.findings.setdefault(made.root, Findings(made.root))
        return problems_of(made) + findings.problems(self.workspace.lines)

    def publish(self, path: str) -> None:
        """Send the diagnostics of the programs of a file to the editor."""
        by_file: dict[str, list[Problem]] = {path: []}
        for made in self.workspace.programs(path):
            found = self.problems(made)
            for problem in found:
                by_file.setdefault(problem.path, []).append(problem)
            files = {problem.path for problem in found}
            for old in self._published.get(made.root, set()) - files:
                by_file.setdefault(old, [])
            self._published[made.root] = files
        for file, problems in by_file.items():
            self._send(file, problems)

    def withdraw(self, path: str) -> None:
        """Remove the diagnostics of a text from the editor."""
        self._send(path, [])

    def _send(self, path: str, problems: list[Problem]) -> None:
        self.server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(
            self.uri(path), [self.diagnostic(problem) for problem in problems],
            self.workspace.versions.get(path)))

    @property
    def shown(self) -> set[str]:
        """The programs with diagnostics that the editor shows."""
        return {root for root, files in self._published.items() if files}

    def diagnostic(self, found: Problem) -> lsp.Diagnostic:
        """Return a diagnostic in the form of the protocol."""
        text = "\n".join([found.text, *(f"hint: {hint}" for hint in found.hints)])
        related = [lsp.DiagnosticRelatedInformation(
            lsp.Location(self.uri(file), self.span(file, line, start, end)), why)
            for why, file, line, start, end in found.related]
        return lsp.Diagnostic(self.span(found.path, found.line, found.start, found.end), text,
                              SEVERITIES[found.severity], found.code, source="vecx",
                              related_information=related or None)

    # --- requests ---------------------------------------------------------------------------------

    def hover(self, path: str, position: lsp.Position) -> lsp.Hover | None:
        """Return the meaning of the word at a position, and pictures of the vector lists on the
        line."""
        rows = []
        found = self.name_at(path, position)
        made = self.workspace.program(path)
        if found is not None:
            macro = self.macro(path, found[0].text)
            rows.append(described(found[0], found[1], made, macro[1] if macro else None))
            if macro and found[0].kind is Kind.OPERATION:
                rows.append(expansion(made, path, position.line))
        for shape in self.shapes(path):
            if shape.line == position.line or any(stroke.line == position.line
                                                  for stroke in shape.strokes):
                picture = base64.b64encode(shape.svg(position.line).encode()).decode()
                rows.append(f"![{shape.name}](data:image/svg+xml;base64,{picture})")
        text = "\n\n".join(filter(None, rows))
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text)) if text else None

    def shapes(self, path: str) -> list[Shape]:
        """Return the vector lists of a file."""
        return shapes_of(self.workspace.program(path), path, self.workspace.index(path))

    def completions(self, path: str, position: lsp.Position) -> list[lsp.CompletionItem]:
        """Return the completions at a position."""
        text, line, column = self.place(path, position)
        found = offers(self.workspace.program(path), path, self.workspace.index(path),
                       self.workspace.dialect(path), line, column)
        word = word_at(text, column)
        typed = self.span(path, line, word.start if word else column, column)
        return [self._completion(offer, typed) for offer in found]

    def _completion(self, offer: Offer, typed: lsp.Range) -> lsp.CompletionItem:
        """Return a completion as an object of the protocol; it replaces the range `typed`.

        A snippet is an edit, because Emacs would list an `insert_text` instead of the label.
        """
        item = lsp.CompletionItem(offer.label, kind=OFFER_KINDS[offer.kind],
                                  detail=offer.detail or None)
        if offer.snippet and self.takes_snippets:
            item.insert_text_format = lsp.InsertTextFormat.Snippet
            item.text_edit = lsp.TextEdit(typed, offer.snippet)
        elif offer.snippet:
            item.text_edit = lsp.TextEdit(typed, offer.plain)
        return item

    def signature(self, path: str, position: lsp.Position) -> lsp.SignatureHelp | None:
        """Return the parameters of the macro, or the inputs of the ROM routine, that a line
        calls."""
        text, _, column = self.place(path, position)
        operation = next((word for word in words_of(text) if word.kind is Kind.OPERATION), None)
        if operation is None or column <= operation.end:
            return None
        macro = self.macro(path, operation.text)
        if macro is not None:
            parameters = macro[1].parameters
            label = f"{operation.text} {','.join(parameters)}"
            return lsp.SignatureHelp([lsp.SignatureInformation(label, parameters=[
                lsp.ParameterInformation(name) for name in parameters])],
                active_parameter=text[operation.end:column].count(","))
        name = next((word.text for word in words_of(text) if word.kind is Kind.NAME), "")
        inputs = inputs_of(name) if name and operation.text.lower() in CALLS else None
        return lsp.SignatureHelp([lsp.SignatureInformation(f"{name}: {inputs}")]) \
            if inputs else None

    def rename(self, path: str, position: lsp.Position, new: str) -> lsp.WorkspaceEdit:
        """Return the edits that give a symbol or a macro another name.

        Errors: ValueError if the new name cannot be used
        """
        word, name = self._renamed(path, position)
        local = is_local(word.text)
        if not LABEL.match(new) or new.isdecimal() or is_local(new) != local:
            raise ValueError(f"`{new}` cannot be the name of a {'local ' if local else ''}symbol")
        if new.lower() in OPERATIONS:
            raise ValueError(f"{new} is an instruction; choose another name")
        full = local_name(name.rpartition(".")[0], new) if local else new
        if full != name and any(True for _ in self.uses(path, full)):
            raise ValueError(f"{new} is already used in this program")
        changes: dict[str, list[lsp.TextEdit]] = {}
        for file, use in self.uses(path, name):
            changes.setdefault(self.uri(file), []).append(
                lsp.TextEdit(self.span(file, use.line, use.start, use.end), new))
        return lsp.WorkspaceEdit(changes)

    def renamed(self, path: str, position: lsp.Position) -> lsp.Range | None:
        """Return the range of the name at a position if it can be renamed, else None."""
        try:
            word, _ = self._renamed(path, position)
        except ValueError:
            return None
        return self.span(path, position.line, word.start, word.end)

    def workspace_symbols(self, query: str) -> list[lsp.WorkspaceSymbol]:
        """Return the symbols whose names contain a text, from all open programs."""
        found: dict[tuple[str, str], lsp.WorkspaceSymbol] = {}
        for path in [*self.workspace.texts]:
            for made in self.workspace.programs(path):
                for name, symbol in made.program.symbols.items():
                    if query.lower() in name.lower() and symbol.line > 0 and len(found) < 500:
                        file = absolute(symbol.file)
                        found[file, name] = lsp.WorkspaceSymbol(
                            lsp.Location(self.uri(file), self.span(
                                file, symbol.line - 1, symbol.start, -1)),
                            name, lsp.SymbolKind.Function if symbol.kind == "label"
                            else lsp.SymbolKind.Constant)
        return list(found.values())

    def _renamed(self, path: str, position: lsp.Position) -> tuple[Word, str]:
        """Return the name at a position that can be renamed.  Errors: ValueError"""
        found = self.name_at(path, position)
        if found is None or found[0].kind not in (Kind.LABEL, Kind.NAME, Kind.OPERATION) \
                or found[0].text.lower() in OPERATIONS:
            raise ValueError("there is no name to change here")
        uses = [*self.uses(path, found[1])]
        folders = [folder + os.sep for folder in self.workspace.folders] or \
            [os.path.dirname(path) + os.sep]
        outside = [file for file, _ in uses if not file.startswith(tuple(folders))]
        if outside:
            raise ValueError(f"{found[0].text} belongs to {outside[0]}, which is not part of the "
                             "workspace")
        if not any(use.defines for _, use in uses) and self.macro(path, found[1]) is None:
            raise ValueError(f"{found[0].text} is not defined in this program")
        return found

    def symbols(self, path: str) -> list[lsp.DocumentSymbol]:
        """Return the labels of a file as an outline, local ones below their global label."""
        index = self.workspace.index(path)
        found: list[lsp.DocumentSymbol] = []
        rows = sorted((use.line, name, use) for name, uses in index.uses.items()
                      for use in uses if use.defines)
        parents: dict[str, lsp.DocumentSymbol] = {}
        for line, name, use in rows:
            place = self.span(path, line, use.start, use.end)
            operation = operation_of(index.lines[line])
            kind = lsp.SymbolKind.Constant if operation in ("equ", "set", "=") else \
                lsp.SymbolKind.Struct if operation == "struct" else \
                lsp.SymbolKind.Method if operation == "macro" else lsp.SymbolKind.Function
            head, dot, tail = name.rpartition(".")
            symbol = lsp.DocumentSymbol(f".{tail}" if dot else name, kind, place, place,
                                        children=[])
            parent = parents.get(head) if dot else None
            (found if parent is None else parent.children).append(symbol)   # type: ignore[union-attr]
            parents[name] = symbol
        return found

    def tokens(self, path: str) -> lsp.SemanticTokens:
        """Return the semantic tokens of a file, five numbers for each."""
        macros = frozenset(name for file in self.files(path)
                           for name in self.workspace.index(file).macros)
        if macros != self._macros or len(self._marks) > CACHE_LINES:
            self._macros = macros
            self._marks.clear()
        data: list[int] = []
        last = 0
        for number, line in enumerate(self.workspace.lines(path)):
            marks = self._marks.get(line)
            if marks is None:
                marks = self._marks[line] = self._marks_of(line)
            if marks:
                data.append(number - last)
                data += marks
                last = number
        self._tokens_count += 1
        found = lsp.SemanticTokens(data, str(self._tokens_count))
        self._tokens[path] = found
        return found

    def token_changes(self, path: str, previous: str
                      ) -> lsp.SemanticTokens | lsp.SemanticTokensDelta:
        """Return how the semantic tokens differ from an earlier answer, or all tokens."""
        old = self._tokens.get(path)
        new = self.tokens(path)
        if old is None or old.result_id != previous:
            return new
        first = alike(old.data, new.data)
        last = alike(old.data[first:][::-1], new.data[first:][::-1])
        end = len(new.data) - last
        return lsp.SemanticTokensDelta([lsp.SemanticTokensEdit(
            first, len(old.data) - last - first, new.data[first:end])], new.result_id)

    def _marks_of(self, line: str) -> tuple[int, ...]:
        """Return the numbers of a line's tokens without the first number, which is the distance
        from the previous line with tokens."""
        found: list[int] = []
        last = 0
        for word in words_of(line):
            kind = TOKEN_OF.get(word.kind)
            if word.kind is Kind.OPERATION:
                kind = "macro" if word.text in self._macros else "keyword"
            if kind is None:
                continue
            start = self.column(line, word.start)
            found += [0, start - last, self.column(line, word.end) - start, TOKENS.index(kind), 0]
            last = start
        return tuple(found[1:])

    def formatting(self, path: str, first: int, last: int) -> list[lsp.TextEdit]:
        """Return the edits that put the lines from `first` to `last` into columns."""
        lines = self.workspace.text(path).split("\n")
        made = format_source(self.workspace.text(path)).split("\n")
        edits = []
        for number, line in enumerate(lines):
            new = made[number] if number < len(made) else ""
            if first <= number <= last and line.rstrip("\r") != new:
                place = lsp.Range(lsp.Position(number, 0), lsp.Position(
                    number, self.column(line.rstrip("\r"), len(line))))
                edits.append(lsp.TextEdit(place, new))
        return edits

    def renamed_files(self, files: list[tuple[str, str]]) -> lsp.WorkspaceEdit:
        """Return the edits that make INCLUDE and similar lines name files by their new paths.

        Args: files  old and new path of each file that is about to be renamed
        """
        changes: dict[str, list[lsp.TextEdit]] = {}
        for old, new in files:
            for file in self.workspace.sources_with(old):
                for number, line in enumerate(self.workspace.lines(file)):
                    if operation_of(line) not in FILE_OPERATIONS:
                        continue
                    for word in words_of(line):
                        name = included(word, file, old, new)
                        if name:
                            place = self.span(file, number, word.start + 1, word.end - 1)
                            changes.setdefault(self.uri(file), []).append(
                                lsp.TextEdit(place, name))
        return lsp.WorkspaceEdit(changes)

    def actions(self, path: str, place: lsp.Range) -> list[lsp.CodeAction]:
        """Return corrections for the diagnostics of a range, and the cost of its lines."""
        found = []
        lines = self.workspace.lines(path)
        made = self.workspace.program(path)
        for problem in self.problems(made):
            if problem.path != path or not place.start.line <= problem.line <= place.end.line:
                continue
            if lines[problem.line:problem.line + 1] != [problem.source]:
                continue        # it has changed, or a macro made it
            for fix in problem.fixes:
                where = self.span(path, problem.line, fix.start, fix.end)
                found.append(lsp.CodeAction(
                    title(fix, problem.source), lsp.CodeActionKind.QuickFix,
                    [self.diagnostic(problem)],
                    edit=lsp.WorkspaceEdit({self.uri(path): [lsp.TextEdit(where, fix.text)]})))
        if place.end.line > place.start.line:
            total = Cost()
            for line, cost in costs_by_line(made, path).items():
                if place.start.line <= line <= place.end.line:
                    total.add(cost)
            if total.size:
                found.append(lsp.CodeAction(
                    f"{total.size} bytes, {total.cycles()} cycles in these lines",
                    lsp.CodeActionKind.Empty))
        return found

    def lenses(self, path: str) -> list[lsp.CodeLens]:
        """Return the code lenses of a file: the costs of routines, and links to pictures of vector
        lists.  While the program has errors, the costs are the last ones that were known, so that
        the text does not jump."""
        made = self.workspace.program(path)
        profile = self.profiles.setdefault(made.root, Profile(made.root))
        if made.debug is not None:
            self._cases[path] = {name: (line, words)
                                 for line, name, words in worst_cases(made, path)}
        now = {name: line for line, name in self.workspace.index(path).labels}
        found = []
        for name, (line, words) in self._cases.get(path, {}).items():
            spent = profile.of(name)
            if made.debug is not None or name in now:
                found.append(self._lens(path, line if made.debug is not None else now[name],
                                        f"{words}; {spent}" if spent else words))
        for shape in self.shapes(path):
            cycles = shape.cycles()
            words = f"{shape.vectors} vectors" + (f", {cycles} cycles in {shape.routine}"
                                                  if cycles else "")
            found.append(self._lens(path, shape.line, f"show the list: {words}",
                                    SHOW_LIST, [self.uri(path), shape.name]))
        return found

    def _lens(self, path: str, line: int, title: str, command: str = "",
              arguments: list[Any] | None = None) -> lsp.CodeLens:
        return lsp.CodeLens(self.span(path, line, 0, 0),
                            lsp.Command(title, command, arguments=arguments))

    def inlays(self, path: str, place: lsp.Range) -> list[lsp.InlayHint]:
        """Return the cycles of each line in a range, to be shown after the line."""
        lines = self.workspace.lines(path)
        return [lsp.InlayHint(self.span(path, line, 0, -1).end, cost.cycles(), padding_left=True,
                              tooltip=f"{cost.size} bytes, {cost.cycles()} cycles")
                for line, cost in costs_by_line(self.workspace.program(path), path).items()
                if cost.most and place.start.line <= line <= place.end.line and line < len(lines)]

    def calls(self, path: str, name: str, *, incoming: bool
              ) -> list[tuple[lsp.CallHierarchyItem, list[lsp.Range]]]:
        """Return the routines that call a routine, or that the routine calls, with the places of
        the calls."""
        found: dict[str, list[lsp.Range]] = {}
        for file in self.files(path):
            for caller, targets in self.workspace.index(file).calls.items():
                for target, use in targets:
                    if (target if incoming else caller) == name:
                        found.setdefault(caller if incoming else target, []).append(
                            self.span(file, use.line, use.start, use.end))
        items = [(self.item(path, other), places) for other, places in found.items()]
        return [(item, places) for item, places in items if item is not None]

    def call_items(self, path: str, position: lsp.Position) -> list[lsp.CallHierarchyItem] | None:
        """Return the routine at a position for the call hierarchy."""
        found = self.name_at(path, position)
        item = self.item(path, found[1]) if found is not None else None
        return [item] if item is not None else None

    def item(self, path: str, name: str) -> lsp.CallHierarchyItem | None:
        """Return a routine as an item of the call hierarchy."""
        places = self.definition(path, name)
        if not places:
            return None
        return lsp.CallHierarchyItem(name, lsp.SymbolKind.Function, places[0].uri, places[0].range,
                                     places[0].range)

    def show_list(self, path: str, name: str) -> str:
        """Write the picture of a vector list to a temporary file; return its path."""
        for shape in self.shapes(path):
            if shape.name == name:
                handle, file = tempfile.mkstemp(".svg", f"{name}-")
                with os.fdopen(handle, "w", encoding="utf-8") as stream:
                    stream.write(shape.svg())
                return file
        return ""


def uri(path: str) -> str:
    """Return the URI of a path; a URI stays as it is."""
    return (from_fs_path(path) or Path(path).as_uri()) if is_file(path) else path


def included(word: Word, file: str, old: str, new: str) -> str:
    """Return the new name for the file name in a line, or "" if the line names another file.

    Args: file      the source with the line
          old, new  path of the renamed file
    """
    if word.kind is not Kind.STRING or word.end - word.start < 3:
        return ""
    name = word.text.strip("\"'").replace("\\", "/")
    depth = len(Path(name).parts)
    if Path(old).parts[-depth:] != Path(name).parts and \
            os.path.abspath(os.path.join(os.path.dirname(file), name)) != old:
        return ""
    folder = os.path.dirname(file)
    if os.path.abspath(os.path.join(folder, name)) != old:
        folder = str(Path(old).parents[depth - 1])      # a folder that INCLUDE searches
    return os.path.relpath(new, folder).replace(os.sep, "/")


def alike(old: Sequence[object], new: Sequence[object]) -> int:
    """Return how many elements at the beginning of two sequences are equal."""
    number, most = 0, min(len(old), len(new))
    while number < most and old[number:number + ALIKE_STEP] == new[number:number + ALIKE_STEP]:
        number += ALIKE_STEP
    while number < most and old[number] == new[number]:
        number += 1
    return min(number, most)
