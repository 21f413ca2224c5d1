"""Instructions take the same cycles from every kind of memory.

Goal: fast access to memory and access through bus.py agree.  Method: run every opcode of all pages
with random operands, from RAM without watchpoints and from RAM that is watched completely.
"""

import random

import pytest

from vecx import Machine
from vecx.chips.bus import RAM, RAM_BYTES

CODE = 0xC900
CASES = 2               # per opcode, with different registers and operands


def run(prefix, code, seed, *, watched):
    """Run one instruction; return its cycles, the registers and RAM after it."""
    chance = random.Random(f"{prefix} {code} {seed}")
    machine = Machine(ram="zero")
    machine.write(int(RAM), chance.randbytes(int(RAM_BYTES)))
    machine.write(CODE, bytes([*prefix, code]) + chance.randbytes(4))
    machine.set_registers(
        pc=CODE, cc=0x50 | chance.randrange(16), dp=0xC8, s=0xCA80, u=0xCA00,
        a=chance.randrange(256), b=chance.randrange(256), x=0xC980 + chance.randrange(64),
        y=0xC9C0)
    if watched:
        machine.watch(int(RAM), int(RAM_BYTES), reads=True, writes=True)
    return machine.step(), machine.registers, machine.ram


@pytest.mark.sample(0, slow=1)
@pytest.mark.parametrize("prefix", [(), (0x10,), (0x11,)])
def test_watched_memory_costs_what_plain_memory_does(prefix):
    """Cycles, registers and memory are equal in watched and plain memory, for each opcode."""
    for code in range(256):
        if code in (0x10, 0x11):
            continue
        for seed in range(CASES):
            plain, watched = (run(prefix, code, seed, watched=how) for how in (False, True))
            assert plain == watched, f"{bytes(prefix).hex()} {code:02X}"
