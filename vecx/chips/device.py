"""What can be plugged into port 2 beside the controller, and what the bus tells it.

The bus knows devices by these functions alone.  A device moves the wire of button 4 (line.py) and
says by `ca1_due` up to which cycle its level is known, and so when it is to be asked again.  A new
one is a file of its own, its fields in state.py, a number there and its lines here.

    pen.py      light pen: there from the first input that puts it on the glass
    imager.py   3D imager: there from power-on, `Machine(device="imager")`
"""

from ..compiling.jit import inner
from .imager import imager_drive, imager_look
from .pen import pen_look, pen_put
from .state import IMAGER, LIGHT_PEN, NEVER, NO_DEVICE
from .via import via_schedule

# What a machine can have from power-on, by name.
DEVICES = {"none": int(NO_DEVICE), "imager": int(IMAGER)}


@inner
def device_follows_beam(m):
    """Say whether the device has to look before each change of the beam's motion."""
    return m.device == LIGHT_PEN


@inner
def device_look(m, board, cycle):
    """Bring the device and its wire up to `cycle`."""
    if m.device == IMAGER:
        imager_look(m, cycle)
    elif m.device == LIGHT_PEN:
        pen_look(m, board, cycle)
    else:
        m.ca1_due = NEVER
        via_schedule(m)


@inner
def device_told(m, cycle):
    """The sound chip's registers may have changed, whose port A drives what is plugged in."""
    if m.device == IMAGER and imager_drive(m) != m.wheel_drive:
        imager_look(m, cycle)


@inner
def device_put(m, axis, value):
    """An input places the light pen along an axis; what else is plugged in leaves no room for it.
    """
    if m.device != IMAGER:
        pen_put(m, axis, value)
