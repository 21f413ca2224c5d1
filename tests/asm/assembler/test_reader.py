"""The reader: from lines to statements.

It promises: every line read is in `rows`, with the number of the first statement it made; files,
macros and repetitions are read where they are called; what opens itself is stopped and named; and
no source is read without end.
"""

from pathlib import Path

import pytest

from asm import assemble
from asm.assembler.directives import is_delimited
from asm.assembler.draft import Draft
from asm.assembler.pass_state import Run
from asm.assembler.reader import LINE_COUNT_MAX, SOURCE_DEPTH_MAX, Reader
from asm.syntax.diagnostics import Diagnostic, Report
from asm.syntax.dialects import DIALECTS
from asm.syntax.lexer import operand_cut
from asm.syntax.source import Files


def read(source: str, folder: Path | str = "", dialect: str = "vecx") -> Reader:
    """Read a source into a draft of its own."""
    run = Run(DIALECTS[dialect], Report(), False)
    reader = Reader(Draft(run, {}, {}, {}), Files([str(folder)]))
    reader.read(source, str(Path(folder, "main.asm")))
    return reader


def errors(reader: Reader) -> list[Diagnostic]:
    """Return what the reader has reported."""
    return reader.draft.run.report.diagnostics


def test_rows_say_what_each_line_made() -> None:
    """A label and its instruction are two statements of one row; comments make none."""
    reader = read("one nop\n; nothing\n lda #1\n")
    assert [(place.line, first) for place, first in reader.rows] == [
        (1, 0), (2, 2), (3, 2), (4, 3)]     # the fourth is what follows the last line feed
    assert len(reader.draft.layout.items) == 3


def test_an_include_is_read_where_it_stands(tmp_path: Path) -> None:
    """The lines of the file come between those around the INCLUDE, and name it."""
    (tmp_path / "part.i").write_text(" fcb 2\n")
    reader = read(" fcb 1\n include part.i\n fcb 3\n", tmp_path)
    made = [(Path(item.place.file).name, item.place.line) for item in reader.draft.layout.items]
    assert made == [("main.asm", 1), ("part.i", 1), ("main.asm", 3)]
    assert reader.draft.layout.items[1].place.via is reader.rows[1][0]


@pytest.mark.parametrize(("source", "text"), [
    ("m macro\n m\n endm\n m\n", "recursive macro `m`"),
    ("m macro\n n\n endm\nn macro\n m\n endm\n m\n", "recursive macro `m`"),
    (" include main.asm\n", "recursive include of `{folder}/main.asm`"),
])
def test_what_opens_itself_is_named(source: str, text: str, tmp_path: Path) -> None:
    """A macro that calls itself and a file that includes itself are one error with a way out."""
    (tmp_path / "main.asm").write_text(source)
    error, = errors(read(source, tmp_path))
    assert (error.code, error.text) == ("E035", text.format(folder=tmp_path))
    assert error.hints == ["end the recursion with IF and ENDIF"]


def test_many_levels_are_not_called_a_recursion() -> None:
    """A chain of macros that is too long is another message; one level less is none."""
    def chain(count: int) -> str:
        return "".join(f"m{n} macro\n m{n + 1}\n endm\n" for n in range(count)) + (
            f"m{count} macro\n nop\n endm\n m0\n")
    assert errors(read(chain(SOURCE_DEPTH_MAX - 2))) == []
    error, = errors(read(chain(SOURCE_DEPTH_MAX - 1)))
    assert error.text == "files and macros are nested more than 100 deep"


def test_a_source_that_grows_is_stopped() -> None:
    """Repetitions inside repetitions end with an error, and what they made is dropped."""
    reader = read(" rept 60000\n rept 60000\n nop\n endr\n endr\n")
    error, = errors(reader)
    assert error.code == "E035" and error.text.startswith("the source is too long")
    assert reader.draft.layout.items == [] and len(reader.rows) < LINE_COUNT_MAX


