"""Calibration: simulated machines, measured with a ruler, are recovered."""

import random
import re
from dataclasses import replace

import pytest

from vecx import calibrate
from vecx.calibrate import FITTED, MEASURES, NAMES, RULER_MM, Cards, fit
from vecx.cli import run_command
from vecx.console import analog
from vecx.errors import VecxError

TUBE = {"tube_width": 181.0, "tube_height": 232.0}
SEEDS = 32


@pytest.fixture(scope="module")
def cards():
    """Return the service program's cards."""
    return Cards()


def machine_of(seed: int) -> analog.Analog:
    """Return a random realistic machine."""
    chance = random.Random(seed)
    return replace(analog.preset("hardware"), half_w=chance.uniform(16_000, 21_500),
                   half_h=chance.uniform(20_000, 24_000), d_ramp_off=chance.uniform(11, 16),
                   drift_x=chance.uniform(-0.6, 0.6), drift_y=chance.uniform(-0.6, 0.6),
                   drift_ramp_factor=chance.uniform(0.05, 0.8))


@pytest.mark.sample(3, slow=4)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_round_trip_with_a_ruler(cards, seed):
    """Measurements to half a millimetre give cards correct to half a millimetre."""
    known = machine_of(seed)
    exact = cards.measure(known, *TUBE.values())
    given = {name: round(2 * value) / 2 for name, value in exact.items()} | TUBE
    found = fit(given, analog.preset("hardware"), cards)
    made = cards.measure(found.analog, *TUBE.values())
    assert max(abs(made[name] - exact[name]) for name in exact) <= RULER_MM
    assert found.worst <= RULER_MM


@pytest.mark.parametrize("seed", range(4))
def test_round_trip_without_a_ruler(cards, seed):
    """Exact measurements give the exact parameters."""
    known = machine_of(seed + 100)
    found = fit(cards.measure(known, *TUBE.values()) | TUBE, analog.preset("hardware"), cards)
    for name in FITTED:
        assert getattr(found.analog, name) == pytest.approx(getattr(known, name), rel=0.02,
                                                            abs=0.01)


def test_missing_measures_leave_the_base(cards):
    """With only the square, little but the size changes."""
    known = replace(analog.preset("hardware"), half_w=20_000.0, half_h=21_000.0)
    exact = cards.measure(known, *TUBE.values())
    given = {name: exact[name] for name in ("square_width", "square_height")} | TUBE
    found = fit(given, analog.preset("hardware"), cards)
    assert found.analog.half_w == pytest.approx(20_000, rel=0.01)
    assert found.analog.half_h == pytest.approx(21_000, rel=0.01)
    assert found.analog.drift_x == pytest.approx(0.09, abs=0.05)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["width", "height"])
def test_one_direction_alone(cards, way):
    """With measurements in one direction, only its size is determined."""
    known = replace(analog.preset("hardware"), half_w=20_000.0, half_h=21_000.0)
    exact = cards.measure(known, *TUBE.values())
    base = analog.preset("hardware")
    found = fit({f"tube_{way}": TUBE[f"tube_{way}"], f"square_{way}": exact[f"square_{way}"]},
                base, cards).analog
    expected = {"half_w": 20_000.0, "half_h": 21_000.0}
    other = "half_h" if way == "width" else "half_w"
    expected[other] = getattr(base, other)
    assert {name: getattr(found, name) for name in expected} == pytest.approx(expected, rel=0.01)


@pytest.mark.parametrize(("given", "words"), [
    ({"square_width": 120.0, "square_height": 120.0}, "tube_width is missing, but"),
    ({"tube_width": 181.0, "free_up": 3.0}, "but free_up needs"),
    (TUBE, "no measurement of a card is given"), ({}, "no measurement of a card is given"),
    (TUBE | {"sqare": 1.0}, "unknown measurement 'sqare'"),
    (TUBE | {"left_star": -3.0}, "it must be above 0"),
    (TUBE | {"slant": float("nan")}, "it must be -1000"),
    (TUBE | {"square_width": 5.0, "square_height": 900.0}, "measure again")])
def test_nonsense_is_refused(cards, given, words):
    """An impossible measurement gives one message with its name."""
    with pytest.raises(VecxError, match=re.escape(words)):
        fit(given, analog.preset("hardware"), cards)


def test_command_with_a_file(cards, tmp_path, capsys):
    """A file of measurements gives a valid preset; an error names its line."""
    exact = cards.measure(machine_of(7), *TUBE.values()) | TUBE
    measures, preset = tmp_path / "ruler.toml", tmp_path / "mine.toml"
    measures.write_text("".join(f"{name} = {value:.1f}\n" for name, value in exact.items()))
    assert run_command(["calibrate", str(measures), "-o", str(preset)]) == 0
    out = capsys.readouterr().out
    assert "square_width" in out and f"--preset {preset}" in out
    own = analog.load(str(preset))
    assert own.half_w == pytest.approx(machine_of(7).half_w, rel=0.02)
    before = preset.read_bytes()
    assert run_command(["calibrate", str(measures), "-o", str(preset)]) == 1
    assert f"{preset}: the file exists already; use a different name" in capsys.readouterr().err
    assert run_command(["calibrate", str(measures), "-o", str(measures), "--force"]) == 1
    assert "would overwrite the measurements" in capsys.readouterr().err
    assert preset.read_bytes() == before and "square_width" in measures.read_text()
    measures.write_text('tube_width = 180\n\nsquare_width = "wide"\n')
    assert run_command(["calibrate", str(measures), "-o", str(preset), "--force"]) == 1
    assert preset.read_bytes() == before
    assert f"{measures}:3: square_width is 'wide', not a length" in capsys.readouterr().err
    assert run_command(["calibrate", str(measures), "-o", str(tmp_path / "mine.txt")]) == 1
    assert "must end in .toml" in capsys.readouterr().err


def test_asking():
    """Every measurement is asked for, again after a wrong answer; empty skips it."""
    asked = []
    answers = iter(["181", "wide", "232", "121,5", *[""] * (len(MEASURES) - 1)])

    def answer(question: str) -> str:
        asked.append(question)
        return next(answers)

    assert calibrate.ask(answer) == {"tube_width": 181.0, "tube_height": 232.0,
                                     "square_width": 121.5}
    assert len(asked) == len(NAMES) + 1 and asked[2].startswith("'wide' is not a length")
    answers = iter(["181", "", "121.5", *[""] * 5])     # the horizontal ones only
    assert calibrate.ask(answer) == {"tube_width": 181.0, "square_width": 121.5}
    answers = iter(["", "232", "", "", ""])             # the vertical ones
    assert calibrate.ask(answer) == {"tube_height": 232.0} and next(answers, None) is None
    with pytest.raises(VecxError, match="ended too soon; enter an empty line"):
        calibrate.ask(lambda _: (_ for _ in ()).throw(EOFError))
