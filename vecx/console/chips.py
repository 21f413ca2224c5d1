"""The chips of one console: the record and the board that the compiled loop runs on.

`state` has every register and wire by its name in chips/state.py; `board` has the memory, the marks
and the logs.  Tools may read both.  To change them between two runs, call a method, here or in
another part, so that tables derived from a field are computed again.
"""

from typing import Any

import numpy as np

from ..chips.account import BEAM_COLUMNS
from ..chips.attend import HALTED
from ..chips.cpu import advance, reset
from ..chips.device import DEVICES
from ..chips.psg import TICK
from ..chips.state import IMAGER, LENGTH, NEVER
from ..chips.state_record import new_board, new_state, pack, unpack
from ..errors import UsageError
from . import analog
from .analog import Analog
from .registers import Registers, set_registers

NEVER_LEFT = -1     # no address


class Chips:
    """The record and the board of one console, and its analog parameters.

    Args:   preset      name of the parameters
            parameters  analog parameters
            seed        of DAC errors and noise
            device      in port 2: imager, or none
            without     output that is left out, picture, sound
    Errors: UsageError for an unknown device

    >>> from vecx.console import analog
    >>> chips = Chips("ideal", analog.load("ideal"))
    >>> chips.set_registers(d=0x1234)
    >>> chips.registers.a, chips.state.clock, chips.halted
    (18, 0, False)
    """

    def __init__(self, preset: str, parameters: Analog, seed: int = 0,
                 device: str = "none", without: frozenset[str] = frozenset()) -> None:
        if device not in DEVICES:
            raise UsageError(f'device must be one of {", ".join(DEVICES)}, not {device!r}')
        self.state, self.board = new_state(), new_board()
        self._states, self._boards = self.state.array, self.board.array
        self.state.device = DEVICES[device]
        self.without = without
        self.board.no_picture, self.board.no_sound = "picture" in without, "sound" in without
        self.preset = preset
        self.set_analog(parameters, seed)

    def set_analog(self, parameters: Analog, seed: int) -> None:
        """Set the analog parameters, and choose random DAC errors and noise according to `seed`."""
        self.analog = parameters
        analog.apply(self.state, self.board, parameters, seed)

    # --- running ---------------------------------------------------------------------------------

    def advance(self, decoded: Any, end: int) -> int:
        """Run to a cycle or to an event that the board requests; return the reason as bits of
        chips/log.py.

        Args: decoded  decoded instructions: `Memory.decoded`
        """
        return int(advance(self._states, self._boards, decoded.array, end))

    def reset(self) -> None:
        """Assert /RESET.  This takes two cycles."""
        reset(self.state, self.board)
        self.board.left_memory_at = NEVER_LEFT

    # --- reading and setting ---------------------------------------------------------------------

    @property
    def registers(self) -> Registers:
        return Registers(*(getattr(self.state, name) for name in Registers._fields))

    def set_registers(self, **registers: int) -> None:
        """Set registers of the CPU: a b d x y u s pc dp cc.  After an error, none is changed.

        Errors: UsageError for another name, or a value that does not fit
        """
        set_registers(self.state, registers)

    @property
    def halted(self) -> bool:
        """True if an undocumented opcode has halted the CPU until reset."""
        return bool(self.state.wait == HALTED)

    @property
    def astray(self) -> tuple[int, int, int] | None:
        """Where the program first left memory after the last reset, or None.

        The value is the address without memory from which an instruction was fetched, the address
        of the instruction before it, and the cycle.
        """
        board = self.board
        if board.left_memory_at == NEVER_LEFT:
            return None
        return int(board.left_memory_at), int(board.left_memory_from), int(board.left_memory_cycle)

    @property
    def frame_begin(self) -> int:
        return int(self.state.frame_at)

    @property
    def device(self) -> str:
        """The device in port 2 since power-on: imager, or none."""
        return next((name for name, number in DEVICES.items() if number == self.state.device),
                    "none")

    @property
    def imager(self) -> bool:
        return bool(self.state.device == IMAGER)

    def imager_turned(self, cycle: np.ndarray) -> np.ndarray:
        """Return the angle of the imager's wheel in recent cycles, in revolutions 0..1."""
        m = self.state
        return (m.wheel_at + m.wheel_speed * (cycle - m.wheel_t)) % 1.0

    def report_beam(self, drift: float, edge_x: float, edge_y: float) -> None:
        """From now on, log when drift exceeds a limit, and when a lit line ends beyond an edge.

        Args: limits in p; 0 turns a limit off
        """
        self.board.drift_square = drift ** 2
        self.board.edge_x, self.board.edge_y = edge_x, edge_y

    # --- snapshots -------------------------------------------------------------------------------

    def packed(self) -> bytes:
        if self.board.no_sound:
            self.state.ay_tick = self.state.clock // TICK       # snapshots are checked for it
        return pack(self.state)

    def restore(self, record: bytes, preset: str, parameters: Analog) -> None:
        """Restore the record from the bytes that `packed` returned, with the analog parameters that
        were in use then."""
        seed = self.state.p_seed
        unpack(self.state, record)
        if self.analog is not parameters or seed != self.state.p_seed:
            analog.lay_out(self.state, self.board)
        self.preset, self.analog = preset, parameters
        if self.board.no_picture:
            self._clear_beam()
        self.board.left_memory_at = NEVER_LEFT

    def _clear_beam(self) -> None:
        """Clear the delayed edges and the figures of the beam, because the beam is not computed."""
        m = self.state
        m.edge_count = m.dots_wait = 0
        m.dots_due = NEVER
        for name in ("edge_t", "edge_kind", "edge_value", "edge_pc", "edge_at"):
            for at in range(LENGTH[name]):
                getattr(m, name)[at] = 0
        for at in range(BEAM_COLUMNS):
            m.account[at] = 0.0
