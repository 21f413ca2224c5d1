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
RAMP_OFF = 0x80         # port B: the ramp of a text is off
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


def show(m: Machine, name: str, letters: int, height: int, width: int = 0x18, y: int = 32,
         x: int = -96) -> Call:
    """Print this many letters with an entry, from (y, x) or the beam's position."""
    text, place = b"E" * letters + b"\x80", bytes((y & 0xFF, x & 0xFF))
    size = bytes((-height & 0xFF, width & 0xFF))
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
        for letters in (2, 5, 11, 20):
            tops = levels(show(ideal, name, letters, height), height)
            assert np.diff(tops) == pytest.approx([-ROW_CYCLES * height] * (ROWS - 1))


@pytest.mark.parametrize("letters", HARDWARE)
def test_rows_in_hardware(letters: int) -> None:
    """In `hardware` the two pulses of a row have the figures of [BIOS]."""
    m = up("hardware")
    for height, pitch in zip(HEIGHTS, HARDWARE[letters], strict=True):
        tops = levels(show(m, "Print_Str_d", letters, height, 0x40), height)
        assert (tops[0] - tops[-1]) / 6 / height == pytest.approx(pitch, abs=0.07)


@pytest.mark.parametrize("letters", range(2, 21))
def test_columns(ideal: Machine, letters: int) -> None:
    """Letters are 18 cycles of the width apart in every row, and take that time."""
    call = show(ideal, "Print_Str", letters, 8, 0x28)
    assert call.cycles == 1109 + 234 * letters
    lefts = [row[0] for row in call.segments.tolist() if row[0] != row[2]]
    top = [x for x, row in zip(lefts, (r for r in call.segments.tolist() if r[0] != r[2]),
                               strict=True) if row[1] == call.segments[0][1]]
    assert {x - top[0] for x in top} >= {CELL * 0x28 * i for i in range(letters)}
    assert min(lefts) == top[0]


LONGEST = 262
WAY_BACK, SHORTER = 54, 18 * 128        # cycles; 128 passes of 18 are left out or added
MOVED = {"Print_Str": 0, "Print_MRast": -6, "Print_Str_d": 235, "Print_Str_yx": 243,
         "Print_Str_hwyx": 257, "Print_List": 262, "Print_List_chk": 269, "Print_List_hw": 283}


def ramps(call: Call) -> list[tuple[int, int]]:
    """Return X and the length of each ramp of a text that moves in x, except the last way back."""
    port_b, x, begun, found = RAMP_OFF, 0, 0, []
    for cycle, register, value in call.writes:
        if register == 1:
            x = value
        elif register == 0:
            if port_b & RAMP_OFF and not value & RAMP_OFF:
                begun = cycle
            elif value & RAMP_OFF and not port_b & RAMP_OFF and x:
                found.append((x, cycle - begun))
            port_b = value
    return found


def cycles_of(letters: int) -> int:
    """Return the cycles of Print_Str for a text of this length."""
    return 1109 + 234 * letters - 6 * SHORTER * ((letters - 2) // 128)


@pytest.mark.sample(3, slow=5)
@pytest.mark.parametrize("first", range(0, LONGEST, 16))
def test_texts_of_every_length(ideal: Machine, first: int) -> None:
    """Time, ways, rows and registers follow the definition for 0 to 261 characters."""
    for letters in range(first, min(first + 16, LONGEST)):
        for width in (0x48, 0xF0, 0x80, 0):
            call = show(ideal, "Print_Str", letters, 8, width)
            found = call.registers
            assert call.cycles == cycles_of(letters)
            assert (found.a, found.b, found.x, found.y, found.dp) == (3, 1, 0xFBB4, 0x20A0, 0xD0)
            assert found.u == LIST + letters + 1
            assert ideal.read(SYMBOLS["Vec_Str_Ptr"], 2) == LIST.to_bytes(2, "big")
            v = ideal.chips.state
            assert (v.acr, v.orb, v.ora, v.pcr) == (0x98, 0x01, 0, 0xCC)
            written = sum(register == 10 for _, register, _ in call.writes)
            assert written == 7 * letters + 1           # and 0 after the text
            if width:
                forth, back = 18 * (letters + 1), WAY_BACK + 18 * ((letters - 2) % 128)
                assert ramps(call)[:13] == [(width, forth), (-width & 0xFF, back)] * 6 \
                    + [(width, forth)]


@pytest.mark.parametrize("letters", [0, 1, 2, 3, 129, 130, 131, 257, 258])
@pytest.mark.parametrize("name", MOVED)
def test_entries_add_a_fixed_time(ideal: Machine, name: str, letters: int) -> None:
    """Every entry that prints follows the rule for short and long texts."""
    assert show(ideal, name, letters, 8, x=-48, y=16).cycles == cycles_of(letters) + MOVED[name]


def test_texts_that_keep_registers(ideal: Machine) -> None:
    """Print_Keep and Print_Msg follow the rule, too."""
    for name in ("Print_Keep", "Print_Msg"):
        usual = show(ideal, name, 2, 8, x=-48, y=16).cycles - cycles_of(2)
        for letters in (0, 1, 5, 129, 130, 258):
            assert show(ideal, name, letters, 8, x=-48, y=16).cycles == cycles_of(letters) + usual


@pytest.mark.parametrize("width", [0x48, 0xF0])
@pytest.mark.parametrize("letters", [1, 2, 5, 129, 130])
def test_place_of_rows(ideal: Machine, letters: int, width: int) -> None:
    """Each row of a short text is 2,304 units of width further back, of a long one further on."""
    call = show(ideal, "Print_Str", letters, 8, width)
    signed = (width ^ 0x80) - 0x80
    step = SHORTER * signed * ((letters - 2) // 128)
    rows: dict[int, list[float]] = {}
    for x0, y0, x1, *_ in call.segments.tolist():
        rows.setdefault(round(y0), []).extend((x0, x1))
    starts = [(min if signed > 0 else max)(xs) for _, xs in sorted(rows.items(), reverse=True)]
    assert len(starts) == ROWS
    assert np.diff(starts) == pytest.approx([step] * (ROWS - 1), abs=1)


def test_no_text(ideal: Machine) -> None:
    """An empty text draws nothing, but takes the time of seven rows and their ways back."""
    call = show(ideal, "Print_Str", 0, 8)
    assert not len(call.segments)
    assert call.registers.u == LIST + 1
    assert call.cycles == 14_933
    assert len(ramps(call)) == 13           # the last way back is cut short


def test_a_character_with_its_lowest_bit_keeps_the_beam_on(ideal: Machine) -> None:
    """Where a row ends with its lowest bit set, the way back is lit."""
    longest = {}
    for char in ("I", "n"):     # the second prints $6E, a solid block
        ideal.write(SYMBOLS["Vec_Text_HW"], bytes((-8 & 0xFF, 0x18)))
        ideal.write(LIST, char.encode() * 2 + b"\x80")
        ideal.call(SYMBOLS["Moveto_d_7F"], a=0, b=0, dp=0xD0, s=STACK)
        call = ideal.call(SYMBOLS["Print_Str"], u=LIST, dp=0xD0, s=STACK)
        longest[char] = max(end - begin for *_, begin, end in call.segments.tolist())
    assert longest["I"] < 18
    assert longest["n"] > WAY_BACK - 18


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
