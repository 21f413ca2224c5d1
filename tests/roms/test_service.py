"""The screen at power-on, the title, and the service program."""

from pathlib import Path

import pytest

from tests.roms.screens import (
    CHOICE,
    MENU,
    SCREEN,
    SYMBOLS,
    open_menu,
    open_screen,
    push,
    tap,
)
from tests.roms.tunes import Tune
from vecx.chips.psg import DAC_SOUND
from vecx.console.frame import Frame
from vecx.machine import Machine

ROOT = Path(__file__).parent.parent.parent
FRAME_BUDGET = 30_000
SHADOW = SYMBOLS["Vec_Snd_Shadow"]
DRIFT_MAX = 2           # screen units
BUTTON_CELLS = (0xC80F, 11)
GAME_RAM = (0xC880, 0x300)      # up to the lowest address of the stack
CARTRIDGE = (b"g GCE 2026\x80" + (0xFD0D).to_bytes(2, "big")
             + bytes((0xF8, 0x50, 0, 0xE0)) + b"TEST\x80" + b"\x00" + b"\x20\xfe")
ENTRY = CARTRIDGE.index(b"\x20\xfe")


def machine(cart: bytes | None = None, ram: str = "random") -> Machine:
    """Return a machine at power-on."""
    return Machine(cart, preset="hardware", ram=ram)


def run_to_cartridge(m: Machine, frames_max: int) -> list[Frame]:
    """Run until the cartridge has begun."""
    frames: list[Frame] = []
    while m.registers.pc != ENTRY:
        assert len(frames) < frames_max
        frames += m.run_frames(1) if m.registers.pc >= 0x8000 else []
        if m.registers.pc < 0x8000:
            break
    return frames


def test_power_on_is_short() -> None:
    """A cold start reaches the cartridge within 2.5 seconds plus the title."""
    m = machine(CARTRIDGE)
    frames = run_to_cartridge(m, 400)
    assert m.registers.pc == ENTRY
    assert len(frames) <= 125 + 127 + 120      # the last frame is cut at 120,000 cycles
    assert all(frame.budget.work_cycles <= FRAME_BUDGET for frame in frames[1:240])


def test_a_button_ends_the_power_on_screen() -> None:
    """A press skips to the title, and has no effect in the cartridge."""
    m = machine(CARTRIDGE)
    m.run_frames(10)
    m.press(2)
    m.run_frames(3)
    assert int.from_bytes(m.read(0xC825, 2), "big") < 5     # the title counts from 0
    m.run_frames(130)
    assert m.registers.pc == ENTRY
    assert m.read(*BUTTON_CELLS) == bytes(BUTTON_CELLS[1])


def test_power_on_leaves_game_ram_alone() -> None:
    """The cartridge finds its RAM as it was at power-on."""
    m = machine(CARTRIDGE)
    before = m.read(*GAME_RAM)
    m.run_frames(260)
    assert m.registers.pc == ENTRY
    assert m.read(*GAME_RAM) == before


def test_beam_is_zeroed_often_enough() -> None:
    """Up to the menu, drift moves the beam by at most 2 screen units."""
    frames = machine().run_frames(118 + 130 + 20)
    assert max(frame.budget.max_drift_err for frame in frames[1:]) <= DRIFT_MAX


def test_warm_start_shows_no_power_on_screen() -> None:
    """A reset goes directly to the title and keeps the high score."""
    m = machine(CARTRIDGE)
    m.run_frames(260)
    assert m.registers.pc == ENTRY
    m.write(0xCBEB, b"  1234\x80")
    m.reset()
    m.run_frames(60)
    assert m.registers.pc != ENTRY
    m.run_frames(80)
    assert m.registers.pc == ENTRY
    assert m.read(0xCBEB, 6) == b"  1234"


def test_service_program_keeps_to_its_ram() -> None:
    """The service program changes only $C880-$C89F and the stack."""
    m = machine()
    before = m.read(0xC8A0, 0x2E0)
    m.press(1)
    m.run_frames(4)
    m.release(1)
    m.run_frames(160)
    assert m.read(0xC880, 0x20) == bytes(0x20)
    assert m.read(0xC8A0, 0x2E0) == before


# --- service program ----------------------------------------------------------------------------

