"""The answers of an Editor, without a connection."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types as lsp
from pygls.workspace import PositionCodec

from asm import assemble
from vecx.cli import run_command
from vecx.console.roms import include_dirs
from vecx.language.editor import TOKENS, Editor, uri
from vecx.language.settings import settings_of
from vecx.language.workspace import Workspace

GAME = """\
            include "vectrex.inc"
            org     0
            fcc     "g GCE 2026"
            fcb     $80
            fdb     Music_1
            fcb     $F8,$50,$20,-28
            fcc     "T"
            fcb     $80,0
SPEED       equ     5
square      macro   size,side
            lda     #size*SPEED
            endm
main        jsr     Wait_Recal
.again      square  3,4
            bsr     part_draw       ; é 🙂 then
            bra     .again
            include "part.asm"
"""
PART = """\
; part_draw: draw a triangle
;   in       DP = $D0
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 1000            vectors <= 3
;   stack    2
part_draw   ldx     #shape
            jmp     Draw_VLc
shape       fcb     2
            fcb     64,32
            fcb     -64,32
            fcb     0,-64
"""


class Server:
    """The part of a server that an Editor uses."""

    def __init__(self) -> None:
        self.workspace = self
        self.position_codec = PositionCodec()
        self.sent: dict[str, list[lsp.Diagnostic]] = {}

    def text_document_publish_diagnostics(self, given: lsp.PublishDiagnosticsParams) -> None:
        self.sent[Path(given.uri).name] = list(given.diagnostics)
        self.last = given


@pytest.fixture
def editor(tmp_path: Path) -> Any:
    """Return an editor with the game and its part open; `at` finds a position."""
    (tmp_path / "game.asm").write_text(GAME)
    (tmp_path / "part.asm").write_text(PART)
    made = Editor(Server())         # type: ignore[arg-type]
    made.workspace.folders = [str(tmp_path)]
    for name, text in (("game.asm", GAME), ("part.asm", PART)):
        made.workspace.open(str(tmp_path / name), text)
    made.folder = tmp_path          # type: ignore[attr-defined]
    return made


def at(text: str, before: str, behind: str) -> lsp.Position:
    """Return the position in `text` between two consecutive texts."""
    place = text.index(before + behind) + len(before)
    line = text.count("\n", 0, place)
    head = text[text.rfind("\n", 0, place) + 1:place]
    return lsp.Position(line, len(head.encode("utf-16-le")) // 2)


def path(editor: Any, name: str) -> str:
    return str(editor.folder / name)


def change(editor: Any, name: str, old: str, new: str) -> list[lsp.Diagnostic]:
    """Change a text as a user who types; return its diagnostics."""
    whole = path(editor, name)
    text = editor.workspace.text(whole)
    assert old in text
    editor.workspace.open(whole, text.replace(old, new, 1))
    editor.publish(whole)
    return list(editor.server.sent[name])


def test_diagnostics_are_those_of_the_assembler(editor: Any) -> None:
    """Diagnostics have code, columns and hint, also in unsaved included files."""
    found, = change(editor, "part.asm", "#shape", "#shap")
    assert (found.code, found.range.start, found.range.end.character) == (
        "E020", lsp.Position(5, 21), 25) and "did you mean shape?" in found.message
    assert change(editor, "part.asm", "#shap\n", "#shape\n") == []
    wrong = change(editor, "game.asm", "lda     #size*SPEED", "lda     #size*SPED")
    assert wrong[0].range.start.line == 13 and wrong[0].related_information
    assert wrong[0].related_information[0].location.range.start.line == 10


def test_columns_count_utf16_units(editor: Any) -> None:
    """A character beyond 16 bits counts as two columns, unless the client differs."""
    found, = change(editor, "game.asm", "bsr     part_draw       ; é 🙂 then",
                    "fcc     /🙂/,parts")
    assert (found.range.start.character, found.range.end.character) == (25, 30)
    position = lsp.Position(14, 23)
    assert editor.place(path(editor, "game.asm"), position)[2] == 22


def test_a_file_belongs_to_the_program_that_includes_it(editor: Any) -> None:
    """A file belongs to the program that includes it, or is one itself."""
    assert [Path(made.root).name for made in editor.workspace.programs(path(editor, "part.asm"))] \
        == ["game.asm"]
    other = Workspace()
    other.folders = [str(editor.folder)]
    other.open(path(editor, "part.asm"), PART)
    assert Path(other.program(path(editor, "part.asm")).root).name == "game.asm"
    (editor.folder / "game.asm").unlink()
    other.changed(path(editor, "game.asm"))
    assert Path(other.program(path(editor, "part.asm")).root).name == "part.asm"


def test_hover(editor: Any) -> None:
    """Hover works for symbols, instructions, ROM routines, macros, numbers and lists."""
    def hover(name: str, text: str, before: str, behind: str) -> str:
        return editor.hover(path(editor, name), at(text, before, behind)).contents.value

    assert "= $5 = 5" in hover("game.asm", GAME, "size*", "SPEED")
    assert "| immediate8 | 86 | 2 | 2 |" in hover("game.asm", GAME, "", "lda ")
    rom = hover("part.asm", PART, "jmp     ", "Draw_VLc")
    assert "`Draw_VLc` $F3CE" in rom and "RAM: `Vec_Misc_Count`" in rom
    assert "\n    jsr Draw_VLc" in rom, "names in code have no marks"
    called = hover("game.asm", GAME, ".again      ", "square")
    assert "square size,side" in called and "lda     #3*SPEED" in called
    assert "$F8 · 248 · %11111000 · -8 as a signed byte" in hover(
        "game.asm", GAME, "fcb     ", "$F8")
    drawn = hover("game.asm", GAME, "bsr     ", "part_draw")
    assert "cycles: <= 1000" in drawn and "draw a triangle" in drawn
    assert "data:image/svg+xml;base64," in hover("part.asm", PART, "fcb     ", "-64,32")


def test_definitions_and_references(editor: Any) -> None:
    """Definitions and references work across files, macros, labels and contract blocks."""
    game, part = path(editor, "game.asm"), path(editor, "part.asm")
    where, = editor.definitions_at(game, at(GAME, "bsr     ", "part_draw"))
    assert (where.uri, where.range.start) == (uri(part), lsp.Position(5, 0))
    assert editor.definitions_at(game, at(GAME, "bra     ", ".again"))[0].range.start.line == 13
    assert editor.definitions_at(game, at(GAME, ".again      ", "square"))[0].range.start.line == 9
    assert editor.definitions_at(game, at(GAME, "", '"part.asm"'))[0].uri == uri(part)
    assert "vectrex.inc" in editor.definitions_at(game, at(GAME, "jsr     ", "Wait_Recal"))[0].uri
    uses = editor.references(part, at(PART, "", "part_draw   ldx"), defined=True)
    assert sorted((Path(use.uri).name, use.range.start.line) for use in uses) == [
        ("game.asm", 14), ("part.asm", 0), ("part.asm", 5)]


def test_both_banks_are_known(tmp_path: Path) -> None:
    """Symbols, costs and diagnostics cover the second bank."""
    source = """\
            bank    0
            org     0
