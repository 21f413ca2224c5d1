"""Calls of ROM entries from random states, and their effects.

A state is a reference case of the entry, or one of LIBRARY in test_contracts.py.  Everything that
the entry's contract does not name as its input is random: registers, flags, every cell of RAM, T1's
latch, the ports, PCR and the free part of the stack.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from roms.contracts import Contract
from vecx.conform import bios
from vecx.testing.contracts import random_registers

ROOT = Path(__file__).parent.parent.parent
RAM, RAM_END = 0xC800, 0xCC00
STACK_AREA = range(0xCBA0, 0xCBEA)
STATES = 50
SEED_POINTER = 0xC87B
LONGEST = 60_000        # cycles of a call
VIA = {"ORA": "ora", "ORB": "orb", "DDRA": "ddra", "DDRB": "ddrb", "ACR": "acr", "PCR": "pcr",
       "SR": "sr", "T1L": "t1l", "T2L": "t2l", "IER": "ier"}
CELL = re.compile(r"^(Vec_\w+)\s+equ\s+\$(C[8-9A-F][0-9A-F]{2})"
                  r"(?:\s+; (?:(\d+)(?=:| pairs| words| each)( pairs| words| each)?)?)?", re.M)


def cells() -> dict[str, range]:
    """Return the address of each cell of vectrex.inc."""
    text = (ROOT / "roms" / "include" / "vectrex.inc").read_text()
    found = {}
    for name, address, count, unit in CELL.findall(text):
        size = int(count or 1) * (2 if unit in (" pairs", " words") else 1)
        found[name] = range(int(address, 16), int(address, 16) + size)
    return found


CELLS = cells()


def named(text: str) -> set[int]:
    """Return the addresses that a contract's line names: names, $C8xx, $C8xx-$C8xx."""
    found: set[int] = set()
    for first, last in re.findall(r"\$(C[8-9A-F]\w\w)(?:-\$(C[8-9A-F]\w\w))?", text):
        found |= set(range(int(first, 16), int(last or first, 16) + 1))
    for name, last in re.findall(r"(Vec_\w+)(?: to (\w+))?", text):
        found |= set(CELLS[name])
        if last:
            found |= set(range(CELLS[name].start, CELLS[name[:-len(last)] + last].stop))
    return found


@dataclass
class Left:
    """The effects of a call: registers before and after, changed cells, VIA, sound chip."""

    case: dict[str, Any]
    memory: bytes           # RAM before
    before: dict[str, int]
    after: dict[str, int]
    ram: dict[int, int]
    via_before: dict[str, int]
    via: dict[str, int]
    psg: dict[int, int]
    seed: int               # the address in Vec_Seed_Ptr
    cycles: int


def random_state(draw: random.Random, case: dict[str, Any], contract: Contract,
                 base_ram: bytes) -> dict[str, Any]:
    """Return a case in which everything except the entry's inputs is random."""
    given = case["in"]
    regs = random_registers(draw, draw.randrange(256))
    for name in regs:
        if name.upper() in contract.inputs:
            regs[name] = given["regs"][name]
    regs |= {"cc": 0x50 | draw.randrange(16) | draw.choice((0, 0x20)), "s": given["regs"]["s"]}
    memory = bytearray(draw.randbytes(RAM_END - RAM))
    for at in named(contract.takes) | set(STACK_AREA):
        memory[at - RAM] = base_ram[at - RAM]
    mem = {}
    for where, data in (given.get("mem") or {}).items():
        if int(where, 16) in range(RAM, RAM_END):
            at = int(where, 16) - RAM
            memory[at:at + len(data) // 2] = bytes.fromhex(data)
        else:
            mem[where] = data
    via = (given.get("via") or {}) | {
        "ora": draw.randrange(256), "orb": draw.choice((0x01, 0x81, 0xC1)),
        "pcr": draw.choice((0xCC, 0xCE)), "sr": draw.choice((0, 0xAA, 0xFF))}
    return case | {"ram": bytes(memory), "in": given | {"regs": regs, "mem": mem,
                                  "via": {"t1ll": draw.randrange(256)} | via}}


def run(bench: bios.Bench, case: dict[str, Any]) -> Left:
    """Call an entry from a state; return its effects.

    Errors: VecxError if it does not return, or returns with a different S
    """
    machine, given = bench.machine, case["in"]
    m = machine.chips.state
    bench.reset()
    base_ram, bench.base_ram = bench.base_ram, b""
    bench.lay_out(given)
    bench.base_ram = base_ram
    machine.write(RAM, case["ram"])
    bench.prepare_via(given)
    memory = machine.read(RAM, RAM_END - RAM)
    via_before = {name: int(getattr(m, field)) for name, field in VIA.items()}
    chip = [int(value) for value in m.psg]
    for cycle, button in given.get("press") or ():
        machine.press(button, at=machine.cycles + cycle)
    pushed = bytes(reversed(bytes.fromhex(given.get("stack") or "")))
    call = machine.call(int(case["entry"], 16), given.get("longest", LONGEST), pushed,
                        **given["regs"] | {"s": bios.STACK + 2})
    machine.run_cycles(40)              # the shift register comes to rest
    now = machine.read(RAM, RAM_END - RAM)
    return Left(case, memory, given["regs"], call.registers._asdict(),
                {RAM + i: now[i] for i in range(RAM_END - RAM) if now[i] != memory[i]},
                via_before, {name: int(getattr(m, field)) for name, field in VIA.items()},
                {i: int(m.psg[i]) for i in range(16) if int(m.psg[i]) != chip[i]},
                int.from_bytes(memory[SEED_POINTER - RAM:SEED_POINTER - RAM + 2], "big"),
                call.cycles)


def states(bench: bios.Bench, contract: Contract, cases: list[dict[str, Any]],
           count: int = STATES) -> Iterator[Left]:
    """Call an entry from this many random states."""
    draw = random.Random(contract.name)
    for number in range(count):
        yield run(bench, random_state(draw, cases[number % len(cases)], contract,
                                      bench.base_ram))