def choice(m: Machine) -> int:
    """Return the number of the chosen line of the menu, from 0."""
    return m.read(CHOICE)[0]


def test_stick_chooses() -> None:
    """Stick 1 moves one line per push, and wraps at both ends of the menu."""
    m = open_menu()
    seen = []
    for y in (1, 1, -1, -1, -0.6, 0.6, -1, -1, -1, -1):
        push(m, 0, y)
        seen.append(choice(m))
    assert seen == [5, 4, 5, 0, 1, 0, 1, 2, 3, 4]
    m.stick(0, -1)
    m.run_frames(60)
    assert choice(m) == 5           # held for long: one step


def test_what_does_not_choose() -> None:
    """Sideways or small movements, stick 2 and button 1 change nothing."""
    m = open_menu()
    for _ in range(2):
        push(m, 0, -1)
    push(m, 1, 0)
    push(m, -1, 0)
    push(m, 0, -0.4)
    push(m, 0, 0.4)
    push(m, 0, 1, 2)
    push(m, 0, -1, 2)
    for button, player in ((1, 1), (1, 2), (2, 2), (3, 2), (4, 2)):
        tap(m, button, player)
    assert choice(m) == 2
    assert m.read(SCREEN) == b"\0"


def test_buttons_choose() -> None:
    """Button 3 moves down and button 2 up, once per press, with wrapping."""
    m = open_menu()
    seen = []
    for button in (2, 3, 3, 3, 2):
        tap(m, button)
        seen.append(choice(m))
    assert seen == [5, 0, 1, 2, 1]
    m.press(3)
    m.run_frames(60)
    assert choice(m) == 2           # held for long: one step


@pytest.mark.parametrize("name", MENU)
def test_screen_keeps_the_budget(name: str) -> None:
    """Every service screen draws in each frame, within 30,000 cycles and 2 units of drift.

    Only the screen that shows drift has more drift.
    """
    frames = open_screen(name, "hardware").run_frames(30)
    assert all(frame.budget.work_cycles <= FRAME_BUDGET for frame in frames)
    assert not any(frame.budget.overrun for frame in frames)
    assert all(len(frame.segments) for frame in frames)
    drift = max(frame.budget.max_drift_err for frame in frames)
    assert (drift <= DRIFT_MAX) == (name != "drift")


@pytest.mark.parametrize("name", MENU)
def test_leaving_a_screen(name: str) -> None:
    """Button 1 leaves a screen (STICKS: 1 and 4 together); the choice is kept."""
    m = open_screen(name)
    number = MENU.index(name)
    if name == "sticks":
        m.press(4)
        m.run_frames(3)
        m.release(4)
        m.press(1)
        m.run_frames(3)
        assert m.read(SCREEN)[0] == number + 1
        m.press(4)
    else:
        for button, player in ((2, 1), (3, 1), (1, 2), (2, 2), (3, 2), (4, 2)):
            tap(m, button, player)
        assert m.read(SCREEN)[0] == number + 1
        m.press(1)
    m.run_frames(3)
    assert m.read(SCREEN) == b"\0"
    m.release(1)
    m.release(4)
    assert m.run_frames(3)[-1].budget.work_cycles <= FRAME_BUDGET
    assert choice(m) == number


def test_drift_square_beside_a_steady_one() -> None:
    """The square drawn without zeroing drifts, and the other one does not."""
    segments = open_screen("drift", "hardware").run_frames(1)[-1].segments
    lines = segments[abs(segments[:, 0] - segments[:, 2]) + abs(segments[:, 1] - segments[:, 3])
                     > 5000]
    spread = [0.0, 0.0]
    for side, rows in enumerate((lines[lines[:, 0] < 0], lines[lines[:, 0] > 1500])):
        bottom = rows[(abs(rows[:, 1] - rows[:, 3]) < 200) & (rows[:, 1] < 0)]
        spread[side] = float(bottom[:, 0].max() - bottom[:, 0].min())
    assert spread[0] > 3 * spread[1]


# --- sound --------------------------------------------------------------------------------------

