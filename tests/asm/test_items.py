"""Items laid out on their own."""

from asm import assemble


def test_reserve_takes_words() -> None:
    """RMD reserves words."""
    program = assemble("a rmd 3\nb nop\n")
    assert program.symbols["b"].value == 6


def test_data_checks_its_width() -> None:
    """A number is cut to the width of its directive, with a warning."""
    for source, image in ((" fcb $1FF", "ff"), (" fdb $1FFFF", "ffff"), (" fqb $1FFFFFFFF",
                                                                      "ffffffff")):
        program = assemble(source)
        assert program.image is not None and program.image.hex() == image
        assert program.warnings[0].code == "value-truncated"


def test_org_beyond_the_address_space() -> None:
    """ORG takes 0 to $FFFF."""
    assert assemble(" org $10000\n nop").errors[0].code == "E037"
    assert assemble(" org -1\n nop").errors[0].code == "E037"