zero        jsr     part
part        nop
            rts
            bank    1
            org     0
            fcc     "g GCE 2026"
            fcb     $80
            fdb     0
            fcb     $F8,$50,$20,-28
            fcc     "T"
            fcb     $80,0
one         bsr     two
            bra     one
two         ldx     #line
            jmp     Draw_VLc
line        fcb     0,64,64
Draw_VLc    equ     $F3CE
"""
    editor, file = Editor(Server()), str(tmp_path / "two.asm")      # type: ignore[arg-type]
    editor.workspace.open(file, source)
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0))
    assert {hint.position.line for hint in editor.inlays(file, whole)} == {
        2, 3, 4, 13, 14, 15, 16}
    assert editor.definitions_at(file, at(source, "bra     ", "one"))[0].range.start.line == 13
    lenses = {lens.range.start.line: lens.command.title for lens in editor.lenses(file)}
    assert lenses[3] == "at most 7 cycles" and lenses[15].startswith("cycles unknown")
    assert lenses[17].startswith("show the list: 1 vectors, ")
    editor.workspace.open(file, source.replace("bra     one", "bra     three"))
    editor.publish(file)
    assert editor.server.sent["two.asm"][0].range.start.line == 14     # type: ignore[attr-defined]


def test_two_workspaces(tmp_path: Path) -> None:
    """Files of the same name in two folders belong to different programs."""
    editor = Editor(Server())       # type: ignore[arg-type]
    editor.workspace.folders = [str(tmp_path / "a"), str(tmp_path / "b")]
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        for file, text in (("main.asm", f' include "part.asm"\n lda #{name}\n'),
                           ("part.asm", f"{name} equ 7\n")):
            (tmp_path / name / file).write_text(text)
            editor.workspace.open(str(tmp_path / name / file), text)
    for name in ("a", "b"):
        part = str(tmp_path / name / "part.asm")
        assert editor.workspace.program(part).root == str(tmp_path / name / "main.asm")
        assert len(editor.references(part, lsp.Position(0, 0), defined=True)) == 2


def test_rename(editor: Any) -> None:
    """A routine, with its contract block, and a local label can be renamed; the bytes are the same.

    Instructions and names that are already used are refused.
    """
    game = path(editor, "game.asm")
    before = editor.workspace.program(game).program.image
    for text, place, new in ((GAME, at(GAME, "bsr     ", "part_draw"), "triangle"),
                             (GAME, at(GAME, "bra     ", ".again"), ".loop")):
        edit = editor.rename(game, place, new)
        for name in ("game.asm", "part.asm"):
            lines = editor.workspace.text(path(editor, name)).split("\n")
            for one in sorted(edit.changes.get(uri(path(editor, name)), ()),
                              key=lambda one: -one.range.start.character):
                row = lines[one.range.start.line]
                lines[one.range.start.line] = row[:one.range.start.character] + one.new_text \
                    + row[one.range.end.character:]
            editor.workspace.open(path(editor, name), "\n".join(lines))
        assert text is GAME
    assert editor.workspace.program(game).program.image == before
    changed = editor.workspace.text(game) + editor.workspace.text(path(editor, "part.asm"))
    assert "part_draw" not in changed and ".again" not in changed and "; triangle: draw" in changed
    for new, words in (("lda", "instruction"), ("SPEED", "already used"), ("1x", "cannot be"),
                       (".x", "cannot be"), ("a b", "cannot be")):
        with pytest.raises(ValueError, match=words):
            editor.rename(game, at(GAME, "", "main  "), new)
    with pytest.raises(ValueError, match="not part of the workspace"):
        editor.rename(game, at(GAME, "jsr     ", "Wait_Recal"), "wait")


def test_completion(editor: Any) -> None:
    """Operations, ROM routines, symbols and files are completed, but not in comments."""
    game = path(editor, "game.asm")

    def labels(before: str, behind: str) -> dict[str, lsp.CompletionItem]:
        return {item.label: item for item in
                editor.completions(game, at(GAME, before, behind))}

    operations = labels("main        ", "jsr")
    assert {"lda", "fcb", "square", "include", "Draw_VLc"} <= operations.keys()
    edit = operations["Draw_VLc"].text_edit
    assert isinstance(edit, lsp.TextEdit)
    assert edit.new_text == "ldx     #${1:x}\n\tjsr     Draw_VLc"
    assert {"part_draw", "Wait_Recal", ".again"} <= labels("bra     ", ".again").keys()
    assert {"part.asm", "vectrex.inc"} <= labels('include "', "part").keys()
    assert labels("; é 🙂 ", "then") == {}


@pytest.mark.parametrize("dialect, offered, hidden", [
    ("vecx", "fcb if rept db", ".db .if pragma"), ("as09", "fcb db if", "ifdef rept .db fcn"),
    ("vide", "db ifdef cmap", "rept fqb pragma"),
    ("lwasm", "fcb pragma rept fdbs", "direct .db ram"),
    ("asxxxx", ".db .if .macro ==", "fcb if macro db")])
def test_completion_offers_the_directives_of_the_dialect(
        dialect: str, offered: str, hidden: str, tmp_path: Path) -> None:
    """Completion offers the directives of the program's dialect."""
    editor = Editor(Server())       # type: ignore[arg-type]
    main, part = str(tmp_path / "main.asm"), str(tmp_path / "part.asm")
    editor.workspace.open(part, " \n")
    editor.workspace.open(main, f';! dialect={dialect}\n include "part.asm"\n')
    labels = {item.label for item in editor.completions(part, lsp.Position(0, 1))}
    assert set(offered.split()) <= labels and labels.isdisjoint(hidden.split())


