"""Reports about the running program: once, with the place, and as long as they apply."""

from pathlib import Path

import pytest

from tests.vecx.display.blind import Blind
from tests.vecx.play.sources import HEADER
from vecx import Machine
from vecx.display.player import Player, PlayOptions
from vecx.display.screen import Event

FRAMES = 700        # of a hanging program; each takes a third of a picture's time
FAULTS = "main sta $100\n clr $C000\nlast jsr $F192\n bra last\n"


def playing(path: Path, body: str, *script: list[Event], strict: bool = False) -> Player:
    """Return a player of a program, with a screen without output."""
    path.write_text(HEADER + body, encoding="utf-8")
    return Player(Machine(path, preset="ideal", strict=strict), Blind(*script),
                  PlayOptions(mute=True))


def test_a_program_that_hangs_says_so(tmp_path: Path) -> None:
    """A hang is shown while it lasts, and printed once; RESET ends it."""
    player = playing(tmp_path / "game.asm", "main jsr $F192\nhang bra hang\n")
    for _ in range(FRAMES):
        player.frame()
    line, = player.screen.words.foot
    assert line.startswith("the program hangs: an endless loop at game.asm:9")
    seconds = int(line.split()[-2])
    assert seconds >= 3
    assert [line.split(",")[0] for line in player.screen.printed] == [
        f"vecx: the program hangs: an endless loop at {tmp_path / 'game.asm'}:9 (main+3)"]
    player.reset()
    for _ in range(60):
        player.frame()
    assert player.screen.words.foot == ()


def test_going_back_in_time_ends_it_too(tmp_path: Path) -> None:
    """Rewinding to before a hang removes the report."""
    player = playing(tmp_path / "game.asm", "main jsr $F192\n jmp $9000\n")
    for _ in range(FRAMES):
        player.frame()
    assert "which is not memory" in player.screen.words.foot[0]
    player.rewind(True)
    while player.machine.frames > 200:
        player.frame()
    player.rewind(False)
    player.frame()
    assert player.screen.words.foot == ()


def test_findings_are_told_as_they_come(tmp_path: Path) -> None:
    """The newest finding is shown and printed with its line, and findings are counted."""
    player = playing(tmp_path / "game.asm", FAULTS, strict=True)
    for _ in range(255):
        player.frame()
    assert player.screen.words.head == ("strict: 2 errors, 0 warnings (Delete)",)
    assert [line.partition(": error: ")[0] for line in player.screen.printed] == [
        f"strict: {tmp_path / 'game.asm'}:{line}" for line in (8, 9)]
    assert "writes $00 to ROM at $0100 [rom-write]" in player.screen.printed[0]
    assert player.screen.words.foot[0].startswith("game.asm:9: error: writes ")


@pytest.mark.parametrize("strict, expected", [
    (True, ("strict: 2 errors, 0 warnings",
            ("game.asm:8", "writes $00 to ROM at $0100 [rom-write]"))),
    (False, ("findings need the strict machine: start vecx with --strict",))])
def test_a_key_lists_them(tmp_path: Path, strict: bool, expected: tuple) -> None:
    """Delete shows and hides the list, in the place of F1's help."""
    player = playing(tmp_path / "game.asm", FAULTS, strict=strict)
    for _ in range(255):
        player.frame()
    player.screen.script = [[Event("down", "delete")], [Event("down", "f1")],
                            [Event("down", "delete")], [Event("down", "delete")]]
    player.events()
    assert player.words().lines[:2] == expected
    player.events()
    assert player.words().lines[0][0] == "Play"
    player.events()
    assert player.words().lines[:2] == expected
    player.events()
    assert player.words().lines == ()
