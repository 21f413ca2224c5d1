"""The public interface: arguments and results of assemble and assemble_file."""

from pathlib import Path

import pytest

from asm import Program, assemble, assemble_file


def test_a_good_program() -> None:
    """A program without errors has an image, an origin and symbols with their places."""
    program = assemble("start lda #1\n rts\n", name="x.asm")
    assert isinstance(program, Program) and program.ok
    assert program.image == b"\x86\x01\x39" and program.origin == 0
    symbol = program.symbols["start"]
    assert (symbol.value, symbol.kind, symbol.file, symbol.line, symbol.column) == (
        0, "label", "x.asm", 1, 1)
    assert program.diagnostics == [] and program.messages() == ""


def test_a_bad_program_has_no_image_and_does_not_raise() -> None:
    """Errors in the source are diagnostics: there is no image and no exception."""
    program = assemble(" lda #nosuch\n foo\n")
    assert program.image is None and not program.ok
    assert [(error.line, error.code) for error in program.errors] == [(1, "E020"), (2, "E010")]


def test_warnings_leave_the_image() -> None:
    """A program with warnings has an image, unless warnings are errors."""
    assert assemble(" lda #256").image == b"\x86\x00"
    assert len(assemble(" lda #256").warnings) == 1
    assert assemble(" lda #256", warnings=["error"]).image is None
    assert assemble(" lda #256", warnings=["no-value-truncated"]).diagnostics == []


def test_wrong_arguments_are_refused() -> None:
    """An unknown dialect, fill byte or warning raises ValueError with its name."""
    with pytest.raises(ValueError, match="masm"):
        assemble("", dialect="masm")
    with pytest.raises(ValueError, match="256"):
        assemble("", fill=256)
    with pytest.raises(ValueError, match="no-such"):
        assemble("", warnings=["no-such"])


def test_first_line_with_an_unknown_dialect_is_an_error_of_the_source() -> None:
    """An unknown dialect in the first line is an error in the source."""
    error = assemble("  ;! dialect=pdp\n nop\n").errors[0]
    assert (error.line, error.column, error.code) == (1, 6, "E001") and "pdp" in error.text


@pytest.mark.parametrize("source", [
    " fcb " + "(" * 5000 + "1" + ")" * 5000, " fcb " + "+".join("1" * 5000),
    " lda #" + "-" * 5000, "a equ " + "~" * 3000 + "b\nb equ 1\n fcb a", " fcb " + "9" * 6000,
    " if " + "!" * 5000 + "1",
    "x set 3\n rept 60\nx set x*x\n endr\n fcb x&1", ":", " :", "=", " =", "::: nop",
    " rmb 65536\n rmb 65536\n fcb 1", " rept 65536\n rept 65536\n nop\n endr\n endr",
], ids=range(14))
def test_absurd_sources_end_in_diagnostics(source: str) -> None:
    """Extreme nesting, length and size cause a diagnostic, never an exception."""
    program = assemble(source)
    assert program.image is None and program.errors
    assert len(program.messages()) < 200_000


def test_image_spans_what_is_written_and_gaps_are_filled() -> None:
    """The image extends from the lowest to the highest byte written, without RAM."""
    source = " org $200\n fcb 1\n org $100\n fcb 2\n org $C880\nram rmb 5\n"
    program = assemble(source, fill=0xEE)
    assert program.image is not None
    assert (program.origin, len(program.image)) == (0x100, 0x101)
    assert program.image[0] == 2 and program.image[-1] == 1
    assert set(program.image[1:-1]) == {0xEE}
    assert program.symbols["ram"].value == 0xC880


def test_reserved_bytes_between_code_are_filled() -> None:
    """RMB between two statements leaves a gap; at the end it adds nothing."""
    assert assemble(" fcb 1\n rmb 2\n fcb 2\n rmb 9\n").image == b"\x01\x00\x00\x02"


def test_source_map_covers_every_byte_once() -> None:
    """The rows of the source map are in order, do not overlap and cover all bytes written."""
    source = " org 4\n lda #1\n sta ,x\n fcb 1,2,3\n org 20\nm macro\n nop\n nop\n endm\n m\n m\n"
    program = assemble(source, name="map.asm")
    covered: list[int] = []
    for address, length, file, line in program.source_map:
        assert length > 0 and file == "map.asm" and 1 <= line <= source.count("\n")
        covered += range(address, address + length)
    assert covered == [4, 5, 6, 7, 8, 9, 10, 20, 21, 22, 23]


def test_defines() -> None:
    """A symbol given from outside can be tested and used, but not defined again."""
    source = " ifdef debug\n fcb debug\n endif\n"
    assert assemble(source, defines={"debug": 7}).image == b"\x07"
    assert assemble(source).image == b""
    assert assemble("debug equ 1", defines={"debug": 7}).errors[0].code == "E022"


