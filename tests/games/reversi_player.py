"""A player for Reversi tests: controllers, board, and the lit lines."""

import numpy as np

from tests.games import reversi_model as model
from tests.games.reversi_tournament import Cartridge
from vecx.console.frame import Frame

MENU, HUMAN, THINK, FLIP, PASS, OVER, ABOUT, PAUSE = range(8)
COUNT_FRAMES = 90       # the longest time for turning a move's discs and finding the next moves
SETTLE = 8              # frames until cursor, preview and text match the state
WORK_MOST = 30_000


class Table(Cartridge):
    """A two-player game, its frames, and the model's state."""

    def __init__(self, preset: str = "hardware", seed: int = 0) -> None:
        self.last: Frame | None = None
        self.drift_most = 0.0
        super().__init__(seed, preset)
        self.new = self.m.keep()
        self.begin()

    def begin(self) -> None:
        """Return to the new game, in the machine and in the model."""
        self.m.restore(self.new)
        self.board, self.player = model.start(), model.BLACK
        self.row = self.column = 4
        self.message = 10
        self.moved = 0

    def frames(self, count: int) -> None:
        """Run some frames, and check the limits of each."""
        for frame in self.m.run_frames(count):
            self.last, budget = frame, frame.budget
            assert budget.work_cycles <= WORK_MOST, budget
            assert budget.vectors <= 300
            self.drift_most = max(self.drift_most, float(budget.max_drift_err))

    def byte(self, name: str) -> int:
        """Read a cell."""
        return int(self.m.read(name)[0])

    def press(self, button: int, controller: int = 1) -> None:
        """Press and release a button of a controller."""
        self.m.press(button, controller)
        self.frames(2)
        self.m.release(button, controller)
        self.frames(SETTLE)

    def push(self, x: int, y: int, controller: int = 1) -> None:
        """Push and release a stick."""
        self.m.stick(x, y, controller)
        self.frames(2)
        self.m.stick(0, 0, controller)
        self.frames(SETTLE)

    def allowed(self, controller: int) -> bool:
        """Return whether a controller may play now; controller 2 belongs to the second player."""
        return controller == 1 or self.player == model.WHITE

    def steer(self, x: int, y: int, controller: int) -> None:
        """Push a stick, and move the model's cursor, which wraps at the edges."""
        self.push(x, y, controller)
        if self.allowed(controller) and self.state() == HUMAN:
            self.row = (self.row - 1 - y) % 8 + 1
            self.column = (self.column - 1 + x) % 8 + 1

    def place(self, controller: int) -> None:
        """Press button 4, and play the model's move if it is legal."""
        square = self.row * 10 + self.column
        self.press(4, controller)
        if not self.allowed(controller):
            return
        if not model.turns(self.board, self.player, square):
            self.message = 1
            return
        turned = len(model.turns(self.board, self.player, square))
        self.board = model.play(self.board, self.player, square)
        self.moved += 1
        following = model.other(self.player)
        self.player = following if model.to_move(self.board, following) else 0
        self.message = 10
        for _ in range(COUNT_FRAMES + 8 * turned):
            if self.state() != FLIP:
                break
            self.frames(1)
        self.frames(SETTLE)
        if self.player and not model.moves(self.board, self.player):
            self.check_pass()

    def check_pass(self) -> None:
        """Check that without a legal move only button 2 works, which passes."""
        assert self.state() == PASS and self.byte("message") == 3
        self.press(4)
        assert self.state() == PASS
        passes = self.byte("pass_count")
        self.press(2)
        self.frames(20)
        assert self.byte("pass_count") == passes + 1
        self.player = model.other(self.player)

    def check(self) -> None:
        """Check that RAM agrees with the model."""
        assert list(self.m.read("board", 100)) == self.board
        assert self.byte("black_count") == self.board.count(model.BLACK)
        assert self.byte("white_count") == self.board.count(model.WHITE)
        assert self.byte("move_count") == self.moved
        if not self.player:
            self.check_over()
            return
        assert self.state() == HUMAN and self.byte("current_player") == self.player
        legal = model.moves(self.board, self.player)
        assert list(self.m.read("legal_moves", self.byte("legal_count"))) == legal
        assert (self.byte("cursor_row"), self.byte("cursor_col")) == (self.row, self.column)
        turned = model.turns(self.board, self.player, self.row * 10 + self.column)
        assert self.byte("flip_count") == len(turned)
        assert self.byte("message") in (self.message, 10)
        self.check_picture(legal, turned)

    def check_over(self) -> None:
        """Check the winner and the margin at the end."""
        ahead = model.lead(self.board, model.BLACK)
        assert self.state() == OVER
        assert self.byte("message") == (4 if not ahead else 7 if ahead > 0 else 8)
        assert not ahead or self.byte("v_number") == abs(ahead)

    def check_picture(self, legal: list[int], turned: list[int]) -> None:
        """Check that every square shows its disc, while turning discs are narrowest."""
        while self.byte("frame_counter") % SWAY != NARROWEST:
            self.frames(1)
        assert self.last is not None
        seen = discs_seen(self.last)
        for square in model.SQUARES:
            expected = {model.WHITE: "white", model.BLACK: "black", 0: "empty"}[self.board[square]]
            if square in legal:
                expected = "dot"
            if square in turned:
                expected += " turns"
            assert seen[square] == expected, (square, seen[square], expected)


def discs_seen(frame: Frame, lower: int = 0) -> dict[int, str]:
    """Return what each square shows, by the width of its disc or dot.

    Args: lower  how far the discs are below their squares, in p
    """
    segments = np.asarray(frame.segments)
    lit = segments[np.abs(segments[:, 4] * 0x7F - LIGHT_DISCS) < 1]
    x, y = (lit[:, 0] + lit[:, 2]) / 2, (lit[:, 1] + lit[:, 3]) / 2
    found = {}
    for row in range(1, 9):
        for column in range(1, 9):
            left, foot = (column - 5) * CELL, RAISED - lower + (4 - row) * CELL
            here = lit[(x > left) & (x < left + CELL) & (y > foot) & (y < foot + CELL)]
            half = float(np.ptp(here[:, (0, 2)])) / 2 if len(here) else 0
            found[row * 10 + column] = "empty" if not len(here) else min(
                HALF_WIDTHS, key=lambda kind: abs(HALF_WIDTHS[kind] - half))
    return found


CELL, RAISED, LIGHT_DISCS = 3528, 8 * 126, 0x68
HEAPS_LOWER = 8 * 126           # the piles at the end
SWAY, NARROWEST = 32, 20         # period of discs that would turn; the frame of their least width
# Half the width of each kind of drawing, when the discs that would turn are narrowest.
HALF_WIDTHS = {"dot": 0, "white": 1326, "black": 832, "white turns": 442, "black turns": 273}
