"""Reversi, played by sticks and buttons on the emulated console.

Goal: for any inputs, the board in RAM, the discs on the screen, counts, message and state equal
those of a simple model.  Method: run the bundled cartridge under the executive ROM; read the
picture from the segments, and the state of the game from the cells that docs/reversi.md names.
"""

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games import reversi_model as model
from tests.games.reversi_player import (
    ABOUT,
    FLIP,
    HEAPS_LOWER,
    HUMAN,
    MENU,
    OVER,
    PASS,
    PAUSE,
    SETTLE,
    THINK,
    Table,
    discs_seen,
)
from tests.games.reversi_tournament import Cartridge
from vecx import __version__
from vecx.machine import Machine
from vecx.sound.mixer import Mixer

SAID = 2                # v_phase after the end of a game
ENDINGS = {5, 6, 7}     # events
REFUSED, UNDO = 4, 14


@pytest.fixture(scope="module")
def played() -> Table:
    """Return a two-player game, in whatever state the test before has left it."""
    return Table()


@pytest.fixture
def table(played: Table) -> Table:
    """Return a new two-player game."""
    played.begin()
    played.frames(SETTLE)
    return played


ACTIONS = st.lists(st.tuples(st.sampled_from(("steer", "steer", "steer", "place", "move", "move",
                                              "pass", "pause")), st.integers(0, 3),
                             st.integers(1, 2)), min_size=1, max_size=14)


@pytest.mark.slow
@settings(max_examples=8)
@given(actions=ACTIONS, seed=st.integers(0, 1000), plies=st.integers(0, 50))
def test_whatever_players_do(table: Table, actions: list[tuple[str, int, int]],
                             seed: int, plies: int) -> None:
    """RAM and screen agree with the model after any inputs of both controllers."""
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
    """Perform one action."""
    if name == "steer":
        table.steer(*((0, 1), (1, 0), (0, -1), (-1, 0))[number], controller)
    elif name == "place":
        table.place(controller)
    elif name == "move":        # go to a legal square and place
        square = draw.choice(model.moves(table.board, table.player))
        row, column = divmod(square, 10)
        assert table.state() == HUMAN, "else the cursor never arrives"
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


@pytest.mark.parametrize(("x", "y"), [(0, 1), (1, 0)])
def test_second_stick_held_over_the_turn_waits_for_a_rest(table: Table, x: int, y: int) -> None:
    """White's stick held while black moves has no effect until it is released."""
    table.push(0, 1)
    table.m.stick(x, y, 2)
    table.m.press(4)
    table.frames(2)
    table.m.release(4)
    table.until(FLIP)
    table.until(HUMAN)
    table.frames(40)
    assert table.byte("current_player") == model.WHITE
    assert (table.byte("cursor_row"), table.byte("cursor_col")) == (3, 4)
    table.m.stick(0, 0, 2)
    table.frames(2)
    table.push(x, y, 2)
    assert (table.byte("cursor_row"), table.byte("cursor_col")) == (3 - y, 4 + x)


@pytest.mark.parametrize("wait", range(5))
def test_cursor_moved_while_the_picture_is_made_spoils_nothing(table: Table, wait: int) -> None:
    """A push in any of a turn's first frames leaves every square correct."""
    board, player = model.opening(random.Random(3), 20)
    table.board, table.player = board, player
    table.lay(board, player)
    table.frames(wait)
    table.steer(1, 0, 1)
    turned = model.turns(board, player, table.row * 10 + table.column)
    table.check_picture(model.moves(board, player), turned)


def test_both_stuck_with_squares_left_ends_the_game(table: Table) -> None:
    """If neither side can move, the game ends and shows the margin."""
    board = model.start()
    for square in model.SQUARES:
        board[square] = model.BLACK if square % 10 <= 6 else 0
    board[88] = model.WHITE
    assert not model.moves(board, model.BLACK) and not model.moves(board, model.WHITE)
    assert board.count(model.BLACK) == 48 and board.count(model.WHITE) == 1
    table.set_position(board, model.BLACK)
    table.until(OVER)
    assert table.byte("message") == 7 and table.byte("v_number") == 47
    table.frames(40)
    table.press(4)
    table.frames(20)
    assert table.state() == HUMAN and list(table.m.read("board", 100)) == model.start()


