"""Connect-4: positions in the picture with all presets and on many old machines.

Goal: with every preset and on many machines, the board is large, the grid closes, tokens are in
their cells, and texts are centred.  Every frame keeps its limits, and docs/connect4.md states the
worst frames.  Method: examine the segments of frames; tokens are found by brightness and position.
"""

import random
import re
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from tests.games.connect4_player import (
    EMPTY,
    PLAYING,
    TEXT_ABOVE,
    TEXT_BELOW,
    TIE,
    TIED,
    UNIT,
    WON_X,
    WORK_MOST,
    O,
    Player,
    X,
    bright,
    tokens_of,
)
from vecx.console.frame import Frame

DOCS = Path(__file__).parents[2] / "docs" / "connect4.md"
MENU_TOP, MENU_LINE, HALF_UNIT = -8, 18, UNIT // 2
LETTER_HIGH = 12            # half units
WORN_SEEDS = range(32)
DRIFT_WORN = 3
STATES = {"menu": (0, 0), "playing": (1, 0), "falling and landing": (1, 1), "thinking": (1, 2),
          "aiming": (1, 3), "won": (2, 0), "tie": (4, 0), "pause": (5, 0)}


def middle(ends: np.ndarray) -> float:
    """Return the middle of the lit lines, in units."""
    return float(ends.max() + ends.min()) / 2 / UNIT


def text_of(frame: Frame) -> np.ndarray:
    """Return the line of text below the board."""
    return frame.segments[(frame.segments[:, 1] < TEXT_BELOW * UNIT)
                          & (frame.segments[:, 4] > 0.5)]


def grid_of(frame: Frame) -> tuple[np.ndarray, np.ndarray]:
    """Return the vertical and horizontal lines of the grid, in units."""
    lit = frame.segments.copy()
    lit[:, :4] /= UNIT
    grid = lit[lit[:, 4] < 0.4]
    return (grid[(abs(grid[:, 0] - grid[:, 2]) < 3) & (abs(grid[:, 1] - grid[:, 3]) > 90)],
            grid[(abs(grid[:, 1] - grid[:, 3]) < 3) & (abs(grid[:, 0] - grid[:, 2]) > 90)])


def test_mark_stands_before_the_chosen_line(player: Player) -> None:
    """The mark is level with the chosen line, which is the bright one."""
    for line in range(5):
        if line:
            player.push(0, -1)
        lit = player.run(1).segments
        low = (MENU_TOP - line * MENU_LINE) * HALF_UNIT
        row = lit[(lit[:, 1] > low - 300) & (lit[:, 1] < low + LETTER_HIGH * HALF_UNIT + 300)]
        first = row[row[:, 0] < row[:, 0].min() + 9 * HALF_UNIT]
        assert abs(middle(first[:, [1, 3]]) - middle(row[:, [1, 3]])) < 10
        assert row[:, 4].min() > 0.99
        others = lit[(lit[:, 1] < (MENU_TOP + 14) * HALF_UNIT) & (lit[:, 4] < 0.5)]
        assert len(others) > 30


def test_texts_stand_in_the_middle(player: Player) -> None:
    """The line below the board is centred within a unit."""
    player.start()
    player.run(20)
    for _ in range(2):
        text = text_of(player.run(1))
        assert len(text) > 14 and abs(middle(text[:, [0, 2]])) < 1
        player.press(1)


@pytest.mark.parametrize(("preset", "off", "apart"), [
    ("hardware", 0.25, 0.5), ("ideal", 0.5, 0.5), ("worn", 1.3, 2.1)])
def test_grid_closes(preset: str, off: float, apart: float) -> None:
    """Rows end at the outer columns, columns at the outer rows; cells are equal."""
    player = Player(preset)
    player.start()
    player.run(20)
    upright, level = grid_of(player.run(1))
    columns = np.sort(upright[:, [0, 2]].mean(axis=1))
    rows = np.sort(level[:, [1, 3]].mean(axis=1))
    assert (len(columns), len(rows)) == (8, 6)
    assert abs(columns[0] - level[:, [0, 2]].min()) < off
    assert abs(columns[-1] - level[:, [0, 2]].max()) < off
    inner = upright[abs(upright[:, 0]) < 50]
    assert np.abs(np.minimum(inner[:, 1], inner[:, 3]) - rows[0]).max() < off
    tops = np.maximum(upright[:, 1], upright[:, 3])
    assert np.ptp(tops) < 2 * off
    for places in (columns, rows):
        assert np.ptp(np.diff(places)) < apart
        assert np.abs(np.diff(places) - 17).max() < max(apart, off)


