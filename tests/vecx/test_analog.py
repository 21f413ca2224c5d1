"""Analog parameters: the presets of the table, files, and what is wrong with them."""

import pytest

from vecx import Machine, VecxError, analog


def test_presets_differ_as_the_table_says():
    """Some figures of each preset, and that every parameter has one."""
    ideal, hardware, worn = (analog.preset(name) for name in analog.NAMES)
    assert (ideal.half_w, hardware.half_w, worn.drift_x) == (16500, 18000, 0.6)
    assert (ideal.d_ramp_on, hardware.d_ramp_off, worn.noise_sigma) == (1.5, 12.3, 0.15)


def test_a_file_changes_what_it_names(tmp_path):
    """A TOML file starts from its base and changes parameters by name."""
    path = tmp_path / "mine.toml"
    path.write_text('base = "ideal"\ndrift_x = 0.25\n')
    own = analog.load(str(path))
    assert (own.drift_x, own.half_w) == (0.25, 16500)
    assert Machine(preset=str(path)).m.p_drift_x == 0.25


@pytest.mark.parametrize(("text", "words"), [
    ("drift = 1", "unknown parameter 'drift'"), ('drift_x = "a"', "not a number"),
    ("drift_x = ", "not TOML"), ('base = "new"', "base is 'new'")])
def test_faults_of_a_file_are_named(tmp_path, text, words):
    """Each fault has one message with the file's name."""
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(VecxError, match=words):
        analog.load(str(path))


def test_unknown_presets_and_missing_files(tmp_path):
    """An unknown preset lists the known ones; a missing file is said to be missing."""
    with pytest.raises(VecxError, match="ideal, hardware, worn"):
        analog.load("perfect")
    with pytest.raises(VecxError, match="No such file"):
        analog.load(str(tmp_path / "no.toml"))
