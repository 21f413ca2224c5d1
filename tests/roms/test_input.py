"""Buttons and sticks as cartridges read them, on ideal and on worn machines."""

import random
from collections.abc import Callable

import pytest

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


def test_joy_analog_ends_for_every_resolution() -> None:
    """The bits above the resolution are tried, at least one, and the routine returns."""
    m = Machine(preset="ideal", ram="zero")
    m.run_frames(3)
    m.chips.state.stick[0] = 201
    for resolution in range(256):
        m.write(RESOLUTION, bytes((resolution, 0, 0, 0, 0, 1, 0, 0, 0, 0)))
        m.call(JOY_ANALOG, max_cycles=1000, dp=0xD0, s=0xCBEA)
        tried = [0x80] + [bit for bit in (0x40, 0x20, 0x10, 8, 4, 2, 1) if bit > resolution]
        assert m.read(STICKS)[0] ^ 0x80 == sum(bit for bit in tried if 200 & bit)


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
