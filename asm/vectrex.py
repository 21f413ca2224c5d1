"""The assembler's knowledge of the Vectrex: the memory map, and the registers that ROM routines
use.

Source of the tables: bios/entries.csv, columns dp_in, dp_out, trashed, out and in
"""

from __future__ import annotations

from typing import NamedTuple

CARTRIDGE_END = 0x8000                          # of a bank of a cartridge
RAM_FIRST, RAM_LAST = 0xC800, 0xCFFF            # its mirror included
GAME_RAM_FIRST, GAME_RAM_LAST = 0xC880, 0xCBE9
ROM_FIRST, EXECUTIVE_FIRST, ROM_LAST = 0xE000, 0xF000, 0xFFFF

# Entries that expect a page in DP, by address.
NEED_D0 = frozenset((
    0xF1A2, 0xF1B4, 0xF1BA, 0xF1F5, 0xF1F8, 0xF256, 0xF259, 0xF25B, 0xF272, 0xF27D, 0xF284, 0xF289,
    0xF28C, 0xF29D, 0xF2A1, 0xF2A5, 0xF2A9, 0xF2AB, 0xF2BE, 0xF2C1, 0xF2C3, 0xF2C5, 0xF2D5, 0xF2DE,
    0xF2E6, 0xF2F2, 0xF2FC, 0xF308, 0xF30C, 0xF30E, 0xF310, 0xF312, 0xF34F, 0xF354, 0xF35B, 0xF36B,
    0xF373, 0xF378, 0xF37A, 0xF385, 0xF38A, 0xF38C, 0xF391, 0xF393, 0xF495, 0xF498, 0xF3AD, 0xF3B1,
    0xF3B5, 0xF3B7, 0xF3B9, 0xF3BC, 0xF3BE, 0xF3CE, 0xF3D2, 0xF3D6, 0xF3D8, 0xF3DA, 0xF3DD, 0xF3DF,
    0xF404, 0xF408, 0xF40C, 0xF40E, 0xF410, 0xF434, 0xF437, 0xF439, 0xF46E, 0xFF9F, 0xF835,
))
NEED_C8 = frozenset((
    0xF593, 0xF5EF, 0xF5FF, 0xF601, 0xF603, 0xF62B, 0xF637, 0xF65B, 0xF65D, 0xF661, 0xF663, 0xF687,
    0xF68D, 0xF690, 0xF692, 0xF742, 0xF92E, 0xF9CA,
))


class Leaves(NamedTuple):
    """The changes that a call to a routine makes: the page in DP (None if unchanged), and the
    changed registers."""

    page: int | None
    lost: frozenset[str]


# Page in DP after the call (-- as before it), registers among A B X Y U changed, entries.
_CARD = """
-- -     F57D F8E5 F8F3 F8FF
-- A     F511 F517
-- AB    F53F F545 F548 F550 F584 F67F F683 F84F F87C F8B7
-- ABU   F85E
-- ABUX  F610 F613 F616 F61F F622 F8C7 F8D8
-- ABX   F533 F542 F5D9 F5DB
-- AX    F57E
-- B     F552 F563 F56D F571 F575 F579 F57A F58B
-- BX    F55A F55E
C8 A     F1AF
C8 AB    F593 F5EF F5FF F601 F603 F65B F65D F661 F663
C8 ABUXY F687 F68D F690 F692 F7A9
C8 ABX   F164 F742 F92E
C8 AX    F9CA
D0 A     F1AA
D0 AB    F29D F2A1 F2A5 F2A9 F2AB F2C3 F2C5 F2F2 F2FC F312 F34A F34F F354 F35B F36B
D0 ABU   F284 F28C
D0 ABUX  F27D F289 F373 F378 F37A F385 F38A F38C F391 F393 F495 F498
D0 ABUXY F256 F835
D0 ABX   F14C F18B F192 F1A2 F1B4 F1BA F1F5 F1F8 F272 F2BE F2C1 F2D5 F2DE F2E6 F308 F30C
D0 ABX   F30E F310 F3AD F3B1 F3B5 F3B7 F3B9 F3BC F3BE F3CE F3D2 F3D6 F3D8 F3DA F3DD F3DF
D0 ABX   F404 F408 F40C F40E F410 F434 F437 F439 F46E
D0 ABXY  FF9F
D0 B     F259 F25B
"""

LEAVES: dict[int, Leaves] = {}
for _row in _CARD.split("\n")[1:-1]:
    _page, _lost, *_entries = _row.split()
    for _entry in _entries:
        LEAVES[int(_entry, 16)] = Leaves(None if _page == "--" else int(_page, 16),
                                         frozenset(_lost) - {"-"})

# Routines that read a list at X, and its form: pairs of y and x after their count minus one, or
# after that and a scale; packets of mode, y and x up to a mode above 0, or the same after a scale.
COUNTED, COUNTED_SCALED, PACKETS, SCALED_PACKETS = "counted", "counted, scaled", "packets", \
    "scaled packets"
LISTS: dict[int, tuple[str, str]] = {
    0xF3CE: (COUNTED, "Draw_VLc"), 0xF3AD: (COUNTED, "Mov_Draw_VLc_a"),
    0xF3D6: (COUNTED_SCALED, "Draw_VLcs"), 0xF3B5: (COUNTED_SCALED, "Mov_Draw_VLcs"),
    0xF404: (PACKETS, "Draw_VLp_FF"), 0xF408: (PACKETS, "Draw_VLp_7F"),
    0xF40E: (PACKETS, "Draw_VLp_b"), 0xF410: (PACKETS, "Draw_VLp"),
    0xF46E: (PACKETS, "Draw_VL_mode"), 0xF40C: (SCALED_PACKETS, "Draw_VLp_scale"),
}