def heard(m: Machine, frames: int) -> list[list[int]]:
    """Run; return the sound chip's registers at the end of each frame."""
    registers = [*m.read(SHADOW, 15), 0]
    m.take_sound()
    ended = m.run_frames(frames)
    log = [row for row in m.take_sound().tolist() if row[1] != DAC_SOUND]
    states = []
    for frame in ended:
        while log and log[0][0] < frame.start_cycle + frame.cycles:
            _, register, value = log.pop(0)
            registers[register] = value
        states.append(list(registers))
    return states


def tune_at(m: Machine, address: int, counters: bytes) -> Tune:
    """Return a tune of the ROM, with the counters of its vibrato."""
    image = m.read(address, 0x300)
    tables = [int.from_bytes(image[at:at + 2], "big") for at in (0, 2)]
    tune = Tune(image[4:], m.read(tables[0], 16), m.read(tables[1], 8))
    tune.counter = list(counters[0::2])
    tune.wave = [value - ((value & 0x80) << 1) for value in counters[1::2]]
    return tune


def check_tune(m: Machine, tune: Tune, frames: int) -> None:
    """Check that a tune begins within a few frames, and sounds as defined."""
    states = heard(m, frames + 4)
    first = next(i for i, state in enumerate(states) if state[:11] == tune.registers[:11])
    assert first <= 4
    for state in states[first:first + frames]:
        assert state[:11] == tune.registers[:11]
        tune.frame()


@pytest.mark.parametrize("number", range(13))
def test_tunes(number: int) -> None:
    """Button 4 plays the chosen tune."""
    m = open_screen("sound")
    for _ in range(number):
        tap(m, 3)
    assert not any(any(state[8:11]) for state in heard(m, 3))
    tune = tune_at(m, SYMBOLS[f"Music_{number + 1:x}"], m.read(SYMBOLS["Vec_Music_Twang"], 6))
    m.press(4)
    check_tune(m, tune, 40)


def test_stepping_back_to_the_explosion() -> None:
    """The explosion precedes the first tune: noise and tone that fade."""
    m = open_screen("sound")
    tap(m, 2)
    m.press(4)
    states = heard(m, 90)
    first = next(i for i, state in enumerate(states) if any(state[8:11]))
    blast = states[first:first + 64]
    for time, state in zip(range(127, 0, -2), blast, strict=True):
        loudness = time >> 3
        loudness += 7 < loudness < 15
        assert state[8:11] == [loudness] * 3
        assert state[6] == time >> 2
        assert state[7] & 0x3F == 0
    assert states[-1][8:11] == [0, 0, 0]


def test_explosion_ends_a_tune() -> None:
    """The explosion ends the current tune; a later tune is audible."""
    m = open_screen("sound")
    for _ in range(4):
        tap(m, 3)
    tap(m, 4)                       # eight seconds long
    for _ in range(5):
        tap(m, 2)
    assert m.read(SYMBOLS["Vec_Music_Flag"])[0]
    tap(m, 4)
    m.run_frames(100)
    assert heard(m, 1)[0][8:11] == [0, 0, 0]
    tap(m, 3)
    m.press(4)
    assert any(state[8:11] != [0, 0, 0] for state in heard(m, 10))


@pytest.mark.parametrize("steps", [1, 13])
def test_leaving_is_silent(steps: int) -> None:
    """A tune or an explosion ends when its screen is left."""
    m = open_screen("sound")
    for _ in range(steps):
        tap(m, 3)
    tap(m, 4)
    assert any(heard(m, 10)[-1][8:11])
    m.press(1)
    assert heard(m, 5)[-1][8:11] == [0, 0, 0]
    m.release(1)
    assert not any(any(state[8:11]) for state in heard(m, 40))


def test_power_on_and_title_have_their_tunes() -> None:
    """The first tune plays at power-on, the seventh with our title."""
    m = machine(ram="zero")
    check_tune(m, tune_at(m, SYMBOLS["Music_1"], bytes(6)), 60)
    m.press(1)
    m.run_frames(1)
    check_tune(m, tune_at(m, SYMBOLS["Music_7"], bytes(6)), 60)


def test_refused_cartridge_gets_the_service_program() -> None:
    """With a wrong header, the service program runs instead."""
    m = machine(CARTRIDGE.replace(b"g GCE ", b"g GCE_"))
    m.press(1)
    m.run_frames(300)
    assert m.registers.pc >= 0xE000
    assert m.read(SCREEN) == b"\0"
