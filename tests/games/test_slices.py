"""Calculations in slices: a pause changes no register except A and CC.

Goal: after a pause, all registers except A and CC have their previous values.  Method: follow the
searches of both games from each call of `slice_pause` to its return.
"""

import random
from collections.abc import Callable

import pytest

from tests.games import reversi_model as model
from tests.games.players import Computer
from tests.games.reversi_tournament import Cartridge
from vecx.machine import Machine

KEPT = ("b", "x", "y", "u", "s", "dp")
FRAMES = 60


def connect4() -> Machine:
    """Return a machine in whose Connect-4 the computer thinks."""
    computer = Computer()
    computer.begin([1, 2, 1, 2] + [0] * 38, 2)
    return computer.m


def reversi() -> Machine:
    """Return a machine in whose Reversi Master thinks."""
    cartridge = Cartridge()
    cartridge.lay(*model.opening(random.Random(1), 20))
    cartridge.m.write("skill", 3)
    cartridge.tap(3)
    return cartridge.m


@pytest.mark.parametrize("start", [connect4, reversi])
def test_a_pause_keeps_the_registers(start: Callable[[], Machine]) -> None:
    """B, X, Y, U, DP and S are the same after a pause, anywhere in the search."""
    m = start()
    paused: dict[int, dict[str, int]] = {}
    places: set[int] = set()
    pauses = 0

    def pause(m: Machine) -> None:
        registers = m.registers._asdict()
        back = int.from_bytes(m.read(registers["s"], 2), "big")
        paused[back] = registers | {"s": registers["s"] + 2}
        if back not in places:
            places.add(back)
            m.on_pc(back, goes_on)

    def goes_on(m: Machine) -> None:
        nonlocal pauses
        registers = m.registers._asdict()
        if then := paused.pop(registers["pc"], None):
            assert {name: registers[name] for name in KEPT} == {name: then[name] for name in KEPT}
            pauses += 1

    m.on_pc("slice_pause", pause)
    m.run_frames(FRAMES)
    assert pauses >= FRAMES - 5 and len(places) >= 3
