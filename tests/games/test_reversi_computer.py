"""Reversi against the computer: whole games, exact ends, and the weakest skill.

Goal: the computer plays by the rules whatever a player does meanwhile; the strongest skill plays
the end perfectly, and the weakest can be beaten.  Method: every frame is compared with a simple
model, in which each move or pass must be legal; the board in RAM must equal the model's.
"""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games import reversi_model as model
from tests.games.reversi_player import (
    FLIP,
    HUMAN,
    OVER,
    PASS,
    PAUSE,
    SETTLE,
    THINK,
    Table,
    discs_seen,
)
from tests.games.reversi_tournament import Cartridge, tournament

WAIT_MOST = 1_500       # frames until it is a player's turn again: two searches, flips, passes
EXACT_EMPTY = 6
EXACT_POSITIONS = 36


class Duel(Table):
    """A game against the computer in which every frame is checked."""

    tracking = False

    def begin(self) -> None:
        """Return to the new game, and track no moves until a position is set up."""
        self.tracking = False
        super().begin()

    def against(self, skill: int, human: int, board: list[int], player: int) -> None:
        """Set up a position in which the computer has the other colour."""
        self.tracking = False
        for name, value in (("game_mode", 0), ("skill", skill), ("human_side", human),
                            ("move_count", 0), ("pass_count", 0), ("last_move", 0),
                            ("v_stale", 8)):
            self.m.write(name, value)
        self.set_position(board, player)
        self.human, self.board, self.player = human, board, player
        self.moved = self.passed = 0
        self.tracking = True

    def frames(self, count: int) -> None:
        """Run some frames, and check each."""
        for _ in range(count):
            super().frames(1)
            if self.tracking:
                self.track()

    def track(self) -> None:
        """Check that the change since the last frame is a move or a pass of the model."""
        if self.byte("move_count") != self.moved:
            self.moved += 1
            move = self.byte("last_move")
            assert move in model.moves(self.board, self.player)
            self.board = model.play(self.board, self.player, move)
            self.player = model.other(self.player)
        if self.byte("pass_count") != self.passed:
            self.passed += 1
            assert not model.moves(self.board, self.player)
            self.player = model.other(self.player)
        assert list(self.m.read("board", 100)) == self.board
        assert self.byte("move_count") == self.moved and self.byte("pass_count") == self.passed
        state = self.state()
        if state in (HUMAN, THINK, PASS):
            assert self.byte("current_player") == self.player
        if state in (HUMAN, THINK, PASS, OVER):
            assert self.byte("black_count") == self.board.count(model.BLACK)
            assert self.byte("white_count") == self.board.count(model.WHITE)
        if state == THINK:
            assert self.byte("message") == 9
        elif state == PASS:
            assert self.byte("message") == 3 and not model.moves(self.board, self.player)

    def follow(self, draw: random.Random) -> None:
        """Wait until the player is to move or the game is over; send inputs meanwhile."""
        for _ in range(WAIT_MOST):
            state = self.state()
            if state == OVER or (state == HUMAN and self.byte("v_phase") != FLIP):
                break
            if state == THINK and draw.random() < 0.03:
                self.meddle(draw)
            elif state == PASS and self.player == self.human:
                self.press(4)
                assert self.state() == PASS
                self.press(2)
            else:
                self.frames(1)
        else:
            raise AssertionError(f"the game stays in state {self.state()}")
        self.frames(SETTLE)
        self.row, self.column = self.byte("cursor_row"), self.byte("cursor_col")

    def meddle(self, draw: random.Random) -> None:
        """Send inputs that must have no effect: sticks, buttons, a pause."""
        what, controller = draw.randrange(5), draw.randint(1, 2)
        if what == 0:
            self.push(draw.choice((-1, 1)), draw.choice((-1, 0, 1)), controller)
        elif what == 1:
            self.check_discs()
            moved = self.moved
            self.press(1, controller)
            if self.state() == PAUSE:
                self.frames(20)
                assert self.moved == moved
                self.press(1)
        else:
            self.press(what, controller)

    def check_discs(self) -> None:
        """While the computer thinks, check the discs, and the one that wanders over legal moves."""
        if self.state() != THINK or self.byte("v_stale") or self.byte("v_phase"):
            return
        assert self.last is not None
        names = {model.WHITE: "white", model.BLACK: "black", 0: "empty"}
        seen = discs_seen(self.last)
        ghost = self.byte("v_ghost")
        if ghost:
            assert ghost in model.moves(self.board, self.player)
            assert seen[ghost] != "empty"
            seen[ghost] = "empty"
        assert seen == {square: names[self.board[square]] for square in model.SQUARES}

    def check_asked(self) -> None:
        """Check moves, preview, message and squares when the player is to move."""
        if self.state() == OVER:
            assert not model.to_move(self.board, self.player)
            ahead = model.lead(self.board, self.human)
            assert self.byte("message") == (4 if not ahead else 5 if ahead > 0 else 6)
            assert not ahead or self.byte("v_number") == abs(ahead)
            return
        assert self.player == self.human
        legal = model.moves(self.board, self.player)
        assert list(self.m.read("legal_moves", self.byte("legal_count"))) == legal
        turned = model.turns(self.board, self.player, self.row * 10 + self.column)
        assert self.byte("flip_count") == len(turned)
        assert self.byte("message") in (1, 2, 10, *range(12, 17))      # 12 to 16: a hint
        self.check_picture(legal, turned)

    def act(self, name: str, number: int, draw: random.Random) -> None:
        """Perform one action as the player."""
        square = self.row * 10 + self.column
        if name == "steer":
            x, y = ((0, 1), (1, 0), (0, -1), (-1, 0))[number]
            self.push(x, y)
            self.row, self.column = (self.row - 1 - y) % 8 + 1, (self.column - 1 + x) % 8 + 1
        elif name == "place" and square not in model.moves(self.board, self.player):
            self.press(4)
            assert self.byte("message") == 1
        elif name == "pass":
            self.press(2)
            assert self.byte("message") == 2
        elif name == "hint":
            self.press(3)
            self.follow(draw)
            assert self.byte("hint_move") in model.moves(self.board, self.player)
            assert self.byte("hint_move") == self.row * 10 + self.column
        else:
            self.go(draw.choice(model.moves(self.board, self.player)))
            moved = self.moved
            self.press(4)
            assert self.moved == moved + 1
            self.follow(draw)

    def go(self, square: int) -> None:
        """Move the cursor to a square."""
        while (self.byte("cursor_row"), self.byte("cursor_col")) != divmod(square, 10):
            row, column = divmod(square, 10)
            y = (self.byte("cursor_row") > row) - (self.byte("cursor_row") < row)
            x = (self.byte("cursor_col") < column) - (self.byte("cursor_col") > column)
            self.push(x, y)


