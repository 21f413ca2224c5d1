"""The table of the machine's fields."""

from vecx.chips import account, beam, state


def test_power_on_values_fit_their_width():
    """No field starts outside the bits that the table gives it."""
    for field in state.FIELDS:
        if not field.is_float:
            assert -99 <= field.power_on < 1 << field.bits or field.power_on == 1 << 60, field


def test_every_constant_of_a_length_is_its_fields():
    """What the chips take for the room in the record is the room that the table gives."""
    for name, length in (("edge_kind", beam.EDGES_MAX), ("input_what", state.INPUTS_MAX),
                         ("account", len(account.ACCOUNT))):
        assert state.RECORD[name].shape == (length,)
