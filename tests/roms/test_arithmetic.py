"""The arithmetic routines of the ROM, compared with their definitions."""

import math
import random
from collections.abc import Iterable
from typing import Protocol

import pytest

from asm import assemble
from vecx.machine import Machine

STACK = 0xCBEA
WORK = 0xC8A0       # in RAM; free for the data of a test
SEED_POINTER = 0xC87B
MISC_COUNT = 0xC823


class Caller(Protocol):
    """The type of the fixture: see conftest.py."""

    machine: Machine

    def __call__(self, name: str, **registers: int) -> Machine:
        """Run a routine."""


def signed(byte: int) -> int:
    """Return a byte as -128..127."""
    return byte - ((byte & 0x80) << 1)


class Table(Protocol):
    """The type of the fixture `every_b`."""

    def __call__(self, name: str, a: int) -> list[tuple[int, int]]:
        """Return A and B after calls of a routine with this A and each B from 0 to 255."""


@pytest.fixture
def every_b(call: Caller) -> Table:
    """Return a program that calls a routine for every B, which is faster than 65,536 calls."""

    def table(name: str, a: int) -> list[tuple[int, int]]:
        """Fill 512 bytes with the routine's A and B."""
        source = f"""
RESULTS  EQU     $C900
THIS_B   EQU     $C8A0
         ORG     $C8B0
         LDX     #RESULTS
         CLR     THIS_B
NEXT     PSHS    X
         LDA     #{a}
         LDB     THIS_B
         JSR     {call.symbols[name]}
         PULS    X
         STD     ,X++
         INC     THIS_B
         BNE     NEXT
         RTS
"""
        program = assemble(source).image
        assert program is not None
        call.machine.write(0xC8B0, program)
        call.machine.call(0xC8B0, 256 * 20_000, dp=0xC8, s=STACK)
        results = call.machine.read(0xC900, 512)
        return list(zip(results[::2], results[1::2], strict=True))

    return table


def test_angle_of_every_vector(every_b: Table) -> None:
    """Rise_Run_Angle follows its definition for all 65,536 vectors."""
    for rise in range(256):
        want = [angle(signed(rise), signed(run)) for run in range(256)]
        assert every_b("Rise_Run_Angle", rise) == [(turn, turn) for turn in want], rise


def angle(rise: int, run: int) -> int:
    """Define the angle: halve to 0..9, look up the arctangent, place it in its quadrant."""
    high, low = sorted((min(127, abs(rise)), min(127, abs(run))), reverse=True)
    while high > 9:
        high, low = high >> 1, low >> 1
    if high == 0:
        turn = 8
    elif low == 0:
        turn = 16
    else:
        turn = round(64 * math.atan2(high, low) / math.tau)
    q = turn if min(127, abs(rise)) >= min(127, abs(run)) else 16 - turn
    if run >= 0:
        return q if rise >= 0 else 64 - q
    return 32 - q if rise >= 0 else 32 + q


def multiplier(turn: int) -> tuple[int, int]:
    """Define the pairs of the sine index: multiplier of 256, sign and axis flags."""
    half = turn & 31
    value = min(255, round(256 * math.sin(math.pi * half / 32)))
    return value, (0x80 if turn & 32 else 0) + (half == 16)


def product(length: int, pair: tuple[int, int]) -> int:
    """Define a length times a multiplier, rounded; on the axis, the length itself."""
    value, flags = pair
    if flags & 1:
        return -length if flags & 0x80 else length
    size = (abs(length) * value + 128) >> 8
    return -size if (length < 0) != bool(flags & 0x80) else size


@pytest.mark.parametrize("turn", range(0, 256, 5))
def test_multipliers_of_every_angle(call: Caller, turn: int) -> None:
    """Get_Run_Idx is the sine and Get_Rise_Idx the cosine."""
    m = call("Get_Run_Idx", a=turn).chips.state
    assert (m.a, m.b) == multiplier(turn)
    m = call("Get_Rise_Idx", a=turn).chips.state
    assert (m.a, m.b) == multiplier(turn + 16)


