"""Select_Game, compared with its definition for random buttons."""

import random
from pathlib import Path
from typing import Any

import pytest

from tests.roms.screens import SYMBOLS
from vecx.conform import bios

ROOT = Path(__file__).parent.parent.parent
REPEAT, TIMEOUT = 12, 243           # frames
CYCLES_PER_FRAME = 30_018
PLAYERS, GAME = 0xC879, 0xC87A
BUTTON_4 = 8


def select(players_max: int, game_max: int, script: dict[int, int]) -> tuple[int, int, int, int]:
    """Return players, game, frames and A as docs/generated/exec-rom.md describes Select_Game.

    script: the buttons (bits 0-3) from each given frame on; frames count from 1
    """
    players, game = int(players_max > 0), int(game_max > 0)
    repeat, timeout = REPEAT, TIMEOUT
    held_from_before, buttons, frame = True, 0, 0
    while True:
        frame += 1
        buttons = script.get(frame, buttons)
        repeat, timeout = max(0, repeat - 1), timeout - 1
        if timeout == 0:
            return players, game, frame, 0
        held_from_before = held_from_before and buttons != 0
        if not held_from_before and (repeat or not buttons):
            continue
        if not held_from_before:
            if buttons & 1:
                if not players:
                    continue
                players = players % players_max + 1
            elif buttons & 6:
                if not game:            # buttons 2 and 3 start no delay
                    continue
                game = (game - 2 + (buttons & 2)) % game_max + 1
            else:
                return players, game, frame, BUTTON_4
        repeat, timeout = REPEAT, TIMEOUT


@pytest.fixture(scope="module")
def bench() -> bios.Bench:
    """Return a machine with our ROM."""
    image = (ROOT / "vecx" / "data" / "exec.bin").read_bytes()
    return bios.Bench(image, bios.base_ram(ROOT / "tests" / "reference" / "bios"))


@pytest.mark.sample(1, slow=5)
@pytest.mark.parametrize("seed", range(18))
def test_random_buttons(bench: bios.Bench, seed: int) -> None:
    """Buttons step players and game, with repeat and wrap, or not at all if 0."""
    draw = random.Random(seed)
    players_max, game_max = ((2, 0), (0, 3), (8, 9), (1, 1), (3, 5), (2, 8))[seed % 6]
    script: dict[int, int] = {}
    frame = draw.randrange(1, 20)
    for _ in range(12):
        script[frame] = draw.choice((1, 2, 4, 1, 2, 4, 3, 6, 5))
        frame += draw.randrange(1, 45)
        script[frame] = 0
        frame += draw.randrange(1, 30)
    if seed % 4 == 1:
        script[frame] = BUTTON_4
    players, game, frames, button = select(players_max, game_max, script)
    case: dict[str, Any] = {
        "entry": f"{SYMBOLS['Select_Game']:04X}",
        "in": {"regs": {"a": players_max, "b": game_max, "s": bios.STACK, "dp": 0x55},
               "script": list(script.items())},
        "out": {"ram": {f"{PLAYERS:04X}": players, f"{GAME:04X}": game}, "frames": frames,
                "cycles": frames * CYCLES_PER_FRAME, "dp": 0xC8, "s": bios.STACK + 2}}
    assert bios.replay_select(bench, case) == []
    m = bench.machine.chips.state
    assert (m.a, m.b, m.x) == (button, *((1, 0xFBB4) if game_max else (0x80, 0xC85E)))
