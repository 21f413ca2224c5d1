"""The record and the board: their bytes, both implementations, and their stub."""


import pytest

from vecx.chips import state, state_record


def test_pack_and_unpack_keep_every_field(plain):
    """Packing, unpacking and packing again gives the same bytes, jitted or plain."""
    m, twin = state_record.new_state(), plain("chips.state_record").new_state()
    for number, field in enumerate(state.FIELDS):
        if not field.length:
            setattr(m, field.name, number)
        else:
            getattr(m, field.name)[field.length - 1] = number % 256
    data = state_record.pack(m)
    plain("chips.state_record").unpack(twin, data)
    assert plain("chips.state_record").pack(twin) == data
    other = state_record.new_state()
    state_record.unpack(other, data)
    assert state_record.pack(other) == data


@pytest.mark.parametrize("kind", ["jitted", "plain"])
def test_new_states_are_equal(kind, plain):
    """Both implementations have the same power-on state."""
    made = state_record if kind == "jitted" else plain("chips.state_record")
    assert made.pack(made.new_state()) == state_record.pack(state_record.new_state())


@pytest.mark.parametrize("kind", ["jitted", "plain"])
def test_unknown_fields_are_refused(kind, plain):
    """An unknown field is an error on the record and on the board."""
    made = state_record if kind == "jitted" else plain("chips.state_record")
    for thing in (made.new_state(), made.new_board()):
        with pytest.raises(AttributeError):
            thing.no_such_field = 1
        with pytest.raises(AttributeError):
            _ = thing.no_such_field