@pytest.fixture(scope="module")
def duel() -> Duel:
    """Return a game against the computer, in whatever state the test before has left it."""
    return Duel()


ACTIONS = st.lists(st.tuples(st.sampled_from(("steer", "place", "pass", "hint", "move", "move",
                                              "move", "move")), st.integers(0, 3)),
                   min_size=1, max_size=12)


def check_play(duel: Duel, actions: list[tuple[str, int]], skill: int, human: int,
               seed: int, plies: int) -> None:
    """Play, and check after every action."""
    duel.begin()
    duel.frames(SETTLE)
    draw = random.Random(seed)
    duel.against(skill, human, *model.opening(draw, plies))
    duel.follow(draw)
    duel.check_asked()
    for name, number in actions:
        if duel.state() == OVER:
            break
        duel.act(name, number, draw)
        duel.check_asked()


@pytest.mark.slow
@settings(max_examples=6)
@given(actions=ACTIONS, skill=st.integers(0, 1), human=st.sampled_from((2, 3)),
       seed=st.integers(0, 1000), plies=st.integers(0, 54))
def test_whatever_a_player_does(duel: Duel, actions: list[tuple[str, int]],
                                skill: int, human: int, seed: int, plies: int) -> None:
    """Game and model agree for any inputs against the two fast skills."""
    check_play(duel, actions, skill, human, seed, plies)