def test_a_pass_is_said_until_it_is_made(table: Table) -> None:
    """A message asks for a pass until button 2 passes the turn."""
    board = model.start()
    for square in model.SQUARES:
        board[square] = 0
    board[11], board[12] = model.WHITE, model.BLACK
    assert not model.moves(board, model.BLACK) and model.moves(board, model.WHITE)
    table.set_position(board, model.BLACK)
    table.until(PASS)
    assert table.byte("message") == 3 and table.byte("sound_event") == 11
    table.m.press(2)
    table.frames(1)
    table.m.release(2)
    table.frames(1)
    assert table.state() == FLIP and table.byte("message") == 0
    table.until(HUMAN)
    assert table.byte("current_player") == model.WHITE and table.byte("message") == 10


def headline(table: Table) -> str:
    """Return the text above the board."""
    return table.m.read("v_headline", 20)[2:].partition(b"\x80")[0].decode()


def test_the_end_counts_the_discs_and_the_match(table: Table) -> None:
    """Two heaps grow to both counts; then result and match are shown."""
    table.m.write("v_scores", bytes(10))
    board = model.start()
    for index, square in enumerate(model.SQUARES):
        board[square] = model.BLACK if index % 5 < 3 else model.WHITE
    black, white = board.count(model.BLACK), board.count(model.WHITE)
    table.set_position(board, model.BLACK)
    table.until(OVER)
    counted = [(0, 0)]
    while table.byte("v_phase") != SAID:
        table.frames(1)
        now = tuple(table.m.read("v_counted", 2)) if table.byte("v_phase") else (0, 0)
        if now != counted[-1]:
            counted.append(now)
            assert table.byte("sound_event") == 13
    assert counted == [(min(black, n), min(white, n)) for n in range(max(black, white) + 1)]
    table.frames(10)
    assert table.last is not None and table.byte("sound_event") == 5
    heap = [row * 10 + column for row in range(1, 9) for column in range(8, 0, -1)][:white]
    assert discs_seen(table.last, HEAPS_LOWER) == {
        square: "white" if square in heap else "black" for square in model.SQUARES}
    said = {headline(table) for _ in range(140) if not table.frames(1)}
    assert said == {f"BLACK WON BY {black - white}", "BLACK 1 WHITE 0"}
    assert list(table.m.read("v_scores", 10)) == [1] + [0] * 9
    table.press(4)
    table.frames(20)
    assert table.state() == HUMAN
    table.m.reset()
    table.m.run_until("pc < $C000 && [v_state_frames] == 5", frames=900)
    assert list(table.m.read("v_scores", 10)) == [1] + [0] * 9, "a reset keeps the score"


def game_of(seed: int) -> list[tuple[list[int], int, int, int]]:
    """Return a random game: board, player and passes before each move, and the move."""
    draw, board, player, passes = random.Random(seed), model.start(), model.BLACK, 0
    game = []
    while mover := model.to_move(board, player):
        passes += mover != player
        square = draw.choice(model.moves(board, mover))
        game.append((board, mover, passes, square))
        board, player = model.play(board, mover, square), model.other(mover)
    return game


def lay_game(table: Table, game: list[tuple[list[int], int, int, int]], plies: int) -> None:
    """Set up a game after some plies, with its list of moves."""
    board, player, passes, _ = game[plies]
    for number, (_, mover, _, square) in enumerate(game[:plies]):
        table.m.write(table.m.address("v_order") + 60 - number,
                      square | (0x80 if mover == model.BLACK else 0))
    table.m.write("pass_count", passes)
    table.set_position(board, player)
    table.m.write("move_count", plies)


def check_taken_back(table: Table, before: tuple[list[int], int, int, int], moves: int) -> None:
    """Check that the game is as before a move, with its player to move."""
    board, player, passes, _ = before
    table.until(HUMAN)
    table.frames(SETTLE)
    assert list(table.m.read("board", 100)) == board
    assert [table.byte(name) for name in ("move_count", "pass_count", "current_player",
                                          "black_count", "white_count", "legal_count")] \
        == [moves, passes, player, board.count(model.BLACK), board.count(model.WHITE),
            len(model.moves(board, player))]


