"""The contract block before each routine of a cartridge holds.

Goal: registers outside `changes` keep their values, S is restored, and cycles, lit strokes and
stack stay within the limits of the block.  Method: read the blocks, call every routine many times
on a machine in the middle of a game, with random boards and with random values of the registers
that `in` does not name, and follow each instruction.
"""

import random
from functools import partial
from pathlib import Path

import pytest

from asm.output.contracts import Contract, find
from tests.games.variables import left
from vecx.console.roms import load_cartridge
from vecx.console.snapshot import Kept
from vecx.machine import Machine
from vecx.testing.contracts import check_blocks, check_call, random_registers
from vecx.testing.golden import Golden

ROOT = Path(__file__).parents[2]
SEARCH_PAGE = 0xCA
SEARCHING = {"threat_find", "worth_limit", "cell_gain_o", "cell_gain_x", "cell_play_o",
             "cell_play_x", "cell_undo_o", "cell_undo_x"}
# These return with a different stack; tests of games against the computer run them.
COROUTINES = {"think_frame", "slice_run", "slice_pause", "think_some", "time_check", "search_o",
              "search_x", "think_deeper", "think_copy", "think_easy", "think_carelessly"}


@pytest.fixture(scope="module")
def game() -> tuple[Machine, Kept]:
    """Return a machine in a two-player game, and a state to restore."""
    m = Machine("connect4")
    m.run_until("pc < $C000 && [v_state_frames] == 5", frames=900)
    m.tap(4)
    m.run_frames(10)
    return m, m.keep()


def lay(m: Machine, draw: random.Random) -> None:
    """Put a random position on the board, and random values where they are allowed."""
    board = [0] * 42
    for column in range(7):
        for row in range(draw.randrange(7)):
            board[row * 7 + column] = draw.choice((1, 2))
    m.write("game_board", bytes(board))
    m.write("cursor_col", draw.randrange(7))
    m.write("current_player", draw.choice((1, 2)))
    m.write("last_row", draw.randrange(6))
    m.write("last_col", draw.randrange(7))
    m.write("temp_type", draw.choice((1, 2)))
    m.write("v_fall_type", draw.choice((1, 2)))
    m.write("v_fall_y", draw.randrange(-41, 61) & 255)
    m.write("v_fall_look", m.symbols["tbl_directions"].to_bytes(2, "big"))
    m.write("frame_counter", draw.randrange(256))
    m.write("v_menu", draw.randrange(4))
    step, first = draw.choice(((1, 14), (6, 5), (7, 9), (8, 1)))
    m.write("win_cells", bytes(range(first, first + 4 * step, step)))
    m.write("game_state", draw.choice((1, 1, 2, 4)))
    m.write("v_hint_timer", draw.randrange(1, 60))
    m.write("v_phase", draw.choice((0, 1, 3)))
    m.write("v_scores", bytes(draw.randrange(100) for _ in range(10)))
    m.write("v_moves", bytes(draw.randrange(7) for _ in range(42)))
    m.write("v_match", draw.randrange(4))
    m.write("v_match_won", bytes(draw.randrange(5) for _ in range(2)))


