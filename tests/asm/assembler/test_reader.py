"""The reader: from lines to statements.

Promises: every line read is in `rows`, with the number of its first statement; files, macros and
repetitions are read where they are called; a file or macro that opens itself is stopped and
reported; reading any source comes to an end.
"""

from pathlib import Path

import pytest

from asm import assemble
from asm.assembler.directives import is_delimited
from asm.assembler.draft import Draft
from asm.assembler.pass_state import Run
from asm.assembler.reader import Reader
from asm.assembler.sources import LINE_COUNT_MAX, SOURCE_DEPTH_MAX
from asm.syntax.diagnostics import Diagnostic, Report
from asm.syntax.dialects import DIALECTS
from asm.syntax.lexer import operand_cut
from asm.syntax.source import Files


def read(source: str, folder: Path | str = "", dialect: str = "vecx") -> Reader:
    """Read a source into a new draft."""
    run = Run(DIALECTS[dialect], Report(), False)
    reader = Reader(Draft(run, {}, {}, {}), Files([str(folder)]))
    reader.read(source, str(Path(folder, "main.asm")))
    return reader


def errors(reader: Reader) -> list[Diagnostic]:
    """Return the errors that the reader has reported."""
    return reader.draft.run.report.diagnostics


def test_rows_say_what_each_line_made() -> None:
    """A label and its instruction are two statements of one row; a comment makes none."""
    reader = read("one nop\n; nothing\n lda #1\n")
    assert [(place.line, first) for place, first in reader.sources.rows] == [
        (1, 0), (2, 2), (3, 2), (4, 3)]     # the fourth is the text after the last line feed
    assert len(reader.draft.layout.statements) == 3


def test_an_include_is_read_where_it_stands(tmp_path: Path) -> None:
    """The lines of an included file are in the place of the INCLUDE, and name the file."""
    (tmp_path / "part.i").write_text(" fcb 2\n")
    reader = read(" fcb 1\n include part.i\n fcb 3\n", tmp_path)
    places = reader.draft.run.places
    made = [(Path(place.file).name, place.line) for place in places]
    assert made == [("main.asm", 1), ("part.i", 1), ("main.asm", 3)]
    assert places[1].via is reader.sources.rows[1][0]


@pytest.mark.parametrize(("source", "text"), [
    ("m macro\n m\n endm\n m\n", "recursive macro `m`"),
    ("m macro\n n\n endm\nn macro\n m\n endm\n m\n", "recursive macro `m`"),
    (" include main.asm\n", "recursive include of `{folder}/main.asm`"),
])
def test_what_opens_itself_is_named(source: str, text: str, tmp_path: Path) -> None:
    """A macro that calls itself and a file that includes itself are one error with a hint."""
    (tmp_path / "main.asm").write_text(source)
    error, = errors(read(source, tmp_path))
    assert (error.code, error.text) == ("E035", text.format(folder=tmp_path))
    assert error.hints == ["end the recursion with IF and ENDIF"]


def test_many_levels_are_not_called_a_recursion() -> None:
    """Too long a chain of macros has its own message; one level less is accepted."""
    def chain(count: int) -> str:
        return "".join(f"m{n} macro\n m{n + 1}\n endm\n" for n in range(count)) + (
            f"m{count} macro\n nop\n endm\n m0\n")
    assert errors(read(chain(SOURCE_DEPTH_MAX - 2))) == []
    error, = errors(read(chain(SOURCE_DEPTH_MAX - 1)))
    assert error.text == "files and macros are nested more than 100 deep"


def test_a_source_that_grows_is_stopped() -> None:
    """Too many nested repetitions end with an error, and their lines are dropped."""
    reader = read(" rept 60000\n rept 60000\n nop\n endr\n endr\n")
    error, = errors(reader)
    assert error.code == "E035" and error.text.startswith("the source is too long")
    assert reader.draft.layout.statements == [] and len(reader.sources.rows) < LINE_COUNT_MAX


