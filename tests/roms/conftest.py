"""A machine whose ROM routines tests call one by one."""

from pathlib import Path

import pytest

from vecx import roms as images
from vecx.machine import Machine

DATA = Path(__file__).parent.parent.parent / "vecx" / "data"
RETURN = 0x7FF0
STACK = 0xCBE8
SLICES_MAX = 100        # of 200 cycles


class Caller:
    """Calls routines of the ROM by name, many a second."""

    def __init__(self) -> None:
        self.machine = Machine(preset="ideal", ram="zero")
        self.symbols = images.load_symbols(DATA / "exec.symbols.json")
        self.machine.write(RETURN, b"\x20\xfe")

    def __call__(self, name: str, **registers: int) -> Machine:
        """Run a routine; return the machine, its registers as the routine left them."""
        m = self.machine.m
        for register, value in registers.items():
            setattr(m, register, value)
        self.machine.write(STACK, RETURN.to_bytes(2, "big"))
        m.s, m.pc, m.cc = STACK, self.symbols[name], 0x50
        for _ in range(SLICES_MAX):
            self.machine.run_slice(m.clock + 200)
            if m.pc == RETURN:
                return self.machine
        raise AssertionError(f"{name} does not return")


@pytest.fixture(scope="module")
def call() -> Caller:
    """A machine with our ROM."""
    return Caller()
