"""Connect-4, played by joystick and buttons on the emulated console.

Goal: the rules, the sequence from menu to end, the computer's three levels, and the cost of every
frame are correct.  Method: run the bundled cartridge under the executive ROM; read the picture from
the segments, and the state of the game from the cells that its reference document names.
"""

import random
from itertools import pairwise

import numpy as np
import pytest

from tests.games.connect4_model import LOCKED_FRAMES, result_of
from tests.games.connect4_player import (
    EMPTY,
    LINES,
    MENU,
    PAUSE,
    PLAYING,
    TEXT_ABOVE,
    TIE,
    TIED,
    UNIT,
    WON_O,
    WON_X,
    WORK_MOST,
    O,
    Player,
    X,
    bright,
    tokens_of,
)
from vecx.console.frame import Frame

WIN, EDGE, UNDO = 4, 9, 11      # EVENT_*


def test_cells_of_the_reference_document(player: Player) -> None:
    """The variables are at the addresses of the reference document."""
    names = ("cursor_col current_player last_row last_col game_state move_count temp_row temp_col "
             "temp_type temp_index frame_counter").split()
    assert [player.m.symbols[name] for name in names] == list(range(0xC880, 0xC88B))
    assert player.m.symbols["game_board"] == 0xC900
    assert list(player.m.read("col_x_table", 7)) == [v & 255 for v in range(-51, 52, 17)]
    assert list(player.m.read("row_y_table", 6)) == [v & 255 for v in range(-41, 45, 17)]


def test_drop_token_validated(player: Player) -> None:
    """A token lands on the lowest free cell; a full or missing column changes nothing.

    The contents of RAM after the board have no influence.
    """
    player.start()
    m = player.m
    m.write(m.symbols["game_board"] + 42, bytes(7))
    for column in range(7):
        for height in range(7):
            board = [EMPTY] * 42
            for row in range(height):
                board[row * 7 + column] = 1 + row % 2
            player.lay(board)
            m.write("cursor_col", column)
            m.write("current_player", O)
            before = m.read(0xC880, 0x100)
            call = m.call("drop_token_validated")
            if height == 6:
                assert call.registers.a == 1 and m.read(0xC880, 0x100) == before
                continue
            assert call.registers.a == 0 and call.cycles <= 200
            board[height * 7 + column] = O
            assert player.board == board
            assert (player.byte("last_row"), player.byte("last_col")) == (height, column)
            assert player.byte("current_player") == X
            assert player.byte("move_count") == height + 1
    for column in (7, 8, 128, 255):
        player.lay([EMPTY] * 42)
        m.write("cursor_col", column)
        before = m.read(0xC880, 0x100)
        assert m.call("drop_token_validated").registers.a == 1
        assert m.read(0xC880, 0x100) == before
    player.frames = []


