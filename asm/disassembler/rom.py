"""What calls of the executive ROM leave behind, and the lists that it is given: for the tracer.

Source: bios/entries.csv, columns dp_out, trashed, out and in
"""

from __future__ import annotations

from typing import NamedTuple


class Leaves(NamedTuple):
    """What a routine leaves: the page in DP, None for the one it found, and registers changed."""

    page: int | None
    lost: frozenset[str]


# Page in DP behind the call (-- as before it), registers among A B X Y U changed, entries.
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

# The routines that read a list at X, and its form: pairs of y and x behind their number less one,
# behind that and a scale; packets of mode, y and x up to a mode above 0, also behind a scale.
COUNTED, COUNTED_SCALED, PACKETS, SCALED_PACKETS = "counted", "counted, scaled", "packets", \
    "scaled packets"
LISTS: dict[int, tuple[str, str]] = {
    0xF3CE: (COUNTED, "Draw_VLc"), 0xF3AD: (COUNTED, "Mov_Draw_VLc_a"),
    0xF3D6: (COUNTED_SCALED, "Draw_VLcs"), 0xF3B5: (COUNTED_SCALED, "Mov_Draw_VLcs"),
    0xF404: (PACKETS, "Draw_VLp_FF"), 0xF408: (PACKETS, "Draw_VLp_7F"),
    0xF40E: (PACKETS, "Draw_VLp_b"), 0xF410: (PACKETS, "Draw_VLp"),
    0xF46E: (PACKETS, "Draw_VL_mode"), 0xF40C: (SCALED_PACKETS, "Draw_VLp_scale"),
}
