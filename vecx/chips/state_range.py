"""Checks whether a record is possible: every field against its row of state.py.

A record from a file is checked before a machine uses it.  Compiled code uses fields as indexes,
counts or times without further checks; from a time too far in the past it would serve every event
in between.

Checked: every number, the length and order of queues, the cycle of the VIA's next event.
Not checked: whether a program can reach this state.
"""

import numpy as np

from .state import FIELDS, NEVER, Field
from .state_record import new_state, unpack
from .via import via_find_due

UNKNOWN = -128          # the least value of a time
LATE_MAX = 64           # cycles: an instruction, and a RESET after it
EARLY_MAX = 1           # cycle: the cut of an endless frame serves the clock's own cycle


def misfit(row: np.void) -> str:
    """Return the name of the first field with an impossible value; "" if there is none."""
    for f in FIELDS:
        if not _fits(f, row):
            return f.name
    state = new_state()
    unpack(state, row.tobytes())
    return "" if via_find_due(state.array) >= row["clock"] - LATE_MAX else "via_due"


def _fits(f: Field, row: np.void) -> bool:
    values = np.atleast_1d(row[f.name])
    relation, _, counted = f.holds.partition("[")
    if counted:
        used = int(row[counted[:-1]])       # a field before this one
        values, rest = values[:used], values[used:]
        if rest.any() or (relation == "due" and (np.diff(values) < 0).any()):
            return False
    least, most = limits(f, relation, int(row["clock"]))
    return bool(np.all((values >= least) & (values <= most)))       # NaN does not


def limits(f: Field, relation: str, clock: int) -> tuple[float, float]:
    """Return the least and the greatest value of a field at a clock."""
    word, sign, number = relation.replace("+", "/").partition("/")
    if word == "now":
        return (clock - LATE_MAX) // int(number), clock // int(number)
    if word == "due" and sign:
        return clock - LATE_MAX, clock + int(number)
    times = {"past": (UNKNOWN, clock + EARLY_MAX), "due": (clock - LATE_MAX, NEVER),
             "any": (UNKNOWN, NEVER)}
    if word in times:
        return times[word]
    least, between, most = relation.partition("..")
    if between:
        return int(least), int(most)
    if f.is_float:
        return -2.0 ** int(least), 2.0 ** int(least)
    if f.kind == "s":
        return -(1 << int(least) - 1), (1 << int(least) - 1) - 1
    return 0, (1 << int(least)) - 1
