"""What the ROM's drawing asks of the wires, where emulators with simpler beams and hardware differ.

Goal: nothing hangs on when a sample and hold takes a value that the multiplexer is already open
for, and pattern bytes come as many as the line is long.
"""

from itertools import pairwise
from math import ceil

import pytest

from tests.roms.screens import MENU, SYMBOLS, open_menu, open_screen
from vecx.machine import Machine

LIST, STACK = 0xC900, 0xCBEA
MUX_OFF, CHANNEL = 0x01, 0x06           # of port B
VIA_ORB, VIA_T1_LOW, VIA_SHIFT = 0xD000, 0xD004, 0xD00A
FIRST_LOOK, TURN = 18, 18               # cycles from the start of T1 to a pattern's first look, on
POKE = 0xC880


def port_b(m: Machine) -> list[int]:
    """Return the list that every value written to port B goes to from now on."""
    values: list[int] = []
    m.on_write(VIA_ORB, lambda _, value, cycle: values.append(value))
    return values


def assert_closed_between_channels(values: list[int]) -> None:
    """Assert that the multiplexer never goes from one channel to another while it is open.

    A sample and hold that opens with the multiplexer is seen by every emulator, a change of
    channel alone is not: MAME leaves the new channel as it was.
    """
    assert sum(not value & MUX_OFF for value in values) > 100
    for before, after in pairwise(values):
        if not (before | after) & MUX_OFF:
            assert before & CHANNEL == after & CHANNEL, f"${before:02X} ${after:02X}"


def test_multiplexer_at_power_on_and_in_the_title() -> None:
    """The multiplexer is closed between two channels."""
    m = Machine(preset="ideal")
    values = port_b(m)
    m.run_frames(200)
    assert_closed_between_channels(values)


@pytest.mark.parametrize("name", MENU)
def test_multiplexer_in_the_service_program(name: str) -> None:
    """The multiplexer is closed between two channels."""
    m = open_screen(name)
    values = port_b(m)
    m.run_frames(5)
    assert_closed_between_channels(values)


def test_multiplexer_in_every_text() -> None:
    """Text of one character and of many, from a short and from a long move."""
    m = open_menu()
    values = port_b(m)
    for text in (b"A\x80", b"TWENTY CHARACTERS...\x80"):
        for place in ((0, 0), (3, -3), (127, -128)):
            m.write(LIST, bytes(part & 0xFF for part in place) + text)
            m.call(SYMBOLS["Print_Str_yx"], u=LIST, dp=0xD0, s=STACK)
    assert_closed_between_channels(values)


@pytest.mark.parametrize("lines", [1, 4])
@pytest.mark.parametrize("name", ["Draw_Pat_VL_a", "Draw_Pat_VL", "Draw_Pat_VL_d"])
def test_pattern_bytes(name: str, lines: int) -> None:
    """A pattern is written anew every 18 cycles as long as T1 runs, and no time more."""
    m = Machine(preset="ideal", ram="zero")
    m.run_frames(3)
    m.write(SYMBOLS["Vec_Pattern"], 0xAA)
    m.write(LIST, bytes([20, 30]) * lines)
    bytes_out: list[int] = []
    m.on_write(VIA_SHIFT, lambda _, value, cycle: bytes_out.append(value))
    for scale in range(256):
        # LDA #scale, STA <VIA_t1_cnt_lo, RTS
        m.write(POKE, bytes([0x86, scale, 0x97, VIA_T1_LOW & 0xFF, 0x39]))
        m.call(POKE, dp=0xD0, s=STACK)
        m.write(SYMBOLS["Vec_Misc_Count"], lines - 1)
        bytes_out.clear()
        m.call(SYMBOLS[name], a=lines - 1 if name.endswith("_a") else 20, b=30, x=LIST)
        more = 1 + max(0, ceil((scale + 2 - FIRST_LOOK) / TURN)) if scale > 2 else 0
        assert bytes_out == ([0xAA] * (1 + more) + [0]) * lines, scale


DRAWN = 0xC1            # port B after a move or a line: bits 7 and 6 set, the multiplexer off
STOPPED = ("Moveto_d", "Moveto_d_7F", "Moveto_ix", "Moveto_ix_FF", "Moveto_ix_7F", "Moveto_ix_b",
           "Moveto_x_7F", "Dot_d", "Dot_ix", "Dot_ix_b", "Draw_VL_a", "Draw_VL", "Draw_VLc",
           "Draw_VLcs", "Draw_VL_ab", "Draw_VL_b", "Draw_Line_d", "Mov_Draw_VL_a", "Mov_Draw_VL_d",
           "Mov_Draw_VLc_a", "Mov_Draw_VLcs", "Mov_Draw_VL_ab", "Mov_Draw_VL_b", "Mov_Draw_VL",
           "Draw_VLp", "Draw_VLp_FF", "Draw_VLp_7F", "Draw_VLp_b", "Draw_VLp_scale",
           "Draw_Pat_VL_a", "Draw_Pat_VL", "Draw_Pat_VL_d", "Draw_VL_mode")


@pytest.mark.parametrize("zero", [0, 1])
@pytest.mark.parametrize("length", [7, 70, 120])
@pytest.mark.parametrize("name", STOPPED)
def test_port_b_after_drawing(name: str, length: int, zero: int) -> None:
    """Moves, lines and dots leave bits 7 and 6 of port B set: without T1 the ramp stays off.

    Where Check0Ref returned the beam to zero after them, its reference was sampled last: $01.
    """
    m = Machine(preset="ideal", ram="zero")
    m.run_frames(3)
    m.m.t1l = 0x7F          # scales 0 to 2 end without Check0Ref
    values = port_b(m)
    m.write(SYMBOLS["Vec_0Ref_Enable"], zero)
    m.write(SYMBOLS["Vec_Misc_Count"], 0)
    m.write(LIST, bytes([0, length, 2, 20, 30, 1, 20, 30, 1, 20, 30, 1, 1, 1, 1]))
    # LDA #100, STA <VIA_t1_cnt_lo, RTS
    m.write(POKE, bytes([0x86, 100, 0x97, VIA_T1_LOW & 0xFF, 0x39]))
    m.call(POKE, dp=0xD0, s=STACK)
    one_line = name.endswith(("_a", "_ab"))
    m.call(SYMBOLS[name], a=0 if one_line else length, b=length, x=LIST, dp=0xD0, s=STACK)
    zeroed = zero and not name.startswith(("Moveto", "Dot"))
    assert values[-1] == (0x01 if zeroed else DRAWN)
