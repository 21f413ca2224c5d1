"""Replay whole programs and compare every instruction with traces recorded with other emulators.

Data: exer_bios.bin, exerN.bin.gz and exerN_trace.npz, an entry for each instruction, with the state
before it; the README there defines the columns.  RAM holds address & FF at reset, cycle 0 is the
first instruction after it.  The traces' condition codes are compared whole, except V in the row
directly after a DAA: that must be N xor C, as on silicon [CPU 4].
"""

import gzip
import io
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from ..chips.bus import RAM, RAM_BYTES
from ..console.registers import Registers
from ..machine import Machine

DAA = 0x19
V = 0x02


def replay_program(bios: bytes, cart: bytes, trace: Any) -> tuple[int, list[str]]:
    """Run a program and compare it with its trace; return the number of rows that agree, and a
    description of each row that differs."""
    machine = Machine(cart, bios, preset="ideal")
    machine.write(RAM, bytes(i & 0xFF for i in range(RAM_BYTES)))
    begin = machine.cycles
    columns = {name: trace[name].tolist() for name in ("cyc", "pc", "a", "b", "dp", "x", "y", "u",
                                                       "s", "cc_mame")}
    opcodes = trace["op"][:, 0].tolist()
    passed, failures = 0, []
    for row in range(len(opcodes)):
        have = machine.registers._asdict()
        want = {name: columns[name][row] for name in Registers._fields if name != "cc"}
        want["cc"] = columns["cc_mame"][row]
        if row and opcodes[row - 1] == DAA:
            n_xor_c = (have["cc"] >> 3 ^ have["cc"]) & 1
            want["cc"] = want["cc"] & ~V | n_xor_c << 1
        have["cyc"], want["cyc"] = machine.cycles - begin, columns["cyc"][row]
        wrong = [f"{name} {have[name]:X}, want {want[name]:X}" for name in want
                 if have[name] != want[name]]
        if wrong:
            failures.append(f"row {row}, PC ${have['pc']:04X}: {', '.join(wrong)}")
        else:
            passed += 1
        machine.step()
    return passed, failures


def replay(folder: Path) -> tuple[int, list[str]]:
    """Run every program of a folder.

    Errors: FileNotFoundError if exer_bios.bin or the program of a trace is missing
    """
    bios = (folder / "exer_bios.bin").read_bytes()
    passed, failures = 0, []
    for path in sorted(folder.glob("exer*_trace.npz")):
        name = path.name.removesuffix("_trace.npz")
        cart = gzip.decompress((folder / f"{name}.bin.gz").read_bytes())
        try:
            trace = np.load(io.BytesIO(path.read_bytes()))
        except (zipfile.BadZipFile, EOFError) as fault:
            raise ValueError(f"{path}: {fault}") from None
        good, bad = replay_program(bios, cart, trace)
        passed += good
        failures += [f"{name}: {line}" for line in bad]
    return passed, failures
