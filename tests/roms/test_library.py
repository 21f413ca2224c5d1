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
    """Set_Tables stores eight pointers and eight steps, and changes no other cell."""
    m.write(0xCB60, b"\xee" * 0x40)
    done = m.call(SYMBOLS["Set_Tables"], s=STACK)
    assert done.cycles == 227
    assert (done.registers.a, done.registers.b, done.registers.x, done.registers.y,
            done.registers.u) == (0x8E, 0, 0xEE20, 0xCB81, 0xCB89)
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
    """Packets are drawn at scale B from Y, or the words at Y; A, B and X are preserved."""
    m.write(PLACE, words(-70, 90))
    m.write(DATA, PACKETS)
    done = m.call(SYMBOLS[name], dp=0xD0, s=STACK, a=0x33, b=0x40, x=DATA,
                  y=PLACE if name == "Draw_Pack_py" else (-70 & 0xFF) << 8 | 90)
    assert strokes(done) == sorted(path([(20, 10), (-20, 40), (-20, -10)], 0x40,
                                        (90 * MOVE_SCALE, -70 * MOVE_SCALE), 0x7F))
    assert (done.registers.a, done.registers.b, done.registers.x) == (0x33, 0x40, DATA)


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


# the routine that a counter of Wait_Bound calls: INC >RAN + its number, LDX #0, RTS
COUNTERS, RAN = (0xC89C, 0xC89F, 0xC8A2, 0xC8A5), 0xC8C4
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


SCORES = b" 12345\x80  678\x30\x80"
PLACES = (127, -96), (127, 16)      # y, x of the scores of player 0 and player 2


def lay_scores(m: Machine, player: int) -> None:
    """Set the active player and both scores."""
    m.write(0xC89B, player)
    m.write(0xC8A8, SCORES)


def score(number: int) -> list[Stroke]:
    """Return the strokes of a player's score; number is 0 or 1."""
    words = SCORES[7 * number:7 * number + 6].decode()
    return text(words, *PLACES[number], height=-4, width=0x38, intensity=0x7F)