@pytest.mark.parametrize(("word", "begin"), [
    ("endm", "MACRO"), ("endmacro", "MACRO"), ("endr", "REPT"), ("endrept", "REPT"),
    ("ends", "STRUCT"), ("endstruct", "STRUCT")])
def test_an_end_without_its_beginning_names_it(word: str, begin: str) -> None:
    """For ENDM, ENDR and ENDS without a beginning, the message names the missing directive."""
    error, = errors(read(f" {word}\n"))
    assert (error.code, error.text) == ("E032", f"`{word}` without {begin}")


def test_end_closes_its_file_only(tmp_path: Path) -> None:
    """END in an included file ends that file only; the lines after the INCLUDE are read."""
    (tmp_path / "part.i").write_text(" fcb 2\n end\n fcb 9\n")
    reader = read(" include part.i\n fcb 3\n", tmp_path)
    assert [item.data for item in reader.draft.layout.statements] == [b"\2", b"\3"]


@pytest.mark.parametrize(("text", "operation", "cut"), [
    (" lda 1 + 2", "lda", " lda 1"), (' fcb "a b",1 x', "fcb", ' fcb "a b",1'),
    (" fcc /a b/ x", "fcc", " fcc /a b/"), (" fcz /a b/ x", "fcz", " fcz /a b/"),
    (" lda #'  x", "lda", " lda #' ")])
def test_where_lwasm_ends_an_operand(text: str, operation: str, cut: str) -> None:
    """The first blank ends an operand, unless it is in quotes or inside an FCC string."""
    assert operand_cut(text, 5, delimited=is_delimited(operation)) == cut


def test_wrong_arguments_come_before_what_they_cause() -> None:
    """Too few arguments are reported at the call, before the errors in the macro's body."""
    source = "m macro a,b\n lda #a\n ldb #b\n endm\n lda #early\n m 1\n m 1,2\n"
    assert [(found.line, found.code) for found in assemble(source).diagnostics] == [
        (6, "macro-arguments"), (3, "E002"), (5, "E020")]


def test_a_macro_or_repetition_without_end_is_bounded() -> None:
    """MACRO without ENDM in a long REPT ends at the limit of lines, with one error."""
    program = assemble("one lda two\n rept 65536\nm macro\n nop\n nop\n nop\n endr\n")
    assert [error.code for error in program.errors] == ["E035"]
    assert len(program.rows) <= LINE_COUNT_MAX + 2


@pytest.mark.parametrize("call, made", [
    (" put 5", "86 05"), ("here: put 5 ; why", "86 05"), ("here PUT 5", "86 05"), (" put", "86 00"),
    (" put\t5", "86 05"), ("1 put 5", "86 05"), (" else 5", None), (" put.x 5", None),
    (": put 5", None), (" put: 5", None)])
def test_what_calls_a_macro(call: str, made: str | None) -> None:
    """A macro call may have a label; a longer word or a word of the IF family is not a call."""
    source = f"put macro a\n lda #a+0\n endm\nelse macro a\n lda #a\n endm\n{call}\n"
    program = assemble(source, warnings=["no-macro-arguments"])
    assert (None if program.image is None else program.image.hex(" ")) == made


def test_an_argument_with_percent_signs() -> None:
    """Percent signs in an argument or in the lines of a macro are ordinary characters."""
    source = "put macro a\n fcc '%s\\1%'\n endm\n put %%d\n put %s\n"
    assert assemble(source).image == b"%s%%d%%s%s%"


def test_rows_are_a_sequence_of_places_and_numbers() -> None:
    """`rows` has the places of lines with the numbers of their first statements."""
    rows = assemble("start nop\n\n rts\n").rows
    assert [(place.text, first) for place, first in rows] == [
        ("start nop", 0), ("", 2), (" rts", 2), ("", 3)]
    assert len(rows) == 4 and rows[-1][1] == 3 and rows[2][0].line == 3
