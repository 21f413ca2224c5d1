"""Writes and reads Value Change Dumps of the wires between the VIA and the beam, and compares them.

Files of other tools are read as well: a capture of a real console is compared with the machine by
the names of its wires, from the first edge that both have of one of them.
"""

import io
from bisect import bisect_left
from pathlib import Path
from typing import Any, NamedTuple

import vcd
from vcd.reader import TokenKind, VCDParseError, tokenize

from ... import files
from ...chips.state import CYCLES_PER_SECOND, NEVER
from ...errors import VecxError, brief
from .waves import Edges, Waves

BYTES_MAX = 256 << 20
ENDS_MAX = 1_000            # reads at the end of a file
NANOSECONDS = 1_000_000_000
ALIGNED_BY = ("ramp_n", "zero_n", "blank_n")      # the first of these that both have
SECONDS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9, "ps": 1e-12, "fs": 1e-15}
MAPPED = str.maketrans({"/": "", "~": "", "#": "", "!": ""})


def to_text(waves: Waves) -> str:
    """Return waves as a Value Change Dump, whose time 0 is the first edge."""
    out = io.StringIO()
    begin = min((edges[0][0] for edges in waves.edges.values() if edges), default=0)
    changes = sorted((cycle, name, value) for name, edges in waves.edges.items()
                     for cycle, value in edges)
    with vcd.VCDWriter(out, timescale="1 ns", date="", version="vecx",
                       comment=f"E is {CYCLES_PER_SECOND:,} Hz; cycle 0 of this file is cycle "
                               f"{begin} of the machine") as writer:
        known = {name: writer.register_var("vectrex", name, "wire", size=waves.width.get(name, 1))
                 for name in waves.edges}
        for cycle, name, value in changes:
            at = round((cycle - begin) * NANOSECONDS / CYCLES_PER_SECOND)
            writer.change(known[name], at, value)
    return out.getvalue()


class _Finite(io.BytesIO):
    """A file that fails after many reads at its end, because pyvcd keeps reading there forever
    when a name ends with `[`."""

    _ends = 0

    def readinto(self, buffer: Any, /) -> int:
        count = super().readinto(buffer)
        self._ends += not count
        if self._ends > ENDS_MAX:
            raise ValueError("it ends in a name")
        return count


def load(path: Path) -> Waves:
    """Read a Value Change Dump.  The last part of a wire's name is used, without / and ~.

    Levels other than 0 and 1 (x, z) are ignored.
    Errors: VecxError for another kind of file, or one without a timescale
    """
    data = files.read(path, BYTES_MAX, "a Value Change Dump", protected=True)
    waves, names = Waves(), dict[str, str]()
    cycles_per_unit, now = 0.0, 0
    try:
        for token in tokenize(_Finite(data)):
            if token.kind is TokenKind.TIMESCALE:
                scale = token.timescale
                cycles_per_unit = scale.magnitude * SECONDS[scale.unit.value] * CYCLES_PER_SECOND
            elif token.kind is TokenKind.VAR:
                name = token.var.reference.rpartition(".")[2].translate(MAPPED).lower()
                names[token.var.id_code] = name
                waves.width[name] = token.var.size
            elif token.kind is TokenKind.CHANGE_TIME:
                now = round(token.time_change * cycles_per_unit)
                if now >= NEVER:
                    raise ValueError(f"the time {token.time_change:.3g} is too large")
            elif token.kind is TokenKind.CHANGE_SCALAR:
                change = token.scalar_change
                if change.value in ("0", "1"):
                    waves.change(names[change.id_code], now, int(change.value))
            elif token.kind is TokenKind.CHANGE_VECTOR:
                vector = token.vector_change
                if isinstance(vector.value, int):
                    waves.change(names[vector.id_code], now, vector.value)
    except (VCDParseError, KeyError, ValueError, OverflowError) as fault:
        raise VecxError(f"{path}: not a Value Change Dump: {brief(fault)}") from None
    if not cycles_per_unit or not names:
        raise VecxError(f"{path}: not a Value Change Dump: it has no timescale, or no wires")
    return waves


class Differs(NamedTuple):
    """The first edge that differs between two waves.

    cycle   of the edge, counted from the alignment
    wire    its name
    words   the difference
    """

    cycle: int
    wire: str
    words: str


def difference(capture: Waves, machine: Waves, tolerance: int = 1) -> tuple[list[str],
                                                                            Differs | None]:
    """Compare a capture with the machine's waves.

    Args:    tolerance  in cycles
    Returns: the wires that both have, and the first edge that differs while both last
    Errors:  VecxError if they have no wire in common, or none to align them by
    """
    shared = [name for name in machine.edges if name in capture.edges]
    by = next((name for name in ALIGNED_BY if name in shared
               and len(capture.edges[name]) > 1 and len(machine.edges[name]) > 1), None)
    if by is None:
        raise VecxError("none of ramp_n, zero_n and blank_n changes in both records, so they "
                        "cannot be aligned; the capture has "
                        f"{', '.join(sorted(capture.edges)) or 'none'}")
    falls = [next((cycle for cycle, value in waves.edges[by][1:] if not value),
                  waves.edges[by][1][0]) for waves in (capture, machine)]
    ends = [max(edges[-1][0] for edges in waves.edges.values() if edges) - fall
            for waves, fall in zip((capture, machine), falls, strict=True)]
    found = [first for name in shared
             if (first := _first(_from(capture.edges[name], falls[0]),
                                 _from(machine.edges[name], falls[1]), name, tolerance, min(ends)))]
    return shared, min(found, default=None)


def _from(edges: Edges, begin: int) -> Edges:
    first = bisect_left(edges, (begin, -1))
    return [(cycle - begin, value) for cycle, value in edges[first:]]


def _first(one: Edges, other: Edges, name: str, tolerance: int, end: int) -> Differs | None:
    """Return the first edge that differs in two records of a wire, up to the cycle `end`."""
    for (cycle, value), (machine_cycle, machine_value) in zip(one, other, strict=False):
        at = min(cycle, machine_cycle)
        if at > end - tolerance:
            return None
        if abs(cycle - machine_cycle) > tolerance or value != machine_value:
            return Differs(at, name, f"the capture goes to {value} in cycle {cycle:,}, the machine "
                                     f"to {machine_value} in cycle {machine_cycle:,}")
    longer = one[len(other):] or other[len(one):]
    if longer and longer[0][0] <= end - tolerance:
        side = "the capture" if len(one) > len(other) else "the machine"
        return Differs(longer[0][0], name, f"only {side} changes, to {longer[0][1]}")
    return None
