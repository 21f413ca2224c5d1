"""The VIA writes and variables of both games while a script is played.

Goal: no change of a VIA write or a variable is unnoticed, even if the picture hardly differs.
Method: play the scripts of scripts.py and a random one, and leave the menu idle until the computer
has played against itself.  For each word of a script, a text in golden/ contains a checksum of all
writes to the VIA in their order, one of all variables at the ends of the frames, and the variables
that have changed.  Another text contains results of the computer's search for some positions.
"""

import random
from collections.abc import Callable, Iterator

import pytest

from tests.games import reversi_model
from tests.games.players import LEVELS, Computer, free_columns, put
from tests.games.reversi_tournament import SKILLS, THINK, Cartridge
from tests.games.scripts import CONNECT4, REVERSI, by_chance, steps
from tests.games.variables import Variables, added_writes
from vecx.machine import Machine
from vecx.testing import MachineUnderTest
from vecx.testing.golden import Golden

ALONE = "+50 "              # the menu, and the demonstration
CHANCE = by_chance(1, 200)


def traced(machine: MachineUnderTest, script: str) -> Iterator[str]:
    """Play a script; yield one line per word."""
    variables = Variables(machine)
    machine.watch(0xD000, 16, writes=True)
    for word, frames in steps(machine, script):
        writes = cells = 0
        for _ in range(frames):
            machine.run_frames(1)
            log = machine.take_log()
            writes = added_writes(log["a"] & 15, log["b"], writes)
            cells = variables.added(cells)
        yield f"{word} {writes:08x} {cells:08x} {variables.changed()}".rstrip()


@pytest.mark.sample(0, slow=1)
@pytest.mark.parametrize("name, script", [
    pytest.param(f"{game}-{what}", script, marks=pytest.mark.cartridge(game))
    for game, play, seconds in (("connect4", CONNECT4, 80), ("reversi", REVERSI, 120))
    for what, script in (("play", play), ("alone", ALONE * seconds), ("chance", CHANCE))])
def test_writes_and_variables(machine: MachineUnderTest, golden: Golden, name: str,
                              script: str) -> None:
    """All VIA writes and variables of the scripted games equal the golden text."""
    golden.text("\n".join(traced(machine, script)), f"{name}-trace")


def thought(machine: Machine) -> str:
    """Let a game's computer think; return its move, the number of frames, and the variables."""
    variables, frames, cells = Variables(machine), 0, 0
    while not machine.read("v_think_done")[0]:
        machine.run_frames(1)
        frames, cells = frames + 1, variables.added(cells)
    return f"{machine.read('v_think_best')[0]} {frames} {cells:08x}"


def connect4_thoughts() -> Iterator[str]:
    """Yield the search of each level for positions without a line."""
    computer = Computer()
    for plies in range(3, 40, 4):
        draw, board, won = random.Random(plies), [0] * 42, True
        while won:
            board, won = [0] * 42, False
            for ply in range(plies):
                won |= put(board, draw.choice(free_columns(board)), 1 + ply % 2)
        for level, name in enumerate(LEVELS):
            computer.begin(board, level)
            yield f"{plies} {name} {thought(computer.m)}"


def reversi_thoughts() -> Iterator[str]:
    """Yield the search of each skill for consecutive positions."""
    cartridge = Cartridge(preset="ideal")
    for plies in (*range(4, 60, 8), 51, 53):        # Master plays the last 8 exactly, Expert 7
        board, player = reversi_model.opening(random.Random(plies), plies)
        for skill, name in enumerate(SKILLS):
            for cell, value in (("game_mode", 0), ("human_side", reversi_model.other(player)),
                                ("skill", skill), ("Vec_Random_Seed", bytes((1, 2, 3)))):
                cartridge.m.write(cell, value)
            cartridge.set_position(board, player)
            cartridge.until(THINK)
            yield f"{plies} {name} {thought(cartridge.m)}"


@pytest.mark.slow
@pytest.mark.parametrize("thoughts, name", [(connect4_thoughts, "connect4-thoughts"),
                                            (reversi_thoughts, "reversi-thoughts")])
def test_thoughts(golden: Golden, thoughts: Callable[[], Iterator[str]], name: str) -> None:
    """The searches take the same frames and lead to the same moves and variables."""
    golden.text("\n".join(thoughts()), name)
