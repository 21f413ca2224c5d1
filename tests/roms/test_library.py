"""The library routines below the executive: results, drawing, inputs."""

from collections.abc import Callable

import pytest

from tests.roms.screens import MOVE_SCALE, SYMBOLS, Stroke, path, stroke, text
from vecx.console.calls import Call
from vecx.machine import Machine

DATA, PLACE = 0xC8A0, 0xC8C0        # lists; positions in memory
BUTTONS, STICKS, LOOPS = 0xC80F, 0xC81B, 0xC825
STACK = 0xCBEA
PACKETS = bytes((0, 10, 20, 0xFF, 30, -40 & 0xFF, 0xFF, -50 & 0xFF, 0, 1))


@pytest.fixture
def m() -> Machine:
    """Return an initialised ideal machine at full brightness."""
    m = Machine(preset="ideal", ram="zero")
    m.run_frames(3)
    m.call(SYMBOLS["Intensity_7F"], dp=0xD0, s=STACK)
    m.call(SYMBOLS["Reset0Ref"])
    return m


def strokes(call: Call) -> list[Stroke]:
    """Return the lines that a routine drew, without resting points of the beam."""
    return sorted(stroke((round(x0), round(y0)), (round(x1), round(y1)), round(z * 127))
                  for x0, y0, x1, y1, z, *_ in call.segments.tolist() if (x0, y0) != (x1, y1))


def words(y: int, x: int) -> bytes:
    """Return a position as words whose high bytes count."""
    return bytes((y & 0xFF, 0x5A, x & 0xFF, 0xA5))


def test_set_tables(m: Machine) -> None:
    """Set_Tables stores eight pointers and eight steps, and changes nothing else."""
    m.write(0xCB60, b"\xee" * 0x40)
    m.call(SYMBOLS["Set_Tables"], s=STACK)
    pointers = b"".join((0xEDE0 + 8 * i).to_bytes(2, "big") for i in range(8))
    steps = bytes(0x16 + 15 * i for i in range(8))
    assert m.read(0xCB60, 0x40) == (b"\xee" * 17 + pointers + steps).ljust(0x40, b"\xee")


@pytest.mark.slow
def test_random_position(call: Callable[..., Machine]) -> None:
    """Ranpos returns every A, and every B from -$60 to $60."""
    call("Init_OS")
    found = [call("Ranpos").registers for _ in range(6000)]
    assert {registers.a for registers in found} == set(range(256))
    assert {(registers.b ^ 0x80) - 0x80 for registers in found} == set(range(-0x60, 0x61))


def test_random_cone(call: Callable[..., Machine]) -> None:
    """Rnd_Cone returns angles 4 to 11 past an axis, and preserves A."""
    call("Init_OS")
    found = [call("Rnd_Cone", a=77).registers for _ in range(600)]
    assert {registers.b for registers in found} == \
        {16 * quarter + 4 + step for quarter in range(4) for step in range(8)}
    assert {registers.a for registers in found} == {77}


@pytest.mark.parametrize("name", ["Dot_y", "Dot_py"])
def test_dot(m: Machine, name: str) -> None:
    """A dot is drawn at Y, or the words at Y, for the time in Vec_Dot_Dwell."""
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
    """Packets are drawn at scale B from Y, or the words at Y; X ends at the end mark."""
    m.write(PLACE, words(-70, 90))
    m.write(DATA, PACKETS)
    done = m.call(SYMBOLS[name], dp=0xD0, s=STACK, a=0x33, b=0x40, x=DATA,
                  y=PLACE if name == "Draw_Pack_py" else (-70 & 0xFF) << 8 | 90)
    assert strokes(done) == sorted(path([(20, 10), (-20, 40), (-20, -10)], 0x40,
                                        (90 * MOVE_SCALE, -70 * MOVE_SCALE), 0x7F))
    assert done.registers.x == DATA + len(PACKETS) - 1


