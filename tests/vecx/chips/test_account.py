"""The table of the figures of a frame."""

import pytest

from vecx import Machine
from vecx.chips import account, beam, bus, psg, state

CONSTANTS = {**vars(beam), **vars(bus), **vars(psg)}


def test_the_beam_counts_the_first_columns_and_the_bus_the_rest():
    """The columns of each owner are adjacent."""
    owners = [column.owner for column in account.COLUMNS]
    assert owners == sorted(owners, key=("frame", "beam", "bus").index)
    assert owners.count("beam") == account.BEAM_COLUMNS
    assert owners.count("frame") == account.FRAME_COLUMNS


def test_every_counted_column_has_one_number_in_the_chips():
    """Each figure is counted by a chip, and no two share a column."""
    places = {name: int(value) for name, value in CONSTANTS.items()
              if name.startswith("A_") and isinstance(value, int | state.np.integer)}
    assert sorted(set(places.values())) == list(range(len(account.ACCOUNT)))


@pytest.mark.parametrize("name, constant", [
    ("draws", "A_DRAWS"), ("max_drift_err", "A_DRIFT_ERR"), ("rom_writes", "A_ROM_WRITES"),
    ("zref_refreshes", "A_ZREF"), ("psg_writes", "A_PSG_WRITES"), ("travel_dark", "A_TRAVEL_DARK")])
def test_a_constant_is_the_column_of_its_name(name, constant):
    """The constant of a figure is its column in the account."""
    assert account.ACCOUNT[int(CONSTANTS[constant])] == name


def test_a_figure_of_a_frame_has_the_type_of_its_column():
    """Whole figures are integers, the others floats."""
    budget = Machine(preset="ideal").run_frames(2)[1].budget
    for column in account.COUNTED:
        assert type(budget[column.name]) is (float if column.kind == "f" else int), column.name
    assert budget.vectors == budget.draws + budget.dots and type(budget.overrun) is bool
