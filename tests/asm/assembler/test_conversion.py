"""ASSET: the interface between the assembler and the converters of its caller.

Promises: the lines of a converter are read as if they were included from the file; each ASSET line
is converted once per assembly; a failed conversion is one message at the wrong word.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from asm import Program, assemble
from asm.assembler.conversion import Asset, Conversion, ConversionError
from asm.formatter import format_source
from asm.output.debugging import debug_info

Convert = Callable[[Asset], Conversion]


def with_file(folder: Path, source: str, convert: Convert | None) -> Program:
    """Assemble a source next to a file `ship.svg`."""
    (folder / "ship.svg").write_text("<svg>\n<path/>\n")
    return assemble(source, name=str(folder / "game.asm"),
                    converters={".svg": convert} if convert else None)


def refuse(asset: Asset) -> Conversion:
    raise ConversionError("path 1 has no points", option="bad")


def one_byte(asset: Asset) -> Conversion:
    return Conversion(((2, f"{asset.label} fcb {asset.options.get('size', '7')}"),))


def test_lines_are_those_of_the_file(tmp_path: Path) -> None:
    """Label, bytes, map, listing and digest name the file and its line."""
    program = with_file(tmp_path, ' org 0\nhull asset "ship.svg"\n ldx #hull\n', one_byte)
    assert program.image == b"\x07\x8e\x00\x00", program.messages()
    assert program.symbols["hull"].line == 2
    where = debug_info(program).where(0)
    assert (where.file, where.line) == (str(tmp_path / "ship.svg"), 2)
    assert "ship.svg:" in program.listing and "2  hull fcb 7" in program.listing
    assert str(tmp_path / "ship.svg") in program.inputs


def test_options_are_text_and_expressions(tmp_path: Path) -> None:
    """Names of options are in lower case; brackets contain an expression; a comment may follow."""
    seen: list[Mapping[str, str]] = []

    def convert(asset: Asset) -> Conversion:
        seen.append(asset.options)
        return Conversion(())

    program = with_file(tmp_path, "N equ 5\n asset 'ship.svg', Part=left-wing, size=(N*2+1), "
                        "name='a b' ; comment\n", convert)
    assert program.messages() == ""
    assert seen == [{"part": "left-wing", "size": "11", "name": "a b"}]


def test_each_line_is_converted_once(tmp_path: Path) -> None:
    """The converter is called once even if the source is read twice for its conditions."""
    calls: list[str] = []

    def convert(asset: Asset) -> Conversion:
        calls.append(asset.label)
        return Conversion(((1, f"{asset.label} fcb 1"),))

    program = with_file(tmp_path, " org 0\n if later > 1\n nop\n endif\nhull asset ship.svg\n"
                        "later equ *\n", convert)
    assert program.ok, program.messages()
    assert calls == ["hull"]


@pytest.mark.parametrize(("operand", "column", "message"), [
    ("", 8, "the name of a file is expected here"),
    ('"ship.svg", size', 19, "an option is written name=value"),
    ('"ship.svg", size=', 21, "the option size needs a value"),
    ('"ship.svg", size=1, size=2', 29, "the option size is given twice"),
    ('"ship.svg", size=(none)', 26, "`none` must be defined above this line"),
    ('"ship.svg" more', 20, "unexpected"),
    ('"ship.png"', 9, "no such file"),
    ('"ship.svg", bad=1', 21, "ship.svg: path 1 has no points"),
])
def test_one_message_at_the_word_at_fault(tmp_path: Path, operand: str, column: int,
                                          message: str) -> None:
    """A failed conversion is one message at the wrong word; the label of the line still exists."""
    program = with_file(tmp_path, f"h asset {operand}".rstrip() + "\n ldx #h\n", refuse)
    assert len(program.errors) == 1, program.messages()
    assert message in program.messages()
    assert program.errors[0].column == column


def test_labels_of_a_file_that_failed_are_not_reported(tmp_path: Path) -> None:
    """The message about the file has a note with the undefined names that it may define."""
    names = [f"wing{number}" for number in range(30)]
    program = with_file(tmp_path, ' asset "ship.svg"\n' + "".join(
        f" fdb {name}\n" for name in names), refuse)
    assert len(program.errors) == 1
    assert "these names may be undefined for this reason: wing0" in program.messages()


def test_without_converters(tmp_path: Path) -> None:
    """The assembler alone reports that no converters exist; an unknown suffix lists the known
    ones."""
    alone = with_file(tmp_path, " asset ship.svg\n", None)
    assert "error[E042]: no converters are registered" in alone.messages()
    (tmp_path / "a.svh").write_text("x")
    other = with_file(tmp_path, " asset a.svh\n", one_byte)
    assert "no converter for `.svh`" in other.messages()
    assert "did you mean .svg?" in other.messages()


def test_notes_are_not_warnings(tmp_path: Path) -> None:
    """Notes of a converter are shown also with -Werror; `-W no-asset-note` hides them."""
    def convert(asset: Asset) -> Conversion:
        return Conversion(((1, " fcb 1"),), ("the name a-b becomes the label a_b",))

    (tmp_path / "ship.svg").write_text("x")
    for switches, shown in ((["error"], True), (["no-asset-note"], False)):
        program = assemble(" asset ship.svg\n", name=str(tmp_path / "g.asm"), warnings=switches,
                           converters={".svg": convert})
        assert program.ok
        assert ("note[-Wasset-note]: the name a-b" in program.messages()) == shown


def test_lines_of_a_converter_are_checked(tmp_path: Path) -> None:
    """A message about a converted line names the line of the file and the ASSET line."""
    program = with_file(tmp_path, " asset ship.svg\n", lambda _: Conversion(((2, " ldq #1"),)))
    assert "ship.svg:2:2: error[E010]" in program.messages()
    assert "game.asm:1: note: included from here" in program.messages()


def test_formatter_keeps_the_operand() -> None:
    """A semicolon inside the quotes of a file name does not begin a comment."""
    assert format_source(' ASSET "a;b.svg", size=3 ; c\n') == \
        '                asset   "a;b.svg", size=3       ; c\n'