def test_rise_and_run_of_every_length_and_angle(every_b: Table) -> None:
    """Rise_Run_Y gives length times cosine and minus length times sine, for all 65,536 inputs."""
    of_turn = [(multiplier(turn + 16), multiplier(turn)) for turn in range(256)]
    for length in range(256):
        size = signed(length)
        want = [(product(size, rise) & 0xFF, -product(size, run) & 0xFF) for rise, run in of_turn]
        assert every_b("Rise_Run_Y", length) == want, length


def rotated(points: Iterable[tuple[int, int]], turn: int) -> bytes:
    """Define the rotation of y, x pairs."""
    rise, run = multiplier(turn + 16), multiplier(turn)
    return bytes(value & 0xFF for y, x in points
                 for value in (product(y, rise) + product(x, run),
                               product(x, rise) - product(y, run)))


def test_rotation(call: Caller) -> None:
    """Rot_VL_ab rotates pairs, in place or not, and preserves the direct page."""
    draw = random.Random(1)
    for _ in range(300):
        points = [(draw.randrange(-128, 128), draw.randrange(-128, 128))
                  for _ in range(draw.randrange(1, 9))]
        turn, page = draw.randrange(256), draw.randrange(256)
        target = WORK if draw.randrange(2) else WORK + 0x40
        call.machine.write(WORK, bytes(value & 0xFF for point in points for value in point))
        m = call("Rot_VL_ab", a=turn, b=len(points) - 1, x=WORK, u=target, dp=page).chips.state
        assert call.machine.read(target, 2 * len(points)) == rotated(points, turn)
        assert (m.dp, m.x, m.u) == (page, WORK + 2 * len(points), target + 2 * len(points))


def test_rotation_of_mode_lists(call: Caller) -> None:
    """Rot_VL_Mode_a copies the modes, rotates between them, and ends with a mode above 0."""
    draw = random.Random(2)
    for _ in range(200):
        points = [(draw.randrange(-128, 128), draw.randrange(-128, 128))
                  for _ in range(draw.randrange(1, 7))]
        modes = [draw.choice((0, 0x80, 0xFF)) for _ in points]
        turn = draw.randrange(64)
        call.machine.write(WORK, b"".join(bytes((mode, y & 0xFF, x & 0xFF)) for mode, (y, x)
                                          in zip(modes, points, strict=True)) + b"\x01")
        call("Rot_VL_Mode_a", a=turn, x=WORK, u=WORK + 0x40, dp=0xD0)
        want = rotated(points, turn)
        assert call.machine.read(WORK + 0x40, 3 * len(points) + 1) == b"".join(
            bytes((mode,)) + want[2 * i:2 * i + 2] for i, mode in enumerate(modes)) + b"\x01"
        assert call.machine.read(MISC_COUNT) == b"\0"


def test_magnitude_of_every_byte(call: Caller) -> None:
    """Abs_a_b returns magnitudes, with 127 for -128."""
    for byte in range(256):
        m = call("Abs_a_b", a=byte, b=byte ^ 0x55).chips.state
        assert (m.a, m.b) == tuple(min(127, abs(signed(v))) for v in (byte, byte ^ 0x55))


def test_random_is_a_shift_register(call: Caller) -> None:
    """Random shifts 24 bits with bits 13 and 16 as feedback; Random_3 does so three times."""
    call.machine.write(SEED_POINTER, WORK.to_bytes(2, "big"))
    register = 0x5A1234
    draw = random.Random(3)
    for _ in range(2000):
        name, steps = draw.choice((("Random", 1), ("Random_3", 3)))
        call.machine.write(WORK, register.to_bytes(3, "little"))
        for _ in range(steps):
            register = (register << 1 | (register >> 13 ^ register >> 16) & 1) & 0xFFFFFF
        assert call(name).chips.state.a == register & 0xFF
        assert call.machine.read(WORK, 3) == register.to_bytes(3, "little")


def score_text(value: int) -> bytes:
    """Return a score in the ROM's format."""
    return f"{value % 1_000_000:6d}".encode() + b"\x80"


