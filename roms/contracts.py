"""The contracts of the executive ROM: those of all its sources, each complete.

tests/roms/test_contracts.py runs the routines and holds them to it; roms/manual.py makes
docs/generated/exec-rom.md of it.  asm.output.contracts says what a block looks like.

`leaves` and `ram` are complete: what they do not name is as it was.  Their words: NAME = $value, a
register of the caller, or kept, several joined by `or`; NAME free for one that holds whatever was
written last; T1L and T2L are the timers' latches.  Cells by name, by address, `first to last`;
`at X` and `at U`: what is written through the pointer; `the seed`: three bytes at Vec_Seed_Ptr.
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
    order = re.findall(r'include "([a-z]+\.asm)"', (HERE / "exec.asm").read_text())
    return [contract for name in order for contract in read_file(HERE / name)]
