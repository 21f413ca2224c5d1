"""The ROM entries change nothing that their contract blocks omit, from random states."""

import random
import re
from collections.abc import Callable

import pytest

from roms import contracts
from tests.roms.contract_cases import BY_NAME, IMAGE, REFERENCE, SYMBOLS, reference_cases
from tests.roms.states import (
    CELLS,
    RAM,
    RAM_END,
    ROOT,
    SEED_POINTER,
    STACK_AREA,
    Left,
    named,
    run,
    states,
)
from vecx.conform import bios
from vecx.testing.contracts import random_registers

I_AND_F = 0x50
RESOLUTION = 0xC81A
RESOLUTIONS = (0, 1, 2, 4, 8, 0x10, 0x20, 0x40)     # for which Joy_Analog returns

Range = Callable[[Left], range]


def _entries() -> list[str]:
    text = (ROOT / "roms/include/vectrex.inc").read_text()
    text = text[text.index("ROM entries"):text.index("ROM tables")]
    return [name for name in re.findall(r"^(\w+)\s+equ\s+\$[EF]", text, re.M)
            if name not in ("Cold_Start", "Warm_Start")]     # these two never return


def _at(register: str, first: int, last: int) -> Range:
    return lambda left: range(left.before[register] + first, left.before[register] + last + 1)


def _at_with(register: str, count: Callable[[dict[str, int]], int], first: int = 0) -> Range:
    return lambda left: range(left.before[register] + first,
                              left.before[register] + first + count(left.before))


def _written(left: Left) -> range:
    """Return the addresses that a rotation writes through U."""
    return range(left.before["u"], left.after["u"])


def _signed(value: int) -> int:
    return (value ^ 0x80) - 0x80


def _copied(left: Left) -> range:
    """Move_Mem_a copies from index A - 1 down to 0, Move_Mem_a_1 from A, whatever its sign."""
    count = left.before["a"]
    indices = [_signed(count)] if left.case["id"].startswith("Move_Mem_a_1") else []
    if count - 1 & 0xFF < 128:
        indices += [count - 1, 0]
    return range(left.before["x"] + min(indices, default=0),
                 left.before["x"] + max(indices, default=-1) + 1)


def _cleared(left: Left) -> range:
    count = left.before["a"] << 8 | left.before["b"]
    return range(left.before["x"], left.before["x"] + count + 1)


def _filled(left: Left) -> range:
    return range(left.before["x"] - 128, left.before["x"] + 128)


# the addresses that "at X" and "at U" stand for
THROUGH: dict[str, Range] = {
    "Sound_Byte_x": lambda left: range(left.before["x"] + _signed(left.before["a"]),
                                       left.before["x"] + _signed(left.before["a"]) + 1),
    "Sound_Bytes_x": _at("x", 0, 14), "Do_Sound_x": _at("x", 0, 13),
    "Clear_x_b": _at_with("x", lambda r: r["b"] + 1), "Clear_x_256": _at("x", 0, 255),
    "Clear_x_d": _cleared, "Clear_x_b_80": _filled, "Clear_x_b_a": _filled,
    "Dec_Counters": _at_with("x", lambda r: r["b"] + 1),
    "Move_Mem_a": _copied, "Move_Mem_a_1": _copied,
    "Clear_Score": _at("x", 0, 6), "Add_Score_a": _at("x", 0, 5), "Add_Score_d": _at("x", 0, 5),
    "Strip_Zeros": _at("x", 0, 5), "New_High_Score": _at("u", 0, 6),
    "New_High_copy": _at("u", 0, 6),
} | dict.fromkeys((name for name in BY_NAME if name.startswith("Rot_VL")), _written)


def via_faults(contract: contracts.Contract, left: Left) -> list[str]:
    """Return the registers of VIA and sound chip that differ from `leaves`."""
    faults, stated = [], set()
    for item in filter(None, contract.leaves.split(", ")):
        name, _, rest = item.partition(" ")
        stated.add(name)
        if item == "sound registers" or rest == "free":
            continue
        now = left.via[name]
        allowed = {left.via_before[name] if word == "kept"
                   else int(word[1:], 16) if word[0] == "$" else left.before[word.lower()]
                   for word in rest.removeprefix("= ").split(" or ")}
        if now not in allowed:
            faults.append(f"{name} is ${now:02X}, stated {rest}")
    faults += [f"{name} is ${left.via[name]:02X}, was ${before:02X}"
               for name, before in left.via_before.items()
               if name not in stated and left.via[name] != before]
    if left.psg and "sound" not in stated:
        faults.append(f"sound registers {left.psg}")
    return faults