def test_signatures(editor: Any) -> None:
    """Signature help shows a macro's parameters and a ROM routine's inputs."""
    found = editor.signature(path(editor, "game.asm"), at(GAME, "square  3,", "4"))
    assert found.signatures[0].label == "square size,side" and found.active_parameter == 1
    found = editor.signature(path(editor, "part.asm"), at(PART, "Draw_", "VLc"))
    assert "X -> n - 1, n lines" in found.signatures[0].label


def test_symbols_folds_and_tokens(editor: Any) -> None:
    """The outline has local labels below their global one; tokens ascend."""
    game = path(editor, "game.asm")
    names = {symbol.name: [child.name for child in symbol.children or ()]
             for symbol in editor.symbols(game)}
    assert names["main"] == [".again"] and {"SPEED", "square"} <= names.keys()
    assert (9, 11) in editor.workspace.index(game).folds
    assert (0, 4) in editor.workspace.index(path(editor, "part.asm")).folds
    data = editor.tokens(game).data
    assert len(data) % 5 == 0 and all(number >= 0 for number in data)
    kinds = {TOKENS[kind] for kind in data[3::5]}
    assert {"keyword", "macro", "function", "variable", "number", "string", "comment"} <= kinds
    assert [symbol.name for symbol in editor.workspace_symbols("PART_")] == ["part_draw"]


