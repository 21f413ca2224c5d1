"""A program that is assembled again continues from its state, by its symbols."""

from pathlib import Path

import pytest

from tests.vecx.play.sources import SOURCE
from vecx import Machine
from vecx.play import reload

INSTEAD = [     # old text, new text, whether the program can continue
    ("fcb     17", "fcb     99", True),
    ("                nop\n", "                nop\n                ldd #$1234\n", True),
    ("start           clr     count\n", "start           clr     count\n   clr $C8F0\n",
     True),
    ("count           rmb     1\n", "before          rmb     5\ncount           rmb     1\n", True),
    ("seen            rmb     1\n", "seen            rmb     1\nmore            rmb     9\n", True),
    ("figure          fcb     17", "                fcb 1,2,3\nfigure          fcb     17", True),
    ("                jsr     deeper\n", "                nop\n                jsr     deeper\n",
     False),
    ("deeper          ldx     shape\n", "deeper          ldx     shape\n                nop\n",
     False),
    ("deeper ", "below ", True),
]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Return a program that counts frames in a subroutine."""
    path = tmp_path / "watched.asm"
    path.write_text(SOURCE)
    return path


@pytest.mark.parametrize(("old", "new", "goes_on"), INSTEAD)
def test_what_can_go_on_goes_on(source: Path, old: str, new: str, goes_on: bool) -> None:
    """Cells, return addresses and pointers move with their names, or a reason is given."""
    before = Machine(source, ram="zero")
    before.run_frames(401)
    while before.run_to("deeper", max_cycles=100_000) and before.read("count")[0] % 7:
        pass
    before.run_frames(1)                # within Wait_Recal, two calls deep
    counted = before.read("count")[0]
    assert counted > 50
    text = SOURCE.replace(old, new)
    source.write_text(text.replace("jsr     deeper", "jsr     below") if "below" in new else text)
    after = Machine(source, ram="zero")
    why = reload.carry(before, after)
    assert (why is None) == goes_on, why
    if not goes_on:
        assert why and "has changed" in why and "watched.asm:" in why
        assert after.fresh
        return
    assert after.read("count")[0] == counted and after.cycles == before.cycles
    assert before.run_to("main") and after.run_to("main")       # with the same return addresses
    assert after.cycles == before.cycles
    counted = after.read("count")[0]
    after.run_frames(20)
    assert counted + 8 <= after.read("count")[0] <= counted + 12
    assert after.read("seen")[0] == (99 if "99" in new else 17)
    assert int.from_bytes(after.read("shape", 2), "big") == after.symbols["figure"]


def test_a_cell_that_is_new_is_nought(source: Path) -> None:
    """A new cell is 0."""
    before = Machine(source, ram="ff")
    before.run_frames(500)
    source.write_text(SOURCE + "fresh           rmb     4\n")
    after = Machine(source, ram="ff")
    assert reload.carry(before, after) is None
    assert after.read("fresh", 4) == bytes(4)


def test_the_same_program_goes_on_as_if_nothing_were(source: Path) -> None:
    """An unchanged program continues identically."""
    before = Machine(source, seed=5)
    before.run_frames(450)
    after = Machine(source, seed=5)
    assert reload.carry(before, after) is None
    assert after.run_frames(50) == before.run_frames(50)


def test_both_games_go_on_from_any_frame() -> None:
    """Both games continue from any frame, also without symbols."""
    for name in ("connect4", "reversi"):
        before = Machine(name, seed=2)
        for _ in range(4):
            before.run_frames(137)
            after = Machine(name, seed=2)
            assert reload.carry(before, after) is None
            assert after.run_frames(3) == before.run_frames(3)
    image = before.cartridge.image if before.cartridge else b""
    assert reload.carry(Machine(image), Machine(image)) == "the program has no symbols"


def test_the_program_counter_moves_with_its_label(source: Path) -> None:
    """The program continues at the same instruction."""
    before = Machine(source, ram="zero")
    before.run_frames(401)
    assert before.run_to("deeper")
    source.write_text(SOURCE.replace("main            jsr", " nop\nmain            jsr"))
    after = Machine(source, ram="zero")
    assert reload.carry(before, after) is None
    assert after.registers.pc == after.symbols["deeper"] == before.symbols["deeper"] + 1
    assert before.run_to("main") and after.run_to("main")
    assert after.cycles == before.cycles
