"""Each routine of the ROM keeps its contract for any values of the other registers."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.roms.contract_cases import BY_NAME, CASES, CONTRACTS, IMAGE, LIBRARY, REFERENCE, ROOT
from vecx.conform import bios
from vecx.console import roms as images
from vecx.testing.contracts import check_blocks, check_left, random_registers


def _pairs(case: dict[str, Any]) -> int:
    """Return the number of pairs that a rotation wrote."""
    return (int(case["out"]["regs"]["u"]) - int(case["in"]["regs"]["u"]) + 2) // 2


def _ramps(case: dict[str, Any]) -> int:
    """Return the number of lines, moves and dots that a routine drew."""
    return max(1, sum(row[1] == "RAMP" for row in case["out"]["fx"]))


def _text(case: dict[str, Any]) -> int:
    """Return the number of characters.

    Every text of a list but the first counts seven more, and a text of fewer than two 59 more.
    """
    texts: list[int] = []
    for row in case["out"]["fx"]:
        if row[1:] == ["ACR", 0x18]:
            texts.append(0)
        elif row[1:] == ["SR", None]:
            texts[-1] += 1
    lengths = [written // 7 for written in texts]
    return sum(lengths) + 7 * max(0, len(texts) - 1) + 59 * sum(n < 2 for n in lengths)


def _register(name: str, more: int) -> Callable[[dict[str, Any]], int]:
    return lambda case: int(case["in"]["regs"][name]) + more


def _clear_d(case: dict[str, Any]) -> int:
    regs = case["in"]["regs"]
    count = int(regs["a"]) << 8 | int(regs["b"])
    return count + 1 if count <= 0x8000 else 1


def _fill(case: dict[str, Any]) -> int:
    return (int(case["in"]["regs"]["b"]) or 256) + 1


# the number of elements that "each" refers to, if they are not lines
ELEMENTS: dict[str, Callable[[dict[str, Any]], int]] = {
    "Clear_x_b": _register("b", 1), "Clear_x_d": _clear_d, "Dec_Counters": _register("b", 1),
    "Clear_x_b_80": _fill, "Clear_x_b_a": _fill,
    "Move_Mem_a": _register("a", 0), "Move_Mem_a_1": _register("a", 1),
    "Sound_Bytes": lambda case: sum(row[1] == "PSG" for row in case["out"]["fx"]),
    "Sound_Bytes_x": lambda case: sum(row[1] == "PSG" for row in case["out"]["fx"]),
} | {name: _pairs for name in BY_NAME if name.startswith("Rot_VL")} \
  | {name: _text for name in BY_NAME if name.startswith(("Print_", "Draw_Score", "Display_"))}
# the cases that enter a routine in its middle, by name
MIDDLE = {"Wait_Bound_counters"}
# routines that write below the stack pointer
BELOW_S = {"Print_Ships", "Print_Ships_x"}


@pytest.fixture(scope="module")
def bench() -> bios.Bench:
    """Return a machine with our ROM."""
    return bios.Bench(IMAGE, bios.base_ram(REFERENCE))


def test_contracts_name_every_register_once() -> None:
    """Each register is either in `changes` or in `keeps`."""
    check_blocks(CONTRACTS)


def test_every_entry_has_its_contract() -> None:
    """Each ROM entry that vectrex.inc names has a contract."""
    text = (ROOT / "roms/include/vectrex.inc").read_text()
    entries = text[text.index("ROM entries"):text.index("ROM tables")]
    names = set(re.findall(r"^(\w+)\s+equ\s+\$[EF]", entries, re.M))
    assert len(names) > 140
    assert names <= set(BY_NAME)


@pytest.mark.parametrize("name", sorted({case["routine"] for case in CASES} - MIDDLE))
def test_contract_holds(bench: bios.Bench, name: str) -> None:
    """Registers are preserved, and cycles and stack are within the limits."""
    contract = BY_NAME[name]
    draw = random.Random(name)
    deepest = 0
    for case in CASES:
        if case["routine"] != name:
            continue
        regs = random_registers(draw, draw.randrange(256)) | {
            register: value for register, value in case["in"]["regs"].items()
            if register.upper() in contract.inputs | {"S", "CC"}}
        result = bios.call_case(bench, case | {"in": case["in"] | {"regs": regs}})
        measured_as = contract
        if name == "Joy_Digital" and int((case["in"]["mem"] or {}).get("C823", "0"), 16) >= 0x80:
            measured_as = BY_NAME["Joy_Analog"]
        check_left(measured_as, regs, result, each=ELEMENTS.get(name, _ramps)(case))
        deepest = max(deepest, result.stack, bios.depth(bench, case) if name in BELOW_S else 0)
    assert deepest == contract.stack


@pytest.mark.parametrize(("name", "regs", "mem"), LIBRARY, ids=[row[0] for row in LIBRARY])
def test_library_contract_holds(bench: bios.Bench, name: str, regs: dict[str, int],
                                mem: dict[str, str]) -> None:
    """Routines without reference cases keep their contracts, including the service program's."""
    contract = BY_NAME[name]
    symbols = images.load_debug(ROOT / "vecx" / "data" / "exec.symbols.json").values
    draw = random.Random(name)
    given = random_registers(draw, draw.randrange(256)) | regs
    case = {"entry": f"{symbols[name]:04X}",
            "in": {"regs": given | {"s": bios.STACK}, "mem": mem}}
    result = bios.call_case(bench, case)
    check_left(contract, given, result, each=10)
    assert result.stack == contract.stack


def test_no_contract_goes_unchecked() -> None:
    """Every contract is checked, except for routines that never return or wait for frames."""
    held = {case["routine"] for case in CASES} - MIDDLE | {row[0] for row in LIBRARY}
    frames = {"Cold_Start", "Warm_Start", "Select_Game", "power_on", "service", "sv_begin"}
    assert {contract.name for contract in CONTRACTS} - held == frames

