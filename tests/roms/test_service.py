"""The screen at power-on, the title, and the program that runs without a cartridge."""

from pathlib import Path

import pytest

from vecx.frame import Frame
from vecx.machine import Machine

ROOT = Path(__file__).parent.parent.parent
FRAME_BUDGET = 30_000
DRIFT_MAX = 2           # screen units
BUTTON_CELLS = (0xC80F, 11)
GAME_RAM = (0xC880, 0x300)      # up to where the stack may reach
SCREEN, CHOICE = 0xC880, 0xC881
CARTRIDGE = (b"g GCE 2026\x80" + (0xFD0D).to_bytes(2, "big")
             + bytes((0xF8, 0x50, 0, 0xE0)) + b"TEST\x80" + b"\x00" + b"\x20\xfe")
ENTRY = CARTRIDGE.index(b"\x20\xfe")
MENU = ("card", "drift", "text", "lines", "sticks", "sound")


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
    """A cold start reaches its cartridge within 2.5 seconds and the title's own time."""
    m = machine(CARTRIDGE)
    frames = run_to_cartridge(m, 400)
    assert m.registers.pc == ENTRY
    assert len(frames) <= 125 + 127 + 120      # the last frame is cut at 120,000 cycles
    assert all(frame.budget.work_cycles <= FRAME_BUDGET for frame in frames[1:240])


def test_a_button_ends_the_power_on_screen() -> None:
    """A press skips to the title, and is forgotten when the cartridge starts."""
    m = machine(CARTRIDGE)
    m.run_frames(10)
    m.press(2)
    m.run_frames(3)
    assert int.from_bytes(m.read(0xC825, 2), "big") < 5     # the title counts from 0
    m.run_frames(130)
    assert m.registers.pc == ENTRY
    assert m.read(*BUTTON_CELLS) == bytes(BUTTON_CELLS[1])


def test_power_on_leaves_game_ram_alone() -> None:
    """What RAM held at power-on is there for the cartridge, whose chance may hang on it."""
    m = machine(CARTRIDGE)
    before = m.read(*GAME_RAM)
    m.run_frames(260)
    assert m.registers.pc == ENTRY
    assert m.read(*GAME_RAM) == before


def test_beam_is_zeroed_often_enough() -> None:
    """Up to the menu no frame lets drift take the beam farther than 2 screen units."""
    frames = machine().run_frames(118 + 130 + 20)
    assert max(frame.budget.max_drift_err for frame in frames[1:]) <= DRIFT_MAX


def test_power_on_draws_name_and_star() -> None:
    """The screen holds the name's 12 strokes and the star's eight, over a wide field."""
    m = machine()
    frame = m.run_frames(80)[-1]
    assert frame.budget.draws == 12 + 8
    xs = frame.segments[:, [0, 2]]
    assert xs.min() < -7000 and xs.max() > 7000


def test_warm_start_shows_no_power_on_screen() -> None:
    """A reset goes straight to the title and keeps the high score."""
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


def open_screen(number: int) -> tuple[Machine, list[Frame]]:
    """Go through the menu with stick and button 4; return the frames of a screen."""
    m = machine()
    m.press(1)
    m.run_frames(4)
    m.release(1)
    m.run_frames(140)
    assert m.read(SCREEN) == b"\0"
    for _ in range(number):
        m.stick(0, -1)
        m.run_frames(2)
        m.stick(0, 0)
        m.run_frames(2)
    assert m.read(CHOICE)[0] == number
    m.press(4)
    m.run_frames(2)
    m.release(4)
    frames = m.run_frames(30)
    assert m.read(SCREEN)[0] == number + 1
    return m, frames


@pytest.mark.parametrize("number", range(len(MENU)), ids=MENU)
def test_screen_keeps_the_budget(number: int) -> None:
    """Every service screen keeps to 30,000 cycles and 2 units of drift; then back to the menu."""
    m, frames = open_screen(number)
    assert all(frame.budget.work_cycles <= FRAME_BUDGET for frame in frames[1:])
    assert not any(frame.budget.overrun for frame in frames[1:])
    assert all(len(frame.segments) for frame in frames[1:])
    assert max(frame.budget.max_drift_err for frame in frames) <= DRIFT_MAX
    m.press(1)
    if MENU[number] == "sticks":
        m.press(4)
    m.run_frames(3)
    assert m.read(SCREEN) == b"\0"
    m.release(1)
    m.release(4)
    assert m.run_frames(3)[-1].budget.work_cycles <= FRAME_BUDGET


def test_stress_counts_what_it_draws() -> None:
    """The line test fills the frame and shows how many lines it drew in the frame before."""
    m, frames = open_screen(MENU.index("lines"))
    shown = int(m.read(0xC886, 2).hex())
    text_rows = 7
    assert shown == frames[-1].budget.draws - text_rows
    assert shown >= 150
    assert frames[-1].budget.work_cycles > 29_000


def test_drift_square_beside_a_steady_one() -> None:
    """The square drawn without zero wanders, the one with zero stays in its place."""
    _, frames = open_screen(MENU.index("drift"))
    segments = frames[-1].segments
    lines = segments[abs(segments[:, 0] - segments[:, 2]) + abs(segments[:, 1] - segments[:, 3])
                     > 5000]
    spread = [0.0, 0.0]
    for side, rows in enumerate((lines[lines[:, 0] < 0], lines[lines[:, 0] > 1500])):
        bottom = rows[(abs(rows[:, 1] - rows[:, 3]) < 200) & (rows[:, 1] < 0)]
        spread[side] = float(bottom[:, 0].max() - bottom[:, 0].min())
    assert spread[0] > 3 * spread[1]


def test_sticks_screen_follows_the_stick() -> None:
    """The cross moves with the stick, and a pressed button shows its number."""
    m, frames = open_screen(MENU.index("sticks"))
    m.stick(-0.8, 0.6)
    moved = m.run_frames(3)[-1]
    x, y = (int.from_bytes(m.read(0xC81B + i), "big", signed=True) for i in (0, 1))
    assert x < -90 and y > 60
    centre = (-60 * 127 + x * 0x28, y * 0x28)
    middle = ((moved.segments[:, 0] + moved.segments[:, 2]) / 2,
              (moved.segments[:, 1] + moved.segments[:, 3]) / 2)
    near = (abs(middle[0] - centre[0]) < 400) & (abs(middle[1] - centre[1]) < 400)
    assert near.sum() == 2
    m.press(3)
    assert m.run_frames(3)[-1].budget.draws > frames[-1].budget.draws


def test_sound_screen_plays() -> None:
    """Button 4 starts the tune that is chosen; the sound chip hears it."""
    m, _ = open_screen(MENU.index("sound"))
    m.take_sound()
    m.press(4)
    m.run_frames(20)
    log = m.take_sound()
    assert {8, 9, 10} & set(log[:, 1].tolist())


def test_refused_cartridge_gets_the_service_program() -> None:
    """A wrong header is not entered: the service program runs instead."""
    m = machine(CARTRIDGE.replace(b"g GCE ", b"g GCE_"))
    m.press(1)
    m.run_frames(300)
    assert m.registers.pc >= 0xE000
    assert m.read(SCREEN) == b"\0"
