"""Analog parameters: presets, files, and messages."""

from dataclasses import replace
from pathlib import Path

import pytest

from vecx import Machine, VecxError, calibrate
from vecx.chips.account import ACCOUNT, FRAME_COLUMNS
from vecx.console import analog
from vecx.measure import budget

ROOT = Path(__file__).parents[3]


def test_presets_differ_as_the_table_says():
    """The presets have the documented values, for every parameter."""
    ideal, hardware, worn = (analog.preset(name) for name in analog.NAMES)
    assert (ideal.half_w, hardware.half_w, worn.drift_x) == (16500, 18000, 0.6)
    assert (ideal.d_ramp_on, hardware.d_ramp_off, worn.noise_sigma) == (1.5, 12.3, 0.15)


def test_a_file_changes_what_it_names(tmp_path):
    """A TOML file starts from its base and changes parameters by name."""
    path = tmp_path / "mine.toml"
    path.write_text('base = "ideal"\ndrift_x = 0.25\n')
    own = analog.load(str(path))
    assert (own.drift_x, own.half_w) == (0.25, 16500)
    assert Machine(preset=str(path)).chips.state.p_drift_x == 0.25


@pytest.mark.parametrize(("text", "words"), [
    ("drift = 1", "unknown parameter 'drift'"), ('drift_x = "a"', "must be a number"),
    ("drift_x = ", "not TOML"), ('base = "new"', "not 'new'")])
def test_faults_of_a_file_are_named(tmp_path, text, words):
    """Each error in a file gives one message with the file's name."""
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(VecxError, match=words):
        analog.load(str(path))


def test_unknown_presets_and_missing_files(tmp_path):
    """An unknown preset lists the known ones; a missing file is reported."""
    with pytest.raises(VecxError, match="ideal, hardware, worn"):
        analog.load("perfect")
    with pytest.raises(VecxError, match="no such file"):
        analog.load(str(tmp_path / "no.toml"))


@pytest.mark.parametrize("line", ["d_x = nan", "drift_x = nan", "half_w = 0", "half_w = inf",
                                  "tau_zero = -3", "d_x = true", "zref_needs_ramp = 0.5",
                                  "nosuch = 1", "d_x = 'a'",
                                  "d_x = 0x" + "f" * 4000, "d_x = [" + "[" * 90 + "]" * 91,
                                  "d_x = '" + "1" * 5000 + " kg'", "drift_y = -11", "mains_hz = 0"])
def test_what_no_machine_has_is_refused(tmp_path, line):
    """A value out of range gives one message with file, parameter and range."""
    path = tmp_path / "own.toml"
    path.write_text(line + "\n")
    with pytest.raises(VecxError) as caught:
        analog.load(str(path))
    assert str(path) in str(caught.value) and line.split()[0] in str(caught.value)
    assert len(str(caught.value)) < len(str(path)) + 200


@pytest.mark.parametrize("text", ["d_x = " + "[" * 50_000, "d_x = " + "1" * 5000, "\xff",
                                  "base = [" + "[" * 90 + "]" * 91, "x" * 50_000 + " = 1",
                                  "#" * (1 << 20) + "\n"])
def test_what_strangers_write_is_one_message(tmp_path, text):
    """Hostile files give one message.
    """
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="latin-1")
    for load in (lambda: analog.load(str(path)), lambda: calibrate.from_file(path)):
        with pytest.raises(VecxError) as caught:
            load()
        assert str(path) in str(caught.value) and "\n" not in str(caught.value)
        assert len(str(caught.value)) < len(str(path)) + 700


def test_the_manual_lists_every_parameter():
    """docs/beam.md has each name, its unit, its three values and its range."""
    page = (ROOT / "docs" / "beam.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:] for line in page.splitlines() if line.startswith("| `")]
    for row in analog.ROWS:
        [cells] = [cells for cells in rows if f"`{row.name}`" in cells[0]]
        place = [name.strip(" `") for name in cells[0].split(",")].index(row.name)

        def cell(column, cells=cells, place=place):
            parts = [part.strip() for part in cells[column].split(",")]
            return parts[place] if len(parts) > place else parts[-1]

        assert [float(cell(column)) for column in (2, 3, 4)] == list(row.values), row.name
        assert cell(5) in (f"{row.least:g} to {row.most:g}", f"{row.least:g} or {row.most:g}",
                           f"{row.least:g} to {row.most:.0f}"), row.name


@pytest.mark.parametrize("preset, width", [("ideal", 0), ("hardware", 2), ("worn", 16)])
def test_stick_readings_jitter_by_as_much_as_the_comparator(preset, width):
    """Stick readings vary by the comparator's noise, and not at all in `ideal`."""
    m = Machine(preset=preset, seed=3)
    m.run_frames(3)
    readings = []
    for _ in range(300):
        m.write(0xC81A, bytes((0, 0, 0, 0, 0, 1, 0, 0, 0, 0)))
        m.chips.state.stick[0] = 190
        m.call(0xF1F5, dp=0xD0, s=0xCBEA)
        readings.append(m.read(0xC81B)[0] ^ 0x80)
    spread = max(readings) - min(readings)
    assert spread == 0 if width == 0 else width / 2 <= spread <= width


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_is_no_number_exceeds_every_limit(number):
    """A NaN in an account exceeds every limit."""
    frame = Machine(preset="ideal").run_frames(2)[1]
    account = frame.account.copy()
    account[FRAME_COLUMNS + ACCOUNT.index("max_drift_err")] = number
    limits = budget.Limits(max_drift=1e9)
    assert budget.faults([replace(frame, account=account)], limits)
    assert not budget.faults([frame], limits)


@pytest.mark.parametrize(("text", "line", "words"), [
    ('base = "worn"\n\ndrift_x = 0.3\nd_x = "11 us"\n', 4, "its unit is cyc"),
    ("# mine\n\ndrift_y = 30\n", 3, "must be -10 to 10"),
    ("half_w = 17000\ndrfit_y = 1\n", 2, "did you mean drift_y"),
    ('half_w = 17000\n"tau_zero" = "x"\n', 2, "must be a number"),
    ("\n[drift]\nx = 1\n", 2, "unknown parameter 'drift'"),
    ('\n\nbase = "old"\n', 3, "not 'old'"), ("d_x = 1\nd_y = \n", 2, "line 2")])
def test_faults_of_a_file_name_their_line(tmp_path, text, line, words):
    """The message about an invalid parameter has its line."""
    path = tmp_path / "own.toml"
    path.write_text(text)
    with pytest.raises(VecxError) as caught:
        analog.load(str(path))
    assert words in str(caught.value)
    assert f"own.toml:{line}: " in str(caught.value) or words == f"line {line}"


def test_a_number_may_have_its_unit(tmp_path):
    """`"11 cyc"` is accepted as 11."""
    path = tmp_path / "own.toml"
    path.write_text('d_x = "7.5 cyc"\ndrift_x = "0.25 p/cyc"\n')
    own = analog.load(str(path))
    assert (own.d_x, own.drift_x) == (7.5, 0.25)
