"""Connect-4 against the computer, with random inputs of both controllers, compared with a model.

Goal: for any inputs, also while the computer thinks, board, tokens and text drawn, player, score
and state agree with the rules in every frame.  Method: if the board changes in a frame, the change
must be one token of the player to move; the drawing is compared whenever no token falls.
"""

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.connect4_controls import think
from tests.games.connect4_model import (
    LOCKED_FRAMES,
    draw_texts,
    result_of,
    same,
    strokes_of_text,
)
from tests.games.connect4_player import (
    DIRECTIONS,
    EMPTY,
    LINES,
    PAUSE,
    PLAYING,
    TIE,
    WON_X,
    O,
    Player,
    X,
    tokens_of,
)
from tests.games.players import free_columns, put
from vecx.console.snapshot import Kept

CHOOSE, FALL, THINK, AIM = range(4)
WAIT_MOST = 500         # frames until it is the player's turn again
CONTROLS = ["STICK AIMS", "4 DROPS", "3 HINTS", "1 PAUSES", "2 UNDOES"]
TEXTS = ["YOU MOVE", "THINKING", "4 PLAY NOW", "FULL", "PAUSE", "1 RESUME", "2 MENU",
         "4 NEW GAME", "1 MENU", *CONTROLS]
FIRST_MOVES = 2         # the line below the board names the controls until they are made


