"""What both games tell the hardware and keep in their variables, while a script is played.

Goal: no write to the VIA and no variable changes unnoticed, be it too small to be seen.  Method:
play the scripts of the golden pictures, and leave the menu alone until the computer has played
against itself; a text of golden/ has, for each word, the sum of all writes to the VIA, in their
order, the sum of all variables at the ends of the frames, and the variables that have changed.
Another has, for each of some positions, how the computer thinks about it.
"""

import random
import zlib
from collections.abc import Callable, Iterator

import pytest

from tests.games import reversi_model
from tests.games.players import LEVELS, Computer, free_columns, put
from tests.games.reversi_tournament import SKILLS, THINK, Cartridge
from tests.games.test_golden import CONNECT4, REVERSI, STICK
from vecx.machine import Machine
from vecx.testing import MachineUnderTest
from vecx.testing.golden import Golden

ALONE = "+50 " * 80         # a minute of the menu and of what begins when nobody plays
RAM = range(0xC880, 0xCBEA)
SHOWN_MOST = 8              # bytes of a variable that is shown
# Where a search keeps addresses on a stack of its own.  Variables of two bytes are left out, too:
# most of them hold addresses, which differ as soon as a line of the program is longer.
STACKS = {"v_think_limit"}


class Variables:
    """The variables of a program, and what has become of them."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.places = sorted((s.value, s.size, name) for name, s in machine.debug.symbols.items()
                             if s.kind == "label" and s.value in RAM and s.size not in (0, 2)
                             and name not in STACKS)
        self.held = self.read()

    def read(self) -> dict[str, bytes]:
        """Return what each variable holds."""
        return {name: self.machine.read(at, size) for at, size, name in self.places}

    def added(self, total: int) -> int:
        """Return a sum with what all hold now added to it."""
        return zlib.crc32(b"".join(self.read().values()), total)

    def changed(self) -> str:
        """Return those that have changed since the last call, as `name=value`."""
        before, self.held = self.held, self.read()
        return " ".join(f"{name}={value.hex() if len(value) <= SHOWN_MOST else '...'}"
                        for name, value in self.held.items() if value != before[name])


def traced(machine: MachineUnderTest, script: str) -> Iterator[str]:
    """Play a script of test_golden.py; yield a line for each word."""
    words = script.split()
    machine.write("Vec_Random_Seed", bytes((1, 2, 3)))
    variables = Variables(machine)
    machine.watch(0xD000, 16, writes=True)
    for word, after in zip(words, [*words[1:], "0"], strict=True):
        if word in STICK:
            machine.stick(*STICK[word])
        elif word.isdigit():
            machine.press(int(word))
        wait = word if word.startswith("+") else after if word in STICK else "+3"
        writes = cells = 0
        for _ in range(int(wait)):
            machine.run_frames(1)
            log = machine.take_log()
            writes = zlib.crc32((log["a"] << 8 | log["b"]).astype("<u4").tobytes(), writes)
            cells = variables.added(cells)
        yield f"{word} {writes:08x} {cells:08x} {variables.changed()}".rstrip()
        machine.stick(0, 0)
        if word.isdigit():
            machine.release(int(word))


@pytest.mark.parametrize("name, script", [
    pytest.param(f"{game}-{what}", script, marks=pytest.mark.cartridge(game))
    for game, play in (("connect4", CONNECT4), ("reversi", REVERSI))
    for what, script in (("play", play), ("alone", ALONE))])
def test_writes_and_variables(machine: MachineUnderTest, golden: Golden, name: str,
                              script: str) -> None:
    """Menu, moves, refusals, pause, ends, thoughts: every write and every variable as it was."""
    golden.text("\n".join(traced(machine, script)), f"{name}-trace")


def thought(machine: Machine) -> str:
    """Let a game's computer think; return its move, after how many frames, and the variables."""
    variables, frames, cells = Variables(machine), 0, 0
    while not machine.read("v_think_done")[0]:
        machine.run_frames(1)
        frames, cells = frames + 1, variables.added(cells)
    return f"{machine.read('v_think_best')[0]} {frames} {cells:08x}"


def connect4_thoughts() -> Iterator[str]:
    """Yield each level's thought about positions without a line."""
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
    """Yield each skill's thought about positions."""
    cartridge = Cartridge(preset="ideal")
    begun = cartridge.m.keep()
    for plies in range(4, 60, 8):
        board, player = reversi_model.opening(random.Random(plies), plies)
        for skill, name in enumerate(SKILLS):
            cartridge.m.restore(begun)
            for cell, value in (("game_mode", 0), ("human_side", reversi_model.other(player)),
                                ("skill", skill), ("Vec_Random_Seed", bytes((1, 2, 3)))):
                cartridge.m.write(cell, value)
            cartridge.set_position(board, player)
            cartridge.until(THINK)
            yield f"{plies} {name} {thought(cartridge.m)}"


@pytest.mark.parametrize("thoughts, name", [(connect4_thoughts, "connect4-thoughts"),
                                            (reversi_thoughts, "reversi-thoughts")])
def test_thoughts(golden: Golden, thoughts: Callable[[], Iterator[str]], name: str) -> None:
    """The same move after as many frames, and the same variables on the way."""
    golden.text("\n".join(thoughts()), name)
