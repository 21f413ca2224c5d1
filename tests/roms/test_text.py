"""Text: the height of rows, the position of columns, and the time.

Goal: text has the size that it has on the console, so that titles and menus of cartridges fit.
Method: examine the strokes of texts of every height and many lengths; the expected numbers are from
[BIOS], second round.
"""

import numpy as np
import pytest

from tests.roms.screens import SYMBOLS
from vecx.console.calls import Call
from vecx.machine import Machine

LIST, STACK = 0xC900, 0xCBEA
ROWS, ROW_CYCLES, CELL = 7, 22.0, 18
# preset `hardware`, seed 0: letters, then p per unit of height for heights 4, 8, 14
HARDWARE = {2: (25.8, 27.3, 26.3), 11: (26.5, 27.6, 26.5)}
HEIGHTS = (4, 8, 14)
ENTRIES = ("Print_Str", "Print_MRast", "Print_Str_d", "Print_Str_yx", "Print_Str_hwyx",
           "Print_List", "Print_List_chk", "Print_List_hw", "Print_Keep", "Print_Msg")


def up(preset: str) -> Machine:
    """Return an initialised machine at full brightness."""
    m = Machine(preset=preset, ram="zero")
    m.run_frames(3)
    m.call(SYMBOLS["Intensity_7F"], dp=0xD0, s=STACK)
    m.call(SYMBOLS["Reset0Ref"])
    return m


@pytest.fixture(scope="module")
def ideal() -> Machine:
    """Return an initialised ideal machine."""
    return up("ideal")


def show(m: Machine, name: str, letters: int, height: int, width: int = 0x18) -> Call:
    """Print this many letters with an entry, from (32, -96) or the beam's position."""
    text, place = b"E" * letters + b"\x80", bytes((32, -96 & 0xFF))
    size = bytes((-height & 0xFF, width))
    m.write(SYMBOLS["Vec_Text_HW"], size)
    m.write(SYMBOLS["Vec_Str_Ptr"], LIST.to_bytes(2, "big"))
    if name in ("Print_Str_hwyx", "Print_List_hw", "Print_Keep"):
        data = size + place + text + b"\0"
    elif name in ("Print_Str_yx", "Print_List", "Print_List_chk"):
        data = place + text + b"\0"
    else:
        data = text
    m.write(LIST, data)
    if name in ("Print_Str", "Print_MRast"):
        m.call(SYMBOLS["Moveto_d_7F"], a=place[0], b=place[1], dp=0xD0, s=STACK)
    return m.call(SYMBOLS[name], a=place[0], b=place[1], u=LIST, y=place[0] << 8 | place[1],
                  dp=0xD0, s=STACK)


def levels(call: Call, height: int = 8) -> list[float]:
    """Return the y of the first stroke of each row, from the top."""
    found: list[float] = []
    for row in call.segments.tolist():
        if row[0] != row[2] and (not found or found[-1] - row[1] > 11 * height):
            found.append(row[1])
    assert len(found) == ROWS
    return found


@pytest.mark.parametrize("name", ENTRIES)
def test_rows_in_ideal(ideal: Machine, name: str) -> None:
    """Rows are 22 cycles of the height apart, for every height, length and entry."""
    for height in range(1, 17):
        for letters in (1, 2, 5, 11, 20):
            tops = levels(show(ideal, name, letters, height), height)
            assert np.diff(tops) == pytest.approx([-ROW_CYCLES * height] * (ROWS - 1))


@pytest.mark.parametrize("letters", HARDWARE)
def test_rows_in_hardware(letters: int) -> None:
    """In `hardware` the two pulses of a row have the figures of [BIOS]."""
    m = up("hardware")
    for height, pitch in zip(HEIGHTS, HARDWARE[letters], strict=True):
        tops = levels(show(m, "Print_Str_d", letters, height, 0x40), height)
        assert (tops[0] - tops[-1]) / 6 / height == pytest.approx(pitch, abs=0.07)


@pytest.mark.parametrize("letters", range(1, 21))
def test_columns(ideal: Machine, letters: int) -> None:
    """Letters are 18 cycles of the width apart in every row, and take that time."""
    call = show(ideal, "Print_Str", letters, 8, 0x28)
    assert call.cycles == 1109 + 234 * letters
    lefts = [row[0] for row in call.segments.tolist() if row[0] != row[2]]
    top = [x for x, row in zip(lefts, (r for r in call.segments.tolist() if r[0] != r[2]),
                               strict=True) if row[1] == call.segments[0][1]]
    assert {x - top[0] for x in top} >= {CELL * 0x28 * i for i in range(letters)}
    assert min(lefts) == top[0]


def test_no_text(ideal: Machine) -> None:
    """An empty text draws nothing, and U goes past its end mark."""
    call = show(ideal, "Print_Str", 0, 8)
    assert not len(call.segments)
    assert call.registers.u == LIST + 1


@pytest.mark.parametrize(("preset", "further"), [("ideal", 660), ("hardware", 893)])
def test_text_while_a_ramp_is_on(preset: str, further: int) -> None:
    """If port B has the ramp on, Print_Str begins 5.5 cycles of a ramp further up.

    Print_Str_d does not, because its move stops the ramp.
    """
    tops = []
    for intensity in (False, True):
        m = up(preset)
        m.write(SYMBOLS["Vec_Text_HW"], b"\xf8\x20")
        m.write(LIST, b"EE\x80")
        m.call(SYMBOLS["Moveto_d_7F"], a=120, b=0, dp=0xD0, s=STACK)
        if intensity:
            m.call(SYMBOLS["Intensity_7F"], dp=0xD0, s=STACK)
        tops.append(levels(m.call(SYMBOLS["Print_Str"], u=LIST, dp=0xD0, s=STACK))[0])
    assert tops[1] - tops[0] == pytest.approx(further, rel=0.04)
    m = up(preset)
    m.call(SYMBOLS["Intensity_7F"], dp=0xD0, s=STACK)
    first = levels(show(m, "Print_Str_d", 2, 8))[0]
    assert first == levels(show(up(preset), "Print_Str_d", 2, 8))[0]
