"""The table of the machine's fields."""

import numpy as np

from vecx.chips import account, beam, state
from vecx.chips.state_range import misfit
from vecx.chips.state_record import new_state, pack


def test_power_on_values_are_what_fields_may_hold():
    """Each power-on value is valid according to the table."""
    assert misfit(np.frombuffer(pack(new_state()), state.RECORD)[0]) == ""


def test_every_constant_of_a_length_is_its_fields():
    """The lengths used by the chips equal those in the table."""
    for name, length in (("edge_kind", beam.EDGES_MAX), ("input_what", state.INPUTS_MAX),
                         ("account", len(account.ACCOUNT))):
        assert state.RECORD[name].shape == (length,)
