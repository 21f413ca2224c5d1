"""The table of directives, and what the cases do not show."""

import pytest

from asm import assemble
from asm.conditions import ALL
from asm.directives import DIRECTIVES
from asm.operations import OPERATIONS


def test_names_do_not_collide() -> None:
    """No directive is also an instruction or a condition."""
    assert not set(DIRECTIVES) & set(OPERATIONS)
    assert not set(DIRECTIVES) & ALL


def test_every_handler_says_what_it_does() -> None:
    """Each handler's docstring begins with the name of the directive."""
    for name, (handler, _) in DIRECTIVES.items():
        assert handler.__doc__ and handler.__doc__[0].isupper(), name


@pytest.mark.parametrize(("page", "value"), [("$C8", "9612"), ("$C800", "9612"), ("-1", "b6c812"),
                                             ("0", "b6c812")])
@pytest.mark.parametrize("word", ["setdp", "direct"])
def test_direct_page(word: str, page: str, value: str) -> None:
    """SETDP and DIRECT take a page, an address of the page, or -1 for unknown."""
    program = assemble(f" {word} {page}\n lda $C812")
    assert program.image is not None and program.image.hex() == value


def test_direct_page_is_unknown_at_first() -> None:
    """Without SETDP no address is taken for the direct page."""
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
    """CMAP changes strings, not numbers, and goes back without operand."""
    source = ' cmap "AB",10\n fcc "ABC"\n fcb "A"\n fcb $41\n cmap\n fcb "A"'
    assert assemble(source).image == bytes((10, 11, 67, 10, 0x41, 0x41))
