"""What both games tell the hardware and keep in their variables, while a script is played.

Goal: no write to the VIA and no variable changes unnoticed, be it too small to be seen.  Method:
play the scripts of the golden pictures, and leave the menu alone until the computer has played
against itself; a text of golden/ has, for each word, the sum of all writes to the VIA, in their
order, the sum of all variables at the ends of the frames, and the variables that have changed.
"""

import zlib
from collections.abc import Iterator

import pytest

from tests.games.test_golden import CONNECT4, REVERSI, STICK
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

    def __init__(self, machine: MachineUnderTest) -> None:
        self.machine = machine
        self.places = sorted((s.value, s.size, name) for name, s in machine.debug.symbols.items()
                             if s.kind == "label" and s.value in RAM and s.size not in (0, 2)
                             and name not in STACKS)
        self.held = self.read()

    def read(self) -> dict[str, bytes]:
        """Return what each variable holds."""
        return {name: self.machine.read(at, size) for at, size, name in self.places}

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
            cells = zlib.crc32(b"".join(variables.read().values()), cells)
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
