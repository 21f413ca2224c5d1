"""Connect-4 played at random through both controllers, compared with a model in Python.

Goal: for any inputs, board, tokens drawn, text drawn, player, score and state agree with the rules.
Method: hypothesis chooses the actions; after each, the game comes to rest, and is compared with the
model.  Texts are recognised by drawing the same words elsewhere.
"""

from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.connect4_model import (
    LOCKED_FRAMES,
    draw_texts,
    result_of,
    same,
    strokes_of_text,
)
from tests.games.connect4_player import (
    EMPTY,
    MENU,
    PAUSE,
    PLAYING,
    TEXT_ABOVE,
    TIE,
    TOP,
    UNIT,
    WON_X,
    O,
    Player,
    X,
    bright,
    tokens_of,
)
from tests.games.players import put
from vecx.console.snapshot import Kept

CURSOR_ROW = 6
CONTROLS = ["STICK AIMS", "4 DROPS", "3 HINTS", "1 PAUSES"]
TEXTS = ["X MOVES", "O MOVES", "FULL", "PAUSE", "1 RESUME", "2 MENU", "4 NEW GAME", "1 MENU",
         *CONTROLS]
FIRST_MOVES = 2         # the line below the board names the controls until they are made

push = st.tuples(st.just("push"), st.sampled_from((1, 2)), st.sampled_from((-1, 1)))
press = st.tuples(st.just("press"), st.sampled_from((1, 2)),
                  st.sampled_from((1, 2, 3, 4, 4, 4, 4, 4, 4)))
actions = st.lists(st.one_of(push, press), min_size=15, max_size=60)


@dataclass
class Model:
    """A two-player game, as the manual describes it."""

    state: int = MENU
    board: list[int] = field(default_factory=lambda: [EMPTY] * 42)
    player: int = X
    starter: int = X
    cursor: int = 3
    refused: bool = False
    score: list[int] = field(default_factory=lambda: [0, 0])

    def start(self) -> None:
        """Empty the board."""
        self.state, self.board, self.player, self.cursor = PLAYING, [EMPTY] * 42, self.starter, 3
        self.refused = False

    def push(self, controller: int, step: int) -> None:
        """Push a stick sideways."""
        if self.state == PLAYING and (controller == 1 or self.player == O):
            self.cursor = max(0, min(6, self.cursor + step))
            self.refused = False

    def press(self, controller: int, button: int) -> None:
        """Press a button, and update the model for the state at rest."""
        if self.state == MENU and (controller, button) == (1, 4):
            self.starter = X
            self.start()
        elif self.state == PLAYING and button == 1:
            self.state = PAUSE
        elif self.state == PLAYING and button == 4 and (controller == 1 or self.player == O):
            self.drop()
        elif self.state == PAUSE and button in (1, 2):
            self.state = PLAYING if button == 1 else MENU
        elif self.state in (WON_X, WON_X + 1, TIE) and button in (1, 4):
            if button == 4:
                self.start()
            else:
                self.state = MENU

    def drop(self) -> None:
        """Drop a token, and update the state of the game."""
        self.refused = self.board[35 + self.cursor] != EMPTY
        if self.refused:
            return
        mover, self.player = self.player, X + O - self.player
        if put(self.board, self.cursor, mover):
            self.state = WON_X + mover - X
            self.score[mover - X] = min(99, self.score[mover - X] + 1)
            self.starter = X + O - mover
        elif EMPTY not in self.board:
            self.state = TIE
            self.starter = X + O - self.starter

    def texts(self) -> set[str]:
        """Return the texts that may be below the board."""
        if self.state == PLAYING:
            whose = f"{' XO'[self.player]} MOVES"
            if self.refused:
                return {"FULL"}
            return {whose, *CONTROLS} if 42 - self.board.count(EMPTY) < FIRST_MOVES else {whose}
        if self.state == PAUSE:
            return {"PAUSE", "1 RESUME", "2 MENU"}
        return {"4 NEW GAME", "1 MENU"}

    def result(self) -> str:
        """Return the line above the board after the end, with the winner's score first."""
        if self.state == TIE:
            return "TIE GAME {}-{}".format(*self.score)
        if self.state == WON_X:
            return "X WINS {}-{}".format(*self.score)
        return "O WINS {}-{}".format(*reversed(self.score)) if self.state == WON_X + 1 else ""


@pytest.fixture(scope="module")
def drawn(booted: tuple[Player, Kept]) -> dict[str, np.ndarray]:
    """Return the texts of a two-player game."""
    return draw_texts(*booted, TEXTS)


