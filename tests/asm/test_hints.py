"""Hints that propose an edit: the edited source assembles, without the diagnostic."""

import re
from pathlib import Path

import pytest

from asm import Program, assemble
from asm.syntax.diagnostics import Diagnostic, Edit, Hint
from asm.syntax.foreign_mnemonics import HABITS

ROOT = Path(__file__).parents[2]

# A source, the line of the diagnostic, and the line after the edit.  `|` ends a line.
CASES = [
    ("speed equ 5| lda #sped", 2, " lda #speed"),
    ("main bra .lop|.loop rts", 1, "main bra .loop"),
    (" lad #1", 1, " lda #1"),
    (" LAD #1", 1, " lda #1"),
    (" ldaa #1", 1, " lda #1"),
    (" INX", 1, " LEAX 1,X"),
    (" psha", 1, " pshs a"),
    ("put macro| nop| endm| putt", 4, " put"),
    (" dfb 1", 1, " fcb 1"),
    (" lda $#12", 1, " lda #$12"),
    (" lda #3C", 1, " lda #$3C"),
    (" lda #\u2019A", 1, " lda #'A"),
    (" fcb 1,\u201cAB\u201d", 1, ' fcb 1,"AB"'),
    (" lda #1// one", 1, " lda #1; one"),
    (" lda #1 // one", 1, " lda #1 ; one"),
    (" org 0| bne far| rmb 200|far rts", 2, " lbne far"),
    (" org 0| BNE far| rmb 200|far rts", 2, " LBNE far"),
    (" org 0|a BEQ far| rmb 200|far rts", 2, "a LBEQ far"),
    ("near lbra near", 1, "near bra near"),
    ("near jsr near", 1, "near bsr near"),
    (" lda 5", 1, " lda #5"),
    (" org 0| jsr $F192| fcc 'abc'| fcb $80", 3, " fcc 'ABC'"),
    (" lda <$D000", 1, "                setdp   $D0\n lda <$D000"),
    (" setdp $C8| lda <$D000", 2, " lda $D000"),
    (" lda <<500,x", 1, " lda 500,x"),
    (" lda <500,x", 1, " lda 500,x"),
    ("rts", 1, " rts"),
    ("lda #1", 1, " lda #1"),
    (" five equ 5", 1, "five equ 5"),
    (" lda #1 5", 1, " lda #1 ; 5"),
    ("table equ 500| lda table x", 2, " lda table,x"),
    (" lda x", 1, " lda ,x"),
    (" asl a", 1, " asla"),
    (" ASL A", 1, " ASLA"),
    (" jsr Wait_Recal", 1, '                include "vectrex.inc"\n jsr Wait_Recal'),
    (' include "vectrx.inc"', 1, ' include "vectrex.inc"'),
    (" include vectrx.inc", 1, ' include "vectrex.inc"'),
]


def made(source: str) -> Program:
    """Assemble a source with all warnings, next to the include file of the ROM."""
    return assemble(source, include_dirs=[ROOT / "roms" / "include"], warnings=["all"])


def applied(source: str, found: Diagnostic, edit: Edit) -> str:
    """Return the source after an edit of the line of a diagnostic."""
    lines = source.split("\n")
    line = lines[found.line - 1]
    assert line == found.place.text
    lines[found.line - 1] = line[:edit.start] + edit.text + line[edit.end:]
    return "\n".join(lines)


@pytest.mark.parametrize(("source", "number", "line"), CASES)
def test_an_edit_corrects_its_line(source: str, number: int, line: str) -> None:
    """The first edit of a diagnostic makes the expected line, and the result assembles."""
    source = source.replace("|", "\n")
    found = next(found for found in made(source).diagnostics
                 if found.line == number and found.fix is not None)
    assert found.fix is not None
    after = applied(source, found, found.fix)
    assert after.split("\n")[number - 1:number + line.count("\n")] == line.split("\n")
    program = made(after)
    assert program.ok, program.messages()
    assert found.code not in [other.code for other in program.diagnostics]


@pytest.mark.parametrize("word", HABITS)
def test_an_instruction_of_the_6809_assembles(word: str) -> None:
    """What the 6809 has in place of a word of another processor can be written as proposed."""
    error = made(f"here {word}").errors[0]
    if error.fix is not None:
        text = applied(f"here {word}", error, error.fix)
        operand = "" if " " in error.fix.text or made(text).ok else " here"
        program = made(text + (" 'a'" if error.fix.text == "fcc" else operand))
        assert program.ok, program.messages()


def test_every_alternative_is_an_edit() -> None:
    """A hint with two names has two edits; so has the hint about a missing `#`."""
    error = made("speed1 equ 1\nspeed2 equ 2\n lda #speed\n").errors[0]
    assert [edit.text for edit in error.fixes] == re.findall(r"speed\d", error.hints[0])
    warning = made(" lda 5\n").warnings[0]
    assert [edit.text for edit in warning.fixes] == ["#5", ">5"]


@pytest.mark.parametrize("source", [" macro\n nop\n endm\n", "x equ 5\n fcb 5+y\n", " move a,b\n",
                                    ' asset "a.svx"\n', " bra here,x\nhere nop\n"])
def test_advice_that_is_not_an_edit(source: str) -> None:
    """A hint that needs a decision of the author proposes no edit."""
    errors = made(source).errors
    assert errors and all(error.fix is None for error in errors)


def test_a_hint_is_a_text() -> None:
    """Hints compare equal to their texts."""
    assert Hint("did you mean a?", "a") == "did you mean a?"
