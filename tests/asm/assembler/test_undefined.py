"""Undefined names: each is reported once, at the most helpful place."""

from pathlib import Path

import pytest

from asm import Program, assemble


def shown(program: Program) -> list[tuple[int, str]]:
    """Return line and text of each error."""
    return [(error.line, error.text) for error in program.errors]


def test_a_symbol_is_reported_once() -> None:
    """The other lines that use an undefined symbol are in a note of at most ten lines."""
    program = assemble(" lda #1\n" + " ldx #nosuch\n" * 12)
    assert shown(program) == [(2, "`nosuch` is not defined")]
    assert [note.text for note in program.errors[0].notes] == [
        "also used in line 3, line 4, line 5, line 6, line 7, line 8, line 9, line 10, ..."]


def test_an_unknown_instruction_is_reported_once() -> None:
    """An unknown instruction is one error, whatever its case and however often it is used."""
    program = assemble(" LDAA #1\n ldaa #2\n nop\n Ldaa #3\n ldq #1\n")
    assert shown(program) == [
        (1, "`LDAA` is not an instruction, a directive or a macro"),
        (5, "`ldq` is not an instruction, a directive or a macro")]
    assert [note.text for note in program.errors[0].notes] == ["also used in line 2, line 4"]


def test_an_instruction_in_column_1() -> None:
    """An instruction in the column of labels is reported, and not its operand."""
    assert shown(assemble("lda #1\norg $100\n")) == [
        (1, "`lda` in column 1 is read as a label, and `#1` as the instruction"),
        (2, "`org` in column 1 is read as a label, and `$100` as the instruction")]


def test_a_local_label_of_another_scope() -> None:
    """A local label is shown as written, and the hint names the label that it belongs to."""
    program = assemble("one nop\n.in nop\nx@ nop\ntwo bra .in\n bra x@\n bra .inn\n")
    assert shown(program) == [(4, "`.in` is not defined"), (5, "`x@` is not defined"),
                              (6, "`.inn` is not defined")]
    assert [error.hints[0].split(";")[0] for error in program.errors[:2]] == [
        "there is one.in", "there is one.x@"]


def test_a_missing_include_explains_missing_symbols() -> None:
    """The message about a missing include lists the undefined symbols and instructions."""
    source = ' include "nosuch.i"\n' + "".join(f" jsr r{n}\n" for n in range(41)) + \
        " bra .l\n zzzz 5\n lad #1\n"
    program = assemble(source)
    assert shown(program) == [
        (1, "no such file `nosuch.i`"), (43, "`.l` is not defined"),
        (45, "`lad` is not an instruction, a directive or a macro")]
    names = ", ".join(f"r{n}" for n in range(40))
    assert [note.text for note in program.errors[0].notes] == [
        f"these names may be undefined for this reason: {names}, ..."]
    few = assemble(' include "nosuch.i"\n jsr r1\n jsr r2\n jsr r1\n').errors
    assert [error.code for error in few] == ["E033", "E020", "E020"] and not few[0].notes
    assert few[1].notes[0].text == "also used in line 4"


def test_names_of_the_rom_are_told_where_they_are(tmp_path: Path) -> None:
    """For names of the ROM, in any case, one message says which include is missing."""
    (tmp_path / "vectrex.inc").write_text("Wait_Recal equ $F192\nMoveto_d equ $F312\n")
    program = assemble(" jsr Wait_recal\n jsr Moveto_d\n jsr mine\n", include_dirs=[tmp_path])
    assert shown(program) == [(1, "`Wait_recal` is not defined; the ROM's name is Wait_Recal"),
                              (3, "`mine` is not defined")]
    first = program.errors[0]
    assert first.hints == ['write `include "vectrex.inc"` above: it defines Wait_Recal']
    assert first.notes[0].text == "it also defines Moveto_d"
    other = assemble(" jsr Wait_Recal\n jsr wait_recal\n", include_dirs=[tmp_path]).errors[0]
    assert other.notes[0].text == "it also defines Wait_Recal (not wait_recal)"
    there = assemble(' include "vectrex.inc"\n jsr Wait_recal\n', include_dirs=[tmp_path])
    assert there.errors[0].hints == ["did you mean Wait_Recal?"]


def test_swapped_letters_are_the_nearest() -> None:
    """Among several similar words, the hint suggests the one with two letters swapped."""
    program = assemble(" lad #1\n rst\n jrs 5\n lda #sepeds\nspeed equ 5\nspeeds equ 5\n")
    assert [error.hints for error in program.errors] == [
        ["did you mean lda?"], ["did you mean rts?"], ["did you mean jsr?"],
        ["did you mean speeds?"]]