def test_changed_tokens(editor: Any) -> None:
    """Applying the token changes to the old tokens gives the new ones."""
    game = path(editor, "game.asm")
    old = editor.tokens(game)
    for before, after in (("lda ", "\n  lda "), ("square  3", "other  3"), ("square  ", "sq  "),
                          (GAME, "")):
        text = editor.workspace.text(game)
        editor.workspace.open(game, text.replace(before, after, 1) if after else after)
        new = editor.token_changes(game, old.result_id)
        edit, = new.edits
        assert len(edit.data) < 60
        made = [*old.data[:edit.start], *edit.data, *old.data[edit.start + edit.delete_count:]]
        assert editor.token_changes(game, "unknown").data == made
        old = editor.tokens(game)


def test_formatting_is_that_of_the_formatter(editor: Any) -> None:
    """Files and selected lines are formatted as by the formatter."""
    game = path(editor, "game.asm")
    editor.workspace.open(game, "x lda #1 ; one\ny LDB #2\n")
    edits = editor.formatting(game, 0, 99)
    assert [edit.new_text for edit in edits] == [
        "x               lda     #1              ; one", "y               ldb     #2"]
    assert [edit.range.start.line for edit in editor.formatting(game, 1, 1)] == [1]


@pytest.mark.parametrize("line, new", [
    (" lda #SPED", " lda #SPEED"), (" lda “x”", ' lda "x"'),
    (" ldd #1 // two", " ldd #1 ; two"), (" lda FIVE", " lda #FIVE"),
    (' fcc "Hello",$80', ' fcc "HELLO",$80'), (" bne far", " lbne far")])
def test_hints_can_be_applied(line: str, new: str, tmp_path: Path) -> None:
    """Each correction applies the hint, and changes nothing else."""
    source = f" org 0\n{line}\nSPEED equ 7\nFIVE equ 5\n jsr wait\n rmb 200\nfar rts\n" \
        "wait equ $F192\n"
    editor = Editor(Server())       # type: ignore[arg-type]
    file = str(tmp_path / "a.asm")
    editor.workspace.open(file, source)
    actions = editor.actions(file, lsp.Range(lsp.Position(1, 0), lsp.Position(1, 9)))
    edits = [action.edit.changes[uri(file)][0] for action in actions if action.edit]
    made = [line[:edit.range.start.character] + edit.new_text + line[edit.range.end.character:]
            for edit in edits]
    assert new in made


def test_corrections_are_for_the_line_as_it_is(tmp_path: Path) -> None:
    """The line of a macro is not corrected at its call; a macro without a name has no edit."""
    editor = Editor(Server())       # type: ignore[arg-type]
    for source in ("put macro a\n lda #sped+a\n endm\n put 1\nspeed equ 7\n",
                   " macro\n nop\n endm\n"):
        file = str(tmp_path / "a.asm")
        editor.workspace.open(file, source)
        assert editor.problems(editor.workspace.program(file))
        assert editor.actions(file, lsp.Range(lsp.Position(0, 0), lsp.Position(0, 9))) == []
        assert not [action for action in editor.actions(
            file, lsp.Range(lsp.Position(0, 0), lsp.Position(4, 0))) if action.edit]