@pytest.mark.parametrize("preset", ["hardware", "ideal"])
def test_board_fills_the_screen(preset: str) -> None:
    """The grid takes at least 85 % of the width, and nothing leaves the screen."""
    player = Player(preset)
    player.start()
    upright, level = grid_of(player.run(1))
    half = player.m.analog.half_w
    assert np.ptp(upright[:, [0, 2]]) * UNIT > 0.85 * 2 * half
    assert np.ptp(level[:, [0, 2]]) * UNIT > 0.85 * 2 * half
    lit = player.run(1).segments
    assert np.abs(lit[:, [0, 2]]).max() < half
    assert np.abs(lit[:, [1, 3]]).max() < player.m.analog.half_h


@pytest.mark.parametrize("preset", ["ideal", "hardware"])
@pytest.mark.parametrize("token", [X, O])
def test_tokens_fill_their_cells(preset: str, token: int) -> None:
    """A token fills four fifths of a cell, slightly less on the preset ideal."""
    player = Player(preset)
    player.start()
    player.lay([EMPTY] * 24 + [token] + [EMPTY] * 17)
    player.m.write("game_state", TIE)
    player.run(2)
    lit = bright(player.run(1), TEXT_ABOVE) / UNIT
    most = 17 * (0.785 if preset == "hardware" else 0.74)
    for ends in (lit[:, [0, 2]], lit[:, [1, 3]]):
        assert most < np.ptp(ends) < 15


@pytest.mark.parametrize("seed", [*WORN_SEEDS][:4] + [
    pytest.param(seed, marks=pytest.mark.slow) for seed in WORN_SEEDS[4:]])   # 28 more machines
