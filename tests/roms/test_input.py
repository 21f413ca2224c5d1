"""Buttons and sticks as cartridges read them, on ideal and on worn machines."""

import random
from collections.abc import Callable

import pytest

from vecx.errors import VecxError
from vecx.machine import Machine

BUTTONS = 0xC80F        # state, previous state, new presses, and one cell for each of eight bits
RESOLUTION = 0xC81A
STICKS = 0xC81B
COUNT = 0xC823          # Vec_Misc_Count
JOY_ANALOG, JOY_DIGITAL, READ_BTNS = 0xF1F5, 0xF1F8, 0xF1BA


@pytest.mark.parametrize("preset", ["ideal", "hardware", "worn"])
def test_every_position_of_a_stick(preset: str) -> None:
    """Joy_Analog finds the highest value below the pot, Joy_Digital its direction.

    The comparator of a real machine is noisy: a reading may be off by half the width of the noise.
    """
    m = Machine(preset=preset, ram="zero")
    noise = m.analog.cmp_noise / 2
    m.run_frames(3)
    for pot in range(256):
        m.chips.state.stick[0] = pot
        m.write(RESOLUTION, bytes((0, 0, 0, 0, 0, 1, 0, 0, 0, 0)))
        m.call(JOY_ANALOG, dp=0xD0, s=0xCBEA)
        reading = m.read(STICKS)[0] ^ 0x80
        assert abs(reading - max(0, pot - 1)) <= noise, pot
        m.call(JOY_DIGITAL, dp=0xD0, s=0xCBEA)
        want = 0x40 if pot > 192 else 0xC0 if pot <= 64 else 0
        assert m.read(STICKS) == bytes((want,)) \
            or min(abs(pot - 64), abs(pot - 192)) <= noise + 1, pot


@pytest.mark.parametrize("entry, count", [
    *((JOY_DIGITAL, count) for count in (0, 1, 0x33, 0x7F, 0x80, 0x81, 0xFF)),
    *((JOY_ANALOG, count) for count in (0, 1, 2, 0x7F, 0x80, 0x81, 0xFF))])
def test_bit_7_of_the_count_asks_for_the_approach(entry: int, count: int) -> None:
    """Vec_Misc_Count selects the approximation, and ends as 0."""
    m = Machine(preset="ideal", ram="zero")
    m.run_frames(3)
    m.chips.state.stick[0] = 230
    m.write(RESOLUTION, bytes((0, 0, 0, 0, 0, 1, 0, 0, 0, count)))
    assert COUNT == RESOLUTION + 9
    m.call(entry, dp=0xD0, s=0xCBEA)
    approach = (count - (entry == JOY_ANALOG)) & 0x80
    assert m.read(STICKS)[0] == (229 - 128 if approach else 0x40)
    assert m.read(COUNT)[0] == 0


# resolutions for which Joy_Analog returns, and the bits that it then tries
TRIED = {0: 8, 1: 7, 2: 6, 4: 5, 8: 4, 0x10: 3, 0x20: 2, 0x40: 1}


def analog(m: Machine, resolution: int, pots: list[int], axes: list[int],
           count: int = 0, entry: int = JOY_ANALOG) -> int:
    """Read the enabled axes; return the cycles."""
    for number, pot in enumerate(pots):
        m.chips.state.stick[number] = pot
    flags = [2 * number + 1 if number in axes else 0 for number in range(4)]
    m.write(RESOLUTION, bytes((resolution, 0xEE, 0xEE, 0xEE, 0xEE, *flags, count)))
    return m.call(entry, max_cycles=100_000, dp=0xD0, s=0xCBEA).cycles


def approach(resolution: int, pot: int) -> tuple[int, int]:
    """Return the result and the cycles of an axis, as [BIOS] section 15 defines them."""
    bits = [0x80 >> bit for bit in range(TRIED[resolution])]
    reached, cycles = 0, 234 if pot <= 128 else 220
    for bit in bits:
        above = pot > reached + bit
        reached += bit * above
        cycles += 0 if bit == 0x80 else 33 if above else 47
    return reached ^ 0x80, cycles


