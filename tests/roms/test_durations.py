"""The time of routines whose work depends on their input, for random inputs.

Goal: a routine takes the original's time for inputs that no case has.
Method: each formula here gives the time of every case in tests/reference/bios exactly.  The tests
compare it with the time that the ROM takes for random inputs, and with the cases.
"""

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.roms.contract_cases import CASES, IMAGE, REFERENCE
from tests.roms.screens import SYMBOLS
from vecx.conform import bios
from vecx.machine import Machine

STACK, WORK, TUNE, ENVELOPE, VIBRATO = 0xCBEA, 0xC8A0, 0x1000, 0x1200, 0x1220
FLAG, DURATION = SYMBOLS["Vec_Music_Flag"], SYMBOLS["Vec_Duration"]
STEPS, WAVES = SYMBOLS["Vec_ADSR_Timers"], SYMBOLS["Vec_Music_Twang"]


@pytest.fixture(scope="module")
def m() -> Machine:
    """Return a machine with our ROM."""
    return Machine(preset="ideal", ram="zero")


def cases(name: str) -> list[dict[str, Any]]:
    """Return the cases of a routine."""
    return [case for case in CASES if case["routine"] == name]


def magnitude(byte: int) -> tuple[int, int]:
    """Return what Abs_a_b returns for a byte, and the time that it takes more than for 0."""
    return (byte, 0) if byte < 0x80 else (0x7F, 7) if byte == 0x80 else (256 - byte, 5)


def angle_cycles(rise: int, run: int) -> int:
    """Return the time of Rise_Run_Angle."""
    (high, first), (low, second) = magnitude(rise), magnitude(run)
    swapped = high < low
    longer = max(high, low)
    halvings = 0
    while longer > 9:
        longer //= 2
        halvings += 1
    down, left = rise > 0x7F, run > 0x7F
    backwards = (down != left) != swapped
    return 132 + first + second + 9 * halvings + 17 * swapped - backwards


def test_angle(m: Machine) -> None:
    """Rise_Run_Angle takes 9 cycles for each halving, and more for signs and a longer run."""
    for case in cases("Rise_Run_Angle"):
        regs = case["in"]["regs"]
        assert angle_cycles(regs["a"], regs["b"]) == case["out"]["cycles"], case["id"]
    draw = random.Random(1)
    for _ in range(800):
        rise, run = (draw.choice((draw.randrange(256), 0x80, 0)) for _ in range(2))
        done = m.call(SYMBOLS["Rise_Run_Angle"], a=rise, b=run, dp=0xC8, s=STACK)
        assert done.cycles == angle_cycles(rise, run), (rise, run)


def score_cycles(addend: int, score: bytes, carry: int) -> int:
    """Return the time of Add_Score_d for four decimal digits."""
    digits, carries, spaces = [], 0, 0
    for place in range(6):
        char = score[5 - place]
        spaces += char == 0x20
        total = (addend >> 4 * place & 15 if place < 4 else 0) + carry + (char & 15)
        carry = int(total > 9)
        carries += carry
        digits.insert(0, total - 10 * carry)
    blanks = next((place for place, digit in enumerate(digits[:5]) if digit), 5)
    return 372 + 2 * spaces + 9 * carries + 24 * blanks - (10 if blanks == 5 else 0)


