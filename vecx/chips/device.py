"""The device in port 2 next to the controller: dispatch to the light pen and the 3D imager.

The bus uses only these functions.  A device drives the wire of button 4 (line.py), and sets
`ca1_due` to the cycle up to which its level is known, at which it is called again.  A new device is
a file of its own, its fields in state.py, a number there and its lines here.

    pen.py      light pen: present from the first input that puts it on the glass
    imager.py   3D imager: present from power-on, `Machine(device="imager")`
"""

from ..compiling.jit import inner
from .imager import imager_drive, imager_look
from .pen import pen_look, pen_put
from .state import IMAGER, LIGHT_PEN, NEVER, NO_DEVICE
from .via import via_schedule

# Devices present from power-on, by name.
DEVICES = {"none": int(NO_DEVICE), "imager": int(IMAGER)}


@inner
def device_follows_beam(m):
    """Return whether the device must be updated before each change of the beam's motion."""
    return m.device == LIGHT_PEN


@inner
def device_look(m, board, cycle):
    """Update the device and its wire up to `cycle`."""
    if m.device == IMAGER:
        imager_look(m, cycle)
    elif m.device == LIGHT_PEN:
        pen_look(m, board, cycle)
    else:
        m.ca1_due = NEVER
        via_schedule(m)


@inner
def device_follow_psg(m, cycle):
    """Update the device after an access to the sound chip, whose port A drives it."""
    if m.device == IMAGER and imager_drive(m) != m.wheel_drive:
        imager_look(m, cycle)


@inner
def device_put(m, axis, value):
    """Move the light pen along an axis; ignored if the imager is plugged in."""
    if m.device != IMAGER:
        pen_put(m, axis, value)
