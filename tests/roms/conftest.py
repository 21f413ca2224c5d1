"""A machine for calling ROM routines."""

from pathlib import Path

import pytest

from vecx.console import roms as images
from vecx.machine import Machine

DATA = Path(__file__).parent.parent.parent / "vecx" / "data"
STACK = 0xCBEA
CYCLES_MAX = 20_000


class Caller:
    """Calls routines of the ROM by name, quickly."""

    def __init__(self) -> None:
        self.machine = Machine(preset="ideal", ram="zero")
        self.symbols = images.load_debug(DATA / "exec.symbols.json").values

    def __call__(self, name: str, **registers: int) -> Machine:
        """Run a routine; return the machine with the registers after it."""
        self.machine.call(self.symbols[name], CYCLES_MAX, **{"s": STACK, "cc": 0x50} | registers)
        return self.machine


@pytest.fixture(scope="module")
def call() -> Caller:
    """Return a machine with our ROM."""
    return Caller()
