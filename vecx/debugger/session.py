"""A session of the debugger: one machine, its timeline, its breakpoints; forward and back.

It is in three files, each of which stands on the one before: base.py, forward.py, backward.py.

>>> s = Session(Machine("connect4", preset="ideal"))
>>> _ = s.add_break("Wait_Recal")
>>> stop = s.run()
>>> stop.why, s.machine.registers.pc == s.machine.address("Wait_Recal")
('breakpoint 1', True)
>>> here = s.machine.cycles
>>> _ = s.back(); s.machine.cycles < here
True
>>> _ = s.step(); s.machine.cycles == here
True
"""

from .backward import Backward
from .base import Stop

__all__ = ["Session", "Stop"]


class Session(Backward):
    """One machine under the debugger; base.py says what it is made from."""