@pytest.mark.parametrize("player", [0, 2])
def test_score_of_the_active_player(m: Machine, player: int) -> None:
    """$EAB4 prints the active player's score at full intensity, and returns with its place."""
    lay_scores(m, player)
    done = m.call(SYMBOLS["Draw_Score"], a=1, b=2, x=3, dp=0xD0, s=STACK)
    assert strokes(done) == sorted(score(player // 2))
    at = 0xC8A8 + 7 * (player // 2)
    found = done.registers
    assert (found.a, found.b, found.x, found.y, found.u) == (player, 0x38, 3, at, at + 7)
    assert m.read(0xC82A, 2) == b"\xfc\x38"


@pytest.mark.parametrize(("players", "shown"), [(0, 1), (1, 2), (2, 2), (255, 2)])
def test_scores_of_all_players(m: Machine, players: int, shown: int) -> None:
    """$EACF prints the first score, and the second if there is more than one player."""
    lay_scores(m, 0)
    m.write(0xC879, players)
    done = m.call(SYMBOLS["Draw_Scores"], a=1, b=2, x=3, dp=0xD0, s=STACK)
    assert strokes(done) == sorted(part for number in range(shown) for part in score(number))
    at = 0xC8A8 + 7 * (shown - 1)
    found = done.registers
    assert (found.a, found.b, found.x, found.y, found.u) == (players, 0x38, 3, at, at + 7)


@pytest.mark.parametrize("dp", [0xC8, 0xD0, DP_OF_CALLER])
@pytest.mark.parametrize("given", [(0, 0, 0, 0), (1, 5, 1, 0), (2, 1, 255, 1), (1, 1, 1, 1)])
def test_wait_bound(m: Machine, given: tuple[int, ...], dp: int) -> None:
    """Wait_Bound waits, prints a score, reads buttons and sticks, and counts its counters down.

    The mask of the buttons is at $C880 and the mux flags of both sticks at $C881.  A counter that
    reaches 0 calls its routine.  DP is $D0 afterwards, whatever it was.
    """
    m.press(3)
    m.stick(1, -1)
    before = int.from_bytes(m.read(LOOPS, 2), "big")
    m.write(0xC880, b"\x00\x01\x03")
    lay_scores(m, 2)
    lay_counters(m, given)
    for _ in range(2):
        lay_counters(m, given)
        done = m.call(SYMBOLS["Wait_Bound"], dp=dp, s=STACK)
        assert m.read(BUTTONS, 3) == b"\x04\x00\x04"    # the mask is 0: reported while held
    assert int.from_bytes(m.read(LOOPS, 2), "big") == before + 2
    assert strokes(done) == sorted(score(1))
    assert m.read(0xC81F, 4) == b"\x01\x03\x01\x03"
    assert m.read(STICKS, 2) == b"\x40\xc0"
    assert counts(m) == [max(0, count - 1) for count in given]
    assert m.read(RAN, 4) == bytes(count == 1 for count in given)
    found = m.registers
    assert (found.a, found.b, found.y, found.u, found.dp) == (given[3], 0xC0, 0xC8AF, 0xC8B6, 0xD0)
    assert found.x == (0 if 1 in given else 0xC823)     # the routines of the counters clear X


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


def siren(tone: int, other: int) -> tuple[dict[int, int], int, int, int]:
    """Return what a step of the siren writes, its cycles, and A and carry afterwards."""
    first = (8, 0) if 0x90 <= tone <= 0xEF else (0, tone + 0x10 & 0xFF)
    second = (9, 0) if 0xD0 <= other <= 0xEF else (2, other + 0x20 & 0xFF)
    return (dict((first, second)), 153 - 2 * (first[0] == 8) - 2 * (second[0] == 9), second[0],
            int(second[0] == 2))


@pytest.mark.parametrize("other", [0, 0x56, 0xCF, 0xD0, 0xDF, 0xE0, 0xEF, 0xF0, 0xFF])
def test_sound_step(m: Machine, other: int) -> None:
    """Sound_Step raises two periods, and silences a voice where its period is long enough."""
    for tone in range(256):
        m.write(0xC800, bytes((tone, 0x34, other, *[7] * 12)))
        chip = [int(value) for value in m.chips.state.psg]
        call = m.call(SYMBOLS["Sound_Step"], a=1, b=2, x=3, y=4, u=5, dp=0xD0, s=STACK)
        written, cycles, a, carry = siren(tone, other)
        assert call.cycles == cycles
        found = m.registers
        assert (found.a, found.b, found.x, found.y, found.u, found.dp, found.cc & 1) == \
            (a, 1, 0xC800, 4, 5, 0xD0, carry)
        for register, value in written.items():
            chip[register] = value
            assert m.read(0xC800 + register)[0] == value
        assert [int(value) for value in m.chips.state.psg] == chip


def test_sound_of_the_siren(m: Machine) -> None:
    """$ED07 with the list at $ED5A sets all registers, then takes the first step."""
    done = m.call(0xED07, u=0xED5A, y=4, dp=0xD0, s=STACK)
    registers = [0x10, 0, 0x50, 0, 0, 0, 0x1F, 0x3D, 0, 15, 0, 0, 0, 0]
    assert [int(value) for value in m.chips.state.psg][:14] == registers
    assert m.read(0xC800, 14) == bytes(registers)
    assert (done.registers.u, done.registers.y) == (0xED78, 4)


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


@pytest.mark.parametrize("symbol", [0x60, 0x6F, 0x7F, 0x80, 0xFF])
def test_text_of_ships_is_in_free_stack(m: Machine, symbol: int) -> None:
    """Print_Ships writes position and text below the stack, and reserves nothing.

    S is the address of the return address: position at S - 15, text at S - 13, U ends at S - 9, or
    one byte before if the symbol is an end mark.
    """
    m.write(SYMBOLS["Vec_Text_HW"], b"\xf8\x40")
    m.write(STACK - 40, b"\xee" * 40)
    done = m.call(SYMBOLS["Print_Ships"], a=symbol, b=3, x=0x20E0, y=4, dp=0xD0, s=STACK)
    at = STACK - 2
    assert m.read(at - 17, 8) == bytes((0xEE, 0xEE, 0x20, 0xE0, ord("3"), ord("-"), symbol, 0x80))
    assert m.read(at - 9, 5) == b"\xee" * 5           # four bytes for the calls below it
    found = done.registers
    assert (found.a, found.b, found.x, found.y) == (3, 1, 0xFBB4, 4)
    assert found.u == at - 9 - (symbol >= 0x80)


def test_data_that_cartridges_read(m: Machine) -> None:
    """The masks for sound register 7 and an envelope of 32 steps are in place."""
    masks = [~(8 << n) & 0xFF for n in range(3)] + [1 << n for n in range(3)] \
        + [~(1 << n) & 0xFF for n in range(3)] + [8 << n for n in range(3)]
    assert list(m.read(0xF9E4, 12)) == masks
    steps = [nibble for byte in m.read(0xED8F, 16) for nibble in (byte >> 4, byte & 15)]
    assert steps == [15 - i // 2 for i in range(16)] + [7] * 16
