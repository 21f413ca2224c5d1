"""Replay single-instruction vectors of the MC6809: registers, memory, cycles, bus accesses.

Data: *.jsonl.gz; its README defines the format.  The CPU runs in 64 KiB of flat RAM.  If a vector
has a field `bus`, every real access is compared: its cycle, address, byte and direction.
"""

import gzip
import json
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

from ..chips import attend, cpu, log
from ..chips.bus import WATCHED, WRITABLE
from ..chips.state import NEVER, PAGES
from ..chips.state_record import memory_of, new_board, new_decoded, new_state
from . import Result

REGISTERS = ("pc", "s", "u", "x", "y", "a", "b", "dp", "cc")
FLAGS_OF_THE_PAST = 14      # flags that depend on the previous instruction: the only mask
VECTOR_OF = {"3F": 0xFFFA, "103F": 0xFFF4, "113F": 0xFFF2, "3E": 0xFFFE, "103E": 0xFFF4,
             "113E": 0xFFF6}
WAIT = {None: attend.RUNNING, "sync": attend.WAIT_SYNC, "cwai": attend.WAIT_CWAI}


class Bench:
    """A CPU in 64 KiB of flat RAM."""

    def __init__(self) -> None:
        self.m = new_state()
        self.board = new_board()
        self.decoded = new_decoded()
        self.mem = memory_of(self.board.mem)
        cpu.reset(self.m, self.board)
        self.board.page[:] = [WRITABLE] * PAGES
        memory_of(self.board.marks)[:] = log.MARK_FETCH | log.MARK_READ | log.MARK_WRITE

    def load(self, state: dict[str, Any]) -> None:
        """Set registers and memory; everything else is zero."""
        m = self.m
        for name in REGISTERS:
            setattr(m, name, state[name])
        m.clock = 0
        m.irq = m.firq = m.nmi = m.nmi_last = m.nmi_edge = 0
        m.nmi_armed = 1
        m.frame_cut = NEVER
        m.wait = WAIT[state.get("wait")]
        for addr, byte in state["ram"]:
            self.mem[addr] = byte

    def clear(self, *states: dict[str, Any]) -> None:
        for state in states:
            for addr, _ in state["ram"]:
                self.mem[addr] = 0

    def step(self) -> int:
        """Run to the beginning of the next instruction; return the number of cycles."""
        before = self.m.clock
        cpu.advance(self.m.array, self.board.array, self.decoded.array, before + 1)
        return self.m.clock - before

    def watch(self, watched: bool) -> None:
        self.board.page[:] = [WRITABLE | WATCHED if watched else WRITABLE] * PAGES
        self.board.log_rows = 0

    def accesses(self) -> list[tuple[int, int, int, str]]:
        """Return the logged accesses: cycle, address, byte, r or w."""
        rows = self.board.log[:self.board.log_rows].tolist()
        return [(cycle, addr, byte, "w" if kind == log.WRITE else "r")
                for cycle, _, kind, addr, byte in rows]


def vectors(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt") as lines:
        for line in lines:
            yield json.loads(line)


def accesses_wrong(have: list[tuple[int, int, int, str]], bus: list[list[Any]]) -> list[str]:
    """Return a list with a description of the first access that differs from the bus pattern; [] if
    none does.  Dead cycles are ignored."""
    want = [(cycle, *access) for cycle, access in enumerate(bus) if access[2] != "-"]
    for mine, theirs in zip_longest(have, want):
        if mine != theirs:
            return [f"bus {mine}, want {theirs} (cycle, address, byte, direction)"]
    return []


def replay_vector(bench: Bench, v: dict[str, Any]) -> str | None:
    initial, final = v["initial"], v["final"]
    bench.load(initial)
    m, mem = bench.m, bench.mem
    bench.watch("bus" in v)
    lines = v.get("lines", [])
    m.irq, m.firq, m.nmi = (int(name in lines) for name in ("irq", "firq", "nmi"))
    if "reset" in lines:
        cpu.reset(m, bench.board)
        cycles = m.clock
    else:
        if v.get("kind") == "CWAI with NMI already pending":
            m.nmi = 0       # the data means an NMI that comes while CWAI stacks
        cycles = bench.step()
        m.nmi = int("nmi" in lines)
        if m.wait and (v.get("kind", "").startswith("CWAI with") or not WAIT[final.get("wait")]):
            cycles += bench.step()
        if v.get("kind", "").startswith("masked") and final["pc"] != m.pc:
            cycles += bench.step()
    wrong = [f"{name} {getattr(m, name):X}, want {final[name]:X}" for name in REGISTERS
             if getattr(m, name) != final[name]
             and not (name == "cc" and v.get("cc_undef") == FLAGS_OF_THE_PAST
                      and (m.cc ^ final["cc"]) & ~FLAGS_OF_THE_PAST & 0xFF == 0)]
    if v["cycles"] is not None and cycles != v["cycles"]:
        wrong.append(f"{cycles} cycles, want {v['cycles']}")
    if m.wait != WAIT[final.get("wait")]:
        wrong.append(f"wait state {m.wait}")
    for addr, byte in final["ram"]:
        if mem[addr] != byte:
            wrong.append(f"${addr:04X} is {mem[addr]:02X}, want {byte:02X}")
    if "bus" in v:
        wrong += accesses_wrong(bench.accesses(), v["bus"])
    written = dict(final["ram"])
    for addr, byte in initial["ram"]:
        if addr not in written and mem[addr] != byte:
            wrong.append(f"${addr:04X} was written")
    bench.clear(initial, final)
    if mem.any():
        wrong.append("an unexpected byte was written")
        mem[:] = 0
    return f"{v['name']}: " + ", ".join(wrong) if wrong else None


def contradicts_itself(v: dict[str, Any]) -> bool:
    """Return whether a software interrupt overwrites its own vector with an address other than the
    final PC.

    The stacked state is written before the vector is read, so the final RAM contains the vector.
    """
    at = VECTOR_OF.get(v.get("op", ""))
    ram = dict(v["final"]["ram"])
    if at is None or at not in ram or at + 1 not in ram:
        return False
    return bool(ram[at] << 8 | ram[at + 1] != v["final"]["pc"])


def replay(folder: Path) -> Result:
    """Run every vector of a folder.  Vectors that contradict themselves are listed, but not
    counted."""
    bench = Bench()
    passed, failures, aside = 0, [], []
    for path in sorted(folder.glob("*.jsonl.gz")):
        for v in vectors(path):
            if contradicts_itself(v):
                aside.append(f"{path.name}: {v['name']} contradicts itself: its PC differs from "
                             "the vector in its final RAM; not counted")
                continue
            wrong = replay_vector(bench, v)
            if wrong:
                failures.append(f"{path.name}: {wrong}")
            else:
                passed += 1
    return Result(passed, failures, tuple(aside))
