"""The beam's position and the VIA's counters at the present cycle."""

import numpy as np

from ..chips.beam import SCREEN_UNIT, beam_at
from ..chips.state import BOARDS, STATES
from ..chips.via import t1_value, t2_value
from ..compiling.jit import Array, jit
from ..machine import Machine


@jit(STATES, BOARDS, Array("f8"))
def find_present(states, boards, out):  # type: ignore[no-untyped-def]
    """Store the beam's x and y (in p), T1 and T2 at the present cycle in `out`."""
    m = states[0]
    out[0], out[1] = beam_at(m, boards[0], float(m.clock))
    out[2] = t1_value(m, m.clock)
    out[3] = t2_value(m, m.clock)


def present(machine: Machine) -> np.ndarray:
    """Return float64[4]: beam x and y in screen units, T1 and T2.  The machine is unchanged."""
    out = np.zeros(4)
    find_present(machine.chips.state.array, machine.chips.board.array, out)
    out[:2] /= SCREEN_UNIT
    return out