def test_costs(editor: Any) -> None:
    """Costs are shown for routines, lists, lines and selections."""
    part = path(editor, "part.asm")
    titles = [lens.command.title for lens in editor.lenses(part)]
    assert titles[0] == "<= 1000 cycles according to its contract"
    assert "show the list: 3 vectors" in titles[-1] and "cycles in Draw_VLc" in titles[-1]
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0))
    hints = {hint.position.line: hint.label for hint in editor.inlays(part, whole)}
    assert hints == {5: "3", 6: "4"}
    picked = editor.actions(part, lsp.Range(lsp.Position(5, 0), lsp.Position(6, 9)))
    assert [action.title for action in picked] == ["6 bytes, 7 cycles in these lines"]
    shown = Path(editor.show_list(part, "shape"))
    assert shown.read_text().count("<line ") == 3
    shown.unlink()


def test_lenses_stay_while_the_program_has_an_error(editor: Any) -> None:
    """The costs are those before the error, at the present lines of the labels."""
    main = path(editor, "game.asm")
    before = editor.lenses(main)
    assert [lens.command.title for lens in before] == ["waits for the next frame in Wait_Recal"]
    assert change(editor, "game.asm", "main        jsr", "\n lda #nothing\nmain        jsr")
    after = editor.lenses(main)
    assert [lens.command.title for lens in after] == [lens.command.title for lens in before]
    assert after[0].range.start.line == before[0].range.start.line + 2
    change(editor, "game.asm", "main        jsr", "start       jsr")
    assert editor.lenses(main) == []


def test_diagnostics_have_the_version_and_the_uri_of_the_client(editor: Any) -> None:
    """The version is that of the text, and the URI is written as the client writes it."""
    main = path(editor, "game.asm")
    own = uri(main).replace("game", "g%61me")
    editor.workspace.versions[main], editor.workspace.uris[main] = 12, own
    editor.publish(main)
    assert (editor.server.last.uri, editor.server.last.version) == (own, 12)
    editor.workspace.close(main)
    editor.withdraw(main)
    assert (editor.server.last.uri, editor.server.last.version) == (uri(main), None)


def test_advice_is_used_if_the_text_has_not_changed(tmp_path: Path) -> None:
    """Advice about another dialect is computed apart; it is dropped after a change."""
    main = str(tmp_path / "game.asm")
    editor = Editor(Server())       # type: ignore[arg-type]
    editor.workspace.advise = False
    editor.workspace.open(main, "\tdirect 5\n lda <$05\n")
    plain = editor.workspace.program(main)
    work = editor.workspace.advice(main)
    assert editor.workspace.accept(work())
    assert editor.workspace.program(main) is not plain
    assert len(editor.workspace.program(main).program.found) >= len(plain.program.found)
    work = editor.workspace.advice(main)
    editor.workspace.open(main, " rts\n")
    assert not editor.workspace.accept(work())


def test_a_macro_counts_where_it_is_called(tmp_path: Path,
                                           monkeypatch: pytest.MonkeyPatch) -> None:
    """A macro's cost is shown at its call."""
    editor = Editor(Server())       # type: ignore[arg-type]
    library, main = str(tmp_path / "library.asm"), str(tmp_path / "main.asm")
    editor.workspace.open(library, "twice macro\n nop\n nop\n endm\n")
    editor.workspace.open(main, ' include "library.asm"\n twice\n rept 2\n inca\n endr\n')
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(9, 0))
    assert [(hint.position.line, hint.label) for hint in editor.inlays(main, whole)] == [
        (1, "4"), (2, "4")]
    assert editor.inlays(library, whole) == []
    counted: list[Any] = []
    monkeypatch.setattr("vecx.language.costs.cycles_of",
                        lambda item: counted.append(item) or (1, 1))
    assert editor.inlays(main, whole) and not counted
    editor.workspace.open(main, ' include "library.asm"\n twice\n')
    assert editor.inlays(main, whole) and len(counted) == 2