def test_print_keep(m: Machine) -> None:
    """Print_Keep prints with size and position from the string, and preserves U."""
    data = bytes((-12 & 0xFF, 0x30, 50, -60 & 0xFF)) + b"KEEP 1\x80"
    m.write(DATA, data)
    done = m.call(SYMBOLS["Print_Keep"], dp=0xD0, s=STACK, u=DATA)
    assert strokes(done) == sorted(text("KEEP 1", 50, -60, -12, 0x30, 0x7F))
    assert done.registers.u == DATA


def test_print_msg(m: Machine) -> None:
    """Print_Msg prints at Y in the current size; Y then points to the text."""
    m.write(SYMBOLS["Vec_Text_HW"], b"\xf4\x50")
    m.write(DATA, b"HELLO, 68\x80")
    done = m.call(SYMBOLS["Print_Msg"], dp=0xD0, s=STACK, u=DATA,
                  y=(-30 & 0xFF) << 8 | -100 & 0xFF)
    assert strokes(done) == sorted(text("HELLO, 68", -30, -100, -12, 0x50, 0x7F))
    assert (done.registers.y, done.registers.u) == (DATA, DATA + 10)


# the routine that a counter of Wait_Bound calls: INC >$C8B0 + its number, LDX #0, RTS
COUNTERS, RAN = (0xC89C, 0xC89F, 0xC8A2, 0xC8A5), 0xC8B0
ROUTINES = 0xC8D0
DP_OF_CALLER = 0xAB


def lay_counters(m: Machine, counts: tuple[int, ...]) -> None:
    """Set the four counters, each with its own routine."""
    for number, (at, count) in enumerate(zip(COUNTERS, counts, strict=True)):
        routine = ROUTINES + 8 * number
        m.write(routine, bytes((0x7C, *(RAN + number).to_bytes(2, "big"), 0x8E, 0, 0, 0x39)))
        m.write(at, bytes((count, *routine.to_bytes(2, "big"))))
    m.write(RAN, bytes(4))


def counts(m: Machine) -> list[int]:
    """Return the four counters."""
    return [m.read(at)[0] for at in COUNTERS]


@pytest.mark.parametrize("given", [(0, 0, 0, 0), (1, 5, 1, 0), (2, 1, 255, 1), (1, 1, 1, 1)])
def test_wait_bound(m: Machine, given: tuple[int, ...]) -> None:
    """Wait_Bound waits for the frame, reads buttons and sticks, and counts its counters down.

    The mux flags of both sticks are at $C881; a counter that reaches 0 calls its routine.
    """
    m.press(3)
    m.stick(1, -1)
    before = int.from_bytes(m.read(LOOPS, 2), "big")
    m.write(0xC881, b"\x01\x03")
    lay_counters(m, given)
    m.call(SYMBOLS["Wait_Bound"], dp=DP_OF_CALLER, s=STACK)
    assert int.from_bytes(m.read(LOOPS, 2), "big") == before + 1
    assert m.read(BUTTONS, 3) == b"\x04\x00\x04"
    assert m.read(0xC81F, 4) == b"\x01\x03\x01\x03"
    assert m.read(STICKS, 2) == b"\x40\xc0"
    assert counts(m) == [max(0, count - 1) for count in given]
    assert m.read(RAN, 4) == bytes(count == 1 for count in given)
    assert m.registers.dp == DP_OF_CALLER