def binary_cycles(added: int) -> int:
    """Return how much longer Add_Score_a takes than Add_Score_d."""
    hundreds, rest = divmod(added, 100)
    return 24 + 18 * hundreds + 15 * (rest // 10)


@pytest.mark.parametrize("name", ["Add_Score_d", "Add_Score_a"])
def test_score(m: Machine, name: str) -> None:
    """Adding takes 2 cycles more for each space, 9 for each carry, 24 for each blanked zero."""
    def want(a: int, b: int, score: bytes, carry: int = 0) -> int:
        if name == "Add_Score_d":
            return score_cycles(a << 8 | b, score, carry)
        return score_cycles(int(str(a), 16), score, carry) + binary_cycles(a)

    for case in cases(name):
        regs = case["in"]["regs"]
        score = bytes.fromhex(case["in"]["mem"]["C8A0"])
        assert want(regs["a"], regs["b"], score) == case["out"]["cycles"], case["id"]
    draw = random.Random(2)
    for _ in range(600):
        score = b"%6d\x80" % draw.choice((draw.randrange(1_000_000), draw.randrange(99), 999_999))
        carry = draw.choice((0, 0, 1))
        digits = int(str(draw.randrange(10_000)), 16)
        a, b = (digits >> 8, digits & 0xFF) if name == "Add_Score_d" else (draw.randrange(256), 0)
        m.write(WORK, score)
        m.write(SYMBOLS["Vec_Misc_Count"], carry)
        done = m.call(SYMBOLS[name], a=a, b=b, x=WORK, s=STACK)
        assert done.cycles == want(a, b, score, carry), (a, b, score, carry)


def tune_cycles(read: Callable[[int], int], u: int) -> int:
    """Return the time of Init_Music_chk, from the memory before the call."""
    flag = read(FLAG)
    if flag == 0:
        return 15
    steps = [read(STEPS + voice) for voice in range(3)]
    waves = [read(WAVES + 1 + 2 * voice) for voice in range(3)]
    if flag < 0x80:
        cycles, at, voice, steps, fetch = 603, u + 4, 1, [31] * 3, True
        waves_at = 0
    else:
        cycles, voice = 446, read(SYMBOLS["Vec_Music_Chan"])
        at = read(SYMBOLS["Vec_Music_Ptr"]) << 8 | read(SYMBOLS["Vec_Music_Ptr"] + 1)
        waves_at = read(SYMBOLS["Vec_Twang_Table"]) << 8 | read(SYMBOLS["Vec_Twang_Table"] + 1)
        for number in range(3):
            cycles += 7 * (steps[number] != 31)
            steps[number] += steps[number] != 31
            counter = read(WAVES + 2 * number) + 1
            cycles += 6 * (counter > 7 + number)
            waves[number] = read(waves_at + (counter % (8 + number) & 7))
        fetch = read(DURATION) == 1
    if fetch:
        cycles += 20
        while True:
            cycles += 2 * (voice == 0)
            voice = (voice - 1) % 3
            note = read(at)
            at += 1
            steps[voice] = 0
            cycles += 102 if note & 0x40 else 126
            if note < 0x80:
                break
        if read(at) > 0x7F:
            return cycles + 27
    return cycles - 3 * sum(step & 1 for step in steps) + 17 * sum(wave > 0x7F for wave in waves)


def test_tune(m: Machine) -> None:
    """Init_Music_chk takes time for notes, their kinds, falling vibrato and odd envelope steps."""
    bench = bios.Bench(IMAGE, bios.base_ram(REFERENCE))
    for case in cases("Init_Music_chk"):
        bench.reset()
        bench.lay_out(case["in"])
        cycles = tune_cycles(lambda at: bench.machine.read(at)[0], case["in"]["regs"]["u"])
        assert cycles == case["out"]["cycles"], case["id"]
    draw = random.Random(3)
    for _ in range(6):
        notes = bytearray()
        for _ in range(20):
            for _ in range(draw.randrange(4)):
                notes.append(0x80 | draw.randrange(0x80))
            notes += bytes((draw.randrange(0x80), draw.randrange(1, 6)))
        head = ENVELOPE.to_bytes(2, "big") + VIBRATO.to_bytes(2, "big")
        m.write(ENVELOPE, draw.randbytes(16))
        m.write(VIBRATO, draw.randbytes(8))
        m.write(TUNE, head + notes + bytes((draw.randrange(0x80), 0x80)))
        m.write(FLAG, 1)
        playing = True
        while playing:
            cycles = tune_cycles(lambda at: m.read(at)[0], TUNE)
            done = m.call(SYMBOLS["Init_Music_chk"], u=TUNE, y=0x1234, dp=0xC8, s=STACK)
            assert done.cycles == cycles
            playing = bool(m.read(FLAG)[0])
            found = done.registers
            if playing:
                period = int.from_bytes(m.read(0xC84B, 2), "big")
                assert (found.a << 8 | found.b, found.x, found.y, found.u) == \
                    (period, 0xC84D, ENVELOPE, 0xC861)
            else:
                assert (found.a, found.b, found.x, found.y) == (0x3F, 0xFF, 0xC83F, 0x1234)
                noise = m.read(TUNE + 4 + len(notes))[0] & 0x40
                voice = m.read(SYMBOLS["Vec_Music_Chan"])[0]
                assert found.u == (0xC85E if noise else 0xC861 + 2 * voice)
            assert found.cc & 0x0F == 4
        assert m.call(SYMBOLS["Init_Music_chk"], dp=0xC8, s=STACK).cycles == 15