def test_old_machines_show_the_board(seed: int) -> None:
    """On old machines drift is at most 3 and tokens stay in their cells."""
    player = Player("worn", seed)
    chance = random.Random(seed)
    player.start()
    mixed = list(TIED)
    chance.shuffle(mixed)
    for board in (TIED, mixed):
        player.lay(board)
        player.m.write("game_state", TIE)
        player.run(2)
        frame = player.run(1)
        assert frame.budget.max_drift_err <= DRIFT_WORN and frame.budget.short_zero == 0
        places = tokens_of(frame)
        assert sorted(places) == list(range(42))
        extents: dict[int, list[float]] = defaultdict(list)
        for row in bright(frame, TEXT_ABOVE) / UNIT:
            column = max(0, min(6, round(((row[0] + row[2]) / 2 + 51) / 17)))
            extents[column] += [row[0], row[2]]
        for column in range(6):
            assert max(extents[column]) < min(extents[column + 1])
        for index, (x, y) in places.items():
            assert abs(x + 51 - 17 * (index % 7)) < 2.5 and abs(y + 41 - 17 * (index // 7)) < 2.5


# The cost of every frame

Worst = dict[tuple[int, int], tuple[int, int, float]]


class Watcher(Player):
    """A player that records the most expensive frame of each state."""

    def __init__(self) -> None:
        self.worst: Worst = {}
        super().__init__()

    def run(self, count: int) -> Frame:
        """Run some frames, and record their cost by the state in which they began."""
        for _ in range(count):
            state = self.byte("game_state")
            key = (2 if state == 3 else state, self.byte("v_phase") if state == PLAYING else 0)
            budget = super().run(1).budget
            old = self.worst.get(key, (0, 0, 0.0))
            self.worst[key] = (max(old[0], budget.work_cycles), max(old[1], budget.vectors),
                               max(old[2], budget.max_drift_err))
        return self.frames[-1]


def play_the_end(player: Player, seed: int) -> None:
    """Play the last moves of a nearly full board, with refusals and pauses, to the menu."""
    chance = random.Random(seed)
    player.start(seed % 5)
    player.run(20)
    board = [1 + (i % 7 // 2 + i // 7 + seed // 4) % 2 for i in range(42)]
    for column in chance.sample(range(7), chance.choice((1, 2))):
        for row in range(6 - chance.choice((1, 2)), 6):
            board[row * 7 + column] = EMPTY
    player.lay(board)
    player.m.write("v_scores", bytes((98, 97, 99, 88)))
    player.m.write("current_player", X)
    for move in range(4):
        free = [column for column in range(7) if player.board[35 + column] == EMPTY]
        if player.byte("game_state") != PLAYING or not free:
            break
        if move == 1:
            player.press(1)
            player.run(60)
            player.press(1)
        if move == 2:
            player.drop(next(column for column in range(7) if column not in free))
        player.drop(chance.choice(free))
        for _ in range(260):
            if player.byte("game_state") != PLAYING or player.byte("v_phase") == 0:
                break
            player.run(1)
    player.run(270)
    player.press(1)
    player.run(30)


@pytest.mark.parametrize("seeds", [range(4), pytest.param(
    range(4, 48), marks=pytest.mark.nightly)])          # 44 games of full boards
def test_worst_frames_are_those_of_the_manual(seeds: range) -> None:
    """docs/connect4.md states the most expensive frames, with little margin."""
    stated = {}
    for line in DOCS.read_text("utf-8").splitlines():
        if found := re.fullmatch(r"\| ([\w ]+?) \| (\d+,\d{3}) \| (\d+) \| ([\d.]+) \|", line):
            name, work, vectors, drift = found.groups()
            stated[name] = (int(work.replace(",", "")), int(vectors), float(drift))
    assert stated.keys() == STATES.keys()
    player = Watcher()
    menu = player.m.keep()
    player.run(200)
    for seed in seeds:
        player.m.restore(menu)
        player.m.release(4)
        play_the_end(player, seed)
    for name, limits in stated.items():
        assert limits[0] <= WORK_MOST and limits[1] <= 300 and limits[2] <= 2
        found = player.worst.get(STATES[name], (0, 0, 0.0))
        assert all(cost <= limit for cost, limit in zip(found, limits, strict=True)), (name, found)
        if len(seeds) > 20:
            assert found[0] > limits[0] - 700, (name, found)


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_keeps_the_account(player: Player, seed: int) -> None:
    """Every frame of a game against each level keeps the limits."""
    chance = random.Random(seed)
    player.start(1 + seed)
    while player.byte("game_state") == PLAYING:
        if player.byte("v_phase") == 0 and player.byte("current_player") == X:
            free = [column for column in range(7) if player.board[35 + column] == EMPTY]
            player.drop(chance.choice(free))
        else:
            player.run(1)
    player.run(60)
    assert player.byte("game_state") in (2, 3, TIE) and O in player.board


def test_winning_four_are_lit_and_the_others_dimmed(player: Player) -> None:
    """Only strokes in the winning cells are bright while they pulse."""
    player.start()
    for column in (0, 1, 0, 1, 0, 1, 0):
        player.drop(column)
    assert player.byte("game_state") == WON_X
    player.run(40)
    for _ in range(16):
        lit = bright(player.run(1), TEXT_ABOVE)
        column = np.round(((lit[:, 0] + lit[:, 2]) / 2 / UNIT + 51) / 17)
        assert set(column) == {0, 1}
        assert lit[column == 0, 4].min() > 0.6 and lit[column == 1, 4].max() < 0.4


def test_four_tokens_at_most_pile_up_beside_the_figure() -> None:
    """Tokens appear one by one, two on each side, and then start again."""
    player = Player()
    drawn: list[int] = []
    player.m.on_pc("token_draw_at", lambda m: drawn.append(0))
    counts = []
    for _ in range(300):
        drawn.clear()
        player.run(1)
        counts.append(len(drawn))
    assert {*counts} == {1, 2, 3, 4}
