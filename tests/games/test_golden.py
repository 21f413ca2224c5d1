"""The approved pictures of both games, stroke by stroke.

Goal: no stroke of a screen moves, appears or disappears unnoticed.  Method: set up a position, and
compare the frame that draws it with golden/.  Then play scripts, with different contents of RAM at
power-on; a text in golden/ contains the picture of every frame and the writes to the sound chip.
"""

import zlib
from collections.abc import Callable, Iterable

import pytest

from tests.games.scripts import CONNECT4, REVERSI, steps
from vecx.testing import MachineUnderTest
from vecx.testing.golden import Golden, canonical

WON = [1, 1, 1, 1, 2, 2, 2] + [0, 2, 2, 1, 2, 1, 0] + [0] * 28
TIED = [1, 1, 2, 2, 1, 1, 2, 2, 2, 1, 1, 2, 2, 1] * 3
TOLERANCE = 0.05        # screen units: a step of the DAC in a short stroke is more


@pytest.fixture
def check_golden(machine: MachineUnderTest, golden: Golden) -> Callable[[str], None]:
    """Return a function that compares the next frame with its file."""
    def hold(name: str) -> None:
        golden(machine.run_frames(1)[0], name, TOLERANCE)

    return hold


def begin(machine: MachineUnderTest, lines: int = 0) -> None:
    """Begin a game of Connect-4 from this line of the menu."""
    machine.run_frames(15)
    for _ in range(lines):
        machine.stick(0, -1)
        machine.run_frames(2)
        machine.stick(0, 0)
        machine.run_frames(2)
    machine.tap(4)
    machine.run_frames(10)


def lay(machine: MachineUnderTest, board: list[int]) -> None:
    """Put tokens on Connect-4's board."""
    machine.write("game_board", bytes(board))
    machine["move_count"] = sum(cell != 0 for cell in board)


@pytest.mark.cartridge("connect4")
@pytest.mark.budget(max_cycles=29_500, max_vectors=300)
class TestConnect4:
    """Screens of Connect-4."""

    def test_menu(self, machine: MachineUnderTest, check_golden: Callable[[str], None]) -> None:
        """The title is unchanged, and so is the menu with each line selected."""
        machine.run_frames(20)
        check_golden("connect4-menu")
        machine.stick(0, -1)
        machine.run_frames(3)
        check_golden("connect4-menu-second")

    def test_game(self, machine: MachineUnderTest, check_golden: Callable[[str], None]) -> None:
        """An empty board, and one with tokens of both, a cursor at its side and a falling token."""
        begin(machine)
        check_golden("connect4-empty")
        lay(machine, [1, 2, 1, 2, 1, 2, 1] + [2, 1, 2, 0, 0, 0, 0] + [0] * 28)
        machine.run_frames(3)
        check_golden("connect4-tokens")
        machine.stick(1, 0)
        machine.run_frames(4)
        machine.stick(0, 0)
        check_golden("connect4-cursor")
        machine.tap(4)
        check_golden("connect4-falling")
        machine.run_frames(60)
        check_golden("connect4-fallen")

    @pytest.mark.parametrize("column", (0, 3, 6))
    def test_columns(self, machine: MachineUnderTest, check_golden: Callable[[str], None],
                     column: int) -> None:
        """A full column of tokens that take turns."""
        begin(machine)
        board = [0] * 42
        board[column::7] = [1, 2] * 3
        lay(machine, board)
        machine.run_frames(3)
        check_golden(f"connect4-column-{column}")

    @pytest.mark.parametrize("state, name", [(2, "won-x"), (3, "won-o"), (4, "tie"), (5, "pause")])
    def test_ends(self, machine: MachineUnderTest, check_golden: Callable[[str], None], state: int,
                  name: str) -> None:
        """The screens of all results and their alternating messages are unchanged."""
        begin(machine)
        lay(machine, TIED if state == 4 else WON)
        before = machine.registers
        machine.write("win_cells", bytes((0, 1, 2, 3)))
        machine.call("state_enter", a=state, dp=0xD0)
        machine.set_registers(**before._asdict())
        machine.run_frames(4)
        for moment in range(3):
            check_golden(f"connect4-{name}-{moment}")
            machine.run_frames(64)

    def test_thinking(self, machine: MachineUnderTest, check_golden: Callable[[str], None]) -> None:
        """The screen while the computer thinks and its answer are unchanged."""
        begin(machine, 2)
        machine.tap(4)
        machine.run_frames(40)
        check_golden("connect4-thinking")
        machine.run_frames(200)
        check_golden("connect4-answered")


