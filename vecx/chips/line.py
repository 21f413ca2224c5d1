"""The wire of controller 2's button 4, connected to IO7 of the sound chip and CA1 of the VIA.

A button pulls it low, and so does the device next to the controller: a light pen (pen.py) or the 3D
imager (imager.py), by `io7`.  So does bit 7 of the sound chip's port A, if it is an output.

Sources: service manual, schematic of the logic board.
"""

from ..compiling.jit import inner
from .psg import BC1, port_a_driven, psg_value
from .state import PORT_A
from .via import via_set_c1


@inner
def port_a_inputs(m):
    """Return the levels on PA from outside: the sound chip's while it is read, else FF."""
    return psg_value(m) if m.w_psg == BC1 else 0xFF


@inner
def line_follow(m, cycle):
    """Pass the wire's level to the VIA, from `cycle` on."""
    level = m.buttons >> 7 & m.io7 & port_a_driven(m) >> 7
    if level != m.c1[PORT_A]:
        m.pa_in = port_a_inputs(m)
        via_set_c1(m, PORT_A, level, cycle)


@inner
def line_pull(m, level, cycle):
    """Set the level that a device gives the wire: 0 pulls it low."""
    m.io7 = level
    line_follow(m, cycle)
