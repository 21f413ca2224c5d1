"""Reversi: positions in the picture with the presets and on old consoles.

Goal: rings close, discs are in their squares, texts are centred, nothing leaves the screen, and the
fullest frames keep their time.  Method: examine the segments of frames; the lit strokes between two
dark moves form a ring.
"""

import random
from collections.abc import Sequence

import numpy as np
import pytest

from tests.games import reversi_model as model
from tests.games.reversi_player import CELL, LIGHT_DISCS, OVER, PAUSE, RAISED, THINK, Table
from vecx.console.frame import Frame
from vecx.machine import Machine

UNIT = 127
LIGHT_GRID = 0x2C
DARK_LEAST = 25         # cycles from a ring's end to the next one's beginning
RING_STROKES = 5        # a dot has fewer
STALE = 8               # frames in which the whole picture is updated
MIDDLE_OFF = 1.5        # units by which a line of text may be off centre
LIGHT_TITLE = LIGHT_CURSOR = 0x7F
LIGHT_LINE = 0x5F       # of a swept line of text
LINE_LETTERS, LINE_ROWS, GLYPHS = 20, 5, 44
LINE_SPEED, LETTER_CYCLES = 73, 18
LEFT_ARROW = 42         # its glyph
LINE_BELOW = -15_500    # p: other texts are higher
ROW_APART = 260         # cycles at least from a row's end to the next one's beginning
LIGHT_OTHER = 0x34      # of a line that is not selected
MENU_TOP, MENU_LINE, LETTER_UNIT = 44, 26, 126


