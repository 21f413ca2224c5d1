"""Reversi, played by sticks and buttons on the machine it is written for.

Goal: whatever players do, the board in RAM, the discs on the screen, counts, message and state are
those of a plain model.  Method: the bundled cartridge under the executive ROM; what is seen is read
from the segments, what the game knows from the cells docs/reversi.md names.
"""

import random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games import reversi_model as model
from tests.games.reversi_tournament import Cartridge
from vecx.console.frame import Frame

MENU, HUMAN, THINK, FLIP, PASS, OVER, ABOUT, PAUSE = range(8)
COUNT_FRAMES = 90       # the longest a single move turns discs and looks for the next ones
SETTLE = 6              # frames until cursor, preview and text are those of the state
WORK_MOST = 30_000


class Table(Cartridge):
    """A game of two, its frames, and what the model says of it."""

    def __init__(self, preset: str = "hardware", seed: int = 0) -> None:
        self.last: Frame | None = None
        self.drift_most = 0.0
        super().__init__(seed, preset)
        self.begin()

    def begin(self) -> None:
        """Begin the model's game."""
        self.board, self.player = model.start(), model.BLACK
        self.row = self.column = 4
        self.message = 10
        self.moved = 0

    def lay(self, board: list[int], player: int) -> None:
        """Put a position on the board, with its counts."""
        self.m.write("black_count", bytes(board.count(colour)
                                          for colour in (model.BLACK, model.WHITE)))
        super().lay(board, player)

    def frames(self, count: int) -> None:
        """Run some frames; every one keeps within its limits."""
        for frame in self.m.run_frames(count):
            self.last, budget = frame, frame.budget
            assert budget.work_cycles <= WORK_MOST, budget
            assert budget.vectors <= 300
            self.drift_most = max(self.drift_most, float(budget.max_drift_err))

    def byte(self, name: str) -> int:
        """Read a cell."""
        return int(self.m.read(name)[0])

    def press(self, button: int, controller: int = 1) -> None:
        """Press a button of a controller and let go."""
        self.m.press(button, controller)
        self.frames(2)
        self.m.release(button, controller)
        self.frames(SETTLE)

    def push(self, x: int, y: int, controller: int = 1) -> None:
        """Push a stick and let go."""
        self.m.stick(x, y, controller)
        self.frames(2)
        self.m.stick(0, 0, controller)
        self.frames(SETTLE)

    def allowed(self, controller: int) -> bool:
        """Whether a controller may play now: the second one is the second player's."""
        return controller == 1 or self.player == model.WHITE

    def steer(self, x: int, y: int, controller: int) -> None:
        """Push a stick, and move the model's cursor round the edges."""
        self.push(x, y, controller)
        if self.allowed(controller) and self.state() == HUMAN:
            self.row = (self.row - 1 - y) % 8 + 1
            self.column = (self.column - 1 + x) % 8 + 1

    def place(self, controller: int) -> None:
        """Press button 4, and play the model's move if it is one."""
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
        """The player to move has no move: other buttons do nothing, button 2 passes."""
        assert self.state() == PASS and self.byte("message") == 3
        self.press(4)
        assert self.state() == PASS
        passes = self.byte("pass_count")
        self.press(2)
        self.frames(20)
        assert self.byte("pass_count") == passes + 1
        self.player = model.other(self.player)

    def check(self) -> None:
        """RAM agrees with the model."""
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
        """The end: who won, and by how much."""
        ahead = model.lead(self.board, model.BLACK)
        assert self.state() == OVER
        assert self.byte("message") == (4 if not ahead else 7 if ahead > 0 else 8)
        assert not ahead or self.byte("v_number") == abs(ahead)

    def check_picture(self, legal: list[int], turned: list[int]) -> None:
        """Every square shows what lies on it: so much light in its second line."""
        assert self.last is not None
        seen = discs_seen(self.last)
        for square in model.SQUARES:
            if square == self.row * 10 + self.column:
                continue
            wanted = {model.WHITE: "white", model.BLACK: "black", 0: "empty"}[self.board[square]]
            if square in legal:
                wanted = "dot"
            if square in turned:
                wanted += " turns"
            assert seen[square] == wanted, (square, seen[square], wanted)


def discs_seen(frame: Frame) -> dict[int, str]:
    """What each square shows, from the light in the second line of its row."""
    segments = np.asarray(frame.segments)
    lit = segments[segments[:, 4] > 0]
    middles = (lit[:, 1] + lit[:, 3]) / 2
    found = {}
    for row in range(1, 9):
        height = (120 - 29 * (row - 1) - 5) * 126
        line = lit[(np.abs(middles - height) < 250) & (np.abs(lit[:, 1] - lit[:, 3]) < 100)]
        left = np.minimum(line[:, 0], line[:, 2])
        right = np.maximum(line[:, 0], line[:, 2])
        for column in range(1, 9):
            begin = LINE_BEGIN + (column - 1) * 36 * 102
            here = (left >= begin) & (right <= begin + 36 * 102 - 600)
            pieces = sorted((float(a), float(b)) for a, b in zip(left[here], right[here],
                                                               strict=True))
            found[row * 10 + column] = KINDS.get(tuple(round((b - a) / 204) for a, b in pieces),
                                                 f"? {pieces}")
    return found


LINE_BEGIN = -126 * 126 + 1000
# The light in the second line of a square, in places of two cycles, without its left edge.
KINDS = {(): "empty", (12,): "white", (2, 2): "black", (3,): "dot", (8, 2): "white turns",
         (2, 8): "black turns"}


@pytest.fixture(scope="module")
def table() -> Table:
    """A game of two."""
    return Table()


