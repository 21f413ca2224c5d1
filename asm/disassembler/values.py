"""The possible values of a register at an instruction, as far as the tracer knows.

A set of

    an int           a constant
    (BASE, n)        an address from n on: the constant n plus an unknown index
    (ENTRY, n)       a word of the table at n

or None if unknown.
"""

from __future__ import annotations

BASE, ENTRY = "base", "entry"
Element = int | tuple[str, int]
Values = frozenset[Element] | None
State = dict[str, Values]       # a missing register is unknown

SET_MAX = 24            # elements of a set; a larger one becomes unknown
SPREAD_MAX = 6          # constants that one instruction has added to; more become (BASE, least)


def join(one: Values, other: Values) -> Values:
    """Return the possible values where two paths meet."""
    if one is None or other is None:
        return None
    both = one | other
    return both if len(both) <= SET_MAX else None


def moved(values: Values, step: int) -> Values:
    """Add a number to every element."""
    if values is None or step == 0:
        return values
    return frozenset(value + step & 0xFFFF if isinstance(value, int)
                     else (value[0], value[1] + step & 0xFFFF) if value[0] == BASE else value
                     for value in values if isinstance(value, int) or value[0] == BASE) or None


def based(values: Values) -> Values:
    """Add an unknown index to every element."""
    if values is None:
        return None
    return frozenset((BASE, value) if isinstance(value, int) else value
                     for value in values if isinstance(value, int) or value[0] == BASE) or None


def spread(values: Values) -> Values:
    """Replace many constants by a base, so that a loop that adds to them ends."""
    if values is None or len(values) <= SPREAD_MAX:
        return values
    least = min(value if isinstance(value, int) else value[1] for value in values)
    return frozenset(((BASE, least),))


def put(state: State, register: str, values: Values) -> None:
    """Set a register; D also sets A and B."""
    if values is None:
        state.pop(register, None)
        return
    state[register] = values
    if register == "D" and all(isinstance(value, int) for value in values):
        numbers = [value for value in values if isinstance(value, int)]
        state["A"] = frozenset(number >> 8 for number in numbers)
        state["B"] = frozenset(number & 0xFF for number in numbers)
