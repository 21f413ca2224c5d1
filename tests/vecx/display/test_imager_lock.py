"""The message while the imager's wheel has not locked."""

from tests.vecx.display.blind import Blind
from vecx import Machine
from vecx.display.player import Player, PlayOptions

WHEEL = "games/devices/wheel.asm"
TITLE_SECONDS, LOCK_SECONDS = 5.0, 8.0


def test_until_it_has_locked_the_player_says_so() -> None:
    """With one eye, a message is shown until the wheel has locked."""
    machine = Machine(WHEEL, preset="ideal", device="imager")
    player = Player(machine, Blind(), PlayOptions(mute=True, eye="left"))
    printed = []
    while machine.cycles < 18 * 1_500_000:
        player.frame()
        printed.append((machine.cycles / 1_500_000, player.screen.words.head))
    ends = [at for at, head in printed if head][-1]
    assert TITLE_SECONDS + 5 < ends < TITLE_SECONDS + LOCK_SECONDS
    assert all(head[0].startswith("IMAGER locking, ") for at, head in printed if at < ends)


def test_without_an_eye_nothing_is_said() -> None:
    """With both eyes or without the imager, no message is shown."""
    machine = Machine(WHEEL, preset="ideal", device="imager")
    player = Player(machine, Blind(), PlayOptions(mute=True))
    for _ in range(300):
        player.frame()
    assert player.screen.words.head == ()
