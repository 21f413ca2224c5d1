"""A player for Connect-4 tests: controllers, board, and the lit lines."""


import numpy as np

from vecx.console.frame import Frame
from vecx.machine import Machine

EMPTY, X, O = 0, 1, 2   # noqa: E741
MENU, PLAYING, WON_X, WON_O, TIE, PAUSE = range(6)
WORK_MOST = 29_700      # less than 30,000, because the hardware is not exact
UNIT = 258              # p per coordinate unit
TEXT_BELOW = -55        # units
TEXT_ABOVE = 54         # after the end of a game
TOP = 100
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
LINES = [[(row + step * up) * 7 + column + step * right for step in range(4)]
         for up, right in DIRECTIONS for row in range(6) for column in range(7)
         if 0 <= row + 3 * up < 6 and 0 <= column + 3 * right < 7]
TIED = [1, 1, 2, 2, 1, 1, 2, 2, 2, 1, 1, 2, 2, 1] * 3    # rows in pairs: no line of four


class Player:
    """A machine with its frames and functions for its controllers."""

    def __init__(self, preset: str = "hardware", seed: int = 0) -> None:
        self.m = Machine("connect4", preset=preset, seed=seed)
        self.frames: list[Frame] = []
        self.m.run_until("pc < $C000 && [v_state_frames] == 5", frames=900)
        self.run(10)

    def run(self, count: int) -> Frame:
        """Run some frames; return the last."""
        self.frames += self.m.run_frames(count)
        return self.frames[-1]

    def byte(self, name: str) -> int:
        """Read a cell of RAM."""
        return self.m.read(name)[0]

    def press(self, button: int, player: int = 1) -> None:
        """Press and release a button."""
        self.m.press(button, player)
        self.run(2)
        self.m.release(button, player)
        self.run(2)

    def push(self, x: int, y: int, player: int = 1) -> None:
        """Push and release the stick."""
        self.m.stick(x, y, player)
        self.run(2)
        self.m.stick(0, 0, player)
        self.run(2)

    def start(self, line: int = 0) -> None:
        """Start a game from the menu: 0 two players, 1 easy, 2 medium, 3 good, 4 hard."""
        for _ in range(line):
            self.push(0, -1)
        self.press(4)

    def drop(self, column: int, player: int = 1) -> None:
        """Move the cursor to a column, drop, and wait until the token has landed."""
        while self.byte("cursor_col") != column:
            self.push(1 if self.byte("cursor_col") < column else -1, 0, player)
        self.press(4, player)
        for _ in range(120):
            if self.byte("v_phase") != 1:
                break
            self.run(1)

    def lay(self, board: list[int]) -> None:
        """Put tokens on the board; after the end of a game, update their list."""
        self.m.write("v_result", 0)
        self.m.write("game_board", bytes(board))
        self.m.write("move_count", sum(cell != EMPTY for cell in board))

    @property
    def board(self) -> list[int]:
        """Return the board, row 0 at the bottom."""
        return list(self.m.read("game_board", 42))

    def check_account(self) -> None:
        """Check that no frame was too long, drew too much or drifted too far."""
        for frame in self.frames:
            budget = frame.budget
            assert budget.work_cycles <= WORK_MOST, frame.index
            assert budget.vectors <= 300 and budget.max_drift_err <= 2, frame.index
            assert not frame.cut and not budget.overrun and budget.short_zero == 0


def bright(frame: Frame, below: float = TOP) -> np.ndarray:
    """Return the strokes of the tokens, which are brighter than the grid and between the texts."""
    lit = frame.segments[frame.segments[:, 4] > 0.3]
    length = np.hypot(lit[:, 0] - lit[:, 2], lit[:, 1] - lit[:, 3]) / UNIT
    lit = lit[(length > 1.5) & (length < 23)]
    return lit[(lit[:, 1] > TEXT_BELOW * UNIT) & (lit[:, 1] < below * UNIT)]


def tokens_of(frame: Frame) -> dict[int, tuple[float, float]]:
    """Find the tokens on the board: cell index -> centre of the drawing in the cell, in units."""
    cells: dict[int, list[np.ndarray]] = {}
    for row in bright(frame, TEXT_ABOVE):
        column = max(0, min(6, round(((row[0] + row[2]) / 2 / UNIT + 51) / 17)))
        line = round(((row[1] + row[3]) / 2 / UNIT + 41) / 17)
        if line < 6:
            cells.setdefault(line * 7 + column, []).append(row)
    found = {}
    for index, rows in cells.items():
        xs, ys = np.array(rows)[:, [0, 2]], np.array(rows)[:, [1, 3]]
        found[index] = ((xs.min() + xs.max()) / 2 / UNIT, (ys.min() + ys.max()) / 2 / UNIT)
    return found
