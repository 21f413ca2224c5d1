"""The table of directives, beyond the cases in tests/cases/asm."""

from pathlib import Path

import pytest

from asm import assemble, assemble_file
from asm.assembler.conditions import ALL
from asm.assembler.directives import DIRECTIVES
from asm.assembler.operations import OPERATIONS


def test_names_do_not_collide() -> None:
    """No directive is also an instruction or a condition."""
    assert not set(DIRECTIVES) & set(OPERATIONS)
    assert not set(DIRECTIVES) & ALL


@pytest.mark.parametrize(("page", "value"), [("$C8", "9612"), ("$C800", "9612"), ("-1", "b6c812"),
                                             ("0", "b6c812")])
@pytest.mark.parametrize("word", ["setdp", "direct"])
def test_direct_page(word: str, page: str, value: str) -> None:
    """SETDP and DIRECT take a page, an address of the page, or -1 for unknown."""
    program = assemble(f" {word} {page}\n lda $C812")
    assert program.image is not None and program.image.hex() == value


def test_direct_page_is_unknown_at_first() -> None:
    """Without SETDP, no address is in the direct page."""
    assert assemble(" lda $12").image == b"\xb6\x00\x12"


def test_label_before_a_directive_has_its_address() -> None:
    """A label on the line of data or space is the address of the first byte."""
    program = assemble(" org $10\none fcb 1\ntwo rmb 2\nthree fdb one,two\n")
    assert program.image is not None
    assert program.image[-4:].hex() == "00100011"


def test_no_effect_directives() -> None:
    """Directives about a printed listing are accepted and do nothing."""
    assert assemble(" title \"x\"\n page\n list\n nam x\n ttl x\n").image == b""


def test_cmap_round() -> None:
    """CMAP changes strings but not numbers; CMAP without operand ends the mapping."""
    source = ' cmap "AB",10\n fcc "ABC"\n fcb "A"\n fcb $41\n cmap\n fcb "A"'
    assert assemble(source).image == bytes((10, 11, 67, 10, 0x41, 0x41))


@pytest.mark.parametrize(("line", "code", "text"), [
    (' assert 1,"open', "E004", "the string has no closing quote"),
    (" assert 1,message", "E002", "a message in quotes is expected here"),
    (' error "open', "E004", "the string has no closing quote"),
    (" pshs #later", "E012", "registers are expected, or `#` and a number"),
    (' include "open', "E004", "the name has no closing quote"),
    (" if a'", "E003", "unexpected `'` after the operand"),
])
def test_texts_that_are_missing(line: str, code: str, text: str) -> None:
    """A missing or unclosed message or name is one error."""
    assert [(error.code, error.text) for error in assemble(f"a equ 1\n{line}\n").errors
            if error.code != "E031"] == [(code, text)]


@pytest.mark.parametrize("bounds", ["5", "0,5", "3,2", "-1", "0,-1"])
def test_a_part_of_a_file_that_is_not_there(bounds: str, tmp_path: Path) -> None:
    """Offset and length of INCLUDEBIN must be within the file."""
    (tmp_path / "four.bin").write_bytes(bytes(4))
    main = tmp_path / "main.asm"
    main.write_text(f' incbin "four.bin",{bounds}\n')
    error, = assemble_file(main).errors
    assert (error.code, error.text) == (
        "E030", "`four.bin` has 4 bytes; the requested part is outside the file")


@pytest.mark.parametrize("operand", ['"AB"', '"AB",""', '"",1', '"A",1,"B"', '""'])
def test_character_maps_take_pairs(operand: str) -> None:
    """A string without a code, or a code without a string, is an error."""
    assert [error.code for error in assemble(f' cmap {operand}\n fcc "AB"\n').errors] == ["E030"]


def test_character_maps() -> None:
    """Characters and codes may be numbers or strings; a later map adds to the previous one."""
    source = ' cmap "AB",1,67,"x"\n fcc "ABCD"\n cmap "D",$FE\n fcc "ACD"\n cmap\n fcc "A"\n'
    assert assemble(source).image == b"\x01\x02xD" + b"\x01x\xFE" + b"A"


def test_a_part_of_a_huge_file_is_read_alone(tmp_path):
    """INCLUDEBIN reads only the requested part of a huge file, and refuses too large a part."""
    with (tmp_path / "huge.bin").open("wb") as file:
        file.write(b"begin")
        file.truncate(3_000_000_000)
    main = tmp_path / "main.asm"
    main.write_text(' incbin "huge.bin",0,16\n incbin "huge.bin",3,2\n')
    assert assemble_file(main).image == b"begin" + bytes(11) + b"in"
    for bounds, words in (("", "do not fit"), (",7,65537", "65,537 bytes do not fit")):
        main.write_text(f' incbin "huge.bin"{bounds}\n')
        assert words in assemble_file(main).messages()
    main.write_text(' rept 300\n incbin "huge.bin",0,65535\n endr\n')
    assert "error[E035]" in assemble_file(main).messages()