@pytest.mark.parametrize("dp", [0xC8, 0xD0, 0x00])
def test_check_win_finds_every_line(player: Player, dp: int) -> None:
    """Each of the 69 lines is found from each of its cells, and stored in win_cells."""
    assert len(LINES) == 69
    m = player.m
    for line in LINES:
        for token in (X, O):
            board = [EMPTY] * 42
            for cell in line:
                board[cell] = token
            player.lay(board)
            for cell in line:
                m.write("last_row", cell // 7)
                m.write("last_col", cell % 7)
                call = m.call("check_win", dp=dp)
                assert call.registers.a == 1 and call.cycles <= 4200
                assert sorted(m.read("win_cells", 4)) == sorted(line)
            board[line[1]] = 3 - token
            player.lay(board)
            assert m.call("check_win", dp=dp).registers.a == 0
    player.frames = []


def test_check_win_on_random_boards(player: Player) -> None:
    """On random boards, the result for every cell equals the definition."""
    rng = random.Random(4)
    m = player.m
    seen = [0, 0]
    for _ in range(40):
        board = [rng.choice((EMPTY, X, X, O)) for _ in range(42)]
        player.lay(board)
        for cell in range(42):
            m.write("last_row", cell // 7)
            m.write("last_col", cell % 7)
            wins = board[cell] != EMPTY and any(
                cell in line and all(board[other] == board[cell] for other in line)
                for line in LINES)
            assert m.call("check_win").registers.a == wins
            seen[wins] += 1
    assert min(seen) > 50
    player.frames = []


def test_menu(player: Player) -> None:
    """The stick chooses one of five lines and stops at both ends; button 4 starts that game."""
    assert player.byte("game_state") == MENU
    player.push(0, 1)
    assert player.byte("v_menu") == 0
    for line in (1, 2, 3, 4, 4):
        player.push(0, -1)
        assert player.byte("v_menu") == line
    player.push(0, 1)
    player.press(4)
    assert (player.byte("game_state"), player.byte("game_mode"), player.byte("cpu_level")) == (
        PLAYING, 1, 3)


def test_cursor(player: Player) -> None:
    """One push moves one column, a held stick repeats, and the cursor stops at the edges."""
    player.start()
    assert player.byte("cursor_col") == 3
    player.push(1, 0)
    assert (player.byte("cursor_col"), player.byte("sound_event")) == (4, 1)
    player.m.stick(-1, 0)
    player.run(4)
    assert player.byte("cursor_col") == 3
    player.run(60)
    assert player.byte("cursor_col") == 0
    player.m.stick(1, 0)
    player.run(80)
    assert player.byte("cursor_col") == 6


def test_two_players_take_turns_and_x_wins(player: Player) -> None:
    """X starts, tokens fall, and four in a column end the game with state 2."""
    player.start()
    assert player.byte("current_player") == X
    for move in range(3):
        player.drop(0)
        assert (player.byte("current_player"), player.byte("sound_event")) == (O, 2)
        player.drop(1, player=2)
        assert player.byte("move_count") == 2 * move + 2
    while player.byte("cursor_col"):
        player.push(-1, 0)
    player.m.press(4)
    while player.byte("game_state") == PLAYING:
        player.run(1)
    player.m.release(4)
    assert player.byte("sound_event") == 4
    assert list(player.m.read("win_cells", 4)) == [0, 7, 14, 21]
    lengths, lights = [], set()
    for _ in range(64):
        frame = player.run(1)
        assert len(tokens_of(frame)) == 7
        line = long_lines(frame)
        lengths.append(np.ptp(line[:, [1, 3]]) if len(line) else 0)
        if len(line):
            assert abs(line[0, [0, 2]] / UNIT + 51).max() < 2, "up the left column"
        low = bright(frame, TEXT_ABOVE)
        lights |= {round(float(light), 2) for light in low[low[:, 4] > 0.4][:, 4]}
    assert lengths == sorted(lengths) and lengths[0] == 0
    assert abs(lengths[-1] / UNIT - 51) < 1, "the line is drawn out over the four"
    assert len(lights) > 3 and min(lights) > 0.6, "they pulse"
    player.press(4)
    assert player.byte("game_state") == PLAYING and player.board == [EMPTY] * 42


def test_o_wins_and_back_to_the_menu(player: Player) -> None:
    """O's line gives state 3; button 1 goes back to the menu."""
    player.start()
    for column in (0, 6, 1, 6, 0, 6, 1):
        player.drop(column)
    player.drop(6)
    assert player.byte("game_state") == WON_O
    player.run(150)
    player.press(1)
    assert player.byte("game_state") == MENU
    player.run(30)


def test_full_column_is_refused(player: Player) -> None:
    """A drop into a full column buzzes, shows a message, and changes nothing else."""
    player.start()
    for _ in range(6):
        player.drop(3)
    before = player.board
    quiet = player.run(1).segments.shape[0]
    player.press(4)
    assert player.board == before and player.byte("sound_event") == 3
    assert player.byte("current_player") == X and player.byte("move_count") == 6
    assert player.run(1).segments.shape[0] != quiet
    player.run(60)
    assert abs(player.run(1).segments.shape[0] - quiet) <= 8


def test_tie(player: Player) -> None:
    """The 42nd token without a line gives state 4."""
    player.start()
    board = list(TIED)
    assert not any(len({board[cell] for cell in line}) == 1 for line in LINES)
    board[41] = EMPTY
    player.lay(board)
    player.m.write("current_player", TIED[41])
    player.drop(6)
    assert (player.byte("game_state"), player.byte("sound_event")) == (TIE, 5)
    assert len(tokens_of(player.run(1))) == 42
    player.run(250)


def test_pause(player: Player) -> None:
    """Button 1 pauses and continues the game; the picture stays."""
    player.start()
    player.drop(2)
    player.press(1)
    assert player.byte("game_state") == PAUSE
    player.push(1, 0)
    player.press(4)
    assert player.byte("cursor_col") == 2 and player.byte("move_count") == 1
    player.press(1)
    assert player.byte("game_state") == PLAYING
    player.m.press(4)
    player.run(6)
    player.m.release(4)
    player.press(1)
    assert player.byte("game_state") == PAUSE and player.byte("v_phase") == 1
    height = player.byte("v_fall_y")
    player.run(20)
    assert player.byte("v_fall_y") == height
    player.press(1)
    player.run(90)
    assert player.byte("v_phase") == 0 and player.byte("current_player") == X


def test_token_falls_visibly(player: Player) -> None:
    """The falling token is drawn at many heights, each lower than the last."""
    player.start()
    player.m.press(4)
    heights = []
    for _ in range(60):
        frame = player.run(1)
        if player.byte("v_phase") == 1:
            heights.append(round(bright(frame)[:, 1].mean() / UNIT))
    player.m.release(4)
    assert len(set(heights)) > 12 and heights == sorted(heights, reverse=True)


def test_scores_stop_at_99(player: Player) -> None:
    """Scores have two digits and stop at 99, with two players and at each level."""
    m = player.m
    for line, (mode, level) in enumerate(((0, 3), (1, 0), (1, 1), (1, 2), (1, 3))):
        m.write("game_mode", mode)
        m.write("cpu_level", level)
        for winner in (X, O):
            m.write("v_scores", bytes([97] * 10))
            counted = []
            for _ in range(4):
                m.call("score_count", a=winner)
                counted.append(list(m.read("v_scores", 10)))
            place = 2 * line + winner - X
            assert [row.pop(place) for row in counted] == [98, 99, 99, 99]
            assert counted == [[97] * 9] * 4
    player.frames = []


def win(player: Player, winner: int) -> None:
    """Play a two-player game that a side wins, and wait until buttons are accepted."""
    others = iter((1, 2, 4, 5))
    while player.byte("game_state") == PLAYING:
        player.drop(0 if player.byte("current_player") == winner else next(others))
    assert player.byte("game_state") == {X: WON_X, O: WON_O}[winner]
    player.run(LOCKED_FRAMES)


@pytest.mark.sample(2)
@pytest.mark.parametrize("games", [1, 3, 5, 7])
def test_a_match_is_over_when_it_is_decided(player: Player, games: int) -> None:
    """Button 2 in the menu chooses the length of a match; the result shows its score."""
    for _ in range(games // 2):
        player.press(2)
    player.start()
    won = {X: 0, O: 0}
    for winner in [X, O] * (games // 2) + [X, O]:
        win(player, winner)
        won[winner] += 1
        ahead, behind = won[winner], won[X + O - winner]
        assert result_of(player) == f"{'?XO'[winner]} WINS {ahead}-{behind}"
        decided = games > 1 and max(won.values()) > games // 2
        assert ("MATCH OVER" in hints_of(player)) == decided
        assert (f"BEST OF {games}" in hints_of(player)) == (games > 1 and not decided)
        if decided:
            won = {X: 0, O: 0}
        player.press(4)
    assert games == 1 or won == {X: 0, O: 1}


def test_a_new_match_begins_at_zero(player: Player) -> None:
    """What was won in a match that was left for the menu does not count in the next one."""
    player.press(2)
    player.m.write("v_match_won", bytes((1, 1)))
    player.start()
    win(player, X)
    assert result_of(player) == "X WINS 1-0"


def hints_of(player: Player) -> set[str]:
    """Return the texts below a finished game, by the address of the text that is drawn."""
    found = set()
    names = {player.m.symbols[name]: words for name, words in (
        ("str_again", "4 NEW GAME"), ("str_to_menu", "1 MENU"), ("str_match_over", "MATCH OVER"),
        ("str_best_of_3", "BEST OF 3"), ("str_best_of_5", "BEST OF 5"),
        ("str_best_of_7", "BEST OF 7"))}
    handle = player.m.on_pc("text_draw", lambda m: found.add(names[m.registers.u]))
    player.run(170)
    handle.remove()
    assert found >= {"4 NEW GAME", "1 MENU"}
    return found


def test_moves_are_taken_back(player: Player) -> None:
    """Button 2 takes back the player's last move and the answer, up to the first move."""
    player.start(1)
    boards, cursors = [], []
    for column in (3, 3, 5):
        boards.append(player.board)
        player.drop(column)
        cursors.append(column)
        player.m.run_until("[v_phase] == 0 && [current_player] == 1", frames=400)
        player.run(1)
    while boards:
        player.press(2)
        assert player.board == boards.pop() and player.byte("cursor_col") == cursors.pop()
        assert player.byte("current_player") == X and player.byte("sound_event") == UNDO
        assert player.byte("move_count") == sum(map(bool, player.board))
        if player.byte("move_count"):
            assert player.board[player.byte("last_row") * 7 + player.byte("last_col")] == O
    player.press(2)
    assert player.byte("sound_event") == EDGE and player.board == [EMPTY] * 42
    player.drop(3)
    assert player.board[3] == X


def test_two_players_take_nothing_back(player: Player) -> None:
    """With two players, button 2 does nothing."""
    player.start()
    player.drop(3)
    board = player.board
    player.drop(3)
    board[10] = O
    player.press(2)
    assert player.board == board


def test_melodies_are_switched_off_and_on(player: Player) -> None:
    """Button 3 in the menu switches melodies off, but not effects, and on again."""
    assert player.byte("Vec_Music_Flag")
    player.press(3)
    player.run(60)
    assert player.byte("Vec_Music_Flag") == 0
    player.start()
    assert player.byte("Vec_Music_Flag")        # the sound at the start
    player.run(60)
    win(player, X)
    assert player.byte("sound_event") == WIN and player.byte("Vec_Music_Flag") == 0
    player.press(1)
    player.run(10)
    assert player.byte("game_state") == MENU and player.byte("Vec_Music_Flag") == 0
    player.press(3)
    player.run(3)
    assert player.byte("Vec_Music_Flag")


def test_token_falls_evenly_faster_from_rest(player: Player) -> None:
    """The distance fallen grows with the square of the time, by GRAVITY."""
    player.start()
    player.m.press(4)
    player.run(2)
    player.m.release(4)
    top, gravity = player.m.symbols["CURSOR_Y_UNITS"], player.m.symbols["GRAVITY"]
    ways = []
    while player.byte("v_phase") == 1:
        ways.append(256 * top - int.from_bytes(player.m.read("v_fall_y", 2), "big", signed=True))
        player.run(1)
    first = next(n for n in range(4) if ways[0] == gravity * n * (n + 1) // 2)
    assert ways[:20] == [gravity * n * (n + 1) // 2 for n in range(first, first + 20)]


def test_lines_of_text_take_turns_every_second(player: Player) -> None:
    """The pause screen shows its three messages in turn, fifty frames each."""
    player.start()
    player.run(20)
    player.press(1)
    shown = []
    for _ in range(210):
        player.run(1)
        shown.append(player.byte("v_hint"))
    turns = [frame for frame in range(1, 210) if shown[frame] != shown[frame - 1]]
    assert {*shown} == {0, 1, 2} and {later - one for one, later in pairwise(turns)} == {50}


def test_reading_the_sticks_is_not_heard(player: Player) -> None:
    """Only the sound chip is heard; the DAC is never connected to the speaker."""
    player.start()
    player.run(60)
    player.m.take_sound()
    player.run(30)
    assert all(register < 16 for _, register, _ in player.m.take_sound().tolist())


# The picture of a frame


def long_lines(frame: Frame) -> np.ndarray:
    """Return the line through the winning four, if it is drawn."""
    lit = frame.segments[frame.segments[:, 4] > 0.9]
    return lit[np.hypot(lit[:, 0] - lit[:, 2], lit[:, 1] - lit[:, 3]) > 30 * UNIT]


@pytest.mark.parametrize("preset", ["ideal", "hardware"])
def test_tokens_stand_in_their_cells(preset: str) -> None:
    """Each token is drawn at the coordinates in the tables, times BOARD_SCALE."""
    player = Player(preset)
    player.start()
    assert player.m.symbols["BOARD_SCALE"] == UNIT
    for tokens in (TIED, [X] * 42, [O] * 42):
        player.lay(tokens)
        player.m.write("game_state", TIE)
        player.run(1)
        places = tokens_of(player.run(1))
        assert sorted(places) == list(range(42))
        for index, (x, y) in places.items():
            assert abs(x - (-51 + 17 * (index % 7))) <= 1.5
            assert abs(y - (-41 + 17 * (index // 7))) <= 1.5


def test_x_and_o_are_different_shapes(player: Player) -> None:
    """The strokes of an X cross in its middle; the middle of an O is empty."""
    player.start()
    for token, strokes in ((X, range(2, 4)), (O, range(8, 14))):
        player.lay([token] + [EMPTY] * 41)
        player.m.write("game_state", TIE)
        player.run(2)
        drawn = bright(player.run(1), TEXT_ABOVE)
        assert len(drawn) in strokes
        centre = np.array([-51, -41]) * UNIT
        along = np.linspace(0, 1, 100)[:, None]
        nearest = min(np.hypot(*((row[0:2] + along * (row[2:4] - row[0:2])) - centre).T).min()
                      for row in drawn)
        assert nearest < UNIT if token == X else nearest > 5 * UNIT


@pytest.mark.sample(1)
@pytest.mark.parametrize("preset", ["hardware", "worn"])
def test_fullest_frames_keep_the_budget(preset: str) -> None:
    """Frames with full boards and any mixture of tokens keep the limits."""
    rng = random.Random(7)
    player = Player(preset)
    player.start()
    for _ in range(6):
        board = list(TIED)
        rng.shuffle(board)
        board[41] = EMPTY
        player.lay(board)
        player.m.write("last_row", 0)
        player.frames = []
        for _ in range(3):
            player.push(1, 0)
            player.push(-1, 0)
        player.m.write("cursor_col", 5)
        player.press(4)
        player.run(30)
        player.push(1, 0)
        player.drop(6)
        player.run(140)
        assert player.byte("game_state") in (WON_X, WON_O, TIE)
        worst = max(frame.budget.work_cycles for frame in player.frames)
        assert 26_000 < worst <= WORK_MOST
        assert max(frame.budget.vectors for frame in player.frames) <= 300
        if preset == "hardware":
            player.check_account()
        player.press(4)


# The computer

def answer(player: Player, board: list[int], level: int) -> int:
    """Let the computer move on a board; return its column."""
    player.start(level + 1)
    laid = list(board)
    columns = [column for column in range(7) if laid[35 + column] == EMPTY]
    player.lay(laid)
    player.m.write("current_player", O)
    state = player.m.registers
    player.m.call("think_start")
    for name, value in state._asdict().items():
        setattr(player.m.chips.state, name, value)
    player.m.write("v_phase", 2)
    player.run(2)
    player.frames = []      # the call came in the middle of a frame
    start = player.m.cycles
    while player.byte("current_player") == O:
        player.run(1)
        assert player.m.cycles - start < 5 * 1_500_000, "more than five seconds"
    column = player.byte("last_col")
    assert column in columns
    return column


def position(*rows: str) -> list[int]:
    """Parse a board written with the top row first."""
    cells = [[".XO".index(mark) for mark in row.replace(" ", "")] for row in reversed(rows)]
    cells += [[EMPTY] * 7] * (6 - len(cells))
    return [mark for row in cells for mark in row]


@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize(("rows", "column"), [
    (("X......", "X.X....", "OOO.X.."), 3), (("O......", "O.X....", "O.XX..."), 0),
    (("..O....", ".OX....", "OXXX.O."), None),
])
def test_computer_takes_its_win(player: Player, level: int, rows: tuple[str, ...],
                                column: int | None) -> None:
    """Every level plays an immediate win."""
    if column is None:      # a diagonal that needs column 3 at height 4
        board = position("...X...", "..OO...", ".OXX...", "OXXO.O.")
        board[3 * 7 + 3] = EMPTY
        column = 3
    else:
        board = position(*rows)
    assert answer(player, board, level) == column


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize(("rows", "column"), [
    (("O......", "OXXX..."), 4), (("X......", "X.O....", "X.OO..."), 0), ((".XXX..O",), -1),
])
def test_computer_blocks(player: Player, level: int, rows: tuple[str, ...],
                         column: int) -> None:
    """Medium and hard prevent X's immediate win if possible."""
    found = answer(player, position(*rows), level)
    assert found in ((0, 4) if column < 0 else (column,))


def test_medium_does_not_open_a_win(player: Player) -> None:
    """Medium does not play below a cell that would give X four."""
    board = position("XXX....", "OOX....", "XOO....")
    assert board[17:21] == [EMPTY] * 4 and board[3] == EMPTY
    board[3], board[10] = X, EMPTY      # at (1, 3) O would open (2, 3) to X
    assert answer(player, board, 1) != 3