def test_every_resolution() -> None:
    """With an axis enabled, Joy_Analog returns for eight resolutions and for no other.

    If it does not return, it stores no result, and Vec_Misc_Count stays $FF.
    """
    m = Machine(preset="ideal", ram="zero")
    m.run_frames(3)
    draw = random.Random(15)
    for resolution in range(256):
        pots = [draw.randrange(256) for _ in range(4)]
        axes = draw.sample(range(4), draw.randrange(1, 5))
        assert analog(m, resolution, pots, []) == 91
        if resolution in TRIED:
            want = [approach(resolution, pots[number]) for number in axes]
            assert analog(m, resolution, pots, axes) == 91 + sum(cycles for _, cycles in want)
            found = m.read(STICKS, 4)
            assert [found[number] for number in axes] == [result for result, _ in want]
            assert all(found[number] == 0xEE for number in set(range(4)) - set(axes))
            assert m.registers.b == found[max(axes)]
        else:
            with pytest.raises(VecxError, match="has not returned after 100,0"):
                analog(m, resolution, pots, axes)
            assert m.read(STICKS, 4) == b"\xee" * 4
            assert m.read(COUNT) == b"\xff"


@pytest.mark.parametrize(("resolution", "results"), [
    (0x00, (0x80, 0xBF, 0xFF, 0x3F, 0x7E)), (0x01, (0x80, 0xBE, 0xFE, 0x3E, 0x7E)),
    (0x02, (0x80, 0xBC, 0xFC, 0x3C, 0x7C)), (0x04, (0x80, 0xB8, 0xF8, 0x38, 0x78)),
    (0x08, (0x80, 0xB0, 0xF0, 0x30, 0x70)), (0x10, (0x80, 0xA0, 0xE0, 0x20, 0x60)),
    (0x20, (0x80, 0x80, 0xC0, 0x00, 0x40)), (0x40, (0x80, 0x80, 0x80, 0x00, 0x00))])
def test_results_of_a_resolution(resolution: int, results: tuple[int, ...]) -> None:
    """The results at both ends, at the centre and between them are those of [BIOS]."""
    m = Machine(preset="ideal", ram="zero")
    m.run_frames(3)
    for pot, result in zip((0, 64, 128, 192, 255), results, strict=True):
        analog(m, resolution, [pot, 0, 0, 0], [0])
        assert m.read(STICKS)[0] == result, pot


@pytest.mark.sample(4)
@pytest.mark.parametrize("resolution", TRIED)
def test_time_of_every_position(resolution: int) -> None:
    """For every pot the result and the time follow the definition; Joy_Digital measures so, too.

    That is, if it is entered with bit 7 in Vec_Misc_Count.
    """
    m = Machine(preset="ideal", ram="zero")
    m.run_frames(3)
    for pot in range(256):
        result, cycles = approach(resolution, pot)
        for entry, count, more in ((JOY_ANALOG, 0, 91), (JOY_DIGITAL, 0xC0, 84)):
            assert analog(m, resolution, [pot, 0, 0, 0], [0], count, entry) == more + cycles
            assert m.read(STICKS)[0] == result, pot


def test_buttons_report_once_or_while_held(call: Callable[..., Machine]) -> None:
    """A press is reported once, or with a mask of 0 for as long as it is held."""
    draw = random.Random(1)
    m: Machine = call.machine       # type: ignore[attr-defined]
    call("Init_OS")
    before = 0
    for _ in range(200):
        now, mask = draw.randrange(256), draw.choice((0, 0xFF, draw.randrange(256)))
        m.chips.state.buttons = ~now & 0xFF
        call("Read_Btns_Mask", a=mask, dp=0xD0)
        new = now & ~(before & mask)
        assert m.read(BUTTONS, 3) == bytes((now, before & mask, new))
        assert m.read(BUTTONS + 3, 8) == bytes(new & 1 << bit for bit in range(8))
        assert m.registers.a == new
        before = now


def test_buttons_are_read_with_the_bus_at_rest() -> None:
    """Port A changes direction only while the sound chip does not use the bus."""
    m = Machine(preset="ideal", ram="zero")
    m.run_frames(3)
    log: list[tuple[str, int]] = []
    for name, address in (("ORB", 0xD000), ("ORA", 0xD001), ("DDRA", 0xD003)):
        m.on_write(address, lambda _, value, __, name=name: log.append((name, value)))
    m.call(READ_BTNS, dp=0xD0, s=0xCBEA)
    assert log == [("ORA", 14), ("ORB", 0x19), ("ORB", 1), ("DDRA", 0), ("ORB", 9), ("ORB", 1),
                   ("DDRA", 0xFF)]