class Duel:
    """A game against a level, and the state that the rules require."""

    def __init__(self, player: Player, menu: bytes, level: int,
                 texts: dict[str, np.ndarray]) -> None:
        self.player, self.m, self.texts = player, player.m, texts
        player.m.restore(menu)
        player.frames = []
        player.m.write("v_scores", bytes(10))
        self.score, self.starter = [0, 0], X
        player.start(1 + level)
        self.begin()

    def lay(self, draw: random.Random, plies: int) -> None:
        """Put a position without a line on the board, with X to move."""
        while True:
            board, won = [EMPTY] * 42, False
            for ply in range(2 * (plies // 2)):
                won |= put(board, draw.choice(free_columns(board)), X + ply % 2)
            if not won:
                break
        self.player.lay(board)
        self.board, self.moved = board, 42 - board.count(EMPTY)

    def begin(self) -> None:
        """Empty the board; the starter is to move."""
        self.board, self.mover, self.moved, self.winner = [EMPTY] * 42, self.starter, 0, EMPTY

    def run(self, count: int) -> None:
        """Run some frames, and check each."""
        for _ in range(count):
            frame = self.player.run(1)
            self.look()
            if self.rests():
                self.look_at(frame)

    def rests(self) -> bool:
        """Return whether nothing falls."""
        phase = self.player.byte("v_phase")
        return phase != FALL or self.player.byte("game_state") not in (PLAYING, PAUSE)

    def look(self) -> None:
        """Check that RAM agrees with the model."""
        if self.player.byte("move_count") == self.moved + 1:
            self.moved += 1
            if put(self.board, self.player.byte("last_col"), self.mover):
                self.winner = self.mover
            self.mover = X + O - self.mover
        assert self.player.board == self.board
        assert self.player.byte("move_count") == self.moved
        assert self.player.byte("current_player") == self.mover
        state = self.player.byte("game_state")
        if state in (WON_X, WON_X + 1, TIE):
            assert state == (WON_X + self.winner - X if self.winner else TIE)
            assert self.winner or EMPTY not in self.board
        elif self.rests():
            assert state in (PLAYING, PAUSE) and not self.winner and EMPTY in self.board

    def look_at(self, frame: object) -> None:
        """Check that every token is drawn while nothing falls."""
        if self.player.byte("v_state_frames") > 1:
            seen = set(tokens_of(frame))        # type: ignore[arg-type]
            assert seen == {cell for cell in range(42) if self.board[cell]}

    def text(self) -> str:
        """Return the text below the board."""
        strokes = strokes_of_text(self.player.frames[-1])
        return next((words for words, look in self.texts.items() if same(strokes, look)), "")

    def press(self, button: int, controller: int = 1) -> None:
        """Press and release a button, frame by frame."""
        self.m.press(button, controller)
        self.run(2)
        self.m.release(button, controller)
        self.run(2)

    def push(self, step: int, controller: int = 1) -> None:
        """Push and release a stick sideways."""
        self.m.stick(step, 0, controller)
        self.run(2)
        self.m.stick(0, 0, controller)
        self.run(2)

    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.player.byte("game_state") in (WON_X, WON_X + 1, TIE)

    def follow(self, draw: random.Random) -> None:
        """Wait until X is to move or the game is over; send inputs while the computer thinks."""
        for _ in range(WAIT_MOST):
            if self.over() or self.player.byte("v_phase") == CHOOSE:
                break
            if self.player.byte("v_phase") in (THINK, AIM):
                assert self.text() in ("THINKING", "4 PLAY NOW", "")
                if draw.random() < 0.03:
                    self.meddle(draw)
            self.run(1)
        else:
            raise AssertionError("the computer does not move")
        if self.over():
            self.end()

    def meddle(self, draw: random.Random) -> None:
        """Send inputs while the computer thinks: button 4 ends that, button 1 pauses, and no other
        has an effect.
        """
        what, controller = draw.randrange(4), draw.randint(1, 2)
        if what == 0:
            self.push(draw.choice((-1, 1)), controller)
        elif what == 1 and self.rests():
            moved = self.moved
            self.press(1, controller)
            self.run(10)
            if self.player.byte("game_state") == PAUSE:
                assert self.moved == moved and self.text() in ("PAUSE", "1 RESUME", "2 MENU")
                self.press(1, controller)
        else:
            self.press(draw.choice((2, 3, 4)), controller)

    def end(self) -> None:
        """Check score, starter and texts; then begin the next game."""
        if self.winner:
            self.score[self.winner - X] += 1
            self.starter = X + O - self.winner
        else:
            self.starter = X + O - self.starter
        scores, at = list(self.m.read("v_scores", 10)), 2 + 2 * self.player.byte("cpu_level")
        assert scores[at:at + 2] == self.score and sum(scores) == sum(self.score)
        said = {EMPTY: "TIE GAME", X: "YOU WIN", O: "CPU WINS"}[self.winner]
        first, second = reversed(self.score) if self.winner == O else self.score
        self.run(LOCKED_FRAMES)
        assert self.text() in ("4 NEW GAME", "1 MENU")
        assert result_of(self.player) == f"{said} {first}-{second}"
        self.m.press(4)
        self.player.run(1)
        self.m.release(4)
        for _ in range(3):
            if self.player.byte("game_state") == PLAYING:
                break
            self.player.run(1)
        self.begin()
        self.run(4)


def check_play(duel: Duel, doings: list[tuple[str, int, int]], seed: int, plies: int) -> None:
    """Play from a random position, and check every frame."""
    draw = random.Random(seed)
    duel.lay(draw, plies)
    duel.player.run(1)
    for what, controller, value in doings:
        duel.follow(draw)
        if duel.player.byte("v_phase") != CHOOSE:
            continue
        cursor = duel.player.byte("cursor_col")
        if what == "push":
            duel.push(value, controller)
            moved = value if controller == 1 else 0
            assert duel.player.byte("cursor_col") == max(0, min(6, cursor + moved))
        elif what == "pause":
            duel.press(1, controller)
            duel.run(6)
            assert duel.player.byte("game_state") == PAUSE
            duel.press(1, controller)
        else:
            moves, full = duel.moved, duel.board[35 + cursor] != EMPTY
            duel.press(4, controller)
            assert duel.moved == moves + (controller == 1 and not full)
            assert controller == 2 or not full or duel.text() == "FULL"
        if duel.player.byte("v_phase") == CHOOSE and not duel.player.byte("v_refused"):
            duel.run(1)
            assert duel.text() in ["YOU MOVE", *(CONTROLS if duel.moved < FIRST_MOVES else ())]
    duel.player.check_account()


class Start:
    """The start of every game; its repr is short, since hypothesis prints it."""

    def __init__(self, player: Player, menu: bytes) -> None:
        self.player, self.menu = player, menu
        self.texts = draw_texts(player, menu, TEXTS)

    def duel(self, level: int) -> Duel:
        """Begin a game against a level."""
        return Duel(self.player, self.menu, level, self.texts)


@pytest.fixture(scope="module")
def start(booted: tuple[Player, Kept]) -> Start:
    """Return a machine in the menu, and the strokes of the texts."""
    return Start(*booted)


push = st.tuples(st.just("push"), st.sampled_from((1, 1, 1, 2)), st.sampled_from((-1, 1)))
other = st.tuples(st.sampled_from(("drop", "drop", "drop", "drop", "pause")),
                  st.sampled_from((1, 1, 1, 2)), st.just(0))
actions = st.lists(st.one_of(push, other), min_size=10, max_size=50)


@pytest.mark.slow
@settings(max_examples=5)
@given(doings=actions, seed=st.integers(0, 1000), plies=st.integers(0, 38))
def test_game_against_easy_agrees(start: Start, doings: list[tuple[str, int, int]], seed: int,
                                  plies: int) -> None:
    """Game and model agree for any inputs against the level easy."""
    check_play(start.duel(0), doings, seed, plies)


@pytest.mark.slow       # many games, and searches that take seconds
@settings(max_examples=8)
@given(doings=actions, seed=st.integers(0, 1000), plies=st.integers(0, 38),
       level=st.integers(0, 2))
def test_games_against_every_level_agree(start: Start,
                                         doings: list[tuple[str, int, int]], seed: int,
                                         plies: int, level: int) -> None:
    """Game and model agree for any inputs against every level."""
    check_play(start.duel(level), doings, seed, plies)


# X at column 3, row 2 turns eleven windows into threats at once, which is the maximum.
ELEVEN = (". O O . . O X",
          ". X O . . X O",
          ". O X . . O O",
          ". X X . . X X",
          ". O X X . O O",
          ". X O X . X O")


def test_a_token_with_eleven_threats_keeps_the_frame(booted: tuple[Player, Kept]) -> None:
    """The most expensive token keeps the frame's limit, for either side."""
    player, menu = booted
    for mine, theirs in ((X, O), (O, X)):
        board = [{"X": mine, "O": theirs, ".": EMPTY}[sign] for row in reversed(ELEVEN)
                 for sign in row.split()]
        threats = 0
        for line in LINES:
            tokens = [board[cell] for cell in line]
            threats += 17 in line and tokens.count(mine) == 2 and tokens.count(theirs) == 0
        assert threats == 11
        for level in (1, 2):
            player.m.restore(menu)
            player.start(1 + level)
            player.run(20)
            player.lay(board)
            player.m.write("current_player", O)
            think(player.m)
            player.run(1)
            player.frames = []
            for _ in range(230):
                player.run(1)
                if player.byte("v_think_done"):
                    break
            player.check_account()


def test_no_token_makes_more_than_eleven_threats() -> None:
    """No filling of the cells around a token makes more than eleven threats."""
    most = 0
    for cell in range(42):
        total = 0
        for up, right in DIRECTIONS:
            lines = [line for line in LINES if cell in line and line[1] - line[0] == 7 * up + right]
            around = sorted({other for line in lines for other in line} - {cell})
            total += max((made(lines, dict(zip(around, tokens, strict=True)), cell)
                          for tokens in product((EMPTY, X, O), repeat=len(around))), default=0)
        most = max(most, total)
    assert most == 11


def made(lines: list[list[int]], tokens: dict[int, int], cell: int) -> int:
    """Return how many lines become threats when X plays a cell; none if one is filled."""
    tokens[cell] = X
    found = [sorted(tokens[other] for other in line) for line in lines]
    upright = bool(lines) and lines[0][1] - lines[0][0] == 7    # full below, empty above
    falls = all((tokens[other] == EMPTY) == (other > cell) for other in tokens if other != cell)
    return found.count([EMPTY, X, X, X]) if [X] * 4 not in found and (falls or not upright) else 0
