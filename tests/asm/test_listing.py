"""The listing."""

import re

from asm import assemble


def test_columns() -> None:
    """Address, bytes, cycles, running total, line number and source stand in their columns."""
    text = assemble("start lda #1\n lbne start\nn equ 5\n fcb 1,2,3,4,5,6,7\n",
                    name="l.asm").listing
    lines = text.splitlines()
    assert lines[1].strip() == "l.asm:"
    assert lines[2] == f"0000  86 01 {'':14}     2     2      1  start lda #1"
    assert lines[3].split() == ["0002", "10", "26", "FF", "FA", "5/6", "7", "2", "lbne", "start"]
    assert lines[4].split() == ["=", "$0005", "3", "n", "equ", "5"]
    assert lines[5].startswith("0006  01 02 03 04 05 06") and lines[6].strip() == "07"


def test_every_byte_is_listed_and_every_line_read() -> None:
    """Lines of macros, and lines skipped by a condition, are all there, with their bytes."""
    source = "m macro\n nop\n endm\n m\n if 0\n rts\n endif\n m\n"
    text = assemble(source).listing
    assert len(re.findall(r"^0\d{3}  12 ", text, re.MULTILINE)) == 2
    assert " rts" in text and "  39 " not in text


def test_total_starts_anew_at_a_label() -> None:
    """The running total counts from the last global label."""
    lines = assemble("a nop\n.l nop\nb nop\n").listing.splitlines()
    assert [line.split()[3] for line in lines[2:5]] == ["2", "4", "2"]


def test_a_bad_program_still_has_a_listing() -> None:
    """A listing can be made of a program with errors."""
    assert "foo" in assemble(" nop\n foo\n").listing