def full(table: Table, last: int = 0) -> Frame:
    """Put 62 discs of both colours on the board, with a last move; return a frame."""
    board = model.start()
    for number, square in enumerate(model.SQUARES):
        board[square] = model.WHITE if (number + number // 8) % 2 else model.BLACK
    board[11] = board[88] = 0
    table.set_position(board, model.BLACK)
    table.frames(40)
    table.m.write("last_move", last)
    table.m.write("v_stale", STALE)
    table.frames(STALE + 2)
    assert table.last is not None
    return table.last


def lit_by(frame: Frame, light: int) -> np.ndarray:
    """Return the segments of one brightness, in drawing order."""
    segments = np.asarray(frame.segments)
    found = segments[np.abs(segments[:, 4] * 0x7F - light) < 1]
    return found[np.argsort(found[:, 5], kind="stable")]


def rings(frame: Frame) -> list[np.ndarray]:
    """Return the segments of each ring."""
    lit = lit_by(frame, LIGHT_DISCS)
    cuts = np.flatnonzero(lit[1:, 5] - lit[:-1, 6] > DARK_LEAST) + 1
    return [part for part in np.split(lit, cuts) if len(part) >= RING_STROKES]


def lines(frame: Frame) -> tuple[np.ndarray, np.ndarray]:
    """Return the positions of the grid's vertical and horizontal lines."""
    grid = lit_by(frame, LIGHT_GRID)
    wide, high = (np.abs(grid[:, i] - grid[:, i + 2]) for i in (0, 1))
    return (np.sort(grid[high > 4 * CELL][:, (0, 2)].mean(axis=1)),
            np.sort(grid[wide > 4 * CELL][:, (1, 3)].mean(axis=1)))


@pytest.mark.parametrize(("preset", "seeds", "apart", "off"), [
    ("hardware", 4, 20, 1.5), ("ideal", 1, 1, 4.3),
    pytest.param("worn", 8, 90, 6.9, marks=pytest.mark.slow)])      # 8 machines
@pytest.mark.parametrize("last", [0, 44, 54, 78])
def test_rings_close_and_stand_in_their_squares(preset: str, seeds: int, apart: float,
                                                off: float, last: int) -> None:
    """A ring ends near its start, and is centred in its square within some units; the mark of the
    last disc moves no other disc.
    """
    for seed in range(seeds):
        frame = full(Table(preset, seed), last)
        columns, rows = lines(frame)
        assert (len(columns), len(rows)) == (9, 9)
        places = set()
        for ring in rings(frame):
            assert np.hypot(*(ring[-1, 2:4] - ring[0, :2])) <= apart
            x, y = ((ring[:, (i, i + 2)].max() + ring[:, (i, i + 2)].min()) / 2 for i in (0, 1))
            column, row = np.searchsorted(columns, x) - 1, np.searchsorted(rows, y) - 1
            assert abs(x - columns[column:column + 2].mean()) <= off * UNIT
            assert abs(y - rows[row:row + 2].mean()) <= off * UNIT
            places.add((column, row))
        assert len(places) == 62


@pytest.mark.parametrize(("preset", "seeds"), [
    ("hardware", 2), ("ideal", 1), pytest.param("worn", 8, marks=pytest.mark.slow)])
def test_discs_stay_clear_of_the_letters_below(preset: str, seeds: int) -> None:
    """The lowest discs end above the letter of the cursor's column, and it above the line of text.
    """
    for seed in range(seeds):
        frame = full(Table(preset, seed), 84)
        letters = lit_by(frame, LIGHT_CURSOR)
        letters = letters[letters[:, (1, 3)].max(axis=1) < lines(frame)[1][0]]
        assert len(letters) >= 3
        discs = np.concatenate(rings(frame))
        assert discs[:, (1, 3)].min() > letters[:, (1, 3)].max() + UNIT
        below = lit_by(frame, LIGHT_LINE)
        below = below[below[:, 1] < LINE_BELOW]
        assert letters[:, (1, 3)].min() > below[:, (1, 3)].max() + UNIT


@pytest.mark.parametrize(("preset", "seeds"), [("hardware", 4), ("ideal", 1), ("worn", 4)])
def test_the_line_of_text_is_not_wider_than_the_board(preset: str, seeds: int) -> None:
    """The line below the board, from the sign to the last figure, ends within the board's edges."""
    for seed in range(seeds):
        table = Table(preset, seed)
        full(table)
        table.m.write("v_status", bytes((40, 10, 10, *[23] * 15, 10, 10)))
        table.frames(2)
        assert table.last is not None
        columns, below = lines(table.last)[0], lit_by(table.last, LIGHT_LINE)
        ends = below[below[:, 1] < LINE_BELOW][:, (0, 2)]
        assert columns[0] < ends.min() and ends.max() < columns[-1]


SEAM = pytest.mark.parametrize(("preset", "seeds", "seam"), [
    ("hardware", 4, 1.0), ("ideal", 1, 2.3),
    pytest.param("worn", 8, 3.0, marks=pytest.mark.slow)])


@SEAM
def test_the_halves_of_the_board_meet(preset: str, seeds: int, seam: float) -> None:
    """Row 4 is as far from row 5 as other rows are apart, within some units."""
    for seed in range(seeds):
        table = Table(preset, seed)
        middles = np.zeros((8, 2))
        for ring in rings(full(table)):
            y = (ring[:, (1, 3)].max() + ring[:, (1, 3)].min()) / 2
            middles[round((y - RAISED) / CELL + 3.5)] += y, 1
        steps = np.diff(middles[:, 0] / middles[:, 1])
        assert abs(steps[3] - np.delete(steps, 3).mean()) <= seam * UNIT


@SEAM
def test_heaps_stay_within_their_border(preset: str, seeds: int, seam: float) -> None:
    """With all squares taken, the heaps stay within the border, and below the headline."""
    for seed in range(seeds):
        table = Table(preset, seed)
        table.set_position([2 + square % 2 if square == 0 else square
                            for square in table.m.read("board", 100)], 3)
        table.until(OVER)
        while table.byte("v_phase") != 2:
            table.frames(1)
        table.frames(4)
        assert table.last is not None
        border, discs = lit_by(table.last, LIGHT_GRID), np.concatenate(rings(table.last))
        for ends in ((0, 2), (1, 3)):
            assert border[:, ends].min() + UNIT < discs[:, ends].min()
            assert discs[:, ends].max() < border[:, ends].max() - UNIT
        headline = lit_by(table.last, LIGHT_TITLE)
        assert headline[:, (1, 3)].min() > border[:, (1, 3)].max() + 2 * UNIT


def test_the_last_disc_has_a_point_in_its_middle() -> None:
    """Only the last disc has a dot in its middle."""
    frame = full(Table(), last=34)
    points = [part for part in lit_by(frame, LIGHT_DISCS)
              if np.hypot(*(part[2:4] - part[:2])) < UNIT / 4 and part[6] - part[5] >= 7]
    x, y = (4 - 4.5) * CELL, RAISED + (4.5 - 3) * CELL
    near = [point for point in points if np.hypot(point[0] - x, point[1] - y) < CELL / 6]
    assert len(near) == 1
    assert len(rings(frame)) == 62


@pytest.mark.parametrize("preset", ["ideal", "hardware"])
def test_nothing_leaves_the_screen(preset: str) -> None:
    """All light is on the screen, in every state of the game."""
    machine = Machine("reversi", preset=preset)
    machine.run_until("pc < $C000 && [v_state_frames] == 5", frames=900)
    table = Table(preset)
    frames = [machine.run_frames(5)[-1]]
    machine.write("v_menu", 4)
    machine.tap(4)
    frames += [machine.run_frames(60)[-1], full(table)]
    table.set_position([2 if square == 0 else square for square in table.m.read("board", 100)], 3)
    table.until(OVER)
    while table.byte("v_phase") != 2:
        table.frames(1)
    table.frames(4)
    assert table.last is not None
    frames.append(table.last)
    for frame in frames:
        lit = frame.segments[frame.segments[:, 4] > 0.1]
        assert len(lit) > 60
        assert np.abs(lit[:, (0, 2)]).max() < machine.analog.half_w
        assert np.abs(lit[:, (1, 3)]).max() < machine.analog.half_h


def test_lines_of_the_menu_stand_in_the_middle() -> None:
    """All lines of the menu are centred except the chosen one, which has a mark."""
    machine = Machine("reversi")
    machine.run_until("pc < $C000 && [v_state_frames] == 5", frames=900)
    for chosen in range(5):
        machine.write("v_menu", chosen)
        lit = lit_by(machine.run_frames(2)[-1], LIGHT_OTHER)
        for line in range(5):
            foot = (MENU_TOP - line * MENU_LINE) * LETTER_UNIT
            here = lit[(lit[:, (1, 3)].min(axis=1) > foot - LETTER_UNIT)
                       & (lit[:, (1, 3)].max(axis=1) < foot + 14 * LETTER_UNIT)]
            assert bool(len(here)) == (line != chosen)
            if len(here):
                middle = here[:, (0, 2)].max() + here[:, (0, 2)].min()
                assert abs(middle) / 2 < MIDDLE_OFF * UNIT


@pytest.mark.slow
def test_fullest_boards_keep_their_time() -> None:
    """Every frame on boards of 56 or more discs takes at most 30,000 cycles."""
    table = Table()
    begun, played = table.m.keep(), 0
    for seed in range(60):
        draw = random.Random(seed)
        board, player = model.opening(draw, 56 + seed % 4)
        if seed % 2:
            for square in model.SQUARES:
                if board[square] and draw.random() < 0.7:
                    board[square] = model.other(player)
        legal = model.moves(board, player)
        if not legal or played == 12:
            continue
        played += 1
        table.m.restore(begun)
        table.lay(board, player)
        for _ in range(6):
            table.push(draw.choice((-1, 0, 1)), draw.choice((-1, 0, 1)))
        table.press(2)
        table.press(1)
        assert table.state() == PAUSE
        table.press(1)
        table.press(3)
        assert table.state() == THINK or table.byte("hint_move")
        table.until(1)
        table.press(4)
        table.frames(150)
    assert played == 12


def go(table: Table, square: int) -> None:
    """Push the stick until the cursor is on a square."""
    for name, size, way in (("cursor_row", square // 10, (0, -1)),
                            ("cursor_col", square % 10, (1, 0))):
        while table.byte(name) != size:
            turn = 1 if table.byte(name) < size else -1
            table.push(way[0] * turn, way[1] * turn)


@pytest.mark.parametrize("squares", [
    pytest.param(model.SQUARES[::9], marks=pytest.mark.slow, id="each ninth"),
    pytest.param(model.SQUARES, marks=pytest.mark.nightly, id="all")])
def test_last_squares_keep_their_time(squares: Sequence[int]) -> None:
    """Every frame with 60 to 63 discs keeps the limit, including hints and flips."""
    table = Table()
    begun, turned = table.m.keep(), 0
    for square in squares:
        for empty in (1, 2, 3, 4):
            for rich in (True, False):
                draw = random.Random(square * 10 + empty)
                board = model.last_squares(square, empty, draw, rich=rich)
                if square not in model.moves(board, model.BLACK):
                    continue
                table.m.restore(begun)
                table.lay(board, model.BLACK)
                table.frames(STALE)
                table.m.write("cursor_row", square // 10 % 8 + 1)
                table.m.write("cursor_col", square % 10 % 8 + 1)
                table.frames(STALE)
                table.push(0, 1)
                table.push(-1, 0)
                table.press(2)
                table.frames(70)
                if rich:
                    table.press(3)
                    table.until(1)
                    table.frames(STALE)
                go(table, square)
                turned = max(turned, table.byte("flip_count"))
                table.press(4)
                table.frames(160 if empty == 1 else 40)
    assert turned >= 13


def runs_seen(frame: Frame) -> list[np.ndarray]:
    """Return start and end of the light of each row of the swept line, and the row's height."""
    lit = lit_by(frame, LIGHT_LINE)
    lit = lit[lit[:, 1] < LINE_BELOW]
    rows = np.split(lit, np.flatnonzero(lit[1:, 5] - lit[:-1, 6] > ROW_APART) + 1)
    return [np.c_[row[:, (0, 2)], row[:, (1, 3)].mean(axis=1)] for row in rows]


def runs_wanted(machine: Machine, text: bytes) -> list[np.ndarray]:
    """Return the same from the font, in p from the left end of the line."""
    font = np.frombuffer(machine.read("tbl_font", LINE_ROWS * GLYPHS), np.uint8)
    rows = []
    for row in font.reshape(LINE_ROWS, GLYPHS):
        bits = np.unpackbits(row[list(text)][:, None], axis=1)
        edges = np.diff(np.pad(bits, ((0, 0), (1, 1))).astype(int))
        begun, ended = (np.argwhere(edges == way) @ (LETTER_CYCLES, 2) for way in (1, -1))
        rows.append(np.c_[begun, ended] * LINE_SPEED)
    return rows


def check_line(machine: Machine, frame: Frame, text: bytes) -> None:
    """Check that the swept line shows a text, to within a bit, in separate rows."""
    assert len(text) == LINE_LETTERS
    seen, expected = runs_seen(frame), runs_wanted(machine, text)
    assert [len(row) for row in seen] == [len(row) for row in expected]
    shifts = np.concatenate([a[:, :2] - b for a, b in zip(seen, expected, strict=True)])
    assert np.abs(shifts - shifts.mean()).max() < 2 * LINE_SPEED
    heights = np.array([row[:, 2].mean() for row in seen])
    assert (-np.diff(heights) > UNIT).all() and (-np.diff(heights) < 4 * UNIT).all()


@pytest.mark.parametrize("preset", ["hardware", "ideal", "worn"])
def test_swept_lines_show_their_letters(preset: str) -> None:
    """The swept lines of menu, rules, board and match show their text."""
    machine = Machine("reversi", preset=preset)
    machine.run_until("pc < $C000 && [v_state_frames] == 5", frames=900)
    for length, name in enumerate(("1", "3", "5", "7")):
        machine.write("v_match", length)
        machine.write("v_hint", 2)
        check_line(machine, machine.run_frames(2)[-1], machine.read(f"str_match_{name}", 20))
    machine.write("v_menu", 4)
    machine.tap(4)
    check_line(machine, machine.run_frames(60)[-1], machine.read("str_signs", 20))
    table = Table(preset)
    for name, value in (("game_mode", 0), ("skill", 3), ("v_match", 1), ("v_match_won", 1)):
        table.m.write(name, value)
    table.set_position(model.opening(random.Random(1), 20)[0], model.WHITE)
    table.until(THINK)
    table.frames(STALE)
    assert table.last is not None
    line = table.m.read("v_status", 20)
    assert line[3] == LEFT_ARROW
    check_line(table.m, table.last, line)
    table.set_position([square or model.BLACK for square in model.start()], model.BLACK)
    table.until(OVER)
    while table.byte("v_phase") != 2 or not table.byte("v_part"):
        table.frames(1)
    table.frames(STALE)
    check_line(table.m, table.last, table.m.read("v_status", 20))
    assert table.m.read("v_status", 20)[4:15] == table.m.read("str_match_over", 11)