HINT_FRAMES = 160       # for a hint and the cursor's movement


def settle(player: Player, model: Model) -> None:
    """Wait until a token has landed or a hint has ended; the model takes over a hint's cursor."""
    if player.byte("v_hinting"):
        for _ in range(HINT_FRAMES):
            player.run(1)
            if not player.byte("v_hinting"):
                break
        assert not player.byte("v_hinting")
        model.cursor = player.byte("cursor_col")
        assert model.board[35 + model.cursor] == EMPTY or model.board[model.cursor] == EMPTY
    for _ in range(60):
        if player.byte("v_phase") != 1 or player.byte("game_state") != PLAYING:
            break
        player.run(1)
    if model.state in (WON_X, WON_X + 1, TIE):
        player.run(LOCKED_FRAMES)
    player.run(1)


def look(player: Player, model: Model, drawn: dict[str, np.ndarray]) -> None:
    """Compare game and model."""
    assert player.byte("game_state") == model.state
    if model.state == MENU:
        return
    model.refused = model.refused and player.byte("v_refused") > 1
    assert player.board == model.board
    assert player.byte("current_player") == model.player
    assert player.byte("move_count") == 42 - model.board.count(EMPTY)
    assert list(player.m.read("v_scores", 2)) == model.score
    frame = player.run(1)
    assert set(tokens_of(frame)) == {cell for cell in range(42) if model.board[cell]}
    strokes: dict[tuple[int, int], int] = {}
    for row in bright(frame, TEXT_ABOVE if model.result() else TOP) / UNIT:
        key = (round(((row[1] + row[3]) / 2 + 41) / 17), round(((row[0] + row[2]) / 2 + 51) / 17))
        strokes[key] = strokes.get(key, 0) + 1
    cursor = model.cursor if model.state in (PLAYING, PAUSE) else None
    shown = {key for key in strokes if key[0] == CURSOR_ROW}
    assert shown <= {(CURSOR_ROW, cursor)} and (model.refused or len(shown) == (cursor is not None))
    for (row, column), count in strokes.items():
        kind = model.player if row == CURSOR_ROW else model.board[row * 7 + column]
        assert (count < 6) == (kind == X)
    assert not model.result() or result_of(player) == model.result()
    text = strokes_of_text(frame)
    assert any(same(text, drawn[words]) for words in model.texts()), model.texts()


def check_play(player: Player, menu: bytes, drawn: dict[str, np.ndarray],
         doings: list[tuple[str, int, int]]) -> None:
    """Perform all actions on game and model, and compare after each."""
    player.m.restore(menu)
    player.frames = []
    player.m.write("v_scores", bytes(4))
    model = Model()
    model.press(1, 4)
    player.press(4)
    for what, controller, value in doings:
        if what == "push":
            player.push(value, 0, controller)
            model.push(controller, value)
        else:
            player.press(value, controller)
            model.press(controller, value)
        settle(player, model)
        look(player, model, drawn)
    player.check_account()


@settings(max_examples=8)
@given(doings=actions)
def test_game_agrees_with_the_model(booted: tuple[Player, Kept],
                                    drawn: dict[str, np.ndarray],
                                    doings: list[tuple[str, int, int]]) -> None:
    """Game and model agree for any inputs of both controllers."""
    check_play(*booted, drawn, doings)


@pytest.mark.nightly       # twelve times as many games
@settings(max_examples=100)
@given(doings=actions)
def test_many_games_agree_with_the_model(booted: tuple[Player, Kept],
                                         drawn: dict[str, np.ndarray],
                                         doings: list[tuple[str, int, int]]) -> None:
    """Game and model agree in many more games."""
    check_play(*booted, drawn, doings)


def test_loser_starts_and_the_score_counts(booted: tuple[Player, Kept],
                                           drawn: dict[str, np.ndarray]) -> None:
    """The loser begins the next game, and the score counts the wins."""
    win = [("press", 1, 4)]
    steps: list[tuple[str, int, int]] = []
    for _ in range(3):
        for turn in range(6):           # the first player drops in the middle, the other next to it
            if turn:
                steps.append(("push", 1, 1 if turn % 2 else -1))
            steps += win
        steps += [("push", 1, -1), *win, *win]      # four in the middle, and the next game
    check_play(*booted, drawn, steps)
    player = booted[0]
    assert list(player.m.read("v_scores", 2)) == [2, 1] and player.byte("v_starter") == O
    player.m.reset()
    player.m.run_until("pc < $C000 && [v_state_frames] == 5", frames=900)
    assert list(player.m.read("v_scores", 2)) == [2, 1], "a reset keeps the score"
