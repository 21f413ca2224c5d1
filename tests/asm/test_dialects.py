"""The table of dialects."""

from asm import assemble
from asm.dialects import DIALECTS


def test_three_dialects() -> None:
    """There are vecx, as09 and vide, under their own names."""
    assert list(DIALECTS) == ["vecx", "as09", "vide"]
    assert all(dialect.name == name for name, dialect in DIALECTS.items())


def test_gap_bytes() -> None:
    """A gap between two ORGs holds 0, $FF or $12, unless a fill is given."""
    source = " org 0\n fcb 1\n org 3\n fcb 2\n"
    for name, filler in (("vecx", 0), ("as09", 0xFF), ("vide", 0x12)):
        assert assemble(source, dialect=name).image == bytes((1, filler, filler, 2))
        assert assemble(source, dialect=name, fill=9).image == bytes((1, 9, 9, 2))


def test_first_line_names_the_dialect() -> None:
    """`;! dialect=` in the first line overrides the argument; later lines do not count."""
    assert assemble(";! dialect=vide\n fdb *\n").image == b"\0\2"
    assert assemble(" nop\n;! dialect=vide\n fdb *\n").image == b"\x12\0\1"


def test_duplicate_label_only_warns_in_vide() -> None:
    """VIDE takes the definition above a use, or else the first, and warns."""
    program = assemble("a nop\na nop\n fdb a\n", dialect="vide")
    assert program.image == b"\x12\x12\0\1" and program.warnings[0].code == "duplicate-label"
    assert assemble("a nop\na nop\n", dialect="as09").image is None


def test_other_duplicates_only_warn_in_vide() -> None:
    """So do constants, structures and their fields, which includes often repeat."""
    source = ("one equ 1\none equ 2\n struct s\n ds f,1\n ds g,1\n end struct\n"
              " struct s\n ds g,4\n end struct\n fcb one,s,f,g\n")
    program = assemble(source, dialect="vide")
    assert program.image == bytes((2, 2, 0, 1))
    assert [(found.line, found.code) for found in program.diagnostics] == [
        (2, "duplicate-label"), (7, "duplicate-label"), (8, "duplicate-label")]
    assert [error.line for error in assemble(source, dialect="as09").errors] == [2, 7, 8]


def test_hint_names_the_dialect_that_takes_the_source() -> None:
    """A source that another dialect assembles says so once, at its first error."""
    program = assemble("a nop\na nop\n lda x\n")
    hints = [hint for found in program.errors for hint in found.hints if "dialect" in hint]
    assert hints == ["--dialect vide takes this source as it is"]
    assert hints[0] in program.errors[0].hints
    for source in (" lda x,q\n", ";! dialect=as09\n lda x\n"):
        assert "--dialect" not in assemble(source).messages()
