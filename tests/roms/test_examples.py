"""The examples and recipes of docs/generated/exec-rom.md work as described."""

import re
from collections.abc import Iterator

import pytest

from asm import assemble, assemble_file
from roms import manual, purposes
from roms.build import ROOT
from tests.roms.contract_cases import BY_NAME
from tests.roms.screens import SYMBOLS
from vecx.console.cartridge import SPACE
from vecx.machine import Machine

STACK, DONE = 0xCBEA, 400_000
RAM_FIRST = SYMBOLS["Vec_Game_RAM"]
EXAMPLES = [(name, before) for group in purposes.GROUPS for name, before in group.examples.items()]
INCLUDES = [ROOT / "roms" / "include"]


@pytest.fixture(scope="module")
def m() -> Machine:
    """Return an initialised machine."""
    machine = Machine(bytes(SPACE), preset="ideal", ram="zero")
    machine.run_frames(3)
    return machine


@pytest.fixture
def state(m: Machine) -> Iterator[Machine]:
    """Return the machine, and restore it after the test."""
    kept = m.keep()
    yield m
    m.restore(kept)


@pytest.mark.parametrize(("name", "before"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_example_runs(state: Machine, name: str, before: str) -> None:
    """An example assembles, calls its entry, and returns with S unchanged."""
    lines = "".join(f" {line}\n" for line in purposes.example(name, before))
    program = assemble(f' include "vectrex.inc"\n org 0\n{lines} rts\n{purposes.DATA}',
                       include_dirs=INCLUDES)
    assert program.image is not None, program.messages()
    state.write(0, program.image)
    state.write(SYMBOLS["Vec_Text_HW"], b"\xf8\x50")
    entered: list[int] = []
    state.on_pc(SYMBOLS[name], lambda *_: entered.append(1))
    page = 0xC8 if "DP = $C8" in BY_NAME[name].takes else 0xD0
    if name == "Select_Game":
        state.press(4, at=state.cycles + 15 * 30_000)
    state.call(0, DONE * (2 if name == "Select_Game" else 1), dp=page, s=STACK)
    assert entered
    assert state.registers.s == STACK


def test_every_entry_stands_under_a_purpose() -> None:
    """Each entry in vectrex.inc has an example, or is listed as internal."""
    text = (ROOT / "roms/include/vectrex.inc").read_text()
    entries = set(re.findall(r"^(\w+)\s+equ\s+\$[EF]",
                             text[text.index("ROM entries"):text.index("ROM tables")], re.M))
    named = {name for name, _ in EXAMPLES}
    assert len(named) == len(EXAMPLES)
    assert entries - named == purposes.INSIDE
    assert not named & purposes.INSIDE


def recipe(name: str, change: tuple[str, str] = ("", "")) -> Machine:
    """Run a recipe to its first frame after the title."""
    text = (manual.RECIPES / f"{name}.asm").read_text()
    assert change[0] in text
    program = assemble(text.replace(*change) if change[0] else text, include_dirs=INCLUDES)
    assert program.image is not None, program.messages()
    machine = Machine(program.image, preset="ideal", ram="zero")
    machine.press(2)
    machine.run_frames(4)
    machine.release(2)
    machine.run_frames(140)
    return machine


def hold(machine: Machine, button: int, frames: int) -> None:
    """Hold a button down for some frames."""
    machine.press(button)
    machine.run_frames(frames)
    machine.release(button)
    machine.run_frames(3)


def test_buttons() -> None:
    """Button 1 counts once per press, button 4 for as long as it is held."""
    machine = recipe("buttons")
    for _ in range(3):
        hold(machine, 1, 10)
    hold(machine, 4, 20)
    presses, held = machine.read(RAM_FIRST, 2)
    assert presses == 3
    assert 18 <= held <= 21


def test_lines() -> None:
    """The square has four sides; without the move it is a single spot."""
    sides = [row for row in recipe("lines").run_frames(1)[-1].segments.tolist()
             if (row[0], row[1]) != (row[2], row[3])]
    assert len(sides) == 4
    spot = recipe("lines", ("jsr     Moveto_d_7F", "nop")).run_frames(1)[-1].segments
    assert len(spot) and abs(spot[:, :4]).max() < 100


def test_page() -> None:
    """The counter counts frames; without setdp the program is three bytes longer."""
    machine = recipe("page")
    before = machine.read(RAM_FIRST)[0]
    machine.run_frames(10)
    assert machine.read(RAM_FIRST)[0] == before + 10 & 0xFF
    ahead = machine.read(SYMBOLS["Vec_Loop_Count"] + 1)[0] - machine.read(RAM_FIRST + 1)[0]
    assert ahead in (0, 1)      # it counts before the wait
    text = (manual.RECIPES / "page.asm").read_text()
    short, long = (assemble(source, include_dirs=INCLUDES).image
                   for source in (text, text.replace("                setdp   $C8\n", "")))
    assert short is not None and long is not None
    assert len(long) - len(short) == 3


def test_tune() -> None:
    """The tune plays for 80 frames; then the flag is 0 and the chip silent."""
    machine = recipe("tune")
    log = machine.take_sound().tolist()
    notes = [value for _, register, value in log if register == 0]
    assert len(set(notes)) > 3
    assert machine.read(SYMBOLS["Vec_Music_Flag"])[0] == 0x80
    machine.run_frames(120)
    assert machine.read(SYMBOLS["Vec_Music_Flag"])[0] == 0
    assert int(machine.chips.state.psg[7]) & 0x3F == 0x3F


def test_effects() -> None:
    """Button 1 starts an explosion of 64 frames, button 2 a beep until button 3."""
    machine = recipe("effects")
    hold(machine, 1, 3)
    assert machine.read(SYMBOLS["Vec_Expl_Timer"])[0] > 100
    assert int(machine.chips.state.psg[7]) & 0x3F == 0 and int(machine.chips.state.psg[8]) > 8
    machine.run_frames(70)
    assert machine.read(SYMBOLS["Vec_Expl_Timer"])[0] == 0
    hold(machine, 2, 3)
    assert (int(machine.chips.state.psg[0]), int(machine.chips.state.psg[8])) == (0x60, 15)
    assert int(machine.chips.state.psg[7]) & 0x3F == 0x3E
    machine.run_frames(50)
    assert int(machine.chips.state.psg[8]) == 15
    hold(machine, 3, 3)
    assert int(machine.chips.state.psg[8]) == 0


def test_recipes_stand_on_the_page() -> None:
    """The page contains each recipe's program, and each recipe has a test here."""
    page = manual.PAGE.read_text()
    names = [path.stem for path in manual.RECIPES.glob("*.asm")]
    assert len(names) == 5
    for name in names:
        text = (manual.RECIPES / f"{name}.asm").read_text()
        assert text.partition("\n\n")[2].strip("\n") in page
        assert f"test_{name}" in globals()
        assert assemble_file(manual.RECIPES / f"{name}.asm", include_dirs=INCLUDES).image