def test_scores_add_up(call: Caller) -> None:
    """Scores add in decimal, wrap at a million, blank leading zeros; Vec_Misc_Count is a carry."""
    draw = random.Random(4)
    for _ in range(1500):
        score = draw.choice((draw.randrange(1_000_000), draw.randrange(1000), 999_999))
        carry = draw.choice((0, 0, 1))
        call.machine.write(WORK, score_text(score))
        call.machine.write(MISC_COUNT, carry)
        if draw.randrange(2):
            add = draw.choice((draw.randrange(10_000), 0, 9999))
            digits = int(str(add), 16)
            call("Add_Score_d", a=digits >> 8, b=digits & 0xFF, x=WORK)
        else:
            add = draw.randrange(256)
            m = call("Add_Score_a", a=add, x=WORK).chips.state
            assert m.u == int(str(add), 16)
        assert call.machine.read(WORK, 7) == score_text(score + add + carry), (score, add)
        assert call.machine.read(MISC_COUNT) == b"\0"


def test_scores_compare(call: Caller) -> None:
    """Compare_Score says which is higher; New_High_Score keeps the higher."""
    draw = random.Random(5)
    for _ in range(500):
        one = draw.randrange(10 ** draw.randrange(1, 7))
        other = draw.choice((one, draw.randrange(10 ** draw.randrange(1, 7))))
        call.machine.write(WORK, score_text(one) + score_text(other))
        assert call("Compare_Score", x=WORK, u=WORK + 7).registers.a \
            == (one > other) + 2 * (one < other)
        call("New_High_Score", x=WORK, u=WORK + 7)
        assert call.machine.read(WORK + 7, 7) == score_text(max(one, other))


def clip(value: int, half: int, sign: int) -> int:
    """Define an edge of the box: object and half width added; ignored on overflow."""
    edge = value + sign * half
    if -128 <= edge <= 127:
        return edge
    return 127 if sign > 0 else -128


@pytest.mark.slow
def test_hits(call: Caller) -> None:
    """Obj_Hit and its variants find a missile within the box, and set C and Z."""
    draw = random.Random(6)

    def byte() -> int:
        return draw.choice((draw.randrange(256), draw.randrange(12), 0x7F, 0x80, 0xFF))

    for _ in range(4000):
        half = byte(), byte()
        thing, missile, move = (byte(), byte()), (byte(), byte()), (byte(), byte())
        moved = tuple(a + b & 0xFF for a, b in zip(thing, move, strict=True))
        call.machine.write(WORK, bytes(move))
        for name, where, u in (("Obj_Hit", thing, 0), ("Obj_Will_Hit_u", moved, WORK),
                               ("Obj_Will_Hit", moved, move[0] << 8 | move[1])):
            want = all(clip(signed(o), signed(h), -1) <= signed(p) <= clip(signed(o), signed(h), 1)
                       for o, h, p in zip(where, half, missile, strict=True))
            m = call(name, a=half[0], b=half[1], x=missile[0] << 8 | missile[1],
                     y=thing[0] << 8 | thing[1], u=u).chips.state
            assert m.cc & 0b0101 == 0b0101 * want, (name, thing, missile, half, move)


def test_copies_and_fills(call: Caller) -> None:
    """Move_Mem_a copies up to 128 bytes; Clear_x_d clears; Clear_x_b_a fills."""
    draw = random.Random(7)
    for _ in range(100):
        count = draw.randrange(1, 129)
        source = draw.randbytes(128)
        call.machine.write(0xC900, source + bytes(200))
        call("Move_Mem_a", a=count, u=0xC900, x=0xCA00)
        assert call.machine.read(0xCA00, count) == source[:count]
        call("Clear_x_d", a=0, b=count - 1, x=0xCA00)
        assert call.machine.read(0xCA00, count) == bytes(count)
        call("Clear_x_b_a", a=count, b=min(count, 127), x=0xCA00)
        assert call.machine.read(0xCA00, min(count, 127) + 1) == bytes([count]) * (
            min(count, 127) + 1)


def test_displacements(call: Caller) -> None:
    """Displ8_xy and Displ16_xy give eight and sixteen times rise and run as words."""
    for turn in range(0, 64, 3):
        for length in (0, 1, 40, 127, 0x80, 0xFE):
            rise = product(signed(length), multiplier(turn + 16))
            run = -product(signed(length), multiplier(turn))
            rise, run = signed(rise & 0xFF), signed(run & 0xFF)
            for name, scale in (("Displ8_xy", 8), ("Displ16_xy", 16)):
                m = call(name, a=length, b=turn, dp=0xC8).chips.state
                assert (m.y, m.x) == (scale * rise & 0xFFFF, scale * run & 0xFFFF)
