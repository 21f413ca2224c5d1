"""Reversi's most expensive frames: late boards, menu and rules, with random sticks and buttons.

    python -m tests.games.reversi_costs --boards 600

Goal: the figures of docs/reversi.md.  Method: boards with 50 to 63 discs, and the menu with each
setting; then random inputs of both controllers, and both at once; each frame counts for the state
in which it begins.  Chance is seeded by the number of the board.

Exit status: 1 if a frame takes more than 30,000 cycles, 0 if not.
"""

import argparse
import random
import sys
from collections import Counter

from tests.games import reversi_model as model
from tests.games.reversi_player import (
    ABOUT,
    FLIP,
    HUMAN,
    MENU,
    OVER,
    PASS,
    PAUSE,
    THINK,
    WORK_MOST,
    Table,
)

TURN = "a player's turn"
NAMES = {(HUMAN, 1): TURN, (HUMAN, 2): TURN, (THINK, 0): "thinking",
         (THINK, 1): "moving the cursor", (THINK, 2): "moving the cursor",
         (FLIP, 6): "taking moves back"}
OTHERS = {MENU: "menu", FLIP: "turning discs", PASS: "a pass", OVER: "the end", ABOUT: "rules",
          PAUSE: "pause", HUMAN: TURN}
WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1))
RULES_FRAMES = 700          # its three pages
END_FRAMES = 400            # the discs are counted, and the headline changes


class Watched(Table):
    """A table that records the most expensive frame, and the most vectors, of each state."""

    def __init__(self, preset: str) -> None:
        self.worst: Counter[str] = Counter()
        self.vectors: Counter[str] = Counter()
        super().__init__(preset)

    def frames(self, count: int) -> None:
        """Run some frames, and record each by the state in which it begins."""
        for _ in range(count):
            state = self.state()
            name = NAMES.get((state, self.byte("v_phase"))) or OTHERS[state]
            self.last = self.m.run_frames(1)[-1]
            budget = self.last.budget
            self.worst[name] = max(self.worst[name], budget.work_cycles)
            self.vectors[name] = max(self.vectors[name], budget.vectors)

    def act(self, draw: random.Random, buttons: tuple[int, ...]) -> None:
        """Push a stick, press a button, or both."""
        controller, button, what = draw.randint(1, 2), draw.choice(buttons), draw.random()
        if what < 0.6:
            self.m.stick(*draw.choice(WAYS), controller)
        if what > 0.5:
            self.m.press(button, controller)
        self.frames(draw.choice((1, 2, 2, 3)))
        self.m.release(button, controller)
        self.m.stick(0, 0, controller)
        self.frames(draw.choice((1, 2, 40)))


def late_board(table: Watched, draw: random.Random) -> None:
    """Lay a late board, against the computer or with two players, and play on."""
    board, player = model.last_squares(draw.choice(model.SQUARES), draw.randint(1, 4), draw,
                                       rich=draw.random() < 0.5), model.BLACK
    if draw.random() < 0.3:
        board, player = model.opening(draw, draw.choice((50, 56, 58, 59)))
    if not model.moves(board, player):
        return
    human = player if draw.random() < 0.8 else model.other(player)
    for name, value in (("game_mode", draw.randrange(2)), ("human_side", human),
                        ("skill", draw.randrange(4)), ("v_match", draw.randrange(4)),
                        ("v_scores", bytes([98] * 10))):
        table.m.write(name, value)
    table.set_position(board, player)
    table.m.write("last_move", draw.choice([at for at in model.SQUARES if board[at]]))
    table.frames(30)
    for _ in range(draw.randrange(10, 50)):
        if table.state() in (MENU, OVER):
            break
        table.act(draw, (1,) if table.state() == PAUSE else (1, 2, 3, 4, 4))
    if table.state() == OVER:
        table.frames(END_FRAMES)


def menu(table: Watched, draw: random.Random) -> None:
    """Set the menu, push and press, and at times read the rules."""
    for name in ("skill", "v_match"):
        table.m.write(name, draw.randrange(4))
    table.m.write("v_quiet", draw.randrange(2))
    for _ in range(30):
        table.act(draw, (2, 3))
    if draw.random() < 0.1:
        table.m.write("v_menu", 4)
        table.press(4)
        table.frames(RULES_FRAMES)


def main() -> int:
    """Play, and print the most expensive frame and the most vectors of each state."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.reversi_costs")
    parser.add_argument("--boards", type=int, default=600)
    parser.add_argument("--first", type=int, default=0, help="number of the first board")
    parser.add_argument("--preset", default="hardware")
    args = parser.parse_args()
    table = Watched(args.preset)
    game = table.m.keep()
    table.m.reset()
    table.m.run_until("pc < $C000 && [v_state_frames] == 5", frames=900)
    title = table.m.keep()
    for number in range(args.first, args.first + args.boards):
        draw = random.Random(number)
        table.m.restore(title if number % 5 == 0 else game)
        (menu if number % 5 == 0 else late_board)(table, draw)
    for name, cycles in sorted(table.worst.items()):
        print(f"{name:20}{cycles:7,} cycles {table.vectors[name]:4} vectors")
    return int(max(table.worst.values()) > WORK_MOST)


if __name__ == "__main__":
    sys.exit(main())
