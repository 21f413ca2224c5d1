"""The note that another assembler would generate different bytes: when it is given."""

from pathlib import Path

import pytest

from asm import assemble, assemble_file
from asm.output.program import Program
from asm.syntax.diagnostics import NOTE

ROOT = Path(__file__).parents[3]
AS09 = " direct $c8\n org 0\nmain sta late\n jmp main\n bss\n org $c890\nlate ds 1\n"


def notes(program: Program) -> list[str]:
    """Return the notes of a program, each with its place."""
    return [f"{found.line}: {found.text}" for found in program.diagnostics
            if found.severity == NOTE]


@pytest.mark.parametrize(("source", "note"), [
    (AS09, "3: as09 assembles this line to B7 C8 90, not 97 90"),
    (" org 0\nmain db 1\n lbra main\n", "3: as09 assembles this line to 20 FD, not 16 FF FC"),
    (" ifdef debug\n endif\nmain db 1\n lbra main\n",
     "4: vide assembles this line to 20 FD, not 16 FF FC"),
    (" LDA #1\nmain DB 1\n LBRA main\n", "3: vide assembles this line to 20 FD, not 16 FF FC"),
    ("main db 1\n leax main,pcr\n dw *\n", "3: vide assembles this line to 00 06, not 00 04"),
])
def test_the_first_line_of_other_bytes_is_told_once(source: str, note: str) -> None:
    """The note names the first line whose bytes differ; -Werror does not make it an error."""
    program = assemble(source, warnings=["error", "no-missing-hash"])
    assert program.ok and notes(program) == [note]
    assert program.warnings == [] and "error" not in program.messages()


@pytest.mark.parametrize("source", [
    " org 0\nmain nop\n jmp main\n lbra main\n",                # for no particular assembler
    "main db 1\n.again lbra .again\n jmp main\n",               # a kind of label that neither has
    "main db 1\n rept 2\n lbra main\n endr\n",
    " setdp 0\nmain fcb 1\n lbra main\n",
    "main db 1\n lda #2\n",                                     # the same bytes
    " org 0\n db 1\n org 8\n db 2\n",                           # the gaps differ, but no line
])
def test_who_is_not_accused(source: str) -> None:
    """There is no note if both originals refuse the source or agree on its bytes."""
    assert notes(assemble(source)) == []


@pytest.mark.parametrize("words", [{"dialect": "vecx"}, {"warnings": ["no-other-dialect"]},
                                   {"warnings": ["none"]}])
def test_who_names_a_dialect_is_left_alone(words: dict[str, object]) -> None:
    """There is no note if an argument, a switch or the first line names a dialect."""
    assert notes(assemble(AS09, **words)) == []  # type: ignore[arg-type]
    assert notes(assemble(";! dialect=vecx\n" + AS09)) == []
    assert notes(assemble(";! dialect=as09\n" + AS09)) == []


def test_named_sources_are_assembled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a dialect is named, the source is assembled only once."""
    from asm import assembly

    monkeypatch.setattr(assembly, "_with_difference", None)
    assert assemble(AS09, dialect="vecx").ok and assemble(";! dialect=vecx\n" + AS09).ok


def test_our_own_sources_are_not_accused() -> None:
    """The ROM and the games get no note."""
    for path in [*ROOT.glob("games/*.asm"), ROOT / "roms" / "exec.asm"]:
        program = assemble_file(path, include_dirs=[ROOT / "roms" / "include"])
        assert notes(program) == [], path
