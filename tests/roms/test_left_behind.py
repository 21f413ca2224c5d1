"""What the entries leave in registers and flags, although no contract promises it.

Goal: a program that uses such a value by accident runs as on the original.
Method: [BIOS] has, for each entry, what each register and flag contains on return: always the same,
the value at entry, or a value that follows from others. Call each entry from many states, in which
everything except its inputs is random, and check every value that the table states.
"""

import csv
import re
from collections.abc import Callable

import pytest

from tests.roms.contract_cases import (
    BY_NAME,
    CASES,
    IMAGE,
    REFERENCE,
    SYMBOLS,
    reference_cases,
)
from tests.roms.states import Left, states
from vecx.conform import bios

with (REFERENCE / "left_behind.csv").open(newline="") as _rows:
    ROWS = {row["entry"]: row for row in csv.DictReader(_rows)}
REGISTERS = ("A", "B", "X", "Y", "U", "DP")
FLAGS = {"N": 8, "Z": 4, "V": 2, "C": 1}
HALF_CARRY = 0x20           # undocumented after many instructions
NUMBER = re.compile(r"\$([0-9A-F]+)")
# Fields that the cases contradict: Draw_Score/00 leaves A = 0 with Z clear.  Get_Run_Idx sets bit 0
# of B on an axis.  Print_List_hw/00, an empty list, takes 12 cycles: a test of the first byte and a
# return, which keep C.  Ranpos sets N by B, so Z cannot follow A.
CONTRADICTED = {("Draw_Score", "N"), ("Draw_Score", "Z"), ("Get_Rise_Idx", "B"),
                ("Print_List_hw", "C"), ("Ranpos", "Z")}


def value(after: dict[str, int], field: str) -> int:
    """Return a register or a flag after a call."""
    return after["cc"] & FLAGS[field] and 1 if field in FLAGS else after[field.lower()]


def cell(left: Left, address: int) -> int:
    """Return a byte of RAM after a call."""
    return left.ram.get(address, left.memory[address - 0xC800])


def _signed(number: int) -> int:
    return (number ^ 0x80) - 0x80


def _d(left: Left) -> int:
    return left.before["a"] << 8 | left.before["b"]


# formulas that hold only in a condition: values that are allowed, or None
CONDITIONS: dict[str, Callable[[Left], set[int] | None]] = {
    "$FF if D < $8000": lambda left: {0xFF} if _d(left) < 0x8000 else None,
    "1 if D < $8000": lambda left: {1} if _d(left) < 0x8000 else None,
    "$FF if B < $80": lambda left: {0xFF} if left.before["b"] < 0x80 else None,
    "$FF if A < $80": lambda left: {0xFF} if left.before["a"] < 0x80 else None,
    "$FF if A <= $80": lambda left: {0xFF} if left.before["a"] <= 0x80 else None,
    "$01; $80 if B = 0": lambda left: {1 if left.before["b"] else 0x80},
    "$FBB4; $C85E if B = 0": lambda left: {0xFBB4 if left.before["b"] else 0xC85E},
    "within the ROM": lambda left: set(range(0xE000, 0x10000)),
    "X + 2": lambda left: {left.before["x"] + 2 & 0xFFFF},
    "Y + 2": lambda left: {left.before["y"] + 2 & 0xFFFF},
    "$CBDF; $CBDE if A >= $80: S - 9 and S - 10":
        lambda left: {bios.STACK - 9 - (left.before["a"] >= 0x80)},
    "$C861; at the end $C861 + 2 v or $C85E":
        lambda left: {0xC861, 0xC863, 0xC865, 0xC85E},
    "its value before": lambda left: {left.memory[0xA5]},
}


def allowed(text: str, field: str, left: Left) -> set[int] | None:
    """Return the values that a field of the table allows; None if it states no value."""
    if text.startswith("always"):
        return {int(text.split()[1].lstrip("$"), 16)}
    kept = {value(left.before, field)} if text.startswith("kept") else set()
    if text == "kept":
        return kept
    found = re.search(r"\((.*)\)$", text)
    if not found:
        return None
    formula = found[1]
    if formula in CONDITIONS:
        values = CONDITIONS[formula](left)
        return None if values is None else values | kept
    if formula in ("as A", "as B"):
        byte = left.after[formula[-1].lower()]
        return {byte >> 7 if field == "N" else int(byte == 0)} | kept
    if same := re.fullmatch(r"= \$(C8[0-9A-F]{2})(-[0-9A-F]{2})?", formula):
        at = int(same[1], 16)
        word = cell(left, at) << 8 | cell(left, at + 1)
        return {word if same[2] else cell(left, at)} | kept
    numbers = {int(number, 16) for number in NUMBER.findall(formula)}
    if formula == "0":
        return {0} | kept
    assert numbers, formula
    return numbers | kept


def faults(row: dict[str, str], left: Left) -> list[str]:
    """Return the fields whose value is not what the table states."""
    found = []
    for field in (*REGISTERS, *FLAGS):
        values = allowed(row[field], field, left)
        have = value(left.after, field)
        if values is not None and have not in values and (row["entry"], field) not in CONTRADICTED:
            found.append(f"{field} is ${have:X}: {row[field]}")
    return found


@pytest.fixture(scope="module")
def bench() -> bios.Bench:
    """Return a machine with our ROM."""
    return bios.Bench(IMAGE, bios.base_ram(REFERENCE))


def test_the_table_is_complete() -> None:
    """The table has the entries with cases, at their addresses, and 1,500 fields."""
    assert len(ROWS) == 150
    for name, row in ROWS.items():
        assert SYMBOLS[name] == int(row["address"], 16)
    fields = [row[field] for row in ROWS.values() for field in (*REGISTERS, *FLAGS)]
    assert sum(text.startswith("always") for text in fields) > 650
    assert sum(text == "kept" for text in fields) > 420


@pytest.mark.parametrize("states_of_each", [10, pytest.param(30, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", ROWS)
def test_what_an_entry_leaves(bench: bios.Bench, name: str, states_of_each: int) -> None:
    """Every register and flag of the table has the stated value, in random states."""
    count = 0
    for left in states(bench, BY_NAME[name], reference_cases(name), states_of_each):
        assert not faults(ROWS[name], left), (name, left.case["id"], left.before)
        count += 1
    assert count == states_of_each


@pytest.mark.parametrize("name", sorted({case["routine"] for case in CASES}))
def test_cases_leave_the_same(bench: bios.Bench, name: str) -> None:
    """All registers and flags are those of the reference, also where it does not compare them."""
    for case in (case for case in CASES if case["routine"] == name):
        got = bios.run_call(bench, case)
        assert isinstance(got, bios.Outcome)
        have = {register: got.regs[register] for register in case["out"]["regs"]}
        want = dict(case["out"]["regs"])
        for regs in (have, want):
            regs["cc"] &= ~HALF_CARRY
        assert have == want, case["id"]


def test_a_wrong_value_is_found(bench: bios.Bench) -> None:
    """A value that differs from the table is a fault, for each form of a field."""
    row = ROWS["Read_Btns"]
    (left,) = states(bench, BY_NAME["Read_Btns"], reference_cases("Read_Btns"), 1)
    assert not faults(row, left)
    for register, other in (("a", left.after["a"] ^ 1), ("b", 1), ("x", 0xC81B),
                            ("y", left.before["y"] ^ 1), ("cc", left.after["cc"] ^ 1)):
        kept = left.after[register]
        left.after[register] = other
        assert len(faults(row, left)) == 1, register
        left.after[register] = kept