def test_a_stick_held_during_a_hint_waits_for_a_rest(duel: Duel) -> None:
    """A stick pushed during a hint does not move the cursor until it is released."""
    check_play(duel, [("move", 0), ("move", 0), ("hint", 0)], 1, 2, 276, 42)


@pytest.mark.nightly       # searches that take seconds, and many games
@settings(max_examples=25)
@given(actions=ACTIONS, skill=st.integers(0, 3), human=st.sampled_from((2, 3)),
       seed=st.integers(0, 1000), plies=st.integers(0, 54))
def test_whatever_a_player_does_often(duel: Duel, actions: list[tuple[str, int]],
                                      skill: int, human: int, seed: int, plies: int) -> None:
    """Game and model agree for any inputs against all four skills."""
    check_play(duel, actions, skill, human, seed, plies)


@pytest.mark.parametrize("plies", range(4, 50, 5))
def test_search_is_the_models(table: Table, plies: int) -> None:
    """Novice uses the model's values of the squares, and they are the same after its search.

    Three plies ahead, no move is better than its choice by more than the random bonus.
    """
    table.begin()
    board, player = model.opening(random.Random(plies), plies)
    move = table.choose(board, player, "novice")
    worth, near = model.worths(board)
    found = table.m.read("v_worths", 100)
    assert all(found[square] == worth[square] & 0xFF for square in model.SQUARES)
    assert table.m.read("v_depth")[0] == 3
    values = {square: -model.judged(
        model.play(board, player, square), model.other(player), 2, *moved(
            board, player, square, worth, near)) for square in model.moves(board, player)}
    early = 60 - plies > table.m.symbols["WHIM_EARLY"]
    bonus = table.m.symbols["WHIM_MOST_EARLY" if early else "WHIM_MOST"]
    assert values[move] >= max(values.values()) - bonus, values


def moved(board: list[int], player: int, square: int, worth: list[int],
          near: int) -> tuple[list[int], int, int]:
    """Return the values of the squares after a move, and the position for the other side."""
    after, then = model.play(board, player, square), list(worth)
    for step in model.STEPS:
        then[square + step] += near
    total = sum(then[at] * ((after[at] == player) - (after[at] == model.other(player)))
                for at in model.SQUARES)
    return then, near, -total


def check_exact_end(game: Table, seed: int, empty: int) -> None:
    """Check that Master's move is as good as the best one."""
    board, player = model.opening(random.Random(seed), 60 - empty)
    move = game.choose(board, player, "master")
    best = model.solve(board, player)
    assert -model.solve(model.play(board, player, move), model.other(player)) == best, seed


@pytest.fixture(scope="module")
def table() -> Table:
    """Return a two-player game, in whatever state the test before has left it."""
    return Table()


@pytest.mark.parametrize("empty", range(1, EXACT_EMPTY + 1))
def test_master_plays_the_end_exactly(table: Table, empty: int) -> None:
    """Master plays perfectly with one to six empty squares."""
    for seed in range(100 * empty, 100 * empty + 4):
        table.begin()
        check_exact_end(table, seed, empty)


@pytest.mark.slow       # dozens of ends of games, up to 20 emulated seconds each
def test_master_plays_many_ends_exactly(table: Table) -> None:
    """Master plays many ends with six empty squares perfectly."""
    for seed in range(1000, 1000 + EXACT_POSITIONS):
        table.begin()
        check_exact_end(table, seed, EXACT_EMPTY)


@pytest.mark.nightly
def test_beginner_loses_to_chance_sometimes() -> None:
    """Of 24 games against a random player, Beginner neither wins nor loses all."""
    result = tournament("beginner", "random", 24, 6)
    assert result["lost"] >= 2 and result["won"] >= 2


