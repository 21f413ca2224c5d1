"""Replay the register traces of real 6522s, access by access.

Data: via_cases.jsonl.gz; its README defines the format.  Only `ideal` machines run here:
the 6522 is the same in every preset.
"""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ..chips import via
from ..chips.state import STATES
from ..chips.state_record import new_state
from ..compiling.jit import Array, jit


def cases(folder: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(folder / "via_cases.jsonl.gz", "rt") as lines:
        for line in lines:
            yield json.loads(line)


@jit(STATES, Array("i8", 2), Array("i8"))
def replay_rows(states, rows, got):  # type: ignore[no-untyped-def]
    """Make the accesses of a case in order; in `got`, store the values that were read.

    Args:    states an array of one record
             rows  int64[n, 4]: cycle, 1 for a write, register, value
             got   int64[n] to fill
    """
    m = states[0]
    for i in range(len(rows)):
        cycle, writes, register, value = rows[i, 0], rows[i, 1], rows[i, 2], rows[i, 3]
        while m.via_due <= cycle:
            via.via_event(m)
        if writes:
            via.via_write(m, register, value, cycle)
        else:
            got[i] = via.via_read(m, register, cycle)


def replay_case(case: dict[str, Any]) -> list[str]:
    m = new_state()
    via.via_reset(m)
    pins = case["pins"]
    m.pa_in, m.pb_in = pins.get("pa", 0xFF), pins.get("pb", 0xFF)
    for port, letter in enumerate("ab"):
        m.c1[port], m.c2[port] = pins.get(f"c{letter}1", 1), pins.get(f"c{letter}2", 1)
    entries = case["setup"] + case["then"]
    rows = np.array([(cycle, kind == "w", register, value)
                     for cycle, kind, register, value, *_ in entries], np.int64)
    got = np.zeros(len(rows), np.int64)
    replay_rows(m.array, rows, got)
    wrong = []
    for (cycle, kind, register, value, *mask), seen in zip(entries, got.tolist(), strict=True):
        if kind == "r" and (seen ^ value) & mask[0]:
            wrong.append(f"{case['id']}: cycle {cycle}, register {register}: "
                         f"{seen & mask[0]:02X}, real {value & mask[0]:02X}")
    return wrong


def replay(folder: Path) -> tuple[int, list[str]]:
    """Run all cases; return the number that passed, and the first difference of each failure."""
    passed, failures = 0, []
    for case in cases(folder):
        wrong = replay_case(case)
        passed += not wrong
        failures += wrong[:1]
    return passed, failures
