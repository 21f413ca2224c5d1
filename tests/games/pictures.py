"""The README's pictures of Connect-4, played and photographed anew.

    python -m tests.games.pictures [FOLDER]

writes connect4.png, connect4-title.png, connect4-won.png and connect4-worn.png into docs/images, or
where it is told to.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from tests.games.test_connect4 import EMPTY, TIED, Player, X
from vecx.display.picture import picture_of, save_png

IMAGES = Path(__file__).parents[2] / "docs" / "images"
AFTERGLOW_FRAMES = 4
TITLE_FRAMES = 81           # two tokens lie, one falls
BLINK_BIT = 16              # of frame_counter: clear while the winning four are bright


def play_title(player: Player) -> None:
    """Wait until tokens lie beside the 4."""
    player.run(TITLE_FRAMES)


def play_on(player: Player) -> None:
    """Play the first moves of a game for two."""
    player.start()
    for column in (3, 4, 2, 2, 5, 1, 4, 3, 2, 5, 3, 2, 4):
        player.drop(column)
    for _ in range(2):
        player.push(1, 0)


def play_to_a_win(player: Player) -> None:
    """Let X win along a diagonal, and look while the line through it is lit."""
    player.start()
    for column in (0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3):
        player.drop(column)
    while player.byte("v_hint") or player.byte("frame_counter") % (2 * BLINK_BIT) > BLINK_BIT // 2:
        player.run(1)       # until it says again who has won


def play_full(player: Player) -> None:
    """Lay a board that lacks one token."""
    player.start()
    player.lay([*TIED[:41], EMPTY])
    player.m.write("current_player", X)
    player.push(1, 0)


SCENES: dict[str, tuple[str, Callable[[Player], None]]] = {
    "connect4": ("hardware", play_on),
    "connect4-title": ("hardware", play_title),
    "connect4-won": ("hardware", play_to_a_win),
    "connect4-worn": ("worn", play_full),
}


def main() -> None:
    """Make all pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else IMAGES
    for name, (preset, play) in SCENES.items():
        player = Player(preset)
        play(player)
        player.run(AFTERGLOW_FRAMES)
        save_png(picture_of(player.frames[-AFTERGLOW_FRAMES:], player.m.analog),
                 folder / f"{name}.png")


if __name__ == "__main__":
    main()