@pytest.mark.parametrize(("entry", "first", "cycles"), [(0xEB0D, 0, 44), (0xEB1D, 1, 29)])
def test_counters_alone(m: Machine, entry: int, first: int, cycles: int) -> None:
    """$EB0D counts, pulls DP and returns; $EB1D is the first routine's return address."""
    regs = {"a": 1, "b": 2, "x": 3, "y": 4, "u": 5, "dp": 0xC8, "s": STACK}
    m.press(3)
    lay_counters(m, (0, 0, 0, 0))
    buttons = m.read(BUTTONS, 3)
    call = m.call(entry, 1000, bytes([DP_OF_CALLER]), **regs)
    assert call.cycles == cycles
    assert (m.registers.b, m.registers.y, m.registers.u) == (2, 4, 5)
    assert (m.registers.s, m.registers.dp) == (STACK, DP_OF_CALLER)
    assert not call.writes and m.read(BUTTONS, 3) == buttons
    lay_counters(m, (1, 2, 1, 3))
    m.call(entry, 1000, bytes([DP_OF_CALLER]), **regs)
    assert counts(m) == [1 if first else 0, 1, 0, 2]
    assert m.read(RAN, 4) == bytes((not first, 0, 1, 0))
    assert m.registers.dp == DP_OF_CALLER


def test_the_first_routine_comes_back_to_eb1d(m: Machine) -> None:
    """The return address of the first counter's routine is $EB1D."""
    lay_counters(m, (1, 0, 0, 0))
    m.write(ROUTINES, bytes((0xEC, 0xE4, 0xFD, 0xC8, 0xC0, 0x39)))     # LDD ,S, STD >$C8C0, RTS
    m.call(0xEB0D, 1000, bytes([DP_OF_CALLER]), dp=0xC8, s=STACK)
    assert m.read(0xC8C0, 2) == b"\xeb\x1d"


def test_sound_step(m: Machine) -> None:
    """Sound_Step writes registers 0 and 2 from their shadows, from any DP, in 149 cycles."""
    m.write(0xC800, b"\x12\x34\x56\x78")
    before = [int(value) for value in m.chips.state.psg]
    call = m.call(SYMBOLS["Sound_Step"], a=1, b=2, x=3, dp=DP_OF_CALLER, s=STACK)
    assert call.cycles == 149
    assert (m.registers.b, m.registers.x, m.registers.dp) == (2, 3, DP_OF_CALLER)
    assert [int(value) for value in m.chips.state.psg] == [0x12, before[1], 0x56, *before[3:]]
    assert m.read(0xC800, 4) == b"\x12\x34\x56\x78"


def test_game_over(m: Machine) -> None:
    """The text at $EE2F has size, position and end."""
    done = m.call(SYMBOLS["Print_Str_hwyx"], dp=0xD0, s=STACK, u=0xEE2F)
    assert strokes(done) == sorted(text("GAME OVER", -32, -40, -6, 0x38, 0x7F))
    assert done.registers.u == 0xEE2F + 4 + len("GAME OVER") + 1


def test_print_ships(m: Machine) -> None:
    """Print_Ships prints number, dash and symbol; above 9 the infinity sign."""
    m.write(SYMBOLS["Vec_Text_HW"], b"\xf8\x40")
    for count, shown in ((0, "0"), (9, "9"), (10, "\x6c"), (255, "\x6c")):
        done = m.call(SYMBOLS["Print_Ships"], a=0x69, b=count, x=0x20E0, dp=0xD0, s=STACK)
        assert strokes(done) == sorted(text(f"{shown}-\x69", 32, -32, -8, 0x40, 0x7F))
        m.write(PLACE, b"\x20\xe0")
        more = m.call(SYMBOLS["Print_Ships_x"], a=0x69, b=count, x=PLACE, dp=0xD0, s=STACK)
        assert strokes(more) == strokes(done)


def test_data_that_cartridges_read(m: Machine) -> None:
    """The masks for sound register 7 and an envelope of 32 steps are in place."""
    masks = [~(8 << n) & 0xFF for n in range(3)] + [1 << n for n in range(3)] \
        + [~(1 << n) & 0xFF for n in range(3)] + [8 << n for n in range(3)]
    assert list(m.read(0xF9E4, 12)) == masks
    steps = [nibble for byte in m.read(0xED8F, 16) for nibble in (byte >> 4, byte & 15)]
    assert steps == [15 - i // 2 for i in range(16)] + [7] * 16