def test_calls(editor: Any) -> None:
    """The call hierarchy shows callers and called routines."""
    game = path(editor, "game.asm")
    item, = editor.call_items(game, at(GAME, "bsr     ", "part_draw"))
    assert item.name == "part_draw"
    assert [(caller.name, len(places)) for caller, places in
            editor.calls(game, "part_draw", incoming=True)] == [("main", 1)]
    assert {callee.name for callee, _ in editor.calls(game, "main", incoming=False)} >= {
        "Wait_Recal", "part_draw"}


def test_findings_of_the_last_strict_run(editor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Strict findings are shown at their lines until the lines change."""
    monkeypatch.chdir(editor.folder)
    game = path(editor, "game.asm")
    text = GAME.replace("jsr     Wait_Recal", "nop")
    Path(game).write_text(text)
    editor.workspace.open(game, text)
    run_command(["budget", "game.asm", "--frames", "500", "--strict", "--sarif", "game.sarif"])
    editor.publish(game)
    found = [one for names in editor.server.sent.values() for one in names]
    assert "no-refresh" in [one.code for one in found]
    editor.workspace.open(path(editor, "part.asm"), PART.replace("jmp     Draw_VLc", "jmp Draw_VLc "
                                                                 "\n nop"))
    editor.workspace.open(game, text.replace("bsr     part_draw", "jsr     part_draw"))
    editor.publish(game)
    lines = [one.range.start.line for one in editor.server.sent["game.asm"]
             if one.code == "no-refresh"]
    assert 14 not in lines


def test_a_file_that_is_gone_an_include_loop_and_damaged_settings(editor: Any) -> None:
    """Bad input causes a diagnostic or nothing, never an exception."""
    Path(path(editor, "part.asm")).unlink()
    editor.publish(path(editor, "game.asm"))
    assert editor.server.sent["game.asm"] == []       # the open text counts
    editor.workspace.close(path(editor, "part.asm"))
    editor.publish(path(editor, "game.asm"))
    assert "E033" in [one.code for one in editor.server.sent["game.asm"]]
    found = change(editor, "game.asm", '"part.asm"', '"game.asm"')
    assert found and editor.tokens(path(editor, "game.asm"))
    wrong = settings_of({"defines": 5, "include": "x", "dialect": "nosuch", "optimise": False,
                         "warnings": ["all", "nosuch"]})
    assert (wrong.options.dialect, wrong.options.optimise) == (None, False)
    assert [fault.split("`")[1] for fault in wrong.faults] == [
        "dialect", "defines", "include", "warnings"]
    assert settings_of(None).options.optimise and settings_of([]).faults
    assert settings_of({"defines": {"N": 3}, "warnings": ["all"]})[1:] == (("all",), ())


def test_what_an_editor_sees_is_what_the_assembler_says(editor: Any) -> None:
    """After edits, the answers equal those for the text from scratch."""
    game = path(editor, "game.asm")
    for old, new in (("SPEED       equ     5", "SPEED       equ     500"), ("bsr ", "bsx "),
                     ("bsx ", "bsr "), ("endm", "end"), ("end\n", "endm\n"), ("main ", "mein ")):
        text = editor.workspace.text(game).replace(old, new, 1)
        editor.workspace.open(game, text)
        fresh = assemble(text, name=game, include_dirs=include_dirs())
        mine = editor.workspace.program(game).program
        assert (mine.image, [str(found) for found in mine.found]) == (
            fresh.image, [str(found) for found in fresh.found])


# Everything on which the statements of a line may depend.
RICH = GAME.replace('            include "part.asm"\n', """\
wait        macro   count
            local   again
            ldb     #count
again       decb
            bne     again
            endm
            wait    5
            setdp   $D0
            lda     <$D00D
            ifdef   SPEED
            ldx     #table
            else
            ldx     #0
            endif
            include "part.asm"
table       rept    3
            fcb     1,2,SPEED
            endr
            if      table>$100
            nop
            endif
            lda     last,pcr
            setdp   -1
            sta     cell
            code
last        rts
            bss
            org     $C880
cell        rmb     SPEED
other       rmb     2
""")
PIECES = ["\n", " ", ";", '"', "'", "lda ", "#", "$", "part_draw", ".again", "endm", "macro x",
          "if 1", "include ", "é", "🙂", "\t", "\r\n", "1", ",", "rept 3", "equ", ":", "\f",
          "org $8000", "struct s", "endif\n", "else\n", " bank 1\n", " setdp $C8\n", "x set 1\n",
          " opt\n", "\nmain nop", " wait 3\n", "endr\n", " cmap \"A\",1\n", ";@cycles <= 9\n"]


@settings(max_examples=8)
@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1), st.integers(0, 12),
                          st.sampled_from(PIECES) | st.text(max_size=3)), min_size=1, max_size=8))
def test_random_edits(edits: list[tuple[bool, float, int, str]]) -> None:
    """After any edits the diagnostics are those of an assembly from scratch, and every request
    has an answer."""
    folder = Path("/nowhere")
    editor = Editor(Server())       # type: ignore[arg-type]
    editor.workspace.folders = [str(folder)]
    texts = {str(folder / "game.asm"): RICH, str(folder / "part.asm"): PART}
    for name, text in texts.items():
        editor.workspace.open(name, text)
    for in_part, where, removed, added in edits:
        name = [*texts][in_part]
        at_ = round(where * len(texts[name]))
        texts[name] = texts[name][:at_] + added + texts[name][at_ + removed:]
        editor.workspace.open(name, texts[name])
        for made in editor.workspace.programs(name):
            fresh = assemble(texts[made.root], name=made.root, include_dirs=include_dirs(),
                             texts=texts)
            assert [str(found) for found in fresh.found] == [
                str(found) for found in made.program.found]
            assert made.program.image == fresh.image
            assert [(name, symbol.value, symbol.line) for name, symbol in
                    made.program.symbols.items()] == [
                (name, symbol.value, symbol.line) for name, symbol in fresh.symbols.items()]
        line = texts[name].count("\n", 0, at_)
        position, everything = lsp.Position(line, 5), lsp.Range(lsp.Position(0, 0),
                                                               lsp.Position(999, 0))
        editor.publish(name)
        editor.hover(name, position)
        editor.completions(name, position)
        editor.signature(name, position)
        editor.definitions_at(name, position)
        editor.references(name, position, defined=True)
        editor.renamed(name, position)
        editor.symbols(name)
        editor.token_changes(name, str(editor.tokens(name).result_id))
        editor.formatting(name, 0, 999)
        editor.actions(name, everything)
        editor.lenses(name)
        editor.inlays(name, everything)
        editor.call_items(name, position)


SHIP = '<svg viewBox="0 0 9 9">\n<path id="lda" d="M1 1H8V8Z"/>\n</svg>\n'


def test_drawings_are_sources(editor: Any) -> None:
    """Labels lead to the drawing, and changes of it or mistakes in it are noticed.

    The words in it are not names of the program.
    """
    ship = editor.folder / "ship.svg"
    ship.write_text(SHIP)
    line = 'hull        asset   "ship.svg", form=vlp'
    assert change(editor, "game.asm", '            include "part.asm"',
                  f'            ldx     #hull\n            include "part.asm"\n{line}') == []
    game = editor.workspace.text(path(editor, "game.asm"))
    place, = editor.definitions_at(path(editor, "game.asm"), at(game, "ldx     #", "hull"))
    assert place.uri.endswith("ship.svg") and place.range.start.line == 1
    place, = editor.definitions_at(path(editor, "game.asm"), at(game, 'asset   "', "ship"))
    assert place.uri.endswith("ship.svg") and place.range.start.line == 0
    assert editor.workspace.index(str(ship)).uses == {}
    offered = {offer.label for offer in editor.completions(
        path(editor, "game.asm"), at(game, 'asset   "', "ship"))}
    assert "ship.svg" in offered and "part.asm" not in offered
    ship.write_text(SHIP.replace("H8", "Hx"))
    editor.workspace.changed(str(ship))
    editor.publish(path(editor, "game.asm"))
    found, = editor.server.sent["game.asm"]
    assert found.code == "E042" and "line 2: path `lda`" in found.message
    ship.write_text(SHIP)
    editor.workspace.changed(str(ship))
    editor.publish(path(editor, "game.asm"))
    assert editor.server.sent["game.asm"] == []
