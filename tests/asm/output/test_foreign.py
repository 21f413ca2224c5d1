"""Debug information of other tools, from files made by hand after their manuals."""

import pytest

from asm.output.debuginfo import DebugInfoError
from asm.output.foreign import from_foreign

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
    """Each kind names both labels, and nothing else."""
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
    """Of two lines at one place the first counts; nothing lies beyond memory."""
    info = from_foreign(LISTING + "0101 12     (     game.asm):00009  nop\n"
                                  "FFFF 1212   (     game.asm):00010  fdb 0\n")
    assert len(info.source_map) == 3


def test_anything_else_is_refused():
    """A text of another kind is no debug information."""
    for text in ("", "nothing\n", "{}", "DEF\nSymbol: \n"):
        with pytest.raises(DebugInfoError, match="lwlink"):
            from_foreign(text)
