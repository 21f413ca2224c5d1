"""The contract block before each routine of the cartridges for light pen and imager holds.

Method: as tests/games/test_contracts.py, on a machine with the device; the pen or wheel is at a
random position.
"""

import random
from pathlib import Path

import pytest

from asm.output.contracts import Contract, find
from vecx.console.snapshot import Kept
from vecx.machine import Machine
from vecx.testing.contracts import check_blocks, check_call, random_registers

ROOT = Path(__file__).parents[2]
SKETCH, WHEEL = "sketch.asm", "wheel.asm"
PAGE = 0xD0
CONTRACTS = find((name, number, text) for name in (SKETCH, WHEEL)
                 for number, text in enumerate((ROOT / "games/devices" / name).read_text(
                     "utf-8").splitlines(), 1))
POINTS_MOST, EDGE, REACH = 50, 120, 4


@pytest.fixture(scope="module")
def machines() -> dict[str, tuple[Machine, Kept]]:
    """Return a machine past the beginning of each cartridge, and a state to restore."""
    found = {}
    for name, loop in ((SKETCH, "frame"), (WHEEL, "turn")):
        m = Machine(str(ROOT / "games/devices" / name),
                    device="imager" if name == WHEEL else None)
        assert m.run_to(loop, max_cycles=30_000_000)
        found[name] = m, m.keep()
    return found


def lay_sketch(m: Machine, draw: random.Random) -> None:
    """Set random points, a random search position, and a pen on the dots or elsewhere."""
    pen = [draw.randint(-EDGE, EDGE) for _ in range(2)]
    where = draw.choice(("near", "anywhere", "away"))
    if where == "near":
        m.pen(*(max(-128, min(127, at + draw.randint(-3, 3))) for at in reversed(pen)))
    elif where == "anywhere":
        m.pen(draw.randint(-125, 125), draw.randint(-125, 125))
    else:
        m.pen_away()
    m.write("pen_y", bytes(at & 0xFF for at in pen))
    m.write("v_at", draw.randrange(-EDGE, EDGE + 1, 5) & 0xFF)
    m.write("v_lines", draw.randint(1, 14))
    m.write("v_lost", draw.randrange(5))
    m.write("v_begins", draw.randrange(2))
    m.write("v_last_y", bytes((at + draw.randint(-6, 6)) & 0xFF for at in pen))
    m.write("Vec_Btn_State", draw.choice((0, 0, 1)))
    count = draw.choice((0, draw.randint(1, POINTS_MOST), POINTS_MOST))
    m.write("v_points", count)
    m.write("v_hits", draw.randint(1, 25))
    goes_on = draw.choice(((1,), (0,), (0, 1)))
    points = [(draw.choice(goes_on), draw.randint(-60, 60), draw.randint(-60, 60))
              for _ in range(POINTS_MOST)]
    points[0] = (0, 0, 0)
    m.write("points", bytes(value & 0xFF for point in points for value in point))


def lay_wheel(m: Machine, draw: random.Random) -> None:
    """Set a random length of a revolution."""
    m.write("turns", draw.randrange(0x10000).to_bytes(2, "big"))
    m.write("v_slow", draw.randrange(2))
    m.run_cycles(draw.randrange(1, 60_000))
    m.write("v_shift", draw.randint(-6, 6) & 0xFF)


def inputs(m: Machine, name: str, draw: random.Random) -> dict[str, int]:
    """Return the registers that a routine reads."""
    at, hits = m.symbols, m.read("v_hits")[0] if "v_hits" in m.symbols else 0
    return {
        "search_begin": {"a": draw.randrange(0x80), "b": draw.randrange(256)},
        "seen_along": draw.choice(({"a": 0, "b": EDGE}, {"a": EDGE, "b": 0})),
        "mean": {"a": draw.randint(-REACH * hits, REACH * hits) & 0xFF},
        "drive": {"a": draw.choice((0x7F, 0x3F))},
        "cube": {"a": draw.choice((6, -6)) & 0xFF},
        "side": {"a": -60 & 0xFF, "b": -60 & 0xFF, "x": at.get("near_side", 0)},
    }.get(name, {})


def interrupted(given: dict[str, int]) -> bytes:
    """Push all registers with E set in CC, as an interrupt does."""
    return bytes((given["cc"] | 0x80, given["a"], given["b"], given["dp"])) \
        + b"".join(given[name].to_bytes(2, "big") for name in "xyu")


def test_blocks_name_every_register_once() -> None:
    """Each register is in `changes` or `keeps`; every routine has a block."""
    check_blocks(CONTRACTS)
    assert [contract.name for contract in CONTRACTS] == [
        "search_rows", "search_columns", "search_begin", "search_next", "seen_along", "seen",
        "follow", "mean", "within", "keep_point", "sketch_draw", "hole", "drive", "cube", "side"]


@pytest.mark.sample(5)
@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.name)
def test_contract_holds(machines: dict[str, tuple[Machine, Kept]], contract: Contract) -> None:
    """Registers are preserved, and cycles, strokes and stack are within the limits."""
    m, begun = machines[contract.file]
    draw = random.Random(contract.name)
    deepest = 0
    for _ in range(60):
        m.restore(begun)
        (lay_sketch if contract.file == SKETCH else lay_wheel)(m, draw)
        m.call("Moveto_d_7F", a=0, b=0, dp=PAGE)
        m.call("Reset0Ref", dp=PAGE)
        given = random_registers(draw, PAGE) | inputs(m, contract.name, draw)
        pushed = interrupted(given) if contract.name == "hole" else b""
        deepest = max(deepest, check_call(m, contract, given, pushed))
    assert contract.stack is not None and deepest <= contract.stack, deepest
