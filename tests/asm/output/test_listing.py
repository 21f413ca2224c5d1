"""The listing."""

from pathlib import Path

from asm import assemble, assemble_file
from asm.output.listing import make_listing


def test_columns() -> None:
    """Address, bytes, cycles, total, line number and source are in their columns."""
    text = assemble("start lda #1\n lbne start\nn equ 5\n fcb 1,2,3,4,5,6,7\n",
                    name="l.asm").listing
    lines = text.splitlines()
    assert lines[1].strip() == "l.asm:"
    assert lines[2] == f"0000  86 01 {'':14}     2     2      1  start lda #1"
    assert lines[3].split() == ["0002", "10", "26", "FF", "FA", "5/6", "7", "2", "lbne", "start"]
    assert lines[4].split() == ["=", "$0005", "3", "n", "equ", "5"]
    assert lines[5].startswith("0006  01 02 03 04 05 06") and lines[6] == "000C  07"


MACROS = """m macro
 nop
 lda #\\1
 endm
 m 5
 if 0
 rts
 endif
 rept 2
 m 6
 endr
"""


def listed(text: str) -> list[tuple[str, str, str]]:
    """Return address and bytes, cycles and total, and source of the rows."""
    return [(line[:24].rstrip(), line[24:38].strip(), line[47:])
            for line in text.splitlines()[2:]]


def test_a_macro_is_listed_as_called() -> None:
    """A call, and the end of a repetition, show all bytes and cycles of their expansion."""
    rows = listed(assemble(MACROS).listing)
    assert rows[4] == ("0000  12 86 05", "4     4", " m 5")
    assert rows[8:11] == [("", "", " rept 2"), ("", "", " m 6"),
                          ("0003  12 86 06 12 86 06", "8    12", " endr")]
    assert len(rows) == len(MACROS.splitlines()) + 1


def test_macros_are_expanded_on_demand() -> None:
    """With `expand`, every assembled line has its own row and bytes."""
    rows = listed(make_listing(assemble(MACROS), expand=True))
    assert [row for row in rows if row[0]] == [
        (f"{at:04X}  {data}", f"2 {total:5}", text) for at, data, total, text in (
            (0, "12", 2, " nop"), (1, "86 05", 4, " lda #5"), (3, "12", 6, " nop"),
            (4, "86 06", 8, " lda #6"), (6, "12", 10, " nop"), (7, "86 06", 12, " lda #6"))]


def test_files_are_left_out_by_name(tmp_path: Path) -> None:
    """Only the name of an omitted file is listed; expansions of its macros are still available."""
    (tmp_path / "lib.i").write_text("m macro\n nop\n endm\nsub rts\n m\n")
    (tmp_path / "a.asm").write_text(' include "lib.i"\nmain lda #1\n m\n bra main\n')
    program = assemble_file(tmp_path / "a.asm")
    omitted = str(tmp_path / "lib.i")
    assert "sub rts" in make_listing(program)
    rows = make_listing(program, omit=[omitted]).splitlines()
    assert [row for row in rows if row.endswith("lib.i: not listed")] == [
        f"{'':42}{omitted}: not listed"]
    assert [row[:4] for row in rows if row[:1] == "0" and "addr" not in row] == [
        "0002", "0004", "0005"]
    rows = make_listing(program, omit=[omitted], expand=True).splitlines()
    assert sum(row.endswith(" nop") for row in rows) == 1
    assert sum(row.endswith("not listed") for row in rows) == 1


def test_each_value_of_a_symbol() -> None:
    """A line that sets a symbol shows the value that it sets, not the last one."""
    rows = listed(assemble("v = 1\nv = v+1\nw equ v*2\nv set 9\n").listing)
    assert [row[0].strip() for row in rows] == ["= $0001", "= $0002", "= $0004", "= $0009", ""]
    rows = listed(assemble("a = -1\na = 65535\na = -32769\na = 65536\na = -32768\n").listing)
    assert [row[0].strip() for row in rows] == ["= $FFFF", "= $FFFF", "= -32769", "= 65536",
                                                "= $8000", ""]


def test_skipped_lines_are_listed() -> None:
    """A line that a condition skips is listed without bytes."""
    assert ("", "", " rts") in listed(assemble(MACROS).listing)


def test_an_included_file_is_listed(tmp_path: Path) -> None:
    """Lines of an included file are listed; those of an include in a macro are an expansion."""
    (tmp_path / "i.inc").write_text(" nop\n")
    (tmp_path / "a.asm").write_text("m macro\n include i.inc\n endm\n include i.inc\n m\n")
    program = assemble_file(tmp_path / "a.asm")
    assert [line[:8] for line in program.listing.splitlines() if line[:1] == "0"] == [
        "0000  12", "0001  12"]
    assert program.listing.count("i.inc:\n") == 1
    assert make_listing(program, expand=True).count("i.inc:\n") == 2


def test_what_does_not_follow_has_its_address() -> None:
    """Bytes at a new address, and those beyond the sixth, show their address."""
    source = "m macro\n nop\n org $20\n fcb 1,2,3,4,5,6,7\n endm\n m\n"
    lines = assemble(source).listing.splitlines()[7:10]
    assert [line[:24].rstrip() for line in lines] == [
        "0000  12", "0020  01 02 03 04 05 06", "0026  07"]


def test_long_data_is_cut() -> None:
    """Four rows of long data are listed, followed by three dots."""
    lines = assemble(" fcb " + ",".join(["7"] * 25)).listing.splitlines()
    assert len(lines) == 6 and lines[-1] == "0012  07 07 07 07 07 07 ..."


def test_total_starts_anew_at_a_label() -> None:
    """The running total counts from the last global label."""
    lines = assemble("a nop\n.l nop\nb nop\n").listing.splitlines()
    assert [line.split()[3] for line in lines[2:5]] == ["2", "4", "2"]


def test_a_bad_program_still_has_a_listing() -> None:
    """A program with errors has a listing."""
    assert "foo" in assemble(" nop\n foo\n").listing