GAME_WITH_PASSES = next(seed for seed in range(99) if game_of(seed)[-1][2] >= 2)


@pytest.mark.parametrize(("mode", "human"), [(0, model.BLACK), (0, model.WHITE), (1, 0)])
def test_moves_are_taken_back_as_far_as_the_first(table: Table, mode: int, human: int) -> None:
    """UNDO returns to the player's previous move; with two players, to any move."""
    table.m.write("game_mode", mode)
    table.m.write("human_side", human)
    game = game_of(GAME_WITH_PASSES)
    last = max(n for n, (_, mover, _, _) in enumerate(game) if mode or mover == human)
    lay_game(table, game, last)
    table.until(HUMAN)
    for number in range(last - 1, -1, -1):
        if mode or game[number][1] == human:
            assert undone(table) == (FLIP, UNDO)
            check_taken_back(table, game[number], number)
            if number:
                assert table.byte("last_move") == game[number - 1][3]
    assert undone(table) == (PAUSE, REFUSED)


def test_moves_made_by_stick_and_buttons_are_taken_back(table: Table) -> None:
    """Moves entered by two players can be taken back, replaced, and taken back again."""
    states = []
    for number in range(10):
        if number == 8:
            for _ in range(5):
                assert undone(table) == (FLIP, UNDO)
                check_taken_back(table, states.pop(), len(states))
            table.board = list(table.m.read("board", 100))
            table.player = table.byte("current_player")
            table.moved = len(states)
        states.append((table.board, table.player, 0, 0))
        act(table, "move", 0, 1, random.Random(number))
        assert table.player
        table.check()
    while states:
        assert undone(table) == (FLIP, UNDO)
        check_taken_back(table, states.pop(), len(states))
    assert undone(table) == (PAUSE, REFUSED)


@pytest.mark.parametrize("hint", [False, True])
def test_a_move_taken_back_ends_the_search(table: Table, hint: bool) -> None:
    """UNDO ends the computer's search, whose move is never played."""
    game = game_of(GAME_WITH_PASSES)
    number = 20 if game[20][1] != game[19][1] else 22
    human = game[number - (not hint)][1]
    for name, value in (("game_mode", 0), ("human_side", human), ("skill", 3)):
        table.m.write(name, value)
    lay_game(table, game, number)
    if hint:
        table.until(HUMAN)
        table.press(3)
    table.until(THINK)
    table.frames(9)
    assert undone(table) == (FLIP, UNDO)
    before = max(n for n in range(number) if game[n][1] == human)
    check_taken_back(table, game[before], before)
    for _ in range(5):
        table.frames(50)
        assert table.state() == HUMAN and list(table.m.read("board", 100)) == game[before][0]


@pytest.mark.parametrize("mode", [0, 1])
def test_moves_are_taken_back_at_any_time(table: Table, mode: int) -> None:
    """UNDO works at any time after a move: while discs turn, and before a pass."""
    game = game_of(GAME_WITH_PASSES)
    draw, seen = random.Random(mode), set()
    passes = [n for n in range(1, len(game)) if game[n][2] > game[n - 1][2]]
    for number in [*draw.sample(range(2, len(game)), 12), *[n - 1 for n in passes]]:
        human = game[number][1]
        table.begin()
        for name, value in (("game_mode", mode), ("human_side", human), ("skill", 0)):
            table.m.write(name, value)
        lay_game(table, game, number)
        table.until(HUMAN)
        go_and_place(table, game[number][3])
        table.frames(draw.randrange(90))
        while table.state() not in (PAUSE, OVER):       # not while legal moves are searched
            table.press(1)
        if table.state() == OVER:
            continue
        seen.add(table.byte("v_paused_state"))
        moves = table.byte("move_count")
        assert undo_chosen(table) == (FLIP, UNDO)
        if not mode:
            check_taken_back(table, game[number], number)
        else:
            table.until(HUMAN)
            assert table.byte("move_count") == moves - 1
    assert {FLIP, PASS} < seen


