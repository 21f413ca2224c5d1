"""Digests of a game's variables and VIA writes, for comparison with golden ones."""

import random
import zlib
from collections.abc import Callable, Iterable

import numpy as np

from vecx.machine import Machine

RAM = range(0xC880, 0xCBEA)
SHOWN_MOST = 8              # the largest variable, in bytes, whose value is shown
# Addresses in the program, which differ after any change of its code.
ADDRESSES = {"v_fall_look", "v_flip_tune", "v_main_stack", "v_node", "v_slice_entry",
             "v_slice_stack", "v_text", "v_tune"}


def is_stack(name: str, size: int) -> bool:
    """Return whether a variable is in the stack of Connect-4's search."""
    return name == "v_think_limit" and size > 2


class Variables:
    """The variables of a program and their changes."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.places = sorted((s.value, s.size, name) for name, s in machine.debug.symbols.items()
                             if s.kind == "label" and s.value in RAM and s.size
                             and name not in ADDRESSES and not is_stack(name, s.size))
        self.held = self.read()

    def read(self) -> dict[str, bytes]:
        """Return the value of each variable."""
        return {name: self.machine.read(at, size) for at, size, name in self.places}

    def added(self, total: int) -> int:
        """Return a digest extended by the present values."""
        return zlib.crc32(b"".join(self.read().values()), total)

    def changed(self) -> str:
        """Return the variables that changed since the last call, as `name=value`."""
        before, self.held = self.held, self.read()
        return " ".join(f"{name}={value.hex() if len(value) <= SHOWN_MOST else '...'}"
                        for name, value in self.held.items() if value != before[name])


def added_writes(registers: np.ndarray, values: np.ndarray, total: int = 0) -> int:
    """Return a digest extended by VIA writes, in order."""
    return zlib.crc32((registers << 8 | values).astype("<u4").tobytes(), total)


def left(machine: Machine, names: Iterable[str],
         prepared: Callable[[str, random.Random], dict[str, int]]) -> str:
    """Call each routine ten times; return digests of cycles, VIA writes and variables.

    Args: prepared  sets up a state in which a routine may be called, and returns its registers
    """
    lines = []
    for name in sorted(names):
        draw, sums = random.Random(name), (0, 0, 0)
        for _ in range(10):
            sums = _added(machine, name, prepared(name, draw), sums)
        lines.append(f"{name} {sums[0]} {sums[1]:08x} {sums[2]:08x}")
    return "\n".join(lines)


def _added(machine: Machine, routine: str, given: dict[str, int],
           sums: tuple[int, int, int]) -> tuple[int, int, int]:
    """Call a routine; return digests with its cycles, VIA writes, variables, A and B."""
    done = machine.call(routine, **given)
    writes = np.array([write[1:] for write in done.writes], int).reshape(-1, 2)
    registers = bytes((done.registers.a, done.registers.b))
    return (sums[0] + done.cycles, added_writes(writes[:, 0], writes[:, 1], sums[1]),
            zlib.crc32(registers, Variables(machine).added(sums[2])))