@pytest.mark.parametrize(("word", "begin"), [
    ("endm", "MACRO"), ("endmacro", "MACRO"), ("endr", "REPT"), ("endrept", "REPT"),
    ("ends", "STRUCT"), ("endstruct", "STRUCT")])
def test_an_end_without_its_beginning_names_it(word: str, begin: str) -> None:
    """ENDM, ENDR and ENDS that end nothing say what is missing."""
    error, = errors(read(f" {word}\n"))
    assert (error.code, error.text) == ("E032", f"`{word}` without {begin}")


def test_end_closes_its_file_only(tmp_path: Path) -> None:
    """What follows END in an included file is not read; what follows the INCLUDE is."""
    (tmp_path / "part.i").write_text(" fcb 2\n end\n fcb 9\n")
    reader = read(" include part.i\n fcb 3\n", tmp_path)
    assert [item.encode(reader.draft.run) for item in reader.draft.layout.items] == [b"\2", b"\3"]


@pytest.mark.parametrize(("text", "operation", "cut"), [
    (" lda 1 + 2", "lda", " lda 1"), (' fcb "a b",1 x', "fcb", ' fcb "a b",1'),
    (" fcc /a b/ x", "fcc", " fcc /a b/"), (" fcz /a b/ x", "fcz", " fcz /a b/"),
    (" lda #'  x", "lda", " lda #' ")])
def test_where_lwasm_ends_an_operand(text: str, operation: str, cut: str) -> None:
    """The first blank ends it, unless it stands in quotes or between the delimiters of FCC."""
    assert operand_cut(text, 5, delimited=is_delimited(operation)) == cut


def test_wrong_arguments_come_before_what_they_cause() -> None:
    """The call of a macro with too few arguments is told first, though its body stands above."""
    source = "m macro a,b\n lda #a\n ldb #b\n endm\n lda #early\n m 1\n m 1,2\n"
    assert [(found.line, found.code) for found in assemble(source).diagnostics] == [
        (6, "macro-arguments"), (3, "E002"), (5, "E020")]


def test_a_macro_or_repetition_without_end_is_bounded() -> None:
    """MACRO without ENDM inside a long REPT ends with the limit of lines, told once."""
    program = assemble("one lda two\n rept 65536\nm macro\n nop\n nop\n nop\n endr\n")
    assert [error.code for error in program.errors] == ["E035"]
    assert len(program.rows) <= LINE_COUNT_MAX + 2


@pytest.mark.parametrize("call, made", [
    (" put 5", "86 05"), ("here: put 5 ; why", "86 05"), ("here PUT 5", "86 05"), (" put", "86 00"),
    (" put\t5", "86 05"), ("1 put 5", "86 05"), (" else 5", None), (" put.x 5", None),
    (": put 5", None), (" put: 5", None)])
def test_what_calls_a_macro(call: str, made: str | None) -> None:
    """A label may stand before the name; a longer word, or one of IF's own, calls none."""
    source = f"put macro a\n lda #a+0\n endm\nelse macro a\n lda #a\n endm\n{call}\n"
    program = assemble(source, warnings=["no-macro-arguments"])
    assert (None if program.image is None else program.image.hex(" ")) == made


def test_an_argument_with_percent_signs() -> None:
    """They stand for themselves, in the macro's lines as well."""
    source = "put macro a\n fcc '%s\\1%'\n endm\n put %%d\n put %s\n"
    assert assemble(source).image == b"%s%%d%%s%s%"


def test_rows_are_a_sequence_of_places_and_numbers() -> None:
    """Each line stands with the number of its first statement; parts of them can be had, too."""
    rows = assemble("start nop\n\n rts\n").rows
    assert [(place.text, first) for place, first in rows] == [
        ("start nop", 0), ("", 2), (" rts", 2), ("", 3)]
    assert len(rows) == 4 and rows[-1][1] == 3 and rows[2][0].line == 3
    assert [first for _, first in rows[1:3]] == [2, 2]