def go_and_place(table: Table, square: int) -> None:
    """Put the cursor on a square and press button 4."""
    table.m.write("cursor_row", square // 10)
    table.m.write("cursor_col", square % 10)
    table.frames(SETTLE)
    table.press(4)


def test_moves_and_the_search_have_room(table: Table) -> None:
    """The search does not overwrite the list of moves, at any number of moves."""
    game = game_of(GAME_WITH_PASSES)
    for number in (*range(1, len(game) - 1, 9), len(game) - 2):
        table.begin()
        for name, value in (("game_mode", 0), ("human_side", 0), ("skill", 1)):
            table.m.write(name, value)
        lay_game(table, game, number)
        kept = table.m.read(table.m.address("v_order") + 61 - number, number)
        table.until(THINK)
        table.until(FLIP)
        assert table.m.read(table.m.address("v_order") + 61 - number, number) == kept


def undone(table: Table) -> tuple[int, int]:
    """Choose UNDO in the pause; return the resulting state and sound."""
    table.press(1)
    return undo_chosen(table)


def undo_chosen(table: Table) -> tuple[int, int]:
    """Choose UNDO while the game is in the pause."""
    assert table.state() == PAUSE
    table.push(0, -1)
    table.m.press(4)
    table.frames(2)
    found = table.state(), table.byte("sound_event")
    table.m.release(4)
    table.frames(2)
    if found[0] == PAUSE:
        table.press(1)
    return found


def said_below(table: Table) -> str:
    """Return the line below the board, without the discs."""
    letters = " 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ.-:*O<>"
    return "".join(letters[glyph] for glyph in table.m.read("v_status", 20))


def play_out(table: Table, winner: int) -> set[tuple[str, str]]:
    """End the game; return the headlines with the lines below them."""
    board = [winner if square == 0 else square for square in model.start()]
    table.set_position(board, model.BLACK)
    table.until(OVER)
    while table.byte("v_phase") != SAID:
        table.frames(1)
    table.frames(SETTLE)
    return {(headline(table), said_below(table)[4:16].strip()) for _ in range(250)
            if not table.frames(1)}


@pytest.mark.sample(1)
@pytest.mark.parametrize(("length", "mode", "human"), [(1, 1, 3), (2, 0, 3), (3, 0, 2)])
def test_a_match_is_counted_to_its_end(table: Table, length: int, mode: int, human: int) -> None:
    """In matches of 3, 5 and 7 the sides alternate, and score and end are correct."""
    for name, value in (("v_match", length), ("game_mode", mode), ("human_side", human),
                        ("skill", 0)):
        table.m.write(name, value)
    first, second = ("BLACK", "WHITE") if mode else ("YOU", "CPU")
    mine = human
    won, starter = [0, 0], model.BLACK
    for loser in [1, 0] * length + [0]:
        assert table.byte("v_starter") == starter
        winner = model.other(mine) if loser else mine
        said = play_out(table, winner)
        won[loser] += 1
        over = max(won) == length + 1
        below = "MATCH OVER" if over else f"BEST OF {2 * length + 1}"
        assert (f"{first} {won[0]} {second} {won[1]}", below) in said
        assert {words for _, words in said} == {below, "4 NEW GAME", "1 MENU"}
        assert len(said) == 3
        assert list(table.m.read("v_match_won", 2)) == won
        starter = model.other(starter)
        table.press(4)
        table.frames(30)
    assert over and list(table.m.read("v_match_won", 2)) == [0, 0]
    assert table.byte("v_starter") == model.BLACK == table.byte("first_player")


def test_button_2_chooses_the_length_of_a_match() -> None:
    """The menu shows the length; a game restarted in the pause is not counted."""
    machine = Machine("reversi")
    machine.run_until("pc < $C000 && [v_state_frames] == 5", frames=900)
    for length in (1, 2, 3, 0, 1):
        machine.tap(2)
        machine.run_frames(4)
        assert machine.read("v_match")[0] == length and machine.read("v_hint")[0] == 2
    machine.tap(4)
    machine.run_frames(60)
    machine.tap(1)
    machine.run_frames(8)
    machine.write("v_pause_item", 2)
    machine.write("v_match_won", bytes((1, 1)))
    machine.tap(4)
    machine.run_frames(60)
    assert list(machine.read("v_match_won", 2)) == [1, 1]


@pytest.mark.parametrize(("human", "arrow"), [(model.BLACK, "<"), (model.WHITE, ">")])
def test_the_players_disc_is_shown_all_the_time(table: Table, human: int, arrow: str) -> None:
    """The arrow is shown while the player chooses, discs turn and the computer thinks."""
    assert not set("<>") & set(said_below(table)), "two players see none"
    for name, value in (("game_mode", 0), ("human_side", human), ("skill", 1)):
        table.m.write(name, value)
    table.set_position(model.start(), model.BLACK)
    seen = set()
    for frame in range(400):
        table.frames(1)
        if table.state() == HUMAN and frame % 40 == 39:
            table.m.tap(3)
        if frame > SETTLE:
            seen.add(table.state())
            line = said_below(table)
            assert (line[3] == "<", line[16] == ">") == (arrow == "<", arrow == ">")
    assert {THINK, HUMAN} <= seen


@pytest.mark.parametrize("skill", range(4))
@pytest.mark.parametrize("human", [model.WHITE, model.BLACK])
def test_scores_are_counted_for_each_skill(table: Table, skill: int, human: int) -> None:
    """Scores count to 99; the headline shows those of the current skill."""
    for name, value in (("game_mode", 0), ("skill", skill), ("human_side", human),
                        ("black_count", 40), ("white_count", 24)):
        table.m.write(name, value)
    table.m.write("v_scores", bytes(range(20, 30)))
    table.m.call("over_enter", dp=0xD0)
    table.m.write("v_part", 1)
    table.m.call("headline_make", dp=0xD0)
    mine, its = 22 + 2 * skill, 23 + 2 * skill
    expected = (mine + 1, its) if human == model.BLACK else (mine, its + 1)
    assert headline(table) == "YOU {} CPU {}".format(*expected)
    scores = list(range(20, 30))
    scores[2 + 2 * skill:4 + 2 * skill] = expected
    assert list(table.m.read("v_scores", 10)) == scores


def test_melodies_are_switched_off_and_on(table: Table) -> None:
    """Button 3 in the menu switches melodies off, but not effects, and on again."""
    table.m.reset()
    table.m.run_until("pc < $C000 && [v_state_frames] == 5", frames=900)
    assert table.byte("Vec_Music_Flag")
    table.press(3)
    table.frames(30)
    assert table.byte("Vec_Music_Flag") == 0 and table.byte("v_quiet")
    menu = table.m.keep()
    table.m.call("melody_event_play", a=5, dp=0xD0)
    assert table.byte("Vec_Music_Flag") == 0 and table.byte("sound_event") == 5
    table.m.restore(menu)
    table.press(3)
    table.frames(5)
    assert table.byte("Vec_Music_Flag")


def test_a_game_that_nobody_plays_says_how_it_ended(table: Table) -> None:
    """A demonstration shows its result, no score and no other game, for two seconds, then the menu.
    """
    table.m.write("v_attract", 1)
    board = model.start()
    for index, square in enumerate(model.SQUARES):
        board[square] = model.BLACK if index % 5 < 3 else model.WHITE
    table.set_position(board, model.BLACK)
    table.until(OVER)
    table.m.write("v_match", 1)
    said: list[tuple[str, str]] = []
    while table.state() == OVER:
        table.frames(1)
        if table.byte("v_phase") == SAID:
            said.append((headline(table), said_below(table)[4:16].strip()))
    assert table.state() == MENU
    said = said[SETTLE:-2]
    ahead = board.count(model.BLACK) - board.count(model.WHITE)
    assert {*said} == {(f"BLACK WON BY {ahead}", words) for words in ("REVERSI", "PRESS BUTTON")}
    assert all(said.count(pair) > 45 for pair in said)


def test_menu_options_and_about() -> None:
    """The menu sets skill, colours and starter, shows the rules, and starts a game."""
    game = Table.__new__(Table)
    game.last, game.drift_most = None, 0.0
    Cartridge.__init__(game)
    game.press(1)
    for _ in range(3):
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


def test_the_rules_name_the_version_of_the_package() -> None:
    """The third page of the rules shows vecx.__version__, the name and the licence."""
    machine = Machine("reversi")
    machine.run_until("pc < $C000 && [v_state_frames] == 5", frames=900)
    machine.write("v_menu", 4)
    machine.tap(4)
    machine.run_until("v_about_page", 2, frames=900)
    machine.run_frames(2)
    shown = []
    for _ in range(3):
        assert machine.run_to("text_draw")
        shown.append(machine.read(machine.registers.u, 20)[2:].partition(b"\x80")[0].decode())
    assert sorted(shown) == sorted(["REVERSI", f"VERSION {__version__.upper()}", "MIT LICENSE"])


@pytest.mark.parametrize("skill", [0, 1, 2])
def test_the_computer_answers(table: Table, skill: int) -> None:
    """The computer shows that it thinks for half a second or more, and plays a legal move."""
    for cell, value in (("game_mode", 0), ("skill", skill), ("human_side", model.BLACK)):
        table.m.write(cell, value)
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


def test_thinking_is_seen_and_a_press_is_heard(table: Table) -> None:
    """A disc wanders over the legal squares; other buttons than 4 make a knocking sound."""
    board, player = model.opening(random.Random(5), 20)
    for cell, value in (("game_mode", 0), ("skill", 3), ("human_side", model.other(player))):
        table.m.write(cell, value)
    table.set_position(board, player)
    table.until(THINK)
    legal = model.moves(board, player)
    ghosts = []
    while not table.byte("v_phase"):
        table.frames(1)
        if table.byte("v_ghost") and ghosts[-1:] != [table.byte("v_ghost")]:
            ghosts.append(table.byte("v_ghost"))
        if len(ghosts) == 3:
            table.press(3)
            assert table.byte("sound_event") == 10 and table.byte("v_part") == 1
    assert len(ghosts) > len(legal) and set(ghosts) == set(legal)
    assert all(legal.index(later) == (legal.index(one) + 1) % len(legal)
               for one, later in pairwise(ghosts[3:]))
    assert table.byte("v_ghost") == 0


def thinking(table: Table, *, hint: bool) -> list[int]:
    """Let Master, or a hint, begin to think; return the board."""
    board, player = model.opening(random.Random(5), 20)
    human = player if hint else model.other(player)
    for cell, value in (("game_mode", 0), ("skill", 3), ("human_side", human)):
        table.m.write(cell, value)
    table.set_position(board, player)
    if hint:
        table.until(HUMAN)
        table.press(3)
    table.until(THINK)
    return board


@pytest.mark.parametrize("controller", [1, 2])
@pytest.mark.parametrize("hint", [False, True])
def test_button_4_ends_the_search(table: Table, controller: int, *, hint: bool) -> None:
    """Button 4 plays the best move so far, or shows it as a hint; the line of text says so."""
    board = thinking(table, hint=hint)
    legal = list(table.m.read("legal_moves", table.byte("legal_count")))
    shown = set()
    for _ in range(130):
        table.frames(1)
        shown.add(said_below(table)[4:16].strip())
    assert {"THINKING", "4 PLAY NOW"} <= shown and not table.byte("v_phase")
    table.press(4, controller)
    assert table.byte("v_phase"), "the cursor is on its way"
    best = table.byte("v_think_best")
    assert best in legal
    while table.state() == THINK:
        table.frames(1)
    table.frames(SETTLE)
    if hint:
        assert table.byte("hint_move") == best and list(table.m.read("board", 100)) == board
    else:
        assert table.byte("last_move") == best


def test_button_4_too_early_is_no_end(table: Table) -> None:
    """Within half a second, button 4 knocks: it may have been meant for the player's own move."""
    thinking(table, hint=False)
    table.frames(12)
    table.press(4)
    assert table.byte("sound_event") == 10 and not table.byte("v_think_done")
    table.frames(20)
    assert table.state() == THINK and not table.byte("v_phase")


@pytest.mark.parametrize("mode", [0, 1])
def test_both_controllers_choose_in_the_pause(table: Table, mode: int) -> None:
    """Both sticks move the selection, and in the game only the sticks of the mode are read."""
    table.m.write("game_mode", mode)
    registers = table.m.registers
    table.m.call("sticks_begin", dp=0xD0)
    table.m.set_registers(**registers._asdict())
    read = table.m.read("Vec_Joy_Mux_1_X", 4)
    for leave in (1, 4):
        table.press(1)
        assert table.state() == PAUSE and table.byte("v_pause_item") == 0
        for controller, y, item in ((2, -1, 1), (1, -1, 2), (2, -1, 3), (2, -1, 3), (2, 1, 2),
                                    (1, 1, 1), (2, 1, 0), (2, 1, 0)):
            table.push(0, y, controller)
            assert table.byte("v_pause_item") == item
        table.press(leave, 2)
        assert table.state() == HUMAN and table.m.read("Vec_Joy_Mux_1_X", 4) == read
    act(table, "move", 0, 1, random.Random(1))
    table.press(1)
    table.push(0, -1, 2)
    table.m.stick(0, -1, 2)
    table.press(4, 2)
    assert table.m.read("Vec_Joy_Mux_1_X", 4) == read, "after UNDO, too"
    table.m.stick(0, 0, 2)


@pytest.mark.parametrize("skill", [0, 1, 3])
def test_a_hint_moves_the_cursor(table: Table, skill: int) -> None:
    """Button 3 moves the cursor to the computer's choice without a move."""
    table.m.write("skill", skill)
    table.press(3)
    table.until(HUMAN)
    table.frames(SETTLE)
    hint = table.byte("hint_move")
    assert hint in model.moves(model.start(), model.BLACK)
    assert hint == table.byte("cursor_row") * 10 + table.byte("cursor_col")
    assert list(table.m.read("board", 100)) == model.start()


@pytest.mark.parametrize("skill", [0, 1])
def test_a_hint_is_the_experts(table: Table, skill: int) -> None:
    """At every skill, the hint is Expert's move."""
    board, player = model.opening(random.Random(7), 24)
    expert = table.choose(board, player, "expert")
    table.begin()
    table.lay(board, player)
    table.frames(SETTLE)
    table.m.write("skill", skill)
    table.press(3)
    table.until(HUMAN)
    assert table.byte("hint_move") == expert


def loudness(table: Table, event: int, wait: int) -> float:
    """Return the loudest fiftieth of a second of an event's sound, in dB of full scale."""
    m = table.m
    table.begin()
    table.frames(60 + wait)
    registers = m.registers
    m.call("sound_event_play", a=event, dp=0xD0)
    m.set_registers(**registers._asdict())
    mixer, found = Mixer(), []
    m.take_sound()
    for _ in range(60 if event in ENDINGS else 16):
        m.run_frames(1)
        found.append(np.sqrt((mixer.samples(m.take_sound(), m.cycles) ** 2).mean()))
    return float(20 * np.log10(max(found)))


@pytest.mark.slow
def test_every_event_is_heard_and_the_endings_most(table: Table) -> None:
    """Events are equally loud for any counters; win, tie and loss are loudest."""
    levels = {event: [loudness(table, event, wait) for wait in (1, 2, 5, 9, 14)]
              for event in range(1, 13)}
    for event, found in levels.items():
        assert min(found) > -20 and max(found) - min(found) < 2, event
    steps = max(max(found) for event, found in levels.items() if event not in ENDINGS)
    assert min(min(levels[event]) for event in ENDINGS) > steps + 0.5


@pytest.mark.slow   # 16 machines
@pytest.mark.parametrize("preset", ["hardware", "worn"])
def test_no_frame_drifts(preset: str) -> None:
    """The drift in menu and game is at most two units on hardware, and five on old consoles."""
    for seed in range(16 if preset == "worn" else 1):
        game = Table(preset, seed)
        game.lay(*model.opening(random.Random(seed), 40))
        game.frames(10)
        assert game.drift_most <= (5.0 if preset == "worn" else 1.0)
