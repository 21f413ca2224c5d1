"""Debug information of other tools, from files written by hand."""

import pytest

from asm import assemble
from asm.output.debuginfo import DebugInfoError
from asm.output.foreign import from_foreign
from asm.output.formats import vide_cnt

LISTING = """\
                      (     game.asm):00001                 org $0100
0100 8EC880           (     game.asm):00002 main            ldx #count
0103 6C84             (     game.asm):00003 again           inc ,x
0105 20FC             (     game.asm):00004                 bra again
                      (     game.asm):00005 ; nothing
"""
MAP = """\
Section: code (game.o) load at 0100, length 0007
Symbol: main (game.o) = 0100
Symbol: again (game.o) = 0103
"""
NOI = "DEF s_CODE 0x100\nDEF l_CODE 0x7\nDEF main 0x0100\nDEF again 0x0103\nLOAD game.s19\n"
RST = """\
                              1 \t.area CODE
   0100 8E C8 80      [ 3]    2 main:\tldx #count
   0103 6C 84         [ 6]    3 again:\tinc ,x
   0105 20 FC         [ 3]    4 \tbra again
"""


@pytest.mark.parametrize("text", [LISTING, MAP, NOI, RST])
def test_symbols_are_read(text):
    """For each format, exactly the two labels are read."""
    info = from_foreign(text, "game.asm")
    assert info.values == {"main": 0x100, "again": 0x103}
    assert info.symbols["main"].size == 3
    assert info.where(0x102).routine == "main"


@pytest.mark.parametrize("text", [LISTING, RST])
def test_lines_are_read(text):
    """A listing leads from an address to its line and back."""
    info = from_foreign(text, "game.asm")
    assert [(row.address, row.size, row.line) for row in info.source_map] \
        == [(0x100, 3, 2), (0x103, 2, 3), (0x105, 2, 4)]
    assert str(info.where(0x106)) == "$0106 again+3 game.asm:4"
    assert info.addresses_of("game.asm", 3) == [0x103]


def test_rows_that_cannot_be_are_left_out():
    """The first of two rows at one address counts; rows beyond memory are dropped."""
    info = from_foreign(LISTING + "0101 12     (     game.asm):00009  nop\n"
                                  "FFFF 1212   (     game.asm):00010  fdb 0\n")
    assert len(info.source_map) == 3


def test_anything_else_is_refused():
    """Any other text is refused."""
    for text in ("", "nothing\n", "{}", "DEF\nSymbol: \n"):
        with pytest.raises(DebugInfoError, match="lwlink"):
            from_foreign(text)


AS09 = """\
AS09 Assembler for M6809 [1.42].                                       Page    1
---------------------------------- game.asm ----------------------------------

4 lines read, no errors in pass 1.
0000 =                  zero    equ 0
0100 : 8ec880           main    ldx #count
0103 :                  again
0103 : 6c84                     inc ,x
0105 : 20fc                     bra again
"""
CNT = "LABEL $0100 main\nCOMMENT_LINE $0100 begins\nLABEL $0103 again\nRANGE $0100-$0106 CODE\n"
CMOC = """\
                      (       game.s):00001         \t* FUNCTION main(): defined at game.c:3
0100 327F             (       game.s):00002         _main\tLEAS\t-1,S
                      (       game.s):00003         * Line game.c:4: assignment
0102 C604             (       game.s):00004         \tLDB\t#4
0104 E7E4             (       game.s):00005         \tSTB\t,S
                      (       game.s):00006         * Line game.c:5: return
0106 39               (       game.s):00007         \tRTS
0107 4F               (      other.s):00001         other\tCLRA
"""
SDCC = """\
                              1 \t.area CODE
                              2 ;\tgame.c:4: x = 4;
   0100 C6 04         [ 2]    3 _main:\tldb #4
                              4 ; 9 "game.c" 1
   0102 4F            [ 2]    5 \tclra
                              6 ; 0 "" 2
   0103 39            [ 5]    7 \trts
"""


