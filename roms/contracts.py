"""The contract blocks of the executive ROM, read from its sources.

tests/roms/test_contracts.py runs the routines and checks their contracts; roms/manual.py makes
docs/generated/exec-rom.md from the contracts.  asm.output.contracts describes the form of a block.

`leaves` and `ram` are complete: everything that they do not name is unchanged.  In `leaves`, NAME =
is followed by a $value, a register of the caller, or `kept` (unchanged), with `or` between
alternatives.  `NAME free` means that the register contains the value that was written last.  T1L
and T2L are the timers' latches.  `ram` lists cells by name, by address, or as `first to last`.  `at
X` and `at U` are cells that are written through the pointer; `the seed` is the three bytes at
Vec_Seed_Ptr.
"""

from __future__ import annotations

import re
from pathlib import Path

from asm.output import contracts
from asm.output.contracts import REGISTERS, Contract

__all__ = ["HERE", "REGISTERS", "Contract", "read_all", "read_file"]

HERE = Path(__file__).parent


def read_file(path: Path) -> list[Contract]:
    """Return the contracts of a source, in its order.

    Errors: ValueError for a block that lacks a field
    """
    lines = path.read_text().splitlines()
    found = contracts.find((path.name, number, text) for number, text in enumerate(lines, 1))
    for contract in found:
        lacks = [name for name in contracts.REQUIRED if name not in contract.fields]
        if lacks or contract.stack is None:
            raise ValueError(f"{path.name}:{contract.line}: the contract of {contract.name} lacks "
                             + (", ".join(lacks) or "the number of its stack"))
    return found


def read_all() -> list[Contract]:
    """Return the contracts of all sources, in the order exec.asm includes them."""
    return [contract for name in _included("exec.asm") for contract in read_file(HERE / name)]


def _included(name: str) -> list[str]:
    """Return the sources that a source includes, each before those that it includes itself."""
    names = re.findall(r'include "([a-z]+\.asm)"', (HERE / name).read_text())
    return [each for name in names for each in (name, *_included(name))]
