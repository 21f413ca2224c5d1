"""Levels of wires over time, from a machine's log.

Wires have their names and levels on the board: ramp_n, zero_n and blank_n are asserted low.  A wire
changes one cycle after the write that moves it.
"""

from collections.abc import Sequence
from types import TracebackType
from typing import NamedTuple, Self

import numpy as np

from ...chips import log
from ...chips.bus import VIA_BASE
from ...console.registers import VIA_NAMES
from ...machine import Machine
from ..trace import Banks, places_of

WIRES = {"ramp_n": 1, "zero_n": 1, "blank_n": 1, "mux": 3, "dac": 8, "irq": 1, "pc": 16,
         "psg_register": 4, "psg_value": 8}
REGISTERS = {f"via_{name.lower().replace('-', '_').replace('*', '_nohs')}": number
             for number, name in enumerate(VIA_NAMES)}
Edges = list[tuple[int, int]]


class Waves:
    """Levels of wires over time: the cycles at which each wire changes, and its new levels."""

    def __init__(self) -> None:
        self.edges: dict[str, Edges] = {}
        self.width: dict[str, int] = {}

    def change(self, name: str, cycle: int, value: int) -> None:
        """Add a change of level; it is ignored if the level is the same as before."""
        edges = self.edges.setdefault(name, [])
        if edges and edges[-1][1] == value:
            return
        if edges and edges[-1][0] == cycle:
            edges.pop()
        edges.append((cycle, value))


class Timer(NamedTuple):
    """A running timer of the VIA: the value that was loaded, and the cycle of the load."""

    value: int
    loaded: int


class Stretch(NamedTuple):
    """The log of a period, and the levels of the wires at its beginning.

    levels  of wires, and of the VIA's registers that some wires depend on
    timers  t1 and t2, if they count
    events  rows of the log; places: of their instructions, $10000 higher in bank 1
    sound   cycle, register and value of writes of the sound chip
    """

    begin: int
    end: int
    levels: dict[str, int]
    timers: dict[str, Timer]
    events: np.ndarray
    places: np.ndarray
    sound: np.ndarray


class Recorder:
    """Records a machine's wires inside a `with` block.

    >>> m = Machine("connect4", preset="ideal")
    >>> with Recorder(m) as recorder:
    ...     frame = m.run_frames(1)[0]
    ...     stretch = recorder.take()
    >>> stretch.end == m.cycles, len(stretch.events) > 100
    (True, True)
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def __enter__(self) -> Self:
        machine = self._machine
        self._handles = [machine.watch(0, 0x10000, runs=True),
                         machine.watch(int(VIA_BASE), 16, writes=True),
                         machine.hooks.follow_wires()]
        machine.take_log()
        machine.take_sound()
        self._banks = Banks(machine)
        self._note_present()
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None,
                 trace: TracebackType | None) -> None:
        for handle in self._handles:
            handle.remove()

    def _note_present(self) -> None:
        m = self._machine.chips.state
        self._begin = int(m.clock)
        self._levels = {"ramp_n": 1 - int(m.w_ramp), "zero_n": 1 - int(m.w_zero),
                        "blank_n": int(m.w_lit != 0), "mux": int(m.w_mux),
                        "dac": int(m.w_dac) & 0xFF, "y_hold": round(m.vy), "z_hold": round(m.z),
                        "t1l": int(m.t1l), "t2l": int(m.t2l), "sr": int(m.sr), "acr": int(m.acr)}
        self._timers = {}
        if m.t1_armed:
            self._timers["t1"] = Timer(int(m.t1_n), int(m.t1_at))
        if m.t2_armed and not m.t2_mode:
            self._timers["t2"] = Timer(int(m.t2_n), int(m.t2_at))

    def take(self) -> Stretch:
        """Return the stretch since the last call of `take`, or since the beginning."""
        machine = self._machine
        events = machine.take_log()
        banks = self._banks.of(events) if machine.memory.banks > 1 else np.zeros(len(events), int)
        stretch = Stretch(self._begin, machine.cycles, self._levels, self._timers, events,
                          places_of(events["pc"], banks), np.asarray(machine.take_sound()))
        self._note_present()
        return stretch


def joined(stretches: Sequence[Stretch]) -> Stretch:
    first, last = stretches[0], stretches[-1]
    return Stretch(first.begin, last.end, first.levels, first.timers,
                   np.concatenate([one.events for one in stretches]),
                   np.concatenate([one.places for one in stretches]),
                   np.concatenate([one.sound for one in stretches]))


def waves_of(stretch: Stretch) -> Waves:
    """Return the levels of all wires in a stretch.

    >>> m = Machine("connect4", preset="ideal")
    >>> with Recorder(m) as recorder:
    ...     _ = m.run_frames(1)
    ...     waves = waves_of(recorder.take())
    >>> waves.edges["ramp_n"][0]
    (2, 1)
    """
    waves = Waves()
    waves.width = {**WIRES, **dict.fromkeys(REGISTERS, 8)}
    for name in ("ramp_n", "zero_n", "blank_n", "mux", "dac"):
        waves.change(name, stretch.begin, stretch.levels[name])
    waves.change("irq", stretch.begin, 0)
    names = {number: name for name, number in REGISTERS.items()}
    for cycle, pc, kind, a, b in stretch.events.tolist():
        if kind == log.WIRES:
            waves.change("ramp_n", cycle + 1, int(not a & int(log.W_RAMP)))
            waves.change("zero_n", cycle + 1, int(not a & int(log.W_ZERO)))
            waves.change("blank_n", cycle + 1, int(bool(a & int(log.W_LIT))))
            waves.change("mux", cycle + 1, a >> int(log.W_MUX_SHIFT) & 7)
            waves.change("dac", cycle + 1, a >> int(log.W_DAC_SHIFT) & 0xFF)
        elif kind == log.EXEC:
            waves.change("pc", cycle, pc)
            waves.change("irq", cycle, 0)
        elif kind == log.INTERRUPT:
            waves.change("irq", cycle, 1)
        elif kind == log.WRITE and a >> 4 == VIA_BASE >> 4:
            waves.change(names[a & 15], cycle + 1, b)
    for cycle, register, value in stretch.sound.tolist():
        if register < 16:
            waves.change("psg_register", cycle + 1, register)
            waves.change("psg_value", cycle + 1, value)
    return waves