def inputs(m: Machine, name: str, draw: random.Random) -> dict[str, int]:
    """Return the registers that a routine reads."""
    at = m.symbols
    byte = draw.randrange(256)
    board = m.read("game_board", 42)
    free = [next(cell for cell in range(column, 42, 7) if not board[cell])
            for column in range(7) if not board[35 + column]]
    signed = draw.randrange(-100, 101) & 0xFF
    return {
        "state_enter": {"a": draw.randrange(6)},
        "stick_step": {"a": draw.choice((0, 0x40, 0xC0))},
        "cell_read": {"a": byte, "b": draw.randrange(256)},
        "check_direction": {"y": at["tbl_directions"] + 2 * draw.randrange(4)},
        "beam_place": {"a": signed, "b": draw.randrange(-100, 101) & 0xFF},
        "token_draw": {"a": draw.randrange(-41, 64) & 0xFF, "b": draw.randrange(7)},
        "text_draw": {"u": at[draw.choice(("str_full", "str_again", "str_pause"))]},
        "sound_event_play": {"a": draw.randrange(1, 7)},
        "melody_event_play": {"a": draw.randrange(1, 7)},
        "sound_play": {"x": at["tune_win"]}, "melody_play": {"x": at["tune_win"]},
        "column_top": {"b": draw.randrange(7)},
        "choice_write": {"b": draw.randrange(5), "u": at["str_menu"]},
        "choice_light": {"b": draw.randrange(5), "u": at["str_menu"]},
        "slice_begin": {"u": at["think_body"], "x": at["v_think_start"]},
        "menu_draw": {"u": at["str_menu"]},
        "multiply": {"a": draw.randrange(6), "b": draw.randrange(-25, 26) & 0xFF},
        "list_remove": {"a": draw.choice([cell for cell, token in enumerate(board) if token])},
        "cell_split": {"a": draw.randrange(42)}, "hint_turn": {"a": draw.randrange(1, 6)},
        "row_read": {"u": at["game_board"], "x": at["v_list_x"], "y": at["v_list_end"]},
        "grid_draw": {"u": at["game_board"]},
        "score_count": {"a": draw.randrange(1, 3)}, "tokens_draw": {"a": 0x78, "b": 0x58},
        "x_list_draw": {"u": at["v_list_x"]},
        "o_list_draw": {"u": m.read("v_list_o")[0] << 8 | m.read("v_list_o", 2)[1]},
        "letters_draw": {"u": at["str_full"]}, "letters_draw_big": {"u": at["tbl_title"]},
        "token_draw_at": {"a": signed, "b": draw.randrange(-80, 80) & 0xFF},
        "threat_find": {"u": at[draw.choice(("v_think_threat_x", "v_think_threat_o"))]},
        "worth_limit": {"a": draw.randrange(-3, 3) & 0xFF},
        "cell_gain_o": {"b": draw.choice(free)}, "cell_gain_x": {"b": draw.choice(free)},
        "cell_play_o": {"b": draw.choice(free)}, "cell_play_x": {"b": draw.choice(free)},
        "cell_undo_o": {"b": draw.choice(free)}, "cell_undo_x": {"b": draw.choice(free)},
    }.get(name, {})


def prepared(game: tuple[Machine, Kept], name: str, draw: random.Random) -> dict[str, int]:
    """Prepare a state in which a routine may be called; return its registers."""
    m, begun = game
    m.restore(begun)
    lay(m, draw)
    m.call("beam_place", a=0, b=0, dp=0xD0)
    m.call("Reset0Ref", dp=0xD0)
    m.call("grid_draw", dp=0xD0, u=m.symbols["game_board"])
    m.write("v_cell", 0)
    page = 0xD0
    if name in SEARCHING:
        page = SEARCH_PAGE
        m.call("think_copy", dp=page, max_cycles=100_000)
    given = random_registers(draw, page) | inputs(m, name, draw)
    if name.startswith("cell_undo"):
        m.call(name.replace("undo", "play"), dp=page, b=given["b"])
    return given


def test_blocks_name_every_register_once() -> None:
    """Each register is either in `changes` or in `keeps`."""
    contracts = load_cartridge(ROOT / "games/connect4.asm")[1].contracts.values()
    assert len(contracts) >= 40
    check_blocks(contracts)


@pytest.mark.parametrize("path", sorted((ROOT / "games").rglob("*.asm")),
                         ids=lambda path: str(path.relative_to(ROOT)))
def test_contract_stands_at_its_code(path: Path) -> None:
    """The line below a block begins its routine, or the macro that makes several."""
    lines = path.read_text("utf-8").splitlines()
    found = find((path.name, number, text) for number, text in enumerate(lines, 1))
    for line in {contract.line for contract in found}:
        names = {contract.name for contract in found if contract.line == line}
        below = next(text for text in lines[line:] if not text.startswith(";"))
        word = below.split()
        assert not below.startswith(" ") and (word[0] in names or word[1] == "macro"), below


@pytest.mark.sample(20, slow=20)
@pytest.mark.cartridge("connect4")
@pytest.mark.contracts(leave_out=COROUTINES)
def test_contract_holds(game: tuple[Machine, Kept], contract: Contract) -> None:
    """Registers are preserved, and cycles, strokes and stack are within the limits."""
    draw = random.Random(contract.name)
    deepest = 0
    for _ in range(40):
        given = prepared(game, contract.name, draw)
        deepest = max(deepest, check_call(game[0], contract, given))
    assert contract.stack is not None and deepest <= contract.stack, deepest


@pytest.mark.slow
def test_routines_leave_what_they_left(game: tuple[Machine, Kept], golden: Golden) -> None:
    """The effects of each routine equal the golden text: cycles, VIA writes, variables."""
    names = set(load_cartridge("connect4")[1].contracts) - COROUTINES
    golden.text(left(game[0], names, partial(prepared, game)), "connect4-routines")