def test_beginner_takes_a_corner_or_what_turns_most(table: Table) -> None:
    """Beginner takes a corner, or else the move that turns most discs."""
    corners = 0
    for seed in range(12):
        table.begin()
        board, player = model.opening(random.Random(seed), 20 + 3 * seed)
        legal = model.moves(board, player)
        turned = {square: len(model.turns(board, player, square)) for square in legal}
        best = {square for square in legal if square in (11, 18, 81, 88)}
        corners += bool(best) and max(turned[square] for square in best) < max(turned.values())
        best = best or {square for square in legal if turned[square] == max(turned.values())}
        assert table.choose(board, player, "beginner") in best
    assert corners >= 2


@pytest.fixture(scope="module")
def thinker() -> Cartridge:
    """Return a cartridge that can be asked for moves."""
    return Cartridge()


def asked(cartridge: Cartridge, board: list[int], player: int, skill: str, count: int) -> set[int]:
    """Return the moves that a skill chooses with different seeds."""
    found = set()
    for seed in range(count):
        cartridge.m.write("Vec_Random_Seed", random.Random(seed).randbytes(3))
        found.add(cartridge.choose(board, player, skill))
    return found


@pytest.mark.parametrize("first", [model.BLACK, model.WHITE])
def test_the_first_moves_have_two_answers(thinker: Cartridge, first: int) -> None:
    """The first move is answered diagonally or perpendicularly, never in parallel."""
    for move in model.moves(model.start(), first):
        board = model.play(model.start(), first, move)
        found = asked(thinker, board, model.other(first), "expert", 8)
        assert len(found) == 2
        way = model.turns(model.start(), first, move)[0] - move
        assert all(model.turns(board, model.other(first), answer)[0] - answer != way
                   for answer in found)


@pytest.mark.sample(1)
@pytest.mark.parametrize("skill", ["novice", "expert", "master"])
def test_moves_vary(thinker: Cartridge, skill: str) -> None:
    """Each skill varies its moves in half of some early positions."""
    several = 0
    for plies in (4, 10):
        for seed in range(3):
            board, player = model.opening(random.Random(seed), plies)
            several += len(asked(thinker, board, player, skill, 6)) > 1
    assert several >= 3


def test_when_the_player_moves_decides_the_computers_luck() -> None:
    """A press one frame later leads to a different seed."""
    table = Table()
    seeds = set()
    for wait in range(8):
        table.begin()
        table.frames(wait + 1)
        seeds.add(bytes(table.m.read("Vec_Random_Seed", 3)))
    assert len(seeds) == 8


def test_a_frame_more_changes_the_whole_luck() -> None:
    """Presses at eight successive frames lead to eight different numbers, far apart."""
    table = Table()
    whims = []
    for wait in range(8):
        table.begin()
        table.frames(wait + 1)
        board = model.play(model.start(), model.BLACK, model.moves(model.start(), model.BLACK)[0])
        table.choose(board, model.WHITE, "expert")
        whims.append(table.byte("v_whim"))
    assert len(set(whims)) >= 6 and max(whims) - min(whims) > 100
    assert len({whim & 0x10 for whim in whims}) == 2, "both answers of the book"


@pytest.mark.sample(8)
@pytest.mark.parametrize(("plies", "seed"), [(plies, seed) for plies in (8, 24, 40, 50, 54)
                                             for seed in range(4)])
def test_hints_give_their_reason(plies: int, seed: int) -> None:
    """A hint shows its reason, and then whose turn it is."""
    table = Table()
    board, player = model.opening(random.Random(seed), plies)
    if not player:
        return
    table.lay(board, player)
    table.press(3)
    table.until(HUMAN)
    move, legal = table.byte("hint_move"), model.moves(board, player)
    assert move in legal
    row, column = divmod(move, 10)
    at_edge = (row in (1, 8)) + (column in (1, 8))
    reason = 12 if len(legal) == 1 else 13 if at_edge == 2 else 14 if at_edge else \
        16 if board.count(model.EMPTY) <= 7 else 15
    assert table.byte("message") == reason
    table.frames(70)
    assert table.byte("message") == 10