def test_a_listing_of_as09_is_its_own_source():
    """AS09's listing has no line numbers, so its own lines count; lone labels are read."""
    info = from_foreign(AS09, "game.asm", "game.lst")
    assert info.values == {"main": 0x100, "again": 0x103}
    lines = AS09.splitlines()
    assert [(row.address, row.size, lines[row.line - 1][24:].split()[0], row.file)
            for row in info.source_map] == [(0x100, 3, "main", "game.lst"),
                                            (0x103, 2, "inc", "game.lst"),
                                            (0x105, 2, "bra", "game.lst")]


def test_labels_of_vide_are_read():
    """Labels are read, but not comments and ranges; files that vecx writes are read, too."""
    assert from_foreign(CNT).values == {"main": 0x100, "again": 0x103}
    program = assemble(" org $100\nmain nop\nagain bra main\n")
    assert from_foreign(vide_cnt(program)).values == {"main": 0x100, "again": 0x101}


@pytest.mark.parametrize(("text", "expected"), [
    (CMOC, {0x100: ("game.c", 3), 0x102: ("game.c", 4), 0x104: ("game.c", 4), 0x106: ("game.c", 5),
            0x107: ("other.s", 1)}),
    (SDCC, {0x100: ("game.c", 4), 0x102: ("game.c", 9), 0x103: ("game.asm", 7)})])
def test_comments_of_compilers_name_lines_of_c(text, expected):
    """Code belongs to the last line of C that was named in the same file."""
    info = from_foreign(text, "game.asm")
    assert {row.address: (row.file, row.line) for row in info.source_map} == expected
    assert info.where(0x102).routine == "_main"


LABELS_ALONE = """\
                      (     game.asm):00001                 org $0200
0200                  (     game.asm):00002 start
0200 8E0210           (     game.asm):00003                 ldx #table
0203                  (     game.asm):00004 loop
0203 20FE             (     game.asm):00005                 bra loop
     0005             (     game.asm):00006 five            equ 5
C880                  (     game.asm):00007 count           rmb 1
"""
INDENTED = "".join(f"{line[:43]} {line[43:]}\n" for line in LABELS_ALONE.splitlines())
WITH_CYCLES = """\
                      (     game.asm):00001                         org $0200
0200                  (     game.asm):00002         start
0200 8E0210           (     game.asm):00003 [3]             ldx #table
0203                  (     game.asm):00004         loop
0203 20FE             (     game.asm):00005 [3]             bra loop
C880                  (     game.asm):00007         count   rmb 1
"""
RST_LABELS = """\
                              1 \t.area CODE
                     0005     2 five = 5
   0200                       3 start:
   0200 8E 02 10      [ 3]    4 \tldx #table
   0203 41 42 43 44 45 46     5 text:\t.ascii "ABCDEFGH"
   0209 20 12
   020B        54 noay1:
   020B 39                   55 \trts
   C880                      56 count::\t.ds 1
"""


@pytest.mark.parametrize("text", [LABELS_ALONE, INDENTED, WITH_CYCLES])
def test_lwasm_labels_without_bytes_are_read(text):
    """Lone labels, RMB and a column of cycles are read; equates are ignored."""
    info = from_foreign(text)
    assert info.values == {"start": 0x200, "loop": 0x203, "count": 0xC880}
    assert [row.line for row in info.source_map] == [3, 5]


def test_aslink_labels_without_bytes_are_read():
    """Lone labels are read; equates and continued data are ignored."""
    info = from_foreign(RST_LABELS, "game.asm")
    assert info.values == {"start": 0x200, "text": 0x203, "noay1": 0x20B, "count": 0xC880}
    assert [(row.address, row.line) for row in info.source_map] \
        == [(0x200, 4), (0x203, 5), (0x20B, 55)]
    assert from_foreign("   4157        54 noay1:\n").values == {"noay1": 0x4157}


def test_space_in_as09_and_equates_here_of_cmoc_are_labels():
    """`ds` without bytes in AS09's listings and CMOC's EQU * define labels."""
    assert from_foreign(AS09 + "C880 :                  count   ds 1\n").values["count"] == 0xC880
    cmoc = CMOC.replace("0100 327F             (       game.s):00002         _main\tLEAS\t-1,S",
                        "     0100             (       game.s):00002         _main\tEQU\t*\n"
                        "0100 327F             (       game.s):00002         \tLEAS\t-1,S")
    assert cmoc != CMOC and from_foreign(cmoc).values["_main"] == 0x100