@pytest.mark.cartridge("reversi")
@pytest.mark.budget(max_cycles=30_000, max_vectors=300)
class TestReversi:
    """Screens of Reversi."""

    def test_menu(self, machine: MachineUnderTest, check_golden: Callable[[str], None]) -> None:
        """The title, and the menu with other lines and words chosen."""
        machine.run_frames(20)
        check_golden("reversi-menu")
        for moment, (x, y) in enumerate(((0, -1), (1, 0), (0, -1), (1, 0))):
            machine.stick(x, y)
            machine.run_frames(3)
            machine.stick(0, 0)
            machine.run_frames(3)
            check_golden(f"reversi-menu-{moment}")

    def test_game(self, machine: MachineUnderTest, check_golden: Callable[[str], None]) -> None:
        """The first board, the moving cursor, a move, its turning discs, and the answer."""
        machine.run_frames(20)
        machine.tap(4)
        machine.run_frames(20)
        check_golden("reversi-board")
        for moment, (x, y) in enumerate(((0, 1), (1, 0), (-1, 0))):
            machine.stick(x, y)
            machine.run_frames(3)
            machine.stick(0, 0)
            machine.run_frames(3)
            check_golden(f"reversi-cursor-{moment}")
        machine.tap(3)
        machine.run_frames(60)
        check_golden("reversi-hint")
        machine.tap(4)
        for moment in range(5):
            check_golden(f"reversi-move-{moment}")
            machine.run_frames(50)
        machine.tap(1)
        machine.run_frames(5)
        check_golden("reversi-pause")


def played(machine: MachineUnderTest, script: str) -> Iterable[str]:
    """Play a script; yield one line per frame with digests of picture and sound."""
    number = 0
    machine.take_sound()
    for word, frames in steps(machine, script):
        for frame in machine.run_frames(frames):
            strokes = zlib.crc32(str(canonical(frame.segments)).encode())
            yield f"{number} {word} {strokes:08x}"
            number += 1
        printed = " ".join(f"{register:x}={value:02x}"
                        for _, register, value in machine.take_sound().tolist() if register < 16)
        yield f"sound {zlib.crc32(printed.encode()):08x} {printed[:60]}".rstrip()


@pytest.mark.slow
@pytest.mark.parametrize("name, script", [
    pytest.param("connect4", CONNECT4, marks=pytest.mark.cartridge("connect4")),
    pytest.param("reversi", REVERSI, marks=pytest.mark.cartridge("reversi"))])
@pytest.mark.budget(max_cycles=30_000, max_vectors=300)
def test_a_game_from_the_menu_on(machine: MachineUnderTest, golden: Golden, name: str,
                                 script: str) -> None:
    """Every frame of a scripted game is unchanged, from the menu to the end."""
    golden.text("\n".join(played(machine, script)), f"{name}-play")


@pytest.mark.sample(0, slow=1)
@pytest.mark.parametrize("name, script, ram", [
    pytest.param(name, script, ram, marks=pytest.mark.cartridge(name, ram=ram))
    for name, script in (("connect4", CONNECT4), ("reversi", REVERSI))
    for ram in ("ff", "random")])
def test_ram_at_power_on_makes_no_difference(machine: MachineUnderTest, golden: Golden, name: str,
                                             script: str, ram: str) -> None:
    """The game does not depend on the contents of RAM at power-on."""
    golden.text("\n".join(played(machine, script)), f"{name}-play")