def ram_faults(contract: contracts.Contract, left: Left) -> list[str]:
    """Return the changed cells that `ram` does not name."""
    allowed = named(contract.ram)
    if " at X" in f" {contract.ram}" or " at U" in f" {contract.ram}":
        allowed |= set(THROUGH[contract.name](left))
    if "the seed" in contract.ram:
        at = left.seed
        allowed |= {at, at + 1, at + 2}
    depth = (contract.stack or 0) + len(left.case["in"].get("stack") or "") // 2
    allowed |= set(range(bios.STACK - depth, bios.STACK + 2))   # the return address is there
    return [f"${at:04X} is ${value:02X}" for at, value in left.ram.items() if at not in allowed]


def register_faults(contract: contracts.Contract, left: Left) -> list[str]:
    """Return the registers and flags that were not preserved."""
    faults = [name for name in contract.keeps - {"S", "CC"}
              if left.after[name.lower()] != left.before[name.lower()]]
    kept = 0xFF if "CC" in contract.keeps else I_AND_F
    if (left.after["cc"] ^ left.before["cc"]) & kept:
        faults.append(f"CC is ${left.after['cc']:02X}, was ${left.before['cc']:02X}")
    return faults


@pytest.fixture(scope="module")
def bench() -> bios.Bench:
    """Return a machine with our ROM."""
    return bios.Bench(IMAGE, bios.base_ram(REFERENCE))


@pytest.mark.parametrize("states_of_each", [10, pytest.param(25, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", _entries())
def test_nothing_outside_the_block(bench: bios.Bench, name: str, states_of_each: int) -> None:
    """Registers, flags, VIA, sound chip and all cells are as the block says, in random states."""
    contract = BY_NAME[name]
    count = 0
    for left in states(bench, contract, reference_cases(name), states_of_each):
        faults = register_faults(contract, left) + via_faults(contract, left) \
            + ram_faults(contract, left)
        assert not faults, (name, left.case["id"], faults)
        count += 1
    assert count == states_of_each


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", ["Joy_Analog", "Joy_Digital", "Read_Btns", "Read_Btns_Mask",
                                  "Obj_Hit", "Obj_Will_Hit", "Random", "Random_3"])
def test_nothing_hangs(bench: bios.Bench, name: str) -> None:
    """With random registers, cells and pots, each call returns in time.

    The resolution is one of those for which Joy_Analog returns.
    """
    draw = random.Random(name)
    for _ in range(200):
        regs = random_registers(draw, 0xD0)
        memory = bytearray(draw.randbytes(RAM_END - RAM))
        memory[SEED_POINTER - RAM:SEED_POINTER - RAM + 2] = b"\xc8\x7d"  # else writes go anywhere
        memory[RESOLUTION - RAM] = draw.choice(RESOLUTIONS)
        env = {"btn": draw.randrange(256), "pots": [draw.randrange(256) for _ in range(4)]}
        case = {"id": name, "entry": f"{SYMBOLS[name]:04X}", "ram": bytes(memory)}
        left = run(bench, case | {"in": {
            "regs": regs | {"s": bios.STACK}, "env": env}})
        assert left.cycles <= 3000


def test_the_check_sees_what_a_block_omits(bench: bios.Bench) -> None:
    """A block that omits a register, a cell or a value fails the check."""
    from dataclasses import replace

    intensity, bits = BY_NAME["Intensity_a"], BY_NAME["Bitmask_a"]
    for contract, find in (
            (replace(intensity, ram=""), ram_faults),
            (replace(intensity, leaves="ORA = A"), via_faults),
            (replace(intensity, leaves="ORA = $00, ORB = $01"), via_faults),
            (replace(bits, keeps=bits.keeps | {"X"}), register_faults),
            (replace(bits, keeps=bits.keeps | {"CC"}), register_faults)):
        lefts = list(states(bench, contract, reference_cases(contract.name)))
        assert any(find(contract, left) for left in lefts)
        assert not any(find(BY_NAME[contract.name], left) for left in lefts)
    assert all(len(place) for place in CELLS.values())
    assert STACK_AREA.stop == 0xCBEA