def test_thirty_faults_are_thirty_errors() -> None:
    """Thirty different errors in one file are all reported in one run."""
    faults = [" lda", " ldq #1", " sta #1", " lda #nosuch1", " ldx #nosuch2", " tfr a,e", " pshs z",
              " pshu u", " bne far", " lda 5,q", " fcb", " fcc \"abc", " rmb -1", " align 0",
              " lda #5/0", " rts #1", " lda (5", " lda [5,x", " leax $12", " lda <200,x", " endm",
              " endif", " lda #%12", " lda @9", " include \"none\"", "a-b nop", " equ 5",
              "two equ 1\ntwo equ 2", " jmp #1", " fdb 1,,2"]
    source = "\n".join(faults) + "\n rmb 300\nfar rts\n"
    program = assemble(source)
    assert len(faults) == 30 and len(program.errors) == 30, program.messages()
    assert len({error.line for error in program.errors}) == 30
    assert "30 errors" in program.messages()


def test_many_errors_are_counted_though_not_all_printed() -> None:
    """Beyond a hundred errors, the rest is counted but not printed."""
    program = assemble("".join(f" lda #missing{n}\n" for n in range(150)))
    assert len(program.errors) == 150
    assert "... and 50 more errors" in program.messages() and "150 errors" in program.messages()


def test_file_and_include(tmp_path: Path) -> None:
    """Files are found in the folder of the source and in include folders, ignoring case."""
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "Far.i").write_text("far equ 2\n")
    (tmp_path / "near.i").write_text("near equ 1\r\n\x1agarbage")
    (tmp_path / "data.bin").write_bytes(b"\x0a\x0b\x0c")
    main = tmp_path / "main.asm"
    main.write_text(' include "near.i"\n include far.i\n include "inc\\Far2.i"\n fcb near,far\n'
                    ' includebin "data.bin"\n incbin "data.bin",1,1\n')
    (tmp_path / "inc" / "far2.i").write_text("")
    program = assemble_file(main, include_dirs=[tmp_path / "inc"])
    assert program.image == bytes((1, 2, 10, 11, 12, 11)), program.messages()
    assert [warning.code for warning in program.warnings] == ["include-name", "include-name"]
    assert len(program.inputs) == 5


def test_a_missing_main_file_is_an_os_error(tmp_path: Path) -> None:
    """assemble_file raises OSError if the file does not exist."""
    with pytest.raises(OSError):
        assemble_file(tmp_path / "none.asm")


def test_fault_in_an_include_names_the_file_and_who_included_it(tmp_path: Path) -> None:
    """An error in an included file names the file; a note names the INCLUDE."""
    (tmp_path / "bad.i").write_text("\n lda #nosuch\n")
    main = tmp_path / "main.asm"
    main.write_text(' nop\n include "bad.i"\n')
    error = assemble_file(main).errors[0]
    assert (error.file, error.line, error.column) == (str(tmp_path / "bad.i"), 2, 7)
    assert f"{main}:2: note: included from here" in str(error)


def test_endless_include_is_stopped(tmp_path: Path) -> None:
    """A file that includes itself is an error, not an endless loop."""
    main = tmp_path / "main.asm"
    main.write_text(' include "main.asm"\n')
    assert assemble_file(main).errors[0].code == "E035"


def test_assembling_twice_gives_the_same() -> None:
    """Two assemblies of a source do not affect each other."""
    source = "x set 1\nm macro\nl\\? bra l\\?\n endm\n m\n m\n fcb x\n"
    first, second = assemble(source), assemble(source)
    assert first.image == second.image and first.image is not None
    assert {name: symbol.value for name, symbol in first.symbols.items()} == {
        name: symbol.value for name, symbol in second.symbols.items()}


def test_addresses_that_do_not_converge_are_reported() -> None:
    """Sizes that depend on each other end with an error at a symbol that still changes."""
    program = assemble("a rmb 10-(b-a)\nb equ *\n if b-a = 5\n endif\n fcb 1\n")
    assert program.image is None or program.ok
    program = assemble(" org 0\na equ *\n rmb 1-(b-a)\nb nop\n")
    assert program.image is None
    error, = program.errors
    assert (error.code, error.line) == ("E026", 4)
    assert error.text == "the addresses did not converge in 200 passes"


def test_macro_that_calls_itself_twice_ends_soon() -> None:
    """Too deeply nested macros all end, and the lines after the call are read."""
    program = assemble("m macro\n if 1\n m\n m\n endif\n endm\n m\n nop\n lda #nosuch\n")
    assert [(found.line, found.code) for found in program.errors] == [(3, "E035"), (9, "E020")]
    assert len(program.rows) < 1000


def test_many_unknown_names_take_no_long_search() -> None:
    """Only the first unknown names get a suggestion, so hundreds do not take long."""
    source = "".join(f"known_{i}\n lda unknown_{i}\n" for i in range(100))
    errors = assemble(source).errors
    assert len(errors) == 100
    assert 1 <= sum(any("did you mean" in hint for hint in found.hints) for found in errors) <= 20
