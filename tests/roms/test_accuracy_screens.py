"""The menu, the screens and the cards of the accuracy cartridges."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from docs import build_accuracy
from roms import accuracy_tables
from tests import accuracy, peers
from vecx import Frame, Machine
from vecx.chips.state import CYCLES_PER_SECOND
from vecx.console import analog
from vecx.sound.mixer import RATE, Mixer

MENU_FRAMES = 250           # from power-on until the menu or the first card is shown
PRINT_STR_D = 0xF37A
ENDLESS = 0xCB80            # RAM for a loop that never ends
STOPPED_AT = 5              # the test that hangs
MARKS = 2                   # between strokes that must meet, in screen units of 127 p
UNIT = 127
NAME_Y = 100                # all of a card is below this, except its name


def texts(machine: Machine) -> list[str]:
    """Return the lines that the cartridge shows in the next frames."""
    found: list[str] = []

    def seen(machine: Machine) -> None:
        text = machine.read(machine.registers.u, 32)
        found.append(text[:next(at for at, byte in enumerate(text) if byte & 0x80)].decode())

    machine.run_frames(1)
    handle = machine.on_pc(PRINT_STR_D, seen)
    machine.run_frames(2)
    handle.remove()
    return found


def tap(machine: Machine, button: int) -> None:
    """Press and release a button of the first controller."""
    for change in (machine.press, machine.release):
        change(button)
        machine.run_frames(4)


def result(machine: Machine) -> accuracy.Result:
    """Return the result in RAM."""
    return accuracy.result(machine.read(accuracy.RESULT, accuracy.RESULT_BYTES))


# --- The menu ------------------------------------------------------------------------------------

@pytest.fixture
def menu() -> Machine:
    """Return a machine that shows the menu."""
    machine = Machine("accuracy", preset="ideal", sound=False)
    machine.run_frames(MENU_FRAMES)
    return machine


def test_the_menu_begins_by_itself(menu: Machine) -> None:
    """Without input the tests begin; with input they wait, also when it ends."""
    assert {"ACCURACY", "ALL TESTS", "ALL BEGIN BY THEMSELVES"} <= set(texts(menu))
    kept = menu.keep()
    menu.run_frames(200)
    assert result(menu).running
    menu.restore(kept)
    tap(menu, 1)
    menu.run_frames(500)
    assert {"ACCURACY", "4 BEGINS"} <= set(texts(menu))
    with pytest.raises(ValueError, match="has not begun"):
        result(menu)


@pytest.mark.parametrize("by_stick", [False, True])
def test_the_menu_runs_one_topic(menu: Machine, by_stick: bool) -> None:
    """Stick or buttons choose a topic; its summary leads back to the menu."""
    number = accuracy.TOPICS.index("memory") + 1
    for _ in range(number):
        if by_stick:
            for y in (-1, 0):
                menu.stick(0, y)
                menu.run_frames(4)
        else:
            tap(menu, 3)
    assert "MEMORY" in texts(menu)
    tap(menu, 4)
    menu.run_frames(150)
    count = len(accuracy.topic_tests("memory"))
    found = result(menu)
    assert (found.tests, found.passed, found.running) == (count, count, 0)
    assert menu.read(0xC886)[0] == number
    assert texts(menu)[:2] == ["PASS", f"PASSED {count:03} OF {count:03}"]
    tap(menu, 1)
    assert "ACCURACY" in texts(menu)


def test_the_menu_ends_at_both_ends(menu: Machine) -> None:
    """The last line is the last set of cards, and the menu does not go beyond it."""
    for _ in range(len(accuracy.TOPICS) + len(accuracy_tables.CARDS) + 3):
        tap(menu, 3)
    assert "SOUND CARDS" in texts(menu) and "ALL TESTS" not in texts(menu)
    tap(menu, 4)
    assert texts(menu) == ["1 TONE A 440 HZ"] * 2
    tap(menu, 1)
    for _ in range(30):
        tap(menu, 2)
    assert "ALL TESTS" in texts(menu)


def test_a_failure_is_shown() -> None:
    """The summary shows number, sentence, expected and measured value of a failure."""
    machine = Machine(str(accuracy_tables.FOLDER / "accuracy-memory.asm"), preset="ideal")
    machine.on_pc("memory_18", lambda m: m.write(0x0000, b"\x99"))
    machine.run_frames(MENU_FRAMES + 150)
    assert texts(machine)[:7] == ["FAIL", "PASSED 026 OF 027", "MEMORY", "TEST 018",
                                  "A WRITE TO THE CARTRIDGE", " HAS NO EFFECT", "EXPECTED 0067"]
    assert "MEASURED 0099" in texts(machine)


# --- A machine that hangs or resets --------------------------------------------------------------

def hang(machine: Machine) -> None:
    """Run an endless loop."""
    machine.write(ENDLESS, b"\x20\xFE")
    machine.set_registers(pc=ENDLESS)


def restart(machine: Machine) -> None:
    """Jump to the beginning of the executive ROM."""
    machine.set_registers(pc=0xF000)


@pytest.mark.parametrize("fault", [hang, restart])
@pytest.mark.parametrize("name, seconds", [("accuracy-memory", 8), ("accuracy", 50)])
def test_a_test_that_does_not_return_is_named(name: str, seconds: int,
                                              fault: Callable[[Machine], None]) -> None:
    """Its number is in RAM, and after a reset on the screen; a button leads on."""
    machine = Machine(str(accuracy_tables.FOLDER / f"{name}.asm"), preset="ideal", sound=False,
                      picture=False)
    handle = machine.on_pc(f"memory_{STOPPED_AT}", fault)
    machine.run_cycles(seconds * CYCLES_PER_SECOND)
    topic = 1 if name == "accuracy-memory" else accuracy.TOPICS.index("memory") + 1
    assert result(machine).running == STOPPED_AT
    assert machine.read(0xC886)[0] == topic
    handle.remove()
    if fault is hang:
        assert machine.registers.pc == ENDLESS
        machine.reset()
        machine.run_frames(MENU_FRAMES)
    assert texts(machine)[:4] == ["STOPPED IN", "MEMORY", f"TEST {STOPPED_AT:03}",
                                  accuracy.topic_tests("memory")[STOPPED_AT - 1].sentence]
    assert result(machine).running == STOPPED_AT
    tap(machine, 4)
    machine.run_frames(200)
    assert "STOPPED IN" not in texts(machine)


# --- Cards for the eye ---------------------------------------------------------------------------

def card(number: int, **changed: float) -> np.ndarray:
    """Return the strokes of a card with the preset `hardware`, some of its values changed."""
    preset = replace(analog.preset("hardware"), noise_sigma=0.0, dac_inl=0.0, sat_x=0.0,
                     sat_y=0.0, **changed)
    machine = Machine("accuracy-beam", preset="hardware", sound=False)
    machine.chips.set_analog(preset, 0)
    frames: list[Frame] = list(build_accuracy.frames(machine))
    rows = frames[number - 1].segments.astype(float)
    rows = rows[np.argsort(rows[:, 5], kind="stable")]
    return rows[rows[:, 1] < NAME_Y * UNIT]


def number_of(name: str) -> int:
    """Return the number of a card."""
    return [each for each, _ in accuracy_tables.cards("beam")].index(name) + 1


def ramps_apart(**changed: float) -> float:
    """Return how far the strokes from both sides are apart at most where they must meet."""
    rows = card(number_of("RAMPS"), **changed)
    flat = rows[(abs(rows[:, 1] - rows[:, 3]) < UNIT) & (abs(rows[:, 2] - rows[:, 0]) > UNIT)]
    worst = 0.0
    for y in (56, 40, 24, 8, -8, -24, -40, -56):
        row = flat[abs(flat[:, 1] - y * 128) < 4 * 128]
        right = row[row[:, 2] < row[:, 0]]
        left = row[row[:, 2] > row[:, 0]]
        worst = max(worst, abs(left[:, 2].max() - right[:, 2].min()))
    return worst / UNIT


def test_ramps_meet_on_hardware() -> None:
    """Strokes from both sides meet; if a ramp is two cycles shorter, as in `ideal`, they do not."""
    assert ramps_apart() < MARKS
    assert ramps_apart(d_ramp_off=analog.preset("hardware").d_ramp_off - 2) > 10 * MARKS


def dots_away(**changed: float) -> list[float]:
    """Return the distances of the dots from the cross."""
    rows = card(number_of("ZEROING"), **changed)
    dots = rows[np.hypot(rows[:, 2] - rows[:, 0], rows[:, 3] - rows[:, 1]) < UNIT / 4]
    return [float(np.hypot(*dot[:2])) / UNIT for dot in dots[:4]]


def test_zeroing_shows_its_time() -> None:
    """Each dot is nearer than the one before; a slower circuit and a remaining part are seen."""
    away = dots_away()
    assert away == sorted(away, reverse=True) and away[0] > 10 and away[-1] < 1
    assert dots_away(tau_zero=8.0)[1] > 2 * away[1]
    assert dots_away(zero_residual=0.1)[-1] > 5


def test_brightness_falls_in_equal_steps() -> None:
    """Each line is darker than the one above, and the last is lit."""
    rows = card(number_of("BRIGHTNESS"))
    lines = rows[rows[:, 2] - rows[:, 0] > 60 * UNIT]
    light = lines[:, 4]
    assert len(light) == 8 and light[-1] > 0 and np.all(np.diff(light) < 0)
    assert np.diff(light) == pytest.approx([light[1] - light[0]] * 7, abs=0.02)


def lit_to_the_end(**changed: float) -> list[bool]:
    """Return for each pattern whether the line is lit after its eight bits."""
    rows = card(number_of("PATTERNS"), **changed)
    return [bool(np.any((abs(rows[:, 1] - y * 128) < 4 * 128) & (rows[:, 2] > 40 * 128)))
            for y in (56, 40, 24, 8, -8, -24, -40, -56)]


def test_patterns_show_the_ninth_bit() -> None:
    """The last bit stays; without the ninth bit only the row of ones is lit to its end."""
    assert lit_to_the_end() == [True, True, True, True, False, False, False, True]
    assert lit_to_the_end(sr_ninth_bit=0) == [True] + [False] * 7


def strokes_apart(**changed: float) -> float:
    """Return how far the corners of both squares are apart."""
    rows = card(number_of("STROKES"), **changed)
    lines = rows[np.hypot(rows[:, 2] - rows[:, 0], rows[:, 3] - rows[:, 1]) > 60 * UNIT]
    ends = [(line[2:4], [other[0:2] for other in lines[4:8]]) for line in lines[:4]]
    return max(min(float(np.hypot(*(end - begin))) for begin in begins)
               for end, begins in ends) / UNIT


def test_strokes_meet_unless_the_beam_drifts() -> None:
    """The squares of both directions look like one, and drift parts them."""
    assert strokes_apart() < MARKS
    assert strokes_apart(drift_x=3.0, drift_ramp_factor=1.0) > 2 * MARKS


def test_ca2_and_cb2_are_seen() -> None:
    """The beam is zeroed by CA2, and dark by CB2, as PCR says."""
    rows = card(number_of("CA2 AND CB2"))

    def lengths(y: float) -> list[float]:
        row = rows[(abs(rows[:, 1] - y * 128) < 128) & (abs(rows[:, 3] - y * 128) < 128)]
        return [float(x) / 128 for x in row[:, 2] - row[:, 0] if x > 4 * 128]

    assert lengths(56)[0] == pytest.approx(112, abs=10)         # CA2 high
    assert lengths(28)[0] == pytest.approx(50, abs=12)          # CA2 pulses: a kink
    assert sum(lengths(-10)) == pytest.approx(50, abs=12)       # CA2 stays low: the middle
    assert len(lengths(-28)) == 2                               # CB2 pulses: a gap
    assert sum(lengths(-28)) == pytest.approx(118, abs=6)
    assert sum(lengths(-56)) == pytest.approx(55, abs=8)        # CB2 stays low: half a line


def test_the_service_program_has_the_same_cards() -> None:
    """Cards 1 to 3 are those that `vecx calibrate` measures."""
    service = Machine(preset="ideal", sound=False)
    service.run_frames(MENU_FRAMES)
    cartridge = Machine("accuracy-beam", preset="ideal", sound=False)
    cards = list(build_accuracy.frames(cartridge))
    for number in (1, 2, 3):
        service.write(service.bios_debug.values["sv_screen"], bytes([number]))
        shown, ours = service.run_frames(4)[-1].segments, cards[number - 1].segments
        assert long_strokes(shown) and long_strokes(shown) == long_strokes(ours), number


def long_strokes(segments: np.ndarray) -> set[tuple[float, ...]]:
    """Return the ends of the strokes that are no part of a letter."""
    ends = segments[:, :4]
    return {tuple(each.tolist()) for each in np.round(ends)
            if np.hypot(each[2] - each[0], each[3] - each[1]) > 15 * UNIT}


def test_the_page_describes_every_card() -> None:
    """Each card is in the tables of the page."""
    text = peers.PAGE.read_text(encoding="utf-8")
    for topic in accuracy_tables.CARDS:
        for number, (name, what) in enumerate(accuracy_tables.cards(topic), 1):
            assert f"| {topic} {number} | {name} | {what} |" in text


# --- Cards for the ear ---------------------------------------------------------------------------

def heard(number: int) -> np.ndarray:
    """Return two seconds of a card's sound."""
    machine = Machine("accuracy-sound", preset="ideal", picture=False)
    mixer = Mixer()
    machine.run_cycles(MENU_FRAMES * 30_000)
    for _ in range(number - 1):
        for change in (machine.press, machine.release):
            change(3)
            machine.run_cycles(4 * 30_000)
    mixer.samples(machine.take_sound(), machine.cycles)
    machine.run_cycles(2 * CYCLES_PER_SECOND)
    return mixer.samples(machine.take_sound(), machine.cycles)


