"""Each file of games/lib has an example, which does what the file promises in every preset.

Goal: a program that includes a file and follows the instructions in its header is free of faults.
Method: play each example on a strict machine in three presets, use the inputs that it reacts to,
and check its variables and its picture.
"""

import random
from pathlib import Path

import numpy as np
import pytest

from asm.output.contracts import Contract, find
from vecx import Machine
from vecx.sound.mixer import Mixer
from vecx.testing.contracts import check_blocks, check_call, random_registers

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "games" / "examples"
NAMES = sorted(path.stem for path in (ROOT / "games" / "lib").glob("*.asm"))
PRESETS = ("ideal", "hardware", "worn")
TITLE_FRAMES, SECONDS = 260, 50
CONTRACTS = find((path.name, number, text) for path in sorted(EXAMPLES.glob("*.asm"))
                 for number, text in enumerate(path.read_text("utf-8").splitlines(), 1))


def started(name: str, preset: str = "ideal") -> Machine:
    """Return a strict machine on which the example runs."""
    m = Machine(EXAMPLES / f"{name}.asm", preset=preset, seed=3, strict=True)
    m.run_frames(TITLE_FRAMES)
    return m


def ended(m: Machine) -> None:
    """Check for findings, assembler messages and long frames."""
    assert m.findings == [] and m.messages == ""


def width(m: Machine) -> float:
    """Return the width of the next picture in p."""
    segments = m.run_frames(1)[0].segments
    return float(np.ptp(segments[:, [0, 2]]))


def test_each_file_has_its_example() -> None:
    """The example includes the file by the name that users write."""
    assert sorted(path.stem for path in EXAMPLES.glob("*.asm")) == NAMES
    for name in NAMES:
        assert f'include "lib/{name}.asm"' in (EXAMPLES / f"{name}.asm").read_text()


@pytest.mark.sample(2, slow=5)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", NAMES)
def test_examples_are_clean(name: str, preset: str) -> None:
    """With random inputs there are no findings or long frames, and there is a picture."""
    m = started(name, preset)
    draw = random.Random(name)
    for _ in range(30):
        button = draw.choice((1, 3, 4, 4))
        m.stick(draw.choice((-1, 0, 1)), draw.choice((-1, 0, 1)))
        m.press(button)
        frames = m.run_frames(6)
        m.release(button)
        frames += m.run_frames(6)
        assert all(frame.budget.work_cycles <= 30_000 and frame.budget.draws for frame in frames)
    ended(m)


def test_beam_draws_a_closed_diamond() -> None:
    """The example draws four equal sides from the top and back to it."""
    m = started("beam")
    sides = m.run_frames(1)[0].segments
    sides = sides[sides[:, 5].argsort()]
    ways = np.hypot(sides[:, 2] - sides[:, 0], sides[:, 3] - sides[:, 1])
    sides, ways = sides[ways > 100], ways[ways > 100]   # without the dots of a resting beam
    assert len(sides) == 4 and ways.max() - ways.min() < 0.05 * ways.max()
    assert np.abs(sides[-1, 2:4] - sides[0, 0:2]).max() < 0.05 * ways.max()


def test_frame_changes_its_state() -> None:
    """Button 4 changes the state, with a sound."""
    m = started("frame")
    day = width(m)
    m.tap(4, frames=2)
    assert m.read("game_state")[0] == 1 and m.read("v_tune") != b"\0\0" and width(m) > day
    before = m.read("frame_counter")[0]
    m.run_frames(5)
    assert (m.read("frame_counter")[0] - before) & 0xFF == 5


def test_letters_are_large_and_small() -> None:
    """Both lines are centred; the upper one has letters of twice the height."""
    m = started("letters")
    segments = m.run_frames(1)[0].segments
    rows = [segments[segments[:, 1] > 0], segments[segments[:, 1] <= 0]]
    heights = []
    for row in rows:
        xs, ys = row[:, [0, 2]], row[:, [1, 3]]
        assert abs(xs.max() + xs.min()) < 0.03 * np.ptp(xs)
        heights.append(np.ptp(ys))
    assert heights[0] == pytest.approx(2 * heights[1], rel=0.1)


def test_messages_take_turns() -> None:
    """The message changes every second, and the first one follows the last."""
    m = started("text")
    shown = []
    for _ in range(4 * SECONDS):
        m.run_frames(1)
        shown.append(m.read("v_hint")[0])
    turns = [number for number, before in zip(shown[1:], shown, strict=False) if number != before]
    assert len(turns) == 4 and sorted(set(turns)) == [0, 1, 2]


@pytest.mark.slow
def test_square_wanders_when_it_is_left_alone() -> None:
    """The demonstration starts after 20 seconds without input, and ends with a button."""
    m = started("attract")
    m.run_frames(600)
    m.stick(1, 0)
    m.run_frames(5)
    m.stick(0, 0)
    m.run_frames(990)
    assert m.read("v_attract")[0] == 0 and m.read("v_x")[0] == 0
    m.run_frames(60)
    assert m.read("v_attract")[0] and m.read("v_x")[0]
    m.tap(2)
    m.run_frames(5)
    assert m.read("v_attract")[0] == 0 and m.read("v_x")[0] == 0
    ended(m)


def test_a_melody_is_switched_off_and_on() -> None:
    """Button 3 ends the tune and disables button 4; pressed again, it enables it."""
    m = started("melody")
    m.run_frames(5)
    assert m.read("Vec_Music_Flag")[0]
    for playing in (False, True):
        m.tap(3, frames=2)
        m.tap(4, frames=2)
        m.run_frames(10)
        assert bool(m.read("Vec_Music_Flag")[0]) == playing and m.read("sound_event")[0] == 1
    ended(m)


