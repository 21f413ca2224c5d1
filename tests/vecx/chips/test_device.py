"""Devices in port 2: their names, and their choice."""

import pytest

from vecx import Machine, UsageError
from vecx.chips.device import DEVICES
from vecx.chips.state import IMAGER, LIGHT_PEN


def test_a_machine_has_what_it_was_given():
    """A machine has the named device or none; a snapshot brings its own."""
    assert Machine().device == Machine(device="none").device == "none"
    machine = Machine(device="imager")
    assert machine.device == "imager" and machine.chips.state.device == IMAGER
    other = Machine()
    other.restore(machine.snapshot())
    assert other.device == "imager"


def test_a_pen_comes_with_its_first_input():
    """The first input of a pen plugs it in; no other device is possible then."""
    machine = Machine()
    machine.pen(10, 20)
    assert machine.chips.state.device == LIGHT_PEN and machine.device == "none"
    machine.pen_away()
    assert machine.chips.state.device == DEVICES["none"]


@pytest.mark.parametrize("device", ["pen", "", "IMAGER", 2])
def test_another_name_is_refused(device):
    """An unknown name is refused with the known names."""
    if device == "":
        assert Machine(device=device).device == "none"
        return
    with pytest.raises(UsageError, match="none, imager"):
        Machine(device=device)