def pitch(samples: np.ndarray) -> float:
    """Return the strongest frequency in Hz."""
    spectrum = abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(np.argmax(spectrum) * RATE / len(samples))


@pytest.mark.parametrize("number, hz", [(1, 440.1), (2, 220.1), (3, 997.3), (5, 440.1), (6, 440.1)])
def test_tones_are_heard(number: int, hz: float) -> None:
    """The tone has the frequency that the page names."""
    assert pitch(heard(number)) == pytest.approx(hz, abs=1.5)


def test_noise_is_heard() -> None:
    """The noise has no pitch: no frequency has more than a hundredth of its energy."""
    energy = abs(np.fft.rfft(heard(4))) ** 2
    assert energy.sum() > 0 and energy.max() < 0.01 * energy.sum()


@pytest.mark.parametrize("number, rate", [(5, 2.0), (6, 1.0)])
def test_envelopes_are_heard(number: int, rate: float) -> None:
    """The loudness repeats as often as the page says."""
    samples = heard(number)
    loud = np.convolve(samples ** 2, np.ones(RATE // 100), "same")[::RATE // 100]
    spectrum = abs(np.fft.rfft(loud - loud.mean()))
    assert float(np.argmax(spectrum)) / 2 == rate


def test_the_pictures_have_every_card() -> None:
    """Both pictures on the page have nine cards, each with strokes."""
    for path in build_accuracy.made():
        text = Path(path).read_text(encoding="utf-8")
        assert text.count("<title>") == 1 + len(accuracy_tables.cards("beam"))
        assert all(cell.count("<path") > 10 for cell in text.split("<svg ")[2:])
