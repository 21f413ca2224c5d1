"""The table of the machine's fields."""

from vecx.chips import state


def test_power_on_values_fit_their_width():
    """No field starts outside the bits that the table gives it."""
    for field in state.FIELDS:
        if field.kind != "f":
            assert -99 <= field.power_on < 1 << field.bits or field.power_on == 1 << 60, field


def test_account_columns_have_their_names():
    """Each A_ constant is the column of its name in ACCOUNT."""
    assert state.ACCOUNT[state.A_DRAWS] == "draws"
    assert state.ACCOUNT[state.A_DRIFT_ERR] == "max_drift_err"
    assert state.ACCOUNT[state.A_ROM_WRITES] == "rom_writes"
    assert len(state.ACCOUNT) == state.A_ROM_WRITES + 1
