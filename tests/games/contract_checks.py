"""What a contract block promises, checked: for the tests of each cartridge.

Registers outside `changes` survive; cycles, lit strokes and stack stay within the limits.
"""

import random
from collections.abc import Sequence

from asm.output.contracts import Contract
from vecx.chips import beam
from vecx.machine import Machine

REGISTERS = ("a", "b", "x", "y", "u", "dp")
ALL = {name.upper() for name in REGISTERS} | {"S", "CC"}


def check_blocks(contracts: Sequence[Contract]) -> None:
    """A register is changed or kept, never both, never neither; every block states its stack."""
    for contract in contracts:
        changes, keeps = contract.changes, contract.keeps
        assert changes | keeps == ALL and not changes & keeps, contract.name
        assert "stack" in contract.fields, contract.name


def random_registers(draw: random.Random, page: int) -> dict[str, int]:
    """Return random registers, but for the direct page and the masks of the interrupts."""
    given = {register: draw.randrange(1 << (16 if register in "xyu" else 8))
             for register in REGISTERS if register != "dp"}
    return given | {"dp": page, "cc": 0x50}


def check_call(m: Machine, contract: Contract, given: dict[str, int], pushed: bytes = b"") -> int:
    """Call a routine, check what its block promises; return the bytes of stack it took.

    Args: given   registers
          pushed  what lies on the stack besides the return address, top first
    """
    drawn = float(m.m.account[beam.A_DRAWS])
    result = m.call(contract.name, max_cycles=100_000, pushed=pushed, **given)
    after = result.registers._asdict()
    for register in contract.keeps - {"S", "CC"}:
        assert after[register.lower()] == given[register.lower()], register
    for what, found in (("cycles", result.cycles),
                        ("vectors", int(m.m.account[beam.A_DRAWS] - drawn))):
        limit = contract.limit(what)
        assert limit is None or found <= limit, what
    return result.stack
