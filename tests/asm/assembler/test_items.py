"""Items laid out individually."""

from asm import assemble


def test_reserve_takes_words() -> None:
    """RMD reserves words."""
    program = assemble("a rmd 3\nb nop\n")
    assert program.symbols["b"].value == 6


def test_data_checks_its_width() -> None:
    """A number is truncated to the width of its directive, with a warning."""
    for source, image in ((" fcb $1FF", "ff"), (" fdb $1FFFF", "ffff"), (" fqb $1FFFFFFFF",
                                                                      "ffffffff")):
        program = assemble(source)
        assert program.image is not None and program.image.hex() == image
        assert program.warnings[0].code == "value-truncated"


def test_org_beyond_the_address_space() -> None:
    """ORG takes 0 to $FFFF."""
    assert assemble(" org $10000\n nop").errors[0].code == "E037"
    assert assemble(" org -1\n nop").errors[0].code == "E037"


def test_every_direct_page() -> None:
    """SETDP takes a page or its first address; for other values it warns of lost bits."""
    for page in range(256):
        for shown in (page, page << 8):
            inside, outside = page << 8 | 0x5A, page << 8 ^ 0x100
            program = assemble(f" setdp {shown}\n lda {inside}\n lda {outside}\n",
                               warnings=["no-missing-hash"])
            assert program.diagnostics == [] and program.image is not None
            assert program.image[:3] == b"\x96\x5a\xb6", shown
    for value, page in ((0x101, 1), (0x1FF, 0xFF), (0x10000, 0), (0x12300, 0x23)):
        program = assemble(f" setdp {value}\n lda {page << 8}\n")
        assert [found.code for found in program.warnings] == ["value-truncated"], value
        assert program.image == b"\x96\0", value


def test_counts_at_their_limits() -> None:
    """From 0 to all 65,536 bytes can be reserved or filled, and no other count."""
    for line, size in (("rmb 0", 0), ("fill 1,0", 0), ("rmb 65535", 65535), ("zmb 65535", 65535)):
        program = assemble(f" {line}\nend nop\n")
        assert program.ok and program.symbols["end"].value == size
    assert assemble(" zmb 65536\n").image == bytes(65536)
    assert assemble(" rmb 65536\nend\n").symbols["end"].value == 65536
    for line in (" rmb -1", " rmb 65537", " zmb -1", " zmb 65537"):
        assert [error.code for error in assemble(f"{line}\n").errors] == ["E030"], line