@pytest.mark.parametrize("dialect", ["vecx", "lwasm"])
def test_a_hint_never_names_what_is_written_or_what_no_source_can_say(dialect: str) -> None:
    """A hint suggests neither the word as written nor an internal name."""
    source = "one nop\n\nx@ nop\n.CMDL2 nop\n\ntwo bra x@\n bra .CMDL2\n bra xy@\n"
    for error in assemble(source, dialect=dialect).errors:
        written = error.place.text[error.start:error.end]
        for hint in error.hints:
            assert f"mean {written}?" not in hint and "scope" not in hint


def test_an_open_if_is_told_beside_the_other_errors() -> None:
    """An IF without ENDIF is reported together with errors above and inside it."""
    program = assemble(" lda\n ldx #nosuch\n if 1\n ldq 5\n")
    assert sorted((error.line, error.code) for error in program.errors) == [
        (1, "E002"), (2, "E020"), (3, "E031"), (4, "E010")]


@pytest.mark.parametrize("opener", [" if 0", " rept 2", "m macro", " struct s", "s struct"])
def test_lost_lines_explain_missing_symbols(opener: str) -> None:
    """Symbols lost in an IF or a macro without an end are not reported one by one."""
    uses = "".join(f" jsr r{n}\n" for n in range(20))
    program = assemble(uses + f"{opener}\n" + "".join(f"r{n} rts\n" for n in range(20)))
    cause, = [error for error in program.errors if error.code in ("E031", "E032")]
    assert cause.line == 21 and len(program.errors) == 6
    assert cause.notes[0].text.startswith("these names may be undefined for this reason: r5, r6, ")


def test_symbols_that_define_each_other() -> None:
    """A circular definition is one error, at its first symbol, with the circle."""
    program = assemble(" lda #a\na equ b\nb equ c+1\nc equ a\n ldb #c\n")
    assert shown(program) == [(2, "`a` is defined in terms of itself: a -> b -> c -> a")]


def test_words_in_column_1() -> None:
    """A lone instruction or directive in column 1 gets a warning, unless a colon follows."""
    source = "nop\nendif\nENDR\nfill\nrepeat:\ndata: nop\nlda : nop\nloop\n"
    assert [(found.line, found.code) for found in assemble(source).diagnostics] == [
        (1, "label-mnemonic"), (2, "label-mnemonic"), (3, "label-mnemonic"), (4, "label-mnemonic")]
    assert assemble("main nop\n.end\n bra .end\n").diagnostics == []      # a local label
    assert shown(assemble("fill: nosuch\n")) == [
        (1, "`nosuch` is not an instruction, a directive or a macro")]


LIBRARY = """; sound.asm: tunes
;
; needs:    tbl_tunes: the tune of each event, from event 1 on
play    macro
        ldx     #tbl_tunes
        endm
v_tune  equ     5
start   ldx     #tbl_tunes
"""


def test_a_name_that_a_library_needs(tmp_path: Path) -> None:
    """The hint quotes the library's header instead of suggesting a similar name."""
    (tmp_path / "sound.asm").write_text(LIBRARY)
    error, = assemble(' include "sound.asm"\n', include_dirs=[tmp_path]).errors
    assert error.text == "`tbl_tunes` is not defined"
    assert error.hints == [
        f"the program that includes {tmp_path}/sound.asm must define it: "
        "needs:    tbl_tunes: the tune of each event, from event 1 on"]


def test_a_macro_that_is_used_above_its_include(tmp_path: Path) -> None:
    """The message names the definition, and the include to move."""
    (tmp_path / "sound.asm").write_text(LIBRARY)
    program = assemble(' play\n include "sound.asm"\ntbl_tunes nop\n play\n',
                       include_dirs=[tmp_path])
    error, = program.errors
    assert error.text == "the macro `play` is used above its definition" and error.line == 1
    note, = error.notes
    assert note.place is not None and (note.place.line, note.text) == (4, "it is defined here")
    assert error.hints == ["move the definition or the INCLUDE above the first use"]


def test_a_library_in_a_folder_below(tmp_path: Path) -> None:
    """`include "sound.asm"` suggests the file in `lib`."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "sound.asm").write_text(" nop\n")
    error, = assemble(' include "sound.asm"\n', include_dirs=[tmp_path]).errors
    assert error.hints[0].startswith('did you mean "lib/sound.asm"')


def test_a_doubled_slash_is_one(tmp_path: Path) -> None:
    """The path in a warning does not contain a doubled slash."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "a.asm").write_text(" nop\n")
    warning, = assemble(' include "lib\\\\A.asm"\n', include_dirs=[tmp_path]).warnings
    assert warning.text.endswith(f"was found as `{tmp_path}/lib/a.asm`")
