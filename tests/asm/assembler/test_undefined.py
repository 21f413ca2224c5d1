"""What nothing defines: once for each name, at the place that helps."""

import pytest

from asm import Program, assemble


def shown(program: Program) -> list[tuple[int, str]]:
    """Line and text of each error."""
    return [(error.line, error.text) for error in program.errors]


def test_a_symbol_is_reported_once() -> None:
    """The other lines that use it are in a note; ten of them are enough."""
    program = assemble(" lda #1\n" + " ldx #nosuch\n" * 12)
    assert shown(program) == [(2, "`nosuch` is not defined")]
    assert [note.text for note in program.errors[0].notes] == [
        "also used in line 3, line 4, line 5, line 6, line 7, line 8, line 9, line 10, ..."]


def test_an_unknown_instruction_is_reported_once() -> None:
    """A word that is no instruction is one error, however often and in what case it is used."""
    program = assemble(" LDAA #1\n ldaa #2\n nop\n Ldaa #3\n ldq #1\n")
    assert shown(program) == [
        (1, "`LDAA` is not an instruction, a directive or a macro"),
        (5, "`ldq` is not an instruction, a directive or a macro")]
    assert [note.text for note in program.errors[0].notes] == ["also used in line 2, line 4"]


def test_an_instruction_in_column_1() -> None:
    """An instruction or directive that stands where labels do is named, not its operand."""
    assert shown(assemble("lda #1\norg $100\n")) == [
        (1, "`lda` in column 1 is read as a label, and `#1` as the instruction"),
        (2, "`org` in column 1 is read as a label, and `$100` as the instruction")]


def test_a_local_label_of_another_scope() -> None:
    """A local label is shown as written, and the hint says whose it is."""
    program = assemble("one nop\n.in nop\nx@ nop\ntwo bra .in\n bra x@\n bra .inn\n")
    assert shown(program) == [(4, "`.in` is not defined"), (5, "`x@` is not defined"),
                              (6, "`.inn` is not defined")]
    assert [error.hints[0].split(";")[0] for error in program.errors[:2]] == [
        "there is one.in", "there is one.x@"]


def test_a_missing_include_explains_missing_symbols() -> None:
    """Where an include cannot be read, five symbols are errors; it names the others itself."""
    source = ' include "nosuch.i"\n' + "".join(f" jsr r{n}\n" for n in range(20)) + " bra .l\n"
    program = assemble(source)
    assert [error.code for error in program.errors] == ["E033"] + 5 * ["E020"] + ["E020"]
    assert shown(program)[-1] == (22, "`.l` is not defined")
    assert program.errors[0].notes[0].text == (
        "15 more symbols are not defined, perhaps because of this: "
        "r5, r6, r7, r8, r9, r10, r11, r12, ...")


@pytest.mark.parametrize("opener", [" if 0", " rept 2", "m macro", " struct s", "s struct"])
def test_lost_lines_explain_missing_symbols(opener: str) -> None:
    """Nor does what an IF or a macro without end has swallowed become an error each."""
    uses = "".join(f" jsr r{n}\n" for n in range(20))
    program = assemble(uses + f"{opener}\n" + "".join(f"r{n} rts\n" for n in range(20)))
    cause, = [error for error in program.errors if error.code in ("E031", "E032")]
    assert cause.line == 21 and len(program.errors) == 6
    assert cause.notes[0].text.startswith("15 more symbols are not defined")


def test_symbols_that_define_each_other() -> None:
    """A circle is one error, at its first symbol, with the way round."""
    program = assemble(" lda #a\na equ b\nb equ c+1\nc equ a\n ldb #c\n")
    assert shown(program) == [(2, "`a` is defined in terms of itself: a -> b -> c -> a")]


def test_words_in_column_1() -> None:
    """A lone instruction or directive in column 1 is warned about; with a colon it is meant."""
    source = "nop\nendif\nENDR\nfill\nrepeat:\ndata: nop\nlda : nop\nloop\n"
    assert [(found.line, found.code) for found in assemble(source).diagnostics] == [
        (1, "label-mnemonic"), (2, "label-mnemonic"), (3, "label-mnemonic"), (4, "label-mnemonic")]
    assert shown(assemble("fill: nosuch\n")) == [
        (1, "`nosuch` is not an instruction, a directive or a macro")]