def test_the_menus_choice_moves_and_is_shown() -> None:
    """The choice stops at the last line; button 4 leaves the menu and returns to it."""
    m = started("menu")
    for expected, event in ((1, 1), (2, 1), (2, 2)):
        m.stick(0, -1)
        m.run_frames(3)
        m.stick(0, 0)
        m.run_frames(3)
        assert m.read("v_menu")[0] == expected and m.read("sound_event")[0] == event
    m.tap(4, frames=2)
    assert m.read("game_state")[0] == 1
    m.run_frames(3)
    m.tap(4, frames=2)
    assert m.read("game_state")[0] == 0 and m.read("v_menu")[0] == 2


def test_the_stick_steps_and_repeats() -> None:
    """The first step is immediate, the next after 16 frames, then one every 6 frames."""
    m = started("stick")
    m.stick(1, 0)
    places = [0]
    for _ in range(150):
        m.run_frames(1)
        places.append(m.read("square_x")[0])
    moved = [number for number in range(1, 151) if places[number] != places[number - 1]]
    assert np.diff(moved).tolist() == [16] + [6] * (len(moved) - 2)
    assert places[-1] == 96 and m.read("square_y")[0] == 0


def test_sound_sounds_and_ends() -> None:
    """A tune begins and ends; button 1 ends one immediately."""
    m = started("sound")
    mixer = Mixer()

    def loudness(frames: int) -> float:
        m.take_sound()
        m.run_frames(frames)
        return float(np.std(mixer.samples(m.take_sound(), m.cycles)[2000:]))

    loudness(50)
    assert loudness(20) < 1e-3
    m.tap(4, frames=2)
    assert loudness(20) > 1e-2
    m.tap(1, frames=2)
    loudness(20)
    assert loudness(20) < 1e-3
    m.tap(3, frames=2)
    assert m.read("sound_event")[0] == 2 and loudness(5) > 1e-2


def test_music_and_recordings_sound() -> None:
    """A tune and an effect play together; button 1 ends both; a recording continues."""
    m = started("music")
    mixer = Mixer()

    def loudness(frames: int) -> float:
        m.take_sound()
        m.run_frames(frames)
        return float(np.std(mixer.samples(m.take_sound(), m.cycles)[2000:]))

    assert loudness(20) > 1e-2
    m.tap(1, frames=2)
    loudness(20)
    assert loudness(20) < 1e-3
    m.tap(3, frames=2)
    assert loudness(5) > 1e-2
    ended(m)
    m = started("registers")
    assert loudness(20) > 1e-2
    ended(m)


def test_a_sample_sounds_and_the_picture_returns() -> None:
    """Button 2 plays a sample for ten frames without a picture; then drawing continues."""
    m = started("sample")
    m.take_sound()
    before = m.cycles
    m.tap(2, frames=2)
    frames = m.run_frames(20)
    edges = m.take_sound().edges[:, 1].cumsum()
    assert np.ptp(edges) > 0.5 and m.cycles - before > 12 * 30_000
    assert frames[-1].budget.draws > 0 and m.run_frames(2)[-1].budget.draws > 0
    ended(m)


def test_what_sound_begin_spares(tmp_path: Path) -> None:
    """Without `sound_begin`, random RAM decides whether silence is sent to the sound chip again.

    The strict machine notes that, but does not report it, because it is inaudible.
    """
    text = (EXAMPLES / "sound.asm").read_text()
    source = tmp_path / "sound.asm"
    source.write_text(text.replace("sound_begin", "nop"))
    m = Machine(source, seed=3, strict=True)
    m.run_frames(TITLE_FRAMES)
    assert m.strict is not None and m.strict.noted == 1 and m.findings == []


def test_slices_end_with_all_primes() -> None:
    """The calculation finds all 95 primes below 500, while the line grows."""
    m = started("slice")
    counts, widths = [], []
    for _ in range(40):
        widths.append(width(m))
        counts.append(m.read("prime_count")[0])
        m.run_frames(9)
    assert counts == sorted(counts) and len(set(counts)) > 5 and counts[-1] == 95
    assert widths[-1] > 2 * widths[0]


def test_blocks_name_every_register_once() -> None:
    """Each register is in `changes` or `keeps`; every routine has a block."""
    check_blocks(CONTRACTS)
    assert [contract.name for contract in CONTRACTS] == [
        "ship_move", "ship_show", "word_draw", "state_enter", "menu_frame", "chosen_frame",
        "line_draw", "square_move",
        "square_draw"]


@pytest.mark.sample(3)
@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.name)
def test_contract_holds(contract: Contract) -> None:
    """Registers are preserved, and the stack is within the limit."""
    m = started(contract.file.removesuffix(".asm"))
    kept = m.keep()
    draw = random.Random(contract.name)
    deepest = 0
    for _ in range(40):
        m.restore(kept)
        if "Vec_Button_1_4" in m.symbols:
            m.write("Vec_Button_1_4", draw.choice((0, 8)))
        m.call("Reset0Ref", dp=0xD0)
        given = random_registers(draw, 0xD0) | {
            "word_draw": {"u": m.symbols.get("str_day", 0)}, "state_enter": {"a": 1},
            "square_move": {"a": draw.choice((0, 1, 255)), "x": m.symbols.get("square_x", 0)},
            "ship_move": {"a": draw.choice((0, 1, 255)), "x": m.symbols.get("ship_x", 0)},
            }.get(contract.name, {})
        deepest = max(deepest, check_call(m, contract, given))
    assert contract.stack is not None and deepest <= contract.stack, deepest
