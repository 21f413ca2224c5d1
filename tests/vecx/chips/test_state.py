"""The record: its table, its bytes, the likeness of both kinds."""

import pytest

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


def test_pack_and_unpack_keep_every_field(plain):
    """A record packed, unpacked and packed again has the same bytes, jitted or plain."""
    m, twin = state.new_state(), plain("chips.state").new_state()
    for number, field in enumerate(state.FIELDS):
        if not field.length:
            setattr(m, field.name, number)
        else:
            getattr(m, field.name)[field.length - 1] = number % 256
    data = state.pack(m)
    plain("chips.state").unpack(twin, data)
    assert plain("chips.state").pack(twin) == data
    other = state.new_state()
    state.unpack(other, data)
    assert state.pack(other) == data


@pytest.mark.parametrize("kind", ["jitted", "plain"])
def test_new_states_are_equal(kind, plain):
    """Power-on is the same for both kinds of record."""
    made = state if kind == "jitted" else plain("chips.state")
    assert made.pack(made.new_state()) == state.pack(state.new_state())