@pytest.fixture(scope="module")
def fresh(table: Table) -> bytes:
    """The snapshot of a game that has just begun."""
    table.frames(SETTLE)
    return table.m.snapshot()


ACTIONS = st.lists(st.tuples(st.sampled_from(("steer", "steer", "steer", "place", "move", "move",
                                              "pass", "pause")), st.integers(0, 3),
                             st.integers(1, 2)), min_size=1, max_size=14)


@settings(max_examples=8, deadline=None,
          suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(actions=ACTIONS, seed=st.integers(0, 1000), plies=st.integers(0, 50))
def test_whatever_players_do(table: Table, fresh: bytes, actions: list[tuple[str, int, int]],
                             seed: int, plies: int) -> None:
    """After any sticks and buttons of both controllers, RAM and screen are the model's."""
    table.m.restore(fresh)
    table.begin()
    draw = random.Random(seed)
    table.board, table.player = model.opening(draw, plies)
    table.lay(table.board, table.player)
    table.frames(SETTLE)
    for name, number, controller in actions:
        if not table.player:
            break
        act(table, name, number, controller, draw)
        table.check()


def act(table: Table, name: str, number: int, controller: int, draw: random.Random) -> None:
    """Do one thing."""
    if name == "steer":
        table.steer(*((0, 1), (1, 0), (0, -1), (-1, 0))[number], controller)
    elif name == "place":
        table.place(controller)
    elif name == "move":        # go to a legal square and place
        square = draw.choice(model.moves(table.board, table.player))
        row, column = divmod(square, 10)
        while table.row != row:
            table.steer(0, 1 if table.row > row else -1, 1)
        while table.column != column:
            table.steer(1 if table.column < column else -1, 0, 1)
        table.place(1)
    elif name == "pass":
        table.press(2, controller)
        if table.allowed(controller):
            table.message = 2
    else:
        table.press(1, controller)
        assert table.state() == PAUSE
        table.press(1 if number % 2 else 4, controller)
        table.frames(SETTLE)


def test_both_stuck_with_squares_left_ends_the_game(table: Table, fresh: bytes) -> None:
    """Where neither can move, the game is over, and the difference is said."""
    table.m.restore(fresh)
    board = model.start()
    for square in model.SQUARES:
        board[square] = model.BLACK if square % 10 <= 6 else 0
    board[88] = model.WHITE
    assert not model.moves(board, model.BLACK) and not model.moves(board, model.WHITE)
    table.m.write("board", bytes(board))
    table.m.write("black_count", bytes((48, 1)))
    table.m.write("v_find_at", 0)
    table.m.write("legal_count", 0)
    table.m.write("v_phase", 1)
    table.m.write("game_state", FLIP)
    table.until(OVER)
    assert table.byte("message") == 7 and table.byte("v_number") == 47
    table.frames(40)
    table.press(4)
    table.frames(20)
    assert table.state() == HUMAN and list(table.m.read("board", 100)) == model.start()


def test_menu_options_and_about() -> None:
    """The menu sets skill, colours and who begins, shows what the game is about, and starts."""
    game = Table.__new__(Table)
    game.last, game.drift_most = None, 0.0
    Cartridge.__init__(game)
    game.press(1)
    for _ in range(2):
        game.push(0, -1)
    game.press(4)
    assert game.state() == MENU
    while game.byte("v_menu"):
        game.push(0, 1)
    for skill in (1, 2, 3, 3):
        game.push(1, 0)
        assert game.byte("skill") == skill
    for line, cell in ((2, "human_side"), (3, "first_player")):
        while game.byte("v_menu") != line:
            game.push(0, -1)
        game.push(1, 0)
        assert game.byte(cell) == model.WHITE
        game.press(4)
        assert game.byte(cell) == model.BLACK
    game.push(0, -1)
    game.press(4)
    assert game.state() == ABOUT
    game.press(3)
    assert game.state() == MENU


@pytest.mark.parametrize("skill", [0, 1, 2])
def test_the_computer_answers(table: Table, fresh: bytes, skill: int) -> None:
    """It shows that it thinks, half a second at least, and plays a legal move."""
    table.m.restore(fresh)
    for cell, value in (("game_mode", 0), ("skill", skill), ("human_side", model.BLACK)):
        table.m.write(cell, value)
    table.begin()
    while table.byte("flip_count") == 0:
        table.push(-1, 0)
        if table.byte("cursor_col") == 4:
            table.push(0, 1)
    table.press(4)
    table.until(THINK)
    assert table.byte("message") == 9
    board = list(table.m.read("board", 100))
    frames = table.until(HUMAN)
    assert frames >= 25
    after = list(table.m.read("board", 100))
    assert after in [model.play(board, model.WHITE, square)
                     for square in model.moves(board, model.WHITE)]


def test_a_hint_moves_the_cursor(table: Table, fresh: bytes) -> None:
    """Button 3 lets the computer choose: the cursor goes there, and nothing is played."""
    table.m.restore(fresh)
    table.m.write("skill", 1)
    table.press(3)
    table.until(HUMAN)
    table.frames(SETTLE)
    hint = table.byte("hint_move")
    assert hint in model.moves(model.start(), model.BLACK)
    assert hint == table.byte("cursor_row") * 10 + table.byte("cursor_col")
    assert list(table.m.read("board", 100)) == model.start()


@pytest.mark.slow   # 16 machines
@pytest.mark.parametrize("preset", ["hardware", "worn"])
def test_no_frame_drifts(preset: str) -> None:
    """Menu and board keep within two units of the screen on a good and on old machines."""
    for seed in range(16 if preset == "worn" else 1):
        game = Table(preset, seed)
        game.lay(*model.opening(random.Random(seed), 40))
        game.frames(10)
        assert game.drift_most <= 2.0
