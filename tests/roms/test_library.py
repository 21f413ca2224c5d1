"""The routines below the executive that some cartridges call: what they give, draw and read."""

from collections.abc import Callable

import pytest

from tests.roms.screens import MOVE_SCALE, SYMBOLS, Stroke, path, stroke, text
from vecx.console.calling import Call
from vecx.machine import Machine

DATA, PLACE = 0xC8A0, 0xC8C0        # lists; positions in memory
BUTTONS, STICKS, LOOPS = 0xC80F, 0xC81B, 0xC825
STACK = 0xCBEA
PACKETS = bytes((0, 10, 20, 0xFF, 30, -40 & 0xFF, 0xFF, -50 & 0xFF, 0, 1))


@pytest.fixture
def m() -> Machine:
    """An ideal machine that is up, its stack free, at full light."""
    m = Machine(preset="ideal", ram="zero")
    m.run_frames(3)
    m.call(SYMBOLS["Intensity_7F"], dp=0xD0, s=STACK)
    m.call(SYMBOLS["Reset0Ref"])
    return m


def strokes(call: Call) -> list[Stroke]:
    """Return what a routine drew, but for where the beam stood."""
    return sorted(stroke((round(x0), round(y0)), (round(x1), round(y1)), round(z * 127))
                  for x0, y0, x1, y1, z, *_ in call.segments.tolist() if (x0, y0) != (x1, y1))


def words(y: int, x: int) -> bytes:
    """A position as words whose high bytes count."""
    return bytes((y & 0xFF, 0x5A, x & 0xFF, 0xA5))


def test_set_tables(m: Machine) -> None:
    """Eight pointers eight apart, eight steps fifteen apart, and not a byte beside them."""
    m.write(0xCB60, b"\xee" * 0x40)
    m.call(SYMBOLS["Set_Tables"], s=STACK)
    pointers = b"".join((0xEDE0 + 8 * i).to_bytes(2, "big") for i in range(8))
    steps = bytes(0x16 + 15 * i for i in range(8))
    assert m.read(0xCB60, 0x40) == (b"\xee" * 17 + pointers + steps).ljust(0x40, b"\xee")


def test_random_position(call: Callable[..., Machine]) -> None:
    """Ranpos gives every A, and every B from -$60 to $60."""
    call("Init_OS")
    found = [call("Ranpos").registers for _ in range(6000)]
    assert {registers.a for registers in found} == set(range(256))
    assert {(registers.b ^ 0x80) - 0x80 for registers in found} == set(range(-0x60, 0x61))


def test_random_cone(call: Callable[..., Machine]) -> None:
    """Rnd_Cone gives the angles that lie 4 to 11 past an axis, and keeps A."""
    call("Init_OS")
    found = [call("Rnd_Cone", a=77).registers for _ in range(600)]
    assert {registers.b for registers in found} == \
        {16 * quarter + 4 + step for quarter in range(4) for step in range(8)}
    assert {registers.a for registers in found} == {77}


@pytest.mark.parametrize("name", ["Dot_y", "Dot_py"])
def test_dot(m: Machine, name: str) -> None:
    """One dot where Y says, or the words at Y, as long as Vec_Dot_Dwell asks."""
    m.write(PLACE, words(-70, 90))
    done = m.call(SYMBOLS[name], dp=0xD0, s=STACK,
                  y=PLACE if name == "Dot_py" else (-70 & 0xFF) << 8 | 90)
    assert {tuple(row[:4]) for row in done.segments.tolist()} == \
        {(90 * MOVE_SCALE, -70 * MOVE_SCALE) * 2}
    lit = sum(row[6] - row[5] for row in done.segments.tolist())
    assert 30 <= lit <= 50
    assert m.registers.y == (PLACE if name == "Dot_py" else 0xBA5A)


@pytest.mark.parametrize("name", ["Draw_Pack", "Draw_Pack_py"])
def test_packets(m: Machine, name: str) -> None:
    """A list of packets at scale B from where Y says, or the words at Y; X ends at its end mark."""
    m.write(PLACE, words(-70, 90))
    m.write(DATA, PACKETS)
    done = m.call(SYMBOLS[name], dp=0xD0, s=STACK, a=0x33, b=0x40, x=DATA,
                  y=PLACE if name == "Draw_Pack_py" else (-70 & 0xFF) << 8 | 90)
    assert strokes(done) == sorted(path([(20, 10), (-20, 40), (-20, -10)], 0x40,
                                        (90 * MOVE_SCALE, -70 * MOVE_SCALE), 0x7F))
    assert done.registers.x == DATA + len(PACKETS) - 1


def test_print_keep(m: Machine) -> None:
    """Print_Keep prints from size and place in the string, and keeps U too."""
    data = bytes((-12 & 0xFF, 0x30, 50, -60 & 0xFF)) + b"KEEP 1\x80"
    m.write(DATA, data)
    done = m.call(SYMBOLS["Print_Keep"], dp=0xD0, s=STACK, u=DATA)
    assert strokes(done) == sorted(text("KEEP 1", 50, -60, -12, 0x30, 0x7F))
    assert done.registers.u == DATA


def test_print_msg(m: Machine) -> None:
    """Print_Msg prints where Y says, in the size that was set; Y then points to the text."""
    m.write(SYMBOLS["Vec_Text_HW"], b"\xf4\x50")
    m.write(DATA, b"HELLO, 68\x80")
    done = m.call(SYMBOLS["Print_Msg"], dp=0xD0, s=STACK, u=DATA,
                  y=(-30 & 0xFF) << 8 | -100 & 0xFF)
    assert strokes(done) == sorted(text("HELLO, 68", -30, -100, -12, 0x50, 0x7F))
    assert (done.registers.y, done.registers.u) == (DATA, DATA + 10)


@pytest.mark.parametrize(("entry", "frames", "buttons", "sticks"), [
    ("Wait_Bound", 1, True, True), ("bound_read", 0, True, True),
    ("bound_sticks", 0, False, True), ("bound_end", 0, False, False)])
def test_wait_bound(m: Machine, entry: str, frames: int, buttons: bool, sticks: bool) -> None:
    """Wait_Bound waits for the frame, reads buttons and sticks; the entries in it do the rest."""
    m.press(3)
    m.stick(1, -1)
    before = m.read(LOOPS, 2)
    m.call(SYMBOLS[entry], dp=0xD0, s=STACK)
    assert m.read(LOOPS, 2) == (int.from_bytes(before, "big") + frames).to_bytes(2, "big")
    assert m.read(BUTTONS, 3) == (b"\x04\x00\x04" if buttons else bytes(3))
    assert m.read(STICKS, 2) == (b"\x40\xc0" if sticks else bytes(2))
